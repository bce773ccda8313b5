"""A member is added to a JSON text, and nothing else in it changes."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardwon.text.json_members import plain_json, with_member

ENTRY = {"command": "hardwon", "args": ["mcp"]}

TEXTS = [
    "{}",
    "{ }",
    "{\n}\n",
    '{"servers": {}}',
    '{"servers": {"other": {"command": "x"}}}',
    '{\n  "servers": {\n    "other": {"v": 1.10, "e": "\\u00e9"}\n  },\n  "more": [1, 2]\n}\n',
    '{\r\n\t"servers": {\r\n\t\t"other": {}\r\n\t}\r\n}\r\n',
    '{"more": [{"servers": {}}], "a": 1.10}',
    '\n {\n    "more": true\n }',
]


@pytest.mark.parametrize("text", TEXTS)
def test_everything_else_stays_to_the_sign(text: str) -> None:
    longer = with_member(text, ("servers", "hardwon"), ENTRY)
    before, after = json.loads(text), json.loads(longer)
    assert after["servers"].pop("hardwon") == ENTRY
    assert after == {"servers": {}, **before}
    rest = iter(longer)
    assert all(sign in rest for sign in text if not sign.isspace())
    assert ("\r\n" in longer) == ("\r\n" in text)
    assert longer.replace("\r\n", "").count("\n") == 0 or "\r\n" not in text


def test_it_is_laid_out_as_its_neighbours() -> None:
    text = '{\n    "servers": {\n        "a": 1\n    }\n}\n'
    expected = '{\n    "servers": {\n        "a": 1,\n        "b": {\n            "c": 2\n        }\n    }\n}\n'
    assert with_member(text, ("servers", "b"), {"c": 2}) == expected


COMMENTED = [
    '{ // ours\n  "servers": {} }',
    '{\n  "servers": {\n    // none yet\n  }\n}\n',
    '{ "servers": { /* none yet */ } }',
    '{\n\t"servers": {\n\t\t/* first */ "a": {}, // "a" is ours\n\t},\n}\n',
    '{\n  "servers": {\n    "a": {"url": "http://x/*y*/"} // http\n    // "b": {}\n  }, // end\n  "more": [1, 2,],\n}',
    '{\r\n  "servers": {\r\n    "a": {}, /* one\r\n two */\r\n  }\r\n}',
    '{"more": "// no comment, }", "servers": {"a": "\\"/*",}}',
    "/* begin */ {\n  // nothing\n}\n// end",
]


@pytest.mark.parametrize("text", COMMENTED)
def test_comments_and_last_commas_stay_where_they_are(text: str) -> None:
    longer = with_member(text, ("servers", "hardwon"), ENTRY)
    before, after = json.loads(plain_json(text)), json.loads(plain_json(longer))
    assert after["servers"].pop("hardwon") == ENTRY
    assert after == {"servers": {}, **before}
    kept = [line.strip().rstrip(",") for line in text.splitlines() if "//" in line or "*/" in line]
    assert "\n" not in text or all(line.replace(" ", "").strip("}") in longer.replace(" ", "") for line in kept[1:])
    rest = iter(longer)
    assert all(sign in rest for sign in text if not sign.isspace())
    assert longer.count("\n") == longer.count("\r\n") or "\r" not in text


def test_a_comment_stays_beside_what_it_is_about() -> None:
    text = '{\n  "servers": {\n    "a": 1 // ours\n  }\n}\n'
    assert with_member(text, ("servers", "b"), 2) == text.replace("1 // ours\n", '1, // ours\n    "b": 2\n')
    text = '{\n  "servers": {\n    "a": 1, // ours\n  }\n}\n'
    assert with_member(text, ("servers", "b"), 2) == text.replace("// ours\n", '// ours\n    "b": 2\n')


@pytest.mark.parametrize("text", ["[]", '{"servers": []}', '{"servers": null}', "", "{", '{"a": 1,, }', "{a: 1}"])
def test_what_is_not_an_object_on_the_way_is_refused(text: str) -> None:
    with pytest.raises(ValueError):
        with_member(text, ("servers", "hardwon"), ENTRY)


VALUES = st.none() | st.integers() | st.text(max_size=4) | st.lists(st.text(max_size=4), max_size=2)


@settings(max_examples=60)
@given(
    st.dictionaries(st.text(max_size=4), VALUES, max_size=3),
    st.none() | st.dictionaries(st.text(max_size=4), VALUES, max_size=2),
    st.sampled_from([None, 2, "\t"]),
)
def test_any_object_gains_just_that(
    document: dict[str, object], inner: dict[str, object] | None, indent: int | str | None
) -> None:
    whole = document if inner is None else {**document, "servers": inner}
    longer = with_member(json.dumps(whole, indent=indent), ("servers", "hardwon"), ENTRY)
    assert json.loads(longer) == {**whole, "servers": {**(inner or {}), "hardwon": ENTRY}}
