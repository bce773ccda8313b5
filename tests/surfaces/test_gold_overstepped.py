"""Evidence that an observation led beyond a step is read for ever: what it did, and what it cost."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import hardwon
from hardwon.evidence import past_tests

if TYPE_CHECKING:
    from tests.conftest import Cli

GOLD = Path(__file__).resolve().parents[1] / "gold" / "overstepped"


def test_what_led_beyond_a_step_is_still_told(project: Path, call: Cli) -> None:
    shutil.copytree(GOLD, project / ".hardwon", ignore=shutil.ignore_patterns("README.md"))
    memory = hardwon.Memory.open(project)
    memory.records.prepare()
    [change] = [each for each in call("log", "--json").document["entries"] if each["action"] == "deprecate"]
    [test] = past_tests.tests_of(memory.runs, change["run_id"])
    [what] = [what for attempt in test.attempts for step in attempt.steps for what in step.overstepped.values()]
    assert what == 'the link "Partner" leads to partner.example, outside the site'
    assert what in change["reasoning"]
    assert call("doctor", "--json").document["findings"] == []


def test_curating_the_run_again_blames_it_once(project: Path, call: Cli) -> None:
    shutil.copytree(GOLD, project / ".hardwon", ignore=shutil.ignore_patterns("README.md"))
    hardwon.Memory.open(project).records.prepare()
    [change] = [each for each in call("log", "--json").document["entries"] if each["action"] == "deprecate"]
    assert call("curate", change["run_id"], "--json").document["deprecated"] == 0
    [kept] = call("observations", "list", "--json").document["observations"]
    assert kept["trust"] == 0.4
