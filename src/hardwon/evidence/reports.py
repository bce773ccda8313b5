"""Test reports of any runner: found, told apart by content, read, and placed in areas."""

from __future__ import annotations

import glob
import hashlib
import os
import re
import sys
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from hardwon.areas.rules import is_general, matches, place
from hardwon.errors import ReportError
from hardwon.evidence.formats import results_in
from hardwon.evidence.node_ids import settled
from hardwon.text.plain import one_line, well_formed

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from hardwon.areas.rules import Rule
    from hardwon.evidence.node_ids import Place
    from hardwon.evidence.results import Result

CHUNK = 1 << 16
STANDARD_INPUT = "-"


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """The results in one report file."""

    shown: str
    digest: str
    """Of its content: the same report is counted once, whatever its name."""

    results: tuple[Result, ...]


def find(names: Sequence[str]) -> list[str]:
    """The report files that arguments name: paths, globs, and `-` for standard input, each once, in order."""
    found: dict[str, None] = {}
    for name in names:
        plain = name == STANDARD_INPUT or Path(name).exists()
        matches = [name] if plain else sorted(glob.glob(name, recursive=True))  # noqa: PTH207 - the pattern may be absolute
        if not matches:
            raise ReportError(f"There is no file {one_line(name)!r}.", remedy="Check the path or pattern.")
        found.update(dict.fromkeys(matches))
    return list(found)


def read(name: str) -> Report:
    """The report in a file; ReportError with the place and the reason when there is none."""
    shown = "standard input" if name == STANDARD_INPUT else name
    try:
        if name == STANDARD_INPUT:
            return _read(sys.stdin.buffer, shown)
        with Path(name).open("rb") as file:
            return _read(file, shown)
    except OSError as error:
        raise ReportError(f"{shown} cannot be read: {error.strerror or error}.", remedy="Check the path.") from error


def _read(file: BinaryIO, shown: str) -> Report:
    digest = hashlib.sha256()
    start = file.read(CHUNK)
    results = results_in(start, _chunks(start, file, digest), shown)
    return Report(shown=shown, digest=f"sha256:{digest.hexdigest()}", results=tuple(results))


def _chunks(start: bytes, file: BinaryIO, digest: Any) -> Iterator[bytes]:
    chunk = start
    while chunk:
        digest.update(chunk)
        yield chunk
        chunk = file.read(CHUNK)


def placed(results: Iterable[Result], rules: Sequence[Rule], root: Path) -> list[Result]:
    """The results with project-relative files and with their areas."""
    known: dict[str, str] = {}
    settled_before: dict[str, Place] = {}
    done = []
    for each in results:
        result = settled(each, root, settled_before) if each.dotted else each
        if result.file not in known:
            known[result.file] = relative(well_formed(result.file), root, rules)
        file = known[result.file]
        placement = place(
            name=result.name,
            file=file,
            classname=result.classname,
            package=result.package,
            said=result.said,
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
