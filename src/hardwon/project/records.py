"""The records of a project: which store keeps each of them, as its configuration says."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hardwon.areas.spellings import Naming, respelled
from hardwon.areas.standing import AreasNow
from hardwon.errors import ServerAway
from hardwon.store import folders
from hardwon.store.areas import AreaStore

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping

    from hardwon.areas.ledger import Ledger
    from hardwon.areas.overview import Coverage
    from hardwon.project.away import GoingStores
    from hardwon.project.config import Config
    from hardwon.project.root import Project
    from hardwon.store.observations import ObservationStore
    from hardwon.store.outcomes import Outcomes
    from hardwon.store.protocol import (
        AreaRecord,
        ObservationRecord,
        OutcomeRecord,
        QuarantineRecord,
        RosterRecord,
        Stores,
    )
    from hardwon.store.quarantine import Quarantine
    from hardwon.store.rosters import RosterStore
    from hardwon.store.run_record import RunRecord
    from hardwon.store.runs import RunStore

_PREFIX = "services.memory."
RELEASE = b"released_by"
"""What stands in an observation that somebody released."""


@dataclass(frozen=True, slots=True)
class FileStores:
    """The stores of a project whose records are files. Each is made when it is asked for, and loads only its own."""

    project: Project
    config: Config

    @property
    def areas(self) -> AreaRecord:
        """The area record in use: ours, or the adopted one; with the verdicts that stay here, if they are to."""
        record = AreaStore(self.project.areas_folder, self.config.lock_timeout, self.project.beside)
        if not self.config.keeps_verdicts_here:
            return record
        from hardwon.store.local_areas import LocalAreas  # noqa: PLC0415 - most projects commit what they record

        return LocalAreas(
            record=record,
            log=self.project.local_areas,
            scoring=self.config.scoring,
            fingerprints=Records(self.project, self.config).fingerprints,
            cache=self.project.cache_file("local-areas.json"),
        )

    @property
    def observations(self) -> ObservationStore:
        """The observation record in use: ours, the adopted one, or where the configuration says."""
        from hardwon.store.observations import ObservationStore  # noqa: PLC0415 - readers of areas load no YAML

        return ObservationStore(self.config.observations_folder(self.project), self.config.lock_timeout)

    @property
    def quarantine(self) -> Quarantine:
        """The texts that the scanner blocked."""
        return self._aside()[0]

    @property
    def runs(self) -> RunStore:
        """What runs saw."""
        from hardwon.store.runs import RunStore  # noqa: PLC0415 - readers of areas mostly need no evidence

        return RunStore(self.project.runs)

    @property
    def rosters(self) -> RosterStore:
        """Which tests each area is known to have."""
        from hardwon.store.rosters import RosterStore  # noqa: PLC0415 - who reads runs need not know them

        return RosterStore(self.project.rosters, self.config.lock_timeout)

    @property
    def outcomes(self) -> Outcomes:
        """What attempts with and without memory have come to, per product."""
        return self._aside()[1]

    def _aside(self) -> tuple[Quarantine, Outcomes]:
        from hardwon.store import outcomes, quarantine  # noqa: PLC0415 - an empty project has neither

        known = outcomes.Outcomes(
            folder=self.project.outcomes,
            window=int(self.config.number(_PREFIX + "circuitBreakerWindowSize")),
            baseline=int(self.config.number(_PREFIX + "circuitBreakerBaselineSize")),
            threshold=self.config.number(_PREFIX + "circuitBreakerThreshold"),
            lock_timeout=self.config.lock_timeout,
        )
        return quarantine.Quarantine(self.project.quarantine), known


@dataclass(frozen=True, slots=True)
class Records:
    """The records of one project, whichever stores keep them."""

    project: Project
    config: Config

    given: Stores | None = None
    """Stores to use instead of files: in memory, or of another provider."""

    @property
    def _stores(self) -> Stores:
        if self.given is not None:
            return self.given
        return self.team() if self.config.is_on_server else FileStores(self.project, self.config)

    @property
    def are_files(self) -> bool:
        """Whether the records are the files of the project."""
        return self.given is None and not self.config.is_on_server

    def team(self) -> GoingStores:
        """The stores on the team's server, where the configuration says so."""
        from hardwon.project.team import going_stores  # noqa: PLC0415 - psycopg, and only where it is configured

        return going_stores(self.project, self.config, lambda project: FileStores(project, self.config.without_dir))

    @property
    def away(self) -> str:
        """That the team's server is away, and what follows from it; "" if it answers, or there is none."""
        was_asked = self.given is None and self.config.is_on_server and "hardwon.project.team" in sys.modules
        return self.team().why if was_asked and self.config.secrets else ""

    @property
    def areas(self) -> AreaRecord:
        """The area record in use: ours, or the adopted one."""
        return self._stores.areas

    @property
    def observations(self) -> ObservationRecord:
        """The observation record in use: ours, the adopted one, or where the configuration says."""
        return self._stores.observations

    @property
    def quarantine(self) -> QuarantineRecord:
        """The texts that the scanner blocked."""
        return self._stores.quarantine

    @property
    def outcomes(self) -> OutcomeRecord:
        """What attempts with and without memory have come to, per product."""
        return self._stores.outcomes

    @property
    def rosters(self) -> RosterRecord:
        """Which tests each area is known to have."""
        return self._stores.rosters

    @property
    def runs(self) -> RunRecord:
        """What runs saw; `evidence/` makes sense of it."""
        return self._stores.runs

    @property
    def tripped(self) -> dict[str, str]:
        """The products for which memory does harm and is switched off, each with the reason."""
        # Where there is no folder there are no outcomes, and nothing is loaded to find that out.
        if (self.are_files and not self.project.outcomes.is_dir()) or not self.config.values[
            _PREFIX + "circuitBreakerEnabled"
        ]:
            return {}
        known = self.outcomes
        breakers = {name: known.breaker(name) for name in known.products()}
        return {name: breaker.reason for name, breaker in breakers.items() if breaker.tripped}

    @property
    def speaks_of_releases(self) -> bool:
        """Whether an observation may have been released: mostly none has, and nothing is loaded to find that out."""
        if not self.are_files:
            return self.observations.mentions(RELEASE)
        return folders.mentions(self.config.observations_folder(self.project), RELEASE)

    def areas_now(self, fingerprints: Mapping[str, str] | None = None) -> AreasNow:
        """Every area as it stands now, by name: one whose files changed has nothing proven, and says why."""
        known = self.areas.read().areas
        present = self.fingerprints(known=known) if fingerprints is None else fingerprints
        return AreasNow(known, present, self.config.scoring)

    @property
    def naming(self) -> Naming:
        """The areas of the record and of the rules, and what else they may be called."""
        if self.given is not None or not self.config.is_on_server:
            return self.naming_in(self.areas.read())
        try:
            return Naming.of(self.config.rules, *self.team().areas.names())
        except ServerAway:
            return Naming.of(self.config.rules, ())  # what is said is settled when it is delivered

    def naming_in(self, ledger: Ledger) -> Naming:
        """The same for a record that has been read."""
        return Naming.of(self.config.rules, ledger.areas, ledger.renamed)

    def fingerprints(
        self, only: Iterable[str] | None = None, *, known: Collection[str] | None = None
    ) -> dict[str, str]:
        """The present digest of each area that has `paths`, or of some of them; `known` is what the record has."""
        wanted = None if only is None else set(only)
        if not any(rule.paths for rule in self.config.rules):
            return {}
        record = known if known is not None else self.areas.read().areas if wanted is None else wanted
        rules = [rule for rule in respelled(self.config.rules, record) if wanted is None or rule.area in wanted]
        if not any(rule.paths for rule in rules):
            return {}
        cache = self.project.cache_file("fingerprints.json")
        return self._look_at_files()[0](self.project.root, rules, cache, only=wanted)

    def coverage(self, naming: Naming, fingerprints: Mapping[str, str]) -> Coverage:
        """Which sources no area covers, of which areas the files are not known, and which no file names."""
        return self._look_at_files()[1](self.project.root, self.config, naming, fingerprints)

    @staticmethod
    def _look_at_files() -> tuple[Callable[..., dict[str, str]], Callable[..., Coverage]]:
        from hardwon.project import coverage, fingerprint  # noqa: PLC0415 - only projects with areas pay for it

        return fingerprint.fingerprints, coverage.coverage

    def prepare(self, *, for_observations: bool = False) -> None:
        """Make the state folder, and the .gitignore that keeps local files out of git, there and in adopted folders."""
        if self.given is not None:
            return  # whoever keeps the records elsewhere makes the place for them
        if self.config.is_on_server:
            folders.prepare(self.project.state)  # caches are here, and what waits for the server
            return
        beside = [self.config.observations_folder(self.project)] if for_observations else []
        folders.prepare(self.project.state, [self.project.areas_folder, *beside])
