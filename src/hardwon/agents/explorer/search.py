"""Search: the way from where the browser stands to a page that has what a step names, best links first.

Links are scored by the words of the step, by what the page around them says, and by what memory says, weighed by its
trust. The search spends page loads, of which it has a budget; it follows links only, and none that would leave the
site, end the visit or destroy something. Where a link only may do so, it is left alone, and the search has no verdict.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl, unquote, urlencode, urlsplit, urlunsplit

from hardwon.agents.explorer.browser import host_of
from hardwon.agents.explorer.deeds import harms, leads_astray, may_harm, says_deed
from hardwon.agents.explorer.intents import mentioned, words_of
from hardwon.agents.explorer.page import Link
from hardwon.agents.explorer.several import is_named, on_one_of_several
from hardwon.guard.scanner import brief_line

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from hardwon.agents.explorer.browser import Browser
    from hardwon.agents.explorer.page import Page
    from hardwon.agents.explorer.trails import Trail

BUDGET = 25
MOST_OF_A_KIND = 4
"""Pages whose addresses differ in a number or a value: after so many of a calendar, the rest is taken to be alike."""

_EXACT = 10.0
_TEXT = 3.0
_ADDRESS = 1.0
_DEPTH = 0.2
_MENTIONED = 1.0
_REPEATED = 0.7
_SIBLING = 0.1
_INHERITED = 0.3

_FILES = re.compile(
    r"\.(?:pdf|zip|gz|tar|7z|png|jpe?g|gif|svg|webp|ico|mp[34]|mov|webm|css|js|json|xml|csv|xlsx?|docx?|exe|dmg)$",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"\d+")


@dataclass(frozen=True, slots=True)
class Visited:
    """A page of the search, and how it was reached."""

    page: Page
    asked: str
    """The address that was asked for; redirects may have led elsewhere."""

    link: Link | None = None
    before: Visited | None = None
    score: float = 0.0

    @property
    def way(self) -> tuple[Visited, ...]:
        """The pages from where the search began to this one."""
        return (*self.before.way, self) if self.before is not None else (self,)

    @property
    def links(self) -> tuple[Link, ...]:
        """The links that were followed to get here."""
        return tuple(each.link for each in self.way if each.link is not None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """How a search ended."""

    at: Visited | None
    """Where it is; None when it was not found."""

    visited: tuple[Visited, ...]
    spent: int
    """Page loads."""

    unread: int = 0
    """Links that were left when the budget was spent."""

    doubted: tuple[str, ...] = ()
    """What links say that were not followed, as they may do something that the step does not name."""

    overstepped: Mapping[str, str] = field(default_factory=dict)
    """What memories would have had the search do that is not its to do, by their ids."""


@dataclass(frozen=True, slots=True)
class _Candidate:
    link: Link
    before: Visited
    score: float
    kind: str
    folder: str


@dataclass(slots=True)
class Search:
    """One search for a goal, given by its words."""

    browser: Browser
    goal: frozenset[str]
    trails: Sequence[Trail]
    budget: int = BUDGET
    name: str = ""
    """The goal as the step calls it."""

    _candidates: dict[str, _Candidate] = field(default_factory=dict)
    """Links that were seen and not followed, by address, in the order in which they were seen."""

    _seen: set[str] = field(default_factory=set)
    _kinds: Counter[str] = field(default_factory=Counter)
    _folders: Counter[str] = field(default_factory=Counter)
    _visited: list[Visited] = field(default_factory=list)
    _overstepped: dict[str, str] = field(default_factory=dict)
    _doubted: dict[str, str] = field(default_factory=dict)
    """What links say that may do something, by their addresses."""

    _refused: list[str] = field(default_factory=list)
    """What links say that lead on to what ends, costs or destroys something."""

    def run(self, start: Page, fits: Callable[[Visited], bool]) -> Found:
        """The first page that fits, in the order of the scores."""
        began = self.browser.loads
        here: Visited | None = Visited(start, start.url)
        while here is not None and not self._arrives(here, fits):
            left = self.budget - (self.browser.loads - began)
            here = self._next() if left > 0 else None
        return Found(
            at=here,
            visited=tuple(self._visited),
            spent=self.browser.loads - began,
            unread=len(self._left()),
            doubted=(*(text for url, text in self._doubted.items() if url not in self._seen), *self._refused),
            overstepped=self._overstepped,
        )

    def _arrives(self, here: Visited, fits: Callable[[Visited], bool]) -> bool:
        self._visited.append(here)
        self._seen.update((canonical(here.page.url), canonical(here.asked)))
        if not here.page.is_found:
            return False
        if fits(here):
            return True
        self._note(here, here.page.links)
        if here.before is None:
            self._note(here, (Link(text="", url=self.browser.start),))
        return False

    def _note(self, here: Visited, links: Sequence[Link]) -> None:
        about = _MENTIONED * mentioned(self.goal, here.page.prose)
        inherited = _INHERITED * here.score + about - _DEPTH * len(here.links)
        several = on_one_of_several(here.page, self.browser.home)
        for link in links:
            # A link that was seen before stays where it was first seen: that is the shorter way.
            address = canonical(link.url)
            if harm := self._harm(link):
                self._blame(link, harm)
                text = words_of(link.text)
                is_sought = text == self.goal or (says_deed(self.goal) and self.goal <= text)
                if is_sought and self.browser.is_inside(link.url):
                    # It may be what is sought: that it is not there cannot be said.
                    self._doubted[address] = link.text
            elif may_harm(link, self.goal) or (link.url in several and not is_named(link, self.goal)):
                self._doubted[address] = link.text
            elif address not in self._seen and address not in self._candidates and not _is_file(link):
                score = self._score(link) + inherited
                self._candidates[address] = _Candidate(link, here, score, shape(link.url), _folder(link.url))

    def _next(self) -> Visited | None:
        """The page behind the best link that is left; None when there is none."""
        left = self._left()
        if not left:
            return None
        # `max` keeps the first of equals: the order in which they were seen.
        address, best = max(left.items(), key=lambda item: self._promise(item[1]))
        del left[address]
        self._candidates = left
        self._kinds[best.kind] += 1
        self._folders[best.folder] += 1
        page = self.browser.load(best.link.url, avoid=lambda url: leads_astray(url, best.link, self.goal))
        if page.costs:
            self._blame(best.link, "leads to what ends the visit or destroys something")
            self._refused.append(best.link.text)
        if page.leaves:
            self._blame(best.link, f"leads to {page.leaves}, outside the site")
        return Visited(page, best.link.url, best.link, best.before, best.score)

    def _left(self) -> dict[str, _Candidate]:
        """The links that are worth following."""
        return {
            address: candidate
            for address, candidate in self._candidates.items()
            if address not in self._seen and self._kinds[candidate.kind] < MOST_OF_A_KIND
        }

    def _promise(self, candidate: _Candidate) -> float:
        """The score, less what pages like it have already failed to give: rather one of each than all of one."""
        siblings = self._folders[candidate.folder] if candidate.folder else 0
        return candidate.score - _REPEATED * self._kinds[candidate.kind] - _SIBLING * siblings

    def _harm(self, link: Link) -> str:
        """What following a link would do that no search may do; "" if nothing."""
        parts = urlsplit(link.url)
        if not self.browser.is_inside(link.url):
            return f"leads to {host_of(link.url)}, outside the site" if parts.netloc else "leads to no page"
        return "ends the visit or destroys something" if harms(link, self.name) else ""

    def _blame(self, link: Link, harm: str) -> None:
        """Note which memories named a link that must not be followed."""
        for trail in self.trails:
            if trail.names(link):
                self._overstepped[trail.id] = f'the link "{brief_line(link.text, 60)}" {harm}'

    def _score(self, link: Link) -> float:
        text = words_of(link.text)
        score = max((trail.pull(link) for trail in self.trails), default=0.0)
        if not self.goal:
            return score
        if text == self.goal:
            return score + _EXACT
        shared = len(self.goal & text)
        # A link that says much else is a worse sign than one that says just this.
        score += _TEXT * shared / len(self.goal) * (0.5 + 0.5 * shared / len(text) if text else 0)
        return score + _ADDRESS * len(self.goal & _address_words(link.url)) / len(self.goal)


def canonical(url: str) -> str:
    """The address by which a page is known: parameters sorted, no fragment."""
    parts = urlsplit(url)
    query = urlencode(sorted(parse_qsl(parts.query, keep_blank_values=True)))
    return urlunsplit((parts.scheme, parts.netloc.lower(), parts.path or "/", query, ""))


def shape(url: str) -> str:
    """What addresses of one kind have in common: numbers and the values of parameters left out."""
    parts = urlsplit(url)
    names = sorted({name for name, _ in parse_qsl(parts.query, keep_blank_values=True)})
    return f"{_NUMBER.sub('#', parts.path)}?{'&'.join(names)}"


def _is_file(link: Link) -> bool:
    return link.download or bool(_FILES.search(urlsplit(link.url).path))


def _folder(url: str) -> str:
    return urlsplit(url).path.rpartition("/")[0]


def _address_words(url: str) -> frozenset[str]:
    parts = urlsplit(url)
    return words_of(unquote(f"{parts.path} {parts.query}").replace("/", " "))
