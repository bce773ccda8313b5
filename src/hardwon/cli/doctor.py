"""The command that lets the records prove themselves."""

from __future__ import annotations

from dataclasses import asdict

from hardwon import project as projects
from hardwon.cli.common import command, finish, note, show_json, with_options


@command("doctor", example="hardwon doctor --json")
@with_options
def doctor(project: str | None, settings: tuple[str, ...], as_json: bool) -> None:
    """Re-read every record and list each disagreement; exit 1 when there is one.

    It changes nothing.
    """
    from hardwon.doctor import examine  # noqa: PLC0415 - it knows every kind of record

    examination = examine(projects.find(project), flags=settings)
    findings = examination.findings
    if as_json:
        show_json({"findings": [asdict(finding) for finding in findings]})
    elif findings:
        note("\n".join(f"{finding.path}: {finding.reason}" for finding in findings))
    if findings:
        note(f"{len(findings)} disagreement{'s'[: len(findings) != 1]}. Nothing was changed.", as_json=True)
        finish(1)
    read = f"{_number(examination.areas, 'area')}, {_number(examination.runs, 'run')} read"
    note(f"Everything agrees: {read}.", as_json=as_json)


def _number(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"
