"""Text from outside: nothing that acts on a terminal, hides or reorders text gets through."""

from __future__ import annotations

import json
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardwon.text.plain import LONGEST_NAME, clean_name, counted, first_of, one_line, visible, visible_json, well_formed

any_text = st.text(st.characters(), max_size=60)
"""Lone surrogates and all."""

HOSTILE = {
    "colour": "\x1b[31mred\x1b[0m",
    "title": "\x1b]0;owned\x07",
    "eight-bit csi": "\x9b31m",
    "carriage return": "safe\rHACKED",
    "backspace": "abc\b\b\b",
    "newline": "auth\nall green",
    "bidi override": "\u202ehtua",
    "bidi isolate": "\u2066x\u2069",
    "zero width space": "au\u200bth",
    "soft hyphen": "au\u00adth",
    "tag characters": "\U000e0061\U000e0062",
    "line separator": "a\u2028b",
    "nul": "a\0b",
    "lone surrogate": "a\ud800b",
    "byte order mark": "\ufeffauth",
    "joiner in ascii": "au\u200dth",
    "joiner at the end": "é\u200d",
    "only joiners": "\u200d\u200c",
    "hangul filler": "\u3164",
    "smuggled in variation selectors": "😀\U000e0148\U000e0155\U000e015c",
    "selector alone": "\ufe0f",
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_hostile_text_becomes_visible(text: str) -> None:
    shown = visible(text)
    assert shown != text
    assert "\\" in shown
    assert shown.isprintable()


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_hostile_text_is_no_clean_name(text: str) -> None:
    assert clean_name(text) != text


@pytest.mark.parametrize(
    "text", ["auth", "Über uns", "結帳", "سلة", "नमस्ते", "क्‍ष", "👩‍💻", "❤️‍🔥", "1️⃣", "a b", "葛\U000e0100城"]
)
def test_ordinary_text_stays_as_it_is(text: str) -> None:
    assert visible(text) == text
    assert clean_name(text) == text
    assert one_line(text) == text


@given(any_text)
def test_visible_text_holds_no_control_format_or_surrogate_but_joiners(text: str) -> None:
    left = {char for char in visible(text) if unicodedata.category(char) in {"Cc", "Cf", "Cs", "Zl", "Zp"}}
    assert left <= set("\u200c\u200d")


@given(any_text)
def test_visible_text_can_be_printed_anywhere(text: str) -> None:
    visible(text).encode()


@given(st.text(st.characters(), max_size=2000))
def test_one_line_is_one_short_line(text: str) -> None:
    line = one_line(text, 50)
    assert len(line) <= 50
    assert len(line.splitlines()) <= 1
    assert line == line.strip()


@given(st.text(st.characters(), max_size=2000))
def test_clean_name_is_one_visible_line_and_clean_again(text: str) -> None:
    name = clean_name(text)
    assert len(name) <= LONGEST_NAME
    assert clean_name(name) == name
    assert visible(name) == name


def test_clean_name_keeps_words_apart_and_drops_what_is_hidden() -> None:
    assert clean_name("  check\n\tout\u202e \x1b[1mnow ") == "check out [1mnow"
    assert clean_name(" \t\u200b ") == ""


def test_cutting_a_long_name_leaves_no_loose_joiner() -> None:
    kept = "a" * (LONGEST_NAME - len("é~01234567") - 1) + "é"
    name = clean_name(f"{kept}\u200dé{'b' * LONGEST_NAME}")
    assert name.startswith(f"{kept}~")
    assert clean_name(name) == name


def test_ten_megabytes_are_cut_before_they_are_looked_at() -> None:
    huge = "\u202e" * 10_000_000
    assert clean_name(huge) == ""
    assert len(one_line(huge)) == 200


@given(any_text)
def test_well_formed_text_fits_a_file(text: str) -> None:
    assert len(well_formed(text).encode().decode()) == len(text)


def test_counted_as_people_say_it() -> None:
    assert [counted(number, "area") for number in (0, 1, 2)] == ["0 areas", "1 area", "2 areas"]
    assert [counted(number, "pass", "passes") for number in (1, 2)] == ["1 pass", "2 passes"]


def test_the_first_of_many_and_how_many_more() -> None:
    assert first_of(["a", "b"], 2) == "a, b"
    assert first_of(["a", "b", "c"], 1) == "a and 2 more"
    assert first_of([], 3) == ""


@given(any_text)
def test_visible_json_is_the_same_document_and_visible(text: str) -> None:
    shown = visible_json(json.dumps({"text": text}, ensure_ascii=False, indent=2))
    assert json.loads(shown) == {"text": text}
    assert all(visible(line) == line for line in shown.splitlines())


def test_two_long_names_stay_two() -> None:
    one, other = (clean_name("x" * 299 + end) for end in "ab")
    assert one != other
    assert len(one) == len(other) == LONGEST_NAME
    assert clean_name(one) == one
    far, farther = (clean_name("y" * 5000 + end) for end in "ab")
    assert far != farther
