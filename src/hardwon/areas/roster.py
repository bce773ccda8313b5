"""The roster of an area: which tests it is known to have, per source, and how they ended on the states of late.

Pure values. Tests go by short digests of their names, parameters cut off, so that a roster of many tests stays small.
"""

from __future__ import annotations

from binascii import b2a_base64
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

Keys = frozenset[str]
"""Tests, each as `key_of` gives it."""

KEY_LENGTH = 8
_KEY_BYTES = 6
_IN_ADDRESSES = bytes.maketrans(b"+/", b"-_")

IN_A_ROW = 3
"""So many times the same set of tests is what a source has now; so many times missed, a source goes its own way."""

MOST_NAMES = 3
"""Other names of states that are kept: the next run begins where the last one ended."""

MOST_STATES = 3
"""States of which is kept what was heard on them: shards of two builds may come in turns, not those of ten."""


def key_of(test: str) -> str:
    """What a test goes by: a digest of its name without its parameters, which may differ every day."""
    return short_digest(parted(test)[0])


def parted(test: str) -> tuple[str, str]:
    """The name of a test, and its parameters, empty if it has none. What stands in brackets before `::` is neither."""
    at = test.find("[", test.find("::") + 1 or 1)
    return (test, "") if at < 0 else (test[:at], test[at + 1 :])


def scenario_key(scenario: str) -> str:
    """What a scenario goes by; never the same as a test."""
    return short_digest(f"scenario\0{scenario}")


def digest_of(names: Keys) -> str:
    """One digest for a set of tests."""
    return blake2b("".join(sorted(names)).encode(), digest_size=12).hexdigest()


def short_digest(text: str) -> str:
    """The digest that stands for a name or for parameters."""
    digest = blake2b(text.encode("utf-8", "surrogatepass"), digest_size=_KEY_BYTES).digest()
    return b2a_base64(digest, newline=False).translate(_IN_ADDRESSES).decode()


@dataclass(frozen=True, slots=True)
class Cases:
    """How the parameters of one test ended, each as `short_digest` gives it."""

    passed: Keys = frozenset()
    failed: Keys = frozenset()

    def __len__(self) -> int:
        return len(self.passed | self.failed)


@dataclass(frozen=True, slots=True, kw_only=True)
class Heard:
    """How tests ended in one run, as one source tells it."""

    source: str
    """Empty for scenarios, which have no lasting identity."""

    at: float = 0.0
    """Seconds since 1970."""

    passed: Keys = frozenset()
    failed: Keys = frozenset()
    cases: Mapping[str, Cases] = field(default_factory=dict)
    """By test, its parameters. Once they are weighed: of tests that failed, or did not pass with all of them."""

    @property
    def tests(self) -> Keys:
        return self.passed | self.failed

    @property
    def ran(self) -> Keys:
        """Its tests, also those that ran with too few of their parameters to have passed."""
        return self.tests.union(self.cases)


@dataclass(frozen=True, slots=True, kw_only=True)
class Lap:
    """The tests that a source had on one state, so that the same set can be seen to return."""

    state: str
    at: float
    tests: str
    """Digest of the set."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownSource:
    """What one source is known to have in an area."""

    known: Keys = frozenset()
    cases: Mapping[str, int] = field(default_factory=dict)
    """With how many parameters a test ran, where it has several."""

    missed: int = 0
    """States on which other sources were complete and this one was not heard of. It is waited for only so often."""

    laps: tuple[Lap, ...] = ()
    run: str = ""
    """Digest of the set that its last run had."""

    runs: int = 0
    """How many runs in a row had that set."""

    @property
    def is_apart(self) -> bool:
        """It does not come together with the others: it is compared with itself alone, and nobody waits for it."""
        return self.missed >= IN_A_ROW


@dataclass(frozen=True, slots=True, kw_only=True)
class Roster:
    """What is known of the tests of one area, on this machine."""

    sources: Mapping[str, KnownSource] = field(default_factory=dict)
    heard: Mapping[str, tuple[Heard, ...]] = field(default_factory=dict)
    """By state, what was heard on it, oldest first."""

    spared: Keys = frozenset()
    """Tests that `select` last left out because the area has proven itself."""

    spared_on: str = ""
    """The state that it was asked on."""

    only_probes: bool = False
    """It left only probes of the area."""

    proven_at: float = 0.0
    """When the last pass was credited that this machine knows the tests of, in seconds since 1970."""

    passed_on: str = ""
    """The files that it last passed on: the name of a listing. Empty if that is not known."""

    word_on: str = ""
    """What the area rested on when a machine's bare word on it last counted: the name of a listing."""

    word_at: float = 0.0
    """When that was, in seconds since 1970."""

    behind: Keys = frozenset()
    """Tests of it that have not passed on those files: nobody may leave them out."""

    also: Mapping[str, str] = field(default_factory=dict)
    """Other names of states, oldest first: what a run itself has written makes another digest, not another state."""

    def first_name(self, state: str) -> str:
        """What a state was called before runs wrote files into it."""
        return self.also.get(state, state)

    def calling(self, state: str, *, ended: str) -> Roster:
        """The roster that knows by which other name a state goes since a run on it ended."""
        if not ended or ended == state or self.also.get(ended) == state:
            return self
        kept = [each for each in self.also.items() if each[0] not in (ended, state)][-(MOST_NAMES - 1) :]
        return replace(self, also=dict([*kept, (ended, state)]))

    @property
    def known(self) -> Keys:
        """The tests that are expected to come together."""
        together = (source.known for source in self.sources.values() if not source.is_apart)
        return frozenset().union(*together)

    def on(self, state: str, *, since: float) -> tuple[Heard, ...]:
        """What was heard on a state since a moment."""
        return tuple(each for each in self.heard.get(state, ()) if each.at > since)

    @property
    def ever_known(self) -> Keys:
        """The tests that any source is known to have."""
        return frozenset().union(*(source.known for source in self.sources.values()))

    def hearing(self, state: str, said: Iterable[Heard], *, since: float) -> Roster:
        """The roster with what a run said; what is older than `since` is forgotten."""
        kept = {name: recent for name in self.heard if name != state and (recent := self.on(name, since=since))}
        newest = sorted(kept, key=lambda name: kept[name][-1].at)[-(MOST_STATES - 1) :]
        told = self.on(state, since=since)
        for each in said:
            told = (*_without(told, each), each)
        return replace(self, heard={**{name: kept[name] for name in newest}, state: told})


def _without(told: tuple[Heard, ...], newer: Heard) -> tuple[Heard, ...]:
    """What was heard before, but for what its source now says again: each test passed and failed once at most."""
    rest = (_but_for(newer, each) if each.source == newer.source else each for each in told)
    return tuple(each for each in rest if each.ran)


def _but_for(newer: Heard, older: Heard) -> Heard:
    passed, failed = older.passed - newer.passed, older.failed - newer.failed
    said = newer.ran
    cases = {key: own for key, own in older.cases.items() if key not in said or key in passed or key in failed}
    return replace(older, passed=passed, failed=failed, cases=cases)


def together(one: Roster, other: Roster) -> Roster:
    """Two areas that are one from now on: the tests of both. What was heard on states is about neither alone."""
    sources = dict(other.sources)
    for name, own in one.sources.items():
        theirs = sources.get(name, KnownSource())
        sources[name] = KnownSource(known=own.known | theirs.known, cases={**theirs.cases, **own.cases})
    same_files = one.passed_on == other.passed_on
    return Roster(
        sources=sources,
        passed_on=other.passed_on if same_files else "",
        behind=one.behind | other.behind if same_files else frozenset(),
    )


def ever_passed(told: Iterable[Heard]) -> Keys:
    """The tests that have passed at least once."""
    return frozenset().union(*(each.passed for each in told))


def ever_failed(told: Iterable[Heard]) -> Keys:
    """The tests that have failed at least once."""
    return frozenset().union(*(each.failed for each in told))


def last_words(told: Iterable[Heard]) -> tuple[Keys, Keys]:
    """The tests that passed, and those that failed, when they were last heard of: as if all had been one run."""
    passed: set[str] = set()
    failed: set[str] = set()
    for each in told:
        passed = (passed - each.failed) | each.passed
        failed = (failed - each.passed) | each.failed
    return frozenset(passed), frozenset(failed)
