"""The configuration of a project: flag > environment > file > default, each value with its source."""

from __future__ import annotations

import os
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any, NoReturn

from hardwon.areas.area import Proving, Scoring
from hardwon.areas.rules import Rule, is_outside, problem
from hardwon.errors import SettingError
from hardwon.project import root as projects
from hardwon.project.settings import BY_KEY, SETTINGS, Scalar, camel, named, unknown
from hardwon.store import reading
from hardwon.text.plain import clean_name, one_line

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from dataclasses import Field
    from pathlib import Path

    from hardwon.project.root import Project

LARGEST_FILE = 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """A deployment of the product that tests run against."""

    name: str
    product: str = ""
    url: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """Every setting of a project with its value and where that came from."""

    values: Mapping[str, Scalar]
    sources: Mapping[str, str]
    rules: tuple[Rule, ...] = ()
    targets: Mapping[str, Target] = field(default_factory=dict)
    tests: tuple[str, ...] = ()
    file: Path | None = None

    def number(self, key: str) -> float:
        value = self.values[key]
        assert isinstance(value, (int, float)), key  # noqa: S101 - the table of settings says so; helps the type checker
        return value

    @property
    def scoring(self) -> Scoring:
        """The constants of the confidence formula."""
        return Scoring(**self._confidence(fields(Scoring)))  # type: ignore[arg-type]  # as the table of settings has them

    @property
    def proving(self) -> Proving:
        """What counts as proof."""
        return Proving(**self._confidence(fields(Proving)))  # type: ignore[arg-type]  # as above

    def _confidence(self, wanted: Iterable[Field[Any]]) -> dict[str, Scalar]:
        """The settings of these names."""
        return {each.name: self.values[f"services.confidence.{camel(each.name)}"] for each in wanted}

    def observations_folder(self, project: Project) -> Path:
        """Where the observations are: as configured, else ours or the adopted one."""
        if self.sources["services.memory.dir"] == "default":
            return project.observations_folder
        base = self.file.parent if self.file else project.root
        return base / str(self.values["services.memory.dir"])

    @property
    def lock_timeout(self) -> float:
        """Seconds to wait for a lock."""
        return self.number("services.memory.curatorLockTimeout") / 1000


def load(project: Project, *, flags: Sequence[str] = (), environ: Mapping[str, str] | None = None) -> Config:
    """The configuration in force. Flags are `key=value` texts."""
    environ = os.environ if environ is None else environ
    values: dict[str, Scalar] = {setting.key: setting.default for setting in SETTINGS}
    sources = dict.fromkeys(values, "default")
    file, where, data, line_of = _read_file(project)
    reader = _Reader(where, line_of)
    found = reader.read(data)
    for key, value in found.settings.items():
        values[key], sources[key] = value, where
    for setting in SETTINGS:
        if setting.variable in environ:
            values[setting.key] = setting.parse(environ[setting.variable], f"Environment variable {setting.variable}")
            sources[setting.key] = f"environment variable {setting.variable}"
    for flag in flags:
        name, equals, text = flag.partition("=")
        if not equals:
            raise SettingError(f"--set {one_line(flag)}: no value.", remedy="Write --set name=value.")
        setting = named(name.strip(), f"--set {one_line(flag)}")
        values[setting.key] = setting.parse(text, f"--set {one_line(flag)}")
        sources[setting.key] = "flag --set"
    return Config(
        values=values, sources=sources, rules=found.rules, targets=found.targets, tests=found.tests, file=file
    )


def _read_file(project: Project) -> tuple[Path | None, str, Any, Callable[[tuple[str | int, ...]], int | None]]:
    """The configuration file, its shown name, its content, and the line of each value where the format tells."""
    own, shared = project.root / projects.CONFIG, project.root / "pyproject.toml"
    in_shared = projects.has_table(shared)
    if own.exists() and in_shared:
        raise SettingError(
            "Both hardwon.yaml and [tool.hardwon] in pyproject.toml configure this project.",
            remedy="Keep one of them and remove the other.",
        )
    if in_shared:
        return shared, shared.name, _toml(shared), lambda _: None
    if own.exists():
        document = _yaml(own)
        return own, own.name, document.value, document.line
    return None, "", None, lambda _: None


def _toml(path: Path) -> Any:
    import tomllib  # noqa: PLC0415 - only where pyproject.toml is the configuration

    try:
        return tomllib.loads(reading.content(path, projects.LARGEST_PYPROJECT).decode())["tool"]["hardwon"]
    except UnicodeDecodeError as error:
        raise SettingError(f"{path.name} is not UTF-8 (byte {error.start}).", remedy="Save it as UTF-8.") from error
    except (ValueError, RecursionError) as error:
        # ValueError: also a number with thousands of digits is no TOMLDecodeError.
        raise SettingError(f"{path.name}: {one_line(str(error))}.", remedy="Correct the TOML there.") from error


def _yaml(path: Path) -> Any:
    from hardwon.text import yaml_strings  # noqa: PLC0415 - only where there is a file to read

    try:
        return yaml_strings.read(reading.content(path, LARGEST_FILE).decode("utf-8-sig"))
    except yaml_strings.YamlError as error:
        raise SettingError(f"{path.name}, line {error.line}: {error}.", remedy="Correct the YAML there.") from error
    except UnicodeDecodeError as error:
        raise SettingError(f"{path.name} is not UTF-8 (byte {error.start}).", remedy="Save it as UTF-8.") from error
    except reading.TooLarge as error:
        raise SettingError(f"{path.name} is {error.strerror}.", remedy="Shorten it.") from error
    except OSError as error:
        raise SettingError(f"{path.name} cannot be read: {error.strerror}.") from error


@dataclass(frozen=True, slots=True)
class _Found:
    settings: dict[str, Scalar]
    rules: tuple[Rule, ...]
    targets: dict[str, Target]
    tests: tuple[str, ...]


class _Reader:
    """Checks the content of a configuration file, naming the place of whatever is wrong."""

    def __init__(self, where: str, line_of: Callable[[tuple[str | int, ...]], int | None]) -> None:
        self._where = where
        self._line_of = line_of

    def read(self, data: Any) -> _Found:
        settings: dict[str, Scalar] = {}
        rules: tuple[Rule, ...] = ()
        targets: dict[str, Target] = {}
        tests: tuple[str, ...] = ()
        for key, value in self._mapping(data, ()).items():
            path = (key,)
            if key == "areas":
                rules = self._rules(value, path)
            elif key == "targets":
                targets = self._targets(value, path)
            elif key == "tests":
                tests = self._texts(value, path)
            else:
                self._section(value, path, settings)
        return _Found(settings, rules, targets, tests)

    def _section(self, value: Any, path: tuple[str | int, ...], settings: dict[str, Scalar]) -> None:
        """Settings, as deep as the table of settings says that sections go."""
        dotted = ".".join(camel(str(part)) for part in path)
        if dotted in BY_KEY:
            if dotted in settings:
                self._refuse(path, f"{dotted} is given twice (camelCase and snake_case).")
            settings[dotted] = BY_KEY[dotted].check(value, self._spot(path))
        elif any(key.startswith(f"{dotted}.") for key in BY_KEY):
            for key, inner in self._mapping(value, path).items():
                self._section(inner, (*path, key), settings)
        else:
            above = ".".join(camel(str(part)) for part in path[:-1])
            raise unknown(str(path[-1]), _keys_below(above), self._place(path))

    def _rules(self, value: Any, path: tuple[str | int, ...]) -> tuple[Rule, ...]:
        if value is None:
            return ()
        if not isinstance(value, list):
            self._refuse(path, "areas must be a list of rules {area, tests, paths, exclude}.")
        return tuple(self._rule(item, (*path, index)) for index, item in enumerate(value))

    def _rule(self, value: Any, path: tuple[str | int, ...]) -> Rule:
        rule = self._mapping(value, path)
        self._known(rule, ("area", "tests", "paths", "exclude"), path)
        area = rule.get("area")
        if not isinstance(area, str) or not area or clean_name(area) != area:
            numeric = " Put it in quotes." if isinstance(area, (int, float)) else ""
            what = "area must be a name: one line of visible text, at most 200 characters."
            self._refuse((*path, "area"), what + numeric)
        return Rule(
            area=area,
            tests=self._patterns(rule, "tests", path, only_inside=False),
            paths=self._patterns(rule, "paths", path, only_inside=True),
            exclude=self._patterns(rule, "exclude", path, only_inside=True),
        )

    def _patterns(
        self, rule: dict[str, Any], key: str, path: tuple[str | int, ...], *, only_inside: bool
    ) -> tuple[str, ...]:
        path = (*path, key)
        patterns = self._texts(rule.get(key, []), path)
        for pattern in patterns:
            if only_inside and is_outside(pattern):
                self._refuse(path, f"{one_line(pattern)!r} must be a glob with forward slashes, inside the project.")
            if reason := problem(pattern):
                self._refuse(path, f"{one_line(pattern)!r} {reason}.")
        return patterns

    def _targets(self, value: Any, path: tuple[str | int, ...]) -> dict[str, Target]:
        targets = {}
        for name, inner in self._mapping(value, path).items():
            target = self._mapping(inner, (*path, name))
            self._known(target, ("product", "url"), (*path, name))
            for key, text in target.items():
                if not isinstance(text, str) or not text.strip():
                    self._refuse((*path, name, key), f"{key} must be non-empty text.")
            targets[name] = Target(name=name, **target)
        return targets

    def _texts(self, value: Any, path: tuple[str | int, ...]) -> tuple[str, ...]:
        items = [value] if isinstance(value, str) else [] if value is None else value
        if not isinstance(items, list) or not all(isinstance(item, str) and item.strip() for item in items):
            self._refuse(path, f"{path[-1]} must be a list of non-empty texts.")
        return tuple(items)

    def _mapping(self, value: Any, path: tuple[str | int, ...]) -> dict[str, Any]:
        if value is None:
            return {}
        if not isinstance(value, dict):
            self._refuse(path, f"{_dotted(path) or 'the file'} must hold keys and values, not {type(value).__name__}.")
        return value

    def _known(self, given: dict[str, Any], known: tuple[str, ...], path: tuple[str | int, ...]) -> None:
        for key in given:
            if key not in known:
                raise unknown(key, known, self._place((*path, key)))

    def _refuse(self, path: tuple[str | int, ...], reason: str) -> NoReturn:
        raise SettingError(f"{self._place(path)}: {reason}", remedy="See docs/configuration.md.")

    def _spot(self, path: tuple[str | int, ...]) -> str:
        line = self._line_of(path)
        return f"{self._where}, line {line}" if line else self._where

    def _place(self, path: tuple[str | int, ...]) -> str:
        return f"{self._spot(path)}, {_dotted(path)}" if path else self._spot(path)


def _dotted(path: tuple[str | int, ...]) -> str:
    text = "".join(f"[{part}]" if isinstance(part, int) else f".{one_line(part, 60)}" for part in path)
    return text.removeprefix(".")


def _keys_below(section: str) -> list[str]:
    """Keys that may stand directly in a section."""
    prefix = f"{section}." if section else ""
    below = {key.removeprefix(prefix).partition(".")[0] for key in BY_KEY if key.startswith(prefix)}
    return sorted(below | ({"areas", "targets", "tests"} if not section else set()))
