"""An agent for `hardwon run` that works through plain steps in a real browser, with Playwright.

hardwon run --agent playwright_page.agent:agent
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from playwright.sync_api import Error, Locator
from playwright_page.browser import PATIENCE, Visit, first_line
from playwright_page.search import about, search

from hardwon import Outcome
from hardwon.agents import Step

EXPLORED = 3  # page loads from which a find is worth remembering


def agent(step: Step) -> Outcome:
    """Carry out one step. The browser lives in the state of the attempt, from its first step to its last."""
    visit = step.state.get("visit") or step.state.setdefault("visit", Visit(step.url))
    before = visit.actions
    if before == 0:
        visit.start()
    work = Work(step, visit)
    try:
        passed = work.do()
    except Error as error:
        passed = work.say(f"The browser says: {first_line(error)}", passed=False)
    return Outcome(
        passed=passed,
        screenshot=None if passed else visit.picture(),
        observation=" ".join(work.said),
        sub_actions=visit.actions - before,
        used=work.used,
        contradicted=work.contradicted,
    )


@dataclass
class Work:
    """One step while it is carried out."""

    step: Step
    visit: Visit
    said: list[str] = field(default_factory=list)
    used: list[str] = field(default_factory=list)
    contradicted: list[str] = field(default_factory=list)

    def do(self) -> bool:
        for pattern, deed in STEPS.items():
            match = re.fullmatch(pattern, self.step.text.rstrip("."), re.IGNORECASE)
            if match and (deed is Work.see or self.step.kind == "act"):
                return deed(self, **match.groupdict())
        return self.say("This agent does not understand the step.", passed=False)

    def open(self, name: str) -> bool:
        if name.casefold() in ("start", "home"):
            self.visit.start()
            return True
        return self.click(name, roles=("heading", "link"))

    def click(self, name: str, roles: tuple[str, ...] = ("button", "link")) -> bool:
        thing = self.find(name, lambda: self.by_role(name, *roles))
        if thing is None:
            return False
        self.press(thing)
        if self.visit.refused or not self.visit.is_inside(self.visit.page.url):
            return self.say(f'"{name}" leads out of the target.', passed=False)
        return self.say(f'After "{name}": {self.visit.page.title()!r}.', passed=True)

    def fill(self, name: str, value: str) -> bool:
        thing = self.find(name, lambda: self.visit.page.get_by_label(exactly(name)))
        if thing is None:
            return False
        self.act(lambda: thing.fill(value.strip('"')))
        return self.say(f'Filled in "{name}".', passed=True)

    def log_in(self, who: str, secret: str) -> bool:
        if not self.open("log in"):
            return False
        form = self.visit.page.locator("form:has(input[type=password])")
        self.act(lambda: form.locator("input:not([type=hidden])").first.fill(who))
        self.act(lambda: form.locator("input[type=password]").fill(secret))
        self.press(form.get_by_role("button"))
        return self.say(f"Logged in as {who}.", passed=form.count() == 0)

    def see(self, text: str, no: str | None) -> bool:
        seen = self.visit.page.get_by_text(text).first
        if no is None:
            seen.wait_for(timeout=PATIENCE)  # raises when it does not come
            return self.say(f'"{text}" is there.', passed=True)
        return self.say(f'Looked for "{text}".', passed=not seen.is_visible())

    def find(self, name: str, look: Callable[[], Locator]) -> Locator | None:
        """What is named: on this page, or wherever links lead to it. Says what that means for memory."""
        hints = about(name, self.step.observations)
        before = self.visit.actions
        found = search(self.visit, name, look, hints)
        self.used += found.used(hints)
        self.contradicted += found.contradicted(hints)
        if found.thing is None:
            self.say(f'"{name}" was not found on {len(found.followed) + 1} pages.', passed=False)
        elif self.visit.actions - before >= EXPLORED and not found.used(hints):
            page = self.visit.page.locator("h1").first.inner_text()
            self.step.learned(
                f"{name.capitalize()}: reached from {' → '.join(found.way)}", f'It is on the page "{page}".'
            )
        return found.thing

    def by_role(self, name: str, *roles: str) -> Locator:
        first, second = (self.visit.page.get_by_role(role, name=exactly(name)) for role in roles)
        return first.or_(second)

    def act(self, action: Callable[[], None]) -> None:
        self.visit.actions += 1
        action()

    def press(self, thing: Locator) -> None:
        self.visit.refused = ""
        self.act(thing.click)  # returns when the page that it leads to has begun to load, if there is one
        self.visit.page.wait_for_load_state()

    def say(self, sentence: str, *, passed: bool) -> bool:
        self.said.append(sentence)
        return passed


def exactly(name: str) -> re.Pattern[str]:
    return re.compile(rf"^\s*{re.escape(name)}\s*$", re.IGNORECASE)


STEPS: dict[str, Callable[..., bool]] = {
    r"(?:Open|Go to) (?:the )?(?P<name>.+?)(?: page)?": Work.open,
    r'(?:Click|Press|Follow) "?(?P<name>.+?)"?': Work.click,
    r"(?:Enter|Type) (?P<value>.+) into (?P<name>.+)": Work.fill,
    r"Set (?P<name>.+) to (?P<value>.+)": Work.fill,
    r"Log in as (?P<who>\S+) with password (?P<secret>\S+)": Work.log_in,
    r'(?:The page shows|(?P<no>Do not )?See) "(?P<text>.+)"': Work.see,
}
