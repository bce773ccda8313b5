"""What the server offers: its tools as data. Nothing of the tools is loaded for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hardwon.mcp.reading_tools import READS
from hardwon.mcp.writing_tools import WRITES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hardwon.mcp.tool_offer import ToolOffer

ALIASES = {
    "run": "run_id",
    "lessons": "learned",
    "pass": "passed",
    "query": "text",
    "files": "names",
    "tests": "names",
}
"""What models write instead of a name that a tool knows."""


def offered(*, read_only: bool, product: str | None = None) -> Sequence[ToolOffer]:
    """The tools of a server, those that read first."""
    found = [each.without("run_id") for each in READS] if read_only else [*READS, *WRITES]
    return [each.about_one_product(product) for each in found] if product else found
