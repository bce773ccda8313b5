"""YAML as people mean it, and what hardwon does not accept."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardwon.text.yaml_strings import DEEPEST, MOST_NODES, YamlError, read


def error(text: str) -> YamlError:
    with pytest.raises(YamlError) as caught:
        read(text)
    return caught.value


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("no", "no"),
        ("yes", "yes"),
        ("on", "on"),
        ("12:30:45", "12:30:45"),
        ("2025-05-21", "2025-05-21"),
        ("2025-05-21T10:30:00Z", "2025-05-21T10:30:00Z"),
        ("0x10", "0x10"),
        ("1_000", "1_000"),
        (".inf", ".inf"),
        (".nan", ".nan"),
        ("'1'", "1"),
        ('"true"', "true"),
        ("'null'", "null"),
        ("|\n  5", "5"),
        (">\n  true", "true"),
        ("1" * 30, "1" * 30),
        ("true", True),
        ("false", False),
        ("null", None),
        ("~", None),
        ("", None),
        ("5", 5),
        ("-5", -5),
        ("0.5", 0.5),
        (".5", 0.5),
        ("1e3", 1000.0),
        ("[a, 1]", ["a", 1]),
        ("{a: {b: [1]}}", {"a": {"b": [1]}}),
        ("a:\nb: x", {"a": None, "b": "x"}),
        ("1: one\ntrue: yes", {"1": "one", "true": "yes"}),
        ("a: b\r\nc: d\r\n", {"a": "b", "c": "d"}),
        ("!!python/object/apply:os.system [exit]", ["exit"]),
        ("!!python/name:os.system x", "x"),
        ("a: &x [1, 2]\nb: *x", {"a": [1, 2], "b": [1, 2]}),
    ],
)
def test_value(text: str, value: Any) -> None:
    found = read(text).value
    assert found == value
    assert type(found) is type(value)


def test_every_value_knows_its_line() -> None:
    document = read("a:\n  b: 1\n  c:\n    - x\n    - y: 2\n")
    assert [document.line(path) for path in [("a",), ("a", "b"), ("a", "c", 0), ("a", "c", 1, "y")]] == [1, 2, 4, 5]


def test_place_that_is_not_there_gets_the_line_around_it() -> None:
    assert read("a:\n  b: 1\n").line(("a", "b", "deep", 3)) == 2
    assert read("").line(("a",)) is None


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        ("a: 1\nb: [1\n", 3, "expected"),
        ("a: 1\n\tb: 2\n", 2, "indented by a tab"),
        ("a: 1\nb: 2\na: 3\n", 3, "'a' is given twice"),
        ("x:\n  a: 1\n  'a': 2\n", 3, "'a' is given twice"),
        ("a: 1\n? [b]\n: 2\n", 2, "a key must be plain text"),
        ("a: 1\n? {b: c}\n: 2\n", 2, "a key must be plain text"),
        ("a: *nowhere\n", 1, "undefined alias"),
        ("a: 1\n---\nb: 2\n", 2, "a second document begins here"),
        ("a: 1\nb: 'open\n", 3, "unexpected end of stream"),
        ("a: 1\nb: \x07\n", 2, "not allowed"),
        ("%YAML 9.9\n---\na: 1\n", 1, "incompatible YAML document"),
    ],
)
def test_error_names_line_and_reason(text: str, line: int, says: str) -> None:
    found = error(text)
    assert (found.line, says in str(found)) == (line, True), str(found)


def test_alias_bomb_is_stopped() -> None:
    levels = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    levels += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 10)]
    assert f"more than {MOST_NODES} values" in str(error("\n".join(levels)))


def test_alias_to_itself_is_stopped() -> None:
    assert "nested deeper" in str(error("a: &a [*a]"))
    assert "nested deeper" in str(error("a: &a {b: *a}"))


@pytest.mark.parametrize("opening", ["[", "{a: ", "- ", "? ", "!x [", "&a ["])
@pytest.mark.parametrize("depth", [DEEPEST + 1, 200_000])
def test_deep_nesting_is_refused_whatever_its_depth(opening: str, depth: int) -> None:
    """The parser's own recursion is in C, where too deep means that the process dies."""
    assert "nested deeper" in str(error(opening * depth))


def test_deep_nesting_that_is_closed_again_is_refused_too() -> None:
    assert "nested deeper" in str(error("[" * 100_000 + "]" * 100_000))


def test_depth_that_people_use_is_fine() -> None:
    depth = DEEPEST - 1
    assert read("[" * depth + "]" * depth).value is not None


def test_too_many_values_are_refused() -> None:
    assert "more than" in str(error("- 1\n" * (MOST_NODES + 1)))


def read_or_refusal(text: str) -> YamlError | None:
    try:
        read(text)
    except YamlError as refused:
        return refused
    return None


@given(st.text(max_size=200))
def test_any_text_is_read_or_refused(text: str) -> None:
    refused = read_or_refusal(text)
    if refused:
        assert 1 <= refused.line <= len(text) + 2


@given(st.text(st.sampled_from("ab:-?[]{}&*!|>'\"%@`#, \n\t01.~<=\\x\ud800\u2028"), max_size=80))
def test_any_tangle_of_yaml_signs_is_read_or_refused(text: str) -> None:
    refused = read_or_refusal(text)
    if refused:
        assert str(refused)
