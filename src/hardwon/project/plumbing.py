"""git's plumbing, as far as `push` needs it: trees are read, commits made and sent, without index, work tree or HEAD.

As everywhere, nothing that the checkout names is run: no hook, no filter. But the network is asked, within a deadline.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import time
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from hardwon.errors import GitError, NotPushed
from hardwon.project import git
from hardwon.text.plain import one_line

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

QUIETLY = (
    "gc.auto=0",
    "maintenance.auto=false",
    "fetch.writeCommitGraph=false",
    "submodule.recurse=false",
    "protocol.ext.allow=never",
)
LONGEST_SAID = 400
NOBODY = "hardwon <hardwon@localhost>"
"""Who commits where git knows nobody, as in most CI jobs."""

_USER_IN_URL = re.compile(r"(?<=://)[^/\s]*@")
_MOMENTARY = re.compile(
    r"cannot lock ref|failed to lock|failed to update ref|incorrect old value|already exists|stale info"
    r"|timed? ?out|could not resolve host|connection (?:reset|refused|was)|early eof|hung up|rpc failed"
    r"|http 5\d\d|error: 5\d\d|temporar|try again|internal (?:server )?error|index\.lock|unable to create.*\.lock"
    r"|network is unreachable|unable to look up|failed to connect|couldn't connect|could not connect|ssl connection",
    re.IGNORECASE,
)
"""What git and servers say of troubles that are over in a while."""


class GitAnswer(NamedTuple):
    """What git said."""

    code: int
    out: bytes
    said: str
    """What it said to people, in one line and without whoever stands in an address."""


class TreeFile(NamedTuple):
    """A file in a commit."""

    mode: str
    blob: str

    @property
    def is_plain(self) -> bool:
        """Whether it is a file, and neither a link nor another repository."""
        return self.mode.startswith("100")


@dataclass(frozen=True, slots=True, kw_only=True)
class Commit:
    """A commit that is to be made: its parent's files with some of them changed, or only those given."""

    files: Mapping[str, bytes | None]
    message: str
    parent: str | None = None

    also: str = ""
    """A second parent."""

    whole: bool = False


@dataclass(frozen=True, slots=True)
class Plumbing:
    """The repository that a project lies in."""

    root: Path

    deadline: float
    """Moment of the monotonic clock after which the network is not asked any more."""

    @property
    def left(self) -> float:
        """Seconds until the deadline."""
        return self.deadline - time.monotonic()

    def ask(self, *arguments: str, data: bytes = b"", settings: Iterable[str] = ()) -> bytes:
        """What git prints; GitError if it cannot do it."""
        answer = self._local(arguments, data, settings)
        if answer.code:
            raise GitError(f"git {arguments[0]} failed: {answer.said or answer.code}.", remedy="Nothing was pushed.")
        return answer.out

    def look(self, *arguments: str) -> str:
        """The one line that git prints; empty if it says no."""
        answer = self._local(arguments)
        return answer.out.decode("utf-8", "surrogateescape").strip() if not answer.code else ""

    def accepts(self, *arguments: str) -> bool:
        return self._local(arguments).code == 0

    def is_ancestor(self, earlier: str, later: str) -> bool:
        return self.accepts("merge-base", "--is-ancestor", earlier, later)

    def files(self, commit: str, folders: Iterable[str] = ()) -> dict[str, TreeFile]:
        """The files of a commit below some folders, or all of them, as paths from the top."""
        rows = self.ask("ls-tree", "-r", "-z", "--full-tree", commit, "--", *folders).split(b"\0")
        told = (os.fsdecode(row).partition("\t") for row in rows if row)
        return {path: TreeFile(*about.split()[::2]) for about, _, path in told}

    def contents(self, blobs: Iterable[str]) -> dict[str, bytes]:
        """What some blobs hold."""
        wanted = list(dict.fromkeys(blobs))
        out = self.ask("cat-file", "--batch", data="".join(f"{blob}\n" for blob in wanted).encode()) if wanted else b""
        found, place = {}, 0
        for blob in wanted:
            end = out.index(b"\n", place)
            kind, size = out[place:end].split()[1:3]
            if kind != b"blob":
                raise GitError(f"{blob} is not a file.", remedy="Nothing was pushed.")
            found[blob] = out[end + 1 : end + 1 + int(size)]
            place = end + int(size) + 2
        return found

    def commit(self, ref: str, *commits: Commit) -> list[str]:
        """Make commits, each on top of the one before unless it names its parent; the ref then names the last one."""
        lines = [b"reset %b\n" % os.fsencode(ref)]
        for mark, each in enumerate(commits, start=1):
            parent = each.parent or (f":{mark - 1}" if mark > 1 else "")
            lines.append(
                b"commit %b\nmark :%d\ncommitter %b\n%b"
                % (os.fsencode(ref), mark, self._who(), _data(each.message.encode()))
            )
            lines += [f"from {parent}\n".encode()] if parent else []
            lines += [f"merge {each.also}\n".encode()] if each.also else []
            lines += [b"deleteall\n"] if each.whole else []
            lines += [_change(path, content) for path, content in sorted(each.files.items())]
        lines += [f"get-mark :{mark}\n".encode() for mark in range(1, len(commits) + 1)]
        out = self.ask("fast-import", "--quiet", "--force", "--done", data=b"".join([*lines, b"done\n"]))
        return out.decode().split()

    def stage(self, entries: Iterable[tuple[str, TreeFile | None]]) -> None:
        """Put some files into the user's index, or take them out, and leave all others as they are."""
        rows = (f"{file.mode} {file.blob}\t{path}\0" if file else f"0 {'0' * 40}\t{path}\0" for path, file in entries)
        data = "".join(rows).encode("utf-8", "surrogateescape")
        # Git looks at files that are as young as the index, and would ask the filters for that.
        self.ask("update-index", "-z", "--index-info", data=data, settings=git.without_filters(self.root))

    def _who(self) -> bytes:
        known = self.look("var", "GIT_COMMITTER_IDENT").rpartition(">")[0]
        return (
            f"{known}> {int(time.time())} +0000".encode("utf-8", "surrogateescape")
            if known
            else (f"{NOBODY} {int(time.time())} +0000".encode())
        )

    def fetch(self, remote: str, branch: str, into: str, *, shallow: bool = False) -> str | None:
        """The tip of a branch of the remote, fetched; None if there is no such branch."""
        depth = ["--depth=1"] if shallow else []
        options = ("--quiet", "--no-tags", "--no-write-fetch-head", "--no-recurse-submodules", "--no-prune", *depth)
        answer = self._online("fetch", *options, remote, f"+refs/heads/{branch}:{into}")
        if "couldn't find remote ref" in answer.said:
            return None
        if answer.code:
            raise _refused(f"{remote} could not be asked for {branch}", answer.said)
        return self.look("rev-parse", "--verify", "--quiet", into)

    def push(self, remote: str, commit: str, branch: str) -> Exception | None:
        """Send a commit; why it was refused: Faster if somebody else was, NotPushed if it is not wanted there.

        Raised is what leaves open whether the server takes it, perhaps later: it did not answer.
        """
        options = ("--porcelain", "--no-verify", "--no-follow-tags", "--no-signed", "--recurse-submodules=no")
        answer = self._online("push", *options, remote, f"{commit}:refs/heads/{branch}")
        if not answer.code:
            return None
        told = answer.out.decode("utf-8", "replace")
        if "[rejected]" in told:
            return Faster(f"Somebody else pushed to {branch}.")
        row = next((line for line in told.splitlines() if line.startswith("!")), "")
        refused = _refused(
            f"{remote} did not take the push to {branch}", f"{row.rpartition(chr(9))[2]} {answer.said}".strip()
        )
        if row:
            return refused
        raise refused

    def _online(self, *arguments: str) -> GitAnswer:
        if self.left <= 0:
            raise Faster("there was no time left for another attempt.")
        patience = self.left
        try:
            return self._call(arguments, b"", patience)
        except subprocess.TimeoutExpired:
            raise Faster(f"git {arguments[0]} did not answer within {patience:.0f} s.") from None

    def _local(self, arguments: tuple[str, ...], data: bytes = b"", settings: Iterable[str] = ()) -> GitAnswer:
        try:
            return self._call(arguments, data, git.PATIENCE, settings)
        except subprocess.TimeoutExpired:
            raise GitError(f"git {arguments[0]} did not answer within {git.PATIENCE} s.", remedy="Try again.") from None

    def _call(
        self, arguments: tuple[str, ...], data: bytes, patience: float, settings: Iterable[str] = ()
    ) -> GitAnswer:
        environment = git.environment(git.checked(self.root)) | {
            "GIT_TERMINAL_PROMPT": "0",
            "LC_ALL": "C",
            "LANGUAGE": "",
        }
        try:
            process = subprocess.Popen(
                git.command(self.root, arguments, (*QUIETLY, *settings)),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env=environment,
                start_new_session=True,  # what git starts for a protocol ends with it
            )
        except FileNotFoundError:
            raise GitError("git is not installed.", remedy="Install it.") from None
        try:
            out, err = process.communicate(data, timeout=patience)
        except BaseException:  # it took too long, or somebody ends us: git ends first, then that is raised again
            _end(process)
            raise
        return GitAnswer(process.returncode, out, one_line(masked(err.decode("utf-8", "replace")), LONGEST_SAID))


class Faster(Exception):  # noqa: N818 - it names the situation
    """This attempt came to nothing, another one may: somebody was faster, or the network has its moment."""


def masked(text: str) -> str:
    """A text without the user, the password or the token of an address in it."""
    return _USER_IN_URL.sub("***@", text)


def _refused(what: str, said: str) -> Exception:
    """Faster for what may be over in a while, else NotPushed."""
    what = masked(what)
    # What a hook of the server says may be anything; that it declined is its last word.
    if _MOMENTARY.search(said) and "declined" not in said:
        return Faster(f"{what}: {said.rstrip('.')}.")
    return NotPushed(
        f"{what}: {said.rstrip('.') or 'no reason given'}.",
        remedy="Nothing is lost: what was recorded is in the work tree. If the branch is protected, give memory one of "
        "its own: --branch hardwon-memory.",
    )


def _end(process: subprocess.Popen[bytes]) -> None:
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.communicate()


def _data(content: bytes) -> bytes:
    return b"data %d\n%b\n" % (len(content), content)


def _change(path: str, content: bytes | None) -> bytes:
    name = os.fsencode(path)
    if re.search(rb'[\x00-\x1f"\\]', name):
        name = b'"' + re.sub(rb'[\x00-\x1f"\\]', lambda found: b"\\%03o" % found[0][0], name) + b'"'
    return b"D %b\n" % name if content is None else b"M 100644 inline %b\n%b" % (name, _data(content))
