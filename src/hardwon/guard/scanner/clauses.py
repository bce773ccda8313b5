"""Clauses: a text as one line of words, clause by clause, in the form that phrases are matched against.

Case, punctuation and spacing are gone; letters that were spaced out, run together, replaced by digits or by
look-alikes are put right; addresses stand as `urlurl`, `mailmail` and `accountno`. Each word knows its place. Pure.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import accumulate, pairwise
from operator import add
from typing import TYPE_CHECKING, NamedTuple

from hardwon.guard.scanner.characters import letter_count, passes_for
from hardwon.guard.scanner.phrases import HARD, SOFT, SPACE
from hardwon.guard.scanner.spelling import corrected, is_word, once, segmented, without_digits, without_signs
from hardwon.guard.scanner.tables import Expression
from hardwon.guard.scanner.tables.orders import BEFORE_NOUNS, CLAUSE_OPENERS, MODALS, YOU
from hardwon.guard.scanner.tables.scripts import CYRILLIC_OR_GREEK, LATIN, UNMIXED
from hardwon.guard.scanner.tables.signs import ADDRESS_WORDS, ADDRESSES, BETWEEN_WORDS, CLAUSE_END, SENTENCE_END
from hardwon.guard.scanner.tables.vocabulary import ENGLISH, KEY_WORDS, KNOWN_WORDS

if TYPE_CHECKING:
    from collections.abc import Iterable

_DIGIT = Expression(r"[0-9]{2}")
_ACCOUNT = Expression(r"[0-9](?:(?<=[a-z]{2}.)[0-9][ -]?[0-9a-z]{4}|(?<=0)x[0-9a-f]{40})")
"""How the number of an account begins."""

_LONGEST_GAP = 80
_LONGEST_WORD = 64
_WORD_AND_GAP = Expression(rf"([^{BETWEEN_WORDS}]{{0,{_LONGEST_WORD}}})([{BETWEEN_WORDS}]{{0,{_LONGEST_GAP}}})")
"""A word and what follows it: one after the other they are all of a text."""

_GAP = Expression(rf"([{BETWEEN_WORDS}]{{1,{_LONGEST_GAP}}})")

_TOKEN_OR_ADDRESS = Expression(rf"{ADDRESSES}|(?P<word>[^{BETWEEN_WORDS}]{{1,{_LONGEST_WORD}}})")
_SHORTEST_JOINED = 14
_SMALL_PART = 5
_FEWEST_SPACED = 5
_LONGEST_RUN = 240
_WIDEST_GAP = 9
_OPENING = CLAUSE_OPENERS | MODALS


class ScannedWord(NamedTuple):
    """One word of a text as the scanner reads it."""

    text: str
    start: int
    end: int
    before: str
    """What separates it from the word before: SPACE, SOFT (a clause may begin), HARD (a sentence begins)."""


_new_word = partial(tuple.__new__, ScannedWord)
"""A word from its four parts: the constructor of a named tuple takes twice as long, and there are very many."""


@dataclass(frozen=True, slots=True)
class WordView:
    """The words of a text, and the line that they make."""

    words: tuple[ScannedWord, ...]
    line: str
    starts: tuple[int, ...]

    deceptive: tuple[ScannedWord, ...] = ()
    """Words in which letters of two scripts were mixed to look like a Latin word."""

    def span(self, start: int, end: int) -> tuple[int, int]:
        """The part of the text that a part of the line came from."""
        first = max(0, bisect_right(self.starts, start) - 1)
        last = max(first, bisect_right(self.starts, max(start, end - 1)) - 1)
        return self.words[first].start, self.words[last].end


def words_of(text: str) -> WordView:
    """The text as words."""
    lower = without_signs(text.lower())
    deceptive: list[ScannedWord] = []
    words = _tokens(lower)
    if not lower.isascii():
        words, deceptive = _without_look_alikes(words, lower)
    return _joined(_with_clauses(_mended(words, lower)), tuple(deceptive))


def _joined(words: list[ScannedWord], deceptive: tuple[ScannedWord, ...]) -> WordView:
    parts = [before + text for text, _, _, before in words]
    starts = [1 + end for end in accumulate(map(len, parts), initial=0)]
    return WordView(tuple(words), f"{''.join(parts)}{HARD}", tuple(starts[:-1]), deceptive)


def _tokens(lower: str) -> list[ScannedWord]:
    if "@" in lower or "://" in lower or "www." in lower or (_ACCOUNT.search(lower) and _DIGIT.search(lower)):
        return _tokens_and_addresses(lower)
    parts = _GAP.split(lower)
    sizes = [*map(len, parts)]
    # Signs at the beginning have no word before them.
    if not parts[0] or max(sizes) > _LONGEST_WORD:
        return _torn_tokens(lower)
    if not parts[-1]:
        parts.pop()
    places = [*accumulate(sizes, initial=0)]
    before = [HARD, *map(_separator, parts[1::2])]
    return [*map(_new_word, zip(parts[::2], places[::2], places[1::2], before))]  # noqa: B905 - some are longer by one


def _torn_tokens(lower: str) -> list[ScannedWord]:
    words: list[ScannedWord] = []
    place, before = 0, HARD
    for text, gap in _WORD_AND_GAP.findall(lower):
        if text:
            end = place + len(text)
            words.append(_new_word((text, place, end, before)))
            before = SPACE if gap == " " else _separator(gap)
            place = end
        place += len(gap)
    return words


def _tokens_and_addresses(lower: str) -> list[ScannedWord]:
    words: list[ScannedWord] = []
    end = 0
    for match in _TOKEN_OR_ADDRESS.finditer(lower):
        start = match.start()
        before = _separator(lower[end : min(start, end + _LONGEST_GAP)]) if end else HARD
        kind = match.lastgroup
        end = match.end()
        words.append(ScannedWord(ADDRESS_WORDS.get(kind, "") or match[0] if kind else match[0], start, end, before))
    return words


@lru_cache(maxsize=4096)
def _separator(gap: str) -> str:
    """What the signs and blanks between two words are; of a long gap, its beginning is given."""
    if SENTENCE_END.search(gap):
        return HARD
    return SOFT if CLAUSE_END.search(gap) else SPACE


def _without_look_alikes(words: list[ScannedWord], text: str) -> tuple[list[ScannedWord], list[ScannedWord]]:
    among_latin = CYRILLIC_OR_GREEK.search(text) is None
    result: list[ScannedWord] = []
    deceptive: list[ScannedWord] = []
    for word in words:
        plain = passes_for(word.text, among_latin=among_latin)
        if not is_word(plain) and is_word(plain.replace("l", "i")):
            # Unicode does not tell the look-alikes of the two apart.
            plain = plain.replace("l", "i")
        result.append(word._replace(text=plain) if plain else word)
        sure = is_word(plain) or (among_latin and LATIN.search(word.text) is not None)
        mixed = not plain and LATIN.search(word.text) is not None and UNMIXED.search(word.text) is not None
        if mixed or (plain and sure and letter_count(plain) > 2):  # noqa: PLR2004 - "kΩ" is a unit
            deceptive.append(result[-1])
    return result, deceptive


def _mended(words: list[ScannedWord], text: str) -> list[ScannedWord]:
    """The words with spacing, digits and misspellings that hide a word undone."""
    result: list[ScannedWord] = []
    done = 0
    for index in _in_need([word.text for word in words]):
        if index >= done:
            result += words[done:index]
            mended, done = _mended_at(words, index, text)
            result += mended
    return [*result, *words[done:]] if done else words


def _in_need(texts: list[str]) -> list[int]:
    """The places at which a word may be spaced out, torn apart, joined or misspelled: all others stay as they are."""
    pairs = [*map(add, texts, texts[1:])]
    triples = [*map(add, pairs, texts[2:])]
    found = [index for index, text in enumerate(texts) if _is_odd(text)] if any(map(_is_odd, set(texts))) else []
    if [*map(len, texts)].count(1) >= _FEWEST_SPACED:
        found += (index for index, text in enumerate(texts) if len(text) == 1)
    if not KNOWN_WORDS.isdisjoint(pairs):
        found += (index for index, pair in enumerate(pairs) if pair in KNOWN_WORDS)
    if not KEY_WORDS.isdisjoint(triples):
        found += (index for index, triple in enumerate(triples) if triple in KEY_WORDS)
    return sorted(found)


@lru_cache(maxsize=16384)
def _is_odd(text: str) -> bool:
    return (not text.isalpha() and not text.isdigit()) or len(text) >= _SHORTEST_JOINED or corrected(text) != ""


def _mended_at(words: list[ScannedWord], index: int, text: str) -> tuple[Iterable[ScannedWord], int]:
    """What stands at this place in truth, and where the words go on behind it."""
    word = words[index]
    size = len(word.text)
    if size == 1 and index + _FEWEST_SPACED <= len(words):
        last = _spaced_until(words, index)
        if last - index >= _FEWEST_SPACED:
            return _respaced(words[index:last], text), last
    if size >= _SHORTEST_JOINED or not word.text.isalpha():
        return _respelled(word), index + 1
    if index + 1 < len(words) and _hyphenated(word, words[index + 1], text):
        after = words[index + 1]
        return [ScannedWord(word.text + after.text, word.start, after.end, word.before)], index + 2
    if size <= _SMALL_PART and _in_three(words[index : index + 3]):
        joined = "".join(part.text for part in words[index : index + 3])
        return [ScannedWord(joined, word.start, words[index + 2].end, word.before)], index + 3
    fixed = corrected(word.text)
    return [word._replace(text=fixed) if fixed else word], index + 1


def _hyphenated(word: ScannedWord, after: ScannedWord, text: str) -> bool:
    """Whether two words are one, broken by a single sign: "ig-nore"."""
    joined = word.text + after.text
    if not is_word(joined) or (is_word(word.text) and is_word(after.text)):
        return False
    between = text[word.end : after.start]
    if between in {" ", "\n"}:
        torn = len(after.text) == 1 and after.text not in "ai" and joined in ENGLISH and word.text not in ENGLISH
        return joined in KEY_WORDS or torn
    return len(between) < 4 and not any(char.isspace() or char in "'\u2019" for char in between)  # noqa: PLR2004 - "**"


def _in_three(parts: list[ScannedWord]) -> bool:
    """Whether three words are one that was torn apart: "ig no re"."""
    if len(parts) < 3 or any(part.before != SPACE or len(part.text) > _SMALL_PART for part in parts[1:]):  # noqa: PLR2004 - three
        return False
    return "".join(part.text for part in parts) in KEY_WORDS


def _respelled(word: ScannedWord) -> Iterable[ScannedWord]:
    text = without_digits(once(word.text))
    parts = segmented(text) if len(text) >= _SHORTEST_JOINED else [text]
    for index, part in enumerate(parts):
        yield ScannedWord(part, word.start, word.end, SPACE if index else word.before)


def _spaced_until(words: list[ScannedWord], index: int) -> int:
    """The end of a run of single letters that starts here; runs are cut so that work stays in proportion."""
    last = index
    while (
        last < len(words)
        and last - index < _LONGEST_RUN
        and len(words[last].text) == 1
        and words[last].start - words[last - 1].end < _WIDEST_GAP
    ):
        last += 1
    return last if last > index else index + 1


def _respaced(letters: list[ScannedWord], text: str) -> Iterable[ScannedWord]:
    """Words made of spaced-out letters: a wider gap ends a word, or a blank among signs; else known words do."""
    between = [text[left.end : right.start] for left, right in pairwise(letters)]
    blanks = sum(map(str.isspace, between))
    signs = 2 * blanks < len(between)
    gaps = [len(gap) + (signs and gap.isspace()) for gap in between]
    narrow = min(gaps)
    groups: list[list[ScannedWord]] = [[letters[0]]]
    for gap, letter in zip(gaps, letters[1:], strict=True):
        if gap > narrow:
            groups.append([letter])
        else:
            groups[-1].append(letter)
    for group in groups:
        joined = "".join(letter.text for letter in group)
        place = 0
        for part in segmented(without_digits(joined)):
            first, last = group[min(place, len(group) - 1)], group[min(place + len(part), len(group)) - 1]
            yield ScannedWord(part, first.start, last.end, first.before if place == 0 else SPACE)
            place += len(part)


def _with_clauses(words: list[ScannedWord]) -> list[ScannedWord]:
    """The words, with the start of a clause marked after words such as "please" and "you must"."""
    texts = [word.text for word in words]
    if _OPENING.isdisjoint(texts):
        return words
    result = [*words]
    for at, previous in enumerate(texts[:-1], 1):
        if previous in _OPENING and words[at].before == SPACE and _opens(texts, at):
            result[at] = words[at]._replace(before=SOFT)
    return result


def _opens(texts: list[str], at: int) -> bool:
    previous, earlier = texts[at - 1], texts[at - 2] if at > 1 else ""
    opens = (previous in CLAUSE_OPENERS and earlier not in BEFORE_NOUNS) or (previous in MODALS and earlier in YOU)
    return opens and (previous, texts[at]) != ("e", "mail")
