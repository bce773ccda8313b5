"""CODEOWNERS: which folders a project has already divided among people.

Read as GitHub and GitLab read it; the text comes from outside and is handed on as it stands, made visible by whoever
shows it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hardwon.errors import StorageError
from hardwon.store import reading

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

PLACES = (".github/CODEOWNERS", "CODEOWNERS", "docs/CODEOWNERS")

LARGEST_FILE = 3_000_000
"""Bytes above which the file counts as if it were not there, as on GitHub."""

_WORD = re.compile(r"(?:\\.|[^\s\\]|\\$)+")
_ESCAPE = re.compile(r"\\(.)")
_SECTION = re.compile(r"\^?\[[^]]+\]")
"""A heading of GitLab's; it names no file."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ownership:
    """One line of the file: who owns what. The last line that covers a file decides."""

    pattern: str
    """As in .gitignore, with escaped spaces and hashes written as they are."""

    owners: tuple[str, ...]
    """Empty where the line takes ownership away."""


def read(root: Path) -> list[Ownership]:
    """The lines of the project's CODEOWNERS, in order; none where there is no such file."""
    found = next((root / place for place in PLACES if _is_inside(root, root / place)), None)
    if found is None:
        return []
    try:
        content = reading.content(found, LARGEST_FILE, follow=True)
    except reading.TooLarge:
        return []
    except OSError as error:
        raise StorageError(f"{found} cannot be read: {error.strerror}.", remedy="Check its permissions.") from error
    return list(_ownerships(content.decode("utf-8-sig", "replace")))


def _is_inside(root: Path, place: Path) -> bool:
    # A link may lead to any file of the machine, whose lines would then show up in reports and mandates.
    return place.is_file() and place.resolve().is_relative_to(root.resolve())


def _ownerships(text: str) -> Iterator[Ownership]:
    for line in text.split("\n"):
        words = list(_words(line))
        if words and not _SECTION.match(line.strip()):
            yield Ownership(pattern=_ESCAPE.sub(_unescaped, words[0]), owners=tuple(words[1:]))


def _words(line: str) -> Iterator[str]:
    """The words of a line up to its comment; an escaped space or hash is part of its word."""
    for word in _WORD.findall(line):
        if word.startswith("#"):
            return
        yield word


def _unescaped(escape: re.Match[str]) -> str:
    return escape[1] if escape[1].isspace() or escape[1] == "#" else escape[0]
