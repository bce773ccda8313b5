"""Whereabouts: what a text says about where something is, if it says nothing else.

    Gift cards: reached from Account → Privacy    The page "gift cards" is linked on the page "Privacy", …
    Where gift cards are                          You can find gift cards in Account, on the page Privacy.

Most of what runs learn is of this kind, in many wordings. Both of these are gift cards, at Account and Privacy. Pure. A
sentence that says more than that, a title about something else, or a doubt about which words name the place: None.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from hardwon.likeness.stems import stem, stems
from hardwon.likeness.stop_words import IN_A_PLACE, PARTS_OF_A_PAGE, PLACE_HEADS
from hardwon.likeness.words import words

LONGEST = 400
"""Characters: whereabouts fit into one sentence."""


@dataclass(frozen=True, slots=True)
class Whereabouts:
    """Something, and where it is."""

    subject: frozenset[str]
    """Stems of the words that name it."""

    place: frozenset[str]


class _Token(NamedTuple):
    text: str
    is_name: bool
    """Quoted, or with a capital: a name, wherever it stands."""

    stems: frozenset[str]


def _stems(text: str) -> frozenset[str]:
    return frozenset(stem(word.text) for word in words(text))


_TOKENS = re.compile(r"""["“«`][^"”»`\n]*["”»`]|[^\W_]+(?:['\u2019-][^\W_]+)*|→|->|=>|[,.;:!?()\n]""")
_ARROWS = ("→", "->", "=>")
_ENDS = re.compile(r"[.;:!?\n]")
_SILENT = stems(IN_A_PLACE)
_FINDING = _stems("find found located reach reached link linked list listed stand sit lie lives placed available open")
_PLAIN = _stems("page link location way")
"""What may stand beside a name without saying more."""

_PARTS = stems(PARTS_OF_A_PAGE)


@lru_cache(maxsize=4096)
def whereabouts(title: str, content: str) -> Whereabouts | None:
    """Where the content says that the thing in the title is; None if that is not all it says."""
    sentence = content.strip().removesuffix(".")
    if len(sentence) > LONGEST or _ENDS.search(sentence):
        return None
    tokens = [_token(match.group()) for match in _TOKENS.finditer(sentence)]
    named = _subject_stems([_token(match.group()) for match in _TOKENS.finditer(title.partition(": ")[0])])
    for at, token in enumerate(tokens):
        if token.text.lower() in PLACE_HEADS and named == _subject_stems(tokens[:at]):
            place = _place(tokens[at + 1 :])
            is_told = any(each.text in _ARROWS or each.stems & (_FINDING | _PARTS) for each in tokens)
            return Whereabouts(named, place) if named and place and is_told else None
    return None


def _token(text: str) -> _Token:
    plain = text.strip('"“”«»`')
    return _Token(plain, is_name=plain != text or plain[:1].isupper(), stems=_stems(plain))


def _subject_stems(tokens: list[_Token]) -> frozenset[str]:
    all_of_it = frozenset(each for token in tokens for each in token.stems)
    return all_of_it - _SILENT - _FINDING - _PLAIN


def _place(tokens: list[_Token]) -> frozenset[str]:
    """The words that name a place; none if there are others as well."""
    named: set[str] = set()
    for at, token in enumerate(tokens):
        is_part = bool(token.stems & _PARTS) and not token.is_name
        if is_part or not token.stems or (token.stems <= _SILENT | _FINDING and not token.is_name):
            continue
        beside = [tokens[near] for near in (at - 1, at + 1) if 0 <= near < len(tokens)]
        if not token.is_name and not any(each.text in _ARROWS or each.stems & _PARTS for each in beside):
            return frozenset()
        named |= token.stems
    return frozenset(named)
