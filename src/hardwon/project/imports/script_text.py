"""What a JavaScript or TypeScript file imports and hands on, from its text without comments. Pure."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

# A text or a template is taken whole, so that what looks like a comment in it stays.
_COMMENT = re.compile(
    r"""("(?:[^"\\\n]|\\.)*+"|'(?:[^'\\\n]|\\.)*+'|`(?:[^`\\]|\\.)*+`)|//[^\n]*+|/\*(?:[^*]|\*(?!/))*+\*/""", re.DOTALL
)
_FROM = re.compile(
    r"""\b(import|export)\s+(?:type\s+)?([\w$*{}\s,]{1,5000}?)\s*from\s*["']([^"'\n]{1,500})["']""", re.DOTALL
)
_BARE = re.compile(r"""\bimport\s*["']([^"'\n]{1,500})["']""")
_CALL = re.compile(
    r"""\b(?:require|import|require\.resolve|importActual|requireActual|(?:jest|vi)\.\w+)\s*\(\s*["'`]([^"'`\n$]{1,500})["'`]"""
)
_REQUIRED = re.compile(
    r"""\b(?:const|let|var)\s+(\{[^{}=]{0,2000}\}|[\w$]+)\s*=\s*(?:await\s+)?(?:require|import)\s*\(\s*["']([^"'\n]{1,500})["']\s*\)"""
    r"""(?:\.([\w$]+))?"""
)
_HANDED_ON = re.compile(
    r"""\b(?:module\.)?exports(?:\.([\w$]+))?\s*=\s*(?:require\s*\(\s*["']([^"'\n]{1,500})["']\s*\)|([\w$]+))"""
)
_ENTRY = re.compile(r"""([\w$]+)\s*:\s*require\s*\(\s*["']([^"'\n]{1,500})["']\s*\)""")
_LOCAL = re.compile(r"""\bexport\s*\{([^{}]{0,5000})\}(?!\s*from)""")
_DEFINED = re.compile(
    r"""\bexport\s+(?:declare\s+|default\s+)?(?:abstract\s+|async\s+)?(?:class|const|enum|function\*?|interface|let|namespace|type|var)\s+([\w$]+)"""
)
_DEFAULT = re.compile(r"\bexport\s+default\s+([\w$]+)\s*(?:;|$)", re.MULTILINE)
_NAME = re.compile(r"[\w$]+")
WHOLE = "*"
DEFAULT = "default"


@dataclass(frozen=True, slots=True)
class Imported:
    """One import: where from, and which name of it under which one here."""

    source: str
    name: str
    local: str = ""


@dataclass(slots=True)
class Script:
    """A file, as far as ties need it."""

    imports: list[Imported] = field(default_factory=list)
    exports: dict[str, Imported] = field(default_factory=dict)
    """What it hands on, by the name that others know it under."""

    stars: list[str] = field(default_factory=list)
    defined: set[str] = field(default_factory=set)
    members: dict[str, set[str]] = field(default_factory=dict)
    """Properties of what was imported whole that are mentioned: `shop.cart` of `shop`."""


def script_of(text: str) -> Script:
    """What the text of a file says."""
    text = _COMMENT.sub(lambda found: found[1] or " ", text)
    script = Script(defined=set(_DEFINED.findall(text)))
    for kind, clause, source in _FROM.findall(text):
        (_read_import if kind == "import" else _read_export)(script, clause, source)
    for clause, source, member in _REQUIRED.findall(text):
        _read_require(script, clause, source, member)
    known = {each.source for each in script.imports} | {each.source for each in script.exports.values()}
    others = {*_BARE.findall(text), *_CALL.findall(text)} - known - set(script.stars)
    script.imports.extend(Imported(source, WHOLE) for source in sorted(others))
    _read_handed_on(script, text)
    whole = [each.local for each in script.imports if each.local and each.name in (WHOLE, DEFAULT)]
    if whole:
        found = re.findall(rf"(?<![\w$.])({'|'.join(map(re.escape, whole))})\s*\??\.\s*([\w$]+)", text)
        for local, member in found:
            script.members.setdefault(local, set()).add(member)
    return script


def _names(clause: str) -> Iterator[tuple[str, str]]:
    """The names in braces, each with the one that it gets: `a, b as c, d: e`."""
    for entry in clause.split(","):
        words = [word for word in _NAME.findall(entry) if word not in ("as", "type")]
        if words:
            yield words[0], words[-1]


def _read_import(script: Script, clause: str, source: str) -> None:
    outside, brace, inside = clause.partition("{")
    if brace:
        script.imports.extend(Imported(source, name, local) for name, local in _names(inside))
    for entry in outside.split(","):
        words = _NAME.findall(entry)
        if "*" in entry and words:
            script.imports.append(Imported(source, WHOLE, words[-1]))
        elif words:
            script.imports.append(Imported(source, DEFAULT, words[0]))


def _read_export(script: Script, clause: str, source: str) -> None:
    if "{" in clause:
        script.exports.update({local: Imported(source, name) for name, local in _names(clause)})
    elif "*" in clause:
        words = [word for word in _NAME.findall(clause) if word != "as"]
        if words:
            script.exports[words[0]] = Imported(source, WHOLE)
        else:
            script.stars.append(source)


def _read_require(script: Script, clause: str, source: str, member: str) -> None:
    if clause.startswith("{"):
        script.imports.extend(Imported(source, name, local) for name, local in _names(clause.strip("{}")))
    else:
        script.imports.append(Imported(source, member or WHOLE, clause))


def _read_handed_on(script: Script, text: str) -> None:
    """What is exported that was imported: `exports.a = require("./a")`, `import a from "./a"; export { a }`."""
    local = {each.local: each for each in script.imports if each.local}
    for name, source, variable in _HANDED_ON.findall(text):
        if source:
            script.exports[name or WHOLE] = Imported(source, WHOLE)
        elif variable in local:
            script.exports[name or WHOLE] = local[variable]
    if "exports" in text:
        script.exports.update({name: Imported(source, WHOLE) for name, source in _ENTRY.findall(text)})
    for clause in _LOCAL.findall(text):
        for name, known_as in _names(clause):
            if name in local:
                script.exports[known_as] = local[name]
            else:
                script.defined.add(known_as)
    for variable in _DEFAULT.findall(text):
        if variable in local:
            script.exports[DEFAULT] = local[variable]
