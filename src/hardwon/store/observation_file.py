"""The markdown file of an observation: read, checked, written, and changed without touching anything else.

YAML frontmatter between `---` lines, then the body, which is the content. People edit these files and review them in
git, so a change of trust replaces only the values it must; every other byte stays.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

import yaml

from hardwon.errors import HardwonError, UsageError
from hardwon.observations.observation import (
    ID,
    LONGEST_CONTENT,
    LONGEST_TITLE,
    ORIGINS,
    Observation,
    SuiteEntry,
    rounded,
)
from hardwon.text import yaml_strings
from hardwon.text.plain import one_line
from hardwon.text.times import moment

if TYPE_CHECKING:
    from hardwon.observations.observation import Scope
    from hardwon.store.protocol import Stored

LARGEST = 250_000
"""Bytes: the longest content in any script, and the snapshot of a suite of a thousand tests."""

_PARTS = re.compile(r"(---[ \t]*\r?\n)(.*?)(?:\r?\n)?^---[ \t]*(?:\r?\n|\Z)", re.DOTALL | re.MULTILINE)
_LETTERS = r"[^\"\\\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]*"
_SIMPLE = re.compile(
    rf'([a-z_]{{1,40}}): (?:"({_LETTERS}(?:\\["\\]{_LETTERS})*)"'
    r"|([A-Za-z0-9_](?:[A-Za-z0-9_ /.-]|:(?=[A-Za-z0-9]))*)(?<! ))"
)
"""A key and its value as nearly every file has them: one line, which YAML reads in one way only."""

_ESCAPED = re.compile(r"\\(.)")
_UTC = re.compile(r".*Z")
_REQUIRED = (
    "id",
    "title",
    "trust",
    "created",
    "last_confirmed",
    "confirmed_count",
    "contradicted_count",
    "source_test",
)
_OWN = ("origin", "source_run", "released_by", "released_digest")
"""Optional keys that only hardwon sets."""

_KEYS = frozenset({*_REQUIRED, *_OWN, "position", "suite_snapshot"})

_TEXT = "tag:yaml.org,2002:str"
_NUMBER = re.compile(r"[0-9]{1,3}(?:\.[0-9]{0,18})?|\.[0-9]{1,18}")
_COUNT = re.compile(r"[0-9]{1,12}")


class UnreadableObservation(HardwonError):  # noqa: N818 - it names the situation, which is what the reader needs
    """A file that is no observation: the reason, and the line."""

    slug = "unreadable-observation"

    def __init__(self, reason: str, line: int = 1) -> None:
        super().__init__(f"line {line}: {reason}")
        self.reason = reason
        self.line = line


class _Value(NamedTuple):
    """A value in the frontmatter, and where it stands in the file."""

    node: yaml.Node
    line: int

    @property
    def text(self) -> str:
        return str(self.node.value)

    @property
    def is_plain(self) -> bool:
        return isinstance(self.node, yaml.ScalarNode) and not self.node.style


def read(raw: bytes, *, id: str, scope: Scope) -> Observation:  # noqa: A002 - it is called id in the file
    """The observation in the content of a file; UnreadableObservation with the reason if there is none."""
    text = _decoded(raw)
    _, front, body = _split(text)
    content = body.replace("\r\n", "\n").removesuffix("\n")
    if len(content) > LONGEST_CONTENT:
        reason = f"the body, which is the content, is longer than {LONGEST_CONTENT} characters"
        raise UnreadableObservation(reason, front.count("\n") + 3)
    values = simple_values(front) or yaml_values(front)
    reader = _Reader(values)
    if not content.strip():
        raise UnreadableObservation("the body, which is the content, is blank", front.count("\n") + 3)
    if "content" in values:
        reader.refuse("content", "must stand in the body, not in the frontmatter")
    for key in _REQUIRED:
        if key not in values:
            raise UnreadableObservation(f"{key} is missing")
    return _observation(reader, id=id, scope=scope, content=content)


def _observation(reader: _Reader, *, id: str, scope: Scope, content: str) -> Observation:  # noqa: A002 - as above
    own = reader.text("id")
    if not ID.fullmatch(own):
        reader.refuse("id", "must be obs_ and ten lower-case words (or six) joined by -")
    if own != id:
        reader.refuse("id", f"is {one_line(own, 80)}, but the file is named {one_line(id, 80)}.md")
    position, suite_snapshot = reader.suite_form(scope)
    return Observation(
        id=own,
        scope=scope,
        title=reader.title(),
        content=content,
        trust=reader.trust(),
        created=reader.time("created"),
        last_confirmed=reader.time("last_confirmed"),
        confirmed_count=reader.count("confirmed_count"),
        contradicted_count=reader.count("contradicted_count"),
        source_test=reader.text("source_test"),
        position=position,
        suite_snapshot=suite_snapshot,
        origin=reader.origin(),
        source_run=reader.optional("source_run"),
        released_by=reader.optional("released_by"),
        released_digest=reader.optional("released_digest"),
    )


class _Reader:
    """Takes values out of the frontmatter, each as the kind that its key demands."""

    def __init__(self, values: dict[str, _Value]) -> None:
        self.values = values

    def text(self, key: str) -> str:
        """A text stays a text: `no`, `12:30:45` and an unquoted time stamp are what they look like."""
        value = self.values[key]
        if not isinstance(value.node, yaml.ScalarNode) or not value.text.strip():
            self.refuse(key, "must be non-empty text")
        return value.text

    def title(self) -> str:
        title = self.text("title")
        if len(title) > LONGEST_TITLE:
            self.refuse("title", f"is longer than {LONGEST_TITLE} characters")
        return title

    def optional(self, key: str) -> str | None:
        return self.text(key) if key in self.values else None

    def trust(self) -> float:
        value = self.values["trust"]
        if not value.is_plain or not _NUMBER.fullmatch(value.text) or not 0 <= float(value.text) <= 1:
            self.refuse("trust", f"is {one_line(value.text, 40)!r}, but must be a number from 0 to 1")
        return rounded(float(value.text))

    def count(self, key: str) -> int:
        value = self.values[key]
        if not value.is_plain or not _COUNT.fullmatch(value.text):
            self.refuse(key, f"is {one_line(value.text, 40)!r}, but must be an integer >= 0")
        return int(value.text)

    def time(self, key: str) -> str:
        text = self.text(key)
        try:
            moment(text)
        except ValueError:
            self.refuse(key, f"is {one_line(text, 40)!r}, but must be an RFC 3339 time")
        if not _UTC.fullmatch(text):
            self.refuse(key, f"is {one_line(text, 40)!r}, but must be in UTC, ending in Z")
        return text

    def origin(self) -> Any:
        if "origin" not in self.values:
            return None
        text = self.text("origin")
        if text not in ORIGINS:
            self.refuse("origin", f"is {one_line(text, 40)!r}, but must be one of {', '.join(ORIGINS)}")
        return text

    def suite_form(self, scope: Scope) -> tuple[int | None, tuple[SuiteEntry, ...]]:
        """Position and snapshot: both for a suite's observation, neither for any other."""
        given = [key for key in ("position", "suite_snapshot") if key in self.values]
        if scope.tier != "suites":
            if given:
                self.refuse(given[0], "belongs to observations of suites only")
            return None, ()
        for key in ("position", "suite_snapshot"):
            if key not in self.values:
                raise UnreadableObservation(f"{key} is missing, and an observation of a suite needs it")
        node = self.values["suite_snapshot"].node
        if not isinstance(node, yaml.SequenceNode) or not node.value:
            self.refuse("suite_snapshot", "must be a non-empty list of {test, id}")
        return self.count("position"), tuple(self._entry(item) for item in node.value)

    def _entry(self, node: yaml.Node) -> SuiteEntry:
        pairs = node.value if isinstance(node, yaml.MappingNode) else []
        entry = {key.value: value for key, value in pairs if isinstance(key, yaml.ScalarNode)}
        if set(entry) != {"test", "id"} or not all(isinstance(each, yaml.ScalarNode) for each in entry.values()):
            self.refuse("suite_snapshot", "must be a non-empty list of {test, id}")
        return SuiteEntry(test=entry["test"].value, id=entry["id"].value)

    def refuse(self, key: str, reason: str) -> NoReturn:
        raise UnreadableObservation(f"{key} {reason}", self.values[key].line)


def _decoded(raw: bytes) -> str:
    if len(raw) > LARGEST:
        raise UnreadableObservation(f"the file is larger than {LARGEST} bytes")
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        raise UnreadableObservation("the file is not UTF-8", raw.count(b"\n", 0, error.start) + 1) from error


def _split(text: str) -> tuple[str, str, str]:
    """The opening line, the frontmatter and the body; joined by what lies between they are the whole text."""
    end = text.find("\n---", 3)
    if text.startswith("---\n") and text.startswith("\n---\n", end) and text[end - 1] != "\r":
        return text[:4], text[4:end], text[end + 5 :]
    parts = _PARTS.match(text.removeprefix("\ufeff"))
    if parts is None:
        raise UnreadableObservation("there is no frontmatter between --- lines at the start")
    mark = "\ufeff" if text.startswith("\ufeff") else ""
    return mark + parts.group(1), parts.group(2), text.removeprefix("\ufeff")[parts.end() :]


def simple_values(front: str) -> dict[str, _Value] | None:
    """The values of a frontmatter of simple lines, just as `yaml_values` gives them; None for any other.

    YAML takes five times as long, and a memory has thousands of files.
    """
    values: dict[str, _Value] = {}
    for line, text in enumerate(front.split("\n"), 2):
        match = _SIMPLE.fullmatch(text)
        if match is None or match[1] in values:
            return None
        quoted, plain = match.group(2, 3)
        value = plain if quoted is None else _ESCAPED.sub(r"\1", quoted) if "\\" in quoted else quoted
        values[match[1]] = _Value(yaml.ScalarNode(_TEXT, value, style='"' if plain is None else None), line)
    return values


def yaml_values(front: str) -> dict[str, _Value]:
    """The values of any frontmatter, and where each stands; UnreadableObservation with the reason."""
    try:
        node = yaml_strings.compose(front, aliases=False)
    except yaml_strings.YamlError as error:
        raise UnreadableObservation(f"bad YAML: {error}", error.line + 1) from error
    if not isinstance(node, yaml.MappingNode):
        raise UnreadableObservation("the frontmatter must hold keys and values", 2)
    values: dict[str, _Value] = {}
    for key, value in node.value:
        line = key.start_mark.line + 2
        if not isinstance(key, yaml.ScalarNode):
            raise UnreadableObservation("a key must be plain text", line)
        if key.value in values:
            raise UnreadableObservation(f"the key {one_line(key.value, 80)!r} is given twice", line)
        # A reviewer, and whoever looks for a release without parsing, must find it by its name.
        if key.value in _KEYS and key.value not in front[key.start_mark.index : key.end_mark.index]:
            raise UnreadableObservation(f"the key {key.value} must be written plainly, without escapes", line)
        values[key.value] = _Value(value, line)
    return values


def write(observation: Observation) -> bytes:
    """The content of a new file."""
    front: dict[str, Any] = {
        "id": observation.id,
        "title": observation.title,
        "trust": observation.trust,
        "created": observation.created,
        "last_confirmed": observation.last_confirmed,
        "confirmed_count": observation.confirmed_count,
        "contradicted_count": observation.contradicted_count,
        "source_test": observation.source_test,
    }
    if observation.position is not None:
        front["position"] = observation.position
        front["suite_snapshot"] = [{"test": entry.test, "id": entry.id} for entry in observation.suite_snapshot]
    front |= {key: value for key in _OWN if (value := getattr(observation, key)) is not None}
    text = yaml.dump(front, Dumper=_Dumper, allow_unicode=True, sort_keys=False, width=10**9)
    return f"---\n{text}---\n{observation.content}\n".encode()


class _Dumper(yaml.SafeDumper):
    """Quotes every text that any reader of YAML could take for something else."""


def _text(dumper: yaml.SafeDumper, value: str) -> yaml.Node:
    plain = re.fullmatch(r"[A-Za-z_][A-Za-z0-9_ /.-]*[A-Za-z0-9_]", value) is not None
    word = value.lower() in {"yes", "no", "on", "off", "true", "false", "null", "y", "n"}
    return dumper.represent_scalar(_TEXT, value, style=None if plain and not word else '"')


_Dumper.add_representer(str, _text)


def changed(raw: bytes, before: Observation, after: Observation) -> bytes:
    """The file with the values replaced that differ, the text only if it was edited, and every other byte as it was."""
    text = _decoded(raw)
    opening, front, body = _split(text)
    rest = text[len(opening) + len(front) :]
    values = yaml_values(front)
    new = {
        key: str(getattr(after, key))
        for key in ("title", "trust", "confirmed_count", "contradicted_count", "last_confirmed", "origin")
        if getattr(after, key) != getattr(before, key)
    }
    for key in sorted(new, key=lambda key: values[key].node.start_mark.index, reverse=True):
        start, end = values[key].node.start_mark.index, values[key].node.end_mark.index
        while front[end - 1] in "\r\n":  # the end of a block scalar lies behind its line break
            end -= 1
        quote = front[start] if front[start] in "'\"" else ""
        value = json.dumps(new[key], ensure_ascii=False) if key == "title" else quote + new[key] + quote
        front = front[:start] + value + front[end:]
    if after.content != before.content:
        ends = "\r\n" if opening.endswith("\r\n") else "\n"
        rest = rest.removesuffix(body) + after.content.replace("\n", ends) + ends
    changed_file = (opening + front + rest).encode()
    check(changed_file, after)
    return changed_file


def check(raw: bytes, observation: Observation) -> None:
    """UnreadableObservation unless the content says exactly this: nothing is written that is not read back."""
    if read(raw, id=observation.id, scope=observation.scope) != observation:
        raise UnreadableObservation("it could not be written so that it reads the same again")


def new_document(observation: Observation) -> bytes:
    """The file of an observation that a store is to add; UsageError if it cannot be one."""
    raw = write(observation)
    try:
        check(raw, observation)
    except UnreadableObservation as error:
        raise UsageError(f"This cannot be an observation: {error.reason}.", remedy="Nothing was written.") from error
    return raw


def changed_document(stored: Stored, after: Observation | None) -> bytes | None:
    """The file of an observation that a store is to change; None if it is to go, UsageError if it cannot be changed."""
    if after is None:
        return None
    try:
        return changed(stored.raw, stored.observation, after)
    except UnreadableObservation as error:
        raise UsageError(f"{stored.where}: {error}.", remedy="The file was left as it is.") from error
