"""Who proposes decisions: the rules, or a model, as `services.memory.curator` says.

Both only propose. Whatever comes of it is judged by `apply`, on the files, under the lock; the lock is not held here.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from hardwon.curation import by_model, by_rules
from hardwon.curation.proposed import Proposed
from hardwon.evidence.redaction import clean as without_secrets

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from hardwon.curation.desk import Desk
    from hardwon.curation.reach import Reach
    from hardwon.project.config import Config
    from hardwon.steps.seen import Seen


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
        return by_model.propose(desk, steps, reach, clean=clean, watch=watch)
    started = time.monotonic()
    decisions = by_rules.propose(steps)
    return Proposed(decisions=decisions, duration=time.monotonic() - started)


def check(config: Config) -> None:
    """SettingError if the configured curator cannot work: better before the tests than after them."""
    if config.values["services.memory.curator"] == "model":
        by_model.check(config)
