"""Secrets: tokens of known vendors, and values that a keyword and their own randomness give away. Pure.

A UUID, a hash, a number or a placeholder is none, whatever word stands beside it.
"""

# ruff: noqa: RUF001 - full-width signs are signs too

from __future__ import annotations

import math
import re
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hardwon.guard.scanner.rules import SECRET_RULES
from hardwon.guard.scanner.tables import secret_marks as marks
from hardwon.guard.scanner.tables.vendors import VENDORS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hardwon.guard.scanner.rules import TextRule

_VENDOR = re.compile("|".join(f"(?P<v{number}>{pattern})" for number, (_, pattern) in enumerate(VENDORS)))
_TAIL = re.compile(
    r"\s{1,3}((?=[^\s]{0,40}[0-9])(?=[^\s]{0,40}[a-z])(?=[^\s]{0,40}[A-Z])[A-Za-z0-9+/=_-]{8,400})(?=[\s.,;]|$)"
)
"""The second half of a value that a gap parts."""

_CELL = re.compile(r"[^|\n]{1,400}")
_RULER = re.compile(r"^[\s|:-]{3,400}$")
_BITS = 3.0
_SHORT, _LONG = 12, 20


@dataclass(frozen=True, slots=True)
class Secret:
    """A secret in a text."""

    rule: TextRule
    kind: str
    start: int
    end: int


_BY_ID = {rule.id: rule for rule in SECRET_RULES}


def secrets_in(text: str) -> list[Secret]:
    """Every secret in a text, in order, without overlaps."""
    found = sorted(
        [*_vendor(text), *_keys(text), *_addresses(text), *by_keyword(text), *_cookies(text), *_columns(text)],
        key=lambda secret: (secret.start, -secret.end),
    )
    result: list[Secret] = []
    for secret in found:
        if not result or secret.start >= result[-1].end:
            result.append(secret)
    return result


def _vendor(text: str) -> Iterator[Secret]:
    if not marks.VENDOR_HINT.search(text):
        return
    for match in _VENDOR.finditer(text):
        if marks.VENDOR_PLACEHOLDER.search(match[0]):
            continue
        kind = VENDORS[int((match.lastgroup or "v0")[1:])][0]
        yield Secret(_BY_ID["vendor-token"], kind, match.start(), match.end())


def _keys(text: str) -> Iterator[Secret]:
    if "PRIVATE KEY" in text:
        for match in marks.PRIVATE_KEY.finditer(text):
            yield Secret(_BY_ID["private-key"], "private key", match.start(), match.end())
    if "eyJ" in text:
        for match in marks.WEB_TOKEN.finditer(text):
            yield Secret(_BY_ID["web-token"], "web token", match.start(), match.end())


def _addresses(text: str) -> Iterator[Secret]:
    if "://" not in text or "@" not in text:
        return
    for match in marks.ADDRESS_WITH_PASSWORD.finditer(text):
        if not _is_placeholder(match[1]) and match[1].lower() not in marks.DEFAULT_PASSWORDS:
            yield Secret(_BY_ID["address-with-password"], "password in an address", match.start(1), match.end(1))


def by_keyword(text: str) -> Iterator[Secret]:
    """Values that stand beside a word which says what they are."""
    if not marks.KEYWORD_HINT.search(text):
        return
    match = marks.KEYWORD.search(text)
    while match:
        value = match["value"].rstrip(".,;:!?\\")
        end = match.start("value")
        if match["join"] and _is_random(value, match["word"], assigned=_assigned(match["join"])):
            start, end = end, end + len(value)
            tail = _TAIL.match(text, end)
            end = tail.end() if tail else end
            yield Secret(_BY_ID["keyword-secret"], match["word"].lower(), start, end)
        # What is no secret may hold the next keyword: "token: password=…".
        match = marks.KEYWORD.search(text, end)


def _columns(text: str) -> Iterator[Secret]:
    """Values in a column of a table whose head says what they are."""
    if "|" not in text or not marks.KEYWORD_HINT.search(text):
        return
    heads: list[str] = []
    before: list[str] = []
    place = 0
    for line in text.split("\n"):
        cells = [*_CELL.finditer(line)] if "|" in line else []
        if cells and _RULER.match(line[:400]):
            heads = before
        elif not cells:
            heads = []
        for head, cell in zip(heads, cells, strict=False):
            value = cell[0].strip(" \t\r`*\"'")
            start = place + cell.start() + cell[0].find(value)
            if value and marks.KEYWORD_HINT.search(head) and _is_random(value, head, assigned=True):
                yield Secret(_BY_ID["keyword-secret"], "table cell", start, start + len(value))
        before = [cell[0] for cell in cells]
        place += len(line) + 1


def _cookies(text: str) -> Iterator[Secret]:
    if "ookie" not in text.lower():
        return
    for line in marks.COOKIE_LINE.finditer(text):
        for match in marks.COOKIE.finditer(text, line.start(), line.end()):
            value = match[2].rstrip(".,;:")
            if marks.SESSION_COOKIE.search(match[1]) and _is_random(value, "session key", assigned=True):
                yield Secret(_BY_ID["keyword-secret"], "cookie", match.start(2), match.start(2) + len(value))


def _assigned(join: str) -> bool:
    return any(sign in join for sign in "=:|→⇒：＝") or "->" in join


def _is_placeholder(value: str) -> bool:
    return marks.PLACEHOLDER.search(value) is not None or len(set(value)) < 6  # noqa: PLR2004 - a row of few signs


def _is_random(value: str, word: str, *, assigned: bool) -> bool:
    """Whether a value beside a keyword is a secret and not a name, a number, a hash or a placeholder."""
    if (
        _is_placeholder(value)
        or marks.UUID.match(value)
        or value.isdigit()
        or marks.WORDLIKE.match(value)
        or "://" in value
    ):
        return False
    if marks.NO_VALUE.search(value) or " " in value:
        return False
    strong = marks.STRONG_KEYWORD.search(word) is not None
    if marks.HEX.match(value):
        return assigned and strong and len(value) >= _LONG and len(value) != 40  # noqa: PLR2004 - the length of a git hash
    kinds = sum(any(test(char) for char in value) for test in (str.islower, str.isupper, str.isdigit, _is_sign))
    if len(value) >= _LONG:
        return kinds >= 2 and _entropy(value) >= _BITS + 0.3  # noqa: PLR2004 - one kind alone is a word
    if len(value) >= _SHORT:
        return kinds >= 3 and _entropy(value) >= _BITS  # noqa: PLR2004 - as above
    return strong and assigned and kinds == 4 and _entropy(value) >= 2.7  # noqa: PLR2004 - short ones need every kind


def _is_sign(char: str) -> bool:
    return not char.isalnum()


def _entropy(value: str) -> float:
    """Bits per character of a value, from its own characters."""
    size = len(value)
    return -sum(count / size * math.log2(count / size) for count in Counter(value).values())
