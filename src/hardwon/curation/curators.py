"""Who proposes decisions: the rules, or a model, as `services.memory.curator` says.

Both only propose. Whatever comes of it is judged by `apply`, on the files, under the lock; the lock is not held here.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from hardwon.curation import by_rules
from hardwon.evidence.redaction import clean as without_secrets

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from hardwon.curation.desk import Desk
    from hardwon.curation.reach import Reach
    from hardwon.observations.decisions import Decision
    from hardwon.observations.deltas import DecisionError
    from hardwon.project.config import Config
    from hardwon.steps.seen import Seen


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposed:
    """What a curator wants done, and what asking it took."""

    decisions: Sequence[Decision] = ()
    errors: Sequence[DecisionError] = ()
    token_usage: dict[str, int] | None = None
    """Tokens that a model read and wrote; None where none was asked, or it did not tell."""

    shown: Mapping[str, str] = field(default_factory=dict)
    """Observations that the curator was shown, each with the digest of its text: they become known in the reach."""

    duration: float = 0.0
    """Seconds."""

    def after(self, count: int) -> Proposed:
        """The same, numbered from `count`: so many decisions stand before them in the log."""
        return replace(
            self,
            decisions=[replace(each, index=count + each.index) for each in self.decisions],
            errors=[replace(each, index=count + each.index) if each.index >= 0 else each for each in self.errors],
        )


def proposed(
    desk: Desk,
    steps: Sequence[Seen],
    reach: Reach,
    *,
    clean: Callable[[Any], Any] = without_secrets,
    watch: Callable[[str], None] = lambda _: None,
) -> Proposed:
    """What the configured curator makes of the steps of a test that passed.

    `clean` takes the secrets out of all that leaves the machine; whoever knows of more secrets than can be seen gives
    his own. `watch` is told when a model is asked. SettingError if the model is not set up.
    """
    if desk.config.values["services.memory.curator"] == "model":
        from hardwon.curation import by_model  # noqa: PLC0415 - only those who have chosen a model pay for it

        return by_model.propose(desk, steps, reach, clean=clean, watch=watch)
    started = time.monotonic()
    decisions = by_rules.propose(steps)
    return Proposed(decisions=decisions, duration=time.monotonic() - started)


def check(config: Config) -> None:
    """SettingError if the configured curator cannot work: better before the tests than after them."""
    if config.values["services.memory.curator"] == "model":
        from hardwon.curation import by_model  # noqa: PLC0415 - as above

        by_model.check(config)
