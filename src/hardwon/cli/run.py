"""The command that runs tests, suites and scenarios with memory."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from hardwon.agents.calling import DEFAULT
from hardwon.cli.areas import Percent, below_threshold
from hardwon.cli.common import command, finish, note, only_our_output, show_json, switched_off, table, with_memory
from hardwon.errors import UsageError
from hardwon.text.plain import one_line
from hardwon.text.times import stamp

if TYPE_CHECKING:
    from hardwon.areas.learning import Learned
    from hardwon.memory import Memory
    from hardwon.runner.loop import Loop
    from hardwon.runner.session import Session


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
@click.option("--threshold", type=Percent(0, 100), metavar="N", help="Exit 1 when the mean confidence is below N %.")
@with_memory
def run(memory: Memory, names: tuple[str, ...], agent: str, as_json: bool, **options: Any) -> None:
    """Run tests, suites and scenarios with memory in every step; without arguments what `tests` configures.

    Exit 0 if all passed, 1 if a test failed, 2 if a critical one did, 3 if a test could not be run.
    """
    from hardwon.agents import calling  # noqa: PLC0415 - only this command runs anything
    from hardwon.runner.loop import Loop, exit_code  # noqa: PLC0415 - as above
    from hardwon.runner.session import Session  # noqa: PLC0415 - as above

    items = _items(memory, names, _given(options["variables"]))
    _check_target(memory, items, options["url"])
    with only_our_output():
        found = calling.find(agent)
    session = Session(
        memory=memory,
        agent=agent,
        use_memory=not options["no_memory"],
        ablation=not options["no_ablation"],
        curate=not options["no_curate"],
        watch=_watch(),
    )
    loop = Loop(session=session, agent=found, url=options["url"], keep_going=options["keep_going"], watch=session.watch)
    with only_our_output():
        for item in items:
            _run(loop, item)
        session.watch("")  # nothing is being done any more
    learned = session.finish()
    code = exit_code(session.tests)
    if learned.ignored or (options["threshold"] is not None and below_threshold(memory, options["threshold"])):
        code = code or 1
    document = _document(session, code)
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
    from hardwon.runner import report  # noqa: PLC0415 - as above
    from hardwon.store import atomic  # noqa: PLC0415 - as above

    page = report.markdown(document)
    atomic.write(memory.runs.folder / document["run_id"] / "report.md", page.encode(), durable=False)
    if options["junit_xml"]:
        atomic.write(Path(options["junit_xml"]), report.junit(document))
    if options["ctrf"]:
        atomic.write(Path(options["ctrf"]), report.ctrf(document))
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
        wanted = [run_id] if run_id else [each for each in runs.ids() if (runs.folder / each / "report.md").is_file()]
        if not wanted or wanted[-1] not in runs.ids():
            raise UsageError("There is no such run here.", remedy="`.hardwon/runs` is local and keeps the newest runs.")
        page = runs.folder / wanted[-1] / "report.md"
        if as_json:
            show_json(runs.summary(wanted[-1]))
        elif page.is_file():
            note(page.read_text("utf-8").rstrip("\n"))
        else:
            raise UsageError(
                f"Run {wanted[-1]} carried out no tests, or was killed.", remedy="`--json` shows what is kept."
            )


def _given(variables: tuple[str, ...]) -> dict[str, str]:
    for pair in variables:
        if "=" not in pair:
            raise UsageError("A --variable has no value.", remedy="Write --variable NAME=VALUE.")
    return dict(pair.split("=", 1) for pair in variables)


def _items(memory: Memory, names: tuple[str, ...], given: dict[str, str]) -> list[Any]:
    from hardwon.runner import files, scenarios  # noqa: PLC0415 - as above

    root, wanted = memory.project.root, names or memory.config.tests
    if not wanted:
        raise UsageError("There is nothing to run.", remedy="Name a test, or set `tests` in hardwon.yaml.")
    base = Path.cwd() if names else root
    found: list[Any] = [(name, scenarios.read(base / name)) for name in wanted if name.endswith(".json")]
    others = [name for name in wanted if not name.endswith(".json")]
    tests = files.gathered(others, root, base=base, variables=given, environ=os.environ)
    for line in files.ignored_summary([each for item in tests for each in item.ignored]):
        note(line, as_json=True)
    return [*tests, *found]


def _check_target(memory: Memory, items: list[Any], url: str) -> None:
    """Refuse what has no target before anything is run."""
    from hardwon.runner.files import SuiteSpec  # noqa: PLC0415 - as above
    from hardwon.runner.http import Origin  # noqa: PLC0415 - as above
    from hardwon.runner.loop import place_of  # noqa: PLC0415 - as above

    for item in items:
        if not isinstance(item, tuple):
            for test in item.tests if isinstance(item, SuiteSpec) else (item,):
                place_of(test, memory, url)
        elif url:
            Origin.of(url)
        else:
            raise UsageError("Scenarios need a target.", remedy="Give --target URL; without it nothing is executed.")


def _run(loop: Loop, item: Any) -> None:
    from hardwon.runner.files import SuiteSpec  # noqa: PLC0415 - as above
    from hardwon.runner.http import Origin  # noqa: PLC0415 - as above

    if isinstance(item, tuple):
        file, found = item
        loop.run_scenarios(found, Origin.of(loop.url), file)
    elif isinstance(item, SuiteSpec):
        loop.run_suite(item)
    else:
        loop.run_test(item)


def _watch() -> Any:
    """Shows the step that is being carried out where a person looks on."""
    if sys.stderr is None or not sys.stderr.isatty():
        return lambda _: None
    return lambda text: click.echo(f"\r\033[K{one_line(text, 100)}", err=True, nl=False)


def _document(session: Session, code: int) -> dict[str, Any]:
    document: dict[str, Any] = session.journal.clean(
        {
            "run_id": session.id,
            "status": session.status,
            "started": stamp(session.now),
            "finished": stamp(),
            "tests": [test.document() for test in session.tests],
            "memory_log": session.memory_log.document(),
            "tripped": session.tripped,
            "exit_code": code,
        }
    )
    return document


def _summary(session: Session, learned: Learned) -> str:
    # Cleaned before anything is cut: half a secret is one, too.
    rows = [_row(test) for test in session.journal.clean([test.document() for test in session.tests])]
    log = session.memory_log.document()
    changes = ", ".join(f"{log[what]} {what}" for what in ("added", "confirmed", "deprecated", "deleted"))
    parts = [
        table(("test", "area", "result", "steps", "pages", "memory", ""), rows, right=("steps", "pages")),
    ]
    parts.append(f"Observations: {changes}. Areas moved: {len(learned.movements)}. Run {session.id}")
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
