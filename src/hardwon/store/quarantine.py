"""quarantine/: text that the scanner blocked, kept for a person to decide. Local, secrets redacted, never recalled."""

from __future__ import annotations

import hashlib
import json
from dataclasses import MISSING, asdict, dataclass, fields
from os.path import lexists
from typing import TYPE_CHECKING, Any

from hardwon.errors import StorageError, UsageError
from hardwon.store import atomic, reading
from hardwon.store.protocol import Held
from hardwon.text.plain import one_line
from hardwon.text.times import sortable

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime
    from pathlib import Path

LARGEST = 10_000_000
"""Bytes of a file with one text."""

_ABSENT = object()


def _objects(value: Any, kind: type) -> bool:
    return isinstance(value, list) and all(
        isinstance(each, dict) and all(isinstance(inner, kind) for inner in each.values()) for each in value
    )


_FITTING: dict[str, Callable[[Any], bool]] = {
    "str": lambda value: isinstance(value, str),
    "str | None": lambda value: value is None or isinstance(value, str),
    "int | None": lambda value: value is None or type(value) is int,
    "bool": lambda value: isinstance(value, bool),
    "list[dict[str, Any]]": lambda value: _objects(value, object),
    "list[dict[str, str]]": lambda value: _objects(value, str) and all({"test", "id"} <= {*each} for each in value),
}
"""Of each kind of field of a held text, what fits it."""


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
        path = self._place(held_id)
        try:
            return held_in(json.loads(reading.content(path, LARGEST)))
        except (OSError, ValueError, RecursionError) as error:
            why = getattr(error, "strerror", None) or one_line(str(error), 200)
            raise StorageError(
                f"{path} cannot be read: {why}.",
                remedy=f"Correct it, or forget it: hardwon quarantine drop {held_id}.",
            ) from error

    def _place(self, held_id: str) -> Path:
        """Where a text is held; UsageError if it is not."""
        path = self.folder / f"{held_id}.json"
        # Asked by its name, and not by reading the whole folder: whoever lists what is held asks for each.
        if not held_id.startswith("q-") or "/" in held_id or "\0" in held_id or not lexists(path):
            raise unknown(held_id)
        return path

    def drop(self, held_id: str) -> None:
        """Forget a held text, also one whose file is damaged."""
        path = self._place(held_id)
        try:
            atomic.remove(path)
        except OSError as error:
            raise StorageError(f"{path} cannot be removed: {error.strerror}.", remedy="Remove it by hand.") from error


def held_in(document: Any) -> Held:
    """A held text as its file tells it; ValueError naming what is not as it should be."""
    if not isinstance(document, dict):
        raise ValueError("it must hold an object")  # noqa: TRY004 - like every other flaw of a file
    known = {each.name: each for each in fields(Held)}
    for name, each in known.items():
        value = document.get(name, _ABSENT)
        is_needed = each.default is MISSING and each.default_factory is MISSING
        if is_needed if value is _ABSENT else not _FITTING[str(each.type)](value):
            raise ValueError(f"{name}: is missing" if value is _ABSENT else f"{name}: is not {each.type}")
    return Held(**{name: document[name] for name in known if name in document})


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
