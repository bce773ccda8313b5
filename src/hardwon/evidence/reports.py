"""Test reports of any runner: found, told apart by content, read, and placed in areas."""

from __future__ import annotations

import glob
import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from hardwon.errors import ReportError
from hardwon.evidence.ctrf import is_ctrf, read_ctrf
from hardwon.evidence.junit import JUnitReader
from hardwon.evidence.playwright import is_playwright, read_playwright
from hardwon.store import reading
from hardwon.text.plain import one_line

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from hardwon.evidence.results import Result

LARGEST_XML = 1_000_000_000
LARGEST_JSON = 100_000_000
"""JSON is read as a whole, at about ten times its size; XML is streamed."""

CHUNK = 1 << 16

JSON_READERS: tuple[tuple[Callable[[dict[str, Any]], bool], Callable[[dict[str, Any]], list[Result]]], ...] = (
    (is_ctrf, read_ctrf),
    (is_playwright, read_playwright),
)
"""Each JSON format: how it is recognised, and what reads it."""


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
            return _read(file, shown)
    except OSError as error:
        raise ReportError(f"{shown} cannot be read: {error.strerror or error}.", remedy="Check the path.") from error


def _read(file: BinaryIO, shown: str) -> Report:
    digest = hashlib.sha256()
    start = file.read(CHUNK)
    chunks = _chunks(start, file, digest)
    opening = start.removeprefix(b"\xef\xbb\xbf").lstrip()
    if not opening:
        raise ReportError(f"{shown} is empty.", remedy="Did the test run write it? Nothing was recorded.")
    if opening.startswith(b"{"):
        results = _json(b"".join(_limited(chunks, LARGEST_JSON, shown)), shown)
    elif opening.startswith((b"<", b"\xff\xfe", b"\xfe\xff")):
        results = JUnitReader(shown).read(_limited(chunks, LARGEST_XML, shown))
    else:
        raise ReportError(
            f"{shown} is neither XML nor JSON (it starts with {one_line(repr(opening[:20]), 60)}).",
            remedy="Give a report in JUnit XML, CTRF JSON or Playwright JSON.",
        )
    return Report(shown=shown, digest=f"sha256:{digest.hexdigest()}", results=tuple(results))


def _chunks(start: bytes, file: BinaryIO, digest: Any) -> Iterator[bytes]:
    chunk = start
    while chunk:
        digest.update(chunk)
        yield chunk
        chunk = file.read(CHUNK)


def _limited(chunks: Iterable[bytes], largest: int, shown: str) -> Iterator[bytes]:
    size = 0
    for chunk in chunks:
        size += len(chunk)
        if size > largest:
            raise ReportError(
                f"{shown} is larger than {largest // 1_000_000} MB.",
                remedy="Split it, or leave captured output out of the report. Nothing was recorded.",
            )
        yield chunk


def _json(content: bytes, shown: str) -> list[Result]:
    try:
        report = json.loads(content.removeprefix(b"\xef\xbb\xbf"))
    except json.JSONDecodeError as error:
        raise ReportError(
            f"{shown}, line {error.lineno}, column {error.colno}: {error.msg}.",
            remedy="The file is damaged or was cut off. Nothing was recorded; write the report again.",
        ) from error
    except (ValueError, RecursionError) as error:
        raise ReportError(f"{shown} cannot be read as JSON: {one_line(str(error))}.") from error
    for recognises, reader in JSON_READERS:
        if recognises(report):
            return reader(report)
    raise ReportError(
        f"{shown} is JSON, but neither CTRF nor Playwright's report.",
        remedy="CTRF has results.tests; Playwright's has config and suites.",
    )
