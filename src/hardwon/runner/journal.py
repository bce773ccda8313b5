"""The evidence of a run, written as it happens: a killed run keeps what it saw.

run.json says `running` until the run is over; steps.jsonl gets a line for each step when it ends. Secrets are redacted
in everything that is written.
"""

from __future__ import annotations

import json
import os
import threading
from typing import TYPE_CHECKING, Any

from hardwon.plain import well_formed
from hardwon.store import atomic

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

HIDDEN = "[hidden]"
"""What stands in place of a value that a test was given as a secret."""


class Journal:
    """The folder of one run while it runs. Safe to use from several threads."""

    def __init__(self, folder: Path, header: dict[str, Any]) -> None:
        self._folder = folder
        self._lock = threading.Lock()
        self._secrets: set[str] = set()
        opening = {**header, "status": "running", "pid": os.getpid(), "verdicts": []}
        text = json.dumps(clean(opening), indent=2, sort_keys=True) + "\n"
        atomic.write(folder / "run.json", text.encode(), durable=False)

    def hide(self, secrets: Iterable[str]) -> None:
        """Values that must appear nowhere, whatever they look like: passwords that tests are given."""
        self._secrets.update(secret for secret in secrets if secret.strip())

    def clean(self, value: Any) -> Any:
        """A value as it may be written and shown."""
        return clean(value, tuple(sorted(self._secrets, key=len, reverse=True)))

    def step(self, test: str, attempt: int, index: int, row: dict[str, Any]) -> None:
        """Keep what is known of a step."""
        line = json.dumps(self.clean({"test": test, "attempt": attempt, "index": index, **row}), ensure_ascii=False)
        with self._lock, (self._folder / "steps.jsonl").open("ab") as file:
            file.write(line.encode() + b"\n")


def clean(value: Any, secrets: Sequence[str] = ()) -> Any:
    """A value without secrets, known ones and what looks like one, and without what no file can hold."""
    from hardwon.guard.scanner import redacted  # noqa: PLC0415 - its rules are only needed where evidence is written

    if isinstance(value, str):
        for secret in secrets:
            value = value.replace(secret, HIDDEN)
        return redacted(well_formed(value))
    if isinstance(value, dict):
        return {clean(key, secrets): clean(each, secrets) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [clean(each, secrets) for each in value]
    return value
