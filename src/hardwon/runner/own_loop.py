"""A run of one test in somebody's own loop: the same recall, evidence and guards as in a run of hardwon's."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from hardwon.agents.calling import described
from hardwon.observations.observation import scope_of_test
from hardwon.runner.attempt import INTERRUPTIONS, Attempt
from hardwon.runner.session import Session, Tested
from hardwon.steps.step import CannotRun

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hardwon.curation.desk import Desk
    from hardwon.observations.deltas import MemoryLog
    from hardwon.runner.attempt import StepRun
    from hardwon.steps.place import Place
    from hardwon.steps.step import Kind


@dataclass(slots=True, kw_only=True)
class OwnLoop:
    """`with memory.run(...) as run`: somebody's own loop, with the same evidence and guards."""

    session: Session
    place: Place
    area: str = ""
    attempt: Attempt = field(init=False)

    def __post_init__(self) -> None:
        self.attempt = self.session.attempt(self.place)

    @property
    def id(self) -> str:
        return self.session.id

    @property
    def memory_log(self) -> MemoryLog:
        """What the run did to memory; complete once it is over."""
        return self.session.memory_log

    @contextmanager
    def step(self, text: str, kind: Kind = "act") -> Iterator[StepRun]:
        """One step of the test."""
        with self.attempt.step(text, kind) as step:
            yield step

    def finish(self) -> None:
        """Draw the conclusions. The test cannot be run again from here, so there is no ablation."""
        self.session.conclude(Tested(id=self.place.test, area=self.area), self.place, self.attempt)
        if self.place.suite is not None:
            self.session.clean_up(self.place.suite)
        self.session.finish()


@contextmanager
def own_loop(desk: Desk, place: Place, area: str, state: str | None = None) -> Iterator[OwnLoop]:
    """A run from its first step to its verdict. What is raised in it fails it, and is raised again."""
    scope_of_test(place.test)  # a run is about one test: refused here, before it has begun
    loop = OwnLoop(session=Session(desk=desk, state=state, may_be_named=False), place=place, area=area)
    try:
        yield loop
    except (CannotRun, *INTERRUPTIONS) as error:
        loop.attempt.broken = described(error)
        raise
    except BaseException as error:  # whatever ends the test is why it failed, then it is raised again
        loop.attempt.failure = described(error)
        raise
    finally:
        loop.finish()
