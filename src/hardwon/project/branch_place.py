"""Where the records go: the remote and the branch, as seen from this clone, and what it has pushed there before.

A note is a commit of this clone alone, below `refs/hardwon`: its files are the records that the work tree rested on,
its parent is what was pushed, its message tells which records HEAD had. It is written before anything is sent, and
before records of others are brought into the work tree, so that both are known of, whatever became of the process.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from hardwon.errors import GitError, UsageError
from hardwon.project.plumbing import Commit, Plumbing, masked
from hardwon.project.record_files import CRLF, RecordFiles, in_line_ends_of
from hardwon.store.merging import ENDING, MEMORY, goes_on, is_elsewhere, mark_of, standing_of
from hardwon.text.plain import one_line

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from hardwon.observations.deltas import Standing
    from hardwon.project.ci import Job
    from hardwon.project.records import Records

RecordContents = dict[str, bytes]
ChangedFrom = Callable[[str], "Collection[Standing]"]

MOST_PENDING = 100
"""Pushes in a row of which the end may be unknown."""

_UNDERWAY = ("MERGE_HEAD", "CHERRY_PICK_HEAD", "REVERT_HEAD")


def _unknown(_: str) -> Collection[Standing]:
    return ()


class PushNote(NamedTuple):
    """What this clone has pushed, or was about to push."""

    pushed: str
    rested_on: RecordContents
    head: str

    earlier: str
    """The note before it, of a push that may still be under way at the server; empty if there was none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BranchPlace:
    """A branch of a remote, and the clone that looks at it."""

    git: Plumbing
    records: RecordFiles
    remote: str
    branch: str
    head: str
    head_branch: str

    is_own: bool
    """Whether the branch was named, and is not the one that is tested: it is not fetched with its history."""

    changed_from: ChangedFrom = _unknown
    """What the log of this clone tells: how an observation stood whenever it was changed here."""

    @property
    def shown(self) -> str:
        return f"{masked(self.remote)}/{self.branch}"

    @property
    def is_checked_out(self) -> bool:
        return self.branch == self.head_branch

    def ref(self, kind: str) -> str:
        """A ref of ours for this branch: its `tip`, the `base` of the next push, what is `pending`, or `bringing`."""
        remote = self.remote
        if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9_-]*", remote):
            remote = hashlib.sha256(remote.encode("utf-8", "replace")).hexdigest()[:16]
        return f"refs/hardwon/{kind}/{remote}/{self.branch}"

    def tip(self) -> str | None:
        """The newest commit of the branch, fetched; None if there is no such branch yet."""
        # The whole history of a branch of its own is not needed, unless something of ours may be in it.
        known = (self._note(self.ref(kind)) for kind in ("base", "pending"))
        shallow = self.is_own and self._is_shallow and not any(known)
        return self.git.fetch(self.remote, self.branch, self.ref("tip"), shallow=shallow)

    @property
    def _is_shallow(self) -> bool:
        return self.git.look("rev-parse", "--is-shallow-repository") == "true"

    def records_in(self, commit: str | None) -> RecordContents:
        """The records of a commit."""
        if not commit or not self.records.folders:
            return {}
        found = self.git.files(commit, self.records.folders)
        mine = {path: file.blob for path, file in found.items() if self.records.is_record(path) and file.is_plain}
        contents = self.git.contents(mine.values())
        return {path: contents[blob] for path, blob in mine.items()}

    def in_work_tree(self) -> RecordContents:
        """The records as they are now; those that a sparse checkout leaves out, as the commit has them."""
        found = self.records.read()
        if any(CRLF in content for content in found.values()):
            found = in_line_ends_of(self.records_in(self.head), found)
        if not self.records.folders or not self.git.look("config", "--get", "core.sparseCheckout"):
            return found
        rows = self.git.ask("ls-files", "-t", "-z", "--full-name", "--", *self.records.pathspecs).split(b"\0")
        left_out = {row[2:].decode("utf-8", "surrogateescape") for row in rows if row.startswith(b"S ")}
        return {path: raw for path, raw in self.records_in(self.head).items() if path in left_out} | found

    def base(self, ours: RecordContents, theirs: RecordContents, tip: str | None) -> RecordContents:
        """The records that the work tree began with: what differs from them was learned here, and is not pushed yet."""
        head = self.records_in(self.head)
        if tip is None or not (theirs or self.is_related(tip)):
            return {}  # nothing is there yet, so all of ours goes there
        if sent := self._landed(tip, digest(head)):
            pushed = self.records_in(sent.pushed)
            return _chosen(sent.rested_on, pushed, _along(sent.rested_on, pushed, ours, self.changed_from))
        if (brought := self._brought(digest(head), ours)) is not None and _descends(brought, ours):
            return brought
        kept = self._note(self.ref("base"))
        # A HEAD without records puts none into the work tree: those there are the ones that the note speaks of, also
        # where HEAD had some when it was written.
        is_still_so = kept is not None and (kept.head == digest(head) or (not head and mark_of(ours) is not None))
        return kept.rested_on if kept and is_still_so and _descends(kept.rested_on, ours) else head

    def _brought(self, head: str, ours: RecordContents) -> RecordContents | None:
        """What the work tree began with after a pull of which this clone has not seen the end; None after others."""
        note = self._note(self.ref("bringing"))
        if note is None or note.head != head:
            return None
        along = _along(note.rested_on, self.records_in(note.pushed), ours, self.changed_from)
        return _chosen(self.records_in(f"{note.pushed}^"), self.records_in(f"{note.pushed}^^"), along)

    def about_to_bring(self, tip: str, *, ours: RecordContents, merged: RecordContents, base: RecordContents) -> None:
        """Note what a pull puts in place of ours, and what both began with, until its end is known."""
        began = Commit(files=base, message="", parent=tip, whole=True)
        after = Commit(files=merged, message="", whole=True)
        self.git.commit(self.ref("bringing"), began, after, self.note_of(ours))

    def about_to_settle(self, tip: str, rests_on: RecordContents) -> None:
        """Note that the branch has all of the work tree, which is brought to what is there, until its end is known."""
        before = self.git.look("rev-parse", "--verify", "--quiet", self.ref("pending"))
        self.git.commit(self.ref("pending"), replace(self.note_of(rests_on, tip), also=before))

    def _landed(self, tip: str, head: str) -> PushNote | None:
        """The last push of which this clone has not seen the end, and which the branch has."""
        note = self._note(self.ref("pending"))
        for _ in range(MOST_PENDING):
            if note is None or (note.head == head and self.git.is_ancestor(note.pushed, tip)):
                return note
            note = self._note(note.earlier) if note.earlier else None
        return None

    def send(self, commit: Commit, rests_on: Mapping[str, bytes]) -> str:
        """Push a commit; a note tells later pushes of it, until its end is known."""
        before = self.git.look("rev-parse", "--verify", "--quiet", self.ref("pending"))
        note = replace(self.note_of(rests_on), also=before)
        sent, _ = self.git.commit(self.ref("pending"), commit, note)
        refused = self.git.push(self.remote, sent, self.branch)
        if refused:
            back = f"update {self.ref('pending')} {before}\n" if before else f"delete {self.ref('pending')}\n"
            self.git.ask("update-ref", "--stdin", data=back.encode())
            raise refused
        return sent

    def is_related(self, tip: str) -> bool:
        """Whether the branch and HEAD have commits in common."""
        return bool(self.head and self.git.look("merge-base", self.head, tip))

    def has(self, tip: str | None) -> bool:
        """Whether every commit of HEAD is on the branch."""
        return bool(tip and self.head and self.git.is_ancestor(self.head, tip))

    def note_of(self, rests_on: Mapping[str, bytes], pushed: str | None = None) -> Commit:
        """The note that the work tree rests on these records; on top of the commit before it unless one is named."""
        return Commit(files=rests_on, message=digest(self.records_in(self.head)), parent=pushed, whole=True)

    def keep(self, rests_on: Mapping[str, bytes], pushed: str) -> None:
        """PushNote what was pushed; the next push begins there."""
        self.git.commit(self.ref("base"), self.note_of(rests_on, pushed))
        self.forget("bringing", "pending", "tip")

    def forget(self, *kinds: str) -> None:
        self.git.ask("update-ref", "--stdin", data="".join(f"delete {self.ref(kind)}\n" for kind in kinds).encode())

    def _note(self, place: str) -> PushNote | None:
        told = self.git.look("cat-file", "-p", f"{place}^{{commit}}")
        pushed, *earlier = re.findall(r"(?m)^parent ([0-9a-f]+)$", told.partition("\n\n")[0]) or [""]
        if not pushed:
            return None
        return PushNote(pushed, self.records_in(place), told.rpartition("\n")[2], "".join(earlier[:1]))

    def take_along(self, pushed: str) -> str:
        """Move the checked-out branch to what was pushed, where that changes nothing but records; else why not."""
        if any(self.git.look("rev-parse", "--verify", "--quiet", name) for name in _UNDERWAY):
            return "A merge is under way here, so your branch was left where it is"
        names = self.git.ask("diff-tree", "-r", "-z", "--name-only", "--no-renames", self.head, pushed)
        paths = [path.decode("utf-8", "surrogateescape") for path in names.split(b"\0") if path]
        of_records = [path for path in paths if self.records.is_record(path)]
        try:
            there = self.git.files(pushed, self.records.folders)
            self.git.stage((path, there.get(path)) for path in of_records)
            if of_records != paths:
                return f"{self.shown} has more that is new: `git pull` brings it"
            self.git.ask("update-ref", "-m", "hardwon push", f"refs/heads/{self.branch}", pushed, self.head)
        except GitError as error:
            return f"Your branch was left where it is, `git pull` moves it ({one_line(str(error.args[0]), 200)})"
        return ""


def digest(files: Mapping[str, bytes]) -> str:
    """What tells these records from others."""
    whole = hashlib.sha256()
    for path, content in sorted(files.items()):
        whole.update(f"{path}\0{hashlib.sha256(content).hexdigest()}\n".encode("utf-8", "surrogateescape"))
    return whole.hexdigest()


def _chosen(before: RecordContents, after: RecordContents, along: Collection[str]) -> RecordContents:
    """Of each file the later version if it was brought along, else the earlier one."""
    versions = {path: after.get(path) if path in along else before.get(path) for path in {*before, *after}}
    return {path: content for path, content in versions.items() if content is not None}


def _along(
    rested_on: RecordContents, brought: RecordContents, ours: RecordContents, changed_from: ChangedFrom
) -> set[str]:
    """The files that the work tree has as they were brought, or goes on from, after a call whose end is not known.

    All may have been brought along before the process was killed, or a part of it: what is neither version any more was
    changed since, and goes on from what was brought where the mark of that push is there. A mark in another file than
    the areas is not enough: that one may be along alone. Of an observation the log tells which of the two was changed.
    """
    mark = mark_of(brought)
    is_marked = None if mark == mark_of(rested_on) else mark == mark_of(ours)
    along = set()
    for path in {*rested_on, *brought}:
        before, after, now = rested_on.get(path), brought.get(path), ours.get(path)
        if before != after and (told := _as_logged(path, before, after, changed_from)) is not None:
            # Before the bytes: a word of the same second makes the same bytes of the earlier version.
            is_along = told
        elif now in (before, after):
            is_along = now == after
        elif is_marked is False or (is_marked and not is_elsewhere(path, ours)):
            is_along = is_marked
        else:
            is_along = after is not None and now is not None and goes_on(path, after, now)
        if is_along:
            along.add(path)
    return along


def _as_logged(path: str, before: bytes | None, after: bytes | None, changed_from: ChangedFrom) -> bool | None:
    """Whether an observation was changed from the later version; None where the log knows of no change of either."""
    if not path.endswith(ENDING):
        return None
    told = changed_from(path.rpartition("/")[2].removesuffix(ENDING))
    earlier, later = standing_of(path, before), standing_of(path, after)
    return later in told if {earlier, later} & {*told} else None


def _descends(earlier: RecordContents, ours: RecordContents) -> bool:
    """Whether our areas go on from those: a checkout by force may have taken them back."""
    return mark_of(earlier) in (None, mark_of(ours)) and all(
        path not in ours or goes_on(path, content, ours[path], areas_may_go=True)
        for path, content in earlier.items()
        if path.endswith(f"/{MEMORY}")
    )


def place_of(
    records: Records, git: Plumbing, job: Job, *, branch: str, remote: str, changed_from: ChangedFrom = _unknown
) -> BranchPlace:
    """Where the records go; UsageError or GitError if that cannot be told."""
    root = records.project.root
    if git.look("rev-parse", "--is-inside-work-tree") != "true":
        raise GitError(f"{one_line(str(root))} is not in a git work tree.", remedy="Call it in a clone.")
    head_branch = git.look("symbolic-ref", "--quiet", "--short", "HEAD")
    chosen = branch.removeprefix("refs/heads/") or head_branch or job.branch
    if not chosen:
        raise UsageError(
            "No branch is checked out, and no variable of a CI job names one.", remedy="Say where to: --branch NAME."
        )
    if chosen.startswith("-") or not git.accepts("check-ref-format", f"refs/heads/{chosen}"):
        raise UsageError(f"{one_line(chosen, 80)!r} cannot be the name of a branch.", remedy="Name another: --branch.")
    top = Path(git.look("rev-parse", "--show-toplevel"))
    found = BranchPlace(
        git=git,
        records=RecordFiles.of(records.project, records.config, top),
        remote=_remote(git, remote, head_branch),
        branch=chosen,
        head=git.look("rev-parse", "--verify", "--quiet", "HEAD^{commit}"),
        head_branch=head_branch,
        is_own=chosen not in (head_branch, job.branch),
        changed_from=changed_from,
    )
    if not found.records.folders:
        raise UsageError("The records do not lie in this git checkout.", remedy="There is nothing to push from here.")
    return found


def _remote(git: Plumbing, named: str, head_branch: str) -> str:
    known = git.look("remote").split()
    chosen = named or (git.look("config", "--get", f"branch.{head_branch}.remote") if head_branch else "")
    if not named and chosen not in known:
        chosen = "origin" if "origin" in known or len(known) != 1 else known[0]
    if chosen.startswith("-") or (chosen not in known and not named):
        raise UsageError(
            f"This clone has no remote {one_line(chosen, 80)!r}.",
            remedy="`git remote add` it, or name one: --remote NAME.",
        )
    return chosen
