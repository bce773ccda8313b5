"""Marks of secrets: the words beside them, the forms that they have, and what only looks like one. Data only."""

# ruff: noqa: RUF001 - full-width signs are signs too

from __future__ import annotations

import re

from hardwon.guard.scanner.tables import words

VENDOR_HINT = re.compile(
    r"[A-Za-z]{2,8}[_-][A-Za-z0-9]|AKIA|ASIA|AIza|eyJ|ya29|SG\.|EAA|LTAI|AKID|dapi|glpat|key-|sq0|hvs\.|"
    r"ATATT|[0-9]{8,10}:AA|[MNO][A-Za-z0-9]{23}\.|[SA][KC][0-9a-f]{32}|dp\.|sl\.|shp|pat[A-Za-z0-9]{14}\.|"
    r"AccountKey|atlasv1|AGE-|oy2|NRAK|hooks\.|webhooks?/|access_token\$|sk\.|GOCSPX|T3BlbkFJ|CFPAT|FLWSECK|"
    r"EZAK|EZTK"
)
"""Quick to look for: only a text that has one of these is searched for tokens of vendors."""

VENDOR_PLACEHOLDER = re.compile(r"example|x{6}|\*{3}|0{10}|your[_-]|placeholder|(.)\1{7}", re.IGNORECASE)
"""Tokens in a vendor's format that a manual would show."""

PRIVATE_KEY = re.compile(
    r"-----BEGIN (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----"
    r"[A-Za-z0-9+/=\s:,.\\]{0,16000}(?:-----END (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----)?"
)
WEB_TOKEN = re.compile(r"\beyJ[A-Za-z0-9_-]{8,2000}\.eyJ[A-Za-z0-9_-]{8,4000}\.[A-Za-z0-9_-]{10,1000}")
ADDRESS_WITH_PASSWORD = re.compile(
    r"\b[a-z][a-z0-9+.-]{1,20}://[^\s:/@'\"<>]{0,60}:([^\s@'\"<>]{4,100})@[A-Za-z0-9.-]{2,100}"
)
"""The password is its first group."""

DEFAULT_PASSWORDS = words("pass pwd user root admin postgres guest test")
"""Passwords in addresses that everybody knows, in lower case."""

KEYWORD = re.compile(
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
"""A word that says what follows, what joins the two, and the value."""

KEYWORD_HINT = re.compile(
    r"pass|pwd|secret|key|token|auth|credential|bearer|basic|contrase|senha|kennwort|wachtwoord|haslo|parola|sifre|"
    r"losenord|парол|密|パス|비밀",
    re.IGNORECASE,
)
"""Quick to look for: only a text that has one of these is searched for such words."""

STRONG_KEYWORD = re.compile(r"secret|key|passw|passp|pwd|bearer|basic", re.IGNORECASE)
"""Words beside which a short value is believed to be a secret."""

COOKIE_LINE = re.compile(r"\b(?:set-)?cookies?\b[\"'`]?\s{0,3}[:=]\s{0,3}[^\r\n]{1,2000}", re.IGNORECASE)
"""A line that carries cookies."""

COOKIE = re.compile(r"(?<![^\s;:\"'`=])([\w.-]{1,60})=([A-Za-z0-9%._~+/:-]{12,600})")
"""Name and value of one."""

SESSION_COOKIE = re.compile(r"sess|sid\b|auth|token|login|remember|csrf|jwt", re.IGNORECASE)
"""Names of cookies that let somebody in."""

PLACEHOLDER = re.compile(
    (
        r"^[<\[{(%$]|[>\]})]$|x{4}|\*{3}|\.{3}|example|sample|placeholder|redacted|changeme|your[_-]?|dummy|"
        r"todo|test[_-]?(?:key|token)|my[_-]|0{6}|1234567|abcdef|lorem|passw[o0]rd|p[a@4]ssw[o0]rd|passwort|secret|foobar|process\.env|"
        r"getenv|undefined|null$|none$|required|invalid"
    ),
    re.IGNORECASE,
)
"""Values that stand for a secret."""

NO_VALUE = re.compile(
    r"^[0-9]{4}-[0-9]{2}-[0-9]{2}|^/[a-z0-9._/?=&-]{1,200}$|^(?:Alt|Ctrl|Shift|Cmd|Meta|Option|Strg)[+-]"
)
"""Times, addresses of pages, key combinations."""
UUID = re.compile(r"^\{?[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\}?[.,;:]?$", re.IGNORECASE)
HEX = re.compile(r"^(?:sha(?:1|256|512)[:-])?[0-9a-f]{6,128}[.,;:]?$", re.IGNORECASE)
WORDLIKE = re.compile(r"^[A-Za-z]{1,40}(?:[-_./:][A-Za-z0-9]{1,40}){0,8}[.,;:!?]{0,2}$")
"""Identifiers and words, joined by signs."""
