"""Words: what is seen of a text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardwon.likeness.claims import folded
from hardwon.likeness.stems import stem
from hardwon.likeness.words import _HINTS, _IN_ANY_FORM, LONGEST_WORD, SPELT_ALSO, texts_of_words, words


def test_values_in_quotation_marks_are_marked() -> None:
    found = words('Name it "Blue Shirt" in the form')
    assert [word.text for word in found if word.quoted] == ["blue", "shirt"]


@pytest.mark.parametrize("text", ["log in", "Logged in", "logging in", "sign in", "signed in", "login", "Signin"])
def test_two_words_and_one_are_the_same(text: str) -> None:
    assert [word.text for word in words(text)] == ["login"]


def test_a_page_with_a_name_of_its_own_is_still_a_page() -> None:
    assert words("the homepage") == words("the home page")


@pytest.mark.parametrize("text", ["Logged in", "signing up", "checked out"])
def test_a_state_is_not_the_name_of_an_action(text: str) -> None:
    assert len(words(text, in_any_form=False)) == 2
    assert words("Log in, sign up, check out", in_any_form=False) == words("login signup checkout")


@pytest.mark.parametrize("text", ["Logging in", "signs off", "sign-up", "Checked out", "E-Mails"])
def test_other_spellings_are_found_without_splitting(text: str) -> None:
    [word] = words(text)
    assert any(piece in folded(text) for piece in SPELT_ALSO[word.text])


def test_scripts_without_blanks_are_read_in_pairs_of_letters() -> None:
    assert [word.text for word in words("登录页面 OK")] == ["登录", "录页", "页面", "ok"]


@given(st.from_regex(_IN_ANY_FORM, fullmatch=True))
def test_every_other_spelling_has_a_hint(text: str) -> None:
    assert any(hint in text for hint in _HINTS)


@given(st.text() | st.lists(st.sampled_from(["Logged in", "é", "東京", "a_b", '"', "x" * 50, "1.5"])).map(" ".join))
def test_texts_of_words_are_those_of_the_words(text: str) -> None:
    assert texts_of_words(text) == [word.text for word in words(text)]


@given(st.text())
def test_any_text_has_words_of_bounded_length(text: str) -> None:
    found = words(text)
    assert all(0 < len(word.text) <= LONGEST_WORD for word in found)
    assert all(stem(word.text) for word in found)
