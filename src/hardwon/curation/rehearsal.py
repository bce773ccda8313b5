"""Rehearsal: a curation on a copy of what is in its reach, and what it would change. The project is only read.

The copy is a project of its own in a temporary folder, so that everything that is written goes there by the same code.
"""

from __future__ import annotations

import difflib
import tempfile
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from hardwon.curation.desk import Desk
from hardwon.project.records import FileStores, Records
from hardwon.project.root import Project

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from hardwon.observations.observation import Scope


@dataclass(frozen=True, slots=True)
class Rehearsal:
    """A desk to try things on."""

    desk: Desk

    scopes: Collection[Scope]
    before: dict[str, bytes]
    """The documents of the observations in reach, by place."""

    shown: str
    """Where the observations really lie, as messages name it."""

    def diff(self) -> list[str]:
        """What was changed, as lines of a unified diff of the markdown files."""
        after = self.desk.observations.documents(self.scopes)
        changed = sorted(name for name in {*self.before, *after} if self.before.get(name) != after.get(name))
        return [line for name in changed for line in self._diff_of(name, self.before.get(name), after.get(name))]

    def _diff_of(self, name: str, before: bytes | None, after: bytes | None) -> Iterator[str]:
        path = f"{self.shown}/{name}"
        return difflib.unified_diff(
            _lines(before),
            _lines(after),
            "/dev/null" if before is None else f"a/{path}",
            "/dev/null" if after is None else f"b/{path}",
            lineterm="",
        )


@contextmanager
def rehearsal(desk: Desk, scopes: Collection[Scope], run: str | None = None) -> Iterator[Rehearsal]:
    """A copy of the observations of some scopes, and of the evidence of a run where one is named."""
    real, config = desk.observations, desk.config
    with tempfile.TemporaryDirectory(prefix="hardwon-") as folder:
        sources = {**config.sources, "services.memory.dir": "default"}
        project, own = Project(Path(folder)), replace(config, sources=sources)
        # Files by name, whatever store the project uses: a rehearsal must not reach the real records.
        records = Records(project, own, given=FileStores(project, own))
        copy = Desk.over(records, clock=desk.recorder.clock, new_id=desk.new_id, rehearses=True)
        before = real.documents(scopes)
        copy.observations.keep(before)
        if run is not None:
            desk.recorder.runs.copy_to(copy.recorder.runs, run)
        yield Rehearsal(copy, scopes, before, desk.records.project.shown(real.where))


def _lines(content: bytes | None) -> list[str]:
    return content.decode("utf-8", "replace").removesuffix("\n").split("\n") if content else []
