"""Parsing: the page in any HTML at all, read as browsers read it.

Pages are hostile: unclosed tags, attributes of a megabyte, a hundred thousand nested elements. The tree is walked
without recursion, in time that grows with its length, and what is kept of it is limited.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from hardwon.agents.explorer.reader import Reader

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hardwon.agents.explorer.page import Page

LONGEST_VALUE = 20_000
LONGEST_ATTRIBUTE = 2_000

_BARE = re.compile(r"<(?![a-zA-Z/!?])")
"""A bracket that opens no tag is text. A long row of them would take the parser time that grows with its square."""


_NOSCRIPT = re.compile(r"(?<=<)(/?)noscript(?=[\s/>])", re.IGNORECASE)
"""In the head of a page its text would be moved out of it, and nobody could tell that it is for the few."""


def parse(html: str, url: str, *, status: int = 200, cut: bool = False) -> Page:
    """The page in the HTML that came from an address."""
    reader = Reader(url)
    for event, tag, given in _events(html):
        if event == "text":
            reader.data(tag)
        elif event == "start":
            reader.start(tag, given)
        else:
            reader.end()
    return reader.page(status=status, cut=cut)


def _events(html: str) -> Iterator[tuple[str, str, dict[str, str]]]:
    """The elements and texts of the document in their order."""
    from justhtml import JustHTML  # noqa: PLC0415 - takes as long to import as all of hardwon; only where a page is read

    if not html.strip("\0 \t\r\n\f"):
        return
    # Scripts are not run, so what stands in <noscript> is seen. Nothing is written back: there is nothing to sanitize.
    plain = _NOSCRIPT.sub(r"\1no-script", _BARE.sub("&lt;", html.replace("\0", "")))
    tree: Any = JustHTML(plain, sanitize=False, scripting_enabled=False)
    ahead: list[tuple[str, Any]] = [("start", tree.root)]
    while ahead:
        event, node = ahead.pop()
        if event == "end":
            yield "end", node.name, {}
        elif node.name == "#text":
            yield "text", node.data or "", {}
        elif node.name[0] not in "#!" or node.name in ("#document", "#document-fragment"):
            if node.name[0] != "#":
                yield "start", node.name, _attributes(node.attrs)
                ahead.append(("end", node))
            ahead += [("start", child) for child in reversed(node.children or ())]


def _attributes(given: dict[str, str | None]) -> dict[str, str]:
    return {name: (value or "")[:LONGEST_VALUE] for name, value in given.items() if len(name) < LONGEST_ATTRIBUTE}
