"""Checks on runs/.rosters/: what is known of the tests of each area can be read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hardwon.errors import StorageError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hardwon.doctor.examined import Disagreement, Examined


def whole(examined: Examined) -> Iterator[Disagreement]:
    """The rosters are whole."""
    rosters = examined.records.rosters
    try:
        rosters.read()
    except StorageError as error:
        yield examined.finding(rosters.where, str(error).removeprefix(rosters.where).strip())
