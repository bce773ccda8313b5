"""runs/<id>/run.json: what a run was, and what followed from it. No other module knows its keys.

It is written when a run begins (its head, `status` "running" and the process) and again when it is over. Readers take a
RunSummary: whatever in the file is not what it should be counts as not said, and `flaw` tells what that is.
"""

from __future__ import annotations

import json
import os
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

from hardwon.areas.area import Verdict
from hardwon.store.processes import is_alive
from hardwon.text.plain import one_line
from hardwon.text.times import moment

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from hardwon.areas.life import AreaChange
    from hardwon.evidence.own_tests import OwnTest
    from hardwon.evidence.results import Result
    from hardwon.evidence.told import PytestPart, RunEnd, RunSetup, ToldTest
    from hardwon.observations.deltas import MemoryLog

FILE = "run.json"
_RUNNING = "running"
LONGEST_RUN = timedelta(hours=6)
"""For so long a run that another machine began is taken to be under way."""

_COUNTS = ("tests", "failed", "flaky")


@dataclass(frozen=True, slots=True, kw_only=True)
class RunDetails:
    """What is said of a run beyond its head and its verdicts. What is None is not said."""

    origin: str | None = None
    """Who changes observations in it."""

    setup: RunSetup | None = None
    reports: Mapping[str, str] | None = None
    """The reports that it was read from: the digest of each, with what it is called."""

    tally: Mapping[str, int] | None = None
    """How many tests ended in which way."""

    end: RunEnd | None = None
    memory_log: MemoryLog | None = None
    pytest: PytestPart | None = None
    own_test: OwnTest | None = None
    """The test that an agent carries out itself."""

    area_change: AreaChange | None = None
    """What was done to an area by hand."""

    hide: Callable[[Any], Any] = lambda value: value
    """Gives a value as it may be written: without secrets."""

    def document(self) -> dict[str, Any]:
        said = {"origin": self.origin, "tests": self.tally}
        document: dict[str, Any] = {key: value for key, value in said.items() if value is not None}
        if self.reports is not None:
            document["reports"] = [{"file": shown, "digest": digest} for digest, shown in self.reports.items()]
        for part in (self.setup, self.end, self.pytest):
            document |= part.document() if part else {}
        if self.memory_log is not None:
            document["memory_log"] = self.memory_log.document()
        if self.own_test is not None:
            document["own_test"] = self.own_test.document()
        if self.area_change is not None:
            document["area_change"] = self.area_change.document()
        hidden: dict[str, Any] = self.hide(document)
        return hidden


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """What is kept of one run."""

    run: str
    kind: str
    """What made it: `record`, `ingest` and so on."""

    at: str
    commit: str | None = None
    state: str = ""
    """What was tested; empty if nothing is known of it beyond the commit."""

    verdicts: Sequence[Verdict] = ()
    results: Sequence[Result] = ()
    ignored: str = ""
    """Why it taught nothing; empty when it did."""

    details: RunDetails = field(default_factory=RunDetails)

    live: bool = False
    """It was written as it happened, and stays whatever comes of it."""

    def opening(self, pid: int) -> bytes:
        """run.json while the run is under way, in the process `pid`."""
        return _text(self._head() | {"status": _RUNNING, "pid": pid, "host": os.uname().nodename, "verdicts": []})

    def content(self) -> bytes:
        """run.json when the run is over."""
        verdicts = [each.document() for each in self.verdicts]
        return _text({"ignored": self.ignored or None, "verdicts": verdicts} | self._head())

    def _head(self) -> dict[str, Any]:
        head = {"run_id": self.run, "kind": self.kind, "time": self.at, "commit": self.commit}
        return head | ({"state": self.state} if self.state else {}) | self.details.document()


def _text(document: dict[str, Any]) -> bytes:
    return (json.dumps(document, indent=2, sort_keys=True) + "\n").encode()


@dataclass(frozen=True, slots=True, kw_only=True)
class RunSummary:
    """run.json as its readers need it."""

    run: str
    document: Mapping[str, Any]
    """All of it, as `hardwon report --json` shows it."""

    @property
    def time(self) -> str:
        """When it began; "" if that is not said."""
        return _text_of(self.document.get("time")) or ""

    @property
    def written_time(self) -> str:
        """What stands where the time should, for a message."""
        return one_line(repr(self.document.get("time")), 60)

    @property
    def kind(self) -> str:
        """What made it: `record`, `ingest` and so on; "" if that is not said."""
        return _text_of(self.document.get("kind")) or ""

    @property
    def status(self) -> str:
        """How its tests with steps ended, or `running`; "" if it has none."""
        return _text_of(self.document.get("status")) or ""

    @property
    def tally(self) -> dict[str, int]:
        """How many tests ended in which way; empty if that is not said."""
        told = self.document.get("tests")
        return {key: count for key, count in told.items() if type(count) is int} if isinstance(told, dict) else {}

    @property
    def commit(self) -> str | None:
        return _text_of(self.document.get("commit"))

    @property
    def state(self) -> str:
        """What was tested, as a text that differs where the content does; "" if that is not said."""
        return _text_of(self.document.get("state")) or ""

    @property
    def ignored(self) -> str:
        """Why it taught nothing; "" if it did."""
        return _text_of(self.document.get("ignored")) or ""

    @property
    def origin(self) -> str | None:
        """Who changes observations in it."""
        return _text_of(self.document.get("origin"))

    @property
    def is_unfinished(self) -> bool:
        """It has not said how it ended: it is still running, or was killed."""
        return self.document.get("status") == _RUNNING

    @property
    def is_under_way(self) -> bool:
        """Its process lives, and has not yet said how it ended."""
        pid = self.document.get("pid")
        return self.is_unfinished and (self._is_elsewhere or (type(pid) is int and is_alive(pid)))

    @property
    def is_ours(self) -> bool:
        """This very process is at it."""
        return self.is_unfinished and not self._is_elsewhere and self.document.get("pid") == os.getpid()

    @property
    def _is_elsewhere(self) -> bool:
        """It was begun on another machine, not long ago: whether its process lives cannot be seen from here."""
        host = self.document.get("host")
        if type(host) is not str or host == os.uname().nodename:
            return False
        try:
            return datetime.now(UTC) - moment(self.time) < LONGEST_RUN
        except ValueError:
            return False

    @property
    def verdicts(self) -> tuple[Verdict, ...]:
        """What it said about areas."""
        found = (each for each in _listed(self.document.get("verdicts")) if _is_verdict(each))
        return tuple(
            Verdict(
                area=each["area"],
                passed=each["passed"],
                run=self.run,
                **{key: each[key] for key in _COUNTS},
                # Earlier releases credited whatever they recorded.
                credited=each.get("credited") is not False,
                why=_text_of(each.get("why")) or "",
                started_again=each.get("started_again") is True,
            )
            for each in found
        )

    @property
    def tests(self) -> tuple[ToldTest, ...]:
        """Its tests with steps."""
        told_test, _ = _readers()
        return tuple(told_test(each) for each in objects(self.document.get("test_results")))

    @property
    def own_test(self) -> Mapping[str, Any] | None:
        """The head of the test that an agent carries out itself, as `journal` reads it; None if it is another run."""
        head = self.document.get("own_test")
        return head if isinstance(head, dict) else None

    @property
    def area_change(self) -> Mapping[str, Any] | None:
        """What was done to an area by hand: `action`, `area` and `into`; None if it is another run."""
        change = self.document.get("area_change")
        sound = isinstance(change, dict) and all(isinstance(change.get(key), str) for key in ("action", "area"))
        return change if sound else None

    @property
    def setup(self) -> RunSetup:
        _, told_setup = _readers()
        return told_setup(self.document)

    @property
    def deltas(self) -> list[dict[str, Any]]:
        """Its changes of observations, in runs from before there was a log of changes."""
        log = self.document.get("memory_log")
        return objects(log.get("deltas")) if isinstance(log, dict) else []

    @property
    def flaw(self) -> str:
        """What is not as it should be; "" if all is."""
        if self.document.get("run_id") != self.run:
            return f"run_id: is {_shown(self.document.get('run_id'))}, but the folder is {self.run!r}"
        verdicts = self.document.get("verdicts")
        if not isinstance(verdicts, list):
            return "verdicts: must be a list"
        wrong = (index for index, verdict in enumerate(verdicts) if not _is_verdict(verdict))
        return next((f"verdicts[{i}]: must be an object with area, passed, tests, failed and flaky" for i in wrong), "")


def summary_in(run: str, content: bytes) -> RunSummary:
    """What run.json of a run says; ValueError, TypeError or RecursionError if it is not one."""
    document = json.loads(content)
    if not isinstance(document, dict):
        raise TypeError("run.json must hold an object")
    return RunSummary(run=run, document=document)


def _readers() -> tuple[Callable[[Any], ToldTest], Callable[[Mapping[str, Any]], RunSetup]]:
    from hardwon.evidence import told  # noqa: PLC0415 - only runs with steps have such parts, and most have none

    return told.told_test, told.told_setup


def objects(value: Any) -> list[dict[str, Any]]:
    """The objects in a list of foreign JSON; none where it is not a list."""
    return [each for each in _listed(value) if isinstance(each, dict)]


def _listed(value: Any) -> Iterable[Any]:
    return value if isinstance(value, list) else ()


def _text_of(value: Any) -> str | None:
    return value if isinstance(value, str) else None


def _shown(value: Any) -> str:
    return one_line(repr(value), 80)


def _is_verdict(verdict: Any) -> bool:
    return (
        isinstance(verdict, dict)
        and isinstance(verdict.get("area"), str)
        and isinstance(verdict.get("passed"), bool)
        and all(type(verdict.get(key)) is int and verdict[key] >= 0 for key in _COUNTS)
    )
