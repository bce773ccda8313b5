"""The entry point: finds the command, and turns every error into one paragraph and an exit code.

Exit codes: 0 fine, 1 review, 2 a critical test failed, 3 hardwon itself could not do it.
"""

from __future__ import annotations

import gc
import os
import sys
from importlib import import_module
from typing import NoReturn

import click

from hardwon.errors import HardwonError, StorageError, UsageError
from hardwon.project.root import wants_traceback
from hardwon.text.plain import one_line, visible
from hardwon.version import VERSION

OBJECTS_BETWEEN_COLLECTIONS = 100_000

COMMANDS = {
    "areas": ("area_life:areas", "The life of areas: list, rename, merge, remove, explain, coverage."),
    "breaker": ("breaker:breaker", "Show, per product, whether memory does harm and is switched off."),
    "completion": ("completion:completion", "Print what makes a shell complete hardwon's commands: bash, zsh, fish."),
    "config": ("config:config", "Show every setting, its value, and where it came from."),
    "curate": (
        "curate:curate",
        "Let a run's evidence, or decisions that are given, change the observations, with all guards.",
    ),
    "db": ("db:db", "The team's memory on a PostgreSQL server."),
    "demo": ("demo:demo", "Live through some weeks of the bundled shop."),
    "doctor": ("doctor:doctor", "Re-read every record and list each disagreement; exit 1 when there is one."),
    "export": (
        "export:export",
        "Write the dashboard's pages as static files, for CI artefacts and Pages: read-only, without quarantined text.",
    ),
    "flaky": (
        "reports:flaky",
        "List tests that failed and passed on the same state, in one run or in two, across the runs that are kept.",
    ),
    "generate": (
        "generate:generate",
        "Let a model, or any program that reads a prompt, write scenarios for the mandate.",
    ),
    "ingest": (
        "reports:ingest",
        "Turn test reports into verdicts: JUnit XML, CTRF JSON, Playwright JSON, TAP; `-` is standard input.",
    ),
    "init": ("init:init", "Create the state folder and a first hardwon.yaml, with areas guessed from the tree."),
    "log": (
        "log:log",
        "Show who changed what in the observations and areas, when and why, oldest first; of all, or of one.",
    ),
    "mandate": ("mandate:mandate", "Write the text that tells an AI tester what to test, and how hard."),
    "mcp": ("mcp:mcp", "Serve memory to coding agents over the Model Context Protocol."),
    "memory": ("areas:memory", "Show memory.json as it is, or start again."),
    "merge-driver": (
        "merge_driver:merge_driver",
        "Merge two versions of a record of areas or of an observation into OURS, as git asks for it.",
    ),
    "observations": (
        "observations:observations",
        "What runs have learned about the product, as files that people review.",
    ),
    "pull": (
        "push:pull",
        "Bring the records from a branch of their own into the work tree, as a job does before its tests.",
    ),
    "push": ("push:push", "Commit and push the record files, merged with what others have pushed meanwhile."),
    "quarantine": ("quarantine:quarantine", "Text that the scanner blocked, kept for a person to decide."),
    "recall": ("recall:recall", "Show which observations a step would be given, and why."),
    "record": ("areas:record", "Record one verdict on an area, as a run of its own."),
    "report": ("run:report", "Show a past run; without RUN the last one that carried out tests."),
    "run": (
        "run:run",
        "Run tests, suites and scenarios with memory in every step; without arguments what `tests` configures.",
    ),
    "scan": ("scan:scan", "Scan text for what must not be remembered."),
    "select": (
        "select:select",
        "Choose the tests of a reduced run: without those of areas that have proven themselves, but for some probes.",
    ),
    "serve": ("serve:serve", "Show the memory in a browser: what is proven, what is known, and why; and decide there."),
    "status": ("areas:status", "Show how far each area has proven itself."),
    "version": ("completion:version", "Print the version."),
}
"""Each command, where in this package it lives, and its line of help: only the one that is called is imported."""

INTERRUPTED = 130

NEAR_MISS = 0.6
HABITS = "hardwon.cli.habits"


def _no_such_command(name: str) -> UsageError:
    shown, habits = one_line(name, 60), import_module(HABITS)
    if name in habits.COMMANDS:
        return UsageError(f"There is no command {shown!r} here.", remedy=habits.COMMANDS[name])
    # Loaded like a command, when it is needed: hardly ever is one misspelt.
    close = import_module("difflib").get_close_matches(name.lower(), COMMANDS, n=1, cutoff=NEAR_MISS)
    hint = f" Did you mean {close[0]!r}?" if close else ""
    return UsageError(f"No such command {shown!r}.{hint}", remedy="Try: hardwon --help")


class Commands(click.Group):
    """The commands, loaded when they are called."""

    def list_commands(self, _ctx: click.Context) -> list[str]:
        return sorted(COMMANDS)

    def get_command(self, _ctx: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            raise _no_such_command(name)
        module, _, attribute = COMMANDS[name][0].partition(":")
        found: click.Command = getattr(import_module(f"hardwon.cli.{module}"), attribute)
        return found

    def format_commands(self, _ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, line) for name, (_, line) in sorted(COMMANDS.items())])


@click.group(
    cls=Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Example:  hardwon ingest report.xml && hardwon status --threshold 80",
)
@click.version_option(VERSION, "-v", "--version", prog_name="hardwon")
def hardwon() -> None:
    """A memory that AI testers and test suites can trust.

    It keeps how far each area of a system has proven itself: passes raise confidence, failures drop it, proven areas
    retire, changed ones start again.
    """


def main() -> NoReturn:
    """Run the command line; every way out of it goes through here."""
    # A command builds what it needs and ends. Looking for cycles among 100,000 areas every now and then finds none.
    gc.set_threshold(OBJECTS_BETWEEN_COLLECTIONS)
    code = run(sys.argv[1:])
    calling = sys.modules.get("hardwon.agents.calling")
    if calling and calling.is_anything_left_behind():
        # The interpreter would wait for what an agent left running, perhaps for ever. All records are closed by now.
        sys.stderr.flush()
        os._exit(code)
    sys.exit(code)


def run(arguments: list[str]) -> int:  # noqa: PLR0911 - one way out for each kind of end
    """The exit code of a call."""
    try:
        code = hardwon.main(arguments, prog_name="hardwon", standalone_mode=False)
        sys.stdout.flush()
    except HardwonError as error:
        return _fail(error)
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message(), err=True)
        return UsageError.exit_code
    except click.NoSuchOption as error:
        return _fail(_no_such_option(error))
    except click.ClickException as error:
        context = getattr(error, "ctx", None)
        said = error.format_message()
        other = import_module(HABITS).ARGUMENTS.get(f"{context.info_name}: {said}") if context else None
        hint = other or (f"Try: {context.command_path} --help" if context else "")
        return _fail(UsageError(said, remedy=hint))
    except (click.Abort, KeyboardInterrupt):
        click.echo("Interrupted.", err=True)
        return INTERRUPTED
    except OSError as error:
        return _fail(_refused(error))
    except Exception as error:  # noqa: BLE001 - the last boundary: no traceback reaches a user, and nothing is hidden
        return _fail(_unexpected(error))
    return code if isinstance(code, int) else 0


def _fail(error: HardwonError) -> int:
    if wants_traceback():
        import traceback  # noqa: PLC0415 - only for those who ask for it

        traceback.print_exc()
    click.echo(f"hardwon: {visible(str(error))} [{error.slug}]", err=True)
    return error.exit_code


def _no_such_option(error: click.NoSuchOption) -> UsageError:
    """What does here what an option does in another tool; else what was probably meant."""
    hint = f"Try: {error.ctx.command_path} --help" if error.ctx else ""
    habits = import_module(HABITS)
    if error.option_name in habits.OPTIONS:
        return UsageError(f"There is no option {error.option_name} here.", remedy=habits.OPTIONS[error.option_name])
    return UsageError(error.format_message(), remedy=hint)


def _refused(error: OSError) -> StorageError:
    if error.filename is None:
        return StorageError(
            f"The output could not be written: {error.strerror or error}.",
            remedy="What the command did stays done; look with `hardwon status` before you repeat it.",
        )
    return StorageError(f"{error.filename}: {error.strerror or error}.")


def _unexpected(error: Exception) -> HardwonError:
    return HardwonError(
        f"An error that hardwon did not expect: {type(error).__name__}: {error}.",
        remedy="Records are never half-written. Set HARDWON_DEBUG=1 for the traceback, and please report it.",
    )
