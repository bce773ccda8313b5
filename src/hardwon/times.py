"""Times as records hold them: RFC 3339, UTC, ending in Z."""

from __future__ import annotations

from datetime import UTC, datetime


def stamp(moment: datetime | None = None) -> str:
    """The moment (now, if none is given) as a record writes it."""
    return (moment or datetime.now(UTC)).astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def moment(text: str) -> datetime:
    """The moment that a record names; ValueError if it names none."""
    parsed = datetime.fromisoformat(text)
    if "T" not in text.upper() or parsed.tzinfo is None:
        raise ValueError(f"{text!r} is no RFC 3339 time")
    return parsed
