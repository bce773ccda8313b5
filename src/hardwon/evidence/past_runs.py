"""Which reports of the past belong to one run, and when that was. Pure: reports in, runs in the order of time out.

    where a report lies                                   its run
    ---------------------------------------------------   ------------------------------------------------
    2026-05-03-build-1234/junit-3.xml                     2026-05-03-build-1234
    run-8812/shard-1/report.xml                           run-8812
    8812345678/junit-py311/results.xml                    8812345678, as `gh run download` has it
    run-8812/attempt-2/report.xml                         the second attempt at run-8812
    pipeline-55/job-7/report.xml                          pipeline-55
    2026/05/03/report.xml, reports/junit-12.xml           what its neighbours say: the same commit, begun within the
                                                          hour, and no test of it twice

Reports of one run that name different commits are different runs, and so are those that began hours apart. Where a run
is split too finely nothing is lost: runs on one state within the window add up (`areas/proof.py`).
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from itertools import groupby
from typing import TYPE_CHECKING

from hardwon.areas.area import Verdict
from hardwon.areas.trial import Trial

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from hardwon.areas.roster import Heard
    from hardwon.evidence.past_reports import Dated, PastReport

LONGEST_RUN = 6 * 3600.0
"""Seconds between the first report of a run and its last: as long as CI lets a job take."""

NEAR = 3600.0
"""Seconds within which reports of one folder may be of one run, where nothing else says so."""

_NUMBERED = re.compile(
    r"(?:^|[^a-z])(?:runs?|builds?|pipelines?|workflows?|attempts?|executions?|nightly|ci)[-_.# ]*[0-9]+", re.IGNORECASE
)
_NUMBER = re.compile(r"[#]?[0-9]+")
_COMMIT = re.compile(r"(?=[0-9]*[a-f])(?=[a-f]*[0-9])[0-9a-f]{7,40}")
_DAY = re.compile(r"20[0-9]{2}[-_.]?[01][0-9][-_.]?[0-3][0-9]")
_DATE_FOLDERS = re.compile(r"(?<![^/])20[0-9]{2}(?:[-_./](?:0[1-9]|1[0-2]))?(?:/[0-3][0-9])?(?![^/])")
"""2026, 2026-05, 2026/05 or 2026/05/03: a day may have many runs."""

_ENDS_IN_NUMBER = re.compile(r".*[-_.#][0-9]{4,}")
_SYSTEM = re.compile(r"(?:ubuntu|windows|macos|debian|win|vs)[-_.]?[0-9]+", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class PastRun:
    """The reports of one past run."""

    reports: tuple[PastReport, ...]

    @property
    def at(self) -> float:
        """When it began, in seconds since 1970."""
        return self.reports[0].at

    @property
    def dated(self) -> Dated:
        return self.reports[0].dated

    @property
    def commit(self) -> str:
        return self.reports[0].commit

    @property
    def tally(self) -> dict[str, int]:
        """How many results there are of each kind."""
        return {kind: sum(each.tally[kind] for each in self.reports) for kind in self.reports[0].tally}

    def verdicts(self, run: str) -> list[Verdict]:
        """One verdict for each area, as of any other run."""
        told: dict[str, list[int]] = {}
        for report in self.reports:
            for area, each in report.areas.items():
                known = told.get(area, [0, 0, 0])
                told[area] = [known[0] + each.tests, known[1] + each.failed, known[2] + each.flaky]
        return [
            Verdict(area=area, passed=not failed, run=run, tests=tests, failed=failed, flaky=flaky)
            for area, (tests, failed, flaky) in sorted(told.items())
        ]

    def trial(self, area: str, state: str) -> Trial:
        """What it brings forward about an area."""
        said: dict[str, Heard] = {}
        for report in self.reports:
            for each in report.areas[area].said if area in report.areas else ():
                known = said.get(each.source)
                said[each.source] = _joined(known, each) if known else replace(each, at=self.at)
        return Trial(said=tuple(said.values()), state=state, at=self.at, counts_runs=True, is_past=True)


def _joined(known: Heard, more: Heard) -> Heard:
    failed = known.failed | more.failed
    return replace(known, passed=(known.passed | more.passed) - failed, failed=failed)


def runs_of(reports: Iterable[PastReport]) -> list[PastRun]:
    """The runs that reports are of, the oldest first."""
    by_place: dict[tuple[str, ...], list[PastReport]] = {}
    apart: dict[tuple[str, ...], list[PastReport]] = {}
    for report in sorted(reports, key=lambda each: (each.at, each.file.parts)):
        folder = run_folder(report.file.parts)
        (by_place if folder else apart).setdefault(folder or report.file.parts[:-1], []).append(report)
    found = [run for own in by_place.values() for run in _of_one_place(own)]
    found += [run for own in apart.values() for run in _of_neighbours(own)]
    return sorted(found, key=lambda run: (run.at, run.reports[0].file.parts))


def run_folder(parts: Sequence[str]) -> tuple[str, ...]:
    """The folder that stands for one run, by its name; empty if none does. The first part is not asked."""
    # What is part of a date is taken out, and the number of folders stays.
    path = _DATE_FOLDERS.sub(lambda found: "/" * found[0].count("/"), "/".join(parts[1:-1]))
    folders = list(enumerate(path.split("/"), start=1))
    for names_run in (_names_run, _ends_in_number):
        if named := [place for place, name in folders if names_run(name)]:
            return tuple(parts[: named[-1] + 1])
    return ()


def _names_run(name: str) -> bool:
    if _NUMBERED.search(name) or _NUMBER.fullmatch(name) or _COMMIT.fullmatch(name.lower()):
        return True
    # A day alone is not a run, a day with a number or a time is.
    day = _DAY.search(name)
    return day is not None and any(char.isdigit() for char in name[: day.start()] + name[day.end() :])


def _ends_in_number(name: str) -> bool:
    return _ENDS_IN_NUMBER.fullmatch(name) is not None and not _SYSTEM.fullmatch(name) and not _DAY.search(name)


def _of_one_place(reports: list[PastReport]) -> list[PastRun]:
    """The runs of one folder that stands for a run, unless commits and times say otherwise."""
    found: list[PastRun] = []
    for _, own in groupby(sorted(reports, key=lambda each: each.commit), key=lambda each: each.commit):
        run: list[PastReport] = []
        for report in own:
            if run and report.at - run[0].at > LONGEST_RUN:
                found.append(PastRun(reports=tuple(run)))
                run = []
            run.append(report)
        found.append(PastRun(reports=tuple(run)))
    return found


def _of_neighbours(reports: list[PastReport]) -> list[PastRun]:
    """The runs in a folder that does not stand for one."""
    runs: list[list[PastReport]] = []
    heard: dict[str, set[str]] = {}
    for report in reports:
        said = [each for told in report.areas.values() for each in told.said]
        last = runs[-1] if runs else []
        is_near = bool(last) and last[0].commit == report.commit and report.at - last[0].at <= NEAR
        if is_near and all(heard.get(each.source, set()).isdisjoint(each.tests) for each in said):
            last.append(report)
        else:
            runs.append([report])
            heard = {}
        for each in said:
            heard.setdefault(each.source, set()).update(each.tests)
    return [PastRun(reports=tuple(run)) for run in runs]
