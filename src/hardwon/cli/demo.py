"""The command that shows the whole loop on the bundled example."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import click

from hardwon.cli.common import Command, note, show_json
from hardwon.demo.story import live
from hardwon.errors import UsageError


@click.command("demo", cls=Command, example="hardwon demo --keep /tmp/shop")
@click.option("--keep", metavar="DIR", help="Work in this new folder and leave it there.")
@click.option("--json", "as_json", is_flag=True, help="The figures at the end as one JSON document.")
@click.option("--project", expose_value=False, metavar="DIR", help="Has no effect: the demo has its own project.")
def demo(keep: str | None, as_json: bool) -> None:
    """Live through some weeks of the bundled shop.

    Areas grow, change, fail and retire; memory helps a run, misleads one, is found out, and is stopped. Offline, in
    seconds, with the shop's real tests and its real site; leaves nothing behind unless asked.
    """

    def say(text: str) -> None:
        note(text, as_json=as_json)

    if keep is not None:
        folder = Path(keep).resolve()
        if folder.exists() and any(folder.iterdir()):
            raise UsageError(f"{keep} is not empty.", remedy="Name a new folder.")
        figures = live(folder, say)
        say(f"\nThe shop and its memory are in {keep}. See it in the browser:\n\n  {_called()} serve --project {keep}")
    else:
        with tempfile.TemporaryDirectory(prefix="hardwon-demo-") as temporary:
            figures = live(Path(temporary), say)
        say("\nNothing was left behind. Use it on your own tests: hardwon init, then hardwon ingest REPORT.")
    if as_json:
        show_json(figures)


def _called() -> str:
    """What the user calls hardwon: by a path where that is how it was started."""
    program = sys.argv[0]
    return program if program.endswith("/hardwon") and not program.startswith("/") else "hardwon"
