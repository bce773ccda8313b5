"""Assertions: what a sentence claims about a page, or None where it is not understood to its last word. Pure.

    The page shows "Unpaid" and not "Shipped"     shown Unpaid; not shown Shipped
    The button "Pay" is disabled                  state of Pay: disabled
    There are two links "Edit"                    count of the links Edit: 2

A sentence is read as a whole: what is left over could change its meaning, so then nothing is claimed. Prose without
quotes is looked at by `statements`.
"""

from __future__ import annotations

import re

from hardwon.steps.asserted import Sentence, Together, confined
from hardwon.steps.carried import carried, is_bare, is_seen, shared
from hardwon.steps.placed import PLACED
from hardwon.steps.quotes import without_quotes
from hardwon.steps.sentence_forms import FORMS, compiled
from hardwon.steps.wordings import (
    ABSENT,
    BARE_VERIFY,
    BE,
    LEAD,
    ON,
    STATE,
    THAT,
    VISIBLE,
)

LONGEST = 600


def understood(text: str) -> Sentence | None:
    """What a sentence claims; None where it is not understood as a whole."""
    marked, quoted = without_quotes(" ".join(text.split()))
    if len(marked) > LONGEST:
        return None
    return _sentence(_without_lead(marked), quoted)


def _without_lead(text: str) -> str:
    plain = LEAD.sub("", text.strip().rstrip(" .!"))
    return THAT.sub("", plain, count=1).strip()


def _sentence(text: str, quoted: list[str]) -> Sentence | None:
    return _simple(text, quoted) or _split(text, quoted)


def _simple(text: str, quoted: list[str]) -> Sentence | None:
    """One sentence, with or without a `verify` before it."""
    for plain in dict.fromkeys((text, BARE_VERIFY.sub("", text, count=1))):
        for pattern, make in (*PLACED, *FORMS):
            match = compiled(pattern).fullmatch(plain)
            made = make(match, quoted) if match else None
            if match and made is not None:
                groups = match.groupdict()
                part = groups.get("part") or groups.get("hits")
                return confined(made, part) if part else made
    return None


_AND = re.compile(r"\s*;\s*|\s*,?\s+(?:and also|and|but|while|whereas|und|aber)\s+|\s*,\s+", re.IGNORECASE)
_OR = re.compile(r"\s*,?\s+or\s+", re.IGNORECASE)


def _split(text: str, quoted: list[str]) -> Sentence | None:
    """Several sentences in one, each understood on its own: the first, and then the rest."""
    for joint, every in ((_AND, True), (_OR, False)):
        for match in joint.finditer(text):
            left = _simple(text[: match.start()], quoted) if match.start() else None
            rest = _whole(text[: match.start()], _without_lead(text[match.end() :]))
            if left is not None and is_bare(text[match.end() :]) and not is_seen(left):
                return carried(left, text[match.end() :], quoted, every=every)
            if left is not None and is_bare(text[: match.start()]):
                parts = [_simple(each, quoted) for each in shared(text[: match.start()], rest)]
                known = tuple(each for each in parts if each is not None and not is_seen(each))
                if None in parts:
                    # What is only named goes with what is said later.
                    continue
                return Together(parts=known, every=every) if known and len(known) == len(parts) else None
            right = _sentence(rest, quoted) if left is not None else None
            if not every and left is not None and left.negative:
                # "No A or B" is said for neither.
                return None
            if left is not None and right is not None:
                return Together(parts=(left, right), every=every)
    return None


_OF_A_STATE = rf"(?P<who>.+ {BE}(?: now| still)?) (?:not )?(?P<state>{STATE}|{VISIBLE}|{ABSENT}){ON}"
_ONLY_STATE = rf"(?:also |still )?(?:not )?(?:{STATE})"
_NO_STATE = rf".+ {BE}(?: not|n't)?"


def _whole(before: str, rest: str) -> str:
    """A second part with what it leaves to the first: "is checked and enabled", "A is checked and B is not"."""
    first = compiled(_OF_A_STATE).fullmatch(before)
    if first and compiled(_ONLY_STATE).fullmatch(rest):
        return f"{first['who']} {rest}"
    return f"{rest} {first['state']}" if first and compiled(_NO_STATE).fullmatch(rest) else rest
