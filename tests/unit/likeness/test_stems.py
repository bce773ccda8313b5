"""Stems: what the forms of a word have in common."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardwon.likeness.stems import singular, stem, stems


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
        ("size", "sizes", "sized", "sizing"),
        ("tie", "ties"),
        ("try", "tries", "trying"),
        ("successful", "successfully"),
    ],
)
def test_forms_of_a_word_have_one_stem(forms: tuple[str, ...]) -> None:
    assert len(stems(forms)) == 1


@pytest.mark.parametrize(
    ("one", "two"), [("tax", "taxon"), ("not", "note"), ("on", "only"), ("proceed", "process"), ("us", "use")]
)
def test_different_words_keep_different_stems(one: str, two: str) -> None:
    assert stem(one) != stem(two)


@pytest.mark.parametrize(
    ("one", "many"),
    [
        ("address", "addresses"),
        ("box", "boxes"),
        ("cache", "caches"),
        ("size", "sizes"),
        ("axe", "axes"),
        ("tie", "ties"),
        ("category", "categories"),
        ("search", "searches"),
        ("page", "pages"),
        ("adresse", "adresses"),
        ("préférence", "préférences"),
    ],
)
def test_one_and_many_are_one_name(one: str, many: str) -> None:
    assert singular(one) == singular(many)


@pytest.mark.parametrize(
    ("one", "two"), [("archive", "archived"), ("ship", "shipping"), ("set", "setting"), ("plan", "plane")]
)
def test_names_of_two_things_stay_two(one: str, two: str) -> None:
    assert singular(one) != singular(two)


@given(st.text(alphabet="abcdeginlorstxyz", min_size=1, max_size=12))
def test_a_plural_has_the_stem_of_its_singular(word: str) -> None:
    assert stem(word)
    if singular(word) == word:
        assert singular(f"{word}s") in (word, f"{word}s", singular(f"{word[:-1]}y"))
