"""Node ids of pytest, from what its reports leave of them.

A test is named as pytest names it (`tests/auth/test_login.py::TestSession::test_opens`), whatever told us of it: so
its history is one. Reports of the family xunit2 write `tests.auth.test_login.TestSession` and leave the file out; which
part of that is the file is guessed from the name, and settled by the files of the project where they are at hand.
"""

from __future__ import annotations

import os
import re
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from hardwon.evidence.results import Result

MOST_PARTS = 40
"""Parts of a dotted name up to which files are looked for: no project is deeper, and each costs a look at the disk."""

_DOTTED = re.compile(r"[^/.]+(?:\.[^/.]+)*")
_TEST_FILE = re.compile(r"test_.*|.*_tests?")

FileAndClasses = tuple[str, tuple[str, ...]]
"""A file, and the classes in it."""


@lru_cache(maxsize=1024)
def guessed(dotted: str) -> FileAndClasses:
    """The file and the classes in a dotted name, as names are usually given."""
    if not _DOTTED.fullmatch(dotted):
        return "", ()
    parts = dotted.split(".")
    modules = [index for index, part in enumerate(parts) if _TEST_FILE.fullmatch(part)]
    last = modules[-1] if modules else next((i for i in range(len(parts) - 1, 0, -1) if not parts[i][0].isupper()), 0)
    return "/".join(parts[: last + 1]) + ".py", tuple(parts[last + 1 :])


@lru_cache(maxsize=1024)
def classes_in(file: str, dotted: str) -> tuple[str, ...]:
    """The classes in a dotted name whose file is known. A prefix may stand before it (`--junit-prefix`)."""
    module = f".{file.removesuffix('.py').replace('/', '.')}."
    _, found, rest = f".{dotted}.".partition(module)
    if not found:
        return guessed(dotted)[1]
    return tuple(part for part in rest.split(".") if part)


def settled(result: Result, root: Path, known: dict[str, FileAndClasses]) -> Result:
    """The result with the file that is really there, where its file was a guess. `known` is what was found before."""
    if result.dotted not in known:
        is_right = os.path.isfile(root / result.file)  # noqa: PTH113 - unlike Path.is_file it takes any name for no file
        known[result.dotted] = guessed(result.dotted) if is_right else _found(result.dotted, root)
    file, classes = known[result.dotted]
    if file == result.file:
        return result
    own = result.name.removeprefix("".join(f"{each}::" for each in guessed(result.dotted)[1]))
    name = "::".join([*classes, own])
    return replace(result, file=file, name=name, test=f"{file}::{name}")


def _found(dotted: str, root: Path) -> FileAndClasses:
    """The first file below the root that a dotted name can mean; as guessed if there is none."""
    parts = dotted.split(".")
    if not _DOTTED.fullmatch(dotted) or len(parts) > MOST_PARTS:
        return guessed(dotted)
    candidates = (place for start in range(len(parts)) for place in _below(str(root), "", parts[start:]))
    return next(candidates, guessed(dotted))


def _below(root: str, folder: str, parts: list[str]) -> Iterator[FileAndClasses]:
    """The files that the parts can mean, in a folder: folders may have dots in their names, and so do text files."""
    for count in range(1, len(parts) + 1):
        path = folder + ".".join(parts[:count])
        rest = parts[count:]
        for file in (f"{path}.py", path):
            if os.path.isfile(f"{root}/{file}"):  # noqa: PTH113 - as above
                yield file, tuple(rest)
        if rest and os.path.isdir(f"{root}/{path}"):  # noqa: PTH112 - as above
            yield from _below(root, f"{path}/", rest)
