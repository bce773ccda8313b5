"""Rosters on the disk and in memory agree: the same changes, by two handles on one record, give the same values."""

from __future__ import annotations

import tempfile
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st

from hardwon.areas.content import content_of
from hardwon.areas.roster import Cases, Heard, KnownSource, Lap, Roster, key_of
from hardwon.store.rosters import RostersInMemory, RosterStore

if TYPE_CHECKING:
    from hardwon.store.protocol import RosterRecord, Rosters

keys = st.frozensets(st.sampled_from("abcü").map(key_of))
times = st.floats(0, 1e10)
rosters = st.builds(
    Roster,
    sources=st.dictionaries(
        st.sampled_from(["plugin", "Größe 店"]),
        st.builds(
            KnownSource,
            known=keys,
            cases=st.dictionaries(st.just(key_of("a")), st.integers(2, 9)),
            missed=st.integers(0, 3),
            laps=st.lists(st.builds(Lap, state=st.text(max_size=3), at=times, tests=st.just("x")), max_size=3).map(
                tuple
            ),
            run=st.sampled_from(["", "x"]),
            runs=st.integers(0, 5),
        ),
    ),
    heard=st.dictionaries(
        st.sampled_from(["", "tree:1"]),
        st.lists(
            st.builds(
                Heard,
                source=st.sampled_from(["", "plugin"]),
                at=times,
                passed=keys,
                failed=keys,
                cases=st.dictionaries(st.just(key_of("a")), st.builds(Cases, keys, keys)),
            ),
            max_size=3,
        ).map(tuple),
    ),
    behind=keys,
    also=st.dictionaries(st.sampled_from(["tree:1", "tree:2"]), st.just("tree:0")),
)
Change = tuple[int, str, Roster, frozenset[str], bool]
changes = st.tuples(st.integers(0, 1), st.sampled_from(["auth", "Kasse: Größe"]), rosters, keys, st.booleans())


@given(st.lists(changes, max_size=6))
def test_both_keep_the_same(many: list[Change]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        disk = RosterStore(Path(folder) / "rosters"), RosterStore(Path(folder) / "rosters")
        first = RostersInMemory()
        hold_to_each_other(many, disk, (first, replace(first)))


def hold_to_each_other(many: list[Change], *sides: tuple[RosterRecord, RosterRecord]) -> None:
    """The same changes on every side, half of them said to be about their area only."""
    for number, (handle, area, roster, spared, refuses) in enumerate(many):
        changed = replace(roster, spared=spared, spared_on="s" if spared else "", only_probes=bool(spared))

        def change(known: Rosters, area: str = area, changed: Roster = changed, number: int = number) -> Rosters:
            content = content_of({f"src/{name}.py": str(number) for name in [*"ab", area][: number + 1]})
            passed = replace(changed, passed_on=content.name if number % 3 else "")
            return replace(known.passing({area: passed}, content), runs=known.runs | {f"r{number}"})

        for side in sides:
            side[handle].update(change if not refuses else lambda known: known, [area] if number % 2 else None)
        known = [record.read() for side in sides for record in side]
        assert all(each == known[0] for each in known)
