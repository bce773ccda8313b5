"""Given secrets: passwords in the place that a command, a call, a statement or a file has for them. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hardwon.guard.scanner.named_values import is_given, is_placeholder
from hardwon.guard.scanner.tables import Expression
from hardwon.guard.scanner.tables import given_marks as given
from hardwon.guard.scanner.tables import secret_marks as marks

if TYPE_CHECKING:
    from collections.abc import Iterator

_MARKED = Expression(r"[0-9A-Z!#$%*_@+~^]")


def given_secrets(text: str) -> Iterator[tuple[int, int]]:
    """Where the passwords stand."""
    lower = text.lower()
    for form in given.FORMS:
        if text.isascii() and not any(map(lower.__contains__, form.hints)):
            continue
        for match in form.expression.finditer(text):
            if match.lastindex and _is_one(match[match.lastindex], form):
                yield match.span(match.lastindex)
    if ("'" in text or '"' in text) and any(map(lower.__contains__, given.PHRASE_HINTS)):
        for match in given.PHRASE.finditer(text):
            if not given.NO_PHRASE.search(match[2]) and not marks.PLACEHOLDER.search(match[2]):
                yield match.span(2)


def _is_one(value: str, form: given.GivenForm) -> bool:
    if is_placeholder(value) or marks.NO_VALUE.search(value):
        return False
    if form.whole:
        return _MARKED.search(value) is not None
    return (form.plain or _MARKED.search(value) is not None) and not value.isdigit() and is_given(value, "", "quoted")
