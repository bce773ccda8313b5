"""JUnit XML, in the dialects that runners really write.

Streamed: memory grows with the number of tests, not with the size of the file. A document type is refused, and with it
every entity bomb. What a runner places in setup, teardown or collection is a test that could not run, not a failure.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any
from xml.parsers import expat

from hardwon.areas.rules import COMMON_FOLDERS, is_file
from hardwon.errors import ReportError
from hardwon.evidence.fields import (
    CANCELLED,
    HOOK_FAILED,
    LONGEST,
    MOST_TESTS,
    OUTSIDE_NAME,
    RUN,
    Contents,
    area_named,
    commit_named,
    cut,
    moment_of,
    seconds,
    source_named,
    text,
)
from hardwon.evidence.node_ids import classes_in, guessed
from hardwon.evidence.results import Result, merged
from hardwon.evidence.xml_encoding import decoded
from hardwon.text.plain import one_line

if TYPE_CHECKING:
    from collections.abc import Iterable

    from hardwon.evidence.fields import Shared
    from hardwon.steps.step import Status

LARGEST_ELEMENT = 16_000_000
"""Bytes without a complete tag or text after which a report is refused: the parser must hold all of them."""

_PYTEST_OUTSIDE = re.compile(r"failed on (?:setup|teardown) with|test (?:setup|teardown) failure|collection failure")
_ROBOT_OUTSIDE = re.compile(r"(?:Setup|Teardown|Parent suite setup|Parent suite teardown) failed:\n")
_BEHAVE_OUTSIDE = "HOOK-ERROR in "
"""How the messages of a runner begin when it places what went wrong outside of the test."""

_OUTSIDE_CLASS = re.compile(r"Test suite failed to run$|unittest\.loader\._FailedTest|junit\.framework\.TestSuite$")
_PYTEST = "pytest tests"
_NOT_RUN = frozenset({"notrun", "disabled", "suppressed", "skipped"})
_PATH = re.compile(r"[\w@.+-]+(?:/[\w@.+-]+)+")
_NAME = re.compile(r"[\w$-]+(?:\.[\w$-]+)*")


def read_junit(chunks: Iterable[bytes], shown: str, shared: Shared | None = None) -> Contents:
    """One result for each test of the report, attempts merged; and what its properties say about the run."""
    encoding, content = decoded(chunks, shown)
    reader = JUnitReader(shown, encoding, shared)
    results = reader.read(content)
    return Contents(results=results, commit=reader.commit, run=reader.run, began=reader.began)


@dataclass(slots=True)
class _Suite:
    name: str
    file: str
    area: str = ""
    """Area that its properties name, which some runners write after the tests."""

    is_go: bool = False
    source: str = ""

    attempts: dict[tuple[str, str, str], list[Result]] = field(default_factory=dict)
    finished: list[Result] = field(default_factory=list)
    """Results of the suites in it."""


@dataclass(slots=True)
class _Case:
    attributes: dict[str, str]
    marks: list[tuple[str, str, str]] = field(default_factory=list)
    """Elements that say how it went: their tag, message and type."""

    area: str = ""


class JUnitReader:
    """Feed it the bytes of a report, then ask for the results."""

    def __init__(self, shown: str, encoding: str | None = None, shared: Shared | None = None) -> None:
        self._shown = shown
        self._shared = shared
        self._parser = expat.ParserCreate(encoding)
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._parser.StartDoctypeDeclHandler = self._refuse_doctype
        self._fed = 0
        self._depth = 0
        self._suites: list[_Suite] = []
        self._case: _Case | None = None
        self._property = ""
        self._value = ""
        self._pytest = False
        self._name = ""
        self._tests = 0
        self.commit = ""
        self.run = ""
        self.began: float | None = None
        self._results: list[Result] = []

    def read(self, chunks: Iterable[bytes]) -> list[Result]:
        """One result for each test, attempts merged."""
        try:
            for chunk in chunks:
                self._parser.Parse(chunk, False)
                self._check_progress(len(chunk))
            self._parser.Parse(b"", True)
        except expat.ExpatError as error:
            raise ReportError(
                f"{self._shown}, line {error.lineno}, column {error.offset + 1}: {expat.ErrorString(error.code)}.",
                remedy="The file is damaged or was cut off. Nothing was recorded; write the report again.",
            ) from error
        except (LookupError, ValueError) as error:  # as expat refuses an encoding
            raise ReportError(
                f"{self._shown}: its encoding cannot be read: {one_line(str(error), 100)}.",
                remedy="Write the report in UTF-8. Nothing was recorded.",
            ) from error
        return self._results

    def _check_progress(self, size: int) -> None:
        self._fed += size
        if self._fed - self._parser.CurrentByteIndex > LARGEST_ELEMENT:
            raise ReportError(
                f"{self._shown}, line {self._parser.CurrentLineNumber}: one element is larger than "
                f"{LARGEST_ELEMENT // 1_000_000} MB.",
                remedy="No test runner writes that. Nothing was recorded.",
            )

    def _refuse_doctype(self, *_: Any) -> None:
        raise ReportError(
            f"{self._shown}, line {self._parser.CurrentLineNumber}: declares a document type.",
            remedy="No test runner writes one, and entities in it can be used to exhaust memory. Nothing was recorded.",
        )

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        tag = tag.rpartition(":")[2]
        self._depth += 1
        if self._depth == 1 and tag not in ("testsuites", "testsuite"):
            raise ReportError(
                f"{self._shown} is XML, but no JUnit report: it starts with <{one_line(tag, 60)}>.",
                remedy="JUnit XML starts with <testsuites> or <testsuite>.",
            )
        if tag == "testcase":  # first, since nearly all elements are
            self._start_case(attributes)
        elif tag == "testsuites":
            self._take_time(attributes)
            self._name = attributes.get("name", "")
            self._pytest = self._name == _PYTEST
        elif tag == "testsuite":
            self._take_time(attributes)
            self._start_suite(attributes)
        elif tag == "property":
            self._property, self._value = attributes.get("name", ""), attributes.get("value", "")
            # Only here: captured output can be most of a report, and would be handed over line by line.
            self._parser.CharacterDataHandler = self._text
        elif self._case is not None:
            self._case.marks.append((tag, attributes.get("message", "")[:LONGEST], attributes.get("type", "")))

    def _take_time(self, attributes: dict[str, str]) -> None:
        began = moment_of(attributes.get("timestamp"))
        if began is not None:
            self.began = began if self.began is None else min(self.began, began)

    def _start_suite(self, attributes: dict[str, str]) -> None:
        name = cut(attributes.get("name", ""))
        above = self._suites[-1].file if self._suites else ""
        # pytest gives all reports one name, and lets people name the suite.
        source = self._suites[0].source if self._suites else source_named("" if self._pytest else self._name, name)
        self._suites.append(_Suite(name, cut(attributes.get("file", above)), source=source))
        self._pytest = self._pytest or name == "pytest"

    def _start_case(self, attributes: dict[str, str]) -> None:
        self._tests += 1
        if self._tests > MOST_TESTS:
            raise ReportError(f"{self._shown} holds more than {MOST_TESTS} tests.", remedy="Split the report.")
        if max(map(len, attributes.values()), default=0) > LONGEST:
            attributes = {key: cut(value) for key, value in attributes.items()}
        self._case = _Case(attributes)

    def _text(self, text: str) -> None:
        if len(self._value) < LONGEST:
            self._value += text[:LONGEST]

    def _end(self, tag: str) -> None:
        tag = tag.rpartition(":")[2]
        self._depth -= 1
        if tag == "testcase" and self._case is not None:
            self._take_case(self._case)
            self._case = None
        elif tag == "property":
            self._take_property()
        elif tag == "testsuite" and self._suites:
            self._end_suite(self._suites.pop())

    def _end_suite(self, suite: _Suite) -> None:
        results = [*(self._merged(attempts) for attempts in suite.attempts.values()), *suite.finished]
        above = self._suites[-1].finished if self._suites else self._results
        if suite.area:
            results = [result if result.said else replace(result, said=suite.area) for result in results]
        above.extend(results)

    def _take_property(self) -> None:
        area = area_named(self._property, self._value.strip())
        if self._property == "go.version" and self._suites:
            self._suites[-1].is_go = True
        self._parser.CharacterDataHandler = None
        self.commit = self.commit or commit_named(self._property, self._value)
        if self._property == RUN:
            self.run = self.run or text(self._value.strip())
        if area and self._case is not None:
            self._case.area = area
        elif area and self._suites:
            self._suites[-1].area = area

    def _take_case(self, case: _Case) -> None:
        suite = self._suites[-1] if self._suites else _Suite("", "")
        if self._shared is None or case.marks or case.area:
            place, result = self._placed(case, suite)
        else:
            said = case.attributes.get
            about = (said("name"), said("classname"), said("file"), said("status"), said("result"))
            key = (*about, suite.name, suite.file, suite.source, self._pytest)
            found = self._shared.get(key)
            if found is None:
                found = self._shared[key] = self._placed(case, suite)
            place, result = found
        suite.attempts.setdefault(place, []).append(result)
        if not self._suites:
            self._results.append(result)

    def _placed(self, case: _Case, suite: _Suite) -> tuple[tuple[str, str, str], Result]:
        """Its result, and what its attempts have in common."""
        result = self._result(case, suite)
        return (result.file, result.classname, result.name), result

    def _result(self, case: _Case, suite: _Suite) -> Result:
        name, classname = case.attributes.get("name", ""), case.attributes.get("classname", "")
        file = case.attributes.get("file", "") or suite.file
        dotted = (classname or name) if self._pytest else ""
        if dotted and file:
            name, dotted = "::".join([*classes_in(file, dotted), name]), ""
        elif dotted:
            file, classes = guessed(dotted)
            name = "::".join([*classes, name])
        elif not file and is_file(classname):
            file = classname
        tried_again = [tag for tag, _, _ in case.marks if tag.startswith(("flaky", "rerun"))] if case.marks else ()
        return Result(
            test=f"{file or classname or suite.name}::{name}",
            name=name,
            outcome=_outcome(case, suite, is_pytest=self._pytest),
            file=file,
            classname=classname,
            dotted=dotted,
            package=_package(classname, suite.name),
            said=case.area,
            duration=seconds(case.attributes.get("time")),
            source=suite.source,
            flaky=bool(tried_again) and any(tag.startswith("flaky") for tag in tried_again),
            attempts=1 + len(tried_again),
        )

    def _merged(self, attempts: list[Result]) -> Result:
        if len(attempts) == 1:
            return attempts[0]
        result = merged(attempts)
        if self._pytest and all(attempt.outcome == "passed" for attempt in attempts):
            # pytest runs a test once; pytest-rerunfailures writes each failed attempt as if it had passed.
            return replace(result, flaky=True)
        return result


def _outcome(case: _Case, suite: _Suite, *, is_pytest: bool) -> Status:
    if not case.marks and "status" not in case.attributes:
        return "passed"
    tags = {tag for tag, _, _ in case.marks}
    if "skipped" in tags or {case.attributes.get("status"), case.attributes.get("result")} & _NOT_RUN:
        # Also with a failure beside it: a test that was expected to fail, or is yet to be written.
        return "skipped"
    wrong = [mark for mark in case.marks if mark[0] in ("failure", "error")]
    if not wrong:
        return "passed"
    outside = (_is_outside_pytest(mark) if is_pytest else _is_outside(mark, case, suite) for mark in wrong)
    return "error" if all(outside) else "failed"


def _is_outside_pytest(mark: tuple[str, str, str]) -> bool:
    tag, message, _ = mark
    return tag == "error" and _PYTEST_OUTSIDE.match(message) is not None


def _is_outside(mark: tuple[str, str, str], case: _Case, suite: _Suite) -> bool:
    """Whether the report places what went wrong in setup, teardown or collection.

    A `<failure>` is one of the test, unless the runner leaves a mark that no test of its own can have.
    """
    tag, message, kind = mark
    name, classname = case.attributes.get("name", ""), case.attributes.get("classname", "")
    if (
        OUTSIDE_NAME.match(name)
        or _OUTSIDE_CLASS.match(classname)
        or kind == HOOK_FAILED
        # Also said of a test that never ends. One that a failed hook kept from starting has taken no time at all.
        or (kind == CANCELLED and seconds(case.attributes.get("time")) == 0)
        or _ROBOT_OUTSIDE.match(message)
        or case.attributes.get("status") == "hook_error"  # behave
    ):
        return True
    as_a_whole = name == classname == suite.name
    if tag == "error":
        said = _is_outside_pytest(mark) or message.startswith(_BEHAVE_OUTSIDE)
        return said or not name.strip() or as_a_whole  # Surefire: the class as a whole
    return (
        (as_a_whole and is_file(name))  # Vitest: the file could not be loaded
        or (suite.is_go and name == "TestMain" and not classname)  # gotestsum: the package did not build
        or (
            not name.strip() and (suite.name.endswith(".bats") or suite.name == "NonTestSuiteFailure")
        )  # Bats, googletest
    )


@lru_cache(maxsize=1024)
def _package(classname: str, suite: str) -> str:
    """Where a test without a file lies: its class, if that is a name and not a title; else its suite."""
    for name in (classname, suite):
        if (_PATH.fullmatch(name) or _NAME.fullmatch(name)) and name.lower() not in COMMON_FOLDERS:
            return name
    return suite or classname
