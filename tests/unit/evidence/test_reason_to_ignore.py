"""When a run says something about its environment instead of the areas."""

from __future__ import annotations

import pytest

from hardwon.evidence.results import Result, reason_to_ignore


@pytest.mark.parametrize(
    ("outcomes", "threshold", "ignored"),
    [
        ("ppppp", 0.0, False),
        ("ppppf", 0.0, True),
        ("ppppf", 0.8, False),
        ("pffff", 0.8, True),
        ("peeee", 0.8, True),
        ("ffff", 0.8, False),
        ("ffffs", 0.8, False),
        ("fffff", 1.0, True),
        ("pffff", 1.0, False),
        ("sssss", 0.0, False),
    ],
)
def test_run_teaches_nothing_where_nearly_everything_failed(outcomes: str, threshold: float, *, ignored: bool) -> None:
    """A run in which nothing failed always teaches, whatever the threshold."""
    names = {"p": "passed", "f": "failed", "e": "error", "s": "skipped"}
    results = [Result(test=str(n), name=str(n), outcome=names[each]) for n, each in enumerate(outcomes)]  # type: ignore[arg-type]  # a Status each
    assert bool(reason_to_ignore(results, threshold)) == ignored
