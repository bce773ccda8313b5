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
from stat import S_ISDIR, S_ISLNK, S_ISREG
from typing import TYPE_CHECKING

from hardwon.areas.rules import EXCLUDED_FOLDERS
from hardwon.errors import GitError
from hardwon.project import git
from hardwon.project.digests import Digests
from hardwon.project.fingerprint import EXCLUDED_FILES, LARGE
from hardwon.project.root import ADOPTED_AREAS, ADOPTED_OBSERVATIONS
from hardwon.text.plain import one_line

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator
    from pathlib import Path

VARIABLE = "HARDWON_STATE"
LONGEST = 200

OUTPUT_FOLDERS = frozenset(
    {"allure-report", "allure-results", "blob-report", "coverage", "htmlcov", ".nyc_output", "playwright-report"}
    | {"surefire-reports", "test-reports", "test-results"}
)
OUTPUT_FILES = (".coverage", ".coverage.*", "coverage.json", "coverage.lcov", "coverage.xml", "lcov.info", "*.log")
"""What runs of tests leave behind. It counts where it is tracked."""

_COMMIT = re.compile(r"[0-9a-f]{7,64}", re.IGNORECASE)
_UNTRACKED = "?"
_REPORT = "report"


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
        try:
            listed = git.ask(self.root, "ls-files", "-z", "-t", "--cached", "--others", "--exclude-standard")
        except GitError:
            return ""
        # The first sign says which kind of entry it is, then a blank.
        entries = sorted({(entry[2:], entry[0] == _UNTRACKED) for entry in listed.split("\0") if entry})
        if not entries:
            return ""  # inside of a repository that ignores the project
        digests = Digests(self.cache)
        found = [
            (path, digest)
            for path, is_untracked in entries
            if self._counts(path, is_untracked=is_untracked) and (digest := self._digest(path, is_untracked, digests))
        ]
        digests.keep(whole=True)
        return _state(found)

    def of_commit(self, commit: str) -> str:
        """The state that a commit has: of its files if git knows it, else its name alone."""
        named = commit.strip().lower()
        if not _COMMIT.fullmatch(named):
            return ""
        try:
            listed = git.ask(self.root, "ls-tree", "-r", "-z", "-l", named)
        except GitError:
            return f"commit:{named}"
        return _state((path, digest) for path, digest in _committed(listed) if self._counts(path, is_untracked=False))

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

    def _digest(self, path: str, is_untracked: bool, digests: Digests) -> str:
        """The digest of a file as git would give it; empty if it is gone, cannot be read or is a report."""
        place = f"{self.root}/{path}"
        try:
            found = os.lstat(place)
            if S_ISDIR(found.st_mode):
                # A repository of its own: by its commit. One that is not checked out would answer for ours.
                return (git.head(self.root / path) or "") if os.path.lexists(f"{place}/.git") else ""
            if S_ISLNK(found.st_mode):
                return _blob(os.fsencode(os.readlink(place)))  # noqa: PTH115 - a path object for each file is felt
            if not S_ISREG(found.st_mode):
                return ""
            digest = digests.known(path, found)
            if not digest or (digest == _REPORT and not is_untracked):
                digest = _REPORT if is_untracked and self.is_report(place) else _read(place, found.st_size)
                digests.remember(path, found, digest)
        except OSError:
            return ""
        return "" if digest == _REPORT else digest


def _read(place: str, size: int) -> str:
    if size > LARGE:
        return f"size:{size}"
    with open(place, "rb") as file:  # noqa: PTH123 - as above
        return _blob(file.read())


def _blob(content: bytes) -> str:
    return hashlib.sha1(b"blob %d\0%b" % (len(content), content), usedforsecurity=False).hexdigest()


def _committed(listed: str) -> Iterator[tuple[str, str]]:
    """The files of a commit, each with its digest."""
    for entry in listed.split("\0"):
        about, _, path = entry.partition("\t")
        if path:
            _, _, digest, size = about.split()
            yield path, f"size:{size}" if size.isdigit() and int(size) > LARGE else digest


def _state(files: Iterable[tuple[str, str]]) -> str:
    whole = hashlib.sha256()
    for path, digest in sorted(files):
        whole.update(f"{path}\0{digest}\n".encode("utf-8", "surrogateescape"))
    return f"tree:{whole.hexdigest()[:40]}"
