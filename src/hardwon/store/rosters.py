"""runs/.rosters/rosters.json: which tests each area is known to have, and how they ended on the states of late.

Local evidence like the runs beside it, but it outlives them: runs are pruned by number, and an own loop makes one for
each test. Without it (a fresh checkout) the number in memory.json is what is known.
"""

from __future__ import annotations

import json
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from threading import Lock
from typing import TYPE_CHECKING, Any

from hardwon.areas.content import Listings
from hardwon.areas.roster import KEY_LENGTH, Cases, Heard, KnownSource, Lap, Roster
from hardwon.errors import StorageError
from hardwon.store import atomic, reading
from hardwon.store.lock import locked
from hardwon.store.protocol import Rosters

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping
    from pathlib import Path

    from hardwon.areas.content import Digested
    from hardwon.areas.roster import Keys

FILE = "rosters.json"
VERSION = 1
MOST_RUNS = 1000
_LOCK = ".rosters.lock"


@dataclass(frozen=True, slots=True)
class RosterStore:
    """The rosters in one folder."""

    folder: Path
    lock_timeout: float = 120.0

    @property
    def where(self) -> str:
        return str(self.folder / FILE)

    def read(self) -> Rosters:
        """What is known; StorageError if the file cannot be trusted."""
        try:
            with reading.opened(self.folder / FILE, follow=False) as file:
                return rosters_in(reading.bounded(file, reading.LARGEST_RECORD))
        except FileNotFoundError:
            return Rosters()
        except OSError as error:
            raise self._refused(f"cannot be read: {error.strerror}") from error
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
            raise self._refused("is damaged") from error

    def _refused(self, reason: str) -> StorageError:
        return StorageError(
            f"{self.where} {reason}.",
            remedy="It is local evidence: delete it, and the number of tests in memory.json is what is known.",
        )

    def update(self, change: Callable[[Rosters], Rosters], about: Collection[str] | None = None) -> None:
        """Read, change and write under the lock."""
        del about  # one file, one lock
        with locked(self.folder / _LOCK, timeout=self.lock_timeout):
            before = self.read()
            after = change(before)
            if after is not before:
                atomic.write(self.folder / FILE, document_of(after))


@dataclass(frozen=True, slots=True)
class RostersInMemory:
    """Rosters that no file holds."""

    kept: list[bytes] = field(default_factory=list, repr=False)
    lock: Lock = field(default_factory=Lock, repr=False)

    @property
    def where(self) -> str:
        return "rosters"

    def read(self) -> Rosters:
        return rosters_in(self.kept[-1]) if self.kept else Rosters()

    def update(self, change: Callable[[Rosters], Rosters], about: Collection[str] | None = None) -> None:
        """Read, change and keep under the lock."""
        del about  # one lock
        with self._held():
            before = self.read()
            after = change(before)
            if after is not before:
                self.kept[:] = [document_of(after)]

    @contextmanager
    def _held(self) -> Iterator[None]:
        with self.lock:
            yield


def document_of(rosters: Rosters) -> bytes:
    """The rosters as they are kept."""
    areas = {name: _raw(roster) for name, roster in rosters.areas.items()}
    document: dict[str, Any] = {"version": VERSION, "areas": areas, "runs": sorted(rosters.runs)[-MOST_RUNS:]}
    if rosters.contents.newest:
        document["contents"] = asdict(rosters.contents)
    return json.dumps(document, separators=(",", ":")).encode() + b"\n"


def rosters_in(content: bytes) -> Rosters:
    """The rosters in a document; ValueError and the like if it holds none."""
    document = json.loads(content)
    if document["version"] != VERSION:
        raise ValueError(f"version {document['version']!r} is not {VERSION}")
    areas = {str(name): _roster(raw) for name, raw in document["areas"].items()}
    contents = _contents(document.get("contents", {}))
    return Rosters(areas=areas, runs=frozenset(map(str, document["runs"])), contents=contents)


def _contents(raw: Mapping[str, Any]) -> Listings:
    others = {str(name): _files(own) for name, own in raw.get("others", {}).items()}
    return Listings(newest=str(raw.get("newest", "")), files=_files(raw.get("files", {})), others=others)


def _files(raw: Mapping[str, Any]) -> Digested:
    if not all(type(digest) is str for digest in raw.values()):
        raise ValueError("the digest of a file is not a text")
    return raw


def _raw(roster: Roster) -> dict[str, Any]:
    raw: dict[str, Any] = {
        "sources": {
            name: {
                "known": _joined(source.known),
                **({"cases": dict(source.cases)} if source.cases else {}),
                "missed": source.missed,
                "laps": [[lap.state, lap.at, lap.tests] for lap in source.laps],
                "run": source.run,
                "runs": source.runs,
            }
            for name, source in roster.sources.items()
        },
        "heard": {
            state: [[each.source, each.at, _joined(each.passed), _joined(each.failed), *_cases(each)] for each in told]
            for state, told in roster.heard.items()
        },
    }
    if roster.spared:
        raw["spared"] = [roster.spared_on, _joined(roster.spared), roster.only_probes]
    if roster.proven_at:
        raw["proven_at"] = roster.proven_at
    if roster.passed_on:
        raw["passed_on"] = roster.passed_on
    if roster.word_on:
        raw["word"] = [roster.word_on, roster.word_at]
    if roster.also:
        raw["also"] = dict(roster.also)
    if roster.behind:
        raw["behind"] = _joined(roster.behind)
    return raw


def _roster(raw: Mapping[str, Any]) -> Roster:
    spared_on, spared, only_probes = raw.get("spared", ("", "", False))
    word_on, word_at = raw.get("word", ("", 0))
    return Roster(
        sources={str(name): _source(each) for name, each in raw["sources"].items()},
        heard={str(state): tuple(map(_heard, told)) for state, told in raw["heard"].items()},
        spared_on=str(spared_on),
        spared=_names(spared),
        only_probes=bool(only_probes),
        proven_at=float(raw.get("proven_at", 0)),
        passed_on=str(raw.get("passed_on", "")),
        word_on=str(word_on),
        word_at=float(word_at),
        behind=_names(raw.get("behind", "")),
        also={str(state): str(first) for state, first in raw.get("also", {}).items()},
    )


def _source(raw: Mapping[str, Any]) -> KnownSource:
    return KnownSource(
        known=_names(raw["known"]),
        cases={str(key): int(count) for key, count in raw.get("cases", {}).items()},
        missed=int(raw["missed"]),
        laps=tuple(Lap(state=str(state), at=float(at), tests=str(tests)) for state, at, tests in raw["laps"]),
        run=str(raw["run"]),
        runs=int(raw["runs"]),
    )


def _cases(heard: Heard) -> list[dict[str, list[str]]]:
    cases = {key: [_joined(each.passed), _joined(each.failed)] for key, each in heard.cases.items()}
    return [cases] if cases else []


def _heard(raw: list[Any]) -> Heard:
    source, at, passed, failed, *more = raw
    cases = {str(key): Cases(_names(ok), _names(bad)) for each in more for key, (ok, bad) in each.items()}
    return Heard(source=str(source), at=float(at), passed=_names(passed), failed=_names(failed), cases=cases)


def _joined(names: Keys) -> str:
    return "".join(sorted(names))


def _names(text: str) -> Keys:
    if len(text) % KEY_LENGTH:
        raise ValueError("a set of tests is cut off")
    return frozenset(text[start : start + KEY_LENGTH] for start in range(0, len(text), KEY_LENGTH))
