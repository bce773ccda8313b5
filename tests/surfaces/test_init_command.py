"""`hardwon init` and `hardwon merge-driver`, as a user and git call them."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

from hardwon.project import config
from hardwon.project.root import Project

if TYPE_CHECKING:
    from pathlib import Path

Call = Any
"""The fixtures of conftest.py that call hardwon."""


def tree(root: Path, *files: str) -> None:
    for file in files:
        (root / file).parent.mkdir(parents=True, exist_ok=True)
        (root / file).touch()


def everything(root: Path) -> dict[str, bytes]:
    return {str(path.relative_to(root)): path.read_bytes() for path in root.rglob("*") if path.is_file()}


def git(root: Path, *arguments: str) -> str:
    return subprocess.run(["git", *arguments], cwd=root, check=True, capture_output=True, text=True).stdout.strip()


@pytest.fixture
def checkout(project: Path) -> Path:
    git(project, "init", "-q", "-b", "main", ".")
    return project


def test_state_folder_and_configuration_are_created(call: Call, project: Path) -> None:
    tree(project, "src/auth/login.py", "src/cart/cart.py", "tests/auth/test_login.py")
    ended = call("init", "--json")
    assert ended.code == 0
    assert ended.document == {
        "created": [".hardwon/.gitignore", "hardwon.yaml"],
        "changed": [],
        "kept": [],
        "areas": ["auth", "cart"],
        "uncovered": [],
        "unread": {},
        "memory": ".hardwon/memory.json",
    }
    rules = config.load(Project(project), environ={}).rules
    assert [(rule.area, rule.tests, rule.paths) for rule in rules] == [
        ("auth", ("tests/auth/**",), ("src/auth/**",)),
        ("cart", (), ("src/cart/**",)),
    ]
    assert "runs/" in (project / ".hardwon/.gitignore").read_text()


def test_codeowners_divide_further(call: Call, project: Path) -> None:
    tree(project, "src/auth/login.py", "src/auth/oauth/google.py", "src/cart/cart.py")
    (project / "CODEOWNERS").write_text("/src/auth/oauth/ @shop/identity\n")
    assert sorted(call("init", "--json").document["areas"]) == ["auth", "cart", "oauth"]


def test_second_call_changes_nothing_and_says_so(call: Call, project: Path) -> None:
    tree(project, "src/auth/login.py")
    call("init")
    before = everything(project)
    ended = call("init")
    assert ended.code == 0
    assert "Kept hardwon.yaml" in ended.stdout
    assert everything(project) == before


def test_configuration_in_pyproject_is_kept(call: Call, project: Path) -> None:
    tree(project, "src/auth/login.py")
    (project / "pyproject.toml").write_text('[tool.hardwon]\nareas = [{area = "login", paths = ["src/auth"]}]\n')
    ended = call("init", "--json")
    assert (ended.code, ended.document["kept"], ended.document["areas"]) == (0, ["pyproject.toml"], ["login"])
    assert "Kept pyproject.toml" in ended.stderr
    assert not (project / "hardwon.yaml").exists()


def test_link_that_leads_nowhere_is_not_written_through(call: Call, project: Path, tmp_path: Path) -> None:
    (project / "hardwon.yaml").symlink_to(tmp_path / "elsewhere.yaml")
    ended = call("init", "--json")
    assert (ended.code, ended.document["kept"]) == (0, ["hardwon.yaml"])
    assert not (tmp_path / "elsewhere.yaml").exists()


def test_broken_configuration_is_named_and_nothing_is_written(call: Call, project: Path) -> None:
    (project / "hardwon.yaml").write_text("areas: 3\n")
    before = everything(project)
    ended = call("init")
    assert ended.code == 3
    assert "hardwon.yaml, line 1" in ended.stderr
    assert everything(project) == before


def test_adopted_memory_stays_in_use(call: Call, project: Path) -> None:
    tree(project, "agent-qa-memory/products/shop/x.md")
    (project / ".teststop").mkdir()
    (project / ".teststop/memory.json").write_text('{"areas": {}, "version": 1}')
    ended = call("init", "--json")
    assert ended.document["memory"] == ".teststop/memory.json"
    assert ".teststop/.gitignore" in ended.document["created"]
    assert "Area memory: .teststop/memory.json (found here, and kept in its place)." in ended.stderr
    assert "Observations: agent-qa-memory." in ended.stderr
    assert not (project / ".hardwon/memory.json").exists()


def test_project_without_sources_gets_an_example_to_fill_in(call: Call, project: Path) -> None:
    ended = call("init")
    assert "No areas yet" in ended.stdout
    assert config.load(Project(project), environ={}).rules == ()


def test_hostile_folder_names_are_shown_harmless_and_found_again(call: Call, project: Path) -> None:
    tree(project, "src/\x1b[31mred/a.py", "src/{a,b}: [c]/b.py", "src/- no/c.py", "src/\n!x/d.py")
    ended = call("init")
    assert ended.code == 0
    assert "\x1b" not in ended.stdout
    assert call("doctor").stdout.startswith("Everything agrees")
    for area in json.loads(call("status", "--json").stdout)["unknown"]:
        assert call("record", "--pass", "--", area).code == 0
    assert all(row["tracked"] for row in call("status", "--json").document["areas"])


def test_areas_that_init_wrote_notice_a_change(call: Call, project: Path) -> None:
    tree(project, "src/auth/login.py", "src/cart/cart.py")
    call("init")
    call("record", "auth", "--pass")
    call("record", "cart", "--pass")
    (project / "src/auth/login.py").write_text("changed")
    rows = {row["name"]: row["changed"] for row in call("status", "--json").document["areas"]}
    assert rows["auth"]
    assert rows["cart"] is None


def test_outside_of_git_nothing_is_written(call: Call, project: Path) -> None:
    (project / ".git").rmdir()
    tree(project, "src/auth/login.py")
    before = everything(project)
    ended = call("init", "--git")
    assert ended.code == 3
    assert "[git]" in ended.stderr
    assert everything(project) == before
    assert not (project / ".hardwon").exists()


def test_git_is_told_how_to_merge_once(call: Call, checkout: Path) -> None:
    first = call("init", "--git", "--json").document
    assert ".gitattributes" in first["created"]
    attributes, settings = (checkout / ".gitattributes").read_bytes(), (checkout / ".git/config").read_bytes()
    assert git(checkout, "check-attr", "merge", ".hardwon/memory.json").endswith("merge: hardwon")
    assert git(checkout, "check-attr", "merge", ".hardwon/retired.json").endswith("merge: hardwon")
    assert git(checkout, "check-attr", "merge", ".teststop/memory.json").endswith("merge: hardwon")
    second = call("init", "--git", "--json").document
    assert (second["created"], second["changed"]) == ([], [])
    assert (checkout / ".gitattributes").read_bytes() == attributes
    assert (checkout / ".git/config").read_bytes() == settings


def test_attributes_of_others_stay(call: Call, checkout: Path) -> None:
    theirs = b"*.png binary\r\n.hardwon/memory.json merge=hardwon\n# last line without an end"
    (checkout / ".gitattributes").write_bytes(theirs)
    assert ".gitattributes" in call("init", "--git", "--json").document["changed"]
    written = (checkout / ".gitattributes").read_bytes()
    assert written.startswith(theirs + b"\n")
    assert written.count(b".hardwon/memory.json") == 1
    assert git(checkout, "check-attr", "merge", ".hardwon/retired.json").endswith("merge: hardwon")


def test_attribute_that_overrules_the_driver_is_named(call: Call, checkout: Path) -> None:
    (checkout / ".git/info").mkdir(exist_ok=True)
    (checkout / ".git/info/attributes").write_text(".hardwon/* merge=union\n")
    ended = call("init", "--git")
    assert ended.code == 0
    assert "merge=union" in ended.stdout


def test_linked_attributes_are_refused_before_anything_is_written(call: Call, checkout: Path, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").write_text("")
    (checkout / ".gitattributes").symlink_to(tmp_path / "elsewhere")
    ended = call("init", "--git")
    assert ended.code == 3
    assert (tmp_path / "elsewhere").read_text() == ""
    assert not (checkout / ".hardwon").exists()


def test_driver_is_called_by_its_full_path_where_hardwon_is_not_on_the_path(
    cli: Call, checkout: Path, tmp_path: Path
) -> None:
    bare = tmp_path / "bin"
    bare.mkdir()
    (bare / "git").symlink_to(str(shutil.which("git")))
    cli("init", "--git", env={"PATH": str(bare)})
    driver = git(checkout, "config", "merge.hardwon.driver")
    assert shlex.split(driver) == [sys.executable, "-P", "-m", "hardwon", "merge-driver", "%O", "%A", "%B", "%P"]


def test_driver_is_called_by_name_where_hardwon_is_on_the_path(cli: Call, checkout: Path, tmp_path: Path) -> None:
    folder = tmp_path / "bin"
    folder.mkdir()
    (folder / "hardwon").write_text("#!/bin/sh\n")
    (folder / "hardwon").chmod(0o755)
    cli("init", "--git", env={"PATH": f"{folder}{os.pathsep}{os.environ['PATH']}"})
    assert git(checkout, "config", "merge.hardwon.driver") == "hardwon merge-driver %O %A %B %P"


def area(**values: Any) -> dict[str, Any]:
    whole = {"name": "auth", "confidence": 0.19, "test_count": 1, "pass_count": 1, "fail_count": 0, "retired": False}
    return whole | {"last_tested_at": "2030-01-01T00:00:00Z", "maturity_stage": "new"} | values


def memory(**areas: dict[str, Any]) -> str:
    return json.dumps({"areas": areas, "version": 1, "updated_at": "2030-01-01T00:00:00Z"})


def written(folder: Path, **texts: str) -> list[str]:
    for name, text in texts.items():
        (folder / name).write_text(text)
    return [str(folder / name) for name in ("base", "ours", "theirs")]


def test_driver_writes_the_merge_into_ours(call: Call, tmp_path: Path) -> None:
    files = written(
        tmp_path,
        base=memory(auth=area()),
        ours=memory(auth=area(test_count=2, pass_count=2, confidence=0.3439)),
        theirs=memory(auth=area(test_count=2, fail_count=1, confidence=0)),
    )
    ended = call("merge-driver", *files, ".hardwon/memory.json")
    assert (ended.code, ended.stdout, ended.stderr) == (0, "", "")
    found = json.loads((tmp_path / "ours").read_text())["areas"]["auth"]
    assert (found["test_count"], found["pass_count"], found["fail_count"], found["confidence"]) == (3, 2, 1, 0.0439)


def test_driver_takes_an_empty_base_for_no_areas(call: Call, tmp_path: Path) -> None:
    files = written(tmp_path, base="", ours=memory(auth=area()), theirs=memory(auth=area()))
    assert call("merge-driver", *files).code == 0
    assert json.loads((tmp_path / "ours").read_text())["areas"]["auth"]["test_count"] == 2


@pytest.mark.parametrize("path", [[], [".hardwon/retired.json"]])
def test_driver_knows_retired_json_by_name_and_by_content(call: Call, tmp_path: Path, path: list[str]) -> None:
    def retired(*names: str) -> str:
        counts = {"test_count": 15, "pass_count": 15, "confidence": 0.96}
        entries = [{"name": name, "retired_at": "2030-01-01T00:00:00Z", **counts} for name in names]
        return json.dumps({"areas": entries, "updated_at": "2030-01-01T00:00:00Z"})

    files = written(tmp_path, base=retired("auth"), ours=retired("auth", "cart"), theirs=retired("auth", "search"))
    assert call("merge-driver", *files, *path).code == 0
    found = json.loads((tmp_path / "ours").read_text())
    assert [entry["name"] for entry in found["areas"]] == ["auth", "cart", "search"]
    assert found["updated_at"] == "2030-01-01T00:00:00Z"


@pytest.mark.parametrize("side", ["base", "ours", "theirs"])
@pytest.mark.parametrize("damage", ["<<<<<<< ours\n", '{"areas": null}', "{", '{"areas": {"auth": null}}', "[]"])
def test_driver_leaves_ours_alone_when_a_side_is_damaged(call: Call, tmp_path: Path, side: str, damage: str) -> None:
    sound = memory(auth=area())
    files = written(tmp_path, **({"base": sound, "ours": sound, "theirs": sound} | {side: damage}))
    ended = call("merge-driver", *files, ".hardwon/memory.json")
    assert 1 <= ended.code <= 128
    assert f".hardwon/memory.json ({side})" in ended.stderr
    assert (tmp_path / "ours").read_text() == (damage if side == "ours" else sound)


def test_driver_names_a_side_that_is_not_there(call: Call, tmp_path: Path) -> None:
    files = written(tmp_path, base="", ours=memory())
    ended = call("merge-driver", *files)
    assert ended.code == 3
    assert "theirs cannot be read" in ended.stderr


def test_driver_writes_nothing_that_could_not_be_read_again(call: Call, tmp_path: Path) -> None:
    most = 1_000_000_000
    huge = memory(auth=area(test_count=most, pass_count=most))
    files = written(tmp_path, base="", ours=huge, theirs=huge)
    ended = call("merge-driver", *files, ".hardwon/memory.json")
    assert ended.code == 3
    assert "(merged), areas.auth" in ended.stderr
    assert (tmp_path / "ours").read_text() == huge


def test_sources_that_no_area_covers_are_counted_and_listed(call: Call, project: Path) -> None:
    files = {f"src/shop/part{number}.py": "" for number in range(7)}
    files |= {"src/shop/__init__.py": "", "tests/test_cart.py": "from shop import part0", "README.md": ""}
    for name, text in files.items():
        (project / name).parent.mkdir(parents=True, exist_ok=True)
        (project / name).write_text(text)
    shown = call("init").stdout
    assert (
        "7 source files are in no area's `paths`, and not shared: src/shop/__init__.py, src/shop/part1.py, "
        "src/shop/part2.py, "
        "src/shop/part3.py, src/shop/part4.py and 2 more." in shown
    )
    again = call("init", "--json").document
    assert again["kept"] == ["hardwon.yaml"]
    assert again["uncovered"] == ["src/shop/__init__.py", *(f"src/shop/part{number}.py" for number in range(1, 7))]


def test_test_that_cannot_be_read_costs_its_ties_and_is_said(call: Call, project: Path) -> None:
    tree(project, "src/shop/cart.py", "tests/test_cart.py")
    (project / "tests/test_bad.py").write_text("def (:")
    ended = call("init")
    assert ended.code == 0
    assert "The imports of 1 file were not read: tests/test_bad.py (not readable as Python:" in ended.stdout


def test_shared_files_are_written_and_loaded(call: Call, project: Path) -> None:
    tree(project, "src/a.py", "tests/conftest.py", "uv.lock", "pyproject.toml")
    call("init")
    assert config.load(Project(project), environ={}).shared == ("**/conftest.py", "uv.lock", "pyproject.toml")


def test_adopted_memory_gives_the_areas(call: Call, project: Path) -> None:
    """What teststop has learned of areas goes on: init gives them their sources instead of areas of its own."""
    (project / ".teststop").mkdir()
    area = {
        "confidence": 0.5,
        "test_count": 4,
        "pass_count": 4,
        "fail_count": 0,
        "last_tested_at": "2026-01-05T10:30:00Z",
    }
    areas = {
        name: {"name": name, "maturity_stage": "growing", "retired": False} | area for name in ("Auth", "payments")
    }
    memory = {"areas": areas, "created_at": "2026-01-05T10:00:00Z", "updated_at": "2026-01-05T10:00:00Z", "version": 1}
    (project / ".teststop/memory.json").write_text(json.dumps(memory))
    tree(project, "src/shop/auth/login.py", "src/shop/cart.py", "src/shop/payments.py", "tests/auth/test_login.py")
    (project / "src/shop/__init__.py").touch()
    (project / "tests/auth/test_login.py").write_text("from shop import cart")
    call("init")
    rules = config.load(Project(project), environ={}).rules
    assert {rule.area: (rule.tests, rule.paths) for rule in rules} == {
        "Auth": (("tests/auth/**",), ("src/shop/auth/**", "src/shop/cart.py")),
        "payments": ((), ("src/shop/payments.py",)),
    }


def test_adopted_areas_that_no_rule_can_name_are_said_and_left_out(call: Call, project: Path) -> None:
    """A file that init wrote is never refused by the next command."""
    (project / ".teststop").mkdir()
    area: dict[str, Any] = {"confidence": 0.5, "test_count": 4, "pass_count": 4, "fail_count": 0, "retired": False}
    area |= {"last_tested_at": "2026-01-05T10:30:00Z", "maturity_stage": "growing"}
    areas = {name: {"name": name} | area for name in ("auth", "Check Out\t", "x" * 300)}
    memory = {"areas": areas, "created_at": "2026-01-05T10:00:00Z", "updated_at": "2026-01-05T10:00:00Z", "version": 1}
    (project / ".teststop/memory.json").write_text(json.dumps(memory))
    tree(project, "src/shop/auth/login.py", "tests/auth/test_login.py")
    said = call("init").stdout
    assert "2 areas have names that no rule can have" in said
    assert "hardwon areas rename 'Check Out' NEW" in said
    assert {rule.area for rule in config.load(Project(project), environ={}).rules} == {"auth"}
    call("areas", "rename", "Check Out", "checkout")
    assert "checkout" in call("status").stdout
