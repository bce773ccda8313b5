"""Every store of runs agrees with every other: the same evidence goes in, and the same comes out.

The state machine opens, fills, ends, damages, copies and forgets runs in files and in memory, each with two handles on
one record, as two processes have them. Values, order, log and the words of errors must be the same; what is pruned, and
what a reader holds off from being pruned, too. Three stores with a fault prove that it would notice.
"""

from __future__ import annotations

import os
import re
import shutil
import tempfile
from dataclasses import asdict, dataclass, field, is_dataclass, replace
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule, run_state_machine_as_test
from tests.pictures import JPEG, PNG

from hardwon.areas.area import Verdict
from hardwon.errors import HardwonError
from hardwon.evidence import journal, log, past_tests, pictures
from hardwon.evidence.flaky import flaky_tests
from hardwon.evidence.history import history
from hardwon.evidence.idle import known_runs
from hardwon.evidence.journal import AttemptEnd, StepRow, TestEnd
from hardwon.evidence.results import Result
from hardwon.evidence.run_file import Evidence, RunDetails
from hardwon.evidence.runs import Runs
from hardwon.evidence.told import ToldStep, ToldTest
from hardwon.observations.deltas import DecisionError, MemoryLog, delta
from hardwon.steps.place import Place
from hardwon.steps.seen import Lesson, Seen
from hardwon.store.run_record import LONGEST_ROW
from hardwon.store.runs import RunStore
from hardwon.store.runs_in_memory import RunsInMemory
from hardwon.testing import observation

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from contextlib import AbstractContextManager

    from hardwon.evidence.changes import Changes
    from hardwon.observations.deltas import Delta
    from hardwon.store.run_record import Flaw, RunRecord

AT = "2026-01-05T10:00:00Z"
NOW = datetime(2026, 1, 10, tzinfo=UTC)
IDS = (
    *(f"2026010{day}T100000-000000-ab12" for day in range(1, 5)),
    "20260102T100000-000000-cd34h",
    "20260103T100000-000000-cd34h",
    "20990101T000000-000000-ffff",
)
FOREIGN = ("notes", "20260101")
LATE = observation("Login modal: opens late", "It appears about two seconds after the page.")
RAISED = replace(LATE, trust=0.55, confirmed_count=1)
DELTAS = (
    delta("add", None, LATE, "seen"),
    delta("confirm", LATE, RAISED, "seen again: Größe 店"),
    delta("delete", RAISED, None, "gone", faded=True),
)
PICTURE = f"screenshot-{sha256(PNG).hexdigest()[:12]}.png"
PARTS = (
    *("run.json", "tests.json.gz", "tests.jsonl", "changes.jsonl", "steps.jsonl", "conclusions.jsonl", "report.md"),
    PICTURE,
)
DAMAGE = (b"", b"{", b"[]", b"\xff\n", b'{"run_id": 1}\n', b'{"test": "a", "verdict": "passed"}\n{"test": "b', b"\n\n")

handles = st.integers(0, 1)
runs = st.sampled_from(IDS[:2]) | st.sampled_from(IDS)
"""Some more often than others, so that something comes together in them."""
texts = st.sampled_from(("test_a", "Größe 店 🙂", "two\nlines", "\u2028", "")) | st.text(max_size=10)


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a power cut leaves is not asked here, and waiting for the disk is what would take long."""
    monkeypatch.setattr(os, "fsync", lambda _: None)


def results() -> st.SearchStrategy[list[Result]]:
    one = st.builds(
        Result,
        test=texts,
        name=texts,
        outcome=st.sampled_from(("passed", "failed", "skipped", "error")),
        area=texts,
        flaky=st.booleans(),
        duration=st.sampled_from((None, 0.25)),
    )
    return st.lists(one, max_size=4)


def steps() -> st.SearchStrategy[StepRow]:
    shots = st.sampled_from(((), (), (PNG,), (PNG, JPEG)))
    return st.builds(_step, text=texts, key=st.sampled_from(("k0", "k1")), index=st.integers(0, 2), screenshots=shots)


def _step(text: str, key: str, index: int, screenshots: tuple[bytes, ...] = ()) -> StepRow:
    told = ToldStep(text=text, kind="act", status="passed", injected=[LATE.id], memory="used", sub_actions=1)
    lesson = Lesson(title=text, content=text, scope="product")
    seen = Seen(
        text=text,
        kind="act",
        status="passed",
        sub_actions=1,
        retries=0,
        observation=text,
        reason="",
        injected=(LATE.id,),
        told={LATE.id: text},
        used=(),
        contradicted=(),
        lessons=(lesson,),
    )
    return StepRow(
        test="t_login",
        attempt=1,
        index=index,
        key=key,
        told=told,
        seen=seen,
        context=text,
        scores={LATE.id: 0.5},
        digests={LATE.id: "d"},
        memory_reason="",
        refused="",
        duration=0.5,
        screenshots=screenshots,
    )


@dataclass(slots=True, kw_only=True)
class Side:
    """One store of runs with two handles on it, each with the logs that it writes."""

    root: str
    """What messages call it: cut out before two sides are compared."""

    records: tuple[RunRecord, RunRecord]
    logs: dict[tuple[int, str], Changes] = field(default_factory=dict)
    holding: AbstractContextManager[None] | None = None

    def runs(self, handle: int) -> Runs:
        return Runs(self.records[handle], kept=3, kept_bytes=6_000, clock=lambda: NOW)

    def log(self, handle: int, run: str) -> Changes:
        """The same for as long as a process lives: it reads only what is new to it."""
        made = self.runs(handle).changes_of(run, writer=f"w{handle}", clock=lambda: AT)
        return self.logs.setdefault((handle, run), made)

    def came_to(self, do: Callable[[Side], object]) -> object:
        """What an operation gave, or how it was refused."""
        try:
            return _plain(do(self), self.root)
        except HardwonError as error:
            return type(error).__name__, _WHO_KEEPS.sub("… keeps", str(error).replace(self.root, "…"))


_WHO_KEEPS = re.compile(r"(the server|\.hardwon/runs is local and) keeps")
"""Where the newest runs are: the one thing that is said differently."""


def _plain(value: Any, root: str) -> Any:
    """A value in which nothing names the store that gave it."""
    if isinstance(value, str):
        return value.replace(root, "…")
    if isinstance(value, (list, tuple)):
        return [_plain(each, root) for each in value]
    if isinstance(value, dict):
        return {key: _plain(each, root) for key, each in value.items()}
    if is_dataclass(value) and not isinstance(value, type):
        return {key: _plain(getattr(value, key), root) for key in value.__dataclass_fields__}
    return value


class RunAgreement(RuleBasedStateMachine):
    """The same operations on both sides."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp(prefix="hardwon-agreement-"))
        self.sides: tuple[Side, ...] = self.made(self.folder)

    def made(self, folder: Path) -> tuple[Side, ...]:
        known = RunsInMemory("in memory/runs")
        return (
            Side(root=str(folder), records=(RunStore(folder / "runs"), RunStore(folder / "runs"))),
            Side(root="in memory", records=(known, replace(known))),
        )

    def teardown(self) -> None:
        self.stop_reading()
        shutil.rmtree(self.folder)

    def agree(self, do: Callable[[Side], object]) -> None:
        first, *others = (side.came_to(do) for side in self.sides)
        for other in others:
            assert first == other

    # What runs keep

    @rule(handle=handles, run=runs, origin=st.sampled_from((None, "curator")))
    def begin(self, handle: int, run: str, origin: str | None) -> None:
        evidence = Evidence(run=run, kind="run", at=AT, details=RunDetails(origin=origin))
        self.agree(lambda side: side.runs(handle).open(evidence))

    @rule(handle=handles, run=runs, found=results(), ignored=st.sampled_from(("", "nearly everything failed")))
    def end(self, handle: int, run: str, found: list[Result], ignored: str) -> None:
        """The oldest runs go, by number and by size."""
        told = [Verdict(area=each.area or "cart", passed=each.outcome == "passed", run=run) for each in found]
        evidence = Evidence(run=run, kind="ingest", at=AT, results=found, verdicts=told, ignored=ignored)
        self.agree(lambda side: side.runs(handle).write(evidence))

    @rule(handle=handles, run=runs, row=steps())
    def step(self, handle: int, run: str, row: StepRow) -> None:
        self.agree(lambda side: side.runs(handle).journal_of(run).step(row))

    @rule(handle=handles, run=runs, name=texts, status=st.sampled_from(("passed", "failed")), count=st.integers(0, 2))
    def conclude(self, handle: int, run: str, name: str, status: Any, count: int) -> None:
        told = ToldTest(id="t_login", name=name, status=status, product="shop", steps=(_step("go", "k0", 0).told,))
        ended = AttemptEnd(key="k0", status=status, steps=count)
        row = TestEnd(test=told, place=Place(product="shop", test="t_login"), attempts=(ended,))
        self.agree(lambda side: side.runs(handle).journal_of(run).test(f"w{handle}", row))

    @rule(handle=handles, run=runs, change=st.sampled_from(DELTAS), undone=st.booleans())
    def change(self, handle: int, run: str, change: Delta, undone: bool) -> None:
        def announce(side: Side) -> None:
            about = side.log(handle, run).about("t_login")
            about.announce(change)
            if undone:
                about.undone(change)

        self.agree(announce)

    @rule(handle=handles, run=runs, reason=texts)
    def curated(self, handle: int, run: str, reason: str) -> None:
        done = MemoryLog(errors=(DecisionError(index=0, action="add", reason=reason),), curator_duration=0.5)
        self.agree(lambda side: side.log(handle, run).curated(done))

    @rule(handle=handles, run=runs, rows=st.lists(st.dictionaries(texts, texts, max_size=2), max_size=3))
    def append_many(self, handle: int, run: str, rows: Sequence[Mapping[str, Any]]) -> None:
        self.agree(lambda side: side.records[handle].append(run, "steps.jsonl", rows, durable=True))

    @rule(handle=handles, run=runs, page=texts)
    def keep_page(self, handle: int, run: str, page: str) -> None:
        self.agree(lambda side: side.runs(handle).keep_page(run, page))

    @rule(handle=handles, run=runs | st.sampled_from(FOREIGN))
    def forget(self, handle: int, run: str) -> None:
        self.agree(lambda side: side.runs(handle).forget(run))

    @rule(
        handle=handles,
        run=runs | st.sampled_from(FOREIGN),
        part=st.sampled_from(PARTS),
        content=st.sampled_from(DAMAGE),
    )
    def damage(self, handle: int, run: str, part: str, content: bytes) -> None:
        """Anything in the place of any part; also of what is not called like a run."""
        self.agree(lambda side: side.records[handle].keep(run, {part: content}))

    @rule(run=runs, to=runs)
    def copy(self, run: str, to: str) -> None:
        def copy(side: Side) -> None:
            side.records[1].keep(to, side.records[0].parts(run))

        self.agree(copy)

    @precondition(lambda self: self.sides[0].holding is None and self.sides[0].records[0].ids())
    @rule()
    def start_reading(self) -> None:
        """The first handle reads: whatever ends meanwhile, nothing goes."""
        for side in self.sides:
            side.holding = side.records[0].reading()
            side.holding.__enter__()

    @precondition(lambda self: self.sides[0].holding is not None)
    @rule()
    def stop_reading(self) -> None:
        for side in self.sides:
            if side.holding is not None:
                side.holding.__exit__(None, None, None)
            side.holding = None

    @rule(run=runs | st.sampled_from(FOREIGN), part=st.sampled_from(PARTS), most=st.sampled_from((0, 10, 10**6)))
    def ask_for_a_part(self, run: str, part: str, most: int) -> None:
        self.agree(lambda side: side.records[0].document(run, part, most))
        self.agree(lambda side: side.records[1].has(run, part))
        self.agree(lambda side: side.records[0].has(run))
        self.agree(lambda side: side.records[1].where_of(run, part))
        self.agree(lambda side: side.records[0].written(run, part) is None)
        self.agree(lambda side: list(side.records[0].rows(run, part, longest=10, skip=lambda row: row == b"[]")))

    @rule(run=runs | st.sampled_from(FOREIGN))
    def ask_for_a_run(self, run: str) -> None:
        self.agree(lambda side: side.runs(1).summary(run).flaw)
        self.agree(lambda side: side.runs(1).is_running(run))
        self.agree(lambda side: past_tests.tests_of(side.runs(0), run))

    @rule(handle=handles, run=runs)
    def ask_what_was_done(self, handle: int, run: str) -> None:
        """By a process that has asked before, and by one that has not."""
        self.agree(lambda side: side.log(handle, run).confirmed(lambda _: None))
        self.agree(lambda side: side.runs(handle).changes_of(run).deprecated("t_login", lambda _: None))

    @invariant()
    def runs_are_the_same(self) -> None:
        self.agree(lambda side: side.runs(1).ids())
        self.agree(lambda side: side.records[0].sizes())
        self.agree(lambda side: {run: side.records[1].parts(run) for run in (*side.runs(0).ids(), *FOREIGN)})

    @invariant()
    def they_tell_the_same(self) -> None:
        for run in IDS:
            self.agree(lambda side, run=run: dict(side.runs(0).summary(run).document))  # type: ignore[misc]  # bound now
            self.agree(lambda side, run=run: list(side.runs(0).tests(run)))  # type: ignore[misc]  # as above
            self.agree(lambda side, run=run: list(side.runs(1).ended_tests(run)))  # type: ignore[misc]  # as above
            self.agree(lambda side, run=run: journal.steps_in(side.records[1], run))  # type: ignore[misc]  # as above
            self.agree(lambda side, run=run: pictures.shown(side.records[0], run, PICTURE))  # type: ignore[misc]  # as above
            self.agree(lambda side, run=run: _listed(side.runs(0).changed_in(run)))  # type: ignore[misc]  # as above
            self.agree(lambda side, run=run: side.runs(1).memory_log(run, lambda _: None))  # type: ignore[misc]  # as above
            self.agree(lambda side, run=run: side.runs(1).page(run))  # type: ignore[misc]  # as above

    @invariant()
    def their_readers_agree(self) -> None:
        self.agree(lambda side: list(log.entries(side.runs(0), lambda _: None)))
        self.agree(lambda side: [asdict(each) for each in known_runs(side.runs(1))])
        self.agree(lambda side: flaky_tests(side.runs(0)))
        self.agree(lambda side: history(side.runs(1)))


def _listed(found: Iterator[Any] | None) -> list[Any] | None:
    return None if found is None else list(found)


TestRunAgreement = RunAgreement.TestCase
TestRunAgreement.settings = settings(max_examples=30, stateful_step_count=25)


# Three stores that have a fault.


class RunsOfTheirOwn(RunsInMemory):
    """Appends to what it last saw itself: rows of the other handle in between are lost."""

    __slots__ = ()
    seen: dict[tuple[int, str, str], bytes] = {}  # noqa: RUF012 - shared on purpose: a frozen store can keep nothing of its own

    def append(self, run: str, part: str, rows: Sequence[Mapping[str, Any]], *, durable: bool = False) -> None:
        mine = (id(self), run, part)
        if mine in self.seen and self.has(run, part):
            self.keep(run, {part: self.seen[mine]})
        super().append(run, part, rows, durable=durable)
        self.seen[mine] = self.document(run, part) or b""


class RunsThatGoWhileTheyAreRead(RunsInMemory):
    """Prunes whoever reads."""

    __slots__ = ()

    def prune(self, runs: Sequence[str], is_needed: Callable[[str], bool]) -> None:
        for run in runs:
            if not is_needed(run):
                self.forget(run)


class RunsWithoutMarks(RunStore):
    """Counts rows where bytes are asked for: who asks again misses some, or reads them twice."""

    __slots__ = ()

    def rows(
        self,
        run: str,
        part: str,
        *,
        start: int = 0,
        longest: int = LONGEST_ROW,
        skip: Callable[[bytes], bool] = lambda _: False,
    ) -> Iterator[tuple[int, dict[str, Any] | Flaw]]:
        found = super().rows(run, part, start=start, longest=longest, skip=skip)
        return ((number + 1_000_000, row) for number, (_, row) in enumerate(found))


class LostRows(RunAgreement):
    def made(self, folder: Path) -> tuple[Side, ...]:
        RunsOfTheirOwn.seen.clear()
        one, two = super().made(folder)
        known = RunsOfTheirOwn("in memory/runs")
        two.records = (known, replace(known))
        return one, two


class PrunedWhileRead(RunAgreement):
    def made(self, folder: Path) -> tuple[Side, ...]:
        one, two = super().made(folder)
        known = RunsThatGoWhileTheyAreRead("in memory/runs")
        two.records = (known, replace(known))
        return one, two


class LostPlace(RunAgreement):
    def made(self, folder: Path) -> tuple[Side, ...]:
        one, two = super().made(folder)
        one.records = (RunsWithoutMarks(folder / "runs"), RunsWithoutMarks(folder / "runs"))
        return one, two


@pytest.mark.parametrize("broken", [LostRows, PrunedWhileRead, LostPlace])
def test_the_machine_finds_a_broken_store(broken: type[RunAgreement]) -> None:
    # Without shrinking: that there is a way to see the fault is all that counts here.
    found = settings(max_examples=400, stateful_step_count=30, phases=[Phase.generate])
    with pytest.raises(AssertionError):
        run_state_machine_as_test(broken, settings=found)
