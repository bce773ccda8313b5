"""The index keeps words, stems and kin: a change of the language must make it anew."""

from __future__ import annotations

import hashlib

from hardwon.likeness import stop_words, synonyms
from hardwon.likeness.tokens import LANGUAGE, document, tokens

ENDINGS = ("", "s", "es", "ed", "ing", "ly", "ness", "ation")
SPELLINGS = "Logged in, sign out, sign up, check out, e-mails, the homepage. 登录页面 Größe ﬁeld"


def test_a_change_of_the_language_needs_a_new_version() -> None:
    """Where this fails, raise LANGUAGE in likeness/tokens.py and put the new pair here."""
    listed = {word for line in synonyms._LINES for part in line for word in part.replace("=", " ").split()}
    listed |= {word for group in synonyms._GROUPS for word in group}
    known = sorted(listed | stop_words.IN_A_CLAIM)
    texts = [SPELLINGS, *(word + ending for word in known for ending in ENDINGS)]
    kept = [(text.words, text.stems, sorted(tokens(text))) for text in (document("", t) for t in texts)]
    assert (LANGUAGE, hashlib.sha256(repr(kept).encode()).hexdigest()[:16]) == (5, "ad202fce9b99c8b2")
