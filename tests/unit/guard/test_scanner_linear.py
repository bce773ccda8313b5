"""Work grows with the length of a text and with nothing else."""

from __future__ import annotations

import re
import sys
import time
from importlib import import_module
from pkgutil import walk_packages
from re import _constants, _parser  # type: ignore[attr-defined]  # the parser that re itself uses; there is no public one
from typing import Any

import pytest

from hardwon.guard import scanner
from hardwon.guard.scanner import scan
from hardwon.guard.scanner.characters import folded
from hardwon.guard.scanner.describing import _asking, _glued_parts
from hardwon.guard.scanner.imperatives import ready_forms
from hardwon.guard.scanner.rule_index import index, indexed, rule_form
from hardwon.guard.scanner.rules import weighted_phrases
from hardwon.guard.scanner.secrets import vendor_formats
from hardwon.guard.scanner.tables import Expression

UNITS = {
    "letters": "a",
    "brackets": "(",
    "zero-width spaces": "\u200b",
    "mixed": "a( \u200b",
    "spaced letters": "i g n o r e ",
    "half attacks": "ignore all ",
    "comments": "<!-- ",
    "styles": '<p style="',
    "quotes": '"a',
    "base64": "aB1+",
    "hex": "4a ",
    "addresses": "http://a:",
    "passwords": "password=",
    "hyphens": "ig-",
    "tags": "\U000e0041",
    "full width": "\uff21",
    "Chinese": "忽略",
    "escapes": "%41",
    "torn tokens": "ghp_ a1 ",
    "table": "| password | a |\n|---|\n",
    "passwords of someone": "password of a ",
    "cookies": "cookie: sid=a1B2c3D4e5F6g7; ",
    "emphasis": "**\\_",
    "labels": "user: a\n",
    "wishes": "\ufdfa",
    "names alone": "token ",
    "assignments of nothing": "api_key = ",
    "cues and values on lines": "locker A4821x\n",
    "cues in a row": "locker A4821x ",
    "given": "page.getByLabel('Password').fill(",
}


def compiled_patterns() -> list[re.Pattern[str]]:
    """Every regular expression of the scanner, from its modules and its tables."""
    for module in walk_packages(scanner.__path__, scanner.__name__ + "."):
        import_module(module.name)
    modules = [module for name, module in sys.modules.items() if name.startswith(scanner.__name__)]
    found = [value for module in modules for value in vars(module).values() if isinstance(value, re.Pattern)]
    found += [indexed(number)[1].pattern.compiled() for number in range(len(weighted_phrases()))]
    forms = [rule_form(rule.pattern) for rule in index().patterns]
    found += [each.compiled() for form in forms for each in (form.begins, form.whole)]
    found += [pattern.compiled() for _, pattern in _asking()[1].values()]
    expressions = [value for module in modules for value in vars(module).values() if isinstance(value, Expression)]
    found += [expression.compiled() for expression in (*expressions, *vendor_formats())]
    found += [pattern for form in ready_forms() for pattern in (form.verb, form.ending) if pattern]
    return [*dict.fromkeys([*found, _glued_parts()])]


REPEATS = {_constants.MAX_REPEAT, _constants.MIN_REPEAT, _constants.POSSESSIVE_REPEAT}


def worst(tokens: Any, inside: int = 1) -> int:
    """The largest product of nested repeats, or of the repeats of a pattern's longest nest."""
    largest = inside
    for operation, argument in tokens:
        if operation in REPEATS:
            _, most, body = argument
            assert most != _constants.MAXREPEAT, "an unbounded repeat"
            variable = argument[0] != most
            largest = max(largest, worst(body, inside * most if variable and len(body) > 1 else inside))
        else:
            largest = max(largest, *(worst(part, inside) for part in parts_of(operation, argument)), inside)
    return largest


def parts_of(operation: Any, argument: Any) -> list[Any]:
    if operation is _constants.SUBPATTERN:
        return [argument[-1]]
    if operation is _constants.BRANCH:
        return list(argument[1])
    if operation in {_constants.ASSERT, _constants.ASSERT_NOT}:
        return [argument[1]]
    return []


def nested_free_repeats(tokens: Any) -> bool:
    """Whether a repeat of something that can itself repeat begins and ends with it: (a{1,9}){1,9}."""
    for operation, argument in tokens:
        if operation in REPEATS:
            body = list(argument[2])
            while len(body) == 1 and body[0][0] is _constants.SUBPATTERN:
                body = list(body[0][1][-1])
            if len(body) == 1 and body[0][0] in REPEATS and body[0][1][0] != body[0][1][1]:
                return True
            if nested_free_repeats(argument[2]):
                return True
        elif any(nested_free_repeats(part) for part in parts_of(operation, argument)):
            return True
    return False


def test_every_repeat_is_bounded_and_none_repeats_a_bare_repeat() -> None:
    patterns = compiled_patterns()
    assert len(patterns) > 300
    for pattern in patterns:
        tokens = _parser.parse(pattern.pattern, pattern.flags & ~re.UNICODE)
        worst(tokens)
        assert not nested_free_repeats(tokens), pattern.pattern


def test_the_check_would_see_what_is_dangerous() -> None:
    assert nested_free_repeats(_parser.parse("(?:a{1,9}){1,9}b"))
    with pytest.raises(AssertionError, match="unbounded"):
        worst(_parser.parse("(a+)+b"))


def cost(text: str) -> float:
    """Processor time of a scan: the least of three, so that other work on the machine does not count."""
    times = []
    for _ in range(3):
        start = time.process_time()
        scan("", text, "machine")
        times.append(time.process_time() - start)
    return min(times)


@pytest.mark.parametrize("kind", UNITS)
def test_eight_times_the_text_is_not_much_more_than_eight_times_the_work(kind: str) -> None:
    """Quadratic work would be 64 times as much. Small constant parts make the ratio smaller, never larger."""
    unit = UNITS[kind]
    small, large = ((unit * size)[:size] for size in (4_000, 32_000))
    assert cost(large) < 28 * max(cost(small), 0.002)


@pytest.mark.parametrize("kind", ["letters", "brackets", "zero-width spaces", "mixed", "wishes"])
def test_a_megabyte_of_nothing_gets_a_verdict(kind: str) -> None:
    text = (UNITS[kind] * 1_000_000)[:1_000_000]
    assert scan("", text).outcome == ("unsafe" if "\u200b" in text else "safe")


def test_no_sign_becomes_many_letters() -> None:
    """Unicode spells U+FDFA out as four words: work would grow with these."""
    signs = (chr(code) for code in range(sys.maxunicode + 1) if not 0xD800 <= code <= 0xDFFF)
    assert max(len(folded(sign)) for sign in signs) <= 6
