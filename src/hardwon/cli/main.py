"""The entry point: finds the command, and turns every error into one paragraph and an exit code.

Exit codes: 0 fine, 1 review, 2 a critical test failed, 3 hardwon itself could not do it.
"""

from __future__ import annotations

import os
import sys
from importlib import import_module
from typing import NoReturn

import click

from hardwon.errors import HardwonError, StorageError, UsageError
from hardwon.text.plain import visible
from hardwon.version import VERSION

COMMANDS = {
    "areas": "hardwon.cli.areas:areas",
    "breaker": "hardwon.cli.breaker:breaker",
    "config": "hardwon.cli.config:config",
    "curate": "hardwon.cli.curate:curate",
    "demo": "hardwon.cli.demo:demo",
    "doctor": "hardwon.cli.doctor:doctor",
    "flaky": "hardwon.cli.reports:flaky",
    "ingest": "hardwon.cli.reports:ingest",
    "init": "hardwon.cli.init:init",
    "log": "hardwon.cli.log:log",
    "mandate": "hardwon.cli.mandate:mandate",
    "memory": "hardwon.cli.areas:memory",
    "merge-driver": "hardwon.cli.init:merge_driver",
    "observations": "hardwon.cli.observations:observations",
    "quarantine": "hardwon.cli.quarantine:quarantine",
    "recall": "hardwon.cli.recall:recall",
    "record": "hardwon.cli.areas:record",
    "report": "hardwon.cli.run:report",
    "run": "hardwon.cli.run:run",
    "scan": "hardwon.cli.scan:scan",
    "select": "hardwon.cli.select:select",
    "status": "hardwon.cli.areas:status",
}
"""Each command and where it lives: only the one that is called is imported."""

LATER = {"serve": "the dashboard", "mcp": "the MCP server"}
"""Commands that are promised and not there yet: refused by name."""

INTERRUPTED = 130


class Commands(click.Group):
    """The commands, loaded when they are called."""

    def list_commands(self, _ctx: click.Context) -> list[str]:
        return sorted(COMMANDS)

    def get_command(self, _ctx: click.Context, name: str) -> click.Command | None:
        if name in LATER:
            raise UsageError(f"`hardwon {name}` ({LATER[name]}) is not part of this version.")
        if name not in COMMANDS:
            return None
        module, _, attribute = COMMANDS[name].partition(":")
        found: click.Command = getattr(import_module(module), attribute)
        return found


@click.group(
    cls=Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Example:  hardwon ingest report.xml && hardwon status --threshold 80",
)
@click.version_option(VERSION, prog_name="hardwon")
def hardwon() -> None:
    """A memory that AI testers and test suites can trust.

    It keeps how far each area of a system has proven itself: passes raise confidence, failures drop it, proven areas
    retire, changed ones start again.
    """


def main() -> NoReturn:
    """Run the command line; every way out of it goes through here."""
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
    except click.ClickException as error:
        context = getattr(error, "ctx", None)
        hint = f"Try: {context.command_path} --help" if context else ""
        return _fail(UsageError(error.format_message(), remedy=hint))
    except (click.Abort, KeyboardInterrupt):
        click.echo("Interrupted.", err=True)
        return INTERRUPTED
    except OSError as error:
        return _fail(_refused(error))
    except Exception as error:  # noqa: BLE001 - the last boundary: no traceback reaches a user, and nothing is hidden
        return _fail(_unexpected(error))
    return code if isinstance(code, int) else 0


def _fail(error: HardwonError) -> int:
    if os.environ.get("HARDWON_DEBUG", "0") not in ("", "0"):
        import traceback  # noqa: PLC0415 - only for those who ask for it

        traceback.print_exc()
    click.echo(f"hardwon: {visible(str(error))} [{error.slug}]", err=True)
    return error.exit_code


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
