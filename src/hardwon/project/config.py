"""The configuration of a project: flag > environment > its file > the user's own > default, each with its source."""

from __future__ import annotations

import os
import shlex
from dataclasses import dataclass, field, fields, replace
from typing import TYPE_CHECKING, Any, NoReturn

from hardwon.areas.area import Proving, Scoring
from hardwon.areas.rules import Rule, is_outside, problem
from hardwon.errors import SettingError
from hardwon.project import config_files
from hardwon.project.grants import GivenValue, permitted
from hardwon.project.settings import BY_KEY, HIDDEN, SETTINGS, Scalar, camel, named, unknown
from hardwon.text.plain import clean_name, one_line

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from dataclasses import Field
    from pathlib import Path

    from hardwon.project.config_files import ConfigFile
    from hardwon.project.root import Project


SHARED = "sharedPaths"
ANY_COMMAND = frozenset({"1", "true", "yes", "on", "all", "*"})
"""What allows the program of whichever target is used, for one call."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """A deployment of the product that tests run against."""

    name: str
    product: str = ""
    url: str = ""
    command: tuple[str, ...] = ()
    """The program that scenarios may call, as a list of words; it is started only with the user's word."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """Every setting of a project with its value and where that came from."""

    values: Mapping[str, Scalar]
    sources: Mapping[str, str]
    rules: tuple[Rule, ...] = ()
    targets: Mapping[str, Target] = field(default_factory=dict)
    tests: tuple[str, ...] = ()
    shared: tuple[str, ...] = ()
    """Globs of the files that concern every area."""

    granted: frozenset[str] = frozenset()
    """Keys whose value the user gave: by a flag, the environment or the own file, never by a file of the repository."""

    standing: frozenset[str] = frozenset()
    """Those of them that were given once and for all, in the own file: not with a view to what is done now."""

    overruled: Mapping[str, Target] = field(default_factory=dict)
    """Targets of the project's file to which the user has given another address."""

    file: Path | None = None
    """The project's file."""

    adopted: Path | None = None
    """Another tool's file that is read in its place."""

    own_file: Path | None = None
    """The user's."""

    secrets: Mapping[str, str] = field(default_factory=dict, repr=False)
    """The values that are never shown nor kept; `values` only says that they are set."""

    in_ci: bool = False
    """Whether this is a job of a CI: they all set `CI`."""

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
        folder = project.root / str(self.values["services.memory.dir"])
        return folder if "services.memory.dir" in self.granted else project.inside(folder)

    @property
    def keeps_verdicts_here(self) -> bool:
        """Whether verdicts go to the log of this machine instead of the record: `auto` does so outside of CI."""
        how = self.values["services.confidence.record"]
        return not self.is_on_server and (how == "local" or (how == "auto" and not self.in_ci))

    @property
    def without_dir(self) -> Config:
        """The same for records in a folder of their own: what is configured for observations is elsewhere."""
        return replace(self, sources={**self.sources, "services.memory.dir": "default"})

    @property
    def is_on_server(self) -> bool:
        """Whether memory is the team's, on a server."""
        return self.values["services.memory.provider"] == "postgres"

    @property
    def allowed_env(self) -> frozenset[str]:
        """Environment variables that the user lets tests use."""
        names = str(self.values["runs.allowEnv"] or "").split(",")
        return frozenset(name.strip() for name in names if name.strip())

    def is_own_target(self, name: str) -> bool:
        """Whether the user gave the target its address."""
        return f"targets.{name}" in self.granted

    def may_start(self, target: Target) -> bool:
        """Whether the user lets the program of a target be started: it stands in the own file, or was allowed.

        What was allowed once and for all is a command, not a name: any repository could give that name to another.
        """
        if f"targets.{target.name}.command" in self.granted:
            return True
        given = [word.strip() for word in str(self.values["runs.allowCommand"] or "").split(",") if word.strip()]
        command = " ".join(target.command)
        if "runs.allowCommand" in self.standing:
            return command in given
        return any(word in (target.name, command) or word.lower() in ANY_COMMAND for word in given)

    @property
    def lock_timeout(self) -> float:
        """Seconds to wait for a lock."""
        return self.number("services.memory.curatorLockTimeout") / 1000


def load(project: Project, *, flags: Sequence[str] = (), environ: Mapping[str, str] | None = None) -> Config:
    """The configuration in force. Flags are `key=value` texts."""
    environ = os.environ if environ is None else environ
    own, file = config_files.of_user(environ), config_files.of_project(project)
    of_user, of_project = _read(own), _read(file)
    in_own, now = _anchored(of_user.settings, own), _from_environment(environ) | _from_flags(flags)
    said = in_own | now
    values = in_own | permitted(of_project.settings, said, project.root, environ) | now
    secrets = {key: str(given.value) for key, given in values.items() if given.setting.secret and given.value}
    defaults = {setting.key: setting.default for setting in SETTINGS}
    return Config(
        values=defaults | {key: given.value for key, given in values.items()} | dict.fromkeys(secrets, HIDDEN),
        secrets=secrets,
        sources=dict.fromkeys(defaults, "default") | {key: given.source for key, given in values.items()},
        granted=frozenset(key for key, given in values.items() if said.get(key) is given)
        | (set() if of_project.tests else {"tests"})
        | {f"targets.{name}" for name, target in of_user.targets.items() if target.url}
        | {f"targets.{name}.command" for name, target in of_user.targets.items() if target.command},
        standing=frozenset(key for key, given in values.items() if in_own.get(key) is given),
        rules=of_project.rules or of_user.rules,
        targets=of_project.targets | _completed(of_user.targets, of_project.targets),
        overruled=_overruled(of_user.targets, of_project.targets),
        tests=of_project.tests or of_user.tests,
        shared=of_project.shared or of_user.shared,
        file=file.path if file and not file.is_adopted else None,
        adopted=file.path if file and file.is_adopted else None,
        own_file=own.path if own else None,
        in_ci=environ.get("CI", "").strip().lower() not in ("", "0", "false", "no"),
    )


def _read(file: ConfigFile | None) -> _Found:
    return _Reader(file).read() if file else _Found({}, (), {}, (), ())


def _completed(own: Mapping[str, Target], others: Mapping[str, Target]) -> dict[str, Target]:
    """The user's targets; the project's file says of them only what the user leaves open."""
    return {
        name: replace(
            others[name], **{key: given for key in ("product", "url", "command") if (given := getattr(target, key))}
        )
        if name in others
        else target
        for name, target in own.items()
    }


def _overruled(own: Mapping[str, Target], others: Mapping[str, Target]) -> dict[str, Target]:
    both = {name: other for name, other in others.items() if name in own and own[name].url}
    return {name: other for name, other in both.items() if other.url and other.url != own[name].url}


def _anchored(settings: Mapping[str, GivenValue], own: ConfigFile | None) -> dict[str, GivenValue]:
    """The settings of the user's own file; folders are relative to it."""

    def placed(given: GivenValue) -> GivenValue:
        if own is None or given.setting.grant != "outside":
            return given
        return replace(given, value=os.path.join(own.path.parent, os.path.expanduser(str(given.value))))  # noqa: PTH111, PTH118 - unlike Path.expanduser it leaves a user it does not know

    return {key: placed(given) for key, given in settings.items()}


def _from_environment(environ: Mapping[str, str]) -> dict[str, GivenValue]:
    return {
        setting.key: GivenValue(
            setting=setting,
            value=setting.parse(environ[setting.variable], f"Environment variable {setting.variable}"),
            source=f"environment variable {setting.variable}",
        )
        for setting in SETTINGS
        if setting.variable in environ
    }


def _from_flags(flags: Sequence[str]) -> dict[str, GivenValue]:
    found = {}
    for flag in flags:
        name, equals, text = flag.partition("=")
        where = f"--set {one_line(flag)}"
        if not equals:
            raise SettingError(f"{where}: no value.", remedy="Write --set name=value.")
        setting = named(name.strip(), where)
        where = f"--set {setting.name}=…" if setting.secret else where
        found[setting.key] = GivenValue(setting=setting, value=setting.parse(text, where), source="flag --set")
    return found


@dataclass(frozen=True, slots=True)
class _Found:
    settings: dict[str, GivenValue]
    rules: tuple[Rule, ...]
    targets: dict[str, Target]
    tests: tuple[str, ...]
    shared: tuple[str, ...]


class _Reader:
    """Checks the content of a configuration file, naming the place of whatever is wrong."""

    def __init__(self, file: ConfigFile) -> None:
        self._file = file

    def read(self) -> _Found:
        settings: dict[str, GivenValue] = {}
        rules: tuple[Rule, ...] = ()
        targets: dict[str, Target] = {}
        tests: tuple[str, ...] = ()
        shared: tuple[str, ...] = ()
        for key, value in self._mapping(self._file.data, ()).items():
            path = (key,)
            if key == "areas":
                rules = self._rules(value, path)
            elif key == "targets":
                targets = self._targets(value, path)
            elif key == "tests":
                tests = self._texts(value, path)
            elif camel(key) == SHARED:
                if shared:
                    self._refuse(path, f"{SHARED} is given twice (camelCase and snake_case).")
                shared = self._globs(value, path, only_inside=True)
            else:
                self._section(value, path, settings)
        return _Found(settings, rules, targets, tests, shared)

    def _section(self, value: Any, path: tuple[str | int, ...], settings: dict[str, GivenValue]) -> None:
        """Settings, as deep as the table of settings says that sections go."""
        dotted = ".".join(camel(str(part)) for part in path)
        if dotted in BY_KEY:
            if dotted in settings:
                self._refuse(path, f"{dotted} is given twice (camelCase and snake_case).")
            setting, spot = BY_KEY[dotted], self._spot(path)
            settings[dotted] = GivenValue(
                setting=setting, value=setting.check(value, spot), source=self._file.shown, spot=spot
            )
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
        return self._globs(rule.get(key, []), (*path, key), only_inside=only_inside)

    def _globs(self, value: Any, path: tuple[str | int, ...], *, only_inside: bool) -> tuple[str, ...]:
        patterns = self._texts(value, path)
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
            self._known(target, ("product", "url", "command"), (*path, name))
            for key in target.keys() - {"command"}:
                if not isinstance(target[key], str) or not target[key].strip():
                    self._refuse((*path, name, key), f"{key} must be non-empty text.")
            command = self._command(target.get("command"), (*path, name, "command"))
            targets[name] = Target(name=name, **{**target, "command": command})
        return targets

    def _command(self, value: Any, path: tuple[str | int, ...]) -> tuple[str, ...]:
        """A program with its arguments: words, or a text that is split as a shell would, without one."""
        if value is None:
            return ()
        try:
            words = shlex.split(value) if isinstance(value, str) else value
        except ValueError:
            words = []
        if not isinstance(words, list) or not words or not all(isinstance(word, str) and word for word in words):
            self._refuse(path, "command must be a program and its arguments: a text, or a list of texts.")
        return tuple(words)

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
        line = self._file.line_of(path)
        return f"{self._file.shown}, line {line}" if line else self._file.shown

    def _place(self, path: tuple[str | int, ...]) -> str:
        return f"{self._spot(path)}, {_dotted(path)}" if path else self._spot(path)


def _dotted(path: tuple[str | int, ...]) -> str:
    text = "".join(f"[{part}]" if isinstance(part, int) else f".{one_line(part, 60)}" for part in path)
    return text.removeprefix(".")


def _keys_below(section: str) -> list[str]:
    """Keys that may stand directly in a section."""
    prefix = f"{section}." if section else ""
    below = {key.removeprefix(prefix).partition(".")[0] for key in BY_KEY if key.startswith(prefix)}
    return sorted(below | ({"areas", SHARED, "targets", "tests"} if not section else set()))
