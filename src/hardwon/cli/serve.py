"""The command that shows the memory in a browser."""

from __future__ import annotations

import asyncio
import os
from functools import partial
from typing import TYPE_CHECKING

import click

from hardwon.cli.common import command, not_installed, note, with_memory
from hardwon.listening.address import LOOPBACK, address_of, bound, is_loopback, token_in
from hardwon.listening.project_memory import ServedProject

try:
    from hardwon.web.application import Dashboard
    from hardwon.web.checkup import Checkup
    from hardwon.web.service import serve as serve_dashboard
    from hardwon.web.sessions import Sessions
except ModuleNotFoundError as error:
    not_installed(error, "The dashboard", extra="web")

if TYPE_CHECKING:
    from hardwon.memory import Memory

TOKEN = "HARDWON_SERVE_TOKEN"  # noqa: S105 - the name of the variable


@command("serve", example="hardwon serve --port 8400\nhardwon serve --read-only")
@click.option("--port", type=click.IntRange(0, 65535), default=0, metavar="N", help="Listen there (default: any).")
@click.option("--host", metavar="ADDRESS", help="Listen there instead of on this machine alone; needs a token.")
@click.option("--read-only", is_flag=True, help="Show everything, change nothing.")
@partial(with_memory, as_json=False)
def serve(memory: Memory, port: int, host: str | None, read_only: bool) -> None:
    """Show the memory in a browser: what is proven, what is known, and why; and decide there.

    On this machine alone. With --host other machines can reach it, and every reader needs the token, which is taken
    from HARDWON_SERVE_TOKEN or printed once on standard error.
    """
    found = bound(host or LOOPBACK[0], port)
    given, known = "", False
    if not is_loopback(found) or os.environ.get(TOKEN):
        given, known = token_in(os.environ, TOKEN)
    dashboard = Dashboard(
        served=ServedProject(project=memory.project, flags=memory.flags, read_only=read_only),
        sessions=Sessions(port=found.getsockname()[1], token=given),
        checkup=Checkup(project=memory.project, flags=memory.flags, clock=memory.clock),
    )

    def ready() -> None:
        note(f"The dashboard is at {address_of(found)} (end it with Ctrl-C)")
        if given and not known:
            note(f"Token: {given}", as_json=True)
        if not is_loopback(found):
            note("Other machines can reach this address, and nothing is encrypted on its way.", as_json=True)

    asyncio.run(serve_dashboard(dashboard, found, name=host or "", ready=ready))
