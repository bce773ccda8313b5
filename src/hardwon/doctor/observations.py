"""Checks on observations: every file can be read, is safe, and has an id of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hardwon.doctor.examined import Disagreement, Note
from hardwon.guard.passing import may_be_used, origin_of
from hardwon.guard.scanner import scan
from hardwon.project import releases
from hardwon.text.plain import one_line

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hardwon.doctor.examined import Examined
    from hardwon.observations.observation import Observation


def files(examined: Examined) -> Iterator[Disagreement | Note]:
    """What cannot be read, ids that stand in more than one file, and text that the scanner blocks."""
    listing, shown = examined.listing, examined.project.shown
    if listing is None:
        return
    for each in listing.unreadable:
        yield Disagreement(path=shown(each.where), reason=each.reason)
    accepted = releases.accepted(examined.project.root, examined.environ)
    seen: dict[str, str] = {}
    for stored in listing.stored:
        path = shown(stored.where)
        if stored.observation.id in seen:
            yield Disagreement(path=path, reason=f"has the same id as {seen[stored.observation.id]}")
        seen.setdefault(stored.observation.id, path)
        if reason := _unsafe(stored.observation):
            yield Disagreement(path=path, reason=reason)
        elif stored.observation.is_released and releases.is_of_others(stored.observation, accepted):
            yield Note(path=path, reason=_released(stored.observation))


def _released(observation: Observation) -> str:
    """What a person must know of a text that somebody else let pass."""
    who, command = one_line(observation.released_by or "", 80), "`hardwon observations"
    return (
        f"is used because of a release that is not yours ({who}): {command} accept {observation.id}` accepts it here, "
        f"{command} show {observation.id}` shows it"
    )


def _unsafe(observation: Observation) -> str:
    """Why the scanner blocks a text that stands on the disk; empty if it does not."""
    verdict = scan(observation.title, observation.content, origin=origin_of(observation))
    if may_be_used(observation, verdict):
        return ""
    if verdict.outcome == "unsafe":
        return f"unsafe: {verdict.reason}"
    return f"is not an observation, and a machine wrote it, so no step is given it: {verdict.reason}"


def two_memories(examined: Examined) -> Iterator[Disagreement]:
    """Only one folder holds the observations."""
    project = examined.project
    second = project.second_observations
    if second is not None:
        used = project.shown(examined.observations.where)
        yield examined.finding(second, f"is there as well as .hardwon/observations; {used} is used")
