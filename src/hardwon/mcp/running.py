"""The tool that runs tests with the built-in agent: only files of the project, only targets that are configured.

A client cannot name another agent, an address or variables: those are grants of the user. A cancelled run keeps what it
saw, says that it was cancelled, and moves no area.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from hardwon.agents import calling
from hardwon.agents.calling import DEFAULT
from hardwon.errors import UsageError
from hardwon.guard.passing import WITHHELD, is_unsafe
from hardwon.mcp import wanted_tests as wanted
from hardwon.mcp.answer import marked, shown_log
from hardwon.runner import asked_for
from hardwon.runner import report as reporting
from hardwon.runner.loop import Loop, exit_code
from hardwon.runner.plan import SCENARIOS, gathered
from hardwon.runner.session import Session
from hardwon.runner.testbed import site_of
from hardwon.text.plain import one_line

if TYPE_CHECKING:
    from collections.abc import Mapping
    from threading import Event

    from hardwon.areas.learning import Learned
    from hardwon.mcp.served import Served
    from hardwon.mcp.workers import Going
    from hardwon.memory import Memory
    from hardwon.runner.plan import Plan
    from hardwon.runner.testbed import Site

CANCELLED = "cancelled by the client"
MOST_TESTS = 50
"""Tests that an answer tells of one by one."""

_OF_A_TEST = ("id", "status", "area", "product", "summary", "reason", "ablation")
_OF_A_STEP = ("text", "kind", "status", "injected", "memory", "sub_actions", "reason")


class _CancelledError(Exception):
    """The client does not want the run any more; never leaves this module."""


def run(served: Served, arguments: Mapping[str, Any], going: Going) -> dict[str, Any]:
    """Run tests, suites or scenarios."""
    memory = served.memory
    wanted.check_names(served, arguments)
    site = _site(memory, arguments)
    url = site.url if arguments.get("target") is not None else ""
    plan = _plan(memory, arguments, site)
    wanted.check_product(served, plan, arguments)
    plan.check(memory.records, url)
    remarks = [*plan.ignored, *plan.notes, *asked_for.told(plan, memory.config, url, curates=True)]
    session = Session(
        desk=memory.desk,
        agent=DEFAULT,
        use_memory=arguments.get("memory", True),
        state=served.state,
        watch=_watch(going, plan),
    )
    loop = Loop(
        session=session,
        agent=calling.find(DEFAULT),
        url=url,
        naming=memory.records.naming,
        keep_going=arguments.get("keep_going", False),
        watch=session.watch,
    )
    try:
        plan.carry_out(loop)
    except _CancelledError:
        session.give_up(CANCELLED)
        raise UsageError(f"The run {session.id} was cancelled.", remedy="Its evidence says so.") from None
    return marked(_told(memory, session, session.finish(), remarks))


def _site(memory: Memory, arguments: Mapping[str, Any]) -> Site:
    """The target that scenarios go to; tests name theirs themselves."""
    name = arguments.get("target")
    if name is None:
        return site_of(memory.config)
    target = memory.config.targets.get(name)
    if target is None or not (target.url or target.command):
        raise UsageError(
            f"There is no target {one_line(name)!r} with an address.", remedy=wanted.targets_told(memory.config)
        )
    if any(not each.endswith(SCENARIOS) for each in arguments.get("names", ("",))):
        raise UsageError("`target` is for scenarios.", remedy="Tests and suites name their target: leave it out.")
    return site_of(memory.config, name)


def _plan(memory: Memory, arguments: Mapping[str, Any], site: Site) -> Plan:
    config = memory.config
    names = arguments.get("names") or config.tests
    if not names:
        raise UsageError("There is nothing to run.", remedy="Give `names`, or set `tests` in hardwon.yaml.")
    return gathered(
        names,
        memory.records,
        base=memory.project.root,
        variables={},
        environ=os.environ,
        allowed=config.allowed_env,
        by_user=False,
        standing=config.allowed_env if "runs.allowEnv" in config.standing else frozenset(),
        site=site,
    )


def _watch(going: Going, plan: Plan) -> Any:
    """Tells the client what is being done; ends the run once the client does not want it any more."""
    number = sum(1 for _ in plan.single_tests()) + sum(len(found.scenarios) for _, found in plan.scenarios)
    stopped: Event = going.stopped

    def watch(text: str) -> None:
        if stopped.is_set():
            raise _CancelledError
        going.say(WITHHELD if is_unsafe(text) else one_line(text, 200), number)

    return watch


def _told(memory: Memory, session: Session, learned: Learned, remarks: list[str]) -> dict[str, Any]:
    code = exit_code(session.tests) or int(bool(learned.ignored))
    document = session.document(code, learned)
    memory.runs.keep_page(session.id, reporting.markdown(document))
    tests = [
        {**{key: test[key] for key in _OF_A_TEST}, "steps": [_step(each) for each in test["steps"]]}
        for test in document["tests"][:MOST_TESTS]
    ]
    more = len(document["tests"]) - MOST_TESTS
    return {
        **{key: document[key] for key in ("run_id", "status", "exit_code", "verdicts", "tripped")},
        "memory_log": shown_log(session.memory_log),
        "tests": tests,
        "ignored": learned.ignored or None,
        "remarks": remarks + ([f"{more} more tests: see the report of the run"] if more > 0 else []),
    }


def _step(step: Mapping[str, Any]) -> dict[str, Any]:
    return {key: step[key] for key in _OF_A_STEP}
