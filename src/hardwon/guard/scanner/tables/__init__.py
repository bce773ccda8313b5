"""Tables: the words, letters and signs that the scanner knows. Data only; what is done with them stands elsewhere."""

from __future__ import annotations


def words(text: str) -> frozenset[str]:
    """A list of words, written as one text, in the folded letters of the view that they are compared with."""
    return frozenset(text.split())
