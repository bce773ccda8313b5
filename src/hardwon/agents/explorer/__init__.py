"""The explorer: an agent without a model, for sites whose pages come from the server.

It carries out plain steps over HTTP. What a step names and the page does not have, it searches for, best links first;
good memory saves it page loads, stale memory leads it astray, as with any agent. The same site and the same memory give
the same outcome.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from hardwon.agents import CannotRun, Outcome
from hardwon.agents.explorer.browser import Browser
from hardwon.agents.explorer.hands import Hands
from hardwon.agents.explorer.intents import intents
from hardwon.agents.explorer.search import BUDGET
from hardwon.target.exchange import Limits

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hardwon.agents import Step
    from hardwon.agents.explorer.intents import Intent

STATE = "explorer"
"""Where the browser lives in `step.state`."""

_UNAVAILABLE = (502, 503, 504)


@dataclass(frozen=True, slots=True, kw_only=True)
class Explorer:
    """The agent, with the limits it keeps to."""

    budget: int = BUDGET
    """Page loads that one step may spend on searching."""

    limits: Limits = field(default_factory=Limits)

    def __call__(self, step: Step) -> Outcome:
        hands = Hands(self._browser(step), step.observations, self.budget, step.state.get("next") == "assert")
        wanted = intents(step.text, asserts=step.kind == "assert")
        began = hands.browser.loads
        try:
            passed = _carried_out(hands, wanted)
        except CannotRun:
            step.report(sub_actions=hands.browser.loads - began, observation=" ".join(hands.said) or None)
            raise
        for lesson in hands.lessons if passed else ():
            step.learned(lesson.title, lesson.content, scope="product")
        return Outcome(
            passed=passed,
            observation=" ".join(hands.said) or "The step does not say what to do.",
            reason="" if passed else hands.reason,
            sub_actions=hands.browser.loads - began,
            used=[each for each in dict.fromkeys(hands.used) if each not in {*hands.contradicted, *hands.overstepped}],
            contradicted=[each for each in dict.fromkeys(hands.contradicted) if each not in hands.overstepped],
            overstepped=hands.overstepped,
        )

    def _browser(self, step: Step) -> Browser:
        browser = step.state.get(STATE)
        if isinstance(browser, Browser):
            return browser
        step.state[STATE] = browser = Browser(step.url, self.limits, tuple(step.state.get("allow", ())))
        return browser


def _carried_out(hands: Hands, wanted: Sequence[Intent]) -> bool:
    unanswered = hands.browser.unanswered
    if hands.browser.page is None:
        _enter(hands.browser)
    passed = bool(wanted) and all(hands.do(*each) for each in zip(wanted, (*wanted[1:], None), strict=True))
    if not passed and hands.browser.unanswered > unanswered and hands.browser.is_gone():
        raise CannotRun(f"The target {hands.browser.start} went away.", remedy="Start it again.")
    return passed


def agent(step: Step) -> Outcome:
    """Carry out a step with the usual limits."""
    return Explorer()(step)


def _enter(browser: Browser) -> None:
    """Load the start page; CannotRun when there is none, for then nothing can be said about any step."""
    if browser.origin is None:
        raise CannotRun(
            "The explorer needs the address of a site, and the target has none.",
            remedy="Give the target a `url` with http or https, and no user in it.",
        )
    page = browser.load(browser.start)
    if page.problem or page.status in _UNAVAILABLE:
        why = page.problem or f"status {page.status}"
        raise CannotRun(f"The target {browser.start} could not be loaded: {why}.", remedy="Start it, or correct `url`.")
    browser.home = page
    browser.stand(page)
