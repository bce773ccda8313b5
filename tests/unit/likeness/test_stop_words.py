"""Stop words: what says little in one place, and much in another."""

from __future__ import annotations

import pytest

from hardwon.likeness import stop_words
from hardwon.likeness.claims import claim
from hardwon.likeness.words import words

SETS = {name: listed for name, listed in vars(stop_words).items() if isinstance(listed, frozenset)}


@pytest.mark.parametrize("name", SETS)
def test_every_stop_word_is_a_word_that_a_text_can_have(name: str) -> None:
    assert [word for word in SETS[name] if [each.text for each in words(word)] != [word]] == []


def test_no_claim_loses_its_denial() -> None:
    assert [word for word in sorted(stop_words.IN_A_CLAIM) if claim(f"{word} tomato").denied] == []


@pytest.mark.parametrize("word", ["may", "will", "do", "all", "new", "not"])
def test_what_tells_a_name_from_the_next_stays_in_it(word: str) -> None:
    assert word not in stop_words.IN_A_NAME


@pytest.mark.parametrize("word", ["for", "with", "or"])
def test_what_says_more_than_a_place_is_heard_beside_one(word: str) -> None:
    assert word not in stop_words.IN_A_PLACE
