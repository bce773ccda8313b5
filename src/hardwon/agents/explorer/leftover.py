"""Leftover: what a step says besides a name and is not done with it: a second deed, or words that nobody here understands.

    Tick "Lights on" and save                save is a deed of its own
    Tick "Lights on" and dance               not understood
    Tick "Lights on" unless it is ticked     not understood

A step that is carried out in part must not pass. Pure.
"""

# ruff: noqa: E501, SIM905 - a list of words reads better as words, on one line

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

_SENDS = r"save|send|continue|confirm|proceed|apply|update"
_NAMES = r"finish|go on|next|book|order|pay|cancel|create|add|reserve|done"
"""What may be the end of a text as well, as in `Law and order`: a deed only behind quotes."""

_WHAT = r"(?: (?:it|this|that|them|the form|form|(?:the |my |all |your )?changes))?"
ORDER = re.compile(rf"(?P<order>{_SENDS}|{_NAMES}){_WHAT}", re.IGNORECASE)
"""A deed that names what sends a form, and nothing else."""

_TYPED = r"(?:fill|enter|type|put|write|input|insert|set|change|choose|select|pick|tick|check|switch|untick|uncheck|deselect)"
_AND = r",? (?:and|&|\+)(?: then)? "
_SECOND = (
    re.compile(rf"(?P<first>.*\x00(?: \w+)?){_AND}(?P<second>(?:{_SENDS}|{_NAMES}){_WHAT})", re.IGNORECASE),
    re.compile(rf"(?P<first>{_TYPED}\b.*[^,]){_AND}(?P<second>(?:{_SENDS}){_WHAT})", re.IGNORECASE),
)
_TURNS = frozenset(
    "and or but unless if when until till before after except without not never then while because so otherwise else instead "
    "twice thrice times again repeatedly both all every each only nor either neither once also plus".split()
)
"""What begins a further clause, or says how often."""

_CONDITION = re.compile(r"\b(?:unless|provided|only if|if it|if there|if not|except)\b", re.IGNORECASE)
_LIST = re.compile(r"\x00\d+\x00(?:(?:,| and|, and) \x00\d+\x00)+")
"""Several quoted names and nothing else."""

_PLACED = re.compile(
    r"(?: (?:button|link|box|checkbox|option))?,?(?: (?:in|for|of|on|from|under|below|beside|next to|within|at|near|belonging to|as|into) |['’]s? )"  # noqa: RUF001 - as people write it
)
_JOINED = re.compile(r"(?:,| and|, and) (?=\x00)| (?:and|&) (?=(?:the )?[\w -]{1,60}? with )")
_ONE_MORE = re.compile(r"(?:,|,? and|,? &) [\w -]{1,60}? with .+", re.DOTALL)
"""One more field, whose value is typed as it is: `"Ring 1" and City with Vienna`."""

_AFTER = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*|\S")  # noqa: RUF001 - as people write it


def deeds(clause: str) -> Iterator[str]:
    """The clause, and behind it the deed that it ends with."""
    both = next((found for each in _SECOND if (found := each.fullmatch(clause))), None)
    yield from (both["first"], both["second"]) if both else (clause,)


def listed(rest: str) -> list[str]:
    """What follows a verb, or the quoted names of which it is a list."""
    return re.findall(r"\x00\d+\x00", rest) if _LIST.fullmatch(rest) else [rest]


def unread(verb: str, rest: str, around: frozenset[str]) -> str:
    """The words of what follows a verb that would be dropped; "" if there are none. `around` may stand beside a name.

    What is typed may say anything: without quotes it is taken as it is.
    """
    is_typed = verb in ("fill", "set")
    if "\0" not in rest:
        found = None if is_typed else _CONDITION.search(rest)
        return rest[found.start() :] if found else ""
    before, last = rest[: rest.rindex("\0")], rest[rest.rindex("\0") + 1 :]
    between = re.sub(r"^[^\x00]*", "", before)
    is_joined = " with " in rest or _LIST.fullmatch(rest)
    if not _TURNS.isdisjoint(_said(_JOINED.sub(" ", between) if is_joined else between)):
        return between[between.index("\0", 1) + 1 :].split("\0")[0].strip() or last.strip()
    if is_typed and " with " in before and _ONE_MORE.fullmatch(last):
        found = _CONDITION.search(last)
        return last[found.start() :] if found else ""
    said = [word for word in _said(last) if word not in around]
    if not said or ((is_placed := _PLACED.match(last)) and _TURNS.isdisjoint(said)):
        return ""
    # One word may be what the thing is: the "Ada" account.
    is_kind = len(said) == 1 and said[0].isalpha() and said[0] not in _TURNS and not said[0].endswith("ly")
    is_whole = is_typed and _TURNS.isdisjoint(said)
    return "" if is_kind or is_whole or (is_placed and verb == "click") else last.strip(" ,")


def _said(text: str) -> list[str]:
    plain = re.sub(r"\x00\d+\x00", " ", text).strip(" .,:;!")
    return [word.casefold() for word in _AFTER.findall(plain)]
