"""From the results of a run to what is weighed: for each area the tests that ran, on which state, and how many.

Pure: results and circumstances in, one trial for each area out.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal

from hardwon.areas.area import NO_FILES
from hardwon.areas.proof import weigh
from hardwon.areas.roster import Cases, Heard, key_of, parted, scenario_key, short_digest
from hardwon.areas.trial import Trial

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from hardwon.areas.area import Area, Proving, Verdict
    from hardwon.areas.content import Content
    from hardwon.areas.roster import Roster
    from hardwon.areas.trial import Weighed
    from hardwon.evidence.results import Result

Extent = Literal["whole", "part", "report", "open"]
"""How much of a suite a run is: all there is, a part by request, what a report holds, or one test after the other."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Elsewhere:
    """What a run is about where that is not what lies here."""

    areas: Collection[str] = ()
    """The areas whose files were others."""

    state: str = ""
    """What was tested of them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Circumstances:
    """Under which a run took place."""

    state: str = ""
    """What was tested; empty where only the files of each area are known."""

    content: Content | None = None
    """The files of the project then; None if they are not known."""

    elsewhere: Elsewhere = field(default_factory=Elsewhere)
    extent: Extent = "open"
    source: str = ""
    """What its tests are from, where they do not say so themselves."""

    left_out: Mapping[str, Collection[str]] = field(default_factory=dict)
    """By area, the tests that were left out because it has proven itself."""

    probed: Collection[str] = ()
    """Areas of which only probes ran."""

    again: bool = False
    """Somebody wants the run counted although it says nothing new."""

    edited: Mapping[str, str] | None = None
    """By area, why its pass is not credited: what it rests on changed under the run. None if nobody has looked."""

    ended: str = ""
    """What the state is called once the run is over, where that differs because of files that the run itself wrote."""

    own: str = ""
    """Of a machine's word: what its area rests on, by the name of the listing."""

    may_be_named: bool = True
    """A report could name this run, so the record must know of it. Own loops write none, and there are many of them."""


def brought_forward(
    results: Sequence[Result],
    verdicts: Iterable[Verdict],
    circumstances: Circumstances,
    fingerprints: Mapping[str, str],
    at: float,
) -> dict[str, Trial]:
    """What is brought forward about each area: its tests, or a machine's word."""
    if results:
        return trials(results, circumstances, fingerprints, at)
    return {
        each.area: word_of_a_machine(
            passed=each.passed, circumstances=circumstances, fingerprint=fingerprints.get(each.area), at=at
        )
        for each in verdicts
    }


def credited(area: Area, roster: Roster, trial: Trial, proving: Proving) -> Weighed:
    """Whether what is brought forward about an area counts, and what is known of its tests from now on."""
    first = trial.under_first_name(roster)
    own = first.on_own_files(area, roster)
    weighed = own.remembered(own.unweighed(roster) or weigh(area, roster, own, proving), first.state)
    return first.ending(weighed, trial.state)


def trials(
    results: Iterable[Result], circumstances: Circumstances, fingerprints: Mapping[str, str], at: float
) -> dict[str, Trial]:
    """What is brought forward about each area that has a test which passed or failed."""
    by_area: dict[str, list[Result]] = {}
    skipped: dict[str, set[str]] = {}
    for result in results:
        if result.outcome != "skipped":
            by_area.setdefault(result.area, []).append(result)
        else:
            skipped.setdefault(result.area, set()).add(key_of(result.test))
    return {
        area: replace(
            _trial(area, own, circumstances, fingerprints.get(area), at), skipped=frozenset(skipped.get(area, ()))
        )
        for area, own in by_area.items()
        if any(result.outcome != "error" for result in own)
    }


def _trial(area: str, own: list[Result], circumstances: Circumstances, fingerprint: str | None, at: float) -> Trial:
    extent = circumstances.extent
    said = _said(own, circumstances.source, at, with_cases=extent != "open")
    ran = frozenset().union(*(each.tests for each in said))
    spared = Counter(map(key_of, circumstances.left_out.get(area, ())))
    left_out = frozenset(spared) - ran
    # Tests that could not run are not gone: such a run does not tell what the area has.
    is_whole = extent == "whole" and not spared and all(result.outcome != "error" for result in own)
    content, is_past = circumstances.content, area in circumstances.elsewhere.areas
    edited = (circumstances.edited or {}).get(area, "")
    return Trial(
        said=said,
        state=circumstances.elsewhere.state if is_past else circumstances.state or _of_files(fingerprint),
        content=content.name if content and not is_past else "",
        is_past=is_past,
        at=at,
        whole=is_whole,
        is_part=extent == "part" or bool(spared),
        counts_runs=extent == "report",
        left_out=left_out,
        cases_left_out=spared,
        only_probes=area in circumstances.probed,
        again=circumstances.again,
        edited=edited,
        ended="" if edited or is_past else circumstances.ended,
    )


def word_of_a_machine(*, passed: bool, circumstances: Circumstances, fingerprint: str | None, at: float) -> Trial:
    """What is brought forward where a machine gives its word and no tests: nothing can be missing, nothing is new."""
    said = () if passed else (Heard(source="", at=at, failed=frozenset({scenario_key("a machine's word")})),)
    state = circumstances.state or _of_files(fingerprint)
    return Trial(said=said, state=state, at=at, own=circumstances.own, fingerprint=fingerprint)


def _of_files(fingerprint: str | None) -> str:
    """Without git, the files of the area are all that is known of the state; empty where it has none."""
    return f"paths:{fingerprint}" if fingerprint not in (None, NO_FILES) else ""


def _said(results: list[Result], source: str, at: float, *, with_cases: bool) -> tuple[Heard, ...]:
    passed: dict[str, set[str]] = {}
    failed: dict[str, set[str]] = {}
    cases: dict[str, dict[str, tuple[set[str], set[str]]]] = {}
    keys: dict[str, str] = {}
    for result in results:
        if result.outcome == "error":
            continue
        has_passed = result.outcome == "passed"
        if result.is_scenario:
            key, named, parameters = scenario_key(f"{result.test}\0{result.name}"), "", ""
        else:
            name, parameters = parted(result.test)
            # A test has many parameters and one name: the digest of that is made once.
            key = keys.get(name) or keys.setdefault(name, short_digest(name))
            named = result.source or source
        (passed if has_passed else failed).setdefault(named, set()).add(key)
        if with_cases and parameters:
            own = cases.setdefault(named, {}).setdefault(key, (set(), set()))
            own[not has_passed].add(short_digest(parameters))
    return tuple(
        Heard(
            source=each,
            at=at,
            # A test with parameters has failed if one of them has.
            passed=frozenset(passed.get(each, set()) - failed.get(each, set())),
            failed=frozenset(failed.get(each, ())),
            cases={key: Cases(frozenset(ok - bad), frozenset(bad)) for key, (ok, bad) in cases.get(each, {}).items()},
        )
        for each in sorted({*passed, *failed})
    )
