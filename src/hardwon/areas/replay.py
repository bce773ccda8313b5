"""Verdicts as a log, replayed on a record that may have moved on: what each did to its area, done once more.

Pure: plain JSON values in and out. A verdict counts while the files of its area are as they were tested; without a
fingerprint nothing tells files apart, and it counts always.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, TypeVar

from hardwon.areas.area import Area, Credit, Verdict, learn, start_again
from hardwon.areas.learning import with_areas
from hardwon.areas.ledger import VERSION, Areas, read_ledger
from hardwon.areas.proven_states import proven_on
from hardwon.text.times import moment, order_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from hardwon.areas.area import Scoring
    from hardwon.areas.ledger import Ledger

T = TypeVar("T", str, int)

Row = dict[str, Any]
"""One update of a record: when, by which run, and what it did to each area."""

_RESTING = ("tests", "failed_tests", "failed_keys")


def row_of(before: Ledger, after: Ledger, *, at: str, scoring: Scoring) -> Row:
    """What one update did, so that it can be done once more."""
    old, new = before.areas, after.areas
    names = sorted(name for name in {*old.raw, *new.raw} if old.raw.get(name) != new.raw.get(name))
    return {
        "at": at,
        "run": after.extra.get("last_run"),
        "changes": [_change(name, old.get(name), new.get(name), at=at, scoring=scoring) for name in names],
        "reports": {digest: run for digest, run in after.reports.items() if digest not in before.reports},
        "runs": sorted(after.runs - before.runs),
    }


def _change(name: str, before: Area | None, after: Area | None, *, at: str, scoring: Scoring) -> Row:
    """The plainest telling that leads from one to the other."""
    if after is None:
        return {"area": name, "gone": True}
    for change in _tellings(before or Area(name=name), after, at):
        if _after(before, change, at=at, scoring=scoring, fingerprint=after.fingerprint) == after:
            return change
    return {"area": name, "fingerprint": after.fingerprint, "as": Areas({}).changed({name: after}).raw[name]}


def _tellings(before: Area, after: Area, at: str) -> Iterator[Row]:
    passed = after.pass_count > before.pass_count
    credited = after.test_count > before.test_count
    # What is not credited is about the tests of an area, whatever its files are.
    told: Row = {"area": after.name, **({"fingerprint": after.fingerprint} if credited else {})}
    # A person's word rests on no state.
    rests = (after.proven_at if passed else after.failed_at) == at
    resting = {key: getattr(after, key) for key in _RESTING} if rests or not credited else {}
    state = ((after.proven_state if passed else after.failed_state) or "") if rests else None
    verdict = {"verdict": "passed" if passed else "failed", "credited": credited}
    marks = {"flaky": 1} if after.flaky_count > before.flaky_count else {}
    marks |= {"past": True} if after.history_until == at else {}
    told_of_others = {"other_tests": after.other_tests or "", "other_runs": after.other_runs}
    yield told | verdict | marks | {"state": state, **resting}
    yield told | verdict | marks | {"state": state, **resting, **told_of_others}
    yield {"area": after.name, "fingerprint": after.fingerprint, "again": True}


@dataclass(frozen=True, slots=True, kw_only=True)
class Course:
    """What a log, or the beginning of one, has made of a record."""

    areas: Mapping[str, Area | None] = field(default_factory=dict)
    """Each area that it moved; None if it is gone."""

    names: frozenset[str] = frozenset()
    """Every area that it speaks of."""

    watched: frozenset[str] = frozenset()
    """Those of which it matters how their files are now."""

    reports: Mapping[str, str] = field(default_factory=dict)
    runs: frozenset[str] = frozenset()
    first: str = ""
    last: str = ""
    last_run: Any = None

    def document(self) -> dict[str, Any]:
        """The course as plain JSON."""
        there = Areas({}).changed({name: area for name, area in self.areas.items() if area})
        return {
            "areas": {name: there.raw.get(name) for name in self.areas},
            "names": sorted(self.names),
            "watched": sorted(self.watched),
            "reports": dict(self.reports),
            "runs": sorted(self.runs),
            "first": self.first,
            "last": self.last,
            "last_run": self.last_run,
        }


def course_in(document: Mapping[str, Any]) -> Course:
    """The course that JSON holds; KeyError, TypeError, ValueError or DamagedRecord if it is none."""
    raw = dict(document["areas"])
    there = _read({name: each for name, each in raw.items() if each is not None})
    return Course(
        areas={name: there.get(name) for name in raw},
        names=frozenset(document["names"]),
        watched=frozenset(document["watched"]),
        reports=dict(document["reports"]),
        runs=frozenset(document["runs"]),
        first=str(document["first"]),
        last=str(document["last"]),
        last_run=document["last_run"],
    )


def replayed(ledger: Ledger, rows: Sequence[Row], present: Mapping[str, str], scoring: Scoring) -> Ledger:
    """The ledger after all of that; KeyError, TypeError or ValueError if a row is none.

    `present` has the digest of each area whose files are watched.
    """
    return applied(ledger, continued(Course(), ledger, rows, present, scoring))


def continued(
    begun: Course, ledger: Ledger, rows: Sequence[Row], present: Mapping[str, str], scoring: Scoring
) -> Course:
    """The course of a log of which only the rows behind its beginning are left to replay."""
    areas, names = dict(begun.areas), set(begun.names)
    for row in rows:
        moment(row["at"])
        for change in row["changes"]:
            name, now, then = str(change["area"]), present.get(change["area"]), _given(change, "fingerprint", str)
            names.add(name)
            if None in (now, then) or now == then:
                known = areas[name] if name in areas else ledger.areas.get(name)
                if _is_told(ledger.areas.get(name), change, str(row["at"])):
                    continue  # the record has it from elsewhere: a commit is one state, here and in CI
                areas[name] = _after(known, change, at=str(row["at"]), scoring=scoring, fingerprint=now and then)
    return Course(
        areas=areas,
        names=frozenset(names),
        watched=begun.watched | watched(rows),
        reports={**begun.reports, **{digest: run for row in rows for digest, run in row["reports"].items()}},
        runs=begun.runs.union(*(row["runs"] for row in rows)),
        first=begun.first or str(rows[0]["at"]),
        last=str(rows[-1]["at"]) if rows else begun.last,
        last_run=rows[-1]["run"] if rows else begun.last_run,
    )


def applied(ledger: Ledger, course: Course) -> Ledger:
    """The ledger after a course."""
    areas = course.areas
    gone = {name for name, area in areas.items() if area is None}
    kept = Areas({name: raw for name, raw in ledger.areas.raw.items() if name not in gone}) if gone else ledger.areas
    moved = {name: area for name, area in areas.items() if area}
    return replace(
        with_areas(replace(ledger, areas=kept), moved, course.last),
        created_at=ledger.created_at or course.first,
        updated_at=course.last,
        reports={**ledger.reports, **course.reports},
        runs=ledger.runs | course.runs,
        extra={**ledger.extra, "last_run": course.last_run},
    )


def _is_told(recorded: Area | None, change: Row, at: str) -> bool:
    """Whether a pass is on a state on which the record has a later one."""
    is_pass = change.get("verdict") == "passed" and change.get("credited") is True
    then = proven_on(recorded, _given(change, "state", str)) if recorded and is_pass else None
    return then is not None and order_of(then) >= order_of(at)


def watched(rows: Iterable[Row]) -> set[str]:
    """The areas of which it matters how their files are now."""
    return {str(change["area"]) for row in rows for change in row["changes"] if change.get("fingerprint")}


def _after(known: Area | None, change: Row, *, at: str, scoring: Scoring, fingerprint: str | None) -> Area | None:
    """The area after a change; None if it is gone."""
    if "gone" in change:
        return None
    name = str(change["area"])
    if "as" in change:
        return _read({name: change["as"]})[name]
    area = known or Area(name=name)
    if "again" in change:
        return start_again(area, at=at, fingerprint=change.get("fingerprint"))
    passed = {"passed": True, "failed": False}[change["verdict"]]
    verdict = Verdict(
        area=name, passed=passed, run="local", failed=int(not passed), flaky=_given(change, "flaky", int) or 0
    )
    credit = Credit(
        credited=change["credited"] is True,
        state=_given(change, "state", str),
        tests=_given(change, "tests", int),
        failed_tests=_given(change, "failed_tests", str) or "",
        failed_keys=_given(change, "failed_keys", str) or "",
        other_tests=_given(change, "other_tests", str),
        other_runs=_given(change, "other_runs", int) or 0,
        is_past=change.get("past") is True,
    )
    return learn(area, verdict, scoring=scoring, at=at, fingerprint=fingerprint, credit=credit)


def _read(raw: Mapping[str, Any]) -> Areas:
    """Areas as a line has them, checked."""
    document = json.dumps({"areas": raw, "version": VERSION}).encode()
    return read_ledger(document, None, "a line", "").areas


def _given(change: Row, key: str, kind: type[T]) -> T | None:
    value = change.get(key)
    if value is None or type(value) is kind:
        return value
    raise TypeError(f"{key} must be {kind.__name__}")
