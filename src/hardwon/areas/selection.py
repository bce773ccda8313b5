"""Selection: which tests a reduced run leaves out, and why each other one runs.

Pure: tests and what is known about them in, a choice with a reason for each test out. The same basis gives the same
choice, in every process and whatever the order of the tests.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict, dataclass, field
from hashlib import blake2b
from math import ceil
from typing import TYPE_CHECKING, Any, Literal

from hardwon.areas.halts import REDUCIBLE, Halt, capital, told_once
from hardwon.areas.roster import key_of
from hardwon.text.plain import one_line, well_formed

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from hardwon.areas.candidate import Candidate

Cause = Literal[
    "no history",
    "unskippable",
    "failed last time",
    "flaky",
    "new",
    "changed area",
    "active area",
    "changed test",
    "not passed since",
    "changed file",
    "unknown changes",
    "stable sample",
    "probe",
    "retired",
    "stable",
]
"""What decided about a test. The last two leave it out, all others run it."""

NO_HISTORY = (
    "Nothing is reduced: no run with single tests is known here (a fresh checkout without a team's server has none)."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class AreaStanding:
    """How an area stands, as far as a choice needs it."""

    status: Literal["retired", "stable", "active", "volatile", "changed"]
    why: str = ""
    """What that rests on, for people."""

    watched: bool = True
    """A change of its files would be seen."""

    halt: Halt | None = None
    edited: tuple[str, ...] = ()
    """Files that may hold tests and changed since it last passed."""

    behind: tuple[str, ...] = ()
    """What its tests go by that did not pass when it last did."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Basis:
    """All that a choice rests on, as plain values: processes that share it choose alike."""

    areas: Mapping[str, AreaStanding] = field(default_factory=dict)
    """Every area that memory knows."""

    last: Mapping[str, str] = field(default_factory=dict)
    """How each test last ended: `passed`, `failed` or `error`."""

    durations: Mapping[str, float] = field(default_factory=dict)
    flaky: frozenset[str] = frozenset()
    runs: int = 0
    """Newest runs with single tests that this was read from."""

    stable_share: float = 0.5
    probe_share: float = 0.1
    seed: str = ""
    seeded_by: str = ""
    """Where the seed is from, for people."""

    remarks: tuple[str, ...] = ()
    """What could not be read, for people."""

    def document(self) -> dict[str, Any]:
        """The basis as JSON can carry it."""
        return {**asdict(self), "flaky": sorted(self.flaky), "remarks": list(self.remarks)}

    @classmethod
    def from_document(cls, document: Mapping[str, Any]) -> Basis:
        """The basis that `document` gave."""
        areas = {name: _standing(**standing) for name, standing in document["areas"].items()}
        sets = {"flaky": frozenset(document["flaky"]), "remarks": tuple(document["remarks"])}
        return cls(**{**document, **sets, "areas": areas})


def _standing(
    *, halt: Mapping[str, Any] | None, edited: Iterable[str], behind: Iterable[str], **parts: Any
) -> AreaStanding:
    return AreaStanding(**parts, halt=Halt(**halt) if halt else None, edited=tuple(edited), behind=tuple(behind))


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """What was decided about one test."""

    test: str
    area: str
    run: bool
    cause: Cause
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection:
    """A choice for each candidate, in their order."""

    choices: tuple[Choice, ...]
    unreduced: str = ""
    """Why nothing was left out although it was asked for; empty where tests may be."""

    seconds: float = 0.0
    """What the candidates took when they last ran, as far as that is known."""

    seconds_saved: float = 0.0
    """What those that are left out took."""

    unwatched: tuple[str, ...] = ()
    """Areas with tests left out whose files are not known: any changed source brings all of their tests back."""

    halts: Mapping[str, Halt] = field(default_factory=dict)
    """Areas that have proven themselves and run in full all the same, each with the reason."""

    @property
    def halted(self) -> list[str]:
        """The same as sentences, one for each reason."""
        return told_once(self.halts, ": everything runs")

    @property
    def running(self) -> tuple[Choice, ...]:
        return tuple(choice for choice in self.choices if choice.run)

    @property
    def skipped(self) -> tuple[Choice, ...]:
        return tuple(choice for choice in self.choices if not choice.run)

    @property
    def counts(self) -> dict[str, int]:
        """How many tests each cause decided about."""
        return dict(Counter(choice.cause for choice in self.choices))

    @property
    def left_out(self) -> dict[str, list[str]]:
        """By area, the tests that it leaves out."""
        by_area: dict[str, list[str]] = {}
        for choice in self.skipped:
            by_area.setdefault(choice.area, []).append(choice.test)
        return by_area

    @property
    def probed(self) -> set[str]:
        """Areas of which it keeps only probes."""
        return {choice.area for choice in self.skipped if choice.cause == "retired"}

    def summary(self, verb: str = "skips") -> str:
        """One sentence: how many tests it leaves out, and what that saves."""
        count = len(self.skipped)
        saved = f", about {spoken(self.seconds_saved)}" if round(self.seconds_saved, 1) else ""
        return f"{verb} {count} of {len(self.choices)} tests{saved}"


def choose(candidates: Iterable[Candidate], basis: Basis) -> Selection:
    """The tests that a reduced run must run, and those it may leave out."""
    tests = tuple(candidates)
    if not basis.runs:
        choices = tuple(_choice(each, "no history", NO_HISTORY) for each in tests)
        return Selection(choices=choices, unreduced=NO_HISTORY, seconds=_seconds(choices, basis))
    unproven = {area: _unproven(area, basis.areas.get(area)) for area in {each.area for each in tests}}
    musts = [_must(each, basis, unproven[each.area]) for each in tests]
    drawn = _drawn((each for each, must in zip(tests, musts, strict=True) if must is None), basis)
    choices = tuple(must or drawn[each.area, each.test] for each, must in zip(tests, musts, strict=True))
    left_out = [choice for choice in choices if not choice.run]
    return Selection(
        choices=choices,
        seconds=_seconds(choices, basis),
        seconds_saved=_seconds(left_out, basis),
        unwatched=tuple(sorted({each.area for each in left_out if not basis.areas[each.area].watched})),
        halts={area: halt for area in sorted(unproven) if (halt := _halt(area, basis))},
    )


def _must(candidate: Candidate, basis: Basis, unproven: tuple[Cause, str] | None) -> Choice | None:
    """Why a test runs in any case; None if it may be left out."""
    # History holds no lone surrogates, which names of files can have.
    test = well_formed(candidate.test)
    if candidate.unskippable:
        return _choice(candidate, "unskippable", "It is marked unskippable.")
    if by_itself := _by_itself(test, basis):
        return _choice(candidate, *by_itself)
    if unproven:
        return _choice(candidate, *unproven)
    if candidate.file and candidate.file in basis.areas[candidate.area].edited:
        return _choice(candidate, "changed test", f"{one_line(candidate.file)} changed since its area last passed.")
    if (behind := basis.areas[candidate.area].behind) and key_of(candidate.test) in behind:
        return _choice(candidate, "not passed since", "It did not pass when its area last did: not run, or skipped.")
    return None


def _by_itself(test: str, basis: Basis) -> tuple[Cause, str] | None:
    """Why what is known of a test itself makes it run."""
    last = basis.last.get(test)
    if last is None:
        return "new", f"No result of it is known from the newest {_runs(basis.runs)}."
    if last == "failed":
        return "failed last time", "It failed when it last ran."
    if last != "passed":
        return "failed last time", "It could not run the last time: setup or collection failed."
    if test in basis.flaky:
        return "flaky", "It failed and passed on the same state, in one of the newest runs or in two of them."
    return None


def _unproven(area: str, standing: AreaStanding | None) -> tuple[Cause, str] | None:
    """Why the tests of an area run in any case; None if some may be left out."""
    shown = one_line(area)
    if standing is None:
        return "active area", f"Nothing is known about area {shown}."
    if standing.status == "changed":
        return "changed area", f"Area {shown}: {standing.why}."
    if standing.status in ("active", "volatile"):
        return "active area", f"Area {shown} has yet to prove itself: {standing.why}."
    if standing.halt:
        cause: Cause = "changed file" if standing.halt.file else "unknown changes"
        return cause, f"{capital(standing.halt.told(area))}."
    return None


def _halt(area: str, basis: Basis) -> Halt | None:
    """What alone keeps the tests of an area from being left out."""
    standing = basis.areas.get(area)
    return standing.halt if standing and standing.status in REDUCIBLE else None


def _drawn(candidates: Iterable[Candidate], basis: Basis) -> dict[tuple[str, str], Choice]:
    """The choice for each test that may be left out, area by area."""
    by_area: dict[str, dict[str, Candidate]] = {}
    for each in candidates:
        by_area.setdefault(each.area, {})[each.test] = each
    return {
        (area, choice.test): choice
        for area, tests in by_area.items()
        for choice in _of_area(tests, basis.areas[area], basis)
    }


def _of_area(tests: Mapping[str, Candidate], standing: AreaStanding, basis: Basis) -> Iterable[Choice]:
    shown = one_line(next(iter(tests.values())).area)
    is_stable = standing.status == "stable"
    sample = _draw(tests, basis.stable_share, f"stable {basis.seed}") if is_stable else frozenset()
    rest = [test for test in tests if test not in sample]
    probes = _draw(rest, basis.probe_share, f"probe {basis.seed}")
    drawn = f"{len(sample)} of its {len(tests)} tests are drawn"
    proven = f"Area {shown} is {standing.status} ({standing.why})"
    for test, candidate in tests.items():
        if test in sample:
            yield _choice(candidate, "stable sample", f"{proven}: {drawn}, this one too.")
        elif test in probes:
            why = (
                f"A probe of {standing.status} area {shown}: {len(probes)} of {len(rest)} tests that would be left out."
            )
            yield _choice(candidate, "probe", why)
        elif is_stable:
            yield _choice(candidate, "stable", f"{proven}: {drawn}, not this one.")
        else:
            yield _choice(candidate, "retired", f"{proven}.")


def _draw(tests: Iterable[str], share: float, seed: str) -> frozenset[str]:
    """A share of the tests, at least one unless it is 0: the same for the same seed, whatever their order."""
    ranked = sorted(tests, key=lambda test: (_point(seed, test), test))
    # Nine decimals: 0.1 of 30 tests must be 3 of them, not 4 for the noise of a binary fraction.
    return frozenset(ranked[: ceil(round(share * len(ranked), 9))])


def _point(seed: str, test: str) -> bytes:
    return blake2b(f"{seed}\0{test}".encode("utf-8", "surrogatepass"), digest_size=8).digest()


def _choice(candidate: Candidate, cause: Cause, reason: str) -> Choice:
    run = cause not in ("retired", "stable")
    return Choice(test=candidate.test, area=candidate.area, run=run, cause=cause, reason=reason)


def _seconds(choices: Sequence[Choice], basis: Basis) -> float:
    return sum(basis.durations.get(well_formed(choice.test), 0.0) for choice in choices)


def _runs(count: int) -> str:
    return "run" if count == 1 else f"{count} runs"


def spoken(seconds: float) -> str:
    """A duration as people say it."""
    if seconds < 10:  # noqa: PLR2004 - below it the tenths matter
        return f"{seconds:.1f} s"
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return f"{hours} h {minutes} min"
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"
