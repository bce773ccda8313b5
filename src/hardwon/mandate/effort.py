"""How many scenarios: by depth, and by what there is to test. Pure; docs/mandate.md explains the same table."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hardwon.mandate.adversary import Depth
    from hardwon.mandate.parts import Mandate, Section, Since

MOST_UNCOVERED = 10
"""Changed files without an area that add to the number."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Effort:
    """What a depth asks for: a share for each thing there is, within bounds."""

    focus: float
    unknown: float
    between: float
    stable: float
    surface: float
    """For each route and command."""

    least: int
    most: int
    each_stable: int
    """Most scenarios for one proven area."""

    def share(self, section: Section) -> float:
        return {"focus": self.focus, "unknown": self.unknown, "between": self.between, "stable": self.stable}[section]


EFFORT: dict[Depth, Effort] = {
    "light": Effort(focus=2, unknown=1, between=1, stable=0.25, surface=0.5, least=3, most=25, each_stable=1),
    "normal": Effort(focus=4, unknown=3, between=2, stable=0.5, surface=1, least=6, most=80, each_stable=1),
    "aggressive": Effort(focus=8, unknown=6, between=4, stable=1, surface=2, least=12, most=200, each_stable=2),
}


def scenarios(mandate: Mandate, *, nothing_known: bool) -> int:
    """The number of scenarios; none where there is nothing in doubt, as opposed to nothing known.

    One for each retired area that is brought back comes on top, whatever the bounds.
    """
    effort = EFFORT[mandate.depth]
    wanted = _for_all(mandate, effort) if mandate.since is None else _for_change(mandate, mandate.since, effort)
    if not wanted and (mandate.since or not nothing_known):
        return len(mandate.probed)
    return min(effort.most, max(effort.least, ceil(wanted))) + len(mandate.probed)


def _for_all(mandate: Mandate, effort: Effort) -> float:
    areas = sum(effort.share(section) * len(names) for section, names in mandate.names.items())
    return areas + effort.surface * (len(mandate.system.routes) + len(mandate.system.commands))


def _for_change(mandate: Mandate, since: Since, effort: Effort) -> float:
    changed = {*since.uncovered, *(file for area in since.areas for file in area.files)}
    # A proven area that was touched is no longer only to be probed.
    areas = sum(effort.share("between" if area.section == "stable" else area.section) for area in since.areas)
    routes = sum(route.file in changed for route in mandate.system.routes)
    commands = sum(command.file in changed for command in mandate.system.commands)
    return areas + effort.surface * (routes + commands) + min(len(since.uncovered), MOST_UNCOVERED)


def shares(mandate: Mandate) -> dict[str, int]:
    """How many scenarios for which area: in the order of the text, by what each is worth, and adding up.

    Each area gets one as long as there are any; the rest goes by worth, largest remainder first.
    """
    effort = EFFORT[mandate.depth]
    probed = {area.name: 1 for area in mandate.probed}
    touched = {each.name for each in mandate.since.areas} if mandate.since else None
    worth = {
        name: effort.share(section) + effort.surface * _surface(mandate, name)
        for section, names in mandate.names.items()
        for name in names
        if touched is None or name in touched
    }
    number = mandate.scenarios - len(probed)
    most = dict.fromkeys(mandate.names["stable"], effort.each_stable) if touched is None else {}
    names = list(worth)[:number]
    given = dict.fromkeys(names, 1)
    room = [name for name in names if name not in most] or names
    rest, total = number - len(given), sum(worth[name] for name in room)
    if rest > 0 and total:
        exact = {name: rest * worth[name] / total for name in room}
        for name in room:
            given[name] += int(exact[name])
        left = number - sum(given.values())
        for name in sorted(room, key=lambda each: (-(exact[each] % 1), room.index(each)))[:left]:
            given[name] += 1
    return {**given, **probed}


def _surface(mandate: Mandate, name: str) -> int:
    facts = mandate.facts.get(name)
    return len(facts.routes) + len(facts.commands) if facts else 0
