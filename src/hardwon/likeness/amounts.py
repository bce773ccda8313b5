"""Amounts: numbers, units and signs in one spelling: `thirty seconds`, `30 sec` and `30 s` are one. Pure.

What stands in quotation marks stays as it is: that is how the system spells it.
"""

from __future__ import annotations

import re

_ONES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen"
)
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety hundred"
COUNTS = {word: str(count) for count, word in enumerate(_ONES.split())} | {
    word: str(10 * count) for count, word in enumerate(_TENS.split(), 2)
}

_UNITS = {
    "millisecond": "ms|msecs?|milliseconds?",
    "second": "s|secs?|seconds?",
    "minute": "mins?|minutes?",
    "hour": "h|hrs?|hours?",
    "kilobyte": "kb|kilobytes?",
    "megabyte": "mb|megabytes?",
    "gigabyte": "gb|gigabytes?",
    "centimeter": "cm|centimet(?:er|re)s?",
    "meter": "m|met(?:er|re)s?",
    "kilometer": "km|kilomet(?:er|re)s?",
    "kilogram": "kg|kilos?|kilograms?",
    "pixel": "px|pixels?",
}
UNITS = frozenset(_UNITS)

_QUOTED = r'(?P<quoted>"[^"\n]*"|“[^”\n]*”|«[^»\n]*»|`[^`\n]+`)'
_WORDS = re.compile(
    rf"{_QUOTED}|(?<![\w-])(?:(?P<anyone>one)(?=\s+(?:can|may|is|has|must|should|needs?)\b)"
    rf"|(?P<count>{'|'.join(COUNTS)})(?![\w-])"
    r"|(?P<single>an?)(?=\s+(?:minute|hour|day|week|month|year)\b))",
    re.IGNORECASE,
)
_SIGNS = re.compile(
    rf"{_QUOTED}|(?P<number>\d[\d.,]*+)(?:\s?(?:(?P<dollar>dollars?|usd)|(?P<euro>€|euros?|eur))(?!\w)"
    r"|\s?(?P<share>%|per\s?cent(?!\w))"
    rf"|\s?(?:{'|'.join(f'(?P<{unit}>{spelt})' for unit, spelt in _UNITS.items())})(?!\w))"
    r"|(?P<bare>\d[\d.,]*+)|(?P<about>\b(?:around|roughly|approximately|circa|ca\.?)\s)(?=\s*[$€£]?\d)",
    re.IGNORECASE,
)


def in_figures(text: str) -> str:
    """The text with numbers in figures and units in full; "one can" is a person, not a number."""
    return _SIGNS.sub(_signed, _WORDS.sub(_counted, text))


def _counted(match: re.Match[str]) -> str:
    if match["quoted"]:
        return match.group()
    if match["anyone"]:
        return "you"
    return COUNTS[match["count"].lower()] if match["count"] else "1"


def _signed(match: re.Match[str]) -> str:
    number = match["number"]
    if number is None:
        return match.group() if match["quoted"] or match["bare"] else ""
    if match["dollar"] or match["euro"]:
        return ("$" if match["dollar"] else "€") + number
    return f"{number}%" if match["share"] else f"{number} {match.lastgroup}"
