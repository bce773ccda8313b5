"""Secrets are found as a page shows them, and masked in the text as it is written."""

from __future__ import annotations

import base64

import pytest

from hardwon.guard.scanner import redacted, redacted_observation, scan

BODY = "9fQ2vXbT7LmZ4kRw8sNdYp3HcJ6gKe1WuA5o"
TOKEN = "ghp_" + BODY
LIVE = "sk_live_" + BODY[:24]
PASSWORD = "kV9#tq2!Lw8zR"  # noqa: S105 - what the tests look for
KEY = "9fQ2vXbT7LmZ4kRw8sNdYp3H"

VEILED = {
    "escaped underscore": ("It sends ghp\\_" + BODY + " to it.", BODY[6:]),
    "escaped underscores": ("It sends " + LIVE.replace("_", "\\_") + ".", LIVE[14:]),
    "escaped keyword": (f"api\\_key = {KEY}", KEY[6:]),
    "bold keyword": (f"**Password:** {PASSWORD}", PASSWORD[5:]),
    "bold keyword in underscores": (f"__Password:__ {PASSWORD}", PASSWORD[5:]),
    "bold value": (f"Password: **{PASSWORD}**", PASSWORD[5:]),
    "code": (f"`password`: `{PASSWORD}`", PASSWORD[5:]),
    "table row": (f"| password | {PASSWORD} |", PASSWORD[5:]),
    "table row with code": (f"| `password` | `{PASSWORD}` |", PASSWORD[5:]),
    "arrow": (f"password → {PASSWORD}", PASSWORD[5:]),
    "plain arrow": (f"password -> {PASSWORD}", PASSWORD[5:]),
    "brackets": (f"password (admin): {PASSWORD}", PASSWORD[5:]),
    "of someone": (f"The password for bob is {PASSWORD}", PASSWORD[5:]),
    "of the": (f"The password of the admin user is {PASSWORD}", PASSWORD[5:]),
    "list": (f"- password\n  - {PASSWORD}", PASSWORD[5:]),
    "dash": (f"password – {PASSWORD}", PASSWORD[5:]),  # noqa: RUF001 - as people write it
    "curly quotes": (f"PASSWORD: “{PASSWORD}”", PASSWORD[5:]),
    "value in brackets": (f"The password ({PASSWORD}) is shown.", PASSWORD[5:]),
    "link label": (f"[password]: {PASSWORD}", PASSWORD[5:]),
    "table column": (f"| user | password |\n|---|---|\n| bob | {PASSWORD} |", PASSWORD[5:]),
    "table column with code": (f"| **Password** | user |\n|:-:|---|\n| a | b |\n| `{PASSWORD}` | bob |", PASSWORD[5:]),
    "torn value": (f"The token is {BODY[:16]}\n{BODY[16:]} there", BODY[20:]),
    "German, long": (f"Passwort für den Benutzer admin lautet: {PASSWORD}", PASSWORD[5:]),
    "German": (f"Das Passwort lautet {PASSWORD}", PASSWORD[5:]),
    "German, of someone": (f"Das Passwort für Bob ist {PASSWORD}", PASSWORD[5:]),
    "Dutch": (f"wachtwoord: {PASSWORD}", PASSWORD[5:]),
    "Polish": (f"Hasło: {PASSWORD}", PASSWORD[5:]),
    "code tags": (f"<code>password</code>: <code>{PASSWORD}</code>", PASSWORD[5:]),
    "cells": (f"<td>password</td><td>{PASSWORD}</td>", PASSWORD[5:]),
    "tags in the token": (f"It sends {TOKEN[:12]}<b></b>{TOKEN[12:]} to it.", BODY[10:]),
    "emphasis in the token": (f"It sends {TOKEN[:12]}**{TOKEN[12:]} to it.", BODY[10:]),
    "line break in the token": (f"It sends {TOKEN[:12]}\n  {TOKEN[12:]} to it.", BODY[10:]),
    "line break after the prefix": (f"It sends ghp_\n{BODY} to it.", BODY[6:]),
    "letter by letter": ("It sends " + " ".join(TOKEN) + " to it.", " ".join(BODY[6:])),
    "pairs": ("It sends " + " ".join(TOKEN[at : at + 2] for at in range(0, 40, 2)), "vX bT"),
    "keyword letter by letter": ("It shows " + " ".join(f"password:{PASSWORD}"), "t q 2 !"),
    "look-alike in the prefix": (f"It sends gһp_{BODY} to it.", BODY[6:]),  # noqa: RUF001 - the disguise
    "look-alike capital": ("Key \u0410KIA" + "Q3ZXW7NPT5LRJ2VD is in the log.", "W7NPT5LRJ2VD"),
    "look-alike keyword": (f"p\u0430ssword: {PASSWORD}", PASSWORD[5:]),
    "after another keyword": (f"auth token: password={PASSWORD}", PASSWORD[5:]),
    "cookie": ("Cookie: theme=dark; sessionid=x8w3k9q2m5v7t1z4b6n0c8d2", "m5v7t1z4b6"),
    "cookie set": ("Set-Cookie: PHPSESSID=3f786850e387550fdab836ed7e6dc881; path=/", "50fdab836ed7e"),
    "Heroku": ("It uses HRKU-" + "01234a67-89ab-4def-8123-456789abcde0 there.", "89ab-4def"),
}

NONE = (
    "The token | 123e4567-e89b-12d3-a456-426614174000 | is shown.",
    "| token | 3f786850e387550fdab836ed7e6dc881de23001b |",
    "| password | required |",
    "| password | **********  |",
    "The token for order 2024-000-172-88 is shown.",
    "The token of order 000000172 is A-000000172.",
    "**Token:** `123e4567-e89b-12d3-a456-426614174000`",
    "The password field is masked.",
    "Reset your password",
    "The password for the account is sent by e-mail.",
    "password (min. 8 characters): required",
    "password → <your-password>",
    "The prefix `ghp_` is shown before the input of 36 signs in the field of the token page.",
    "The prefix ghp\\_ is followed by thirty-six letters that the page shows only once to the owner",
    "The keys A B C D E F G H I J K L select a seat.",
    "The cookie banner: session cookies are kept for 30 days.",
    "Cookie: theme=dark; lang=de",
    "The token\nis split by the page into access-token and refresh-token parts.",
    "The AC 12 34 56 78 90 12 34 56 78 90 12 34 56 78 90 12 outlet row is shown.",
    "The token of the run is 2024-11-16T09:31:36Z.",
    "The access key is Alt+Shift+F10.",
    "The password to /api/v2/login-form is sent as JSON.",
    "| token | order |\n|---|---|\n| 123e4567-e89b-12d3-a456-426614174000 | 2024-000-172-88 |",
    "| password | hint |\n|---|---|\n| ********** | Must-have.2-signs! |",
    "The password (at least 8 characters) is required.",
    "The password - masked - is shown as dots.",
    "Der Schlüssel ist **nicht** sichtbar.",
    "Кнопка OK открывает PDF, пароль скрыт.",
)


@pytest.mark.parametrize("how", VEILED)
def test_a_veiled_secret_is_found_as_a_secret(how: str) -> None:
    text, _ = VEILED[how]
    assert any(finding.secret for finding in scan("", text, "machine").findings)


@pytest.mark.parametrize("how", VEILED)
def test_a_veiled_secret_is_masked_where_it_stands(how: str) -> None:
    text, rest = VEILED[how]
    assert rest in text, "the example says what must go"
    assert rest not in redacted(text)
    assert not any(finding.secret for finding in scan("", redacted(text)).findings)


@pytest.mark.parametrize("text", NONE)
def test_what_only_looks_like_a_secret_stays(text: str) -> None:
    assert not any(finding.secret for finding in scan("", text, "machine").findings)
    assert redacted(text) == text


def test_words_after_a_torn_token_stay() -> None:
    assert redacted(f"It sends {TOKEN[:12]}\n{TOKEN[12:]} to the server.").endswith("] to the server.")


def test_a_secret_is_masked_to_its_end_when_an_encoded_part_begins_with_it() -> None:
    encoded = base64.b64encode(b"the password=kV9#tq2Lw8zRPq7Zs1 and so on").decode()
    hidden = redacted(f"api_key: {encoded}!Zq8TAILPART77xY")
    assert "TAILPART" not in hidden
    assert hidden.count("redacted") == 1


def test_a_keyword_in_the_title_gives_a_value_in_the_content_away() -> None:
    title, content = redacted_observation("The api_key is", f"{KEY} and the page shows it.")
    assert title == "The api_key is"
    assert content == "9fQ2…[redacted: api_key, 24 characters] and the page shows it."


def test_a_secret_that_begins_in_the_title_is_masked_in_both() -> None:
    title, content = redacted_observation(f"It sends {TOKEN[:16]}", f"{TOKEN[16:]} to the server.")
    assert TOKEN[8:16] not in title
    assert TOKEN[22:] not in content
    assert content.endswith(" to the server.")


@pytest.mark.parametrize("title", ["", "Sign-in"])
def test_an_observation_is_redacted_as_it_is_scanned(title: str) -> None:
    masked = redacted_observation(title, f"It sends {TOKEN}.")
    assert masked == (title, "It sends ghp_…[redacted: GitHub, 40 characters].")
    assert not any(finding.secret for finding in scan(*masked).findings)


def test_an_observation_without_secrets_is_not_touched() -> None:
    assert redacted_observation("Cart\u200b", "The cart is **empty**.") == ("Cart\u200b", "The cart is **empty**.")
