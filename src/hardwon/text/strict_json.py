"""JSON as the standard has it: each key once, and only numbers that are numbers. Pure.

Python's own reader takes the last of two equal keys, and NaN and Infinity: a record or an order that says two things
at once must not be read as one of them.
"""

from __future__ import annotations

import json
from collections import Counter
from math import inf
from typing import Any, NoReturn

from hardwon.text.plain import one_line


def read(text: str) -> Any:
    """The document in the text; ValueError with the reason when there is none, RecursionError if it is too deep."""
    return json.loads(text, object_pairs_hook=_without_repeats, parse_constant=_no_number, parse_float=_finite)


def _without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result = dict(pairs)
    if len(result) != len(pairs):
        [(repeated, _)] = Counter(key for key, _ in pairs).most_common(1)
        raise ValueError(f"the key {one_line(repeated, 80)!r} is given twice")
    return result


def _no_number(text: str) -> NoReturn:
    raise ValueError(f"{text} is not a number")


def _finite(text: str) -> float:
    number = float(text)
    if number in (inf, -inf):
        raise ValueError(f"the number {one_line(text, 40)} is too large")
    return number
