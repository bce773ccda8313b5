"""Masking: a text with its secrets masked, so that what is kept or shown repeats none of them. Pure."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from hardwon.guard.scanner.decoding import hidden_texts
from hardwon.guard.scanner.describing import runs_on
from hardwon.guard.scanner.layers import plain
from hardwon.guard.scanner.ordinary import looks_harmless
from hardwon.guard.scanner.secrets import by_keyword, has_address_hint
from hardwon.guard.scanner.tables import Expression
from hardwon.guard.scanner.tables.secret_marks import ADDRESS_WITH_PASSWORD
from hardwon.guard.scanner.tables.vendors import BEGINNINGS
from hardwon.guard.scanner.veiled import located_secrets
from hardwon.text.plain import one_line

if TYPE_CHECKING:
    from collections.abc import Iterator


MARGIN = 4000
"""Characters that a secret may have which is not recognised by its beginning alone."""


_SHORT, _ROUNDS = 3, 3
_NAMES_OF_SECRETS = ("pass", "pwd", "secret", "key", "token", "auth", "credential", "bearer", "basic")
_MARKS_OF_SECRETS = (*(first for first in BEGINNINGS if len(first) > _SHORT), "PRIVATE KEY", "ookie")
_RUN = Expression(r"[A-Za-z0-9]{10,200}")
_LONG_RUN = 16
_RANDOM = Expression(r"[0-9][A-Za-z0-9]{8}")
_BESIDE = Expression(r".{0,6}?[^=:A-Z0-9\[(]{0,60}[=:A-Z0-9]", re.DOTALL)
"""A value stands beside its keyword, and is not made of small letters alone as `test_basic_keys` is."""


class SecretPart(NamedTuple):
    """A part of a text that is a secret or hides one."""

    start: int
    end: int
    kind: str


def redacted(text: str) -> str:
    """The text with every secret replaced: a few characters stay, with kind and length, so that its source is found."""
    for _ in range(_ROUNDS):
        masked = text if looks_harmless(text) else _masked(text, 0, _secret_parts(text))
        if masked == text:
            break
        # What is left is read anew: a value may stand out only where another beside it is gone.
        text = masked
    return text


def redacted_name(name: str, limit: int | None = None) -> str:
    """As `redacted`, or `brief` where it is too long, for one of very many names.

    Only one that has a mark of a secret is looked at closely: of a hundred thousand tests hardly any has.
    """
    if limit is None or len(name) <= limit:
        return redacted(name) if _is_suspicious(name) else name
    seen = name[: 2 * limit + MARGIN + 1]
    return brief(seen, limit) if _is_suspicious(seen) else name[:limit]


def _is_suspicious(name: str) -> bool:
    # Plain searches: an expression of as many alternatives takes thirty times as long.
    if _has_run(name) and (any(mark in name for mark in _MARKS_OF_SECRETS) or _RANDOM.search(name)):
        return True
    if "://" in name and "@" in name and has_address_hint(name) and ADDRESS_WITH_PASSWORD.search(name):
        return True
    lower = name.lower()
    found = [word for word in _NAMES_OF_SECRETS if word in lower]
    aligned = len(lower) == len(name)  # a few letters become two: then places in the one are not those in the other
    return any(not aligned or _has_value(name, lower, word) for word in found) and any(by_keyword(name))


def _has_run(name: str) -> bool:
    """Letters and digits without a gap, as every token, key and cookie has, and few names of tests."""
    runs = _RUN.findall(name)
    long = runs and (not "".join(runs).isalpha() or max(map(len, runs)) >= _LONG_RUN)
    return bool(long) or "PRIVATE" in name or "ookie" in name


def _has_value(name: str, lower: str, word: str) -> bool:
    at = lower.find(word)
    while at >= 0:
        at += len(word)
        if _BESIDE.match(name, at):
            return True
        at = lower.find(word, at)
    return False


def brief(text: str, limit: int) -> str:
    """At most `limit` characters of a text: first its secrets are masked, then it is cut. Half a secret is one, too."""
    masked = redacted(text[: 2 * limit + MARGIN])
    if len(text) > 2 * limit + MARGIN:
        # No more is looked at than needed. A secret that was cut here lies in the last part, which nobody sees.
        masked = masked[:-MARGIN]
    return masked if len(masked) <= limit else masked[: limit - 1] + "…"


def brief_line(text: str, limit: int = 200) -> str:
    """As `brief`, as one visible line."""
    return one_line(brief(text, 4 * limit), limit)


def redacted_observation(title: str, content: str) -> tuple[str, str]:
    """Title and content with every secret masked that `scan` finds in them; its keyword may stand in the other one."""
    if not title:
        return "", redacted(content)
    for _ in range(_ROUNDS):
        masked = _masked_observation(title, content)
        if masked == (title, content):
            break
        title, content = masked
    return title, content


def _masked_observation(title: str, content: str) -> tuple[str, str]:
    split = len(title) + 1
    # As `scan` reads them: content that begins small may go on with its title's sentence.
    ways = (" ", "\n") if runs_on(content) else ("\n",)
    both = [part for between in ways for part in _secret_parts(f"{title}{between}{content}")]
    own = [SecretPart(start + split, end + split, kind) for start, end, kind in _secret_parts(content)]
    return _masked(title, 0, [*both, *_secret_parts(title)]), _masked(content, split, [*both, *own])


def _secret_parts(text: str) -> list[SecretPart]:
    """Every secret, in the text itself and in what is hidden in it."""
    layer = plain(text)
    parts = [SecretPart(found.start, found.end, found.secret.kind) for found in located_secrets(layer)]
    for child in hidden_texts(layer):
        parts += [
            SecretPart(found.start, found.end, f"{found.secret.kind} in {child.encoding}")
            for found in located_secrets(child)
        ]
    return parts


def _masked(text: str, base: int, parts: list[SecretPart]) -> str:
    """A text that begins at `base` of the scanned one, with these parts of that masked; where they overlap, as one."""
    inside = [SecretPart(max(0, start - base), min(len(text), end - base), kind) for start, end, kind in parts]
    pieces: list[str] = []
    done = 0
    for start, end, kind in _united(sorted(part for part in inside if part.start < part.end)):
        pieces += (text[done:start], _mask(text[start:end], kind))
        done = end
    return "".join([*pieces, text[done:]])


def _united(parts: list[SecretPart]) -> Iterator[SecretPart]:
    """Sorted parts, those that overlap or touch joined to one, of the kind of the first."""
    current: SecretPart | None = None
    for part in parts:
        if current is not None and part.start <= current.end:
            current = current._replace(end=max(current.end, part.end))
            continue
        if current is not None:
            yield current
        current = part
    if current is not None:
        yield current


def _mask(secret: str, kind: str) -> str:
    shown = secret[: min(4, len(secret) // 4)]
    return f"{shown}…[redacted: {kind}, {len(secret)} characters]"
