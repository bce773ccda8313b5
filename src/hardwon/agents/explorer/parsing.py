"""Parsing: the page in any HTML at all, read as browsers read it.

Pages are hostile: unclosed tags, attributes of a megabyte, a hundred thousand nested elements. The tree is walked
without recursion, in time that grows with its length, and what is kept of it is limited.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from hardwon.agents.explorer.reader import Reader
from hardwon.agents.explorer.styles import Styles

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hardwon.agents.explorer.page import Page
    from hardwon.agents.explorer.styles import Sight

LONGEST_VALUE = 20_000
LONGEST_ATTRIBUTE = 2_000

_BARE = re.compile(r"<(?![a-zA-Z/!?])")
"""A bracket that opens no tag is text. A long row of them would take the parser time that grows with its square."""


_NOSCRIPT = re.compile(r"(?<=<)(/?)noscript(?=[\s/>])", re.IGNORECASE)
"""In the head of a page its text would be moved out of it, and nobody could tell that it is for the few."""


def parse(html: str, url: str, *, status: int = 200, cut: bool = False, sheets: Sequence[str] = ()) -> Page:
    """The page in the HTML that came from an address, as far as it is seen with the stylesheets that it links."""
    reader = Reader(url)
    for event, tag, given, sight in _events(html, sheets):
        if event == "text":
            reader.data(tag)
        elif event == "start":
            reader.start(tag, given, sight)
        else:
            reader.end()
    page = reader.page(status=status, cut=cut)
    return replace(page, source=html) if page.sheets else page


def _events(html: str, sheets: Sequence[str]) -> Iterator[tuple[str, str, dict[str, str], Sight]]:
    """The elements and texts of the document in their order."""
    import justhtml  # noqa: PLC0415 - takes as long to import as all of hardwon; only where a page is read

    def fits(node: Any, selector: str) -> bool | None:
        try:
            return justhtml.matches(node, selector)
        except justhtml.SelectorError:
            return None

    if not html.strip("\0 \t\r\n\f"):
        return
    # Scripts are not run, so what stands in <noscript> is read. Nothing is written back: there is nothing to sanitize.
    plain = _NOSCRIPT.sub(r"\1no-script", _BARE.sub("&lt;", html.replace("\0", "")))
    tree: Any = justhtml.JustHTML(plain, sanitize=False, scripting_enabled=False)
    styles = Styles.of((*sheets, *_own_sheets(tree.root)), fits)
    ahead: list[tuple[str, Any]] = [("start", tree.root)]
    while ahead:
        event, node = ahead.pop()
        if event == "end":
            yield "end", node.name, {}, "seen"
        elif node.name == "#text":
            yield "text", node.data or "", {}, "seen"
        elif node.name[0] not in "#!" or node.name in ("#document", "#document-fragment"):
            if node.name[0] != "#":
                given = _attributes(node.attrs)
                yield "start", node.name, given, styles.sight(node, given.get("style", "")[:LONGEST_ATTRIBUTE])
                ahead.append(("end", node))
            ahead += [("start", child) for child in reversed(node.children or ())]


def _own_sheets(root: Any) -> Iterator[str]:
    """The sheets that stand in the document itself."""
    ahead = [root]
    while ahead:
        node = ahead.pop()
        if node.name == "style" and ((node.attrs or {}).get("media") or "") not in ("print", "speech"):
            yield "".join(child.data or "" for child in node.children or ())
        elif node.name[:1] != "#" or node.name == "#document":
            ahead += reversed(node.children or ())


def _attributes(given: dict[str, str | None]) -> dict[str, str]:
    return {name: (value or "")[:LONGEST_VALUE] for name, value in given.items() if len(name) < LONGEST_ATTRIBUTE}
