"""The dashboard as files: the same pages, to be read anywhere, without what the scanner held back."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from hardwon.errors import StorageError, UsageError
from hardwon.guard.passing import WITHHELD, is_unsafe
from hardwon.project.report_place import write_file
from hardwon.web.addresses import FileAddresses
from hardwon.web.application import FILES, static_file
from hardwon.web.pages import VIEWS
from hardwon.web.rendering import NAVIGATION, rendered
from hardwon.web.views import area_views, observation_views, run_views
from hardwon.web.visit import Leaf, Visit

if TYPE_CHECKING:
    from collections.abc import Callable

    from hardwon.memory import Memory
    from hardwon.web.checkup import Checkup
    from hardwon.web.visit import PageSheet

MARK = ".hardwon-export.json"
"""Says that the folder is ours, and what in it is."""

TAKEN_AWAY = (".html", ".png", ".jpg")
SHORTEST_HIDDEN = 8
LONGEST_MARK = 50_000_000


@dataclass(slots=True)
class Withholding:
    """Keeps texts out of pages: those in quarantine, and whatever the scanner finds unsafe."""

    hidden: tuple[str, ...] = ()

    def __hash__(self) -> int:
        return id(self)

    def __call__(self, text: str) -> str:
        if len(text) < SHORTEST_HIDDEN:
            return text
        return WITHHELD if any(each in text for each in self.hidden) or is_unsafe(text) else text


def withholding(memory: Memory) -> Withholding:
    """What keeps the texts out that are held in quarantine now."""
    hidden: set[str] = set()
    for held_id in memory.quarantine.ids():
        try:
            held = memory.quarantine.read(held_id)
        except StorageError:
            continue  # the page of the quarantine names it
        hidden.update(line.strip() for line in (held.title, held.content, *held.content.split("\n")))
    return Withholding(tuple(sorted(each for each in hidden if len(each) >= SHORTEST_HIDDEN)))


@dataclass(slots=True, kw_only=True)
class Export:
    """Writes the pages of one project into one folder."""

    memory: Memory
    checkup: Checkup
    folder: Path
    written: list[str] = field(default_factory=list)
    _base: Visit = field(init=False)
    _withhold: Withholding = field(init=False)
    _known: frozenset[str] = frozenset()

    def __post_init__(self) -> None:
        self._base = Visit(memory=self.memory, checkup=self.checkup)
        self._withhold = withholding(self.memory)

    def write(self) -> None:
        """Write everything; what an earlier export left and this one has not goes."""
        before = self._earlier()
        self._mark(before)  # first: what is cut off can be written anew
        for name in FILES:
            self._keep(f"static/{name}", static_file(name))
        lines, _ = self._base.shelves.observations.lines(self.memory.observations)
        runs = [line.run for line in self._base.shelves.runs.lines(self.memory.runs) if line.status != "unreadable"]
        self._known = frozenset([*(line.id for line in lines), *runs])
        for name, _ in NAVIGATION:
            self._pages(name or "index", VIEWS[name])
        overview = self.memory.overview()
        for area in (*overview.areas, *overview.unknown):
            self._pages(self._link("").area(area).removesuffix(".html"), partial(area_views.area, name=area))
        for each in lines:
            view = partial(observation_views.observation, observation_id=each.id)
            self._page(self._link("").observation(each.id), view)
        for run in runs:
            self._pages(self._link("").run(run).removesuffix(".html"), partial(run_views.run, run_id=run))
            self._screenshots(run)
        for gone in sorted(set(before) - set(self.written)):
            self._remove(gone)
        self._mark(self.written)

    def _pages(self, name: str, view: Callable[[Visit], PageSheet]) -> None:
        """A list on as many pages as it takes."""
        sheet = self._page(f"{name}.html", view)
        leaves = [each for each in sheet.values.values() if isinstance(each, Leaf)]
        for number in range(2, max((each.last for each in leaves), default=1) + 1):
            self._page(f"{name}/page-{number}.html", view, {"page": str(number)})

    def _page(self, name: str, view: Callable[[Visit], PageSheet], query: dict[str, str] | None = None) -> PageSheet:
        visit = replace(self._base, link=self._link("../" * name.count("/")), query=query or {})
        sheet = view(visit)
        self._keep(name, rendered(sheet, visit, withhold=self._withhold).encode("utf-8", "replace"))
        return sheet

    def _screenshots(self, run: str) -> None:
        for name in run_views.screenshots(self.memory, run):
            if found := run_views.screenshot(self.memory, run, name):
                self._keep(FileAddresses.kept_screenshot(run, name), found[0])

    def _link(self, base: str) -> FileAddresses:
        return FileAddresses(base, self._known)

    def _keep(self, name: str, content: bytes) -> None:
        path = self.folder / name
        try:
            if path.is_symlink():
                raise ValueError(f"{path} is a link")  # noqa: TRY301 - told as all that cannot be written
            write_file(path, content, root=self.memory.project.root)
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or error
            raise StorageError(f"{path} could not be written: {reason}.", remedy="Name another folder.") from error
        self.written.append(name)

    def _mark(self, files: list[str]) -> None:
        content = json.dumps({"files": sorted({*files, MARK})}, indent=1).encode()
        self._keep(MARK, content)
        self.written.remove(MARK)

    def _earlier(self) -> list[str]:
        """What an earlier export wrote here; UsageError if the folder is somebody else's."""
        mark = self.folder / MARK
        if not self.folder.exists() or (self.folder.is_dir() and not any(self.folder.iterdir())):
            return []
        try:
            known = json.loads(mark.read_bytes()[:LONGEST_MARK])["files"]
            return [str(each) for each in known]
        except (OSError, ValueError, KeyError, TypeError):
            raise UsageError(
                f"{self.folder} is not empty, and `hardwon export` did not make it.", remedy="Name a new folder."
            ) from None

    def _remove(self, name: str) -> None:
        """Take away what an earlier export wrote; only what lies in the folder, whatever the mark says."""
        path = self.folder / name
        if name.endswith(TAKEN_AWAY) and ".." not in Path(name).parts and not Path(name).is_absolute():
            inside = path.resolve().is_relative_to(self.folder.resolve())
            if inside and path.is_file() and not path.is_symlink():
                path.unlink()
