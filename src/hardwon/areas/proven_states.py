"""The states on which an area was proven lately, as one text of its record: `DIGEST@TIME DIGEST@TIME`. Pure.

The last one has keys of its own, which other versions read, too; here are those before it. Without them a state would
count again as soon as another one was proven in between, as it happens where a CI tests two commits at once.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING

from hardwon.text.times import moment, order_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hardwon.areas.area import Area

MOST = 8
LONGEST = 24 * 3600.0
"""Seconds for which a state is remembered, and how many of them are."""

Moments = dict[str, str]
"""By the digest of a state, when it was last proven."""


def known(area: Area) -> Moments:
    """All states that the record has, the last one included."""
    last = {_name(area.proven_state): area.proven_at} if area.proven_state and area.proven_at else {}
    return {**dict(_entries(area.proven_before)), **last}


def proven_on(area: Area, state: str | None) -> str | None:
    """When the area was last proven on a state; None if that is not known."""
    return known(area).get(_name(state)) if state else None


def before(states: Moments, state: str | None, at: str) -> str | None:
    """What to keep beside the state that is the last one from now on."""
    name, now = _name(state or ""), moment(at).timestamp()
    kept = [(each, then) for each, then in states.items() if each != name and abs(now - _time(then)) < LONGEST]
    kept.sort(key=lambda entry: (order_of(entry[1]), entry[0]))
    return " ".join(f"{each}@{then}" for each, then in kept[-MOST:]) or None


def added_by_both(base: Area, ours: Area, theirs: Area) -> int:
    """On how many states both sides were proven that the base knows nothing of."""
    old = known(base)
    sides = ({name for name, at in known(side).items() if old.get(name) != at} for side in (ours, theirs))
    return len(set.intersection(*sides))


def states_before(*sides: Area, last: Area) -> str | None:
    """What to keep of several sides beside the state of the one that was proven last."""
    joined: Moments = {}
    for name, at in (entry for side in sides for entry in known(side).items()):
        if name not in joined or order_of(joined[name]) < order_of(at):
            joined[name] = at
    return before(joined, last.proven_state, last.proven_at) if last.proven_at else None


def _name(state: str) -> str:
    return blake2b(state.encode("utf-8", "surrogatepass"), digest_size=9).hexdigest()


def _entries(told: str | None) -> Iterator[tuple[str, str]]:
    for entry in (told or "").split():
        name, _, at = entry.partition("@")
        if _time(at):
            yield name, at


def _time(at: str) -> float:
    try:
        return moment(at).timestamp()
    except ValueError:
        return 0.0  # somebody else's entry
