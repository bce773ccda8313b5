"""Tools for a test that an agent carries out itself: begin it, report its steps, finish it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from hardwon.errors import UsageError
from hardwon.mcp.answer import MOST_ROWS, OurText, marked, refuse_unsafe_names, shown_log
from hardwon.mcp.looking import shown_given
from hardwon.runner.open_tests import OpenTests, StepSaid
from hardwon.runner.recalling import Without
from hardwon.steps.seen import Lesson
from hardwon.text.plain import one_line

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from hardwon.evidence.own_tests import OwnTest
    from hardwon.mcp.served import Served
    from hardwon.runner.open_tests import FinishedTest, UnkeptLesson
    from hardwon.steps.place import Place
    from hardwon.steps.step import Status

_LOOP = (
    "For each step: `recall` with this run_id before, `report_step` after. Then `finish_test`. "
    "Nothing heard for half an hour: the test is given up, and teaches nothing."
)


def start_test(served: Served, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Begin a test, or one that failed once more without memory."""
    refuse_unsafe_names(arguments)
    memory = served.memory
    tests = OpenTests(memory.desk)
    state, agent = served.state, served.agent
    if first := arguments.get("ablation_of"):
        _check_same(served, tests.head_of(first), arguments)
        test = tests.start_without_memory(first, agent=agent, state=state)
    else:
        place = _place(served, arguments)
        test = tests.start(place, area=arguments.get("area", ""), agent=agent, state=state)
    if served.one_client:
        served.opened[test.run] = replace(test.head.place, url="")
    recalling = test.attempt.recalling
    reason = f"off: {recalling.reason}" if isinstance(recalling, Without) else "on"
    if isinstance(recalling, Without) and recalling.use == "tripped":
        reason = _breaker(test.head.place.product, recalling.reason)
    unjudged = "" if test.head.area else " No area is named, so there will be no verdict."
    return marked(
        {
            "run_id": test.run,
            "test": test.head.place.test,
            "memory": reason,
            "next": OurText(_LOOP + unjudged),
        }
    )


def _check_same(served: Served, head: OwnTest, arguments: Mapping[str, Any]) -> None:
    """UsageError if a test that is to be run once more is said to be another one, or is not this server's."""
    place = head.place
    known = {"product": place.product, "test": place.test, "area": head.area, "position": place.position}
    asked = {**({"product": served.product} if served.product else {}), **arguments}
    for name, value in known.items():
        if name in asked and asked[name] != value:
            raise UsageError(
                f"The test that failed has another `{name}`: {one_line(str(value), 80)!r}.",
                remedy="Give `ablation_of` alone: the rest is as it was.",
            )


def _place(served: Served, arguments: Mapping[str, Any]) -> Place:
    if "test" not in arguments:
        raise UsageError("No test is named.", remedy="Give `test`: its id, the same each time it is run.")
    return served.memory.place(**served.place_of(arguments), url=arguments.get("url", ""))


def report_step(served: Served, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """A step is over; perhaps the next one begins."""
    tests = OpenTests(served.memory.desk)
    test = tests.resumed(arguments["run_id"])
    step = tests.report(test, _said(arguments))
    document: dict[str, Any] = {
        "run_id": test.run,
        "step": len(test.attempt.steps),
        "status": step.status,
        "steps": len(test.attempt.steps),
    }
    if step.refused:
        document["refused"] = step.refused
    if not_given := [each for each in _named(arguments) if each not in step.injected]:
        document["not_given"] = not_given
    if unkept := tests.unkept(test.attempt.seen().steps[-1:]):
        document["left_out"] = _left_out(unkept)
    if "next_step" in arguments:
        document["next"] = shown_given(tests.begin_step(test, arguments["next_step"]))
    return marked(document)


def _named(arguments: Mapping[str, Any]) -> list[str]:
    """The observations that a report speaks of, each once."""
    return list(dict.fromkeys([*arguments.get("used", ()), *arguments.get("contradicted", ())]))


def _said(arguments: Mapping[str, Any]) -> StepSaid:
    if both := set(arguments.get("used", ())) & set(arguments.get("contradicted", ())):
        raise UsageError(
            f"{one_line(min(both), 80)!r} stands in `used` and in `contradicted`.",
            remedy="Name it where it belongs: it helped, or it was wrong.",
        )
    return StepSaid(
        text=arguments["step"],
        kind=arguments.get("kind"),
        status=_status(arguments),
        reason=arguments.get("cannot_run") or arguments.get("reason", ""),
        observation=arguments.get("observation", ""),
        sub_actions=arguments.get("sub_actions", 0),
        used=arguments.get("used", ()),
        contradicted=arguments.get("contradicted", ()),
        lessons=[
            Lesson(title=each["title"], content=each["content"], scope=each.get("scope", "product"))
            for each in arguments.get("learned", ())
        ],
    )


def _status(arguments: Mapping[str, Any]) -> Status:
    if arguments.get("cannot_run"):
        if "passed" in arguments:
            raise UsageError(
                "A step that could not be carried out neither passed nor failed.",
                remedy="Give `passed`, or `cannot_run` with the reason.",
            )
        return "error"
    if "passed" not in arguments:
        raise UsageError("Nothing says how the step ended.", remedy="Give `passed`, or `cannot_run` with the reason.")
    return "passed" if arguments["passed"] else "failed"


def finish_test(served: Served, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """The conclusions of a test."""
    tests = OpenTests(served.memory.desk)
    test = tests.resumed(arguments["run_id"])
    done = tests.finish(
        test,
        failure=arguments.get("failure", ""),
        cannot_run=arguments.get("cannot_run", ""),
        repeatable=arguments.get("repeatable", True),
    )
    served.opened.pop(test.run, None)
    tested = done.tested
    return marked(
        {
            "run_id": test.run,
            "status": tested.status,
            "summary": tested.summary or tested.reason,
            "verdicts": [each.document() for each in done.learned.verdicts],
            "memory_log": shown_log(done.log),
            "left_out": _left_out(done.left_out),
            "ablation": _ablation(test.head.ablation_of, done, test.run),
            "breaker": _breaker(tested.product, why) if (why := test.session.tripped.get(tested.product)) else None,
            "next": OurText(_next(done, test.head.ablation_of or test.run)),
        }
    )


def _breaker(product: str, why: str) -> str:
    """What it means that the breaker has tripped."""
    return (
        f"off: the circuit breaker keeps memory from {one_line(product, 60)}, because {why}. Go on without: tests "
        "without memory bring it back."
    )


def _left_out(lessons: Sequence[UnkeptLesson]) -> list[dict[str, Any]]:
    """Lessons that are not kept, each with the reason: whoever knows it can say it better."""
    return [{"title": each.title, "why": each.why} for each in lessons[:MOST_ROWS]]


def _ablation(first: str, done: FinishedTest, run: str) -> dict[str, Any] | None:
    if done.awaits_ablation:
        return {"wanted": True, "of": run}
    if not first:
        return None
    passed = done.tested.status == "passed"
    if done.undecided:
        return {"wanted": True, "of": first, "passed": passed, "deprecated": [], "why": done.undecided}
    lost = [delta.observation_id for delta in done.log.deltas if delta.action in ("deprecate", "delete")]
    return {"wanted": False, "of": first, "passed": passed, "deprecated": lost}


def _next(done: FinishedTest, run: str) -> str:
    if done.undecided:
        return (
            f"It decides nothing about memory, because it was not the same test: {done.undecided}. "
            f'Run the same steps: start_test with {{"ablation_of": "{run}"}}.'
        )
    if done.tested.status == "skipped":
        return "The test is over. No step of it was reported, so it proves nothing: `start_test`, and `report_step`."
    if not done.awaits_ablation:
        return "The test is over."
    return (
        "It failed with memory in it. Run the same test once more without memory, to find out whether memory caused "
        f'it: start_test with {{"ablation_of": "{run}"}}, then the same steps and finish_test. If it passes, memory is '
        "blamed; if it fails too, it is not."
    )
