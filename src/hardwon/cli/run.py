"""The command that runs tests, suites and scenarios with memory."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from hardwon.agents import calling
from hardwon.agents.calling import DEFAULT
from hardwon.cli.areas import Percent, below_threshold
from hardwon.cli.common import (
    command,
    finish,
    note,
    only_our_output,
    short,
    show_json,
    switched_off,
    table,
    with_memory,
)
from hardwon.errors import UsageError
from hardwon.runner import report as reporting
from hardwon.runner.loop import Loop, exit_code
from hardwon.runner.plan import gathered
from hardwon.runner.session import Session
from hardwon.store import atomic
from hardwon.text.plain import one_line

if TYPE_CHECKING:
    from hardwon.areas.learning import Learned
    from hardwon.memory import Memory
    from hardwon.runner.plan import Plan


SHOWN_ERRORS = 5


@command("run", example="hardwon run e2e/suite.yaml --target http://localhost:8000")
@click.argument("names", nargs=-1, metavar="[TEST|SUITE|SCENARIOS.json]...")
@click.option("--target", "url", metavar="URL", default="", help="Address to test (default: as configured).")
@click.option("--agent", default=DEFAULT, show_default=True, metavar="MODULE:NAME", help="Who carries out the steps.")
@click.option("--variable", "variables", multiple=True, metavar="NAME=VALUE", help="A variable of the tests.")
@click.option("--keep-going", is_flag=True, help="Go on with a suite after a failure.")
@click.option("--no-memory", is_flag=True, help="Give no memory to any step.")
@click.option("--no-ablation", is_flag=True, help="Do not try failures without memory.")
@click.option("--no-curate", is_flag=True, help="Leave the observations as they are.")
@click.option("--junit-xml", type=click.Path(dir_okay=False), help="Write the results as JUnit XML, too.")
@click.option("--ctrf", type=click.Path(dir_okay=False), help="Write the results as CTRF JSON, too.")
@click.option("--state", metavar="TEXT", help="What is tested: names the build of a remote target.")
@click.option("--threshold", type=Percent(0, 100), metavar="N", help="Exit 1 when the mean confidence is below N %.")
@with_memory
def run(memory: Memory, names: tuple[str, ...], agent: str, as_json: bool, **options: Any) -> None:
    """Run tests, suites and scenarios with memory in every step; without arguments what `tests` configures.

    Exit 0 if all passed, 1 if a test failed, 2 if a critical one did, 3 if a test could not be run.
    """
    plan = _plan(memory, names, _given(options["variables"]))
    plan.check(memory.records, options["url"])
    with only_our_output():
        found = calling.find(agent)
    session = Session(
        desk=memory.desk,
        agent=agent,
        use_memory=not options["no_memory"],
        ablation=not options["no_ablation"],
        curate=not options["no_curate"],
        state=options["state"],
        watch=_watch(),
    )
    loop = Loop(session=session, agent=found, url=options["url"], keep_going=options["keep_going"], watch=session.watch)
    with only_our_output():
        plan.carry_out(loop)
        session.watch("")  # nothing is being done any more
    learned = session.finish()
    code = exit_code(session.tests)
    if learned.ignored or (options["threshold"] is not None and below_threshold(memory, options["threshold"])):
        code = code or 1
    document = session.document(code, learned)
    _write_reports(memory, document, options)
    if as_json:
        show_json(document)
    else:
        note(_summary(session, learned))
    for line in _unclosed(document):
        note(line, as_json=True)
    if learned.ignored:
        note(learned.ignored, as_json=True)
    if code:
        finish(code)


def _write_reports(memory: Memory, document: dict[str, Any], options: dict[str, Any]) -> None:
    """The page in the run's folder, and whatever else was asked for."""
    page = reporting.markdown(document)
    memory.runs.keep_page(document["run_id"], page)
    if options["junit_xml"]:
        atomic.write(Path(options["junit_xml"]), reporting.junit(document))
    if options["ctrf"]:
        atomic.write(Path(options["ctrf"]), reporting.ctrf(document))
    if summary := os.environ.get("GITHUB_STEP_SUMMARY"):
        with Path(summary).open("a", encoding="utf-8") as file:
            file.write(page)


@command("report", example="hardwon report 20260105T103000-000000-ab12")
@click.argument("run_id", required=False, metavar="[RUN]")
@with_memory
def report(memory: Memory, run_id: str | None, as_json: bool) -> None:
    """Show a past run; without RUN the last one that carried out tests."""
    runs = memory.runs
    with runs.reading():
        wanted = run_id or next((each for each in reversed(runs.ids()) if runs.page(each)), "")
        if wanted not in runs.ids():
            raise UsageError("There is no such run here.", remedy="`.hardwon/runs` is local and keeps the newest runs.")
        page = runs.page(wanted)
        if as_json:
            show_json(dict(runs.summary(wanted).document))
        elif page:
            note(page.rstrip("\n"))
        else:
            raise UsageError(
                f"Run {wanted} carried out no tests, or was killed.", remedy="`--json` shows what is kept."
            )


def _given(variables: tuple[str, ...]) -> dict[str, str]:
    for pair in variables:
        if "=" not in pair:
            raise UsageError("A --variable has no value.", remedy="Write --variable NAME=VALUE.")
    return dict(pair.split("=", 1) for pair in variables)


def _plan(memory: Memory, names: tuple[str, ...], given: dict[str, str]) -> Plan:
    wanted = names or memory.config.tests
    if not wanted:
        raise UsageError("There is nothing to run.", remedy="Name a test, or set `tests` in hardwon.yaml.")
    base = Path.cwd() if names else memory.project.root
    plan = gathered(wanted, memory.records, base=base, variables=given, environ=os.environ)
    for line in plan.ignored:
        note(line, as_json=True)
    return plan


def _watch() -> Any:
    """Shows the step that is being carried out where a person looks on."""
    if sys.stderr is None or not sys.stderr.isatty():
        return lambda _: None
    return lambda text: click.echo(f"\r\033[K{one_line(text, 100)}", err=True, nl=False)


def _summary(session: Session, learned: Learned) -> str:
    # Cleaned before anything is cut: half a secret is one, too.
    rows = [_row(test) for test in session.journal.clean([test.document() for test in session.tests])]
    log = session.memory_log.document()
    changes = ", ".join(f"{log[what]} {what}" for what in ("added", "confirmed", "deprecated", "deleted"))
    parts = [
        table(("test", "area", "result", "steps", "pages", "memory", ""), rows, right=("steps", "pages")),
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
        one_line(test["summary"] or test["reason"], 100),
    )
