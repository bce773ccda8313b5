"""Documents that tests name: a README whose examples a test executes does concern tests.

A name counts where it ends a quoted text: `"README.md"`, `open('../docs/api.md')`, `ROOT / "docs" / "api.md"`; so does
a pattern beside its folder, `(ROOT / "docs").glob("*.md")`. Whether the test reads that very file is not known: it may.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hardwon.areas.spellings import Naming
from hardwon.project.concern import Concerns
from hardwon.project.layout import SOURCE_ENDINGS, folders_above, mark_of, name_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from hardwon.project.imports.texts import Texts

_NAMED = re.compile(r"""([\w.+*/\\-]{2,200})["'`]""")
_SLASHES = re.compile(r"[/\\]+")
_UPWARDS = re.compile(r"^(?:\.{0,2}/)+")
_ANY = "*."
"""In front of an ending: every file with it."""


def named_documents(files: Iterable[str], texts: Texts) -> tuple[str, ...]:
    """The files that concern no area by themselves, and that a test or a helper of tests names."""
    files = sorted(files)
    concerns = Concerns(naming=Naming(), shared=(), areas={}, files=dict.fromkeys(files, ""))
    documents = {path: _Names(path) for path in files if concerns.is_without_effect(path)}
    known = {name for names in documents.values() for name in names.all}
    found: set[str] = set()
    for path in files if known else ():
        if mark_of(path) and path.rpartition(".")[2] in SOURCE_ENDINGS:
            said = known.intersection(_said(texts.text(path)))
            found.update(each for each, names in documents.items() if said and names.are_in(said))
    return tuple(sorted(found))


class _Names:
    """What a file may be called in a test."""

    def __init__(self, path: str) -> None:
        name, folders = name_of(path), list(folders_above(path))
        self._plain = {path, *(path.removeprefix(f"{folder}/") for folder in folders[1:])}
        # A bare name can be that of any folder's file: the folder has to stand beside it.
        self._in_folder = {name, f"{_ANY}{name.rpartition('.')[2]}"} if folders else set()
        self._folders = {name_of(folder) for folder in folders}

    @property
    def all(self) -> set[str]:
        return self._plain | self._in_folder | self._folders

    def are_in(self, said: set[str]) -> bool:
        if not self._plain.isdisjoint(said):
            return True
        return not self._in_folder.isdisjoint(said) and not self._folders.isdisjoint(said)


def _said(text: str) -> Iterator[str]:
    """What stands at the end of quoted texts, as paths below some folder; of a pattern its folders and its ending."""
    for each in set(_NAMED.findall(text)):
        path = _UPWARDS.sub("", _SLASHES.sub("/", each))
        if "*" in path:
            yield from path.split("/")[:-1]
            yield f"{_ANY}{path.rpartition('.')[2]}"
        else:
            yield path.rstrip("/")
