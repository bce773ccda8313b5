"""Carried: a second part of a sentence that is nothing but names, and leaves what is said of them to the first. Pure.

The row "Plot 12" shows "Let" and "250 m²"     both in that row, not anywhere on the page
The status of "7731" is "Open" or "Waiting"    the status is one of them
There is a button "Save" and "Close"           another button, or just a text: both must agree
"Pay" is disabled and "Close"                  not understood
"7731" and "7732" are "Open"                   each of them is
"""

from __future__ import annotations

import re
from dataclasses import replace

from hardwon.steps.asserted import Asserted, Sentence, Together
from hardwon.steps.quotes import MARK
from hardwon.steps.wordings import ITEM, LIST, ON, Q

_BARE = re.compile(rf"{LIST}{ON}", re.IGNORECASE)
_OF_THE_LAST = frozenset(
    (
        "row",
        "within",
        "every",
        "offered",
        "value",
        "fact",
        "term",
        "heading",
        "title",
        "address",
        "nth",
        "inside",
        "shown",
    )
)
"""What is said of the name that stands last."""


def is_bare(text: str) -> bool:
    """Whether a part of a sentence only names things: it has no verb of its own."""
    return _BARE.fullmatch(text) is not None


def is_seen(said: Sentence) -> bool:
    """Whether it says that something is seen on the page: then what is only named is so, too."""
    if isinstance(said, Together):
        return all(map(is_seen, said.parts))
    return said.op == "shown" and not (said.kind or said.place or said.part)


def carried(first: Sentence, rest: str, quoted: list[str], *, every: bool) -> Sentence | None:
    """Both parts, with the second said as the first; None where that is not plain."""
    items = list(re.finditer(ITEM, rest, re.IGNORECASE))
    joints = " ".join(re.split(Q, rest)[1:-1])
    if re.search(r"\b(?:or|nor|oder)\b" if every else r"\b(?:and|und|as well as)\b", joints, re.IGNORECASE):
        return None
    if not isinstance(first, Asserted) or first.op not in _OF_THE_LAST or first.negative:
        return None
    if (first.op == "every" and not every) or any(each["kind"] or each["after"] or each["tone"] for each in items):
        return None
    claims = [_said_of(first, quoted[int(MARK.findall(each["q"])[0])], denied=bool(each["no"])) for each in items]
    return Together(parts=(first, *claims), every=every)


def shared(names: str, rest: str) -> list[str]:
    """The sentences of several things of which the same is said: "A" and "B" are "Open"."""
    last = re.match(ITEM, rest, re.IGNORECASE)
    said = rest[last.end() :] if last else ""
    return [f"{each.group()}{said}" for each in re.finditer(ITEM, names, re.IGNORECASE)] + [rest] if said else []


def _said_of(first: Asserted, name: str, *, denied: bool) -> Asserted:
    how = "?" if first.op == "shown" and first.kind and not first.place else first.how
    return replace(first, texts=(*first.texts[:-1], name), how=how, negative=denied)
