"""Suites: tests in an order. Here is what memory needs of them: their id, and the entries that a snapshot keeps."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NoReturn

from hardwon.errors import UsageError
from hardwon.observations import Scope, SuiteEntry
from hardwon.plain import one_line

if TYPE_CHECKING:
    from pathlib import Path

LARGEST = 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Suite:
    """A suite as its file says."""

    id: str
    entries: tuple[SuiteEntry, ...]

    @property
    def scope(self) -> Scope:
        return Scope("suites", self.id)


def read(path: Path, root: Path) -> Suite:
    """The suite in a YAML file; UsageError with the line when there is none."""
    from hardwon import yaml_text  # noqa: PLC0415 - only where a suite is read

    shown = path.relative_to(root).as_posix() if path.is_relative_to(root) else str(path)
    try:
        with path.open("rb") as file:
            document = yaml_text.read(file.read(LARGEST).decode("utf-8-sig"))
    except yaml_text.YamlError as error:
        raise UsageError(f"{shown}, line {error.line}: {error}.", remedy="Correct the YAML there.") from error
    except UnicodeDecodeError as error:
        raise UsageError(f"{shown} is not UTF-8.", remedy="Save it as UTF-8.") from error
    except OSError as error:
        raise UsageError(f"The suite {shown} cannot be read: {error.strerror}.", remedy="Check the path.") from error
    return _suite(document, shown)


def _suite(document: Any, shown: str) -> Suite:
    def refuse(path: tuple[str | int, ...], reason: str) -> NoReturn:
        raise UsageError(
            f"{shown}, line {document.line(path) or 1}: {reason}.", remedy="A suite has `tests: [{test, id}]`."
        )

    data = document.value
    if not isinstance(data, dict):
        refuse((), "a suite must hold keys and values")
    own_id = data.get("suite-id") or derived_id(shown)
    if not isinstance(own_id, str | int):
        refuse(("suite-id",), "suite-id must be text")
    tests = data.get("tests")
    if not isinstance(tests, list) or not tests:
        refuse(("tests",), "tests must be a non-empty list")
    entries = []
    for index, item in enumerate(tests):
        entry = {"test": item} if isinstance(item, str) else item
        if not isinstance(entry, dict) or not isinstance(entry.get("test"), str) or not entry["test"].strip():
            refuse(("tests", index), "each test must be a path or {test, id}")
        test_id = entry.get("id") or derived_id(entry["test"])
        if not isinstance(test_id, str | int):
            refuse(("tests", index), f"the id {one_line(repr(test_id), 40)} must be text")
        entries.append(SuiteEntry(test=entry["test"], id=str(test_id)))
    return Suite(id=str(own_id), entries=tuple(entries))


def derived_id(path: str) -> str:
    """An id for a file that names none: its path, without ending, with dots for slashes."""
    parts = [part for part in path.split("/") if part not in ("", ".", "..")]
    return ".".join(parts).rsplit(".", 1)[0] if parts and "." in parts[-1] else ".".join(parts)
