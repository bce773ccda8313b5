"""Hands: one intent after the other, carried out on the browser; and what is said, used and learned on the way."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from hardwon.agents import CannotRun
from hardwon.agents.explorer import fitting, instead, validity
from hardwon.agents.explorer.bounds import beyond_form
from hardwon.agents.explorer.checking import judged as said_by
from hardwon.agents.explorer.deeds import costs, leads_astray, says_deed
from hardwon.agents.explorer.finding import Finder, beyond
from hardwon.agents.explorer.intents import words_of
from hardwon.agents.explorer.search import Visited, canonical
from hardwon.guard.scanner import brief_line

if TYPE_CHECKING:
    from collections.abc import Callable

    from hardwon.agents.explorer.fitting import Pressable
    from hardwon.agents.explorer.intents import Intent
    from hardwon.agents.explorer.page import Page

_START = (frozenset({"home"}), frozenset({"start"}))
_OF_THE_SITE = (words_of("log in"), words_of("log out"))
"""What a visitor can do from any page, wherever the link to it stands."""

_CLEARS = re.compile(r"(?:clear|empty) (.+)", re.IGNORECASE)
_ENTER = re.compile(r"(?:the )?(?:enter|return)(?: key)?", re.IGNORECASE)
_UNABLE = re.compile(
    r"(?:the )?(?:enter|return|esc|escape|tab|space|space ?bar|backspace|f5|"
    r"page (?:up|down)|arrow (?:up|down|left|right)|"
    r"(?:ctrl|control|cmd|alt|shift) ?[+-] ?\w+)(?: key)?|(?:reload|refresh)(?: (?:the|this) (?:page|site|browser))?",
    re.IGNORECASE,
)
"""What is done to a browser, not to the page."""

_NTH = re.compile(
    r"(?:the )?(?:first|second|third|fourth|fifth|last|next|other|\d+(?:st|nd|rd|th)) (\S.*)", re.IGNORECASE
)
_REFUSALS, _FAILURES = 400, 500
"""Where HTTP's answers begin that refuse something, and those of a server that failed."""


@dataclass(slots=True)
class Hands(Finder):
    """What carries out the intents of one step."""

    asserts_next: bool = False
    """Whether the next step only looks: an error page may be what the test wants to look at."""

    only_tries: bool = False
    """Whether every intent may be refused: the verdict comes from what is looked at afterwards."""

    reason: str = ""
    """Why the intent that failed did, where what was seen is another matter."""

    _looks: bool = False
    """Whether what comes next only looks."""

    def do(self, intent: Intent, after: Intent | None = None) -> bool:
        """Whether the intent could be carried out; `after` is what comes next in the step."""
        ways: dict[str, Callable[[Intent], bool]] = {
            "open": self._open,
            "click": self._click,
            "fill": self._fill,
            "choose": self._choose,
            "submit": self._submit,
            "search": self._search_for,
            "log in": self._log_in,
            "see": self._see,
        }
        self._looks = after.verb == "see" if after is not None else self.asserts_next
        self.is_refused = False
        # What is only tried may be refused, whatever comes next: the next look may be true of any page.
        return ways[intent.verb](intent) or ((intent.tried or self.only_tries) and self.is_refused)

    def _open(self, intent: Intent) -> bool:
        goal = words_of(intent.name)
        is_start = goal in _START
        address = self.browser.start if is_start else fitting.address(intent.name, self.browser.start)
        if address:
            own = words_of(address.replace("/", " "))
            arrived = self._go(self.browser.load(address, avoid=lambda url: costs(url, own)), "Opened")
            self.browser.placed = not is_start
            return arrived or (self._looks and self._is_error_page(address))
        # A link "Refund form" leads to one. "Delete page" may delete a page.
        said = intent.said if intent.said.casefold().endswith(" form") else ""
        found = self._search(goal, lambda here: fitting.page_named(here, goal, intent.said), intent.name, said=said)
        if found is not None:
            self.browser.placed = True
            self._say(f'Opened the page "{self.page.name}".')
        return found is not None

    def _is_error_page(self, address: str) -> bool:
        """Whether it stands on a page that says that what was asked for is not there, or not for everybody."""
        is_here = canonical(self.page.url) == canonical(address)
        return is_here and _REFUSALS <= self.page.status < _FAILURES and not self.page.blank

    def _click(self, intent: Intent) -> bool:
        goal = words_of(intent.name)
        fits = fitting.pressable(self.page, intent.name, intent.place, self._typed())
        found = [target for target in fits if not self._refused(beyond(target, intent.name))]
        if fits and not found and says_deed(goal):
            raise instead.not_exactly(intent.name, fits, self.page)
        inside = [target for target in found if target.link is None or self.browser.is_inside(target.link.url)]
        found = inside or found[:1]
        if len(names := dict.fromkeys(target.name for target in found)) > 1:
            several = ", ".join(f'"{brief_line(each, 60)}"' for each in names)
            self._say(f"The page {instead.place(self.page)} has several that are called so: {several}. Say which.")
            return False
        if len(found) > 1:
            raise instead.ambiguous(found, self.page)
        if found:
            return self._press(found[0], goal)
        look: Callable[[Visited], Pressable | None] = lambda here: self._pressable(here, intent.name)  # noqa: E731 - as the others
        if goal in _OF_THE_SITE:
            target = self._search(goal, look, intent.name)
        elif intent.place:
            self._misplaced(intent)
            return False
        elif (cleared := _CLEARS.match(intent.name)) and fitting.field_named(self.page, words_of(cleared[1]), None):
            return self._fill(replace(intent, verb="fill", name=cleared[1], value=""))
        elif _ENTER.fullmatch(intent.name) and self._typed() is not None:
            return self._submit(replace(intent, verb="submit", name=""))
        else:
            self._check_able(intent.name)
            target = self._elsewhere(goal, look, intent.name)
        if target is None and intent.loose:
            raise CannotRun(
                f"The step is not understood, and nothing is called so: {brief_line(intent.name, 160)}.",
                remedy="Begin with a verb such as Open, Press, Enter or See; a sentence to check needs `kind: assert`.",
            )
        return target is not None and self._press(target, goal)

    def _check_able(self, name: str) -> None:
        """CannotRun where a step means a key, the browser, or one of several by its number."""
        nth = _NTH.fullmatch(name)
        if _UNABLE.fullmatch(name):
            raise instead.unable(name)
        if nth and (found := fitting.pressable(self.page, nth[1], "", self._typed())):
            raise instead.ambiguous(found, self.page)

    def _misplaced(self, intent: Intent) -> None:
        """Say that a thing is not in its place, or cannot be used there."""
        shut = fitting.disabled(self.page, intent.name, intent.place)
        if not shut and not fitting.is_known_place(self.page, intent.name, intent.place):
            raise instead.unplaced(intent.name, intent.place, self.page)
        self.is_refused = bool(shut)
        self._say(instead.misplaced(intent.name, intent.place, self.page, shut))

    def _press(self, target: Pressable, goal: frozenset[str]) -> bool:
        if target.link is None and target.form < 0:
            raise CannotRun(
                f'The button "{brief_line(target.name, 80)}" belongs to no form: it needs a script.',
                remedy="Use another agent, one with a browser.",
            )
        self.browser.placed = True
        if target.link is not None:
            link = target.link
            page = self.browser.load(link.url, avoid=lambda url: leads_astray(url, link, goal))
            return self._go(page, f'Followed "{target.name}" to')
        login = fitting.login_form(self.page)
        if login is not None and login.form == target.form and self._refused(self._beyond_login(target.form, goal)):
            return False
        if why := self.browser.stopped(target.form, target.button):
            return self._unsent(why)
        return self._go(self.browser.send(target.form, target.button), f'Pressed "{target.name}", then saw')

    def _unsent(self, why: str) -> bool:
        self._say(f"The form was not sent, as a browser would not send it: {why}.")
        self.is_refused = True
        return False

    def _fill(self, intent: Intent) -> bool:
        name, value = fitting.reading(self.page, ((intent.name, intent.value), *intent.others))
        goal = words_of(name)
        if fitting.field_named(self.page, goal, self._typed()) is None and fitting.choice(
            self.page, words_of(value), goal
        ):
            return self._choose(replace(intent, verb="choose", name=name, value=value, others=()))
        slot = self._bound(goal, lambda here: fitting.field_named(here.page, goal, self._typed()), name)
        if slot is None:
            return False
        each = self.page.forms[slot.form].fields[slot.field]
        if any(rule == "readonly" for rule, _ in each.rules):
            self._say(f'"{slot.name}" is read-only on the page "{self.page.name}".')
            return False
        typed = validity.cut(each, value)
        self.browser.filled[slot.form, slot.field] = typed
        rest = f" It takes no more than {len(typed)} characters." if typed != value else ""
        self._say(f'Filled in "{slot.name}".{rest}')
        return True

    def _choose(self, intent: Intent) -> bool:
        readings = ((intent.name, intent.value), *intent.others)
        fitting_here = [
            each for each in readings if fitting.choice(self.page, words_of(each[1]), words_of(each[0])) is not None
        ]
        group_name, chosen = fitting_here[0] if fitting_here else readings[0]
        value, group = words_of(chosen), words_of(group_name)
        name = f"{chosen} {group_name}".strip()
        if not fitting_here and (offered := fitting.options(self.page, group)):
            has = brief_line(", ".join(offered), 160)
            self._say(
                f'"{group_name}" does not offer "{chosen}" on the page {instead.place(self.page)}. It has: {has}.'
            )
            return False
        slot = self._bound(group or value, lambda here: fitting.choice(here.page, value, group), name)
        if slot is None:
            return False
        for other in slot.others:
            self.browser.filled[slot.form, other] = None
        self.browser.choose(slot.form, slot.field, slot.value, off=intent.negative)
        self._say(f'{"Switched off" if intent.negative else "Chose"} "{chosen}" in "{slot.name}".')
        return True

    def _submit(self, intent: Intent) -> bool:
        goal = words_of(intent.name)
        target = fitting.submit_button(self.page, goal, self._typed())
        if target is None and goal:
            target = self._elsewhere(goal, lambda here: fitting.submit_button(here.page, goal, None), intent.name)
        elif target is None:
            if len(self.page.forms) > 1:
                raise instead.several_forms(self.page)
            self._say(f'The page "{self.page.name}" has no form to submit.')
        if target is not None and goal and self._refused(beyond(target, intent.name)):
            raise instead.not_exactly(intent.name, [target], self.page)
        return target is not None and self._press(target, goal)

    def _search_for(self, intent: Intent) -> bool:
        goal = words_of("search")
        slot = self._search(goal, lambda here: self._named(here, fitting.search_box(here.page), goal), "search")
        if slot is None:
            return False
        self.browser.filled[slot.form, slot.field] = intent.value
        self.browser.placed = True
        return self._go(self._sent(slot.form), f'Searched for "{intent.value}", then saw')

    def _beyond_login(self, form: int, goal: frozenset[str]) -> str:
        """What a login would do besides: its form goes where something ends or is destroyed."""
        sent = self.page.forms[form]
        return beyond_form(self.page, form, goal) if costs(sent.action, goal) else ""

    def _log_in(self, intent: Intent) -> bool:
        goal = words_of("log in")
        login = self._search(goal, lambda here: self._named(here, fitting.login_form(here.page), goal), "log in")
        if login is None:
            return False
        is_mail = self.page.forms[login.form].fields[login.who].kind == "email"
        self.browser.filled[login.form, login.who] = intent.name or ("nobody@example.org" if is_mail else "nobody")
        self.browser.filled[login.form, login.secret] = intent.value or "not-the-password-4711"
        if why := self.browser.stopped(login.form, next(iter(self.page.forms[login.form].buttons), None)):
            return self._unsent(why)
        arrived = self._go(self._sent(login.form), "Sent the login, then saw")
        self.browser.placed = False
        if arrived and fitting.login_form(self.page) is not None:
            self._say("The login form is still there: the login was not accepted.")
            self.is_refused, arrived = True, False
        return arrived

    def _sent(self, form: int) -> Page:
        """The answer to a form that is sent with its first button."""
        return self.browser.send(form, next(iter(self.page.forms[form].buttons), None))

    def _see(self, intent: Intent) -> bool:
        page = self.browser.seen(self.page)
        verdict = said_by(intent.name, page)
        if verdict is None:
            raise instead.undecided(intent.name, page)
        sentence = brief_line(intent.name, 160)
        if verdict:
            self._say(f'On the page "{page.name}" it is true: {sentence}')
        else:
            self.reason = f'On the page "{brief_line(page.name, 80)}" it is not true: {sentence}'
            self._say(instead.told(intent.name, page))
        return verdict

    def _go(self, page: Page, how: str) -> bool:
        if page.costs:
            raise CannotRun(
                f"{how} {brief_line(urlsplit(page.url).path, 80)}, and was not sent on: {page.problem}.",
                remedy="If that is meant, name what it does: Press Delete account.",
            )
        if page.leaves:
            raise instead.outside(how, page)
        if page.is_file and page.status < _REFUSALS:
            raise instead.unread(how, page)
        if page.problem:
            # Without its parameters: they may hold what was filled in.
            self._say(f"{how} no page at {brief_line(urlsplit(page.url).path, 80)}: {page.problem}.")
            return False
        self.browser.stand(page)
        answer = "" if page.is_found else f", which answers with status {page.status}"
        self._say(f'{how} the page "{brief_line(page.name, 80)}"{answer}.')
        self.is_refused = _REFUSALS <= page.status < _FAILURES
        return page.is_found
