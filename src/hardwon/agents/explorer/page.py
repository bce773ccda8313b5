"""Page: what a visitor can see and use on a page. Links, forms, text, and what stands where. Values only."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """A link, by what it says and where it leads."""

    text: str
    url: str
    """Absolute, without its fragment."""

    download: bool = False
    said: str = ""
    """What else is said of it: its label for readers, its tooltip."""

    near: str = ""
    """The row or item that it stands in and the heading above it, by their texts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    text: str
    value: str
    disabled: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """Something in a form that holds a value."""

    name: str
    kind: str
    """The type of the input, or `select` or `textarea`."""

    label: str
    """What a visitor would call it; its name when nothing is written beside it."""

    value: str = ""
    on: bool = False
    """Whether a box or radio button is chosen."""

    options: tuple[Option, ...] = ()
    group: str = ""
    """What a radio button or box is one of: the legend around it."""

    chosen: tuple[str, ...] = ()
    """The values of the options that are selected."""

    multiple: bool = False
    rules: tuple[tuple[str, str], ...] = ()
    """What a browser holds it to before it sends the form, as `("maxlength", "12")`."""

    at: int = field(default=0, compare=False)
    """Which element of the document it is, by number."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Button:
    text: str
    name: str = ""
    value: str = ""
    action: str = ""
    """Where it sends the form, if not where the form says."""

    method: Literal["", "get", "post"] = ""
    unchecked: bool = False
    """Whether it sends the form without holding its fields to their rules."""

    near: str = ""
    """The row, list item or section that it stands in, by its text."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Form:
    action: str
    method: Literal["get", "post"]
    fields: tuple[Field, ...]
    buttons: tuple[Button, ...]
    unchecked: bool = False
    """Whether it is sent without holding its fields to their rules."""


MASK = "•"
"""What a browser shows for each character of a password."""

ThingKind = Literal[
    "heading", "link", "button", "field", "checkbox", "radio", "option", "row", "column", "cell", "item", "article",
    "card", "alert", "status", "term",
]  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Thing:
    """Something on a page that a sentence can speak of, by its name and state."""

    kind: ThingKind
    name: str
    value: str = ""
    """What stands in a field or select, beside a term, or in the cells of a row."""

    cells: tuple[str, ...] = ()
    """Of a row."""

    whole: str = ""
    """Of an item, a card or an article, all that it says."""

    first: str = field(default="", compare=False)
    """What the first element in it says, of an item, a card or an article."""

    labels: frozenset[int] = frozenset()
    """The cells of a row that hold nothing but buttons and links, by number."""

    on: bool = False
    """Whether it is checked or selected."""

    is_unset: bool = False
    """Whether a select stands on an option without a value, as `Please choose`."""

    disabled: bool = False
    required: bool = False
    readonly: bool = False
    invalid: bool = False
    within: int = 0
    """The list or table that it is in, by number; 0 for none."""

    is_foot: bool = False
    """Whether a row stands in the foot of its table: it sums up the others."""

    group: str = ""
    """What it is one of: the legend around a radio button, the label of a select."""

    at: int = field(default=0, compare=False)
    """Which element of the document a control is, by number; of an option, its select."""

    place: int = field(default=0, compare=False)
    """Which row or item it is or stands in, by number; 0 for none."""

    is_typed: bool = False
    """Whether a field holds what the test filled in: that is not repeated in reports."""

    is_dim: bool = False
    """Whether it is perhaps not seen: transparent, moved out of sight, or only for visitors without scripts."""

    chosen: bool | None = None
    """Of a tab, or a button that stays pressed, whether it is the chosen one; None for any other."""

    is_switch: bool = False
    """Whether a box is drawn as a switch, of which people say `enabled` for on."""

    tone: str = ""
    """Of a message, what it is said to be: `error`, `warning`, `success`, `info`; "" where nothing says it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Spread:
    """What a page says with a space wherever inline elements meet: only a style can tell whether they stand apart."""

    heading: str
    things: tuple[Thing, ...]
    parts: tuple[tuple[str, str], ...]
    pieces: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """A page as it was loaded; one that could not be loaded has a problem."""

    url: str
    status: int = 200
    lang: str = ""
    """The language that it says to be in, as `de-at`; "" if it does not say."""

    title: str = ""
    heading: str = ""
    lines: tuple[str, ...] = ()
    """The text that is seen, a paragraph each."""

    pieces: tuple[str, ...] = ()
    """The lines once more, with those apart that a line break parts, and with a space where elements meet."""

    pairs: tuple[tuple[str, str], ...] = ()
    """Names and what stands beside them in elements of their own."""

    told: tuple[str, ...] = ()
    """Lines and pieces without the labels of buttons: what the page says of itself."""

    unsure: tuple[str, ...] = ()
    """What is on the page but perhaps not seen: struck out, or moved out of sight."""

    parts: tuple[tuple[str, str], ...] = ()
    """What its menus, headers and footers say, each with which it is."""

    sheets: tuple[str, ...] = ()
    """The stylesheets that it has elsewhere and that are not known, by their addresses."""

    source: str = field(default="", repr=False, compare=False)
    """The HTML that it was read from, where it links stylesheets."""

    prose: str = ""
    """The beginning of the text that is no link: what the page says about itself."""

    links: tuple[Link, ...] = ()
    forms: tuple[Form, ...] = ()
    shut: tuple[tuple[str, str], ...] = ()
    """What buttons and fields are called that are disabled, and what stands around each."""

    loose: tuple[str, ...] = ()
    """What buttons say that belong to no form: only a script can make them do something."""

    things: tuple[Thing, ...] = ()
    """In the order in which they stand."""

    spread: Spread | None = None
    """What it says in the other reading; None where that is the same."""

    alerts: bool = False
    """Whether it has a place for alerts, be there one or not."""

    refresh: str = ""
    """Where the page sends its visitor by itself; "" if it does not."""

    problem: str = ""
    """Why there is no page; "" when there is one."""

    is_file: bool = False
    """Whether an answer came that is not a page, or is packed: nothing is wrong with that, but it cannot be read."""

    leaves: str = ""
    """The host that it leads to, outside the site: it was not asked for anything."""

    costs: str = ""
    """The address that it leads to, where something would end, cost or be destroyed: it was not asked for."""

    cut: bool = False
    """Whether the page was longer than what is read of a page."""

    blank: bool = False
    """Whether nothing can be read or used on it, as on a page that a script would draw."""

    @property
    def name(self) -> str:
        """What a person would call it."""
        return self.heading or self.title or self.url

    @property
    def kind(self) -> str:
        return "page"

    @property
    def is_found(self) -> bool:
        return not self.problem and self.status < 400  # noqa: PLR2004 - where HTTP's refusals begin
