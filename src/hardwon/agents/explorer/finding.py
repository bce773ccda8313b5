"""Finding: what a step names, where the test stands or where a search leads; and what that says of memory."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol, TypeVar

from hardwon.agents.explorer import fitting, instead, showing
from hardwon.agents.explorer.bounds import beyond_form, beyond_link, beyond_name
from hardwon.agents.explorer.intents import words_of
from hardwon.agents.explorer.judgement import EXPLORED, judged, lesson
from hardwon.agents.explorer.search import Search, Visited
from hardwon.agents.explorer.trails import trails
from hardwon.guard.scanner import brief_line

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from hardwon.agents import Hint
    from hardwon.agents.explorer.browser import Browser
    from hardwon.agents.explorer.fitting import Pressable
    from hardwon.agents.explorer.judgement import Insight, Judgement
    from hardwon.agents.explorer.page import Link, Page
    from hardwon.agents.explorer.search import Found
    from hardwon.agents.explorer.trails import Trail


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


def beyond(target: Pressable, name: str) -> str:
    """What pressing something would do that the step, which calls it by a name, does not say; "" if nothing."""
    if target.link is not None:
        return beyond_link(target.link, name)
    return beyond_name(target.name, name) if target.form >= 0 else ""


N = TypeVar("N", bound=_Named)
F = TypeVar("F", bound=_Sent)


@dataclass(slots=True)
class Finder:
    """What looks for the things of one step."""

    browser: Browser
    hints: Sequence[Hint]
    budget: int
    """Page loads that are left for searching."""

    said: list[str] = field(default_factory=list)
    used: list[str] = field(default_factory=list)
    contradicted: list[str] = field(default_factory=list)
    overstepped: dict[str, str] = field(default_factory=dict)
    """What memories would have had it do beyond the step, by their ids."""

    lessons: list[Insight] = field(default_factory=list)
    is_refused: bool = False
    """Whether the site did not let the visitor do what was asked for last."""

    _unnamed: dict[str, tuple[Visited, str]] = field(default_factory=dict)
    """Forms that fit a search and are not the step's to send, by the address of their page; and what they do."""

    @property
    def page(self) -> Page:
        if self.browser.page is None:
            raise ValueError("A step begins on a page.")
        return self.browser.page

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
            self.is_refused = True
            self._say(f'"{brief_line(shut, 80)}" is disabled on the page {instead.place(here)}.')
        else:
            self._missing(name)
        return None

    def _missing(self, name: str) -> None:
        page = self.page
        things = [
            thing.name for thing in page.things if thing.kind in ("button", "field", "checkbox", "radio") and thing.name
        ]
        if any(
            thing.kind in ("field", "checkbox", "radio") and showing.same(thing.name, name) for thing in page.things
        ):
            raise instead.scripted(name, page)
        has = f" It has: {', '.join(dict.fromkeys(things))}." if things else ""
        status = "" if page.is_found else f" The page answers with status {page.status}."
        self._say(f'"{brief_line(name, 80)}" was not found on the page {instead.place(page)}.{status}{has}')

    def _search(
        self,
        goal: frozenset[str],
        look: Callable[[Visited], N | None],
        name: str,
        *,
        is_bound: bool = False,
        said: str = "",
    ) -> N | None:
        """What is named, on this page or the nearest that has it; the browser then stands there.

        `said` is the name as the step has it, with "form": a link may be called just so.

        What is bound to a page is taken elsewhere only if memory led there, or the step names that page.
        """
        if not goal:
            self._say("The step does not say which.")
            return None
        known, had = trails(self.hints, goal), self.budget
        found = self._searched(goal, known, look, said or name)
        if known and found.at is None and found.unread:
            # Memory may have spent what another way would have needed: the verdict is the one that there is without it.
            self._judge(found, known, None)
            known = ()
            if is_bound and not fitting.names_a_page(self.page, goal, self._start_links()):
                self._missing(name)
                return None
            self.budget = had
            found = self._searched(goal, known, look, said or name)
        thing = look(found.at) if found.at is not None else None
        judgement = self._judge(found, known, thing)
        if is_bound and found.at is not None and found.at.link is not None and thing is not None:
            own, called = words_of(found.at.page.name), words_of(thing.name)
            if not judgement.used and not (own <= goal and not goal <= called):
                self._missing(name)
                self._say(f"It is on the page {instead.place(found.at.page)}: open that first, if it is meant.")
                return None
        if found.at is None or thing is None:
            self._lost(name, found, is_bound=is_bound)
            return None
        if found.at.link is not None:
            self._learn(found, found.at, thing, goal, led=bool(judgement.used))
            self.browser.stand(found.at.page)
            self.browser.placed = True
        return thing

    def _judge(self, found: Found, known: Sequence[Trail], thing: _Named | None) -> Judgement:
        """What a search has shown about memory, and what memory would have had it do."""
        judgement = judged(found, known, thing.kind if thing is not None else "page", self._start_links())
        self.used += judgement.used
        self.contradicted += judgement.contradicted
        for each, what in {**found.overstepped, **self._led_to_forms(known)}.items():
            self.overstepped[each] = what
            self._say(f"Memory leads beyond the step, and was not followed: {what}.")
        return judgement

    def _lost(self, name: str, found: Found, *, is_bound: bool) -> None:
        """Say that something was not found; CannotRun where it may be where nobody looked."""
        if self.page.blank:
            raise instead.blank(self.page)
        if found.unread or (found.doubted and not is_bound):
            raise instead.unsearched(name, found)
        self._say(instead.searched(name, found))

    def _searched(
        self, goal: frozenset[str], known: Sequence[Trail], look: Callable[[Visited], N | None], name: str
    ) -> Found:
        found = Search(self.browser, goal, known, self.budget, name).run(self.page, lambda here: look(here) is not None)
        self.budget -= found.spent
        return found

    def _pressable(self, here: Visited, name: str) -> Pressable | None:
        """The link or button that is named."""
        target = fitting.clickable(here.page, words_of(name))
        return self._within(here, target, beyond(target, name) if target else "")

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

    def _say(self, sentence: str) -> None:
        self.said.append(brief_line(sentence, 300))
