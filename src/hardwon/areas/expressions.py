"""Regular expressions of a configuration: a name is compared in a moment, or the expression is refused. Pure.

Some expressions take longer than the universe lasts for a name of forty letters. Python's own engine cannot be stopped;
this one counts the time that it computes, so a busy machine makes no difference.
"""

from __future__ import annotations

import re
import warnings
from functools import lru_cache

from hardwon.areas.globs import LONGEST
from hardwon.errors import SettingError
from hardwon.text.plain import one_line

LONGEST_NAME = 10_000
"""Characters of a name that are compared."""

MOMENT, LONGER = 0.002, 0.2
"""Seconds of computing for one name; and for one that needs more."""

MOST_SLOW = 20
"""Names that may need more, for one expression."""

_BRACE = re.compile(r"\\N\{[^}]*\}|\\.|\{(?![0-9]*,?[0-9]*\})", re.DOTALL)


def problem(expression: str) -> str:
    """Why it cannot be used; empty if it can. What is allowed is what Python's own `re` allows."""
    if len(expression) > LONGEST:
        return f"is longer than {LONGEST} characters"
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # what may mean something else in a later Python means this today
            re.compile(expression)
    except (re.error, OverflowError, RecursionError) as error:
        return f"is not a regular expression: {error}"
    return ""


def finds(expression: str, name: str) -> bool:
    """Whether it finds something in a name; SettingError where that takes too long."""
    return _expression(expression).finds(name[:LONGEST_NAME])


class _Expression:
    def __init__(self, expression: str) -> None:
        import regex  # noqa: PLC0415 - only for projects that have regular expressions

        self._written = expression
        try:
            # A brace that counts nothing is a brace; this engine has further uses for it.
            self._compiled = regex.compile(_BRACE.sub(lambda found: _plain(found[0]), expression), regex.VERSION0)
        except (regex.error, OverflowError, RecursionError) as error:
            raise SettingError(
                f"The regular expression {one_line(expression, 80)!r} cannot be used: {error}.",
                remedy="Write it in another way.",
            ) from error
        self._slow = 0

    def finds(self, name: str) -> bool:
        try:
            return self._compiled.search(name, timeout=MOMENT) is not None
        except TimeoutError:
            return self._finds_slowly(name)

    def _finds_slowly(self, name: str) -> bool:
        self._slow += 1
        try:
            if self._slow <= MOST_SLOW:
                return self._compiled.search(name, timeout=LONGER) is not None
        except TimeoutError:
            pass  # said below, as for too many that are slow
        raise SettingError(
            f"The regular expression {one_line(self._written, 80)!r} takes too long for {one_line(name, 80)!r}.",
            remedy="A repetition inside of a repetition, as in (a+)+, takes most of the time: write it without.",
        )


def _plain(found: str) -> str:
    return rf"\{found}" if found == "{" else found


@lru_cache(maxsize=1024)
def _expression(expression: str) -> _Expression:
    return _Expression(expression)
