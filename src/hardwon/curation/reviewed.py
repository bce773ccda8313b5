"""Observations that people have reviewed as files: what they changed there comes back as their decisions.

An export says of each file what it was. Whatever differs now was changed by a person; where the record has moved on
meanwhile, nobody's change is lost: it is named, and left alone.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import TYPE_CHECKING

from hardwon.curation.logged import logged
from hardwon.errors import HardwonError, UsageError
from hardwon.evidence.log import entries
from hardwon.guard.scanner import scan
from hardwon.store import atomic, observation_file, reading, trees
from hardwon.store.observation_folders import place_parts
from hardwon.text.times import stamp

if TYPE_CHECKING:
    from pathlib import Path

    from hardwon.curation.desk import Desk
    from hardwon.observations.observation import Observation
    from hardwon.store.protocol import Curating

MARK = ".hardwon-export.json"
FOLDER = "observations"
WHY = "reviewed as a file"
NEW_TRUST = 0.5


@dataclass(frozen=True, slots=True)
class ReviewFolder:
    """A folder with the records as files, for review."""

    folder: Path

    def begin(self) -> None:
        """Empty it, if it is ours or nothing is in it."""
        if self.folder.exists() and any(self.folder.iterdir()) and not (self.folder / MARK).is_file():
            raise UsageError(
                f"{self.folder} is not a folder that an export made, and is not empty.", remedy="Name another one."
            )
        for name in (FOLDER, "memory.json", "retired.json"):
            path = self.folder / name
            if path.is_dir():
                trees.remove(path)
            elif path.exists():
                atomic.remove(path)

    def write(self, name: str, content: bytes) -> None:
        atomic.write(self.folder / name, content, durable=False)

    def finish(self, project: str) -> None:
        """Say what each file is now."""
        digests = {name: _digest(content) for name, content in self._present().items()}
        told = {"project": project, "observations": digests}
        self.write(MARK, json.dumps(told, indent=2, sort_keys=True).encode() + b"\n")

    def _present(self) -> dict[str, bytes]:
        root = self.folder / FOLDER
        found = sorted(root.rglob("*.md")) if root.is_dir() else []
        return {path.relative_to(root).as_posix(): reading.content(path) for path in found}

    def known(self) -> dict[str, str]:
        """What each file was."""
        try:
            told = json.loads(reading.content(self.folder / MARK))
            return {str(name): str(digest) for name, digest in told["observations"].items()}
        except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
            raise UsageError(
                f"{self.folder / MARK} is missing or damaged, so nobody knows what was changed.",
                remedy="Export again, and change the files then.",
            ) from error

    def changed(self) -> dict[str, bytes | None]:
        """The observations that differ from what was exported; None for one that was deleted."""
        known, present = self.known(), self._present()
        differing = {name: raw for name, raw in present.items() if known.get(name) != _digest(raw)}
        return differing | dict.fromkeys(name for name in known if name not in present)


@dataclass(frozen=True, slots=True)
class TakenBack:
    """What became of the changes."""

    taken: tuple[str, ...]
    refused: tuple[tuple[str, str], ...]
    """Each with the reason, which does not name it again."""


def take_back(desk: Desk, export: ReviewFolder) -> TakenBack:
    """Carry out what a person changed in the files of an export, with a log."""
    changed, known = export.changed(), export.known()
    taken, refused = [], []
    if not changed:
        return TakenBack((), ())
    with logged(desk.recorder, kind="reviewed", now=desk.now()) as curation:
        for place, raw in sorted(changed.items()):
            try:
                if not _was_taken(desk, place, raw, known.get(place)):
                    _take(desk, curation, place, raw, known.get(place))
                    taken.append(place)
            except HardwonError as error:
                refused.append((place, str(error)))
    return TakenBack(tuple(taken), tuple(refused))


def _was_taken(desk: Desk, place: str, raw: bytes | None, was: str | None) -> bool:
    """Whether the record has the change from this review already: a job is run again, or was killed half way."""
    now = desk.observations.document(place)
    told = entries(desk.recorder.runs, desk.observations.standing, place_parts(place)[1])
    if _digest_of(now) == was or not any(each["reasoning"] == WHY for each in told):
        return False
    return now == raw if now is None or raw is None else _text(place, now) == _text(place, raw)


def _text(place: str, raw: bytes) -> tuple[str, str]:
    scope, name = place_parts(place)
    found = observation_file.read(raw, id=name, scope=scope)
    return found.title, found.content.strip()


def _take(desk: Desk, curation: Curating, place: str, raw: bytes | None, was: str | None) -> None:
    scope, name = place_parts(place)
    now = desk.observations.document(place)
    if _digest_of(now) != was:
        raise UsageError("It was changed in the record since it was exported.", remedy="Export it again.")
    written = None if raw is None else observation_file.read(raw, id=name, scope=scope)
    if written is not None:
        _check(written)
    if written is None:
        curation.delete(name, WHY)
    elif now is not None:
        _edit(desk, curation, written)
    else:
        curation.add(replace(written, trust=NEW_TRUST, confirmed_count=0, contradicted_count=0, origin="person"), WHY)


def _edit(desk: Desk, curation: Curating, written: Observation) -> None:
    known = desk.observations.find(written.id).observation
    if (known.title, known.content.strip()) == (written.title, written.content.strip()):
        raise UsageError(
            "Only a text can be changed in a review, and this one is the same.",
            remedy="`hardwon observations confirm` and `deprecate` move its trust.",
        )
    at = stamp(desk.now())
    curation.edit(written.id, title=written.title, content=written.content, at=at, reasoning=WHY)


def _check(observation: Observation) -> None:
    found = scan(observation.title, observation.content, origin="person")
    if not found.safe:
        raise UsageError(f"The text is not safe: {found.reason}")


def _digest_of(document: bytes | None) -> str | None:
    return None if document is None else _digest(document)


def _digest(content: bytes) -> str:
    return sha256(content).hexdigest()
