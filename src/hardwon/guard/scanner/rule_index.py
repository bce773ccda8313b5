"""The rule index: the rules by the words that can start them, tried only where those words stand. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from hardwon.guard.scanner.phrases import KEY_LENGTH, PhraseExpression, compiled
from hardwon.guard.scanner.prefilter import numbers, possible, possible_rules
from hardwon.guard.scanner.rules import ENOUGH_WEIGHT, matched_rules, weighted_phrases
from hardwon.guard.scanner.tables import Expression
from hardwon.guard.scanner.tables.scripts import UNSPACED

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hardwon.guard.scanner.clauses import WordView
    from hardwon.guard.scanner.rules import TextRule


_SIGN = Expression(r"\\.|\[\^?\]?(?:\\.|[^\]\\]){0,400}\]|.")
"""One sign of an expression, or a class of them."""


@dataclass(frozen=True, slots=True)
class IndexedPhrase:
    """One phrase of one rule, ready to match."""

    rule: TextRule
    pattern: Expression
    weight: int
    number: int


@dataclass(frozen=True, slots=True)
class RuleForm:
    """The expression of a rule, and a quicker one that finds where it begins."""

    begins: Expression
    whole: Expression


@dataclass(frozen=True, slots=True)
class RuleIndex:
    """Every phrase of a script without spaces, by its first character, and the rules on the form of a text."""

    by_character: dict[str, tuple[IndexedPhrase, ...]]
    patterns: tuple[TextRule, ...]


@dataclass(frozen=True, slots=True)
class RuleMatch:
    """A rule that was found in a part of a text."""

    rule: TextRule
    start: int
    end: int


@cache
def index() -> RuleIndex:
    """The index of all rules."""
    by_character: dict[str, list[IndexedPhrase]] = {}
    for number, (_, _, text) in enumerate(weighted_phrases()):
        for key in compiled(text).keys if UNSPACED.search(text) else ():
            by_character.setdefault(key, []).append(indexed(number)[1])
    return RuleIndex(
        {key: tuple(entries) for key, entries in by_character.items()},
        tuple(rule for rule in matched_rules() if rule.pattern),
    )


@cache
def indexed(number: int) -> tuple[frozenset[str], IndexedPhrase]:
    """A phrase of a rule by its number, and the beginnings of words by which it is looked up."""
    rule, weight, text = weighted_phrases()[number]
    return compiled(text).keys, IndexedPhrase(rule, PhraseExpression(text), weight, number)


def by_words(view: WordView) -> list[RuleMatch]:
    """The first place at which each rule on words is found."""
    found: dict[str, RuleMatch] = {}
    weights: dict[str, int] = {}
    seen: set[int] = set()
    for entry, at in _candidates(view):
        if entry.number in seen or entry.rule.id in found:
            continue
        match = entry.pattern.match(view.line, at)
        if match is None:
            continue
        seen.add(entry.number)
        weights[entry.rule.id] = weights.get(entry.rule.id, 0) + entry.weight
        if weights[entry.rule.id] >= ENOUGH_WEIGHT:
            found[entry.rule.id] = RuleMatch(entry.rule, *view.span(match.start(), match.end()))
    return list(found.values())


def _candidates(view: WordView) -> Iterator[tuple[IndexedPhrase, int]]:
    begun: dict[str, list[IndexedPhrase]] = {}
    for keys, entry in map(indexed, numbers(possible_rules(possible([word.text for word in view.words])))):
        for key in keys:
            begun.setdefault(key, []).append(entry)
    for word, start in zip(view.words, view.starts, strict=True) if begun else ():
        for entry in begun.get(word.text[:KEY_LENGTH], ()):
            yield entry, start
    if not view.line.isascii():
        by_character = index().by_character
        for at, char in enumerate(view.line):
            for entry in by_character.get(char, ()):
                yield entry, at


def by_form(text: str) -> Iterator[RuleMatch]:
    """The first place at which each rule on the form of a text is found."""
    lower = text.lower()
    for rule in index().patterns:
        if any(map(lower.__contains__, rule.hints)):
            pattern = rule_form(rule.pattern)
            begins = pattern.begins.search(lower)
            match = pattern.whole.match(lower, begins.start()) if begins else None
            if match:
                yield RuleMatch(rule, match.start(), match.end())


@cache
def rule_form(pattern: str) -> RuleForm:
    """An expression of many alternatives: what begins with a word is tried at the beginnings of words only."""
    by_word = [each[2:] for each in _alternatives(pattern) if each.startswith(r"\b")]
    others = [each for each in _alternatives(pattern) if not each.startswith(r"\b")]
    begins = "|".join([*([rf"\b(?:{'|'.join(by_word)})"] if by_word else []), *others])
    return RuleForm(Expression(begins), Expression(pattern))


def _alternatives(pattern: str) -> list[str]:
    """The alternatives of an expression: what `|` parts outside of all brackets."""
    parts, depth = [""], 0
    for sign in _SIGN.findall(pattern):
        depth += (sign == "(") - (sign == ")")
        if sign == "|" and not depth:
            parts.append("")
        else:
            parts[-1] += sign
    return parts
