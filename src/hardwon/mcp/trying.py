"""Tools for a test that an agent carries out itself: begin it, report its steps, finish it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from hardwon.errors import UsageError
from hardwon.mcp.answer import OurText, marked, refuse_unsafe_names, shown_log
from hardwon.mcp.looking import shown_given
from hardwon.runner.open_tests import OpenTests, StepSaid
from hardwon.steps.seen import Lesson

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hardwon.mcp.served import Served
    from hardwon.runner.open_tests import FinishedTest
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
        test = tests.start_without_memory(first, agent=agent, state=state)
    else:
        place = _place(served, arguments)
        test = tests.start(place, area=arguments.get("area", ""), agent=agent, state=state)
    if served.one_client:
        served.opened[test.run] = replace(test.head.place, url="")
    reason = getattr(test.attempt.recalling, "reason", "")
    unjudged = "" if test.head.area else " No area is named, so there will be no verdict."
    return marked(
        {
            "run_id": test.run,
            "test": test.head.place.test,
            "memory": OurText(reason or "on"),
            "next": OurText(_LOOP + unjudged),
        }
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
    if "next_step" in arguments:
        document["next"] = shown_given(tests.begin_step(test, arguments["next_step"]))
    return marked(document)


def _said(arguments: Mapping[str, Any]) -> StepSaid:
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
            "ablation": _ablation(test.head.ablation_of, done, test.run),
            "next": OurText(_next(done, test.head.ablation_of or test.run)),
        }
    )


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
    if not done.awaits_ablation:
        return "The test is over."
    return (
        "It failed with memory in it. Run the same test once more without memory, to find out whether memory caused "
        f'it: start_test with {{"ablation_of": "{run}"}}, then the same steps and finish_test. If it passes, memory is '
        "blamed; if it fails too, it is not."
    )
