"""Checks on quarantine: every text that is held can be read, and who looks is told that some wait."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hardwon.doctor.examined import Note
from hardwon.errors import StorageError
from hardwon.text.plain import counted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hardwon.doctor.examined import Disagreement, Examined


def texts(examined: Examined) -> Iterator[Disagreement | Note]:
    """Each file is a text that was blocked, with why and for whom."""
    quarantine = examined.records.quarantine
    waiting = 0
    for held_id in quarantine.ids():
        try:
            quarantine.read(held_id)
            waiting += 1
        except StorageError as error:
            path, _, reason = str(error.args[0]).partition(" cannot be read")
            yield examined.finding(path, f"cannot be read{reason}")
    if waiting:
        # Not the path of a folder: with the team's server there is none.
        told = f"holds {counted(waiting, 'text')} for a person to decide: `hardwon quarantine list` shows what waits"
        yield Note(path="quarantine", reason=told)
