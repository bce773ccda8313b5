"""Which areas the files of a project name: its test files by where they lie, its tests in YAML by their own word."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hardwon.areas.overview import NamedAreas
from hardwon.areas.rules import place, spelling
from hardwon.project.imports.texts import Texts
from hardwon.project.test_files import is_test
from hardwon.text.plain import clean_name

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from hardwon.areas.spellings import Naming
    from hardwon.project.config import Config

MOST_TESTS = 2_000
_STEPS = re.compile(r"^steps\s*:", re.MULTILINE)
_AREA = re.compile(r"""^area\s*:\s*["']?(.+?)["']?\s*(?:#.*)?$""", re.MULTILINE)


def named(root: Path, files: Sequence[str], config: Config, naming: Naming) -> NamedAreas:
    """Which of the known areas a rule, a target or a file names, and where tests are that were in another."""
    by_rule = {rule.area for rule in naming.rules}
    unnamed = set(naming.record - by_rule)
    if not unnamed:
        return NamedAreas()
    elsewhere: dict[str, set[str]] = {}
    older: dict[str, str] = {}
    reached = set()
    for path in filter(is_test, files):
        found = naming.place(name="", file=path)
        reached.add(found.area)
        by_default = place(name="", file=path)
        for name in {naming.called(by_default.area), naming.called(by_default.older)} & unnamed - {found.area}:
            elsewhere.setdefault(name, set()).add(found.area)
        if not found.by_rule and naming.goes_on(by_default):
            older[found.area] = by_default.area
    unnamed -= reached
    if unnamed:
        unnamed -= {naming.called(area) for area in _of_yaml(root, files)}
    targets = {spelling(each) for target in config.targets.values() for each in (target.name, target.product) if each}
    if targets:  # which takes a while for a hundred thousand names
        unnamed = {name for name in unnamed if spelling(name) not in targets}
    return NamedAreas(
        unnamed=tuple(sorted(unnamed)),
        elsewhere={name: tuple(sorted(areas)) for name, areas in elsewhere.items() if name in unnamed},
        older=older,
    )


def _of_yaml(root: Path, files: Sequence[str]) -> Iterator[str]:
    """The areas that tests in YAML name themselves: told by their text, which is much faster than to parse it."""
    texts = Texts(root)
    for path in sorted(each for each in files if each.endswith((".yaml", ".yml")))[:MOST_TESTS]:
        text = texts.text(path)
        if _STEPS.search(text):
            yield from map(clean_name, _AREA.findall(text))
