"""What the checks look at: a project with its records read as far as they can be."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hardwon.areas.ledger import read_ledger
from hardwon.errors import DamagedRecord, LeadsOut, SettingError, StorageError
from hardwon.evidence.runs import Runs
from hardwon.project import config as configuration
from hardwon.project.config import Config
from hardwon.project.config_files import place_of_user
from hardwon.project.records import Records
from hardwon.project.root import CONFIG
from hardwon.project.settings import SETTINGS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from datetime import datetime
    from pathlib import Path

    from hardwon.areas.ledger import Ledger
    from hardwon.project.root import Project
    from hardwon.store.protocol import AreaRecord, Listing, ObservationRecord

ENVIRONMENT = "environment"
"""Path of findings about environment variables."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Disagreement:
    """One disagreement."""

    path: str
    """The file, relative to the project."""

    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """Something worth knowing that is no disagreement: what a person may have done on purpose."""

    path: str
    """As in a finding."""

    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Examined:
    """A project and its records. A record that is damaged is None, and checks on it have nothing to say."""

    project: Project
    config: Config
    """The one in force; the defaults where it cannot be read."""

    memory: Ledger | None
    retired: Ledger | None
    listing: Listing | None
    """The observations; None if they cannot be read at all."""

    runs: tuple[str, ...]
    environ: Mapping[str, str]
    now: datetime

    unreadable: tuple[Disagreement, ...]
    """What was found while reading."""

    @property
    def evidence(self) -> Runs:
        """The evidence of the runs."""
        return _evidence(self.records, self.now)

    @property
    def records(self) -> Records:
        return Records(self.project, self.config)

    @property
    def memory_file(self) -> str:
        """What messages call the areas."""
        return self.records.areas.where

    @property
    def retired_file(self) -> str:
        """What messages call the retirements."""
        return self.records.areas.where_retired

    @property
    def observations(self) -> ObservationRecord:
        return self.records.observations

    def finding(self, path: Path | str, reason: str) -> Disagreement:
        return Disagreement(path=self.project.shown(path), reason=reason)


def read(project: Project, flags: Sequence[str], *, environ: Mapping[str, str], now: datetime) -> Examined:
    """Read all that can be read, and note what cannot."""
    unreadable: list[Disagreement] = []
    config = _config(project, flags, environ, unreadable)
    unreadable = [*_leading_out(project, config), *unreadable]
    records = Records(project, config)
    return Examined(
        project=project,
        config=config,
        memory=_ledger(records, _memory_alone, unreadable),
        retired=_ledger(records, _retired_alone, unreadable),
        listing=_listing(records, unreadable),
        runs=_runs(records, now, unreadable),
        environ=environ,
        now=now,
        unreadable=tuple(unreadable),
    )


def _config(
    project: Project, flags: Sequence[str], environ: Mapping[str, str], unreadable: list[Disagreement]
) -> Config:
    """The configuration; what is wrong in the file or the environment is noted, and done without."""
    try:
        return configuration.load(project, flags=flags, environ=environ)
    except SettingError as error:
        message = str(error)
        if message.startswith("--set"):
            raise
        unreadable.append(_setting_finding(message, str(place_of_user(environ))))
    if unreadable[-1].path == ENVIRONMENT:
        return _config(project, flags, {}, unreadable)
    return Config(
        values={setting.key: setting.default for setting in SETTINGS},
        sources={setting.key: "default" for setting in SETTINGS},
    )


def _setting_finding(message: str, own: str) -> Disagreement:
    if message.startswith("Environment"):
        return Disagreement(path=ENVIRONMENT, reason=message)
    path = next((name for name in (CONFIG, "pyproject.toml", own) if message.startswith(name)), CONFIG)
    return Disagreement(path=path, reason=_after(path, message))


def _after(path: str, message: str) -> str:
    """A message without the file that it starts with, which the finding names already."""
    return message.removeprefix(path).lstrip(",: ")


def _leading_out(project: Project, config: Config) -> Iterator[Disagreement]:
    """The folders of records that are links out of the project: nothing is read there."""
    places: tuple[Callable[[], Path], ...] = (
        lambda: project.areas_folder,
        lambda: project.outcomes,
        lambda: project.rosters,
        lambda: project.quarantine,
        lambda: project.cache,
        lambda: config.observations_folder(project),
    )
    found: dict[str, None] = {}
    for place in places:
        try:
            place()
        except LeadsOut as error:
            found[error.where] = None
    for where in found:
        yield Disagreement(path=where, reason="leads out of the project, through a link; nothing is read there")


def _ledger(records: Records, read: Callable[[AreaRecord], Ledger], unreadable: list[Disagreement]) -> Ledger | None:
    try:
        areas = records.areas
    except LeadsOut:
        return None  # a finding already
    where = areas.where if read is _memory_alone else areas.where_retired
    shown = records.project.shown(where)
    try:
        return read(areas)
    except StorageError as error:
        unreadable.append(_refused(records.project, where, error))
    except DamagedRecord as error:
        unreadable.append(Disagreement(path=shown, reason=_after(where, str(error.args[0]))))
    return None


def _memory_alone(areas: AreaRecord) -> Ledger:
    """What memory.json says by itself: the two files are judged one by one."""
    return read_ledger(areas.document(), None, areas.where, "")


def _retired_alone(areas: AreaRecord) -> Ledger:
    return read_ledger(None, areas.retired_document(), "", areas.where_retired)


def _listing(records: Records, unreadable: list[Disagreement]) -> Listing | None:
    try:
        observations = records.observations
    except LeadsOut:
        return None  # a finding already
    try:
        return observations.listing()
    except StorageError as error:
        unreadable.append(Disagreement(path=records.project.shown(observations.where), reason=str(error)))
        return None


def _refused(project: Project, where: str, error: StorageError) -> Disagreement:
    return Disagreement(path=project.shown(where), reason=_after(where, str(error.args[0]).removesuffix(".")))


def _evidence(records: Records, now: datetime) -> Runs:
    return Runs.of(records, lambda: now)


def _runs(records: Records, now: datetime, unreadable: list[Disagreement]) -> tuple[str, ...]:
    try:
        evidence = _evidence(records, now)
    except LeadsOut:
        return ()  # a finding already
    try:
        return tuple(evidence.ids())
    except StorageError as error:
        unreadable.append(_refused(records.project, evidence.record.where, error))
        return ()
