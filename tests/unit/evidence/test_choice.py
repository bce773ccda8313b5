"""The choice of a step, as evidence keeps it: what was given and passed over, and why."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from hypothesis import given
from hypothesis import strategies as st

from hardwon.evidence import journal
from hardwon.evidence.choice import MOST_PASSED_OVER, PassedOver, StepChoice, choice_in
from hardwon.memory import Memory
from hardwon.observations.observation import Observation, Scope
from hardwon.store import observation_file
from hardwon.store.protocol import place_of
from hardwon.store.run_record import Flaw

if TYPE_CHECKING:
    from pathlib import Path

WORDS = ("ant", "bee", "cat", "dog", "elk", "fox", "gnu", "hen", "ibis", "jay")
TEXTS = st.text(max_size=20)
PASSED = st.builds(
    PassedOver,
    id=TEXTS,
    title=TEXTS,
    reason=TEXTS,
    why=TEXTS,
    score=st.none() | st.floats(allow_nan=False, allow_infinity=False),
)
ANYTHING: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
)


@given(st.builds(StepChoice, why=st.dictionaries(TEXTS, TEXTS), passed_over=st.lists(PASSED).map(tuple), silence=TEXTS))
def test_it_is_read_as_it_was_kept(choice: StepChoice) -> None:
    assert choice_in(json.loads(json.dumps(choice.document()))) == choice


@given(st.dictionaries(st.sampled_from(["why", "passed_over", "silence"]), ANYTHING))
def test_anything_else_is_a_choice_of_which_less_is_known(kept: dict[str, Any]) -> None:
    found = choice_in({"choice": kept})
    assert choice_in(found.document()) == found


def observation(number: int, title: str, content: str, trust: float) -> Observation:
    return Observation(
        id="obs_" + "-".join(WORDS[number // 10**place % 10] for place in range(10)),
        scope=Scope("products", "shop"),
        title=title,
        content=content,
        trust=trust,
        created="2026-01-05T10:00:00Z",
        last_confirmed="2026-01-05T10:00:00Z",
        source_test="t",
    )


def test_a_step_keeps_why_it_was_given_this_and_not_that(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    known = [
        observation(1, "Login modal: opens late", "The login modal appears about two seconds after the page.", 0.8),
        observation(2, "Login modal: opens early", "The login modal is there at once.", 0.1),
        *(observation(9 + each, f"Login modal {each}: has a field", f"It has field {each}.", 0.2) for each in range(9)),
    ]
    memory = Memory.open(tmp_path)
    memory.observations.keep({place_of(each.scope, each.id): observation_file.write(each) for each in known})
    with memory.run(product="shop", test="t", area="auth") as run:
        with run.step("Open the login modal") as step:
            step.report(sub_actions=1)
        with run.step("See the login modal", kind="assert") as step:
            step.report()
    (steps,) = journal.steps_in(memory.runs.record, run.id).values()
    act, check = (each for each in steps if not isinstance(each, Flaw))
    assert list(act.choice.why) == [known[0].id]
    assert "relevance" in act.choice.why[known[0].id]
    assert len(act.choice.passed_over) == MOST_PASSED_OVER
    assert {(each.reason, each.why) for each in act.choice.passed_over} <= {
        ("trust", "trust 0.10 is below 0.30"),
        ("trust", "trust 0.20 is below 0.30"),
    }
    assert check.choice.silence.startswith("An assertion gets no memory")
    assert not check.choice.passed_over
