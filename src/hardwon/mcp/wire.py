"""Standard input as the transport reads it: line by line, none longer than agreed. A longer one is refused."""

from __future__ import annotations

import fcntl
import json
import os
import re
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

import mcp_types as types
from anyio import to_thread
from mcp.shared.message import SessionMessage

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

LONGEST_LINE = 8_000_000
"""Bytes of one message."""

_PIECE = 64_000
_EDGE = 300
"""Bytes at either end of a line in which clients write the id of a request."""

_ID = rb'"id"\s*:\s*(-?\d{1,18}|"[^"\\]{1,200}")\s*'
_FIRST = re.compile(rb'\s*\{\s*(?:"jsonrpc"\s*:\s*"2\.0"\s*,\s*)?' + _ID + rb",")
_LAST = re.compile(rb'"jsonrpc"\s*:\s*"2\.0"\s*,\s*' + _ID + rb"\}\s*\Z")


class WireLines:
    """The lines that a client sends. Whoever sends one that is too long is told so."""

    outgoing: Any = None
    """Where answers go; known once the transport is up."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file

    async def __aiter__(self) -> AsyncIterator[str]:
        while line := await to_thread.run_sync(self._file.readline, LONGEST_LINE + 1):
            if len(line) <= LONGEST_LINE:
                yield line.decode("utf-8", "replace")
                continue
            first, line = line[:_EDGE], line[-_EDGE:]
            last = await to_thread.run_sync(self._rest, line)
            await self.outgoing.send(SessionMessage(_refusal(first, last)))

    def _rest(self, tail: bytes) -> bytes:
        """How a line ends of which the first part has been read."""
        while not tail.endswith(b"\n") and (piece := self._file.readline(_PIECE)):
            tail = (tail + piece)[-_EDGE:]
        return tail


def _refusal(first: bytes, last: bytes) -> types.JSONRPCError:
    """The error for a line of which only the ends are known; its `id` is null where it stands in neither."""
    found = _FIRST.match(first) or _LAST.search(last)
    message = f"The message is longer than {LONGEST_LINE} bytes. Send less at once."
    error = types.ErrorData(code=types.INVALID_REQUEST, message=message)
    return types.JSONRPCError(jsonrpc="2.0", id=json.loads(found[1]) if found else None, error=error)


@contextmanager
def standard_input() -> Iterator[BinaryIO]:
    """Standard input for the transport alone: whatever else reads it, children too, finds its end meanwhile."""
    # It is never closed: a thread may wait for its next line to the very end.
    wire = os.fdopen(fcntl.fcntl(0, fcntl.F_DUPFD_CLOEXEC, 3), "rb", closefd=False)
    with Path(os.devnull).open("rb") as nothing:
        os.dup2(nothing.fileno(), 0)
    try:
        yield wire
    finally:
        os.dup2(wire.fileno(), 0)
