"""Changes that a person makes: the same guards and the same log as those of a run."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from hardwon.curation import guarded
from hardwon.errors import UsageError
from hardwon.observations.observation import Scope, SuiteEntry
from hardwon.text.plain import clean_name, one_line
from hardwon.text.times import stamp

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from datetime import datetime

    from hardwon.curation.guarded import Proposal
    from hardwon.guard.scanner import Scan
    from hardwon.memory import Memory
    from hardwon.observations.decisions import Delta
    from hardwon.observations.observation import Observation
    from hardwon.store.observations import Curation
    from hardwon.store.quarantine import Held


def add(memory: Memory, proposal: Proposal, *, reasoning: str = "") -> tuple[Delta, Scan]:
    """Write a new observation; BlockedText if the scanner does not let it pass."""
    if not proposal.title or clean_name(proposal.title) != proposal.title:
        raise UsageError(
            f"{one_line(proposal.title, 80)!r} cannot be a title.",
            remedy="A title is one line of visible text, at most 200 characters.",
        )
    if not proposal.source_test or clean_name(proposal.source_test) != proposal.source_test:
        raise UsageError("The source must be one line of visible text.", remedy="Leave --source out, or name a test.")
    if not proposal.content:
        raise UsageError("An observation needs a content.", remedy="Say with --content what the product does.")
    now = memory.clock()
    with _curating(memory, now) as curation:
        return guarded.add(memory, curation, proposal, now=now, reasoning=reasoning)


def confirm(memory: Memory, observation_id: str, *, reasoning: str = "") -> Delta:
    """Raise the trust of an observation."""
    by = memory.config.number("services.memory.trustConfirmDelta")

    def change(curation: Curation, at: str) -> Delta:
        guarded.check(memory.observations.find(observation_id).observation, origin="person")
        return curation.confirm(observation_id, by=by, at=at, reasoning=reasoning)

    return _change(memory, change)


def deprecate(memory: Memory, observation_id: str, *, reasoning: str = "") -> Delta:
    """Lower the trust of an observation; without any left it is deleted."""
    by = memory.config.number("services.memory.trustContradictDelta")
    return _change(memory, lambda curation, _: curation.deprecate(observation_id, by=by, reasoning=reasoning))


def delete(memory: Memory, observation_id: str, *, reasoning: str = "") -> Delta:
    """Delete an observation."""
    return _change(memory, lambda curation, _: curation.delete(observation_id, reasoning))


def release(memory: Memory, held_id: str, *, by: str, why: str) -> Observation:
    """Let a blocked text pass, with who and why in its file. A secret never passes."""
    now = memory.clock()
    with _curating(memory, now) as curation:
        held = memory.quarantine.read(held_id)
        if held.has_secret or guarded.has_secret(held.title, held.content):
            raise UsageError(
                f"{held_id} held a secret, and a secret is never released.",
                remedy="Write the observation again without it; change the secret if it was a real one.",
            )
        observation = guarded.released(held, _scope(held), _entries(held), by=by, why=why, now=now)
        curation.add(observation, f"released from quarantine by {by}: {why}")
        memory.quarantine.drop(held_id)
    return observation


def _scope(held: Held) -> Scope:
    return Scope(held.tier, held.scope)  # type: ignore[arg-type]  # written by us from a Scope


def _entries(held: Held) -> tuple[SuiteEntry, ...]:
    return tuple(SuiteEntry(entry["test"], entry["id"]) for entry in held.suite_snapshot)


def _change(memory: Memory, change: Callable[[Curation, str], Delta]) -> Delta:
    now = memory.clock()
    with _curating(memory, now) as curation:
        return change(curation, stamp(now))


@contextmanager
def _curating(memory: Memory, now: datetime) -> Iterator[Curation]:
    """The lock, and a log of what a person does while it is held."""
    memory.prepare(memory.observations.root)
    with memory.changing(kind="by hand", origin="person", now=now) as changes:
        with memory.observations.curating(changes.about(None)) as curation:
            yield curation
        changes.settle()
