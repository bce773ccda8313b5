"""What `init` makes of real projects: trees rebuilt from their imports, and results that a person reviewed."""

from __future__ import annotations

import keyword
from pathlib import Path
from typing import Any

import pytest
import yaml

from hardwon.areas.owners import Owners
from hardwon.areas.rules import covers, place, spelling
from hardwon.project import beginning
from hardwon.project.layout import project_files
from hardwon.project.sources import is_source, uncovered
from hardwon.project.test_files import area_name

GOLD = Path(__file__).parents[2] / "gold" / "ties"
LARGE = "#" * 2_001
"""Makes a file one that is too long to only hand names on."""


def definition(name: str, uses: str = "", asks: str = "") -> str:
    parameters = ", ".join(asks.split())
    body = "; ".join(f"_ = {each}" for each in uses.split()) or "pass"
    if name == "rest" or not name.isidentifier() or keyword.iskeyword(name):
        return f"if True: {body}"
    return f"def {name}({parameters}): {body}"


def text_of(entry: dict[str, Any]) -> str:
    lines = [*entry.get("imports", ())]
    lines += [definition(name) for name in entry.get("defines", ())]
    lines += [f"{name} = [{', '.join(words.split())}]" for name, words in entry.get("aliases", {}).items()]
    lines += [definition("rest", each) for each in entry.get("uses", ())]
    lines += [definition(name, **piece) for name, piece in entry.get("pieces", {}).items()]
    lines += [f"_ = {text!r}" for text in entry.get("texts", ())]
    # `import *` is allowed at the top only, where all of them stand.
    return "\n".join([*lines, *([LARGE] if entry.get("large") else []), ""])


@pytest.fixture(scope="module", params=sorted(path.stem for path in GOLD.glob("*.yaml")))
def reviewed(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, Any]]:
    gold = yaml.safe_load((GOLD / f"{request.param}.yaml").read_text("utf-8"))
    root = tmp_path_factory.mktemp(request.param)
    for name, entry in gold["files"].items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(entry["text"] if "text" in entry else text_of(entry), "utf-8")
    return root, gold["result"]


def test_areas_are_tied_to_what_their_tests_import(reviewed: tuple[Path, dict[str, Any]]) -> None:
    root, result = reviewed
    begun = beginning.of(root)
    found = begun.guess
    assert {rule.area: {"tests": [*rule.tests], "paths": [*rule.paths]} for rule in found.rules} == result["areas"]
    assert (
        uncovered(filter(is_source, sorted(project_files(root))), found.rules, found.everywhere) == result["uncovered"]
    )
    assert [*found.shared] == result["shared"]
    assert [*found.hubs] == result["reached from elsewhere"]
    assert begun.ties.unread == {}


def test_no_area_consists_of_tests_helpers_or_fixtures(reviewed: tuple[Path, dict[str, Any]]) -> None:
    root, _ = reviewed
    owners = Owners(beginning.of(root).guess.rules)
    others = [path for path in project_files(root) if not is_source(path)]
    assert [path for path in others if owners.areas_of(path)] == []


def test_each_test_speaks_for_the_area_that_it_is_placed_in_by_default(reviewed: tuple[Path, dict[str, Any]]) -> None:
    root, _ = reviewed
    begun = beginning.of(root)
    for test in begun.ties.of_tests:
        placed = place(name="test", file=test, rules=begun.guess.rules)
        assert placed.by_rule, test
        assert spelling(placed.area) == spelling(area_name(test, begun.ties.packages)), test


def test_a_change_of_any_source_concerns_somebody(reviewed: tuple[Path, dict[str, Any]]) -> None:
    """Each is of an area, shared, or said to be uncovered: none is silently nobody's."""
    root, result = reviewed
    found = beginning.of(root).guess
    for path in filter(is_source, project_files(root)):
        known = bool(Owners(found.rules).areas_of(path)) or covers(found.everywhere, path)
        assert known != (path in result["uncovered"]), path
