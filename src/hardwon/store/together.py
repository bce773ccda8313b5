"""Several files of one record that change together: what a killed writer had begun is brought to its end.

Where the areas live in another tool's folder, they are two files and more, and each is replaced by itself. So what is
to be written is put down first. The files are read as if all of it was written once the first one is, and the next
writer writes the rest; unless somebody else has written one of them in between, or they were taken back.
"""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any

from hardwon.store import atomic, reading

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    Contents = Mapping[Path, bytes | None]

NAME = "areas-underway.json"
FILES = ("beside.json", "memory.json", "retired.json")
"""What may be told of, in the order in which it is written."""


def plan_beside(beside: Path) -> Path | None:
    """The file that tells what is being written; None where the caches are a link, which may lead anywhere."""
    cache = beside.with_name("cache")
    return None if cache.is_symlink() else cache / NAME


def begin(plan: Path | None, before: Contents, after: Contents) -> None:
    """Put down what is about to be written; of a single file there is nothing to tell."""
    changed = {path.name: content for path, content in after.items() if path.name in FILES}
    if plan is None or len(changed) < 2:  # noqa: PLR2004 - one file alone is replaced whole
        return
    rows = {
        path.name: {"before": _digest(before.get(path)), "after": _text(after[path])}
        for path in sorted(after, key=lambda path: path.name)
        if path.name in FILES
    }
    atomic.write(plan, json.dumps(rows).encode())


def end(plan: Path | None) -> None:
    """All is written."""
    if plan is not None:
        plan.unlink(missing_ok=True)


def unwritten(plan: Path | None, places: Iterable[Path]) -> dict[Path, bytes | None]:
    """What a writer has still to write, or was killed before it wrote; None for a file that is to go."""
    rows = _rows(plan)
    known = [(path, rows[path.name]) for path in sorted(places, key=lambda path: path.name) if path.name in rows]
    if len(known) != len(rows):
        return {}
    left: dict[Path, bytes | None] = {}
    for number, (path, row) in enumerate(known):
        after, now = _bytes(row["after"]), _now(path)
        if now == after:
            continue
        if number == 0 or _digest(now) != row["before"]:
            return {}
        left[path] = after
    return left


def finish(plan: Path | None, places: Iterable[Path]) -> None:
    """Write what a killed writer did not; under the lock of the areas."""
    if plan is None or not plan.exists():
        return
    for path, content in unwritten(plan, places).items():
        if content is None:
            atomic.remove(path)
        else:
            atomic.write(path, content)
    end(plan)


def _rows(plan: Path | None) -> dict[str, Any]:
    """What is told; nothing where it cannot be read: then the files hold as they are."""
    if plan is None:
        return {}
    try:
        found = json.loads(reading.content(plan))
    except (OSError, ValueError, RecursionError):
        return {}
    is_sound = isinstance(found, dict) and all(
        name in FILES and isinstance(row, dict) and {"before", "after"} == row.keys() and _is_text(row["after"])
        for name, row in found.items()
    )
    return found if is_sound else {}


def _is_text(content: object) -> bool:
    return content is None or isinstance(content, str)


def _now(path: Path) -> bytes | None:
    try:
        return reading.content(path)
    except OSError:
        return None


def _digest(content: bytes | None) -> str | None:
    return None if content is None else hashlib.sha256(content).hexdigest()


def _text(content: bytes | None) -> str | None:
    return None if content is None else content.decode("utf-8", "surrogateescape")


def _bytes(text: str | None) -> bytes | None:
    return None if text is None else text.encode("utf-8", "surrogateescape")
