"""The command that runs tests, suites and scenarios with memory."""

from __future__ import annotations

import os
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from hardwon.agents import calling
from hardwon.agents.calling import DEFAULT
from hardwon.cli.areas import Percent, is_open
from hardwon.cli.common import (
    command,
    finish,
    note,
    only_our_output,
    released_by_others,
    short,
    show_json,
    switched_off,
    table,
    watch_line,
    with_memory,
)
from hardwon.cli.generate import authored, made_for, told
from hardwon.cli.report_files import write_report, write_step_summary
from hardwon.errors import DamagedRecord, StorageError, UsageError
from hardwon.runner import account, asked_for
from hardwon.runner import report as reporting
from hardwon.runner.loop import Loop, exit_code
from hardwon.runner.plan import gathered
from hardwon.runner.session import Session
from hardwon.runner.testbed import site_of
from hardwon.text.plain import one_line

if TYPE_CHECKING:
    from collections.abc import Callable

    from hardwon.areas.learning import Learned
    from hardwon.evidence.runs import Runs
    from hardwon.memory import Memory
    from hardwon.project.config import Config
    from hardwon.runner.plan import Plan


SHOWN_ERRORS = 5
LONGEST_LINE = 500
GENERATED = "generated"
"""What scenarios come from that a model wrote in this very call."""


@command("run", example="hardwon run e2e/suite.yaml --target http://localhost:8000")
@click.argument("names", nargs=-1, metavar="[TEST|SUITE|SCENARIOS.json]...")
@click.option("--target", metavar="URL|NAME", default="", help="What to test (default: the only one configured).")
@click.option("--agent", default=DEFAULT, show_default=True, metavar="MODULE:NAME", help="Who carries out the steps.")
@click.option("--variable", "variables", multiple=True, metavar="NAME=VALUE", help="A variable of the tests.")
@click.option(
    "--allow-env", "allowed", multiple=True, metavar="NAME", help="An environment variable that tests may use."
)
@click.option(
    "--allow-command",
    "commands",
    multiple=True,
    is_flag=False,
    flag_value="all",
    metavar="[NAME]",
    help="Let scenarios call the program of a target.",
)
@click.option("--generate", is_flag=True, help="Let a model write scenarios first, and run them too.")
@authored
@click.option("--keep-going", is_flag=True, help="Go on with a suite after a failure.")
@click.option("--no-memory", is_flag=True, help="Give no memory to any step.")
@click.option("--no-ablation", is_flag=True, help="Do not try failures without memory.")
@click.option("--no-curate", is_flag=True, help="Leave the observations as they are.")
@click.option("--junit-xml", type=click.Path(dir_okay=False), help="Write the results as JUnit XML, too.")
@click.option("--ctrf", type=click.Path(dir_okay=False), help="Write the results as CTRF JSON, too.")
@click.option("--summary", type=click.Path(dir_okay=False), help="Write the page for people, too: Markdown.")
@click.option("--state", metavar="TEXT", help="What is tested: names the build of a remote target.")
@click.option("--threshold", type=Percent(0, 100), metavar="N", help="Exit 1 as `status --threshold` does.")
@with_memory
def run(memory: Memory, names: tuple[str, ...], agent: str, as_json: bool, **options: Any) -> None:
    """Run tests, suites and scenarios with memory in every step; without arguments what `tests` configures.

    Exit 0 if all passed, 1 if a test failed or some could not be run, 2 if a critical one failed, 3 if none could run.
    """
    config, now = memory.config, frozenset(options["allowed"])
    names = () if names == (".",) and config.tests else names
    names, commands = _parted(names, options["commands"], config)
    site = site_of(config, options["target"], allowed=commands)
    # An address that the user gave, or a target that was named: for tests it wins over what they name.
    url = site.url if options["target"] else ""
    plan = _plan(
        memory,
        names,
        variables=_given(options["variables"]),
        allowed=config.allowed_env | now,
        standing=config.allowed_env - now if "runs.allowEnv" in config.standing else frozenset(),
        url=url if site.is_own else "",
        site=site,
        generates=options["generate"],
    )
    if options["generate"]:
        _, made = made_for(memory, site, options)
        note(told(made), as_json=True)
        plan = replace(plan, scenarios=[*plan.scenarios, (GENERATED, replace(made.found, notes=(), refused=()))])
    plan.check(memory.records, url)
    for line in asked_for.told(plan, config, url if site.is_own else "", curates=not options["no_curate"]):
        note(line, as_json=True)
    released = () if options["no_memory"] else memory.unaccepted
    if released:
        note(released_by_others(released), as_json=True)
    with only_our_output():
        found = calling.find(agent)
    session = Session(
        desk=memory.desk,
        agent=agent,
        use_memory=not options["no_memory"],
        ablation=not options["no_ablation"],
        curate=not options["no_curate"],
        state=options["state"],
        watch=watch_line(),
    )
    loop = Loop(
        session=session,
        agent=found,
        url=url,
        naming=memory.records.naming,
        keep_going=options["keep_going"],
        watch=session.watch,
    )
    with only_our_output():
        plan.carry_out(loop)
        session.watch("")  # nothing is being done any more
    learned = session.finish()
    code = exit_code(session.tests)
    threshold = options["threshold"]
    if learned.ignored or (threshold is not None and not is_open(memory.gate(threshold=threshold))):
        code = code or 1
    document = session.document(code, learned) | {"unaccepted_releases": list(released), "notes": plan.notes}
    if as_json:
        show_json(document)
    else:
        note(_summary(session, learned))
    for line in _unclosed(document):
        note(line, as_json=True)
    if learned.ignored:
        note(learned.ignored, as_json=True)
    _write_reports(memory, document, options)
    if code:
        finish(code)


def _write_reports(memory: Memory, document: dict[str, Any], options: dict[str, Any]) -> None:
    """The page in the run's folder, and what else was asked for; StorageError with all that could not be written."""
    root, page = memory.project.root, reporting.markdown(document)
    write_step_summary(page.encode(), root=root)
    wanted: list[Callable[[], None]] = [lambda: memory.runs.keep_page(document["run_id"], page)]
    if name := options["junit_xml"]:
        wanted.append(partial(write_report, name, reporting.junit(document), root=root))
    if name := options["summary"]:
        wanted.append(partial(write_report, name, page.encode(), root=root))
    if name := options["ctrf"]:
        wanted.append(partial(write_report, name, reporting.ctrf(document), root=root))
    failed = []
    for write in wanted:
        try:
            write()
        except StorageError as error:
            failed.append(str(error))
    if failed:
        raise StorageError(" ".join(failed))


@command("report", example="hardwon report 20260105T103000-000000-ab12")
@click.argument("run_id", required=False, metavar="[RUN]")
@with_memory
def report(memory: Memory, run_id: str | None, as_json: bool) -> None:
    """Show a past run; without RUN the last one that carried out tests."""
    runs = memory.runs
    with runs.reading():
        wanted = run_id or next((each for each in reversed(runs.ids()) if _has_page(runs, each)), "")
        if wanted not in runs.ids():
            raise UsageError(f"There is no such run here: {runs.keeping}.", remedy="Name another one.")
        if as_json:
            show_json(dict(runs.summary(wanted).document))
        elif page := reporting.page_of(runs, wanted):
            note(page.rstrip("\n"))
        else:
            raise UsageError(
                f"Run {wanted} carried out no tests, or was killed.", remedy="`--json` shows what is kept."
            )


def _has_page(runs: Runs, run: str) -> bool:
    try:
        return bool(reporting.page_of(runs, run))
    except DamagedRecord:
        return False  # `doctor` names it; asked for by its id, it is


def _given(variables: tuple[str, ...]) -> dict[str, str]:
    for pair in variables:
        if "=" not in pair:
            raise UsageError("A --variable has no value.", remedy="Write --variable NAME=VALUE.")
    return dict(pair.split("=", 1) for pair in variables)


def _plan(memory: Memory, names: tuple[str, ...], *, generates: bool, **given: Any) -> Plan:
    wanted = names or (() if generates else memory.config.tests)
    if not wanted and not generates:
        raise UsageError("There is nothing to run.", remedy="Name a test, or set `tests` in hardwon.yaml.")
    base = Path.cwd() if names else memory.project.root
    by_user = bool(names) or "tests" in memory.config.granted
    plan = gathered(wanted, memory.records, base=base, environ=os.environ, by_user=by_user, **given)
    for line in (*plan.ignored, *plan.notes):
        note(line, as_json=True)
    return plan


def _parted(
    names: tuple[str, ...], commands: tuple[str, ...], config: Config
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The names, and what may be started: `--allow-command s.json` allows any, and names a file."""
    taken = tuple(each for each in commands if each.endswith((".json", ".yaml", ".yml")) and each not in config.targets)
    return (*taken, *names), tuple("all" if each in taken else each for each in commands)


def _summary(session: Session, learned: Learned) -> str:
    # Cleaned before anything is cut: half a secret is one, too.
    tests = session.journal.clean([test.document() for test in session.tests])
    rows = [_row(test) for test in tests]
    log = session.memory_log.document()
    changes = ", ".join(f"{log[what]} {what}" for what in ("added", "confirmed", "deprecated", "deleted"))
    unit = account.actions({"agent": session.agent})
    parts: list[str] = [
        table(("test", "area", "result", "steps", unit, "memory", ""), rows, right=("steps", unit)),
        *(_failure(test, unit) for test in tests if account.failure(test) or account.tried(test)),
    ]
    moved = sum(verdict.credited for verdict in learned.verdicts)
    parts.append(f"Observations: {changes}. Areas moved: {moved}. Run {session.id}")
    uncounted = [f"Not counted: {short(each.area)}: {each.why}" for each in learned.verdicts if not each.credited]
    parts += ["\n".join(uncounted)] if uncounted else []
    if log["errors"]:
        reasons = session.journal.clean([error["reason"] for error in log["errors"][:SHOWN_ERRORS]])
        more = len(log["errors"]) - SHOWN_ERRORS
        parts.append("\n".join([f"Not remembered: {one_line(reason)}" for reason in reasons]))
        parts += [f"And {more} more: see `hardwon report`."] if more > 0 else []
    if session.tripped:
        parts.append(switched_off(session.tripped))
    return "\n\n".join(parts)


def _failure(test: dict[str, Any], unit: str) -> str:
    lines = [one_line(line, LONGEST_LINE) for line in account.failure(test, unit) or account.tried(test, unit)]
    return "\n".join([f"{one_line(test['id'])} {account.verb(test)}:", *(f"  {line}" for line in lines)])


def _unclosed(document: dict[str, Any]) -> list[str]:
    """A warning for each thing that an agent left open."""
    return [f"{test['id']}: not closed: {one_line(why)}" for test in document["tests"] for why in test["unclosed"]]


def _row(test: dict[str, Any]) -> tuple[str, ...]:
    steps = test["steps"]
    uses = {step["memory"] for step in steps} - {"none"}
    return (
        test["id"],
        test["area"],
        test["status"],
        str(len(steps) or "-"),
        str(sum(step["sub_actions"] for step in steps) or "-"),
        ", ".join(sorted(uses)) or "-",
        one_line(test["summary"] or account.headline(test), 100),
    )
