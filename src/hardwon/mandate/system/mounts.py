"""Prefixes: what stands before a route or command because of where its owner hangs.

`include_router`, `register_blueprint`, `include()`, `app.use()`, `add_typer` and command groups are the same thing: an
owner of one file hung below an owner of another. Pure: facts in, prefixes out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from hardwon.mandate.system.facts import Mount, Prefix, Reference

MOST_PLACES = 20
"""Places that one owner may hang in; what hangs in more is generated or goes round in a circle."""

DEEPEST = 10

SUFFIXES = ("", ".py", "/__init__.py", ".js", ".ts", ".mjs", ".cjs", "/index.js", "/index.ts", "/index.mjs")

Owner = tuple[str, str]
"""A file and a variable in it."""


class Prefixes:
    """The prefixes of every owner."""

    def __init__(self, prefixes: Iterable[Prefix], mounts: Iterable[Mount], files: Iterable[str]) -> None:
        self._own = {(prefix.file, prefix.owner): prefix for prefix in prefixes}
        self._files = sorted(files, key=lambda path: (path.count("/"), path))
        self._known = set(self._files)
        self._found: dict[tuple[str, bool], str | None] = {}
        self._places: dict[Owner, list[tuple[str, ...]]] = {}
        self._above: dict[Owner, list[Mount]] = {}
        for mount in mounts:
            file = self._file(mount.child)
            if file is not None:
                self._above.setdefault((file, mount.child.name), []).append(mount)

    def of(self, file: str, owner: str) -> list[tuple[str, ...]]:
        """The parts that stand before whatever hangs on the owner, once for each place where it hangs."""
        key = (file, owner)
        if key not in self._places:
            self._places[key] = list(dict.fromkeys(self._of(key, ())))[:MOST_PLACES]
        return self._places[key]

    def _of(self, owner: Owner, below: tuple[Owner, ...]) -> list[tuple[str, ...]]:
        own = self._own.get(owner)
        text = own.text if own else ""
        mounts = [] if len(below) > DEEPEST else [*self._above.get(owner, []), *self._above.get((owner[0], ""), [])]
        places: list[tuple[str, ...]] = []
        for mount in mounts:
            above = (mount.file, mount.owner)
            if above == owner or above in below or len(places) >= MOST_PLACES:
                continue
            parts = (mount.prefix,) if mount.replaces else (mount.prefix, text)
            places += [(*outer, *parts) for outer in self._of(above, (*below, owner))]
        return places or [() if own is None or own.only_mounted else (text,)]

    def _file(self, reference: Reference) -> str | None:
        key = (reference.module, reference.exact)
        if key not in self._found:
            self._found[key] = self._search(*key)
        return self._found[key]

    def _search(self, module: str, exact: bool) -> str | None:
        stems = (module, module.removesuffix(".js")) if module.endswith(".js") else (module,)
        names = [stem + suffix for stem in stems for suffix in SUFFIXES]
        if exact:
            return next((name for name in names if name in self._known), None)
        return next((path for path in self._files for name in names if f"/{path}".endswith(f"/{name}")), None)
