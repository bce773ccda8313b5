"""Recogniser of Express: routes and routers in JavaScript and TypeScript.

Read by patterns, since Python has no parser for these languages: comments are taken out first, texts are respected,
and every pattern takes time in proportion to the file.
"""

from __future__ import annotations

import posixpath
import re
from itertools import islice
from typing import TYPE_CHECKING

from hardwon.mandate.system.facts import Framework, Mount, Pages, Reference, Route

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hardwon.mandate.system.facts import Fact
    from hardwon.mandate.system.source import Source

USUAL_OWNERS = frozenset({"app", "router"})
"""Names that files use for an application handed to them; other names must be seen to be made by Express."""

LONGEST_CALL = 2000
"""Characters within which the end of a call is looked for."""

MOST_CALLS = 2000
"""Calls of each kind that are looked at in one file."""

# The closing quote may be missing: then a text ends with its line or file, and a lone quote costs one pass over the
# rest instead of one pass for each quote.
_TEXTS = r"'(?:\\.|[^'\\\n])*+'?" r'|"(?:\\.|[^"\\\n])*+"?' r"|`(?:\\.|[^`\\])*+`?"
_TEXT_OR_COMMENT = re.compile(rf"(?P<text>{_TEXTS})|//[^\n]*+|/\*.*?(?:\*/|\Z)", re.DOTALL)
_TEXT_OR_BRACKET = re.compile(rf"{_TEXTS}|[()]", re.DOTALL)

_NAME = r"(?<![\w$.])([A-Za-z_$][\w$]*+)"
_QUOTED = r"""(?P<quote>['"`])(?P<path>[^'"`\n]*+)(?P=quote)"""
_VERBS = "all|delete|get|head|options|patch|post|put"

_USES = re.compile(r"""(?:require\(\s*+|from\s*+)['"]express['"]""")
_PAGES = re.compile(r"\bres\.(?:render|sendFile)\(|\bexpress\.static\(")
_MADE = re.compile(rf"{_NAME}\s*+(?::[^=\n]{{0,80}})?=\s*+(?:new\s++)?(?:express\(\)|(?:express\.)?Router\()")
_ROUTE = re.compile(rf"{_NAME}\s*+\.({_VERBS})\(\s*+{_QUOTED}\s*+,")
_CHAIN = re.compile(rf"{_NAME}\s*+\.route\(\s*+{_QUOTED}\s*+\)")
_LINK = re.compile(rf"\s*+\.({_VERBS})\(")
_USE = re.compile(rf"{_NAME}\s*+\.use\(\s*+(?:{_QUOTED}\s*+,)?")
_REQUIRED = re.compile(rf"""{_NAME}\s*+=\s*+require\(\s*+['"](\.[^'"\n]*+)['"]""")
_IMPORTED = re.compile(r"""\bimport\s++([^;'"]{1,500}?)\bfrom\s*+['"](\.[^'"\n]*+)['"]""")
_INLINE = re.compile(r"""\brequire\(\s*+['"](\.[^'"\n]*+)['"]""")
_WORD = re.compile(r"[A-Za-z_$][\w$]*+")


def express(source: Source) -> Iterator[Fact]:
    """Routes of applications and routers, and routers used below a path."""
    text = _TEXT_OR_COMMENT.sub(_without_comment, source.text)
    if _USES.search(text):
        yield Framework("Express")
    if _PAGES.search(text):
        yield Pages()
    owners = USUAL_OWNERS | {found[1] for found in _MADE.finditer(text)}
    yield from _routes(source, text, owners)
    yield from _chains(source, text, owners)
    yield from _mounts(source, text, owners)


def _without_comment(found: re.Match[str]) -> str:
    # Line breaks stay, so that lines can be counted.
    return found["text"] if found["text"] is not None else " " + "\n" * found[0].count("\n")


def _routes(source: Source, text: str, owners: frozenset[str]) -> Iterator[Fact]:
    for found in islice(_ROUTE.finditer(text), MOST_CALLS):
        if found[1] in owners and found["path"].startswith(("/", "*")):
            yield _route(source, text, found, (found[2],))


def _chains(source: Source, text: str, owners: frozenset[str]) -> Iterator[Fact]:
    """`router.route("/x").get(…).post(…)`."""
    for found in islice(_CHAIN.finditer(text), MOST_CALLS):
        verbs = []
        link = _LINK.match(text, found.end())
        while link:
            verbs.append(link[1])
            link = _LINK.match(text, _closing(text, link.end()))
        if found[1] in owners and verbs:
            yield _route(source, text, found, tuple(verbs))


def _mounts(source: Source, text: str, owners: frozenset[str]) -> Iterator[Fact]:
    modules = _modules(text)
    for found in islice(_USE.finditer(text), MOST_CALLS):
        if found[1] not in owners:
            continue
        given = text[found.end() : _closing(text, found.end()) - 1]
        for child in _children(source, given, owners, modules):
            yield Mount(file=source.path, owner=found[1], child=child, prefix=found["path"] or "")


def _children(source: Source, given: str, owners: frozenset[str], modules: dict[str, str]) -> Iterator[Reference]:
    """The routers among the arguments of a use()."""
    for required in _INLINE.finditer(given):
        yield _elsewhere(source, required[1])
    for word in dict.fromkeys(_WORD.findall(given)):
        if word in modules:
            yield _elsewhere(source, modules[word])
        elif word in owners:
            yield Reference(module=source.path, name=word, exact=True)


def _modules(text: str) -> dict[str, str]:
    """Names in the file and the relative module that each comes from."""
    modules = {found[1]: found[2] for found in _REQUIRED.finditer(text)}
    for found in _IMPORTED.finditer(text):
        modules |= dict.fromkeys(_WORD.findall(found[1]), found[2])
    return modules


def _elsewhere(source: Source, module: str) -> Reference:
    return Reference(module=posixpath.normpath(posixpath.join(source.folder, module)), name="", exact=True)


def _route(source: Source, text: str, found: re.Match[str], verbs: tuple[str, ...]) -> Route:
    methods = () if "all" in verbs else tuple(sorted({verb.upper() for verb in verbs}))
    line = text.count("\n", 0, found.start()) + 1
    path = found["path"]
    return Route(path=path, methods=methods, file=source.path, line=line, owner=found[1], ecosystem="Node")


def _closing(text: str, start: int) -> int:
    """Where the call that is open at `start` ends."""
    depth = 1
    for found in _TEXT_OR_BRACKET.finditer(text, start, start + LONGEST_CALL):
        depth += {"(": 1, ")": -1}.get(found[0], 0)
        if depth == 0:
            return found.end()
    return start
