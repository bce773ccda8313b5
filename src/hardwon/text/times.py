"""Times as records hold them: RFC 3339, UTC, ending in Z."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from functools import lru_cache

from hardwon.text.plain import counted

_RFC_3339 = r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]+)?(?:Z|[-+][0-9]{2}:[0-9]{2})"
"""Narrower than what Python reads, so that every tool can read what we accept and keep. Compiled at its first use."""


def stamp(moment: datetime) -> str:
    """The moment as a record writes it."""
    return moment.astimezone(UTC).replace(tzinfo=None).isoformat(timespec="seconds") + "Z"


def sortable(moment: datetime) -> str:
    """The moment as the beginning of a name, so that names sort by time."""
    return f"{moment:%Y%m%dT%H%M%S}-{moment.microsecond:06d}"


@lru_cache(maxsize=4096)  # a record of many areas has few different times
def moment(text: str) -> datetime:
    """The moment that a record names; ValueError if it names none."""
    if not re.fullmatch(_RFC_3339, text):
        raise ValueError(f"{text!r} is not an RFC 3339 time")
    found = datetime.fromisoformat(text)
    try:
        found.astimezone(UTC)
    except OverflowError:  # in its own zone it is a time, but not in ours: before the year 1, or after 9999
        raise ValueError(f"{text!r} is out of range") from None
    return found


def in_utc(time: str) -> str:
    """A time of a record as people read it: in UTC, to the minute."""
    # Most are ours, which are in UTC already.
    return (time if time.endswith("Z") else stamp(moment(time)))[:16].replace("T", " ")


def order_of(time: str | None) -> float:
    """What sorts times by when they were; what has never been comes first."""
    return moment(time).timestamp() if time else float("-inf")


def later(own: str | None, other: str | None) -> str | None:
    """The later of two times."""
    return other if order_of(other) > order_of(own) else own


def ago(seconds: float) -> str:
    """A time that has passed, as people say it."""
    seconds = max(0.0, seconds)
    if seconds < 90:  # noqa: PLR2004 - below it, minutes are too coarse
        return f"{counted(round(seconds), 'second')} ago"
    if seconds < 90 * 60:
        return f"{counted(round(seconds / 60), 'minute')} ago"
    return f"{counted(round(seconds / 3600), 'hour')} ago"
