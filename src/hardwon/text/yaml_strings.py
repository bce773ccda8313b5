"""YAML as people mean it: strings stay strings, and every value knows its line.

Only `true`, `false`, `null` and plain numbers become something else than text; `no`, `12:30:45` and dates stay as
written. A key given twice is refused, because one of the two would silently be lost.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

import yaml

from hardwon.errors import HardwonError
from hardwon.text.plain import one_line

MOST_NODES = 100_000
DEEPEST = 40

_TOO_DEEP = f"nested deeper than {DEEPEST} levels"
_TAB = "indented by a tab, which YAML does not allow; use spaces"
_SEVERAL = "a second document begins here, and one file holds one: put each into a file of its own"
_INTEGER = re.compile(r"[-+]?(?:0|[1-9][0-9]{0,17})")
"""Without a leading zero: `007` is a name, not a number."""

_FLOAT = re.compile(r"[-+]?(?:[0-9]{1,18}\.[0-9]{0,18}|\.[0-9]{1,18}|[0-9]{1,18})(?:[eE][-+]?[0-9]{1,3})?")
_WORDS = {
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
    **dict.fromkeys(("null", "Null", "NULL", "~", ""), None),
}
"""Words of YAML 1.2 that are no text."""

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class YamlError(HardwonError):
    """Text that is not YAML, or more than hardwon accepts; the caller says of which file."""

    slug = "bad-yaml"

    def __init__(self, message: str, line: int) -> None:
        super().__init__(message)
        self.line = line


@dataclass(frozen=True, slots=True)
class YamlDocument:
    """The values of a YAML text, and the line on which each stands."""

    value: Any
    lines: dict[tuple[str | int, ...], int] = field(default_factory=dict)

    def line(self, path: tuple[str | int, ...]) -> int | None:
        """Line of the value at the path, or of the nearest value around it."""
        while path and path not in self.lines:
            path = path[:-1]
        return self.lines.get(path)


def read(text: str) -> YamlDocument:
    """The document in the text; YamlError with the line when there is none."""
    node = compose(text)
    builder = _Builder()
    return YamlDocument(builder.value(node, ()) if node is not None else None, builder.lines)


def compose(text: str, *, aliases: bool = True) -> yaml.Node | None:
    """The nodes of the text, for those who need to know where each value stands."""
    try:
        raw = text.encode()
    except UnicodeEncodeError as error:
        raise YamlError("a lone surrogate is not text", _line_at(text, error.start)) from None
    try:
        _check_events(text, aliases=aliases)
        nodes: yaml.Node | None = yaml.compose(text, Loader=_LOADER)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line = mark.line + 1 if mark else 1
        reason = _TAB if _is_indented_by_tab(text, line) else one_line(error.problem or str(error))
        reason = _SEVERAL if reason == "but found another document" else reason
        raise YamlError(reason, line) from error
    except yaml.reader.ReaderError as error:
        reason = f"the character U+{int(error.character):04X} is not allowed"
        raise YamlError(reason, _line_at(raw.decode("latin-1"), error.position)) from error
    return nodes


def _line_at(text: str, position: int) -> int:
    return text.count("\n", 0, position) + 1


def _is_indented_by_tab(text: str, line: int) -> bool:
    return re.match(rf"(?:[^\n]*\n){{{line - 1}}} *\t", text) is not None


def _check_events(text: str, *, aliases: bool) -> None:
    """Refuse what is nested too deeply before nodes are built: that recurses in C, where too deep ends the process."""
    depth = 0
    for event in yaml.parse(text, Loader=_LOADER):
        if isinstance(event, yaml.CollectionStartEvent):
            depth += 1
            if depth > DEEPEST:
                raise YamlError(_TOO_DEEP, _line_of(event))
        elif isinstance(event, yaml.CollectionEndEvent):
            depth -= 1
        elif isinstance(event, yaml.AliasEvent) and not aliases:
            raise YamlError("an alias (*) is not accepted here", _line_of(event))


def _line_of(event: yaml.Event) -> int:
    return event.start_mark.line + 1 if event.start_mark else 1


class _Builder:
    def __init__(self) -> None:
        self.lines: dict[tuple[str | int, ...], int] = {}
        self._nodes = 0

    def value(self, node: yaml.Node, path: tuple[str | int, ...]) -> Any:
        line = node.start_mark.line + 1
        self.lines[path] = line
        self._nodes += 1
        if len(path) > DEEPEST:
            raise YamlError(_TOO_DEEP, line)
        if self._nodes > MOST_NODES:
            # Also what an alias bomb runs into: each use of an alias counts.
            raise YamlError(f"more than {MOST_NODES} values", line)
        if isinstance(node, yaml.MappingNode):
            return self._mapping(node, path)
        if isinstance(node, yaml.SequenceNode):
            return [self.value(item, (*path, index)) for index, item in enumerate(node.value)]
        return _scalar(node)

    def _mapping(self, node: yaml.MappingNode, path: tuple[str | int, ...]) -> dict[str, Any]:
        result: dict[str, Any] = {}
        for key_node, value_node in node.value:
            line = key_node.start_mark.line + 1
            if not isinstance(key_node, yaml.ScalarNode):
                raise YamlError("a key must be plain text", line)
            key = key_node.value
            if key in result:
                raise YamlError(f"the key {one_line(key)!r} is given twice", line)
            result[key] = self.value(value_node, (*path, key))
            self.lines[*path, key] = line
        return result


def _scalar(node: yaml.Node) -> Any:
    text = node.value
    if getattr(node, "style", None) in ("'", '"', "|", ">"):
        return text
    if text in _WORDS:
        return _WORDS[text]
    if _INTEGER.fullmatch(text):
        return int(text)
    return float(text) if _FLOAT.fullmatch(text) else text
