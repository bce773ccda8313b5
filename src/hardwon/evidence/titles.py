"""Where a test lies, told by its title: for reports that name no file, as those of jest-junit by default.

A file counts if one of its titles begins the whole title and one ends it. Where two files could be meant, neither is.
"""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING

from hardwon.project.layout import project_files
from hardwon.project.test_files import SCRIPT_ENDINGS, is_test
from hardwon.store import reading

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from hardwon.evidence.results import Result

LARGEST = 1_000_000
MOST_FILES = 5_000
_TITLE = re.compile(
    r"\b(?:describe|context|suite|test|it)(?:\.\w+)*\s*"
    r"(?:\([^()\n]{0,500}\)\s*)?"  # the rows of `test.each`
    r"""\(\s*(?:"([^"\\\n]{1,300})"|'([^'\\\n]{1,300})'|`([^`\\]{1,300})`)"""
)
_FILLED_IN = re.compile(r"[%$]")
"""Where a value stands in a title."""


def is_nameless(result: Result) -> bool:
    """Whether a report names neither file nor class of a test: its whole title stands for both."""
    return not result.file and not result.said and result.classname == result.name and " " in result.name


def found(results: Iterable[Result], root: Path) -> list[Result]:
    """The results, each with its file where its title tells it."""
    results = list(results)
    if not any(map(is_nameless, results)):
        return results
    titles = _titles(root)
    return [replace(each, file=_file(each.name, titles)) if is_nameless(each) else each for each in results]


def _titles(root: Path) -> dict[str, dict[str, list[str]]]:
    """The titles in the test files, by their first word and the file."""
    known: dict[str, dict[str, list[str]]] = defaultdict(dict)
    paths = [path for path in project_files(root) if path.endswith(SCRIPT_ENDINGS) and is_test(path)]
    for path in paths[:MOST_FILES]:
        try:
            text = reading.content(root / path, LARGEST).decode("utf-8", "replace")
        except OSError:
            continue  # its tests stay without a file
        own = ["".join(groups).strip() for groups in _TITLE.findall(text)]
        for title in own:
            known[title.split(" ")[0]][path] = own
    return known


def _file(name: str, titles: dict[str, dict[str, list[str]]]) -> str:
    """The one file that a whole title can come from; empty if there is none, or another one."""
    whole = name.strip()
    fitting = [path for path, own in titles.get(whole.split(" ")[0], {}).items() if _fits(whole, own)]
    return fitting[0] if len(fitting) == 1 else ""


def _fits(whole: str, own: Iterable[str]) -> bool:
    begins = any(f"{whole} ".startswith(f"{title} ") for title in own)
    ends = any(f" {whole}".endswith(f" {title}") for title in own)
    if begins and ends:
        return True
    filled = [_FILLED_IN.split(title)[0].strip() for title in own if _FILLED_IN.search(title)]
    return any(each and f" {each} " in f" {whole} " for each in filled) and (begins or whole.startswith(tuple(filled)))
