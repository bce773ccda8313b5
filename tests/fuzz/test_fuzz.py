"""No input makes a parser end in anything but its own errors: the seeds, what once crashed it, and some mutations.

`make fuzz MINUTES=5` looks further, led by coverage; what it finds is kept in tests/fuzz/crashers/ and tried here.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest
from tests.fuzz.harnesses import CRASHERS, HARNESSES, OWN, Harness
from tests.fuzz.mutations import mutated

from hardwon.errors import ReportError

if TYPE_CHECKING:
    from pathlib import Path

MUTATIONS = 150
MUTATIONS_OF_COMMANDS = 25


@pytest.fixture(autouse=True)
def _no_git(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The projects are not in git, and asking it takes longer than all the rest."""
    monkeypatch.setenv("PATH", str(tmp_path / "nothing"))


@pytest.mark.parametrize("harness", HARNESSES, ids=lambda harness: harness.name)
def test_nothing_ends_in_a_foreign_error(harness: Harness) -> None:
    seeds = harness.inputs()
    chance = random.Random(harness.name)
    number = MUTATIONS_OF_COMMANDS if harness.slow else MUTATIONS
    inputs = [*seeds, *(mutated(chance.choice(seeds), seeds, chance) for _ in range(number))]
    crashes = {repr(crash): data for data in inputs if (crash := harness.crash(data)) is not None}
    assert crashes == {}


@pytest.mark.parametrize("harness", HARNESSES, ids=lambda harness: harness.name)
def test_some_seed_is_read(harness: Harness) -> None:
    """A harness whose every input is refused at once would look at nothing."""
    assert any(_is_read(harness, seed) for seed in harness.inputs())


def _is_read(harness: Harness, seed: bytes) -> bool:
    try:
        harness.parse(seed)
    except harness.allows:
        return False
    return True


def _raises(error: type[Exception]) -> Harness:
    def parse(data: bytes) -> None:
        if b"bad" in data:
            raise error("found")

    return Harness("seeded", parse, texts=("bad",), allows=(ReportError,))


def test_a_foreign_error_is_found_and_an_own_one_is_none() -> None:
    assert isinstance(_raises(KeyError).crash(b"bad"), KeyError)
    assert _raises(ReportError).crash(b"bad") is None
    assert _raises(KeyError).crash(b"good") is None


def test_a_broken_promise_is_found() -> None:
    def forgets(data: bytes) -> None:
        assert len(data) < 3, "written and read again it is another"

    assert isinstance(Harness("seeded", forgets).crash(b"long"), AssertionError)


def test_mutations_are_the_same_on_every_machine() -> None:
    first, second = (
        [mutated(b'{"a": 1}', [b"[1]"], chance) for chance in [random.Random(7)] for _ in range(50)] for _ in range(2)
    )
    assert first == second
    assert len(set(first)) > 40


def test_every_kept_file_belongs_to_a_harness() -> None:
    known = {harness.name for harness in HARNESSES}
    assert {path.name for path in CRASHERS.glob("*") if path.is_dir()} <= known
    patterns = {pattern.split("/")[0] for harness in HARNESSES for pattern in harness.seeds}
    assert {path.name for path in OWN.iterdir()} <= patterns
