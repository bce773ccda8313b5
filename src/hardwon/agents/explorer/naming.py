"""Naming: which names of pages and links may enter memory. Pure.

Whoever writes a product name, a review or a profile can write the name of a page. Inside the quotation marks of a
lesson the scanner takes it for what the product shows, so each name is looked at alone, without them: a label passes, a
sentence does not, nor does anything that speaks of secrets at length or of whoever reads it.
"""

# ruff: noqa: SIM905 - a list of words reads better as words

from __future__ import annotations

import re
from functools import lru_cache

from hardwon.guard.scanner import brief, scan
from hardwon.likeness.stems import singular
from hardwon.text.plain import LONGEST_NAME, clean_name

LONGEST_LABEL = 40
MOST_WORDS = 6
MOST_WORDS_OF_AN_ORDER = 5
MOST_WORDS_WITH_A_SECRET = 3

_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")  # noqa: RUF001 - as pages write them
_ADDRESS = re.compile(r"://|www\.|@|\\|[<>{}\[\]`]|(?:^|\s)/\w")
_READERS = frozenset("agent ai assistant bot crawler tester llm robot automation copilot chatbot".split())
_HANDING = frozenset("paste enter type send give submit share reveal post tell say write put hand forward".split())
_SECRETS = frozenset("password passcode passphrase token secret key cookie credential pin otp certificate".split())


def shown_name(text: str) -> str:
    """The text as a name, without the secret that its cut would leave half of."""
    return clean_name(text if len(text) <= LONGEST_NAME else brief(text, LONGEST_NAME))


@lru_cache(maxsize=2048)
def label(text: str) -> str:
    """The name as it may stand in a lesson; "" for one that is more than a label."""
    name = clean_name(text)
    words = [singular(word.lower()) for word in _WORD.findall(name)]
    if not words or len(name) > LONGEST_LABEL or len(words) > MOST_WORDS or _ADDRESS.search(name):
        return ""
    if len(words) >= MOST_WORDS_WITH_A_SECRET and not _READERS.isdisjoint(words):
        return ""
    outcome = scan("", name, origin="agent").outcome
    is_order = outcome != "safe" or not _HANDING.isdisjoint(words)
    has_secret = not _SECRETS.isdisjoint(words)
    if outcome == "unsafe" or (is_order and (has_secret or len(words) > MOST_WORDS_OF_AN_ORDER)):
        return ""
    return "" if has_secret and len(words) > MOST_WORDS_WITH_A_SECRET else name
