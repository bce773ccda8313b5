"""hardwon.yaml as `hardwon init` writes it: the guessed areas, and comments that teach what they are.

Whatever the names of files and folders are, the text is YAML that hardwon reads back as the same rules.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hardwon.project.settings import BY_KEY

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hardwon.areas.rules import Rule
    from hardwon.project.guess import Guess

_HEAD = """\
# What each part of this system has proven. Written by `hardwon init`; from here on it is yours.

# An area is a part of the system that is trusted or doubted as a whole. A test speaks for the first area whose `tests`
# cover it (`hardwon areas explain TEST` shows which), and if there is none for an area named like its folder.
# `paths` are the source files of the area: when one of them changes, the area has nothing proven and starts again.
# Without `paths` no change is noticed. `exclude` takes files out again.
#
#   *  anything within a folder     **  folders of any depth     re:...  a regular expression, for `tests` only
#
"""
_GUESSED = """\
# These are guesses from what the tests import and from names: rename, join and split them until they are the parts that
# you talk about. A source may be part of several areas: a change of it concerns them all.
"""
_NOTHING = """\
# The tree did not say what the parts are. An example of what may stand in place of the []:
#
#   - area: checkout
#     tests: ["tests/checkout/**"]
#     paths: ["src/checkout/**"]
"""
_NO_PATHS = "    # No source was found for this area: add its files as `paths` so that changes are noticed."
_SHARED = """\
# Files that concern every area: a change of one of them stops the reduction of all until they have passed once.
"""
_HUBS = """\
  # Sources that the tests of further areas reach through other sources. Take one out if its own areas test it well."""
_DATA = "  # Data beside sources that further areas work with. Take out what only its own area reads."
_DOCUMENTS = "  # Documents that tests name. Take one out if no test reads it."
_TARGETS = """\
# What the tests run against. Each needs its address: `url: http://localhost:8000`.
"""

_PLAIN = re.compile(r"[A-Za-z_][A-Za-z0-9_-]*")
_OTHER_TYPES = frozenset({"true", "false", "null", "yes", "no", "on", "off", "y", "n"})
"""Words that some reader of YAML takes for something else than text."""


def starter(found: Guess, targets: Sequence[str] = ()) -> str:
    """The text of a first hardwon.yaml, with the targets that tests name."""
    lines = [_HEAD + (_GUESSED if found.rules else _NOTHING) + _left_out(found.left_out) + "areas:"]
    for rule in found.rules:
        lines.extend(_rule_lines(rule))
    if not found.rules:
        lines[-1] += " []"
    if found.everywhere:
        lines.append(f"\n{_SHARED}sharedPaths:")
        lines.extend(f"  - {quoted(each)}" for each in found.shared)
    for why, patterns in ((_HUBS, found.hubs), (_DATA, found.data), (_DOCUMENTS, found.documents)):
        if patterns:
            lines.append(why)
            lines.extend(f"  - {quoted(each)}" for each in patterns)
    if targets:
        lines.append(f"\n{_TARGETS}targets:" + "".join(f"\n  {quoted(each)}: {{}}" for each in targets))
    return "\n".join([*lines, "", *_settings_lines()])


def _left_out(number: int) -> str:
    return f"# {number} smaller ones were left out.\n" if number else ""


def _rule_lines(rule: Rule) -> Iterator[str]:
    yield f"  - area: {rule.area if _is_plain(rule.area) else quoted(rule.area)}"
    for key, patterns in (("tests", rule.tests), ("paths", rule.paths), ("exclude", rule.exclude)):
        if patterns:
            yield f"    {key}:{_list(patterns)}"
    if not rule.paths:
        yield _NO_PATHS


def _list(patterns: Sequence[str]) -> str:
    if len(patterns) == 1:
        return f" [{quoted(patterns[0])}]"
    return "".join(f"\n      - {quoted(pattern)}" for pattern in patterns)


def _is_plain(text: str) -> bool:
    return _PLAIN.fullmatch(text) is not None and text.lower() not in _OTHER_TYPES


def quoted(text: str) -> str:
    """The text as a YAML scalar in double quotes, which can hold any character."""
    return f'"{"".join(_escaped(char) for char in text)}"'


def _escaped(char: str) -> str:
    if char in '"\\':
        return f"\\{char}"
    return char if char.isprintable() else f"\\U{ord(char):08x}"


def _settings_lines() -> Iterator[str]:
    setting = BY_KEY["services.confidence.retirementTests"]
    section, group, name = setting.key.split(".")
    yield "# Settings go below; `hardwon config` shows every one with its value and where that comes from. For example:"
    yield "#"
    yield f"# {section}:"
    yield f"#   {group}:"
    yield f"#     {name}: {setting.default}   # {setting.help}"
    yield ""
