"""What counts as proof, as a user lives through it: a table of journeys, each step with what is said about `auth`.

Empty text: the run counts. Anything else is the reason why it does not.
"""

from __future__ import annotations

import os
import shutil
from typing import TYPE_CHECKING

import pytest
from tests.journeys.conftest import LOGIN, NAMES

from hardwon.cli.main import run as hardwon

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from tests.journeys.conftest import Hour

COUNTS = ""
ONE = "1 of 8 tests: no proof"
HALF = "4 of 8 tests: no proof"
SAME = "same state as"
UNKNOWN = "run the whole suite once"

Step = tuple["Callable[[Hour], object]", str | None]
"""What is done, and what is said of it; None for what is no run."""


def runs(*arguments: str, says: str = COUNTS) -> Step:
    return lambda hour: hour.pytest(*arguments), says


def ingests(
    names: str, *more: str, suite: str = "unit", says: str = COUNTS, failing: str = "", skipping: str = ""
) -> Step:
    return lambda hour: hour.ingest(hour.report(names, suite=suite, failing=failing, skipping=skipping), *more), says


def ingests_together(*shards: str, says: str = COUNTS) -> Step:
    return lambda hour: hour.ingest(*(hour.report(each) for each in shards)), says


EDIT: Step = (lambda hour: hour.edit(), None)
COMMIT: Step = (lambda hour: hour.commit(), None)
COMMIT_MEMORY: Step = (lambda hour: hour.commit(".hardwon/memory.json"), None)


def writes(names: str, failing: str = "") -> Step:
    return lambda hour: hour.tests(*names, failing=failing), None


def shard(hour: Hour) -> None:
    """A conftest that leaves tests out as pytest-split does."""
    (hour.root / "conftest.py").write_text("""
def pytest_addoption(parser):
    parser.addoption("--group", type=int)
def pytest_collection_modifyitems(config, items):
    group = config.getoption("--group")
    if group is not None:
        out = [item for index, item in enumerate(items) if index % 2 != group]
        items[:] = [item for item in items if item not in out]
        config.hook.pytest_deselected(items=out)
""")


def slow_ones(hour: Hour) -> None:
    hour.suite.write(
        tests__auth__test_slow="import pytest\n@pytest.mark.slow\ndef test_slow(): pass\n",
    )
    (hour.root / "pytest.ini").write_text(
        "[pytest]\naddopts = -p no:randomly -m 'not slow'\ntestpaths = tests\nmarkers =\n    slow: takes long\n"
    )


def dated(day: int) -> Step:
    def write(hour: Hour) -> None:
        hour.suite.write(
            tests__auth__test_login="import pytest\n"
            f"@pytest.mark.parametrize('day', ['2026-11-{day}', '2026-10-{day}'])\n" + "def test_day(day): pass\n"
        )

    return write, None


def side_branch(hour: Hour) -> None:
    hour.git("checkout", "-qb", "side")
    hour.commit()
    hour.git("checkout", "-q", "-")
    hour.git("merge", "-q", "--no-ff", "side", "-m", "merged")


def fresh_checkout(hour: Hour) -> None:
    """What another machine has: all that is committed, and no runs."""
    hour.commit(".hardwon/memory.json")
    shutil.rmtree(hour.root / ".hardwon/runs")
    shutil.rmtree(hour.root / ".hardwon/cache", ignore_errors=True)


def a_test_writes(name: str) -> Step:
    """A test that leaves another content behind each time."""
    body = f"import pathlib, time\ndef test_cart(): pathlib.Path({name!r}).write_text(f'# {{time.time_ns()}}\\n')\n"
    return lambda hour: hour.suite.write(tests__cart__test_cart=body), None


def configure(text: str) -> Step:
    return lambda hour: (hour.root / "hardwon.yaml").write_text(text), None


WROTE = "what changed while a run went on is not a new state"
JOURNEYS: dict[str, list[Step]] = {
    "a test writes a file that git does not ignore": [
        a_test_writes("out.db"),
        runs(),
        *([runs(says=WROTE)] * 3),
        EDIT,
        runs(),
        COMMIT,
        runs(says=WROTE),
        (lambda hour: hour.tests(*NAMES, failing="a"), None),
        runs(),
        runs(says="the same failed on the same state"),
    ],
    "a test writes a source that is new, or a file that git has": [
        a_test_writes("src/made.py"),
        runs(),
        runs(says=WROTE),
        (lambda hour: (hour.root / "table.csv").write_text("1"), None),
        a_test_writes("table.csv"),
        COMMIT,
        runs(),
        runs(says=WROTE),
    ],
    "a source of git's is edited under the run: by a person": [
        a_test_writes("src/other.py"),
        (lambda hour: hour.suite.write(src__other="1\n"), None),
        COMMIT,
        runs(),
        runs(),
    ],
    "what an area rests on is written under the run": [
        configure("areas: [{area: auth, tests: ['tests/auth/**'], paths: ['src/**']}]"),
        a_test_writes("src/data.json"),
        *([runs(says="src/data.json changed before the run was over")] * 2),
        configure("areas: [{area: auth, tests: ['tests/auth/**'], paths: ['src/*.py']}]"),
        runs(),
        runs(says=WROTE),
    ],
    "parts of a suite that writes add up": [
        a_test_writes("out.db"),
        runs(),
        EDIT,
        runs("tests/cart", *(f"{LOGIN}::test_{name}" for name in "abcd"), says=HALF),
        runs("tests/cart", *(f"{LOGIN}::test_{name}" for name in "efgh")),
    ],
    "one test is debugged forty times": [
        runs(),
        *([runs(f"{LOGIN}::test_a", says=ONE)] * 20),
        *([EDIT, runs(f"{LOGIN}::test_a", says=ONE)] * 20),
        runs(),
    ],
    "of an unknown area, a part proves nothing": [
        runs(f"{LOGIN}::test_a", says=UNKNOWN),
        runs("-k", "test_a", says=UNKNOWN),
        runs(),
    ],
    "each way to run a part": [
        runs(),
        EDIT,
        runs("-k", "test_a", says=ONE),
        runs(f"{LOGIN}::test_a", says=ONE),
        EDIT,
        runs("--deselect", f"{LOGIN}::test_a", "--deselect", f"{LOGIN}::test_b", says="6 of 8 tests: no proof"),
        EDIT,
        runs(LOGIN),
        EDIT,
        runs("tests/auth"),
        EDIT,
        runs("tests", "--ignore", "tests/cart"),
    ],
    "by its marks": [
        (
            lambda hour: hour.suite.write(
                tests__auth__test_login="import pytest\n@pytest.mark.slow\ndef test_a(): pass\n"
                + "".join(f"def test_{name}(): pass\n" for name in "bcdefgh")
            ),
            None,
        ),
        runs(),
        EDIT,
        runs("-m", "slow", says=ONE),
    ],
    "stopped early, then what failed last": [
        runs(),
        writes("abcdefgh", failing="c"),
        runs("-x"),
        writes("abcdefgh"),
        EDIT,
        runs("--lf", says=ONE),
        runs(),
    ],
    "what names the whole suite does not narrow": [
        runs("."),
        EDIT,
        runs("tests"),
        writes("abcd"),
        runs("tests/"),
        writes("ab"),
        runs("tests/auth", "tests/cart"),
        EDIT,
        runs("-k", "test_a", says="1 of 2 tests: no proof"),
    ],
    "the ini file does not narrow": [
        (slow_ones, None),
        runs(),
        writes("abcd"),
        runs(),
        EDIT,
        runs("-m", "slow", says="0 of 4 tests: no proof"),
    ],
    "parameters that change daily": [
        dated(16),
        runs(),
        dated(17),
        runs(),
        dated(18),
        runs(LOGIN),
    ],
    "tests removed, renamed, moved": [
        runs(),
        writes("abcd"),
        runs(),
        writes("abcx"),
        runs(),
        (lambda hour: (hour.root / LOGIN).rename(hour.root / "tests/auth/test_moved.py"), None),
        runs(),
        EDIT,
        runs("-k", "test_a", says="1 of 4 tests: no proof"),
    ],
    "shards of a split suite add up": [
        (shard, None),
        runs(),
        EDIT,
        runs("--group", "0", says=HALF),
        runs("--group", "1"),
        runs("--group", "0", says=HALF),
    ],
    "reports of shards, together or one by one": [
        ingests_together("abcd", "efgh"),
        EDIT,
        ingests_together("abcd", "efgh"),
        EDIT,
        ingests("abcd", says=HALF),
        ingests("efgh"),
    ],
    "one test as a report": [
        ingests("abcdefgh"),
        EDIT,
        ingests("a", says=ONE),
        ingests("b", says="2 of 8 tests: no proof"),
    ],
    "a unit and an end-to-end report on one area": [
        ingests("abcdef"),
        ingests("wxyz", suite="e2e"),
        EDIT,
        ingests("abcdef", says="6 of 10 tests: no proof"),
        ingests("wxyz", suite="e2e"),
        EDIT,
        ingests("abcdef", "--source", "unit", says="6 of 10 tests: no proof"),
        ingests("wxyz", "--source", "e2e"),
    ],
    "one test as a report of a source that was not heard before": [
        runs(),
        EDIT,
        ingests("a", says=ONE),
        *(ingests("a", "--source", f"job {i}", "--state", f"build {i}", says=ONE) for i in range(5)),
    ],
    "tests removed, told by reports": [
        ingests("abcdefgh"),
        EDIT,
        ingests("abcd", says=HALF),
        EDIT,
        ingests("abcd", says=HALF),
        EDIT,
        ingests("abcd"),
    ],
    "a known test that is skipped is not missing, in a report": [
        ingests("abcdefgh"),
        EDIT,
        ingests("abcdefgh", skipping="fgh"),
        EDIT,
        ingests("abcdefg", says="7 of 8 tests: no proof"),
        EDIT,
        ingests("abcdefgh"),
        EDIT,
        ingests("abcdefgh", skipping="efgh"),
    ],
    "a known test that is skipped is not missing, in a narrow run": [
        runs(),
        (
            lambda hour: hour.suite.write(
                tests__auth__test_login="import pytest\n@pytest.mark.skip\ndef test_a(): pass\n"
                + "".join(f"def test_{name}(): pass\n" for name in "bcdefgh")
            ),
            None,
        ),
        runs(LOGIN),
        EDIT,
        runs(LOGIN, "-k", "not test_b", says="6 of 7 tests: no proof"),
    ],
    "one test is debugged with a runner that calls the others skipped": [
        ingests("abcdefgh"),
        EDIT,
        ingests("abcdefgh", skipping="bcdefgh", says=ONE),
        ingests("abcdefgh", skipping="acdefgh", says="2 of 8 tests: no proof"),
        EDIT,
        ingests("abcdefgh", skipping="abdefgh", says=ONE),
    ],
    "the same state proves once": [
        runs(),
        runs(says=SAME),
        COMMIT_MEMORY,
        runs(says=SAME),
        COMMIT,
        runs(says=SAME),
        EDIT,
        runs(),
    ],
    "a merge commit with the same tree": [
        runs(),
        (side_branch, None),
        runs(says=SAME),
    ],
    "a job of the CI that is run again, in a fresh checkout": [
        runs(),
        (fresh_checkout, None),
        runs(says=SAME),
        EDIT,
        runs("-k", "test_a", says=ONE),
        runs(LOGIN),
    ],
    "a narrow run and then the whole one, in a fresh checkout of what is proven": [
        runs(),
        *([(fresh_checkout, None), runs("-k", "test_a", says="no proof"), runs(says=SAME)] * 2),
    ],
    "the first shards are not the whole, in a fresh checkout": [
        ingests("abc"),
        ingests("defgh", says=SAME),
        (fresh_checkout, None),
        EDIT,
        ingests("abc", says="3 of 8 tests: no proof"),
        ingests("defgh"),
    ],
    "what failed is known in fresh checkouts": [
        runs(),
        writes("abcdefgh", failing="ab"),
        runs("-k", "test_a"),
        (fresh_checkout, None),
        runs(),
        (fresh_checkout, None),
        runs("-k", "test_a", says="counted once"),
    ],
    "an area that was reset can be proven at once": [
        runs(),
        runs(says=SAME),
        (lambda hour: hour.hardwon("memory", "--reset", "--area", "auth", "--yes"), None),
        runs(),
    ],
    "tests removed, told by reports in fresh checkouts": [
        ingests("abcdefgh"),
        *([(fresh_checkout, None), EDIT, ingests("abcd", says="third run in a row with these 4 tests")] * 2),
        (fresh_checkout, None),
        EDIT,
        ingests("abcd"),
        (fresh_checkout, None),
        EDIT,
        ingests("abcd"),
    ],
    "a fresh checkout without runs": [
        runs(),
        (fresh_checkout, None),
        EDIT,
        runs(f"{LOGIN}::test_a", says=ONE),
        ingests("abcdefgh"),
    ],
    "a dirty tree": [
        runs(),
        EDIT,
        runs(),
        COMMIT,
        runs(says=SAME),
        (lambda hour: (hour.root / "src/new.py").write_text("x = 1\n"), None),
        runs(),
    ],
    "a build is named": [
        runs("--hardwon-state", "build 1"),
        EDIT,
        runs("--hardwon-state", "build 1", says=SAME),
        runs("--hardwon-state", "build 2"),
        ingests("abcdefgh", "--state", "build 2", says=SAME),
        ingests("abcdefgh", "--state", "build 3"),
    ],
    "four red runs while debugging are one failure": [
        runs(),
        writes("abcdefgh", failing="c"),
        runs(),
        *([runs(f"{LOGIN}::test_c", says="counted once")] * 2),
        runs(says="counted once"),
        writes("abcdefgh"),
        runs(says=SAME),
        EDIT,
        runs(),
    ],
    "each run by itself": [
        configure("services: {confidence: {repeatWindow: 0}}\n"),
        runs(),
        runs(),
        runs(f"{LOGIN}::test_a", says=ONE),
        runs(),
    ],
}


def live(hour: Hour, steps: list[Step]) -> None:
    for number, (act, says) in enumerate(steps, start=1):
        said = act(hour)
        if says is not None:
            assert isinstance(said, str)
            assert bool(said) is bool(says), (number, said, hour.said)
            assert says in said, (number, said)


@pytest.mark.parametrize("journey", JOURNEYS)
def test_a_journey(hour: Hour, journey: str) -> None:
    live(hour, JOURNEYS[journey])


WITHOUT_GIT: dict[str, list[Step]] = {
    "nothing is known of the state": [runs(), runs(says=SAME), EDIT, runs(says=SAME), runs("--hardwon-state", "b")],
    "the files of the area tell": [
        configure("areas: [{area: auth, tests: ['tests/auth/**'], paths: ['src/**']}]\n"),
        runs(),
        runs(says=SAME),
        EDIT,
        runs(),
        runs(says=SAME),
    ],
}


@pytest.mark.parametrize("journey", WITHOUT_GIT)
def test_a_journey_without_git(plain_hour: Hour, journey: str) -> None:
    live(plain_hour, WITHOUT_GIT[journey])


def test_a_part_is_told_to_whoever_runs_it(hour: Hour) -> None:
    hour.pytest()
    hour.edit()
    hour.pytest(f"{LOGIN}::test_a")
    assert "not counted: auth: 1 of 8 tests: no proof" in hour.said
    hour.pytest()
    hour.pytest()
    assert "not counted: auth, cart: same state as " in hour.said


def test_fifteen_runs_of_the_same_content_retire_nothing(hour: Hour) -> None:
    for _ in range(15):
        hour.pytest()
    assert hour.count == 1
    assert not hour.suite.areas["auth"]["retired"]
    [row] = [row for row in hour.hardwon("status")["areas"] if row["name"] == "auth"]
    assert row["proof"].startswith("1 clean pass on 1 state: ")


def test_fifteen_runs_of_fifteen_states_do(hour: Hour) -> None:
    for _ in range(15):
        hour.edit()
        hour.pytest()
    assert hour.suite.areas["auth"]["retired"]
    [row] = [row for row in hour.hardwon("status")["areas"] if row["name"] == "auth"]
    assert row["proof"].startswith("15 clean passes on 15 states: ")


def test_a_report_of_pytest_counts_once(hour: Hour, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Also under another name, from another folder, and when the run itself is long gone."""
    hour.pytest("--junitxml=report.xml")
    before = hour.confidence
    elsewhere = tmp_path_factory.mktemp("downloads") / "job.xml"
    shutil.copy(hour.root / "report.xml", elsewhere)
    assert "was counted before" in hour.ingest("report.xml")
    shutil.rmtree(hour.root / ".hardwon/runs")
    elsewhere.write_text(elsewhere.read_text() + "\n")
    assert "was counted before" in hour.ingest(str(elsewhere))
    assert hour.confidence == before


def test_a_report_of_a_part_counts_no_more_than_the_part(hour: Hour) -> None:
    """A debugging run moved nothing; its report must not, either."""
    hour.pytest(f"{LOGIN}::test_a", "--junitxml=report.xml")
    assert "was counted before" in hour.ingest("report.xml")
    assert hour.count == 0


def test_a_report_of_another_machine_counts_once(hour: Hour) -> None:
    named = '<property name="hardwon_run" value="20260105T100000-000000-ab12"/>'
    assert hour.ingest(hour.report(NAMES, properties=named)) == COUNTS
    hour.edit()
    assert "was counted before" in hour.ingest(hour.report((*NAMES, "x"), properties=named))
    assert hour.ingest(hour.report(NAMES, properties=named), "--again") == COUNTS


def test_a_report_says_which_commit_it_is_about(hour: Hour) -> None:
    """Reports of one commit are one proof, whatever lies here by now; its files count, not its name."""

    def head() -> str:
        head = (hour.root / ".git/HEAD").read_text().removeprefix("ref: ").strip()
        return (hour.root / ".git" / head).read_text().strip()

    first = head()
    assert hour.ingest(hour.report(NAMES, properties=f'<property name="git.commit" value="{first}"/>')) == COUNTS
    hour.commit(".hardwon/memory.json")
    second = head()
    assert second != first
    hour.edit()
    for commit in (first, second):
        again = hour.report(NAMES, properties=f'<property name="git.commit" value="{commit}"/>')
        assert SAME in hour.ingest(again)
    hour.commit()
    third = hour.report(NAMES, properties=f'<property name="git.commit" value="{head()}"/>')
    assert hour.ingest(third) == COUNTS
    assert SAME in hour.pytest(), "the same files, tested here"


def test_workers_of_xdist_tell_what_was_left_out(hour: Hour) -> None:
    shard(hour)
    hour.commit()
    assert hour.pytest("-n", "2") == COUNTS
    hour.edit()
    assert hour.pytest("-n", "2", "--group", "0", "--junitxml=report.xml").startswith(HALF)
    assert 'name="hardwon_run"' in (hour.root / "report.xml").read_text()


def test_what_was_not_credited_is_no_finding(hour: Hour) -> None:
    hour.pytest()
    hour.pytest()
    hour.edit()
    hour.pytest(f"{LOGIN}::test_a")
    assert hour.hardwon("doctor")["findings"] == []


def test_the_memory_stays_clean_while_nothing_counts(hour: Hour) -> None:
    """Debugging makes no changes that somebody would have to commit."""
    hour.pytest()
    before = (hour.root / ".hardwon/memory.json").read_bytes()
    hour.pytest()
    hour.pytest(f"{LOGIN}::test_a")
    assert (hour.root / ".hardwon/memory.json").read_bytes() == before


def test_a_rename_of_the_project_folder_is_the_same_state(hour: Hour, tmp_path: Path) -> None:
    hour.pytest()
    copy = tmp_path / "elsewhere"
    shutil.copytree(hour.root, copy, ignore=shutil.ignore_patterns("runs", "cache"))
    hour.root = hour.suite.root = copy
    hour.suite.pytester.chdir()
    assert SAME in hour.ingest(hour.report(NAMES))


def test_a_narrow_report_is_a_part_under_any_name_until_its_own_source_says_it_is_all(hour: Hour) -> None:
    """A report of eight tests, then one of them under another name over and over, then under the first name."""

    def ingested(names: Iterable[str], suite: str) -> str:
        hour.edit()
        return hour.ingest(hour.report(names, suite=suite))

    assert ingested(NAMES, "unit") == ""
    whys = [ingested("a", "smoke") for _ in range(6)]
    assert all(why.startswith("1 of 8 tests: no proof") for why in whys), whys
    assert "7 tests of unit did not pass on this state" in whys[-1]
    assert whys[-1].endswith("if they are gone, ingest this with --source unit")
    assert [bool(ingested("a", "unit")) for _ in range(3)] == [True, True, False], "three alike are what there is now"
    assert ingested("a", "smoke") == ""


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a checkout to somebody else")
def test_a_checkout_that_git_refuses_is_named(hour: Hour, capsys: pytest.CaptureFixture[str]) -> None:
    """Of a checkout that belongs to another user git says nothing: then no state is new, and somebody must say why."""
    assert hour.pytest() == COUNTS
    for path in (hour.root, hour.root / ".git"):
        os.chown(path, 12345, -1)
    hour.edit()
    assert hour.pytest() == COUNTS, "what counted before was another state by name"
    hour.edit()
    assert hour.pytest().startswith(SAME)
    refused = "git refuses this repository, which belongs to another user (`git config --global --add safe.directory"
    assert refused in hour.said
    assert "passes within the hour count once" in hour.said
    assert hour.hardwon("status")["git"].startswith(refused)
    capsys.readouterr()
    for command in ("status", "doctor"):
        hardwon([command, "--project", str(hour.root)])
        assert refused in capsys.readouterr().out, command
