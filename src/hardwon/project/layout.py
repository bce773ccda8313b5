"""What the names of files and folders say about a project: sources, tests, and what only holds or surrounds them."""

from __future__ import annotations

import os
import re
from collections import Counter
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING

from hardwon.areas.rules import COMMON_FOLDERS, EXCLUDED_FOLDERS, covers
from hardwon.text.plain import clean_name

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path


def words(text: str) -> frozenset[str]:
    """The words of a text: a table of names that can be read."""
    return frozenset(text.split())


MOST_FILES = 100_000
LONGEST_PATH = 200

VENDORED = words("third_party vendor")
"""Folders for the sources of others, which a project takes over as they are."""

GENERATED = VENDORED | words("build coverage dist htmlcov out target")
BESIDE = words(
    "bench benchmarks bin ci config contrib demo doc docs example examples migrations public samples script scripts "
    "static tools typings"
)
"""Folders in the root that stand beside the system instead of being a part of it."""

TRANSPARENT = words("app groovy internal java kotlin lib main pkg python scala src")
"""Folders that only hold the parts: looked through, never a part."""

COLLECTIONS = words("apps cmd crates domains features libs modules packages plugins services")
"""Folders in which each folder is a part of its own."""

TEST_FOLDERS = (COMMON_FOLDERS - {"src"}) | {"cypress", "playwright"}
TESTING = "testing"
"""In the root it holds tests; inside of a package it is a part that helps others to test."""

TEST_KINDS = TEST_FOLDERS | TRANSPARENT | {TESTING} | words("acceptance functional integration regression smoke unit")
"""Folders that say what kind of test lies in them, not what it is about."""

TEST_FILES = (
    "**/conftest.py",
    "**/test_*.py",
    "**/*_test.*",
    "**/*_spec.*",
    "**/*.{test,spec,cy,e2e}.*",
    "**/*{Test,Tests,IT,Spec}.{java,kt,scala,groovy,cs,php,swift}",
)
_LIKE_A_TEST = re.compile(r"test|spec|\.cy\.|\.e2e\.|IT\.", re.IGNORECASE)
"""What every name that fits one of them has: most names are told by it alone."""

MODULE_ENDINGS = words("cjs ex js jsx lua mjs php pl py rb rs ts tsx")
"""Languages in which a file by itself is often a part of the system."""

SOURCE_ENDINGS = MODULE_ENDINGS | words(
    "c cc clj cpp cs cts dart erl exs fs go groovy h hpp java kt kts m mm mts pxd pyx scala svelte swift vue zig"
)
DATA_ENDINGS = words(
    "cfg conf css csv ejs env feature graphql hbs htm html ini j2 jinja jinja2 json json5 jsonc less lock mod mustache "
    "properties proto robot sass scss sh sql sum tmpl toml tsv xml xsd yaml yml"
)
TEXT_ENDINGS = words("adoc asciidoc markdown md rst txt")
NO_PART = words("__init__ __main__ _version conftest index main manage setup version")
"""Modules that hold a package together instead of being a part of the system."""

_AFFIXES = re.compile(r"^(?:test|spec)_|[._-](?:tests?|spec|cy|e2e)$|(?<=[a-z0-9])(?:Tests?|IT|Spec)$")


def project_files(root: Path) -> list[str]:
    """The files of a project that may be part of an area, as relative paths; no more than a guess needs."""
    return list(islice((path for path in _walk(root) if len(path) <= LONGEST_PATH), MOST_FILES))


def _walk(root: Path) -> Iterator[str]:
    """Relative paths of the files below a folder, nearest first; links are named, never followed."""
    folders = [""]
    for folder in folders:
        try:
            with os.scandir(root / folder) as entries:
                found = sorted(entries, key=lambda entry: entry.name)
        except OSError:
            continue  # what cannot be looked into can be no part of a guess; who needs its files reports it
        for entry in found:
            path = f"{folder}/{entry.name}" if folder else entry.name
            if not entry.is_dir(follow_symlinks=False):
                yield path
            elif not entry.name.startswith(".") and entry.name not in EXCLUDED_FOLDERS and not is_generated(entry.path):
                folders.append(path)


def links_to_folders_outside(root: Path, files: Iterable[str]) -> list[str]:
    """Those of the files below a folder that are links to folders elsewhere."""
    top = os.path.realpath(root)
    # A name with the ending of a file is hardly that of a folder, and there are many.
    maybe = (path for path in files if "." not in name_of(path) or not is_of_program(name_of(path)))
    found = (path for path in maybe if os.path.islink(f"{top}/{path}") and os.path.isdir(f"{top}/{path}"))  # noqa: PTH112, PTH114 - plain text
    return sorted(path for path in found if not os.path.realpath(f"{top}/{path}").startswith(f"{top}/"))


def is_generated(folder: str) -> bool:
    """Whether a folder holds what tools made; one named so that is a package of Python does not."""
    return name_of(folder) in GENERATED and not os.path.isfile(f"{folder}/__init__.py")  # noqa: PTH113 - plain text


def parent_of(path: str) -> str:
    return path.rpartition("/")[0]


def name_of(path: str) -> str:
    return path.rpartition("/")[2]


def folders_above(path: str) -> Iterator[str]:
    """The folders that a path lies in, nearest first, without the root."""
    while path := parent_of(path):
        yield path


def key_of(name: str) -> str:
    """What two names have in common that mean the same part."""
    return clean_name(name).casefold().replace("-", "_")


def subject_of(test: str) -> str:
    """What a test file is about, as its name says."""
    return key_of(_AFFIXES.sub("", name_of(test).rpartition(".")[0]))


def is_of_program(name: str) -> bool:
    """Whether a file of this name can be part of a program or of its tests: source text, data, or without an ending."""
    ending = name.rpartition(".")[2].lower() if "." in name else ""
    return not ending or ending in SOURCE_ENDINGS | DATA_ENDINGS | TEXT_ENDINGS


def mark_of(path: str) -> str:
    """The glob that tells a test file from a source file; empty for a source file."""
    if mark := _mark_of_folder(parent_of(path)):
        return mark
    name = name_of(path)
    if not _LIKE_A_TEST.search(name):
        return ""
    return next((pattern for pattern in TEST_FILES if covers((pattern,), name)), "")


@lru_cache(maxsize=4096)
def _mark_of_folder(folder: str) -> str:
    parts = folder.split("/")
    if parts[0] == TESTING:
        return f"{TESTING}/**"
    return next((f"**/{part}/**" for part in parts if part.lower() in TEST_FOLDERS), "")


class Tree:
    """The source and test files of a project, and how the sources lie in folders."""

    def __init__(self, paths: Iterable[str]) -> None:
        self.sources: list[str] = []
        self.tests: dict[str, str] = {}
        """Each test file with its mark."""

        self.size: Counter[str] = Counter()
        """Each folder with the number of source files below it."""

        self.folders: dict[str, list[str]] = {}
        self.loose: dict[str, list[str]] = {}
        """What lies directly in a folder: source folders, and source files that can be a part by themselves."""

        for path in sorted(paths):
            if path.rpartition(".")[2] in SOURCE_ENDINGS and path.partition("/")[0] not in BESIDE:
                self._add(path)

    def _add(self, path: str) -> None:
        mark = mark_of(path)
        if mark:
            self.tests[path] = mark
            return
        self.sources.append(path)
        if name_of(path).partition(".")[0] not in NO_PART:
            self.loose.setdefault(parent_of(path), []).append(path)
        for folder in folders_above(path):
            if folder not in self.size:
                self.folders.setdefault(parent_of(folder), []).append(folder)
            self.size[folder] += 1

    def is_project(self, folder: str) -> bool:
        """Whether a folder is built like a project of its own: it has a src or the like."""
        return any(name_of(inner).lower() in TRANSPARENT | COLLECTIONS for inner in self.folders.get(folder, ()))
