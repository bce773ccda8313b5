"""Synonyms: one table, and three degrees of nearness that hold each other up."""

from __future__ import annotations

from hardwon.likeness import claims, synonyms
from hardwon.likeness.stems import stem
from hardwon.likeness.synonyms import KIN, ONE_MEANING, ONE_THING
from hardwon.likeness.words import words

IN_CLAIMS = {stem(word) for word in synonyms._IN_CLAIMS.replace("=", " ").split()}
LISTED = [" ".join(line).replace("=", " ").split() for line in synonyms._LINES]  # the table itself is the subject


def test_every_entry_is_a_word_that_a_text_can_have() -> None:
    """`signin` would never be met: words reads it as `login`."""
    assert [word for line in LISTED for word in line if [each.text for each in words(word)] != [word]] == []


def test_a_group_of_near_words_has_two_at_least_and_none_twice() -> None:
    assert [group for group in synonyms._GROUPS if len({stem(word) for word in group}) < max(2, len(group))] == []
    assert [word for group in synonyms._GROUPS for word in group if [each.text for each in words(word)] != [word]] == []


def test_no_line_has_a_word_twice() -> None:
    assert [line for line in LISTED if len({stem(word) for word in line}) < len(line)] == []


def test_no_word_has_two_meanings() -> None:
    groups = [*synonyms._joined("="), *synonyms._joined("=", [synonyms._IN_CLAIMS.split()])]
    joined = [stem(word) for group in {tuple(group) for group in groups} for word in group]
    assert len(joined) == len(set(joined)) == len(ONE_MEANING)


def test_names_of_one_thing_have_one_meaning_and_words_of_one_meaning_are_kin() -> None:
    in_sentences = {word: first for word, first in ONE_THING.items() if word not in ("preference", "setting")}
    assert {stem(word): stem(first) for word, first in in_sentences.items()}.items() <= ONE_MEANING.items()
    finding = {word: first for word, first in ONE_MEANING.items() if word not in IN_CLAIMS}
    assert all(KIN[word] & KIN[first] for word, first in finding.items())


def test_what_is_in_texts_about_anything_has_one_meaning_and_finds_nothing() -> None:
    assert ONE_MEANING["over"] == ONE_MEANING[stem("above")]
    assert IN_CLAIMS.isdisjoint({*KIN} - {"person"})  # who it is, is kin of a user


def test_a_name_that_only_pages_have_gives_no_verb_another_meaning() -> None:
    """`I set its priority to 10` has nothing to do with preferences."""
    assert ONE_THING["preference"] == "setting"
    assert stem("setting") == "set"
    assert stem("preference") not in {*KIN, *ONE_MEANING}
    assert "set" not in ONE_MEANING


def test_what_is_only_kin_has_neither_one_meaning_nor_one_name() -> None:
    assert KIN["upload"] & KIN[stem("create")]
    assert "upload" not in ONE_MEANING
    assert ONE_MEANING["add"] == ONE_MEANING[stem("create")]
    assert "add" not in ONE_THING
    assert ONE_THING["basket"] == "cart"


def test_a_word_with_an_opposite_stands_for_its_synonyms() -> None:
    """`displayed` must contradict `hidden` as `shown` does: sides are looked up by the word that stands for all."""
    assert [word for word, first in ONE_MEANING.items() if word in claims._SIDES and first not in claims._SIDES] == []
