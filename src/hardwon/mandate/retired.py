"""Facts about retired areas: left out of the description of the system, because they would send the tester there."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from hardwon.areas.rules import belongs

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from hardwon.areas.area import Area
    from hardwon.areas.rules import Rule
    from hardwon.mandate.system.facts import System
    from hardwon.project.codeowners import Ownership


class RetiredFacts:
    """Which routes, commands, entry points and owners belong to retired areas alone.

    A fact belongs to the area that the last part of its own name names; where none does, to the areas whose `paths`
    cover its file.
    """

    def __init__(self, areas: Mapping[str, Area], rules: Sequence[Rule]) -> None:
        self._rules = rules
        self._retired = {area.name for area in areas.values() if area.retired}
        active = {area.name for area in areas.values() if not area.retired} | ({r.area for r in rules} - areas.keys())
        self._named = {name.casefold(): True for name in self._retired if name}
        self._named |= dict.fromkeys((name.casefold() for name in active if name), False)
        self._files: dict[str, bool] = {}

    def left_out_of(self, system: System) -> System:
        """The system without them."""
        if not self._retired:
            return system
        return replace(
            system,
            entry_points=tuple(door for door in system.entry_points if not self._has([door.name], door.file)),
            routes=tuple(route for route in system.routes if not self._has(route.path.split("/"), route.file)),
            commands=tuple(each for each in system.commands if not self._has(each.name.split(), each.file)),
            owners=tuple(owned for owned in system.owners if not self._has_owned(owned)),
        )

    def _has_owned(self, owned: Ownership) -> bool:
        parts = [part for part in owned.pattern.split("/") if part.strip("*")]
        folder = "/".join(parts)
        # The pattern may name a file, or a folder whose files the area consists of.
        return self._has(parts, folder) or self._has(parts, f"{folder}/*")

    def _has(self, words: Sequence[str], file: str) -> bool:
        for word in reversed(words):
            for name in (word.casefold(), word.partition(".")[0].casefold()):
                if name in self._named:
                    return self._named[name]
        if file not in self._files:
            members = {rule.area for rule in self._rules if belongs(rule, file)}
            self._files[file] = bool(members) and members <= self._retired
        return self._files[file]
