"""quarantine/: text that the scanner blocked, kept for a person to decide. Local, secrets redacted, never recalled."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from hardwon.errors import StorageError, UsageError
from hardwon.store import atomic, reading
from hardwon.store.protocol import Held
from hardwon.text.plain import one_line
from hardwon.text.times import sortable

if TYPE_CHECKING:
    from datetime import datetime
    from pathlib import Path


@dataclass(frozen=True, slots=True)
class Quarantine:
    """The texts in one quarantine folder."""

    folder: Path

    def hold(self, held: Held) -> str:
        """Keep a text; the id that it is held by. What is held already, in the same scope, is not held twice."""
        digest = held.id.rpartition("-")[2]
        known = next((each for each in self.ids() if each.endswith(f"-{digest}")), "")
        if not known:
            text = json.dumps(asdict(held), indent=2, sort_keys=True) + "\n"
            atomic.write(self.folder / f"{held.id}.json", text.encode())
        return known or held.id

    def ids(self) -> list[str]:
        """What is held, oldest first."""
        return sorted(path.stem for path in self.folder.glob("q-*.json")) if self.folder.is_dir() else []

    def read(self, held_id: str) -> Held:
        """A held text; UsageError if there is none, StorageError if its file is damaged."""
        self._check(held_id)
        path = self.folder / f"{held_id}.json"
        try:
            return _held(json.loads(reading.content(path)))
        except (OSError, ValueError, TypeError, RecursionError) as error:
            raise StorageError(
                f"{path} cannot be read: {one_line(str(error))}.",
                remedy=f"Correct it, or forget it: hardwon quarantine drop {held_id}.",
            ) from error

    def _check(self, held_id: str) -> None:
        if held_id not in self.ids():
            raise unknown(held_id)

    def drop(self, held_id: str) -> None:
        """Forget a held text, also one whose file is damaged."""
        self._check(held_id)
        atomic.remove(self.folder / f"{held_id}.json")


def _held(document: Any) -> Held:
    """The text that a document holds; TypeError if it is not one: the file may have come with a checkout."""
    if not isinstance(document, dict):
        raise TypeError("it must hold an object")
    held = Held(**document)
    for name, kinds in _KINDS.items():
        if not isinstance(getattr(held, name), kinds):
            raise TypeError(f"{name} is not what it should be")
    entries = [*held.findings, *held.suite_snapshot]
    if not all(isinstance(each, dict) for each in entries):
        raise TypeError("a finding or an entry of the suite is not an object")
    for entry, needed in ((held.findings, ("rule", "reason")), (held.suite_snapshot, ("test", "id"))):
        if not all(isinstance(each.get(key), str) for each in entry for key in needed):
            raise TypeError(f"{' or '.join(needed)} is missing")
    return held


_TEXTS = ("id", "time", "outcome", "reason", "origin", "tier", "scope", "title", "content", "source_test")
_KINDS = dict.fromkeys(_TEXTS, str) | {
    "run": str | None,
    "position": int | None,
    "findings": list,
    "suite_snapshot": list,
    "has_secret": bool,
}


def unknown(held_id: str) -> UsageError:
    """What whoever asks for a text is told that is not held."""
    return UsageError(
        f"There is nothing with the id {one_line(held_id, 60)!r} in quarantine.",
        remedy="`hardwon quarantine list` shows what is.",
    )


def new_id(now: datetime, text: str) -> str:
    """A name that sorts by time; the same text at the same moment has the same."""
    digest = hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:12]
    return f"q-{sortable(now)}-{digest}"
