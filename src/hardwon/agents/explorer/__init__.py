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
from hardwon.guard.scanner import brief_line
from hardwon.target.exchange import Limits

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hardwon.agents import Step
    from hardwon.agents.explorer.intents import Intent

STATE = "explorer"
"""Where the browser lives in `step.state`."""

_BAD = 500
_UNAVAILABLE = (502, 503, 504)


@dataclass(frozen=True, slots=True, kw_only=True)
class Explorer:
    """The agent, with the limits it keeps to."""

    budget: int = BUDGET
    """Page loads that one step may spend on searching."""

    limits: Limits = field(default_factory=Limits)

    def __call__(self, step: Step) -> Outcome:
        hands = Hands(
            self._browser(step), step.observations, self.budget, asserts_next=step.state.get("next") == "assert"
        )
        # What a model wrote names things as it imagines them, and mostly asks for what is refused.
        hands.only_tries = imagined = bool(step.state.get("scenario")) and step.kind == "act"
        wanted = intents(step.text, asserts=step.kind == "assert")
        began = hands.browser.loads
        try:
            passed = _carried_out(hands, wanted)
            _check_gone(hands, is_certain=passed or not imagined)
        except Exception as error:  # an error of ours is not a verdict on the product
            # What was shown about memory on the way is as true as after a verdict.
            step.report(
                sub_actions=hands.browser.loads - began,
                observation=" ".join(hands.said) or None,
                contradicted=[each for each in dict.fromkeys(hands.contradicted) if each not in hands.overstepped],
                overstepped=hands.overstepped,
            )
            if isinstance(error, CannotRun):
                raise
            # An error in here says nothing about the product.
            what = brief_line(f"{type(error).__name__}: {error}", 160)
            raise CannotRun(
                f"The explorer itself failed, with {what}.",
                remedy="Say the step in other words, and report this with the page as an error of hardwon.",
            ) from error
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
    if unread := next((each.unread for each in wanted if each.unread), ""):
        raise CannotRun(
            f'The step is not understood as a whole: nothing is known to do for "{brief_line(unread, 80)}".',
            remedy='Say one thing per step, or join what is to be done with `and`: Tick "Lights on" and press Save.',
        )
    unanswered = hands.browser.unanswered
    if hands.browser.page is None:
        _enter(hands.browser)
    passed = bool(wanted) and all(hands.do(*each) for each in zip(wanted, (*wanted[1:], None), strict=True))
    if not passed and hands.browser.unanswered > unanswered and hands.browser.is_gone():
        raise CannotRun(f"The target {hands.browser.start} went away.", remedy="Start it again.")
    return passed


def _check_gone(hands: Hands, *, is_certain: bool) -> None:
    """CannotRun where a way that somebody imagined could not be gone: that is a failure only if the server failed."""
    if not is_certain and hands.page.status < _BAD:
        raise CannotRun(f"The step could not be carried out: {hands.reason or ' '.join(hands.said)}")


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
