"""Areas, rules, the system and a change made into a mandate. Pure: values in, values out."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from hardwon.areas.area import Scoring
from hardwon.areas.gate import without_evidence
from hardwon.areas.rules import EXCLUDED_FOLDERS
from hardwon.mandate import effort, wording
from hardwon.mandate.area_facts import facts_of
from hardwon.mandate.parts import Mandate, Since, Touched
from hardwon.mandate.retired import RetiredFacts
from hardwon.mandate.system.facts import System
from hardwon.project.footing import Footings
from hardwon.text.times import moment

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from hardwon.areas.area import Area, AreaStatus
    from hardwon.areas.rules import Rule
    from hardwon.mandate.adversary import Depth
    from hardwon.mandate.area_facts import Lately
    from hardwon.mandate.lately import KnownFact
    from hardwon.mandate.parts import ChangeUnderTest
    from hardwon.project.config import Target


BUDGET = 6000
"""Tokens of the text, as estimated."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Around:
    """What is known beside areas and files."""

    targets: tuple[Target, ...] = ()
    lately: Mapping[str, Lately] = field(default_factory=dict)
    known: tuple[KnownFact, ...] = ()
    env: tuple[str, ...] = ()
    """Environment variables that the user lets scenarios name."""


def compose(
    areas: Mapping[str, Area],
    *,
    rules: Sequence[Rule] = (),
    scoring: Scoring | None = None,
    system: System | None = None,
    depth: Depth = "normal",
    change: ChangeUnderTest | None = None,
    probe: int = 0,
    shared: tuple[str, ...] = (),
    around: Around | None = None,
    budget: int = BUDGET,
) -> Mandate:
    """The mandate for areas as they stand now, the rules that configure them, and the system they are parts of.

    `around` is what the records and the configuration add; the text has no more than about `budget` tokens.
    """
    around = around or Around()
    scoring = scoring or Scoring()
    by_name = sorted((area for area in areas.values() if not area.retired), key=lambda area: area.name)
    probed = _longest_unproven(areas, probe)
    back = {area.name: replace(area, retired=False) for area in probed}
    mandate = Mandate(
        depth=depth,
        system=RetiredFacts({**areas, **back}, rules).left_out_of(system or System()),
        focus=tuple(sorted(_with_status("volatile", by_name, scoring), key=lambda area: area.confidence)),
        unknown=tuple(without_evidence(rules, areas)),
        between=_with_status("active", by_name, scoring),
        stable=_with_status("stable", by_name, scoring),
        probed=probed,
        targets=around.targets,
        known=around.known,
        env=around.env,
    )
    listed = [name for names in mandate.names.values() for name in names]
    facts = facts_of([*listed, *(area.name for area in probed)], rules, mandate.system, around.lately)
    mandate = replace(mandate, facts=facts)
    if change is not None:
        mandate = replace(mandate, since=_since(change, mandate, areas, Footings(rules=rules, shared=shared)))
    mandate = replace(mandate, scenarios=effort.scenarios(mandate, nothing_known=not areas))
    mandate = replace(mandate, shares=effort.shares(mandate))
    return replace(mandate, text=wording.within(mandate, budget))


def _longest_unproven(areas: Mapping[str, Area], number: int) -> tuple[Area, ...]:
    """So many of the retired areas, those first whose last proof lies furthest back."""
    retired = (area for area in areas.values() if area.retired)
    return tuple(sorted(retired, key=lambda area: (_proven_at(area), area.name))[:number])


def _proven_at(area: Area) -> float:
    return moment(area.last_tested_at).timestamp() if area.last_tested_at else float("-inf")


def _with_status(status: AreaStatus, areas: Iterable[Area], scoring: Scoring) -> tuple[Area, ...]:
    return tuple(area for area in areas if area.status(scoring) == status)


def _since(change: ChangeUnderTest, mandate: Mandate, areas: Mapping[str, Area], footings: Footings) -> Since:
    touched: dict[str, list[str]] = {}
    uncovered = []
    proven = 0
    files = sorted(file for file in change.files if EXCLUDED_FOLDERS.isdisjoint(file.split("/")))
    known = {*areas, *mandate.unknown}
    for file in files:
        own, others = footings.owning(file), footings.others(file, known)
        members = own | others
        active = {name for name in members if name not in areas or not areas[name].retired}
        for name in active:
            touched.setdefault(name, []).append(file)
        if not active and own and not others and all(areas[name].fingerprint for name in own):
            proven += 1
        elif not active:
            # Also where a retired area has no fingerprint: nobody knows whether its proof rests on this content.
            uncovered.append(file)
    order = [(name, section) for section, names in mandate.names.items() for name in names if name in touched]
    return Since(
        ref=change.ref,
        files=len(files),
        areas=tuple(Touched(name=name, section=section, files=tuple(touched[name])) for name, section in order),
        uncovered=tuple(uncovered),
        proven=proven,
    )
