"""The state of a project: a digest of its content, so that two runs can be told to have tested the same.

Asked of git: the tracked files and the untracked ones that are not ignored, as they lie in the work tree. Neither the
index nor any filter is asked, the commit's id does not matter, and what runs themselves write does not count. A file's
digest is git's own, so that a clean checkout and the commit that it is of are one state.
"""

from __future__ import annotations

import hashlib
import os
import re
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from itertools import islice
from stat import S_ISDIR, S_ISLNK, S_ISREG, S_IXUSR
from typing import TYPE_CHECKING

from hardwon.areas.content import LED_OUT, content_of
from hardwon.areas.rules import EXCLUDED_FOLDERS
from hardwon.errors import GitError
from hardwon.project import git
from hardwon.project.digests import Digests
from hardwon.project.fingerprint import EXCLUDED_FILES, LARGE, inside
from hardwon.project.layout import VENDORED, is_generated, is_of_program
from hardwon.project.root import ADOPTED_AREAS, ADOPTED_OBSERVATIONS
from hardwon.store import trees
from hardwon.text.plain import one_line

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator
    from pathlib import Path

    from hardwon.areas.content import Content

VARIABLE = "HARDWON_STATE"
LONGEST = 200

OUTPUT_FOLDERS = frozenset(
    {"allure-report", "allure-results", "blob-report", "coverage", "htmlcov", ".nyc_output", "playwright-report"}
    | {"surefire-reports", "test-reports", "test-results"}
)
OUTPUT_FILES = (".coverage", ".coverage.*", "coverage.json", "coverage.lcov", "coverage.xml", "lcov.info", "*.log")
"""What runs of tests leave behind. It counts where it is tracked."""

_COMMIT = re.compile(r"[0-9a-f]{7,64}", re.IGNORECASE)
_TREE = "tree:"
_UNTRACKED = "?"
_REPORT = "report"
_PROGRAM, _LINK = "x", "l"
_MARKS = {"100755": _PROGRAM, "120000": _LINK}

SHORT = 16
"""Digits of a digest that are kept for each file: enough to tell two contents of one file apart."""

MOST_FILES = 200_000
"""Of more files than this it is not kept what they were."""

MOST_FOUND = 20_000
"""The same where git does not tell which files count."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """What a run tests."""

    state: str = ""
    """Empty where only the files of each area are known."""

    content: Content | None = None
    """The files; None if they are not known, as those of a commit that is not here."""

    refused: str = ""
    """Why git says nothing of the checkout that they lie in."""

    @property
    def is_tree(self) -> bool:
        """Whether the state tells the content of all files."""
        return self.state.startswith(_TREE)


def given(text: str | None) -> str:
    """The state that somebody names with a flag or in the environment; empty if nobody does."""
    named = one_line((text if text is not None else os.environ.get(VARIABLE, "")).strip(), LONGEST)
    return f"given:{named}" if named else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkTree:
    """The files of a project, and which of them do not count."""

    root: Path
    cache: Path | None = None
    aside: Collection[str] = ()
    """Files and folders below the root, as relative paths, that say nothing about what was tested."""

    is_report: Callable[[str], bool] = field(default=lambda _: False)
    """Whether a file, given by its whole path, is a report of a run by its content."""

    def state(self) -> str:
        """The state of the files as they are now; empty where git knows nothing of them."""
        return self.tested().state

    def tested(self) -> Subject:
        """The state of the files as they are now, and the files themselves: where git knows nothing, all there are."""
        entries = self._listed()
        is_known = bool(entries)
        if not is_known:
            entries = [(path, True) for path in islice(self._found(), MOST_FOUND + 1)]
        refused = "" if is_known else git.refusal(self.root)
        if not is_known and len(entries) > MOST_FOUND:
            return Subject(refused=refused)
        digests = Digests(self.cache)
        files: dict[str, str] = {}
        found = []
        for path, is_untracked in entries:
            if self._counts(path, is_untracked=is_untracked):
                digest, marks = self._digest(path, is_untracked, digests)
                if digest:
                    found.append((path, digest))
                    files[path] = digest[:SHORT] + marks
        digests.keep(whole=True)
        content = content_of(files) if len(files) <= MOST_FILES else None
        return Subject(state=_state(found) if is_known else "", content=content, refused=refused)

    def _listed(self) -> list[tuple[str, bool]]:
        """What git has and what it would take, each with whether it is untracked; nothing where git does not tell."""
        try:
            listed = git.ask(self.root, "ls-files", "-z", "-t", "--cached", "--others", "--exclude-standard")
        except GitError:
            return []
        # The first sign says which kind of entry it is, then a blank. None: a repository that ignores the project.
        return sorted({(entry[2:], entry[0] == _UNTRACKED) for entry in listed.split("\0") if entry})

    def _found(self) -> Iterator[str]:
        """Relative paths of the files below the root that can be part of a program, where git does not tell which are.

        Nothing hidden, generated or installed: the root may be somebody's home.
        """
        start = len(str(self.root)) + 1
        for place, folders, names in trees.walk(self.root):
            inside = place[start:]
            folders[:] = [
                name
                for name in folders
                if name[0] != "."
                and name not in EXCLUDED_FOLDERS
                # What others wrote can change as well as what we did, but what is made anew changes all the time.
                and (name in VENDORED or not is_generated(f"{place}/{name}"))
            ]
            wanted = (name for name in names if name[0] != "." and is_of_program(name))
            yield from (f"{inside}/{name}" if inside else name for name in wanted)

    def of_commit(self, commit: str) -> Subject:
        """The state that a commit has: of its files if git knows it, else its name alone."""
        named = commit.strip().lower()
        if not _COMMIT.fullmatch(named):
            return Subject()
        try:
            listed = git.ask(self.root, "ls-tree", "-r", "-z", "-l", named)
        except GitError:
            return Subject(state=f"commit:{named}")
        entries = [each for each in _committed(listed) if self._counts(each[0], is_untracked=False)]
        files = {path: digest[:SHORT] + marks for path, digest, marks in entries}
        return Subject(state=_state((path, digest) for path, digest, _ in entries), content=content_of(files))

    def changed_between(self, commit: str, other: str) -> list[str] | None:
        """The files that differ between two commits; None where git does not know both."""
        named = [each.strip().lower() for each in (commit, other)]
        if not all(map(_COMMIT.fullmatch, named)):
            return None
        try:
            listed = git.ask(self.root, "diff-tree", "-r", "-z", "--name-only", "--no-renames", "--relative", *named)
        except GitError:
            return None
        return [path for path in listed.split("\0") if path]

    def _counts(self, path: str, *, is_untracked: bool) -> bool:
        *folders, name = path.rstrip("/").split("/")
        if name in EXCLUDED_FILES or not EXCLUDED_FOLDERS.isdisjoint(folders):
            return False
        if folders and folders[0] in (ADOPTED_AREAS, ADOPTED_OBSERVATIONS):
            return False
        if any(path == each or path.startswith(f"{each}/") for each in self.aside):
            return False
        return not is_untracked or not (
            not OUTPUT_FOLDERS.isdisjoint(folders) or any(fnmatchcase(name, each) for each in OUTPUT_FILES)
        )

    def _digest(self, path: str, is_untracked: bool, digests: Digests) -> tuple[str, str]:
        """The digest of a file as git would give it, empty if it is gone, cannot be read or is a report; and its marks.

        Marks are what a change must show as well, and the state need not: that it is a program, what a repository
        inside of ours has beside its commit, what a link leads to outside of the project.
        """
        place = f"{self.root}/{path}"
        try:
            found = os.lstat(place)
            if S_ISDIR(found.st_mode):
                # A repository of its own: by its commit. One that is not checked out would answer for ours.
                if not os.path.lexists(f"{place}/.git"):
                    return "", ""
                inner = WorkTree(root=self.root / path)
                return git.head(inner.root) or "", f"+{inner.state()}"
            if S_ISLNK(found.st_mode):
                told = _blob(os.fsencode(os.readlink(place)))  # noqa: PTH115 - a path object for each file is felt
                beyond = self._beyond(path)
                return told, f"{LED_OUT}{beyond}" if beyond else _LINK
            if not S_ISREG(found.st_mode):
                return "", ""
            digest = digests.known(path, found)
            if not digest or (digest == _REPORT and not is_untracked):
                digest = _REPORT if is_untracked and self.is_report(place) else _read(place, found.st_size)
                digests.remember(path, found, digest)
        except OSError:
            return "", ""
        return "" if digest == _REPORT else digest, _PROGRAM if found.st_mode & S_IXUSR else ""

    def _beyond(self, path: str) -> str:
        """The size and the time of the file that a link leads to outside of the project: its content is not read."""
        target = os.path.realpath(f"{self.root}/{path}")
        if inside(os.path.realpath(self.root), target) is not None or not os.path.isfile(target):  # noqa: PTH113 - as above
            return ""
        found = os.lstat(target)
        return f"{found.st_size:x}.{found.st_mtime_ns:x}"


def _read(place: str, size: int) -> str:
    if size > LARGE:
        return f"size:{size}"
    with open(place, "rb") as file:  # noqa: PTH123 - as above
        return _blob(file.read())


def _blob(content: bytes) -> str:
    return hashlib.sha1(b"blob %d\0%b" % (len(content), content), usedforsecurity=False).hexdigest()


def _committed(listed: str) -> Iterator[tuple[str, str, str]]:
    """The files of a commit, each with its digest and its marks."""
    for entry in listed.split("\0"):
        about, _, path = entry.partition("\t")
        if path:
            mode, _, digest, size = about.split()
            yield path, f"size:{size}" if size.isdigit() and int(size) > LARGE else digest, _MARKS.get(mode, "")


def _state(files: Iterable[tuple[str, str]]) -> str:
    whole = hashlib.sha256()
    for path, digest in sorted(files):
        whole.update(f"{path}\0{digest}\n".encode("utf-8", "surrogateescape"))
    return f"{_TREE}{whole.hexdigest()[:40]}"
