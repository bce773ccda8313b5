"""The model curator. Not there yet: to choose it is an error that says so."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NoReturn

from hardwon.errors import SettingError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hardwon.config import Config
    from hardwon.curation.apply import Reach
    from hardwon.curation.rules import Seen
    from hardwon.memory import Memory


def propose(memory: Memory, steps: Sequence[Seen], reach: Reach, **_: Any) -> NoReturn:  # noqa: ARG001 - see above
    check(memory.config)


def check(config: Config) -> NoReturn:  # noqa: ARG001 - see above
    raise SettingError("services.memory.curator is 'model', which is not part of this version.", remedy="Use `rules`.")
