"""Which sentences assert a way plainly: all others neither confirm nor contradict anything."""

from __future__ import annotations

import pytest

from hardwon.agents.explorer import notes
from hardwon.agents.explorer.intents import words_of

GOAL = words_of("account recovery")
NAMES = notes.names_in(["Settings", "Security", "Account recovery", "Privacy", "Help", "Profile", "Support"])


@pytest.mark.parametrize(
    "sentence",
    [
        "Account recovery is in Settings → Security.",
        "Account recovery is under Settings, Security.",
        "You can find account recovery on the Security page in Settings.",
        "The Security page links to account recovery; Security is in Settings.",
        "To open account recovery, go to Settings and choose Security.",
        "Settings » Security » Account recovery",
        "Account recovery sits in Settings, on the Security tab.",
        "Account recovery can be accessed via Settings and Security.",
        "Account recovery: Settings > Security",
        'The page "Account recovery" is linked on the page "Security", which is reached from Settings.',
        "In Settings there is Security, and in it account recovery.",
        "The Security section of Settings contains account recovery.",
        "Security (in Settings) has the account recovery link.",
        "Users will find account recovery in Settings under Security.",
        "Choose Security in Settings to get to account recovery.",
    ],
)
def test_a_plain_way_is_read(sentence: str) -> None:
    told = notes.told("Account recovery", sentence, [GOAL], NAMES)
    assert told is not None
    assert set(told.places) == {frozenset({"setting"}), frozenset({"security"})}


@pytest.mark.parametrize(
    "sentence",
    [
        "Account recovery isn't in Settings → Security anymore.",
        "Good luck finding account recovery in Settings → Security.",
        "Account recovery lives outside Settings → Security.",
        "Contrary to the manual, account recovery is in Settings → Security.",
        "Account recovery is absent from Settings → Security.",
        "Account recovery got lost in Settings → Security.",
        "Few users find account recovery in Settings → Security.",
        "Account recovery is far from Settings → Security.",
        "Account recovery and Settings → Security have little in common.",
        "Account recovery is confused with Settings → Security.",
        "Account recovery replaced Settings → Security.",
        "Account recovery will soon be in Settings → Security.",
        "Account recovery is expected in Settings → Security.",
        "I believe account recovery is in Settings → Security.",
        "My colleague found account recovery in Settings → Security.",
        "The docs place account recovery in Settings → Security.",
        "On the test server account recovery is in Settings → Security.",
        "In German the account recovery is in Settings → Security.",
        "With a premium plan account recovery is in Settings → Security.",
        "After login account recovery is in Settings → Security.",
        "Late at night account recovery is in Settings → Security.",
        "Account recovery is in Settings → Security for half of the users.",
        "Account recovery is in Settings → Security, or in Help.",
        "Either Settings → Security or Help has account recovery.",
        "Account recovery is in Settings → Security (2019).",
        "Account recovery is in Settings → Security in the old layout.",
        "Account recovery is in Settings → Security; ignore that.",
        "Account recovery is in Settings → Security. Just kidding.",
        "Account recovery is in Settings → Security. This changed last week.",
        "Account recovery is in Settings → Security. Or so they say.",
        "Account recovery is in Settings → Security. Old news.",
        "Account recovery is in Settings → Security. See the other note, which is right.",
        "Account recovery is in Settings → Security. Untested.",
        "Account recovery is in Settings → Security. Please verify.",
        "Account recovery is in Settings → Security, they claim.",
        "The button of account recovery is in Settings → Security.",
        "The settings of account recovery are in Settings → Security.",
        "Account recovery mails are set in Settings → Security.",
        "The account recovery log is in Settings → Security.",
        "The link from account recovery leads to Settings → Security.",
        "Account recovery links to Settings → Security.",
        "Account recovery leads to Settings → Security.",
        "Account recovery opens Settings → Security.",
        "Account recovery has a link to Settings → Security.",
        "Account recovery contains Settings and Security.",
        "Click Account recovery, then Settings, then Security.",
        "Account recovery → Settings → Security",
        "Through account recovery you get to Settings → Security.",
        "Account recovery takes you to Settings → Security.",
        "Open account recovery to get to Settings → Security.",
        "Account recovery is next to Settings → Security.",
        "Account recovery is below Settings, not in Security.",
        "Settings → Security is where account recovery is not.",
        "Settings → Security hides account recovery.",
        "Settings → Security lacks account recovery.",
        "Avoid Settings → Security for account recovery.",
        "Account recovery without Settings → Security",
        "Account recovery is in Settings → Security on the intranet.",
        "As an auditor you find account recovery in Settings → Security.",
        "Until further notice account recovery is in Settings → Security.",
        "Account recovery will be in Settings → Security.",
        "Account recovery is to be placed in Settings → Security.",
        "People want account recovery in Settings → Security.",
        "Link account recovery in Settings → Security.",
        "Place account recovery under Settings → Security.",
        "You can open Settings → Security from account recovery.",
        "Settings and Security are reached from account recovery.",
        "Account recovery is in Settings → Security at http://other.example/.",
    ],
)
def test_what_is_not_asserted_plainly_says_no_way(sentence: str) -> None:
    assert notes.told("Account recovery", sentence, [GOAL], NAMES) is None
