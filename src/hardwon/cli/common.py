"""What every command shares: its options, its output, its tables."""

from __future__ import annotations

import fcntl
import functools
import json
import os
import re
import sys
import textwrap
import unicodedata
from contextlib import contextmanager, nullcontext, redirect_stdout
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

import click

from hardwon.cli.habits import VARIABLES, variable_told
from hardwon.errors import UsageError
from hardwon.memory import Memory
from hardwon.project import root as projects
from hardwon.project.environment import misspelt
from hardwon.text.plain import counted, one_line, visible, visible_json

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from contextlib import AbstractContextManager
    from typing import TextIO

LONGEST_SHOWN = 80
LONGEST_HELP = 1000
NARROWEST = 40
"""Columns below which nothing is made to fit."""

_ONE_PIECE = re.compile(r"`[^`]*`|\d %")
"""What is not broken: a command to be copied, and a figure with its sign."""

_NO_BREAK = "\N{NO-BREAK SPACE}"

R = TypeVar("R")
T = TypeVar("T")


class Command(click.Command):
    """A command whose help ends with an example, as typed."""

    def __init__(self, *args: Any, example: str = "", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.example = example

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        super().format_epilog(ctx, formatter)
        with formatter.section("Example"):
            for line in self.example.splitlines():
                formatter.write(f"  {line}\n")


class Group(Command, click.Group):
    """A group of commands whose help ends with an example, too, and cuts no command's line."""

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        commands = [(name, self.get_command(ctx, name)) for name in self.list_commands(ctx)]
        with formatter.section("Commands"):
            formatter.write_dl([(name, found.get_short_help_str(LONGEST_HELP)) for name, found in commands if found])


def command(name: str, *, example: str) -> Callable[[Callable[..., Any]], click.Command]:
    """A command of hardwon: a name, and an example for its help."""
    return click.command(name, cls=Command, example=example)


def with_memory(function: Callable[..., R], *, as_json: bool = True) -> Callable[..., R]:
    """Give a command the options that all have, and the memory of the project as its first argument."""

    @functools.wraps(function)
    def call(*args: Any, project: str | None, settings: tuple[str, ...], **kwargs: Any) -> R:
        if sys.stdout is None:
            # Started without one (`>&-`). What was recorded must not end as an error because nobody wants to read.
            sys.stdout = open(os.devnull, "w")  # noqa: PTH123, SIM115 - it lasts as long as the process
        memory = Memory.of(projects.find(project), flags=settings)
        for name, meant in misspelt(os.environ):
            note(f"{one_line(name, 80)} is not a setting and has no effect; did you mean {meant}?", as_json=True)
        for name in sorted(each for each in os.environ if each.startswith(VARIABLES)):
            note(variable_told(one_line(name, 80)), as_json=True)
        if delivered := memory.deliver():
            note(f"Delivered to the team's server: what {counted(delivered, 'run')} said.", as_json=True)
        try:
            return function(memory, *args, **kwargs)
        finally:
            if away := memory.away:
                note(away, as_json=True)

    return with_options(call, as_json=as_json)


def with_folder(function: Callable[..., R]) -> Callable[..., R]:
    """Let a command take the project's folder as an argument, too, as other tools do: `hardwon status .`."""

    @functools.wraps(function)
    def call(*args: Any, folder: str | None, project: str | None, **kwargs: Any) -> R:
        return function(*args, project=folder if project is None else project, **kwargs)

    return click.argument("folder", required=False, metavar="[DIR]")(call)


def with_options(function: Callable[..., R], *, as_json: bool = True) -> Callable[..., R]:
    """The options that all commands have; one whose output is a protocol has no JSON."""
    function = click.option(
        "--set", "settings", multiple=True, metavar="NAME=VALUE", help="Override a setting for this call."
    )(function)
    function = click.option("--project", metavar="DIR", help="Root of the project (default: found upwards).")(function)
    if as_json:
        function = click.option("--json", "as_json", is_flag=True, help="One JSON document on standard output.")(
            function
        )
    return function


def show_json(document: Any) -> None:
    """The one JSON document of a command."""
    # Escaped where it is not ASCII: valid in every locale, and no text in it can act on a terminal.
    _say(json.dumps(document, indent=2))


def show_bytes(content: bytes) -> None:
    """A JSON document as it is kept, byte for byte; on a terminal with what would act on it escaped."""
    if sys.stdout is not None and sys.stdout.isatty():
        content = visible_json(content.decode()).encode()
    _say(content, end=False)


def show_lines(lines: Sequence[str]) -> None:
    """Lines for another program, in UTF-8 and as they are; on a terminal with what would act on it escaped."""
    if sys.stdout is not None and sys.stdout.isatty():
        note("\n".join(lines))
    else:
        _say("".join(f"{line}\n" for line in lines).encode("utf-8", "surrogateescape"), end=False)


def switched_off(tripped: Mapping[str, str]) -> str:
    """For which products memory is switched off, and why: the same sentence wherever it is told."""
    return "\n".join(f"Memory is switched off for {short(product)}: {why}" for product, why in tripped.items())


def released_by_others(released: Sequence[str]) -> str:
    """That observations are used which the user has not accepted: the same sentence wherever it is told."""
    what = counted(len(released), "observation")
    return f"Used because somebody else released it, not you: {what}. `hardwon doctor` names it."


def check_suite(suite: str | None, position: int | None) -> None:
    """UsageError unless a suite is named with a place in it, or neither is."""
    if (suite is None) != (position is None):
        raise UsageError("--suite and --position go together.", remedy="Give --suite FILE --position N.")


class Shown(str):
    """Text that has been made visible."""

    __slots__ = ()


def note(*paragraphs: str, as_json: bool = False) -> None:
    """A message for people, line by line made visible; beside JSON it goes to standard error."""
    _say("\n\n".join(map(_shown, paragraphs)), err=as_json)


def tell(*paragraphs: str, as_json: bool = False) -> None:
    """The same, with its sentences broken between words where the terminal is narrow; tables are as they are."""
    note(*(each if isinstance(each, Shown) else wrapped(each, room()) for each in paragraphs), as_json=as_json)


def _shown(text: str) -> str:
    return text if isinstance(text, Shown) else "\n".join(visible(line) for line in text.split("\n"))


_own: list[TextIO] = []
"""Standard output where only we know it, once somebody's code has been let in."""


@contextmanager
def only_our_output() -> Iterator[None]:
    """Run somebody's code: what it prints, its threads and its children too, goes to standard error.

    It stays so afterwards: what was left behind may print for as long as the process lives.
    """
    out = sys.stdout
    if out is not None and not _own and (out, sys.stderr) == (sys.__stdout__, sys.__stderr__):
        out.flush()
        # Not among the first three, where a child would take it for its own, even if one of them is closed.
        own = fcntl.fcntl(out.fileno(), fcntl.F_DUPFD_CLOEXEC, 3)
        _own.append(open(own, "w", encoding=out.encoding, errors=out.errors))  # noqa: PTH123, SIM115 - as long as the process
        os.dup2(sys.stderr.fileno() if sys.stderr else os.open(os.devnull, os.O_WRONLY), out.fileno())
    with redirect_stdout(sys.stderr):
        yield


def _say(text: str | bytes, *, err: bool = False, end: bool = True) -> None:
    stream = sys.stderr if err else _own[0] if _own else sys.stdout
    if stream is None:
        return
    try:
        if isinstance(text, bytes):
            click.echo(text, file=stream, nl=end)
        else:
            _write(stream, f"{text}\n" if end else text)
    except BrokenPipeError:
        # Whoever read our output has gone (`| head`). The rest of the command still counts, its exit code above all.
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _write(stream: TextIO, text: str) -> None:
    try:
        stream.write(text)
    except UnicodeEncodeError:
        # Not every terminal has every letter, and a message must not fail for a bar that cannot be drawn.
        encoding = stream.encoding or "utf-8"
        stream.write(text.encode(encoding, "backslashreplace").decode(encoding))
    stream.flush()


def finish(code: int) -> NoReturn:
    """End the command with an exit code other than 0."""
    raise click.exceptions.Exit(code)


def short(name: str) -> str:
    """A name from a record as it fits into a line, made visible."""
    shown = visible(name[:LONGEST_SHOWN])
    return shown if len(name) <= LONGEST_SHOWN and len(shown) <= LONGEST_SHOWN else shown[: LONGEST_SHOWN - 1] + "…"


def table(columns: Sequence[str], rows: Iterable[Sequence[str]], *, right: Iterable[str] = ()) -> Shown:
    """Aligned columns of text, hostile cells made visible. The last column is not padded."""
    down = zip([title.upper() for title in columns], *rows, strict=True)
    padded = [column(cells, to_the_right=title in right) for title, cells in zip(columns, down, strict=True)]
    return Shown("\n".join("  ".join(cells).rstrip() for cells in zip(*padded, strict=True)))


def fitting(columns: Sequence[str], rows: Sequence[Sequence[str]], *, right: Iterable[str] = ()) -> Shown:
    """The same table; where the terminal is too narrow for it, the last column stands below each row."""
    right, most = [*right], room()
    whole = table(columns, rows, right=right)
    if most is None or max(map(width, whole.split("\n"))) <= most:
        return whole
    head, *lines = table(columns[:-1], [row[:-1] for row in rows], right=right).split("\n")
    below = ["\n" + wrapped(f"  {visible(row[-1])}", most) if row[-1] else "" for row in rows]
    return Shown("\n".join([head, *map("".join, zip(lines, below, strict=True))]))


def column(cells: Iterable[str], *, to_the_right: bool = False) -> list[str]:
    """The cells of a column made visible, and all of one width."""
    shown = [visible(cell) for cell in cells]
    widths = [width(cell) for cell in shown]
    widest = max(widths)
    if to_the_right:
        return [" " * (widest - taken) + cell for cell, taken in zip(shown, widths, strict=True)]
    return [cell + " " * (widest - taken) for cell, taken in zip(shown, widths, strict=True)]


def room() -> int | None:
    """Columns that there are to write in: as COLUMNS says, or the terminal; None where nobody looks on."""
    given = os.environ.get("COLUMNS", "")
    if given.isdecimal() and int(given) >= NARROWEST:
        return int(given)
    if sys.stdout is None or not sys.stdout.isatty():
        return None
    return max(NARROWEST, os.get_terminal_size(sys.stdout.fileno()).columns)


def wrapped(text: str, most: int | None) -> str:
    """Text that fits, its lines broken between words and going on two columns further in; commands stay whole."""
    if most is None:
        return text
    return "\n".join(piece for line in text.split("\n") for piece in _pieces(line, most))


def _pieces(line: str, most: int) -> list[str]:
    indent = " " * (len(line) - len(line.lstrip()))
    if width(line) <= most or line.lstrip().startswith("hardwon "):
        return [line]
    pieces = textwrap.wrap(
        _ONE_PIECE.sub(lambda found: found[0].replace(" ", _NO_BREAK), line.strip()),
        most,
        initial_indent=indent,
        subsequent_indent=f"{indent}  ",
        break_long_words=False,
        break_on_hyphens=False,
    )
    return [piece.replace(_NO_BREAK, " ") for piece in pieces]


def cut(text: str, most: int) -> str:
    """Text of at most so many columns."""
    if width(text) <= most:
        return text
    while width(text) >= most:
        text = text[:-1]
    return f"{text}…"


def width(text: str) -> int:
    """Columns that a text takes on a terminal."""
    return len(text) if text.isascii() else _wide(text)


@functools.lru_cache(maxsize=1024)  # a long table has few different bars
def _wide(text: str) -> int:
    return sum(
        2 if unicodedata.east_asian_width(char) in "WF" else 0 if unicodedata.combining(char) else 1 for char in text
    )


def bar(share: float, size: int = 20) -> str:
    """A share as a bar."""
    full = round(share * size)
    filled, empty = ("█", "░") if _shows_blocks() else ("#", "-")
    return filled * full + empty * (size - full)


def _shows_blocks() -> bool:
    try:
        "█░".encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return True


def not_installed(error: ModuleNotFoundError, what: str, *, extra: str) -> NoReturn:
    """Refuse a command whose own packages are lacking; a module of ours that is lacking is our fault."""
    if (error.name or "").partition(".")[0] == "hardwon":
        raise error
    raise UsageError(
        f"{what} needs the package {error.name!r}, which is not installed.", remedy=f"pip install 'hardwon[{extra}]'"
    ) from error


def progress(items: Sequence[T], *, label: str) -> AbstractContextManager[Iterable[T]]:
    """The items, with a progress bar on standard error where a person looks on and there is something to wait for."""
    if len(items) > 1 and sys.stderr.isatty():
        return click.progressbar(items, label=label, file=sys.stderr)
    return nullcontext(items)


def watch_line() -> Callable[[str], None]:
    """Shows what is being done, on one line, where a person looks on."""
    if sys.stderr is None or not sys.stderr.isatty():
        return lambda _: None
    return lambda text: click.echo(f"\r\033[K{one_line(text, 100)}", err=True, nl=False)


def ask(question: str) -> None:
    """Go on only if a person says yes."""
    if not on_terminal():
        raise UsageError(f"{question} There is no terminal to ask on.", remedy="Add --yes if you mean it.")
    if not click.confirm(visible(question), err=True):
        note("Nothing was changed.", as_json=True)
        finish(1)


def on_terminal() -> bool:
    """Whether a person can answer a question."""
    return sys.stdin.isatty() and sys.stderr.isatty()
