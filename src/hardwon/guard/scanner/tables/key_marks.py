"""Marks of keys: how they begin, and which words make a row of letters and digits one. Data only."""

from __future__ import annotations

from typing import NamedTuple

from hardwon.guard.scanner.tables import Expression


class KeyForm(NamedTuple):
    """One form of keys."""

    rule: str
    kind: str
    expression: Expression
    """The key is its last group, or all of it."""

    hints: tuple[str, ...]
    """What a text of plain letters has in it wherever it stands."""

    folded: bool = False
    """Whether the hints are compared with small letters."""


_KEY_KIND = r"(?:[A-Z0-9]{1,12} ){0,3}"
_BASE64 = r"[A-Za-z0-9+/=\s:,.\\]{0,16000}"
_ONE_TIME = r"(?i:totp|h?otp|2fa|mfa|two-?factor|two-?step|authenticator|setup key|zweifaktor|2-factor)"
_WEB_PART = "[A-Za-z0-9_-]"

KEYS = (
    KeyForm(
        "private-key",
        "private key",
        Expression(
            rf"-----BEGIN {_KEY_KIND}PRIVATE KEY(?: BLOCK)?-----"
            rf"{_BASE64}(?:-----END {_KEY_KIND}PRIVATE KEY(?: BLOCK)?-----)?"
            r"|PuTTY-User-Key-File-[0-9][A-Za-z0-9+/=\s:,.-]{0,16000}"
            rf"|---- BEGIN {_KEY_KIND}PRIVATE KEY ----[A-Za-z0-9+/=\s:,.\"\\-]{{0,16000}}"
            r"|-----BEGIN OpenVPN Static key V[0-9]-----[0-9a-f\s\\n]{0,4000}"
        ),
        ("PRIVATE KEY", "PuTTY", "OpenVPN Static key"),
    ),
    KeyForm(
        "private-key",
        "private key",
        Expression(r"\"(?:d|k|p|q)\"\s{0,3}:\s{0,3}\"([A-Za-z0-9_-]{40,1400})\""),
        ('"kty"',),
    ),
    KeyForm(
        "private-key",
        "private key",
        Expression(
            r"\b(?i:private[ _-]?key|privkey|signing (?:key|seed)|wallet key|secret key)\b[^\n.;]{0,30}?"
            r"\b((?:0x)?[0-9a-fA-F]{64}|[5KL][1-9A-HJ-NP-Za-km-z]{50,51})\b"
            r"|(?<![A-Za-z0-9])([5KL][1-9A-HJ-NP-Za-km-z]{50,51})(?![A-Za-z0-9])(?=[^\n]{0,40}(?i:wif|wallet|bitcoin|btc))"
        ),
        ("private", "privkey", "signing", "wallet", "secret", "wif", "bitcoin", "btc"),
        folded=True,
    ),
    KeyForm(
        "keyword-secret",
        "hash of a password",
        Expression(r"\$(?:2[abxy]?\$[0-9]{2}|apr1|[156y]|argon2id?)\$[./A-Za-z0-9$=,+]{20,200}"),
        ("$",),
    ),
    KeyForm(
        "web-token",
        "web token",
        Expression(
            rf"\beyJ{_WEB_PART}{{8,2000}}\.eyJ{_WEB_PART}{{8,4000}}\.{_WEB_PART}{{10,1000}}"
            rf"|\beyJ{_WEB_PART}{{14,2000}}\.{_WEB_PART}{{0,4000}}\.{_WEB_PART}{{16,4000}}(?:\.{_WEB_PART}{{10,4000}}){{0,2}}"
            rf"|\beyJ{_WEB_PART}{{8,2000}}\s{{0,3}}\.\s{{0,3}}eyJ{_WEB_PART}{{8,4000}}(?:\s{{0,3}}\.\s{{0,3}}{_WEB_PART}{{10,1000}})?"
        ),
        ("eyJ",),
    ),
    KeyForm(
        "keyword-secret",
        "recovery key",
        Expression(r"(?<![0-9-])[0-9]{6}(?:-[0-9]{6}){7}(?![0-9-])"),
        ("-",),
    ),
    KeyForm(
        "keyword-secret",
        "recovery key",
        Expression(
            r"\b(?i:recovery|backup|paper|secret|restore|rescue|emergency|security|threema|signal)\b[^\n]{0,30}?(?<![A-Z0-9])"
            r"(?=[A-Z -]{0,60}[0-9])([A-Z0-9]{4,6}(?:[ -][A-Z0-9]{4,6}){4,15})(?![A-Z0-9])"
        ),
        ("recovery", "backup", "paper", "secret", "restore", "rescue", "emergency", "security", "threema", "signal"),
        folded=True,
    ),
    KeyForm(
        "keyword-secret",
        "seed of one-time codes",
        Expression(
            rf"{_ONE_TIME}\b[^\n]{{0,40}}?(?<![A-Za-z0-9])"
            r"((?:[A-Z2-7]{4}[ -]?){3,13}[A-Z2-7]{4}|(?:[a-z2-7]{4} ){3,13}[a-z2-7]{4})(?![A-Za-z0-9])"
            r"|otpauth://[^\s\"'<>]{0,200}?[?&]secret=([A-Za-z2-7]{8,104})"
        ),
        ("otp", "2fa", "mfa", "factor", "two", "authenticator", "setup key", "zweifaktor"),
        folded=True,
    ),
)
