"""Checks on observations of suites: the suite that each is about still exists."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hardwon.errors import UsageError
from hardwon.project import suite_files, yaml_file
from hardwon.project.layout import project_files
from hardwon.runner import files
from hardwon.store import reading
from hardwon.text.plain import one_line

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from hardwon.doctor.examined import Disagreement, Examined

LARGEST = 1_000_000
_ID = re.compile(rb"""^suite-id:[ \t]*["']?(.+?)["']?[ \t]*$""", re.MULTILINE)


def gone(examined: Examined) -> Iterator[Disagreement]:
    """Each observation of a suite is about one that a file of the project describes."""
    found = examined.listing.stored if examined.listing else ()
    about = [stored for stored in found if stored.observation.scope.tier == "suites"]
    if not about:
        return
    known = {each for path in _candidates(examined) for each in _ids(path, examined.project.root)}
    for stored in about:
        name = stored.observation.scope.name
        if name not in known:
            reason = f"is about the suite {one_line(name, 80)!r}, which no file of the project describes any more"
            yield examined.finding(stored.where, reason)


def _candidates(examined: Examined) -> Iterator[Path]:
    """Every file that may be a suite: those of the tree, and those that the configuration names."""
    root = examined.project.root
    yield from (root / name for name in project_files(root) if name.endswith((".yaml", ".yml")))
    for name in examined.config.tests:
        try:
            yield from files.selected([name], root)
        except UsageError:
            continue  # `hardwon run` names what is configured and not there


def _ids(path: Path, root: Path) -> Iterator[str]:
    """What a suite in the file is called; also in one that cannot be read just now."""
    try:
        with reading.opened(path, follow=True) as file:
            content = file.read(LARGEST)
    except OSError:
        return
    if b"tests" not in content:
        return
    try:
        yield from suite_files.ids_in(yaml_file.read(path, root, what="suite", remedy=""))
    except UsageError:
        if given := _ID.search(content):
            yield given.group(1).decode("utf-8", "replace")
        elif path.is_relative_to(root):
            yield suite_files.derived_id(path.relative_to(root).as_posix())
