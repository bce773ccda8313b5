"""Times in records: RFC 3339, UTC, ending in Z; what other tools write is read."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardwon.text.times import moment, stamp


def test_stamp_is_utc_to_the_second() -> None:
    east = timezone(timedelta(hours=2))
    assert stamp(datetime(2025, 5, 21, 10, 30, 59, 999_999, tzinfo=east)) == "2025-05-21T08:30:59Z"


def test_stamp_of_an_early_year_keeps_four_digits() -> None:
    assert stamp(datetime(1, 1, 1, tzinfo=UTC)) == "0001-01-01T00:00:00Z"


@given(st.datetimes(min_value=datetime(1900, 1, 1), max_value=datetime(9000, 1, 1), timezones=st.just(UTC)))  # noqa: DTZ001 - Hypothesis wants bounds without a zone
def test_stamp_can_be_read_back(at: datetime) -> None:
    assert moment(stamp(at)) == at.replace(microsecond=0)


@pytest.mark.parametrize(
    "text",
    [
        "2025-05-21T10:30:00Z",
        "2025-05-21T10:30:00.123456789+02:00",
        "2025-05-21T10:30:00.1-11:30",
        "0001-01-01T00:00:00Z",
    ],
)
def test_rfc_3339_is_read(text: str) -> None:
    assert moment(text).tzinfo is not None


@pytest.mark.parametrize(
    "text",
    [
        "",
        "yesterday",
        "2025-05-21",
        "2025-05-21 10:30:00Z",
        "2025-05-21T10:30:00",
        "2025-05-21T10:30Z",
        "20250521T103000Z",
        "2025-W21-3T10:30:00Z",
        "2025-02-30T10:30:00Z",
        "2025-05-21T25:30:00Z",
        "2025-05-21T10:30:00,5Z",
        "2025-05-21T10:30:00+0200",
        "٢٠٢٥-05-21T10:30:00Z",
        "2025-05-21T10:30:00Z\n",
        "0001-01-01T00:00:00+23:59",
        "9999-12-31T23:59:59-00:01",
    ],
)
def test_anything_else_is_no_time(text: str) -> None:
    with pytest.raises(ValueError):
        moment(text)
