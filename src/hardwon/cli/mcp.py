"""The command that serves memory to coding agents."""

from __future__ import annotations

import asyncio
import os
import sys
from functools import partial
from typing import TYPE_CHECKING

import click

from hardwon.cli.common import command, not_installed, note, with_memory
from hardwon.errors import UsageError
from hardwon.listening.address import LOOPBACK, address_of, bound, token_in
from hardwon.observations.observation import Scope
from hardwon.target.ending import ending_programs

try:
    from anyio import BrokenResourceError, ClosedResourceError

    from hardwon.mcp.answer import DEFAULT_BUDGET
    from hardwon.mcp.served import Served
    from hardwon.mcp.server import Serving
    from hardwon.mcp.shapes import LEAST_BUDGET, MOST_BUDGET
    from hardwon.mcp.web import PATH, over_http
except ModuleNotFoundError as error:
    not_installed(error, "The MCP server", extra="mcp")

if TYPE_CHECKING:
    from hardwon.memory import Memory

TOKEN = "HARDWON_MCP_TOKEN"  # noqa: S105 - the name of the variable


@command("mcp", example="hardwon mcp --product shop\nhardwon mcp --http --port 8300 --read-only")
@click.option("--http", "with_http", is_flag=True, help="Serve over HTTP instead of standard input and output.")
@click.option("--port", type=click.IntRange(0, 65535), default=None, metavar="N", help="With --http (default: any).")
@click.option("--host", metavar="ADDRESS", help="With --http: listen there instead of on this machine alone.")
@click.option("--read-only", is_flag=True, help="Offer no tool that writes or runs anything.")
@click.option("--product", metavar="P", help="Serve this product alone; calls need not name it.")
@click.option(
    "--budget",
    type=click.IntRange(LEAST_BUDGET, MOST_BUDGET),
    default=DEFAULT_BUDGET,
    metavar="N",
    help=f"Characters that an answer may take, unless a call says otherwise (default: {DEFAULT_BUDGET}).",
)
@click.option("--state", metavar="TEXT", help="What is tested (default: the files here).")
@partial(with_memory, as_json=False)
def mcp(  # noqa: PLR0917 - click hands every option over
    memory: Memory,
    with_http: bool,
    port: int | None,
    host: str | None,
    read_only: bool,
    product: str | None,
    budget: int,
    state: str | None,
) -> None:
    """Serve memory to coding agents over the Model Context Protocol.

    Over standard input and output, for the client that starts it; with --http for clients on this machine that have
    the token, which is taken from HARDWON_MCP_TOKEN or printed once on standard error.
    """
    if not with_http and (port is not None or host is not None):
        raise UsageError("--port and --host go with --http.", remedy="hardwon mcp --http --port 8300")
    if product is not None:
        Scope("products", product)
    served = Served(
        project=memory.project,
        flags=memory.flags,
        product=product,
        state=state,
        budget=budget,
        read_only=read_only,
        one_client=not with_http,
    )
    serving = Serving(served)
    if with_http:
        with ending_programs():
            asyncio.run(_http(serving, host or LOOPBACK[0], port or 0))
    elif sys.stdin is None or sys.stdin.isatty():
        raise UsageError(
            "A client starts this command and speaks to it over standard input; here is a terminal.",
            remedy="`hardwon init --agent claude` tells a client about it, or use --http.",
        )
    else:
        try:
            with ending_programs():  # those of runs, which have threads of their own
                asyncio.run(serving.over_stdio())
        except* (BrokenPipeError, BrokenResourceError, ClosedResourceError):
            pass  # the client is gone, and nobody is left to be told


async def _http(serving: Serving, host: str, port: int) -> None:
    token, given = token_in(os.environ, TOKEN)
    found = bound(host, port)
    note(f"Listening on {address_of(found, PATH)}", as_json=True)
    if not given:
        note(f"Token: {token}", as_json=True)
    if host not in LOOPBACK:
        note("Other machines can reach this address, and the token is not encrypted on its way.", as_json=True)
    await over_http(serving, found, token, host)
