"""What confirms an observation in a run: use, or finding it again without it. Repeating it proves nothing."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

import pytest

from hardwon import Memory
from hardwon.curation.support import Support
from hardwon.observations.observation import Observation, Scope
from hardwon.steps.seen import Lesson, Seen, SeenAttempt

if TYPE_CHECKING:
    from pathlib import Path

    from hardwon.steps.step import MemoryUse, Status

ID = "obs_ant-bee-cat-dog-elk-fox-gnu-hen-ibis-jay"
TITLE, CONTENT = "Checkout page: pay", "The order is finished with the button Delete workspace on the checkout page."
SAME = Lesson(title=TITLE, content=CONTENT, scope="product")
OTHER = Lesson(title="Cart: badge", content="The badge of the cart counts its lines.", scope="product")


def observation(contradicted: int = 0) -> Observation:
    at = "2026-01-05T10:00:00Z"
    return Observation(
        id=ID,
        scope=Scope("products", "shop"),
        title=TITLE,
        content=CONTENT,
        trust=0.5,
        created=at,
        last_confirmed=at,
        source_test="t",
        contradicted_count=contradicted,
    )


def step(
    *,
    given: bool = False,
    used: bool = False,
    status: Status = "passed",
    memory: MemoryUse = "none",
    lesson: Lesson | None = None,
) -> Seen:
    return Seen(
        text="Pay the order",
        kind="act",
        status=status,
        memory="used" if given else memory,
        injected=(ID,) if given else (),
        used=(ID,) if used else (),
        lessons=(lesson,) if lesson else (),
    )


@pytest.mark.parametrize(
    ("steps", "contradicted", "by_use", "by_finding"),
    [
        pytest.param([step(given=True, used=True)], 0, True, False, id="given, used, passed"),
        pytest.param([step(given=True, used=True)], 3, True, False, id="found wrong before, but used"),
        pytest.param([step(given=True, used=True, status="failed")], 0, False, False, id="used in a step that failed"),
        pytest.param([step(used=True)], 0, False, True, id="used without being given"),
        pytest.param([step(given=True)], 0, False, False, id="given, not used"),
        pytest.param([step(given=True, lesson=SAME)], 0, False, False, id="given and said again"),
        pytest.param([step(given=True), step(lesson=SAME)], 0, False, False, id="given earlier, said again later"),
        pytest.param([step(lesson=SAME)], 0, True, True, id="found without it"),
        pytest.param([step(lesson=OTHER)], 0, False, True, id="another thing found"),
        pytest.param([step(lesson=SAME, memory="off")], 0, True, True, id="found with memory off"),
        pytest.param([step(lesson=SAME)], 1, False, False, id="found again, but it was wrong before"),
        pytest.param([step(lesson=SAME, memory="tripped")], 0, False, False, id="the breaker holds memory back"),
        pytest.param(
            [step(given=True, used=True), step(memory="tripped")], 0, False, False, id="the breaker trips midway"
        ),
    ],
)
def test_what_confirms(steps: list[Seen], contradicted: int, *, by_use: bool, by_finding: bool) -> None:
    support = Support.of(SeenAttempt(status="passed", steps=steps, digests={}))
    known = observation(contradicted)
    assert (support.against_use(known) == "", support.against_finding(known) == "") == (by_use, by_finding)


def test_without_an_attempt_that_passed_nothing_is_confirmed() -> None:
    assert Support.of(None).against_use(observation())


def test_page_that_repeats_its_sentence_does_not_raise_its_trust(tmp_path: Path) -> None:
    """An honest agent tells it in every run and fails whenever it is given it: ablation takes what it had, for good."""
    memory = Memory.open(tmp_path)
    trusts = []
    for _ in range(14):
        running = memory.run(product="shop", test="t_pay")
        with suppress(AssertionError), running as run, run.step("Pay the order on the checkout page") as told:
            told.learned(TITLE, CONTENT)
            told.report(sub_actions=4)
            assert not told.observations
        stored = memory.observations.listing().stored
        trusts.append(stored[0].observation.trust if stored else None)
    assert trusts == sorted(trusts, key=lambda trust: -(trust or 0))
    assert trusts[0] == 0.5
