"""Changes that a person makes: the same guards and the same log as those of a run."""

from __future__ import annotations

import hashlib
import os
import re
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from hardwon.curation import guarded
from hardwon.curation.logged import logged
from hardwon.errors import HardwonError, StorageError, UsageError
from hardwon.observations.observation import Scope, SuiteEntry
from hardwon.project import releases
from hardwon.text.plain import clean_name, one_line
from hardwon.text.times import stamp

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from datetime import datetime

    from hardwon.curation.desk import Desk
    from hardwon.curation.guarded import Proposal
    from hardwon.guard.scanner import Scan
    from hardwon.observations.deltas import Delta
    from hardwon.observations.observation import Observation
    from hardwon.store.protocol import Curating, Held, Stored


class ChangedMeanwhile(HardwonError):  # noqa: N818 - it names the situation, which is what the reader needs
    """What a person decided about is not what is there now."""

    slug = "changed-meanwhile"
    exit_code = 1

    def __init__(self, present: Stored) -> None:
        super().__init__(
            f"{present.observation.id} was changed since you looked at it.",
            remedy="Nothing was written. Look at it as it is now, and decide again.",
        )
        self.present = present


def seen_as(stored: Stored) -> str:
    """What tells this state of an observation from every other: whoever decides later says what they have seen."""
    return hashlib.sha256(stored.raw).hexdigest()


def add(desk: Desk, proposal: Proposal, *, reasoning: str = "") -> tuple[Delta, Scan]:
    """Write a new observation; BlockedText if the scanner does not let it pass."""
    _check_title(proposal.title)
    if not proposal.source_test or clean_name(proposal.source_test) != proposal.source_test:
        raise UsageError("The source must be one line of visible text.", remedy="Leave --source out, or name a test.")
    if not proposal.content:
        raise UsageError("An observation needs a content.", remedy="Say with --content what the product does.")
    now = desk.now()
    with _curating(desk, now) as curation:
        return guarded.add(curation, desk.records.quarantine, proposal, id=desk.new_id, now=now, reasoning=reasoning)


def _check_title(title: str) -> None:
    if not title or clean_name(title) != title:
        raise UsageError(
            f"{one_line(title, 80)!r} cannot be a title.",
            remedy="A title is one line of visible text, at most 200 characters.",
        )


def confirm(desk: Desk, observation_id: str, *, reasoning: str = "", seen: str = "") -> Delta:
    """Raise the trust of an observation. Here and below: ChangedMeanwhile if it is not as it was `seen`."""
    by = desk.config.number("services.memory.trustConfirmDelta")

    def change(curation: Curating, at: str) -> Delta:
        guarded.check(_found(desk, observation_id, seen).observation, origin="person")
        return curation.confirm(observation_id, by=by, at=at, reasoning=reasoning)

    return _change(desk, change)


def deprecate(desk: Desk, observation_id: str, *, reasoning: str = "", seen: str = "") -> Delta:
    """Lower the trust of an observation; without any left it is deleted."""
    by = desk.config.number("services.memory.trustContradictDelta")

    def change(curation: Curating, _: str) -> Delta:
        _found(desk, observation_id, seen)
        return curation.deprecate(observation_id, by=by, reasoning=reasoning)

    return _change(desk, change)


def delete(desk: Desk, observation_id: str, *, reasoning: str = "", seen: str = "") -> Delta:
    """Delete an observation."""

    def change(curation: Curating, _: str) -> Delta:
        _found(desk, observation_id, seen)
        return curation.delete(observation_id, reasoning)

    return _change(desk, change)


def edit(
    desk: Desk, observation_id: str, *, title: str, content: str, reasoning: str = "", seen: str = ""
) -> Delta | None:
    """Give an observation another text; None if it is the same. BlockedText, and held, if the scanner minds it."""
    title, content = re.sub(r" +", " ", guarded.tidy(title)), guarded.tidy(content)
    _check_title(title)
    if not content:
        raise UsageError("An observation needs a content.", remedy="Say what the product does, or delete it.")
    now = desk.now()
    with _curating(desk, now) as curation:
        known = _found(desk, observation_id, seen).observation
        if (title, content) == (known.title, known.content):
            return None
        guarded.check_text(known, title, content, desk.records.quarantine, now=now)
        return curation.edit(observation_id, title=title, content=content, at=stamp(now), reasoning=reasoning)


def _found(desk: Desk, observation_id: str, seen: str) -> Stored:
    """The observation, as whoever decides has seen it. Ask under the lock."""
    stored = desk.observations.find(observation_id)
    if seen and seen != seen_as(stored):
        raise ChangedMeanwhile(stored)
    return stored


def release(desk: Desk, held_id: str, *, by: str, why: str) -> Observation:
    """Let a blocked text pass, with who and why in its file. Some never pass: see `guarded.reason_to_hold`."""
    now = desk.now()
    with _curating(desk, now) as curation:
        held = desk.records.quarantine.read(held_id)
        if why_not := guarded.reason_to_hold(held):
            raise UsageError(
                f"{held_id} is never released: {why_not}.",
                remedy="Write the observation again without that; a secret that was a real one must be changed.",
            )
        observation = guarded.released(held, _scope(held), _entries(held), by=by, why=why, now=now)
        curation.add(observation, f"released from quarantine by {by}: {why}")
        desk.records.quarantine.drop(held_id)
    with suppress(StorageError):  # without a folder of the user's, `doctor` asks for it to be accepted
        _accept(desk, observation, by=by)
    return observation


def accept(desk: Desk, observation_id: str, *, by: str) -> Observation:
    """Let a text pass here that somebody else released."""
    observation = desk.observations.find(observation_id).observation
    if not releases.is_of_others(observation, frozenset()):
        raise UsageError(
            f"{observation_id} is not used because of a release.",
            remedy="`hardwon doctor` names those that are, and what is unsafe.",
        )
    _accept(desk, observation, by=by)
    return observation


def _accept(desk: Desk, observation: Observation, *, by: str) -> None:
    root = desk.records.project.root
    releases.accept(root, observation, by=by, at=stamp(desk.now()), environ=os.environ)


def _scope(held: Held) -> Scope:
    return Scope(held.tier, held.scope)  # type: ignore[arg-type]  # written by us from a Scope


def _entries(held: Held) -> tuple[SuiteEntry, ...]:
    return tuple(SuiteEntry(entry["test"], entry["id"]) for entry in held.suite_snapshot)


def _change(desk: Desk, change: Callable[[Curating, str], Delta]) -> Delta:
    now = desk.now()
    with _curating(desk, now) as curation:
        return change(curation, stamp(now))


@contextmanager
def _curating(desk: Desk, now: datetime) -> Iterator[Curating]:
    """The lock, and a log of what a person does while it is held."""
    desk.records.prepare(for_observations=True)
    with logged(desk.recorder, kind="by hand", now=now) as curation:
        yield curation
