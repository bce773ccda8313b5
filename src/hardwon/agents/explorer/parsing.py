"""Parsing: the page in any HTML at all.

Pages are hostile: unclosed tags, attributes of a megabyte, a hundred thousand nested elements. They are read as a
stream of events, in time that grows with their length, and what is kept of them is limited.
"""

# ruff: noqa: SIM905 - a list of words reads better as words

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple
from urllib.parse import urldefrag

from hardwon.agents.explorer.page import Button, Field, Form, Link, Option, Page
from hardwon.guard.scanner import brief
from hardwon.target.origin import joined
from hardwon.text.plain import LONGEST_NAME, clean_name

MOST_LINKS = 2_000
MOST_FORMS = 200
MOST_FIELDS = 500
MOST_OPTIONS = 500
MOST_PROSE = 400
LONGEST_ADDRESS = 2_000
LONGEST_VALUE = 20_000

_UNSEEN = frozenset({"script", "style", "template", "head", "svg", "iframe", "object"})
_INLINE = frozenset(
    "a abbr b bdi bdo button cite code data dfn em font i img input kbd label mark meter option output q s samp select "
    "small span strong sub sup time u var wbr".split()
)
_NO_FIELDS = frozenset({"submit", "image", "button", "reset"})


def parse(html: str, url: str, *, status: int = 200, cut: bool = False) -> Page:
    """The page in the HTML that came from an address."""
    from lxml import etree  # type: ignore[import-untyped]  # noqa: PLC0415 - takes 25 ms to import; lxml ships no types

    reader = _Reader(url)
    parser = etree.HTMLParser(target=reader, encoding="utf-8", no_network=True)
    # Some builds of the parser end at a NUL, which browsers leave out.
    data = html.replace("\0", "").encode("utf-8", "replace")
    if data.strip():
        etree.fromstring(data, parser)
    return reader.page(status=status, cut=cut)


class _Open(NamedTuple):
    """An element that is not closed yet."""

    tag: str
    hides: bool


@dataclass
class _Control:
    """A field or button while it is read."""

    attributes: dict[str, str]
    kind: str
    form: int | str | None
    """The form around it by number, or the one it names by id."""

    label: str = ""
    beside: str = ""
    group: str = ""
    text: list[str] = field(default_factory=list)
    options: list[dict[str, Any]] = field(default_factory=list)


class _Reader:
    """Takes the parser's events; each element that matters has its own method."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._base = url
        self._open: list[_Open] = []
        self._hidden = 0
        self._line: list[str] = []
        self._lines: list[str] = []
        self._prose: list[str] = []
        self._catching: dict[str, list[str]] = {}
        """Texts being collected, by what they are for: title, heading, link, label, legend."""

        self._title = self._heading = self._legend = ""
        self._link: dict[str, str] | None = None
        self._links: list[Link] = []
        self._forms: list[dict[str, str]] = []
        self._form: int | None = None
        self._controls: list[_Control] = []
        self._control: _Control | None = None
        self._label_for: str | None = None
        self._label_from = 0
        self._labels: dict[str, str] = {}

    # What the parser calls.

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        given = {name: value[:LONGEST_VALUE] for name, value in attributes.items() if len(name) < LONGEST_ADDRESS}
        hides = tag in _UNSEEN or "hidden" in given
        self._open.append(_Open(tag, hides))
        self._hidden += hides
        if tag not in _INLINE:
            self._break()
        if tag == "title" and not self._title:
            self._catching["title"] = []
        begin = getattr(self, f"_begin_{tag}", None)
        if begin is not None and (not self._hidden or tag in ("base", "input")):
            begin(given)

    def end(self, tag: str) -> None:
        finish = getattr(self, f"_finish_{tag}", None)
        if finish is not None:
            finish()
        if tag not in _INLINE:
            self._break()
        if self._open:
            self._hidden -= self._open.pop().hides

    def data(self, text: str) -> None:
        if "title" in self._catching:
            self._catching["title"].append(text)
        if self._hidden:
            return
        if self._control is not None:
            self._control.text.append(text)
            if self._control.options:
                self._control.options[-1]["text"] += text[:LONGEST_VALUE]
        if self._control is None or self._control.kind not in ("select", "textarea"):
            self._line.append(text)
            if self._link is None and len(self._prose) < MOST_PROSE:
                self._prose.append(text[:LONGEST_VALUE])
            for caught in self._catching.values():
                caught.append(text)

    def comment(self, text: str) -> None:
        """Nothing: comments are not seen."""

    def pi(self, target: str, data: str | None = None) -> None:
        """Nothing: neither are processing instructions."""

    def close(self) -> None:
        self._break()

    # Elements.

    def _finish_title(self) -> None:
        self._title = self._title or self._caught("title")

    def _begin_base(self, given: dict[str, str]) -> None:
        self._base = _joined(self._url, given.get("href", "")) or self._url

    def _begin_h1(self, _: dict[str, str]) -> None:
        if not self._heading:
            self._catching["heading"] = []

    def _finish_h1(self) -> None:
        self._heading = self._heading or self._caught("heading")

    def _begin_a(self, given: dict[str, str]) -> None:
        self._finish_a()
        if "href" in given:
            self._link = given
            self._catching["link"] = []

    def _finish_a(self) -> None:
        given, self._link = self._link, None
        text = self._caught("link")
        if given is None or len(self._links) >= MOST_LINKS:
            return
        url = _joined(self._base, given["href"])
        if url:
            name = text or _named(given.get("aria-label") or given.get("title") or "")
            self._links.append(Link(text=name, url=url, download="download" in given))

    def _begin_img(self, given: dict[str, str]) -> None:
        self.data(f" {given.get('alt', '')} ")

    def _begin_br(self, _: dict[str, str]) -> None:
        self._break()

    def _begin_form(self, given: dict[str, str]) -> None:
        self._form = None
        if len(self._forms) < MOST_FORMS:
            self._forms.append(given)
            self._form = len(self._forms) - 1

    def _finish_form(self) -> None:
        self._form = None

    def _begin_legend(self, _: dict[str, str]) -> None:
        self._catching["legend"] = []

    def _finish_legend(self) -> None:
        self._legend = self._caught("legend")

    def _finish_fieldset(self) -> None:
        self._legend = ""

    def _begin_label(self, given: dict[str, str]) -> None:
        self._finish_label()
        self._catching["label"] = []
        self._label_for = given.get("for", "")
        self._label_from = len(self._controls)

    def _finish_label(self) -> None:
        text, named, self._label_for = self._caught("label"), self._label_for, None
        if named:
            self._labels[named] = text
        elif named is not None:
            for control in self._controls[self._label_from :]:
                control.label = control.label or text

    def _begin_input(self, given: dict[str, str]) -> None:
        kind = given.get("type", "text").strip().lower()
        if self._hidden and kind != "hidden":
            return
        self._add(given, kind)
        self._control = None

    def _begin_textarea(self, given: dict[str, str]) -> None:
        self._control = self._add(given, "textarea")

    def _finish_textarea(self) -> None:
        if self._control is not None and self._control.kind == "textarea":
            self._control.attributes["value"] = "".join(self._control.text)[:LONGEST_VALUE]
            self._control = None

    def _begin_select(self, given: dict[str, str]) -> None:
        self._control = self._add(given, "select")

    def _begin_option(self, given: dict[str, str]) -> None:
        if self._control is not None and len(self._control.options) < MOST_OPTIONS:
            self._control.options.append({"text": "", **{name: given[name] for name in given if name != "text"}})

    def _finish_select(self) -> None:
        self._control = None

    def _begin_button(self, given: dict[str, str]) -> None:
        self._control = self._add(given, given.get("type", "submit").strip().lower())

    def _finish_button(self) -> None:
        if self._control is not None:
            self._control.label = _named("".join(self._control.text))
            self._control = None

    # Text and results.

    def _add(self, given: dict[str, str], kind: str) -> _Control:
        form: int | str | None = given.get("form", self._form)
        control = _Control(given, kind, form, beside=_named("".join(self._line[-3:])), group=self._legend)
        if len(self._controls) < MOST_FIELDS:
            self._controls.append(control)
        return control

    def _caught(self, what: str) -> str:
        return _named("".join(self._catching.pop(what, ())))

    def _break(self) -> None:
        line = " ".join("".join(self._line).split())
        if line:
            self._lines.append(line)
        self._line.clear()

    def page(self, *, status: int, cut: bool) -> Page:
        self._break()
        self._finish_a()
        return Page(
            url=self._url,
            status=status,
            title=self._title,
            heading=self._heading,
            lines=tuple(self._lines),
            prose=" ".join(self._prose)[:LONGEST_VALUE],
            links=tuple(self._links),
            forms=tuple(self._made(number, given) for number, given in enumerate(self._forms)),
            cut=cut,
        )

    def _made(self, number: int, given: dict[str, str]) -> Form:
        own = [control for control in self._controls if control.form in (number, given.get("id", number))]
        return Form(
            action=_joined(self._base, given.get("action", "")) or self._url,
            method="post" if given.get("method", "").strip().lower() == "post" else "get",
            fields=tuple(self._field(control) for control in own if _is_field(control)),
            buttons=tuple(_button(control) for control in own if control.kind in ("submit", "image")),
        )

    def _field(self, control: _Control) -> Field:
        given = control.attributes
        options = tuple(_option(option) for option in control.options)
        value = _chosen(control.options) if control.kind == "select" else given.get("value", "")
        return Field(
            name=given["name"],
            kind=control.kind,
            label=self._labels.get(given.get("id", ""), "") or control.label or _called(control),
            value="on" if control.kind in ("checkbox", "radio") and "value" not in given else value,
            on="checked" in given,
            options=options,
            group=control.group,
        )


def _called(control: _Control) -> str:
    given = control.attributes
    words = (given.get(name, "") for name in ("aria-label", "placeholder", "title"))
    return next((_named(word) for word in words if word.strip()), "") or control.beside or _named(given["name"])


def _is_field(control: _Control) -> bool:
    given = control.attributes
    return control.kind not in _NO_FIELDS and bool(given.get("name")) and "disabled" not in given


def _button(control: _Control) -> Button:
    given = control.attributes
    text = control.label or _named(given.get("value") or given.get("alt") or given.get("aria-label") or "Submit")
    return Button(text=text, name=given.get("name", ""), value=given.get("value", ""))


def _option(given: dict[str, Any]) -> Option:
    text = _named(given["text"])
    return Option(text=text, value=given.get("value", text))


def _chosen(options: list[dict[str, Any]]) -> str:
    """The value that a select sends when nobody touches it."""
    chosen = next((option for option in options if "selected" in option), options[0] if options else None)
    return _option(chosen).value if chosen else ""


def _joined(base: str, address: str) -> str:
    """The absolute address without its fragment; "" when it is none or too long."""
    address = "".join(address.split("\n")).strip()
    if len(address) > LONGEST_ADDRESS or any(ord(char) < ord(" ") for char in address):
        return ""
    try:
        return urldefrag(joined(base, address)).url
    except ValueError:
        return ""


def _named(text: str) -> str:
    """The text as a name, without the secret that its cut would leave half of."""
    return clean_name(text if len(text) <= LONGEST_NAME else brief(text, LONGEST_NAME))
