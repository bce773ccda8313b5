"""What an agent is: a callable that carries out one step, and says how it went.

    def agent(step: Step) -> Outcome | bool | None: ...

It may be asynchronous. None or True is a step that passed, False or an exception one that failed, CannotRun one that
could not be run at all and so proves nothing.
"""

from hardwon.steps.step import CannotRun, Hint, Kind, Outcome, PlainStep, Step

__all__ = ["CannotRun", "Hint", "Kind", "Outcome", "PlainStep", "Step"]
