"""The evidence of a run, written as it happens: a killed run keeps what it saw.

steps.jsonl gets a line for each step when it ends, conclusions.jsonl one for each test that is over, from every process
that takes part in the run. Secrets are redacted in everything that is written.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hardwon.evidence.redaction import clean, forms
from hardwon.store import lines
from hardwon.store.lines import Flaw

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

STEPS = "steps.jsonl"
CONCLUSIONS = "conclusions.jsonl"


class Journal:
    """The folder of one run while it runs. Safe to use from several threads and processes."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._secrets: set[str] = set()

    def hide(self, secrets: Iterable[str]) -> None:
        """Values that must appear nowhere, whatever they look like: passwords that tests are given."""
        self._secrets.update(form for secret in secrets if secret.strip() for form in forms(secret))

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
