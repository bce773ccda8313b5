"""How many observations have each word: kept beside them, and changed in the transaction that changes one.

Counts are of a group: of a shared product, or of all that belongs to a project alone. `language` says which way of
making tokens they are of. Two ways may be in use while a team upgrades: whoever takes away what was counted in another
one lets go of all that was counted so in that group, which its owner's `hardwon db upgrade` counts again.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from hardwon.likeness.tokens import LANGUAGE, document, tokens
from hardwon.postgres.kept_text import kept
from hardwon.store import observation_file
from hardwon.store.observation_folders import place_parts

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hardwon.postgres.server import Cursor

ALL, DONE, READABLE, WORDS, LETTERS = "#all", "#done", "#readable", "#words", "#letters"
"""Totals: documents, those that were counted, those of them that can be read, and how long these are together."""

TOTALS = (ALL, DONE, READABLE, WORDS, LETTERS)

_NO_LANGUAGE = 0
_DROP = """
    DELETE FROM hardwon.terms
    WHERE project = %(project)s AND product = %(product)s AND language = %(language)s
"""
_ADD = """
    INSERT INTO hardwon.terms AS known (project, product, language, token, amount)
    SELECT * FROM unnest(%(projects)s::text[], %(products)s::text[], %(languages)s::integer[], %(tokens)s::text[],
        %(amounts)s::bigint[])
    ON CONFLICT (project, product, language, token) DO UPDATE SET amount = known.amount + excluded.amount
"""


class CountedTogether(NamedTuple):
    """What is counted together."""

    project: str
    product: str


def group_of(project: str, scope: str) -> CountedTogether:
    """The group of a row: only what is shared has no project."""
    return CountedTogether(project, "" if project else scope)


@dataclass(frozen=True, slots=True)
class SearchWords:
    """What a document says, to find it by; nothing where it is gone or cannot be read."""

    found: frozenset[str] = frozenset()
    words: int | None = None
    letters: int | None = None

    @property
    def columns(self) -> dict[str, object]:
        """What is kept beside the document."""
        return {
            "words": None if self.words is None else " ".join(map(quoted, sorted(self.found))),
            "word_count": self.words,
            "letter_count": self.letters,
            "counted": LANGUAGE,
        }

    @property
    def amounts(self) -> dict[str, int]:
        """What it adds to the counts of its group."""
        if self.words is None:
            return {DONE: 1}
        totals = {DONE: 1, READABLE: 1, WORDS: self.words, LETTERS: self.letters or 0}
        return totals | dict.fromkeys(map(kept, self.found), 1)


def said_in(place: str, raw: bytes | None) -> SearchWords:
    """What a document says."""
    if raw is None or len(raw) > observation_file.LARGEST:
        return SearchWords()
    scope, name = place_parts(place)
    try:
        observation = observation_file.read(raw, id=name, scope=scope)
    except observation_file.UnreadableObservation:
        return SearchWords()
    text = document(observation.title, observation.content)
    return SearchWords(frozenset(tokens(text)), len(text.words), text.letters)


def quoted(token: str) -> str:
    """The token as `tsvector` and `tsquery` read it, whatever is in it."""
    doubled = kept(token).replace("\\", "\\\\").replace("'", "''")
    return f"'{doubled}'"


@dataclass(slots=True)
class Recount:
    """What one transaction changes of the counts."""

    _changes: Counter[tuple[CountedTogether, int, str]] = field(default_factory=Counter)
    _dropped: set[tuple[CountedTogether, int]] = field(default_factory=set)

    def takes_away(self, group: CountedTogether, said: SearchWords, counted: int | None) -> None:
        """A document is no longer there, or no longer what it was."""
        self._changes[group, _NO_LANGUAGE, ALL] -= 1
        if counted == LANGUAGE:
            self._change(group, said.amounts, -1)
        elif counted is not None:
            self._dropped.add((group, counted))

    def adds(self, group: CountedTogether, said: SearchWords) -> None:
        """A document is there."""
        self._changes[group, _NO_LANGUAGE, ALL] += 1
        self._change(group, said.amounts, 1)

    def _change(self, group: CountedTogether, amounts: Mapping[str, int], by: int) -> None:
        for token, amount in amounts.items():
            self._changes[group, LANGUAGE, token] += by * amount

    def write(self, cursor: Cursor) -> None:
        """Change the counts, in the same order as everybody: nobody waits for each other crosswise."""
        for group, language in sorted(self._dropped):
            cursor.execute(_DROP, group._asdict() | {"language": language})
        changed = sorted((key, amount) for key, amount in self._changes.items() if amount)
        if changed:
            values = {
                "projects": [group.project for (group, _, _), _ in changed],
                "products": [group.product for (group, _, _), _ in changed],
                "languages": [language for (_, language, _), _ in changed],
                "tokens": [token for (_, _, token), _ in changed],
                "amounts": [amount for _, amount in changed],
            }
            cursor.execute(_ADD, values)
