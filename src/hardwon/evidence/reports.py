"""Test reports of any runner: found, told apart by content, and read."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any, BinaryIO

from hardwon.areas import globs
from hardwon.areas.rules import static_prefix
from hardwon.errors import ReportError
from hardwon.evidence import formats
from hardwon.evidence.formats import contents_of
from hardwon.project.root import leads_inside, link_on_the_way
from hardwon.store import reading, trees
from hardwon.text.plain import one_line

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hardwon.evidence.fields import Shared
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

    began: float | None = None
    """When its tests began, in seconds since 1970; None if it does not say."""

    path: Path | None = None
    """Where it lies; None for standard input."""


def find(names: Sequence[str], root: Path) -> list[str]:
    """The report files that arguments name: paths, globs, and `-` for standard input, each once, in order.

    A glob follows no link to a folder, and no link of the project leads to a report outside of it.
    """
    found: dict[str, None] = {}
    for name in names:
        if name == reading.STANDARD_INPUT:
            found[name] = None
            continue
        matches = [name] if Path(name).exists() else matches_of(name, root)
        if not matches:
            raise ReportError(f"There is no file {one_line(name)!r}.", remedy="Check the path or pattern.")
        for each in matches:
            refuse_a_way_out(Path(each), root)
        found.update(dict.fromkeys(matches))
    return list(found)


def matches_of(pattern: str, root: Path) -> list[str]:
    """The files that a glob stands for, in order; none if it is not a glob."""
    if not any(char in pattern for char in "*?[{"):
        return []
    if reason := globs.problem(pattern):
        raise ReportError(f"{one_line(pattern)!r} {reason}.", remedy="Name files, or another pattern.")
    base, prefix = Path("/" if pattern.startswith("/") else ""), static_prefix(pattern)
    refuse_a_way_out(base / prefix, root)
    varying = PurePosixPath(pattern).relative_to(base).parts[len(PurePosixPath(prefix).parts) :]
    hidden = any(part.startswith(".") for part in varying)  # as in a shell: only where the pattern says so
    return sorted(str(path) for path in trees.matching(pattern, base, hidden=hidden) if not path.is_dir())


def refuse_a_way_out(path: Path, root: Path) -> None:
    """What is wrong with a report is told with its first words, so no link of a checkout decides what is read."""
    try:
        leads_out = link_on_the_way(root, path) and not leads_inside(root, path)
    except OSError as error:
        raise ReportError(f"{path} cannot be read: {error.strerror}.", remedy="Check the path.") from error
    if leads_out:
        raise ReportError(
            f"{one_line(str(path))} is reached through a link that leads out of the project.",
            remedy="Name the place that it leads to, if that is what you mean.",
        )


def read(name: str) -> Report:
    """The report in a file; ReportError with the place and the reason when there is none."""
    shown = reading.called(name)
    try:
        with reading.given(name) as file:
            report = read_from(file, shown)
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


def read_from(file: BinaryIO, shown: str, shared: Shared | None = None) -> Report:
    """The report in an open file, which messages call `shown`.

    With what reports before it had, results are shared with these, and may have no duration or that of another run.
    """
    digest = hashlib.sha256()
    start = file.read(CHUNK)
    contents = contents_of(start, _chunks(start, file, digest), shown, shared)
    return Report(
        shown=shown,
        digest=f"sha256:{digest.hexdigest()}",
        results=tuple(contents.results),
        commit=contents.commit,
        run=contents.run,
        began=contents.began,
    )


def _chunks(start: bytes, file: BinaryIO, digest: Any) -> Iterator[bytes]:
    chunk = start
    while chunk:
        digest.update(chunk)
        yield chunk
        chunk = file.read(CHUNK)
