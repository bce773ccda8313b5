"""What the newest runs saw, area by area, and what is known of the product: read from the records, within bounds."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hardwon.errors import HardwonError, ServerAway
from hardwon.evidence.redaction import clean
from hardwon.evidence.runs import Runs
from hardwon.evidence.test_table import KeptTest
from hardwon.guard.passing import may_be_used, origin_of
from hardwon.guard.scanner import scan
from hardwon.mandate.area_facts import Failure, Lately
from hardwon.store.protocol import Stored, place_of
from hardwon.text.plain import one_line

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from hardwon.evidence.run_file import RunSummary
    from hardwon.observations.observation import Observation, Scope
    from hardwon.project.records import Records

MOST_RUNS = 20
MOST_OF_AN_AREA = 50
MOST_OBSERVATIONS = 15


@dataclass(frozen=True, slots=True, kw_only=True)
class Glimpse:
    """What is known of an observation without reading it: enough to tell which are worth it."""

    id: str
    scope: Scope
    trust: float


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownFact:
    """A trusted observation of the product."""

    title: str
    content: str
    trust: float


def lately(records: Records) -> dict[str, Lately]:
    """By area: the tests of the newest runs, those that failed last, and those that were flaky."""
    runs = Runs(record=records.runs, kept=MOST_RUNS)
    tests: dict[str, dict[str, None]] = defaultdict(dict)
    failed: dict[str, dict[str, Failure]] = defaultdict(dict)
    settled: dict[str, set[str]] = defaultdict(set)
    flaky: dict[str, dict[str, None]] = defaultdict(dict)
    with runs.reading():
        for run in [each for each in reversed(runs.ids()) if not each.endswith("h")][:MOST_RUNS]:
            messages = _messages(runs, run)
            for row in _rows(runs, run):
                if len(tests[row.area]) < MOST_OF_AN_AREA:
                    tests[row.area][row.name or row.test] = None
                if row.flaky:
                    flaky[row.area][row.test] = None
                if row.verdict == "failed" and row.test not in settled[row.area] and row.test not in failed[row.area]:
                    failed[row.area][row.test] = Failure(test=row.name or row.test, message=messages.get(row.test, ""))
                elif row.verdict == "passed":
                    settled[row.area].add(row.test)
    return {
        area: Lately(tests=tuple(names), failures=tuple(failed[area].values()), flaky=tuple(flaky[area]))
        for area, names in tests.items()
        if area
    }


def _rows(runs: Runs, run: str) -> Iterator[KeptTest]:
    try:
        yield from (row for row in runs.tests(run) if isinstance(row, KeptTest))
    except HardwonError:
        return  # `doctor` names it; the mandate goes on without


def _messages(runs: Runs, run: str) -> dict[str, str]:
    """Why tests of the run failed, by test, where the run says so."""
    try:
        summary: RunSummary = runs.summary(run)
    except HardwonError:
        return {}
    told = summary.document.get("tests")
    found = {}
    for each in told if isinstance(told, list) else ():
        if isinstance(each, dict) and each.get("status") == "failed" and isinstance(each.get("id"), str):
            found[each["id"]] = _safe(str(each.get("summary") or each.get("reason") or ""))
    return found


def _safe(text: str) -> str:
    line = one_line(clean(text), 200)
    return "" if scan("", line, origin="machine").outcome == "unsafe" else line


def known_facts(records: Records, glimpses: Iterable[Glimpse] | None = None) -> tuple[KnownFact, ...]:
    """The product's trusted observations that may be used, most trusted first.

    With glimpses only those are read that stand first by them: a server looks at its observations anyway. While the
    team's server is away nothing is known, and `Records.away` says so.
    """
    try:
        return _usable(records, glimpses)
    except ServerAway:
        return ()


def _usable(records: Records, glimpses: Iterable[Glimpse] | None) -> tuple[KnownFact, ...]:
    least = records.config.number("services.memory.minTrust")
    if not records.config.values["services.memory.enabled"]:
        return ()
    found: list[KnownFact] = []
    for each in _stored(records, glimpses):
        if len(found) == MOST_OBSERVATIONS:
            break
        if each.trust >= least and may_be_used(each, scan(each.title, each.content, origin=origin_of(each))):
            found.append(KnownFact(title=each.title, content=" ".join(each.content.split()), trust=each.trust))
    return tuple(sorted(found, key=lambda fact: -fact.trust))


def _stored(records: Records, glimpses: Iterable[Glimpse] | None) -> Iterator[Observation]:
    """The product's observations, the most trusted first."""
    store = records.observations
    if glimpses is None:
        yield from sorted(
            (each.observation for each in store.listing().stored if each.observation.scope.tier == "products"),
            key=_most_trusted,
        )
        return
    for each in sorted((each for each in glimpses if each.scope.tier == "products"), key=_most_trusted):
        found = store.read(place_of(each.scope, each.id), each.scope)
        if isinstance(found, Stored):
            yield found.observation


def _most_trusted(each: Glimpse | Observation) -> tuple[float, str]:
    return -each.trust, each.id
