"""Which reports of the past are of one run, by where people keep them, when they began and what they name."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from hardwon.areas.roster import Heard, key_of
from hardwon.evidence.past_files import PastFile
from hardwon.evidence.past_reports import PastReport, ToldOfArea, commit_in, date_in, when
from hardwon.evidence.past_runs import run_folder, runs_of
from hardwon.text.times import moment

NOON = moment("2026-05-03T12:00:00Z").timestamp()
HOUR = 3600.0


@pytest.mark.parametrize(
    ("path", "run"),
    [
        ("artifacts/2026-05-03-build-1234/junit-1.xml", "artifacts/2026-05-03-build-1234"),
        ("artifacts/run-8812/shard-1/report.xml", "artifacts/run-8812"),
        ("downloads/8812345678/junit-py311/results.xml", "downloads/8812345678"),
        ("downloads/8812345678/junit ubuntu-2204/results.xml", "downloads/8812345678"),
        ("gitlab/pipeline-55/job-7/report.xml", "gitlab/pipeline-55"),
        ("gitlab/pipelines/551234/rspec 3_5/report.xml", "gitlab/pipelines/551234"),
        ("ci/run-8812/attempt-2/report.xml", "ci/run-8812/attempt-2"),
        ("jenkins/builds/123/archive/target/surefire-reports/TEST-a.xml", "jenkins/builds/123"),
        ("jenkins/jobs/shop/builds/7/archive/TEST-a.xml", "jenkins/jobs/shop/builds/7"),
        ("a/9f86d081884c7d659a2feaa0c55ad015a3bf4f1b/junit.xml", "a/9f86d081884c7d659a2feaa0c55ad015a3bf4f1b"),
        ("a/9f86d08/e2e/junit.xml", "a/9f86d08"),
        ("a/2026/05/03/run-9/shard-2/r.xml", "a/2026/05/03/run-9"),
        ("a/unit/2026/05/03/r.xml", ""),
        ("a/2026-05-03/r.xml", ""),
        ("a/2026-05-03T10-11-12/r.xml", "a/2026-05-03T10-11-12"),
        ("a/20260503_101112/unit/r.xml", "a/20260503_101112"),
        ("a/nightly_20260503.4/r.xml", "a/nightly_20260503.4"),
        ("a/shop-main-4711/r.xml", "a/shop-main-4711"),
        ("a/windows-2022/r.xml", ""),
        ("a/py311/r.xml", ""),
        ("a/4711/2026-05-03/r.xml", "a/4711"),
        ("a/#1234/r.xml", "a/#1234"),
        ("a/junit-1234.xml", ""),
        ("run-8812/shard-1/report.xml", ""),
    ],
)
def test_the_folder_that_stands_for_a_run(path: str, run: str) -> None:
    """By its name; the first folder is what all reports have in common, and is not asked."""
    assert "/".join(run_folder(path.split("/"))) == run


@pytest.mark.parametrize(
    ("path", "date"),
    [
        ("a/2026-05-03-build-1234/junit.xml", "2026-05-03T00:00:00Z"),
        ("a/2026/05/03/junit.xml", "2026-05-03T00:00:00Z"),
        ("a/20260503T101112Z/junit.xml", "2026-05-03T10:11:12Z"),
        ("a/junit_2026-05-03_10-11.xml", "2026-05-03T10:11:00Z"),
        ("a/2026-05/2026.05.04/junit.tap", "2026-05-04T00:00:00Z"),
        ("a/results-20260503-101112.tap", "2026-05-03T10:11:12Z"),
        ("a/8812345678/junit.xml", None),
        ("a/2026-02-31/junit.xml", None),
        ("a/1999-05-03/junit.xml", None),
        ("a/120260503/junit.xml", None),
        ("a/v2026.5/junit.xml", None),
    ],
)
def test_the_date_in_a_path(path: str, date: str | None) -> None:
    found = date_in(path.split("/"))
    assert (found and found[0]) == (date and moment(date).timestamp())


@pytest.mark.parametrize(
    ("path", "commit"),
    [
        ("a/9f86d081884c7d659a2feaa0c55ad015a3bf4f1b/junit.xml", "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b"),
        ("a/main-9F86D08/junit.xml", "9f86d08"),
        ("a/build_12_9f86d081.xml", "9f86d081"),
        ("a/8812345678/junit.xml", ""),
        ("a/facade/deadbeef/junit.xml", ""),
        ("a/20260503/e2e/junit.xml", ""),
        ("a/3f2a9c1b-1111-4222-8333-0123456789ab/junit.xml", ""),
        ("a/x9f86d08/junit.xml", ""),
    ],
)
def test_the_commit_in_a_path(path: str, commit: str) -> None:
    assert commit_in(path.split("/")) == commit


@pytest.mark.parametrize(
    ("began", "path", "modified", "expected"),
    [
        (NOON, "a/2020-01-01/r.xml", NOON + 9, (NOON, "report")),
        (None, "a/2026-05-03/r.tap", 0.0, (NOON - 12 * HOUR, "path")),
        (None, "a/2026-05-03/r.tap", NOON, (NOON, "path")),  # within the day that the path names
        (None, "a/r.tap", NOON, (NOON, "file")),
        (NOON + 9 * HOUR, "a/r.xml", NOON, (NOON, "file")),  # a report from the future: its clock was wrong
        (None, "a/2031-01-01/r.tap", NOON, (NOON, "file")),
        (None, "a/r.tap", NOON + 9 * HOUR, (NOON + HOUR, "file")),  # never later than now
    ],
)
def test_when_a_run_was(began: float | None, path: str, modified: float, expected: tuple[float, str]) -> None:
    file = PastFile(path=Path(path), parts=tuple(path.split("/")), modified=modified)
    assert when(began, file, now=NOON + HOUR) == expected


@dataclass(frozen=True, kw_only=True)
class Given:
    """A report: where it lies, when it began in minutes, its tests and the commit that it names."""

    path: str
    minute: float = 0
    tests: str = "ab"
    failed: str = ""
    commit: str = ""
    source: str = "unit"

    @property
    def report(self) -> PastReport:
        passed = frozenset(map(key_of, set(self.tests) - set(self.failed)))
        heard = Heard(source=self.source, passed=passed, failed=frozenset(map(key_of, self.failed)))
        told = ToldOfArea(said=(heard,), tests=len(self.tests), failed=len(self.failed), flaky=0)
        return PastReport(
            file=PastFile(path=Path(self.path), parts=tuple(self.path.split("/"))),
            digest=self.path,
            at=NOON + self.minute * 60,
            commit=self.commit,
            areas={"auth": told},
            tally={"passed": len(self.tests) - len(self.failed), "failed": len(self.failed), "skipped": 0, "error": 0},
        )


@pytest.mark.parametrize(
    ("reports", "runs"),
    [
        pytest.param(
            [Given(path="a/run-2/r.xml", minute=9), Given(path="a/run-1/r.xml", minute=5)],
            ["a/run-1/r.xml", "a/run-2/r.xml"],
            id="folders are runs, in the order of time",
        ),
        pytest.param(
            [Given(path="a/run-1/s1/r.xml"), Given(path="a/run-1/s2/r.xml", minute=30)],
            ["a/run-1/s1/r.xml a/run-1/s2/r.xml"],
            id="a matrix is one run, although its tests are the same",
        ),
        pytest.param(
            [Given(path="a/run-1/s1/r.xml"), Given(path="a/run-1/s2/r.xml", minute=60 * 7)],
            ["a/run-1/s1/r.xml", "a/run-1/s2/r.xml"],
            id="what began hours later is another run",
        ),
        pytest.param(
            [Given(path="a/4711/x/r.xml", commit="c1"), Given(path="a/4711/y/r.xml", minute=2, commit="c2")],
            ["a/4711/x/r.xml", "a/4711/y/r.xml"],
            id="other commits are other runs, whatever the folder",
        ),
        pytest.param(
            [Given(path="a/1.xml", tests="ab"), Given(path="a/2.xml", tests="cd", minute=5)],
            ["a/1.xml a/2.xml"],
            id="shards side by side",
        ),
        pytest.param(
            [Given(path="a/1.xml"), Given(path="a/2.xml", minute=5)],
            ["a/1.xml", "a/2.xml"],
            id="the same tests side by side are two runs",
        ),
        pytest.param(
            [Given(path="a/1.xml", source="unit"), Given(path="a/2.xml", source="e2e", minute=5)],
            ["a/1.xml a/2.xml"],
            id="other sources have other tests",
        ),
        pytest.param(
            [Given(path="a/1.xml", commit="c1"), Given(path="a/2.xml", tests="cd", commit="c2")],
            ["a/1.xml", "a/2.xml"],
            id="side by side, of two commits",
        ),
        pytest.param(
            [Given(path="a/1.xml"), Given(path="a/2.xml", tests="cd", minute=90)],
            ["a/1.xml", "a/2.xml"],
            id="side by side, hours apart",
        ),
        pytest.param(
            [Given(path="a/x/1.xml"), Given(path="a/y/2.xml", tests="cd")],
            ["a/x/1.xml", "a/y/2.xml"],
            id="folders that say nothing: runs of their own, which add up as runs do",
        ),
    ],
)
def test_which_reports_are_of_one_run(reports: list[Given], runs: list[str]) -> None:
    found = runs_of(each.report for each in reports)
    assert [" ".join(str(each.file.path) for each in run.reports) for run in found] == runs


def test_a_run_of_several_reports_has_one_verdict_for_each_area() -> None:
    """A test that failed in one of them failed."""
    [run] = runs_of([Given(path="a/run-1/x/r.xml").report, Given(path="a/run-1/y/r.xml", failed="b", minute=1).report])
    [verdict] = run.verdicts("r")
    assert (verdict.passed, verdict.tests, verdict.failed) == (False, 4, 1)
    trial = run.trial("auth", "s")
    assert (trial.passed, trial.failed) == (frozenset({key_of("a")}), frozenset({key_of("b")}))
    assert (trial.at, trial.is_past, run.tally["passed"]) == (NOON, True, 3)
