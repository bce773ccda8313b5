"""Outline: headings, lists, tables and messages of a page, in the order in which they stand."""

# ruff: noqa: E501 - a form of a class name reads best on one line

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from hardwon.agents.explorer.lines import first_of, joined, mark_of, spaced_out
from hardwon.agents.explorer.naming import shown_name
from hardwon.agents.explorer.page import Thing, ThingKind
from hardwon.text.plain import clean_name

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from hardwon.agents.explorer.controls import Control

MOST_THINGS = 5_000
DEEPEST = 40
"""Of things inside one another, only so many take the text inside them."""

_KINDS: dict[str, ThingKind] = {
    **dict.fromkeys(("h1", "h2", "h3", "h4", "h5", "h6"), "heading"),
    "li": "item",
    "article": "article",
    "tr": "row",
    "td": "cell",
    "th": "cell",
    "dt": "term",
    "dd": "cell",
}
_ROLES: dict[str, ThingKind] = {
    "heading": "heading",
    "listitem": "item",
    "article": "article",
    "row": "row",
    "cell": "cell",
    "gridcell": "cell",
    "rowheader": "cell",
    "columnheader": "cell",
    "alert": "alert",
    "status": "status",
}
_AROUND = {"nav": "_navigating", "navigation": "_navigating", "main": "_main", "tfoot": "_footing"}
_PARTS = {
    "nav": "navigation", "navigation": "navigation", "menubar": "navigation",
    "header": "header", "banner": "header", "footer": "footer", "contentinfo": "footer",
}  # fmt: skip
_MESSAGES = frozenset({"div", "p", "span", "ul", "section", "small", "strong", "aside", "output", "b", "font", "dd"})
_TONES = {
    "error": re.compile(r"^(?!has-|is-|no-)(?:[\w-]*[-_])?(?:errors?|errorlist|danger|invalid-feedback|failure)(?:[-_](?:message|msg|text|box|alert|summary|list|note))?$"),
    "success": re.compile(r"^(?!is-)(?:[\w-]*[-_])?success(?:[-_](?:message|msg|text|box|alert|note))?$"),
    "warning": re.compile(r"^(?:[\w-]*[-_])?warning(?:[-_](?:message|msg|text|box|alert|note))?$"),
    "info": re.compile(r"^(?:alert|message|flash|notice|toast|notification)[-_]{1,2}info$"),
}  # fmt: skip
"""What classes say about a message, in the words that sites and frameworks use."""

_FLASHED = re.compile(r"^(?:flash(?:es)?|notice|alert|toast|notification|flash-message|messages?)$")
_LONGEST_MESSAGE = 400
_LISTS = frozenset({"ul", "ol", "table", "dl"})
_SPANS = ("colspan", "rowspan", "aria-colspan", "aria-rowspan")
_NOT_A_TABLE = ("presentation", "none")


@dataclass
class _Draft:
    """A thing while its text is read."""

    kind: ThingKind
    text: list[str] = field(default_factory=list)
    within: int = 0
    is_head: bool = False
    """A cell that names its row or column."""

    is_foot: bool = False
    """A row in the foot of its table."""

    is_wide: bool = False
    """A cell of several columns or rows."""

    under: _Draft | None = None
    """The heading above the list that it is in."""

    cells: list[_Draft] = field(default_factory=list)
    value: str = ""
    tone: str = ""
    is_styled: bool = False
    """Whether only its class says that it is a message."""

    holds: int = 0
    """Controls inside it."""

    number: int = 0
    """Of a row or item: which it is."""

    is_doubted: bool = False
    """Whether it has text that is perhaps not seen, as what is struck out."""

    first: str = ""
    """What its first element says."""

    is_told: bool = False
    """Whether it has text that is not the label of a link or button."""

    @property
    def name(self) -> str:
        return clean_name(self.said)

    @property
    def said(self) -> str:
        return joined("".join(self.text))


@dataclass
class Outline:
    """Takes what is seen of a document."""

    _things: list[_Draft | Thing | Control] = field(default_factory=list)
    _open: list[_Draft] = field(default_factory=list)
    _lists: list[int] = field(default_factory=list)
    """The lists and tables around, by number; 0 for one that only arranges the page."""

    _numbered: int = 0
    _navigating: int = 0
    _footing: int = 0
    _headings: list[tuple[bool, _Draft]] = field(default_factory=list)
    """First headings outside of the navigation, each with whether it stands in the main part."""

    _main: int = 0
    _term: _Draft | None = None
    _headed: dict[int, _Draft] = field(default_factory=dict)
    _above: _Draft | None = None
    """The heading that was read last."""

    _parts: list[tuple[str, list[str]]] = field(default_factory=list)
    """The menus, headers and footers so far, with their texts."""

    _within: list[int] = field(default_factory=list)
    """Those that are read now, by number."""

    @property
    def parts(self) -> tuple[tuple[str, str], ...]:
        made = [(name, " ".join(joined("".join(text)).split())) for name, text in self._parts]
        return tuple(made + [("menu", text) for name, text in made if name == "navigation"])

    @property
    def heading(self) -> str:
        """The heading of the page: in its main part rather than anywhere."""
        in_main = [draft for is_main, draft in self._headings if is_main]
        found = (draft for draft in (*in_main, *(each for _, each in self._headings)) if draft.name)
        return next((shown_name(draft.said) for draft in found), "")

    def add(self, thing: Thing | Control) -> None:
        for draft in self._open[:DEEPEST]:
            draft.holds += not isinstance(thing, Thing)
        if len(self._things) < MOST_THINGS:
            self._things.append(thing)

    def place(self) -> Callable[[], str]:
        """Where in the document it is now: the row or item around, and the heading above; to be asked at its end."""
        around = next((each for each in reversed(self._open) if each.kind in ("row", "item", "article", "card")), None)
        above = self._above
        return lambda: " ".join(each.name for each in (around, above) if each is not None)

    @property
    def is_inside(self) -> bool:
        """Whether it is in a heading, a cell or an item now: its name is read."""
        return bool(self._open)

    def data(self, text: str, *, is_label: bool = False) -> None:
        for draft in self._open[:DEEPEST]:
            draft.text.append(text)
            draft.is_told = draft.is_told or not (is_label or text.isspace())
        for at in self._within[:DEEPEST]:
            self._parts[at][1].append(text)

    def meet(self, tag: str) -> None:
        """An inline element begins or ends."""
        for text in (
            *(each.text for each in self._open[:DEEPEST]),
            *(self._parts[at][1] for at in self._within[:DEEPEST]),
        ):
            text.append(mark_of(tag))

    def spread(self) -> None:
        """From now on there is a space wherever inline elements met that may stand apart."""
        drafts = [each for each in self._things if isinstance(each, _Draft)]
        for text in (*(each.text for each in drafts), *(text for _, text in self._parts)):
            text[:] = [spaced_out("".join(text))]
        for each in drafts:
            each.value = spaced_out(each.value)

    def doubt(self) -> None:
        """There is text that is perhaps not seen."""
        for draft in self._open[:DEEPEST]:
            draft.is_doubted = True

    @property
    def row(self) -> int:
        """The row or item around what is read now, by number; 0 for none."""
        return next((each.number for each in reversed(self._open) if each.number), 0)

    def start(self, tag: str, role: str, given: dict[str, str]) -> Callable[[], None] | None:
        """Note an element that begins; what to do at its end."""
        begun = self._started(tag, role, given)
        part = _PARTS.get(role) or _PARTS.get(tag, "")
        if not part or len(self._parts) >= MOST_THINGS:
            return begun
        self._within.append(len(self._parts))
        self._parts.append((part, []))

        def finish() -> None:
            self._within.pop()
            if begun is not None:
                begun()

        return finish

    def _started(self, tag: str, role: str, given: dict[str, str]) -> Callable[[], None] | None:
        around = _AROUND.get(role) or _AROUND.get(tag)
        if around:
            return self._around(around)
        if tag in _LISTS or role in ("list", "table", "grid"):
            return self._list(is_one=role not in _NOT_A_TABLE and not self._navigating)
        kind = _ROLES.get(role) or _KINDS.get(tag)
        tone, is_flash = _tone(given.get("class", ""))
        if kind is None and tag in ("div", "section", "a") and "card" in given.get("class", "")[:500].lower().split():
            kind = "card"
        if kind is None and not role and (tone or is_flash) and tag in _MESSAGES:
            return self._draft("alert" if tone == "error" else "status", tag, role, given, tone)
        if kind is None or role in _NOT_A_TABLE or (role and role not in _ROLES and kind != "heading"):
            return None
        return self._draft(kind, tag, role, given, tone)

    def _around(self, what: str) -> Callable[[], None]:
        setattr(self, what, getattr(self, what) + 1)
        return lambda: setattr(self, what, getattr(self, what) - 1)

    def _list(self, *, is_one: bool) -> Callable[[], None]:
        self._numbered += is_one
        self._lists.append(self._numbered if is_one else 0)
        if is_one and self._above is not None:
            self._headed[self._numbered] = self._above
        return self._end_list

    def _end_list(self) -> None:
        self._lists.pop()

    def _draft(
        self, kind: ThingKind, tag: str, role: str, given: dict[str, str], tone: str
    ) -> Callable[[], None] | None:
        within = self._lists[-1] if self._lists else 0
        if kind in ("item", "row", "cell", "term") and not within:
            return None
        draft = _Draft(kind, within=within, is_head=tag == "th" or role.endswith("header"), tone=tone)
        draft.is_wide = any(given.get(each, "1").strip() != "1" for each in _SPANS)
        draft.under, draft.is_foot = self._headed.get(within), bool(self._footing)
        draft.is_styled = kind in ("alert", "status") and not role
        draft.number = len(self._things) + 1 if kind in ("row", "item", "article", "card") else 0
        if kind == "heading" and not self._navigating:
            self._above = draft
        if kind == "heading" and not self._navigating and (tag == "h1" or given.get("aria-level") == "1"):
            self._headings.append((bool(self._main), draft))
        if len(self._things) >= MOST_THINGS:
            return None
        self._things.append(draft)
        row = next((each for each in reversed(self._open[-2:]) if each.kind == "row" and each.within == within), None)
        if kind == "cell" and row is not None:
            row.cells.append(draft)
        if kind == "term":
            self._term = draft
        self._open.append(draft)
        return lambda: self._close(draft, is_value=tag == "dd")

    def _close(self, draft: _Draft, *, is_value: bool) -> None:
        # Elements are closed in the order in which they are nested.
        self._open.pop()
        draft.first = first_of("".join(draft.text))
        value = "".join(draft.text) if draft.name else ""
        if is_value and self._term is not None and self._term.value:
            # A term with several descriptions has all of these values.
            self._term = replace(self._term, value=value)
            self._things.append(self._term)
        elif is_value and self._term is not None:
            self._term.value = value

    def things(self) -> list[Thing | Control]:
        """Everything in its order."""
        widths = _widths(self._things)
        return [thing for each in self._things for thing in _made(each, widths)]


def _tone(classes: str) -> tuple[str, bool]:
    """What the classes of an element say about the message in it, and whether they say that it is one."""
    names = classes[:500].lower().split()
    tone = next((tone for tone, said in _TONES.items() if any(map(said.match, names))), "")
    return tone, any(map(_FLASHED.match, names))


def _widths(things: Sequence[_Draft | Thing | Control]) -> dict[int, tuple[int, int]]:
    """How many cells the rows of each table have, and how many of the last hold only controls or nothing in every row.

    A table with rows of several widths is left out, and so are head and foot.
    """
    rows: dict[int, list[_Draft]] = {}
    for each in things:
        if isinstance(each, _Draft) and each.kind == "row" and not each.is_foot and not _is_head(each):
            rows.setdefault(each.within, []).append(each)
    even = {within: held for within, held in rows.items() if len({_width(row) for row in held}) == 1}
    return {within: (_width(held[0]), min(map(_untold, held))) for within, held in even.items()}


def _width(row: _Draft) -> int:
    return 0 if any(cell.is_wide for cell in row.cells) else len(row.cells)


def _untold(row: _Draft) -> int:
    """How many of its last cells hold only controls, or nothing."""
    return next((number for number, cell in enumerate(reversed(row.cells)) if cell.is_told), len(row.cells))


def _is_head(row: _Draft) -> bool:
    """Whether a row names the columns. Where rows are named as well, nothing stands above their names."""
    return len(row.cells) > 1 and all(cell.is_head for cell in row.cells[not row.cells[0].name :])


def _columns(row: _Draft, widths: dict[int, tuple[int, int]]) -> list[str]:
    """The names of the columns, "" for one of controls at the end that the head leaves out."""
    width, untold = widths.get(row.within, (0, 0))
    more = max(0, width - len(row.cells))
    is_aligned = more <= untold and _width(row) > 0
    return [*(cell.name for cell in row.cells), *([""] * more * is_aligned)]


def _made(each: _Draft | Thing | Control, widths: dict[int, tuple[int, int]]) -> list[Thing | Control]:
    if not isinstance(each, _Draft):
        return [each]
    if each.is_styled and (each.holds or len(each.name) > _LONGEST_MESSAGE):
        return []
    if each.kind != "row":
        made = Thing(
            kind=each.kind,
            name=each.name,
            value=clean_name(joined(each.value)),
            within=each.within,
            tone=each.tone,
            group=_group(each),
            place=each.number,
            whole=" ".join(each.said.split()) if each.kind in ("item", "card", "article") else "",
            first=each.first,
        )
        return [made] if each.name else _silent(each)
    cells = tuple(cell.name for cell in each.cells)
    if _is_head(each):
        return [Thing(kind="column", name=name, within=each.within) for name in _columns(each, widths)]
    if not any(cells):
        return _silent(each)
    pair = len(cells) == 2 and (each.cells[0].is_head or cells[0].endswith(":"))  # noqa: PLR2004 - a name and its value
    # A box to choose the row by, or nothing, is not what it is called by.
    called = next((cell.name for cell in each.cells if cell.name or not cell.holds), "")
    named = [Thing(kind="term", name=cells[0], value=cells[1], within=each.within)] if pair else []
    row = Thing(kind="row", name=called, cells=cells, value=" ".join(cells), within=each.within, group=_group(each))
    labels = frozenset(at for at, cell in enumerate(each.cells) if cell.name and not cell.is_told)
    return [replace(row, is_foot=each.is_foot, labels=labels, place=each.number), *named]


def _silent(each: _Draft) -> list[Thing | Control]:
    """An item or row without a text of its own, which some count, as one that is struck out or has only fields."""
    is_there = each.kind in ("item", "row") and (each.is_doubted or each.holds > 0)
    return [Thing(kind=each.kind, name="", within=each.within, group=_group(each), is_dim=True)] if is_there else []


def _group(each: _Draft) -> str:
    return each.under.name if each.under is not None and each.kind in ("row", "item") else ""
