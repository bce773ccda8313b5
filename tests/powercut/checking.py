"""What must hold of every folder that a power cut may leave.

    file                              before anything was said             after it was said
    ------------------------------    ---------------------------------    --------------------
    a record, a run's run.json,       as it was, or as the command made    as the command left it
      its table and its page            it; never torn, never empty
    a file of lines                   whole lines, perhaps one broken      as the command left it
                                        one at its end
    lock, temporary file, cache/,     anything                             anything
      a run that is being pruned

And hardwon opens it: every record can be read, `doctor` finds nothing but what a killed writer leaves, and the next
command works.
"""

from __future__ import annotations

import json
import re
import shutil
from contextlib import chdir, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from io import StringIO
from typing import TYPE_CHECKING, Any

from tests.powercut.disk import Held, Named, carry_out, tree_of

from hardwon.cli.main import run

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.powercut.disk import Trace, Tree

FREE = re.compile(r"(^|/)(cache/|\.dropped-|\.hardwon-[0-9a-f]+\.tmp$|\.[\w.-]+\.lock$)")
"""Files that may hold anything at any time."""

BY_DESIGN = (
    "is unfinished: the run was killed",
    "is missing: the run was killed before it began",
    "is left over from a writer that was killed",
    "never counted because the run was killed",
    "which decides; the next record of it ends the entry",
    "has no open entry for",
)
"""What `doctor` says of a writer that was killed in the middle, as docs/security.md tells."""

UNTIL_SAID = (".gitignore is missing: ", "line ")
"""What it says besides, where the first write of a folder or the last line of a log was cut off."""


@dataclass(frozen=True, slots=True)
class Versions:
    """What each path held in the course of a command, None where it was not there."""

    known: dict[str, set[bytes | None]]
    after: Tree

    def wrong(self, tree: Tree, *, said: bool) -> Iterator[str]:
        """What must not be, of one tree."""
        for path in sorted({*self.known, *self.after, *tree}):
            content, is_there = tree.get(path), path in tree
            if FREE.search(path) or (is_there and content is None):
                continue
            if said and content != self.after.get(path):
                yield f"{path}: {_shown(content)}, though the user was told that it is {_shown(self.after.get(path))}"
            elif not said and content not in self.known.get(path, {None}) and not _is_cut_off(path, content):
                yield f"{path}: {_shown(content)} is neither the old nor the new content"


def _shown(content: bytes | None) -> str:
    return "missing" if content is None else f"{content[:60]!r} ({len(content)} bytes)"


def _is_cut_off(path: str, content: bytes | None) -> bool:
    """Whether it is a file of lines of which at most the last is broken."""
    if not path.endswith(".jsonl") or content is None:
        return False
    try:
        for line in content.split(b"\n")[:-1]:
            if line.strip(b"\0"):
                json.loads(line)
    except ValueError:
        return False
    return True


def versions(trace: Trace) -> Versions:
    """What each path held whenever a rename had installed it: only whole contents count as versions."""
    known: dict[str, set[bytes | None]] = {}
    entries, contents = dict(trace.entries), dict(trace.contents)

    def look() -> None:
        for path, content in tree_of(entries, contents, trace.folders).items():
            if content is not None:
                known.setdefault(path, set()).add(content)

    look()
    for step in trace.steps:
        if isinstance(step, Held):
            contents[step.thing] = step.content
        elif isinstance(step, Named):
            carry_out(entries, step)
            if len(step.leads) > 1:  # what a rename installs is whole; what is made in place is so only in the end
                look()
    look()
    for path, held in known.items():
        if path not in trace.before or path not in trace.after:
            held.add(None)
    return Versions(known, trace.after)


def build(folder: Path, tree: Tree) -> None:
    """Make a tree real."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for path in sorted(tree, key=lambda each: each.count("/")):
        content = tree[path]
        if content is None:
            (folder / path).mkdir()
        else:
            (folder / path).write_bytes(content)


def unusable(folder: Path, *, said: bool) -> Iterator[str]:
    """What is wrong with a real folder when hardwon opens it."""
    code, document, told = _call(folder, "doctor", "--json")
    allowed = BY_DESIGN if said else (*BY_DESIGN, *UNTIL_SAID)
    for each in document["findings"] if document else [{"path": "doctor", "reason": f"exit {code}: {told}"}]:
        what = f"{each['path']} {each['reason']}"
        if not any(text in what for text in allowed):
            yield f"doctor: {what}"
    code, document, told = _call(folder, "observations", "list", "--json")
    if code or document["unreadable"]:
        yield f"observations list: exit {code}: {document and document['unreadable']} {told}"
    for command in (
        ("status", "--json"),
        ("log", "--json"),
        ("breaker", "--json"),
        ("recall", "Open the login modal", "--product", "shop", "--json"),
        ("record", "afterwards", "--pass", "--json"),
    ):
        code, document, told = _call(folder, *command)
        if code or document is None:
            yield f"{' '.join(command)}: exit {code}: {told}"


def called(project: Path, *arguments: str, code: int = 0) -> Any:
    """Call hardwon in a project, as it must go; the document that it gave, if any."""
    ended, document, told = _call(project, *arguments)
    assert ended == code, (arguments, ended, told)
    return document


def _call(project: Path, *arguments: str) -> tuple[int, Any, str]:
    """Call hardwon in this process; its exit code, its document, and what it told people."""
    out, err = StringIO(), StringIO()
    with redirect_stdout(out), redirect_stderr(err), chdir(project):
        code = run([*arguments])
    said = out.getvalue()
    return code, json.loads(said) if "--json" in arguments and said else None, err.getvalue()
