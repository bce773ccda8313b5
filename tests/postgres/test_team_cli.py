"""`hardwon db`, and the other commands with the team's memory: as a person calls them."""

from __future__ import annotations

import json
import subprocess
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit, urlunsplit

import psycopg
import pytest
from psycopg import Cursor, sql
from tests.web.test_trouble import answered

from hardwon import Memory
from hardwon.project import team
from hardwon.project.namespace import path_in

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from tests.conftest import Cli, Ended
    from tests.postgres.running import Databases

AWAY = "postgresql://someone:very-secret@127.0.0.1:9/memory"
TEXT = ("--title", "Login modal: opens late", "--content", "The login modal appears two seconds after the page.")


@pytest.fixture(autouse=True)
def _own_servers(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """No connection outlives a test, and nobody waits long for a server that is not there."""
    monkeypatch.setattr("hardwon.postgres.server.FIRST_PATIENCE", 0.0)
    yield
    team.close()


@pytest.fixture
def hardwon(call: Cli, project: Path, address: str) -> Callable[..., Ended]:
    """The command in a project whose memory is the team's."""
    (project / "hardwon.yaml").write_text("services: {memory: {provider: postgres, project: acme/shop}}\n")

    def called(*arguments: str, at: str = address) -> Ended:
        team.close()  # as each process has it
        return call(*arguments, env={"HARDWON_DATABASE_URL": at})

    return called


def test_db_init_makes_the_tables_once(call: Cli, databases: Databases) -> None:
    at = {"HARDWON_DATABASE_URL": databases.empty()}
    assert call("db", "status", env=at).code == 3
    assert "0001_records" in call("db", "init", env=at).stdout
    assert call("db", "upgrade", "--json", env=at).document == {"applied": []}
    assert call("db", "status", "--json", env=at).document["areas"] == 0
    assert call("db", "check", env=at).code == 0


def test_without_an_address_it_says_where_to_put_one(call: Cli) -> None:
    ended = call("db", "status")
    assert ended.code == 3
    assert "HARDWON_DATABASE_URL" in ended.stderr


def test_address_in_a_file_of_the_repository_is_refused_and_not_shown(call: Cli, project: Path) -> None:
    (project / "hardwon.yaml").write_text(f"services: {{memory: {{databaseUrl: '{AWAY}'}}}}\n")
    ended = call("status")
    assert ended.code == 3
    assert "cannot grant" in ended.stderr
    assert "very-secret" not in ended.stderr + ended.stdout


def test_settings_do_not_show_the_address(hardwon: Callable[..., Ended], project: Path) -> None:
    shown = hardwon("config", at=AWAY)
    assert hardwon("config", "--json", at=AWAY).code == 0
    assert "very-secret" not in shown.stdout + shown.stderr + hardwon("config", "--json", at=AWAY).stdout
    assert "set, and not shown" in shown.stdout


def test_verdicts_and_observations_are_on_the_server_and_not_in_files(
    hardwon: Callable[..., Ended], project: Path
) -> None:
    assert hardwon("record", "auth", "--pass").code == 0
    added = hardwon("observations", "add", "--product", "shop", *TEXT, "--json").document
    status = hardwon("status", "--json").document
    assert [(each["name"], each["pass_count"]) for each in status["areas"]] == [("auth", 1)]
    found = hardwon("recall", "Open the login modal", "--product", "shop", "--json").document
    assert [each["id"] for each in found["observations"]] == [added["id"]]
    assert [each["action"] for each in hardwon("log", "--json").document["entries"]] == ["add"]
    assert not (project / ".hardwon" / "memory.json").exists()
    assert not (project / ".hardwon" / "observations").exists()
    assert hardwon("doctor").code == 0


def test_observations_of_a_product_are_shared_and_areas_are_not(hardwon: Callable[..., Ended], project: Path) -> None:
    hardwon("record", "auth", "--pass")
    hardwon("observations", "add", "--product", "shop", *TEXT)
    (project / "hardwon.yaml").write_text("services: {memory: {provider: postgres, project: acme/other}}\n")
    assert hardwon("status", "--json").document["areas"] == []
    recalled = hardwon("recall", "Open the login modal", "--product", "shop", "--json").document["observations"]
    assert len(recalled) == 1
    assert hardwon("recall", "Open the login modal", "--product", "bank", "--json").document["observations"] == []


def test_run_of_another_repository_confirms_what_it_was_given(
    hardwon: Callable[..., Ended], project: Path, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    added = hardwon("observations", "add", "--product", "shop", *TEXT, "--json").document["id"]
    (project / "hardwon.yaml").write_text("services: {memory: {provider: postgres, project: acme/other}}\n")
    monkeypatch.setenv("HARDWON_DATABASE_URL", address)
    team.close()
    memory = Memory.open(project)
    with memory.run(product="shop", test="t_login", area="auth") as run, run.step("Open the login modal") as step:
        step.report(sub_actions=1, observation=TEXT[-1], used=[added])
    assert (len(run.memory_log.deltas), run.memory_log.errors) == (1, ())
    assert hardwon("observations", "show", added).code == 0
    [listed] = hardwon("observations", "list", "--json").document["observations"]
    assert (listed["id"], listed["confirmed_count"]) == (added, 1)


def test_messages_say_that_the_server_has_the_evidence(hardwon: Callable[..., Ended]) -> None:
    for command in (("log",), ("report",)):
        ended = hardwon(*command)
        assert "the server keeps the newest runs" in ended.stdout + ended.stderr


def test_verdict_fetches_the_names_of_other_areas_and_nothing_else_of_them(
    hardwon: Callable[..., Ended], monkeypatch: pytest.MonkeyPatch
) -> None:
    for area in ("auth", "Cart"):
        hardwon("record", area, "--pass")
    hardwon("areas", "rename", "auth", "login")
    asked: list[str] = []
    ask: Any = Cursor.execute

    def told(cursor: Any, query: Any, *values: Any, **how: Any) -> Any:
        asked.append(str(query))
        return ask(cursor, query, *values, **how)

    monkeypatch.setattr(Cursor, "execute", told)
    assert hardwon("record", "cart", "--pass", "--json").code == 0
    whole = [query for query in asked if "FROM hardwon.areas" in query and "confidence" in query]
    assert all("ANY" in query for query in whole), "only the rows of the areas that it is about"
    monkeypatch.undo()
    areas = hardwon("status", "--json").document["areas"]
    assert {each["name"]: each["pass_count"] for each in areas} == {"Cart": 2, "login": 1}


@pytest.mark.parametrize(
    ("origin", "name"),
    [
        ("git@github.com:acme/shop.git", "acme/shop"),
        ("https://user:token@git.example.com/acme/team/shop.git", "acme/team/shop"),
        ("ssh://git@example.com:2222/acme/shop", "acme/shop"),
        ("https://example.com/acme/shop/", "acme/shop"),
        ("/srv/git/shop.git", "srv/git/shop"),
        ("git.example.com:shop", "shop"),
        ("file:///srv/git/shop.git", "srv/git/shop"),
    ],
)
def test_project_is_called_as_the_path_of_the_origin(origin: str, name: str) -> None:
    assert path_in(origin) == name


def test_status_without_a_configured_name_takes_git_s(call: Cli, project: Path, address: str) -> None:
    (project / ".git").rmdir()
    subprocess.run(["git", "init", "-q", str(project)], check=True)
    at = {"HARDWON_DATABASE_URL": address}
    assert call("db", "status", "--json", env=at).document["project"] == "project"
    subprocess.run(["git", "-C", str(project), "remote", "add", "origin", "git@host:acme/shop.git"], check=True)
    assert call("db", "status", "--json", env=at).document["project"] == "acme/shop"


class TestAway:
    """The server does not answer."""

    def test_status_without_a_picture_cannot_be_shown(self, hardwon: Callable[..., Ended]) -> None:
        ended = hardwon("status", at=AWAY)
        assert ended.code == 3
        assert "[server-away]" in ended.stderr
        assert "very-secret" not in ended.stderr

    def test_status_shows_the_last_picture_and_no_gate_opens(self, hardwon: Callable[..., Ended]) -> None:
        hardwon("record", "auth", "--pass")
        hardwon("status")
        away = hardwon("status", "--json", at=AWAY)
        assert away.code == 0
        assert [each["name"] for each in away.document["areas"]] == ["auth"]
        assert "was seen there at" in away.document["away"]
        assert hardwon("status", "--threshold", "1", at=AWAY).code == 3
        assert hardwon("status", "--each", "1", at=AWAY).code == 3

    def test_the_mandate_is_written_from_the_last_picture(self, hardwon: Callable[..., Ended]) -> None:
        assert hardwon("mandate", at=AWAY).code == 3, "there is no picture yet"
        hardwon("record", "auth", "--pass")
        hardwon("observations", "add", "--product", "shop", *TEXT)
        assert "Login modal" in hardwon("mandate").stdout
        away = hardwon("mandate", at=AWAY)
        assert (away.code, '- "auth"' in away.stdout, "Login modal" in away.stdout) == (0, True, False)
        assert "What is shown of the areas was seen there at" in away.stderr

    def test_every_page_of_the_dashboard_says_so(
        self, hardwon: Callable[..., Ended], project: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        hardwon("record", "auth", "--pass")
        assert "does not answer" not in answered(project, "/areas").text
        hardwon("status")
        team.close()
        monkeypatch.setenv("HARDWON_DATABASE_URL", AWAY)
        page = answered(project, "/areas")
        assert (page.status_code, "/areas/auth" in page.text, "was seen there at" in page.text) == (200, True, True)
        for each in ("/runs", "/quarantine", "/breaker", "/observations", "/"):
            assert "does not answer" in answered(project, each).text
        assert "very-secret" not in page.text
        assert "does not answer" not in answered(project, "/areas", token="a-token-of-sixteen").text  # noqa: S106 - it guards nothing

    def test_verdicts_wait_and_are_delivered_once(self, hardwon: Callable[..., Ended], project: Path) -> None:
        hardwon("record", "auth", "--pass")
        for area in ("auth", "cart"):
            ended = hardwon("record", area, "--pass", at=AWAY)
            assert ended.code == 0
            assert "wait to be delivered" in ended.stderr
        assert "2 runs" in hardwon("status").stderr
        assert "Delivered" not in hardwon("status").stderr
        areas = hardwon("status", "--json").document["areas"]
        assert {each["name"]: each["pass_count"] for each in areas} == {"auth": 2, "cart": 1}
        assert not (project / ".hardwon" / "local" / "team" / "verdicts.jsonl").exists()
        assert hardwon("db", "status", "--json").document["runs"] == 3

    def test_what_was_counted_before_the_answer_was_lost_is_not_delivered_again(
        self, hardwon: Callable[..., Ended], project: Path
    ) -> None:
        hardwon("record", "auth", "--pass", at=AWAY)
        log = project / ".hardwon" / "local" / "team" / "verdicts.jsonl"
        row = log.read_bytes()
        hardwon("status")
        log.write_bytes(row)  # as if it had been killed before it took the line away
        hardwon("status")
        assert hardwon("status", "--json").document["areas"][0]["pass_count"] == 1

    def test_report_is_ingested_and_weighed_when_it_is_delivered(
        self, hardwon: Callable[..., Ended], project: Path
    ) -> None:
        tests = "".join(f'<testcase classname="tests.auth.test_a" name="test_{n}"/>' for n in range(3))
        report = project / "report.xml"
        report.write_text(f'<testsuite name="s" tests="3">{tests}</testsuite>')
        assert hardwon("ingest", str(report), at=AWAY).code == 0
        assert hardwon("ingest", str(report), "--json", at=AWAY).code == 0
        hardwon("status")
        [area] = hardwon("status", "--json").document["areas"]
        assert area["test_count"] == 1, "the same report counts once, also where nobody could ask"
        assert hardwon("ingest", str(report), "--json").document["verdicts"] == []

    def test_observations_cannot_be_changed(self, hardwon: Callable[..., Ended]) -> None:
        ended = hardwon("observations", "add", "--product", "shop", *TEXT, at=AWAY)
        assert ended.code == 3
        assert "[server-away]" in ended.stderr

    def test_own_loop_goes_on_without_memory(
        self, hardwon: Callable[..., Ended], project: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        hardwon("observations", "add", "--product", "shop", *TEXT)
        monkeypatch.setenv("HARDWON_DATABASE_URL", AWAY)
        memory = Memory.open(project)
        with memory.run(product="shop", test="t_login", area="auth") as run, run.step("Open the login modal") as step:
            assert step.context == ""
        assert "does not answer" in memory.away
        team.close()
        hardwon("status")
        assert hardwon("status", "--json").document["areas"][0]["pass_count"] == 1
        assert hardwon("report", run.id, "--json").code == 0


class TestRoles:
    """Each role can do exactly its own, as the server sees to it."""

    @pytest.fixture
    def as_role(self, hardwon: Callable[..., Ended], address: str) -> Callable[..., str]:
        """The address for a login of that role."""

        def made(role: str, projects: tuple[str, ...] = ("acme/shop",)) -> str:
            name = f"{role}_{urlsplit(address).path.lstrip('/')}"
            wanted = [option for project in projects for option in ("--for", project)]
            printed = hardwon("db", "roles").stdout
            printed += hardwon("db", "roles", "--login", name, "--role", role, *wanted, "--product", "shop").stdout
            with psycopg.connect(address, autocommit=True) as connection:
                query = sql.SQL("CREATE ROLE {} LOGIN PASSWORD {}")
                connection.execute(query.format(sql.Identifier(name), sql.Literal(name)))
                connection.execute(printed.encode())
            parts = urlsplit(address)
            return urlunsplit(parts._replace(netloc=f"{name}:{name}@{parts.netloc.rpartition('@')[2]}"))

        return made

    def test_reader_reads_and_changes_nothing(self, hardwon: Callable[..., Ended], as_role: Callable[..., str]) -> None:
        hardwon("record", "auth", "--pass")
        hardwon("observations", "add", "--product", "shop", *TEXT)
        reader = as_role("reader")
        assert len(hardwon("status", "--json", at=reader).document["areas"]) == 1
        assert len(hardwon("observations", "list", "--json", at=reader).document["observations"]) == 1
        for command in (("record", "auth", "--pass"), ("observations", "add", "--product", "shop", *TEXT)):
            refused = hardwon(*command, at=reader)
            assert (refused.code, "[server-refused]" in refused.stderr) == (3, True)
        assert hardwon("status", "--json").document["areas"][0]["pass_count"] == 1

    def test_worker_records_and_does_not_change_observations(
        self, hardwon: Callable[..., Ended], as_role: Callable[..., str]
    ) -> None:
        added = hardwon("observations", "add", "--product", "shop", *TEXT, "--json").document["id"]
        worker = as_role("worker")
        assert hardwon("record", "auth", "--pass", at=worker).code == 0
        assert hardwon("record", "cart", "--fail", at=worker).code == 0
        for command in (("observations", "confirm", added), ("observations", "delete", added, "--yes")):
            assert hardwon(*command, at=worker).code == 3
        assert hardwon("memory", "--reset", "--yes", at=worker).code == 3
        for command in (("remove", "cart", "--yes"), ("rename", "cart", "basket"), ("merge", "cart", "auth")):
            refused = hardwon("areas", *command, at=worker)
            assert (refused.code, "[server-refused]" in refused.stderr, refused.stdout) == (3, True, ""), command
        assert {each["name"] for each in hardwon("status", "--json").document["areas"]} == {"auth", "cart"}

    def test_curator_changes_observations(self, hardwon: Callable[..., Ended], as_role: Callable[..., str]) -> None:
        curator = as_role("curator")
        added = hardwon("observations", "add", "--product", "shop", *TEXT, "--json", at=curator).document["id"]
        assert hardwon("observations", "confirm", added, at=curator).code == 0
        assert hardwon("record", "auth", "--pass", at=curator).code == 0
        assert hardwon("db", "upgrade", at=curator).code in (0, 3)

    def test_projects_are_kept_apart_by_the_server(
        self, hardwon: Callable[..., Ended], as_role: Callable[..., str]
    ) -> None:
        hardwon("record", "auth", "--pass")
        hardwon("observations", "add", "--product", "bank", *TEXT)
        other = as_role("curator", projects=("acme/other",))
        assert hardwon("status", "--json", at=other).document["areas"] == []
        assert hardwon("record", "auth", "--pass", at=other).code == 3
        assert (
            hardwon("recall", "Open the login modal", "--product", "bank", "--json", at=other).document["observations"]
            == []
        )
        with psycopg.connect(other) as connection:
            for table in ("areas", "observations", "parts", "chunks", "updates", "uses"):
                query = sql.SQL("SELECT count(*) FROM {}").format(sql.Identifier("hardwon", table))
                rows = connection.execute(query).fetchone()
                assert rows == (0,), table
        assert hardwon("status", "--json").document["areas"][0]["pass_count"] == 1


@pytest.mark.parametrize(
    "hostile",
    [
        "'; DROP TABLE hardwon.areas; --",
        "\\'; DELETE FROM hardwon.areas; --",
        "%s %(project)s {0}",
        "$$ $1 \\",
        "Robert'); --",
        "back\\slash \\0 \\u0000",
        "Größe 店 🙂",
        "\"quoted\" 'single'",
    ],
)
def test_hostile_text_stays_text(hardwon: Callable[..., Ended], hostile: str) -> None:
    assert hardwon("record", hostile, "--pass").code == 0
    ended = hardwon(
        "observations", "add", "--product", "shop", "--title", f"Field: shows {hostile}", "--content", hostile, "--json"
    )
    assert [each["name"] for each in hardwon("status", "--json").document["areas"]] == [hostile]
    # What would destroy something is blocked, and kept for a person.
    kept = ("observations", "observations") if ended.code == 0 else ("quarantine", "held")
    [found] = hardwon(kept[0], "list", "--json").document[kept[1]]
    assert found["content"].strip() == hostile
    assert json.loads(hardwon("db", "check", "--json").stdout) == {"findings": []}
