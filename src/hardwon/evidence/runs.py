"""runs/: the evidence of each run, local, append-only, pruned by number and by size.

A run's folder holds run.json (what it was and what followed from it) and, where tests are known one by one, a table of
them. Without the folder history is unknown, and whoever depends on it says so.
"""

from __future__ import annotations

import fcntl
import json
import os
import re
import secrets
import shutil
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from hardwon.evidence import test_table
from hardwon.store import atomic
from hardwon.store.lock import is_alive
from hardwon.text.times import sortable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from pathlib import Path

    from hardwon.areas.area import Verdict
    from hardwon.evidence.results import Result
    from hardwon.evidence.test_table import KeptTest
    from hardwon.store.lines import Flaw

PAGE = "report.md"
RUN_ID = re.compile(r"[0-9]{8}T[0-9]{6}-[0-9]{6}-[0-9a-f]{4}h?")
"""An `h` at its end marks a log of changes by hand, which must not push the evidence of tests out."""


def new_run_id(now: datetime) -> str:
    """A name that sorts by time and is never given twice."""
    return f"{sortable(now)}-{secrets.token_hex(2)}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """What is kept of one run."""

    run: str
    kind: str
    """What made it: `record`, `ingest` and so on."""

    at: str
    commit: str | None = None
    verdicts: Sequence[Verdict] = ()
    results: Sequence[Result] = ()
    ignored: str = ""
    """Why it taught nothing; empty when it did."""

    details: Mapping[str, Any] = field(default_factory=dict)

    live: bool = False
    """It was written as it happened, and stays whatever comes of it."""


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
        summary = {
            "run_id": evidence.run,
            "kind": evidence.kind,
            "time": evidence.at,
            "commit": evidence.commit,
            "ignored": evidence.ignored or None,
            "verdicts": [_verdict(verdict) for verdict in evidence.verdicts],
            **evidence.details,
        }
        text = json.dumps(summary, indent=2, sort_keys=True) + "\n"
        atomic.write(folder / "run.json", text.encode(), durable=False)
        self._prune(evidence.run)

    def open(self, run: str, header: Mapping[str, Any]) -> None:
        """Say that a run has begun: if it is killed, what it was and what it did until then is still known."""
        opening = {**header, "run_id": run, "status": "running", "pid": os.getpid(), "verdicts": []}
        text = json.dumps(opening, indent=2, sort_keys=True) + "\n"
        atomic.write(self.folder / run / "run.json", text.encode(), durable=False)

    def keep_page(self, run: str, page: str) -> None:
        """Keep what people read about a run."""
        atomic.write(self.folder / run / PAGE, page.encode(), durable=False)

    def page(self, run: str) -> str:
        """What people read about a run; empty if it has no page."""
        try:
            return (self.folder / run / PAGE).read_text("utf-8")
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

    def summary(self, run: str) -> dict[str, Any]:
        """run.json of a run; ValueError or OSError if it cannot be read."""
        loaded = json.loads((self.folder / run / "run.json").read_bytes())
        if not isinstance(loaded, dict):
            raise TypeError("run.json must hold an object")
        return loaded

    def tests(self, run: str, is_known: Callable[[str], bool] = lambda _: False) -> Iterator[KeptTest | Flaw]:
        """How each test of a run ended; a Flaw for what cannot be read. Tests that are known may be passed over."""
        return test_table.read(self.folder / run, is_known)

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
            return is_under_way(self.summary(run))
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


def is_under_way(summary: Mapping[str, Any]) -> bool:
    """Whether a run.json is of a run whose process lives: it has not yet said how it ended."""
    pid = summary.get("pid")
    return summary.get("status") == "running" and type(pid) is int and is_alive(pid)


def _verdict(verdict: Verdict) -> dict[str, Any]:
    return {key: value for key, value in asdict(verdict).items() if key != "run"}
