"""Names of areas as evidence brings them: made fit for a record, and settled with those that are known."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from hardwon.areas.rules import spelling
from hardwon.areas.spellings import LONGEST_TYPED
from hardwon.errors import UsageError
from hardwon.evidence.fields import LONGEST
from hardwon.evidence.redaction import name_kept
from hardwon.project.settings import nearest
from hardwon.text.plain import clean_name, one_line, visible, well_formed

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from hardwon.areas.learning import Movement
    from hardwon.areas.spellings import Naming
    from hardwon.evidence.results import Result

ALIKE = 0.6
"""How much a known area must be like an unknown name to be suggested."""

MOST_NEW = 20
"""New areas in one run up to which a slip is looked for: more are a suite that is new, not a name misspelt."""


def recordable(area: str, naming: Naming) -> str:
    """The area that a name means: one that is known, whatever characters it has, else as a record can hold it."""
    return area if area in naming.exact else naming.called(fit(area))


def fit(area: str) -> str:
    """A name as a record can hold it; UsageError if nothing visible is left of it, or if there is a secret in it."""
    area = area.strip()[:LONGEST]
    shown = one_line(name_kept(area, LONGEST))
    name = clean_name(area)
    if not name or well_formed(area) != area:
        raise UsageError(
            f"{shown!r} is not a name for an area.",
            remedy="A name is one line of visible text, at most 200 characters.",
        )
    if name_kept(name) != name or name_kept(area) != area:
        raise UsageError(
            f"{shown!r} cannot be an area: there is a secret in its name, and memory.json is shared.",
            remedy="Nothing was recorded. Give the area another name.",
        )
    return name


def meant(name: str, known: Collection[str]) -> str:
    """The area of a record that a name means: as it is, as it is shown, or in another spelling; empty if none is."""
    if name in known:
        return name
    alike = [each for each in known if name in (visible(each), one_line(each), one_line(each, LONGEST_TYPED))]
    alike = alike or [each for each in known if spelling(each) == spelling(name)]
    return alike[0] if len(alike) == 1 else ""


def unknown(name: str, known: Collection[str], where: str) -> UsageError:
    """The error that a name means no area, with the one that was probably meant."""
    close = nearest(name, known, ALIKE)
    return UsageError(
        f"There is no area {one_line(name)!r} in {where}.",
        remedy=f"Did you mean {one_line(close)!r}?" if close else "`hardwon areas list` has them all.",
    )


def in_areas(results: Sequence[Result], naming: Naming) -> list[Result]:
    """The results in the areas that are known, however they spell them."""
    meant = naming.settled(result.area for result in results)
    return [
        result if meant[result.area] == result.area else replace(result, area=meant[result.area]) for result in results
    ]


def with_near(movements: Sequence[Movement], naming: Naming) -> tuple[Movement, ...]:
    """What was moved; a new area with the one that it may be a slip for."""
    new = [each for each in movements if each.before is None and each.verdict.credited]
    if not new or len(new) > MOST_NEW:
        return tuple(movements)
    near = {each.after.name: naming.near(each.after.name) for each in new}
    return tuple(replace(each, near=near.get(each.after.name, "")) for each in movements)
