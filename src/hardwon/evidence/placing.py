"""Placing results: each with its file as the project names it, and the area that it belongs to."""

from __future__ import annotations

import os
import re
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

from hardwon.areas.rules import is_general, matches, place
from hardwon.evidence.node_ids import settled
from hardwon.evidence.redaction import name_kept
from hardwon.text.plain import well_formed

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from hardwon.areas.rules import Rule
    from hardwon.evidence.node_ids import FileAndClasses
    from hardwon.evidence.results import Result


def placed(results: Iterable[Result], rules: Sequence[Rule], root: Path) -> list[Result]:
    """The results with project-relative files and with their areas."""
    known: dict[str, str] = {}
    # Before it becomes the name of an area, which is cut: half a secret would not be recognised.
    kept = cache(name_kept)
    settled_before: dict[str, FileAndClasses] = {}
    done = []
    for each in results:
        result = settled(each, root, settled_before) if each.dotted else each
        if result.file not in known:
            known[result.file] = kept(relative(well_formed(result.file), root, rules))
        file = known[result.file]
        placement = place(
            name=result.name,
            file=file,
            classname=kept(result.classname),
            package=kept(result.package),
            said=kept(result.said),
            rules=rules,
        )
        test = result.test.replace(result.file, file, 1) if result.file else result.test
        done.append(replace(result, file=file, test=test, area=well_formed(placement.area)))
    return done


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
