"""Tokens: what statistics, ranking and full-text search see of an observation.

Pure. A cache and a server keep them: whoever changes what they are raises `LANGUAGE`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from hardwon.likeness.stems import stem
from hardwon.likeness.synonyms import KIN
from hardwon.likeness.words import texts_of_words

if TYPE_CHECKING:
    from collections.abc import Sequence

LANGUAGE = 5
"""Of the words, stems and kin that are kept somewhere: those of another one are made anew."""

GRAM = 4
MOST_WORDS = 400
"""Words of an observation that are looked at: what is further down is not what it is about."""


@dataclass(frozen=True, slots=True)
class Document:
    """An observation as ranking sees it: its words in order, and their stems."""

    words: Sequence[str]
    stems: Sequence[str]
    letters: int


def document(title: str, content: str) -> Document:
    """The words of an observation, the title first; a content that starts with the title is not counted twice."""
    found = texts_of_words(content[: MOST_WORDS * 20])[:MOST_WORDS]
    head = texts_of_words(title)
    if not _starts(found, head):
        found = (head + found)[:MOST_WORDS]
    return Document(found, [stem(word) for word in found], sum(map(len, found)))


def _starts(found: list[str], head: list[str]) -> bool:
    """Whether a text starts with these words; the last of them may be cut short, as titles are."""
    last = len(head) - 1
    return len(found) > last and found[:last] == head[:-1] and (last < 0 or found[last].startswith(head[-1]))


def tokens(text: Document) -> set[str]:
    """What statistics count a document under: `s` stems, `g` groups of letters, `k` kin."""
    return set().union(*map(_tokens_of_stem, set(text.stems)), *map(_tokens_of_word, set(text.words)))


@lru_cache(maxsize=50_000)
def _tokens_of_stem(own: str) -> tuple[str, ...]:
    return f"s{own}", *(f"k{group}" for group in KIN.get(own, ()))


@lru_cache(maxsize=50_000)
def _tokens_of_word(word: str) -> tuple[str, ...]:
    return tuple(f"g{gram}" for gram in grams(word))


@lru_cache(maxsize=50_000)
def grams(word: str) -> tuple[str, ...]:
    """The groups of letters in a word, its ends marked."""
    marked = f"#{word}#"
    return tuple(dict.fromkeys(marked[at : at + GRAM] for at in range(max(1, len(marked) - GRAM + 1))))
