"""What only the process that runs a test knows of it, written onto its reports: what its marks say."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from hardwon.errors import StorageError
from hardwon.plugin.phases import Told, tell
from hardwon.steps.step import CannotRun
from hardwon.text.plain import clean_name, one_line

if TYPE_CHECKING:
    from collections.abc import Generator

    from hardwon.plugin.names import Names

_NO_RESULT = (CannotRun, StorageError)
"""What a test raises that could not be run, or of which hardwon could not keep what it saw."""


_MARKS = frozenset({"area", "unskippable"})


class Marks:
    """Writes onto each report what its test says of itself."""

    def __init__(self, names: Names) -> None:
        self._names = names

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        report = yield
        what: Told = {}
        # The keywords of a report have the names of all marks: a look at them is cheaper than one at each mark.
        if call.when == "setup" and not _MARKS.isdisjoint(report.keywords):
            what = _what_marks_say(item)
        if call.excinfo is not None and call.excinfo.errisinstance(_NO_RESULT):
            what["cannot_run"] = True
        if self._names.stray and (outside := self._names.outside(item)):
            what["outside"] = outside
        if what:
            tell(report, what)
        return report


def _what_marks_say(item: pytest.Item) -> Told:
    what: Told = {}
    if area := marked_area(item):
        what["area"] = area
    if is_unskippable(item):
        what["unskippable"] = True
    return what


def is_marked(node: pytest.Collector | None) -> bool:
    """Whether a class, a file or what these lie in has marks of ours."""
    return node is not None and any(mark.name in _MARKS for mark in node.iter_markers())


def has_own_marks(item: pytest.Item) -> bool:
    """Whether a test itself has marks of ours."""
    return bool([mark for mark in item.own_markers if mark.name in _MARKS])


def is_unskippable(item: pytest.Item) -> bool:
    """Whether a mark says that no reduced run may leave the test out."""
    return item.get_closest_marker("unskippable") is not None


def marked_area(item: pytest.Item) -> str:
    """The area that the nearest mark of a test names; empty if it has none."""
    mark = item.get_closest_marker("area")
    if mark is None:
        return ""
    name = mark.args[0] if len(mark.args) == 1 and not mark.kwargs else None
    if not isinstance(name, str) or not name.strip() or clean_name(name) != name.strip():
        shown = one_line(", ".join(map(repr, mark.args)), 80)
        raise pytest.UsageError(
            f"{item.nodeid}: area({shown}) is not the mark of an area: give one name, area('checkout')."
        )
    return name.strip()
