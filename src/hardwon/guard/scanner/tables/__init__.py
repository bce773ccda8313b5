"""Tables: the words, letters and signs that the scanner knows. Data only; what is done with them stands elsewhere."""

from __future__ import annotations


def words(text: str) -> frozenset[str]:
    """A list of words, written as one text."""
    return frozenset(text.split())
