"""How a project begins: everything that its files tell about areas, put together as a first configuration."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hardwon.project import codeowners, layout, ties, yaml_tests
from hardwon.project.guess import Guess, guess
from hardwon.project.starter import starter

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from hardwon.project.ties import Ties


@dataclass(frozen=True, slots=True, kw_only=True)
class Beginning:
    """A first configuration, and what it rests on."""

    guess: Guess
    ties: Ties
    text: str
    """hardwon.yaml"""


def of(root: Path, areas: Iterable[str] = ()) -> Beginning:
    """The first configuration of a project, which starts from the areas that its memory knows."""
    files = layout.project_files(root)
    named = yaml_tests.read(root, files)
    known = list(dict.fromkeys([*areas, *named.areas]))
    tied = ties.read(root, files, known)
    guessed = guess(files, codeowners.read(root), tied, known)
    return Beginning(guess=guessed, ties=tied, text=starter(guessed, named.targets))
