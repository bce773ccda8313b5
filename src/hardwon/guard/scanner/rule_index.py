"""The rule index: the rules by the words that can start them, tried only where those words stand. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from hardwon.guard.scanner.phrases import KEY_LENGTH, PhraseExpression, compiled
from hardwon.guard.scanner.prefilter import numbers, possible, possible_rules
from hardwon.guard.scanner.rules import ENOUGH_WEIGHT, matched_rules, weighted_phrases
from hardwon.guard.scanner.tables import Expression

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
    """Every phrase, by the beginning of the word that it starts with, or by its first character."""

    by_word: dict[str, dict[int, IndexedPhrase]]
    """By their numbers, so that the few that can match are looked up instead of all being tried."""

    begun: dict[str, int]
    """The numbers of those, as bits."""

    by_character: dict[str, tuple[IndexedPhrase, ...]]
    patterns: tuple[tuple[TextRule, RuleForm], ...]


@dataclass(frozen=True, slots=True)
class RuleMatch:
    """A rule that was found in a part of a text."""

    rule: TextRule
    start: int
    end: int


@cache
def index() -> RuleIndex:
    """The index of all rules."""
    by_word: dict[str, list[IndexedPhrase]] = {}
    by_character: dict[str, list[IndexedPhrase]] = {}
    for number, (rule, weight, text) in enumerate(weighted_phrases()):
        phrase = compiled(text)
        entry = IndexedPhrase(rule, PhraseExpression(text), weight, number)
        table = by_word if phrase.spaced else by_character
        for key in phrase.keys:
            table.setdefault(key, []).append(entry)
    return RuleIndex(
        {key: {entry.number: entry for entry in entries} for key, entries in by_word.items()},
        {key: sum(1 << number for number in {entry.number for entry in entries}) for key, entries in by_word.items()},
        {key: tuple(entries) for key, entries in by_character.items()},
        tuple((rule, _form(rule.pattern)) for rule in matched_rules() if rule.pattern),
    )


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
    table = index()
    by_word = table.by_word
    can = possible_rules(possible([word.text for word in view.words]))
    for word, start in zip(view.words, view.starts, strict=True) if can else ():
        key = word.text[:KEY_LENGTH]
        begins = can & table.begun.get(key, 0)
        for number in numbers(begins) if begins else ():
            yield by_word[key][number], start
    if not view.line.isascii():
        by_character = table.by_character
        for at, char in enumerate(view.line):
            for entry in by_character.get(char, ()):
                yield entry, at


def by_form(text: str) -> Iterator[RuleMatch]:
    """The first place at which each rule on the form of a text is found."""
    lower = text.lower()
    for rule, pattern in index().patterns:
        if any(map(lower.__contains__, rule.hints)):
            begins = pattern.begins.search(lower)
            match = pattern.whole.match(lower, begins.start()) if begins else None
            if match:
                yield RuleMatch(rule, match.start(), match.end())


def _form(pattern: str) -> RuleForm:
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
