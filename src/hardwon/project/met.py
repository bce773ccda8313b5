"""What the files of a project and the team's server were when they last met, and a move that may have been interrupted.

Before a move writes, it says here what will be known afterwards; the write carries its key. Whoever finds such a word
asks whether the write was carried out: what was moved is never counted a second time.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Literal

from hardwon.areas.ledger import Ledger, memory_text, read_ledger, retired_text
from hardwon.store import atomic, reading, trees

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

Side = Literal["files", "server"]
AREAS, RETIRED = "memory.json", "retired.json"
_PENDING, _WORD = "pending", "move.json"


@dataclass(frozen=True, slots=True, kw_only=True)
class Pending:
    """A move that is about to write."""

    key: str
    to: Side
    ledger: Ledger | None
    """What both sides know of the areas afterwards; None where that depends on what a person decides."""

    known: Mapping[str, bytes] = field(default_factory=dict)
    """The observations that both sides know afterwards, by place."""

    writes: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    """The digests of the observations that are written: what was there, and what will be."""


@dataclass(frozen=True, slots=True)
class Base:
    """What both sides were when they last met."""

    folder: Path

    def ledger(self) -> Ledger | None:
        memory = self._read(AREAS)
        return None if memory is None else read_ledger(memory, self._read(RETIRED), AREAS, RETIRED)

    def keep_ledger(self, ledger: Ledger) -> None:
        self._write(RETIRED, retired_text(ledger))
        self._write(AREAS, memory_text(ledger))

    def observation(self, place: str) -> bytes | None:
        return self._read(f"observations/{place}")

    def keep_observation(self, place: str, document: bytes | None) -> None:
        if document is not None:
            self._write(f"observations/{place}", document)
        elif (self.folder / "observations" / place).exists():
            atomic.remove(self.folder / "observations" / place)

    def begin(self, pending: Pending) -> None:
        """Say what will be known, before anything is written; the word itself comes last, and counts."""
        aside = Base(self.folder / _PENDING)
        if pending.ledger is not None:
            aside.keep_ledger(pending.ledger)
        for place, document in pending.known.items():
            aside.keep_observation(place, document)
        word: dict[str, Any] = {
            "key": pending.key,
            "to": pending.to,
            "areas": pending.ledger is not None,
            "observations": {place: list(pending.writes.get(place, ())) for place in pending.known},
        }
        atomic.write(aside.folder / _WORD, json.dumps(word, indent=2).encode() + b"\n")

    def settle(self, was_done: Callable[[Side, str], bool], documents: Callable[[Side], Mapping[str, bytes]]) -> None:
        """Find out what became of a move that was interrupted: known is what it wrote."""
        aside = Base(self.folder / _PENDING)
        try:
            word = json.loads(reading.content(aside.folder / _WORD))
            to, key, of_places = word["to"], word["key"], dict(word["observations"])
            has_areas = word["areas"]
        except (OSError, ValueError, KeyError, TypeError):
            self.end()  # it had not even begun to write
            return
        is_done = was_done(to, key)
        ledger = aside.ledger() if has_areas and is_done else None
        if ledger is not None:
            self.keep_ledger(ledger)
        present = documents(to)
        for place, digests in of_places.items():
            if to == "server":
                if is_done:
                    self.keep_observation(place, aside.observation(place))
            else:
                self._settle_file(place, digests, present.get(place), aside.observation(place))
        self.end()

    def _settle_file(self, place: str, digests: list[str], present: bytes | None, known: bytes | None) -> None:
        now = digest(present)
        if not digests or now == digests[1]:
            self.keep_observation(place, known)
        elif now != digests[0]:
            # It has changed since, and nobody knows from what: a person decides.
            self.keep_observation(place, None)

    def end(self) -> None:
        """Whatever was to be written is."""
        if (self.folder / _PENDING).exists():
            if (word := self.folder / _PENDING / _WORD).exists():
                atomic.remove(word)
            trees.remove(self.folder / _PENDING)

    def _read(self, name: str) -> bytes | None:
        try:
            return reading.content(self.folder / name)
        except FileNotFoundError:
            return None

    def _write(self, name: str, content: bytes) -> None:
        atomic.write(self.folder / name, content, durable=False)


def digest(document: bytes | None) -> str:
    """What stands for a document; "" for none."""
    return "" if document is None else sha256(document).hexdigest()
