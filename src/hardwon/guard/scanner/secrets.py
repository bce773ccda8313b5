"""Secrets: tokens of known vendors, values that a name gives away, numbers of cards and people. Pure.

A name and a value are an assignment (`api_key=…`), a statement ("the password is …") or neighbours ("PIN 4821"). The
more they are bound to each other, the less the value itself must look like a secret. Placeholders and words are none.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass
from functools import cache, partial
from itertools import chain
from string import ascii_letters, ascii_uppercase
from typing import TYPE_CHECKING

from hardwon.guard.scanner.cued_secrets import cued_secrets
from hardwon.guard.scanner.given_secrets import given_secrets
from hardwon.guard.scanner.keys import keys_in
from hardwon.guard.scanner.named_values import ASSIGNED, BESIDE, SAID, is_mixed, is_name, is_placeholder, is_secret
from hardwon.guard.scanner.opening_numbers import opening_numbers
from hardwon.guard.scanner.personal_numbers import luhn, personal_numbers
from hardwon.guard.scanner.random_tokens import is_issue, random_tokens
from hardwon.guard.scanner.rows import CharacterRow, as_bytes
from hardwon.guard.scanner.rules import SECRET_RULES
from hardwon.guard.scanner.said_secrets import said_secrets
from hardwon.guard.scanner.tables import Expression, alternatives
from hardwon.guard.scanner.tables import secret_marks as marks
from hardwon.guard.scanner.tables.vendors import BEGINNINGS, FORMATS, TokenFormat

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from hardwon.guard.scanner.rules import TextRule

    Named = Callable[[int], re.Match[str] | None]

_RUN = Expression(f"[{marks.TOKEN_CHARACTERS}]{{{marks.SHORTEST_TOKEN},8000}}")
_SUFFIX = Expression(marks.SUFFIX)
_TAIL = Expression(
    r"\s{1,3}((?=[^\s]{0,40}[0-9])(?=[^\s]{0,40}[a-z])(?=[^\s]{0,40}[A-Z])[A-Za-z0-9+/=_-]{8,400})(?=[\s.,;]|$)"
)
"""The second half of a value that a gap parts."""

_CELLS = {sign: Expression(rf"[^{sign}\n]{{1,400}}") for sign in "|;\t,"}
_RULER = Expression(r"^[\s|:-]{3,400}$")
_RANDOM = Expression(r"[0-9]|[a-z][A-Z]")
_LEFT, _STATEMENT = 14, 120
_DIGITS = "0123456789"
_LONG_RUN = CharacterRow(f"{ascii_letters}{_DIGITS}_./+=:~@$%&?-", marks.SHORTEST_TOKEN)
_CARD, _SOCIAL = CharacterRow(_DIGITS, 14, between=" -."), CharacterRow(_DIGITS, 9, between=" -")
_IBAN = CharacterRow(ascii_uppercase + _DIGITS, 12, between=" ")
_BEGINNING = Expression(alternatives(dict.fromkeys(each[:3] for each in BEGINNINGS)))
_ASCII_HINTS = [hint for hint in marks.NAME_HINTS if hint.isascii()]
_CARD_LENGTHS = {"2": {16}, "3": {14, 15, 16}, "4": {16, 19}, "5": {16}, "6": {16, 19}}


@dataclass(frozen=True, slots=True)
class Secret:
    """A secret in a text."""

    rule: TextRule
    kind: str
    start: int
    end: int


_BY_ID = {rule.id: rule for rule in SECRET_RULES}


_OBSERVATION = Expression(r"(?<![\w-])obs_[a-z]{2,16}(?:-[a-z]{2,16}){5,9}(?:\.md)?(?![\w-])")
"""The id of an observation: a row of words by which records name each other, and never a secret."""


def secrets_in(text: str) -> list[Secret]:
    """Every secret in a text, in order, without overlaps."""
    found = _found(text)
    if not found or "obs_" not in text:
        return found
    ids = [match.span() for match in _OBSERVATION.finditer(text)]
    return [one for one in found if not any(start <= one.start and one.end <= end for start, end in ids)]


def _found(text: str) -> list[Secret]:
    result: list[Secret] = []
    for secret in sorted([*by_rules(text), *_cued(text)], key=lambda secret: (secret.start, -secret.end)):
        if not result or secret.start >= result[-1].end:
            result.append(secret)
    return result


def by_rules(text: str) -> Iterator[Secret]:
    """What rules find, and not what words weigh; parts of a text may be found twice."""
    named = _named(text)
    yield from chain(_vendor(text), _keys(text), _addresses(text), by_keyword(text, named), _cookies(text))
    yield from chain(_columns(text, named), _numbers(text), _random(text))
    yield from chain(_said(text), _opening(text), _given(text))


@cache
def vendor_formats() -> tuple[Expression, ...]:
    """An expression for each format of each vendor."""
    return tuple(map(_whole_format, FORMATS))


def _whole_format(each: TokenFormat) -> Expression:
    begins = rf"(?<![A-Za-z0-9])(?:{'|'.join(map(re.escape, each.beginnings))})" if each.beginnings else ""
    return Expression(begins + each.rest)


def _vendor(text: str) -> Iterator[Secret]:
    done = 0
    for run in _RUN.finditer(text) if _LONG_RUN.stands_in(as_bytes(text)) else ():
        # Some formats begin with a word before the run.
        start = max(done, run.start() - _LEFT)
        done = run.end()
        part = text[start:done]
        begun = _BEGINNING.search(text, start, done) is not None
        for each, expression in zip(FORMATS, vendor_formats(), strict=True):
            if not (begun and any(map(part.__contains__, each.beginnings)) if each.beginnings else each.fixed in part):
                continue
            for match in expression.finditer(text, start, done):
                if not marks.VENDOR_PLACEHOLDER.search(match[0]) and _RANDOM.search(match[0]):
                    yield Secret(_BY_ID["vendor-token"], each.vendor, match.start(), match.end())


def _random(text: str) -> Iterator[Secret]:
    if _LONG_RUN.stands_in(as_bytes(text)):
        for start, end in random_tokens(text):
            yield Secret(_BY_ID["random-token"], "random token", start, end)


def _said(text: str) -> Iterator[Secret]:
    for kind, start, end in said_secrets(text):
        yield Secret(_BY_ID["keyword-secret"], kind, start, end)


def _given(text: str) -> Iterator[Secret]:
    for start, end in given_secrets(text):
        yield Secret(_BY_ID["keyword-secret"], "password", start, end)


def _cued(text: str) -> Iterator[Secret]:
    for start, end in cued_secrets(text):
        yield Secret(_BY_ID["keyword-secret"], "password", start, end)


def _opening(text: str) -> Iterator[Secret]:
    for start, end in opening_numbers(text):
        yield Secret(_BY_ID["keyword-secret"], "PIN", start, end)


def _keys(text: str) -> Iterator[Secret]:
    for rule, kind, start, end in keys_in(text):
        yield Secret(_BY_ID[rule], kind, start, end)


def _addresses(text: str) -> Iterator[Secret]:
    if "hook" in text:
        for match in marks.WEBHOOK.finditer(text):
            if is_mixed(match[1]):
                yield Secret(_BY_ID["vendor-token"], "webhook", match.start(1), match.end(1))
    paths = marks.LINK_THAT_LETS_IN.finditer(text) if "/" in text else ()
    codes = marks.LINK_WITH_CODE.finditer(text) if any(map(text.__contains__, marks.LINK_HINTS)) else ()
    for match in chain(paths, codes):
        code = match[match.lastindex or 1]
        if not marks.UUID.match(code) and is_mixed(code) and not is_name(code):
            yield Secret(_BY_ID["address-with-password"], "link that lets in", *match.span(match.lastindex or 1))
    for match in marks.ADDRESS_WITH_PASSWORD.finditer(text) if has_address_hint(text) else ():
        group = match.lastindex or 1
        password = match[group]
        known = password.lower() in marks.DEFAULT_PASSWORDS or is_placeholder(password)
        sure = group in marks.SURE_OF or is_mixed(password)
        if not known and sure:
            kind = "password in an address"
            yield Secret(_BY_ID["address-with-password"], kind, match.start(group), match.end(group))


def has_address_hint(text: str) -> bool:
    """Whether a text has a part without which no address or command gives a password away."""
    if not any(map(text.__contains__, marks.LOGIN_SIGNS)):
        return False
    return any(map(text.lower().__contains__, marks.LOGIN_HINTS)) or marks.USER_PART.search(text) is not None


def by_keyword(text: str, named: Named | None = None) -> Iterator[Secret]:
    """Values that stand beside a name which says what they are; `named` saves work when it is known."""
    place = 0
    named = named or _named(text)
    while name := named(place):
        place = name.end()
        elsewhere = marks.NAMED_ELSEWHERE.search(text, max(0, name.start() - _STATEMENT), name.start())
        if elsewhere or marks.PROPERTY.match(text, place):
            continue
        suffix = _SUFFIX.match(text, place)
        join = marks.JOINS.match(text, suffix.end() if suffix else place)
        if join is None or not text[join.start() : join.start("value")].strip("_*"):
            continue
        value, start = _trimmed(join["value"]), join.start("value")
        between = text[join.start() : start]
        bond = _bond(text, name, join)
        # Behind a password in a step of a test stands made-up text in quotes: a password "swordlover1918".
        plain = name.lastgroup == "password" and name[0].lower() != "passphrase"
        made_up = plain and bond == BESIDE and '"' in between and value.islower()
        frame = _frame(text, name, join, value)
        if not made_up and not is_issue(text, start, start + len(value)) and is_secret(value, name, bond, frame=frame):
            place = _end_of_literal(text, start + len(value))
            tail = _TAIL.match(text, place)
            place = tail.end() if tail else place
            yield Secret(_BY_ID["keyword-secret"], name[0].lower(), start, place)


def _named(text: str) -> Named:
    """What gives the first name of a secret from a place on."""
    lower = text.lower()
    hints = [hint for hint in (_ASCII_HINTS if text.isascii() else marks.NAME_HINTS) if hint in lower]
    if not hints:
        return lambda _: None
    if not text.isascii():
        return partial(marks.NAMES.search, text)
    # A name has a hint in it, at its beginning or a few characters on: only there it is looked for.
    starts = sorted({at for hint in hints for found in _places(lower, hint) for at in _before(hint, found)})
    return partial(_first_name, text, starts)


def _places(lower: str, hint: str) -> Iterator[int]:
    at = lower.find(hint)
    while at >= 0:
        yield at
        at = lower.find(hint, at + 1)


def _before(hint: str, found: int) -> range:
    return range(max(0, found - marks.NAME_HINTS[hint]), found + 1)


def _first_name(text: str, starts: list[int], place: int) -> re.Match[str] | None:
    match = marks.NAMES.match
    later = range(bisect_left(starts, place), len(starts))
    return next(filter(None, (match(text, starts[at]) for at in later)), None)


def _trimmed(value: str) -> str:
    value = value.rstrip(".,;:!?\\)]}") if not value.endswith("!") else value.rstrip(".,;:?\\")
    return value.split("</", 1)[0].split("&", 1)[0]


def _bond(text: str, name: re.Match[str], join: re.Match[str]) -> int:
    """How a name and a value are bound to each other."""
    if join["assigns"]:
        return ASSIGNED
    if join["says"]:
        return SAID
    start = _word_start(text, name.start())
    if marks.CONSTANT.match(text, start) or marks.SQL.search(text, max(0, start - _STATEMENT), start):
        return ASSIGNED
    return ASSIGNED if text.startswith("-", start) or name[0] in {"IDENTIFIED BY", "PSK"} else BESIDE


def _word_start(text: str, at: int) -> int:
    return max(text.rfind(" ", 0, at), text.rfind("\n", 0, at), text.rfind("\t", 0, at)) + 1


def _frame(text: str, name: re.Match[str], join: re.Match[str], value: str) -> str:
    """How a value is given in a configuration or a command: in quotes, or without and up to the end of its word."""
    start = join.start("value")
    bond = _bond(text, name, join)
    end = start + len(value)
    if bond != ASSIGNED:
        return ""
    quote = text[start - 1 : start]
    if quote in {"'", '"', "`", ">"} and start > 0:
        return "quoted" if text[end : end + 1] == ("<" if quote == ">" else quote) else ""
    line = text.rfind("\n", 0, name.start()) + 1
    word = marks.WRITTEN.match(text, _word_start(text, name.start()))
    written = word or marks.SETTING.match(text, line, start) or "<" in text[name.end() : start]
    bare = end == len(text) or text[end] in "\n&;\"'<,#" or (text[end] in " \t" and text[start - 1] == "=")
    return "bare" if written and bare else ""


def _end_of_literal(text: str, end: int) -> int:
    """Where a value ends that goes on behind a comma, as only one of a command does."""
    goes_on = marks.AFTER_COMMA.match(text, end)
    return goes_on.end() if goes_on and "--from-literal=" in text[max(0, end - _STATEMENT) : end] else end


def _numbers(text: str) -> Iterator[Secret]:
    """Numbers of cards, accounts and people, by their check digits or their word."""
    data = as_bytes(text)
    for match in marks.CARD.finditer(text) if _CARD.stands_in(data) else ():
        digits = "".join(filter(str.isdigit, match[0]))
        if len(digits) in _CARD_LENGTHS[match[0][0]] and len(set(digits)) > 1 and luhn(digits):
            yield Secret(_BY_ID["personal-number"], "card number", match.start(), match.end())
    for match in marks.IBAN.finditer(text) if _IBAN.stands_in(data) else ():
        compact = match[0].replace(" ", "")
        if int("".join(str(int(char, 36)) for char in compact[4:] + compact[:4])) % 97 == 1:
            yield Secret(_BY_ID["personal-number"], "IBAN", match.start(), match.end())
    for match in marks.SOCIAL_SECURITY.finditer(text) if _SOCIAL.stands_in(data) else ():
        before = text[max(0, match.start() - 14) : match.start()]
        if match["word"] or (match["gap"] == "-" and not marks.BEFORE_A_PHONE_NUMBER.search(before)):
            yield Secret(_BY_ID["personal-number"], "social security number", match.start(2), match.end(2))
    for kind, start, end in personal_numbers(text):
        yield Secret(_BY_ID["personal-number"], kind, start, end)


def _columns(text: str, named: Named) -> Iterator[Secret]:
    """Values in a column of a table whose head says what they are."""
    if "\n" not in text or not named(0):
        return
    heads: list[re.Match[str] | None] = []
    before: list[str] = []
    sign = ""
    place = 0
    for line in text.split("\n"):
        if "|" in line:
            sign = "|"
        elif _named(line)(0):
            sign = next((each for each in ";\t," if each in line), "")
        cells = [*_CELLS[sign].finditer(line)] if sign and sign in line else []
        if cells and (_RULER.match(line[:400]) or (sign != "|" and not before)):
            heads = [marks.NAMES.search(cell) for cell in before or [cell[0] for cell in cells]]
        elif not cells:
            heads = []
        for head, cell in zip(heads, cells, strict=False):
            value = cell[0].strip(" \t\r`*\"'")
            start = place + cell.start() + cell[0].find(value)
            if value and " " not in value and head and is_secret(value, head, SAID):
                yield Secret(_BY_ID["keyword-secret"], "table cell", start, start + len(value))
        before = [cell[0] for cell in cells]
        place += len(line) + 1


def _cookies(text: str) -> Iterator[Secret]:
    if "ookie" not in text.lower():
        return
    for line in marks.COOKIE_LINE.finditer(text):
        for match in marks.COOKIE.finditer(text, line.start(), line.end()):
            value = match[2].rstrip(".,;:")
            if marks.SESSION_COOKIE.search(match[1]) and not is_placeholder(value) and is_mixed(value):
                yield Secret(_BY_ID["keyword-secret"], "cookie", match.start(2), match.start(2) + len(value))
