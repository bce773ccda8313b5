"""Values: whether what stands beside the name of a secret is one, and not a word, a hash or a placeholder. Pure.

The more a name and a value are bound to each other, the less must the value itself look like a secret. In the lines of
a configuration, where a password is given in quotes or up to the end, also a word is one.
"""

from __future__ import annotations

import math
from collections import Counter
from typing import TYPE_CHECKING

from hardwon.guard.scanner.tables import Expression
from hardwon.guard.scanner.tables import secret_marks as marks
from hardwon.guard.scanner.tables.vocabulary import COMMON_WORDS, EVERYDAY

if TYPE_CHECKING:
    import re

ASSIGNED, SAID, BESIDE = 2, 1, 0
"""How a name and a value are bound to each other."""

_PARTS = Expression(r"[^-_./:]{1,400}")
_WORD = Expression(r"[A-Z]?[a-z]{1,400}|[A-Z]{1,400}")
_MANY_WORDS = 0.42
_LETTERS = Expression(r"[A-Za-z-]{8,80}")
_LONG_PART = Expression(r"[A-Za-z]{5,80}")
_UNSPOKEN = Expression(r"[bcdfghjklmnpqrstvwxz]{5}|[A-Z]{3}[a-rt-z]$")
"""Letters that no word has: many consonants in a row, a small one behind capitals."""

_GIVEN = Expression(r"[^\W_](?:[^\W_]|[-_.!#$%&*+=?@^~](?![-_.])){3,60}$")
_SIGNED = Expression(r"[^\W_][^\s\"'`(){}\[\]<>,;:/\\|]{1,60}[!#%&*+=?@^~][^\s\"'`(){}\[\]<>,;:/\\|=]{1,60}$")
_SHARED = Expression(r"psk|(?:pre-?)?shared|passkey", 2)
_CAMEL = Expression(r"_{0,2}(?:[A-Z]{0,6}[A-Z][a-z]{2,20}){2,9}[A-Z]{0,5}$")
"""The name of a class."""

_BASE32 = Expression(r"(?:[A-Z2-7]{4}[ -]?){4,14}$")
_ONE_TIME = Expression(r"otp|mfa|2fa|authenticator|two.?factor", 2)
_HASH, _LONG_WORD, _SHORTEST = 40, 8, 6


def is_secret(value: str, name: re.Match[str], bond: int, *, frame: str = "") -> bool:
    """Whether a value beside a name is a secret; `frame` says how it is given: "quoted", "bare" or not known."""
    if is_placeholder(value) or marks.NO_VALUE.search(value) or (not frame and len(value) < _SHORTEST):
        return False
    secret = frame and name[0].lower().endswith("secret") and len(value) > _LONG_WORD
    password = name.lastgroup == "password" or secret or _SHARED.search(name[0]) is not None
    if password and ((frame and is_given(value, name[0], frame)) or _is_said_word(value, name, bond)):
        return True
    if bond == ASSIGNED and _BASE32.match(value) and _ONE_TIME.search(name[0]):
        return True
    return not is_name(value) and _stands_out(value, name, bond)


def _is_said_word(value: str, name: re.Match[str], bond: int) -> bool:
    """Whether a password is made of words, or of letters as no word has them."""
    if name.lastgroup != "password":
        return False
    if (bond or name[0].lower() == "passphrase") and marks.WORDS_IN_A_ROW.match(value):
        return True
    if bond != ASSIGNED or not _LETTERS.fullmatch(value):
        return False
    return _is_no_word(value) or name.string[name.start() - 1 : name.start()] in {"?", "&"}


def is_given(value: str, name: str, frame: str) -> bool:
    """Whether a value in a line of a configuration is a password, however plain, and not what it is read from."""
    if not _GIVEN.match(value) or value.lower() == name.lower():
        return False
    parts = [part.lower() for part in _PARTS.findall(value)]
    if any(part in marks.NO_PASSWORDS for part in parts) or marks.REFERENCE.search(value):
        return False
    words = all(part.isalpha() for part in parts)
    if words and frame == "bare" and len(parts) > 1 and value.islower():
        return False
    if words and len(parts) == 1:
        return value.lower() not in COMMON_WORDS and value.lower() not in EVERYDAY
    return not all(part in COMMON_WORDS or part in EVERYDAY for part in parts)


def _stands_out(value: str, name: re.Match[str], bond: int) -> bool:
    """Whether a value looks like a secret, by how much its name says."""
    password = name.lastgroup == "password"
    sure = name.lastgroup != "weak"
    if marks.UUID.match(value) or (marks.HEX.match(value) and len(value) > 15):  # noqa: PLR2004 - shorter ones are words, too
        named = name[0].lower()
        said = named.endswith("secret") or (name.lastgroup == "strong" and len(value) != _HASH)
        return bond == ASSIGNED or (said and (" " in named or len(value) >= 32))  # noqa: PLR2004 - shorter ones are ids
    if value.isdigit():
        return password and bond > BESIDE and 6 <= len(value) <= 12  # noqa: PLR2004 - years are shorter, ids longer
    if marks.HEX.match(value):
        return password and bond > BESIDE
    if not is_mixed(value):
        jumbled = password and bond and (_is_jumbled(value) or (bond == ASSIGNED and _SIGNED.match(value) is not None))
        return bool(jumbled) or (bond == ASSIGNED and _are_many(value))
    if password:
        return len(value) > (5 if bond else 6)
    return len(value) > (7 if bond and sure else 11)


def _is_no_word(value: str) -> bool:
    """Whether a value of letters has some that no word has in this order, or many changes between small and large."""
    return _UNSPOKEN.search(value) is not None or any(map(_is_jumbled, _LONG_PART.findall(value)))


def _is_jumbled(value: str) -> bool:
    return len(_WORD.findall(value)) > _MANY_WORDS * len(value)


def is_placeholder(value: str) -> bool:
    """Whether a value stands for a secret."""
    return marks.PLACEHOLDER.search(value) is not None or len(set(value)) < 4  # noqa: PLR2004 - a row of few signs


def is_name(value: str) -> bool:
    """Whether all parts of a value are words or numbers: `checkout.total`, `2024-000-172`, `A-17`."""
    parts = _PARTS.findall(value)
    return not parts or (
        (len(parts) > 1 or not value.isdigit()) and all(part.isdigit() or _WORD.fullmatch(part) for part in parts)
    )


def is_mixed(value: str) -> bool:
    """Whether letters stand beside digits or signs in a way that words do not have."""
    digits = sum(char.isdigit() for char in value)
    letters = sum(char.isalpha() for char in value)
    signs = sum(char in "!#$%&*+=?@^~" for char in value)
    return letters > 0 and (digits > 0 or signs > 1) and len(set(value)) > 4  # noqa: PLR2004 - a row of few signs


def _are_many(value: str) -> bool:
    """Whether there are many letters, and no name of a class."""
    return len(value) > 15 and _entropy(value) > 3.2 and not _CAMEL.match(value)  # noqa: PLR2004 - fewer are a word


def _entropy(value: str) -> float:
    """Bits per character of a value, from its own characters."""
    size = len(value)
    return -sum(count / size * math.log2(count / size) for count in Counter(value).values())
