"""runs/: the evidence of each run, local, append-only, pruned by number and by size.

A run's folder holds run.json (what it was and what followed from it) and, where tests are known one by one, a table of
them. Without the folder history is unknown, and whoever depends on it says so.
"""

from __future__ import annotations

import fcntl
import os
import re
import secrets
import shutil
from collections import Counter
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from hardwon.evidence import run_file, test_table
from hardwon.store import atomic, reading
from hardwon.text.times import sortable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

    from hardwon.evidence.changes import Changes, Curated, Logged
    from hardwon.evidence.journal import Journal, TestEnd
    from hardwon.evidence.run_file import Evidence, RunSummary
    from hardwon.evidence.test_table import IsKnown, KeptTest
    from hardwon.observations.deltas import MemoryLog, Standing
    from hardwon.store.lines import Flaw

PAGE = "report.md"
LARGEST_SUMMARY = 50_000_000
"""Bytes of a run.json."""

RUN_ID = re.compile(r"[0-9]{8}T[0-9]{6}-[0-9]{6}-[0-9a-f]{4}h?")
"""An `h` at its end marks a log of changes by hand, which must not push the evidence of tests out."""


def new_run_id(now: datetime) -> str:
    """A name that sorts by time and is never given twice."""
    return f"{sortable(now)}-{secrets.token_hex(2)}"


@dataclass(frozen=True, slots=True)
class Runs:
    """The evidence in one runs/ folder."""

    folder: Path

    kept: int
    """Runs that are kept, and as many logs of changes by hand."""

    kept_bytes: int = 200_000_000
    """Bytes that the runs take at most, and those logs. The newest of each stays, however large it is."""

    clock: Callable[[], datetime] = lambda: datetime.now(UTC)

    def write(self, evidence: Evidence) -> None:
        """Keep the evidence of a run that is over, then drop the oldest runs."""
        folder = self.folder / evidence.run
        if evidence.results:
            atomic.write(folder / test_table.FILE, test_table.packed(evidence.results), durable=False)
        atomic.write(folder / run_file.FILE, evidence.content(), durable=False)
        self._prune(evidence.run)

    def open(self, evidence: Evidence) -> None:
        """Say that a run has begun: if it is killed, what it was and what it did until then is still known."""
        path = self.folder / evidence.run / run_file.FILE
        atomic.write(path, evidence.opening(os.getpid()), durable=False)

    def keep_page(self, run: str, page: str) -> None:
        """Keep what people read about a run."""
        atomic.write(self.folder / run / PAGE, page.encode(), durable=False)

    def page(self, run: str) -> str:
        """What people read about a run; empty if it has no page."""
        try:
            return reading.content(self.folder / run / PAGE).decode("utf-8", "replace")
        except FileNotFoundError:
            return ""

    def forget(self, run: str) -> None:
        """Take back the evidence of a run whose verdicts were not recorded."""
        shutil.rmtree(self.folder / run, ignore_errors=True)

    def ids(self) -> list[str]:
        """All runs, oldest first. What somebody else put there is none, and is never pruned."""
        try:
            with os.scandir(self.folder) as entries:
                found = [entry.name for entry in entries if entry.is_dir(follow_symlinks=False)]
                return sorted(name for name in found if RUN_ID.fullmatch(name))
        except FileNotFoundError:
            return []

    def summary(self, run: str) -> RunSummary:
        """What run.json of a run says; OSError, ValueError, TypeError or RecursionError if it cannot be read."""
        return run_file.summary_in(run, reading.content(self.summary_file(run), LARGEST_SUMMARY))

    def summary_file(self, run: str) -> Path:
        """Where run.json of a run lies, for messages."""
        return self.folder / run / run_file.FILE

    def written(self, run: str) -> int:
        """When run.json of a run was written, in nanoseconds; OSError if it is not there."""
        return self.summary_file(run).stat().st_mtime_ns

    def has(self, run: str) -> bool:
        """Whether the run is still there: another process may have pruned it."""
        return (self.folder / run).is_dir()

    def journal_of(self, run: str) -> Journal:
        """What a run writes into while it runs."""
        from hardwon.evidence.journal import Journal  # noqa: PLC0415 - most runs have no steps

        return Journal(self.folder / run)

    def ended_tests(self, run: str) -> Iterator[TestEnd | Flaw]:
        """The tests with steps of a run that were over; a Flaw for each line that tells of none."""
        from hardwon.evidence.journal import tests_in  # noqa: PLC0415 - as for its writing

        return tests_in(self.folder / run)

    def changes_of(self, run: str, **how: Any) -> Changes:
        """The log that a run writes its changes of observations into."""
        from hardwon.evidence.changes import Changes  # noqa: PLC0415 - verdicts change no observation

        return Changes(folder=self.folder / run, **how)

    def changed_in(self, run: str) -> Iterator[Logged | Curated | Flaw] | None:
        """What the log of a run tells; None if it has no log."""
        from hardwon.evidence import changes  # noqa: PLC0415 - readers of verdicts read no changes

        folder = self.folder / run
        return changes.read(folder) if (folder / changes.FILE).exists() else None

    def memory_log(self, run: str, standing: Callable[[str], Standing | None]) -> MemoryLog:
        """What the curations of a run did, those of all processes that take part in it."""
        from hardwon.evidence import changes  # noqa: PLC0415 - only runs that may change observations ask

        return changes.memory_log(changes.read(self.folder / run), standing)

    def copy_to(self, other: Runs, run: str) -> None:
        """Put all evidence of a run into another folder of runs."""
        shutil.copytree(self.folder / run, other.folder / run)

    def tests(self, run: str, is_known: IsKnown = lambda _test, _outcome: False) -> Iterator[KeptTest | Flaw]:
        """How each test of a run ended; a Flaw for what cannot be read. Tests that are known may be passed over."""
        return test_table.read(self.folder / run, is_known)

    def has_tests(self, run: str) -> bool:
        """Whether its tests are known one by one."""
        return any((self.folder / run / name).exists() for name in (test_table.FILE, test_table.LINES))

    def shared_states(self, runs: Iterable[str]) -> dict[str, str]:
        """What was tested, for each of these runs that tested the same as another of them."""
        states = {run: state for run in runs if (state := self._state(run))}
        counts = Counter(states.values())
        return {run: state for run, state in states.items() if counts[state] > 1}

    def _state(self, run: str) -> str:
        """What a run tested; "" if that is not known, or if nothing can be learned from the run."""
        try:
            summary = self.summary(run)
        except (OSError, ValueError, TypeError, RecursionError):
            return ""
        return "" if summary.ignored else summary.state

    @contextmanager
    def reading(self) -> Iterator[None]:
        """Hold off pruning while runs are being read."""
        if not self.folder.is_dir():
            yield
            return
        with self._opened() as folder:
            fcntl.flock(folder, fcntl.LOCK_SH)
            yield

    def is_running(self, run: str) -> bool:
        """Whether its process is still at it; not if run.json cannot be read."""
        try:
            return self.summary(run).is_under_way
        except (OSError, ValueError, TypeError, RecursionError):
            return False

    @contextmanager
    def _opened(self) -> Iterator[int]:
        """The folder itself, open: readers and pruning lock it, so that reading writes nothing."""
        descriptor = os.open(self.folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            yield descriptor
        finally:
            os.close(descriptor)

    def _prune(self, written: str) -> None:
        """Drop the oldest runs. The one just written is the newest, whatever others say of their time."""
        now = sortable(self.clock())
        # What is dated in the future would stay for ever, in the place of what is new.
        ids = sorted(self.ids(), key=lambda run: (run == written, run[: len(now)] <= now, run))
        by_hand = [run for run in ids if run.endswith("h")]
        surplus = [*self._surplus([run for run in ids if not run.endswith("h")]), *self._surplus(by_hand)]
        if not surplus:
            return
        with self._opened() as folder:
            try:
                fcntl.flock(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                return  # someone is reading; the next run prunes
            for run in surplus:
                if self.is_running(run):
                    continue  # it is still writing there
                with suppress(FileNotFoundError):
                    shutil.rmtree(self.folder / run)

    def _surplus(self, runs: list[str]) -> list[str]:
        """The runs, oldest first, that are too many or for which there is no room behind newer ones."""
        total = 0
        for place, run in enumerate(reversed(runs)):
            total += self._size(run)
            if place == self.kept or (place and total > self.kept_bytes):
                return runs[: len(runs) - place]
        return []

    def _size(self, run: str) -> int:
        """Bytes of its files; of a run that another process is just pruning, what is left of it."""
        size = 0
        with suppress(FileNotFoundError), os.scandir(self.folder / run) as entries:
            for entry in entries:
                with suppress(FileNotFoundError):
                    size += entry.stat(follow_symlinks=False).st_size
        return size
