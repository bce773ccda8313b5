"""Tables and rules hold nothing that is without effect."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules
from types import MappingProxyType

import pytest

from hardwon.guard.scanner import describing, rules, spelling
from hardwon.guard.scanner.imperatives import ready_forms
from hardwon.guard.scanner.phrases import compiled, plain_words
from hardwon.guard.scanner.rules import (
    HIDING_RULES,
    SECRET_RULES,
    every_rule,
    languages,
    matched_rules,
    steering_rule,
)
from hardwon.guard.scanner.rules.rule import rules_in
from hardwon.guard.scanner.tables import english, orders, secret_marks, signs, vocabulary

LISTS = MappingProxyType(
    {
        f"{table.__name__.rpartition('.')[2]}.{name}": value
        for table in (english, orders, secret_marks, signs, vocabulary)
        for name, value in vars(table).items()
        if isinstance(value, frozenset)
    }
)


@pytest.mark.parametrize("name", LISTS)
def test_a_word_is_written_in_the_letters_of_the_text_that_it_is_compared_with(name: str) -> None:
    """An accent would make it match nothing: texts are folded before they are compared."""
    assert {word for word in LISTS[name] if word != plain_words(word)} == set()


def test_what_belongs_to_a_larger_list_is_in_it() -> None:
    assert english.ORDER_ONLY_BEFORE.keys() <= english.ORDER_VERBS
    assert english.THAT_VERBS <= english.ORDER_VERBS
    assert english.CONNECTIVES <= english.CLAUSE_STARTS
    assert english.INSISTING <= english.ADVERBS
    assert frozenset(vocabulary.MISSPELLED) <= vocabulary.KNOWN_WORDS


def test_an_exception_is_one_from_what_would_hold_without_it(monkeypatch: pytest.MonkeyPatch) -> None:
    for form in ready_forms():
        assert {word for word in form.but if form.verb.fullmatch(word) is None} == set()
    monkeypatch.setattr(spelling, "NOT_MISSPELLED", frozenset())
    assert {word for word in vocabulary.NOT_MISSPELLED if not spelling.corrected.__wrapped__(word)} == set()
    monkeypatch.setattr(english, "NO_ADVERBS", frozenset())
    assert all(describing.is_adverb.__wrapped__(word) for word in LISTS["english.NO_ADVERBS"])


def test_every_module_of_rules_is_in_force() -> None:
    modules = [import_module(module.name) for module in iter_modules(rules.__path__, rules.__name__ + ".")]
    written = {rule.id for module in modules for rule in getattr(module, "RULES", ())}
    written |= {
        rule.id for module in modules if module is not languages for rule in rules_in(getattr(module, "TEXT", ""))
    }
    written |= {rule.id for rule in languages.rules()}
    assert written == {rule.id for rule in (*every_rule(), steering_rule())}


def test_a_rule_has_something_to_be_matched_by() -> None:
    for rule in matched_rules():
        assert rule.phrases or rule.cues or rule.pattern, rule.id
        assert bool(rule.pattern) == bool(rule.hints), rule.id
    for rule in (*HIDING_RULES, *SECRET_RULES):
        assert (rule.phrases, rule.cues, rule.pattern) == ((), (), ""), f"{rule.id}: nothing would try it"


def test_every_list_of_a_language_is_read() -> None:
    """One with another name than a topic has would be without effect."""
    topics = [set(topic) for topic in languages.TOPICS]
    for language, lists in languages.languages().items():
        words = lists.keys() - {"open", "blocks", "passes"}
        assert words <= set().union(*(topic for topic in topics if topic <= words)), language


def test_no_phrase_stands_twice() -> None:
    phrases = [phrase for rule in every_rule() for phrase in (*rule.phrases, *(cue for _, cue in rule.cues))]
    patterns = [compiled(phrase).pattern for phrase in (*phrases, *orders.ASKS)]
    assert [phrase for phrase, pattern in zip(phrases, patterns, strict=False) if patterns.count(pattern) > 1] == []
