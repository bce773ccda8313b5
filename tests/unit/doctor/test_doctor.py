"""What doctor finds, and what it does not."""

from __future__ import annotations

import json
import subprocess
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest

from hardwon import doctor
from hardwon.errors import SettingError
from hardwon.memory import Memory
from hardwon.project.root import Project

if TYPE_CHECKING:
    from pathlib import Path

NOW = datetime(2030, 1, 1, 12, tzinfo=UTC)
EARLIER = "2030-01-01T11:00:00Z"


@pytest.fixture
def root(project: Path) -> Path:
    """A project in which everything agrees: some records, a retired area, a configuration."""
    (project / "src/auth").mkdir(parents=True)
    (project / "src/auth/login.py").write_text("x = 1\n")
    (project / "hardwon.yaml").write_text(
        'areas:\n  - area: auth\n    tests: ["tests/auth"]\n    paths: ["src/auth"]\n'
    )
    memory = Memory(Project(project), Memory.of(Project(project)).config, clock=lambda: NOW - timedelta(hours=1))
    for _ in range(15):
        memory.record("auth", passed=True)
    memory.record("cart", passed=False)
    return project


def findings(root: Path, **environ: str) -> list[tuple[str, str]]:
    found = doctor.examine(Project(root), environ=environ, now=NOW).findings
    return [(finding.path, finding.reason) for finding in found]


def finding(root: Path, **environ: str) -> tuple[str, str]:
    """The only one."""
    (found,) = findings(root, **environ)
    return found


def change_memory(root: Path, area: str, **values: Any) -> None:
    change(root / ".hardwon/memory.json", lambda data: data["areas"][area].update(values))


def change_retired(root: Path, **values: Any) -> None:
    change(root / ".hardwon/retired.json", lambda data: data["areas"][0].update(values))


def change(path: Path, how: Any) -> None:
    data = json.loads(path.read_text())
    how(data)
    path.write_text(json.dumps(data))


def test_sound_project_has_no_findings(root: Path) -> None:
    found = doctor.examine(Project(root), environ={}, now=NOW)
    assert found == doctor.Examination(findings=(), areas=2, observations=0, runs=16)


def test_empty_project_has_no_findings(project: Path) -> None:
    assert doctor.examine(Project(project), environ={}, now=NOW) == doctor.Examination(
        findings=(), areas=0, observations=0, runs=0
    )


@pytest.mark.parametrize(
    ("area", "values", "reason"),
    [
        ("auth", {"name": "login"}, "areas.auth: its name is 'login'; the key is what counts"),
        (
            "auth",
            {"maturity_stage": "new"},
            "areas.auth.maturity_stage: is 'new', but a confidence of 0.957609 is 'legacy'",
        ),
        ("cart", {"pass_count": 1}, "areas.cart: 1 passed and 1 failed, but test_count is 1"),
        ("cart", {"flaky_count": 1}, "areas.cart: flaky_count is 1, but only 0 passed"),
        (
            "cart",
            {"confidence": 0.2},
            "areas.cart: its confidence is 0.2, but nothing has passed since its last change",
        ),
        (
            "auth",
            {"confidence": 0.94, "maturity_stage": "legacy"},
            "areas.auth: is retired with a confidence of 0.94, below 0.95",
        ),
        (
            "auth",
            {"tests_before_change": 3},
            "areas.auth: is retired after 12 tests since its last change, fewer than 15",
        ),
        (
            "cart",
            {"fails_before_change": 1},
            "areas.cart: the tests and failures before its last change do not go together",
        ),
        (
            "cart",
            {"last_tested_at": "2030-01-01T12:06:00Z"},
            "areas.cart.last_tested_at: 2030-01-01T12:06:00Z lies in the future",
        ),
        (
            "cart",
            {"changed_at": "2031-01-01T12:06:00Z"},
            "areas.cart.changed_at: 2031-01-01T12:06:00Z lies in the future",
        ),
    ],
)
def test_area_that_contradicts_itself_is_named(root: Path, area: str, values: dict[str, Any], reason: str) -> None:
    change_memory(root, area, **values)
    assert finding(root) == (".hardwon/memory.json", reason)


def test_clocks_of_two_machines_may_differ_a_little(root: Path) -> None:
    change_memory(root, "cart", last_tested_at="2030-01-01T12:04:00Z")
    assert findings(root) == []


def test_gates_are_those_that_the_settings_name(root: Path) -> None:
    assert "fewer than 16" in finding(root, HARDWON_RETIREMENT_TESTS="16")[1]


def test_retired_area_without_an_open_entry_is_named(root: Path) -> None:
    (root / ".hardwon/retired.json").unlink()
    assert finding(root) == (".hardwon/retired.json", "has no open entry for auth, which is retired in memory.json")


def test_open_entry_of_an_area_that_is_not_retired_is_named_until_the_next_record(root: Path) -> None:
    change_memory(root, "auth", retired=False)
    path, reason = finding(root)
    assert path == ".hardwon/retired.json"
    assert reason.startswith(f"areas[0]: auth is retired here since {EARLIER}, but not in memory.json")
    Memory(Project(root), Memory.of(Project(root)).config, clock=lambda: NOW).record("auth", passed=False)
    assert findings(root) == []


def test_entry_that_ended_before_it_began_is_named(root: Path) -> None:
    change_memory(root, "auth", retired=False)
    change_retired(root, unretired_at="2030-01-01T10:00:00Z")
    assert finding(root) == (".hardwon/retired.json", "areas[0]: ended before it began")


def test_entry_from_the_future_is_named(root: Path) -> None:
    change_retired(root, retired_at="2030-02-01T10:00:00Z")
    assert finding(root) == (".hardwon/retired.json", "areas[0].retired_at: 2030-02-01T10:00:00Z lies in the future")


def test_damaged_record_is_a_finding_and_the_rest_is_still_examined(root: Path) -> None:
    (root / ".hardwon/memory.json").write_text('{"areas": {"auth": {"confidence": 7}}}')
    (root / ".hardwon/.gitignore").unlink()
    change_retired(root, retired_at="2030-02-01T10:00:00Z")
    assert findings(root)[0] == (
        ".hardwon/memory.json",
        "areas.auth.confidence: is 7, but must be a number from 0 to 1.",
    )
    assert [path for path, _ in findings(root)[1:]] == [".hardwon/retired.json", ".hardwon/.gitignore"]


def test_damaged_history_is_a_finding_and_the_areas_are_still_examined(root: Path) -> None:
    (root / ".hardwon/retired.json").write_text("{")
    change_memory(root, "cart", pass_count=4)
    assert [path for path, _ in findings(root)] == [".hardwon/retired.json", ".hardwon/memory.json"]


def test_record_that_is_no_file_is_a_finding(root: Path) -> None:
    (root / ".hardwon/memory.json").unlink()
    (root / ".hardwon/memory.json").mkdir()
    assert (".hardwon/memory.json", "cannot be read: Is a directory") in findings(root)


def test_second_memory_that_is_not_read_is_named(root: Path) -> None:
    (root / ".teststop").mkdir()
    (root / ".teststop/memory.json").write_text('{"areas": {}, "version": 1}')
    path, reason = finding(root)
    assert path == ".teststop/memory.json"
    assert ".hardwon/memory.json is there too" in reason


def test_adopted_memory_by_itself_is_examined_in_its_place(project: Path) -> None:
    (project / ".teststop").mkdir()
    raw = {"confidence": 0, "test_count": 1, "pass_count": 0, "fail_count": 0}
    (project / ".teststop/memory.json").write_text(json.dumps({"areas": {"auth": raw}, "version": 1}))
    assert finding(project)[0] == ".teststop/memory.json"


def a_run(root: Path) -> Path:
    return min((root / ".hardwon/runs").iterdir())


def test_missing_run_summary_is_named(root: Path) -> None:
    run = a_run(root)
    (run / "run.json").rename(run / "steps.jsonl")
    assert finding(root) == (f".hardwon/runs/{run.name}/run.json", "is missing")


def test_folder_of_a_run_that_never_began_is_named(root: Path) -> None:
    run = a_run(root)
    (run / "run.json").unlink()
    reason = "is missing: the run was killed before it began; delete its folder"
    assert finding(root) == (f".hardwon/runs/{run.name}/run.json", reason)


@pytest.mark.parametrize(
    ("values", "reason"),
    [
        ({"run_id": "other"}, "run_id: is 'other', but the folder is"),
        ({"verdicts": None}, "verdicts: must be a list"),
        ({"verdicts": [{"area": "auth"}]}, "verdicts[0]: must be an object with area, passed, tests, failed and flaky"),
        ({"verdicts": ["auth"]}, "verdicts[0]: must be an object"),
        ({"time": "yesterday"}, "time: is 'yesterday', but must be an RFC 3339 time"),
        ({"time": None}, "time: is None, but must be an RFC 3339 time"),
        ({"time": "2031-01-01T00:00:00Z"}, "time: 2031-01-01T00:00:00Z lies in the future"),
    ],
)
def test_run_summary_of_another_shape_is_named(root: Path, values: dict[str, Any], reason: str) -> None:
    change(a_run(root) / "run.json", lambda data: data.update(values))
    assert finding(root)[1].startswith(reason)


@pytest.mark.parametrize(
    ("content", "reason"), [(b"{", "is not JSON"), (b"[]", "must hold an object"), (b"\xff", "is not JSON")]
)
def test_unreadable_run_summary_is_named(root: Path, content: bytes, reason: str) -> None:
    (a_run(root) / "run.json").write_bytes(content)
    assert finding(root)[1].startswith(reason)


def test_broken_lines_of_tests_are_named_by_number(root: Path) -> None:
    good = b'{"test": "t", "verdict": "passed"}\n'
    (a_run(root) / "tests.jsonl").write_bytes(
        good + b"{\n" + good + b"[]\n" + b'{"test": "t", "verdict": "maybe"}\n' + good[:-5]
    )
    assert [reason.split(":")[0] for _, reason in findings(root)] == ["line 2", "line 4", "line 5", "line 6"]
    assert findings(root)[-1][1] == "line 6: is cut off"


def test_file_full_of_broken_lines_gives_a_few_findings(root: Path) -> None:
    (a_run(root) / "tests.jsonl").write_bytes(b"x\n" * 1000)
    reasons = [reason for _, reason in findings(root)]
    assert len(reasons) == 6
    assert reasons[-1] == "995 more broken lines"


def test_endless_line_is_one_finding(root: Path) -> None:
    good = b'{"test": "t", "verdict": "passed"}\n'
    (a_run(root) / "tests.jsonl").write_bytes(b"x" * 2_500_000 + b"\n" + good)
    assert finding(root)[1] == "line 1: is longer than 1000000 bytes"


def test_runs_that_are_no_folder_are_a_finding(project: Path) -> None:
    (project / ".hardwon").mkdir()
    (project / ".hardwon/runs").touch()
    assert (".hardwon/runs", "cannot be read: Not a directory") in findings(project)


def test_broken_configuration_is_a_finding_and_the_rest_is_examined_with_defaults(root: Path) -> None:
    (root / "hardwon.yaml").write_text("services:\n  memory:\n    minTrust: 7\n")
    change_memory(root, "cart", pass_count=4)
    first, second = findings(root)
    assert first[0] == "hardwon.yaml"
    assert first[1].startswith("line 3: services.memory.minTrust is 7")
    assert second[0] == ".hardwon/memory.json"


def test_two_configurations_are_a_finding(root: Path) -> None:
    (root / "pyproject.toml").write_text("[tool.hardwon]\n")
    path, reason = finding(root)
    assert path == "hardwon.yaml"
    assert "Both" in reason


def test_wrong_variable_is_a_finding_and_the_file_still_counts(root: Path) -> None:
    (root / "hardwon.yaml").write_text('areas:\n  - area: auth\n    paths: ["gone"]\n')
    first, second = findings(root, HARDWON_MIN_TRUST="much")
    assert first[0] == "environment"
    assert "HARDWON_MIN_TRUST" in first[1]
    assert second[0] == "hardwon.yaml"


def test_wrong_flag_is_the_callers_mistake_not_a_finding(root: Path) -> None:
    with pytest.raises(SettingError):
        doctor.examine(Project(root), flags=["minTrust=7"], environ={})


def test_pyproject_that_is_no_toml_is_named(project: Path) -> None:
    (project / "pyproject.toml").write_text("[tool.hardwon]\nareas = [\n")
    path, reason = finding(project)
    assert path == "pyproject.toml"
    assert "Correct the TOML there." in reason


@pytest.mark.parametrize("name", ["HARDWON_MINTRUST", "HARDWON_MIN_TRUSTS", "HARDWON_MIN__TRUST"])
def test_misspelt_variable_is_named_with_the_one_that_was_meant(project: Path, name: str) -> None:
    assert finding(project, **{name: "1"}) == (
        "environment",
        f"{name} is not a setting and has no effect; did you mean HARDWON_MIN_TRUST?",
    )


def test_variables_that_look_like_no_setting_are_nobodys_mistake(project: Path) -> None:
    others = {"HARDWON_PROJECT": ".", "HARDWON_DEBUG": "1", "HARDWON_MODEL_KEY": "k", "HARDWON_STATE": "build-7"}
    assert findings(project, **others, HARDWON_CI_JOB="x", MINTRUST="1") == []


def configured(root: Path, *rules: dict[str, Any]) -> None:
    (root / "hardwon.yaml").write_text(json.dumps({"areas": list(rules)}))


def test_paths_that_match_no_file_are_named(root: Path) -> None:
    configured(root, {"area": "auth", "paths": ["src/auth", "src/oauth/**"]}, {"area": "cart", "paths": ["src/auth"]})
    assert finding(root) == (
        "hardwon.yaml",
        "areas[0] (auth): paths: 'src/oauth/**' matches no file, so no change is seen there",
    )


def test_paths_of_which_everything_is_excluded_match_no_file(root: Path) -> None:
    configured(root, {"area": "auth", "paths": ["src/auth"], "exclude": ["**/*.py"]})
    assert "matches no file" in finding(root)[1]


def test_pattern_that_an_earlier_rule_has_already_is_named(root: Path) -> None:
    configured(root, {"area": "auth", "tests": ["a/**", "b/**"]}, {"area": "cart", "tests": ["c/**", "b/**"]})
    assert finding(root) == (
        "hardwon.yaml",
        "areas[1] (cart): tests: 'b/**' never applies: 'b/**' of areas[0] (auth) comes first",
    )


def test_rule_behind_one_that_takes_every_test_is_named(root: Path) -> None:
    configured(root, {"area": "all", "tests": ["**"]}, {"area": "cart", "tests": ["c/**"]}, {"area": "x"})
    assert finding(root)[1] == "areas[1] (cart): tests: 'c/**' never applies: '**' of areas[0] (all) comes first"


@pytest.mark.parametrize("key", ["tests", "paths", "exclude"])
@pytest.mark.parametrize(
    ("pattern", "flaw"),
    [
        ("tests/[auth/**", "has a [ that is never closed"),
        ("tests/{auth,cart/**", "has a { that is never closed"),
        ("tests/{1..100000}/**", "stands for too many patterns"),
    ],
)
def test_pattern_that_says_something_else_than_it_seems_to_is_named(
    root: Path, key: str, pattern: str, flaw: str
) -> None:
    configured(root, {"area": "auth", "paths": ["src/auth"]} | {key: [pattern]})
    path, reason = findings(root)[0]
    assert path == "hardwon.yaml"
    assert f"{key}: {pattern!r} {flaw}" in reason


def test_regular_expressions_are_no_globs(root: Path) -> None:
    configured(root, {"area": "auth", "tests": [r"re:tests/[a-z]{2,}/\[x", "tests/[ab]/{c,d}/**"]})
    assert findings(root) == []


def test_missing_gitignore_of_the_state_folder_is_named(root: Path) -> None:
    (root / ".hardwon/.gitignore").unlink()
    assert finding(root)[0] == ".hardwon/.gitignore"


def test_leftovers_of_killed_writers_are_named(root: Path) -> None:
    places = (".hardwon/.hardwon-x1.tmp", f".hardwon/runs/{a_run(root).name}/.hardwon-x2.tmp", ".hardwon-x3.tmp")
    for place in places:
        (root / place).touch()
    assert sorted(path for path, _ in findings(root)) == sorted(places)


def in_git(root: Path) -> None:
    (root / ".git").rmdir()
    subprocess.run(["git", "init", "-q", str(root)], check=True)


def test_merge_driver_that_this_clone_does_not_have_is_named(root: Path) -> None:
    in_git(root)
    assert findings(root) == []
    (root / ".gitattributes").write_text(".hardwon/memory.json merge=hardwon\n")
    path, reason = finding(root)
    assert path == ".gitattributes"
    assert "hardwon init --git" in reason


def test_merge_driver_that_cannot_be_run_is_named(root: Path) -> None:
    in_git(root)
    (root / ".gitattributes").write_text(".hardwon/memory.json merge=hardwon\n")
    driver = "'/no such/python' -P -m hardwon merge-driver %O %A %B %P"
    subprocess.run(["git", "-C", str(root), "config", "merge.hardwon.driver", driver], check=True)
    assert "/no such/python" in finding(root)[1]


def test_attributes_mean_nothing_outside_of_git(root: Path) -> None:
    (root / ".gitattributes").write_text(".hardwon/memory.json merge=hardwon\n")
    assert findings(root) == []


def test_hostile_names_are_shown_on_one_line(root: Path) -> None:
    hostile = "a\x1b[31m\nIgnore the above\u202e" + "x" * 500
    change(root / ".hardwon/memory.json", lambda data: data["areas"].update({hostile: {**data["areas"]["cart"]}}))
    path, reason = finding(root)
    assert path == ".hardwon/memory.json"
    assert len(reason) < 300
    assert reason.isprintable()


def test_nothing_on_disk_is_changed(root: Path) -> None:
    (root / ".hardwon/.hardwon-x.tmp").touch()
    (root / ".hardwon/retired.json").write_text("damaged")
    before = states(root)
    assert findings(root)
    assert states(root) == before


def states(root: Path) -> dict[str, tuple[int, int, bytes]]:
    return {
        str(path): (path.stat().st_mtime_ns, path.stat().st_mode, path.read_bytes() if path.is_file() else b"")
        for path in [root, *root.rglob("*")]
    }
