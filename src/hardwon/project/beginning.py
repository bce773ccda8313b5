"""How a project begins: everything that its files tell about areas, put together as a first configuration."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hardwon.project import codeowners, layout, ties, yaml_tests
from hardwon.project.guess import Guess, guess
from hardwon.project.starter import starter
from hardwon.text.plain import clean_name

if TYPE_CHECKING:
    from collections.abc import Collection
    from pathlib import Path

    from hardwon.project.ties import Ties


@dataclass(frozen=True, slots=True, kw_only=True)
class Beginning:
    """A first configuration, and what it rests on."""

    guess: Guess
    ties: Ties
    text: str
    """hardwon.yaml"""

    unfit: tuple[str, ...] = ()
    """Areas that memory knows by names that no rule can have: other tools take any characters, of any number."""


def of(root: Path, areas: Collection[str] = ()) -> Beginning:
    """The first configuration of a project, which starts from the areas that its memory knows."""
    files = layout.project_files(root)
    named = yaml_tests.read(root, files)
    unfit = tuple(area for area in areas if clean_name(area) != area)
    known = [area for area in dict.fromkeys([*areas, *named.areas]) if area not in unfit]
    tied = ties.read(root, files, known)
    guessed = guess(files, codeowners.read(root), tied, known)
    return Beginning(guess=guessed, ties=tied, text=starter(guessed, named.targets), unfit=unfit)
