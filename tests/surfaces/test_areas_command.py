"""`hardwon areas`: the life of areas, as a person and a program see it."""

from __future__ import annotations

import json
import subprocess
from typing import TYPE_CHECKING, Any

import pytest

from hardwon.areas.area import stage_of
from hardwon.store import folders

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Cli

NOW = "2026-01-02T03:04:05Z"
REPORT = '<testsuite name="s"><testcase file="{file}" classname="c" name="test_a"/></testsuite>'


def keep(project: Path, **areas: int) -> Path:
    """A record with areas, each with a number of passes."""
    path = project / ".hardwon" / "memory.json"
    path.parent.mkdir(exist_ok=True)
    folders.prepare(path.parent, [])
    known = {
        name: {
            "name": name,
            "confidence": 1 - 0.81**passes,
            "test_count": passes,
            "pass_count": passes,
            "fail_count": 0,
            "last_tested_at": NOW,
            "maturity_stage": stage_of(1 - 0.81**passes),
            "retired": False,
        }
        for name, passes in areas.items()
    }
    path.write_text(json.dumps({"areas": known, "created_at": NOW, "updated_at": NOW, "version": 1}))
    return path


def on_record(project: Path) -> dict[str, Any]:
    areas: dict[str, Any] = json.loads((project / ".hardwon" / "memory.json").read_bytes())["areas"]
    return areas


def write(project: Path, **files: str) -> None:
    for name, text in files.items():
        path = project / name.replace("__", "/").replace("_dot_", ".")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def ingest(call: Cli, project: Path, file: str) -> None:
    (project / "report.xml").write_text(REPORT.format(file=file))
    assert call("ingest", "report.xml", "--again").code == 0


class TestRename:
    def test_dry_run_says_it_and_changes_nothing(self, call: Cli, project: Path) -> None:
        before = keep(project, test_http=3).read_bytes()
        ended = call("areas", "rename", "test_http", "http", "--dry-run", "--json")
        assert (ended.document["action"], ended.document["into"], ended.document["dry_run"]) == ("rename", "http", True)
        assert keep(project, test_http=3).read_bytes() == before
        assert not (project / ".hardwon" / "runs").exists()

    def test_it_keeps_what_was_proven_and_is_in_the_log(self, call: Cli, project: Path) -> None:
        keep(project, test_http=3)
        assert call("areas", "rename", "test_http", "http").stdout.startswith("test_http is called http now")
        assert [(name, raw["name"], raw["test_count"]) for name, raw in on_record(project).items()] == [
            ("http", "http", 3)
        ]
        [entry] = call("log", "--json").document["entries"]
        assert (entry["action"], entry["tier"], entry["scope"], entry["into"]) == (
            "rename",
            "areas",
            "test_http",
            "http",
        )
        assert "area test_http → http" in call("log").stdout

    @pytest.mark.parametrize("taken", ["http", "HTTP", "ht-tp"])
    def test_a_name_that_is_taken_is_an_error(self, call: Cli, project: Path, taken: str) -> None:
        keep(project, test_http=3, http=1)
        ended = call("areas", "rename", "test_http", taken)
        assert ended.code == 3
        assert "hardwon areas merge" in ended.stderr
        assert set(on_record(project)) == {"test_http", "http"}

    def test_another_spelling_of_its_own_name(self, call: Cli, project: Path) -> None:
        keep(project, user_profile=2)
        assert call("areas", "rename", "user_profile", "user-profile").code == 0
        assert set(on_record(project)) == {"user-profile"}

    def test_an_unknown_area_is_an_error(self, call: Cli, project: Path) -> None:
        keep(project, http=1)
        ended = call("areas", "rename", "nobody", "somebody")
        assert (ended.code, "no area 'nobody'" in ended.stderr) == (3, True)

    @pytest.mark.parametrize("hostile", ["tab\there", "\x1b[31mred\x1b[0m", "  blanks  ", "x" * 300, "line\nbreak"])
    def test_a_name_that_an_ai_invented_can_be_shown_and_renamed(self, call: Cli, project: Path, hostile: str) -> None:
        keep(project, **{hostile: 2})
        shown = call("areas", "list").stdout
        assert all(line.isprintable() for line in shown.splitlines())
        name = shown.splitlines()[1].split("  34")[0].rstrip() if hostile.strip() == hostile else hostile
        assert call("record", hostile, "--pass").code == 0
        assert call("areas", "rename", name, "plain").code == 0
        assert {name: raw["test_count"] for name, raw in on_record(project).items()} == {"plain": 3}

    def test_it_names_the_rule_that_still_says_the_old_name(self, call: Cli, project: Path) -> None:
        keep(project, auth=1)
        (project / "hardwon.yaml").write_text("areas:\n  - {area: cart}\n  - {area: auth, tests: [tests/auth/**]}\n")
        ended = call("areas", "rename", "auth", "login")
        assert "hardwon.yaml, areas[1] still says auth" in ended.stdout
        assert "area: auth" in (project / "hardwon.yaml").read_text()

    def test_it_names_the_rule_as_that_spells_the_area(self, call: Cli, project: Path) -> None:
        keep(project, **{"gc-utils": 1})
        (project / "hardwon.yaml").write_text("areas:\n  - {area: gcutils, tests: [tests/gc/**]}\n")
        assert "areas[0] still says gcutils" in call("areas", "rename", "gc-utils", "collector").stdout

    @pytest.mark.parametrize(
        "deed", [("rename", "chekout", "pay"), ("merge", "chekout", "auth"), ("remove", "chekout")]
    )
    def test_a_mistyped_name_gets_a_suggestion(self, call: Cli, project: Path, deed: tuple[str, ...]) -> None:
        keep(project, checkout=1, auth=1)
        ended = call("areas", *deed)
        assert (ended.code, "Did you mean 'checkout'?" in ended.stderr) == (3, True)

    def test_what_is_known_of_its_tests_goes_with_it(self, call: Cli, project: Path) -> None:
        write(project, tests__auth__test_a_dot_py="")
        ingest(call, project, "tests/auth/test_a.py")
        call("areas", "rename", "auth", "login")
        rosters = json.loads((project / ".hardwon/runs/.rosters/rosters.json").read_bytes())
        assert set(rosters["areas"]) == {"login"}
        assert call("doctor").code == 0, "the verdicts of kept runs follow it"


class TestMergeAndRemove:
    def test_counts_are_added_and_the_lower_confidence_counts(self, call: Cli, project: Path) -> None:
        keep(project, chekout=1, checkout=5)
        after = call("areas", "merge", "chekout", "checkout", "--json").document["after"]
        assert (after["test_count"], after["confidence"], after["retired"]) == (6, pytest.approx(0.19), False)
        assert set(on_record(project)) == {"checkout"}

    def test_an_area_cannot_be_merged_into_itself(self, call: Cli, project: Path) -> None:
        keep(project, checkout=5)
        assert call("areas", "merge", "checkout", "Checkout").code == 3

    def test_removing_asks_and_without_a_terminal_needs_yes(self, call: Cli, project: Path) -> None:
        keep(project, old=5, new=1)
        ended = call("areas", "remove", "old")
        assert (ended.code, "--yes" in ended.stderr) == (3, True)
        assert call("areas", "remove", "old", "--yes").stdout == "old is removed.\n"
        assert set(on_record(project)) == {"new"}


class TestGhosts:
    RULES = "areas:\n  - {area: http, tests: [tests/test_http.py]}\n"

    def test_tests_that_moved_to_another_area_leave_one_that_status_and_doctor_mend(
        self, call: Cli, project: Path
    ) -> None:
        keep(project, test_http=3, http=1)
        write(project, tests__test_http_dot_py="", hardwon_dot_yaml=self.RULES)
        mending = "hardwon areas merge test_http http"
        assert mending in call("status").stdout
        [ghost] = call("status", "--json").document["unreached"]
        assert (ghost["area"], ghost["command"]) == ("test_http", mending)
        findings = call("doctor", "--json").document["findings"]
        assert [mending in each["reason"] for each in findings] == [True]
        assert call(*mending.split()[1:]).code == 0
        assert call("status", "--json").document["unreached"] == []
        assert call("doctor").code == 0

    def test_without_the_new_one_it_is_renamed(self, call: Cli, project: Path) -> None:
        keep(project, test_http=3)
        write(project, tests__test_http_dot_py="", hardwon_dot_yaml=self.RULES)
        assert "hardwon areas rename test_http http" in call("status").stdout

    def test_tests_whose_files_are_gone(self, call: Cli, project: Path) -> None:
        (project / ".git").rmdir()
        subprocess.run(["git", "init", "-q", project], check=True)
        write(project, tests__auth__test_a_dot_py="")
        ingest(call, project, "tests/auth/test_a.py")
        (project / "tests/auth/test_a.py").unlink()
        assert "auth: the files of its tests are gone\n    hardwon areas remove auth" in call("status").stdout
        assert call("doctor").code == 1

    def test_what_somebody_records_by_hand_is_reached(self, call: Cli) -> None:
        call("record", "warehouse", "--pass")
        assert call("status", "--json").document["unreached"] == []
        assert call("doctor").code == 0

    def test_what_a_yaml_test_or_a_target_names_is_reached(self, call: Cli, project: Path) -> None:
        keep(project, basket=1, shop=1)
        write(project, flows__a_dot_yaml="name: a\narea: Basket  # ours\nsteps:\n  - open\n")
        (project / "hardwon.yaml").write_text("targets: {local: {product: shop, url: 'http://127.0.0.1:1'}}\n")
        assert call("status", "--json").document["unreached"] == []

    def test_tests_that_never_lay_here_are_those_of_another_project(self, call: Cli, project: Path) -> None:
        ingest(call, project, "e2e/auth/test_a.py")
        assert call("status", "--json").document["unreached"] == []
        assert call("doctor").code == 0

    def test_what_no_kept_run_speaks_of_is_a_remark_and_not_a_finding(self, call: Cli, project: Path) -> None:
        keep(project, warehouse=1)
        assert call("status", "--json").document["unreached"] == [], "nothing is configured, so nothing is missed"
        (project / "hardwon.yaml").write_text("areas: [{area: http}]\n")
        assert "no run that is kept here names it\n    hardwon areas remove warehouse" in call("status").stdout
        ended = call("doctor", "--json")
        assert (ended.code, ended.document["findings"]) == (0, [])
        assert any("warehouse" in each["reason"] for each in ended.document["notes"])

    def test_an_area_under_its_older_default_name_goes_on_and_the_rename_is_offered(
        self, call: Cli, project: Path
    ) -> None:
        keep(project, test_http=3)
        write(project, tests__test_http_dot_py="")
        ingest(call, project, "tests/test_http.py")
        assert {name: raw["test_count"] for name, raw in on_record(project).items()} == {"test_http": 4}
        status = call("status")
        assert "hardwon areas rename test_http http" in status.stdout
        assert call("status", "--json").document["older_names"] == {"test_http": "http"}
        assert call("doctor").code == 0
        call("areas", "rename", "test_http", "http")
        ingest(call, project, "tests/test_http.py")
        assert set(on_record(project)) == {"http"}


class TestNearNames:
    def test_a_slip_is_warned_of_once(self, call: Cli, project: Path) -> None:
        keep(project, checkout=3)
        first = call("record", "chekout", "--pass")
        assert "hardwon areas merge chekout checkout" in first.stderr
        assert "merge" not in call("record", "chekout", "--pass").stderr

    def test_reports_and_markers_bring_other_spellings(self, call: Cli, project: Path) -> None:
        keep(project, check_out=3)
        said = '<properties><property name="area" value="Check-Out"/></properties>'
        (project / "r.xml").write_text(
            f'<testsuite name="s"><testcase classname="c" name="a">{said}</testcase></testsuite>'
        )
        assert [each["area"] for each in call("ingest", "r.xml", "--json").document["verdicts"]] == ["check_out"]

    def test_a_rule_in_another_spelling_watches_the_files_of_the_area(self, call: Cli, project: Path) -> None:
        write(project, src__a_dot_py="1")
        (project / "hardwon.yaml").write_text("areas:\n  - {area: Check-Out, paths: [src/**]}\n")
        keep(project, check_out=3)
        call("record", "CHECKOUT", "--pass")
        (project / "src/a.py").write_text("2")
        [row] = call("status", "--json").document["areas"]
        assert (row["name"], row["confidence"], bool(row["changed"])) == ("check_out", 0, True)


def test_explain_says_what_names_an_area(call: Cli, project: Path) -> None:
    keep(project, auth=3)
    (project / "hardwon.yaml").write_text("areas:\n  - {area: auth, tests: [tests/auth/**], paths: [src/**]}\n")
    assert call("areas", "explain", "auth").stdout.startswith("auth: named by a rule\n  tests: tests/auth/**\n")
    assert call("areas", "explain", "tests/auth/test_a.py", "--json").document["area"] == "auth"


def test_explain_reads_the_area_that_a_test_in_yaml_names(call: Cli, project: Path) -> None:
    test = "area: Service\ntarget: shop\nsteps: [Open the fees page]\n"
    write(project, e2e__fees_dot_yaml=test, e2e__other_dot_yaml=test.replace("area: Service\n", ""))
    (project.parent / "fees.yaml").write_text(test)
    assert call("areas", "explain", "e2e/fees.yaml").stdout == "e2e/fees.yaml: area Service (the test names it)\n"
    assert call("areas", "explain", "e2e/other.yaml", "--json").document["area"] == "other"
    assert call("areas", "explain", "../fees.yaml", "--json").document["area"] == "fees"
    keep(project, service=1)
    assert call("areas", "explain", "e2e/fees.yaml", "--json").document["area"] == "service"


@pytest.mark.parametrize(
    "command", [("areas", "explain"), ("memory", "--reset", "--yes", "--area"), ("areas", "remove")]
)
def test_a_name_that_is_misspelt_is_no_area_and_the_one_that_was_meant_is_named(
    call: Cli, project: Path, command: tuple[str, ...]
) -> None:
    keep(project, auth=3)
    ended = call(*command, "ath")
    assert (ended.code, ended.stdout) == (3, "")
    assert "There is no area 'ath'" in ended.stderr
    assert "Did you mean 'auth'?" in ended.stderr
    assert "`hardwon areas list` has them all" in call(*command, "zzz").stderr
    # What can be a test is not held for a name.
    for test in ("ath.TestLogin", "tests/ath", "ath::test_a"):
        assert "area " in call("areas", "explain", test).stdout


def test_what_does_not_fit_stands_below_and_commands_stay_whole(call: Cli, project: Path) -> None:
    write(project, tests__test_shipping_dot_py="def test_a(): pass\n")
    keep(project, test_shipping=3)
    ingest(call, project, "tests/test_shipping.py")
    lines = call("areas", "list", env={"COLUMNS": "60"}).stdout.splitlines()
    assert lines[1:] == ["test_shipping      56.9 %  its tests", "  hardwon areas rename test_shipping shipping"]
    assert (
        call("areas", "list", env={"COLUMNS": "120"}).stdout.splitlines()[1].endswith("rename test_shipping shipping")
    )


@pytest.mark.parametrize(("columns", "below"), [(80, True), (200, False)])
def test_names_stand_below_the_sentence_where_both_do_not_fit(
    call: Cli, project: Path, columns: int, *, below: bool
) -> None:
    keep(project, auth=3, shipping_and_returns=3)
    said = call("status", env={"COLUMNS": str(columns)}).stdout
    assert ("or none recorded yet):\n  auth, shipping_and_returns\n" in said) == below
    assert ("or none recorded yet): auth, shipping_and_returns\n" in said) != below
