"""The evidence of a run, written as it happens: a killed run keeps what it saw.

steps.jsonl gets a line for each step when it ends, conclusions.jsonl one for each test that is over, from every process
that takes part in the run. Secrets are redacted in everything that is written.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from hardwon.store import lines
from hardwon.store.lines import Flaw
from hardwon.text.plain import well_formed

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

STEPS = "steps.jsonl"
CONCLUSIONS = "conclusions.jsonl"
HIDDEN = "[hidden]"
"""What stands in place of a value that a test was given as a secret."""


class Journal:
    """The folder of one run while it runs. Safe to use from several threads and processes."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._secrets: set[str] = set()

    def hide(self, secrets: Iterable[str]) -> None:
        """Values that must appear nowhere, whatever they look like: passwords that tests are given."""
        self._secrets.update(form for secret in secrets if secret.strip() for form in _forms(secret))

    def clean(self, value: Any) -> Any:
        """A value as it may be written and shown."""
        return clean(value, tuple(sorted(self._secrets, key=len, reverse=True)))

    def step(self, test: str, attempt: int, index: int, row: dict[str, Any]) -> None:
        """Keep what is known of a step."""
        lines.append(self._folder / STEPS, self.clean({"test": test, "attempt": attempt, "index": index, **row}))

    def test(self, writer: str, row: dict[str, Any]) -> None:
        """Keep what a test came to."""
        lines.append(self._folder / CONCLUSIONS, self.clean(row) | {"writer": writer})

    def tests_of_others(self, writer: str) -> list[dict[str, Any]]:
        """What processes other than this one have kept about their tests."""
        rows = (row for _, row in lines.read(self._folder / CONCLUSIONS) if not isinstance(row, Flaw))
        return [row for row in rows if row.get("writer") != writer]


def _forms(secret: str) -> set[str]:
    """A secret as it stands in a text, and in an address, a page, a JSON document or a message of Python."""
    import html  # noqa: PLC0415 - only where a test has secrets
    from urllib.parse import quote, quote_plus  # noqa: PLC0415 - as above

    return {
        secret,
        html.escape(secret),
        html.escape(secret, quote=False),
        quote(secret),
        quote(secret, safe=""),
        quote_plus(secret),
        json.dumps(secret)[1:-1],
        json.dumps(secret, ensure_ascii=False)[1:-1],
        repr(secret)[1:-1],
    }


def _without(text: str, secret: str) -> str:
    """The text with the secret hidden, also where a page has broken it into lines."""
    parts = secret.split()
    if len(parts) == 1:
        return text.replace(parts[0], HIDDEN)
    return re.sub(r"\s+".join(map(re.escape, parts)), HIDDEN, text)


def clean(value: Any, secrets: Sequence[str] = ()) -> Any:
    """A value without secrets, known ones and what looks like one, and without what no file can hold."""
    from hardwon.guard.scanner import redacted  # noqa: PLC0415 - its rules are only needed where evidence is written

    if isinstance(value, str):
        for secret in secrets:
            value = _without(value, secret)
        return redacted(well_formed(value))
    if isinstance(value, dict):
        return {clean(key, secrets): clean(each, secrets) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [clean(each, secrets) for each in value]
    return value
