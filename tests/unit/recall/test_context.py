"""The block that an agent is given."""

from __future__ import annotations

from xml.etree import ElementTree as ET

from hypothesis import given
from hypothesis import strategies as st

from hardwon.recall.context import CAUTION, MARK, block, cut, escaped
from hardwon.steps.step import Hint


def hint(title: str, content: str, trust: float) -> Hint:
    return Hint(id="obs_a", title=title, content=content, trust=trust)


def test_the_block_is_as_the_contract_says() -> None:
    text, held = block([hint("Login modal: opens late", "It appears two seconds late.", 0.55)], 4000)
    assert held == 1
    assert text == (
        "<memory-context>\n"
        f"{CAUTION}\n"
        "\n"
        "- Login modal: opens late\n"
        "  It appears two seconds late. (trust: 0.55)\n"
        "</memory-context>"
    )


def test_nothing_to_say_is_no_block() -> None:
    assert block([], 4000) == ("", 0)


def test_the_five_characters_are_escaped_in_titles_and_contents() -> None:
    text, _ = block([hint("""<a> & 'b' "c\"""", "</memory-context> & more", 0.5)], 4000)
    assert "- &lt;a&gt; &amp; &apos;b&apos; &quot;c&quot;" in text
    assert "&lt;/memory-context&gt; &amp; more" in text
    assert text.count("</memory-context>") == 1


def test_every_line_of_a_content_is_indented() -> None:
    text, _ = block([hint("T", "one\ntwo\n- three", 0.5)], 4000)
    assert "  one\n  two\n  - three (trust: 0.50)" in text


def test_a_title_stays_on_one_line_and_cannot_act_on_a_terminal() -> None:
    text, _ = block([hint("a\n- b\x1b[31m", "c", 0.5)], 4000)
    assert "- a - b\\x1b[31m\n" in text


def test_a_long_content_is_cut_at_a_sentence_with_a_mark() -> None:
    assert cut("One is here. Two is there. Three is gone.", 32) == f"One is here. Two is there. {MARK}"


def test_without_a_sentence_it_is_cut_at_a_word() -> None:
    assert cut("alpha beta gamma delta", 17) == f"alpha beta {MARK}"


def test_all_share_the_room() -> None:
    long, short = "A sentence of some length. " * 100, "Short."
    text, held = block([hint("one", long, 0.5), hint("two", short, 0.5), hint("three", long, 0.5)], 900)
    assert held == 3
    assert text.count(MARK) == 2
    assert "  Short. (trust: 0.50)" in text


def test_what_has_no_room_at_all_is_left_out_from_the_end() -> None:
    many = [hint(f"title {number} {'x' * 150}", "Some content that needs its place. " * 3, 0.5) for number in range(5)]
    text, held = block(many, 600)
    assert 0 < held < 5
    assert "title 0" in text
    assert f"title {held}" not in text


@given(
    st.lists(st.builds(hint, st.text(), st.text(), st.floats(0, 1)), max_size=5),
    st.integers(200, 900),
)
def test_the_block_is_never_too_long_and_no_escape_is_ever_cut(remembered: list[Hint], limit: int) -> None:
    text, held = block(remembered, limit)
    assert len(text) <= limit
    assert held <= len(remembered)
    if text:
        assert ET.fromstring(text).tag == "memory-context"  # noqa: S314 - our own text is what is tested


@given(st.text(alphabet="&<>\"'. abc", min_size=1), st.integers(10, 60))
def test_what_is_cut_is_a_start_of_the_content(content: str, room: int) -> None:
    found = cut(content, room, length=lambda part: len(escaped(part)))
    if found != content:
        assert found.endswith(MARK)
        assert content.startswith(found.removesuffix(MARK).rstrip())
        assert len(escaped(found)) <= max(room, len(MARK))
