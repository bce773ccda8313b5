"""A YAML file that a person wrote, and errors that name its file, line and key.

Tests and suites are read through here: size, encoding and YAML are checked once, and every refusal looks alike.
"""

from __future__ import annotations

import difflib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NoReturn

from hardwon.errors import UsageError
from hardwon.project.root import leads_inside
from hardwon.store import reading
from hardwon.text import yaml_strings
from hardwon.text.plain import one_line

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

LARGEST = 1_000_000

KeyPath = tuple[str | int, ...]
"""Where a value stands in its file: keys and positions from the top."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ignored:
    """A key of another tool: accepted, but nothing is done about it."""

    file: str
    line: int
    key: str


@dataclass(frozen=True, slots=True, kw_only=True)
class YamlFile:
    """The content of a file, and how to say what is wrong with it."""

    shown: str
    """Path as messages name it."""

    path: Path
    root: Path
    text: str
    document: yaml_strings.YamlDocument
    remedy: str
    """What such a file must look like, in a sentence."""

    @property
    def top(self) -> dict[str, Any]:
        """The keys and values of the file."""
        return self.mapping(self.document.value, ())

    def line(self, place: KeyPath) -> int:
        return self.document.line(place) or 1

    def refuse(self, place: KeyPath, reason: str, remedy: str = "") -> NoReturn:
        """UsageError with the file, the line and the key."""
        key = f", {dotted(place)}" if place else ""
        raise UsageError(f"{self.shown}, line {self.line(place)}{key}: {reason}.", remedy=remedy or self.remedy)

    def mapping(self, value: Any, place: KeyPath) -> dict[str, Any]:
        if not isinstance(value, dict):
            self.refuse(place, f"must hold keys and values, not {_kind(value)}")
        return value

    def words(self, value: Any, place: KeyPath, *, longest: int) -> str:
        """A non-empty text of at most so many characters."""
        if isinstance(value, int | float) and not isinstance(value, bool):
            self.refuse(place, f"must be text, not the number {value}", "Put it in quotes.")
        if not isinstance(value, str) or not value.strip():
            self.refuse(place, f"must be text, not {_kind(value)}")
        if len(value) > longest:
            self.refuse(place, f"is longer than {longest} characters")
        return value.strip()

    def keys(
        self, given: dict[str, Any], place: KeyPath, *, own: Iterable[str], foreign: Iterable[str]
    ) -> list[Ignored]:
        """The keys of other tools among the given ones; a key that nobody knows is refused."""
        ignored = []
        for key in given:
            if key in foreign:
                shown = dotted((*place, key))
                ignored.append(Ignored(file=self.shown, line=self.line((*place, key)), key=shown))
            elif key not in own:
                close = difflib.get_close_matches(key.lower().replace("_", "-"), [*own], n=1)
                hint = f"Did you mean {close[0]!r}?" if close else f"Known here: {', '.join(own)}."
                self.refuse((*place, key), "unknown key", hint)
        return ignored

    def as_written(self, key: str) -> dict[str, str]:
        """The texts below a top key, exactly as they stand in the file: `01234` keeps its zero."""
        node = yaml_strings.compose(self.text)
        inner = next((value for name, value in node.value if name.value == key), None) if node else None
        return {name.value: str(value.value) for name, value in inner.value} if inner else {}


def read(path: Path, root: Path, *, what: str, remedy: str) -> YamlFile:
    """The file; UsageError if it cannot be read or is not YAML."""
    shown = one_line(path.relative_to(root).as_posix() if path.is_relative_to(root) else str(path))
    try:
        text = reading.content(path, LARGEST, follow=True).decode("utf-8-sig")
        return YamlFile(shown=shown, path=path, root=root, text=text, document=yaml_strings.read(text), remedy=remedy)
    except yaml_strings.YamlError as error:
        raise _no_yaml(shown, text, error) from error
    except UnicodeDecodeError as error:
        raise UsageError(f"{shown} is not UTF-8 (byte {error.start}).", remedy="Save it as UTF-8.") from error
    except reading.TooLarge as error:
        raise UsageError(f"{shown} is {error.strerror}.", remedy="Split it.") from error
    except OSError as error:
        raise UsageError(f"The {what} {shown} cannot be read: {error.strerror}.", remedy="Check the path.") from error


def _no_yaml(shown: str, text: str, error: yaml_strings.YamlError) -> UsageError:
    line = text.split("\n")[error.line - 1] if error.line <= text.count("\n") + 1 else ""
    braces = " A text that begins with a brace needs quotes." if "{{" in line else ""
    return UsageError(f"{shown}, line {error.line}: {error}.", remedy=f"Correct the YAML there.{braces}")


def inside(root: Path, text: str) -> Path | None:
    """The path of a file of the project; None if it is, or leads, outside of it."""
    parts = text.split("/")
    if not text or text.startswith("/") or "\\" in text or "\0" in text or ".." in parts or ":" in parts[0]:
        return None
    path = root.joinpath(*parts)
    return path if leads_inside(root, path) else None


def dotted(place: KeyPath) -> str:
    """A place as messages name it: `steps[2].kind`."""
    text = "".join(f"[{part}]" if isinstance(part, int) else f".{one_line(part, 60)}" for part in place)
    return text.removeprefix(".")


def _kind(value: Any) -> str:
    if value is None or value == "":
        return "nothing"
    if isinstance(value, str):
        return "blanks only" if not value.strip() else "text"
    return {dict: "keys and values", list: "a list", bool: "true or false"}.get(type(value), "a number")
