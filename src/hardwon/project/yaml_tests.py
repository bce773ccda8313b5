"""Tests in YAML: the areas and targets that they name themselves, for a first configuration.

Only what looks like a test is parsed, and one that cannot be read is left to `hardwon run`, which says why.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hardwon.areas.rules import is_outside
from hardwon.errors import UsageError
from hardwon.project import yaml_file
from hardwon.project.imports.texts import Texts
from hardwon.text.plain import clean_name

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

MOST_TESTS = 2_000
_STEPS = re.compile(r"^steps\s*:", re.MULTILINE)
_TARGET = re.compile(r"[A-Za-z_][\w.-]{0,99}")


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnWords:
    """What the tests in YAML name, each once, in the order of the files."""

    areas: tuple[str, ...] = ()
    targets: tuple[str, ...] = ()


def read(root: Path, files: Iterable[str]) -> OwnWords:
    """The areas and targets that the tests among the files name."""
    texts = Texts(root)
    areas: dict[str, None] = {}
    targets: dict[str, None] = {}
    candidates = sorted(path for path in files if path.endswith((".yaml", ".yml")))
    for path in candidates[:MOST_TESTS]:
        if _STEPS.search(texts.text(path)):
            top = _top(root, path)
            if (area := clean_name(str(top.get("area") or ""))) and "{{" not in area:
                areas[area] = None
            if _TARGET.fullmatch(target := str(top.get("target") or "").strip()):
                targets[target] = None
    return OwnWords(areas=tuple(areas), targets=tuple(targets))


def area_of(root: Path, file: str) -> str:
    """The area that a test in YAML names itself; empty where it names none, or is no such test."""
    return "" if is_outside(file) else next(iter(read(root, [file]).areas), "")


def _top(root: Path, path: str) -> dict[str, object]:
    try:
        document = yaml_file.read(root / path, root, what="test", remedy="").document.value
    except UsageError:
        return {}
    return document if isinstance(document, dict) and isinstance(document.get("steps"), list) else {}
