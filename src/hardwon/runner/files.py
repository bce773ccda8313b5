"""What `hardwon run` is given: files of tests and suites, found and read. Nothing is run here.

A path never leaves the project, whoever wrote it and whatever links lie on its way.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from hardwon.areas import globs
from hardwon.areas.rules import EXCLUDED_FOLDERS, static_prefix
from hardwon.errors import UsageError
from hardwon.project import suite_files, yaml_file
from hardwon.project.root import CONFIG, leads_inside
from hardwon.runner.tests import REMEDY, Test, test_in
from hardwon.runner.variables import Variables
from hardwon.store import trees
from hardwon.text.plain import counted, one_line

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from hardwon.observations.observation import SuiteEntry
    from hardwon.project.yaml_file import Ignored, YamlFile


@dataclass(frozen=True, slots=True, kw_only=True)
class SuiteSpec:
    """A suite with its tests, read."""

    suite: suite_files.SuiteFile
    tests: tuple[Test, ...]
    """In the order of the entries; the place in it is the position."""

    @property
    def id(self) -> str:
        return self.suite.id

    @property
    def entries(self) -> tuple[SuiteEntry, ...]:
        return self.suite.entries

    @property
    def ignored(self) -> tuple[Ignored, ...]:
        return (*self.suite.ignored, *(each for test in self.tests for each in test.ignored))


def load(
    path: Path,
    root: Path,
    *,
    variables: Mapping[str, str] | None = None,
    environ: Mapping[str, str] | None = None,
    allowed: frozenset[str] = frozenset(),
) -> Test | SuiteSpec:
    """The test or suite in a file of the project. Variables that are given win over those of the file.

    Of the environment only what is allowed is put in; a test that asks for more is one that is not run.
    """
    file = yaml_file.read(_below(root, path), root, what="test", remedy=REMEDY)
    given = Variables(own=variables or {}, environ=environ or {}, allowed=allowed)
    if "tests" in file.top:
        if "steps" in file.top:
            file.refuse(("tests",), "there are both steps and tests", "A test has steps, a suite has tests: keep one.")
        return _suite(replace(file, remedy=suite_files.REMEDY), root, given)
    return test_in(file, given)


def _below(root: Path, path: Path) -> Path:
    """The path without detours, so that one file has one id however it was named."""
    if not leads_inside(root, path):
        raise UsageError(f"{one_line(str(path))!r} is not in the project.", remedy="Name a file below its root.")
    plain = Path(os.path.abspath(path))  # noqa: PTH100 - unlike Path.resolve it leaves links as they are
    return plain if plain.is_relative_to(root) else path.resolve()


def gathered(
    names: Sequence[str],
    root: Path,
    *,
    base: Path | None = None,
    variables: Mapping[str, str] | None = None,
    environ: Mapping[str, str] | None = None,
    allowed: frozenset[str] = frozenset(),
) -> list[Test | SuiteSpec]:
    """The tests and suites that names stand for, in order.

    What a folder or a glob brings in comes once: not if it was named itself, and not if a suite of the same call has
    it as one of its tests. A file that is named runs as asked.
    """
    base = base or root
    named = {path.resolve() for name in names for path in _matches(name, root, base) if _is_named(name, path, base)}
    found: list[tuple[Path | None, Test | SuiteSpec]] = []
    brought: set[Path] = set()
    for name in names:
        for path in selected([name], root, base=base):
            is_named = _is_named(name, path, base)
            if is_named or path.resolve() not in named | brought:
                item = load(path, root, variables=variables, environ=environ, allowed=allowed)
                found.append((None if is_named else path.resolve(), item))
                brought.add(path.resolve())
    members = {(root / test.file).resolve() for _, item in found if isinstance(item, SuiteSpec) for test in item.tests}
    return [item for path, item in found if path not in members]


def _is_named(name: str, path: Path, base: Path) -> bool:
    return path == base / name


def selected(names: Iterable[str], root: Path, *, base: Path | None = None) -> list[Path]:
    """The files that names stand for: files, folders (every YAML file below) or globs, in order, each once."""
    found: dict[Path, None] = {}
    for name in names:
        matches = _matches(name, root, base or root)
        if not matches:
            raise UsageError(
                f"There is no test {one_line(name)!r}.",
                remedy="Name a file, a folder or a glob of tests in YAML, or scenarios in JSON; an AI tester writes "
                "such from `hardwon mandate`.",
            )
        found.update(dict.fromkeys(matches))
    return list(found)


def is_glob(name: str) -> bool:
    """Whether a name that is not there may stand for several."""
    return any(char in name for char in "*?[")


def _matches(name: str, root: Path, base: Path) -> list[Path]:
    if "\0" in name:
        return []
    path = base / name
    if path.is_dir():
        return sorted(_tests_below(_entered(path, root, name)))
    if path.exists():
        return [path]
    if not is_glob(name) or name.startswith("/") or ".." in name.split("/"):
        return []
    if reason := globs.problem(name):
        raise UsageError(f"{one_line(name)!r} {reason}.", remedy="Name a file, a folder or another glob.")
    _entered(base / static_prefix(name), root, name)
    return sorted(each for each in trees.matching(name, base) if each.is_file())


def _entered(folder: Path, root: Path, name: str) -> Path:
    """The folder that is searched, once it is sure that no link leads out of the project there."""
    if folder.is_dir() and not leads_inside(root, folder):
        raise UsageError(f"{one_line(name)!r} is not in the project.", remedy="Name a folder below its root.")
    return folder


def _tests_below(folder: Path) -> Iterator[Path]:
    """The files of a folder that are looked at: not the configuration, and nothing that tools keep for themselves."""
    for place, folders, names in trees.walk(folder):
        folders[:] = [name for name in folders if not name.startswith(".") and name not in EXCLUDED_FOLDERS]
        yield from (
            path
            for name in names
            if name.endswith((".yaml", ".yml")) and name != CONFIG and (path := Path(place, name)).is_file()
        )


def ignored_summary(ignored: Sequence[Ignored]) -> list[str]:
    """One line for each key that was accepted but not acted on, with the first place where it stands."""
    by_key: dict[str, list[Ignored]] = {}
    for each in ignored:
        by_key.setdefault(re.sub(r"\[[0-9]+\]", "[]", each.key), []).append(each)
    return [
        f"{key} is not acted on ({found[0].file}, line {found[0].line}"
        + (f", and {counted(len(found) - 1, 'more place')})" if len(found) > 1 else ")")
        for key, found in by_key.items()
    ]


def _suite(file: YamlFile, root: Path, given: Variables) -> SuiteSpec:
    suite = suite_files.suite_in(file)
    tests = []
    for index, entry in enumerate(suite.entries):
        place = suite_files.resolved(file, entry.test)
        path = yaml_file.inside(root, place) if place else None
        if path is None:
            file.refuse(("tests", index), f"{one_line(entry.test, 80)!r} leads out of the project", "Move it inside.")
        test = test_in(_member(file, path, root, index), given)
        named = file.top["tests"][index]
        if isinstance(named, dict) and named.get("id") and entry.id != test.id:
            reason = f"the id is {one_line(entry.id, 80)!r}, but {test.file} says {one_line(test.id, 80)!r}"
            file.refuse(("tests", index), reason, "Correct one of them.")
        tests.append(_as_member(test, suite))
    return SuiteSpec(suite=suite, tests=tuple(tests))


def _member(file: YamlFile, path: Path, root: Path, index: int) -> YamlFile:
    if not path.is_file():
        shown = one_line(path.relative_to(root).as_posix(), 80)
        file.refuse(("tests", index), f"there is no file {shown}", "Paths are relative to the project.")
    return yaml_file.read(path, root, what="test", remedy=REMEDY)


def _as_member(test: Test, suite: suite_files.SuiteFile) -> Test:
    """The test as part of the suite: the suite says where it runs, and what all of its tests are told."""
    context = "\n\n".join(part for part in (suite.context, test.context) if part)
    return replace(test, target=suite.target or test.target, context=context)
