"""The model curator: a model proposes, code decides.

It is asked about a test that passed, with what `prompt` makes of its evidence. Its answer is read like any foreign
decisions and goes on to `apply` with every guard. Where it fails nothing is proposed, the log says why, and the
evidence stays: the run can be curated again.
"""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from hardwon.curation import by_rules, endpoint
from hardwon.curation import prompt as prompts
from hardwon.curation.endpoint import Question
from hardwon.curation.proposed import Proposed
from hardwon.errors import UsageError
from hardwon.guard.scanner import brief_line
from hardwon.likeness.stems import stem
from hardwon.likeness.stop_words import IN_EVIDENCE
from hardwon.likeness.words import words
from hardwon.observations import decisions as deciding
from hardwon.observations.deltas import MODEL, DecisionError
from hardwon.steps.seen import Lesson
from hardwon.text import strict_json

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Sequence

    from hardwon.curation.desk import Desk
    from hardwon.curation.prompt import Prompt
    from hardwon.curation.reach import Reach
    from hardwon.observations.decisions import Decision
    from hardwon.observations.observation import Observation
    from hardwon.project.config import Config
    from hardwon.steps.seen import Seen

MOST_RELATED = 20
"""Observations that the prompt shows beside those that were injected."""

RELATED_PER_STEP = 5
MOST_ADDITIONS = 10
"""From one test. A model that finds more has not chosen."""

GROUNDED = 0.2
"""Share of an addition's words that the evidence must have. Weak models invent; a paraphrase keeps more than that."""

_SHORTEST = 4
AGAIN = "Nothing was written; the evidence is kept, and `hardwon curate RUN` tries again."


def check(config: Config) -> None:
    """SettingError if the model that the settings name cannot be used."""
    endpoint.of(config)


def propose(
    desk: Desk,
    steps: Sequence[Seen],
    reach: Reach,
    *,
    clean: Callable[[Any], Any],
    watch: Callable[[str], None],
) -> Proposed:
    """What the model makes of the steps; an error and no decisions if it fails."""
    started = time.monotonic()
    target = endpoint.of(desk.config)
    if not steps:
        return Proposed()
    try:
        shown = _shown(desk, steps, reach)
        prompt = prompts.compose(steps, shown, reach, budget=target.budget, clean=clean)
    except Exception as error:  # noqa: BLE001 - as for recall: the run must survive what the index does; the log has it
        return _failed(clean(f"there is no prompt ({type(error).__name__}: {error})"), started)
    if not prompt.steps:
        return _failed(f"{target.budget} tokens have no room for a step; raise modelTokenBudget", started)
    watch(_told(target.shown, prompt))
    question = Question(instructions=prompts.INSTRUCTIONS, text=prompt.text, schema=deciding.SCHEMA, name="decisions")
    answer = endpoint.put(target, question)
    if answer.flaw:
        return replace(_failed(clean(answer.flaw), started), token_usage=answer.token_usage)
    decisions, errors = _read(answer.text, prompt.shown, _words(" ".join(_told_by(steps))))
    return Proposed(
        decisions=decisions,
        errors=errors,
        token_usage=answer.token_usage,
        shown=prompt.shown,
        duration=time.monotonic() - started,
    )


def _failed(reason: str, started: float) -> Proposed:
    return Proposed(errors=[_vain(reason)], duration=time.monotonic() - started)


def _vain(reason: str) -> DecisionError:
    return DecisionError(index=-1, action=MODEL, reason=f"The model gave no usable answer: {reason}. {AGAIN}")


def _told(name: str, prompt: Prompt) -> str:
    """For whoever looks on."""
    what = prompts.steps_and_observations(prompt.steps, len(prompt.shown))
    return f"asking {name}: {what}, {prompt.tokens} tokens" + (
        f"; no room for {prompt.left_out}" * bool(prompt.left_out)
    )


def _shown(desk: Desk, steps: Sequence[Seen], reach: Reach) -> list[Observation]:
    """What was injected, then the most related of what is known here, as it stands now."""
    ids = [*reach.known, *(each for each in _related(desk, steps, reach) if each not in reach.known)]
    found = _stored(desk, reach, ids)
    return [
        found[each]
        for each in ids
        if each in found
        and each not in reach.settled
        and reach.known.get(each, found[each].digest) == found[each].digest
    ]


def _stored(desk: Desk, reach: Reach, ids: Collection[str]) -> dict[str, Observation]:
    """Those of the observations that are in reach and can be read, by id."""
    found = desk.observations.of_scopes(reach.place.scopes, only=ids)
    return {each.observation.id: each.observation for each in found if reach.contains(each.observation)}


def _related(desk: Desk, steps: Sequence[Seen], reach: Reach) -> list[str]:
    """The ids that rank best for what was done and learned."""
    best: dict[str, float] = {}
    for text in dict.fromkeys(_queries(steps)):
        for each, score in desk.recaller.rank(text, reach.place, limit=RELATED_PER_STEP):
            best[each] = max(score, best.get(each, 0.0))
    return sorted(best, key=lambda each: (-best[each], each))[:MOST_RELATED]


def _queries(steps: Iterable[Seen]) -> Iterable[str]:
    for step in steps:
        yield step.text
        yield from (f"{lesson.title} {lesson.content}" for lesson in step.lessons[: prompts.MOST_LESSONS])


def _read(text: str, shown: Collection[str], evidence: Collection[str]) -> tuple[list[Decision], list[DecisionError]]:
    """The decisions in an answer that may be considered, and an error for each of the others."""
    try:
        decisions, errors = deciding.read(_document(text))
    except (UsageError, ValueError, RecursionError) as error:
        return [], [_vain(f"its answer holds no decisions ({brief_line(str(error), 200)})")]
    kept: list[Decision] = []
    for each in decisions:
        additions = sum(decision.action == "add" for decision in kept)
        why = _flaw_of_addition(each, evidence, additions) if each.action == "add" else _unseen(each, shown)
        if why:
            errors.append(DecisionError(index=each.index, action=each.action, reason=why))
        else:
            kept.append(_placed(each))
    return kept, errors


def _document(text: str) -> Any:
    """The JSON of an answer, also where there are words or a fence around it."""
    start, end = text.find("{"), text.rfind("}")
    return strict_json.read(text[start : end + 1] if 0 <= start < end else text)


def _flaw_of_addition(decision: Decision, evidence: Collection[str], additions: int) -> str:
    if not by_rules.is_description(_lesson(decision)):
        return "it is a tactic or trivia, not what the product does"
    said = _words(f"{decision.title} {decision.content}")
    if sum(word in evidence for word in said) < GROUNDED * len(said):
        return "the evidence of this test says nothing about it"
    return f"more than {MOST_ADDITIONS} additions from one test" if additions >= MOST_ADDITIONS else ""


def _unseen(decision: Decision, shown: Collection[str]) -> str:
    if decision.action == "noop" or decision.observation_id in shown:
        return ""
    return f"{decision.observation_id} was not shown to the model"


def _words(text: str) -> set[str]:
    """The words of a text that say what it is about."""
    found = {word.text for word in words(text)}
    return {stem(word) for word in found if word not in IN_EVIDENCE and (len(word) >= _SHORTEST or not word.isascii())}


def _told_by(steps: Iterable[Seen]) -> Iterable[str]:
    for step in steps:
        yield from (step.text, step.observation, step.reason)
        yield from (f"{lesson.title} {lesson.content}" for lesson in step.lessons)


def _placed(decision: Decision) -> Decision:
    return replace(decision, scope=by_rules.fitting_scope(_lesson(decision))) if decision.action == "add" else decision


def _lesson(decision: Decision) -> Lesson:
    return Lesson(title=decision.title, content=decision.content, scope=decision.scope)
