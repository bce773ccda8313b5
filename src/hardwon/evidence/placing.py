"""Placing results: each with its file as the project names it, and the area that it belongs to."""

from __future__ import annotations

import os
import re
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

from hardwon.areas.rules import is_general, matches
from hardwon.evidence import titles
from hardwon.evidence.node_ids import settled
from hardwon.evidence.redaction import name_kept
from hardwon.text.plain import counted, first_of, one_line, well_formed
from hardwon.text.quoting import quoted

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from hardwon.areas.rules import Rule
    from hardwon.areas.spellings import Naming
    from hardwon.evidence.node_ids import FileAndClasses
    from hardwon.evidence.results import Result

_PLACE = re.compile(r"^\S*[./]\S*$")
"""A class name that is a dotted name or a path."""


def placed(results: Iterable[Result], naming: Naming, root: Path) -> list[Result]:
    """The results with project-relative files and with their areas."""
    known: dict[str, str] = {}
    # Before it becomes the name of an area, which is cut: half a secret would not be recognised.
    kept = cache(name_kept)
    settled_before: dict[str, FileAndClasses] = {}
    done = []
    for each in titles.found(results, root):
        result = settled(each, root, settled_before) if each.dotted else each
        if result.file not in known:
            known[result.file] = kept(relative(well_formed(result.file), root, naming.rules))
        file = known[result.file]
        placement = naming.place(
            name=result.name,
            file=file,
            classname=kept(result.classname),
            package=kept(result.package),
            said=kept(result.said),
        )
        test = result.test.replace(result.file, file, 1) if result.file else result.test
        done.append(replace(result, file=file, test=test, area=well_formed(placement.area)))
    return done


def unplaced(results: Iterable[Result], naming: Naming) -> str:
    """What to say about tests of which nothing tells where they lie, although rules wait for them; empty if none is so.

    A dotted name or a path tells it, also where no rule speaks of it.
    """
    if not any(rule.tests for rule in naming.rules):
        return ""
    own = {rule.area for rule in naming.rules}
    lost = [
        each
        for each in results
        if not (each.file or each.said or _PLACE.search(each.package or each.classname) or each.area in own)
    ]
    if not lost:
        return ""
    areas = first_of(sorted({one_line(each.area) for each in lost}), 3)
    named = next((name_kept(f"{each.classname}::{each.name}") for each in lost if each.classname), "")
    way = f"a rule can match what it does name, as `tests: [{quoted(named)}]`, or let" if named else "let"
    return (
        f"{counted(len(lost), 'test')} matched no rule, for the report does not name their files, and went to {areas}: "
        f"{way} the runner name files."
    )


def relative(file: str, root: Path, rules: Sequence[Rule] = ()) -> str:
    """A file as the project names it, also where the report was written on another machine.

    The longest end of the path that exists below the root, else that a rule speaks of; else the path as it is.
    """
    path = file.replace("\\", "/")
    parts = [part for part in re.sub(r"^[A-Za-z]:/", "/", path).split("/") if part not in ("", ".", "..")]
    if re.match(r"/|[A-Za-z]:/", path):
        ends = ["/".join(parts[start:]) for start in range(len(parts))]
        for end in ends:
            if os.path.isfile(root / end):  # noqa: PTH113 - unlike Path.is_file it takes any name for no file
                return end
        patterns = [pattern for rule in rules for pattern in rule.tests if is_general(pattern)]
        return next((end for end in ends if any(matches(pattern, end) for pattern in patterns)), "/".join(parts))
    return "/".join(parts)
