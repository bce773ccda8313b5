"""The history of retirements: what retired.json holds, brought in line with the areas. Pure."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from hardwon.areas.area import Area


@dataclass(frozen=True, slots=True, kw_only=True)
class Retirement:
    """An entry of retired.json: history, never removed."""

    name: str
    retired_at: str
    test_count: int
    pass_count: int
    confidence: float
    unretired_at: str | None = None
    extra: Mapping[str, Any] = field(default_factory=dict)


def retirements_after(
    retirements: Iterable[Retirement],
    areas: Mapping[str, Area],
    touched: Iterable[str],
    *,
    at: str,
    restarted: Collection[str] = (),
) -> list[Retirement]:
    """The history brought in line with the touched areas: one open entry for each that is retired, none for others.

    An area that started again has lost its retirement, also if it has earned a new one at once.
    """
    touched = sorted(set(touched))
    active = {name for name in touched if name not in areas or not areas[name].retired}
    ended = active.union(restarted)
    history = [
        replace(entry, unretired_at=at) if entry.name in ended and entry.unretired_at is None else entry
        for entry in retirements
    ]
    still_open = {entry.name for entry in history if entry.unretired_at is None}
    return history + [
        Retirement(
            name=name,
            retired_at=at,
            test_count=areas[name].test_count,
            pass_count=areas[name].pass_count,
            confidence=areas[name].confidence,
        )
        for name in touched
        if name not in active and name not in still_open
    ]
