"""Documents: the elements and texts of a page in their order, each element with how its styles make it look.

Pages are hostile: the tree is walked without recursion, in time that grows with its length.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any
from urllib.parse import urldefrag

import justhtml

from hardwon.agents.explorer.sheets import Sheet, imports, media_holds
from hardwon.agents.explorer.styles import START, Look, Styles
from hardwon.target.origin import joined

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from hardwon.agents.explorer.sight import Inherited

LONGEST_VALUE = 20_000
LONGEST_ATTRIBUTE = 2_000
MOST_SHEETS = 20

_BARE = re.compile(r"<(?![a-zA-Z/!?])")
"""A bracket that opens no tag is text. A long row of them would take the parser time that grows with its square."""

_NOSCRIPT = re.compile(r"(?<=<)(/?)noscript(?=[\s/>])", re.IGNORECASE)
"""In the head of a page its text would be moved out of it, and nobody could tell that it is for the few."""

_VEIL = re.compile(
    r"(?:^|[\s_-])(?:hid(?:e|den)|none|invisible|visually|sr|only|offscreen|collapsed?|closed|modal|popup|tooltip|overlay|"
    r"dropdown|drawer|tab-?pane|inactive|off|unseen|noshow|ghost|secret|toast|draft|template|print)(?:$|[\s_-])",
    re.IGNORECASE,
)
"""Names of classes that a stylesheet may hide: all that is known of a sheet that cannot be loaded."""

Event = tuple[str, str, dict[str, str], Look]
_PLAIN = Look()


@dataclass(slots=True)
class Markup:
    """A page as a tree, with the sheets that are known by their addresses."""

    html: str
    url: str
    known: Mapping[str, str | None] | None = None
    """Texts of sheets; None for one that cannot be known. Where nothing is given, nothing was asked for yet."""

    wanted: list[str] = field(default_factory=list)
    """The addresses of sheets that the page has and that are not known."""

    def events(self) -> Iterator[Event]:
        """The elements and texts of the document in their order."""
        if not self.html.strip("\0 \t\r\n\f"):
            return
        # Scripts are not run, so what stands in <noscript> is read. Nothing is written back, so nothing is sanitized.
        plain = _NOSCRIPT.sub(r"\1no-script", _BARE.sub("&lt;", self.html.replace("\0", "")))
        tree: Any = justhtml.JustHTML(plain, sanitize=False, scripting_enabled=False)
        styles = Styles.of(self._sheets(tree.root), _fits)
        is_veiled = self.known is not None and (not styles.is_whole or bool(self.wanted))
        ahead: list[tuple[str, Any, Inherited]] = [("start", tree.root, START)]
        while ahead:
            event, node, around = ahead.pop()
            if event == "end":
                yield from _added(styles, node, "after", around)
                yield "end", node.name, {}, _PLAIN
            elif node.name == "#text":
                yield "text", node.data or "", {}, _PLAIN
            elif node.name[0] not in "#!" or node.name in ("#document", "#document-fragment"):
                if node.name[0] != "#":
                    given = _attributes(node.attrs)
                    look, around = styles.look(node, _styled(node.name, given), around)
                    if is_veiled and _sounds_hidden(given):
                        look = replace(look, dims=look.dims + 1)
                    yield "start", node.name, given, look
                    yield from _added(styles, node, "before", around)
                    ahead.append(("end", node, around))
                ahead += [("start", child, around) for child in reversed(node.children or ())]

    def _sheets(self, root: Any) -> Iterator[Sheet]:
        """The sheets of the document in their order: its own, and those that it links, each after what it imports."""
        base, left = self.url, MOST_SHEETS
        for node in _elements(root):
            given = node.attrs or {}
            if node.name == "base" and base == self.url:
                base = _address(self.url, given.get("href") or "") or self.url
            holds = media_holds((given.get("media") or "").strip())
            kind = (given.get("type") or "text/css").strip().lower()
            if holds is None or kind != "text/css" or left <= 0:
                continue
            if node.name == "style":
                left -= 1
                text = "".join(child.data or "" for child in node.children or ())
                yield from self._whole(Sheet(text, holds), base, 0)
            elif node.name == "link" and _is_sheet(given):
                left -= 1
                url = _address(base, given.get("href") or "")
                if url and (text := self._text(url)):
                    yield from self._whole(Sheet(text, holds), url, 0)

    def _whole(self, sheet: Sheet, base: str, depth: int) -> Iterator[Sheet]:
        for address, holds in imports(sheet.text) if depth < 3 else ():  # noqa: PLR2004 - sheets that import one another
            url = _address(base, address)
            if url and (text := self._text(url)):
                yield from self._whole(Sheet(text, sheet.is_certain and holds), url, depth + 1)
        yield sheet

    def _text(self, url: str) -> str:
        """The text of a sheet; "" where it is not known, or where there is none."""
        known = (self.known or {}).get(url)
        if known is None and url not in self.wanted and len(self.wanted) < MOST_SHEETS:
            self.wanted.append(url)
        return known or ""


_COLOUR = re.compile(r"\s*#?\w{1,30}\s*")


def _styled(tag: str, given: Mapping[str, str]) -> str:
    """The style of an element, with the colours that old pages give by attributes of their own."""
    told = {"background-color": given.get("bgcolor", "")}
    told["color"] = given.get("text" if tag == "body" else "color", "") if tag in ("body", "font") else ""
    hints = [f"{name}:{value}" for name, value in told.items() if _COLOUR.fullmatch(value)]
    drawn = (
        ["background-image:url(x)"] if tag in ("body", "table", "td", "th", "tr") and given.get("background") else []
    )
    return ";".join((*hints, *drawn, given.get("style", "")[:LONGEST_ATTRIBUTE]))


def _added(styles: Styles, node: Any, part: str, own: Inherited) -> Iterator[Event]:
    """The text that styles add to an element: seen, or perhaps seen."""
    text, is_certain = styles.added(node, part, own.variables)
    if text.strip():
        # What it stands beside may be set apart by a margin: it is never part of a word.
        yield "text" if is_certain else "aside", f" {text.strip()} ", {}, _PLAIN


def _fits(node: Any, selector: str) -> bool | None:
    try:
        return justhtml.matches(node, selector)
    except justhtml.SelectorError:
        return None


def _sounds_hidden(given: Mapping[str, str]) -> bool:
    return _VEIL.search(f"{given.get('class', '')} {given.get('id', '')}"[:500]) is not None


def _elements(root: Any) -> Iterator[Any]:
    """What may be a sheet, or says where sheets are."""
    ahead = [root]
    while ahead:
        node = ahead.pop()
        if node.name in ("style", "link", "base"):
            yield node
        elif node.name[:1] != "#" or node.name == "#document":
            ahead += reversed(node.children or ())


def _is_sheet(given: Mapping[str, str | None]) -> bool:
    rel = (given.get("rel") or "").lower().split()
    return "stylesheet" in rel and "alternate" not in rel and "disabled" not in given


def _address(base: str, address: str) -> str:
    try:
        return urldefrag(joined(base, address.strip()[:LONGEST_ATTRIBUTE])).url if address.strip() else ""
    except ValueError:
        return ""


def _attributes(given: dict[str, str | None]) -> dict[str, str]:
    return {name: (value or "")[:LONGEST_VALUE] for name, value in given.items() if len(name) < LONGEST_ATTRIBUTE}
