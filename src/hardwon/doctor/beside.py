"""Checks on areas that live in another tool's folder: which verdicts a write of that tool has wiped."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hardwon.areas.beside import wiped, wiped_before
from hardwon.errors import DamagedRecord, StorageError
from hardwon.store.areas import AreaStore
from hardwon.text.plain import counted, one_line

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hardwon.doctor.examined import Disagreement, Examined

_WAY = "It is not put back by itself: `hardwon record` says it again"


def verdicts(examined: Examined) -> Iterator[Disagreement]:
    """What hardwon counted is still counted in the other tool's file."""
    project = examined.project
    if project.beside is None or examined.memory is None:
        return
    store = AreaStore(project.areas_folder, beside=project.beside)
    try:
        ours = store.read_beside()
    except (DamagedRecord, StorageError) as error:
        yield examined.finding(project.beside, str(error.args[0]).partition("beside.json")[2].lstrip(",: ").rstrip("."))
        return
    lost = {name: f"{what}: another tool wrote over it" for name, what in wiped(examined.memory, ours)}
    for name, runs in wiped_before(ours).items():
        lost.setdefault(name, f"another tool wrote over {counted(runs, 'run')} of it")
    for name, what in lost.items():
        yield examined.finding(examined.memory_file, f"areas.{one_line(name, 80)}: {what}. {_WAY}")
