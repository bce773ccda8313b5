"""The rules curator: from what an agent reported to decisions, offline and the same every time.

Pure. It is selective: memory should hold product behaviour that helps later runs, not tactics and not trivia.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hardwon.likeness.claims import claim
from hardwon.observations.decisions import Decision

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from hardwon.observations.decisions import ScopeName
    from hardwon.steps.seen import Lesson, Seen

EXPLORED = 3
"""Sub-actions from which a step counts as exploration."""

_TACTICS = re.compile(
    r"\b(?:wait|waiting|retry|retries|sleep|try again|click twice|scroll (?:down|up) (?:first|before)|use (?:the )?"
    r"(?:selector|xpath|css)|refresh the page (?:first|before)|be patient|make sure to)\b",
    re.IGNORECASE,
)
_PASSING = re.compile(
    r"\b(?:\d+(?:[.,]\d+)? ?(?:ms|milliseconds?|s|sec|seconds?|minutes?)|takes|slow(?:ly)?|after the test before|"
    r"already (?:in|holds|contains)|left over|still (?:in|holds|contains)|order of|first time|second time)\b",
    re.IGNORECASE,
)
"""Timing, data and order: true here, perhaps nowhere else."""

_FEWEST_WORDS = 3
MOST_NEWS = 0.4
"""Share of the words of a lesson that may be new if it tells nothing new."""


def propose(steps: Iterable[Seen]) -> list[Decision]:
    """The decisions that follow from the steps of a test that passed."""
    return [
        Decision(**parts, index=index)  # type: ignore[arg-type]  # each of these is a part of a decision
        for index, parts in enumerate(part for step in steps for part in _of_step(step))
    ]


def _of_step(step: Seen) -> Iterator[dict[str, str]]:
    # What led beyond the step has been settled before anything is proposed.
    wrong = [each for each in step.contradicted if each in step.injected and each not in step.overstepped]
    for each in dict.fromkeys(wrong):
        yield {
            "action": "deprecate",
            "observation_id": each,
            "reasoning": f"the step found it contradicted: {step.text}",
        }
    if step.status != "passed":
        return
    for each in dict.fromkeys(step.used):
        if each in step.injected and each not in wrong and each not in step.overstepped:
            yield {
                "action": "update",
                "observation_id": each,
                "reasoning": f"it helped in a step that passed: {step.text}",
            }
    for lesson in step.lessons:
        if not against(lesson, step):
            yield {
                "action": "add",
                "title": lesson.title,
                "content": lesson.content,
                "scope": fitting_scope(lesson),
                "reasoning": f"learned in {step.sub_actions} sub-actions: {step.text}",
            }


def left_out(steps: Iterable[Seen]) -> list[tuple[Lesson, str]]:
    """The lessons of a test that passed which are not proposed, each with the reason."""
    return [(lesson, why) for step in steps for lesson in step.lessons if (why := against(lesson, step))]


def against(lesson: Lesson, step: Seen) -> str:
    """Why a lesson is not kept; "" if it is more than trivia, not a tactic, and from a step that can teach."""
    if step.status != "passed":
        return "its step did not pass, and only steps that passed teach something"
    if step.kind == "assert":
        return "its step is a check (`assert`), and checks teach nothing"
    if tactic := _TACTICS.search(f"{lesson.title} {lesson.content}"):
        return f"it tells how to test (`{tactic[0].lower()}`): describe how the product behaves"
    if not is_description(lesson):
        return f"its content has fewer than {_FEWEST_WORDS} words: describe how the product behaves"
    is_explored = step.sub_actions >= EXPLORED or step.retries > 0
    if fitting_scope(lesson) != "product" and not is_explored:
        what = "it is about this test or suite"
        if passing := _PASSING.search(f"{lesson.title} {lesson.content}"):
            what = f"it speaks of timing, data or order (`{passing[0].lower()}`)"
        return f"{what}, which is kept only from a step of {EXPLORED} or more `sub_actions`; it had {step.sub_actions}"
    return "it repeats what the step was given and used" if is_retold(lesson, step) else ""


def is_retold(lesson: Lesson, step: Seen) -> bool:
    """Whether a lesson only tells in other words what the step was given and used; what was explored may be news."""
    told = " ".join([step.text, *(step.told.get(each, "") for each in step.used)])
    if step.sub_actions >= EXPLORED or step.retries or not any(each in step.told for each in step.used):
        return False
    said = claim(lesson.content)
    if said.denied or any(value.lower() not in told.lower() for value in said.values):
        return False
    return len(said.core - claim(told.replace('"', "")).core) <= MOST_NEWS * len(said.core)


def is_description(lesson: Lesson) -> bool:
    """Whether a lesson is more than trivia and no tactic."""
    return not _TACTICS.search(f"{lesson.title} {lesson.content}") and len(lesson.content.split()) >= _FEWEST_WORDS


def fitting_scope(lesson: Lesson) -> ScopeName:
    """Where a lesson belongs: timing, data and order never hold for a whole product."""
    if lesson.scope == "product" and _PASSING.search(f"{lesson.title} {lesson.content}"):
        return "test"
    return lesson.scope
