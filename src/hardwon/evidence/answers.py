"""What models answered when they were asked for scenarios, kept as it came: an interrupt loses nothing of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hardwon.evidence.redaction import clean
from hardwon.store.run_record import Flaw

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from hardwon.store.run_record import RunRecord

ANSWERS = "answers.jsonl"
KIND = "generate"
MOST_RUNS = 50
"""Of the newest: what was asked for longer ago may be asked for again."""


def keep(record: RunRecord, run: str, row: Mapping[str, Any]) -> None:
    """Keep an answer, or what was taken of all, without secrets."""
    record.append(run, ANSWERS, [clean(dict(row))], durable=True)


def taken_before(record: RunRecord) -> Iterator[Mapping[str, Any]]:
    """The scenarios that were taken from earlier answers, as JSON."""
    with record.reading():
        asked = [run for run in reversed(record.ids()) if record.has(run, ANSWERS)][:MOST_RUNS]
        for run in asked:
            for _, row in record.rows(run, ANSWERS):
                items = [] if isinstance(row, Flaw) else row.get("taken", [])
                yield from (item for item in items if isinstance(item, dict))
