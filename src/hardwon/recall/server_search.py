"""The index, or the server in its place: for a worker without a disk, and until a large memory is worth a copy.

The server finds candidates by the same words; what they are worth, and whether they are safe, is decided here as ever.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from hardwon.likeness.stems import stems
from hardwon.likeness.tokens import document
from hardwon.recall import ranking, upkeep
from hardwon.recall.index import MOST_SCORED, Hit, Index, KeptOut
from hardwon.store import observation_file
from hardwon.store.observation_file import UnreadableObservation

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from hardwon.likeness.tokens import Document
    from hardwon.observations.observation import Observation, Scope
    from hardwon.recall.upkeep import Judge
    from hardwon.store.protocol import Unreadable
    from hardwon.store.searching import Searching

FEW = 1000
"""Observations up to which a copy of all is made at once."""

OFTEN = 3
"""Searches after which a process makes a copy of however many: the next ones are worth it."""

KEPT_OUT = 10
"""Documents that are asked for beyond those that are wanted: some may not be given to an agent."""

MOST_REMEMBERED = 2000
"""Documents that are neither read nor judged again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FromServer(Hit):
    """A hit that the server has given, of late: it is what was written there when it was last asked."""


class IndexOrServer:
    """Searches the index, unless there is no place for one, or nothing in it yet."""

    def __init__(self, index: Index, server: Searching, judge: Judge) -> None:
        self._index = index
        self._server = server
        self._judge = judge
        self._times = 0
        self._known: dict[bytes, tuple[Observation, Document] | None] = {}
        self._kept_out: dict[str, KeptOut] = {}

    @property
    def unread(self) -> tuple[Unreadable, ...]:
        """What the last look at all files could not look at."""
        return self._index.unread

    @property
    def _is_in_use(self) -> bool:
        """Whether the index is what is searched."""
        return self._index.is_kept and (self._index.is_filled or self._times > OFTEN)

    def close(self) -> None:
        """Let go of the database."""
        self._index.close()

    def refresh(self) -> None:
        """Bring the index in line, where there is a place for it."""
        if self._index.is_kept:
            self._index.refresh()

    def renew(self) -> None:
        """Make the index anew."""
        self._index.renew()

    def scopes(self) -> list[Scope]:
        """Every scope that has or had an observation."""
        return self._index.scopes() if self._is_in_use else self._server.scopes()

    def kept_out(self) -> list[KeptOut]:
        """What is not searched; where the server is, as far as it was come upon."""
        return self._index.kept_out() if self._is_in_use else [*self._kept_out.values()]

    def as_written(self, candidates: Iterable[Hit]) -> list[Hit]:
        """Those that are what is written at this moment."""
        return [each for each in candidates if isinstance(each, FromServer) or self._index.as_written([each])]

    def candidates(self, step: str, reach: Sequence[Scope], *, most: int = MOST_SCORED) -> list[Hit]:
        """The observations of some scopes that share the most with a step, best first."""
        self._times += 1
        if self._is_in_use:
            return self._index.candidates(step, reach, most=most)
        wanted = ranking.step(step)
        if not reach or not wanted.stems:
            return []
        seen = self._server.frequencies(wanted.tokens, reach)
        if seen is None or (seen.count <= FEW and self._index.is_kept):
            return self._index.candidates(step, reach, most=most)
        count = seen.count or 1
        statistics = ranking.Statistics(count, seen.words / count, seen.letters / count, seen.having)
        return self._found(step, ranking.Query(wanted, statistics), statistics, reach, max(most, MOST_SCORED))

    def _found(
        self, step: str, query: ranking.Query, statistics: ranking.Statistics, reach: Sequence[Scope], most: int
    ) -> list[Hit]:
        about = stems(ranking.subject(step))
        looked_up = [*ranking.words_to_look_up(query, statistics, about)]
        mean = statistics.mean_words or 1.0
        found: list[Hit] = []
        for wanted in (most + KEPT_OUT, 5 * most):
            given = self._server.holding(
                looked_up, reach, mean=mean, weighed=4 * most, longest=upkeep.LENGTHS - 1, most=wanted
            )
            documents = [*given]
            known = (self._known_hit(*each, query) for each in documents)
            found = [*islice((each for each in known if each is not None), most)]
            if len(found) == most or len(documents) < wanted:
                break  # else there is more, and much of it was kept out
        return sorted(found, key=lambda each: (-each.parts.relevance, each.id))

    def _known_hit(self, scope: Scope, place: str, raw: bytes, query: ranking.Query) -> FromServer | None:
        known = self._read(scope, place, raw)
        return _hit(place, *known, query) if known else None

    def _read(self, scope: Scope, place: str, raw: bytes) -> tuple[Observation, Document] | None:
        """The observation and its words; None if it must be kept out."""
        key = place.encode() + b"\0" + raw
        if key not in self._known:
            if len(self._known) >= MOST_REMEMBERED:
                self._known.clear()
            self._known[key] = self._judged(scope, place, raw)
        return self._known[key]

    def _judged(self, scope: Scope, place: str, raw: bytes) -> tuple[Observation, Document] | None:
        name = place.rpartition("/")[2].removesuffix(".md")
        try:
            observation = observation_file.read(raw, id=name, scope=scope)
        except UnreadableObservation as error:
            self._kept_out[place] = KeptOut(place, "unreadable", str(error), scope)
            return None
        if reason := self._judge(observation):
            self._kept_out[place] = KeptOut(place, "unsafe", reason, scope)
            return None
        self._kept_out.pop(place, None)
        return observation, document(observation.title, observation.content)


def _hit(place: str, observation: Observation, text: Document, query: ranking.Query) -> FromServer:
    return FromServer(
        id=observation.id,
        path=place,
        scope=observation.scope,
        title=observation.title,
        content=observation.content,
        trust=observation.trust,
        last_confirmed=observation.last_confirmed,
        position=observation.position,
        snapshot=tuple(observation.suite_snapshot),
        parts=query.parts(text),
        stems=frozenset(text.stems),
    )
