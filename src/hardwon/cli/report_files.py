"""Reports that somebody asked for: plain writes into whatever was named, be it a pipe, a device or a standard stream.

They come last, when all is recorded and shown: a report that cannot be written costs nothing but itself.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

from hardwon.cli.common import note, show_bytes
from hardwon.errors import StorageError
from hardwon.project.report_place import write_file

_STREAM = re.compile(r"/dev/(stdout|stderr)|/(?:dev|proc/self)/fd/([0-9]{1,4})")
_NUMBERS = {"stdout": 1, "stderr": 2}


def write_report(name: str, content: bytes, *, root: Path, append: bool = False) -> None:
    """Write a report where a person, or CI, wants it; StorageError if that is not possible."""
    stream = _STREAM.fullmatch(name)
    try:
        if stream is None:
            write_file(Path(name), content, root=root, append=append)
        elif (number := _NUMBERS.get(stream[1] or "") or int(stream[2] or 0)) == 1:
            show_bytes(content)  # ours may be another one by now: see `only_our_output`
        else:
            with os.fdopen(os.dup(number), "wb") as file:
                file.write(content)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise StorageError(
            f"The report {name} could not be written: {reason}.",
            remedy="All else is done and recorded. Check the path, its permissions and the space.",
        ) from error


def write_step_summary(page: bytes, *, root: Path) -> None:
    """Add a page to the summary of the step, where GitHub asks for one."""
    if summary := os.environ.get("GITHUB_STEP_SUMMARY"):
        try:
            write_report(summary, page, root=root, append=True)
        except StorageError as error:
            note(str(error), as_json=True)  # nobody asked for it in this call: the tests decide how it ends
