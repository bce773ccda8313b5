"""The select command: the choice of a reduced run, for any runner."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import click

from hardwon.cli.common import command, note, short, show_json, show_lines, table, with_memory
from hardwon.errors import StorageError, UsageError
from hardwon.evidence.listing import listed
from hardwon.evidence.redaction import MASK, name_kept
from hardwon.runner import known_tests
from hardwon.store import reading
from hardwon.text.plain import counted, one_line, visible

if TYPE_CHECKING:
    from collections.abc import Iterable

    from hardwon.areas.overview import Coverage
    from hardwon.areas.selection import Choice, Selection
    from hardwon.evidence.history import History
    from hardwon.memory import Memory
    from hardwon.runner.reduction import Grounds

LARGEST_LIST = 100_000_000
FORMATS = ("pytest", "files", "json")
PYTEST_FILES = (".py", ".txt", ".rst", ".md")
"""Files whose tests pytest runs: code, and texts with doctests."""


@command(
    "select",
    example="pytest --collect-only -q | hardwon select --tests - --format pytest > chosen.txt && pytest @chosen.txt\n"
    "hardwon select --explain",
)
@click.option("--tests", "names", metavar="FILE|-", help="The tests that there are, one on each line.")
@click.option(
    "--format", "form", type=click.Choice(FORMATS), help="Tests to run for pytest, their files, or all with reasons."
)
@click.option("--explain", is_flag=True, help="Show the reason for each test.")
@click.option("--seed", metavar="TEXT", help="Draw samples and probes by this instead of the commit.")
@with_memory
def select(  # noqa: PLR0917 - click hands every option over
    memory: Memory, names: str | None, form: str | None, explain: bool, seed: str | None, as_json: bool
) -> None:
    """Choose the tests of a reduced run: without those of areas that have proven themselves, but for some probes.

    The tests are those of the newest runs, or those that --tests names: then new ones run, too. Without history nothing
    is left out. What is left out is not missed when the rest is recorded on the same state.
    """
    if explain and form:
        raise UsageError("--explain and --format are two forms of output.", remedy="Give one of them.")
    tested = memory.recorder.tested()
    grounds = memory.grounds(seed=seed, tested=tested)
    tests = _known(memory, grounds.history, form) if names is None else _listed(names)
    selection = grounds.choose(known_tests.candidates(tests, grounds.history, memory.records.naming))
    memory.recorder.spare(selection.left_out, selection.probed, tested.state)
    for remark in grounds.basis.remarks:
        note(remark, as_json=True)
    if as_json or form == "json":
        show_json(_document(selection, grounds))
    elif form:
        show_lines(_node_ids(selection) if form == "pytest" else _files(selection, grounds.history))
    elif selection.choices:
        note(_reasons(selection) if explain else _by_area(selection))
    _tell(selection, grounds, memory.coverage(), beside=bool(as_json or form))


def _known(memory: Memory, past: History, form: str | None) -> list[str]:
    """The tests of the newest runs that are still there, and that can be given to pytest if they are for it."""
    missing = known_tests.gone(past, memory.project.root)
    if missing and len(missing) == len(past.tests):
        raise UsageError(
            f"None of the files of the {len(missing)} tests that are known is in {memory.project.root}.",
            remedy="Name the tests with --tests, or the project with --project.",
        )
    if missing:
        note(f"Left out: {counted(len(missing), 'test')} of files that are gone.", as_json=True)
    found = sorted(past.tests.keys() - missing)
    fitting = [test for test in found if form != "pytest" or past.tests[test].file.endswith(PYTEST_FILES)]
    if len(fitting) < len(found):
        note(f"Left out: {counted(len(found) - len(fitting), 'test')} of other runners.", as_json=True)
    return fitting


def _listed(name: str) -> list[str]:

    shown = one_line(reading.called(name))
    try:
        with reading.given(name) as file:
            content = reading.bounded(file, LARGEST_LIST)
    except reading.TooLarge as error:
        raise UsageError(
            f"{shown} is larger than {LARGEST_LIST // 1_000_000} MB.", remedy="Give a list of tests."
        ) from error
    except OSError as error:
        raise StorageError(f"{shown}: {error.strerror}.", remedy="Name a file that can be read, or -.") from error
    try:
        return list(dict.fromkeys(name_kept(test) for test in listed(content.decode())))
    except UnicodeDecodeError as error:
        raise UsageError(f"{shown}: byte {error.start} is not UTF-8.", remedy="Give a list in UTF-8.") from error


def _node_ids(selection: Selection) -> list[str]:
    """What pytest must be given to run the tests. A name that cannot stand on a line gives way to all it is part of."""
    wide: dict[str, None] = {}
    names = []
    for choice in selection.running:
        if _can_be_given(choice.test):
            names.append(choice.test)
        else:
            wide[_widened(choice.test)] = None
    return [*wide, *(name for name in names if not any(each in wide for each in _above(name)))]


def _can_be_given(test: str) -> bool:
    """Whether it is the name of the test, all of it on one line: where a secret is masked, it is not."""
    return visible(test) == test and MASK not in test


def _widened(test: str) -> str:
    wider = next((name for name in _above(test) if _can_be_given(name)), "")
    if not wider:
        raise UsageError(
            f"The test {one_line(test)!r} has a name that no list can hold.", remedy="Rename its file, or use --json."
        )
    return wider


def _above(test: str) -> Iterable[str]:
    """What a test is part of: without its parameters, its class, its file."""
    address, bracket, _ = test.partition("[")
    if bracket:
        yield address
    while "::" in address:
        address = address.rpartition("::")[0]
        yield address


def _files(selection: Selection, past: History) -> list[str]:
    """The files with a test to run; where a test has none, its class or suite."""
    places = (
        (known.file if (known := past.tests.get(choice.test)) else "") or choice.test.partition("::")[0]
        for choice in selection.running
    )
    return sorted({visible(place) for place in places})


def _document(selection: Selection, grounds: Grounds) -> dict[str, Any]:
    return {
        "tests": [
            {"test": each.test, "area": each.area, "run": each.run, "cause": each.cause, "reason": each.reason}
            for each in selection.choices
        ],
        "run": len(selection.running),
        "skipped": len(selection.skipped),
        "causes": selection.counts,
        "seconds": round(selection.seconds, 3),
        "seconds_saved": round(selection.seconds_saved, 3),
        "unreduced": selection.unreduced or None,
        "unwatched": list(selection.unwatched),
        "halted": [halt.document(area) for area, halt in selection.halts.items()],
        "seed": grounds.basis.seed,
        "seeded_by": grounds.basis.seeded_by,
    }


def _reasons(selection: Selection) -> str:
    rows = [("run" if each.run else "SKIP", each.cause, short(each.test), each.reason) for each in selection.choices]
    return table(("", "cause", "test", "why"), rows)


def _by_area(selection: Selection) -> str:
    by_area: dict[str, list[Choice]] = {}
    for choice in selection.choices:
        by_area.setdefault(choice.area, []).append(choice)
    rows = [
        (short(area), str(len(own)), str(sum(each.run for each in own)), _causes(own))
        for area, own in sorted(by_area.items())
    ]
    return table(("area", "tests", "run", "why"), rows, right=("tests", "run"))


def _causes(choices: Iterable[Choice]) -> str:
    return ", ".join(f"{count} {cause}" for cause, count in Counter(each.cause for each in choices).most_common())


def _tell(selection: Selection, grounds: Grounds, coverage: Coverage, *, beside: bool) -> None:
    """What people should know about the choice; beside data it goes to standard error."""
    if selection.unreduced:
        note(selection.unreduced, as_json=True)
        return
    lines = [f"A reduced run {selection.summary()}. Drawn by {grounds.basis.seeded_by}."]
    lines += [f"{each}." for each in selection.halted]
    if selection.unwatched:
        named = ", ".join(short(area) for area in selection.unwatched[:10])
        lines.append(
            f"Any changed source brings back all tests of {counted(len(selection.unwatched), 'area')} "
            f"(no `paths` configured): {named}{'…' if len(selection.unwatched) > 10 else ''}"  # noqa: PLR2004 - enough to act
        )
    lines += [f"{each}." for each in coverage.gaps]
    note("\n".join(lines), as_json=beside)
