"""Roles: each can do exactly its own, whatever SQL a login sends; and the tables stay whole without our help."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import psycopg
import pytest
from psycopg import sql
from psycopg.conninfo import make_conninfo
from tests.postgres.running import empty

from hardwon.errors import ServerRefused
from hardwon.postgres import migrating, roles
from hardwon.postgres.server import Server

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.postgres.running import Databases

FILLED = """
    INSERT INTO hardwon.projects (project) VALUES ('acme/shop'), ('acme/bank');
    INSERT INTO hardwon.areas (project, name, test_count) VALUES ('acme/shop', 'auth', 1), ('acme/bank', 'auth', 1);
    INSERT INTO hardwon.shelves (project, tier, scope, revision) VALUES ('', 'products', 'shop', 1);
    INSERT INTO hardwon.observations (project, tier, scope, id, document, revision)
        VALUES ('', 'products', 'shop', 'obs_a', 'trust: 0.5', 1), ('', 'products', 'bank', 'obs_b', 'trust: 0.5', 1);
    INSERT INTO hardwon.outcomes (product, project, run, at)
        VALUES ('shop', 'acme/shop', 'r', ''), ('bank', 'acme/bank', 'r', '');
    INSERT INTO hardwon.quarantine (project, id, document) VALUES ('acme/shop', 'q', '{}'), ('acme/bank', 'q', '{}');
    INSERT INTO hardwon.operations (key) VALUES ('abc'), ('acme/shop run'), ('acme/bank run');
    INSERT INTO hardwon.operations (key, made) VALUES ('old', now() - interval '31 days');
"""

MAY: dict[roles.Role, str] = {
    "reader": "",
    "worker": "projects:iu updates:id areas:iud retirements:iu reports:iu counted_runs:i rosters:iu judged_runs:i "
    "listings:iu uses:i outcomes:i quarantine:i parts:iud chunks:iud operations:id",
    "curator": "projects:iud updates:id areas:iud retirements:iud reports:iud counted_runs:id rosters:iud "
    "judged_runs:id listings:iud uses:id outcomes:id quarantine:id parts:iud chunks:iud operations:id "
    "observations:iu shelves:iu terms:iud",
}
"""What each role may besides reading: insert, update, delete. Policies narrow it further."""

WORDS = {"i": "INSERT", "u": "UPDATE", "d": "DELETE"}


@pytest.fixture(scope="module")
def with_logins(databases: Databases) -> str:
    """The address of a database with logins, made once: a login costs more than what most tests here do with it."""
    return databases.new()


@pytest.fixture
def filled(with_logins: str) -> str:
    """The address of one with the same rows for each test."""
    with psycopg.connect(with_logins) as connection:
        members = connection.execute("SELECT member, project, product FROM hardwon.members").fetchall()
        empty(connection)
        connection.execute(FILLED)
        connection.cursor().executemany("INSERT INTO hardwon.members VALUES (%s, %s, %s)", members)
    return with_logins


@pytest.fixture(scope="module")
def login(with_logins: str) -> Callable[[roles.Role], str]:
    """The address for a login of that role, in the project acme/shop and its product shop."""

    @cache
    def made(role: roles.Role) -> str:
        name = f"{role}_of_{urlsplit(with_logins).path.lstrip('/')}"
        member = roles.Member(name=name, role=role, projects=("acme/shop",), products=("shop",))
        with psycopg.connect(with_logins, autocommit=True) as connection:
            query = sql.SQL("CREATE ROLE {} LOGIN PASSWORD {}").format(sql.Identifier(name), sql.Literal(name))
            connection.execute(query)
            connection.execute(roles.sql_of_roles().encode())
            connection.execute(roles.sql_of_member(member).encode())
        return make_conninfo(with_logins, user=name, password=name)

    return made


@pytest.mark.parametrize("role", MAY)
def test_role_has_its_own_rights_and_no_others(login: Callable[[roles.Role], str], role: roles.Role) -> None:
    with psycopg.connect(login(role)) as connection:
        rows = connection.execute("""
            SELECT c.relname, p.name
            FROM pg_class c, unnest(ARRAY['INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'TRIGGER']) AS p (name)
            WHERE c.relnamespace = 'hardwon'::regnamespace AND c.relkind = 'r' AND has_table_privilege(c.oid, p.name)
        """).fetchall()
        makes = connection.execute("SELECT has_schema_privilege('hardwon', 'CREATE')").fetchone()
    expected = {
        (table, WORDS[letter])
        for table, _, letters in (each.partition(":") for each in MAY[role].split())
        for letter in letters
    }
    assert set(rows) == expected
    assert makes == (False,)


def test_rows_of_a_project_are_kept_apart_in_every_table(address: str) -> None:
    with psycopg.connect(address) as connection:
        rows = connection.execute("""
            SELECT relname FROM pg_class
            WHERE relnamespace = 'hardwon'::regnamespace AND relkind = 'r' AND NOT relrowsecurity
        """).fetchall()
    assert {table for (table,) in rows} == {"about", "migrations"}  # which hold nothing of any project


@pytest.mark.parametrize("role", MAY)
@pytest.mark.usefixtures("filled")
def test_role_sees_nothing_of_other_projects_and_products(login: Callable[[roles.Role], str], role: roles.Role) -> None:
    with psycopg.connect(login(role)) as connection:
        for table in ("projects", "areas", "quarantine"):
            query = sql.SQL("SELECT DISTINCT project FROM {}").format(sql.Identifier("hardwon", table))
            assert connection.execute(query).fetchall() == [("acme/shop",)], table
        assert connection.execute("SELECT id FROM hardwon.observations").fetchall() == [("obs_a",)]
        assert connection.execute("SELECT product FROM hardwon.outcomes").fetchall() == [("shop",)]
        if role != "reader":
            keys = connection.execute("SELECT key FROM hardwon.operations").fetchall()
            assert {key for (key,) in keys} == {"abc", "acme/shop run", "old"}


HARM: list[tuple[roles.Role, str]] = [
    ("worker", "UPDATE hardwon.observations SET document = 'trust: 1.0'"),
    ("worker", "DELETE FROM hardwon.observations"),
    ("worker", "INSERT INTO hardwon.members (member, project) VALUES (session_user, '*')"),
    ("curator", "INSERT INTO hardwon.members (member, project) VALUES (session_user, '*')"),
    ("curator", "UPDATE hardwon.members SET project = '*'"),
    ("curator", "UPDATE hardwon.about SET value = '0'"),
    ("curator", "DELETE FROM hardwon.migrations"),
    ("curator", "UPDATE hardwon.areas SET project = 'acme/bank', name = 'x'"),
    ("worker", "INSERT INTO hardwon.areas (project, name, test_count) VALUES ('acme/bank', 'x', 1)"),
    ("curator", "INSERT INTO hardwon.observations VALUES ('', 'products', 'bank', 'obs_c', 'x', 1, NULL)"),
    ("worker", "INSERT INTO hardwon.outcomes (product, project, run, at) VALUES ('bank', 'acme/shop', '', '')"),
    ("worker", "SET ROLE hardwon_curator"),
    ("reader", "INSERT INTO hardwon.operations (key) VALUES ('acme/shop 1')"),
    ("curator", "ALTER TABLE hardwon.areas DISABLE ROW LEVEL SECURITY"),
    ("curator", "CREATE FUNCTION hardwon.position(text, text) RETURNS int LANGUAGE sql AS 'SELECT 1'"),
]


@pytest.mark.parametrize(("role", "statement"), HARM)
@pytest.mark.usefixtures("filled")
def test_role_is_refused(login: Callable[[roles.Role], str], role: roles.Role, statement: str) -> None:
    with psycopg.connect(login(role)) as connection, pytest.raises(psycopg.errors.InsufficientPrivilege):
        connection.execute(statement.encode())


TAKE_OVER = """
    CREATE FUNCTION pg_temp.taken_over(text) RETURNS boolean LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'ran as %', current_user; END $$;
    CREATE DOMAIN pg_temp.tsquery AS text CHECK (pg_temp.taken_over(VALUE));
    CREATE TEMP TABLE members AS SELECT session_user::text AS member, '*' AS project, '*' AS product;
    CREATE TEMP TABLE observations AS SELECT 1
"""
SEARCH = "SELECT id FROM hardwon.best(ARRAY['sx'], '{1}', '{9}', '{\"\"}', '{products}', '{bank}', 1, 1, 9, 9)"


@pytest.mark.usefixtures("filled")
def test_search_does_not_carry_out_what_a_login_made(login: Callable[[roles.Role], str]) -> None:
    """It runs as the owner of the tables: whatever names it uses must be the server's own."""
    with psycopg.connect(login("reader")) as connection:
        connection.execute(TAKE_OVER)
        assert connection.execute(SEARCH).fetchall() == []


def test_login_without_a_role_may_not_search(filled: str) -> None:
    with psycopg.connect(filled) as connection:
        rights = "SELECT has_function_privilege('pg_monitor', p.oid, 'EXECUTE') FROM pg_proc p WHERE proname = 'best'"
        assert connection.execute(rights).fetchall() == [(False,)]


def test_worker_takes_away_no_area_and_no_key_that_is_needed(login: Callable[[roles.Role], str], filled: str) -> None:
    with psycopg.connect(login("worker")) as connection:
        assert connection.execute("DELETE FROM hardwon.areas").rowcount == 0
        assert connection.execute("DELETE FROM hardwon.operations").rowcount == 1
    with psycopg.connect(filled) as connection:
        keys = connection.execute("SELECT key FROM hardwon.operations ORDER BY key").fetchall()
    assert [key for (key,) in keys] == ["abc", "acme/bank run", "acme/shop run"]


@pytest.mark.usefixtures("filled")
def test_key_that_another_login_wrote_is_known_though_it_is_not_seen(login: Callable[[roles.Role], str]) -> None:
    with psycopg.connect(login("worker")) as connection:
        again = "INSERT INTO hardwon.operations (key) VALUES ('acme/shop run') ON CONFLICT (key) DO NOTHING"
        assert connection.execute(again).rowcount == 0


def test_login_that_does_not_exist_becomes_no_member(filled: str) -> None:
    member = roles.Member(name="nobody at all", role="worker", projects=("acme/shop",))
    with psycopg.connect(filled, autocommit=True) as connection:
        connection.execute(roles.sql_of_roles().encode())
        with pytest.raises(psycopg.errors.UndefinedObject):
            connection.execute(roles.sql_of_member(member).encode())
        connection.execute("ROLLBACK")
        members = connection.execute("SELECT count(*) FROM hardwon.members WHERE member = 'nobody at all'").fetchone()
    assert members == (0,)


def test_owner_without_the_right_to_make_roles_grants_those_that_are_there(filled: str) -> None:
    name = f"owner_of_{urlsplit(filled).path.lstrip('/')}"
    with psycopg.connect(filled, autocommit=True) as connection:
        connection.execute(roles.sql_of_roles().encode())
        connection.execute(sql.SQL("CREATE ROLE {} NOLOGIN").format(sql.Identifier(name)))
        connection.execute(sql.SQL("SET ROLE {}").format(sql.Identifier(name)))
        made = [line for line in roles.sql_of_roles().splitlines() if line.startswith("DO ")]
        for line in made:
            connection.execute(line.encode())
    assert len(made) == 3


def test_database_that_cannot_hold_every_name_is_refused(databases: Databases) -> None:
    server = Server(databases.empty(encoding="SQL_ASCII"))
    with pytest.raises(ServerRefused, match="UTF8"):
        migrating.upgrade(server)
    server.close()
