"""Suites: tests in an order. An observation of a suite holds only in the order in which it was made. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from hardwon.observations.observation import Scope, SuiteEntry

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(frozen=True, slots=True, kw_only=True)
class Suite:
    """What tells one suite from another: its id and its tests in order."""

    id: str
    entries: tuple[SuiteEntry, ...]
    file: str = ""

    earlier: tuple[SuiteEntry, ...] = ()
    """The entries as earlier versions named them, which went by the path of a test whose id the suite leaves out."""

    def fits(self, snapshot: Sequence[SuiteEntry]) -> bool:
        """Whether what was learned in that order of tests was learned in this one."""
        return tuple(snapshot) in (self.entries, self.earlier or self.entries)

    @property
    def scope(self) -> Scope:
        return Scope("suites", self.id)

    def document(self) -> dict[str, Any]:
        """The suite as the evidence of a run keeps it."""
        own = {"id": self.id, "file": self.file, "tests": _rows(self.entries)}
        return own | ({"earlier": _rows(self.earlier)} if self.earlier else {})


def suite_in(document: dict[str, Any]) -> Suite:
    """The suite that the evidence of a run keeps; KeyError or TypeError if it keeps none."""
    entries, earlier = _entries(document["tests"]), _entries(document.get("earlier", []))
    return Suite(id=document["id"], file=document["file"], entries=entries, earlier=earlier)


def _rows(entries: Sequence[SuiteEntry]) -> list[dict[str, str]]:
    return [{"test": entry.test, "id": entry.id} for entry in entries]


def _entries(rows: Sequence[dict[str, str]]) -> tuple[SuiteEntry, ...]:
    return tuple(SuiteEntry(test=row["test"], id=row["id"]) for row in rows)
