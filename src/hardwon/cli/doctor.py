"""The command that lets the records prove themselves."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

from hardwon.cli.common import command, finish, note, show_json, with_options
from hardwon.memory import Memory
from hardwon.project import root as projects
from hardwon.text.plain import counted

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
        note(f"{counted(len(findings), 'disagreement')}. Nothing was changed.", as_json=True)
        finish(1)
    note(f"Everything agrees: {examination.read}.", as_json=as_json)


def _show_notes(notes: Sequence[Note]) -> None:
    for each in notes[:MOST_NOTES]:
        note(f"Note: {each.path} {each.reason}.", as_json=True)
    if len(notes) > MOST_NOTES:
        note(f"{counted(len(notes) - MOST_NOTES, 'more note')}; --json has them all.", as_json=True)
