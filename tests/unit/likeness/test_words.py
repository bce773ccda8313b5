"""Words: what recall and sameness see of a text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardwon.likeness.words import LONGEST_WORD, stem, words


@pytest.mark.parametrize(
    "forms",
    [
        ("open", "opens", "opened", "opening"),
        ("create", "creates", "created", "creating", "creation"),
        ("use", "uses", "used", "using"),
        ("name", "named", "names", "naming"),
        ("category", "categories"),
        ("apply", "applies", "applied", "applying"),
        ("log", "logs", "logged", "logging"),
        ("address", "addresses"),
        ("try", "tries", "trying"),
        ("successful", "successfully"),
    ],
)
def test_forms_of_a_word_have_one_stem(forms: tuple[str, ...]) -> None:
    assert len({stem(form) for form in forms}) == 1


@pytest.mark.parametrize(
    ("one", "two"), [("tax", "taxon"), ("not", "note"), ("on", "only"), ("proceed", "process"), ("us", "use")]
)
def test_different_words_keep_different_stems(one: str, two: str) -> None:
    assert stem(one) != stem(two)


def test_values_in_quotation_marks_are_marked() -> None:
    found = words('Name it "Blue Shirt" in the form')
    assert [word.text for word in found if word.quoted] == ["blue", "shirt"]


@pytest.mark.parametrize("text", ["log in", "Logged in", "logging in", "sign in", "signed in", "login"])
def test_two_words_and_one_are_the_same(text: str) -> None:
    assert [word.text for word in words(text)] == ["login"]


def test_scripts_without_blanks_are_read_in_pairs_of_letters() -> None:
    assert [word.text for word in words("登录页面 OK")] == ["登录", "录页", "页面", "ok"]


@given(st.text())
def test_any_text_has_words_of_bounded_length(text: str) -> None:
    found = words(text)
    assert all(0 < len(word.text) <= LONGEST_WORD for word in found)
    assert all(stem(word.text) for word in found)
