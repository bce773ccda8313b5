"""A known secret that comes back encoded or split: an application repeats what it was sent in its own way."""

from __future__ import annotations

import base64
import html
import json
import re
from urllib.parse import quote

import pytest

from hardwon.evidence.redaction import HIDDEN, clean
from hardwon.evidence.secret_forms import forms

PLAIN = "tok_9f8a7b6c5d4e3f2a1b0c"
ODD = "s3cr!t /'Pa55'+wörd&x=9zQ"
SHORT = "s3cr3t-pa55"
WORDS = "moss-and-fern-lantern"


def cleaned(text: str, secret: str) -> str:
    done = clean(text, tuple(sorted(forms(secret), key=len, reverse=True)))
    assert isinstance(done, str)
    return done


@pytest.mark.parametrize("secret", [PLAIN, ODD, SHORT])
@pytest.mark.parametrize("before", ["", "a", "ada:"])
@pytest.mark.parametrize("after", ["", "!", "!!"])
def test_base64_wherever_it_begins(secret: str, before: str, after: str) -> None:
    for encode in (base64.b64encode, base64.urlsafe_b64encode):
        whole = encode(f"{before}{secret}{after}".encode()).decode()
        done = cleaned(f"seen: {whole} was refused", secret)
        assert HIDDEN in done
        left = done.removeprefix("seen: ").removesuffix(" was refused")
        assert len(left.replace(HIDDEN, "")) <= len(before) * 2 + 8, left


@pytest.mark.parametrize("secret", [PLAIN, ODD, SHORT])
def test_other_encodings(secret: str) -> None:
    quoted = quote(secret, safe="")
    numbers = html.escape(secret, quote=False).replace("'", "&#39;").replace('"', "&#34;")
    scripts = json.dumps(secret)[1:-1].replace("&", "\\u0026").replace("'", "\\u0027").replace("/", "\\/")
    php = json.dumps(secret)[1:-1].replace("/", "\\/")
    upper = secret.encode().hex().upper()
    low = re.sub("%..", lambda match: match[0].lower(), quoted)
    for told in (upper.lower(), upper, quoted, low, numbers, scripts, php):
        assert cleaned(f"seen: {told}.", secret) == f"seen: {HIDDEN}.", told


@pytest.mark.parametrize("secret", [PLAIN, ODD, SHORT, WORDS])
def test_split_into_parts(secret: str) -> None:
    half = len(secret) // 2
    told = cleaned(json.dumps({"split": [secret[:half], secret[half:]], "ok": True}, ensure_ascii=False), secret)
    assert json.loads(told) == {"split": [HIDDEN, HIDDEN], "ok": True}


def test_words_stay() -> None:
    """A message is still told although a password has a word of it in it."""
    text = "Incorrect email or password: the correct one is needed"
    assert cleaned(text, "correct-password-77") == text
