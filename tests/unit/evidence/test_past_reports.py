"""Reports of past runs say what they say when read alone, however many were read before them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from hardwon.areas.spellings import Naming
from hardwon.errors import ReportError
from hardwon.evidence import reports
from hardwon.evidence.crediting import Circumstances, trials
from hardwon.evidence.fields import Shared, moment_of
from hardwon.evidence.past_files import PastFile
from hardwon.evidence.past_reports import PastReader
from hardwon.evidence.past_runs import runs_of
from hardwon.evidence.placing import placed
from hardwon.evidence.results import verdicts, without_secrets
from hardwon.text.times import moment

if TYPE_CHECKING:
    from hardwon.areas.trial import Trial

GOLD = Path(__file__).parents[2] / "gold" / "reports"
FILES = [path for path in sorted(GOLD.rglob("*.*")) if path.suffix in (".xml", ".json", ".tap")]


def test_shared_results_are_those_that_a_report_has_alone() -> None:
    """All but how long tests took, whatever was read before, and the second time, too."""
    shared: Shared = {}
    read = 0
    for path in [*FILES, *FILES]:
        try:
            alone = reports.read(str(path))
        except ReportError:
            continue
        with path.open("rb") as file:
            found = reports.read_from(file, str(path), shared)
        assert [replace(each, duration=None) for each in found.results] == [
            replace(each, duration=None) for each in alone.results
        ]
        read += 1
    assert read > 100
    assert shared


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_past_run_has_the_verdicts_that_its_report_would_have_had_then(path: Path) -> None:
    """The short way, over what tests go by, and the usual one come to the same."""
    try:
        report = reports.read(str(path))
    except ReportError:
        return
    results = [without_secrets(each) for each in placed(report.results, Naming(), GOLD)]
    reader = PastReader(naming=Naming(), root=GOLD, now=moment("2030-01-01T00:00:00Z").timestamp())
    past = reader.read(PastFile(path=path, parts=("gold", path.name), modified=1.8e9))
    [run] = runs_of([past])
    assert run.verdicts("r") == verdicts(results, run="r")
    usual = trials(results, Circumstances(state="s", extent="report", source="report"), {}, run.at)
    told = {verdict.area: replace(run.trial(verdict.area, "s"), is_past=False) for verdict in run.verdicts("r")}
    assert told == {area: by_name(trial) for area, trial in usual.items()}
    assert [each.area for each in reader.results(past)] == [each.area for each in results]


def by_name(trial: Trial) -> Trial:
    """A past run goes by the names of tests: it is about other files, so which parameters ran proves nothing here."""
    said = tuple(replace(each, cases={}) for each in trial.said)
    return replace(trial, said=said, skipped=frozenset(), cases_left_out={})


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("2026-05-03T10:11:12", "2026-05-03T10:11:12Z"),
        ("2026-05-03T10:11:12Z", "2026-05-03T10:11:12Z"),
        ("2026-05-03T12:11:12+02:00", "2026-05-03T10:11:12Z"),
        ("2026-05-03 10:11:12", "2026-05-03T10:11:12Z"),
        ("Sun, 03 May 2026 10:11:12 GMT", "2026-05-03T10:11:12Z"),
        (1777803072000, "2026-05-03T10:11:12Z"),
        (1777803072000.0, "2026-05-03T10:11:12Z"),
        ("1970-01-01T00:00:00", None),
        ("9999-12-31T23:59:59-23:00", None),
        ("yesterday", None),
        ("", None),
        (0, None),
        (10**400, None),
        (float("nan"), None),
        (True, None),
        ([], None),
    ],
)
def test_moments_as_reports_write_them(value: object, expected: str | None) -> None:
    assert moment_of(value) == (expected and moment(expected).timestamp())
