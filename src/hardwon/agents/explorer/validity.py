"""Validity: what a browser holds the fields of a form to before it sends it. Pure.

A test that sends an empty required field passes nowhere but here, if nobody looks: the browser would have stopped it.
"""

from __future__ import annotations

import re
from decimal import Decimal, InvalidOperation
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from hardwon.agents.explorer.page import Field, Form

LONGEST = 500

_EMAIL = re.compile(r"[\w.!#$%&'*+/=?^`{|}~-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*", re.ASCII)
_URL = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:\S+")
_NESTED = re.compile(r"[+*}?]\)[+*{]|\)[+*{].*\)[+*{]")
"""Patterns that may take very long; whoever wrote them meant the browser to bear it."""

_KINDS = {"email": (_EMAIL, "an e-mail address"), "url": (_URL, "an address")}
_PATTERNED = ("text", "search", "tel", "email", "url", "password")
_LENGTHY = (*_PATTERNED, "textarea")
_DATED = ("date", "time", "month", "week", "datetime-local")


def broken(form: Form, sent: Callable[[int], Sequence[str]]) -> str:
    """What a browser would say instead of sending a form; "" if it would send it."""
    groups = {each.name: False for each in form.fields if each.kind == "radio" and _has(each, "required")}
    for at, each in enumerate(form.fields):
        values = sent(at)
        if each.kind == "radio":
            groups = {name: on or (name == each.name and bool(values)) for name, on in groups.items()}
        elif not _has(each, "readonly") and (why := _wrong(each, values)):
            return f'"{each.label}" {why}'
    unset = next((each for each in form.fields if groups.get(each.name) is False), None)
    return f'"{unset.group or unset.label}" is required' if unset is not None else ""


def cut(each: Field, value: str) -> str:
    """What a field takes of a value that is typed into it."""
    most = _number(dict(each.rules).get("maxlength", ""))
    return value if most is None or most < 0 else value[: int(most)]


def _has(each: Field, rule: str) -> bool:
    return any(name == rule for name, _ in each.rules)


def _wrong(each: Field, values: Sequence[str]) -> str:
    value = values[0] if values else ""
    if not value:
        return "is required" if _has(each, "required") and each.kind != "hidden" else ""
    rules = dict(each.rules)
    if each.kind in ("number", "range"):
        return _out_of_bounds(value, rules)
    if each.kind in _DATED:
        return _too_early_or_late(value, rules)
    kind, what = _KINDS.get(each.kind, (None, ""))
    if kind is not None and not kind.fullmatch(value.strip()[:LONGEST]):
        return f"is not {what}"
    least = _number(rules.get("minlength", "")) if each.kind in _LENGTHY else None
    # What the server filled in is let through, however short.
    if least is not None and len(value) < least and value != each.value:
        return f"must have {least} characters or more"
    pattern = rules.get("pattern", "") if each.kind in _PATTERNED else ""
    return "does not match the requested format" if pattern and not _fits(pattern, value) else ""


def _out_of_bounds(value: str, rules: dict[str, str]) -> str:
    number = _number(value)
    if number is None:
        return "is not a number"
    least, most = _number(rules.get("min", "")), _number(rules.get("max", ""))
    if least is not None and number < least:
        return f"must be {least} or more"
    if most is not None and number > most:
        return f"must be {most} or less"
    step = _number(rules.get("step", "1"))
    if step and rules.get("step") != "any" and (number - (least or 0)) % step:
        return f"must be in steps of {step}"
    return ""


def _too_early_or_late(value: str, rules: dict[str, str]) -> str:
    """Dates and times compare as they are written."""
    if rules.get("min") and value < rules["min"]:
        return f"must be {rules['min']} or later"
    return f"must be {rules['max']} or earlier" if rules.get("max") and value > rules["max"] else ""


def _fits(pattern: str, value: str) -> bool:
    """Whether a value is of a pattern; a pattern that cannot be tried is taken to fit."""
    if len(pattern) > LONGEST or len(value) > LONGEST or _NESTED.search(pattern):
        return True
    try:
        return re.fullmatch(f"(?:{pattern})", value) is not None
    except (re.error, OverflowError):
        return True


def _number(text: str) -> Decimal | None:
    try:
        number = Decimal(text.strip()[:50])
    except InvalidOperation:
        return None
    return number if number.is_finite() else None
