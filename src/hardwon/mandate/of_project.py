"""The mandate of a project: composed from its areas, its configuration and a look at its files."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hardwon.areas.spellings import respelled
from hardwon.mandate.composition import BUDGET, Around, compose
from hardwon.mandate.lately import known_facts, lately
from hardwon.mandate.parts import ChangeUnderTest
from hardwon.mandate.system.look import look
from hardwon.project import git

if TYPE_CHECKING:
    from collections.abc import Iterable

    from hardwon.mandate.adversary import Depth
    from hardwon.mandate.lately import Glimpse
    from hardwon.mandate.parts import Mandate
    from hardwon.project.records import Records


def mandate_of(
    records: Records,
    *,
    depth: Depth,
    since: str | None = None,
    probe: int | None = None,
    budget: int | None = None,
    glimpses: Iterable[Glimpse] | None = None,
) -> Mandate:
    """What an AI tester is told about a project; with a git reference, the areas that differ from it first."""
    root = records.project.root
    change = None if since is None else ChangeUnderTest(ref=since, files=tuple(git.changed_files(root, since)))
    areas = records.areas_now()
    return compose(
        areas,
        rules=respelled(records.config.rules, areas),
        scoring=records.config.scoring,
        system=look(root),
        depth=depth,
        change=change,
        shared=records.config.shared,
        probe=int(records.config.number("services.confidence.probeRetired")) if probe is None else probe,
        around=Around(
            targets=tuple(sorted(records.config.targets.values(), key=lambda each: each.name)),
            lately=lately(records),
            known=known_facts(records, glimpses),
            env=tuple(sorted(records.config.allowed_env)),
        ),
        budget=BUDGET if budget is None else budget,
    )
