"""The mandate command."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from hardwon.cli.common import command, note, show_json, with_folder, with_memory
from hardwon.mandate.adversary import DEPTHS

if TYPE_CHECKING:
    from hardwon.mandate.adversary import Depth
    from hardwon.memory import Memory


@command("mandate", example="hardwon mandate --depth aggressive --since main")
@click.option("--depth", type=click.Choice(DEPTHS), default="normal", show_default=True, help="How far to go.")
@click.option("--since", metavar="REF", help="Areas first that differ from this git commit, branch or tag.")
@click.option(
    "--probe", type=click.IntRange(min=0), metavar="N", help="Bring N retired areas back (default: as configured)."
)
@click.option("--show", is_flag=True, hidden=True, help="What it does anyway: other tools have it.")
@click.option(
    "--budget", type=click.IntRange(min=1000), metavar="N", help="Tokens of the text, as estimated (default: 6000)."
)
@with_folder
@with_memory
def mandate(memory: Memory, depth: Depth, show: bool, as_json: bool, **options: Any) -> None:  # noqa: ARG001 - `show` changes nothing
    """Write the text that tells an AI tester what to test, and how hard.

    Unproven areas come first with their figures, proven ones get little, retired ones are left out, but for those
    that --probe brings back for one scenario each. Nothing of the project is run to find out what it is.
    """
    composed = memory.mandate(depth=depth, **options)
    if as_json:
        show_json(composed.parts())
    else:
        note(composed.text)
