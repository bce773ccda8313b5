"""The command that lets the records prove themselves."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

from hardwon.cli.common import command, finish, note, show_json, with_options
from hardwon.memory import Memory
from hardwon.project import root as projects

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hardwon.doctor import Note

MOST_NOTES = 20
"""Notes that people are shown one by one."""


@command("doctor", example="hardwon doctor --json")
@with_options
def doctor(project: str | None, settings: tuple[str, ...], as_json: bool) -> None:
    """Re-read every record and list each disagreement; exit 1 when there is one.

    It changes nothing. Notes say what differs and may be meant so, such as edits by hand; they do not count.
    """
    examination = Memory.examine(projects.find(project), flags=settings)
    findings = examination.findings
    if as_json:
        notes = [asdict(each) for each in examination.notes]
        show_json({"findings": [asdict(finding) for finding in findings], "notes": notes})
    elif findings:
        note("\n".join(f"{finding.path}: {finding.reason}" for finding in findings))
    _show_notes(examination.notes)
    if findings:
        note(f"{len(findings)} disagreement{'s'[: len(findings) != 1]}. Nothing was changed.", as_json=True)
        finish(1)
    read = f"{_number(examination.areas, 'area')}, {_number(examination.runs, 'run')} read"
    note(f"Everything agrees: {read}.", as_json=as_json)


def _show_notes(notes: Sequence[Note]) -> None:
    for each in notes[:MOST_NOTES]:
        note(f"Note: {each.path} {each.reason}.", as_json=True)
    if len(notes) > MOST_NOTES:
        note(f"{len(notes) - MOST_NOTES} more notes; --json has them all.", as_json=True)


def _number(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"
