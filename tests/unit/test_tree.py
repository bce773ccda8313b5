"""The tree of the source: one name means one thing."""

from __future__ import annotations

import ast
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

SOURCE = Path(__file__).parents[2] / "src"

MEAN_TWO_THINGS: dict[str, str] = {
    "Answer": "of an HTTP request (runner/http), of a model (curation/asking)",
    "Candidate": "a test that may be left out (public), an observation that may be recalled (recall/index)",
    "Finding": "of the scanner, of the doctor",
    "Form": "of a page (explorer/page), of a verb (scanner/imperatives)",
    "Index": "of the observations (recall/index), of the scanner's rules (scanner/rule_index)",
    "Kind": "act or assert, in agents and in recall: the same, written twice",
    "Lesson": "of the explorer (explorer/judgement), for the curator (curation/by_rules)",
    "Limits": "of a recall (recall/recall), of a browser (explorer/browser)",
    "Origin": "who wrote an observation (observations), the place of a web site (runner/http, explorer/browser)",
    "Outcome": "of an agent's step (public), of a scan (scanner)",
    "Place": "of a test in its suite (runner/session), of words in a text (scanner/veiled)",
    "Request": "for a recall (recall/recall), of HTTP (runner/http)",
    "Rule": "for areas (areas/rules), of the scanner (scanner/rules)",
    "Word": "in a text (likeness/words), in a clause (scanner/clauses)",
}
"""Names that are still to be told apart; each that is done leaves this table."""


def test_no_two_modules_define_the_same_name() -> None:
    """Whoever reads a type's name need not look up whose it is."""
    homes: dict[str, list[str]] = defaultdict(list)
    for path in sorted(SOURCE.rglob("*.py")):
        for name in _types(ast.parse(path.read_text("utf-8"))):
            homes[name].append(path.relative_to(SOURCE).as_posix())
    twice = {name: places for name, places in homes.items() if len(places) > 1}
    assert {name: places for name, places in twice.items() if name not in MEAN_TWO_THINGS} == {}
    assert sorted(MEAN_TWO_THINGS) == sorted(twice), "a name that means one thing now is no exception any more"


def _types(module: ast.Module) -> Iterator[str]:
    """The public classes and type aliases at the top of a module."""
    for statement in module.body:
        if isinstance(statement, ast.ClassDef):
            name = statement.name
        elif isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name):
            name = statement.targets[0].id
        elif isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
            name = statement.target.id
        else:
            continue
        # A constant is written in capitals, a variable without any.
        if name[0].isupper() and not name.isupper():
            yield name
