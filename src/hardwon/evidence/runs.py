"""The evidence of each run, local, append-only, pruned by number and by size.

Of a run there is a summary (what it was and what followed from it) and, where tests are known one by one, a table of
them; of one with steps also a journal, of one that changed observations a log. Any store of runs keeps them: what is
read and written is the same everywhere. Without a run's evidence history is unknown, and whoever depends on it says so.
"""

from __future__ import annotations

import os
from collections import Counter
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

from hardwon.evidence import run_file, test_table
from hardwon.store.run_record import ON_SERVER, UnreadablePart
from hardwon.text.plain import one_line
from hardwon.text.times import sortable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from contextlib import AbstractContextManager

    from hardwon.evidence.changes import Changes, Curated, Logged
    from hardwon.evidence.journal import Journal, TestEnd
    from hardwon.evidence.run_file import Evidence, RunSummary
    from hardwon.evidence.test_table import KeptTest, KnownOf
    from hardwon.observations.deltas import MemoryLog, Standing
    from hardwon.project.records import Records
    from hardwon.store.run_record import Flaw, RunRecord

PAGE = "report.md"
LOGS = ("changes.jsonl", "steps.jsonl", "conclusions.jsonl")
"""What grows while a run goes on, and a log of changes also afterwards."""

LARGEST_SUMMARY = 50_000_000
"""Bytes of a run.json, and of a page."""


_BEGINNING = timedelta(minutes=1)
"""Time from the name of a run to its run.json, at most."""


def new_run_id(now: datetime) -> str:
    """A name that sorts by time and is never given twice."""
    return f"{sortable(now)}-{os.urandom(2).hex()}"


@dataclass(frozen=True, slots=True)
class Runs:
    """The evidence that one store keeps."""

    record: RunRecord

    kept: int
    """Runs that are kept, and as many logs of changes by hand."""

    kept_bytes: int = 200_000_000
    """Bytes that the runs take at most, and those logs. The newest of each stays, however large it is."""

    clock: Callable[[], datetime] = lambda: datetime.now(UTC)

    @classmethod
    def of(cls, records: Records, clock: Callable[[], datetime]) -> Runs:
        """The evidence of a project, kept as its configuration says."""
        number = records.config.number
        return cls(
            records.runs,
            kept=int(number("runs.kept")),
            kept_bytes=int(number("runs.keptMegabytes")) * 1_000_000,
            clock=clock,
        )

    def write(self, evidence: Evidence) -> None:
        """Keep the evidence of a run that is over, then drop the oldest runs."""
        tests = {test_table.FILE: test_table.packed(evidence.results)} if evidence.results else {}
        self.record.keep(evidence.run, {**tests, run_file.FILE: evidence.content()})
        self._prune(evidence.run)

    def survivors(self, runs: Iterable[str]) -> set[str]:
        """Those of some new runs that would be kept beside the ones that are there: the newest."""
        known = [run for run in self.record.ids() if not run.endswith("h")]
        new = set(runs)
        return new.intersection(self._aged({*known, *new})[-self.kept :])

    def write_past(self, runs: Iterable[tuple[Evidence, bytes]]) -> None:
        """Keep the evidence of past runs, each with the table of its tests, then drop the oldest."""
        written = ""
        for evidence, table in runs:
            tests = {test_table.FILE: table} if table else {}
            self.record.keep(evidence.run, {**tests, run_file.FILE: evidence.content()})
            written = max(written, evidence.run)
        if written:
            self._prune(written)

    def open(self, evidence: Evidence) -> None:
        """Say that a run has begun: if it is killed, what it was and what it did until then is still known."""
        self.record.keep(evidence.run, {run_file.FILE: evidence.opening(os.getpid())})

    def keep_page(self, run: str, page: str) -> None:
        """Keep what people read about a run."""
        self.record.keep(run, {PAGE: page.encode()})

    def page(self, run: str) -> str:
        """What people read about a run; empty if it has no page, UnreadablePart if that cannot be read."""
        return (self.record.document(run, PAGE, LARGEST_SUMMARY) or b"").decode("utf-8", "replace")

    def forget(self, run: str) -> None:
        """Take back the evidence of a run whose verdicts were not recorded."""
        self.record.forget(run)

    def ids(self) -> list[str]:
        """All runs, oldest first. What is dated in the future counts as old: the clock was wrong when it was made."""
        return self._aged(self.record.ids())

    def _aged(self, runs: Iterable[str]) -> list[str]:
        now = sortable(self.clock())
        return sorted(runs, key=lambda run: (run[: len(now)] <= now, run))

    def summary(self, run: str) -> RunSummary:
        """What run.json of a run says; UnreadablePart if it cannot be read."""
        content = self.record.document(run, run_file.FILE, LARGEST_SUMMARY)
        if content is None:
            bare = ": the run was killed before it began; delete its folder" if self._is_bare(run) else ""
            raise self._unreadable(run, f"is missing{bare}")
        try:
            return run_file.summary_in(run, content)
        except TypeError as error:
            raise self._unreadable(run, "must hold an object") from error
        except (ValueError, RecursionError) as error:
            raise self._unreadable(run, f"is not JSON: {one_line(str(error), 120)}") from error

    def where_of(self, run: str) -> str:
        """What messages call run.json of a run."""
        return self.record.where_of(run, run_file.FILE)

    def _unreadable(self, run: str, reason: str) -> UnreadablePart:
        return UnreadablePart(self.where_of(run), reason)

    def written(self, run: str) -> int | None:
        """A number that grows with the moment at which run.json of a run was written; None if it is not there."""
        return self.record.written(run, run_file.FILE)

    def look_of(self, run: str, *, steps: bool = False) -> tuple[int | None, ...]:
        """What tells one state of the summary and the changes of a run from another, without reading it; or of all."""
        return tuple(self.record.written(run, part) for part in (run_file.FILE, *LOGS[: None if steps else 1]))

    def has(self, run: str) -> bool:
        """Whether the run is still there: another process may have pruned it."""
        return self.record.has(run)

    def _is_bare(self, run: str) -> bool:
        """Whether nothing was kept of it but what comes before run.json: its process was killed right then."""
        try:
            return self.record.parts(run).keys() <= {test_table.FILE}
        except UnreadablePart:
            return False

    def journal_of(self, run: str) -> Journal:
        """What a run writes into while it runs."""
        return _journal()[0](self.record, run)

    def ended_tests(self, run: str) -> Iterator[TestEnd | Flaw]:
        """The tests with steps of a run that were over; a Flaw for each line that tells of none."""
        return _journal()[1](self.record, run)

    def changes_of(self, run: str, **how: Any) -> Changes:
        """The log that a run writes its changes of observations into."""
        from hardwon.evidence.changes import Changes  # noqa: PLC0415 - verdicts change no observation

        return Changes(record=self.record, run=run, **how)

    def changed_in(self, run: str) -> Iterator[Logged | Curated | Flaw] | None:
        """What the log of a run tells; None if it has no log."""
        log = self.changes_of(run)
        return log.told() if log.is_there else None

    def memory_log(self, run: str, standing: Callable[[str], Standing | None]) -> MemoryLog:
        """What the curations of a run did, those of all processes that take part in it."""
        return self.changes_of(run).memory_log(standing)

    def copy_to(self, other: Runs, run: str) -> None:
        """Put all evidence of a run into another store."""
        other.record.keep(run, self.record.parts(run))

    def tests(self, run: str, known_of: KnownOf = lambda _tests, _outcomes: ()) -> Iterator[KeptTest | Flaw]:
        """How each test of a run ended; a Flaw for what cannot be read. Those that are known may be passed over."""
        return test_table.read(self.record, run, known_of)

    def has_tests(self, run: str) -> bool:
        """Whether its tests are known one by one."""
        return any(self.record.has(run, part) for part in (test_table.FILE, test_table.LINES))

    def shared_states(self, runs: Iterable[str]) -> dict[str, str]:
        """What was tested, for each of these runs that tested the same as another of them."""
        states = {run: state for run in runs if (state := self._state(run))}
        counts = Counter(states.values())
        return {run: state for run, state in states.items() if counts[state] > 1}

    def _state(self, run: str) -> str:
        """What a run tested; "" if that is not known, or if nothing can be learned from the run."""
        try:
            summary = self.summary(run)
        except UnreadablePart:
            return ""
        return "" if summary.ignored else summary.state

    def reading(self) -> AbstractContextManager[None]:
        """Hold off pruning while runs are being read."""
        return self.record.reading()

    @property
    def keeping(self) -> str:
        """Where the evidence is, and how much of it, as messages say it."""
        is_shared = self.record.where == ON_SERVER
        return f"{'the server' if is_shared else '.hardwon/runs is local and'} keeps the newest runs"

    def is_running(self, run: str) -> bool:
        """Whether its process is still at it; not if run.json cannot be read."""
        try:
            return self.summary(run).is_under_way
        except UnreadablePart:
            return False

    def _prune(self, written: str) -> None:
        """Drop the oldest runs. The one just written is the newest, whatever others say of their time.

        What has no run.json comes before all others: it never began, so it pushes no evidence out.
        """
        sizes, begun = self.record.sizes(), self.record.having(run_file.FILE)
        ids = sorted(self._aged(sizes), key=lambda run: (run in begun, run == written))
        by_hand = [run for run in ids if run.endswith("h")]
        tested = [run for run in ids if not run.endswith("h")]
        surplus = [run for runs in (tested, by_hand) for run in self._surplus(runs, sizes)]
        if surplus:
            self.record.prune(surplus, self._is_in_use)

    def _is_in_use(self, run: str) -> bool:
        """Whether a process writes there: one that says so, or that is just about to."""
        if self.record.has(run, run_file.FILE):
            return self.is_running(run)
        now = self.clock()
        return sortable(now - _BEGINNING) <= run[: len(sortable(now))] <= sortable(now)

    def _surplus(self, runs: list[str], sizes: dict[str, int]) -> list[str]:
        """The runs, oldest first, that are too many or for which there is no room behind newer ones."""
        total = 0
        for place, run in enumerate(reversed(runs)):
            total += sizes[run]
            if place == self.kept or (place and total > self.kept_bytes):
                return runs[: len(runs) - place]
        return []


def _journal() -> tuple[type[Journal], Callable[[RunRecord, str], Iterator[TestEnd | Flaw]]]:
    from hardwon.evidence import journal  # noqa: PLC0415 - most runs have no steps

    return journal.Journal, journal.tests_in
