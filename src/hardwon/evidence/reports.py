"""Test reports of any runner: found, told apart by content, and read."""

from __future__ import annotations

import glob
import hashlib
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from hardwon.errors import ReportError
from hardwon.evidence import formats
from hardwon.evidence.formats import contents_of
from hardwon.store import reading
from hardwon.text.plain import one_line

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hardwon.evidence.results import Result

CHUNK = 1 << 16
LARGEST_LOOK = 20_000_000
"""Bytes of JSON that are read to tell whether it is a report."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """The results in one report file."""

    shown: str
    digest: str
    """Of its content: the same report is counted once, whatever its name."""

    results: tuple[Result, ...]
    commit: str = ""
    """The commit that it says it is about."""

    run: str = ""
    """The run of hardwon's that it is of."""

    path: Path | None = None
    """Where it lies; None for standard input."""


def find(names: Sequence[str]) -> list[str]:
    """The report files that arguments name: paths, globs, and `-` for standard input, each once, in order."""
    found: dict[str, None] = {}
    for name in names:
        plain = name == reading.STANDARD_INPUT or Path(name).exists()
        matches = [name] if plain else sorted(glob.glob(name, recursive=True))  # noqa: PTH207 - the pattern may be absolute
        if not matches:
            raise ReportError(f"There is no file {one_line(name)!r}.", remedy="Check the path or pattern.")
        found.update(dict.fromkeys(matches))
    return list(found)


def read(name: str) -> Report:
    """The report in a file; ReportError with the place and the reason when there is none."""
    shown = reading.called(name)
    try:
        with reading.given(name) as file:
            report = _read(file, shown)
    except OSError as error:
        raise ReportError(f"{shown} cannot be read: {error.strerror or error}.", remedy="Check the path.") from error
    return report if name == reading.STANDARD_INPUT else replace(report, path=Path(name).resolve())


def is_report(place: str) -> bool:
    """Whether a file is a report of a run, by its content: what a run left behind is not what it tested."""
    try:
        with reading.opened(Path(place), follow=False) as file:
            start = file.read(CHUNK)
            return formats.is_report(start, lambda: start + reading.bounded(file, LARGEST_LOOK))
    except OSError:
        return False


def _read(file: BinaryIO, shown: str) -> Report:
    digest = hashlib.sha256()
    start = file.read(CHUNK)
    contents = contents_of(start, _chunks(start, file, digest), shown)
    return Report(
        shown=shown,
        digest=f"sha256:{digest.hexdigest()}",
        results=tuple(contents.results),
        commit=contents.commit,
        run=contents.run,
    )


def _chunks(start: bytes, file: BinaryIO, digest: Any) -> Iterator[bytes]:
    chunk = start
    while chunk:
        digest.update(chunk)
        yield chunk
        chunk = file.read(CHUNK)
