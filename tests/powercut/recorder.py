"""Runs a module as Python would, and writes down what it asks of the disk below one folder.

    python recorder.py LOG FOLDER SAID MODULE [ARGUMENT…]

Every call of the `os` module that names, moves, removes or flushes something is noted, together with the whole tree as
it was just before the call. So no write can be missed, whoever made it and however: what a file holds is looked at, not
how it got there, and between two flushes a disk may keep any part of it anyway. A flush that is not made through `os`
would be missed, which makes the disk look worse than it is, never better. SAID is the file that standard output goes
to: as soon as it has grown, something was said to the user.

This file stands alone: nothing of the tests or of hardwon is loaded before the module itself.
"""

from __future__ import annotations

import os
import pickle
import runpy
import sys
import threading
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

Node = tuple[int, str, bytes]
"""What lies at a path: the number of its inode, its kind (`file`, `folder`, `link`), and what it holds."""

NAMING = {"rename": 2, "replace": 2, "link": 2, "symlink": 2, "mkdir": 1, "rmdir": 1, "unlink": 1, "remove": 1}
"""Calls that change the entries of folders, with how many paths they take."""

FLUSHING = ("fsync", "fdatasync")
SKIPPED = (".git", "__pycache__")


class Recorder:
    """Writes down what happens below a folder."""

    def __init__(self, log: str, folder: str, said: str) -> None:
        self._folder = os.path.abspath(folder)
        self._said = said
        self._log = open(log, "wb")  # noqa: SIM115 - open as long as the process lives
        self._lock = threading.RLock()

    def install(self) -> None:
        """Put ourselves between the process and the `os` module."""
        for name, paths in NAMING.items():
            setattr(os, name, self._naming(name, getattr(os, name), paths))
        for name in FLUSHING:
            if hasattr(os, name):
                setattr(os, name, self._flushing(getattr(os, name)))
        leave = os._exit

        def leaving(code: int) -> None:
            self.note("exit", (), code)
            leave(code)

        os._exit = leaving  # type: ignore[assignment]

    def note(self, call: str, paths: tuple[str, ...], value: int = 0) -> None:
        """Keep something that is no call, and how everything is."""
        self._keep(call, paths, value, self._seen())

    def _keep(self, call: str, paths: tuple[str, ...], value: int, before: tuple[bool, dict[str, Node]]) -> None:
        pickle.dump((call, tuple(os.path.relpath(each, self._folder) for each in paths), value, *before), self._log)
        self._log.flush()

    def _naming(self, name: str, real: Callable[..., Any], paths: int) -> Callable[..., Any]:
        def call(*given: Any, **how: Any) -> Any:
            with self._lock:
                named = self._named(given[:paths], how)
                if not any(self._is_inside(each) for each in named):
                    return real(*given, **how)
                before = self._seen()
                done = real(*given, **how)
                # Kept only now: a call that failed has changed nothing.
                self._keep(name, named, 0, before)
                return done

        return call

    def _flushing(self, real: Callable[[int], None]) -> Callable[[int], None]:
        def call(descriptor: Any) -> None:
            with self._lock:
                number = descriptor if isinstance(descriptor, int) else descriptor.fileno()
                inode = os.fstat(number).st_ino
                before = self._seen()
                real(number)
                self._keep("flush", (), inode, before)

        return call

    def _named(self, given: tuple[Any, ...], how: dict[str, Any]) -> tuple[str, ...]:
        """The paths of a call as whole paths, also those that are relative to a folder that is open."""
        folders = (how.get("src_dir_fd", how.get("dir_fd")), how.get("dst_dir_fd", how.get("dir_fd")))
        return tuple(
            os.path.join(self._path_of(folder), os.fsdecode(path)) if folder is not None else os.path.abspath(path)
            for path, folder in zip((os.fsdecode(each) for each in given), folders, strict=False)
        )

    def _path_of(self, descriptor: int) -> str:
        inode = os.fstat(descriptor).st_ino
        tree = self._tree()
        return next((os.path.join(self._folder, path) for path, node in tree.items() if node[0] == inode), os.sep)

    def _is_inside(self, path: str) -> bool:
        inside = os.path.relpath(path, self._folder).split(os.sep)
        return inside[0] != ".." and not any(part in SKIPPED for part in inside)

    def _seen(self) -> tuple[bool, dict[str, Node]]:
        """Whether anything was said, and the tree."""
        return os.path.getsize(self._said) > 0, self._tree()

    def _tree(self) -> dict[str, Node]:
        """Everything below the folder, by its path from there; the folder itself is the empty path."""
        found: dict[str, Node] = {"": (os.stat(self._folder).st_ino, "folder", b"")}
        waiting = [""]
        while waiting:
            above = waiting.pop()
            with os.scandir(os.path.join(self._folder, above)) as entries:
                for entry in entries:
                    if entry.name not in SKIPPED:
                        path = os.path.join(above, entry.name)
                        node = _node(entry)
                        if node:
                            found[path] = node
                            waiting += [path] if node[1] == "folder" else []
        return found


def _node(entry: os.DirEntry[str]) -> Node | None:
    try:
        if entry.is_symlink():
            return entry.inode(), "link", os.fsencode(os.readlink(entry.path))
        if entry.is_dir():
            return entry.inode(), "folder", b""
        with open(entry.path, "rb") as file:
            return entry.inode(), "file", file.read()
    except FileNotFoundError:
        return None  # gone since the folder was listed, by another process


def main() -> None:
    log, folder, said, module, *arguments = sys.argv[1:]
    recorder = Recorder(log, folder, said)
    recorder.note("begin", ())
    recorder.install()
    sys.argv = [module, *arguments]
    sys.path[0] = ""  # as for `python -m`; else the folder of this file
    code = 0
    try:
        runpy.run_module(module, run_name="__main__", alter_sys=True)
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else int(end.code is not None)
    finally:
        sys.stdout.flush()
        recorder.note("exit", (), code)


if __name__ == "__main__":
    main()
