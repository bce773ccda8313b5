"""The file of a suite: its id, its target, and the entries in order.

The entries are what a snapshot keeps, so their paths are taken as written; of the tests only the ids are looked up,
the rest is the runner's.
"""

from __future__ import annotations

import posixpath
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from hardwon.errors import LeadsOut, UsageError
from hardwon.observations.observation import Scope, SuiteEntry, scope_of_test
from hardwon.observations.suites import Suite
from hardwon.project import yaml_file
from hardwon.project.root import Project
from hardwon.text.plain import clean_name, one_line

if TYPE_CHECKING:
    from pathlib import Path

    from hardwon.project.yaml_file import Ignored, YamlFile

OWN = ("suite-id", "name", "target", "context", "tests")
FOREIGN = ("setup", "teardown", "use", "platform", "hooks", "tags", "description", "meta")
"""Keys of agent-qa's suites that hardwon does not act on."""

MOST_TESTS = 1000
LONGEST_CONTEXT = 20_000
LONGEST_PATH = 500
REMEDY = "A suite has `tests: [{test, id}]`."


@dataclass(frozen=True, slots=True, kw_only=True)
class SuiteFile(Suite):
    """A suite as its file says."""

    name: str = ""
    target: str = ""
    context: str = ""
    """What every test of the suite is told."""

    lines: tuple[int, ...] = ()
    """Where each entry stands."""

    ignored: tuple[Ignored, ...] = ()


def read(path: Path, root: Path) -> SuiteFile:
    """The suite in a YAML file; UsageError with the line when there is none."""
    return suite_in(yaml_file.read(path, root, what="suite", remedy=REMEDY))


def suite_in(file: YamlFile) -> SuiteFile:
    """The suite that a file holds."""
    top = file.top
    ignored = file.keys(top, (), own=OWN, foreign=FOREIGN)
    own_id = scope_name(file, top.get("suite-id") or _default_id(file, top), ("suite-id",), tier="suites")
    tests = top.get("tests")
    if not isinstance(tests, list) or not tests:
        file.refuse(("tests",), "tests must be a non-empty list")
    if len(tests) > MOST_TESTS:
        file.refuse(("tests",), f"more than {MOST_TESTS} tests")
    entries = tuple(_entry(file, item, index) for index, item in enumerate(tests))
    earlier = tuple(_by_path(item, entry) for item, entry in zip(tests, entries, strict=True))
    return SuiteFile(
        id=own_id,
        entries=entries,
        earlier=earlier if earlier != entries else (),
        name=clean_name(file.words(top["name"], ("name",), longest=500)) if "name" in top else own_id,
        target=file.words(top["target"], ("target",), longest=200) if top.get("target") is not None else "",
        context=file.words(top["context"], ("context",), longest=LONGEST_CONTEXT) if top.get("context") else "",
        file=file.shown,
        lines=tuple(file.line(("tests", index)) for index in range(len(tests))),
        ignored=tuple(ignored),
    )


def _default_id(file: YamlFile, top: dict[str, Any]) -> str:
    """The id of a suite that names none: its name, as agent-qa has it; an older folder goes on where there is one.

    Earlier versions went by the path of the file.
    """
    name = top.get("name")
    if not isinstance(name, str) or not name.strip():
        return ""
    by_name, by_path = clean_name(name).replace("/", "-").replace("\\", "-").strip(". "), derived_id(file.shown)
    try:
        folder = Project(file.root).observations_folder / "suites"
    except LeadsOut:
        return by_name  # `doctor` names it
    return by_path if (folder / by_path).is_dir() and not (folder / by_name).is_dir() else by_name


def ids_in(file: YamlFile) -> tuple[str, ...]:
    """All that the suite of a file may be called: what it says, its name, and its path."""
    top = file.document.value if isinstance(file.document.value, dict) else {}
    said = (top.get("suite-id"), _default_id(file, top), top.get("name"), derived_id(file.shown))
    return tuple(str(each) for each in said if each)


def _entry(file: YamlFile, item: Any, index: int) -> SuiteEntry:
    place = ("tests", index)
    entry = {"test": item} if isinstance(item, str) else item
    if not isinstance(entry, dict) or not isinstance(entry.get("test"), str) or not entry["test"].strip():
        file.refuse(place, "each test must be a path or {test, id}")
    file.keys(entry, place, own=("test", "id"), foreign=())
    path = entry["test"]
    parts = path.split("/")
    leaves = ".." in parts and resolved(file, path) is None
    if len(path) > LONGEST_PATH or path.startswith("/") or leaves or "\\" in path or "\0" in path:
        file.refuse(
            (*place, "test"),
            f"{one_line(path, 80)!r} leaves the project",
            "Name the test's file relative to the project, with forward slashes.",
        )
    given = entry.get("id")
    if given is not None and (isinstance(given, bool) or not isinstance(given, str | int)):
        file.refuse((*place, "id"), f"the id {one_line(repr(given), 40)} must be text")
    return SuiteEntry(test=path, id=_id_of(file, path) if given in (None, "") else str(given))


def _id_of(file: YamlFile, path: str) -> str:
    """The id that a suite's test has by its own file; one that cannot be read is for the runner to refuse."""
    shown = resolved(file, path) or path
    place = yaml_file.inside(file.root, shown)
    try:
        top = yaml_file.read(place, file.root, what="test", remedy="").top if place else {}
    except UsageError:
        top = {}
    given = top.get("test-id")
    return derived_id(shown) if given in (None, "") or not isinstance(given, str | int) else str(given)


def _by_path(item: Any, entry: SuiteEntry) -> SuiteEntry:
    """The entry as earlier versions named it where the suite leaves the id out."""
    is_named = isinstance(item, dict) and item.get("id") not in (None, "")
    return entry if is_named else SuiteEntry(test=entry.test, id=derived_id(entry.test))


def resolved(file: YamlFile, test: str) -> str | None:
    """The path of a suite's test from the root: one with `..` is meant from the suite's folder; None if it leaves."""
    if ".." not in test.split("/"):
        return test
    plain = posixpath.normpath(posixpath.join(posixpath.dirname(file.shown), test))
    return None if plain.startswith("..") or posixpath.isabs(plain) else plain


def scope_name(file: YamlFile, given: Any, place: tuple[str, ...], *, tier: Any) -> str:
    """The id of a suite or test, given or derived from its path: a name that can be a scope."""
    if given is not None and (isinstance(given, bool) or not isinstance(given, str | int)):
        file.refuse(place, f"{place[-1]} must be text")
    name = derived_id(file.shown) if given in (None, "") else str(given)
    try:
        scope_of_test(name) if tier == "tests" else Scope(tier, name)
    except UsageError as error:
        file.refuse(place, f"{error.args[0].rstrip('.')}", f"Give it a {place[-1]}: one visible name without slashes.")
    return name


def derived_id(path: str) -> str:
    """An id for a file that names none: its path, without ending, with dots for slashes."""
    parts = [part for part in path.split("/") if part not in ("", ".", "..")]
    return ".".join(parts).rsplit(".", 1)[0] if parts and "." in parts[-1] else ".".join(parts)
