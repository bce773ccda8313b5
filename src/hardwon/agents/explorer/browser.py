"""Browser: loads pages of one site over HTTP, with cookies and forms, and never asks any other site for anything.

Every request counts as a page load, redirects too. A page that cannot be loaded is a page with a problem, no exception.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING
from urllib.parse import urlencode, urlsplit, urlunsplit

from hardwon.agents.explorer.controls import as_filled
from hardwon.agents.explorer.page import Page
from hardwon.agents.explorer.parsing import parse
from hardwon.agents.explorer.validity import broken
from hardwon.guard.scanner import brief_line
from hardwon.target.charset import text_of
from hardwon.target.exchange import Limits, Request, is_reachable
from hardwon.target.origin import Origin, path_of
from hardwon.target.redirects import MOST_REDIRECTS, TOO_MANY, followed, onwards
from hardwon.target.visitor import Visitor

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from hardwon.agents.explorer.page import Button, Field, Form, Thing
    from hardwon.target.exchange import Answer

_HEADERS = (("Accept", "text/html"), ("Accept-Encoding", "identity"), ("User-Agent", "hardwon-explorer"))
Filled = str | tuple[str, ...] | None
"""What was typed or chosen; several values in a list where several can be chosen; None for what was switched off."""


class _Untouched:
    """Stands for what nobody has filled in."""


_UNTOUCHED = _Untouched()
_OK = 200
_DEEPEST_IMPORT = 4
"""Times that a page is read again, as sheets name further ones."""

_FORM = ("Content-Type", "application/x-www-form-urlencoded")


@dataclass
class Browser:
    """One visitor of a site: where it stands, what it has typed, its cookies."""

    start: str
    limits: Limits = field(default_factory=Limits)
    allow: tuple[str, ...] = ()
    """Addresses of other sites that it may go to."""

    loads: int = 0
    unanswered: int = 0
    """Requests that had no answer at all."""

    page: Page | None = None
    """Where it stands; None before the first page."""

    home: Page | None = None
    """The start page as it was first seen."""

    placed: bool = False
    """Whether the test has chosen the page where it stands: not at its beginning, nor after a login."""

    filled: dict[tuple[int, int], Filled] = field(default_factory=dict)
    """What was typed or chosen on this page, by form and field."""

    _sheets: dict[str, str | None] = field(default_factory=dict)
    """The stylesheets of the site by their addresses; "" for what is none, None for what cannot be known."""

    def __post_init__(self) -> None:
        self.origin = Origin.at(self.start)
        known = [self.origin, *map(Origin.at, self.allow)]
        self._visitors = [Visitor(each, self.limits, takes=_is_page) for each in known if each is not None]

    def stand(self, page: Page) -> None:
        """Be on a page. What was typed on the page before is gone."""
        self.page = page
        self.filled = {}

    def is_inside(self, url: str) -> bool:
        """Whether an address belongs to the site, or to one that is allowed."""
        return self._visitor(url) is not None

    def _visitor(self, url: str) -> Visitor | None:
        return next((each for each in self._visitors if each.origin.holds(url)), None)

    def is_gone(self) -> bool:
        """Whether the site does not even take a connection now."""
        return self.origin is None or not is_reachable(self.origin, seconds=self.limits.seconds)

    def load(self, url: str, body: bytes | None = None, avoid: Callable[[str], bool] = lambda _: False) -> Page:
        """The page at an address, after its redirects and refreshes; the browser stays where it stands.

        A redirect or refresh to what is to be avoided is not followed.
        """
        page = self._loaded(url, body, avoid)
        for _ in range(MOST_REDIRECTS):
            if not page.refresh or page.refresh == page.url:
                return page
            if avoid(page.refresh):
                return _costly(page.refresh, page.url)
            page = self._loaded(page.refresh, None, avoid)
        return Page(url=page.url, status=0, problem=TOO_MANY)

    def _loaded(self, url: str, body: bytes | None, avoid: Callable[[str], bool]) -> Page:
        for _ in range(MOST_REDIRECTS):
            visitor = self._visitor(url)
            if visitor is None:
                return _outside(url)
            ask = partial(self._counted, visitor)
            request = _request(url, body)
            end = followed(visitor.origin, url, request, ask(request), ask, avoid=avoid)
            leads = onwards(end.url, end.answer)
            if leads is None:
                return _page(end.url, end.answer)
            if end.endless:
                break
            if avoid(leads):
                return _costly(leads, end.url)
            if not self.is_inside(leads):
                return _outside(leads, end.url)
            # Another site that is allowed: what was sent to this one is not sent there.
            url, body = leads, None
        return Page(url=url, status=0, problem=TOO_MANY)

    def choose(self, form: int, at: int, value: str, *, off: bool = False) -> None:
        """Choose an option or switch on a box; where several can be chosen, the others stay."""
        each = self.page.forms[form].fields[at] if self.page is not None else None
        if each is None or not each.multiple:
            self.filled[form, at] = None if off else value
            return
        known = _sent(each, self.filled.get((form, at), _UNTOUCHED))
        others = tuple(own for own in known if own != value)
        self.filled[form, at] = others if off else (*others, value)

    def stopped(self, form_number: int, button: Button | None = None) -> str:
        """Why a browser would not send a form as it is filled in; "" if it would."""
        if self.page is None:
            return ""
        form = self.page.forms[form_number]
        if form.unchecked or (button is not None and button.unchecked):
            return ""
        return broken(form, lambda at: _sent(form.fields[at], self.filled.get((form_number, at), _UNTOUCHED)))

    def styled(self, page: Page) -> Page:
        """The page as it is seen with its stylesheets, as far as they are of the site."""
        for _ in range(_DEEPEST_IMPORT if page.sheets else 0):
            missing = [url for url in page.sheets if url not in self._sheets]
            self._sheets.update({url: self._sheet(url) for url in missing})
            page = parse(page.source, page.url, status=page.status, cut=page.cut, sheets=self._sheets)
            if not any(url not in self._sheets for url in page.sheets):
                break
        return page

    def seen(self, page: Page) -> Page:
        """The page as its visitor sees it: styled, and with what was filled in."""
        filled = {
            page.forms[form].fields[at].at: (page.forms[form].fields[at], value)
            for (form, at), value in self.filled.items()
        }
        shown = self.styled(page)

        def typed(things: tuple[Thing, ...]) -> tuple[Thing, ...]:
            return tuple(
                as_filled(thing, filled[thing.at][0], _sent(*filled[thing.at])) if thing.at in filled else thing
                for thing in things
            )

        if not filled:
            return shown
        spread = shown.spread and replace(shown.spread, things=typed(shown.spread.things))
        return replace(shown, things=typed(shown.things), spread=spread)

    def _sheet(self, url: str) -> str | None:
        """The stylesheet at an address: "" where a browser has none, either; None where only it can know."""
        visitor = self._visitor(url)
        answer = (
            visitor.ask(Request(method="GET", path=path_of(url), headers=_HEADERS)) if visitor is not None else None
        )
        if answer is None or answer.status is None or answer.is_redirect or answer.packed:
            return None
        if answer.status != _OK:
            return ""
        return text_of(answer) if answer.kind.startswith("text/css") and not answer.cut else None

    def send(self, form_number: int, button: Button | None = None) -> Page:
        """The page that answers to a form of this page, with what was filled in."""
        if self.page is None:
            raise ValueError("There is no page, and so no form.")
        form = self.page.forms[form_number]
        data = urlencode(self._values(form_number, form, button))
        action = (button.action if button is not None else "") or form.action
        if ((button.method if button is not None else "") or form.method) == "post":
            return self.load(action, data.encode())
        parts = urlsplit(action)
        return self.load(urlunsplit((parts.scheme, parts.netloc, parts.path, data, "")))

    def _values(self, number: int, form: Form, button: Button | None) -> Sequence[tuple[str, str]]:
        values: list[tuple[str, str]] = []
        for index, each in enumerate(form.fields):
            if not each.name:
                continue
            values += [(each.name, value) for value in _sent(each, self.filled.get((number, index), _UNTOUCHED))]
        return [*values, (button.name, button.value)] if button is not None and button.name else values

    def _counted(self, visitor: Visitor, request: Request) -> Answer:
        self.loads += 1
        answer = visitor.ask(request)
        self.unanswered += bool(answer.error or answer.broken)
        return answer


def _request(url: str, body: bytes | None) -> Request:
    if body is None:
        return Request(method="GET", path=path_of(url), headers=_HEADERS)
    return Request(method="POST", path=path_of(url), headers=(*_HEADERS, _FORM), body=body)


def _page(url: str, answer: Answer) -> Page:
    lost = answer.error or answer.broken
    if lost or answer.status is None:
        return Page(url=url, status=0, problem="no answer in time" if answer.late else f"no answer: {lost}")
    if not _is_text(answer):
        return Page(
            url=url, status=answer.status, problem=f"not a page but {brief_line(answer.kind, 40)}", is_file=True
        )
    if answer.packed:
        return Page(url=url, status=answer.status, problem="compressed, though that was not asked for", is_file=True)
    return parse(text_of(answer), url, status=answer.status, cut=answer.cut)


def _is_text(answer: Answer) -> bool:
    return answer.kind.startswith("text/") or "html" in answer.kind


def _is_page(answer: Answer) -> bool:
    """Whether the body is worth reading."""
    return _is_text(answer) and not answer.packed and not answer.is_redirect


def _costly(url: str, before: str) -> Page:
    path = brief_line(urlsplit(url).path, 80)
    return Page(url=before, status=0, problem=f"it leads on to {path}, which the step does not ask for", costs=url)


def _outside(url: str, before: str = "") -> Page:
    host = host_of(url)
    return Page(url=url or before, status=0, problem=f"it leads to {host}, outside the site", leaves=host)


def host_of(url: str) -> str:
    """Where an address leads, without any user in it."""
    place = re.match(r"[a-z][a-z0-9+.-]{0,20}:(?://)?(?:[^/?#]{0,2000}@)?([^/?#]{0,200})", url, re.IGNORECASE)
    return brief_line(place.group(1), 80) if place else "nowhere"


def _sent(each: Field, filled: Filled | _Untouched) -> tuple[str, ...]:
    """The values that a field sends; none when it sends nothing."""
    if not isinstance(filled, _Untouched):
        return () if filled is None else filled if isinstance(filled, tuple) else (filled,)
    if each.kind in ("checkbox", "radio"):
        return (each.value,) if each.on else ()
    if each.multiple:
        return each.chosen
    return () if each.kind == "file" else (each.value,)
