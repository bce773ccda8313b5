r"""Variables in the texts of a test: `{{name}}`, `${name}`, and `{{env:NAME}}` for the environment. Pure.

A value is put in once and never read again, so nothing in it can name another variable. A backslash before the braces
keeps them as they are.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

NAME = r"[A-Za-z_][A-Za-z0-9_.-]{0,99}"
_REFERENCE = re.compile(
    rf"(?P<kept>\\)?(?:\{{\{{\s{{0,9}}(?P<env>env:)?(?P<braced>{NAME})\s{{0,9}}\}}\}}|\$\{{(?P<dollar>{NAME})\}})"
)
_OF_ANOTHER_TOOL = re.compile(r"\{\{\s{0,9}runHook:|\$\{(?:hooks|file):")
_SENSITIVE = re.compile(r"pass|pwd|secret|token|key|credential|auth|cookie", re.IGNORECASE)
_SHORTEST_SECRET = 4
"""Characters from which a value can be told from chance."""


class NotAllowed(LookupError):  # noqa: N818 - it names the situation; the test that asks for it is not run
    """A text asks for a variable of the environment that the user has not allowed."""


class UnknownVariable(LookupError):  # noqa: N818 - the reader turns it into an error that names file and line
    """A text names a variable that nobody gave."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Variables:
    """The values that texts may name."""

    own: Mapping[str, str] = field(default_factory=dict)
    """From the test's file, or given with the run, which wins."""

    environ: Mapping[str, str] = field(default_factory=dict, repr=False)
    allowed: frozenset[str] = frozenset()
    """Names in the environment that the user lets tests use."""

    def filled(self, text: str) -> str:
        """The text with its variables put in; UnknownVariable or NotAllowed with the name of one that cannot be had."""
        return _REFERENCE.sub(self._value, text)

    def length_filled(self, text: str) -> int:
        """How long the text would be with its variables put in, without making it; raises as `filled`."""
        return len(text) + sum(len(self._value(match)) - len(match[0]) for match in _REFERENCE.finditer(text))

    def asked_in(self, text: str) -> frozenset[str]:
        """The names that the text takes from the environment, whether they are allowed and there or not."""
        found = (match for match in _REFERENCE.finditer(text) if match["env"] and not match["kept"])
        return frozenset(_name(match) for match in found) - frozenset(self.own)

    def secrets_in(self, text: str) -> frozenset[str]:
        """The values that the text takes from the environment, or from a variable whose name says that it is secret."""
        found = (match for match in _REFERENCE.finditer(text) if not match["kept"])
        values = {self._value(match) for match in found if match["env"] or _SENSITIVE.search(_name(match))}
        return frozenset(value for value in values if len(value) >= _SHORTEST_SECRET)

    @property
    def secrets(self) -> frozenset[str]:
        """The values whose names say that they are secret: an agent is given them even where no text names them."""
        values = {value for name, value in self.own.items() if _SENSITIVE.search(name)}
        return frozenset(value for value in values if len(value) >= _SHORTEST_SECRET)

    def _value(self, match: re.Match[str]) -> str:
        name = _name(match)
        if match["kept"]:
            return match[0][1:]
        if name in self.own:
            return self.own[name]
        if match["env"] and name not in self.allowed:
            raise NotAllowed(name)
        if match["env"] and name in self.environ:
            return self.environ[name]
        raise UnknownVariable(name)


def _name(match: re.Match[str]) -> str:
    return match["braced"] or match["dollar"]


def foreign_reference(text: str) -> str:
    """The hook or file of another tool that a text refers to; empty if there is none."""
    match = _OF_ANOTHER_TOOL.search(text)
    return match[0].strip("{$ :") if match else ""
