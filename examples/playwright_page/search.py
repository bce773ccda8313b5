"""Looking for what this page does not have: links are followed, best first, and memory says which those are."""

import heapq
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from playwright.sync_api import Error, Locator
from playwright_page.browser import Visit

from hardwon.agents import Hint

MOST_LOADS = 30
LONGEST_NAME = 60
ENDS_THE_VISIT = re.compile(r"log ?out|sign ?out|end all|delete|remove|cancel", re.IGNORECASE)


@dataclass
class Found:
    """Where the search ended, and what it says about memory."""

    thing: Locator | None
    way: Sequence[str] = ()
    followed: set[str] = field(default_factory=set)

    def used(self, hints: Iterable[Hint]) -> list[str]:
        """Hints that named a link on the way."""
        return [hint.id for hint in hints if any(names(hint, link) for link in self.way)]

    def contradicted(self, hints: Iterable[Hint]) -> list[str]:
        """Hints whose links were followed in vain, while the thing was elsewhere. Not found at all proves nothing."""
        vain = self.followed.difference(self.way) if self.thing and self.way else ()
        used = self.used(hints)
        return [hint.id for hint in hints if hint.id not in used and any(names(hint, link) for link in vain)]


def search(visit: Visit, goal: str, look: Callable[[], Locator], hints: Sequence[Hint]) -> Found:
    """The first page on which `look` sees something, from this page on; the browser then stands there."""
    found = Found(None)
    waiting: list[tuple[float, int, str, tuple[str, ...]]] = [(0, 0, visit.page.url, ())]
    known = {visit.page.url}
    while waiting and len(found.followed) < MOST_LOADS:
        _, _, url, way = heapq.heappop(waiting)
        if way and not loaded(visit, url):
            continue
        found.followed.update(way[-1:])
        if look().count():
            found.thing, found.way = look().first, way
            return found
        text = visit.page.inner_text("body")[:2_000]
        for name, address in links(visit):
            if address not in known:
                known.add(address)
                cost = len(way) + 1 - value(name, text, goal, hints)
                heapq.heappush(waiting, (cost, len(known), address, (*way, name)))
    return found


def loaded(visit: Visit, url: str) -> bool:
    """Whether there is a page; a download or a dead link is none, and the search goes on."""
    try:
        visit.load(url)
    except Error:
        return False
    return visit.is_inside(visit.page.url)


def links(visit: Visit) -> list[tuple[str, str]]:
    """Names and addresses of the links that lead on in the target and can be followed without harm."""
    every = visit.page.eval_on_selector_all(
        "a[href]", "all => all.slice(0, 500).map(a => [a.innerText.trim(), a.href])"
    )
    plain = [(name, address.partition("#")[0]) for name, address in every if name and len(name) <= LONGEST_NAME]
    return [each for each in plain if visit.is_inside(each[1]) and not ENDS_THE_VISIT.search(each[0])]


def value(name: str, text: str, goal: str, hints: Iterable[Hint]) -> float:
    """What speaks for a link: memory most, then its name, then the page that it stands on."""
    trust = max((hint.trust for hint in hints if names(hint, name)), default=0)
    return 6 * trust + 2 * len(words(goal) & words(name)) + 0.5 * len(words(goal) & words(text))


def about(goal: str, hints: Iterable[Hint]) -> list[Hint]:
    return [hint for hint in hints if words(goal) <= words(f"{hint.title} {hint.content}")]


def names(hint: Hint, link: str) -> bool:
    return re.search(rf"\b{re.escape(link)}\b", f"{hint.title} {hint.content}", re.IGNORECASE) is not None


def words(text: str) -> set[str]:
    return set(re.findall(r"\w+", text.casefold()))
