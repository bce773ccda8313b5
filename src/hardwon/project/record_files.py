"""The record files of a project: which they are in git's tree, read and replaced under the locks of their stores."""

from __future__ import annotations

import os
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from hardwon.errors import StorageError
from hardwon.observations.observation import TIERS
from hardwon.store import areas, atomic, observation_folders, observations, reading, together
from hardwon.store.folders import FILE as IGNORED
from hardwon.store.lock import locked

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from contextlib import AbstractContextManager

    from hardwon.project.config import Config
    from hardwon.project.root import Project

AREA_FILES = ("memory.json", "retired.json", IGNORED)
CRLF = b"\r\n"
STATE_FILES = ("beside.json", IGNORED)


@dataclass(frozen=True, slots=True)
class RecordFiles:
    """The records of a project that lie in its git checkout, named by their paths from the top of it."""

    top: Path
    state: Path
    areas: Path
    observations: Path
    lock_timeout: float

    @classmethod
    def of(cls, project: Project, config: Config, top: Path) -> RecordFiles:
        """Those of a project, links followed: git knows files by where they really are."""
        return cls(
            top=top.resolve(),
            state=project.state.resolve(),
            areas=project.areas_folder.resolve(),
            observations=config.observations_folder(project).resolve(),
            lock_timeout=config.lock_timeout,
        )

    @property
    def folders(self) -> list[str]:
        """Folders of the records, as git names them; one outside of the checkout is not git's."""
        found = dict.fromkeys((self.state, self.areas, self.observations))
        return [self._named(folder) for folder in found if folder.is_relative_to(self.top)]

    @property
    def pathspecs(self) -> list[str]:
        """The same for commands that take patterns."""
        return [f":(top,literal){folder}" for folder in self.folders]

    @property
    def _plan(self) -> Path | None:
        return None if self.state == self.areas else together.plan_beside(self._of_areas[0])

    @property
    def _of_areas(self) -> list[Path]:
        return [self.state / "beside.json", *(self.areas / name for name in ("memory.json", "retired.json"))]

    def is_record(self, path: str) -> bool:
        """Whether a file of git's tree is a record."""
        folder, _, name = path.rpartition("/")
        place = self.top / folder
        if (place == self.areas and name in AREA_FILES) or (place == self.state and name in STATE_FILES):
            return True
        if place == self.observations:
            return name == IGNORED
        tier = place.parent
        return tier.parent == self.observations and tier.name in TIERS and observation_folders.is_named_well(name)

    def is_of_areas(self, path: str) -> bool:
        """Whether a file belongs to the areas; else to the observations."""
        return not (self.top / path).is_relative_to(self.observations)

    def read(self) -> dict[str, bytes]:
        """Every record as it is now."""
        found: dict[str, bytes] = {}
        with self._locked(self.areas, areas.LOCK):
            together.finish(self._plan, self._of_areas)
            for place in (*(self.areas / name for name in AREA_FILES), *(self.state / name for name in STATE_FILES)):
                self._add(found, place)
        with self._locked(self.observations, observations.LOCK):
            for place in self._observation_files():
                self._add(found, place)
        return found

    def replace(self, before: Mapping[str, bytes], after: Mapping[str, bytes]) -> dict[str, bytes]:
        """Put other versions in place of those that were read; which version each file now rests on.

        What was changed in between stays: the two files of the areas are one, every observation is by itself.
        """
        paths = {*before, *after}
        rests_on = dict(before)
        with self._locked(self.areas, areas.LOCK, make=True):
            of_areas = [path for path in sorted(paths) if self.is_of_areas(path)]
            there = {path: self._content(self.top / path) for path in of_areas}
            if all(_is_same(there[path], before.get(path)) for path in of_areas):
                changed = [path for path in of_areas if before.get(path) != after.get(path)]
                together.begin(
                    self._plan,
                    {self.top / path: there[path] for path in changed},
                    {self.top / path: after.get(path) for path in changed},
                )
                for path in of_areas:
                    self._put(path, before, after, rests_on)
                together.end(self._plan)
        of_observations = [path for path in sorted(paths) if not self.is_of_areas(path)]
        with self._locked(self.observations, observations.LOCK, make=bool(of_observations)):
            for path in of_observations:
                if _is_same(self._content(self.top / path), before.get(path)):
                    self._put(path, before, after, rests_on)
        return rests_on

    def _put(
        self, path: str, before: Mapping[str, bytes], after: Mapping[str, bytes], rests_on: dict[str, bytes]
    ) -> None:
        wanted = after.get(path)
        if wanted is None:
            if path in before:
                atomic.remove(self.top / path)
            rests_on.pop(path, None)
        else:
            if wanted != before.get(path):
                atomic.write(self.top / path, wanted)
            rests_on[path] = wanted

    def _locked(self, folder: Path, lock: str, *, make: bool = False) -> AbstractContextManager[None]:
        """The lock of a record; a folder that is not there is not made by reading."""
        return locked(folder / lock, timeout=self.lock_timeout) if make or folder.is_dir() else nullcontext()

    def _add(self, found: dict[str, bytes], place: Path) -> None:
        content = self._content(place) if place.is_relative_to(self.top) else None
        if content is not None:
            found[self._named(place)] = content

    def _observation_files(self) -> Iterator[Path]:
        yield self.observations / IGNORED
        for tier in TIERS:
            for scope in _inside(self.observations / tier):
                if scope.is_dir(follow_symlinks=False):
                    named_well = (each for each in _inside(scope.path) if observation_folders.is_named_well(each.name))
                    yield from (Path(each.path) for each in named_well if not each.is_dir(follow_symlinks=False))

    def _content(self, place: Path) -> bytes | None:
        try:
            return reading.content(place)
        except (FileNotFoundError, NotADirectoryError):
            return None
        except OSError as error:
            raise _unreadable(place, error) from error

    def _named(self, place: Path) -> str:
        return place.relative_to(self.top).as_posix()


def in_line_ends_of(committed: Mapping[str, bytes], found: Mapping[str, bytes]) -> dict[str, bytes]:
    """Files of the work tree as git keeps them: where an attribute has git check them out with CRLF, without it."""
    return {
        path: content.replace(CRLF, b"\n") if CRLF in content and CRLF not in committed.get(path, CRLF) else content
        for path, content in found.items()
    }


def _is_same(there: bytes | None, known: bytes | None) -> bool:
    """Whether a file is as it was read, but for line ends that git has put in."""
    return there == known or (there is not None and there.replace(CRLF, b"\n") == known)


def _inside(folder: Path | str) -> list[os.DirEntry[str]]:
    """What lies in a folder. What cannot be looked at must not be taken for deleted, so that is an error."""
    try:
        with os.scandir(folder) as entries:
            return sorted(entries, key=lambda entry: entry.name)
    except FileNotFoundError:
        return []
    except OSError as error:
        raise _unreadable(folder, error) from error


def _unreadable(place: Path | str, error: OSError) -> StorageError:
    return StorageError(
        f"{place} cannot be read: {error.strerror}.", remedy="Nothing was pushed. Check what lies there."
    )
