"""Rule: what one kind of unsafe text looks like, with examples that hold it to its word."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class TextRule:
    """One kind of unsafe text."""

    id: str
    reason: str
    """One line, as shown with every finding and in docs/security.md."""

    blocks: tuple[str, ...]
    """Texts that this rule must find."""

    passes: tuple[str, ...]
    """Texts that no rule may find: what a product does, in words close to the blocked ones."""

    phrases: tuple[str, ...] = ()
    """Phrases (see `phrases.py`), any of which is a finding."""

    pattern: str = ""
    """A regular expression over the folded, lower-case text, for what words alone cannot say."""

    hints: tuple[str, ...] = ()
    """Substrings of which a text must have one before `pattern` is tried."""

    cues: tuple[tuple[int, str], ...] = ()
    """Weighted phrases that mean little alone; from `ENOUGH_WEIGHT` on they are a finding."""


ENOUGH_WEIGHT = 4
"""Weight of cues that makes a finding."""
