"""What a TAP report says, as a tree of tests, and the results that follow from it. Pure."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from hardwon.areas.rules import is_file
from hardwon.errors import ReportError
from hardwon.evidence.fields import LONGEST, MOST_TESTS
from hardwon.evidence.results import Result

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hardwon.steps.step import Status

_NODE_ID = re.compile(r"([^\s:]+\.py)::(.+)", re.DOTALL)


@dataclass(slots=True)
class TapTest:
    """A line `ok` or `not ok`, and what was said about it."""

    name: str
    """Empty where it has none."""

    number: int
    ok: bool
    is_excused: bool
    """Marked SKIP or TODO."""

    heading: str = ""
    duration: float | None = None
    place: str = ""
    """File in which the report places it; most runners say so only of a failure."""

    is_outside: bool = False
    """What went wrong lies in a hook, not in the test."""

    is_own: bool = False
    """It failed by itself, not because of a subtest in it."""

    inner: Level | None = None
    is_line: bool = True
    """Not for the subtest that no line stands for."""


@dataclass(slots=True)
class Level:
    """One TAP document: that of the file, or of a subtest."""

    title: str = ""
    """Name by which a comment announced it."""

    planned: int | None = None
    plan_is_last: bool = False
    reason: str = ""
    numbers: set[int] = field(default_factory=set)
    replaced: set[int] = field(default_factory=set)
    """Numbers in whose place another came for the second time: node counts so where a file cannot be loaded."""

    last: int = 0
    tests: list[TapTest] = field(default_factory=list)
    announced: str = ""
    """Name of the subtest that a comment announced, until its test is seen."""


@dataclass(slots=True)
class TapDocument(Level):
    """The outermost document of a program; a file may hold several, one after the other."""

    file: str = ""
    is_declared: bool = False
    """It says itself that it is TAP, by a version or by `prove`."""

    has_given_up: bool = False
    is_dubious: bool = False
    """`prove` says that the program did not end well."""

    heading: str = ""
    has_cases: bool = False
    """Its headings are classes or files, by their form."""

    summary: int = -1
    """Tests that a comment counts at the end, as tape does."""


@dataclass(slots=True)
class _Leaf:
    """A test that holds no others, or what stands for one that could not run."""

    path: tuple[str, ...]
    """Its name, after the names of the subtests that it lies in."""

    outcome: Status
    file: str = ""
    duration: float | None = None
    place: str = ""
    is_group: bool = False
    """It stands for a test with others in it."""


def results_of(documents: list[TapDocument], shown: str) -> list[Result]:
    """One result for each test, and one for each that was planned and not seen."""
    leaves: list[_Leaf] = []
    for document in documents:
        for leaf in _in_document(document):
            leaves.append(leaf)
            if len(leaves) > MOST_TESTS:
                raise ReportError(f"{shown} holds more than {MOST_TESTS} tests.", remedy="Split the report.")
    is_placed = _says_all_places(leaves)
    seen: Counter[str] = Counter()
    return [_result(leaf, seen, is_placed=is_placed) for leaf in leaves]


def _says_all_places(leaves: list[_Leaf]) -> bool:
    """Whether the places of tests can be used: told of failures alone, a test would change its area by failing."""
    told = [(leaf.outcome, bool(leaf.place)) for leaf in leaves if leaf.outcome in ("passed", "failed")]
    return any(outcome == "passed" for outcome, _ in told) and all(has_place for _, has_place in told)


def _result(leaf: _Leaf, seen: Counter[str], *, is_placed: bool) -> Result:
    file, path = _file_and_path(leaf)
    name = " > ".join(path)[:LONGEST]
    test = f"{file}::{name}" if file else name
    seen[test] += 1
    if seen[test] > 1:
        # Another test, not another attempt: no runner that writes TAP tries again in it.
        name, test = f"{name} ({seen[test]})", f"{test} ({seen[test]})"
    group = path[0] if not file and (leaf.is_group or len(path) > 1) else ""
    return Result(
        test=test,
        name=name,
        outcome=leaf.outcome,
        file=file or (leaf.place if is_placed else ""),
        classname=group,
        package=group,
        duration=leaf.duration,
    )


def _file_and_path(leaf: _Leaf) -> tuple[str, tuple[str, ...]]:
    """The file of a test, where the report says it whatever came of the test, and its name in there."""
    if node_id := _NODE_ID.fullmatch(leaf.path[-1]):
        name, bracket, parameters = node_id[2].partition("[")
        # pytest-tap writes `TestSession.test_opens`, pytest itself `TestSession::test_opens`.
        return node_id[1], (name.replace(".", "::") + bracket + parameters,)
    if leaf.file:
        return leaf.file, leaf.path
    first = leaf.path[0]
    if is_file(first) and not re.search(r"\s", first):
        return first, leaf.path[1:] or ("",)
    return "", leaf.path


def _in_document(document: TapDocument) -> Iterator[_Leaf]:
    has_inner = any(test.inner for test in document.tests)
    is_headed = document.has_cases or (document.summary == len(document.tests) and not has_inner)
    went_wrong = False
    for leaf in (*_in_level(document, (), is_headed=is_headed), *_about(document)):
        leaf.file = document.file
        went_wrong = went_wrong or leaf.outcome in ("failed", "error")
        yield leaf
    if document.is_dubious and not went_wrong:
        yield _Leaf(("exit status",), "error", document.file)


def _about(document: TapDocument) -> Iterator[_Leaf]:
    """What a document says about all of its tests."""
    if not document.tests and (document.planned == 0 or document.reason):
        yield _Leaf(("every test",), "skipped")
    elif document.planned is None and (document.tests or document.is_declared):
        yield _Leaf(("tests without a plan",), "error")
    if document.has_given_up:
        yield _Leaf(("Bail out!",), "error")


def _in_level(
    level: Level, path: tuple[str, ...], *, is_headed: bool = False, is_excused: bool = False
) -> Iterator[_Leaf]:
    for test in level.tests:
        around = (*path, test.heading) if is_headed and test.heading not in ("", test.name) else path
        yield from _of_test(test, around, is_excused=is_excused)
    for number in range(1, (level.planned or 0) + 1):
        if number not in level.numbers and number not in level.replaced:
            yield _Leaf((*path, f"test {number} (planned, not seen)"), "error")


def _of_test(test: TapTest, around: tuple[str, ...], *, is_excused: bool) -> Iterator[_Leaf]:
    """The test itself; where it stands for subtests, those, and itself only if they do not say why it failed."""
    name = test.name or (f"test {test.number} (no description)" if test.is_line else "")
    path = (*around, name) if name else around
    excused = is_excused or test.is_excused
    outcome = _outcome(test, is_excused=excused)
    below = list(_in_level(test.inner, path, is_excused=excused)) if test.inner else []
    yield from below
    is_explained = any(leaf.outcome in ("failed", "error") for leaf in below) and not test.is_own
    says_more = outcome in ("failed", "error") and not is_explained
    if test.is_line and (says_more or not below):
        yield _Leaf(path, outcome, duration=test.duration, place=test.place, is_group=bool(below))


def _outcome(test: TapTest, *, is_excused: bool) -> Status:
    if test.is_excused or (is_excused and not test.ok):
        return "skipped"
    if test.ok:
        # A subtest in which nothing ran proves nothing.
        return "skipped" if test.inner and not test.inner.tests else "passed"
    return "error" if test.is_outside else "failed"
