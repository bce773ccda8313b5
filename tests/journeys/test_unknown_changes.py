"""What is not known cannot be called unchanged: an area has retired, something changes, and a reduced run is asked for.

Areas: `auth` has 8 tests and `src/shop.py`; `cart` has one test and no `paths`.
"""

from __future__ import annotations

import shutil
import subprocess
from typing import TYPE_CHECKING, Any

import pytest
from tests.journeys.conftest import LOGIN, NAMES
from tests.plugin.conftest import AUTHOR

from hardwon.cli.main import run as hardwon

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.journeys.conftest import Hour

CONFIG = """
services: {confidence: {retirementThreshold: 0.1, retirementTests: 1}}
sharedPaths: ["**/conftest.py", uv.lock, NOTES.md]
areas:
  - {area: auth, tests: ["tests/auth/**"], paths: ["src/shop.py"]}
  - {area: cart, tests: ["tests/cart/**"]}
"""
LEFT_OUT = ""


def prepared(hour: Hour) -> Hour:
    """Both areas have retired, and all of their tests ran on what there is now."""
    root = hour.root
    (root / "hardwon.yaml").write_text(CONFIG)
    (root / "docs").mkdir()
    (root / ".gitignore").write_text(".pytest_cache/\n__pycache__/\nreport-*.xml\n")
    for name in ("src/other.py", "uv.lock", "NOTES.md", "README.md", "docs/index.rst", "tests/helpers.py", "run.sh"):
        (root / name).write_text("one\n")
    (root / "tests" / "auth" / "conftest.py").write_text("# one\n")
    if (root / ".git" / "HEAD").exists():
        hour.commit()
    covered(hour)
    return hour


def covered(hour: Hour) -> None:
    """All tests of both areas run and pass, on what there is now."""
    path = hour.report(NAMES)
    text = (hour.root / path).read_text()
    cart = '<testcase file="tests/cart/test_cart.py" classname="cart" name="test_cart"/>'
    (hour.root / path).write_text(text.replace("</testsuite>", f"{cart}</testsuite>"))
    hour.hardwon("ingest", path)


def halted(hour: Hour) -> dict[str, Any]:
    """The areas that are not reduced although they have retired, each with the file that is the reason."""
    document = hour.hardwon("select")
    found = {each["area"]: each["file"] for each in document["halted"]}
    for test in document["tests"]:
        assert test["run"] or test["area"] not in found, test
    said = {each["area"]: each["file"] for each in hour.hardwon("status")["halted"]}
    if not (hour.root / LOGIN).exists():
        return said  # no test of the area is known any more
    if "auth" not in found:
        is_changed = any(test["cause"] == "changed area" for test in document["tests"])
        assert document["skipped"] == (0 if is_changed else 7), "7 of 8 tests are left out, one is a probe"
    assert said == found, "status says the same"
    return found


def writes(name: str, text: str = "two\n") -> Callable[[Hour], None]:
    def change(hour: Hour) -> None:
        (hour.root / name).parent.mkdir(parents=True, exist_ok=True)
        (hour.root / name).write_text(text)

    return change


def staged(hour: Hour) -> None:
    writes("src/other.py")(hour)
    hour.git("add", "src/other.py")


def committed(hour: Hour) -> None:
    writes("src/other.py")(hour)
    hour.commit()


def staged_and_undone(hour: Hour) -> None:
    staged(hour)
    writes("src/other.py", "one\n")(hour)


def hidden_from_git(hour: Hour) -> None:
    hour.git("update-index", "--assume-unchanged", "src/other.py")
    writes("src/other.py")(hour)


def renamed(hour: Hour) -> None:
    hour.git("mv", "src/other.py", "src/another.py")
    hour.commit()


def deleted(hour: Hour) -> None:
    (hour.root / "src" / "other.py").unlink()


def made_a_program(hour: Hour) -> None:
    (hour.root / "run.sh").chmod(0o755)


def moved(hour: Hour) -> None:
    hour.git("mv", LOGIN, "tests/auth/test_logon.py")


def ignored(hour: Hour) -> None:
    writes("src/made.py")(hour)
    with (hour.root / ".gitignore").open("a") as file:
        file.write("src/made.py\n")


def another_branch(hour: Hour) -> None:
    hour.git("checkout", "-qb", "topic")
    committed(hour)


BOTH = {"auth": "src/other.py", "cart": "src/other.py"}
CHANGES: list[tuple[Callable[[Hour], None], dict[str, str]]] = [
    (staged, BOTH),
    (committed, BOTH),
    (another_branch, BOTH),
    (deleted, BOTH),
    (hidden_from_git, BOTH),
    (staged_and_undone, {}),
    (renamed, {"auth": "src/another.py", "cart": "src/another.py"}),
    (made_a_program, {"auth": "run.sh", "cart": "run.sh"}),
    (ignored, {}),
    (moved, {"auth": "tests/auth/test_login.py"}),
    (writes("src/new.py"), {"auth": "src/new.py", "cart": "src/new.py"}),
    (writes("uv.lock"), {"auth": "uv.lock", "cart": "uv.lock"}),
    (writes("NOTES.md"), {"auth": "NOTES.md", "cart": "NOTES.md"}),
    (writes("tests/auth/conftest.py", "# two\n"), {"auth": "tests/auth/conftest.py"}),
    (writes("conftest.py", "# two\n"), {"auth": "conftest.py", "cart": "conftest.py"}),
    (writes("tests/helpers.py"), {"auth": "tests/helpers.py", "cart": "tests/helpers.py"}),
    (writes("tests/cart/test_cart.py"), {"cart": "tests/cart/test_cart.py"}),
    (writes(LOGIN, "def test_a(): pass\n"), {"auth": LOGIN}),
    (writes("tests/new/test_new.py"), {}),
    (writes("src/shop.py"), {"cart": "src/shop.py"}),
    (writes("README.md"), {}),
    (writes("docs/index.rst"), {}),
    (writes(".github/workflows/ci.yml"), {}),
    (writes("report.xml", "<testsuite><testcase name='a'/></testsuite>"), {}),
]


@pytest.mark.parametrize(
    ("change", "expected"), CHANGES, ids=lambda each: getattr(each, "__name__", "") or " ".join(each.values()) or "none"
)
def test_what_changed_since_the_last_covering_run(hour: Hour, change: Any, expected: dict[str, str]) -> None:
    """It stops reduction of the areas concerned, confidence does not move, and one pass ends it."""
    prepared(hour)
    assert halted(hour) == {}
    before = hour.confidence
    change(hour)
    assert halted(hour) == expected
    if "auth" in expected:
        assert hour.confidence == before
    hour.hardwon("ingest", hour.report("a"))
    assert halted(hour) == expected, "one test of eight is not all of the area"
    covered(hour)
    assert halted(hour) == {}


def test_a_change_that_is_undone_stops_nothing(hour: Hour) -> None:
    prepared(hour)
    committed(hour)
    assert halted(hour) == BOTH
    writes("src/other.py", "one\n")(hour)
    hour.commit()
    assert halted(hour) == {}


def test_each_area_has_its_own_last_run(hour: Hour) -> None:
    """What one area has passed on, another has not."""
    prepared(hour)
    committed(hour)
    hour.hardwon("ingest", hour.report(NAMES))
    assert halted(hour) == {"cart": "src/other.py"}
    writes("uv.lock")(hour)
    assert halted(hour) == {"auth": "uv.lock", "cart": "uv.lock"}
    hour.hardwon("record", "cart", "--pass")
    assert halted(hour) == {"auth": "uv.lock"}


def test_a_submodule_counts_by_what_is_in_it(hour: Hour, tmp_path: Path) -> None:
    inner = tmp_path / "inner"
    inner.mkdir()
    (inner / "lib.py").write_text("one\n")
    for command in (["init", "-q"], ["add", "."], [*AUTHOR, "commit", "-qm", "inner"]):
        subprocess.run(["git", *command], cwd=inner, check=True)
    hour.git("-c", "protocol.file.allow=always", "submodule", "add", "-q", str(inner), "lib")
    hour.commit()
    prepared(hour)
    assert halted(hour) == {}
    (hour.root / "lib" / "lib.py").write_text("two\n")
    assert halted(hour) == {"auth": "lib", "cart": "lib"}
    covered(hour)
    (hour.root / "lib" / "lib.py").write_text("three\n")
    assert halted(hour) == {"auth": "lib", "cart": "lib"}


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (writes("src/other.py"), BOTH),
        (deleted, BOTH),
        (writes("uv.lock"), {"auth": "uv.lock", "cart": "uv.lock"}),
        (writes(LOGIN, "def test_a(): pass\n"), {"auth": LOGIN}),
        (writes("README.md"), {}),
        (writes("build/out.py"), {}),
        (writes("vendor/lib.py"), {"auth": "vendor/lib.py", "cart": "vendor/lib.py"}),
    ],
)
def test_without_git_the_files_are_compared(plain_hour: Hour, change: Any, expected: dict[str, str]) -> None:
    hour = prepared(plain_hour)
    assert halted(hour) == {}
    change(hour)
    assert halted(hour) == expected
    covered(hour)
    assert halted(hour) == {}


def test_where_it_is_not_known_what_changed_nothing_is_left_out_and_that_is_said(
    hour: Hour, capsys: pytest.CaptureFixture[str]
) -> None:
    """The record of what the files were is gone, and this is not the content that was proven."""
    prepared(hour)
    shutil.rmtree(hour.root / ".hardwon" / "runs" / ".rosters")
    assert hour.hardwon("select")["skipped"] == 7, "memory.json knows that this very content was proven"
    writes("README.md")(hour)
    document = hour.hardwon("select")
    assert document["skipped"] == 0
    assert {each["area"]: each["file"] for each in document["halted"]} == {"auth": None, "cart": None}
    assert "not known what changed since the last run that covered auth" in document["halted"][0]["reason"]
    assert {test["cause"] for test in document["tests"]} == {"unknown changes"}
    capsys.readouterr()
    covered(hour)
    assert halted(hour) == {}


def test_a_report_of_a_commit_says_what_it_was_run_on(hour: Hour) -> None:
    """The report of CI is of its commit, not of the files that lie here."""
    prepared(hour)
    committed(hour)
    commit = subprocess.run(
        ["git", "rev-parse", "HEAD"], cwd=hour.root, check=True, capture_output=True, text=True
    ).stdout.strip()
    writes("uv.lock")(hour)
    hour.hardwon("ingest", hour.report(NAMES, properties=f'<property name="commit" value="{commit}"/>'))
    assert halted(hour) == {"auth": "uv.lock", "cart": "uv.lock"}
    hour.git("checkout", "uv.lock")
    assert halted(hour) == {"cart": "src/other.py"}


def test_a_fault_in_a_file_of_no_area_is_seen_by_a_reduced_run_of_pytest(hour: Hour) -> None:
    """And after it is mended and has passed once, the daily run is short again."""
    prepared(hour)
    hour.suite.write(tests__auth__test_login="".join(f"def test_{name}(): import other\n" for name in NAMES))
    (hour.root / "src" / "other.py").write_text("")
    (hour.root / "pytest.ini").write_text("[pytest]\naddopts = -p no:randomly\npythonpath = src\n")
    hour.suite.run()
    hour.suite.run("--hardwon-reduce").assert_outcomes(passed=2, deselected=7)
    (hour.root / "src" / "other.py").write_text("raise ValueError\n")
    result = hour.suite.run("--hardwon-reduce")
    result.assert_outcomes(passed=1, failed=8)
    result.stdout.fnmatch_lines(
        [
            "src/other.py changed since the last run that covered auth, cart (no area has it*): everything runs",
            "No area covers 1 of 2 source files: `hardwon areas coverage` lists them*",
        ]
    )
    (hour.root / "src" / "other.py").write_text("mended = True\n")
    hour.suite.run("--hardwon-reduce").assert_outcomes(passed=9)
    hour.suite.run("--hardwon-reduce").assert_outcomes(passed=2, deselected=7)
    assert hour.hardwon("areas", "coverage") == {
        "sources": 2,
        "covered": 1,
        "uncovered": ["src/other.py"],
        "unknown_areas": [{"area": "cart", "reason": "no `paths` configured"}],
    }


def test_where_the_record_of_tests_is_damaged_nothing_is_left_out_and_that_is_said(hour: Hour) -> None:
    prepared(hour)
    rosters = hour.root / ".hardwon" / "runs" / ".rosters" / "rosters.json"
    rosters.write_text("{")
    writes("README.md")(hour)
    assert hour.hardwon("select")["skipped"] == 0
    assert "rosters.json is damaged" in hour.hardwon("status")["halted"][0]["reason"]
    assert rosters.read_text() == "{"


@pytest.mark.parametrize("shared", [True, False])
def test_a_fault_in_the_data_of_a_package_is_seen_whatever_init_made_of_it(hour: Hour, shared: bool) -> None:
    """Its doctests make the package an area, which `init` gives the whole folder: the data in it is everybody's."""
    hour.suite.write(
        money__core='''"""\n>>> 1 + 1\n2\n"""\nfrom pathlib import Path\n\n\ndef rates():\n'''
        """    return Path(__file__).with_name("rates.txt").read_text()\n""",
        tests__test_core="import pytest\nfrom money.core import rates\n"
        "@pytest.mark.parametrize('name', 'abcdefgh')\ndef test_rate(name): assert name in rates()\n"
        + "".join(f"def test_{name}(): assert '{name}' in rates()\n" for name in NAMES),
    )
    (hour.root / "money" / "rates.txt").write_text("abcdefgh\n")
    (hour.root / "pytest.ini").write_text(
        "[pytest]\naddopts = -p no:randomly --doctest-modules\npythonpath = .\ntestpaths = money tests\n"
    )
    hour.suite.run()
    hour.hardwon("init")
    text = (hour.root / "hardwon.yaml").read_text()
    assert 'paths: ["money/**"]' in text, "else this test is of something else"
    text = text if shared else text.replace('  - "money/*.txt"\n', "")
    text += "services: {confidence: {retirementThreshold: 0.1, retirementTests: 1}}\n"
    (hour.root / "hardwon.yaml").write_text(text)
    hour.commit()
    hour.suite.run()
    assert hour.suite.run("--hardwon-reduce").parseoutcomes()["deselected"] > 10
    (hour.root / "money" / "rates.txt").write_text("bcdefgh\n")
    result = hour.suite.run("--hardwon-reduce")
    assert result.parseoutcomes()["failed"] == 2
    why = "sharedPaths name it" if shared else "the pattern that covers it covers files of the area, too"
    result.stdout.fnmatch_lines([f"money/rates.txt changed since the last run that covered*core*{why}*"])


def test_a_project_in_a_part_of_a_repository_says_what_it_does_not_see(
    hour: Hour, capsys: pytest.CaptureFixture[str]
) -> None:
    """The library beside it may be all that it does: git knows of that, hardwon looks below the project's folder."""
    service = hour.root / "service" / "orders"
    (service / ".hardwon").mkdir(parents=True)
    (service / "hardwon.yaml").write_text(CONFIG)
    (hour.root / "hardwon.yaml").write_text(CONFIG)
    shutil.copytree(hour.root / "tests", service / "tests")
    for folder in (service, hour.root):
        hardwon(["ingest", hour.report(NAMES), "--project", str(folder)])
        capsys.readouterr()
        hardwon(["select", "--project", str(folder)])
        said = "Only service/orders/ of this repository is watched: a change elsewhere in it brings no test back"
        assert (said in "".join(capsys.readouterr())) == (folder == service)


def test_links_out_of_the_project_are_watched_or_named(
    hour: Hour, tmp_path_factory: pytest.TempPathFactory, capsys: pytest.CaptureFixture[str]
) -> None:
    """A file behind a link is compared, although no area starts again by it; of a folder it is said that it is not."""
    outside = tmp_path_factory.mktemp("outside")
    (outside / "linked.py").write_text("one\n")
    (hour.root / "src" / "linked.py").symlink_to(outside / "linked.py")
    (hour.root / "src" / "inner.py").symlink_to("shop.py")
    (hour.root / "lib").symlink_to(outside)
    prepared(hour)
    (hour.root / "hardwon.yaml").write_text(CONFIG.replace('"src/shop.py"', "src/shop.py, src/linked.py"))
    covered(hour)
    assert halted(hour) == {}
    (outside / "linked.py").write_text("two\n")
    assert halted(hour) == {"auth": "src/linked.py", "cart": "src/linked.py"}
    covered(hour)
    assert halted(hour) == {}
    assert hour.hardwon("areas", "coverage")["unwatched"] == ["lib"]
    capsys.readouterr()
    for command in (["status"], ["select"], ["areas", "coverage"]):
        hardwon([*command, "--project", str(hour.root)])
        out, err = capsys.readouterr()
        assert "outside of the project:" in out + err, command
    assert "outside of the project: lib" in str(hour.suite.run("--hardwon-reduce").stdout)
