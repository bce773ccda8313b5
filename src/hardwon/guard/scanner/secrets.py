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

from hardwon.guard.scanner.rules.rule import Rule
from hardwon.guard.scanner.rules.vendors import VENDORS

if TYPE_CHECKING:
    from collections.abc import Iterator

RULES = (
    Rule(
        id="vendor-token",
        reason="It has a token in the format of a known vendor.",
        blocks=(
            "The call uses ghp_" + "a8Kd03nQzX7Lw2RtYv5Bc9Jm4Hs6Pf1GeUo0 as token.",
            "Key AKIA" + "Q3ZXW7NPT5LRJ2VD is in the log.",
        ),
        passes=("The prefix ghp_ is shown before the input.", "The manual shows AKIAIOSFODNN7EXAMPLE as a key."),
    ),
    Rule(
        id="private-key",
        reason="It has a private key.",
        blocks=("-----BEGIN RSA PRIVATE" + " KEY-----\nMIIEowIBAAKCAQEA1c7",),
        passes=("The page shows the public key, never the private key.",),
    ),
    Rule(
        id="web-token",
        reason="It has a signed web token.",
        blocks=("eyJhbGciOiJIUzI1NiJ9." + "eyJzdWIiOiI3NzMxIn0.c2lnbmF0dXJlLXBhcnQtMTIzNDU2",),
        passes=("The token has three parts, joined by dots.",),
    ),
    Rule(
        id="address-with-password",
        reason="It has an address with a password in it.",
        blocks=("The pool opens postgres://app:Zu7kLq93@db.internal/shop",),
        passes=(
            "The pool opens postgres://app:password@localhost/shop",
            "The page is at https://shop.example:8443/login",
        ),
    ),
    Rule(
        id="keyword-secret",
        reason="It has a value that looks like a password or key, beside a word that says so.",
        blocks=("api_key = 9fQ2vXbT7LmZ4kRw8sNdYp3H", "The password is kV9#tq2!Lw8zR"),
        passes=(
            "The token is 123e4567-e89b-12d3-a456-426614174000.",
            "The token of the build is 3f786850e387550fdab836ed7e6dc881de23001b.",
            "The password is <password>, the token ****.",
            'I log in with the password "secret123"',
            "Token for order 000000172 is shown.",
        ),
    ),
)

_VENDOR = re.compile("|".join(f"(?P<v{number}>{pattern})" for number, (_, pattern) in enumerate(VENDORS)))
_VENDOR_HINT = re.compile(
    r"[A-Za-z]{2,8}[_-][A-Za-z0-9]|AKIA|ASIA|AIza|eyJ|ya29|SG\.|EAA|LTAI|AKID|dapi|glpat|key-|sq0|hvs\.|"
    r"ATATT|[0-9]{8,10}:AA|[MNO][A-Za-z0-9]{23}\.|[SA][KC][0-9a-f]{32}|dp\.|sl\.|shp|pat[A-Za-z0-9]{14}\.|"
    r"AccountKey|atlasv1|AGE-|oy2|NRAK|hooks\.|webhooks?/|access_token\$|sk\.|GOCSPX|T3BlbkFJ|CFPAT|FLWSECK|"
    r"EZAK|EZTK"
)
_PRIVATE_KEY = re.compile(
    r"-----BEGIN (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----"
    r"[A-Za-z0-9+/=\s:,.\\]{0,16000}(?:-----END (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----)?"
)
_WEB_TOKEN = re.compile(r"\beyJ[A-Za-z0-9_-]{8,2000}\.eyJ[A-Za-z0-9_-]{8,4000}\.[A-Za-z0-9_-]{10,1000}")
_ADDRESS = re.compile(r"\b[a-z][a-z0-9+.-]{1,20}://[^\s:/@'\"<>]{0,60}:([^\s@'\"<>]{4,100})@[A-Za-z0-9.-]{2,100}")
_KEYWORD = re.compile(
    r"(?P<word>pass(?:word|wd|phrase|wort|code)|pwd|secret(?:[ _-]?(?:access[ _-]?)?key)?|api[ _-]?(?:key|"
    r"token|secret)|access[ _-]?(?:key|token)|auth(?:orization)?(?:[ _-]?(?:token|key))?|"
    r"(?:client|app|consumer|shared|webhook|signing|bearer|refresh|session|deploy|master|encryption|account|"
    r"storage)[ _-]?(?:secret|key|token)|private[ _-]?key|token|credentials?|bearer|basic|"
    r"contrase[nñ]a|mot de passe|senha|kennwort|wachtwoord|haslo|parola|sifre|losenord|"
    r"пароль|密码|密碼|パスワード|비밀번호)"
    r"(?P<join>[\"'`*_\])”’»]{0,3}"
    r"(?:\s{1,3}\([^()\n]{1,40}\)(?=\s{0,3}[:=])|\s{1,3}(?:for|of|von|fur|de|para|per|voor)(?:\s[\w@.'-]{1,40}){1,3}?"
    r"(?=\s{1,3}(?:is|was|ist|lautet|est|es|=)[\s:]|:))?[\"'`*_]{0,3}\s{0,3}"
    r"(?:=>|->|→|⇒|:=|[=:|,]|[-–—](?=\s)|\b(?:is|was|to|as|ist|lautet|est|es)\b:?|は|是|为|：|＝)?[\"'`*_]{0,3}\s{0,3}"
    r"(?:(?:bearer|basic|token)\s{1,3})?[\"'`“”„«(\[]{0,2})"
    r"(?P<value>[A-Za-z0-9!#$%&*+./:;=?@^_~|\\-]{8,400})",
    re.IGNORECASE,
)
_KEYWORD_HINT = re.compile(
    r"pass|pwd|secret|key|token|auth|credential|bearer|basic|contrase|senha|kennwort|wachtwoord|haslo|parola|sifre|"
    r"losenord|парол|密|パス|비밀",
    re.IGNORECASE,
)
_TAIL = re.compile(
    r"\s{1,3}((?=[^\s]{0,40}[0-9])(?=[^\s]{0,40}[a-z])(?=[^\s]{0,40}[A-Z])[A-Za-z0-9+/=_-]{8,400})(?=[\s.,;]|$)"
)
_NO_VALUE = re.compile(
    r"^[0-9]{4}-[0-9]{2}-[0-9]{2}|^/[a-z0-9._/?=&-]{1,200}$|^(?:Alt|Ctrl|Shift|Cmd|Meta|Option|Strg)[+-]"
)
"""Times, addresses of pages, key combinations."""

_CELL = re.compile(r"[^|\n]{1,400}")
_RULER = re.compile(r"^[\s|:-]{3,400}$")
_COOKIES = re.compile(r"\b(?:set-)?cookies?\b[\"'`]?\s{0,3}[:=]\s{0,3}[^\r\n]{1,2000}", re.IGNORECASE)
_COOKIE = re.compile(r"(?<![^\s;:\"'`=])([\w.-]{1,60})=([A-Za-z0-9%._~+/:-]{12,600})")
_SESSION = re.compile(r"sess|sid\b|auth|token|login|remember|csrf|jwt", re.IGNORECASE)
_PLACEHOLDER = re.compile(
    (
        r"^[<\[{(%$]|[>\]})]$|x{4}|\*{3}|\.{3}|example|sample|placeholder|redacted|changeme|your[_-]?|dummy|"
        r"todo|test[_-]?(?:key|token)|my[_-]|0{6}|1234567|abcdef|lorem|passw[o0]rd|p[a@4]ssw[o0]rd|passwort|secret|foobar|process\.env|"
        r"getenv|undefined|null$|none$|required|invalid"
    ),
    re.IGNORECASE,
)
_VENDOR_PLACEHOLDER = re.compile(r"example|x{6}|\*{3}|0{10}|your[_-]|placeholder|(.)\1{7}", re.IGNORECASE)
_UUID = re.compile(r"^\{?[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\}?[.,;:]?$", re.IGNORECASE)
_HEX = re.compile(r"^(?:sha(?:1|256|512)[:-])?[0-9a-f]{6,128}[.,;:]?$", re.IGNORECASE)
_WORDLIKE = re.compile(r"^[A-Za-z]{1,40}(?:[-_./:][A-Za-z0-9]{1,40}){0,8}[.,;:!?]{0,2}$")
_STRONG = re.compile(r"secret|key|passw|passp|pwd|bearer|basic", re.IGNORECASE)
_BITS = 3.0
_SHORT, _LONG = 12, 20


@dataclass(frozen=True, slots=True)
class Secret:
    """A secret in a text."""

    rule: Rule
    kind: str
    start: int
    end: int


_BY_ID = {rule.id: rule for rule in RULES}


def secrets_in(text: str) -> list[Secret]:
    """Every secret in a text, in order, without overlaps."""
    found = sorted(
        [*_vendor(text), *_keys(text), *_addresses(text), *_by_keyword(text), *_cookies(text), *_columns(text)],
        key=lambda secret: (secret.start, -secret.end),
    )
    result: list[Secret] = []
    for secret in found:
        if not result or secret.start >= result[-1].end:
            result.append(secret)
    return result


def _vendor(text: str) -> Iterator[Secret]:
    if not _VENDOR_HINT.search(text):
        return
    for match in _VENDOR.finditer(text):
        if _VENDOR_PLACEHOLDER.search(match[0]):
            continue
        kind = VENDORS[int((match.lastgroup or "v0")[1:])][0]
        yield Secret(_BY_ID["vendor-token"], kind, match.start(), match.end())


def _keys(text: str) -> Iterator[Secret]:
    if "PRIVATE KEY" in text:
        for match in _PRIVATE_KEY.finditer(text):
            yield Secret(_BY_ID["private-key"], "private key", match.start(), match.end())
    if "eyJ" in text:
        for match in _WEB_TOKEN.finditer(text):
            yield Secret(_BY_ID["web-token"], "web token", match.start(), match.end())


def _addresses(text: str) -> Iterator[Secret]:
    if "://" not in text or "@" not in text:
        return
    for match in _ADDRESS.finditer(text):
        if not _is_placeholder(match[1]) and match[1].lower() not in {
            "pass",
            "pwd",
            "user",
            "root",
            "admin",
            "postgres",
            "guest",
            "test",
        }:
            yield Secret(_BY_ID["address-with-password"], "password in an address", match.start(1), match.end(1))


def _by_keyword(text: str) -> Iterator[Secret]:
    if not _KEYWORD_HINT.search(text):
        return
    match = _KEYWORD.search(text)
    while match:
        value = match["value"].rstrip(".,;:!?\\")
        end = match.start("value")
        if match["join"] and _is_random(value, match["word"], assigned=_assigned(match["join"])):
            start, end = end, end + len(value)
            tail = _TAIL.match(text, end)
            end = tail.end() if tail else end
            yield Secret(_BY_ID["keyword-secret"], match["word"].lower(), start, end)
        # What is no secret may hold the next keyword: "token: password=…".
        match = _KEYWORD.search(text, end)


def _columns(text: str) -> Iterator[Secret]:
    """Values in a column of a table whose head says what they are."""
    if "|" not in text or not _KEYWORD_HINT.search(text):
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
            if value and _KEYWORD_HINT.search(head) and _is_random(value, head, assigned=True):
                yield Secret(_BY_ID["keyword-secret"], "table cell", start, start + len(value))
        before = [cell[0] for cell in cells]
        place += len(line) + 1


def _cookies(text: str) -> Iterator[Secret]:
    if "ookie" not in text.lower():
        return
    for line in _COOKIES.finditer(text):
        for match in _COOKIE.finditer(text, line.start(), line.end()):
            value = match[2].rstrip(".,;:")
            if _SESSION.search(match[1]) and _is_random(value, "session key", assigned=True):
                yield Secret(_BY_ID["keyword-secret"], "cookie", match.start(2), match.start(2) + len(value))


def _assigned(join: str) -> bool:
    return any(sign in join for sign in "=:|→⇒：＝") or "->" in join


def _is_placeholder(value: str) -> bool:
    return _PLACEHOLDER.search(value) is not None or len(set(value)) < 6  # noqa: PLR2004 - a row of few signs


def _is_random(value: str, word: str, *, assigned: bool) -> bool:
    """Whether a value beside a keyword is a secret and not a name, a number, a hash or a placeholder."""
    if _is_placeholder(value) or _UUID.match(value) or value.isdigit() or _WORDLIKE.match(value) or "://" in value:
        return False
    if _NO_VALUE.search(value) or " " in value:
        return False
    strong = _STRONG.search(word) is not None
    if _HEX.match(value):
        return assigned and strong and len(value) >= _LONG and len(value) != 40  # noqa: PLR2004 - the length of a git hash
    kinds = sum(any(test(char) for char in value) for test in (str.islower, str.isupper, str.isdigit, _is_sign))
    if len(value) >= _LONG:
        return kinds >= 2 and entropy(value) >= _BITS + 0.3  # noqa: PLR2004 - one kind alone is a word
    if len(value) >= _SHORT:
        return kinds >= 3 and entropy(value) >= _BITS  # noqa: PLR2004 - as above
    return strong and assigned and kinds == 4 and entropy(value) >= 2.7  # noqa: PLR2004 - short ones need every kind


def _is_sign(char: str) -> bool:
    return not char.isalnum()


def entropy(value: str) -> float:
    """Bits per character of a value, from its own characters."""
    size = len(value)
    return -sum(count / size * math.log2(count / size) for count in Counter(value).values())
