"""Said secrets: passwords in logins, commands and sentences, recovery codes and phrases of wallets. Pure.

Between the word that says what it is and the value stand a user, a flag or half a sentence. The less doubt the words
leave, the less must the value itself look like what people take for passwords: a word with digits, digits for letters,
a sign in the middle.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hardwon.guard.scanner.random_tokens import is_issue, is_public
from hardwon.guard.scanner.tables import Expression
from hardwon.guard.scanner.tables import said_marks as said
from hardwon.guard.scanner.tables import secret_marks as marks

if TYPE_CHECKING:
    from collections.abc import Iterator

_MARK = Expression(r"[0-9#$%*]|!\S")
_VALUE = Expression(r"[A-Za-z]\S{0,80}(?:[0-9]|[!#$%*]\S)|[0-9!#$%*]\S{0,80}[A-Za-z]")
"""Letters with digits or signs, as each of the passwords has that are looked for."""

_PART = Expression(r"[A-Z]?[a-z]{1,40}|[A-Z]{1,40}|[0-9]{1,40}")
_MANY_PARTS = 0.42
_SHORT = 4
_LONG = 18
_AROUND = 60


def said_secrets(text: str) -> Iterator[tuple[str, int, int]]:
    """The kind and the place of each secret that is said, and not assigned."""
    hinted = _Hinted(text)
    yield from _words(text, hinted)
    mixed = mixed_words(text)
    if _MARK.search(mixed) and _VALUE.search(mixed):
        for form in said.FORMS:
            if hinted(form.hints):
                yield from _passwords(form, text)
        if said.MADE.search(mixed):
            yield from _made(text)
    for match in said.CODES.finditer(text) if hinted(said.CODE_HINTS) and hinted(said.CODE_USES) else ():
        group = match.lastindex or 1
        if sum(map(str.isdigit, match[group])) > 1 + match[group].isdigit():
            yield "recovery code", *match.span(group)


def mixed_words(text: str) -> str:
    """The longer words that are not letters alone: a value stands in one of them, without a gap."""
    return " ".join(word for word in text.split() if len(word) > _SHORT and not word.isalpha())


class _Hinted:
    """Whether a text may have what these hints stand for."""

    def __init__(self, text: str) -> None:
        self._lower = text.lower()
        self._plain = text.isascii()

    def __call__(self, hints: tuple[str, ...]) -> bool:
        return not self._plain or any(map(self._lower.__contains__, hints))


def _passwords(form: said.SaidForm, text: str) -> Iterator[tuple[str, int, int]]:
    for match in form.expression.finditer(text):
        group = match.lastindex or 1
        value = match[group]
        if _fits(value, form) and _may_be_one(value) and not is_issue(text, *match.span(group)):
            yield "password", *match.span(group)


def _may_be_one(value: str) -> bool:
    return not marks.PLACEHOLDER.search(value) and not marks.NO_VALUE.search(value)


def _fits(value: str, form: said.SaidForm) -> bool:
    if form.value == "chosen" and not said.CHOSEN_OR_PARTED.match(value) and len(value) < marks.SHORTEST_TOKEN:
        return False
    if form.value == "named" and said.NUMBER_OF_A_THING.match(value):
        return False
    marked = any(char.isdigit() or char in "!#$%*" for char in value)
    return marked and any(map(str.isalpha, value)) and len(set(value)) > _SHORT


def _made(text: str) -> Iterator[tuple[str, int, int]]:
    """Values that look made by chance, in one sentence with a word for a password."""
    for match in said.MADE.finditer(text):
        before = said.SENTENCE_STOP.sub("\n", text[max(0, match.start() - _AROUND) : match.start()]).rpartition("\n")[2]
        after = said.SENTENCE_STOP.sub("\n", text[match.end() : match.end() + _AROUND]).partition("\n")[0]
        value, sentence = match[0], f"{before}\n{after}"
        near = said.NEAR.search(sentence) or (len(value) >= _LONG and said.NEAR_LONG.search(sentence))
        public = is_public(text, match.start()) or is_issue(text, *match.span())
        if near and not public and _looks_made(value) and _may_be_one(value):
            yield "password", *match.span()


def _looks_made(value: str) -> bool:
    """Whether a value, or one of its parts, changes its kinds of characters as no word does."""
    parts = [part for part in value.split("-") if len(part) > _SHORT and not part.isalpha()]
    sizes = [(len(_PART.findall(part)), len(part) - part.count("-")) for part in (value, *parts)]
    return said.ODD.match(value) is not None or any(changes > _MANY_PARTS * size for changes, size in sizes)


def _words(text: str, hinted: _Hinted) -> Iterator[tuple[str, int, int]]:
    """Secrets of letters alone."""
    for match in said.WALLET.finditer(text) if hinted(said.WALLET_HINTS) else ():
        if not said.SENTENCE.search(match[1]):
            yield "recovery phrase", *match.span(1)
    for match in said.PHRASE.finditer(text):
        named = said.BEFORE_PHRASE.search(text, max(0, match.start() - _AROUND), match.start())
        if named and not said.SENTENCE.search(match[1]):
            yield "password", *match.span(1)
    for match in said.ANSWER.finditer(text) if hinted(said.ANSWER_HINTS) else ():
        if not marks.PLACEHOLDER.search(match[1]):
            yield "security answer", *match.span(1)
