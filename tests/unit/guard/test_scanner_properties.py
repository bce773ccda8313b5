"""Whatever the text: an answer, positions inside it, and no disguise that helps."""

from __future__ import annotations

import base64

from hypothesis import given, settings
from hypothesis import strategies as st

from hardwon.guard.scanner import redacted, redacted_observation, scan
from hardwon.guard.scanner.characters import folded
from hardwon.guard.scanner.clauses import words_of
from hardwon.guard.scanner.layers import plain
from hardwon.guard.scanner.rules import every_rule
from hardwon.guard.scanner.tables.scripts import FOREIGN

ANYTHING = st.text(st.characters(exclude_categories=()), max_size=200)
MARKED_UP = st.lists(
    st.sampled_from(
        [
            *("ignore ", "all ", "previous ", "instructions", "<!--", "-->", "<b>", '"', "'", "?", " ", "password="),
            *("&#105;", "%69", "\\u0069", "aGVsbG8gd29ybGQ", "\u200b", "\u202e", "\x1b[8m"),
            *("忽略", "ß", "İ", "\u1100\u1161", "か\u3099", "e\u0301"),
        ]
    ),
    max_size=40,
).map("".join)
TEXTS = st.one_of(ANYTHING, MARKED_UP)
LEAKS = st.lists(
    st.sampled_from(
        [
            *(
                "password",
                "api\\_key",
                "token",
                " for bob",
                " is ",
                ": ",
                " = ",
                " | ",
                "|",
                "\n",
                "\n|---|---|\n",
                " ",
            ),
            *(
                "kV9#tq2!Lw8zR",
                "9fQ2vXbT7LmZ4kRw8sNdYp3H",
                "ghp_",
                "ghp\\_",
                "9fQ2vXbT7LmZ4kRw",
                "8sNdYp3HcJ6gKe1WuA5o",
            ),
            *("**", "`", "<b>", "</b>", "<br>", "Cookie: ", "sessionid=", "(", ")", "h\u04bbp", "the page", ". "),
            "aHQ6IHBhc3N3b3JkPWtWOSN0cTJMdzh6UlBxN1pzMQ",
        ]
    ),
    max_size=16,
).map("".join)

CALM = settings(deadline=None)
MANY = settings(deadline=None, max_examples=200)
"""A slow machine is no failure."""

PLAIN_ATTACKS = [
    text
    for rule in every_rule()
    for text in rule.blocks
    if rule.phrases and text.isascii() and "@" not in text and "/" not in text
]


@given(TEXTS, TEXTS, st.sampled_from(["person", "machine"]))
@CALM
def test_every_text_gets_a_verdict_with_places_inside_it(title: str, content: str, origin: str) -> None:
    verdict = scan(title, content, origin)
    assert verdict.safe == (verdict.outcome == "safe" or (origin == "person" and verdict.outcome != "unsafe"))
    assert bool(verdict.findings) == bool(verdict.reason) == (verdict.outcome != "safe")
    for finding in verdict.findings:
        text = title if finding.field == "title" else content
        assert 0 <= finding.position <= finding.end <= len(text)


@given(TEXTS)
@CALM
def test_verdicts_do_not_depend_on_who_was_asked_before(text: str) -> None:
    assert scan("", text, "machine") == scan("", text, "machine")


@given(TEXTS)
@CALM
def test_a_text_without_secrets_survives_redaction(text: str) -> None:
    if not any(finding.secret for finding in scan("", text).findings):
        assert redacted(text) == text


@given(TEXTS)
@CALM
def test_no_secret_is_left_after_redaction(text: str) -> None:
    assert not any(finding.secret for finding in scan("", redacted(text)).findings)


@given(LEAKS, LEAKS)
@MANY
def test_no_secret_is_left_in_a_redacted_observation(title: str, content: str) -> None:
    masked = redacted_observation(title, content)
    assert not any(finding.secret for finding in scan(*masked).findings)


@given(TEXTS)
@CALM
def test_every_place_of_a_layer_leads_into_the_original(text: str) -> None:
    layer = plain(text)
    places = [layer.span(at, at + 1) for at in range(len(layer.text))]
    assert all(0 <= start < end <= len(text) for start, end in places)
    assert places == sorted(places)


@given(TEXTS)
@CALM
def test_words_stand_where_they_say(text: str) -> None:
    layer = plain(text)
    view = words_of(layer.text)
    for word, start in zip(view.words, view.starts, strict=True):
        assert view.line[start : start + len(word.text)] == word.text
        assert 0 <= word.start < word.end <= len(layer.text)


@given(st.characters())
@CALM
def test_characters_that_are_skipped_fold_to_themselves(char: str) -> None:
    if not FOREIGN.match(char):
        assert folded(char) == char
    assert len(folded(char).lower()) == len(folded(char))


@given(st.sampled_from(PLAIN_ATTACKS), st.randoms(use_true_random=False))
@MANY
def test_case_hides_nothing(text: str, picked: object) -> None:
    flipped = "".join(char.upper() if picked.random() < 0.5 else char.lower() for char in text)  # type: ignore[attr-defined]  # a random.Random
    assert scan("", flipped).outcome == "unsafe"


@given(st.sampled_from(PLAIN_ATTACKS), st.sampled_from(["  ", "\n", "\t", " \u00a0", " - ", "\u2003"]))
@MANY
def test_spacing_hides_nothing(text: str, gap: str) -> None:
    assert scan("", text.replace(" ", gap)).outcome == "unsafe"


@given(st.sampled_from(PLAIN_ATTACKS), st.sampled_from("\u200b\u200c\u200d\u2060\ufeff\u2063\u034f"), st.data())
@MANY
def test_invisible_characters_hide_nothing(text: str, char: str, data: st.DataObject) -> None:
    at = data.draw(st.integers(1, len(text) - 1))
    found = {finding.rule for finding in scan("", text[:at] + char + text[at:]).findings}
    assert len(found - {"invisible-character"}) > 0, "what was hidden is found"
    assert "invisible-character" in found, "and so is the hiding"


@given(st.sampled_from(PLAIN_ATTACKS), st.sampled_from(["base64", "hex", "percent", "entities"]))
@MANY
def test_encodings_hide_nothing(text: str, how: str) -> None:
    encoded = {
        "base64": base64.b64encode(text.encode()).decode(),
        "hex": text.encode().hex(),
        "percent": "".join(f"%{byte:02x}" for byte in text.encode()),
        "entities": "".join(f"&#{ord(char)};" for char in text),
    }[how]
    assert scan("", encoded).outcome == "unsafe"
