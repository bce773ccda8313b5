"""What people do to areas by hand: rename, merge, remove. Under the lock, and told in the log.

None of it edits the configuration: a rule that still says an old name is named, since the next run would bring it back.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from hardwon.areas import life
from hardwon.areas.life import AreaChange
from hardwon.areas.roster import Roster, together
from hardwon.areas.rules import spelling
from hardwon.errors import UsageError
from hardwon.evidence.area_names import fit, meant, unknown
from hardwon.evidence.recording import BY_HAND
from hardwon.evidence.run_file import RunDetails
from hardwon.evidence.runs import new_run_id
from hardwon.text.plain import one_line
from hardwon.text.times import stamp

if TYPE_CHECKING:
    from collections.abc import Callable

    from hardwon.areas.ledger import Ledger
    from hardwon.evidence.recording import Recorder
    from hardwon.store.protocol import Rosters

KIND = "areas"


@dataclass(frozen=True, slots=True, kw_only=True)
class AreaDeed:
    """What was done to an area, or would be."""

    change: AreaChange
    run: str = ""
    """The run that tells of it in the log; empty if nothing was done."""

    rules: tuple[str, ...] = ()
    """The rules that still say the old name."""

    spelled: tuple[str, ...] = ()
    """How each of them spells it."""


@dataclass(frozen=True, slots=True)
class AreaLife:
    """Changes of areas by hand."""

    recorder: Recorder

    def rename_area(self, old: str, new: str, *, dry: bool = False) -> AreaDeed:
        """Give an area another name; UsageError if an area has it already."""

        def change(ledger: Ledger) -> tuple[Ledger, AreaChange]:
            area = self._meant(ledger, old)
            # Another spelling of its own name is meant as such; that of another area is a name that is taken.
            name = fit(new) if spelling(new) == spelling(area) else meant(new, ledger.areas) or fit(new)
            if name in ledger.areas:
                raise UsageError(
                    f"There is an area {one_line(name)!r} already.",
                    remedy="`hardwon areas merge FROM INTO` makes one area of two; nothing was changed.",
                )
            before = ledger.areas[area]
            after = life.renamed(ledger, area, name)
            return after, AreaChange(action="rename", area=area, into=name, before=before, after=after.areas[name])

        return self._done(change, dry=dry)

    def merge(self, source: str, into: str, *, dry: bool = False) -> AreaDeed:
        """Make one area part of another; UsageError unless both are known."""
        at = stamp(self.recorder.clock())

        def change(ledger: Ledger) -> tuple[Ledger, AreaChange]:
            area, other = self._meant(ledger, source), self._meant(ledger, into)
            if area == other:
                raise UsageError(
                    f"{one_line(area)!r} cannot be merged into itself.", remedy="Name two areas; `hardwon areas list`."
                )
            before, into_before = ledger.areas[area], ledger.areas[other]
            after = life.merged_into(ledger, area, other, at)
            told = AreaChange(
                action="merge", area=area, into=other, before=before, into_before=into_before, after=after.areas[other]
            )
            return after, told

        return self._done(change, dry=dry)

    def remove(self, name: str, *, dry: bool = False) -> AreaDeed:
        """Take an area out of the record."""
        at = stamp(self.recorder.clock())

        def change(ledger: Ledger) -> tuple[Ledger, AreaChange]:
            area = self._meant(ledger, name)
            return life.removed(ledger, area, at), AreaChange(action="remove", area=area, before=ledger.areas[area])

        return self._done(change, dry=dry)

    def known(self, name: str) -> str:
        """The area on record that a name means; UsageError if there is none."""
        return self._meant(self.recorder.records.areas.read(), name)

    def _meant(self, ledger: Ledger, name: str) -> str:
        found = meant(name, ledger.areas)
        if not found:
            records = self.recorder.records
            raise unknown(name, ledger.areas, records.project.shown(records.areas.where))
        return found

    def _done(self, change: Callable[[Ledger], tuple[Ledger, AreaChange]], *, dry: bool) -> AreaDeed:
        """Carry a change out, told in the log before it is made; or only look what it would do."""
        recorder = self.recorder
        store, now = recorder.records.areas, recorder.clock()
        told = change(store.read())[1]  # what cannot be done is refused before the lock makes a folder
        rules = self._rules_saying(told)
        if dry:
            return AreaDeed(change=told, rules=tuple(rules), spelled=tuple(rules.values()))
        run = new_run_id(now) + BY_HAND

        def carry_out(ledger: Ledger) -> Ledger:
            nonlocal told
            after, told = change(ledger)
            recorder.keep(run, now, kind=KIND, details=RunDetails(origin="person", area_change=told))
            return replace(after, extra={**after.extra, "last_run": run})

        recorder.records.prepare()
        try:
            store.update(carry_out, at=stamp(now))
        except BaseException:  # the log is taken back, then it is raised again
            recorder.runs.forget(run)
            raise
        recorder.records.rosters.update(lambda rosters: _followed(rosters, told))
        return AreaDeed(change=told, run=run, rules=tuple(rules), spelled=tuple(rules.values()))

    def _rules_saying(self, told: AreaChange) -> dict[str, str]:
        """The rules that place tests where the area was, each with the name as it spells it."""
        config = self.recorder.records.config
        if spelling(told.area) == spelling(told.into):
            return {}
        file = self.recorder.records.project.shown(config.file) if config.file else "hardwon.yaml"
        return {
            f"{file}, areas[{index}]": rule.area
            for index, rule in enumerate(config.rules)
            if spelling(rule.area) == spelling(told.area)
        }


def _followed(rosters: Rosters, told: AreaChange) -> Rosters:
    """What is known of tests, under the names that the areas have now."""
    areas: dict[str, Roster] = dict(rosters.areas)
    own = areas.pop(told.area, None)
    if own is None:
        return rosters
    if told.into:
        areas[told.into] = together(own, areas[told.into]) if told.into in areas else own
    return replace(rosters, areas=areas)
