"""Servers as life has them: standbys, full disks, strange defaults of a role, names that are wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING

import psycopg
import pytest
from psycopg.conninfo import make_conninfo

from hardwon.errors import ServerAway, ServerRefused
from hardwon.postgres import locking
from hardwon.postgres.server import Server
from hardwon.project import team

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from tests.conftest import Cli, Ended

FULL = """
    CREATE FUNCTION hardwon.full() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = '53100'; END $$;
    CREATE TRIGGER full_disk BEFORE INSERT ON hardwon.operations EXECUTE FUNCTION hardwon.full()
"""
HELD_BY = """
    SELECT a.state FROM pg_locks l JOIN pg_stat_activity a USING (pid)
    WHERE l.locktype = 'advisory' AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
"""


@pytest.fixture(autouse=True)
def _own_servers(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr("hardwon.postgres.server.FIRST_PATIENCE", 0.0)
    yield
    team.close()


@pytest.fixture
def hardwon(call: Cli, project: Path) -> Callable[..., Ended]:
    (project / "hardwon.yaml").write_text("services: {memory: {provider: postgres, project: acme/shop}}\n")

    def called(at: str, *arguments: str) -> Ended:
        team.close()  # as each process has it
        return call(*arguments, env={"HARDWON_DATABASE_URL": at})

    return called


def passes(hardwon: Callable[..., Ended], at: str) -> int:
    areas = hardwon(at, "status", "--json").document["areas"]
    return sum(each["pass_count"] for each in areas)


def with_options(address: str, **options: str) -> str:
    return make_conninfo(address, options=" ".join(f"-c {name}={value}" for name, value in options.items()))


def test_verdict_waits_while_the_server_takes_no_changes(hardwon: Callable[..., Ended], address: str) -> None:
    hardwon(address, "record", "auth", "--pass")
    standby = with_options(address, default_transaction_read_only="on")
    ended = hardwon(standby, "record", "auth", "--pass")
    assert ended.code == 0
    assert "takes no changes" in ended.stderr
    assert "1 of this machine's runs wait" in ended.stderr
    assert hardwon(standby, "observations", "add", "--product", "shop", "--title", "A", "--content", "B").code == 3
    assert passes(hardwon, address) == 2
    assert passes(hardwon, address) == 2


def test_verdict_waits_while_the_disk_of_the_server_is_full(hardwon: Callable[..., Ended], address: str) -> None:
    hardwon(address, "record", "auth", "--pass")
    with psycopg.connect(address) as connection:
        connection.execute(FULL)
    ended = hardwon(address, "record", "auth", "--pass")
    assert (ended.code, "has no space left" in ended.stderr) == (0, True)
    assert hardwon(address, "status", "--threshold", "1").code == 3
    with psycopg.connect(address) as connection:
        connection.execute("DROP TRIGGER full_disk ON hardwon.operations")
    assert passes(hardwon, address) == 2
    assert passes(hardwon, address) == 2


@pytest.mark.parametrize(
    "options",
    [
        {"search_path": "pg_temp"},
        {"default_transaction_isolation": "serializable"},
        {"idle_in_transaction_session_timeout": "1"},
        {"statement_timeout": "50"},
        {"client_encoding": "LATIN1"},
        {"standard_conforming_strings": "off", "bytea_output": "escape", "DateStyle": "German"},
    ],
    ids=lambda options: next(iter(options)),
)
def test_what_a_role_has_been_given_does_not_matter(
    hardwon: Callable[..., Ended], address: str, options: dict[str, str]
) -> None:
    odd = with_options(address, **options)
    assert hardwon(odd, "record", "a € \\ 店", "--pass").code == 0
    assert (
        hardwon(odd, "observations", "add", "--product", "s", "--title", "€", "--content", "It opens late.").code == 0
    )
    assert [each["name"] for each in hardwon(address, "status", "--json").document["areas"]] == ["a € \\ 店"]


def test_what_takes_longer_than_a_role_is_given_is_not_cut_off(address: str) -> None:
    server = Server(with_options(address, statement_timeout="50"), patience=0)
    assert server.ask("SELECT 1 FROM pg_sleep(0.1)") == [(1,)]
    server.close()


def test_lock_of_a_curation_is_that_of_a_transaction(address: str, connected: Callable[..., Server]) -> None:
    """Behind a pooler that hands out connections by the transaction, one of a session would stay behind for ever."""
    with locking.held(connected(), [(locking.PRODUCT, "shop", False)]), psycopg.connect(address) as connection:
        assert connection.execute(HELD_BY).fetchall() == [("idle in transaction",)]
    with psycopg.connect(address) as connection:
        assert connection.execute(HELD_BY).fetchall() == []


def test_lock_is_waited_for_in_turns_and_then_held(
    monkeypatch: pytest.MonkeyPatch, connected: Callable[..., Server]
) -> None:
    monkeypatch.setattr(locking, "A_WHILE", 0.05)
    wanted, asked = [(locking.PRODUCT, "shop", False)], []
    first, second = connected(), connected()
    holding = locking.held(first, wanted)
    holding.__enter__()
    lock = locking.lock_in_transaction

    def counted(*arguments: object, **how: object) -> None:
        asked.append(1)
        if len(asked) == 3:
            holding.__exit__(None, None, None)
        lock(*arguments, **how)  # type: ignore[arg-type]  # as it was called

    monkeypatch.setattr(locking, "lock_in_transaction", counted)
    with locking.held(second, wanted):
        assert len(asked) == 3


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"dbname": "very-secret-database"}, "database or the role does not exist"),
        ({"user": "very-secret-user"}, "database or the role does not exist|does not take this name|lets nobody in"),
    ],
    ids=["database", "user"],
)
def test_refusal_says_what_is_wrong_and_no_part_of_the_address(address: str, wrong: dict[str, str], said: str) -> None:
    server = Server(make_conninfo(address, **wrong), patience=0)
    with pytest.raises((ServerRefused, ServerAway), match=said) as refusal:
        server.ask("SELECT 1")
    assert "very-secret" not in f"{refusal.value} {refusal.value.__cause__}"
    server.close()


def test_network_that_drops_a_connection_is_noticed_unless_the_address_says_otherwise(address: str) -> None:
    for said, idle in (({}, "10"), ({"keepalives_idle": "77"}, "77")):
        server = Server(make_conninfo(address, **said))
        with server.connection() as connection:
            parameters = connection.info.get_parameters()
        assert (parameters["keepalives_idle"], parameters["tcp_user_timeout"]) == (idle, "25000")
        server.close()
