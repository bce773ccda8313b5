"""Which sources a Python test ties its area to: what it imports, through re-exports, helpers and fixtures.

Not what those sources import in turn: an area that consists of everything would start again at every change.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hardwon.project.imports.python_facts import Facts, ImportTarget, facts_of, imports_of
from hardwon.project.layout import folders_above, mark_of, name_of, parent_of
from hardwon.project.test_files import shared_folders

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from hardwon.project.imports.texts import Texts

ENDINGS = (".py", ".pyx")
INIT = "__init__.py"
_ROOTS = frozenset({"lib", "python", "src"})
_THIN = 2_000
"""Bytes up to which a module may be one that only hands on what others define."""

_DEEPEST = 6
"""Re-exports that one name is followed through."""


_Place = tuple[str, str]
"""A file that is not a source, and a definition in it."""


def import_roots(files: Collection[str]) -> set[str]:
    """Folders that modules are imported from: the root, those named so, and those around the outermost packages."""
    folders = {folder for path in files for folder in folders_above(path)}
    packages = {parent_of(path) for path in files if name_of(path) == INIT}
    around = {parent_of(package) for package in packages if parent_of(package) not in packages}
    return {"", *around, *(folder for folder in folders if name_of(folder) in _ROOTS)} - packages


class PythonTies:
    """The Python files of a project, and who imports whom."""

    def __init__(self, files: Iterable[str], sources: Collection[str], texts: Texts) -> None:
        self._files = {path for path in files if path.endswith(ENDINGS)}
        self._sources = sources
        self._texts = texts
        self._folders = {folder for path in self._files for folder in folders_above(path)}
        self._roots = sorted(import_roots(self._files))
        self._facts: dict[str, Facts | None] = {}
        self._thin: dict[str, bool] = {}
        self._pieces: dict[_Place, tuple[set[str], list[_Place]]] = {}
        self._ahead: list[_Place] = []
        """Definitions of helpers and fixtures that were come upon, and not looked at yet."""

        self.passed: set[str] = set()
        """Sources that only handed a name on."""

    def of(self, test: str) -> frozenset[str]:
        """The sources that a test file is tied to."""
        facts = self._facts_of(test)
        if facts is None:
            return frozenset()
        before, self.passed, self._ahead = self.passed, set(), []
        found: set[str] = set()
        for target in facts.imported:
            found |= self._resolved(target, test)
        for parts in facts.texts:
            # A package may be called like the host of an address: only its modules are meant for sure.
            found |= {path for path in self._resolved(ImportTarget(parts), test) if name_of(path) != INIT}
        found |= self._worked_with([*self._ahead, *((test, name) for name in facts.pieces)])
        # A test of the package as a whole, as of what it exports.
        found = found or set(self.passed)
        self.passed |= before
        return frozenset(found)

    def used_by(self, source: str) -> frozenset[str]:
        """The sources that a source imports."""
        if source not in self._facts and not self._is_thin(source):
            facts: Facts | None = imports_of(self._texts.content(source) or b"")
        else:
            facts = self._facts_of(source)
        if facts is None:
            return frozenset()
        before, found = set(self.passed), set()
        mentioned = {each for piece in facts.pieces.values() for each in piece.mentions if len(each) > 1}
        targets = [facts.bindings[each[0]].below(each[1:]) for each in mentioned if each[0] in facts.bindings]
        for target in (*facts.imported, *facts.stars, *targets):
            found |= self._resolved(target, source)
        for parts in facts.texts:
            found |= {path for path in self._resolved(ImportTarget(parts), source) if name_of(path) != INIT}
        self.passed = before
        return frozenset(found - {source})

    @property
    def starred(self) -> set[str]:
        """Sources that those which hand names on import by `*`: whoever imports the package runs them."""
        found: set[str] = set()
        waiting = list(self.passed)
        while waiting:
            path = waiting.pop()
            facts = self._facts_of(path)
            modules = [self._star(star, path) for star in facts.stars] if facts is not None else []
            new = {module for module in modules if module and module in self._sources} - found
            found |= new
            waiting.extend(module for module in new if name_of(module) == INIT)
        return found

    def _worked_with(self, ahead: list[_Place]) -> set[str]:
        """The sources that definitions in tests, helpers and conftests work with, and the definitions they use."""
        found: set[str] = set()
        seen: set[_Place] = set()
        while ahead:
            place = ahead.pop()
            if place not in seen:
                seen.add(place)
                sources, further = self._piece(*place)
                found |= sources
                ahead.extend(further)
        return found

    def _piece(self, path: str, name: str) -> tuple[set[str], list[_Place]]:
        """The sources that one definition names, and the other definitions that it uses."""
        if (path, name) not in self._pieces:
            facts = self._facts_of(path)
            assert facts is not None  # noqa: S101 - whoever knows the name has read the file
            piece, self._ahead = facts.pieces[name], []
            found = {file for each in piece.mentions for file in self._of_mention(facts, path, each)}
            for asked in piece.asked:
                self._ahead.extend(self._fixture(path, asked))
            self._pieces[path, name] = found, self._ahead
        return self._pieces[path, name]

    def _facts_of(self, path: str) -> Facts | None:
        if path not in self._facts:
            self._facts[path] = None
            content = self._texts.content(path)
            if content is not None:
                try:
                    self._facts[path] = facts_of(content)
                except ValueError as error:
                    self._texts.unread[path] = str(error)
        return self._facts[path]

    def _resolved(self, target: ImportTarget, context: str, depth: int = 0) -> set[str]:
        """The sources that define what an import in a file names."""
        if depth > _DEEPEST:
            return set()
        for folder in self._starts(target, context):
            path, names = self._descend(folder, target.parts)
            if path or len(names) < len(target.parts):
                return self._settled(path, names, depth) if path else set()
        return set()

    def _starts(self, target: ImportTarget, context: str) -> Iterator[str]:
        """The folders in which an import of a file looks for its first module."""
        if target.level:
            folder = parent_of(context)
            for _ in range(target.level - 1):
                folder = parent_of(folder)
            yield folder
        elif target.parts:
            near = [*folders_above(context)] if mark_of(context) or context not in self._sources else []
            yield from (folder for folder in near if self._holds(folder, target.parts[0], exactly=True))
            for folder in sorted(self._roots, key=lambda each: -shared_folders(each, context)):
                if self._holds(folder, target.parts[0]):
                    yield folder

    def _holds(self, folder: str, name: str, *, exactly: bool = False) -> bool:
        place = f"{folder}/{name}" if folder else name
        is_package = f"{place}/{INIT}" in self._files if exactly else place in self._folders
        return is_package or self._module(place) is not None

    def _module(self, place: str) -> str | None:
        return next((f"{place}{ending}" for ending in ENDINGS if f"{place}{ending}" in self._files), None)

    def _descend(self, folder: str, parts: tuple[str, ...]) -> tuple[str | None, tuple[str, ...]]:
        """The last module that the parts lead to from a folder, and the names that are left."""
        for index, part in enumerate(parts):
            place = f"{folder}/{part}" if folder else part
            if place not in self._folders:
                if module := self._module(place):
                    return module, parts[index + 1 :]
                return self._init(folder), parts[index:]
            folder = place
        return self._init(folder), ()

    def _init(self, folder: str) -> str | None:
        path = f"{folder}/{INIT}" if folder else INIT
        return path if path in self._files else None

    def _settled(self, path: str, names: tuple[str, ...], depth: int) -> set[str]:
        """The sources behind names in a module."""
        if path not in self._sources:
            return self._behind_helper(path, names, depth) if names else set()
        is_init = name_of(path) == INIT
        if not names:
            if is_init:
                self.passed.add(path)
            return set() if is_init else {path}
        facts = self._facts_of(path) if is_init or self._is_thin(path) else None
        if facts is None:
            return {path}
        found = self._handed_on(facts, path, names, depth)
        if not found:
            return {path}
        if is_init and names[0] not in facts.pieces:
            self.passed.add(path)
            return found
        return found | {path}

    def _is_thin(self, path: str) -> bool:
        if path not in self._thin:
            self._thin[path] = self._texts.size(path) <= _THIN
        return self._thin[path]

    def _handed_on(self, facts: Facts, path: str, names: tuple[str, ...], depth: int) -> set[str]:
        """The sources that a module has a name from; none if it defines the name itself."""
        name, rest = names[0], names[1:]
        if name in facts.bindings:
            return self._resolved(facts.bindings[name].below(rest), path, depth + 1)
        if name in facts.pieces:
            piece = facts.pieces[name]
            mentioned = [each[0] for each in piece.mentions if each[0] in facts.bindings] if piece.is_alias else []
            return {file for each in mentioned for file in self._resolved(facts.bindings[each], path, depth + 1)}
        return self._behind_stars(facts, path, names, depth)

    def _behind_stars(self, facts: Facts, path: str, names: tuple[str, ...], depth: int) -> set[str]:
        """The sources behind a name that a file has from `import *`: from where it is defined, else handed on."""
        modules = [module for star in facts.stars if (module := self._star(star, path))] if depth < _DEEPEST else []
        for module in modules:
            inner = self._facts_of(module)
            if inner is not None and names[0] in inner.pieces:
                return self._settled(module, names, depth + 1)
        for module in modules:
            inner = self._facts_of(module)
            found = self._handed_on(inner, module, names, depth + 1) if inner is not None else set()
            if found:
                return found
        return set()

    def _star(self, star: ImportTarget, path: str) -> str | None:
        for folder in self._starts(star, path):
            module, left = self._descend(folder, star.parts)
            if module and not left and module != path:
                return module
        return None

    def _behind_helper(self, path: str, names: tuple[str, ...], depth: int) -> set[str]:
        facts = self._facts_of(path)
        if facts is None:
            return set()
        if names[0] in facts.pieces:
            self._ahead.append((path, names[0]))
            return set()
        if names[0] in facts.bindings:
            return self._resolved(facts.bindings[names[0]].below(names[1:]), path, depth + 1)
        return self._behind_stars(facts, path, names, depth)

    def _of_mention(self, facts: Facts, path: str, mention: tuple[str, ...]) -> set[str]:
        if mention[0] in facts.bindings:
            return self._resolved(facts.bindings[mention[0]].below(mention[1:]), path)
        if mention[0] in facts.pieces:
            self._ahead.append((path, mention[0]))
            return set()
        return self._behind_stars(facts, path, mention, 0) if facts.stars else set()

    def _fixture(self, path: str, name: str) -> Iterator[_Place]:
        """Where the fixture of a name is defined: in the file itself, else in the nearest conftest."""
        for place in (path, *self._conftests(path)):
            facts = self._facts_of(place)
            if facts is not None and name in facts.pieces:
                yield place, name
                return
            if facts is not None and place != path and name in facts.bindings:
                yield from self._imported_fixture(facts.bindings[name], place)

    def _imported_fixture(self, target: ImportTarget, context: str) -> Iterator[_Place]:
        for folder in self._starts(target, context):
            path, names = self._descend(folder, target.parts)
            facts = self._facts_of(path) if path and path not in self._sources and len(names) == 1 else None
            if path and facts is not None and names[0] in facts.pieces:
                yield path, names[0]
                return

    def _conftests(self, path: str) -> Iterator[str]:
        for folder in (*folders_above(path), ""):
            place = f"{folder}/conftest.py" if folder else "conftest.py"
            if place in self._files and place != path:
                yield place
