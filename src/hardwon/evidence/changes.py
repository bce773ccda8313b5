"""runs/<id>/changes.jsonl: every change of an observation, written before the change itself.

    {"action": "confirm", …, "time": …, "writer": …, "test": …}    a change: the line first, then the file
    {"undone": "obs_…", …}                                         the change just announced could not be made
    {"curated": {"errors": […], …}, …}                             a curation is over, and what it refused

Changes are announced under the lock of the observations, so nothing is ever changed that no line explains. Several
processes may share a run; each is a writer of its own. A change that is the last word of its writer is not settled: the
writer was killed, before the file was changed or after. Secrets are redacted as in all evidence.
"""

from __future__ import annotations

import secrets
from collections import Counter
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from hardwon.evidence.redaction import clean
from hardwon.observations.deltas import DecisionError, Delta, MemoryLog, delta_in
from hardwon.observations.observation import text_digest
from hardwon.store.run_record import Flaw
from hardwon.text.times import stamp

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from hardwon.observations.deltas import Standing
    from hardwon.store.run_record import RunRecord

FILE = "changes.jsonl"


@dataclass(frozen=True, slots=True, kw_only=True)
class Logged:
    """A change as the log tells it."""

    delta: Delta
    time: str
    writer: str = ""
    test: str | None = None
    """The test that it follows from."""

    text: str = ""
    """Digest of the text that the observation had, which the log itself keeps only without its secrets."""

    was: str = ""
    """Digest of the text before an edit; "" where that is the same text."""

    later: bool = False
    """Made by a curation of a run that was over already."""

    origin: str | None = None
    """Who decided it; None where that is whoever made the run."""

    settled: bool = True
    """Whether its writer went on after it. If not, it was perhaps never carried out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Curated:
    """The end of a curation: what it refused, and what it took."""

    log: MemoryLog
    later: bool = False


@dataclass(slots=True, kw_only=True)
class Changes:
    """The log of one run, for one writer."""

    record: RunRecord
    run: str
    hide: Callable[[Any], Any] = clean
    opening: Callable[[], None] = lambda: None
    """Called before the first line: a run that changes nothing leaves nothing."""

    later: bool = False
    origin: str | None = None
    """Who decides the changes; None where that is whoever made the run."""

    clock: Callable[[], str] = lambda: stamp(datetime.now(UTC))
    writer: str = field(default_factory=lambda: secrets.token_hex(4))
    is_used: bool = False
    _read: int = 0
    _done: Counter[Done] = field(default_factory=Counter)
    _last: dict[str, dict[str, Any]] = field(default_factory=dict)
    """The last line of each writer."""

    @property
    def is_there(self) -> bool:
        """Whether anybody has written into it."""
        return self.record.has(self.run, FILE)

    def told(self) -> Iterator[Logged | Curated | Flaw]:
        """What it tells, those of all writers."""
        return read(self.record, self.run)

    def memory_log(self, standing: Callable[[str], Standing | None]) -> MemoryLog:
        """What the curations of the run did, those of all writers."""
        return memory_log(self.told(), standing)

    def about(self, test: str | None) -> About:
        """The log for changes that follow from a test."""
        return About(self, test)

    def curated(self, log: MemoryLog, test: str | None = None) -> None:
        """Note that a curation is over. One that did nothing and refused nothing is not worth a line."""
        if log.deltas or log.errors or log.token_usage:
            self._end(log, test)

    def settle(self) -> None:
        """Note that whatever was announced was carried out."""
        if self.is_used:
            self._end(MemoryLog(), None)

    def _end(self, log: MemoryLog, test: str | None) -> None:
        document = log.document()
        self.add({"curated": {key: document[key] for key in ("errors", "curator_duration", "token_usage")}}, test)

    def add(self, row: dict[str, Any], test: str | None, *, durable: bool = False) -> None:
        """Write a line."""
        if not self.is_used:
            self.opening()
        self.is_used = True
        about = {"test": test} if test else {}
        later = {"later": True} if self.later else {}
        origin = {"origin": self.origin} if self.origin else {}
        line = self.hide({**row, **about, **later, **origin}) | {"time": self.clock(), "writer": self.writer}
        self.record.append(self.run, FILE, [line], durable=durable)

    def confirmed(self, standing: Callable[[str], Standing | None]) -> set[str]:
        """What this run has confirmed, whoever of its writers did. Ask under the lock."""
        return {each for action, each, _ in self._so_far(standing) if action == "confirm"}

    def touched(self, standing: Callable[[str], Standing | None]) -> set[str]:
        """What this run has added or deprecated, whoever of its writers did. Ask under the lock."""
        return {each for action, each, _ in self._so_far(standing) if action != "confirm"}

    def deprecated(self, test: str | None, standing: Callable[[str], Standing | None]) -> set[str]:
        """What this run has deprecated because of a test. Ask under the lock."""
        done = self._so_far(standing)
        return {each for action, each, of in done if action in ("deprecate", "delete") and of == test}

    def _so_far(self, standing: Callable[[str], Standing | None]) -> set[Done]:
        """What was done to which observation because of which test. Only lines that are new are read."""
        for end, row in self.record.rows(self.run, FILE, start=self._read):
            self._read = end
            if isinstance(row, Flaw):
                continue
            before = self._last.get(_writer(row))
            if "undone" in row and before:
                self._done[_done(before)] -= 1
            elif "action" in row:
                self._done[_done(row)] += 1
            self._last[_writer(row)] = row
        cut_off = (row for row in self._last.values() if "action" in row and _is_untouched(row, standing))
        # Counted, not only known: what was done once and then announced and taken back was still done.
        return {done for done, _ in (self._done - Counter(map(_done, cut_off))).items()}


Done = tuple[str, str, str | None]
"""An action, an observation, and the test that it follows from."""


def _done(row: dict[str, Any]) -> Done:
    return str(row.get("action")), str(row.get("observation_id")), _test(row)


def _writer(row: dict[str, Any]) -> str:
    return str(row.get("writer"))


def _test(row: dict[str, Any]) -> str | None:
    test = row.get("test")
    return test if isinstance(test, str) else None


def _is_untouched(row: dict[str, Any], standing: Callable[[str], Standing | None]) -> bool:
    """Whether the observation still is as it was before a change of which nobody knows whether it was made."""
    try:
        change = delta_in(row)
    except (ValueError, TypeError, KeyError, OverflowError):
        return False
    return standing(change.observation_id) == (change.before.standing if change.before else None)


@dataclass(frozen=True, slots=True)
class About:
    """A log as a curation is given it: changes are announced, and taken back if they could not be made."""

    changes: Changes
    test: str | None

    def announce(self, change: Delta) -> None:
        """Keep a change before it is carried out."""
        faded = {"faded": True} if change.faded else {}
        known = change.after or change.before
        text = {"text": text_digest(known.title, known.content)} if known else {}
        if change.action == "edit" and change.before:
            text["was"] = text_digest(change.before.title, change.before.content)
        # Forced to the disk: after a power cut, too, no file may have changed without a line.
        self.changes.add(change.document() | text | faded, self.test, durable=True)

    def undone(self, change: Delta) -> None:
        """Say that the change just announced could not be carried out."""
        self.changes.add({"undone": change.observation_id}, self.test)


def read(record: RunRecord, run: str) -> Iterator[Logged | Curated | Flaw]:
    """What the log of a run tells, in its order; a Flaw for each line that tells nothing."""
    rows = [row for _, row in record.rows(run, FILE)]
    last = {_writer(row): index for index, row in enumerate(rows) if isinstance(row, dict)}
    undone = set(_undone(rows))
    for index, row in enumerate(rows):
        if isinstance(row, Flaw):
            yield row
        elif index not in undone and "undone" not in row:
            try:
                yield _entry(row, settled=last[_writer(row)] != index)
            except (ValueError, TypeError, KeyError, OverflowError, RecursionError) as error:
                yield Flaw(record.where_of(run, FILE), index + 1, f"is not a change of an observation: {error}")


def _undone(rows: list[dict[str, Any] | Flaw]) -> Iterator[int]:
    """The places of the changes that were taken back: of each such line, the last change of the same writer."""
    newest: dict[tuple[str, str], int] = {}
    for index, row in enumerate(rows):
        if not isinstance(row, Flaw):
            if "undone" in row:
                yield newest.get((_writer(row), str(row["undone"])), index)
            newest[_writer(row), str(row.get("observation_id"))] = index


def _entry(row: dict[str, Any], *, settled: bool) -> Logged | Curated:
    later = row.get("later") is True
    if "curated" in row:
        return Curated(log=_curation(row["curated"]), later=later)
    return Logged(
        delta=delta_in(row),
        time=str(row["time"]),
        writer=str(row["writer"]),
        test=_test(row),
        text=str(row.get("text", "")),
        was=str(row.get("was", "")),
        later=later,
        origin=row["origin"] if isinstance(row.get("origin"), str) else None,
        settled=settled,
    )


def _curation(told: dict[str, Any]) -> MemoryLog:
    usage = told["token_usage"]
    return MemoryLog(
        errors=tuple(
            DecisionError(index=int(each["index"]), action=str(each["action"]), reason=str(each["reason"]))
            for each in told["errors"]
        ),
        curator_duration=float(told["curator_duration"]),
        token_usage={key: int(usage[key]) for key in ("input", "output")} if usage else None,
    )


def carried_out(known: Iterable[Logged], standing: Callable[[str], Standing | None]) -> Callable[[Logged], bool]:
    """Tells of a change whether it was made: all were but those of killed writers that nothing shows.

    `standing` gives the present state of an observation, None where there is none. Of changes of the same state only
    one can have been made, since under the lock the next writer would have seen it.
    """
    changes = list(known)
    states = {_base(each) for each in changes if each.delta.before is not None}
    resolved = {_base(each) for each in changes if each.settled}
    made = {id(each) for each in changes if each.settled}
    doubtful = [each for each in changes if not each.settled]
    shown = [each for each in doubtful if _end(each) in states or _end(each)[1] == standing(_end(each)[0])]
    # Last come those of which no trace is left, but that the state before them is gone.
    for each in (*shown, *reversed(doubtful)):
        observation, before = _base(each)
        if _base(each) not in resolved and (standing(observation) != before or _end(each) in states):
            resolved.add(_base(each))
            made.add(id(each))
    return lambda each: id(each) in made


def _end(logged: Logged) -> tuple[str, Standing | None]:
    after = logged.delta.after
    return logged.delta.observation_id, after.standing if after else None


def _base(logged: Logged) -> tuple[str, Standing | None]:
    before = logged.delta.before
    return logged.delta.observation_id, before.standing if before else None


def memory_log(entries: Iterable[Logged | Curated | Flaw], standing: Callable[[str], Standing | None]) -> MemoryLog:
    """What all curations of a run did, its writers taken together; not what was done when it was over."""
    mine = [entry for entry in entries if not isinstance(entry, Flaw) and not entry.later]
    ends = [entry.log for entry in mine if isinstance(entry, Curated)]
    known = [entry for entry in mine if isinstance(entry, Logged)]
    was_made = carried_out(known, standing)
    return replace(MemoryLog.of(ends), deltas=tuple(each.delta for each in known if was_made(each)))
