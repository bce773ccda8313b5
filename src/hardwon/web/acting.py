"""Acting: what a person decides in the browser, done as the commands do it, and told to the same log."""

from __future__ import annotations

import getpass
from typing import TYPE_CHECKING

from hardwon.curation import by_hand
from hardwon.errors import UsageError
from hardwon.text.plain import clean_name, one_line
from hardwon.text.times import stamp

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from hardwon.memory import Memory

LONGEST_REASON = 500


def person() -> str:
    """Who decides, as the system knows them."""
    return clean_name(getpass.getuser()) or "unknown"


def _why(form: Mapping[str, str]) -> str:
    return one_line(form.get("why", ""), LONGEST_REASON) or "in the dashboard"


def confirm(memory: Memory, known: str, form: Mapping[str, str]) -> str:
    done = by_hand.confirm(memory.desk, known, reasoning=_why(form), seen=_seen(form))
    return f"Confirmed: trust is now {done.after.trust:.3f}." if done.after else "Confirmed."


def deprecate(memory: Memory, known: str, form: Mapping[str, str]) -> str:
    done = by_hand.deprecate(memory.desk, known, reasoning=_why(form), seen=_seen(form))
    return f"Deprecated: trust is now {done.after.trust:.3f}." if done.after else "Its trust was gone: it is deleted."


def delete(memory: Memory, known: str, form: Mapping[str, str]) -> str:
    by_hand.delete(memory.desk, known, reasoning=_why(form), seen=_seen(form))
    return "Deleted."


def edit(memory: Memory, known: str, form: Mapping[str, str]) -> str:
    texts = {name: form.get(name, "") for name in ("title", "content")}
    done = by_hand.edit(memory.desk, known, **texts, reasoning=_why(form), seen=_seen(form))
    return "Saved: the new text starts with trust 0.5." if done else "Nothing was changed."


def release(memory: Memory, held: str, form: Mapping[str, str]) -> str:
    why = one_line(form.get("why", ""), LONGEST_REASON)
    if not why:
        raise UsageError("A release needs a reason.", remedy="Say why the text may pass; it is written into the file.")
    observation = by_hand.release(memory.desk, held, by=person(), why=why)
    return f"Released as {observation.id}."


def drop(memory: Memory, held: str, form: Mapping[str, str]) -> str:
    del form
    memory.quarantine.drop(held)
    return "Dropped."


def reset_breaker(memory: Memory, product: str, form: Mapping[str, str]) -> str:
    del form
    if product not in memory.outcomes.products():
        raise UsageError(f"Nothing is known of the product {one_line(product, 60)!r}.")
    memory.outcomes.reset(product, at=stamp(memory.clock()))
    return f"Memory is tried again for {one_line(product, 60)}."


def _seen(form: Mapping[str, str]) -> str:
    """The state that the form was made of; one without it decides about nothing that anybody has seen."""
    if not form.get("seen"):
        raise UsageError("The form does not say what you have seen.", remedy="Open the page again, and decide there.")
    return form["seen"]


OBSERVATION_DEEDS: dict[str, Callable[[Memory, str, Mapping[str, str]], str]] = {
    "confirm": confirm,
    "deprecate": deprecate,
    "edit": edit,
    "delete": delete,
}
QUARANTINE_DEEDS: dict[str, Callable[[Memory, str, Mapping[str, str]], str]] = {"release": release, "drop": drop}
