"""The formats of test reports, and how each is told from the others by content.

One table, `FORMATS`: whoever adds a format adds an entry.
"""

from __future__ import annotations

import codecs
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from hardwon.errors import ReportError
from hardwon.evidence.ctrf import is_ctrf, read_ctrf
from hardwon.evidence.junit import read_junit
from hardwon.evidence.playwright import is_playwright, read_playwright
from hardwon.evidence.tap import read_tap
from hardwon.evidence.tap_lines import may_be_tap
from hardwon.text import strict_json
from hardwon.text.plain import one_line

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from hardwon.evidence.fields import Contents, Shared

LARGEST_STREAM = 1_000_000_000
LARGEST_JSON = 100_000_000
"""JSON is read as a whole, at about ten times its size; other formats are streamed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Streamed:
    """A format that is read piece by piece."""

    name: str
    recognises: Callable[[str], bool]
    """Whether a file that opens with this text may be one; what it is after all, the reader says."""

    read: Callable[[Iterable[bytes], str, Shared | None], Contents]
    """What it holds, from the bytes and the name by which messages call the file; and what reports before it had."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Json:
    """A format in JSON, recognised by the shape of the document."""

    name: str
    sign: str
    """What tells it from other JSON, for people."""

    recognises: Callable[[Any], bool]
    """Asked about any object or list."""

    read: Callable[[Any], Contents]


def _is_xml(opening: str) -> bool:
    return opening.startswith("<")


FORMATS: tuple[Streamed | Json, ...] = (
    Streamed(name="JUnit XML", recognises=_is_xml, read=read_junit),
    Json(name="CTRF", sign="results.tests", recognises=is_ctrf, read=read_ctrf),
    Json(name="Playwright", sign="config and suites", recognises=is_playwright, read=read_playwright),
    Streamed(name="TAP", recognises=may_be_tap, read=read_tap),
)


def shown_names() -> list[str]:
    """The formats as people call them."""
    return [f"{each.name} JSON" if isinstance(each, Json) else each.name for each in FORMATS]


def contents_of(start: bytes, chunks: Iterable[bytes], shown: str, shared: Shared | None = None) -> Contents:
    """What a report holds, which begins with `start`; ReportError with the reason if it is not one."""
    opening = _opening(start)
    if not opening:
        raise ReportError(f"{shown} is empty.", remedy="Did the test run write it? Nothing was recorded.")
    for each in FORMATS:
        if isinstance(each, Streamed) and each.recognises(opening):
            return each.read(_limited(chunks, LARGEST_STREAM, shown), shown, shared)
    if opening.startswith(("{", "[")):
        return _json(b"".join(_limited(chunks, LARGEST_JSON, shown)), shown)
    *others, last = shown_names()
    raise ReportError(
        f"{shown} is not a report that hardwon reads (it starts with {one_line(repr(opening[:20]), 60)}).",
        remedy=f"Give a report in {', '.join(others)} or {last}.",
    )


def is_report(start: bytes, whole: Callable[[], bytes]) -> bool:
    """Whether a file that begins with `start` is a report, by its content; the whole of it is asked for if need be."""
    opening = _opening(start)
    if _is_xml(opening):
        return "<testsuite" in opening
    if not opening.startswith("{"):
        return may_be_tap(opening)
    try:
        document = strict_json.read(_json_text(whole()))
    except (ValueError, RecursionError):
        return False
    return any(each.recognises(document) for each in FORMATS if isinstance(each, Json))


def _opening(start: bytes) -> str:
    """How a file begins, without a byte order mark and blank space."""
    is_utf_16 = start.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    return start.decode("utf-16" if is_utf_16 else "utf-8-sig", "replace").lstrip()


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


_NOBODY_WRITES_IT = "No test runner writes that. Nothing was recorded; write the report again."


def _json_text(content: bytes) -> str:
    return content.decode(json.detect_encoding(content), "surrogatepass")


def _json(content: bytes, shown: str) -> Contents:
    try:
        report = strict_json.read(_json_text(content))
    except json.JSONDecodeError as error:
        raise ReportError(
            f"{shown}, line {error.lineno}, column {error.colno}: {error.msg}.",
            remedy="The file is damaged or was cut off. Nothing was recorded; write the report again.",
        ) from error
    except RecursionError as error:
        raise ReportError(f"{shown} is nested too deeply.", remedy=_NOBODY_WRITES_IT) from error
    except ValueError as error:
        raise ReportError(
            f"{shown} cannot be read as JSON: {one_line(str(error))}.", remedy=_NOBODY_WRITES_IT
        ) from error
    known = [each for each in FORMATS if isinstance(each, Json)]
    for each in known:
        if each.recognises(report):
            return each.read(report)
    raise ReportError(
        f"{shown} is JSON, but neither {' nor '.join(each.name for each in known)}.",
        remedy=f"{'; '.join(f'{each.name} has {each.sign}' for each in known)}.",
    )
