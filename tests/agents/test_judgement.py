"""The explorer's judgement on the two tables: no wrong confirmation, no wrong deprecation, no false verdict."""

from __future__ import annotations

from tests.agents.tables import judged_by_a_stranger, judged_notes, judged_sentences

MOST_MISSED = 0.15
"""Share of the notes whose use or contradiction may go unnoticed."""

MOST_OPEN = 0.1
"""Share of the sentences with an answer that may stay undecided."""


def test_memory_that_led_to_the_goal_is_used_and_what_misled_is_contradicted() -> None:
    rows = list(judged_notes())
    assert len(rows) >= 240
    assert [row for row in rows if row.got == "used" != row.right] == [], "wrong confirmations"
    assert [row for row in rows if row.got == "contradicted" != row.right] == [], "wrong deprecations"
    telling = [row for row in rows if row.right != "neither"]
    assert sum(not row.is_right for row in telling) <= MOST_MISSED * len(telling)


def test_a_sentence_gets_the_verdict_that_the_page_gives_it_or_none() -> None:
    rows = list(judged_sentences())
    assert len(rows) >= 500
    assert [row for row in rows if row.got not in (row.right, "undecidable")] == [], "false verdicts"
    decidable = [row for row in rows if row.right != "undecidable"]
    assert sum(row.got == "undecidable" for row in decidable) <= MOST_OPEN * len(decidable)


def test_a_strangers_sentences_get_no_false_verdict_also_where_the_page_was_changed() -> None:
    rows = list(judged_by_a_stranger(one_of=3))
    assert len(rows) >= 400
    assert [row for row in rows if row.got not in (row.right, "undecidable")] == [], "false verdicts"
    assert sum(row.got == row.right for row in rows) >= len(rows) / 3
