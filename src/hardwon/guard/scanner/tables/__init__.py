"""Tables: the words, letters and signs that the scanner knows. Data only; what is done with them stands elsewhere."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


def words(text: str) -> frozenset[str]:
    """A list of words, written as one text, in the folded letters of the view that they are compared with."""
    return frozenset(text.split())


class Expression:
    """A regular expression that is compiled when it is first used: most commands need few of them."""

    search: Callable[..., re.Match[str] | None]
    match: Callable[..., re.Match[str] | None]
    fullmatch: Callable[..., re.Match[str] | None]
    finditer: Callable[..., Iterator[re.Match[str]]]
    findall: Callable[..., list[str]]
    sub: Callable[..., str]

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
        for method in ("search", "match", "fullmatch", "finditer", "findall", "sub"):
            setattr(self, method, getattr(compiled, method))
        return self.__dict__[name]
