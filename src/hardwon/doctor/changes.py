"""Checks on the log of observations: what the kept runs changed and what the files say agree.

Each change tells the state before and after it, so the changes of one observation are a chain. A finding is what only a
lost update explains, as long as nobody moved the files with git; whatever a person may do is a note.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hardwon.doctor.examined import Disagreement, Note
from hardwon.errors import StorageError
from hardwon.evidence import changes
from hardwon.evidence.log import Change, logged
from hardwon.evidence.redaction import clean
from hardwon.observations.deltas import snapshot
from hardwon.observations.observation import Scope
from hardwon.project import git
from hardwon.store.protocol import place_of
from hardwon.store.run_record import Flaw

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hardwon.doctor.examined import Examined
    from hardwon.evidence.runs import Runs
    from hardwon.observations.deltas import Standing
    from hardwon.observations.observation import Observation
    from hardwon.store.protocol import ObservationRecord, Stored

MOST_LINES = 5
"""Broken lines of one file that are named one by one."""

Said = tuple[type[Disagreement] | type[Note], str]

MOVING = "confirm", "deprecate"
"""What counts, and leaves the text alone."""

_TRIES = 5
"""Looks at a memory that others are changing meanwhile."""


def log_lines(examined: Examined) -> Iterator[Disagreement]:
    """Each line of changes.jsonl is a change or the end of a curation, each of conclusions.jsonl a test."""
    for run in examined.runs:
        told = [row for row in examined.evidence.changed_in(run) or () if isinstance(row, Flaw)]
        over = [row for row in examined.evidence.ended_tests(run) if isinstance(row, Flaw)]
        for flaw in (*told[:MOST_LINES], *over[:MOST_LINES]):
            yield examined.finding(flaw.where, flaw.said)


def log_and_files(examined: Examined) -> Iterator[Disagreement | Note]:
    """No update was lost, nothing was deleted twice, and nothing that was deleted is there."""
    if not examined.runs:
        return
    store = examined.observations
    looked = _looked(examined.evidence, store)
    if looked is None:
        yield Note(
            path=examined.project.shown(store.where), reason="is being changed: it was not compared with its log"
        )
        return
    known, files = looked
    head = git.head(examined.project.root)
    present = {each: stored.observation for each, stored in files.items()}
    was_made = changes.carried_out((each.logged for each in known), lambda each: _standing(present.get(each)))
    by_observation: dict[str, list[Change]] = {}
    for change in known:
        if was_made(change.logged):
            by_observation.setdefault(change.logged.delta.observation_id, []).append(change)
    for observation, made in by_observation.items():
        delta = made[-1].logged.delta
        place = place_of(Scope(delta.tier, delta.scope), observation)  # type: ignore[arg-type]  # of a Scope
        where = files[observation].where if observation in files else f"{store.where}/{place}"
        said = _Chain(made=made, file=present.get(observation), head=head).judged()
        if said and (observation in files or store.revision(place) is None):  # what cannot be read is named elsewhere
            kind, reason = said
            yield kind(path=examined.project.shown(where), reason=reason)


def _looked(runs: Runs, store: ObservationRecord) -> tuple[list[Change], dict[str, Stored]] | None:
    """The log and the files of one moment; None if they never stand still."""
    before = logged(runs)
    for _ in range(_TRIES):
        try:
            files = {stored.observation.id: stored for stored in store.listing().stored}
        except StorageError:
            return [], {}  # named already
        after = logged(runs)
        if after == before:
            return after, files
        before = after
    return None


def _standing(observation: Observation | None) -> Standing | None:
    known = snapshot(observation)
    return known.standing if known else None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Chain:
    """What was done to one observation, and what became of it."""

    made: list[Change]
    file: Observation | None
    head: str | None

    def judged(self) -> Said | None:
        """What does not agree, and whether only a lost update explains it; None if all does."""
        if found := self._deleted():
            return found
        if forked := self._forked():
            return None if self.file and self._has_all(self.file) else forked
        return self._differs(self.file) if self.file else self._missing()

    def _deleted(self) -> Said | None:
        gone = [change for change in self.made if change.logged.delta.after is None]
        if len(gone) > 1 and gone[-1].commit == gone[-2].commit:
            return Disagreement, f"was deleted twice, in {gone[-2].run} and {gone[-1].run}"
        if not gone or self.file is None:
            return None
        return _said(f"is there, although run {gone[-1].run} deleted it", at_one_commit=gone[-1].commit == self.head)

    def _forked(self) -> Said | None:
        """Two changes that rest on the same state: the first of them is lost."""
        seen: dict[tuple[Standing, str], Change] = {}
        for change in self.made:
            before = change.logged.delta.before
            other = before and seen.setdefault((before.standing, change.logged.was or change.logged.text), change)
            if other and other is not change:
                reason = f"runs {other.run} and {change.run} changed the same state of it: one change is lost"
                return _said(reason, at_one_commit=other.commit == change.commit)
        return None

    def _has_all(self, file: Observation) -> bool:
        """Whether a file has the last text that somebody gave it, and counts every change of that: a merge adds up."""
        edits = [change for change in self.made if change.logged.delta.action == "edit"]
        if edits and not _has_text(edits[-1], file):
            return False
        about = [change.logged.delta for change in self.made if _has_text(change, file)]
        start = about and (about[0].before if about[0].action in MOVING else about[0].after)
        if not start:
            return False
        up, down = (sum(delta.action == action for delta in about) for action in MOVING)
        counted = start.confirmed_count + up, start.contradicted_count + down
        return counted == (file.confirmed_count, file.contradicted_count)

    def _differs(self, file: Observation) -> Said | None:
        standing = _standing(file)
        for change in self.made:
            before = change.logged.delta.before
            if before and before.standing == standing and _had_text(change, file):
                reason = f"is as it was before run {change.run} changed it: that change is lost"
                return _said(reason, at_one_commit=self.made[-1].commit == self.head)
        ends = [each for each in self.made if each.logged.delta.after and each.logged.delta.after.standing == standing]
        if any(_has_text(each, file) for each in ends):
            return None
        what = "has another text" if ends else "is not as the kept runs left it"
        return Note, f"{what}: changed by hand, by git, or by a run that is no longer kept"

    def _missing(self) -> Said | None:
        if any(change.logged.delta.after is None for change in self.made):
            return None
        return Note, "is gone, and no kept run deleted it: removed by hand, by git, or by a run that is no longer kept"


def _said(reason: str, *, at_one_commit: bool) -> Said:
    """A finding, unless git may have moved the files in between."""
    return (
        (Disagreement, f"{reason}, or was taken back by hand")
        if at_one_commit
        else (Note, f"{reason}, between commits")
    )


def _had_text(change: Change, file: Observation) -> bool:
    """Whether the file has the text that there was before the change."""
    return change.logged.was == file.digest if change.logged.was else _has_text(change, file)


def _has_text(change: Change, file: Observation) -> bool:
    """Whether the file has the text that the change was about. Older logs have only the text without its secrets."""
    if change.logged.text:
        return change.logged.text == file.digest
    told = change.logged.delta.after or change.logged.delta.before
    return told is not None and [told.title, told.content] == clean([file.title, file.content])
