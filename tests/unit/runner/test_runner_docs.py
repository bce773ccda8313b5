"""The examples in the docs of tests and scenarios are what hardwon reads."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from hardwon.errors import UsageError
from hardwon.project.suite_files import OWN as SUITE_OWN
from hardwon.runner.files import load
from hardwon.runner.tests import FOREIGN, META, OWN, STEP, Test
from hardwon.scenarios.reading import parse
from hardwon.scenarios.scenario import HttpCalls

DOCS = Path(__file__).parents[3] / "docs"
TESTS = (DOCS / "tests-and-suites.md").read_text("utf-8")


def block(text: str, kind: str) -> str:
    found = re.search(rf"```{kind}\n(.*?)```", text, re.DOTALL)
    assert found
    return found[1]


def test_example_of_a_test_is_read(tmp_path: Path) -> None:
    (tmp_path / "login.yaml").write_text(block(TESTS, "yaml"), "utf-8")
    test = load(tmp_path / "login.yaml", tmp_path)
    assert isinstance(test, Test)
    assert [step.kind for step in test.steps] == ["act", "act", "act", "assert"]
    assert test.steps[1].text == "Enter ada into the name field"


def test_every_key_is_in_the_docs() -> None:
    for key in {*OWN, *META, *STEP, *FOREIGN, *SUITE_OWN}:
        assert re.search(rf"[`{{ ,]{key}[`}},:]", TESTS), key


def test_example_of_a_slip_is_what_is_said(tmp_path: Path) -> None:
    promised = re.search(r"hardwon: (tests/login.*) \[usage\]", TESTS)
    assert promised
    path = tmp_path / "tests" / "login.yaml"
    path.parent.mkdir()
    path.write_text("# a\n# b\nsteps:\n  - a\n  - b\n  - step: c\n    timout: 3s\n", "utf-8")
    with pytest.raises(UsageError) as caught:
        load(path, tmp_path)
    assert str(caught.value) == promised[1]


def test_example_of_a_scenario_is_read() -> None:
    [scenario] = parse(block((DOCS / "scenarios.md").read_text("utf-8"), "json").encode()).scenarios
    assert isinstance(scenario.exec, HttpCalls)
    [request] = scenario.exec.requests
    assert (request.concurrency, request.winners) == (12, 1)
