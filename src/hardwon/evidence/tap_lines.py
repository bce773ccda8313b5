"""The lines of TAP, the Test Anything Protocol, in versions 12, 13 and 14: bytes in, what a line says out.

Runners differ from the specification in what they escape and add, and real runs print anything in between; so each
function takes one line and gives None for whatever it does not know.
"""

from __future__ import annotations

import codecs
import io
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hardwon.evidence.fields import cut, seconds

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

LONGEST_LINE = 20_000
"""Characters that are kept of a line; the rest of it is skipped."""

INDENT = 4
"""Spaces by which a subtest is indented."""

LONGEST_TIME = 40
"""Characters at the end of a description in which a duration is looked for."""

MOST_DEPTH = 50
"""Levels of subtests; no runner nests deeper, so a line that is indented further is not a subtest."""

_VERSION = re.compile(r"TAP version ([0-9]{1,4})", re.IGNORECASE)
_PLAN = re.compile(r"1\.\.([0-9]{1,18})(?:\s*#\s*(.*))?")
_POINT = re.compile(r"(not )?ok(?:\s+([0-9]{1,18})(?=\s|$))?(?:\s+(.*))?")
_BAIL_OUT = re.compile(r"Bail out!|Bailout called\.", re.IGNORECASE)
"""The second is what `prove` makes of the first."""

_PRAGMA = re.compile(r"pragma\s+[+-][\w,+ -]+")
_PROVE = re.compile(r"(?:\[[0-9:]+\] )?(\S+) \.{2,}(?: skipped: .*)?")
_BANNER = re.compile(r"[>$] ")
"""What npm and yarn print before the output of the command that they start."""

_HASH = re.compile(r"\\[\\#]|#")
_ESCAPED = re.compile(r"\\([\\#])")
_DIRECTIVE = re.compile(r"#\s+(skip|todo|skipped)(?=[\s:&]|$)", re.IGNORECASE)
"""A word of its own: bats escapes no hash, so `click on #todo-list` and `import # TODOist` are names."""

_MISPLACED = re.compile(r"[\s\x00-\x1f\x7f-\x9f\u200b-\u200f\u2060\ufeff\ufffd]*not\s+ok(?=[\s-]|$)(.*)")
"""A failure behind an indentation that TAP does not know, or behind bytes that are not text."""

_COLOUR = re.compile(r"\x1b\[[0-9;:?]*[A-Za-z]")
_OPENS = re.compile(r"(?:^|\s)\{$")

_TIMES = (
    re.compile(r"\s*#\s*time=([0-9.]+)(ms|s)$"),  # node-tap
    re.compile(r" in ([0-9]+)(ms)$"),  # bats --timing
)
"""How runners add the duration to the description, which would give a test another name in each run."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Point:
    """A line `ok` or `not ok`."""

    ok: bool
    number: int | None
    description: str
    directive: str
    """`skip`, `todo` or nothing."""

    duration: float | None
    opens: bool
    """A brace at its end says that its subtests follow."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TapPlan:
    """A line `1..N`."""

    tests: int
    reason: str


def lines(chunks: Iterable[bytes]) -> Iterator[str]:
    """The lines of the file, without their ends, of which the first characters are kept. Never all at once."""
    decoder: io.IncrementalNewlineDecoder | None = None
    rest = ""
    for chunk in chunks:
        decoder = decoder or io.IncrementalNewlineDecoder(_decoder(chunk), translate=True)
        *whole, rest = (rest + decoder.decode(chunk)).split("\n")
        rest = rest[:LONGEST_LINE]
        yield from (line[:LONGEST_LINE] for line in whole)
    yield from ((rest + decoder.decode(b"", final=True)) if decoder else rest).split("\n")


def _decoder(start: bytes) -> codecs.IncrementalDecoder:
    """By the byte order mark: a redirection in PowerShell writes UTF-16."""
    is_utf_16 = start.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    return codecs.getincrementaldecoder("utf-16" if is_utf_16 else "utf-8-sig")("replace")


def may_be_tap(opening: str) -> bool:
    """Whether a file that opens like this may be TAP: the first line that says anything is one of TAP's own."""
    for line in map(cleaned, re.split(r"\r\n|\r|\n", opening)):
        if line.strip() and not line.lstrip().startswith("#") and not _BANNER.match(line):
            own = line if prove_file(line) else line[INDENT * (depth(line) or 0) :]
            kinds = (version, plan, point, prove_file)
            return any(kind(own) is not None for kind in kinds) or is_bail_out(own) or is_pragma(own)
    return False


def cleaned(line: str) -> str:
    """The line without colours, and without the byte order mark that a file in the midst of others begins with."""
    return (_COLOUR.sub("", line) if "\x1b" in line else line).removeprefix("\ufeff")


def depth(line: str) -> int | None:
    """The level of subtests that a line stands on; None where it is indented in another way."""
    indent = len(line) - len(line.lstrip(" "))
    levels, odd = divmod(indent, INDENT)
    return None if odd or levels > MOST_DEPTH else levels


def version(line: str) -> int | None:
    """The version that a line declares."""
    found = _VERSION.fullmatch(line.rstrip())
    return int(found[1]) if found else None


def plan(line: str) -> TapPlan | None:
    """The plan in a line: how many tests there are, and why there is none."""
    found = _PLAN.fullmatch(line.rstrip())
    return TapPlan(tests=int(found[1]), reason=(found[2] or "").strip()) if found else None


def is_bail_out(line: str) -> bool:
    """Whether the line says that the run was given up."""
    return _BAIL_OUT.match(line) is not None


def is_pragma(line: str) -> bool:
    """Whether the line sets an option of the harness; none changes what a test says."""
    return _PRAGMA.fullmatch(line.rstrip()) is not None


def prove_file(line: str) -> str | None:
    """The test file whose output follows in what `prove -v` prints."""
    found = _PROVE.fullmatch(line.rstrip())
    return found[1] if found and ("." in found[1] or "/" in found[1]) else None


def point(line: str) -> Point | None:
    """The test in a line `ok` or `not ok`."""
    found = _POINT.fullmatch(line.rstrip())
    if found is None:
        return None
    text = found[3] or ""
    brace = _OPENS.search(text[-2:])
    description, directive = _without_directive(text[:-1].rstrip() if brace else text)
    description, duration = _without_time(description)
    return Point(
        ok=found[1] is None,
        number=None if found[2] is None else int(found[2]),
        description=cut(unescaped(re.sub(r"^-(?:\s+|$)", "", description)).strip()),
        directive=directive,
        duration=duration,
        opens=brace is not None,
    )


def misplaced_failure(line: str) -> Point | None:
    """The failure in a line that would be `not ok`, were it not for what stands before it."""
    found = _MISPLACED.fullmatch(line.rstrip())
    return point(f"not ok {found[1]}") if found else None


def _without_directive(text: str) -> tuple[str, str]:
    """A description, and the directive that stood behind it.

    The first `#` that is not escaped should decide. bats and pytest-tap escape none, so `price # 5 # skip` has its
    directive behind the second.
    """
    for mark in _HASH.finditer(text):
        before = text[: mark.start()][-1:]
        found = _DIRECTIVE.match(text, mark.start()) if mark[0] == "#" else None
        if found and (not before or before.isspace()):
            return text[: mark.start()].rstrip(), found[1].lower()[:4]
    return text, ""


def _without_time(text: str) -> tuple[str, float | None]:
    start, end = text[:-LONGEST_TIME], text[-LONGEST_TIME:]
    for pattern in _TIMES:
        found = pattern.search(end)
        if found:
            taken = seconds(found[1])
            return start + end[: found.start()], taken if taken is None or found[2] == "s" else taken / 1000
    return text, None


def unescaped(text: str) -> str:
    """The text with its hashes and backslashes as they were before a runner escaped them."""
    return _ESCAPED.sub(r"\1", text)
