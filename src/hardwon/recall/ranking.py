"""Ranking: how well an observation fits a step, part by part.

Pure functions of texts and statistics. Four parts, each the share of what the step asks for that the observation has:

    words     stems in common, rare and long ones count more, what stands first counts more
    letters   groups of four letters in common: `authenticate` and `authentication`, typing errors, compound names
    phrases   neighbouring words in common
    kin       words that stand for one another (likeness/synonyms.py); of several that stand for one, the rarest counts

Values in quotation marks count less: the next test uses others. Ties go to the smaller id, so the order is the same on
every machine.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from math import log, sqrt
from typing import TYPE_CHECKING, NamedTuple

from hardwon.likeness.stems import stem, stems
from hardwon.likeness.stop_words import GETTING_AROUND, IN_ANY_STEP, IN_MOST_TEXTS
from hardwon.likeness.synonyms import GROUPS_ON_SCREENS, KIN, ON_SCREENS
from hardwon.likeness.tokens import MOST_WORDS, document, grams
from hardwon.likeness.words import words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from hardwon.likeness.tokens import Document
    from hardwon.observations.observation import Tier

LONGEST_STEP = 200
"""Words of a step that are looked at."""

SATURATION, LENGTH_SHARE = 1.2, 0.75
"""How soon a repeated word counts no more, and how much a long text is held back (k1 and b of BM25)."""

WEIGHTS = (1.0, 1.3, 0.5, 0.8)
"""Of words, letters, phrases and kin."""

MOST_READ = 2500
"""Entries of posting lists that one search reads, the words that are worth most first."""

ALL_LOOKED_UP = 500
"""Observations up to which all words of a step are looked up."""

COMMON = 0.25
"""Share of all observations above which a word finds nothing by itself."""

KIN_LOOKED_UP = 0.5
"""Of what a word is worth in finding observations, what one that stands for it is."""

MOST_KIN = 24
"""Words that stand for those of a step, and are looked up beside them."""

_WHOLE = sum(WEIGHTS)
QUOTED = 0.6
STEP_FADE, STEP_REST = 0.95, 0.3
TEXT_FADE, TEXT_REST = 0.97, 0.6
"""What each further word still counts, and the least that any does."""

NEARNESS: Mapping[Tier, float] = {"tests": 1.10, "suites": 1.05, "products": 1.0}
"""What a test's or a suite's own observation gains over the product's."""

DISTRUSTED, TRUSTED = 0.8, 1.2
"""What trust 0 and trust 1 make of a relevance: enough to decide between two that fit about as well."""


def _fading(fade: float, rest: float, count: int) -> tuple[float, ...]:
    return tuple(max(rest, fade**place) for place in range(count))


_IN_STEP = _fading(STEP_FADE, STEP_REST, LONGEST_STEP)
_IN_TEXT = _fading(TEXT_FADE, TEXT_REST, MOST_WORDS)


class Parts(NamedTuple):
    """How much of a step an observation has, part by part; each about 0 to 1, and somewhat more for short texts."""

    words: float
    letters: float
    phrases: float
    kin: float
    relevance: float
    """The parts as one figure."""


IMAGINED = 50
"""Observations imagined beside the real ones: in a memory of three, counts alone would take every word for a common
one, and `open` for as telling as `invoice`."""

_IN_MOST, _IN_MANY, _IN_SOME = 40, 15, 5


def _imagined() -> dict[str, int]:
    """In how many of the imagined observations a token is: plain words in most, words of every screen in many."""
    screen = {f"s{each}": _IN_MANY for each in ON_SCREENS}
    screen |= {f"g{gram}": _IN_MANY for each in ON_SCREENS for gram in grams(each)}
    return (
        screen
        | {
            f"k{group}": _IN_MANY if group in GROUPS_ON_SCREENS else _IN_SOME
            for groups in KIN.values()
            for group in groups
        }
        | {f"g{gram}": _IN_MOST for word in IN_MOST_TEXTS for gram in grams(word)}
        | {f"s{each}": _IN_MOST for each in stems(IN_MOST_TEXTS)}
    )


_IMAGINED_HAVING = _imagined()
_EVERYWHERE = stems(IN_MOST_TEXTS | GETTING_AROUND)
_KIN_EVERYWHERE = frozenset(group for each in stems(GETTING_AROUND) for group in KIN.get(each, ()))
_IN_ANY_STEP = stems(IN_ANY_STEP)
_KIN_OF_ANY_STEP = _EVERYWHERE | _IN_ANY_STEP
_IN_GROUP: dict[int, list[str]] = {}
for _stem, _groups in sorted(KIN.items()):
    for _group in _groups:
        _IN_GROUP.setdefault(_group, []).append(_stem)
_ALIKE = 0.5
"""Share of the letters of a word from which another one is taken for a form of it."""


_ANY_LETTERS = 0.15
"""Share of a step's letters from which they are more than what any two texts have in common."""


def shares_something(parts: Parts) -> bool:
    """Whether an observation has anything of a step: a word, one that stands for it, or more than a few letters."""
    return parts.words > 0 or parts.kin > 0 or parts.letters >= _ANY_LETTERS


def subject(text: str) -> frozenset[str]:
    """The words of a step that say what it is about: `settings` in "Check the settings page".

    None where all that it says is how to get around: "Open it". Where it says only what is done in any step, that.
    """
    said = [word.text for word in words(text[: LONGEST_STEP * 20]) if stem(word.text) not in _EVERYWHERE]
    return frozenset(word for word in said if stem(word) not in _IN_ANY_STEP) or frozenset(said)


def is_about(wanted: frozenset[str], title: str, content: str, found: frozenset[str]) -> bool:
    """Whether an observation, with the stems found in it, has any word of a step's subject, a form of it or its kin.

    What is done in any step is in many texts: "Continue" is about an observation that is titled so.
    """
    wanted_stems = stems(wanted)
    if wanted_stems <= _IN_ANY_STEP:
        return not wanted_stems.isdisjoint(stem(word.text) for word in words(title))
    if not wanted_stems.isdisjoint(found):
        return True
    kin = {group for each in wanted_stems for group in KIN.get(each, ())} - _KIN_EVERYWHERE
    if any(not kin.isdisjoint(KIN.get(each, ())) for each in found):
        return True
    return any(_are_alike(word, other) for word in wanted for other in set(document(title, content).words))


def names(wanted: frozenset[str], found: frozenset[str]) -> bool:
    """Whether all of a step's subject is among the stems of an observation: it fits, however many others do, too."""
    wanted_stems = stems(wanted)
    return wanted_stems <= found and not wanted_stems <= _IN_ANY_STEP


def _are_alike(one: str, two: str) -> bool:
    shorter, longer = sorted((grams(one), grams(two)), key=len)
    return len(set(shorter) & set(longer)) >= _ALIKE * len(longer)


@dataclass(frozen=True, slots=True)
class Statistics:
    """What the words of a step are worth: how many observations there are, and how many have each."""

    count: int
    mean_words: float
    mean_letters: float
    having: Mapping[str, int]

    def rarity(self, token: str) -> float:
        having = self.having.get(token, 0) + _IMAGINED_HAVING.get(token, 0)
        return log(1 + (self.count + IMAGINED - having + 0.5) / (having + 0.5))


@dataclass(frozen=True, slots=True)
class StepWords:
    """A step as ranking sees it, before it knows what its words are worth."""

    stems: Mapping[str, float]
    grams: Mapping[str, float]
    pairs: Mapping[tuple[str, str], float]
    kin: Mapping[str, float]
    """The words that others stand for: not those in quotation marks."""

    @property
    def tokens(self) -> list[str]:
        """What statistics are needed for."""
        return [
            *(f"s{each}" for each in self.stems),
            *(f"g{each}" for each in self.grams),
            *(f"k{group}" for group in {group for each in self.kin for group in KIN[each]}),
            *(f"s{each}" for each in _standing_for(self.kin) - self.stems.keys()),
        ]


def step(text: str) -> StepWords:
    """The words of a step, each with what its place and its quotation marks leave of it."""
    stems: dict[str, float] = {}
    letters: dict[str, float] = {}
    pairs: dict[tuple[str, str], float] = {}
    kin: dict[str, float] = {}
    before = ""
    for word, fade in zip(words(text[: LONGEST_STEP * 20]), _IN_STEP, strict=False):
        own = stem(word.text)
        weight = fade * (QUOTED if word.quoted else 1.0)
        stems[own] = stems.get(own, 0.0) + weight
        for gram in grams(word.text):
            letters[gram] = letters.get(gram, 0.0) + weight
        if before:
            pairs[before, own] = max(pairs.get((before, own), 0.0), fade)
        if own in KIN and not word.quoted and own not in _EVERYWHERE:
            kin[own] = max(kin.get(own, 0.0), fade)
        before = own
    return StepWords(stems, letters, pairs, kin)


class Query:
    """A step with what each of its words is worth: ready to be held against observations."""

    def __init__(self, wanted: StepWords, statistics: Statistics) -> None:
        rarity = statistics.rarity
        rarities = {each: rarity(f"s{each}") for each in wanted.stems}
        self._statistics = statistics
        worth = {each: _saturated(weight) * rarities[each] for each, weight in wanted.stems.items()}
        self.stems = {each: sqrt(len(each)) * weight for each, weight in worth.items()}
        self.grams = {each: _saturated(weight) * rarity(f"g{each}") for each, weight in wanted.grams.items()}
        self.pairs = {
            (one, two): weight * sqrt(rarities[one] * rarities[two]) for (one, two), weight in wanted.pairs.items()
        }
        self.kin = {
            each: {group: weight * rarity(f"k{group}") for group in KIN[each]} for each, weight in wanted.kin.items()
        }
        # Phrases and kin are held against all that the step asks for: one pair out of one is no full match.
        whole = sum(worth.values()) or 1.0
        self._totals = (sum(self.stems.values()) or 1.0, sum(self.grams.values()) or 1.0, whole, whole)
        self._known: dict[str, tuple[str, ...]] = {}

    def parts(self, text: Document) -> Parts:
        """What the observation has of the step's words, letters, phrases and kin."""
        slowness = _slowness(len(text.words), self._statistics.mean_words)
        fuller = (SATURATION + 1) / (1 + slowness)
        longer = _slowness(text.letters, self._statistics.mean_letters)
        all_words, all_letters, all_phrases, all_kin = self._totals
        words_ = _covered(self.stems, _counted(text.stems, self.stems), slowness) / all_words
        letters = _covered(self.grams, self._letters(text.words), longer) / all_letters
        phrases = self._phrases(text.stems) * fuller / all_phrases
        kin = self._kinship(text.stems) * fuller / all_kin
        of_words, of_letters, of_phrases, of_kin = WEIGHTS
        whole = of_words * words_ + of_letters * letters + of_phrases * phrases + of_kin * kin
        return Parts(words_, letters, phrases, kin, whole / _WHOLE)

    def _letters(self, found: Sequence[str]) -> dict[str, float]:
        counts: dict[str, float] = {}
        known = self._known
        for word, fade in zip(found, _IN_TEXT, strict=False):
            shared = known.get(word)
            if shared is None:
                shared = known[word] = tuple(gram for gram in grams(word) if gram in self.grams)
            for gram in shared:
                counts[gram] = counts.get(gram, 0.0) + fade
        return counts

    def _phrases(self, stems: Sequence[str]) -> float:
        if not self.pairs:
            return 0.0
        found = self.pairs.keys() & pairwise(stems)
        return sum(self.pairs[pair] for pair in sorted(found))

    def _kinship(self, stems: Iterable[str]) -> float:
        if not self.kin:
            return 0.0
        found = {group for each in stems for group in KIN.get(each, ())}
        return sum(
            max((weight for group, weight in groups.items() if group in found), default=0.0)
            for groups in self.kin.values()
        )


def words_to_look_up(query: Query, statistics: Statistics, about: frozenset[str]) -> Iterator[tuple[str, float, int]]:
    """The words of a step that find something, the most telling first: what each is worth, how much of it to read.

    With them those that stand for one of them, for half of its worth. Where there are many, common ones find nothing by
    themselves, unless they say what the step is about: "Open the checkout", where most observations are about that.
    If no rare one says it, what has them comes first.
    """
    worth = _kin_worth(query, statistics)
    worth |= {stem: weight for stem, weight in query.stems.items() if statistics.having.get(f"s{stem}")}
    rare = {stem for stem in worth if statistics.having[f"s{stem}"] <= COMMON * statistics.count}
    if about.isdisjoint(rare):
        whole = sum(worth.values())
        worth |= {stem: whole + worth[stem] for stem in about & worth.keys()}
        rare = rare and rare | (about & worth.keys())
    if statistics.count <= ALL_LOOKED_UP:
        rare |= worth.keys()
    elif statistics.count <= MOST_READ:
        rare |= about & worth.keys()  # few enough to look at them, too: the rare one may be beside the point
    left = MOST_READ
    for each in sorted(rare or worth, key=lambda each: (-worth[each], each)):
        if left <= 0:
            return
        yield each, worth[each], left
        left -= statistics.having[f"s{each}"]


def _kin_worth(query: Query, statistics: Statistics) -> dict[str, float]:
    """The words that stand for those of a step and are in some observation, with what each is worth."""
    worth: dict[str, float] = {}
    for own in query.kin:
        for each in _standing_for([own]):
            if statistics.having.get(f"s{each}"):
                worth[each] = max(worth.get(each, 0.0), KIN_LOOKED_UP * query.stems[own])
    return dict(sorted(worth.items(), key=lambda pair: (-pair[1], pair[0]))[:MOST_KIN])


def _standing_for(stems: Iterable[str]) -> set[str]:
    """The stems that are kin of these, but of those that are on every screen."""
    groups = {group for each in stems if each not in _KIN_OF_ANY_STEP for group in KIN[each]}
    return {each for group in groups for each in _IN_GROUP[group]}


def _slowness(length: float, mean: float) -> float:
    return SATURATION * (1 - LENGTH_SHARE + LENGTH_SHARE * length / (mean or 1.0))


def _saturated(weight: float) -> float:
    return 2 * weight / (weight + 1)


def _counted(stems: Iterable[str], wanted: Mapping[str, float]) -> dict[str, float]:
    counts: dict[str, float] = {}
    for each, fade in zip(stems, _IN_TEXT, strict=False):
        if each in wanted:
            counts[each] = counts.get(each, 0.0) + fade
    return counts


def _covered(wanted: Mapping[str, float], counts: Mapping[str, float], slowness: float) -> float:
    return sum(wanted[each] * count * (SATURATION + 1) / (count + slowness) for each, count in counts.items())


def score(relevance: float, *, trust: float, tier: Tier) -> float:
    """What observations are ordered by: relevance first, then trust and how near the scope is."""
    return relevance * (DISTRUSTED + (TRUSTED - DISTRUSTED) * trust) * NEARNESS[tier]
