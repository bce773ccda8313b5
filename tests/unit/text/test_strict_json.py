"""JSON that says one thing: each key once, and numbers that are numbers."""

from __future__ import annotations

import pytest

from hardwon.text import strict_json


def test_plain_json_is_read_as_ever() -> None:
    assert strict_json.read('{"a": [1, 2.5, null, {"a": "b"}]}') == {"a": [1, 2.5, None, {"a": "b"}]}


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('{"a": 1, "b": 2, "b": 3}', "the key 'b' is given twice"),
        ('[{"x": {"a": 1, "a": 1}}]', "the key 'a' is given twice"),
        ("[NaN]", "NaN is not a number"),
        ("[-Infinity]", "-Infinity is not a number"),
        ("[1e999]", "the number 1e999 is too large"),
    ],
)
def test_what_other_readers_would_take_two_ways_is_refused(text: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        strict_json.read(text)
