"""hardwon.testing gives tests a memory of their own, the same each time."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from hardwon import testing
from hardwon.curation import by_hand, guarded
from hardwon.errors import UsageError
from hardwon.observations.observation import Scope, SuiteEntry
from hardwon.observations.suites import Suite
from hardwon.store.observation_file import UnreadableObservation

PAGE = (Path(__file__).parents[2] / "docs" / "testing.md").read_text("utf-8")
LATE = testing.observation("Login modal: opens late", "The login modal appears about two seconds after the page.")


def test_example_in_the_docs_prints_what_they_say(capsys: pytest.CaptureFixture[str]) -> None:
    [code] = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    [printed] = re.findall(r"It prints:\n\n```\n(.*?)```", PAGE, re.DOTALL)
    exec(compile(code, "docs/testing.md", "exec"), {})  # noqa: S102 - our own page
    assert capsys.readouterr().out == printed


def test_every_name_is_in_the_docs() -> None:
    for name in testing.__all__:
        assert f"`{name}(" in PAGE or f"`{name}`" in PAGE or name.endswith("InMemory"), name


def test_same_test_gives_the_same_ids_and_times_each_time() -> None:
    def story() -> object:
        with testing.memory() as memory:
            proposal = guarded.Proposal(
                scope=Scope("products", "shop"), title="T", content="It is slow.", source_test="t", origin="person"
            )
            added, _ = by_hand.add(memory.desk, proposal)
            return added, memory.record("cart", passed=True), memory.observations.listing()

    assert story() == story()


def test_nothing_of_the_record_lies_on_the_disk() -> None:
    with testing.memory(areas=[testing.area("cart", passed=1)], observations=[LATE]) as memory:
        memory.recall("Open the login modal", product="shop")
        memory.record("cart", passed=False)
        by_hand.deprecate(memory.desk, LATE.id)
        memory.outcomes.record("shop", with_memory=True, passed=False, run="r", test="t", at=testing.NOW)
        with memory.run(product="shop", test="t_login", area="auth") as run, run.step("Open the login modal"):
            pass
        assert [memory.runs.summary(each).verdicts[0].area for each in memory.runs.ids()[::2]] == ["cart", "auth"]
        root = memory.project.root
        assert list(root.iterdir()) == []
    assert not root.exists()


def test_recall_sees_what_was_changed_and_deleted_since() -> None:
    with testing.memory(observations=[LATE]) as memory:
        assert [each.trust for each in memory.recall("Open the login modal", product="shop").observations] == [0.5]
        by_hand.confirm(memory.desk, LATE.id)
        assert [each.trust for each in memory.recall("Open the login modal", product="shop").observations] == [0.55]
        by_hand.delete(memory.desk, LATE.id)
        assert memory.recall("Open the login modal", product="shop").observations == []


def test_settings_count_and_the_environment_does_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HARDWON_MIN_TRUST", "nonsense")
    with testing.memory(observations=[LATE], settings=["services.memory.minTrust=0.6"]) as memory:
        assert memory.recall("Open the login modal", product="shop").observations == []


def test_a_run_in_a_loop_of_ones_own_is_curated_and_counted() -> None:
    with testing.memory(observations=[LATE]) as memory:
        with memory.run(product="shop", test="t_login", area="auth") as run, run.step("Open the login modal") as step:
            assert "opens late" in step.context
        assert memory.areas["auth"].pass_count == 1
        assert memory.outcomes.standing("shop").outcomes == 1
        assert len(memory.runs.ids()) == 1


def test_builders_place_observations_where_they_are_told() -> None:
    suite = Suite(id="smoke", entries=(SuiteEntry("a.yaml", "t_a"),))
    made = testing.stores(
        observations=[
            testing.observation("A", "a"),
            testing.observation("B", "b", test="t_login", trust=0.9),
            testing.observation("C", "c", suite=suite, position=0),
        ]
    )
    scopes = [each.observation.scope for each in made.observations.listing().stored]
    assert scopes == [Scope("products", "shop"), Scope("suites", "smoke"), Scope("tests", "t_login")]


def test_what_cannot_be_an_observation_is_refused() -> None:
    with pytest.raises(UnreadableObservation, match="blank"):
        testing.stores(observations=[testing.observation("A", " ")])
    with pytest.raises(UsageError, match="cannot be the name of a scope"):
        testing.observation("A", "a", product="../x")


def test_same_report_counts_once() -> None:
    with testing.memory() as memory:
        run = testing.report(testing.result("test_pay", area="cart"))
        memory.ingest([run])
        assert memory.ingest([run]).repeated
        assert memory.areas["cart"].test_count == 1
