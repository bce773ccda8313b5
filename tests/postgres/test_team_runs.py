"""Runs of a team: with a server that was never reached, that restarts in the middle, and on several machines."""

from __future__ import annotations

import os
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from threading import Event, Thread
from typing import TYPE_CHECKING

import pytest
from tests.postgres.running import Databases, restart, running_server
from tests.postgres.test_server_faults import ABOUT, AT, count_one, counted

from hardwon.evidence.run_file import RunSummary
from hardwon.postgres.areas import TeamAreas
from hardwon.postgres.server import Server

if TYPE_CHECKING:
    from pathlib import Path

NOWHERE = "postgresql://someone:very-secret@127.0.0.1:9/memory"
SHORT_OF_PATIENCE = "from hardwon.postgres import server\n\nserver.FIRST_PATIENCE = 0.0\n"
"""A conftest.py: nobody waits for a server that is not there."""


@pytest.mark.parametrize("options", [[], ["--hardwon-reduce"]], ids=["whole", "reduced"])
def test_run_without_any_picture_runs_everything_and_says_why(
    project: Path, environment: dict[str, str], options: list[str]
) -> None:
    (project / "hardwon.yaml").write_text("services: {memory: {provider: postgres, project: acme/shop}}\n")
    (project / "conftest.py").write_text(SHORT_OF_PATIENCE)
    (project / "test_cart.py").write_text("def test_a(): pass\ndef test_b(): pass\n")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "--hardwon", *options],
        cwd=project,
        env=environment | {"HARDWON_DATABASE_URL": NOWHERE},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "2 passed" in done.stdout
    assert "does not answer" in done.stdout
    assert "Traceback" not in done.stdout + done.stderr
    assert "very-secret" not in done.stdout + done.stderr


def test_run_brings_along_what_earlier_ones_could_not_deliver(
    project: Path, environment: dict[str, str], address: str
) -> None:
    (project / "hardwon.yaml").write_text("services: {memory: {provider: postgres, project: acme/shop}}\n")
    (project / "conftest.py").write_text(SHORT_OF_PATIENCE)
    (project / "test_cart.py").write_text("def test_a(): pass\n")
    for at, state in ((NOWHERE, "one"), (address, "two")):
        done = subprocess.run(
            [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "--hardwon", "--hardwon-state", state],
            cwd=project,
            env=environment | {"HARDWON_DATABASE_URL": at},
            capture_output=True,
            text=True,
            check=True,
        )
    assert "delivered to the team's server: what 1 run said" in done.stdout
    server = Server(address)
    [area] = TeamAreas(server, "acme/shop").read().areas.values()
    assert area.test_count == 2
    server.close()


def test_server_that_restarts_in_the_middle_has_what_was_confirmed(tmp_path: Path) -> None:
    """A real restart that ends every connection: whatever was confirmed is found, and nothing twice."""
    restarts, confirmed = 2, 0
    with running_server(tmp_path, durable=True) as address:
        server = Server(Databases(address).new())
        began, is_over = Event(), Event()

        def disturb() -> None:
            began.wait(60)
            try:
                for _ in range(restarts):
                    restart(address)
            finally:
                is_over.set()

        thread = Thread(target=disturb)
        thread.start()
        while not is_over.is_set() or confirmed < 50:
            TeamAreas(server, "p").update(count_one, at=AT, about=ABOUT)
            confirmed += 1
            if confirmed == 5:
                began.set()
        thread.join()
        assert counted(server) == confirmed
        server.close()


@pytest.mark.parametrize(
    ("host", "hours", "is_under_way"),
    [(os.uname().nodename, 0, False), ("another", 0, True), ("another", 7, False), (None, 0, False)],
    ids=["here, and its process is gone", "elsewhere", "elsewhere, long ago", "of an earlier release"],
)
def test_run_of_another_machine_is_not_told_by_a_number_of_this_one(
    host: str | None, hours: int, is_under_way: bool
) -> None:
    at = (datetime.now(UTC) - timedelta(hours=hours)).strftime("%Y-%m-%dT%H:%M:%SZ")
    told = {"run_id": "r", "time": at, "status": "running", "pid": 4194305} | ({"host": host} if host else {})
    assert RunSummary(run="r", document=told).is_under_way is is_under_way
