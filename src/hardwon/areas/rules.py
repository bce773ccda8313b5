"""Area rules: which tests speak for an area, and which source files it consists of.

Pure: names and patterns in, names out.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import lru_cache
from itertools import takewhile
from typing import TYPE_CHECKING

from hardwon.areas import expressions, globs
from hardwon.text.plain import LONGEST_NAME, clean_name

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

COMMON_FOLDERS = frozenset({"tests", "test", "e2e", "spec", "specs", "src", "__tests__"})
"""Folders that say what a file is, not which part of the system it is about."""

_FILE_ENDINGS = (
    ".py",
    ".js",
    ".jsx",
    ".ts",
    ".tsx",
    ".mjs",
    ".cjs",
    ".rb",
    ".php",
    ".go",
    ".feature",
    ".robot",
    ".bats",
)
"""What tells a test file in the root from a dotted class name."""

_STEM = re.compile(r"^test_|(?:_test|\.spec|\.test)$")
"""What a stem says of tests, not of what they are about."""

_FILE_IN_FOLDER = r"(?:[^/:]+/)+[^/:]+\.(?!v[0-9]+$)[A-Za-z][A-Za-z0-9]{0,7}"

EXCLUDED_FOLDERS = frozenset(
    {
        ".eggs",
        ".git",
        ".hardwon",
        ".hg",
        ".hypothesis",
        ".idea",
        ".mypy_cache",
        ".next",
        ".nox",
        ".pytest_cache",
        ".ruff_cache",
        ".svn",
        ".teststop",
        ".tox",
        ".venv",
        ".vscode",
        "__pycache__",
        "agent-qa-memory",
        "node_modules",
        "venv",
    }
)
"""Never part of an area: version control, caches, installed packages, and the memory itself."""

NOWHERE = "unknown"
"""Area of a test of which a report tells nothing at all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """One entry under `areas` in the configuration."""

    area: str
    tests: tuple[str, ...] = ()
    """Globs, or regular expressions after `re:`, for a test's file, dotted class name and `file::name`."""

    paths: tuple[str, ...] = ()
    """Globs of the source files that the area consists of."""

    exclude: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Placement:
    """The area of a test, and what decided it."""

    area: str
    reason: str
    by_rule: bool = False

    older: str = ""
    """What the area was called by default in earlier versions, where that differs."""


def place(
    *, name: str, file: str = "", classname: str = "", package: str = "", said: str = "", rules: Sequence[Rule] = ()
) -> Placement:
    """The area of a test: what the report says, else the first matching rule, else where the test lies."""
    if clean_name(said):
        return Placement(area=clean_name(said), reason="the report names the area")
    decided = _first_rule(tuple(rules), file, classname, name)
    if decided is not None:
        rule, pattern = decided
        return Placement(area=rule.area, reason=f"rule of area {rule.area}: tests: {pattern}", by_rule=True)
    return _by_location(file=file, package=package or classname)


def _first_rule(rules: tuple[Rule, ...], file: str, classname: str, name: str) -> tuple[Rule, str] | None:
    """The first rule that covers the test, and its pattern that does."""
    general = _first_general(rules, file, classname)
    for index, rule in enumerate(rules):
        if general is not None and index > general[0]:
            break
        for pattern in rule.tests:
            if is_general(pattern):
                if general == (index, pattern):
                    return rule, pattern
            elif any(matches(pattern, label) for label in _labels(name, file, classname)):
                return rule, pattern
    return None


@lru_cache(maxsize=4096)
def _first_general(rules: tuple[Rule, ...], file: str, classname: str) -> tuple[int, str] | None:
    """The first rule and pattern that cover every test of a file or class: asked once for all of them."""
    places = [place for place in (file, classname) if place]
    for index, rule in enumerate(rules):
        for pattern in rule.tests:
            if is_general(pattern) and any(matches(pattern, place) for place in places):
                return index, pattern
    return None


def is_general(pattern: str) -> bool:
    """Whether a pattern cannot tell the tests of one file apart."""
    return not pattern.startswith("re:") and "::" not in pattern


def _labels(name: str, file: str, classname: str) -> Iterable[str]:
    for place in (file, classname):
        if place:
            yield place
            yield f"{place}::{name}"


def _by_location(*, file: str, package: str) -> Placement:
    if file:
        *folders, last = [part for part in file.split("/") if part not in ("", ".", "..")] or [""]
        kind, stem = "folder", last.rpartition(".")[0] or last
    elif "/" in package:
        folders = [part for part in package.split("/") if part]
        kind, stem = "package", folders[-1] if folders else ""
    else:
        *folders, stem = [part for part in package.split(".") if part] or [""]
        kind = "package"
    for folder in reversed(folders):
        if folder.lower() not in COMMON_FOLDERS and clean_name(folder):
            # In a dotted name nothing tells a module from a package but its name, and a module is a file.
            if not file and "/" not in package:
                return _called(folder, kind)
            return Placement(area=clean_name(folder), reason=f"{kind} {clean_name(folder)}")
    if clean_name(stem):
        return _called(stem, "file")
    return Placement(area=NOWHERE, reason="the report names no file and no class")


def _called(stem: str, kind: str) -> Placement:
    """The area of a file: its stem without what only says that it holds tests."""
    area, whole = bare_stem(stem), clean_name(stem)
    return Placement(area=area, reason=f"{kind} {whole}", older="" if area == whole else whole)


def bare_stem(stem: str) -> str:
    """The stem of a test file without `test_`, `_test`, `.spec` or `.test`; as it is where nothing else is left."""
    return clean_name(_STEM.sub("", stem)) or clean_name(stem)


def spelling(area: str) -> str:
    """What two spellings of one area share: case, hyphens and underscores do not make another area."""
    # Another tool may have put any text there; cleaning all of a hundred thousand names would take a second.
    plain = area if area.isprintable() and area.strip() == area and len(area) <= LONGEST_NAME else clean_name(area)
    return plain.casefold().replace("-", "").replace("_", "") or area


def is_file(name: str) -> bool:
    """Whether the name of a test's place is a file, not a class or a package."""
    return name.endswith(_FILE_ENDINGS) or re.fullmatch(_FILE_IN_FOLDER, name) is not None


def matches(pattern: str, text: str) -> bool:
    """Whether a `tests` pattern covers the text: a regular expression after `re:`, else a glob."""
    if pattern.startswith("re:"):
        return expressions.finds(pattern[3:], text)
    place, mark, name = pattern.partition("::")
    if not mark:
        return covers((pattern,), text)
    # A slash in the name of a test is no folder.
    actual_place, actual_mark, actual_name = text.partition("::")
    return bool(actual_mark) and covers((place,), actual_place) and fnmatchcase(actual_name, name.replace("**", "*"))


def problem(pattern: str) -> str:
    """Why a pattern cannot be used; empty if it can."""
    return expressions.problem(pattern[3:]) if pattern.startswith("re:") else globs.problem(pattern)


def is_outside(pattern: str) -> bool:
    """Whether a glob is not, or not plainly, one of paths inside the project."""
    return pattern.startswith(("/", "~", "re:")) or "\\" in pattern or ".." in pattern.split("/")


def covers(patterns: tuple[str, ...], path: str) -> bool:
    """Whether one of the globs covers the path: `**` is any depth, `*` stays in its folder, a folder is all in it."""
    for prefix, expression in _expressions(patterns):  # noqa: SIM110 - a generator costs as much as the match
        if path.startswith(prefix) and expression.fullmatch(path):
            return True
    return False


def belongs(rule: Rule, path: str) -> bool:
    """Whether a file is part of the rule's area."""
    return covers(rule.paths, path) and not (rule.exclude and covers(rule.exclude, path))


@lru_cache(maxsize=1024)
def _expressions(patterns: tuple[str, ...]) -> tuple[tuple[str, re.Pattern[str]], ...]:
    """What each glob begins with, which rules most paths out quickly, and its regular expression."""
    forms = [form for pattern in patterns for form in _forms(pattern)]
    return tuple((static_prefix(form), globs.compiled(form)) for form in forms)


def _forms(pattern: str) -> tuple[str, ...]:
    tidy = "/".join(parts_of(pattern)) or "**"
    last = tidy.rpartition("/")[2]
    return (tidy,) if any(char in last for char in "*?[") else (tidy, f"{tidy}/**")


def whole_folders(patterns: Iterable[str]) -> tuple[str, ...]:
    """Globs of the folders that the patterns cover with everything in them."""
    forms = (form for pattern in patterns for form in _forms(pattern))
    return tuple(form.removesuffix("/**") for form in forms if form.endswith("/**"))


def parts_of(pattern: str) -> list[str]:
    """The folders and the name that a glob spells out or leaves open, one by one."""
    return [part for part in pattern.split("/") if part not in ("", ".")]


def static_prefix(pattern: str) -> str:
    """The folders of a glob before its first wildcard: where the walk for it may begin."""
    static = takewhile(lambda part: not any(char in part for char in "*?[{"), parts_of(pattern))
    return "/".join(static)
