"""Reports of past runs, each brought down to what proof needs: which tests of which area passed, and when.

A year of reports has millions of results, mostly of the same tests: each is placed once, and equal sets are kept once.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from operator import attrgetter
from typing import TYPE_CHECKING, Literal

from hardwon.areas.roster import Heard, key_of
from hardwon.errors import ReportError
from hardwon.evidence import reports
from hardwon.evidence.placing import placed
from hardwon.evidence.results import tally, without_secrets

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from hardwon.areas.roster import Keys
    from hardwon.areas.spellings import Naming
    from hardwon.evidence.fields import Shared
    from hardwon.evidence.past_files import PastFile
    from hardwon.evidence.reports import Report
    from hardwon.evidence.results import Result

Dated = Literal["report", "path", "file"]
"""What says when a run was: the report itself, a date in its path, or the time of the file."""

SOURCE = "report"
"""What tests are from, where the report does not say so."""

MOST_PLACED = 1_000_000
"""Tests whose place is remembered: more than any project has, unless each run invents their names."""

MOST_LATELY = 4
"""Reports with which the next one is compared as a whole."""

_DATE = re.compile(
    r"(?<![0-9])(20[0-9]{2})[-_./]?(0[1-9]|1[0-2])[-_./]?(0[1-9]|[12][0-9]|3[01])"
    r"(?:[-_./T ]{0,2}([01][0-9]|2[0-3])[-_.:h]?([0-5][0-9])(?:[-_.:m]?([0-5][0-9]))?)?(?![0-9])"
)
_COMMIT = re.compile(r"(?<![0-9A-Za-z])(?=[0-9]*[a-f])(?=[a-f]*[0-9])[0-9a-f]{7,40}(?![0-9A-Za-z])")
_UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class ToldOfArea:
    """What a report tells of one area."""

    said: tuple[Heard, ...] = ()
    """How its tests ended, by source."""

    tests: int = 0
    failed: int = 0
    flaky: int = 0


_Sums = tuple[dict[str, ToldOfArea], dict[str, int]]


@dataclass(slots=True)
class _Ended:
    """What tests of one area and source go by that passed, and that failed; each as often as it did."""

    passed: list[str] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)
    flaky: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class PastReport:
    """One report of a past run."""

    file: PastFile
    digest: str
    at: float
    """When its tests began, in seconds since 1970."""

    dated: Dated = "report"
    commit: str = ""
    """The commit that it, or its path, names."""

    run: str = ""
    """The run of hardwon's that it is of."""

    areas: Mapping[str, ToldOfArea] = field(default_factory=dict)
    tally: Mapping[str, int] = field(default_factory=dict)


@dataclass(slots=True, kw_only=True)
class PastReader:
    """Reads reports one after the other, and remembers where tests belong."""

    naming: Naming
    root: Path
    now: float
    """No run was later than this."""

    source: str = ""
    """What all tests are from; empty to go by the reports."""

    _places: dict[tuple[str, ...], tuple[Result, str]] = field(default_factory=dict)
    """Each test as it is placed, and what it goes by."""

    _lately: list[tuple[tuple[Result, ...], _Sums]] = field(default_factory=list)
    """The results of the last reports that differed, with what they told."""

    _shared: Shared = field(default_factory=dict)
    _sets: dict[Keys, Keys] = field(default_factory=dict)

    def read(self, file: PastFile) -> PastReport:
        """The report in a file; ReportError with the reason if there is none."""
        if len(self._shared) > MOST_PLACED:
            self._shared.clear()
        report = _opened(file, self._shared)
        at, dated = when(report.began, file, now=self.now)
        areas, counts = self._summed_up(report.results)
        return PastReport(
            file=file,
            digest=report.digest,
            at=at,
            dated=dated,
            commit=(report.commit or commit_in(file.parts)).lower(),
            run=report.run,
            areas=areas,
            tally=counts,
        )

    def _summed_up(self, results: tuple[Result, ...]) -> _Sums:
        """What results tell of each area, and how many there are of each kind. Most runs are like one before them."""
        for before, sums in self._lately:
            if before == results:
                return sums
        sums = self._told(results), tally(results)
        self._lately = [(results, sums), *self._lately[: MOST_LATELY - 1]]
        return sums

    def results(self, report: PastReport) -> list[Result]:
        """Its tests one by one, read again; none if the file is another one by now."""
        again = _opened(report.file)
        if again.digest != report.digest:
            return []
        return [
            replace(each, test=known.test, name=known.name, file=known.file, area=known.area, source=self._from(each))
            for each, (known, _) in zip(again.results, self._placed(again.results), strict=True)
        ]

    def _from(self, result: Result) -> str:
        return self.source or result.source or SOURCE

    def _placed(self, results: Sequence[Result]) -> list[tuple[Result, str]]:
        """Each result as it is placed, and what its test goes by."""
        if len(self._places) > MOST_PLACED:
            self._places.clear()
        keys = list(map(_identity, results))
        unknown = {key: each for key, each in zip(keys, results, strict=True) if key not in self._places}
        for key, each in zip(unknown, placed(unknown.values(), self.naming, self.root), strict=True):
            known = without_secrets(each)
            self._places[key] = known, key_of(known.test)
        return [self._places[key] for key in keys]

    def _told(self, results: Sequence[Result]) -> dict[str, ToldOfArea]:
        ended: dict[tuple[str, str], _Ended] = {}
        for result, (known, key) in zip(results, self._placed(results), strict=True):
            outcome = result.outcome
            if outcome not in ("passed", "failed"):
                continue
            place = known.area, self.source or result.source or SOURCE
            own = ended.get(place)
            if own is None:
                own = ended[place] = _Ended()
            (own.passed if outcome == "passed" else own.failed).append(key)
            own.flaky += result.flaky
        told: dict[str, ToldOfArea] = {}
        for (area, source), own in sorted(ended.items()):
            before = told.get(area, ToldOfArea())
            failed = frozenset(own.failed)
            # A test with parameters has failed if one of them has.
            heard = Heard(source=source, passed=self._kept(frozenset(own.passed) - failed), failed=self._kept(failed))
            told[area] = ToldOfArea(
                said=(*before.said, heard),
                tests=before.tests + len(own.passed) + len(own.failed),
                failed=before.failed + len(own.failed),
                flaky=before.flaky + own.flaky,
            )
        return told

    def _kept(self, tests: Keys) -> Keys:
        return self._sets.setdefault(tests, tests)


_identity = attrgetter("test", "file", "classname", "package", "said", "dotted")
"""All that decides where a test belongs."""


def _opened(file: PastFile, shared: Shared | None = None) -> Report:
    try:
        with file.opened() as content:
            return reports.read_from(content, file.shown, shared)
    except OSError as error:
        raise ReportError(f"{file.shown} cannot be read: {error.strerror or error}.", remedy="Check it.") from error


def when(began: float | None, file: PastFile, *, now: float) -> tuple[float, Dated]:
    """When a run was, and what says so; never in the future, where only a wrong clock can have put it."""
    if began is not None and began <= now:
        return began, "report"
    if days := date_in(file.parts):
        at, length = days
        # Within the day that the path names, the file's own time is as good as any.
        within = at <= file.modified < at + length
        if at <= now:
            return (min(file.modified, now) if within else at), "path"
    return min(file.modified, now), "file"


def date_in(parts: Sequence[str]) -> tuple[float, float] | None:
    """The last moment that a path names, and for how long it lasts in seconds: a day, a minute or a second."""
    for found in reversed(list(_DATE.finditer("/".join(parts)))):
        year, month, day, hour, minute, second = (int(each) if each else None for each in found.groups())
        try:
            at = datetime(year or 0, month or 0, day or 0, hour or 0, minute or 0, second or 0, tzinfo=UTC)
        except ValueError:
            continue  # as the 31st of February
        length = timedelta(days=1) if hour is None else timedelta(seconds=1 if second is not None else 60)
        return at.timestamp(), length.total_seconds()
    return None


def commit_in(parts: Sequence[str]) -> str:
    """The commit that a path names; empty if it names none. Digits alone are the number of a build."""
    plain = _UUID.sub("", "/".join(parts).lower())
    found = _COMMIT.findall(plain)
    return max(found, key=len) if found else ""
