"""quarantine/: text that the scanner blocked, kept for a person to decide. Local, secrets redacted, never recalled."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

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
            return Held(**json.loads(reading.content(path)))
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
