"""The stores on PostgreSQL agree with files and memory: the same state machines, with a third side."""

from __future__ import annotations

import os
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import run_state_machine_as_test
from tests.agreement import test_agreement, test_runs_agreement
from tests.agreement.test_rosters import Change, changes, hold_to_each_other
from tests.postgres import running

from hardwon.areas.ledger import Areas
from hardwon.areas.retirement import Retirement
from hardwon.observations.observation import Scope
from hardwon.postgres.areas import TeamAreas
from hardwon.postgres.observations import TeamObservations
from hardwon.postgres.outcomes import TeamOutcomes
from hardwon.postgres.quarantine import TeamQuarantine
from hardwon.postgres.rosters import TeamRosters
from hardwon.postgres.runs import TeamRuns
from hardwon.postgres.stores import TeamStores
from hardwon.store.protocol import Held, place_of
from hardwon.store.rosters import RostersInMemory, RosterStore
from hardwon.text.plain import one_line

if TYPE_CHECKING:
    from collections.abc import Callable

    from hardwon.areas.ledger import Ledger
    from hardwon.postgres.server import Server

UNSHRUNK = settings(phases=[Phase.explicit, Phase.generate])
"""Shrinking takes many minutes here: the machines without a server, which are quick, mostly show the same."""


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a power cut leaves is not asked here, and waiting for the disk is what would take long."""
    monkeypatch.setattr(os, "fsync", lambda _: None)


@pytest.fixture
def handles(connected: Callable[..., Server]) -> tuple[Server, Server]:
    """Two processes, as far as the server can tell, which wait long enough that a busy machine holds no lock."""
    return connected(lock_timeout=0.05), connected(lock_timeout=0.05)


def empty(server: Server) -> None:
    with server.connection() as connection:
        running.empty(connection)


def test_records_agree(handles: tuple[Server, Server]) -> None:
    class Agreement(test_agreement.Agreement):
        """On a third side. Nobody can put anything but areas into the place of the areas there."""

        damage_the_areas = None  # type: ignore[assignment]  # so that it is not a rule

        def made(self, folder: Path) -> tuple[test_agreement.Side, ...]:
            empty(handles[0])
            one, two = (
                test_agreement.Side(
                    root="team",
                    areas=(TeamAreas(server, "p", "team/areas"),) * 2,
                    observations=(TeamObservations(server, "p"),) * 2,
                    outcomes=(TeamOutcomes(server=server, project="p", window=6),) * 2,
                    quarantine=(TeamQuarantine(server, "p"),) * 2,
                    damage=lambda _: None,
                )
                for server in handles
            )
            for name in ("areas", "observations", "outcomes", "quarantine"):
                setattr(one, name, (getattr(one, name)[0], getattr(two, name)[1]))
            return (*super().made(folder), one)

    run_state_machine_as_test(Agreement, settings=settings(UNSHRUNK, max_examples=25, stateful_step_count=25))


def test_runs_agree(handles: tuple[Server, Server]) -> None:
    class Agreement(test_runs_agreement.RunAgreement):
        """On a third side."""

        def made(self, folder: Path) -> tuple[test_runs_agreement.Side, ...]:
            empty(handles[0])
            records = (TeamRuns(handles[0], "p"), TeamRuns(handles[1], "p"))
            return (*super().made(folder), test_runs_agreement.Side(root="team", records=records))

    run_state_machine_as_test(Agreement, settings=settings(UNSHRUNK, max_examples=10, stateful_step_count=20))


def test_rosters_agree(handles: tuple[Server, Server]) -> None:
    @settings(UNSHRUNK, max_examples=25)
    @given(st.lists(changes, max_size=6))
    def agree(many: list[Change]) -> None:
        empty(handles[0])
        with tempfile.TemporaryDirectory() as folder:
            disk = RosterStore(Path(folder) / "rosters"), RosterStore(Path(folder) / "rosters")
            memory = RostersInMemory()
            team = TeamRosters(handles[0], "p"), TeamRosters(handles[1], "p")
            hold_to_each_other(many, disk, (memory, memory), team)

    agree()


HOSTILE = [
    "'; DROP TABLE hardwon.areas; --",
    "\\'; DELETE FROM hardwon.areas; --",
    "%s %(project)s {0} $1 $$ \\",
    "NUL \0 and half a surrogate \ud83d",
    "back\\slash \\0 \\u0000 E'\\x00'",
    "Größe 店 🙂 \u202e\u0000\r\n\t",
    "\"quoted\" 'single' `",
    "../../etc/passwd",
    "",
]
"""Each stands in every column that holds a text of people."""


@pytest.mark.parametrize("text", HOSTILE)
def test_text_is_kept_in_every_column_as_it_was_said(connected: Callable[..., Server], text: str) -> None:
    stores = TeamStores(server=connected(), project=one_line(f"project {text}"), refresh=0)
    area, run, shown = f"area {text}", "20260105T100000-000000-ab12", f"shown {text}"
    raw = {"name": area, "confidence": 0.5, "test_count": 1, "pass_count": 1, "fail_count": 0, "note": text}
    retired = Retirement(name=area, retired_at="2026-01-05T10:00:00Z", test_count=1, pass_count=1, confidence=0.5)

    def learn(ledger: Ledger) -> Ledger:
        return replace(
            ledger,
            areas=Areas({area: raw}),
            retirements=(retired,),
            reports={shown: shown},
            runs=frozenset({shown}),
            renamed={f"old {text}": area},
            extra={"theirs": text, "last_run": shown},
        )

    stores.areas.update(learn, at="2026-01-05T10:00:00Z")
    found = stores.areas.read()
    assert found.areas.raw[area]["note"] == text
    assert found.retirements[0].name == area
    assert (dict(found.reports), set(found.runs)) == ({shown: shown}, {shown})
    assert (found.renamed, found.extra["theirs"], found.extra["last_run"]) == ({f"old {text}": area}, text, shown)

    place = place_of(Scope("products", f"product%20{len(text)}"), "obs_a")
    stores.observations.keep({place: text.encode("utf-8", "surrogatepass")})
    assert stores.observations.document(place) == text.encode("utf-8", "surrogatepass")

    product = f"product {text}"
    stores.outcomes.record(product, with_memory=True, passed=True, run=shown, test=shown, at="2026-01-05T10:00:00Z")
    assert product in stores.outcomes.products()
    assert stores.outcomes.standing(product).outcomes == 1

    told: Any = dict.fromkeys(("outcome", "reason", "origin", "tier", "scope", "title", "content", "source_test"), text)
    held = Held(id="20260105-ab12", time="2026-01-05T10:00:00Z", **told)
    assert stores.quarantine.read(stores.quarantine.hold(held)) == held

    stores.runs.append(run, f"part {text}", [{"said": text.encode(errors="ignore").decode()}])
    [(_, row)] = stores.runs.rows(run, f"part {text}")
    assert row == {"said": text.encode(errors="ignore").decode()}
