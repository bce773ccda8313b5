"""What the tests of recall share: a memory to which observations are written as files."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import pytest

from hardwon.memory import Memory
from hardwon.observations.observation import Observation, Scope, SuiteEntry
from hardwon.store import observation_file

if TYPE_CHECKING:
    from pathlib import Path

WORDS = ("ant", "bee", "cat", "dog", "elk", "fox", "gnu", "hen", "ibis")


class Remember(Protocol):
    """Writes an observation, and gives its path."""

    def __call__(
        self,
        name: str,
        title: str,
        content: str,
        *,
        trust: float = 0.5,
        scope: Scope = ...,
        confirmed: str = ...,
        position: int | None = None,
        snapshot: tuple[SuiteEntry, ...] = (),
        released: bool = False,
    ) -> Path: ...


def id_of(name: str) -> str:
    """The id of the observation with a short name."""
    return f"obs_{'-'.join(WORDS)}-{name}"


@pytest.fixture
def remember(project: Path) -> Remember:
    """Write an observation by hand, as a person or another tool would."""

    def write(
        name: str,
        title: str,
        content: str,
        *,
        trust: float = 0.5,
        scope: Scope = Scope("products", "shop"),  # noqa: B008 - frozen
        confirmed: str = "2026-01-01T00:00:00Z",
        position: int | None = None,
        snapshot: tuple[SuiteEntry, ...] = (),
        released: bool = False,
    ) -> Path:
        observation = Observation(
            id=id_of(name),
            scope=scope,
            title=title,
            content=content,
            trust=trust,
            created="2026-01-01T00:00:00Z",
            last_confirmed=confirmed,
            source_test="manual",
            position=position,
            suite_snapshot=snapshot,
            origin="person",
        )
        raw = observation_file.write(observation)
        if released:
            marks = f"released_by: somebody\nreleased_digest: {observation.digest}\n---\n"
            raw = raw[::-1].replace(b"---\n"[::-1], marks.encode()[::-1], 1)[::-1]
        path = project / ".hardwon/observations" / scope.tier / scope.name / f"{observation.id}.md"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(raw)
        return path

    return write


@pytest.fixture
def memory(project: Path, monkeypatch: pytest.MonkeyPatch) -> Memory:
    """The memory of the project; an error in recall fails the test instead of only being recorded."""
    monkeypatch.setenv("HARDWON_DEBUG", "1")
    return Memory.open(project)
