"""Test files: which files runners take for tests, and the area that each speaks for by default."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from hardwon.areas.rules import COMMON_FOLDERS, bare_stem, covers, place, spelling
from hardwon.project.layout import (
    SOURCE_ENDINGS,
    TEST_FILES,
    TEST_FOLDERS,
    TEST_KINDS,
    folders_above,
    mark_of,
    name_of,
    parent_of,
)
from hardwon.project.sources import accompanies
from hardwon.text.plain import clean_name

if TYPE_CHECKING:
    from collections.abc import Mapping

JVM_ENDINGS = (".groovy", ".java", ".kt", ".scala")
JVM_FOLDERS = frozenset({"groovy", "java", "kotlin", "scala"})
SCRIPT_ENDINGS = (".ts", ".tsx", ".js", ".jsx", ".mjs", ".cjs", ".mts", ".cts")

_NAMED_SO = (*TEST_FILES[1:], "**/{Test*,*TestCase}.{java,kt,scala,groovy}")
_HELPING = {"__fixtures__", "__mocks__", "__snapshots__", "data", "fixture", "fixtures", "helper", "helpers", "mock"}
_HELPING |= {"mocks", "resources", "setup", "snapshots", "support", "testdata", "testutils"}
"""Folders, and stems of files, among tests that are not tests themselves."""


def is_test(path: str) -> bool:
    """Whether a runner takes a file for a test; helpers, fixtures and test data lie beside tests and are none."""
    name = name_of(path)
    if name.rpartition(".")[2] not in SOURCE_ENDINGS or accompanies(path):
        return False
    return _is_plain_script_test(path) if is_plain_script(path) else covers(_NAMED_SO, name) and bool(mark_of(path))


def is_plain_script(path: str) -> bool:
    """Whether a file is a script whose name does not say that it is a test."""
    return path.endswith(SCRIPT_ENDINGS) and not covers(_NAMED_SO, name_of(path))


def _is_plain_script_test(path: str) -> bool:
    """Whether a script without `.test` in its name is one: runners take all that lies in a folder of tests."""
    folders = [folder.lower() for folder in path.split("/")[:-1]]
    if not TEST_FOLDERS.intersection(folders) or _HELPING.intersection(folders):
        return False
    stem = name_of(path).partition(".")[0].lower()
    return stem not in _HELPING and not path.endswith((".d.ts", ".config.js", ".config.ts"))


def bare_key(name: str) -> str:
    """What two names have in common that mean the same part: `_client`, `Client`; `user-profile`, `user_profile`."""
    return spelling(clean_name(name)) or clean_name(name)


def shared_folders(folder: str, path: str) -> int:
    """How many folders, from the root on, two paths have in common."""
    count = 0
    for one, other in zip(folder.split("/"), path.split("/"), strict=False):
        if not one or one != other:
            break
        count += 1
    return count


def area_folder(test: str) -> str:
    """The folder that a test's area is named after: the last that does not just say which kind of tests lies in it."""
    by_package = test.endswith((".go", *JVM_ENDINGS))  # reports name these by package, whatever it is called
    passed = COMMON_FOLDERS | JVM_FOLDERS if by_package else TEST_KINDS
    named = (each for each in folders_above(test) if name_of(each).lower() not in passed)
    return next((each for each in named if clean_name(name_of(each))), "")


def area_name(test: str, packages: Mapping[str, str] = MappingProxyType({})) -> str:
    """The area that a test speaks for where no rule decides; folders like `unit` are looked through.

    `packages` are the names of Go modules by folder: reports name a test in the root of one by that.
    """
    if folder := area_folder(test):
        return clean_name(name_of(folder))
    if test.endswith(".go") and parent_of(test) in packages:
        return place(name="", package=packages[parent_of(test)]).area
    return bare_stem(name_of(test).rpartition(".")[0] or name_of(test))


def known_area(test: str, known: Mapping[str, str]) -> str:
    """The area that memory has for a test, under its present or its older default name; empty if there is none."""
    stem = "" if area_folder(test) else name_of(test).rpartition(".")[0]
    named = (area_name(test), place(name="", file=test).area, stem)
    return next((known[spelling(each)] for each in named if each and spelling(each) in known), "")
