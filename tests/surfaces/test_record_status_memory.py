"""`hardwon record`, `status` and `memory`, as a person and a program see them."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from tests.conftest import Cli, Ended

GOLD = Path(__file__).parents[1] / "gold" / "memory"
NOW = "2026-01-02T03:04:05Z"


def area(**other: Any) -> dict[str, Any]:
    return {
        "name": "auth",
        "confidence": 0.19,
        "test_count": 1,
        "pass_count": 1,
        "fail_count": 0,
        "last_tested_at": NOW,
        "maturity_stage": "new",
        "retired": False,
    } | other


def memory(areas: Any, **other: Any) -> dict[str, Any]:
    return {"areas": areas, "created_at": NOW, "updated_at": NOW, "version": 1} | other


def keep(project: Path, areas: dict[str, Any]) -> Path:
    path = project / ".hardwon" / "memory.json"
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps(memory(areas)))
    return path


def at(confidence: float, **other: Any) -> dict[str, Any]:
    return area(confidence=confidence, test_count=20, pass_count=20, **other)


class TestRecord:
    def test_says_what_it_did(self, call: Cli) -> None:
        assert call("record", "auth", "--pass").stdout == (
            "auth: 19 % confidence, new (1 clean pass: failure rate below 95 % at 95 % confidence)\n"
        )
        assert call("record", "auth", "--fail").stdout == (
            "auth: 0 % confidence, new (1 of 2 runs failed: failure rate below 97 % at 95 % confidence)\n"
        )

    def test_failure_that_was_recorded_is_fine(self, call: Cli) -> None:
        assert call("record", "auth", "--fail").code == 0

    def test_json_is_the_area_as_status_gives_it(self, call: Cli) -> None:
        recorded = call("record", "auth", "--pass", "--json").document
        assert recorded == call("status", "--json").document["areas"][0]
        assert recorded["confidence"] == 0.19

    def test_retirement_is_said(self, call: Cli, project: Path) -> None:
        keep(project, {"auth": at(0.949)})
        assert ", retired (" in call("record", "auth", "--pass").stdout

    @pytest.mark.parametrize("name", ["a\nb", "\x1b[31mx", "a\u202eb", "x" * 100_000])
    def test_hostile_name_is_recorded_as_one_visible_line(self, call: Cli, name: str) -> None:
        ended = call("record", "--pass", "--", name)
        assert ended.code == 0
        assert ended.stdout.rstrip("\n").isprintable()
        assert len(ended.stdout) < 500

    @pytest.mark.parametrize("name", ["", " \t", "\u200b"])
    def test_name_without_anything_visible_is_refused_and_nothing_is_made(
        self, call: Cli, project: Path, name: str
    ) -> None:
        ended = call("record", "--pass", "--", name)
        assert (ended.code, ended.stdout) == (3, "")
        assert "is not a name for an area" in ended.stderr
        assert "\x1b" not in ended.stderr
        assert len(ended.stderr) < 500
        assert not (project / ".hardwon").exists()

    def test_name_that_is_no_text_is_refused(self, project: Path, environment: dict[str, str]) -> None:
        done = subprocess.run(
            [sys.executable, "-m", "hardwon", "record", b"a\xff", "--pass"],
            cwd=project,
            env=environment,
            capture_output=True,
            check=False,
        )
        assert done.returncode == 3
        assert b"is not a name for an area" in done.stderr

    def test_name_may_look_like_an_option(self, call: Cli) -> None:
        assert call("record", "--pass", "--", "--reset").code == 0
        assert call("status", "--json").document["areas"][0]["name"] == "--reset"

    def test_damaged_record_of_retirements_stops_it(self, call: Cli, project: Path) -> None:
        path = keep(project, {"auth": area()})
        before = path.read_bytes()
        (path.parent / "retired.json").write_text("[]")
        assert call("record", "auth", "--pass").code == 3
        assert path.read_bytes() == before


class TestStatus:
    def test_empty_project(self, call: Cli, project: Path) -> None:
        ended = call("status")
        assert ended.code == 0
        assert "No areas yet (.hardwon/memory.json)" in ended.stdout
        assert call("status", "--json").document["areas"] == []
        assert not (project / ".hardwon").exists()

    def test_table(self, call: Cli, project: Path) -> None:
        keep(
            project,
            {
                "search": at(0.97, retired=True),
                "auth": area(confidence=0.6513, test_count=15, pass_count=15),
                "cart": area(confidence=0.1, test_count=4, pass_count=3, fail_count=1, flaky_count=2),
                "結帳": at(0.96),
            },
        )
        lines = call("status").stdout.splitlines()
        assert [line.split()[0] for line in lines[:5]] == ["AREA", "auth", "cart", "search", "結帳"]
        assert "█████████████░░░░░░░ 65.1 %" in lines[1]
        assert "growing" in lines[1]
        assert "2026-01-02 03:04" in lines[1]
        assert lines[1].endswith("15 clean passes: failure rate below 18 % at 95 % confidence")
        assert lines[2].split()[4:9] == ["new", "volatile", "4", "1", "2"]
        assert "1 of 4 runs failed: failure rate below 75 %" in lines[2]
        assert " retired " in lines[3]
        assert " stable " in lines[4]
        assert lines[-1].startswith("4 areas, 1 retired; mean confidence 67 %.")
        assert lines[-1].endswith("Source: .hardwon/memory.json")

    def test_columns_are_aligned_also_with_wide_letters(self, call: Cli, project: Path) -> None:
        keep(project, {"結帳": at(0.5), "auth": at(0.5), "e\u0301": at(0.5)})
        rows = call("status").stdout.splitlines()[1:4]
        wide = sum(
            2 if "\u4e00" <= char <= "\u9fff" else 0 if char == "\u0301" else 1 for char in rows[2].split("█")[0]
        )
        assert rows[0].index("█") == wide == len(rows[1].split("█")[0].replace("\u0301", ""))

    def test_json(self, call: Cli, project: Path) -> None:
        keep(project, {"b": at(0.97, retired=True), "a": at(0.8), "c": at(0.95), "B": at(0.1)})
        document = call("status", "--json").document
        assert [row["name"] for row in document["areas"]] == ["B", "a", "b", "c"]
        assert [row["status"] for row in document["areas"]] == ["volatile", "active", "retired", "stable"]
        assert [row["stage"] for row in document["areas"]] == ["new", "mature", "legacy", "legacy"]
        assert document["source"] == ".hardwon/memory.json"
        assert {"name", "confidence", "test_count", "pass_count", "fail_count", "last_tested_at"} <= set(
            document["areas"][0]
        )

    def test_change_is_seen_and_said_before_anything_writes_it(self, call: Cli, project: Path) -> None:
        (project / "hardwon.yaml").write_text("areas: [{area: auth, paths: [src]}]")
        (project / "src").mkdir()
        (project / "src" / "a.py").write_text("1")
        for _ in range(15):
            call("record", "auth", "--pass")
        assert call("status", "--json").document["areas"][0]["status"] == "retired"
        (project / "src" / "a.py").write_text("2")
        row = call("status", "--json").document["areas"][0]
        assert (row["confidence"], row["status"], row["stage"], row["test_count"]) == (0.0, "volatile", "new", 15)
        assert row["changed"].startswith("its files changed since ")
        assert "its files changed since" in call("status").stdout
        assert call("status", "--threshold", "1").code == 1
        assert '"retired": true' in call("memory").stdout

    def test_area_without_change_detection_is_said(self, call: Cli, project: Path) -> None:
        (project / "hardwon.yaml").write_text("areas: [{area: auth, paths: [src]}, {area: cart}]")
        (project / "src").mkdir()
        (project / "src" / "a.py").write_text("1")
        call("record", "auth", "--pass")
        call("record", "cart", "--pass")
        assert "No change detection for 1 of 2 areas" in call("status").stdout
        assert [row["tracked"] for row in call("status", "--json").document["areas"]] == [True, False]

    def test_paths_that_match_no_file_are_no_change_detection(self, call: Cli, project: Path) -> None:
        """A typo in `paths` must not look like an area that is watched."""
        (project / "hardwon.yaml").write_text("areas: [{area: auth, paths: [scr/**]}]")
        call("record", "auth", "--pass")
        assert "No change detection where the `paths` match no file: auth" in call("status").stdout
        assert call("status", "--json").document["areas"][0]["tracked"] is False

    def test_area_that_was_known_before_its_paths_says_at_once_that_they_match_no_file(
        self, call: Cli, project: Path
    ) -> None:
        call("record", "auth", "--pass")
        (project / "hardwon.yaml").write_text("areas: [{area: auth, paths: [scr/**]}]")
        assert "No change detection where the `paths` match no file: auth" in call("status").stdout

    def test_mended_paths_are_said_at_once_and_the_area_starts_again(self, call: Cli, project: Path) -> None:
        """What was proven while no file was watched says nothing about the files that are watched now."""
        (project / "six.py").write_text("1")
        (project / "hardwon.yaml").write_text("areas: [{area: six, paths: [sixx.py]}]")
        for _ in range(15):
            call("record", "six", "--pass")
        assert call("status", "--json").document["areas"][0]["status"] == "retired"
        (project / "hardwon.yaml").write_text("areas: [{area: six, paths: [six.py]}]")
        assert "match no file" not in call("status").stdout
        row = call("status", "--json").document["areas"][0]
        assert (row["confidence"], row["status"], row["tracked"]) == (0, "volatile", True)
        assert row["changed"] == "its `paths` match files now: what it proved before rests on none"
        call("record", "six", "--pass")
        assert call("status", "--json").document["areas"][0]["confidence"] == 0.19

    def test_paths_that_no_longer_match_are_said_at_once(self, call: Cli, project: Path) -> None:
        (project / "six.py").write_text("1")
        (project / "hardwon.yaml").write_text("areas: [{area: six, paths: [six.py]}]")
        call("record", "six", "--pass")
        (project / "six.py").rename(project / "seven.py")
        assert "No change detection where the `paths` match no file: six" in call("status").stdout
        assert call("status", "--json").document["areas"][0]["changed"] == "its `paths` match no file any more"

    def test_configured_area_without_evidence_is_named(self, call: Cli, project: Path) -> None:
        (project / "hardwon.yaml").write_text("areas: [{area: auth}]")
        assert "No evidence yet: auth" in call("status").stdout
        assert call("status", "--json").document["unknown"] == ["auth"]

    def test_adopted_memory_is_named_and_left_as_it_is(self, call: Cli, project: Path) -> None:
        shutil.copytree(GOLD / "teststop", project / ".teststop")
        before = (project / ".teststop" / "memory.json").read_bytes()
        ended = call("status")
        assert ended.stdout.splitlines()[-1].endswith("Source: .teststop/memory.json")
        assert "never" in next(line for line in ended.stdout.splitlines() if line.startswith("R&D <beta>"))
        assert (project / ".teststop" / "memory.json").read_bytes() == before
        assert sorted(os.listdir(project / ".teststop")) == ["memory.json", "retired.json"]  # noqa: PTH208 - names

    def test_adopted_memory_is_printed_as_it_is(self, cli: Cli, project: Path) -> None:
        shutil.copytree(GOLD / "teststop", project / ".teststop")
        assert cli("memory").stdout == (GOLD / "teststop" / "memory.json").read_text()


class TestGate:
    """The decision itself is a table in tests/unit/areas/test_gate.py; here is what a person and a CI job get."""

    @pytest.mark.parametrize(
        ("confidences", "arguments", "code"),
        [
            ([0.8, 0.6], ("--threshold", "70"), 0),
            ([0.8, 0.6], ("--threshold", "70.0001"), 1),
            ([0.8, 0.6], ("--each", "60"), 0),
            ([0.8, 0.6], ("--each", "61"), 1),
            ([0.8, 0.6], ("--threshold", "70", "--each", "61"), 1),
            ([0.8, 0.6], ("--threshold", "71", "--each", "60"), 1),
            ([0.0], ("--threshold", "0"), 1),
            ([], ("--threshold", "80"), 1),
            ([], ("--threshold", "0"), 1),
            ([], ("--each", "50"), 1),
            ([], (), 0),
            ([0.1], (), 0),
        ],
    )
    def test_exit_code(
        self, call: Cli, project: Path, confidences: list[float], arguments: tuple[str, ...], code: int
    ) -> None:
        keep(project, {f"a{number}": at(confidence) for number, confidence in enumerate(confidences)})
        ended = call("status", *arguments)
        assert ended.code == code
        assert bool(ended.stderr) is (code == 1)

    def test_empty_project_has_proven_nothing(self, call: Cli, project: Path) -> None:
        ended = call("status", "--threshold", "80")
        assert (ended.code, ended.stderr) == (1, "Nothing is proven: no area is known or configured.\n")
        assert not (project / ".hardwon").exists()

    def test_configured_areas_without_evidence_count(self, call: Cli, project: Path) -> None:
        (project / "hardwon.yaml").write_text("areas: [{area: auth}, {area: cart}]")
        keep(project, {"auth": at(0.9)})
        ended = call("status", "--threshold", "80")
        assert (ended.code, ended.stderr) == (
            1,
            "Mean confidence 45 % is below the threshold of 80 %.\n- cart, 0 %: no evidence yet\n",
        )
        assert call("status", "--threshold", "45").code == 0

    def test_run_in_which_everything_passes_does_not_close_it(self, call: Cli, project: Path) -> None:
        """Areas that retire stay in the mean."""
        keep(project, {name: at(0.949, name=name) for name in ("a", "b", "c")} | {"d": at(0.3, name="d")})
        assert call("status", "--threshold", "78").code == 0
        for name in "abcd":
            call("record", name, "--pass")
        rows = call("status", "--json").document["areas"]
        assert [row["status"] for row in rows] == ["retired", "retired", "retired", "volatile"]
        assert call("status", "--threshold", "78").code == 0

    def test_newly_known_area_is_named_as_the_reason(self, call: Cli, project: Path) -> None:
        keep(project, {"a": at(0.9)})
        call("record", "pay", "--pass")
        ended = call("status", "--threshold", "80")
        assert (ended.code, ended.stderr.splitlines()) == (
            1,
            [
                "Mean confidence 54.5 % is below the threshold of 80 %.",
                "Without what is newly known it is 90 %: pay.",
                "- pay, 19 %: newly known; 1 clean pass: failure rate below 95 % at 95 % confidence",
            ],
        )

    def test_area_whose_rule_is_gone_still_counts(self, call: Cli, project: Path) -> None:
        (project / "hardwon.yaml").write_text("areas: [{area: auth}]")
        keep(project, {"auth": at(0.9), "old": at(0.1)})
        assert call("status", "--json").document["mean_confidence"] == 0.5

    def test_area_configured_in_another_spelling_is_not_without_evidence(self, call: Cli, project: Path) -> None:
        (project / "hardwon.yaml").write_text("areas: [{area: Sign-in}]")
        keep(project, {"sign_in": at(0.9)})
        assert call("status", "--threshold", "90").code == 0
        assert call("status", "--json").document["unknown"] == []

    def test_area_that_is_marked_retired_below_the_threshold_is_not_retired_for_any_reader(
        self, call: Cli, project: Path
    ) -> None:
        keep(project, {"auth": at(0.7, retired=True)})
        assert call("status", "--json").document["areas"][0]["status"] == "volatile"
        assert "1 area, 0 retired" in call("status").stdout
        assert [area["name"] for area in call("mandate", "--json").document["focus"]] == ["auth"]
        recorded = call("record", "auth", "--fail")
        assert "back from retirement" not in recorded.stdout

    def test_adopted_memory_is_judged_where_it_lies(self, call: Cli, project: Path) -> None:
        shutil.copytree(GOLD / "teststop", project / ".teststop")
        document = call("status", "--json").document
        mean = sum(row["confidence"] for row in document["areas"]) / len(document["areas"])
        assert document["mean_confidence"] == pytest.approx(mean)
        assert call("status", "--threshold", "100").code == 1

    def test_json_says_what_closes_it(self, call: Cli, project: Path) -> None:
        keep(project, {"a": at(0.5), "b": area(confidence=0.1, test_count=4, pass_count=3, fail_count=1)})
        ended = call("status", "--threshold", "90", "--each", "20", "--json")
        document = ended.document
        assert ended.code == 1
        assert [document[key] for key in ("mean_confidence", "threshold", "each")] == [0.3, 90.0, 20.0]
        assert document["gate"]["passed"] is False
        assert document["gate"]["reasons"] == [
            "Mean confidence 30 % is below the threshold of 90 %.",
            "1 of 2 areas is below 20 %.",
        ]
        assert (document["gate"]["below"], document["gate"]["lowest"][0]) == (
            2,
            {
                "name": "b",
                "confidence": 0.1,
                "cause": "failed",
                "why": "1 of 4 runs failed: failure rate below 75 % at 95 % confidence",
            },
        )
        assert ended.stderr.startswith("Mean confidence 30 % is below")

    def test_json_of_an_open_gate(self, call: Cli, project: Path) -> None:
        keep(project, {"a": at(0.5)})
        assert call("status", "--json").document["gate"] is None
        assert call("status", "--threshold", "50", "--json").document["gate"] == {
            "passed": True,
            "reasons": [],
            "below": 0,
            "lowest": [],
            "remarks": [],
        }

    def test_figure_that_missed_it_is_not_rounded_to_it(self, call: Cli, project: Path) -> None:
        keep(project, {"a": at(0.7996)})
        assert "79.96 %" in call("status", "--threshold", "80").stderr

    @pytest.mark.parametrize("threshold", ["nan", "inf", "-1", "100.1", "high", ""])
    def test_what_is_no_share_is_refused(self, call: Cli, threshold: str) -> None:
        """A gate that can be opened by a typo is none."""
        assert call("status", f"--threshold={threshold}").code == 3
        assert call("status", f"--each={threshold}").code == 3


HOSTILE = {
    "escape": "\x1b[2J\x1b]0;owned\x07",
    "eight-bit escape": "\x9b2J",
    "newline": "x\n2 areas, 2 retired. All fine.",
    "bidi": "\u202etxet\u2066",
    "separator": "a\u2028b",
    "surrogate": "a\ud800b",
    "nothing": "",
    "ten megabytes": "x" * 10_000_000,
    "a megabyte of escapes": "\x1b" * 1_000_000,
}


class TestHostileRecord:
    """Anyone can write a memory.json; showing it must be safe."""

    @pytest.mark.parametrize("name", HOSTILE.values(), ids=HOSTILE)
    def test_table_shows_one_short_visible_row(self, call: Cli, project: Path, name: str) -> None:
        keep(project, {name: at(0.5), "other": at(0.5)})
        ended = call("status")
        assert ended.code == 0
        lines = ended.stdout.splitlines()
        assert len(lines) == 7
        assert all(line.isprintable() for line in lines)
        assert max(map(len, lines)) < 1000

    @pytest.mark.parametrize("name", HOSTILE.values(), ids=HOSTILE)
    def test_json_is_ascii_and_keeps_the_name(self, call: Cli, project: Path, name: str) -> None:
        keep(project, {name: at(0.5)})
        ended = call("status", "--json")
        assert ended.stdout.isascii()
        assert ended.document["areas"][0]["name"] == name

    @pytest.mark.parametrize("name", HOSTILE.values(), ids=HOSTILE)
    def test_reset_of_such_an_area_asks_visibly(self, call: Cli, project: Path, name: str) -> None:
        keep(project, {"other": at(0.5)})
        ended = call("memory", "--reset", f"--area={name}")
        assert ended.code == 3
        assert ended.stderr.rstrip("\n").isprintable()
        assert len(ended.stderr) < 1000

    def test_other_fields_are_shown_visibly_too(self, call: Cli, project: Path) -> None:
        keep(project, {"auth": at(0.5, maturity_stage="\x1b[31m", name="\x1b[31m", fingerprint="\x1b")})
        assert "\x1b" not in call("status").stdout


class TestMemory:
    def test_prints_the_file_byte_for_byte(self, project: Path, environment: dict[str, str]) -> None:
        (project / ".hardwon").mkdir()
        shutil.copy(GOLD / "hardwon-1" / "memory.json", project / ".hardwon")
        for arguments in (["memory"], ["memory", "--json"]):
            done = subprocess.run(
                [sys.executable, "-m", "hardwon", *arguments],
                cwd=project,
                env=environment | {"PYTHONIOENCODING": "latin-1"},
                capture_output=True,
                check=False,
            )
            assert done.stdout == (GOLD / "hardwon-1" / "memory.json").read_bytes(), done.stderr

    def test_without_a_file_it_is_empty(self, call: Cli) -> None:
        ended = call("memory")
        assert (ended.code, ended.document) == (0, {"areas": {}})
        assert "There is no .hardwon/memory.json yet." in ended.stderr

    @pytest.mark.parametrize("arguments", [["--yes"], ["--area", "auth"], ["--area", "auth", "--yes"]])
    def test_options_of_reset_alone_are_refused(self, call: Cli, project: Path, arguments: list[str]) -> None:
        path = keep(project, {"auth": at(0.5)})
        assert call("memory", *arguments).code == 3
        assert path.exists()


class TestReset:
    def test_without_a_terminal_and_without_yes_it_is_refused(self, cli: Cli, project: Path) -> None:
        path = keep(project, {"auth": at(0.5)})
        before = path.read_bytes()
        for arguments in ([], ["--area", "auth"], ["--json"]):
            ended = cli("memory", "--reset", *arguments)
            assert ended.code == 3
            assert "Add --yes" in ended.stderr
        assert path.read_bytes() == before

    def test_yes_deletes_both_files(self, call: Cli, project: Path) -> None:
        path = keep(project, {"auth": at(0.5)})
        (path.parent / "retired.json").write_text('{"areas": []}')
        ended = call("memory", "--reset", "--yes")
        assert (ended.code, ended.stdout) == (0, "Deleted .hardwon/memory.json and .hardwon/retired.json.\n")
        assert not path.exists()
        assert not (path.parent / "retired.json").exists()

    def test_json(self, call: Cli, project: Path) -> None:
        keep(project, {"auth": at(0.5), "cart": at(0.5)})
        assert call("memory", "--reset", "--area", "auth", "--yes", "--json").document["confidence"] == 0.0
        assert call("memory", "--reset", "--yes", "--json").document == {"deleted": [".hardwon/memory.json"]}
        assert call("memory", "--reset", "--yes", "--json").document == {"deleted": []}

    def test_nothing_there_is_fine_and_makes_nothing(self, call: Cli, project: Path) -> None:
        assert call("memory", "--reset", "--yes").stdout == "There was nothing to reset.\n"
        assert not (project / ".hardwon").exists()

    def test_one_area(self, call: Cli, project: Path) -> None:
        keep(project, {"auth": at(0.97, retired=True), "cart": at(0.5)})
        ended = call("memory", "--reset", "--area", "auth", "--yes")
        assert ended.stdout == "auth starts again; its 20 earlier runs stay as history.\n"
        rows = call("status", "--json").document["areas"]
        assert [(row["confidence"], row["test_count"]) for row in rows] == [(0.0, 20), (0.5, 20)]

    def test_unknown_area(self, call: Cli, project: Path) -> None:
        keep(project, {"auth": at(0.5)})
        ended = call("memory", "--reset", "--area", "auht", "--yes")
        assert ended.code == 3
        assert "no area 'auht'" in ended.stderr

    def test_adopted_memory_is_what_gets_deleted(self, call: Cli, project: Path) -> None:
        shutil.copytree(GOLD / "teststop", project / ".teststop")
        assert call("memory", "--reset", "--yes").code == 0
        assert not (project / ".teststop" / "memory.json").exists()


AREA = json.dumps(area())


def broken_area(**other: Any) -> str:
    return json.dumps(memory({"auth": area(**other)}))


def without(key: str) -> str:
    return json.dumps(memory({"auth": {name: value for name, value in area().items() if name != key}}))


DAMAGED: dict[str, tuple[str | bytes, str, str]] = {
    "empty": ("", "line 1", "not JSON"),
    "only space": (" \n\n", "line 3", "not JSON"),
    "cut off": (json.dumps(memory({"auth": area()}), indent=2)[:100], "line", "not JSON"),
    "comma too many": ('{"areas": {},}', "line 1, column 14", "not JSON"),
    "two documents": ('{"areas": {}}{}', "line 1, column 14", "not JSON"),
    "comment": ('{"areas": {} // none\n}', "line 1", "not JSON"),
    "single quotes": ("{'areas': {}}", "line 1", "not JSON"),
    "binary": (b"\x00\x01\x02\xff\xfe", "byte 3", "not UTF-8"),
    "latin-1": ('{"areas": {}, "x": "é"}'.encode("latin-1"), "byte 20", "not UTF-8"),
    "utf-16": ('{"areas": {}}'.encode("utf-16"), "byte 0", "not UTF-8"),
    "utf-16 without mark": ('{"areas": {}}'.encode("utf-16-le"), "line 1", "not JSON"),
    "encoded surrogate": (b'{"areas": {}, "x": "\xed\xa0\x80"}', "byte 20", "not UTF-8"),
    "conflict": (
        '{\n<<<<<<< ours\n  "areas": {}\n=======\n  "areas": {"x": 1}\n>>>>>>> theirs\n}\n',
        "line 2",
        "unresolved merge",
    ),
    "nested": ("[" * 100_000, "memory.json", "nested too deeply"),
    "nested in an area": ('{"areas": {"auth": ' + '{"a":' * 50_000, "memory.json", "nested too deeply"),
    "digits": ('{"areas": {}, "x": ' + "9" * 5000 + "}", "memory.json", "digit"),
    "nan elsewhere": ('{"areas": {}, "x": NaN}', "memory.json", "NaN"),
    "infinity elsewhere": ('{"areas": {}, "x": -Infinity}', "memory.json", "-Infinity"),
    "number too large elsewhere": ('{"areas": {}, "x": 1e999}', "memory.json", "too large"),
    "null": ("null", "memory.json", "must be an object, not null"),
    "list": ("[]", "memory.json", "must be an object, not a list"),
    "text": ('"memory"', "memory.json", "must be an object, not text"),
    "number": ("5", "memory.json", "must be an object, not a number"),
    "no areas": ("{}", "areas", "is missing"),
    "areas null": ('{"areas": null}', "areas", "must be an object, not null"),
    "areas list": ('{"areas": []}', "areas", "must be an object, not a list"),
    "areas text": ('{"areas": "x"}', "areas", "must be an object, not text"),
    "area null": ('{"areas": {"auth": null}}', "areas.auth", "must be an object, not null"),
    "area list": ('{"areas": {"auth": []}}', "areas.auth", "must be an object, not a list"),
    "area text": ('{"areas": {"auth": "x"}}', "areas.auth", "must be an object, not text"),
    "area true": ('{"areas": {"auth": true}}', "areas.auth", "must be an object, not true or false"),
    "area empty": ('{"areas": {"auth": {}}}', "areas.auth.confidence", "is missing"),
    "second of two": (json.dumps(memory({"a": area(), "b": None})), "areas.b", "not null"),
    "twice the same key": ('{"areas": {}, "areas": {}}', "'areas'", "twice"),
    "twice the same area": (f'{{"areas": {{"auth": {AREA}, "auth": {AREA}}}}}', "'auth'", "twice"),
    "twice the same field": (
        AREA.replace("{", '{"areas": {"auth": {"retired": true, ', 1) + "}}",
        "'retired'",
        "twice",
    ),
    "version 2": (json.dumps(memory({}, version=2)), "version", "is 2; this hardwon reads version 1"),
    "version 0": (json.dumps(memory({}, version=0)), "version", "is 0"),
    "version true": (json.dumps(memory({}, version=True)), "version", "is True"),
    "version text": (json.dumps(memory({}, version="1")), "version", "is '1'"),
    "version null": (json.dumps(memory({}, version=None)), "version", "is None"),
    "created at noon": (json.dumps(memory({}, created_at="noon")), "created_at", "RFC 3339"),
    "updated at 5": (json.dumps(memory({}, updated_at=5)), "updated_at", "RFC 3339"),
    "reports list": (json.dumps(memory({}, reports=[])), "reports", "must be an object"),
    "reports of numbers": (json.dumps(memory({}, reports={"x": 1})), "reports", "must hold texts"),
    **{
        f"{key} missing": (without(key), f"areas.auth.{key}", "is missing")
        for key in ("confidence", "test_count", "pass_count", "fail_count")
    },
    **{
        f"confidence {shown}": (
            broken_area(confidence=0).replace('"confidence": 0', f'"confidence": {shown}'),
            "areas.auth.confidence" if shown not in ("NaN", "Infinity", "1e999") else "memory.json",
            "from 0 to 1" if shown not in ("NaN", "Infinity", "1e999") else f"{shown} is",
        )
        for shown in ("-0.1", "1.0001", "5", "null", "true", '"0.5"', "[0.5]", "NaN", "Infinity", "1e999", "9" * 40)
    },
    **{
        f"{key} {shown}": (broken_area(**{key: value}), f"areas.auth.{key}", "an integer from 0")
        for key in (
            "test_count",
            "pass_count",
            "fail_count",
            "tests_before_change",
            "fails_before_change",
            "flaky_count",
        )
        for shown, value in {
            "negative": -1,
            "fraction": 1.5,
            "whole fraction": 1.0,
            "text": "1",
            "true": True,
            "null": None,
            "list": [1],
            "huge": 10**30,
        }.items()
    },
    "own count in a small area": (
        without("retired").replace('"name": "auth"', '"tests_before_change": "x"'),
        "areas.auth.tests_before_change",
        "an integer from 0",
    ),
    "more tests before the change than at all": (
        broken_area(tests_before_change=2),
        "areas.auth.tests_before_change",
        "more than test_count",
    ),
    "more failures before the change than at all": (
        broken_area(fails_before_change=1),
        "areas.auth.fails_before_change",
        "more than fail_count",
    ),
    **{
        f"retired {shown}": (broken_area(retired=value), "areas.auth.retired", "true or false")
        for shown, value in {"text": "yes", "one": 1, "null": None}.items()
    },
    **{
        f"{key} {shown}": (broken_area(**{key: value}), f"areas.auth.{key}", "must be text")
        for key in ("name", "maturity_stage", "fingerprint")
        for shown, value in {"number": 5, "null": None, "list": [1]}.items()
    },
    **{
        f"{key} {shown}": (broken_area(**{key: value}), f"areas.auth.{key}", "RFC 3339")
        for key in ("last_tested_at", "changed_at")
        for shown, value in {"word": "noon", "date": "2026-01-01", "local": "2026-01-01T00:00:00", "number": 5}.items()
    },
}

RETIREMENT = {"name": "auth", "retired_at": NOW, "test_count": 15, "pass_count": 15, "confidence": 0.96}


def broken_retirement(**other: Any) -> str:
    return json.dumps({"areas": [RETIREMENT, RETIREMENT | other], "updated_at": NOW})


DAMAGED_RETIRED: dict[str, tuple[str | bytes, str, str]] = {
    "empty": ("", "line 1", "not JSON"),
    "cut off": (json.dumps({"areas": [RETIREMENT]})[:40], "line 1", "not JSON"),
    "binary": (b"\xff", "byte 0", "not UTF-8"),
    "conflict": ("<<<<<<< ours\n{}\n=======\n{}\n>>>>>>> theirs\n", "line 1", "unresolved merge"),
    "list": ("[]", "retired.json", "must be an object, not a list"),
    "areas object": ('{"areas": {}}', "areas", "must be a list"),
    "entry null": ('{"areas": [null]}', "areas[0]", "must be an object, not null"),
    "twice the same key": ('{"areas": [], "areas": []}', "'areas'", "twice"),
    "nan": ('{"areas": [], "x": NaN}', "retired.json", "NaN"),
    "updated at 5": ('{"areas": [], "updated_at": 5}', "updated_at", "RFC 3339"),
    "name": (broken_retirement(name=None), "areas[1].name", "must be text"),
    "retired_at null": (broken_retirement(retired_at=None), "areas[1].retired_at", "time"),
    "retired_at": (broken_retirement(retired_at="noon"), "areas[1].retired_at", "RFC 3339"),
    "unretired_at": (broken_retirement(unretired_at="noon"), "areas[1].unretired_at", "RFC 3339"),
    "test_count": (broken_retirement(test_count=-1), "areas[1].test_count", "an integer from 0"),
    "pass_count": (broken_retirement(pass_count=[]), "areas[1].pass_count", "an integer from 0"),
    "confidence": (broken_retirement(confidence=2), "areas[1].confidence", "from 0 to 1"),
}

READERS = (
    ("status",),
    ("status", "--json"),
    ("status", "--threshold", "80"),
    ("record", "auth", "--pass"),
    ("memory",),
    ("mandate",),
    ("memory", "--reset", "--area", "auth", "--yes"),
)


class TestDamaged:
    """Exit 3 with the file, the place and the reason; the file stays byte for byte; only a reset removes it."""

    @staticmethod
    def check(ended: Ended, file: str, place: str, reason: str) -> None:
        assert ended.code == 3
        assert ended.stdout == ""
        assert ended.stderr.startswith("hardwon: ")
        assert ended.stderr.endswith("[damaged-record]\n")
        assert f".hardwon/{file}" in ended.stderr
        assert place in ended.stderr
        assert reason in ended.stderr
        assert ended.stderr.count("\n") == 1
        assert len(ended.stderr) < 1500

    @pytest.mark.parametrize("kind", DAMAGED)
    def test_memory(self, call: Cli, project: Path, kind: str) -> None:
        content, place, reason = DAMAGED[kind]
        raw = content if isinstance(content, bytes) else content.encode()
        path = project / ".hardwon" / "memory.json"
        path.parent.mkdir()
        path.write_bytes(raw)
        for arguments in READERS:
            self.check(call(*arguments), "memory.json", place, reason)
            assert path.read_bytes() == raw
        assert call("memory", "--reset", "--yes").code == 0
        assert not path.exists()
        assert call("record", "auth", "--pass").code == 0

    @pytest.mark.parametrize("kind", DAMAGED_RETIRED)
    def test_retired(self, call: Cli, project: Path, kind: str) -> None:
        content, place, reason = DAMAGED_RETIRED[kind]
        raw = content if isinstance(content, bytes) else content.encode()
        memory_file = keep(project, {"auth": at(0.949)})
        before = memory_file.read_bytes()
        path = project / ".hardwon" / "retired.json"
        path.write_bytes(raw)
        for arguments in READERS:
            self.check(call(*arguments), "retired.json", place, reason)
            assert path.read_bytes() == raw
            assert memory_file.read_bytes() == before
        assert call("memory", "--reset", "--yes").code == 0
        assert not path.exists()

    def test_place_with_a_hostile_name_is_shown_visibly(self, call: Cli, project: Path) -> None:
        keep(project, {"\x1b[31m" + "x" * 5000: None})
        ended = call("status")
        assert ended.code == 3
        assert "\x1b" not in ended.stderr
        assert len(ended.stderr) < 1000

    def test_folder_in_place_of_the_file(self, call: Cli, project: Path) -> None:
        (project / ".hardwon" / "memory.json").mkdir(parents=True)
        for arguments in (("status",), ("record", "auth", "--pass"), ("memory", "--reset", "--yes")):
            ended = call(*arguments)
            assert ended.code == 3
            assert "memory.json" in ended.stderr
