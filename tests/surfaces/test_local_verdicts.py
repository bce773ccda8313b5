"""`record: local`: verdicts stay on this machine, the tree stays clean, and the figures are right on every branch."""

from __future__ import annotations

import json
import subprocess
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pytest

from hardwon.memory import Memory

if TYPE_CHECKING:
    from pathlib import Path

CONFIG = """
services: {confidence: {record: local}}
areas:
  - {area: auth, tests: ["tests/auth/**"], paths: ["src/auth/**"]}
  - {area: cart, tests: ["tests/cart/**"], paths: ["src/cart/**"]}
"""


@dataclass(frozen=True)
class Day:
    """A developer's checkout."""

    root: Path
    environment: dict[str, str]
    call: Any

    def git(self, *arguments: str) -> str:
        done = subprocess.run(
            ["git", *arguments], cwd=self.root, env=self.environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout.strip()

    def edit(self, area: str, text: str) -> None:
        file = self.root / "src" / area / "code.py"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)

    def commit(self) -> None:
        self.git("add", "-A")
        self.git("commit", "-q", "-m", "work")

    def run(self, *flags: str, **verdicts: str) -> None:
        """Verdicts on areas: p for a pass, f for a failure; each is a run of its own."""
        for area, letters in verdicts.items():
            for letter in letters:
                how = "--pass" if letter == "p" else "--fail"
                assert self.call("record", area, how, *flags, cwd=self.root).code == 0

    def figures(self) -> dict[str, tuple[int, int, float]]:
        """Tests, failures and confidence of each area, as `status` shows them."""
        rows = self.call("status", "--json", cwd=self.root).document["areas"]
        return {row["name"]: (row["test_count"], row["fail_count"], round(row["confidence"], 4)) for row in rows}

    @property
    def log(self) -> Path:
        return self.root / ".hardwon/local/areas.jsonl"


@pytest.fixture
def day(project: Path, environment: dict[str, str], call: Any) -> Day:
    names = {f"GIT_{who}_{what}": "a@example.invalid" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
    found = Day(project, environment | names | {"GIT_CONFIG_NOSYSTEM": "1"}, call)
    found.git("init", "-q", "-b", "main", ".")
    (project / "hardwon.yaml").write_text(CONFIG)
    found.edit("auth", "1\n")
    found.edit("cart", "1\n")
    # What CI has committed: two passes of auth.
    found.run("--set", "record=commit", auth="pp")
    found.commit()
    return found


def passed(times: int) -> float:
    return round(1 - 0.81**times, 4)


def test_run_leaves_the_tree_clean_and_the_record_as_it_was(day: Day) -> None:
    before = (day.root / ".hardwon/memory.json").read_bytes()
    day.run(auth="ppf", cart="p")
    assert day.git("status", "--porcelain") == ""
    assert (day.root / ".hardwon/memory.json").read_bytes() == before
    assert day.figures() == {"auth": (5, 1, round(passed(4) - 0.3, 4)), "cart": (1, 0, passed(1))}
    assert day.call("doctor", cwd=day.root).code == 0


def test_day_of_thirty_runs_and_five_branch_changes(day: Day) -> None:
    """No checkout is held up, there is no conflict, and each figure is right at each point."""
    day.run(auth="pppp", cart="pppp")  # 8 runs
    on_main = {"auth": (6, 0, passed(6)), "cart": (4, 0, passed(4))}
    assert day.figures() == on_main
    day.git("checkout", "-q", "-b", "feature")  # 1
    assert day.figures() == on_main
    day.edit("auth", "2\n")
    assert day.figures()["auth"][2] == 0  # its files changed
    day.run(auth="pppppf", cart="pp")  # 16 runs; auth on new files
    on_feature = {"auth": (8, 1, round(passed(5) - 0.3, 4)), "cart": (6, 0, passed(6))}
    assert day.figures() == on_feature
    day.commit()
    day.git("checkout", "-q", "main")  # 2: auth as it was, cart has the same files there
    assert day.figures() == {"auth": (6, 0, passed(6)), "cart": (6, 0, passed(6))}
    day.run(auth="pp", cart="ff")  # 20 runs
    assert day.figures() == {"auth": (8, 0, passed(8)), "cart": (8, 2, round(passed(6) - 0.6, 4))}
    day.git("checkout", "-q", "feature")  # 3
    assert day.figures() == {"auth": on_feature["auth"], "cart": (8, 2, round(passed(6) - 0.6, 4))}
    day.run(auth="ppppp")  # 25 runs
    day.git("checkout", "-q", "main")  # 4
    # CI has counted two more passes of auth on main meanwhile; they come with a pull.
    day.run("--set", "record=commit", auth="pp")
    day.commit()
    assert day.figures()["auth"] == (10, 0, passed(10))
    day.git("checkout", "-q", "-b", "another")  # 5
    day.run(auth="ppppp")  # 30 runs
    assert day.figures()["auth"] == (15, 0, passed(15))
    assert day.git("status", "--porcelain") == ""
    day.git("merge", "-q", "--no-edit", "feature")
    assert day.figures()["auth"][0] == 4 + 2 + 4 + 5  # the files of feature, and what was proven on them
    assert day.call("doctor", cwd=day.root).code == 0


def test_long_log_is_replayed_from_where_it_was_left(day: Day) -> None:
    """With what was kept of it or without, the figures are the same: after more verdicts, on other files, whatever."""

    def without_cache() -> dict[str, tuple[int, int, float]]:
        (day.root / ".hardwon/cache/local-areas.json").unlink(missing_ok=True)
        return day.figures()

    day.run(auth="p" * 30 + "f" + "p" * 30, cart="pppf")
    kept = day.root / ".hardwon/cache/local-areas.json"
    assert (kept.exists(), day.figures()) == (True, without_cache())
    assert day.figures()["auth"][:2] == (63, 1)
    day.run(auth="fp", cart="f")
    assert day.figures() == without_cache()
    assert day.figures()["auth"][:2] == (65, 2)
    day.edit("auth", "2\n")
    assert day.figures()["auth"][2] == 0
    day.run(auth="p")
    assert day.figures() == without_cache()
    day.edit("auth", "1\n")
    assert day.figures()["auth"][:2] == (65, 2)
    lines = day.log.read_text().splitlines(keepends=True)
    day.log.write_text("".join(lines[1:]))
    assert day.figures()["auth"][:2] == (64, 2)
    kept.write_text("[")
    assert day.figures() == without_cache()


def test_area_retires_and_comes_back_without_touching_the_record(day: Day) -> None:
    day.run(auth="p" * 14)
    assert day.call("status", "--json", cwd=day.root).document["areas"][0]["status"] == "retired"
    day.run(auth="f")
    assert day.call("status", "--json", cwd=day.root).document["areas"][0]["status"] != "retired"
    assert day.git("status", "--porcelain") == ""
    assert day.call("doctor", cwd=day.root).code == 0


@pytest.mark.parametrize(
    ("record", "ci", "local"), [("auto", "", True), ("auto", "true", False), ("auto", "false", True)]
)
def test_auto_commits_in_ci_alone(day: Day, record: str, ci: str, local: bool) -> None:
    ended = day.call("record", "auth", "--pass", "--set", f"record={record}", cwd=day.root, env={"CI": ci})
    assert ended.code == 0
    assert day.log.exists() == local
    assert (day.git("status", "--porcelain") == "") == local


def test_report_counts_once_and_a_repeat_is_one_proof(day: Day) -> None:
    report = '<testsuite><testcase file="tests/cart/test_it.py" name="t"/></testsuite>'
    (day.root / "report.xml").write_text(report)
    first = day.call("ingest", "report.xml", "--json", cwd=day.root).document
    assert first["verdicts"][0]["credited"]
    assert day.call("ingest", "report.xml", "--json", cwd=day.root).document["verdicts"] == []
    (day.root / "report.xml").write_text(report + "\n")
    again = day.call("ingest", "report.xml", "--json", cwd=day.root).document
    assert not again["verdicts"][0]["credited"]
    assert day.figures()["cart"] == (1, 0, passed(1))


def test_resets_hold_here(day: Day) -> None:
    day.run(auth="ppp")
    assert day.call("memory", "--reset", "--area", "auth", "--yes", cwd=day.root).code == 0
    assert day.figures()["auth"] == (5, 0, 0.0)
    day.run(auth="p")
    assert day.figures()["auth"] == (6, 0, passed(1))
    assert day.git("status", "--porcelain") == ""
    assert day.call("memory", "--reset", "--yes", cwd=day.root).code == 0
    assert not day.log.exists()


def test_broken_line_is_left_out_and_named(day: Day) -> None:
    """A writer that was killed leaves half a line; the next one begins on its own."""
    day.run(auth="p")
    with day.log.open("a") as log:
        log.write('{"at": "2030')
    assert day.figures()["auth"][0] == 3
    day.run(auth="p")
    assert day.figures()["auth"][0] == 4
    ended = day.call("doctor", cwd=day.root)
    assert ended.code == 1
    assert ".hardwon/local/areas.jsonl" in ended.stdout


ROW = {"at": "2030-01-01T00:00:00Z", "run": "r", "reports": {}, "runs": []}
VERDICT = {"area": "auth", "verdict": "passed", "credited": True}


@pytest.mark.parametrize(
    "row",
    [
        {},
        ROW | {"changes": [{}]},
        ROW | {"changes": [VERDICT | {"verdict": "maybe"}]},
        ROW | {"changes": [VERDICT | {"tests": "x", "state": "s"}]},
        ROW | {"changes": [VERDICT | {"fingerprint": 3}]},
        ROW | {"changes": [VERDICT], "at": 1},
        ROW | {"changes": [VERDICT], "at": "yesterday"},
        ROW | {"changes": [{"area": "auth", "as": {"confidence": 7}}]},
        ROW | {"changes": 3},
        ROW | {"changes": [], "reports": 3},
        ROW | {"changes": [], "runs": 4},
    ],
)
def test_line_that_says_something_else_is_damage(day: Day, row: dict[str, Any]) -> None:
    day.log.parent.mkdir()
    day.log.write_text(json.dumps(row) + "\n")
    ended = day.call("status", cwd=day.root)
    assert ended.code == 3
    assert "[damaged-record]" in ended.stderr
    assert day.log.read_text() == json.dumps(row) + "\n"


def test_push_says_that_verdicts_stay_here(day: Day, tmp_path: Path) -> None:
    subprocess.run(["git", "clone", "-q", "--bare", str(day.root), str(tmp_path / "hub.git")], check=True)
    day.git("remote", "add", "origin", str(tmp_path / "hub.git"))
    day.run(auth="p")
    ended = day.call("push", cwd=day.root)
    assert ended.code == 0
    assert "record: local" in ended.stdout


def test_the_same_updates_come_to_the_same_areas(tmp_path: Path) -> None:
    """Whatever a run does to an area, the log does once more: compared with the record itself, step by step."""
    memories = []
    for record in ("commit", "local"):
        root = tmp_path / record
        (root / ".git").mkdir(parents=True)
        memories.append(Memory.open(root, flags=[f"record={record}"]))
    for step, letters in enumerate(["p", "p", "f", "pp", "p" * 20, "f", "pf"]):
        for letter in letters:
            for memory in memories:
                memory.record("auth", passed=letter == "p")
                memory.record(f"area{step}", passed=letter != "p")
        first, second = (
            {name: (a.confidence, a.test_count, a.fail_count, a.retired) for name, a in m.areas.items()}
            for m in memories
        )
        assert first == second
