"""The command that writes the dashboard as files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from hardwon.cli.common import command, not_installed, note, show_json, with_memory
from hardwon.text.plain import counted

try:
    from hardwon.web.checkup import Checkup
    from hardwon.web.site_files import Export
except ModuleNotFoundError as error:
    not_installed(error, "The dashboard", extra="web")

if TYPE_CHECKING:
    from hardwon.memory import Memory


@command("export", example="hardwon export public/memory")
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@with_memory
def export(memory: Memory, folder: Path, as_json: bool) -> None:
    """Write the dashboard's pages as static files, for CI artefacts and Pages: read-only, without quarantined text.

    The folder must be new, empty, or one that an earlier export made.
    """
    checkup = Checkup(project=memory.project, flags=memory.flags, clock=memory.clock)
    made = Export(memory=memory, checkup=checkup, folder=folder)
    made.write()
    if as_json:
        show_json({"folder": str(folder), "index": str(folder / "index.html"), "files": len(made.written)})
    else:
        note(f"{counted(len(made.written), 'file')} in {folder}. Open {folder / 'index.html'}")
