"""Checks on quarantine: every text that is held can be read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hardwon.errors import StorageError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hardwon.doctor.examined import Disagreement, Examined


def texts(examined: Examined) -> Iterator[Disagreement]:
    """Each file is a text that was blocked, with why and for whom."""
    quarantine = examined.records.quarantine
    for held_id in quarantine.ids():
        try:
            quarantine.read(held_id)
        except StorageError as error:
            path, _, reason = str(error.args[0]).partition(" cannot be read")
            yield examined.finding(path, f"cannot be read{reason}")
