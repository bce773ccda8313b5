"""Reduction: what a choice of tests rests on, read from the records of a project.

The choice itself is `areas/selection.py`, which is pure.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from hardwon.areas.halts import REDUCIBLE, Halt
from hardwon.areas.selection import AreaStanding, Basis, choose
from hardwon.areas.telling import earned, proof
from hardwon.areas.trial import is_last_proof
from hardwon.errors import StorageError
from hardwon.evidence.history import history
from hardwon.evidence.runs import Runs
from hardwon.evidence.under_test import under_test
from hardwon.project import git
from hardwon.project.concern import Concerns
from hardwon.project.state import given
from hardwon.store.protocol import Rosters
from hardwon.text.plain import counted, one_line

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
    from datetime import datetime
    from pathlib import Path

    from hardwon.areas.area import Area, Scoring
    from hardwon.areas.candidate import Candidate
    from hardwon.areas.content import Content, Listings
    from hardwon.areas.selection import Selection
    from hardwon.evidence.history import History
    from hardwon.project.records import Records
    from hardwon.project.root import Project
    from hardwon.project.state import Subject
    from hardwon.project.users import Users
    from hardwon.store.run_record import Flaw

LOOK_BACK = 20
"""Newest runs with tests that are read. A test without a result in them counts as new: none is left out for longer."""

MOST_REMARKS = 5

MOST_EDITED = 200
"""Changed test files that are looked for one by one."""

UNSEEN = "no such run is known here"
UNLISTED = "the project's files could not be listed, or are too many"


@dataclass(frozen=True, slots=True, kw_only=True)
class Grounds:
    """What is known when a choice is made."""

    history: History
    basis: Basis

    def choose(self, tests: Iterable[Candidate]) -> Selection:
        """Which tests a reduced run may leave out, and why each other one runs."""
        return choose(tests, self.basis)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reduction:
    """Reads what a choice rests on from the records of a project."""

    records: Records
    clock: Callable[[], datetime]

    @property
    def runs(self) -> Runs:
        """The evidence of earlier runs."""
        return Runs.of(self.records, self.clock)

    def grounds(
        self, *, seed: str | None = None, tested: Subject | None = None, areas: Mapping[str, Area] | None = None
    ) -> Grounds:
        """What a choice rests on now; without a seed it is that of the commit. `tested`, `areas` if known already."""
        records = self.records
        past, flaws = history(self.runs, LOOK_BACK)
        seed, seeded_by = (seed, "as given") if seed is not None else _seed(records.project.root, past)
        scoring = records.config.scoring
        areas = records.areas_now() if areas is None else areas
        since = changes_since(records, areas, tested or self._tested(), lambda: past)
        found = Basis(
            areas={name: standing(area, scoring, since.get(name)) for name, area in areas.items()},
            last=past.last,
            durations=past.durations,
            flaky=past.flaky,
            runs=past.runs,
            stable_share=records.config.number("reduction.stableShare"),
            probe_share=records.config.number("reduction.probeShare"),
            seed=seed,
            seeded_by=seeded_by,
            remarks=tuple(_remarks(records.project, flaws)),
        )
        return Grounds(history=past, basis=found)

    def git_refusal(self) -> str:
        """Why git says nothing of the project; empty if it does, or if there is no checkout."""
        return git.refusal(self.records.project.root)

    def halts(self, areas: Mapping[str, Area]) -> dict[str, Halt]:
        """Why nothing is left out of areas that have proven themselves; nothing is said where no run is known here."""
        rosters, damage = _rosters(self.records)
        if not rosters.areas and not damage:
            return {}
        past = lambda: history(self.runs, LOOK_BACK)[0]  # noqa: E731 - read only where a test file changed
        since = changes_since(self.records, areas, self._tested(), past)
        return {name: found.halt for name, found in since.items() if found.halt}

    def _tested(self) -> Subject:
        return under_test(self.records, given(None))


@dataclass(frozen=True, slots=True, kw_only=True)
class Meanwhile:
    """What happened since an area last passed, beside what happened to its own files."""

    halt: Halt | None = None
    edited: tuple[str, ...] = ()
    """Changed files that may hold tests."""

    behind: tuple[str, ...] = ()
    """What tests go by that did not pass when the area last did."""


def standing(area: Area, scoring: Scoring, since: Meanwhile | None = None) -> AreaStanding:
    """How an area stands, and what that rests on."""
    if area.changed:
        return AreaStanding(status="changed", why=area.changed, watched=True)
    status = area.status(scoring)
    if area.history_until and status in REDUCIBLE:
        # What past runs passed on was other content: a part of the tests would say nothing of what they left out.
        return AreaStanding(status="active", why="by past runs, not yet on the present state", watched=area.tracked)
    why = proof(area) if status in REDUCIBLE else f"{earned(area.confidence)} confidence"
    since = since or Meanwhile()
    return AreaStanding(
        status=status, why=why, watched=area.tracked, halt=since.halt, edited=since.edited, behind=since.behind
    )


def changes_since(
    records: Records, areas: Mapping[str, Area], tested: Subject, past: Callable[[], History]
) -> dict[str, Meanwhile]:
    """What changed since areas that have proven themselves last passed; those of which nothing is to be said lack."""
    scoring = records.config.scoring
    proven = [name for name, area in areas.items() if not area.changed and area.status(scoring) in REDUCIBLE]
    if not proven:
        return {}
    rosters, damage = _rosters(records)
    # The very content that was proven elsewhere, as the record has it: nothing changed since.
    unsure = [
        name
        for name in proven
        if not tested.is_tree
        or areas[name].proven_state != tested.state
        or (name in rosters.areas and is_last_proof(rosters.areas[name], areas[name]))
    ]
    if tested.content is None or damage:
        return {name: Meanwhile(halt=Halt(why=damage or UNLISTED)) for name in unsure}
    concerns = Concerns(
        naming=records.naming,
        shared=records.config.shared,
        areas={name: area.tracked for name, area in areas.items()},
        files=tested.content.files,
        users_of=lambda gone: _users(records.project.root, gone),
        tests_of=lambda: _test_files(past()),
    )
    on = {name: rosters.areas[name].passed_on if name in rosters.areas else "" for name in unsure}
    by_content = {known: _since(known, rosters.contents, tested.content, concerns) for known in set(on.values())}
    found = {name: by_content[on[name]](name) for name in unsure}
    for name in proven:
        if name in rosters.areas and (behind := rosters.areas[name].behind):
            found[name] = replace(found.get(name, Meanwhile()), behind=tuple(sorted(behind)))
    return {name: each for name, each in found.items() if each != Meanwhile()}


def _users(root: Path, gone: Collection[str]) -> Users:
    from hardwon.project.users import Users  # noqa: PLC0415 - its parsers are needed only where a source changed

    return Users(root, gone)


def _rosters(records: Records) -> tuple[Rosters, str]:
    """What is known of the tests of each area; and why that cannot be read, if it cannot."""
    try:
        return records.rosters.read(), ""
    except StorageError as error:
        return Rosters(), one_line(str(error).rstrip("."))


def _since(known: str, contents: Listings, now: Content, concerns: Concerns) -> Callable[[str], Meanwhile]:
    changed = {} if known == now.name else contents.changed_since(known, now.files)
    if changed is None:
        return lambda _: Meanwhile(halt=Halt(why=UNSEEN))
    halts, edited = concerns.halts(changed), concerns.edited(changed)
    if len(edited) > MOST_EDITED:
        many = Halt(file=edited[0], why="they may hold tests", more=len(edited) - 1)
        return lambda area: Meanwhile(halt=halts.get(area, many))
    return lambda area: Meanwhile(halt=halts.get(area), edited=edited)


def _test_files(past: History) -> dict[str, set[str]]:
    """The files of the tests that are known, each with their areas."""
    files: dict[str, set[str]] = {}
    for known in past.tests.values():
        if known.file:
            files.setdefault(known.file, set()).add(known.area)
    return files


def _seed(root: Path, past: History) -> tuple[str, str]:
    commit = git.head(root)
    if commit:
        return commit, f"commit {commit[:12]}"
    # Without commits the newest run must do: a fixed seed would draw the same probes for ever.
    return past.newest, f"the newest run {past.newest}, for there is no commit" if past.newest else "nothing"


def _remarks(project: Project, flaws: Sequence[Flaw]) -> list[str]:
    """What could not be read of the history, for people."""
    told = [f"{project.shown(flaw.where)}{flaw.at}: {flaw.reason}; left out." for flaw in flaws]
    if len(told) > MOST_REMARKS:
        more = len(told) - MOST_REMARKS
        told = [*told[:MOST_REMARKS], f"{counted(more, 'more line')} could not be read; `hardwon doctor` names them."]
    return told
