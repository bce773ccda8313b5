"""TAP, the Test Anything Protocol, versions 12 to 14, as runners really write it.

Streamed: memory grows with the number of tests, not with the size of the file. What was planned and not seen could not
run; a test marked TODO or SKIP counts as skipped, whatever came of it. A test is named by its description and the
subtests around it: its number and whatever only a failure tells of it (node's `location`) may differ in the next run.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hardwon.errors import ReportError
from hardwon.evidence import tap_lines
from hardwon.evidence.fields import LONGEST, MOST_TESTS, Contents, cut, seconds
from hardwon.evidence.tap_documents import Level, TapDocument, TapTest, results_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from hardwon.evidence.fields import Shared

KNOWN_VERSIONS = (12, 13, 14)

_SUBTEST = re.compile(r"# Subtest(?:: (.*))?")
_CASE = re.compile(r"# TAP results for (.+)")
"""What tappy and pytest-tap print before the tests of a class or file."""

_SUMMARY = re.compile(r"# tests +([0-9]{1,9})")
_FIELD = re.compile(r"(\w+): +(.*)")
_TRACE = re.compile(r"[( ]from function `(\w+)' in ")
_HOOKS = frozenset({"setup", "teardown", "setup_file", "teardown_file", "setup_suite", "teardown_suite"})
"""Functions of bats around its tests."""

_HOOK_NAME = re.compile(
    r'(?:.{0,300} )?"(?:before|after) (?:each|all)" hook(?:: .+)? (?:for|in) ".*"'  # Mocha, after the names of suites
    r"|(?:setUp|tearDown)(?:Class|Module) \([\w.]+\)"  # unittest
)
"""The whole name that runners give to a hook instead of a test."""


def read_tap(chunks: Iterable[bytes], shown: str, _shared: Shared | None = None) -> Contents:
    """One result for each test of the report."""
    reader = _Reader(shown)
    for number, line in enumerate(tap_lines.lines(chunks), start=1):
        reader.take(line, number)
    return Contents(results=results_of(reader.finished(), shown))


class _Reader:
    """Takes line after line and keeps the documents that they make up."""

    def __init__(self, shown: str) -> None:
        self._shown = shown
        self._line = 0
        self._count = 0
        self._document = TapDocument()
        self._documents = [self._document]
        self._open: list[Level] = [self._document]
        """The document, and the subtests that are open in it."""

        self._test: TapTest | None = None
        """The last test, while what follows may still be about it."""

        self._block: int | None = None
        """Indentation of the YAML block that is being read."""

        self._said = 0
        """Number of the line in which the last test, or its YAML block, ends."""

        self._is_traced = False
        self._is_prove = False

    def finished(self) -> list[TapDocument]:
        """The documents, if this is TAP at all: by a plan before or after its tests, or because it says so itself."""
        self._fold(0)
        documents = [each for each in self._documents if not each.is_blank]
        if not (documents and self._is_tap(documents)):
            raise ReportError(
                f"{self._shown} is not a TAP report: it has no test, or neither a version (`TAP version 14`) nor a "
                "plan (`1..N`).",
                remedy="If a run wrote it, it was cut off. Nothing was recorded; write the report again.",
            )
        return documents

    def _is_tap(self, documents: list[TapDocument]) -> bool:
        if self._is_prove:
            return any(each.planned is not None or each.reason for each in documents)
        first = documents[0]
        if first.planned is None:
            return first.is_declared and bool(first.tests)
        return bool(first.is_declared or first.tests or first.reason)

    def take(self, line: str, number: int) -> None:
        """One more line. Lines that are not TAP are skipped, but not a failure that is only written in an odd way."""
        self._line = number
        line = tap_lines.cleaned(line)
        if not line.strip() or self._took_block(line):
            return
        depth = tap_lines.depth(line)
        if depth is not None and self._took(line[depth * tap_lines.INDENT :].rstrip(), depth):
            return
        if point := tap_lines.misplaced_failure(line):
            self._take_point(point, len(self._open) - 1)

    def _took(self, own: str, depth: int) -> bool:
        """Whether the line, without its indentation, is one that TAP or `prove` knows."""
        if own.startswith("#"):
            self._take_comment(own, depth)
        elif self._is_prove and own == "ok" and self._document.planned == len(self._document.numbers):
            pass  # what `prove` says of the program as a whole
        elif point := tap_lines.point(own):
            self._take_point(point, depth)
        elif plan := tap_lines.plan(own):
            self._take_plan(plan, depth)
        elif tap_lines.is_bail_out(own):
            self._document.has_given_up = True
        elif own in ("{", "}"):
            self._take_brace(own, depth)
        else:
            return depth == 0 and self._took_outermost(own)
        return True

    def _took_block(self, line: str) -> bool:
        """Whether the line belongs to a YAML block. One that is never closed ends where its indentation does."""
        indent = len(line) - len(line.lstrip(" "))
        own = line.strip()
        if self._block is not None:
            if indent >= self._block:
                self._take_field(own, line[self._block :].rstrip(), is_key=indent == self._block)
                if own == "..." and indent == self._block:
                    self._block, self._said = None, self._line
                return True
            self._block = None
        if own == "---" and indent > 0 and self._test is not None:
            self._block = indent
            return True
        return False

    def _take_field(self, own: str, line: str, *, is_key: bool) -> None:
        found = _FIELD.fullmatch(own) if is_key else None
        if found is None or self._test is None:
            self._take_trace(line.removeprefix("  "))
            return
        key, value = found[1], found[2].strip().strip("'\"")
        if key == "duration_ms" and (milliseconds := seconds(value)) is not None:
            self._test.duration = milliseconds / 1000
        elif key == "location":
            self._test.place = _file_of(value)
        elif key == "failureType":
            self._test.kind = self._test.kind or value[:LONGEST]

    def _take_trace(self, line: str) -> None:
        """The functions that bats names first of all in what it says about a failure."""
        found = _TRACE.match(line) if self._is_traced else None
        self._is_traced = found is not None
        if found and self._test is not None and found[1] in _HOOKS:
            self._test.is_outside = True

    def _take_comment(self, line: str, depth: int) -> None:
        self._take_trace(line.removeprefix("# ").removeprefix("#"))
        if found := _SUBTEST.fullmatch(line):
            self._document.has_announced = True
            if depth < len(self._open):
                self._fold(depth)
                self._open[depth].announced = cut(tap_lines.unescaped(found[1] or "").strip())
        elif depth == 0 and (found := _CASE.fullmatch(line)):
            self._document.heading, self._document.has_cases = cut(found[1]), True
        elif depth == 0 and (found := _SUMMARY.fullmatch(line)):
            self._document.summary = int(found[1])
        elif depth == 0 and not self._document.has_cases:
            self._document.heading = cut(line[1:].strip())

    def _take_plan(self, plan: tap_lines.TapPlan, depth: int) -> None:
        if plan.tests > MOST_TESTS:
            raise ReportError(
                f"{self._shown}, line {self._line}: plans more than {MOST_TESTS} tests.", remedy="Split the report."
            )
        if depth == 0 and self._document.planned is not None:
            self._start(TapDocument())
        level = self._level(depth)
        level.planned, level.reason, level.plan_is_last = plan.tests, plan.reason, bool(level.tests)
        self._test = None

    def _take_point(self, point: tap_lines.Point, depth: int) -> None:
        self._count_one()
        if depth == 0 and self._document.plan_is_last:
            self._start(TapDocument())
        level = self._level(depth)
        self._fold(depth + 1)
        number = level.last + 1 if point.number is None else point.number
        is_repeated = number in level.numbers
        level.last = level.last + 1 if is_repeated else number
        (level.replaced if is_repeated else level.numbers).add(level.last)
        self._test = TapTest(
            name=point.description or level.announced,
            number=number,
            ok=point.ok,
            is_excused=bool(point.directive),
            heading=self._document.heading if depth == 0 else "",
            duration=point.duration,
            is_outside=_HOOK_NAME.fullmatch(point.description) is not None,
            inner=self._inner(depth),
        )
        self._is_traced = not point.ok
        level.announced = ""
        level.tests.append(self._test)
        self._said = self._line
        if point.opens:
            self._take_brace("{", depth)

    def _count_one(self) -> None:
        """Tests, and whatever else is held in memory until the end, are counted as they come."""
        self._count += 1
        if self._count > MOST_TESTS:
            raise ReportError(f"{self._shown} holds more than {MOST_TESTS} tests.", remedy="Split the report.")

    def _inner(self, depth: int) -> Level | None:
        """The subtests that a test at this depth stands for: those before it, unless they followed another's brace."""
        inner = self._open.pop() if len(self._open) > depth + 1 else None
        return None if inner and inner.is_braced else inner

    def _take_brace(self, brace: str, depth: int) -> None:
        """Subtests of TAP 13 and 14 that follow their test: `ok 1 - session {`, or the brace after its YAML block."""
        if brace == "}":
            if any(level.is_braced for level in self._open[depth + 1 : depth + 2]):
                self._fold(depth)
        elif self._test and not self._test.inner and self._line - self._said <= 1 and len(self._open) == depth + 1:
            self._test.inner = Level(title=self._test.name, is_braced=True)
            self._open.append(self._test.inner)

    def _took_outermost(self, line: str) -> bool:
        file = tap_lines.prove_file(line)
        if file is not None and (self._is_prove or not self._document.tests):
            self._is_prove = True
            self._start(TapDocument(file=cut(file), is_declared=True, reason=_skipped(line)))
        elif (version := tap_lines.version(line)) is not None:
            if version not in KNOWN_VERSIONS:
                known = ", ".join(map(str, KNOWN_VERSIONS))
                raise ReportError(
                    f"{self._shown}, line {self._line}: TAP version {version} is not known ({known} are)."
                )
            if self._document.tests or self._document.planned is not None:
                self._start(TapDocument(file=self._document.file if self._is_prove else ""))
            self._document.is_declared = True
        elif self._is_prove and line.startswith("Dubious, test returned"):
            self._document.is_dubious = True
        else:
            return False
        return True

    def _start(self, document: TapDocument) -> None:
        self._fold(0)
        if not self._document.tests:
            self._count_one()
        self._document = document
        self._documents.append(document)
        self._open = [document]
        self._test = None

    def _level(self, depth: int) -> Level:
        """The level at that depth; opened, with those around it, where a subtest begins."""
        while len(self._open) <= depth:
            self._open.append(Level(title=self._open[-1].announced))
        return self._open[depth]

    def _fold(self, depth: int) -> None:
        """Hand the tests of deeper subtests to those around them: the line that should stand for them did not come."""
        while len(self._open) > depth + 1:
            inner = self._open.pop()
            if inner.is_braced:
                continue
            self._count_one()
            unfinished = TapTest(name=inner.title, number=0, ok=True, is_excused=False, inner=inner, is_line=False)
            self._open[-1].tests.append(unfinished)


def _file_of(location: str) -> str:
    """The file in `/shop/login.test.js:4:1`."""
    path = re.sub(r"(?::[0-9]+){1,2}$", "", location[-LONGEST:]).replace("\\\\", "\\")
    return path.removeprefix("file://")


def _skipped(line: str) -> str:
    """Why `prove` ran nothing of a file."""
    return line.partition(" skipped: ")[2].strip()
