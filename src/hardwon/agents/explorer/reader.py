"""Reader: what a visitor sees and uses, from the elements of a document in their order."""

# ruff: noqa: SIM905 - a list of words reads better as words

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import chain
from typing import TYPE_CHECKING, Literal

from hardwon.agents.explorer import leads
from hardwon.agents.explorer.controls import LONGEST_VALUE, Control, thing_of
from hardwon.agents.explorer.form_parts import MOST_FIELDS, Forms
from hardwon.agents.explorer.lines import Lines, plain
from hardwon.agents.explorer.naming import shown_name
from hardwon.agents.explorer.outline import Outline
from hardwon.agents.explorer.page import Link, Page, Spread, Thing

if TYPE_CHECKING:
    from collections.abc import Callable

    from hardwon.agents.explorer.styles import Look

MOST_LINKS = 2_000
MOST_NESTED = 200
MOST_OPTIONS = 500
MOST_PROSE = 400

_UNSEEN = frozenset(
    "script style template noembed head title iframe canvas datalist video audio rp progress meter noframes desc "
    "metadata defs symbol annotation annotation-xml".split()
)
"""What is never drawn, or only where a browser does not know the element."""

_INLINE = frozenset(
    "a abbr b bdi bdo br button cite code data dfn em font i img input kbd label mark meter option output q s samp "
    "select small span strong sub sup time u var wbr".split()
)
_CELLS = frozenset({"row", "cell", "gridcell", "columnheader", "rowheader"})
"""Roles of what stands apart as the cells of a table do, whichever element it is."""

_UNSURE = frozenset({"del", "s", "strike", "no-script", "object", "svg"})
"""What is struck out, drawn, or only for visitors without scripts or plugins."""

_BUTTON_ROLES = ("button", "menuitem", "tab")
_SWITCHES: dict[str, Literal["checkbox", "radio"]] = {"checkbox": "checkbox", "switch": "checkbox", "radio": "radio"}


@dataclass(slots=True)
class _Open:
    """An element that is not closed yet."""

    tag: str
    hides: int
    folds: bool
    dims: int
    is_inline: bool
    finish: Callable[[], None] | None = None
    is_open: bool = True
    is_shut: bool = False
    """A closed `<details>`, but while its summary is read."""


class Reader:
    """Takes elements and texts; each element that matters has its own method, which may say what to do at its end."""

    def __init__(self, url: str) -> None:
        self._url = self._base = url
        self._open: list[_Open] = []
        self._hidden = self._folded = self._unsure = self._own = self._disabled = self._at = 0
        self._lines = Lines()
        self._prose: list[str] = []
        self._catching: list[list[str]] = []
        self._title: list[str] | None = None
        self._named = self._legend = self._refresh = self._lang = ""
        self._alerts: set[bool] = set()
        """Of the places for alerts, whether it is certain what they show."""

        self._link: dict[str, str] | None = None
        self._links: list[Link] = []
        self._places: list[Callable[[], str]] = []
        """Where each link stands; that is known when the row around it is over."""

        self._forms = Forms()
        self._control: Control | None = None
        self._ids: dict[str, list[str]] = {}
        self._read = False
        """Whether anything was seen that is not only for visitors without scripts."""

        self._outline = Outline()

    # What the document says.

    def start(self, tag: str, given: dict[str, str], look: Look) -> None:
        opened = _Open(
            tag,
            hides=1 if tag in _UNSEEN else look.hides,
            folds=self._is_folded(tag) or look.folds,
            dims=look.dims + (tag in _UNSURE),
            is_inline=tag in _INLINE and given.get("role", "").strip().lower() not in _CELLS,
            is_open=tag != "details" or "open" in given,
            is_shut=tag == "details" and "open" not in given,
        )
        self._at += 1
        self._meet(opened)
        self._hidden, self._folded = self._hidden + opened.hides, self._folded + opened.folds
        self._unsure, self._own = self._unsure + opened.dims, opened.dims
        if tag == "html":
            self._lang = given.get("lang", "").strip().lower()[:20]
        if given.get("role", "").strip().lower() == "alert":
            self._alerts.add(bool(self._hidden) or not (self._unsure or self._folded))
        if not self._hidden or tag in ("base", "meta", "title", "input"):
            opened.finish = self._began(tag, given)
        self._open.append(opened)

    def _is_folded(self, tag: str) -> bool:
        """Whether an element is in a closed `<details>`, of which only the first summary is seen."""
        around = self._open[-1] if self._open else None
        if around is None or not around.is_shut or tag != "summary":
            return around is not None and around.is_shut
        around.is_shut = False
        return False

    def _began(self, tag: str, given: dict[str, str]) -> Callable[[], None] | None:
        role = given.get("role", "").strip().lower()
        if role in _SWITCHES and tag != "input":
            self._add(given, _SWITCHES[role], given.get("aria-checked") == "true")
        begin = getattr(self, f"_begin_{tag.replace('-', '_')}", None)
        ends = [begin(given)] if begin is not None else []
        if role in _BUTTON_ROLES and tag != "button" and not (tag == "a" and "href" in given):
            ends.append(self._begin_button({"type": "button", **given}))
        if not self._hidden and not self._folded:
            ends.append(self._outline.start(tag, role, given))
            if given.get("id") and len(self._ids) < MOST_FIELDS:
                ends.append(self._remembered(given["id"]))
        todo = [end for end in ends if end is not None]

        def finish() -> None:
            for end in todo:
                end()

        return finish if todo else None

    def end(self) -> None:
        if not self._open:
            return
        ended = self._open.pop()
        if ended.finish is not None:
            ended.finish()
        self._meet(ended)
        self._hidden, self._folded = self._hidden - ended.hides, self._folded - ended.folds
        self._unsure -= ended.dims
        if ended.tag == "summary" and self._open and self._open[-1].tag == "details" and not self._open[-1].is_open:
            self._open[-1].is_shut = True

    def _meet(self, element: _Open) -> None:
        """An element begins or ends: a paragraph is over, or only a word may be."""
        if not element.is_inline:
            self._break()
        elif not (self._hidden or self._folded or self._unsure):
            self._lines.meet(element.tag)
            self._outline.meet(element.tag)

    def data(self, text: str) -> None:
        if self._title is not None:
            self._title.append(text)
        if self._hidden:
            return
        text = plain(text)
        control = self._control
        if control is not None:
            control.text.append(text)
            if control.options:
                control.options[-1]["text"] += text[:LONGEST_VALUE]
        if control is None or control.kind not in ("select", "textarea"):
            self._seen(text)
            for caught in self._catching:
                caught.append(text)

    def aside(self, text: str) -> None:
        """Text that is perhaps seen."""
        if not self._hidden and not self._folded:
            self._lines.add(plain(text), is_unsure=True)

    def _seen(self, text: str) -> None:
        """Text that a visitor sees, but for what is folded away or perhaps not seen."""
        if self._folded or (self._open and self._open[-1].is_shut):
            return
        is_button = self._control is not None and self._control.is_button
        if is_button and not self._unsure:
            self._lines.label(text)
        else:
            self._lines.add(text, is_unsure=bool(self._unsure))
        if self._unsure:
            if not text.isspace():
                self._outline.doubt()
            return
        self._read = self._read or not text.isspace()
        self._outline.data(text, is_label=is_button or self._link is not None)
        if self._link is None and len(self._prose) < MOST_PROSE:
            self._prose.append(text[:LONGEST_VALUE])

    def _begin_title(self, _: dict[str, str]) -> Callable[[], None] | None:
        if self._named:
            return None
        self._title = []
        return self._finish_title

    def _finish_title(self) -> None:
        self._named, self._title = shown_name("".join(self._title or ())), None

    def _begin_base(self, given: dict[str, str]) -> None:
        if self._base == self._url:
            self._base = leads.whole(self._url, given.get("href", "")) or self._url

    def _begin_meta(self, given: dict[str, str]) -> None:
        if given.get("http-equiv", "").strip().lower() == "refresh" and not self._refresh:
            self._refresh = leads.refresh(self._base, given.get("content", ""))

    def _begin_a(self, given: dict[str, str]) -> Callable[[], None] | None:
        if "href" not in given:
            return None
        self._link = given
        caught = self._catch()

        def finish() -> None:
            self._link = None
            self._followed(self._caught(caught), given["href"], given)

        return finish

    def _followed(self, text: str, address: str, given: dict[str, str]) -> None:
        url = leads.whole(self._base, address)
        if url and len(self._links) < MOST_LINKS:
            name = text or shown_name(given.get("aria-label") or given.get("title") or "")
            said = "\n".join(given.get(key, "")[: leads.LONGEST] for key in ("aria-label", "title", "data-method"))
            self._links.append(Link(text=name, url=url, download="download" in given, said=said.strip()))
            self._places.append(self._outline.place())
            if not self._folded:
                said_so = shown_name(given.get("aria-label", "")) or name
                self._outline.add(Thing(kind="link", name=said_so, place=self._outline.row, is_dim=bool(self._unsure)))

    def _begin_img(self, given: dict[str, str]) -> None:
        # Unless it names something, it is read only where the picture is missing.
        is_name = self._control is not None or self._link is not None or self._outline.is_inside
        (self.data if is_name else self.aside)(f" {given.get('alt', '')} ")

    def _begin_br(self, _: dict[str, str]) -> None:
        self.data(" ")
        if not self._unsure and not self._folded:
            self._lines.new_line()

    def _begin_form(self, given: dict[str, str]) -> Callable[[], None]:
        self._forms.begin(given)
        return self._forms.end

    def _begin_legend(self, _: dict[str, str]) -> Callable[[], None]:
        caught, disabled = self._catch(), self._disabled
        # What stands in the legend can be used, though the fieldset cannot.
        self._disabled = max(0, disabled - 1)

        def finish() -> None:
            self._legend, self._disabled = self._caught(caught), disabled

        return finish

    def _begin_fieldset(self, given: dict[str, str]) -> Callable[[], None]:
        before, self._legend = self._legend, ""
        self._disabled += "disabled" in given

        def finish() -> None:
            self._legend = before
            self._disabled -= "disabled" in given

        return finish

    def _begin_label(self, given: dict[str, str]) -> Callable[[], None]:
        caught, first = self._catch(), len(self._forms.controls)
        return lambda: self._forms.label(self._caught(caught), given.get("for", ""), first)

    def _begin_input(self, given: dict[str, str]) -> None:
        kind = given.get("type", "text").strip().lower()
        if self._hidden and kind != "hidden":
            return
        control = self._add(given, kind, "checked" in given)
        if control.is_button:
            control.label = shown_name(given.get("value") or given.get("alt") or given.get("aria-label") or "")
            self.data(f" {control.label} ")
        self._control = None

    def _begin_textarea(self, given: dict[str, str]) -> Callable[[], None]:
        control = self._control = self._add(given, "textarea")

        def finish() -> None:
            control.attributes["value"] = "".join(control.text)[:LONGEST_VALUE].removeprefix("\n")
            self._control = None

        return finish

    def _begin_select(self, given: dict[str, str]) -> Callable[[], None]:
        self._control = self._add(given, "select")
        return lambda: setattr(self, "_control", None)

    def _begin_option(self, given: dict[str, str]) -> None:
        if self._control is not None and len(self._control.options) < MOST_OPTIONS:
            self._control.options.append({**given, "text": ""})

    def _begin_button(self, given: dict[str, str]) -> Callable[[], None]:
        control = self._control = self._add(given, given.get("type", "submit").strip().lower() or "submit")
        went = leads.of_script(given.get("onclick", ""))

        def finish() -> None:
            said = shown_name("".join(control.text))
            control.label = shown_name(given.get("aria-label", "")) or said
            self._control = None
            if went:
                self._followed(control.label, went, {})

        return finish

    def _add(self, given: dict[str, str], kind: str, on: bool = False) -> Control:
        if self._disabled:
            given = {**given, "disabled": ""}
        control = Control(
            given, kind, self._forms.around(given), beside=shown_name(self._lines.tail), group=self._legend, on=on
        )
        if not control.is_button and not given.get("value"):
            self.aside(f" {given.get('placeholder', '')} ")
        control.is_dim = self._unsure > (self._own if kind in ("checkbox", "radio", "file") else 0)
        control.at, control.place, control.row = self._at, self._outline.place(), self._outline.row
        if self._forms.add(control) and kind != "hidden" and not self._folded:
            self._outline.add(control)
        return control

    def _remembered(self, name: str) -> Callable[[], None]:
        caught = self._ids[name] = self._catch()
        return lambda: self._release(caught)

    def _catch(self) -> list[str]:
        """A list that takes all text from now on. Of many inside one another, only the outer ones take any."""
        caught: list[str] = []
        if len(self._catching) < MOST_NESTED:
            self._catching.append(caught)
        return caught

    def _release(self, caught: list[str]) -> None:
        self._catching = [each for each in self._catching if each is not caught]

    def _caught(self, caught: list[str]) -> str:
        self._release(caught)
        return shown_name("".join(caught))

    def _break(self) -> None:
        if self._lines.end():
            self._outline.data(" ")

    def page(self, *, status: int, cut: bool) -> Page:
        self._break()
        self._forms.name(self._ids)
        controls = self._forms.controls
        page = Page(
            url=self._url,
            status=status,
            lang=self._lang,
            title=self._named,
            heading=self._outline.heading,
            lines=tuple(self._lines.lines),
            pieces=tuple(self._lines.pieces),
            pairs=tuple(self._lines.pairs),
            told=tuple(dict.fromkeys(self._lines.told)),
            unsure=tuple(self._lines.unsure),
            prose=" ".join(self._prose)[:LONGEST_VALUE],
            links=tuple(replace(link, near=near()) for link, near in zip(self._links, self._places, strict=True)),
            forms=self._forms.made(lambda address: leads.whole(self._base, address), self._url),
            shut=tuple((each.called, each.place()) for each in controls if each.is_disabled and each.called),
            loose=tuple(each.called for each in controls if self._forms.is_loose(each)),
            alerts=self._alerts == {True},
            parts=self._outline.parts,
            things=self._things(),
            refresh=self._refresh,
            cut=cut,
            blank=not (self._read or self._links or controls),
        )
        self._outline.spread()
        outline = self._outline
        other = Spread(
            heading=outline.heading, things=self._things(), parts=outline.parts, pieces=tuple(self._lines.spread)
        )
        is_same = (other.heading, other.things, other.parts) == (page.heading, page.things, page.parts)
        return page if is_same and not other.pieces else replace(page, spread=other)

    def _things(self) -> tuple[Thing, ...]:
        outlined = (thing_of(each) if isinstance(each, Control) else (each,) for each in self._outline.things())
        return (*chain.from_iterable(outlined), *self._forms.complaints(self._ids, self._lines.lines))
