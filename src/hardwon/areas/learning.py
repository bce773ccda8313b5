"""What the verdicts of a run do to the areas. Pure: the record as it is goes in, what moved comes out."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from hardwon.areas.area import BY_A_PERSON, Area, as_it_stands, is_changed, learn
from hardwon.areas.retirement import retirements_after
from hardwon.areas.spellings import typed
from hardwon.areas.telling import earned
from hardwon.text.plain import one_line

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from hardwon.areas.area import Credit, Scoring, Verdict
    from hardwon.areas.ledger import Ledger


OTHER_FILES = "on other files than those here: it neither retires nor is reduced by that"


@dataclass(frozen=True, slots=True, kw_only=True)
class Movement:
    """What a verdict did to an area."""

    verdict: Verdict
    """With whether it is credited; if it is not, the area stays as it was."""

    before: Area | None
    """The area as it stood, a change of its files already taken into account; None if it is new."""

    after: Area
    is_past: bool = False
    """It is about other files than those that lie here."""

    near: str = ""
    """The area from which one letter tells a new one."""

    @property
    def news(self) -> str:
        """What is worth saying about it beyond its figures."""
        if not self.verdict.credited:
            return self.verdict.why
        if self.before is None or self.is_past:
            return OTHER_FILES if self.is_past else "new"
        if self.before.changed:
            return f"started again: {self.before.changed}; it stood at {earned(self.before.stood)}"
        if self.after.retired and not self.before.retired:
            return "retired"
        if self.before.retired and not self.after.retired:
            return "back from retirement"
        return ""

    @property
    def warning(self) -> str:
        """What to do if a new area is an old one misspelt; empty if there is nothing to say."""
        if not self.near:
            return ""
        name, near = one_line(self.after.name, 80), one_line(self.near, 80)
        way = f"hardwon areas merge {typed(self.after.name)} {typed(self.near)}"
        return f"{name} is new, and one letter away from {near}. If they are the same: {way}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Learned:
    """What came of a run: its verdicts and what they moved, or why it taught nothing."""

    run: str
    verdicts: tuple[Verdict, ...] = ()
    movements: tuple[Movement, ...] = ()
    ignored: str = ""
    repeated: Mapping[str, str] = field(default_factory=dict)
    """Reports that had been counted before, each with the run that counted it."""

    unplaced: str = ""
    """What to do about tests of which reports do not say where they lie."""

    @property
    def warnings(self) -> list[str]:
        """What people should look at, a sentence each: of areas said once, since they are known from then on."""
        return [*(each.warning for each in self.movements if each.near), *([self.unplaced] if self.unplaced else [])]


def movements(
    ledger: Ledger,
    verdicts: Iterable[Verdict],
    fingerprints: Mapping[str, str],
    *,
    scoring: Scoring,
    at: str,
    credit_of: Mapping[str, Credit] | None = None,
) -> list[Movement]:
    """What each verdict does to its area, whose files are as the fingerprints say; by a person, all are credited."""
    weighed = credit_of or {}
    return [
        _movement(
            ledger.areas.get(verdict.area),
            verdict,
            fingerprints.get(verdict.area),
            weighed.get(verdict.area, BY_A_PERSON),
            scoring=scoring,
            at=at,
        )
        for verdict in verdicts
    ]


def _movement(
    known: Area | None, verdict: Verdict, fingerprint: str | None, credit: Credit, *, scoring: Scoring, at: str
) -> Movement:
    area = known or Area(name=verdict.area)
    fingerprint = None if credit.is_past else fingerprint
    again = credit.credited and is_changed(area, fingerprint)
    return Movement(
        verdict=replace(verdict, credited=credit.credited, why=credit.why, started_again=again),
        before=known and as_it_stands(known, fingerprint, scoring),
        after=learn(area, verdict, scoring=scoring, at=at, fingerprint=fingerprint, credit=credit),
        is_past=credit.is_past,
    )


def with_areas(ledger: Ledger, areas: Mapping[str, Area], at: str) -> Ledger:
    """The ledger with some areas replaced, and the history of retirements in line with all of them."""
    known = ledger.areas
    changed = known.changed(areas)
    restarted = {name for name, area in areas.items() if name in known and known[name].changed_at != area.changed_at}
    open_entries = {entry.name for entry in ledger.retirements if entry.unretired_at is None}
    history = retirements_after(ledger.retirements, changed, open_entries | changed.retired, at=at, restarted=restarted)
    return replace(ledger, areas=changed, retirements=tuple(history))
