"""Tables: the words, letters and signs that the scanner knows. Data only; what is done with them stands elsewhere."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator


def words(text: str) -> frozenset[str]:
    """A list of words, written as one text, in the folded letters of the view that they are compared with."""
    return frozenset(text.split())


def alternatives(beginnings: Iterable[str], between: str = "") -> str:
    """An expression that finds where a word starts with one of these: as a tree, so that most places cost one look.

    `between` may stand between any two characters.
    """
    return _branches(beginnings, between, r"(?<![A-Za-z0-9].)")


def _branches(beginnings: Iterable[str], between: str, guard: str = "") -> str:
    by_first: dict[str, list[str]] = {}
    for each in beginnings:
        by_first.setdefault(each[:1], []).append(each[1:])
    if "" in by_first:
        return ""
    parts = (
        f"{re.escape(first)}{guard}{'' if '' in rest else between + _branches(rest, between)}"
        for first, rest in by_first.items()
    )
    return f"(?:{'|'.join(parts)})"


class Expression:
    """A regular expression that is compiled when it is first used: most commands need few of them."""

    search: Callable[..., re.Match[str] | None]
    match: Callable[..., re.Match[str] | None]
    fullmatch: Callable[..., re.Match[str] | None]
    finditer: Callable[..., Iterator[re.Match[str]]]
    findall: Callable[..., list[Any]]
    sub: Callable[..., str]
    split: Callable[..., list[str]]

    def __init__(self, source: str, flags: int = 0) -> None:
        self.source = source
        self.flags = flags

    def compiled(self) -> re.Pattern[str]:
        """The expression itself."""
        return re.compile(self.source, self.flags)

    def __getattr__(self, name: str) -> object:
        """Called for what is not there yet: the methods of the compiled expression, which are kept."""
        if name.startswith("_"):
            raise AttributeError(name)
        compiled = self.compiled()
        for method in ("search", "match", "fullmatch", "finditer", "findall", "sub", "split"):
            setattr(self, method, getattr(compiled, method))
        return self.__dict__[name]
