"""Memory on its way to a remote: the records, merged with what others have pushed there, as a commit of their own.

Neither the user's index nor the work tree nor HEAD is needed for that, so it works on a detached HEAD, in a shallow
clone and beside unfinished work. Where somebody was faster, it begins again with what they pushed. Nothing is counted
twice.
"""

from __future__ import annotations

import random
import secrets
import time
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from hardwon.errors import MergeConflict, NotPushed, UsageError
from hardwon.project import ci
from hardwon.project.branch_place import digest, place_of
from hardwon.project.plumbing import Commit, Faster, Plumbing, masked
from hardwon.store.folders import FILE as IGNORED
from hardwon.store.lock import locked
from hardwon.store.merging import (
    ENDING,
    MEMORY,
    RETIRED,
    Versions,
    check_file,
    history_of,
    mark_of,
    merged_file,
    moved_areas,
    with_mark,
)
from hardwon.text.plain import counted, first_of, one_line

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from hardwon.project.branch_place import BranchPlace, ChangedFrom, RecordContents
    from hardwon.project.records import Records

DEADLINE = 300.0
FIRST_PAUSE, LONGEST_PAUSE, GROWTH = 0.2, 15.0, 1.5
SHOWN_AREAS = 5
LENGTH_OF_MARK = 16
TRAILER = "Memory-Push"
"""Under which each commit has a number of its own."""

OWN_BRANCH = "hardwon-memory"
STAYS = "Verdicts that were recorded with `record: local` stay on this machine."
KEPT = "Nothing is lost: what was recorded is in the work tree."


@dataclass(frozen=True, slots=True, kw_only=True)
class PushRequest:
    """What somebody wants to be pushed, and where to."""

    branch: str = ""
    remote: str = ""
    deadline: float = DEADLINE
    message: str = ""
    dry_run: bool = False
    environ: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Pushed:
    """What came of it."""

    remote: str = ""
    branch: str = ""

    commit: str | None = None
    """The commit that was made; None if nothing was pushed."""

    attempts: int = 0
    files: tuple[str, ...] = ()

    what: str = ""
    """What moved, or why nothing did."""

    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class _Merge:
    """The records of both sides, brought together."""

    base: RecordContents
    ours: RecordContents
    merged: RecordContents
    changes: dict[str, bytes | None]
    """What the branch does not have yet."""

    areas: tuple[str, ...]
    is_learned: bool
    """Whether there is anything in the work tree that was not there when it began."""

    notes: tuple[str, ...] = ()

    def marked(self, tip: str) -> _Merge:
        """The same with a mark of its own where areas moved, so that a later push knows what was made from it."""
        marked = with_mark(self.merged, digest({**self.merged, tip: b""})[:LENGTH_OF_MARK])
        changed = {path for path, content in marked.items() if content != self.merged.get(path)}
        if not changed <= self.changes.keys():
            return self
        return replace(self, merged=marked, changes={path: marked.get(path) for path in self.changes})

    @property
    def what(self) -> str:
        """What moved, in a few words."""
        notes = sum(path.endswith(ENDING) for path in self.changes)
        parts = [first_of(list(self.areas), SHOWN_AREAS)] if self.areas else []
        parts += [counted(notes, "observation")] if notes else []
        return one_line(", ".join(parts)) or "records"


def push(records: Records, request: PushRequest, *, say: Callable[[str], None], changed_from: ChangedFrom) -> Pushed:
    """Bring what was recorded to the remote; NotPushed if that did not work until the deadline."""
    job = ci.job(request.environ)
    if job.holds_back and not request.branch:
        return Pushed(what=f"{job.holds_back}. Nothing was pushed.")
    git = _asked(records, request)
    place = place_of(records, git, job, branch=request.branch, remote=request.remote)
    if not place.in_work_tree() and not place.records_in(place.head):
        return Pushed(
            remote=masked(place.remote), branch=place.branch, what="Nothing was recorded yet. Nothing was pushed."
        )
    with _alone(records, request, job, changed_from) as place:
        done = _until_deadline(lambda attempts: _pushed(place, records, request, attempts), place, request, say)
    return replace(done, notes=(*done.notes, STAYS)) if records.config.keeps_verdicts_here else done


def pull(records: Records, request: PushRequest, *, say: Callable[[str], None], changed_from: ChangedFrom) -> Pushed:
    """Bring the records of a branch of its own into the work tree, beside what was recorded here since."""
    named = replace(request, branch=request.branch or OWN_BRANCH)
    with _alone(records, named, ci.Job(), changed_from) as place:
        if place.is_checked_out:
            raise UsageError(f"{place.branch} is checked out here.", remedy="`git pull` brings its records.")
        return _until_deadline(lambda attempts: _pulled(place, records, attempts), place, named, say)


def _asked(records: Records, request: PushRequest) -> Plumbing:
    if not records.are_files:
        raise UsageError(
            "The records are not files here.", remedy="There is nothing to push; `hardwon db export` is for review."
        )
    return Plumbing(records.project.root, time.monotonic() + request.deadline)


@contextmanager
def _alone(records: Records, request: PushRequest, job: ci.Job, changed_from: ChangedFrom) -> Iterator[BranchPlace]:
    """The place, for one push of this clone at a time: two would each take what the other has pushed for new."""
    git = _asked(records, request)
    place_of(records, git, job, branch=request.branch, remote=request.remote)
    records.prepare()
    with locked(records.project.cache / "push" / ".push.lock", timeout=max(1.0, request.deadline)):
        yield place_of(records, git, job, branch=request.branch, remote=request.remote, changed_from=changed_from)


def _until_deadline(
    attempt: Callable[[int], Pushed], place: BranchPlace, request: PushRequest, say: Callable[[str], None]
) -> Pushed:
    attempts, longest = 0, FIRST_PAUSE
    while True:
        attempts += 1
        try:
            return attempt(attempts)
        except Faster as why:
            pause = random.uniform(0, longest)  # noqa: S311 - so that jobs do not meet again and again
            longest = min(LONGEST_PAUSE, longest * GROWTH)
            if place.git.left <= pause:
                raise NotPushed(
                    f"Not pushed to {place.shown} within {request.deadline:g} s, {counted(attempts, 'attempt')}: {why}",
                    remedy=f"{KEPT} Push again, perhaps with a longer --deadline.",
                ) from why
            if attempts.bit_count() == 1 and attempts > 1:  # the second, fourth, eighth: nobody waits in the dark
                say(f"{why} Trying again, for {place.git.left:.0f} s at most.")
        time.sleep(pause)


def _pushed(place: BranchPlace, records: Records, request: PushRequest, attempts: int) -> Pushed:
    tip = place.tip()
    merge = _merge(place, records, tip)
    result = Pushed(remote=masked(place.remote), branch=place.branch, attempts=attempts, notes=merge.notes)
    if not merge.changes:
        # A push that was killed after it was sent: all is on the branch, and the work tree differs from HEAD.
        is_behind = merge.is_learned or merge.ours != place.records_in(place.head)
        notes: tuple[str, ...] = ()
        if tip and is_behind and not request.dry_run:
            if merge.ours != merge.merged:
                place.about_to_settle(tip, merge.ours)
            notes = _settled(place, merge, tip)
        place.forget("tip")
        return replace(result, what=f"{place.shown} has everything. Nothing was pushed.", notes=merge.notes + notes)
    _refuse_what_would_count_twice(place, tip)
    merge = merge.marked(f"{tip}")
    result = replace(result, files=tuple(sorted(merge.changes)), what=merge.what)
    if request.dry_run:
        place.forget("tip")
        return result
    message = request.message or f"Memory: {merge.what} [skip ci]"
    # Two jobs may say the same of the same in one second: without a number they would make one commit, not two.
    numbered = f"{message}\n\n{TRAILER}: {secrets.token_hex(LENGTH_OF_MARK // 2)}\n"
    commit = Commit(files=merge.changes, message=numbered, parent=tip)
    sent = place.send(commit, merge.ours)
    return replace(result, commit=sent, notes=merge.notes + _settled(place, merge, sent))


def _pulled(place: BranchPlace, records: Records, attempts: int) -> Pushed:
    tip = place.tip()
    result = Pushed(remote=masked(place.remote), branch=place.branch, attempts=attempts)
    if tip is None:
        return replace(result, what=f"There is no {place.shown} yet: the first push makes it.")
    merge = _merge(place, records, tip)
    theirs = place.records_in(tip)
    place.about_to_bring(tip, ours=merge.ours, merged=merge.merged, base=merge.base)
    rests_on = place.records.replace(merge.ours, merge.merged)
    # What came from there is the base of the next push; what was recorded here since is still to be pushed.
    left = {path for path in {*merge.ours, *merge.merged} if rests_on.get(path) != merge.merged.get(path)}
    if left:
        raise Faster("The records changed while they were read.")
    place.keep(theirs, tip)
    changed = tuple(path for path in sorted({*merge.ours, *theirs}) if merge.ours.get(path) != merge.merged.get(path))
    what = f"{counted(len(changed), 'file')} brought from {place.shown}." if changed else "The records are up to date."
    return replace(result, commit=tip, files=changed, what=what, notes=merge.notes)


def _merge(place: BranchPlace, records: Records, tip: str | None) -> _Merge:
    ours, theirs = place.in_work_tree(), place.records_in(tip)
    base = place.base(ours, theirs, tip)
    notes: list[str] = []
    for path in [path for path, content in ours.items() if content != base.get(path)]:
        try:
            check_file(path, ours[path])
        except MergeConflict as error:
            notes.append(f"Left out: {error.args[0]}")
            ours.pop(path)
            if path in base:
                ours[path] = base[path]
    merged: RecordContents = {}
    for path in sorted({*base, *ours, *theirs}):
        versions = Versions(base.get(path), ours.get(path), theirs.get(path))
        content = merged_file(path, versions, records.config.scoring)
        if content is not None:
            merged[path] = content
    for path in [path for path in merged if path.endswith(f"/{MEMORY}")]:
        beside = f"{path.removesuffix(MEMORY)}{RETIRED}"
        history = history_of(path, merged[path], merged.get(beside))
        if history is not None and merged[path] not in (ours.get(path), theirs.get(path)):
            merged[beside] = history
    merged = with_mark(merged, mark_of(theirs))
    changes = {path: merged.get(path) for path in {*merged, *theirs} if merged.get(path) != theirs.get(path)}
    if all(path.endswith(f"/{IGNORED}") for path in changes):
        changes = {}  # they come along with what was learned, and are not worth a commit by themselves
    areas = {name for path in changes for name in moved_areas(path, theirs.get(path), merged.get(path))}
    return _Merge(
        base=base,
        ours=ours,
        merged=merged,
        changes=changes,
        areas=tuple(sorted(areas)),
        is_learned=ours != base,
        notes=tuple(notes),
    )


def _refuse_what_would_count_twice(place: BranchPlace, tip: str | None) -> None:
    """Records go where HEAD's own go sooner or later: they would be added up again when the two meet."""
    if place.is_checked_out and not place.has(tip):
        raise NotPushed(
            f"{place.branch} has commits that are not on {masked(place.remote)}.",
            remedy=f"Push them first (`git push`), then the records. {KEPT}",
        )
    if place.head_branch and not place.is_checked_out and tip and place.is_related(tip):
        raise NotPushed(
            f"{place.head_branch} is checked out, and {place.branch} has a common history with it.",
            remedy=f"Check {place.branch} out, or name a branch for the records alone: --branch {OWN_BRANCH}.",
        )


def _settled(place: BranchPlace, merge: _Merge, pushed: str) -> tuple[str, ...]:
    """Bring the work tree to what is on the branch now, and see that the next push begins there."""
    rests_on = place.records.replace(merge.ours, merge.merged)
    why = ""
    if place.is_checked_out and rests_on == merge.merged and place.has(pushed):
        why = place.take_along(pushed)
        if not why:
            place.forget("base", "bringing", "pending", "tip")
            return ()
    place.keep(rests_on, pushed)
    return (f"{why}.",) if why else ()
