"""The command scan: verdicts on texts, from files, standard input or lines of JSON."""

from __future__ import annotations

import dataclasses
import json
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, BinaryIO

import click

from hardwon.cli.common import command, finish, note, show_json, with_options
from hardwon.errors import StorageError, UsageError
from hardwon.guard.scanner import scan as verdict_on
from hardwon.store import reading

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hardwon.guard.scanner import Scan


LARGEST = 1_000_000
"""Bytes of one text: as many as an observation may have, scanned in seconds."""


@command("scan", example="hardwon scan notes.md\nhardwon scan --jsonl --origin machine < texts.jsonl")
@click.argument("files", nargs=-1, metavar="[FILE…|-]")
@click.option(
    "--jsonl", is_flag=True, help='Read one {"text"} (and "title", optional) per line; write one verdict per line.'
)
@click.option(
    "--origin",
    type=click.Choice(("person", "machine")),
    default="person",
    show_default=True,
    help="Who wrote it: orders from a machine are not safe.",
)
@with_options
def scan(  # noqa: PLR0917 - click hands every option over
    files: tuple[str, ...], jsonl: bool, origin: str, as_json: bool, project: str | None, settings: tuple[str, ...]
) -> None:
    """Scan text for what must not be remembered. Exit 1 when anything was not safe."""
    del project, settings  # every command takes them; the scanner reads no project and no setting
    sources = files or (reading.STANDARD_INPUT,)
    safe = _scan_lines(sources, origin) if jsonl else _scan_files(sources, origin, as_json=as_json)
    if not safe:
        finish(1)


def _scan_lines(sources: tuple[str, ...], origin: str) -> bool:
    safe = True
    for source in sources:
        for number, line in enumerate(_lines_of(source), start=1):
            if line.strip():
                title, text = _parsed(line, source, number)
                verdict = verdict_on(title, text, origin)
                safe = safe and verdict.safe
                note(json.dumps(verdict_row(verdict)))
    return safe


def _scan_files(sources: tuple[str, ...], origin: str, *, as_json: bool) -> bool:
    verdicts = [(source, text, verdict_on("", text, origin)) for source, text in _texts(sources)]
    if as_json:
        show_json(
            {
                "safe": all(verdict.safe for _, _, verdict in verdicts),
                "scans": [{"source": source, **verdict_row(verdict)} for source, _, verdict in verdicts],
            }
        )
    else:
        for source, text, verdict in verdicts:
            note(_told(source, text, verdict))
    return all(verdict.safe for _, _, verdict in verdicts)


def verdict_row(verdict: Scan) -> dict[str, Any]:
    """A verdict as JSON output gives it."""
    return {
        "safe": verdict.safe,
        "outcome": verdict.outcome,
        "reason": verdict.reason,
        "findings": [dataclasses.asdict(finding) for finding in verdict.findings],
    }


def _told(source: str, text: str, verdict: Scan) -> str:
    lines = [f"{reading.called(source)}: {verdict.outcome.replace('-', ' ')}"]
    for finding in verdict.findings:
        line = text.count("\n", 0, finding.position) + 1
        place = finding.position - text.rfind("\n", 0, finding.position)
        hidden = f" (in {finding.encoding})" if finding.encoding else ""
        kind = f" ({finding.secret})" if finding.secret else ""
        lines.append(f"  line {line}, character {place}: {finding.reason}{kind}{hidden} [{finding.rule}]")
    if verdict.outcome == "not-an-observation" and verdict.safe:
        lines.append(
            "  A warning only: a person may write orders. From a machine it would be kept for a person to decide."
        )
    return "\n".join(lines)


def _texts(sources: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    return ((source, _text_of(source)) for source in sources)


def _text_of(source: str) -> str:
    with _reading(source) as file:
        return _text(reading.bounded(file, LARGEST), source)


def _lines_of(source: str) -> Iterator[str]:
    """One line after the other, so that it does not matter how many there are."""
    with _reading(source) as file:
        start = 0
        while line := file.readline(LARGEST + 1):
            if len(line) > LARGEST:
                raise reading.TooLarge(LARGEST)
            # Some editors begin a file with a byte order mark; it is no part of the first line.
            yield _text(line, source, start).removeprefix("\ufeff" if not start else "").removesuffix("\n")
            start += len(line)


@contextmanager
def _reading(source: str) -> Iterator[BinaryIO]:
    try:
        with reading.given(source) as file:
            yield file
    except reading.TooLarge as error:
        raise UsageError(
            f"{reading.called(source)} was not scanned: a text in it is {error.strerror}.",
            remedy="No memory holds such a text: scan parts of it, or one JSON document per line with --jsonl.",
        ) from error
    except OSError as error:
        raise StorageError(
            f"{source}: {error.strerror or error}.", remedy="Name a file that can be read, or -."
        ) from error


def _text(data: bytes, source: str, start: int = 0) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise UsageError(
            f"{source}: byte {start + error.start} is not UTF-8.", remedy="The scanner reads text in UTF-8 only."
        ) from error


def _parsed(line: str, source: str, number: int) -> tuple[str, str]:
    place = f"{reading.called(source)}, line {number}"
    try:
        row = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise UsageError(f"{place}: not JSON ({error}).", remedy='Write {"text": "…"} on each line.') from error
    if not isinstance(row, dict):
        raise UsageError(f"{place}: not an object.", remedy='Write {"text": "…"} on each line.')
    title, text = row.get("title", ""), row.get("text")
    if not isinstance(text, str) or not isinstance(title, str):
        what = '"title" is not a string' if isinstance(text, str) else 'no "text" that is a string'
        raise UsageError(f"{place}: {what}.", remedy='Write {"text": "…"} on each line.')
    return title, text
