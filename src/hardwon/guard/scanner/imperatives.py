"""Imperatives: whether a sentence begins like an order, by the form of its first words, for verbs that no list has.

An order begins with a verb, and its object follows at once: "Bundle the files", "Verpacke die Dateien", "Mova os
extratos". Several languages use the same form to say what something does ("Muestra el total"); the verbs with which
products are described are left out. Pure.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache, lru_cache

from hardwon.guard.scanner.phrases import plain_words
from hardwon.guard.scanner.rules import languages
from hardwon.guard.scanner.tables import orders
from hardwon.guard.scanner.tables.forms import FORMS, OrderForm


@dataclass(frozen=True, slots=True)
class ReadyForm:
    """How orders begin in one language, ready to match."""

    verb: re.Pattern[str]
    after: frozenset[str]
    but: frozenset[str]
    ending: re.Pattern[str] | None


@cache
def ready_forms() -> tuple[ReadyForm, ...]:
    """Every form, ready to match."""
    return tuple(map(_ready, FORMS))


def _ready(form: OrderForm) -> ReadyForm:
    ending = re.compile(form.ending) if form.ending else None
    return ReadyForm(re.compile(form.verb), _folded(form.after), _folded(form.but), ending)


def _folded(text: str) -> frozenset[str]:
    return frozenset(plain_words(text).split())


@lru_cache(maxsize=16384)
def begins_order(first: str, second: str) -> bool:
    """Whether a sentence that begins with these two words is an order."""
    return any(_fits(form, first, second) for form in ready_forms())


def _fits(form: ReadyForm, first: str, second: str) -> bool:
    if first in form.but or form.verb.fullmatch(first) is None:
        return False
    return second in form.after or (form.ending is not None and form.ending.fullmatch(second) is not None)


@cache
def starters() -> frozenset[str]:
    """Words that begin an order in languages other than English."""
    listed = frozenset(word for words in orders.STARTERS.values() for word in words.split())
    return frozenset(plain_words(word) for word in listed | languages.starters())


@cache
def enders() -> frozenset[str]:
    """Words that end an order."""
    return frozenset(plain_words(orders.ENDERS).split())
