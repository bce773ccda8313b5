"""Tests with steps: the `hardwon` fixture gives recall, evidence, ablation and curation to any pytest test."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

import pytest

import hardwon
from hardwon.observations.observation import Scope

if TYPE_CHECKING:
    from tests.plugin.conftest import Suite

LEARNS = """
def test_recovery(hardwon):
    with hardwon.step("Open the account recovery page") as step:
        step.report(sub_actions=4, observation="found it under Settings")
        step.learned("Account recovery: reached from Settings", "Account recovery is reached from Settings, Security.")
"""
USES = """
def test_recovery(hardwon):
    with hardwon.step("Open the account recovery page") as step:
        step.report(sub_actions=1, used=[each.id for each in step.observations])
"""
MISLED = """
def test_recovery(hardwon):
    with hardwon.step("Open the account recovery page") as step:
        assert "Settings" not in step.context, "nothing there"
"""


def _observations(suite: Suite) -> list[Any]:
    return [each.observation for each in hardwon.Memory.open(suite.root).observations.listing().stored]


def _steps(suite: Suite) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (suite.runs[-1] / "steps.jsonl").read_text().splitlines()]


def _run(suite: Suite) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((suite.runs[-1] / "run.json").read_bytes())
    return found


@pytest.fixture
def taught(suite: Suite) -> Suite:
    """A suite whose memory holds one observation, learned by a test of it."""
    suite.pytester.makefile(".ini", pytest="[pytest]\naddopts = -p no:randomly\nhardwon_product = shop\n")
    suite.write(tests__account__test_recovery=LEARNS)
    suite.run().assert_outcomes(passed=1)
    assert len(_observations(suite)) == 1
    return suite


def test_what_a_step_learned_is_kept(taught: Suite) -> None:
    observation = _observations(taught)[0]
    assert observation.title == "Account recovery: reached from Settings"
    assert observation.scope == Scope("products", "shop")
    assert observation.source_test == "tests.account.test_recovery.test_recovery"
    run = _run(taught)
    assert (run["kind"], run["status"], run["memory_log"]["added"]) == ("pytest", "passed", 1)
    assert taught.areas["account"]["pass_count"] == 1
    assert len(taught.runs) == 1, "one run, with verdicts and steps"


def test_a_step_gets_memory_and_its_use_confirms_it(taught: Suite) -> None:
    taught.write(tests__account__test_recovery=USES)
    result = taught.run("-rP")
    result.assert_outcomes(passed=1)
    result.stdout.fnmatch_lines(
        ["*- hardwon -*", "attempt 1, Open the account recovery page: Account recovery: reached*"]
    )
    assert _steps(taught)[0]["memory"] == "used"
    assert _observations(taught)[0].confirmed_count == 1


def test_failed_with_memory_passed_without(taught: Suite) -> None:
    """Memory is the cause: the test counts as passed, says so, and the observation loses trust."""
    taught.write(tests__account__test_recovery=MISLED)
    result = taught.run("-rP")
    result.assert_outcomes(passed=1)
    result.stdout.fnmatch_lines(["failed with memory, passed without: 1 observation deprecated"])
    assert [step["attempt"] for step in _steps(taught)] == [1, 2]
    assert _observations(taught)[0].trust == 0.4
    assert _run(taught)["test_results"][0]["ablation"]["passed"] is True
    assert taught.verdicts["tests/account/test_recovery.py::test_recovery"] == "passed"


def test_failed_both_ways_is_not_memorys_fault(taught: Suite) -> None:
    taught.write(tests__account__test_recovery=USES + "    assert False\n")
    result = taught.run()
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*failed with memory and without it: memory is not the cause*"])
    assert _observations(taught)[0].trust == 0.5


@pytest.mark.parametrize("how", ["setting", "mark"])
def test_without_ablation_the_failed_step_costs_trust(taught: Suite, how: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HARDWON_ABLATION_ENABLED", str(how != "setting"))
    mark = "import pytest\n@pytest.mark.unrepeatable" if how == "mark" else ""
    taught.write(tests__account__test_recovery=mark + MISLED)
    taught.run().assert_outcomes(failed=1)
    assert len(_steps(taught)) == 1
    assert _observations(taught)[0].trust == 0.4


def test_the_second_attempt_has_fresh_fixtures(taught: Suite) -> None:
    taught.write(
        tests__account__test_recovery="""
import pytest
made = []
@pytest.fixture
def page(tmp_path):
    made.append("up")
    yield object()
    made.append("down")
def test_recovery(page, hardwon):
    with hardwon.step("Open the account recovery page") as step:
        assert not step.context
def test_after():
    assert made == ["up", "down"] * 2
"""
    )
    taught.run().assert_outcomes(passed=2)


def test_workers_share_one_run_and_confirm_once(taught: Suite) -> None:
    """Eight tests on two workers use the same observation: one run, one confirmation."""
    many = "import pytest\n@pytest.mark.parametrize('n', range(8))\n" + USES.lstrip().replace(
        "(hardwon)", "(hardwon, n)"
    )
    taught.write(tests__account__test_recovery=many)
    taught.run("-n", "2").assert_outcomes(passed=8)
    assert len(taught.runs) == 2
    assert len(_steps(taught)) == 8
    assert len(_run(taught)["test_results"]) == 8
    assert _run(taught)["memory_log"]["confirmed"] == 1
    assert _observations(taught)[0].confirmed_count == 1


def test_off_the_fixture_gives_no_memory_and_keeps_nothing(taught: Suite) -> None:
    taught.write(tests__account__test_recovery=MISLED + LEARNS.replace("test_recovery", "test_other"))
    before = len(taught.runs)
    taught.pytester.runpytest().assert_outcomes(passed=2)
    assert len(taught.runs) == before
    assert len(_observations(taught)) == 1


def test_skipping_in_a_step_is_a_skip_and_no_failure(taught: Suite) -> None:
    text = USES + "        import pytest; pytest.skip('not today')\n"
    taught.write(tests__account__test_recovery=text)
    taught.run().assert_outcomes(skipped=1)
    assert _observations(taught)[0].trust == 0.5
    assert _steps(taught)[0]["status"] == "error"


def test_a_step_that_cannot_run_is_no_verdict_and_no_ablation(taught: Suite) -> None:
    taught.write(
        tests__account__test_recovery=USES + "        import hardwon as h; raise h.CannotRun('target is down')\n"
    )
    taught.run().assert_outcomes(failed=1)
    assert len(_steps(taught)) == 1
    assert _observations(taught)[0].trust == 0.5
    assert list(taught.verdicts.values()) == ["error"]


def test_async_tests_have_steps(taught: Suite) -> None:
    taught.write(
        tests__account__test_recovery="""
import asyncio, pytest
@pytest.fixture
def anyio_backend(): return "asyncio"
@pytest.mark.anyio
async def test_recovery(hardwon):
    with hardwon.step("Open the account recovery page") as step:
        await asyncio.sleep(0)
        assert not step.context
"""
    )
    taught.run("-rP").stdout.fnmatch_lines(["failed with memory, passed without: 1 observation deprecated"])


def test_the_fixture_must_be_asked_for_by_name(taught: Suite) -> None:
    taught.write(tests__account__test_recovery="def test_x(request): request.getfixturevalue('hardwon')\n")
    taught.run().stdout.fnmatch_lines(["*Ask for the fixture `hardwon` in the arguments*"])


def test_a_tripped_breaker_is_shown(taught: Suite) -> None:
    outcomes = hardwon.Memory.open(taught.root).outcomes
    for number in range(6):
        outcomes.record(
            "shop", with_memory=number < 3, passed=number >= 3, run="r", test="t", at="2026-01-01T00:00:00Z"
        )
    taught.write(tests__account__test_recovery=USES)
    taught.run().stdout.fnmatch_lines(["memory is switched off for shop: 3 of 3 attempts with memory failed, *"])
    assert _steps(taught)[0]["memory"] == "tripped"
    assert "Memory is switched off for shop" in (taught.runs[-1] / "report.md").read_text()


def test_the_run_can_be_shown_afterwards(taught: Suite) -> None:
    result = taught.pytester.run(sys.executable, "-m", "hardwon", "report")
    result.stdout.fnmatch_lines(["# Run *: passed", "| tests.account.test_recovery.test_recovery | account | passed*"])


def test_any_parameter_gives_a_scope_of_its_own(taught: Suite) -> None:
    ids = ["../../up", "a/b\\c", "\x1b[31m", "x" * 500, "..", "é"]
    text = f"import pytest\n@pytest.mark.parametrize('v', range({len(ids)}), ids={ids})\n" + LEARNS.lstrip().replace(
        "(hardwon)", "(hardwon, v)"
    ).replace('Security.")', "Security, found after 3 seconds.\", scope='test')").replace("reached from", "slow behind")
    taught.write(tests__account__test_recovery=text)
    taught.run().assert_outcomes(passed=len(ids))
    scopes = [each.scope for each in _observations(taught)]
    assert len({scope.name for scope in scopes if scope.tier == "tests"}) == len(ids)


def test_an_expected_failure_costs_no_trust_and_is_not_tried_again(
    taught: Suite, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether a mark or the step itself expects it."""
    taught.write(
        tests__account__test_recovery="import pytest\n@pytest.mark.xfail"
        + MISLED
        + MISLED.replace("test_recovery", "test_inner").replace(
            "assert", "import pytest; pytest.xfail('known'); assert"
        )
    )
    with monkeypatch.context() as without:
        without.setenv("HARDWON_ABLATION_ENABLED", "false")
        taught.run().assert_outcomes(xfailed=2)
    taught.run().assert_outcomes(xfailed=2)
    assert [step["attempt"] for step in _steps(taught)] == [1, 1]
    assert [test["status"] for test in _run(taught)["test_results"]] == ["error", "error"]
    assert _run(taught)["status"] == "skipped"
    assert _observations(taught)[0].trust == 0.5


def test_steps_in_each_other_and_in_threads_keep_their_order(taught: Suite) -> None:
    taught.write(
        tests__account__test_recovery="""
from concurrent.futures import ThreadPoolExecutor
def test_nested(hardwon):
    with hardwon.step("Open the account recovery page"):
        with hardwon.step("Open the help page"):
            pass
def test_threads(hardwon):
    def go(number):
        with hardwon.step(f"Open the account recovery page {number}") as step:
            return step.given.use
    with ThreadPoolExecutor(4) as threads:
        assert set(threads.map(go, range(8))) == {"used"}
"""
    )
    taught.run().assert_outcomes(passed=2)
    steps = _steps(taught)
    nested = {step["index"]: step["text"] for step in steps if step["test"].endswith("nested")}
    assert nested == {0: "Open the account recovery page", 1: "Open the help page"}
    assert sorted(step["index"] for step in steps if step["test"].endswith("threads")) == list(range(8))


@pytest.mark.parametrize(
    ("setting", "options", "told"),
    [
        ("services: {memory: {curator: model, model: nothing}}\n", (), "services.memory.model"),
        ("", ("--hardwon-product", "a/../b"), "cannot be the name of a scope"),
    ],
)
def test_what_steps_cannot_work_with_is_said_before_any_test_runs(
    taught: Suite, setting: str, options: tuple[str, ...], told: str
) -> None:
    (taught.root / "hardwon.yaml").write_text(setting)
    taught.write(
        tests__account__test_recovery=USES,
        tests__b__test_b="import pathlib\ndef test_b(): pathlib.Path('ran').touch()\n",
    )
    before = taught.areas
    result = taught.run(*options)
    output = str(result.stdout) + str(result.stderr)
    assert told in output
    assert "INTERNALERROR" not in output
    assert not (taught.root / "ran").exists()
    assert result.ret != 0
    assert taught.areas == before


def test_steps_that_cannot_be_kept_run_without_memory_and_that_is_said(taught: Suite) -> None:
    """The evidence of the run cannot be written: that is no failure of the test."""
    taught.write(
        tests__a__test_a="import pathlib, shutil\ndef test_first():\n    runs = pathlib.Path('.hardwon/runs')\n"
        "    shutil.rmtree(runs); runs.touch()\n",
        tests__b__test_b=MISLED,
    )
    result = taught.run("tests/a", "tests/b")
    result.assert_outcomes(passed=2)
    result.stdout.fnmatch_lines(["hardwon: tests/b/test_b.py::test_recovery: its steps had no memory*"])
    assert result.ret == 3


def test_evidence_that_cannot_be_kept_any_more_is_no_failure_of_the_area(taught: Suite) -> None:
    taught.write(
        tests__account__test_recovery="import pathlib, shutil\n"
        + USES.replace(
            "        step",
            "        runs = pathlib.Path('.hardwon/runs'); shutil.rmtree(runs); runs.touch()\n        step",
        )
    )
    result = taught.run()
    assert result.ret != 0
    assert taught.areas["account"]["fail_count"] == 0


def test_a_subtest_that_fails_is_a_failure_of_its_test(taught: Suite, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("_pytest.subtests", reason="part of pytest since 9.0")
    taught.write(
        tests__account__test_recovery="""
def test_recovery(hardwon, subtests):
    with hardwon.step("Open the account recovery page"):
        for part in range(3):
            with subtests.test(part=part):
                assert part != 1
"""
    )
    monkeypatch.setenv("HARDWON_ABLATION_ENABLED", "false")
    taught.run().assert_outcomes(failed=2)
    assert taught.tests["tests/account/test_recovery.py::test_recovery"]["attempts"] == 1
    assert _run(taught)["test_results"][0]["status"] == "failed"


def test_the_status_of_the_run_is_that_of_all_its_tests(taught: Suite) -> None:
    taught.write(tests__b__test_b="def test_b(): assert False\n")
    taught.run().assert_outcomes(passed=1, failed=1)
    assert _run(taught)["status"] == "failed"
