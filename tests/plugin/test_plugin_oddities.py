"""Runs of unusual kinds: what lies elsewhere, runs twice, ends early, or cannot be set up."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

import hardwon

if TYPE_CHECKING:
    from pathlib import Path

    from tests.plugin.conftest import Suite

PASSES = "def test_x(): pass\n"
FAILS = "def test_x(): assert False\n"
MANY = "import pytest\n@pytest.mark.parametrize('n', range(20))\ndef test_a(n): pass\n"


def test_a_test_elsewhere_is_not_taken_for_one_of_the_project(
    suite: Suite, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """pytest gives both the same node id; one fails, one passes, and that is no flaky test."""
    there = tmp_path_factory.mktemp("elsewhere")
    (there / "tests" / "a").mkdir(parents=True)
    (there / "tests" / "a" / "test_x.py").write_text(FAILS)
    suite.write(tests__a__test_x=PASSES)
    suite.run("--import-mode=importlib", "--rootdir=.", "-c", "pytest.ini", str(there), "tests").assert_outcomes(
        passed=1, failed=1
    )
    verdicts = suite.verdicts
    assert verdicts.pop("tests/a/test_x.py::test_x") == "passed"
    assert verdicts == {f"{there.name}/tests/a/test_x.py::test_x": "failed"}


def test_parts_of_a_project_with_a_root_of_their_own(suite: Suite) -> None:
    """Tests beside pytest's root are still the project's."""
    suite.write(backend__tests__a__test_x=PASSES, frontend__tests__a__test_x=FAILS)
    (suite.root / "pytest.ini").rename(suite.root / "backend" / "pytest.ini")
    suite.run("--import-mode=importlib", "-c", "backend/pytest.ini", "backend/tests", "frontend/tests")
    assert suite.verdicts == {
        "backend/tests/a/test_x.py::test_x": "passed",
        "frontend/tests/a/test_x.py::test_x": "failed",
    }


def test_a_memory_kept_elsewhere_names_the_tests_as_pytest_does(
    suite: Suite, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No name holds a path of this machine: the next one would not know the tests."""
    there = tmp_path_factory.mktemp("memory")
    monkeypatch.setenv("HARDWON_PROJECT", str(there))
    suite.write(tests__a__test_x=PASSES)
    suite.run()
    assert not suite.state.exists()
    suite.root = there
    assert suite.verdicts == {"tests/a/test_x.py::test_x": "passed"}


def test_a_linked_root_is_the_same_project(
    suite: Suite, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    suite.write(backend__tests__a__test_x=PASSES)
    link = tmp_path_factory.mktemp("links") / "linked"
    link.symlink_to(suite.root)
    monkeypatch.chdir(link)
    suite.pytester.runpytest("--hardwon", f"--rootdir={link}", str(link / "backend"))
    assert suite.verdicts == {"backend/tests/a/test_x.py::test_x": "passed"}


@pytest.mark.parametrize("code", [0, 7])
def test_a_run_that_a_test_ends_proves_no_area(suite: Suite, code: int) -> None:
    suite.write(
        tests__a__test_a=PASSES + f"def test_y():\n    import pytest; pytest.exit('enough', returncode={code})\n"
    )
    assert suite.run().ret == code
    assert list(suite.verdicts.values()) == ["passed"]
    assert suite.areas == {}


def test_a_test_that_each_worker_runs_must_pass_in_each(suite: Suite) -> None:
    suite.write(
        tests__a__test_a=PASSES,
        tests__b__test_b="import os\ndef test_b(): assert os.environ['PYTEST_XDIST_WORKER'] != 'gw0'\n",
    )
    suite.run("--dist", "each", "--tx", "2*popen")
    assert suite.verdicts == {"tests/a/test_a.py::test_x": "passed", "tests/b/test_b.py::test_b": "failed"}
    assert not suite.tests["tests/b/test_b.py::test_b"]["flaky"]


def test_a_mark_that_names_no_area_is_told_by_workers_too(suite: Suite) -> None:
    suite.write(tests__a__test_a="import pytest\n@pytest.mark.area()\n" + PASSES, tests__b__test_b=PASSES)
    result = suite.run("-n", "1")
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["*is not the mark of an area*"])
    assert "INTERNALERROR" not in str(result.stdout)
    assert suite.runs == []


@pytest.mark.parametrize(
    ("here", "argument"),
    [
        (".", "./tests/a/test_a.py::test_a"),
        ("tests", "a/test_a.py::test_a"),
        ("tests/a", "{root}/tests/a/test_a.py::test_a"),
        (".", "--pyargs\ntests.a.test_a::test_a"),
    ],
)
def test_what_is_named_runs_however_its_path_is_written(
    suite: Suite, monkeypatch: pytest.MonkeyPatch, here: str, argument: str
) -> None:
    suite.write(tests__a__test_a=MANY, tests____init__="", tests__a____init__="")
    memory = hardwon.Memory.open(suite.root)
    for _ in range(15):
        memory.record("a", passed=True)
    suite.run().assert_outcomes(passed=20)
    monkeypatch.syspath_prepend(suite.root)
    monkeypatch.chdir(suite.root / here)
    suite.run("--hardwon-reduce", *argument.format(root=suite.root).splitlines()).assert_outcomes(passed=20)


def test_a_class_named_in_parameters_is_none(suite: Suite) -> None:
    """A rule speaks of classes; what stands in the brackets is none."""
    (suite.root / "hardwon.yaml").write_text(
        "areas:\n  - {area: wrong, tests: ['re:test_v']}\n".replace("test_v", r"^tests\\.a\\.test_a\\.test_v")
    )
    suite.write(tests__a__test_a="import pytest\n@pytest.mark.parametrize('v', ['x::y'])\ndef test_v(v): pass\n")
    suite.run()
    assert set(suite.areas) == {"a"}


def test_the_section_has_no_empty_line(suite: Suite) -> None:
    suite.write(tests__a__test_a=PASSES)
    lines = suite.run().outlines
    assert lines[next(at for at, line in enumerate(lines) if "= hardwon =" in line) + 1].startswith("a: new")


def test_items_that_are_no_functions(suite: Suite) -> None:
    """Files of other kinds and doctests have neither fixtures nor marks of their own."""
    suite.write(
        conftest="""
import pytest
class File(pytest.File):
    def collect(self):
        yield from (Item.from_parent(self, name=name) for name in ("good", "bad"))
class Item(pytest.Item):
    def runtest(self): assert self.name == "good"
def pytest_collect_file(parent, file_path):
    return File.from_parent(parent, path=file_path) if file_path.suffix == ".yaml" else None
"""
    )
    (suite.root / "cases").mkdir()
    (suite.root / "cases" / "login.yaml").touch()
    (suite.root / "cases" / "guide.txt").write_text(">>> 1 + 1\n2\n")
    suite.run("--doctest-glob=*.txt", "cases")
    assert suite.verdicts == {
        "cases/guide.txt::guide.txt": "passed",
        "cases/login.yaml::good": "passed",
        "cases/login.yaml::bad": "failed",
    }


@pytest.mark.skipif(os.name != "posix", reason="names of files are bytes only there")
def test_a_file_whose_name_is_no_text(suite: Suite) -> None:
    folder: Path = suite.root / os.fsdecode(b"caf\xe9")
    folder.mkdir()
    (folder / "test_x.py").write_text(PASSES)
    suite.run("-p", "no:cacheprovider")
    assert [test.partition("/")[2] for test in suite.verdicts] == ["test_x.py::test_x"]
