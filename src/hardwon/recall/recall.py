"""Recall: the observations that fit a step, best first, and why; why not the others.

Candidates are in reach (the product's, the test's, the suite's at this very position), trusted enough and safe. What
falls below the floor is not given: a step that nothing fits gets nothing. Of two that say the same, and of two that
contradict each other, only the more trusted is given. What has proven itself by use comes before what is only said of
the same thing, and denials and conditions alone never take all places.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal

from hardwon.likeness import sameness
from hardwon.recall import ranking
from hardwon.recall.context import block
from hardwon.recall.precedence import lifted, most_proven, standing, with_one_plain
from hardwon.steps.step import Hint

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from hardwon.observations.observation import Observation, Scope
    from hardwon.project.config import Config
    from hardwon.recall.index import Hit, Index
    from hardwon.recall.ranking import Parts
    from hardwon.recall.server_search import IndexOrServer
    from hardwon.steps.place import Place
    from hardwon.steps.step import Kind
    from hardwon.store.protocol import Unreadable

    Searched = Index | IndexOrServer

Reason = Literal[
    "trust",
    "scope",
    "snapshot",
    "unsafe",
    "unreadable",
    "floor",
    "subject",
    "duplicate",
    "contradiction",
    "limit",
    "room",
]

FLOOR = 0.21
"""Relevance below which nothing is given."""

SHARE_OF_BEST = 0.7
"""Of the best one's relevance, what the others need: beside a note that fits, a vague one only distracts."""

MOST_COMPARED = 12
"""Observations that are compared with each other, at least."""

MOST_OTHER_SCOPES = 100
OVERLAP = 0.3
"""Share of words in common below which two texts can neither say the same nor contradict each other."""

_OTHER = sameness.Likeness("other", "few words in common")


@dataclass(frozen=True, slots=True, kw_only=True)
class RecallLimits:
    """What the project has set."""

    enabled: bool = True
    min_trust: float = 0.3
    max_injections: int = 3
    max_characters: int = 4000
    into_assertions: bool = False

    @classmethod
    def of(cls, config: Config) -> RecallLimits:
        """The limits of a project's configuration."""
        return cls(
            enabled=bool(config.values["services.memory.enabled"]),
            min_trust=config.number("services.memory.minTrust"),
            max_injections=int(config.number("services.memory.maxInjections")),
            max_characters=int(config.number("services.memory.maxContextCharacters")),
            into_assertions=bool(config.values["services.memory.injectIntoAssertions"]),
        )

    def reason_for_silence(self, kind: Kind) -> str:
        """Why nothing is recalled at all; "" if something may be."""
        if not self.enabled:
            return "Memory is off (services.memory.enabled is false)."
        if kind == "assert" and not self.into_assertions:
            return "An assertion gets no memory: memory may help to find the way, never decide what is right."
        return "" if self.max_injections else "maxInjections is 0."


@dataclass(frozen=True, slots=True, kw_only=True)
class Recalled(Hint):
    """An observation that the step is given, and why."""

    score: float
    why: str
    parts: Parts
    scope: Scope
    unaccepted: bool = False
    """It is given only because of a release that the user has not accepted."""

    def document(self) -> dict[str, Any]:
        return {
            "id": self.id,
            "title": self.title,
            "content": self.content,
            "trust": self.trust,
            "score": self.score,
            "why": self.why,
            "parts": {name: round(part, 4) for name, part in self.parts._asdict().items()},
            "tier": self.scope.tier,
            "scope": self.scope.name,
            "unaccepted_release": self.unaccepted,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Rejected:
    """An observation that the step is not given, and why."""

    id: str
    title: str
    reason: Reason
    why: str
    score: float | None = None

    def document(self) -> dict[str, Any]:
        return {"id": self.id, "title": self.title, "reason": self.reason, "why": self.why, "score": self.score}


@dataclass(frozen=True, slots=True, kw_only=True)
class Recall:
    """What a step is given."""

    observations: list[Recalled] = field(default_factory=list)
    context: str = ""
    """The block for the agent; "" if there is nothing to say."""

    rejected: list[Rejected] = field(default_factory=list)
    silence: str = ""
    """Why nothing was looked for."""

    unread: tuple[Unreadable, ...] = ()
    """What of the memory could not even be looked at: the rest was searched."""

    error: str = ""
    """What went wrong: the step runs without memory."""

    def document(self, *, explain: bool = False) -> dict[str, Any]:
        """What the step is given as JSON gives it; with `explain` also what it is not given."""
        observations = [each.document() for each in self.observations]
        document: dict[str, Any] = {"observations": observations, "context": self.context}
        if self.unread:
            document["unread"] = [{"path": each.where, "reason": each.reason} for each in self.unread]
        return document | ({"rejected": [each.document() for each in self.rejected]} if explain else {})


def rank(index: Searched, step: str, place: Place, limits: RecallLimits, *, limit: int) -> list[tuple[str, float]]:
    """The ids in reach, trusted enough, with their scores, best first."""
    fitting, _ = _in_place(index.candidates(step, place.scopes, most=limit), place, limits)
    return [(each.id, _score(each)) for each in _ordered(fitting)[:limit]]


def search(index: Searched, text: str, *, most: int) -> list[Recalled]:
    """All that shares something with a text, whatever its scope, place and trust; ranked as for a step."""
    return [_recalled(each, ()) for each in _ordered(index.candidates(text, index.scopes(), most=most))[:most]]


def rivals(index: Searched, observation: Observation) -> list[tuple[Recalled, sameness.Likeness]]:
    """The observations of the same scope that say the same as this one, or the opposite."""
    about = f"{observation.title}\n{observation.content}"
    near = (each for each in index.candidates(about, [observation.scope]) if each.id != observation.id)
    known = [(_recalled(each, ()), _compared(observation, each)) for each in _ordered(list(near))]
    return [(each, likeness) for each, likeness in known if likeness.kind != "other"]


def _compared(observation: Observation, other: Hit) -> sameness.Likeness:
    return sameness.compare(observation.title, observation.content, other.title, other.content)


def recall(index: Searched, step: str, place: Place, limits: RecallLimits, *, explain: bool = False) -> Recall:
    """What the step is given. With `explain`, the rejected ones include those of other scopes and those kept out."""
    found = _chosen_as_written(index, step, place, limits, explain=explain)
    context, held = block(found.observations, limits.max_characters)
    rejected = [*found.rejected, *(_without_room(each) for each in found.observations[held:])]
    if explain:
        rejected += [*_kept_out(index, place), *_out_of_reach(index, step, place)]
    return Recall(observations=found.observations[:held], context=context, rejected=rejected, unread=index.unread)


def _chosen_as_written(index: Searched, step: str, place: Place, limits: RecallLimits, *, explain: bool) -> _Chosen:
    """What fits, and is given only if it is what the file says; with `explain` all that is named is compared."""

    def sources() -> list[Hit]:
        return found.candidates if explain else found.sources

    found = _chosen(index, step, place, limits)
    # Edited in place since it was read: look again. Still not what the files say: somebody has altered the index.
    for mend in (index.refresh, index.renew):
        if len(index.as_written(sources())) == len(sources()):
            return found
        mend()
        found = _chosen(index, step, place, limits)
    true = {each.id for each in index.as_written(found.sources)}
    return replace(found, observations=[each for each in found.observations if each.id in true])


@dataclass(frozen=True, slots=True)
class _Chosen:
    observations: list[Recalled]
    sources: list[Hit]
    """What the choice rests on: all that shares enough with the step, also what trust or place then rules out."""

    candidates: list[Hit]
    rejected: list[Rejected]


def _chosen(index: Searched, step: str, place: Place, limits: RecallLimits) -> _Chosen:
    candidates = index.candidates(step, place.scopes)
    fitting, rejected = _in_place(candidates, place, limits)
    subject = ranking.subject(step)
    sources = [each for each in candidates if _shares_enough(each, subject)]
    likely, below = _split(fitting, lambda each: _shares_enough(each, subject))
    about, beside = _split(likely, lambda each: ranking.is_about(subject, each.title, each.content, each.stems))
    # In a memory of a few observations "Open the … page" alone is likeness enough for the floor; and nothing fits a
    # step that is about nothing: "Open it".
    why = "has nothing of what the step is about" if subject else "the step does not say what it is about"
    rejected += [_rejected(each, "subject", why) for each in beside]
    floor = SHARE_OF_BEST * max((each.parts.relevance for each in about), default=0.0)
    proven = most_proven(about, subject)
    relevant, vague = _split(about, lambda each: each.parts.relevance >= floor or each is proven)
    rejected += [
        _rejected(each, "floor", f"relevance {each.parts.relevance:.2f} is below {max(FLOOR, floor):.2f}")
        for each in (*below, *vague)
    ]
    ordered = lifted(_ordered(relevant), proven, subject)
    compared = max(MOST_COMPARED, 2 * limits.max_injections)
    different, beaten = _without_rivals(ordered[:compared])
    different = with_one_plain(lifted(different, proven, subject), subject, limits.max_injections)
    chosen, over = different[: limits.max_injections], different[limits.max_injections :] + ordered[compared:]
    rejected += [rejection for rejections in beaten.values() for rejection in rejections]
    rejected += [_rejected(each, "limit", f"maxInjections is {limits.max_injections}") for each in over]
    return _Chosen([_recalled(each, beaten.get(each.id, ())) for each in chosen], sources, candidates, rejected)


def _shares_enough(candidate: Hit, subject: frozenset[str]) -> bool:
    """Whether an observation is relevant at all; where most are about one thing, its name alone is worth little."""
    return candidate.parts.relevance >= FLOOR or (bool(subject) and ranking.names(subject, candidate.stems))


def _split(candidates: Sequence[Hit], holds: Callable[[Hit], bool]) -> tuple[list[Hit], list[Hit]]:
    kept: list[Hit] = []
    others: list[Hit] = []
    for each in candidates:
        (kept if holds(each) else others).append(each)
    return kept, others


def _in_place(candidates: Sequence[Hit], place: Place, limits: RecallLimits) -> tuple[list[Hit], list[Rejected]]:
    fitting, rejected = [], []
    for each in candidates:
        if not place.has(each.scope, each.snapshot, each.position):
            rejected.append(
                _rejected(each, "snapshot", "learned in another order of the suite, or at another position")
            )
        elif each.trust < limits.min_trust:
            rejected.append(_rejected(each, "trust", f"trust {each.trust:.2f} is below {limits.min_trust:.2f}"))
        else:
            fitting.append(each)
    return fitting, rejected


def _without_rivals(ordered: list[Hit]) -> tuple[list[Hit], dict[str, list[Rejected]]]:
    """Those that neither repeat nor contradict a more trusted one, and for each of them whom it has beaten."""
    groups: list[list[Hit]] = []
    beaten: dict[str, list[Rejected]] = {}
    for each in sorted(ordered, key=standing):
        group, likeness = _rivals(each, groups)
        if likeness.kind == "other":
            groups.append([each])
            continue
        beaten.setdefault(group[0].id, []).append(_beaten(each, group[0], likeness))
        if likeness.kind == "same":
            group.append(each)  # what contradicts this wording contradicts the others, too
    return _ordered([group[0] for group in groups]), beaten


def _rivals(candidate: Hit, groups: list[list[Hit]]) -> tuple[list[Hit], sameness.Likeness]:
    """The wordings of a fact that the candidate repeats or contradicts."""
    for group in groups:
        for each in group:
            likeness = _likeness(each, candidate)
            if likeness.kind != "other":
                return group, likeness
    return [], _OTHER


def _likeness(one: Hit, two: Hit) -> sameness.Likeness:
    if len(one.stems & two.stems) < OVERLAP * min(len(one.stems), len(two.stems)):
        return _OTHER
    return sameness.compare(one.title, one.content, two.title, two.content)


def _beaten(loser: Hit, winner: Hit, likeness: sameness.Likeness) -> Rejected:
    if likeness.kind == "same":
        return _rejected(loser, "duplicate", f"says the same as {winner.id}, which is trusted {winner.trust:.2f}")
    why = f"contradicts {winner.id}, which is trusted {winner.trust:.2f}: {likeness.why}"
    return _rejected(loser, "contradiction", why)


def _recalled(candidate: Hit, beaten: Sequence[Rejected]) -> Recalled:
    parts = candidate.parts
    why = (
        f"relevance {parts.relevance:.2f} (words {parts.words:.2f}, letters {parts.letters:.2f}, "
        f"phrases {parts.phrases:.2f}, kin {parts.kin:.2f}), trust {candidate.trust:.2f}, "
        f"{candidate.scope.tier[:-1]} {candidate.scope.name}"
    )
    rivals = [f"; {'repeated' if each.reason == 'duplicate' else 'contradicted'} by {each.id}" for each in beaten]
    return Recalled(
        id=candidate.id,
        title=candidate.title,
        content=candidate.content,
        trust=candidate.trust,
        score=_score(candidate),
        why=why + "".join(rivals),
        parts=parts,
        scope=candidate.scope,
    )


def _rejected(candidate: Hit, reason: Reason, why: str) -> Rejected:
    return Rejected(id=candidate.id, title=candidate.title, reason=reason, why=why, score=_score(candidate))


def _without_room(each: Recalled) -> Rejected:
    return Rejected(id=each.id, title=each.title, reason="room", why="the block has no room for it", score=each.score)


def _kept_out(index: Searched, place: Place) -> list[Rejected]:
    """The files in reach that are not searched."""
    found = []
    for each in index.kept_out():
        if each.scope is None or each.scope in place.scopes:
            reason: Reason = "unsafe" if each.kind == "unsafe" else "unreadable"
            name = each.path.rpartition("/")[2].removesuffix(".md")
            found.append(Rejected(id=name, title="", reason=reason, why=each.reason))
    return found


def _out_of_reach(index: Searched, step: str, place: Place) -> list[Rejected]:
    """What would fit, but belongs to another product, test or suite."""
    others = [scope for scope in index.scopes() if scope not in place.scopes][:MOST_OTHER_SCOPES]
    return [
        _rejected(each, "scope", f"belongs to the {each.scope.tier[:-1]} {each.scope.name}")
        for each in index.candidates(step, others)
        if each.parts.relevance >= FLOOR
    ]


def _score(candidate: Hit) -> float:
    return round(ranking.score(candidate.parts.relevance, trust=candidate.trust, tier=candidate.scope.tier), 6)


def _ordered(candidates: Sequence[Hit]) -> list[Hit]:
    return sorted(candidates, key=lambda each: (-_score(each), each.id))
