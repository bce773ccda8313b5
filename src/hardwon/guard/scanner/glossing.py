"""Glossing: the words of a text in another language, one by one in English, for `leaning.py`. Pure.

No translation: what a glossary does not have is left out, and the order of the words stays.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING

from hardwon.guard.scanner.phrases import plain_words
from hardwon.guard.scanner.tables import Expression, glosses
from hardwon.guard.scanner.tables.glosses.every_language import TEXTS
from hardwon.guard.scanner.tables.vocabulary import EVERYDAY as ENGLISH

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_SCRIPTS = tuple((languages, Expression(letters)) for languages, letters in glosses.SCRIPTS)
_LONGEST = 3
"""Words of the longest entry."""

_LONGEST_PART = 8
"""Characters of the longest entry in a script without spaces."""

_SHORTEST_STEM, _LONGEST_STEM = 2, 20
_LOOKED_AT = 60
"""Words of a text by which its language is told."""


@dataclass(frozen=True, slots=True)
class Glossary:
    """The words of a language, and what they are in English."""

    words: dict[str, tuple[str, ...]] = field(default_factory=dict)
    stems: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Those with any ending."""

    script: bool = False
    """Whether it has letters of its own: what is written in Latin ones beside them is no word of it."""

    def of_word(self, word: str) -> tuple[str, ...] | None:
        """A word in English; None when it is not in the glossary."""
        found = self.words.get(word)
        if found is not None:
            return found
        # The stem of several words goes into the last of them.
        shortest = max(_SHORTEST_STEM, word.rfind("_") + 2)
        for size in range(min(len(word), _LONGEST_STEM), shortest - 1, -1):
            if (found := self.stems.get(word[:size])) is not None:
                return found
        return None


@cache
def glossary(language: str) -> Glossary:
    """The glossary of a language, by the name of its module."""
    found = Glossary(script=language not in glosses.LATIN)
    # Folded as a whole: that takes half the time, and no fold makes one of the signs between the parts.
    for entry in plain_words(TEXTS[language]).strip().replace("\n", " / ").split(" / "):
        english, _, forms = entry.partition(": ")
        told = tuple(english.split("_"))
        for form in forms.split("|"):
            table = found.stems if form.endswith("*") else found.words
            table.setdefault(form.rstrip("*"), told)
    return found


def in_english(sentences: Sequence[Sequence[str]]) -> Sequence[Sequence[str]]:
    """The words of each sentence in English; of an English text, the same sentences."""
    words = [word for sentence in sentences for word in sentence][:_LOOKED_AT]
    language = _language(words)
    if language is None:
        return sentences
    glossed = _of_parts if language in glosses.UNSPACED else _of_words
    # A sentence in English stays one, whatever stands around it.
    return [sentence if _is_plain(sentence) else [*glossed(glossary(language), sentence)] for sentence in sentences]


def _is_plain(sentence: Sequence[str]) -> bool:
    return "".join(sentence).isascii() and is_english(sentence)


def _language(words: list[str]) -> str | None:
    """The language that most of the words are of; None for English, and for what no glossary knows."""
    text = " ".join(words)
    if not text.isascii():
        for languages, letters in _SCRIPTS:
            if letters.search(text):
                return _known(languages, words, 0)
    return None if is_english(words) else _known(glosses.LATIN, words, len(words) // 4 + 1)


def _known(languages: tuple[str, ...], words: list[str], least: int) -> str | None:
    """The language that has most of the words as they are: its small words are among them. None when it has too few."""
    if len(languages) == 1:
        return languages[0]
    known = {language: sum(map(_listed(language).__contains__, words)) for language in languages}
    most = max(known.values())
    best = [language for language in languages if known[language] == most]
    if most < least or len(best) == 1:
        return None if most < least else best[0]
    # Near relations: what they have with any ending decides.
    return max(best, key=lambda language: sum(glossary(language).of_word(word) is not None for word in words))


@cache
def _listed(language: str) -> frozenset[str]:
    """The words that a glossary lists as they are, found without reading all that it says of them."""
    forms = plain_words(TEXTS[language]).replace("|", " ").split()
    # What ends otherwise is the English word, the sign between two entries, or a form with any ending.
    return frozenset(form for form in forms if form[-1] not in ":/*")


def is_english(words: Sequence[str]) -> bool:
    """Whether so many of the words are the commonest of English that no other language is looked for."""
    return 4 * sum(map(ENGLISH.__contains__, words)) >= len(words)


def _of_words(table: Glossary, words: Sequence[str]) -> Iterator[str]:
    at = 0
    while at < len(words):
        for size in range(min(_LONGEST, len(words) - at), 0, -1):
            if (found := table.of_word("_".join(words[at : at + size]))) is not None:
                yield from found
                at += size
                break
        else:
            if words[at].isdigit() or words[at] in ENGLISH or (table.script and words[at].isascii()):
                yield words[at]
            at += 1


def _of_parts(table: Glossary, words: Sequence[str]) -> Iterator[str]:
    for word in words:
        if word.isascii():
            yield word
        else:
            yield from _in_word(table, word)


def _in_word(table: Glossary, text: str) -> Iterator[str]:
    at = 0
    while at < len(text):
        for size in range(_LONGEST_PART, 0, -1):
            if (found := table.words.get(text[at : at + size])) is not None:
                yield from found
                at += size
                break
        else:
            at += 1
