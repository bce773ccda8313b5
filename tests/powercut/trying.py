"""Carries out a command, cuts its power in every way that counts, and gathers what is wrong then."""

from __future__ import annotations

import hashlib
import os
import pickle
import random
import re
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from tests.powercut import checking, disk

if TYPE_CHECKING:
    from tests.powercut.commands import Command
    from tests.powercut.disk import Call, Trace, Tree

RECORDER = Path(__file__).with_name("recorder.py")


@dataclass(slots=True)
class Tried:
    """What came of one command."""

    replayed: int = 0
    """Combinations of what the disk kept."""

    states: int = 0
    """Different folders among them, each with whether its user had been told of success."""

    opened: int = 0
    """Of these, the ones that hardwon opened."""

    problems: dict[str, str] = field(default_factory=dict)
    """What is wrong, once for each file and kind, with the first cut that shows it."""

    def wrong(self, each: str, after: int) -> None:
        """Keep what is wrong with one folder."""
        self.problems.setdefault(re.sub(r"b'.*|[0-9a-f]{6,}", "", each), f"cut after step {after}: {each}")


def recorded(command: Command, folder: Path) -> Trace:
    """What a command does, carried out for real in a process of its own."""
    project, said, log = folder / "project", folder / "said", folder / "log"
    project.mkdir(parents=True)
    arguments = command.prepared(project)
    said.touch()
    with said.open("wb") as out:
        done = subprocess.run(
            [sys.executable, str(RECORDER), str(log), str(project), str(said), command.module, *arguments],
            cwd=project,
            env=_environment(folder),
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=subprocess.PIPE,
            check=False,
            timeout=120,
        )
    assert done.returncode == 0, done.stderr.decode()
    trace = disk.traced(calls(log))
    assert trace.code == command.code, (command.name, done.stderr.decode(), said.read_text())
    return trace


def _environment(folder: Path) -> dict[str, str]:
    kept = {name: os.environ[name] for name in ("PATH", "PYTHONPATH") if name in os.environ}
    return kept | {"HOME": str(folder), "LANG": "C.UTF-8", "PYTHONDONTWRITEBYTECODE": "1"}


def calls(log: Path) -> list[Call]:
    """What the recorder kept."""
    found: list[Call] = []
    with log.open("rb") as file:
        while file.peek(1):
            found.append(pickle.load(file))  # noqa: S301 - written by our own process a moment ago
    return found


def tried(trace: Trace, folder: Path, *, at_exit: bool, most: int, opened: int, seed: int = 0) -> Tried:
    """Cut the power after each step; at most so many combinations each, and so many folders opened in all."""
    chance = random.Random(seed)
    result = Tried()
    versions = checking.versions(trace)
    seen: dict[bytes, tuple[Tree, bool, int]] = {}
    for cut in disk.cuts(trace):
        said = cut.over if at_exit else cut.said or cut.over
        for tree in disk.states(cut, most, chance):
            result.replayed += 1
            seen.setdefault(_digest(tree, said=said), (tree, said, cut.after))
    result.states = len(seen)
    for tree, said, after in seen.values():
        for each in versions.wrong(tree, said=said):
            result.wrong(each, after)
    chosen = list(seen.values())
    if len(chosen) > opened:
        chosen = [chosen[-1], *chance.sample(chosen[:-1], opened - 1)]
    for tree, said, after in chosen:
        checking.build(folder, tree)
        result.opened += 1
        for each in checking.unusable(folder, said=said):
            result.wrong(each, after)
    return result


def _digest(tree: Tree, *, said: bool) -> bytes:
    whole = hashlib.blake2b(bytes([said]), digest_size=16)
    for path in sorted(tree):
        content = tree[path]
        whole.update(f"\0{path}\0{content is None}{len(content or b'')}\0".encode())
        whole.update(content or b"")
    return whole.digest()
