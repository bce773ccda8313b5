"""Ranking: how well an observation fits a step."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardwon.likeness.stems import stem
from hardwon.likeness.tokens import document, tokens
from hardwon.recall.ranking import Parts, Query, Statistics, score, step, words_to_look_up

OTHERS = [
    "Invoices are numbered by year",
    "The cart keeps its items for a week",
    "Search ignores upper and lower case",
    "The password form asks twice",
    "Deleting a project asks for its name",
    "Exports are sent by mail",
]


def fit(text: str, title: str, content: str = "", others: list[str] = OTHERS) -> Parts:
    """How an observation among others fits a step."""
    texts = [document(title, content or title), *(document(other, other) for other in others)]
    having = Counter(token for each in texts for token in tokens(each))
    words = sum(len(each.words) for each in texts) / len(texts)
    letters = sum(each.letters for each in texts) / len(texts)
    return Query(step(text), Statistics(len(texts), words, letters, having)).parts(texts[0])


def relevance(text: str, title: str, content: str = "") -> float:
    return fit(text, title, content).relevance


def test_a_step_finds_what_an_exact_phrase_misses() -> None:
    assert relevance("Open the login modal", "Login modal appears after 2 s") > 0.5


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("Rename a project", "Open a project"),
        ("The project can be renamed", "The list can be sorted"),
    ],
)
def test_more_of_the_step_fits_better(better: str, worse: str) -> None:
    assert relevance("Rename the project", better) > relevance("Rename the project", worse)


def test_a_rare_word_counts_more_than_a_common_one() -> None:
    assert relevance("Exports and the mail zebra", "zebra") > relevance("Exports and the mail zebra", "the")


def test_what_stands_in_the_title_counts_more_than_what_stands_far_below() -> None:
    filler = "There is nothing else to say about any of this at all. " * 6
    assert relevance("Open the wizard", "Wizard", filler) > relevance(
        "Open the wizard", "Something", f"{filler} wizard"
    )


def test_a_value_in_quotation_marks_counts_less_than_a_word() -> None:
    assert relevance('Rename zebra "falcon"', "zebra") > relevance('Rename zebra "falcon"', "falcon")


def test_a_title_that_the_content_repeats_is_not_counted_twice() -> None:
    assert document("Login modal", "Login modal opens late").words == ["login", "modal", "opens", "late"]
    assert document("Login mod", "Login modal opens late").words == ["login", "modal", "opens", "late"]


def test_parts_say_where_the_relevance_comes_from() -> None:
    kin = fit("Remove the basket", "Deleting from the cart")
    assert kin.words < kin.kin
    assert fit("authenticate", "authentication").letters > 0


def test_several_words_that_stand_for_one_count_once() -> None:
    """A text of synonyms is not nearer to a step than one that says it in one of them."""
    alone = [fit("Delete the folder", word).kin for word in ("Erase", "Discard", "Purge")]
    assert 0 < fit("Delete the folder", "Erase discard purge").kin <= max(alone)


def test_how_to_get_around_has_no_kin() -> None:
    assert fit("Open the page", "The screen can be visited").kin == 0


@pytest.mark.parametrize("count", [100, 10_000])
def test_words_that_stand_for_those_of_a_step_are_looked_up_beside_them(count: int) -> None:
    having = {f"s{stem(word)}": 3 for word in ("delete", "erase", "invoice", "zebra")}
    statistics = Statistics(count, 12, 60, having)
    query = Query(step("Delete the invoice"), statistics)
    worth = {word: weight for word, weight, _ in words_to_look_up(query, statistics, frozenset())}
    assert worth.keys() == {stem("delete"), stem("invoice"), stem("erase")}
    assert worth[stem("erase")] < worth[stem("delete")]


def test_what_is_looked_up_is_among_what_statistics_are_asked_for() -> None:
    wanted = step("Delete the invoice")
    assert {f"s{stem('erase')}", f"s{stem('delete')}", f"s{stem('invoice')}"} <= {*wanted.tokens}
    assert len({*wanted.tokens}) == len(wanted.tokens)


def test_trust_and_nearness_decide_between_equals() -> None:
    assert score(0.5, trust=0.9, tier="products") > score(0.5, trust=0.4, tier="products")
    tiers = [score(0.5, trust=0.5, tier=tier) for tier in ("tests", "suites", "products")]
    assert tiers == sorted(tiers, reverse=True)


def test_trust_does_not_make_the_irrelevant_relevant() -> None:
    assert score(0.2, trust=1.0, tier="tests") < score(0.6, trust=0.3, tier="products")


@given(st.text(max_size=300), st.text(max_size=100), st.text(max_size=300))
def test_any_texts_have_a_finite_relevance(text: str, title: str, content: str) -> None:
    parts = fit(text, title, content)
    assert all(0 <= part < 10 for part in parts)


def test_a_very_long_step_and_content_are_cut() -> None:
    assert relevance("open the wizard " * 10_000, "Wizard", "wizard " * 50_000) > 0
