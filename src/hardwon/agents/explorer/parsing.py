"""Parsing: the page in any HTML at all, read as browsers read it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from hardwon.agents.explorer.reader import Reader

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hardwon.agents.explorer.page import Page


def parse(
    html: str, url: str, *, status: int = 200, cut: bool = False, sheets: Mapping[str, str | None] | None = None
) -> Page:
    """The page in the HTML that came from an address, as far as it is seen with the stylesheets that are known."""
    from hardwon.agents.explorer.documents import Markup  # noqa: PLC0415 - its parsers take as long to import as all of hardwon; only where a page is read

    reader, document = Reader(url), Markup(html, url, sheets)
    for event, tag, given, look in document.events():
        if event == "text":
            reader.data(tag)
        elif event == "aside":
            reader.aside(tag)
        elif event == "start":
            reader.start(tag, given, look)
        else:
            reader.end()
    page = replace(reader.page(status=status, cut=cut), sheets=tuple(document.wanted))
    return replace(page, source=html) if page.sheets else page
