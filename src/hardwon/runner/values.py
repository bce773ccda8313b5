"""Values that the requests of a scenario share: captured from answers, or from the environment where that is allowed.

`{{name}}` stands for a value that some request of the scenario captures, `{{env:NAME}}` for a variable that the user
has allowed. Any other braces are text: a scenario may well send `{{7*7}}`.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from hardwon.runner.variables import NotAllowed, UnknownVariable, Variables
from hardwon.target.charset import text_of
from hardwon.text.plain import one_line

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from hardwon.scenarios.scenario import Capture
    from hardwon.target.exchange import Answer

_REFERENCE = re.compile(r"\{\{\s{0,9}(env:)?([A-Za-z_][A-Za-z0-9_]{0,99})\s{0,9}\}\}")
_STEP = re.compile(r"\.?([^.\[\]]+)|\[\s*(-?\d{1,6}|'[^']*'|\"[^\"]*\")\s*\]")
_MARKUP = re.compile(r"[\n<>\"]")
LONGEST_VALUE = 10_000
NOTHING = object()
"""What a path leads to where nothing is."""


class CannotFillError(Exception):
    """A text names a value that cannot be had."""


@dataclass(slots=True)
class Values:
    """What `{{name}}` stands for, as the requests go on."""

    names: frozenset[str]
    """Those that some request of the scenario captures."""

    variables: Variables = field(default_factory=Variables)
    captured: dict[str, Any] = field(default_factory=dict, repr=False)

    def filled(self, text: str, encode: Callable[[str], str] = str) -> str:
        """The text with its values put in; CannotFillError with the name of one that cannot be had."""
        return _REFERENCE.sub(lambda match: encode(as_text(self._value(match))), text)

    def filled_path(self, path: str) -> str:
        """A path; a value in it cannot become more than a part of it."""
        return self.filled(path, lambda value: quote(value, safe=""))

    def whole(self, text: str) -> Any:
        """The value of a text that is nothing but a reference, of whatever type; else the text filled in."""
        match = _REFERENCE.fullmatch(text.strip())
        return self._value(match) if match and self._is_known(match) else self.filled(text)

    def filled_json(self, document: Any) -> Any:
        """A JSON value with every text in it filled in."""
        if isinstance(document, str):
            return self.whole(document)
        if isinstance(document, list):
            return [self.filled_json(each) for each in document]
        if isinstance(document, dict):
            return {self.filled(key): self.filled_json(value) for key, value in document.items()}
        return document

    def _is_known(self, match: re.Match[str]) -> bool:
        return bool(match[1]) or match[2] in self.names

    def _value(self, match: re.Match[str]) -> Any:
        if not self._is_known(match):
            return match[0]
        name = match[2]
        if not match[1]:
            if name not in self.captured:
                raise CannotFillError(f"{{{{{name}}}}} was not captured before it is used")
            return self.captured[name]
        try:
            return self.variables.filled(f"{{{{env:{name}}}}}")
        except NotAllowed:
            raise CannotFillError(f"the environment variable {name} is not allowed (--allow-env {name})") from None
        except UnknownVariable:
            raise CannotFillError(f"the environment variable {name} is not set") from None


def asked_in(texts: Iterator[str]) -> frozenset[str]:
    """The environment variables that texts name."""
    return frozenset(match[2] for text in texts for match in _REFERENCE.finditer(text) if match[1])


def texts_in(value: Any) -> Iterator[str]:
    """Every text in a value, however deep."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield key
            yield from texts_in(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from texts_in(inner)


def as_text(value: Any) -> str:
    """A captured value as it stands in a text."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def captured(capture: Capture, answer: Answer) -> Any:
    """The value that an answer has; NOTHING if it has none."""
    if capture.source == "json":
        found = at(document_of(answer), capture.where)
    elif capture.source == "header":
        found = answer.header(capture.where)
    elif capture.source == "field":
        found = _Fields.in_page(text_of(answer)).get(capture.where)
    else:
        found = _between(text_of(answer), capture.where)
    if isinstance(found, str) and capture.around:
        found = _between(found, capture.around)
    if found is None or found is NOTHING or len(as_text(found)) > LONGEST_VALUE:
        return NOTHING
    return found


def document_of(answer: Answer) -> Any:
    """The JSON of an answer; NOTHING if it is not JSON."""
    try:
        return json.loads(text_of(answer))
    except (ValueError, RecursionError):
        return NOTHING


def at(document: Any, path: str) -> Any:
    """What a path in a JSON document leads to: `$.items[0].price`, `items.0.price`; `length` is that of a list."""
    plain = path.strip().removeprefix("$")
    place, here = 0, document
    while place < len(plain):
        match = _STEP.match(plain, place)
        if match is None or here is NOTHING:
            return NOTHING
        place = match.end()
        here = _step(here, (match[1] or match[2]).strip("'\""))
    return here


def _step(here: Any, name: str) -> Any:
    if isinstance(here, dict):
        return here.get(name, NOTHING)
    if isinstance(here, list):
        if name in ("length", "length()", "size()"):
            return len(here)
        if re.fullmatch(r"-?\d{1,6}", name) and -len(here) <= int(name) < len(here):
            return here[int(name)]
    return NOTHING


def _between(text: str, around: str) -> str | None:
    """What stands where the pattern has `{{}}`, up to what follows there."""
    before, mark, after = re.sub(r"\{\{[^{}]*\}\}|\([^()]*\)", "\0", around, count=1).partition("\0")
    if not mark or before not in text or after not in text:
        return None
    if not after:
        found = re.match(r"\s*([^\s\"'<>&,;]+)", text[text.index(before) + len(before) :])
        return found[1] if found else None
    end = text.find(after)
    while end >= 0:
        start = text.rfind(before, 0, end)
        value = text[start + len(before) : end].strip() if start >= 0 else ""
        if value and not _MARKUP.search(value):  # what spans several elements is not one value
            return value
        end = text.find(after, end + 1)
    return None


class _Fields(HTMLParser):
    """The fields of the forms of a page, and its meta elements, by name."""

    def __init__(self) -> None:
        super().__init__()
        self._found: dict[str, str] = {}

    @classmethod
    def in_page(cls, html: str) -> dict[str, str]:
        parser = cls()
        try:
            parser.feed(html)
        except AssertionError:  # as the standard library says that a declaration makes no sense
            return parser._found
        return parser._found

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        value = given.get("content" if tag == "meta" else "value")
        name = given.get("name") or ""
        if tag in ("input", "meta", "button") and name and value is not None:
            self._found.setdefault(one_line(name), value)
