"""Fitting: which part of a page is what a step names. Pure.

A name fits when it holds every word of the step; of several, the one that says least else.
"""

# ruff: noqa: SIM905 - a list of words reads better as words

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urljoin

from hardwon.agents.explorer.deeds import LOG_OUT, is_costly, is_logout
from hardwon.agents.explorer.intents import PLACE, all_words, words_of
from hardwon.agents.explorer.search import canonical
from hardwon.agents.explorer.statements import title_parts

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from hardwon.agents.explorer.page import Button, Field, Form, Link, Page
    from hardwon.agents.explorer.search import Visited

_TYPED = frozenset(
    "text email password search tel url number date time month week datetime-local color range textarea".split()
)
_ARTICLES = frozenset("the a an my your our".split())
_SWITCHES = frozenset({"checkbox", "radio"})
_MOST_LOGIN_FIELDS = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Pressable:
    """A link to follow, or a button that sends a form."""

    name: str
    link: Link | None = None
    form: int = -1
    """The button's form, by number on the page; -1 for a button that has none."""

    button: Button | None = None
    near: str = ""
    """What stands around it: its row or item, and the heading above."""

    @property
    def kind(self) -> str:
        return "link" if self.link is not None else "button"


@dataclass(frozen=True, slots=True, kw_only=True)
class Slot:
    """A field that takes a value."""

    name: str
    form: int
    field: int
    """By number in the form."""

    value: str = ""
    """What it sends when it is chosen."""

    others: tuple[int, ...] = ()
    """The other radio buttons of its group."""

    kind: str = "field"


@dataclass(frozen=True, slots=True, kw_only=True)
class Login:
    """A form that asks who one is, and for the password."""

    form: int
    who: int
    secret: int
    name: str = "Log in"
    kind: str = "form"


def address(name: str, start: str) -> str:
    """The address that a step gives instead of a name; "" when it gives none."""
    return urljoin(start, name) if name.startswith(("/", "http://", "https://")) else ""


def page_named(here: Visited, goal: frozenset[str], name: str) -> Page | None:
    """The page, if it is the one that is named: "Appeals" is not the appeal form where it links one of that name."""
    if not is_page(here, goal):
        return None
    whole = all_words(name) - _ARTICLES
    if whole <= goal:
        return here.page
    called = (here.page.heading, *title_parts(here.page.title), here.link.text if here.link is not None else "")
    known = {canonical(each) for visited in here.way for each in (visited.asked, visited.page.url)}
    others = (link.text for link in here.page.links if canonical(link.url) not in known)
    is_called = any(all_words(each) - _ARTICLES == whole for each in called)
    is_other = not is_called and any(all_words(each) - _ARTICLES == whole for each in others)
    return None if is_other else here.page


def is_page(here: Visited, goal: frozenset[str]) -> bool:
    """Whether a page is the one that is named: by its heading, its title, or the link that led to it."""
    page = here.page
    parts = title_parts(page.title)
    names = [words_of(page.heading), *(words_of(part) for part in (parts[:1] if page.heading else parts))]
    if not goal or goal in names or here.link is None:
        return bool(goal) and goal in names
    linked = words_of(here.link.text)
    way = frozenset[str]().union(*(words_of(link.text) for link in here.links))
    if any(goal <= name and len(name) <= 2 * len(goal) + 1 for name in names):
        return True
    if page.url != here.asked and login_form(page) is not None:
        # The link said so, but the site wants a login first.
        return False
    if is_costly(here.link) and any(canonical(each.page.url) == canonical(page.url) for each in here.way[:-1]):
        # What was done sent the visitor back: that is no page of its own.
        return False
    if goal == linked:
        return True
    # "the low stock report": a page "Low stock" that was reached over "Reports".
    return any(name and name <= goal <= name | way for name in names)


def clickable(page: Page, goal: frozenset[str]) -> Pressable | None:
    """The link or button that is named. What it does not say itself, the page's name may say for it."""
    return next(iter(_best(page, goal)), None)


def pressable(page: Page, name: str, place: str, typed: int | None) -> list[Pressable]:
    """The link or button that a step names, in the row or section that it names; several where it leaves that open."""
    readings = [(name, place)] if place else [(name, ""), *_placed(name)]
    fitting = (
        [target for target in _best(page, words_of(control)) if not where or _is_near(where, target.near)]
        for control, where in readings
    )
    found = next((each for each in fitting if each), [])
    ahead = [target for target in found if target.link is None or target.link.url != page.url] or found
    own = [target for target in ahead if target.form == typed and typed is not None] or ahead
    return list({_effect(page, target): target for target in reversed(own)}.values())[::-1]


def names_a_page(page: Page, goal: frozenset[str], start: Sequence[Link]) -> bool:
    """Whether a step names, besides the thing, a page that this one or the start page links."""
    return any((own := words_of(link.text)) and own < goal for link in (*page.links, *start))


def disabled(page: Page, name: str, place: str = "") -> str:
    """The button or field that a step names and that is disabled; "" if none is."""
    readings = [(name, place)] if place else [(name, ""), *_placed(name)]
    return next(
        (
            shut
            for control, where in readings
            for shut, near in page.shut
            if words_of(control) and words_of(shut) == words_of(control) and (not where or _is_near(where, near))
        ),
        "",
    )


def is_known_place(page: Page, name: str, place: str) -> bool:
    """Whether a thing that is not in a place is surely missing: none is anywhere, or the place is known without it."""
    if _ORDINAL.match(place):
        # "the third appointment" is there, though no row is called so.
        return False
    rows = [thing.value or thing.name for thing in page.things if thing.kind in ("row", "item", "article")]
    places = [*rows, *(target.near for target in _clickables(page))]
    is_shown = words_of(place) <= all_words(" ".join((*page.lines, page.title)))
    return not _best(page, words_of(name)) or not is_shown or any(_is_near(place, each) for each in places)


def _placed(name: str) -> Iterator[tuple[str, str]]:
    """The ways to read a name as that of a thing and of the row or section that it is in."""
    for each in PLACE.finditer(name):
        control, where = name[: each.start()], _ROW.sub("", name[each.end() :])
        if words_of(where):
            yield control, where


def _is_near(place: str, near: str) -> bool:
    return words_of(place) <= all_words(near)


def _best(page: Page, goal: frozenset[str]) -> list[Pressable]:
    """Of what fits a goal, all that are as near to it as the nearest; buttons before links."""
    about = words_of(page.name)
    fitting = [
        (_rest(words_of(target.name), goal, about), target)
        for target in _clickables(page)
        if _fits(words_of(target.name), goal, about)
    ]
    if not fitting and goal == LOG_OUT:
        fitting = [((0, 0), target) for target in _clickables(page) if is_logout(target.name)]
    nearest = min((rest for rest, _ in fitting), default=None)
    best = [target for rest, target in fitting if rest == nearest]
    return [target for target in best if target.kind == best[0].kind and (target.form < 0) == (best[0].form < 0)]


def _effect(page: Page, target: Pressable) -> object:
    """What pressing it does: two that do the same are one."""
    if target.link is not None:
        return canonical(target.link.url)
    if target.form < 0 or target.button is None:
        return target.name
    form, button = page.forms[target.form], target.button
    values = tuple((each.name, each.value, each.on) for each in form.fields)
    return form.action, form.method, values, button.name, button.value, button.action


_ORDINAL = re.compile(
    r"(?:the )?(?:first|second|third|fourth|fifth|next|last|other|same|\d+(?:st|nd|rd|th))\b", re.IGNORECASE
)
_ROW = re.compile(r" (?:row|line|section|item|card|article|entry|list)$", re.IGNORECASE)


def reading(page: Page, readings: Sequence[tuple[str, str]]) -> tuple[str, str]:
    """Of several ways to tell name from value, the one whose name a field of the page has, the longest name first."""
    labels = {words for _, _, each in _fields(page) for words in _field_names(each)}
    fitting = [each for each in readings if words_of(each[0]) in labels]
    return max(fitting, key=lambda each: len(each[0])) if fitting else readings[0]


def field_named(page: Page, goal: frozenset[str], typed: int | None) -> Slot | None:
    """The field to type into: in the form that is being filled in, if it has one."""
    fitting = [
        (len(words - goal), number != typed, order, Slot(name=each.label, form=number, field=index))
        for order, (number, index, each) in enumerate(_fields(page))
        if each.kind in _TYPED
        for words in _field_names(each)
        if goal and goal <= words
    ]
    return min(fitting, key=lambda entry: entry[:3])[3] if fitting else None


def choice(page: Page, value: frozenset[str], group: frozenset[str]) -> Slot | None:
    """The option, radio button or box that is named, in the group that is named."""
    fitting = [
        (len(words - value), order, slot)
        for order, (words, slot) in enumerate(_choices(page, group))
        if value and value <= words
    ]
    return min(fitting, key=lambda entry: entry[:2])[2] if fitting else None


def options(page: Page, group: frozenset[str]) -> list[str]:
    """What can be chosen in the field that has just this name."""
    fields = [each for _, _, each in _fields(page) if group and group in _field_names(each)]
    return [option.text for each in fields for option in each.options if not option.disabled and option.text]


def submit_button(page: Page, goal: frozenset[str], typed: int | None) -> Pressable | None:
    """The button that sends a form: the one that is named, else of the form that was filled in, else the only one.

    Where a form is named, the only one of the page is another one if it does not have that name.
    """
    buttons = [target for target in _clickables(page) if target.form >= 0]
    named = [target for target in buttons if goal and goal <= words_of(target.name)]
    own = [target for target in buttons if target.form == typed and typed is not None]
    found = named or own or (buttons if len(buttons) == 1 and not goal else [])
    if found:
        return found[0]
    return Pressable(name="the form", form=typed) if typed is not None else None


def search_box(page: Page) -> Slot | None:
    """The field of a form that searches: by its type, its name, or what its button says."""
    for number, index, each in _fields(page):
        form = page.forms[number]
        if not each.name:
            continue
        said = words_of(" ".join((each.label, each.name, *(button.text for button in form.buttons))))
        if each.kind == "search" or (each.kind == "text" and ({"search", "query"} & said or each.name == "q")):
            return Slot(name=each.label, form=number, field=index)
    return None


def login_form(page: Page) -> Login | None:
    """The form with a password and one field that says whose it is."""
    for number, form in enumerate(page.forms):
        typed = [(index, each) for index, each in enumerate(form.fields) if each.kind in _TYPED and each.name]
        secrets = [index for index, each in typed if each.kind == "password"]
        if len(typed) == _MOST_LOGIN_FIELDS and len(secrets) == 1:
            who = next(index for index, each in typed if each.kind != "password")
            return Login(form=number, who=who, secret=secrets[0])
    return None


def _choices(page: Page, group: frozenset[str]) -> Iterator[tuple[frozenset[str], Slot]]:
    """Everything that can be chosen in a group, by its words."""
    for number, index, each in _fields(page):
        if not group <= words_of(each.label) | words_of(each.group) | words_of(each.name):
            continue
        for option in (option for option in each.options if not option.disabled):
            yield words_of(option.text), Slot(name=each.label, form=number, field=index, value=option.value)
        if each.kind in _SWITCHES:
            yield words_of(each.label), _switch(page.forms[number], number, index, each)


def _clickables(page: Page) -> Iterator[Pressable]:
    for number, form in enumerate(page.forms):
        for button in form.buttons:
            yield Pressable(name=button.text, form=number, button=button, near=button.near)
    for link in page.links:
        yield Pressable(name=link.text, link=link, near=link.near)
    for name in page.loose:
        yield Pressable(name=name)


def _fits(words: frozenset[str], goal: frozenset[str], about: frozenset[str]) -> bool:
    if goal <= words:
        return bool(goal)
    return bool(words) and words <= goal and goal <= words | about


def _rest(words: frozenset[str], goal: frozenset[str], about: frozenset[str]) -> tuple[int, int]:
    """How far a name is from what was asked: words it lacks, then words it has too many."""
    return len(goal - words), len(words - goal - about)


def _fields(page: Page) -> Iterator[tuple[int, int, Field]]:
    for number, form in enumerate(page.forms):
        for index, each in enumerate(form.fields):
            yield number, index, each


def _field_names(each: Field) -> Iterable[frozenset[str]]:
    return words_of(each.label), words_of(each.name), words_of(f"{each.group} {each.label}")


def _switch(form: Form, number: int, index: int, each: Field) -> Slot:
    others = tuple(
        other
        for other, field in enumerate(form.fields)
        if each.kind == "radio" and field.kind == "radio" and field.name == each.name != "" and other != index
    )
    return Slot(name=each.group or each.label, form=number, field=index, value=each.value, others=others)
