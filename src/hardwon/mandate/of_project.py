"""The mandate of a project: composed from its areas, its configuration and a look at its files."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hardwon.mandate.composition import compose
from hardwon.mandate.parts import ChangeUnderTest
from hardwon.mandate.system.look import look
from hardwon.project import git

if TYPE_CHECKING:
    from hardwon.mandate.adversary import Depth
    from hardwon.mandate.parts import Mandate
    from hardwon.project.records import Records


def mandate_of(records: Records, *, depth: Depth, since: str | None = None, probe: int | None = None) -> Mandate:
    """What an AI tester is told about a project; with a git reference, the areas that differ from it first."""
    root = records.project.root
    change = None if since is None else ChangeUnderTest(ref=since, files=tuple(git.changed_files(root, since)))
    return compose(
        records.areas_now(),
        rules=records.config.rules,
        scoring=records.config.scoring,
        system=look(root),
        depth=depth,
        change=change,
        probe=int(records.config.number("services.confidence.probeRetired")) if probe is None else probe,
    )
