"""Checks on the area rules: each can apply, and covers something."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hardwon.areas.rules import Rule
from hardwon.errors import StorageError
from hardwon.project.fingerprint import files_of
from hardwon.project.root import CONFIG
from hardwon.text.plain import one_line

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hardwon.doctor.examined import Disagreement, Examined

ALL_TESTS = frozenset({"**", "**/*", "re:", "re:.*"})


def _each(examined: Examined) -> Iterator[tuple[str, Rule]]:
    """Each rule with its place in the configuration."""
    for index, rule in enumerate(examined.config.rules):
        yield f"areas[{index}] ({one_line(rule.area, 60)})", rule


def _finding(examined: Examined, reason: str) -> Disagreement:
    return examined.finding(examined.config.file or examined.project.root / CONFIG, reason)


def brackets(examined: Examined) -> Iterator[Disagreement]:
    """Each pattern says what it seems to say; what is no pattern at all, the configuration refuses."""
    for place, rule in _each(examined):
        for key, patterns in (("tests", rule.tests), ("paths", rule.paths), ("exclude", rule.exclude)):
            for pattern in patterns:
                if unclosed := _unclosed(pattern):
                    reason = (
                        f"{one_line(pattern)!r} has a {unclosed} that is never closed, so that it stands for itself"
                    )
                    yield _finding(examined, f"{place}: {key}: {reason}")


def _unclosed(pattern: str) -> str:
    if pattern.startswith("re:"):
        return ""
    pairs = (("[", "]"), ("{", "}"))
    return next(
        (first for first, last in pairs if first in pattern and last not in pattern[pattern.rindex(first) :]), ""
    )


def paths(examined: Examined) -> Iterator[Disagreement]:
    """Each `paths` pattern covers a file, as change detection sees it."""
    single = [
        Rule(area=f"{place}: paths: {one_line(pattern)!r}", paths=(pattern,), exclude=rule.exclude)
        for place, rule in _each(examined)
        for pattern in rule.paths
    ]
    try:
        members = files_of(examined.project.root, single)
    except StorageError as error:
        yield _finding(examined, str(error))
        return
    for place, files in members.items():
        if not files:
            yield _finding(examined, f"{place} matches no file, so no change is seen there")


def shadowed(examined: Examined) -> Iterator[Disagreement]:
    """No `tests` pattern stands behind one that takes every test of it."""
    seen: dict[str, str] = {}
    for place, rule in _each(examined):
        taken = next((pattern for pattern in seen if pattern in ALL_TESTS), "")
        for pattern in rule.tests:
            by = pattern if pattern in seen else taken
            if by:
                reason = f"tests: {one_line(pattern)!r} never applies: {one_line(by)!r} of {seen[by]} comes first"
                yield _finding(examined, f"{place}: {reason}")
        for pattern in rule.tests:
            seen.setdefault(pattern, place)
