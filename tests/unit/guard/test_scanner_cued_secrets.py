"""Values are secrets by what the words around them weigh; the value is masked and nothing else, and products pass."""

from __future__ import annotations

import json
import random

import id_agent
import pytest
from bench import cues as learning
from tests.scanner_cases import Case, cases

from hardwon.guard.scanner import redacted, scan
from hardwon.guard.scanner.cued_secrets import cued_secrets, cued_values
from hardwon.guard.scanner.secrets import by_rules
from hardwon.guard.scanner.value_shapes import looks

SAID = {
    "The zip opens with Tange¦rine.": "Tangerine",
    'Security question "first pet" -> Barthol¦omew': "Bartholomew",
    "creds: bob / Sail¦cloth9": "Sailcloth9",
    "Use moonlit-an¦vil-42 to open the archive.": "moonlit-anvil-42",
    "Locker 17 opens on 50¦93.": "5093",
    "I set her account up with Mari¦gold!5 and told her.": "Marigold!5",
    'To decrypt the backup type "seven grey ge¦ese at noon".': "seven grey geese at noon",
    "logga in med anna och Kanel¦bulle7": "Kanelbulle7",
    "La clave del porton cambio a 88¦32": "8832",
}
PASS = (
    "The password is required.",
    "The archive opens with a double click.",
    "The door code is sent to you on the day of arrival.",
    "Log in as admin to see the Reports tab.",
    "Error code 5512: paper jam",
    'I sign in with email "kim@example.com" and password "whitehouse"',
    "The gate closes at 0630.",
    "Locker 318 belongs to Kim.",
    "The security question asks for the first pet.",
    "Postal code 10115 is accepted for Berlin.",
)


@pytest.mark.parametrize("text", SAID)
def test_a_value_is_masked_and_nothing_else(text: str) -> None:
    value, text = SAID[text], text.replace("¦", "")
    before, _, after = text.partition(value)
    masked = redacted(text)
    assert masked.startswith(before)
    assert masked.endswith(after)
    assert value not in masked
    assert scan("", text, "machine").outcome == "unsafe"


@pytest.mark.parametrize("text", PASS)
def test_what_only_looks_alike_passes(text: str) -> None:
    assert redacted(text) == text


@pytest.mark.parametrize("end", ["\r\n", "\t", "\u2028", "\r", "\x0b", ".\r\n", '"\r', "\u3000", "\x85"])
@pytest.mark.parametrize("text", ["The password is hunter2", "The PIN 4711", "The PIN 4711 opens the till"])
def test_a_value_may_stand_before_any_end_of_a_line(text: str, end: str) -> None:
    for written in (text + end, f"{text}{end}The cart is empty."):
        assert redacted(written) != written
        assert scan("", written).outcome == "unsafe"


def test_a_cue_is_a_word_and_not_a_part_of_an_earlier_one() -> None:
    text = f"Mybike1 is a name. {'A long text without one. ' * 6}bike set to 8812"
    assert "8812" not in redacted(text)


def test_long_pieces_are_not_kept() -> None:
    piece = "pass:" + "a1" * 50
    redacted(f"password {piece}")
    assert piece not in looks


def test_what_was_masked_is_no_cue() -> None:
    masked = redacted("password=kV9tq2Lw8zR for bob9fQ2vXbT7LmZ4kRw")
    assert redacted(masked) == masked


def test_a_text_without_a_cue_has_no_values() -> None:
    assert [*cued_values("The total of order A-4471 is Tangerine, 5093 and Marigold!5.")] == []


def test_a_value_that_is_found_is_one_that_is_weighed() -> None:
    for case in cases("cued_secrets"):
        spans = {(value.start, value.end) for value in cued_values(case.text)}
        assert {*cued_secrets(case.text)} <= spans


def test_weights_are_learned_the_same_each_time() -> None:
    bags = [bag for bag in (learning.bag_of(case.text) for case in cases("cued_secrets")[:20]) if bag]
    harmless = learning.harmless_values([case.text for case in cases("cued_lookalikes")])
    assert learning.learned(bags, harmless) == learning.learned(bags, harmless)


def test_nothing_is_learned_from_tables_that_nobody_has_read(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []

    def noted(name: str) -> list[Case]:
        read.append(name)
        return cases(name)

    monkeypatch.setattr(learning, "cases", noted)
    assert learning.harmless_texts(None, "")
    assert {"harmless", "cued_lookalikes", "fresh_lookalikes"} <= {*read}
    unread = ("unseen", "strangers", "consulted", "blind", "fresh_harmless")
    assert [name for name in (*read, *learning.PREFIXES) if name.startswith(unread)] == []


def test_what_words_weigh_labels_nothing() -> None:
    assert [*by_rules("The zip opens with Tangerine.")] == []
    assert len(learning.bag_of("The zip opens with Tangerine.")) == len(
        learning.values("The zip opens with Tangerine.")
    )


IDS = [
    "obs_reply-roy-beck-tech-sim-shot-pole-vendor-sero-thank",
    "obs_gus-buzz-cap-semble-ship-trag-bug-dere-ender-layer",
    "obs_shiv-anon-arm-bench-vault-home-ask-ental-tested-locale",
]


@pytest.mark.parametrize("number", range(20))
def test_the_id_of_an_observation_is_never_masked(number: int) -> None:
    """Records name each other by it: masked, they could not be read again."""
    drawn = random.Random(number)
    for each in (*IDS, *(f"obs_{'-'.join(drawn.choices(id_agent.WORDLIST, k=10))}" for _ in range(100))):
        assert redacted(each) == each
        assert redacted(f"observations/products/shop/{each}.md") == f"observations/products/shop/{each}.md"
        row = json.dumps({"action": "confirm", "observation_id": each, "reasoning": f"The vault shows {each}."})
        assert redacted(row) == row
