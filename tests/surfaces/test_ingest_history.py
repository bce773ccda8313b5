"""`hardwon ingest --history`: a newcomer with a year of CI artefacts."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import zipfile
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from hardwon.areas.candidate import Candidate
from hardwon.cli.main import run
from hardwon.memory import Memory

GOLD = Path(__file__).parents[1] / "gold" / "reports"
START = datetime(2026, 1, 5, 10, tzinfo=UTC)


class Year:
    """A project beside a folder of artefacts, and commands in it."""

    def __init__(self, root: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.root = root / "shop"
        self.artefacts = root / "artifacts"
        self._capsys = capsys
        self.err = ""
        self.root.mkdir()
        (self.root / ".git").mkdir()

    def __call__(self, *arguments: str, code: int = 0) -> str:
        actual = run([*arguments, "--project", str(self.root)])
        out, self.err = self._capsys.readouterr()
        assert actual == code, (out, self.err)
        return out

    def json(self, *arguments: str, code: int = 0) -> Any:
        return json.loads(self(*arguments, "--json", code=code))

    def history(self, *arguments: str, code: int = 0) -> Any:
        return self.json("ingest", "--history", *(arguments or (str(self.artefacts),)), code=code)

    def report(
        self,
        name: str,
        *,
        hours: float = 0,
        tests: str = "abcd",
        failed: str = "",
        commit: str = "",
        stamp: bool = True,
    ) -> Path:
        """A JUnit report of some tests of `auth`, begun so many hours after the start."""
        cases = "".join(
            f'<testcase file="tests/auth/test_login.py" classname="auth" name="{test}">'
            f"{'<failure/>' if test in failed else ''}</testcase>"
            for test in tests
        )
        began = f' timestamp="{(START + timedelta(hours=hours)).isoformat()}"' if stamp else ""
        named = f'<properties><property name="git.commit" value="{commit}"/></properties>' if commit else ""
        path = self.artefacts / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(
            f'<testsuites><testsuite name="unit"{began}>{named}{cases}<!-- {name} --></testsuite></testsuites>'
        )
        return path

    def runs(self, number: int, **more: Any) -> None:
        """Clean runs, four hours apart."""
        for each in range(number):
            self.report(f"run-{100 + each}/junit.xml", hours=4 * each, **more)

    @property
    def auth(self) -> Any:
        [area] = [each for each in self.json("status")["areas"] if each["name"] == "auth"]
        return area

    @property
    def record(self) -> bytes:
        return (self.root / ".hardwon" / "memory.json").read_bytes()


@pytest.fixture
def year(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Year:
    return Year(tmp_path, capsys)


def at(hours: float) -> str:
    return f"{START + timedelta(hours=hours):%Y-%m-%dT%H:%M:%S}Z"


def test_each_past_run_counts_in_the_order_of_time(year: Year) -> None:
    """The failure came last, whatever its folder is called."""
    year.report("run-1/junit.xml", hours=20, failed="a")
    year.report("run-2/junit.xml", hours=0)
    year.report("run-3/junit.xml", hours=10)
    said = year.history()
    assert [each["time"] for each in said["runs"]] == [at(0), at(10), at(20)]
    assert [each["time_from"] for each in said["runs"]] == ["report"] * 3
    area = year.auth
    assert (area["test_count"], area["fail_count"], area["last_tested_at"]) == (3, 1, at(20))
    assert area["confidence"] == pytest.approx(0.3439 - 0.30)


def test_history_alone_never_retires_but_one_present_pass_then_does(year: Year) -> None:
    year.runs(30)
    year.history()
    assert (year.auth["status"], year.auth["test_count"]) == ("stable", 30)
    assert not (year.root / ".hardwon" / "retired.json").exists()
    assert "by past runs, not yet on the present state" in year("status")
    shutil.copy(year.report("now.xml", hours=999), year.root / "now.xml")
    [verdict] = year.json("ingest", str(year.root / "now.xml"))["verdicts"]
    assert verdict["credited"]
    assert year.auth["status"] == "retired"
    assert "by past runs" not in year("status")


def test_the_gate_stays_closed_on_history_alone(year: Year) -> None:
    """The present code may not even be importable."""
    year.runs(30)
    year.history()
    for asked in ("--threshold", "--each"):
        year("status", asked, "90", code=1)
        assert "- auth, 0 %: 30 clean passes" in year.err
        assert "by past runs, not yet on the present state" in year.err
    assert "mean confidence on the present state 0 %" in year("status")
    year("record", "auth", "--fail")
    year("status", "--each", "50", code=1)
    year("record", "auth", "--pass")
    year("status", "--each", "50")
    assert "on the present state 0 %" not in year("status")


def test_no_test_is_left_out_because_of_the_past_alone(year: Year) -> None:
    """A reduced run on broken code would be green."""
    year.runs(30, tests="abcdefghij")
    year.history()
    candidates = [Candidate(test=f"tests/auth/test_login.py::{name}", area="auth") for name in "abcdefghij"]
    chosen = Memory.open(year.root).selection(candidates)
    assert chosen.counts == {"active area": 10}
    assert "not yet on the present state" in chosen.choices[0].reason
    year("record", "auth", "--pass")
    assert Memory.open(year.root).selection(candidates).counts == {"probe": 1, "retired": 9}


def test_one_present_pass_does_not_retire_what_was_just_rewritten(year: Year) -> None:
    """The reports name no commit, so nobody knows which of these passes were of the present files."""
    (year.root / "src").mkdir()
    source = year.root / "src" / "login.py"
    source.write_text("one")
    (year.root / "hardwon.yaml").write_text("areas: [{area: auth, tests: ['tests/auth/**'], paths: [src]}]")
    year.runs(16)
    year.history()
    source.write_text("rewritten")
    now = [year.report(f"now-{each}.xml", hours=900 + each) for each in range(15)]
    for each, report in enumerate(now):
        assert year.auth["status"] != "retired", each
        assert year.json("ingest", str(report), "--state", f"s{each}")["verdicts"][0]["credited"]
    assert (year.auth["status"], year.auth["tests_since_change"]) == ("retired", 15)


def test_the_past_proves_nothing_of_the_present_files(year: Year) -> None:
    """Its confidence is shown; from the first present pass on the files are watched, and a change starts it again."""
    (year.root / "src").mkdir()
    source = year.root / "src" / "login.py"
    source.write_text("one")
    (year.root / "hardwon.yaml").write_text("areas: [{area: auth, tests: ['tests/auth/**'], paths: [src]}]")
    year.runs(10)
    year.history()
    assert "fingerprint" not in json.loads(year.record)["areas"]["auth"]
    assert year.auth["confidence"] == pytest.approx(0.8784, abs=1e-4)
    source.write_text("two")
    assert year.auth["confidence"] == pytest.approx(0.8784, abs=1e-4)
    year("record", "auth", "--pass")
    source.write_text("three")
    assert year.auth["confidence"] == 0


def test_a_second_call_changes_nothing(year: Year) -> None:
    year.runs(6)
    year.report("run-200/junit.xml", hours=100, tests="a")  # too narrow to be credited, and last
    first = year.history()
    assert [each["recorded"] for each in first["runs"]] == [True] * 7
    record, runs = year.record, sorted((year.root / ".hardwon" / "runs").iterdir())
    said = year.history()
    assert (said["runs"], len(said["repeated"])) == ([], 7)
    assert (year.record, sorted((year.root / ".hardwon" / "runs").iterdir())) == (record, runs)


def test_a_second_call_changes_nothing_also_where_the_record_has_forgotten_the_reports(year: Year) -> None:
    """It remembers 500 of them, and a year has more."""
    year.runs(6)
    year.report("run-200/junit.xml", hours=100, tests="a")
    year.report("run-201/junit.xml", hours=101, tests="abcdefgh", failed="abcdefgh")  # teaches nothing
    year.history()
    path = year.root / ".hardwon" / "memory.json"
    path.write_text(json.dumps(json.loads(path.read_bytes()) | {"reports": {}}))
    record = year.record
    said = year.history()
    assert [each["recorded"] for each in said["runs"]] == [False] * 7 + [True]
    areas = json.loads(year.record)["areas"]
    assert areas == json.loads(record)["areas"]


def test_later_artefacts_go_on_from_there(year: Year) -> None:
    year.runs(3)
    year.history()
    year.runs(5)
    said = year.history()
    assert (len(said["runs"]), len(said["repeated"]), year.auth["test_count"]) == (2, 3, 5)


def test_what_is_known_is_not_overwritten_by_what_is_older(year: Year) -> None:
    year("record", "auth", "--fail")
    year.runs(4)
    before = year.record
    said = year.history()
    assert [each["recorded"] for each in said["runs"]] == [False] * 4
    assert "it is known until" in said["runs"][0]["verdicts"][0]["why"]
    assert year.record == before
    assert "memory --reset" in year("ingest", "--history", str(year.artefacts))


def test_shards_of_a_run_are_one_run_and_the_next_ones_are_held_against_them(year: Year) -> None:
    for number, hours in ((7, 0), (8, 4)):
        year.report(f"run-{number}/shard-1/junit.xml", hours=hours, tests="ab")
        year.report(f"run-{number}/shard-2/junit.xml", hours=hours + 0.1, tests="cd")
    year.report("run-9/shard-1/junit.xml", hours=8, tests="ab")
    said = year.history()
    assert [len(each["reports"]) for each in said["runs"]] == [2, 2, 1]
    assert [each["verdicts"][0]["credited"] for each in said["runs"]] == [True, True, False]
    assert said["runs"][2]["verdicts"][0]["why"].startswith("2 of 4 tests: no proof")


def test_the_newest_past_run_and_the_present_are_one_state(year: Year) -> None:
    """Right after CI: the same content again within the hour is not another proof."""
    (year.root / ".git").rmdir()
    (year.root / "shop.py").write_text("price = 1\n")
    git = ["git", "-c", "user.name=a", "-c", "user.email=a@example.org"]
    for arguments in (["init", "-q"], ["add", "-A"], ["commit", "-qm", "1"]):
        subprocess.run([*git, *arguments], cwd=year.root, check=True)
    head = subprocess.run([*git, "rev-parse", "HEAD"], cwd=year.root, check=True, capture_output=True, text=True)
    minutes_ago = datetime.now(UTC) - timedelta(minutes=5)
    year.report("run-1/junit.xml", hours=(minutes_ago - START) / timedelta(hours=1), commit=head.stdout.strip())
    year.history()
    [verdict] = year.json("ingest", str(year.report("now.xml", stamp=False)))["verdicts"]
    assert verdict["why"].startswith("same state as ")


@pytest.mark.parametrize(
    ("commits", "minutes", "counted"),
    [
        pytest.param(["aaaaaaa1", "aaaaaaa1"], 10, 1, id="one commit twice is one proof"),
        pytest.param(["aaaaaaa1", "bbbbbbb2"], 10, 2, id="two commits are two"),
        pytest.param(["", ""], 10, 1, id="nothing is known: the same"),
        pytest.param(["", ""], 90, 2, id="nothing is known, and the hour is over"),
        pytest.param(["aaaaaaa1", "aaaaaaa1"], 90, 2, id="one commit, and the hour is over"),
    ],
)
@pytest.mark.parametrize("where", ["report", "path"])
def test_independence_by_commit_else_by_time(
    year: Year, commits: list[str], minutes: int, counted: int, where: str
) -> None:
    for number, commit in enumerate(commits):
        folder = f"run-{number}-{commit}" if where == "path" and commit else f"run-{number}"
        named = commit if where == "report" else ""
        year.report(f"{folder}/junit.xml", hours=number * minutes / 60, commit=named)
    said = year.history()
    assert year.auth["test_count"] == counted
    assert [each["commit"] or "" for each in said["runs"]] == commits


def test_commits_with_the_same_content_are_one_state(year: Year) -> None:
    """As an empty commit, or a merge that changes nothing."""
    (year.root / ".git").rmdir()
    (year.root / "shop.py").write_text("price = 1\n")
    git = ["git", "-c", "user.name=a", "-c", "user.email=a@example.org"]
    for arguments in (["init", "-q"], ["add", "-A"], ["commit", "-qm", "1"], ["commit", "-qm", "2", "--allow-empty"]):
        subprocess.run([*git, *arguments], cwd=year.root, check=True)
    listed = subprocess.run([*git, "rev-list", "HEAD"], cwd=year.root, check=True, capture_output=True, text=True)
    for number, commit in enumerate(listed.stdout.split()):
        year.report(f"run-{number}/junit.xml", hours=number / 10, commit=commit)
    year.history()
    assert year.auth["test_count"] == 1


def test_damaged_and_unknown_files_are_named_and_stop_nothing(year: Year) -> None:
    year.runs(2)
    whole = year.report("run-300/junit.xml", hours=50).read_text()
    (year.artefacts / "run-300" / "junit.xml").write_text(whole[:60])
    bomb = '<!DOCTYPE a [<!ENTITY a "b">]><testsuites><testsuite name="&a;"/></testsuites>'
    (year.artefacts / "bomb.xml").write_text(bomb)
    (year.artefacts / "coverage.xml").write_text("<coverage/>")
    (year.artefacts / "package.json").write_text("{}")
    (year.artefacts / "empty.tap").write_text("")
    (year.artefacts / "shot.png").write_bytes(b"\x89PNG")
    os.mkfifo(year.artefacts / "pipe.xml")
    (year.artefacts / "elsewhere.xml").symlink_to("/dev/zero")
    said = year.history()
    assert year.auth["test_count"] == 2
    reasons = {Path(each["path"]).name: each["reason"] for each in said["left_out"]}
    assert reasons.keys() == {
        *("junit.xml", "bomb.xml", "coverage.xml", "package.json", "empty.tap", "pipe.xml", "elsewhere.xml")
    }
    assert "document type" in reasons["bomb.xml"]
    assert reasons["pipe.xml"] == reasons["elsewhere.xml"] == "it is not a file"
    assert said["other_files"] == 1
    assert "Left out: 7 files" in year("ingest", "--history", str(year.artefacts))


def test_no_report_at_all_is_an_error(year: Year) -> None:
    year.artefacts.mkdir()
    (year.artefacts / "a.xml").write_text("<coverage/>")
    said = year.history(code=3)
    assert [each["path"] for each in said["left_out"]] == [str(year.artefacts / "a.xml")]
    assert "None of 1 file is a report" in year.err
    assert not (year.root / ".hardwon").exists()
    year("ingest", "--history", str(year.artefacts / "nowhere"), code=3)
    assert "There is no file or folder" in year.err


@pytest.mark.parametrize("arguments", [["--state", "1"], ["--again"]])
def test_what_makes_no_sense_with_history_is_refused(year: Year, arguments: list[str]) -> None:
    year.runs(1)
    year("ingest", "--history", str(year.artefacts), *arguments, code=3)
    assert f"{arguments[0]} does not go with --history" in year.err
    year("ingest", "--history", "-", code=3)
    year("ingest", "--dry-run", str(year.artefacts / "run-100" / "junit.xml"), code=3)
    assert not (year.root / ".hardwon").exists()


def test_dry_run_says_what_would_be_and_writes_nothing(year: Year) -> None:
    year.runs(3)
    said = year.history(str(year.artefacts), "--dry-run")
    assert said["dry_run"]
    assert [(each["name"], each["test_count"]) for each in said["areas"]] == [("auth", 3)]
    assert not (year.root / ".hardwon").exists()
    assert "nothing was written" in year("ingest", "--history", "--dry-run", str(year.artefacts))
    year.history()
    assert year.auth["test_count"] == 3


def test_files_and_globs_in_any_order(year: Year, monkeypatch: pytest.MonkeyPatch) -> None:
    year.runs(4)
    monkeypatch.chdir(year.artefacts)
    said = year.history("run-103/junit.xml", "run-10[01]/*.xml", "run-101", "run-10?")
    assert [Path(report).parent.name for each in said["runs"] for report in each["reports"]] == [
        f"run-{100 + each}" for each in range(4)
    ]


def test_archives_of_artefacts_are_read_in_place(year: Year) -> None:
    """As CI keeps them. No name in them leads anywhere."""
    for number in range(3):
        report = year.report(f"run-{number}/junit.xml", hours=4 * number)
        with zipfile.ZipFile(year.artefacts / f"run-{number}.zip", "w", zipfile.ZIP_DEFLATED) as archive:
            archive.write(report, "../../../outside/junit.xml")
            archive.writestr("log.bin", b"\0")
        shutil.rmtree(report.parent)
    said = year.history()
    assert [each["time"] for each in said["runs"]] == [at(0), at(4), at(8)]
    assert said["runs"][0]["reports"] == [f"{year.artefacts}/run-0.zip!../../../outside/junit.xml"]
    assert {each.name for each in year.root.parent.iterdir()} == {"artifacts", "shop"}
    assert year.json("flaky")["runs"] == 3


def test_archives_that_would_fill_the_memory_are_left_out(year: Year) -> None:
    year.runs(1)
    bomb = zipfile.ZipFile(year.artefacts / "bomb.zip", "w", zipfile.ZIP_DEFLATED)
    with bomb, bomb.open("junit.xml", "w") as member:
        member.write(b"<testsuites")
        for _ in range(40):
            member.write(b" " * 1_000_000)
    with zipfile.ZipFile(year.artefacts / "many.zip", "w") as archive:
        for number in range(10_001):
            archive.writestr(f"{number}.xml", "")
    (year.artefacts / "damaged.zip").write_bytes((year.artefacts / "many.zip").read_bytes()[:5000])
    reasons = {Path(each["path"]).name: each["reason"] for each in year.history()["left_out"]}
    assert reasons.keys() == {"bomb.zip!junit.xml", "many.zip", "damaged.zip"}
    assert "larger than 16 MB" in reasons["bomb.zip!junit.xml"]
    assert "more than 10000 reports" in reasons["many.zip"]


def test_reports_of_real_runners_bring_their_own_times(year: Year) -> None:
    """And those that name none have the time of the file, which is said."""
    names = ["pytest-xunit2.xml", "playwright-auth.json", "jest-ctrf.json", "mocha-xunit.xml", "node-test-24.tap"]
    written = START.timestamp()
    for number, name in enumerate(names):
        (year.artefacts / f"build-{number}").mkdir(parents=True)
        shutil.copyfile(GOLD / name, year.artefacts / f"build-{number}" / name)
        os.utime(year.artefacts / f"build-{number}" / name, (written, written))
    memory = Memory.open(year.root)
    said = {Path(each["reports"][0]).name: each for each in year.history()["runs"]}
    dated = {name: each["time_from"] for name, each in said.items()}
    assert dated == dict.fromkeys(names, "report") | {"node-test-24.tap": "file"}
    assert said["mocha-xunit.xml"]["time"] == "2026-11-16T07:35:03Z"
    assert said["node-test-24.tap"]["time"] == at(0)
    assert {area.last_tested_at for area in memory.areas.values()} <= {each["time"] for each in said.values()}


def test_only_the_newest_runs_keep_their_evidence(year: Year) -> None:
    """Older ones would be dropped at once. All of them count."""
    (year.root / "hardwon.yaml").write_text("runs: {kept: 4}")
    year.runs(10)
    year("record", "cart", "--pass")
    said = year.history()
    memory = Memory.open(year.root)
    assert memory.areas["auth"].test_count == 10
    ids = [each["run_id"] for each in said["runs"]]
    assert memory.runs.ids()[:-1] == ids[-3:], "the run of the present stays, and it is the newest"
    summary = memory.runs.summary(ids[-1])
    assert (summary.time, summary.commit, summary.flaw) == (at(36), None, "")
    assert len(list(memory.runs.tests(ids[-1]))) == 4
    assert year.json("doctor")["findings"] == []


def test_a_report_of_a_counted_run_is_counted_once(year: Year) -> None:
    path = year.report("run-1/junit.xml")
    run_id = year.json("ingest", str(path))["run_id"]
    other = year.report("run-2/junit.xml", hours=9).read_text()
    named = other.replace(
        "<testcase", f'<properties><property name="hardwon_run" value="{run_id}"/></properties><testcase', 1
    )
    (year.artefacts / "run-2" / "junit.xml").write_text(named)
    said = year.history()
    assert (said["runs"], set(said["repeated"].values())) == ([], {run_id})


def test_runs_that_taught_nothing_are_named(year: Year) -> None:
    year.report("run-1/junit.xml", tests="abcdefgh", failed="abcdefg")
    said = year.history(code=1)
    assert said["runs"][0]["ignored"].startswith("7 of 8 tests failed")
    assert said["areas"] == []


@pytest.mark.parametrize(
    ("edits", "known", "passes"),
    [
        (["src/auth.py"] * 6, True, 1),
        (["README.md"] * 6, True, 6),
        (["README.md", "README.md", "src/auth.py", "README.md", "README.md", "README.md"], True, 4),
        (["src/auth.py"] * 6, False, 6),
    ],
    ids=["each rewrites the area", "none does", "the third does", "commits that git does not know"],
)
def test_past_runs_on_known_commits_prove_what_living_them_would_have(
    year: Year, edits: list[str], known: bool, passes: int
) -> None:
    (year.root / ".git").rmdir()
    git = ["git", "-c", "user.name=a", "-c", "user.email=a@example.org", "-C", str(year.root)]
    subprocess.run([*git, "init", "-q"], check=True)
    (year.root / "src").mkdir()
    (year.root / "hardwon.yaml").write_text("areas: [{area: auth, tests: ['tests/auth/**'], paths: [src/auth.py]}]\n")
    (year.root / "src/auth.py").write_text("0\n")
    for number, name in enumerate(edits):
        (year.root / name).write_text(f"{number}\n")
        subprocess.run([*git, "add", "-A"], check=True)
        subprocess.run([*git, "commit", "-qm", "a commit"], check=True)
        head = subprocess.run([*git, "rev-parse", "HEAD"], check=True, capture_output=True, text=True).stdout.strip()
        commit = head if known else f"{number:040x}"
        year.report(f"run-{number}/report.xml", hours=24 * number, commit=commit)
    for options in (["--dry-run"], []):
        year.history(str(year.artefacts), *options)
    [area] = year.json("status")["areas"]
    assert (area["pass_count"], area["tests_since_change"]) == (6, passes)
    assert area["confidence"] == pytest.approx(1 - 0.81**passes)
    assert not any(each["recorded"] for each in year.history()["runs"])
