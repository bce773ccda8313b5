"""What was done to observations: a delta for each change, and the log of one curation.

Pure values. A delta keeps what was there before and after, so that every change can be told and taken back.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any, Literal, get_args

from hardwon.errors import UsageError
from hardwon.observations.observation import ID, LONGEST_SCOPE, TIERS, Scope

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hardwon.observations.observation import Observation

DeltaAction = Literal["add", "confirm", "deprecate", "delete", "edit"]
Standing = tuple[float, int, int, str]
"""What a confirmation or deprecation changes: two states of one observation that differ have different ones."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Snapshot:
    """What can change in an observation, at one moment."""

    title: str
    content: str
    trust: float
    confirmed_count: int
    contradicted_count: int
    last_confirmed: str

    @property
    def standing(self) -> Standing:
        return self.trust, self.confirmed_count, self.contradicted_count, self.last_confirmed


def snapshot(observation: Observation | None) -> Snapshot | None:
    """The observation as a delta keeps it."""
    if observation is None:
        return None
    return Snapshot(
        title=observation.title,
        content=observation.content,
        trust=observation.trust,
        confirmed_count=observation.confirmed_count,
        contradicted_count=observation.contradicted_count,
        last_confirmed=observation.last_confirmed,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Delta:
    """One change of one observation."""

    action: DeltaAction
    tier: str
    scope: str
    observation_id: str
    reasoning: str = ""
    before: Snapshot | None = None
    after: Snapshot | None = None

    faded: bool = False
    """Deleted because its trust was gone: a deprecation as well as a deletion. Not part of the document."""

    def document(self) -> dict[str, Any]:
        """The delta as run.json and `--json` hold it."""
        return {key: value for key, value in asdict(self).items() if key != "faded"}


def delta(
    action: DeltaAction,
    before: Observation | None,
    after: Observation | None,
    reasoning: str = "",
    *,
    faded: bool = False,
) -> Delta:
    """The change from one state of an observation to another; None stands for not being there."""
    known = after or before
    if known is None:
        raise ValueError("a delta needs a state before or after")
    return Delta(
        faded=faded,
        action=action,
        tier=known.scope.tier,
        scope=known.scope.name,
        observation_id=known.id,
        reasoning=reasoning,
        before=snapshot(before),
        after=snapshot(after),
    )


def delta_in(document: dict[str, Any]) -> Delta:
    """The delta that a log holds; ValueError, TypeError, KeyError or OverflowError if it holds none."""
    if document["action"] not in get_args(DeltaAction):
        raise ValueError("unknown action")
    scope = _scope_in(document["tier"], document["scope"])
    if not ID.fullmatch(document["observation_id"]) or len(document["observation_id"]) > LONGEST_SCOPE:
        raise ValueError("no id of an observation")
    before, after = _snapshot_in(document["before"]), _snapshot_in(document["after"])
    if before is None and after is None:
        raise ValueError("neither before nor after")
    return Delta(
        action=document["action"],
        tier=scope.tier,
        scope=scope.name,
        observation_id=document["observation_id"],
        reasoning=str(document.get("reasoning", "")),
        before=before,
        after=after,
        faded=document.get("faded") is True,
    )


def _scope_in(tier: Any, name: Any) -> Scope:
    """A scope that names a place inside of its tier, wherever the log comes from."""
    if tier not in TIERS or not isinstance(name, str):
        raise ValueError("unknown tier or scope")
    try:
        return Scope(tier, name)
    except UsageError as error:
        raise ValueError(str(error)) from error


def _snapshot_in(document: Any) -> Snapshot | None:
    if document is None:
        return None
    return Snapshot(
        title=str(document["title"]),
        content=str(document["content"]),
        trust=float(document["trust"]),
        confirmed_count=int(document["confirmed_count"]),
        contradicted_count=int(document["contradicted_count"]),
        last_confirmed=str(document["last_confirmed"]),
    )


MODEL = "model"
"""The action of an error that is no decision's: the model itself failed, and nothing was decided."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionError:
    """A decision that could not be applied, and why; the others still are."""

    index: int
    action: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryLog:
    """What one curation did."""

    deltas: tuple[Delta, ...] = ()
    errors: tuple[DecisionError, ...] = ()
    uncounted: tuple[DecisionError, ...] = ()
    """Confirmations that counted nothing, and why. None of them is an error."""

    curator_duration: float = 0.0
    token_usage: dict[str, int] | None = field(default=None)

    @classmethod
    def of(cls, logs: Sequence[MemoryLog]) -> MemoryLog:
        """What several curations did together."""
        used = [log.token_usage for log in logs if log.token_usage is not None]
        return cls(
            deltas=tuple(delta for log in logs for delta in log.deltas),
            errors=tuple(error for log in logs for error in log.errors),
            uncounted=tuple(each for log in logs for each in log.uncounted),
            curator_duration=round(sum(log.curator_duration for log in logs), 6),
            token_usage={key: sum(each.get(key, 0) for each in used) for key in ("input", "output")} if used else None,
        )

    @property
    def added(self) -> int:
        return self._done("add")

    @property
    def confirmed(self) -> int:
        return self._done("confirm")

    @property
    def deprecated(self) -> int:
        """A deletion at zero trust is a deprecation, too."""
        return self._done("deprecate") + sum(each.faded for each in self.deltas)

    @property
    def deleted(self) -> int:
        return self._done("delete")

    def _done(self, action: DeltaAction) -> int:
        return sum(each.action == action for each in self.deltas)

    def __getitem__(self, key: str) -> Any:
        """As in the document: who reads run.json or `--json` reads `run.memory_log` with the same words."""
        return self.document()[key]

    def document(self) -> dict[str, Any]:
        """The log as run.json and `--json` hold it."""
        return {
            "added": self.added,
            "confirmed": self.confirmed,
            "deprecated": self.deprecated,
            "deleted": self.deleted,
            "deltas": [each.document() for each in self.deltas],
            "errors": [asdict(error) for error in self.errors],
            "uncounted": [asdict(each) for each in self.uncounted],
            "curator_duration": self.curator_duration,
            "token_usage": self.token_usage,
        }
