"""Which tests a pass lacks, by name: rosters know tests by their digests alone, the newest runs have the names."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING

from hardwon.areas.roster import key_of
from hardwon.store.run_record import Flaw
from hardwon.text.plain import one_line

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from hardwon.areas.area import Credit
    from hardwon.areas.roster import Keys
    from hardwon.evidence.runs import Runs

MOST_NAMED = 3
MOST_RUNS = 20
"""Newest runs with tests that are asked for names."""

_LONGEST = 120


def naming(credit_of: Mapping[str, Credit], lacking: Mapping[str, Keys], runs: Runs) -> dict[str, Credit]:
    """The credits of areas, each with the names of some tests that it lacks, where a kept run tells them."""
    wanted = {area: sorted(keys)[:MOST_NAMED] for area, keys in lacking.items() if keys}
    known = _names(runs, {key for keys in wanted.values() for key in keys}) if wanted else {}
    named = dict(credit_of)
    for area, keys in wanted.items():
        if found := sorted(known[key] for key in keys if key in known):
            more = len(lacking[area]) - len(found)
            listed = ", ".join(one_line(each, _LONGEST) for each in found) + (f" and {more} more" if more else "")
            # Behind the number that they explain, before what can be done.
            number, *ways = named[area].why.split("; ")
            named[area] = replace(named[area], why="; ".join([number, f"missing: {listed}", *ways]))
    return named


def _names(runs: Runs, keys: Collection[str]) -> dict[str, str]:
    found: dict[str, str] = {}
    with runs.reading():
        for run in islice((run for run in reversed(runs.ids()) if runs.has_tests(run)), MOST_RUNS):
            for row in runs.tests(run, lambda tests, _: {test for test in tests if key_of(test) not in keys}):
                if not isinstance(row, Flaw):
                    found.setdefault(key_of(row.test), row.test.partition("[")[0])
            if len(found) == len(keys):
                break
    return found
