"""What a TAP report says, as a tree of tests, and the results that follow from it. Pure."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from itertools import chain
from typing import TYPE_CHECKING

from hardwon.areas.rules import is_file
from hardwon.errors import ReportError
from hardwon.evidence.fields import CANCELLED, HOOK_FAILED, MOST_TESTS, cut
from hardwon.evidence.results import Result

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hardwon.steps.step import Status

SUBTESTS_FAILED = "subtestsFailed"
"""What node's test runner says of a test with others in it, beside the kinds that `fields` names."""

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
    """What went wrong lies in a hook, not in the test, by its name or by what bats says."""

    kind: str = ""
    """Kind of the failure, as node's test runner tells it."""

    inner: Level | None = None
    is_line: bool = True
    """Not for the subtest that no line stands for."""

    @property
    def is_own(self) -> bool:
        """Whether node says that it failed by itself, not because of a subtest in it."""
        return self.kind not in ("", HOOK_FAILED, CANCELLED, SUBTESTS_FAILED)


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

    is_braced: bool = False
    """Its tests stand in braces, after the line that stands for them."""


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

    has_announced: bool = False
    """A comment announced a test, as tape never does: other comments are not headings."""

    @property
    def is_blank(self) -> bool:
        """Whether no line said anything about it."""
        return not (self.tests or self.file or self.is_declared or self.has_given_up) and self.planned is None


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

    is_line: bool = True
    """A line says so; not for what was planned and not seen."""


def results_of(documents: list[TapDocument], shown: str) -> list[Result]:
    """One result for each test, and one for each that was planned and not seen."""
    leaves: list[_Leaf] = []
    # `prove` says in one place that a program gave up, and in another which one ended badly.
    someone_gave_up = any(document.has_given_up for document in documents)
    for document in documents:
        has_given_up = document.has_given_up or (document.is_dubious and someone_gave_up)
        for leaf in _in_document(document, has_given_up=has_given_up):
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
    name = cut(" > ".join(path))
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
        source="tap",
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


def _in_document(document: TapDocument, *, has_given_up: bool) -> Iterator[_Leaf]:
    has_inner = document.has_announced or any(test.inner and test.inner.tests for test in document.tests)
    is_headed = document.has_cases or (document.summary == len(document.tests) and not has_inner)
    outcomes = set()
    for leaf in chain(_in_level(document, (), _Around(is_headed=is_headed)), _about(document)):
        leaf.file = document.file
        if has_given_up and leaf.outcome == "passed":
            leaf.outcome = "error"  # what passed before a program gave up is not proof of anything
        outcomes.add(leaf.outcome)
        yield leaf
    if document.is_dubious and "failed" not in outcomes and not has_given_up:
        # What died in the middle of its tests has failed in one of them; what died before could not run.
        if document.tests:
            yield _Leaf(("exit status",), "failed", document.file)
        elif "error" not in outcomes:
            yield _Leaf(("exit status",), "error", document.file)


def _about(document: TapDocument) -> Iterator[_Leaf]:
    """What a document says about all of its tests."""
    if not document.tests and (document.planned == 0 or document.reason):
        yield _Leaf(("every test",), "skipped")
    elif document.planned is None and (document.tests or document.is_declared):
        yield _Leaf(("tests without a plan",), "error")
    if document.has_given_up:
        yield _Leaf(("Bail out!",), "error")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Around:
    """What the tests around a level say about those in it."""

    is_headed: bool = False
    """Comments are part of names."""

    is_excused: bool = False
    has_failed_hook: bool = False


def _in_level(level: Level, path: tuple[str, ...], around: _Around) -> Iterator[_Leaf]:
    for test in level.tests:
        is_headed = around.is_headed and test.heading not in ("", test.name)
        yield from _of_test(test, (*path, test.heading) if is_headed else path, around)
    for number in range(1, (level.planned or 0) + 1):
        if number not in level.numbers and number not in level.replaced:
            yield _Leaf((*path, f"test {number} (planned, not seen)"), "error", is_line=False)


def _of_test(test: TapTest, path: tuple[str, ...], around: _Around) -> Iterator[_Leaf]:
    """The test itself; where it stands for subtests, those, and itself only if they do not say why it failed."""
    name = test.name or (f"test {test.number} (no description)" if test.is_line else "")
    path = (*path, name) if name else path
    within = _Around(
        is_excused=around.is_excused or test.is_excused,
        has_failed_hook=around.has_failed_hook or test.kind == HOOK_FAILED,
    )
    outcome = _outcome(test, around)
    has_below = is_explained = False
    for leaf in _in_level(test.inner, path, within) if test.inner else ():
        has_below = True
        is_explained = is_explained or _explains(leaf, test, outcome)
        yield leaf
    says_more = outcome in ("failed", "error") and not is_explained
    if test.is_line and (says_more or not has_below):
        yield _Leaf(path, outcome, duration=test.duration, place=test.place, is_group=has_below)


def _explains(leaf: _Leaf, test: TapTest, outcome: Status) -> bool:
    """Whether a leaf in a test says why that did not pass.

    What could not run does not explain a failure, or nobody would hear of it; except for the hook around a subtest,
    if node says that only subtests failed.
    """
    if test.is_own:
        return False
    if leaf.outcome == "error":
        return outcome == "error" or (leaf.is_line and test.kind == SUBTESTS_FAILED)
    return leaf.outcome == "failed"


def _outcome(test: TapTest, around: _Around) -> Status:
    if test.is_excused or (around.is_excused and not test.ok):
        return "skipped"
    if test.ok:
        # A subtest in which nothing ran proves nothing.
        is_empty = test.inner and not test.inner.tests and test.inner.planned is not None
        return "skipped" if is_empty else "passed"
    return "error" if _is_outside(test, around) else "failed"


def _is_outside(test: TapTest, around: _Around) -> bool:
    """Whether the runner says that a hook failed, not the test."""
    if test.kind == CANCELLED:
        # Also said of a test that never ends. One that a failed hook kept from starting has taken no time at all.
        return around.has_failed_hook and test.duration == 0
    return test.kind == HOOK_FAILED if test.kind else test.is_outside
