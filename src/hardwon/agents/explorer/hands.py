"""Hands: one intent after the other, carried out on the browser; and what is said, used and learned on the way."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Protocol, TypeVar
from urllib.parse import urlsplit

from hardwon.agents import CannotRun
from hardwon.agents.explorer import fitting, instead, validity
from hardwon.agents.explorer.bounds import beyond_form, beyond_name
from hardwon.agents.explorer.checking import judged as said_by
from hardwon.agents.explorer.intents import words_of
from hardwon.agents.explorer.judgement import EXPLORED, judged, lesson
from hardwon.agents.explorer.search import Search, Visited, canonical
from hardwon.agents.explorer.trails import trails
from hardwon.guard.scanner import brief_line

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from hardwon.agents import Hint
    from hardwon.agents.explorer.browser import Browser
    from hardwon.agents.explorer.fitting import Pressable
    from hardwon.agents.explorer.intents import Intent
    from hardwon.agents.explorer.judgement import Insight
    from hardwon.agents.explorer.page import Link, Page
    from hardwon.agents.explorer.search import Found
    from hardwon.agents.explorer.trails import Trail

_START = (frozenset({"home"}), frozenset({"start"}))
_OF_THE_SITE = (words_of("log in"), words_of("log out"))
"""What a visitor can do from any page, wherever the link to it stands."""

_REFUSALS, _FAILURES = 400, 500
"""Where HTTP's answers begin that refuse something, and those of a server that failed."""


class _Named(Protocol):
    """Something on a page, as a lesson speaks of it."""

    @property
    def name(self) -> str: ...

    @property
    def kind(self) -> str: ...


class _Sent(_Named, Protocol):
    """Something that is sent with its form."""

    @property
    def form(self) -> int: ...


N = TypeVar("N", bound=_Named)
F = TypeVar("F", bound=_Sent)


@dataclass(slots=True)
class Hands:
    """What carries out the intents of one step."""

    browser: Browser
    hints: Sequence[Hint]
    budget: int
    """Page loads that are left for searching."""

    asserts_next: bool = False
    """Whether the next step only looks: an error page may be what the test wants to look at."""

    said: list[str] = field(default_factory=list)
    reason: str = ""
    """Why the intent that failed did, where what was seen is another matter."""

    used: list[str] = field(default_factory=list)
    contradicted: list[str] = field(default_factory=list)
    overstepped: dict[str, str] = field(default_factory=dict)
    """What memories would have had it do beyond the step, by their ids."""

    lessons: list[Insight] = field(default_factory=list)
    _unnamed: dict[str, tuple[Visited, str]] = field(default_factory=dict)
    """Forms that fit a search and are not the step's to send, by the address of their page; and what they do."""
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
        return ways[intent.verb](intent)

    @property
    def page(self) -> Page:
        if self.browser.page is None:
            raise ValueError("A step begins on a page.")
        return self.browser.page

    def _open(self, intent: Intent) -> bool:
        goal = words_of(intent.name)
        is_start = goal in _START
        address = self.browser.start if is_start else fitting.address(intent.name, self.browser.start)
        if address:
            arrived = self._go(self.browser.load(address), "Opened")
            self.browser.placed = not is_start
            return arrived or (self._looks and self._is_error_page(address))
        found = self._search(goal, lambda here: here.page if fitting.is_page(here, goal) else None, intent.name)
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
        found = [
            target
            for target in fitting.pressable(self.page, intent.name, intent.place, self._typed())
            if target.form < 0 or not self._refused(beyond_name(target.name, goal))
        ]
        inside = [target for target in found if target.link is None or self.browser.is_inside(target.link.url)]
        found = inside or found[:1]
        if len(names := dict.fromkeys(target.name for target in found)) > 1:
            several = ", ".join(f'"{brief_line(each, 60)}"' for each in names)
            self._say(f"The page {instead.place(self.page)} has several that are called so: {several}. Say which.")
            return False
        if len(found) > 1:
            raise instead.ambiguous(found, self.page)
        if found:
            return self._press(found[0])
        look: Callable[[Visited], Pressable | None] = lambda here: self._pressable(here, goal)  # noqa: E731 - as the others
        if goal in _OF_THE_SITE:
            target = self._search(goal, look, intent.name)
        elif intent.place:
            self._misplaced(intent)
            return False
        else:
            target = self._elsewhere(goal, look, intent.name)
        if target is None and intent.loose:
            raise CannotRun(
                f"The step is not understood, and nothing is called so: {brief_line(intent.name, 160)}.",
                remedy="Begin with a verb such as Open, Press, Enter or See; a sentence to check needs `kind: assert`.",
            )
        return target is not None and self._press(target)

    def _misplaced(self, intent: Intent) -> None:
        """Say that a thing is not in its place, or cannot be used there."""
        shut = fitting.disabled(self.page, intent.name, intent.place)
        if not shut and not fitting.is_known_place(self.page, intent.name, intent.place):
            raise instead.unplaced(intent.name, intent.place, self.page)
        self._say(instead.misplaced(intent.name, intent.place, self.page, shut))

    def _press(self, target: Pressable) -> bool:
        if target.link is None and target.form < 0:
            raise CannotRun(
                f'The button "{brief_line(target.name, 80)}" belongs to no form: it needs a script.',
                remedy="Use another agent, one with a browser.",
            )
        self.browser.placed = True
        if target.link is not None:
            return self._go(self.browser.load(target.link.url), f'Followed "{target.name}" to')
        if why := self.browser.stopped(target.form, target.button):
            self._say(f"The form was not sent, as a browser would not send it: {why}.")
            return False
        return self._go(self.browser.send(target.form, target.button), f'Pressed "{target.name}", then saw')

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
            self._say(f'The page "{self.page.name}" has no form to submit.')
        return target is not None and self._press(target)

    def _search_for(self, intent: Intent) -> bool:
        goal = words_of("search")
        slot = self._search(goal, lambda here: self._named(here, fitting.search_box(here.page), goal), "search")
        if slot is None:
            return False
        self.browser.filled[slot.form, slot.field] = intent.value
        self.browser.placed = True
        return self._go(self._sent(slot.form), f'Searched for "{intent.value}", then saw')

    def _log_in(self, intent: Intent) -> bool:
        goal = words_of("log in")
        login = self._search(goal, lambda here: self._named(here, fitting.login_form(here.page), goal), "log in")
        if login is None:
            return False
        self.browser.filled[login.form, login.who] = intent.name
        self.browser.filled[login.form, login.secret] = intent.value
        answer = self._sent(login.form)
        arrived = self._go(answer, "Sent the login, then saw")
        self.browser.placed = False
        if arrived and fitting.login_form(self.page) is not None:
            self._say("The login form is still there: the login was not accepted.")
            arrived = False
        # A refused login is a failure unless the step says "Try to": the next look may be true of any page.
        return arrived or (intent.tried and self.page.status < _FAILURES and not answer.problem)

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

    def _typed(self) -> int | None:
        """The form that was filled in last."""
        return next(reversed(self.browser.filled))[0] if self.browser.filled else None

    def _bound(self, goal: frozenset[str], look: Callable[[Visited], N | None], name: str) -> N | None:
        """What is named on this page. Before the test has chosen a page, also on the nearest that has it."""
        if look(Visited(self.page, self.page.url)) is None and (
            self.browser.placed or fitting.disabled(self.page, name)
        ):
            return self._elsewhere(goal, look, name)
        return self._search(goal, look, name)

    def _elsewhere(self, goal: frozenset[str], look: Callable[[Visited], N | None], name: str) -> N | None:
        """What is named and not on this page: only where the step or memory says that it is on another one."""
        here = self.page
        shut = fitting.disabled(here, name)
        may_leave = not shut and (
            bool(trails(self.hints, goal)) or fitting.names_a_page(here, goal, self._start_links())
        )
        if goal and may_leave:
            return self._search(goal, look, name, is_bound=True)
        if here.blank and goal:
            raise instead.blank(here)
        if not goal:
            self._say("The step does not say which.")
        elif shut:
            self._say(f'"{brief_line(shut, 80)}" is disabled on the page {instead.place(here)}.')
        else:
            self._missing(name)
        return None

    def _missing(self, name: str) -> None:
        page = self.page
        things = [
            thing.name for thing in page.things if thing.kind in ("button", "field", "checkbox", "radio") and thing.name
        ]
        has = f" It has: {', '.join(dict.fromkeys(things))}." if things else ""
        status = "" if page.is_found else f" The page answers with status {page.status}."
        self._say(f'"{brief_line(name, 80)}" was not found on the page {instead.place(page)}.{status}{has}')

    def _search(
        self, goal: frozenset[str], look: Callable[[Visited], N | None], name: str, *, is_bound: bool = False
    ) -> N | None:
        """What is named, on this page or the nearest that has it; the browser then stands there.

        What is bound to a page is taken elsewhere only if memory led there, or the step names that page.
        """
        if not goal:
            self._say("The step does not say which.")
            return None
        known = trails(self.hints, goal)
        found = Search(self.browser, goal, known, self.budget).run(self.page, lambda here: look(here) is not None)
        self.budget -= found.spent
        thing = look(found.at) if found.at is not None else None
        judgement = judged(found, known, thing.kind if thing is not None else "page", self._start_links())
        self.used += judgement.used
        self.contradicted += judgement.contradicted
        for each, what in {**found.overstepped, **self._led_to_forms(known)}.items():
            self.overstepped[each] = what
            self._say(f"Memory leads beyond the step, and was not followed: {what}.")
        if is_bound and found.at is not None and found.at.link is not None and thing is not None:
            own, called = words_of(found.at.page.name), words_of(thing.name)
            if not judgement.used and not (own <= goal and not goal <= called):
                self._missing(name)
                self._say(f"It is on the page {instead.place(found.at.page)}: open that first, if it is meant.")
                return None
        if found.at is None or thing is None:
            if self.page.blank:
                raise instead.blank(self.page)
            # Where memory drew the search, it may be memory's fault: then the test is tried without it.
            if not known and (found.unread or (found.doubted and not is_bound)):
                raise instead.unsearched(name, found)
            self._say(instead.searched(name, found))
            return None
        if found.at.link is not None:
            self._learn(found, found.at, thing, goal, led=bool(judgement.used))
            self.browser.stand(found.at.page)
            self.browser.placed = True
        return thing

    def _pressable(self, here: Visited, goal: frozenset[str]) -> Pressable | None:
        """The link or button that is named."""
        target = fitting.clickable(here.page, goal)
        return self._within(here, target, beyond_name(target.name, goal) if target and target.form >= 0 else "")

    def _named(self, here: Visited, thing: F | None, goal: frozenset[str]) -> F | None:
        """What is sent together with its form."""
        return self._within(here, thing, beyond_form(here.page, thing.form, goal) if thing else "")

    def _within(self, here: Visited, thing: N | None, beyond: str) -> N | None:
        """The thing, unless its form does what the step does not name."""
        if beyond:
            self._unnamed[here.page.url] = here, beyond
        return None if beyond else thing

    def _led_to_forms(self, known: Sequence[Trail]) -> dict[str, str]:
        """The memories that led to a form which was not the step's to send, and what that does."""
        unnamed = [(here, what) for here, what in self._unnamed.values() if self._refused(what)]
        self._unnamed.clear()
        return {
            trail.id: what for here, what in unnamed for trail in known if any(trail.names(link) for link in here.links)
        }

    def _refused(self, beyond: str) -> bool:
        if beyond:
            self._say(f"Not sent: {beyond}.")
        return bool(beyond)

    def _learn(self, found: Found, at: Visited, thing: _Named, goal: frozenset[str], *, led: bool) -> None:
        """Keep where the thing is, unless it was near, or memory led straight to it."""
        if found.spent < EXPLORED or (led and found.spent <= len(at.links)):
            return
        taught = lesson(thing.kind, thing.name, at, self._start_links(), goal)
        if taught is not None:
            self.lessons.append(taught)

    def _start_links(self) -> Sequence[Link]:
        return self.browser.home.links if self.browser.home is not None else ()

    def _go(self, page: Page, how: str) -> bool:
        if page.problem:
            # Without its parameters: they may hold what was filled in.
            self._say(f"{how} no page at {brief_line(urlsplit(page.url).path, 80)}: {page.problem}.")
            return False
        self.browser.stand(page)
        answer = "" if page.is_found else f", which answers with status {page.status}"
        self._say(f'{how} the page "{brief_line(page.name, 80)}"{answer}.')
        return page.is_found

    def _say(self, sentence: str) -> None:
        self.said.append(brief_line(sentence, 300))
