"""Suites: tests in an order. An observation of a suite holds only in the order in which it was made. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from hardwon.observations.observation import Scope, SuiteEntry


@dataclass(frozen=True, slots=True, kw_only=True)
class Suite:
    """What tells one suite from another: its id and its tests in order."""

    id: str
    entries: tuple[SuiteEntry, ...]
    file: str = ""

    @property
    def scope(self) -> Scope:
        return Scope("suites", self.id)

    def document(self) -> dict[str, Any]:
        """The suite as the evidence of a run keeps it."""
        tests = [{"test": entry.test, "id": entry.id} for entry in self.entries]
        return {"id": self.id, "file": self.file, "tests": tests}


def suite_in(document: dict[str, Any]) -> Suite:
    """The suite that the evidence of a run keeps; KeyError or TypeError if it keeps none."""
    entries = tuple(SuiteEntry(test=entry["test"], id=entry["id"]) for entry in document["tests"])
    return Suite(id=document["id"], file=document["file"], entries=entries)
