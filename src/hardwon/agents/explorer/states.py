"""States: whether what a sentence names is disabled, chosen, empty … None where that is left open. Pure."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from hardwon.agents.explorer import listings, showing

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from hardwon.agents.explorer.page import Page, Thing
    from hardwon.agents.explorer.showing import Truth
    from hardwon.steps.asserted import Asserted

_IN_BRACKETS = re.compile(r"\s*\([^()]{1,30}\)[\s*:]*$")
_SWITCHED = ("checkbox", "radio", "option")
_NEEDS = {
    "disabled": (*_SWITCHED, "field", "button"), "enabled": (*_SWITCHED, "field", "button"),
    "on": _SWITCHED, "off": _SWITCHED,
    "required": ("field", "checkbox"), "optional": ("field", "checkbox"),
    "readonly": ("field",), "editable": ("field",), "empty": ("field",), "filled": ("field",),
    "invalid": ("field", "checkbox"),
    **dict.fromkeys(("active", "inactive"), (*_SWITCHED, "field", "button")),
}  # fmt: skip
"""The kinds of things that can be in a state."""


def named(page: Page, kinds: Sequence[str], name: str) -> list[Thing]:
    """The things of some kinds that have a name."""
    things = [thing for thing in page.things if thing.kind in kinds]
    exact = [thing for thing in things if any(showing.same(each, name) for each in (thing.name, *thing.cells))]
    # "Weight (kg) *" is the weight.
    return exact or [thing for thing in things if showing.same(_IN_BRACKETS.sub("", thing.name), name)]


def judged(claim: Asserted, page: Page) -> Truth:
    """Whether what a claim names is in its state."""
    able = _NEEDS[claim.state]
    if claim.kind in ("", "button") and claim.state in ("on", "off") and _pressed(page, claim.texts[0]):
        able = (*able, "button")
    alike = _SWITCHED if claim.kind in _SWITCHED else (claim.kind,) if claim.kind else able
    things = named(page, [kind for kind in able if kind in alike], claim.texts[0])
    if claim.place:
        at = listings.place_of(page, claim.place)
        things = [thing for thing in things if at and thing.place == at]
    if claim.state in ("empty", "filled") and any(thing.is_unset and thing.value for thing in things):
        return None
    found = {_in_state(claim.state, thing) for thing in things}
    return found.pop() if len(found) == 1 else None


def _in_state(state: str, thing: Thing) -> Truth:
    if thing.chosen is not None and state in ("on", "off"):
        return thing.chosen is (state == "on")
    if thing.is_switch and state in ("enabled", "disabled"):
        state = "active" if state == "enabled" else "inactive"
    return _STATE[state](thing)


def _is_active(thing: Thing) -> Truth:
    """Whether something is active: that may mean that it can be used, or that it is chosen."""
    is_sure = thing.chosen is not None or thing.is_switch
    chosen = thing.chosen if thing.kind == "button" else thing.on if thing.kind in _SWITCHED else None
    if chosen is None:
        return not thing.disabled
    return None if chosen is thing.disabled and (chosen or not is_sure) else chosen


def _pressed(page: Page, name: str) -> bool:
    return any(thing.chosen is not None and showing.same(thing.name, name) for thing in page.things)


def of_a_tab(claim: Asserted, page: Page) -> Asserted | None:
    """A claim about a tab; None where the page has no tab of that name that says whether it is chosen."""
    is_one = bool(claim.texts) and _pressed(page, claim.texts[0])
    return replace(claim, kind="button") if is_one and claim.op in ("state", "shown") else None


def of_a_switch(claim: Asserted) -> Asserted:
    """A claim about a switch, of which people say `enabled` for on."""
    state = {"enabled": "active", "disabled": "inactive"}.get(claim.state, claim.state)
    return replace(claim, kind="checkbox", state=state)


_STATE: dict[str, Callable[[Thing], Truth]] = {
    "disabled": lambda thing: thing.disabled,
    "enabled": lambda thing: not thing.disabled,
    "on": lambda thing: thing.on,
    "off": lambda thing: not thing.on,
    "required": lambda thing: thing.required,
    "optional": lambda thing: not thing.required,
    "readonly": lambda thing: thing.readonly or thing.disabled,
    "editable": lambda thing: not thing.readonly and not thing.disabled,
    "empty": lambda thing: not thing.value.strip(),
    "filled": lambda thing: bool(thing.value.strip()),
    "invalid": lambda thing: thing.invalid,
    "active": _is_active,
    "inactive": lambda thing: None if (found := _is_active(thing)) is None else not found,
}
