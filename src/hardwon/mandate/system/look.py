"""One look at a project tree: every recogniser over every file that concerns it, put together as the System."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from hardwon.mandate.system.facts import (
    ComputedRoute,
    Distributed,
    EntryPoint,
    Framework,
    Mount,
    NamedProject,
    Pages,
    Prefix,
    Route,
    System,
    SystemCommand,
)
from hardwon.mandate.system.manifests import HTTP_CLIENT
from hardwon.mandate.system.mounts import Prefixes
from hardwon.mandate.system.recognisers import RECOGNISERS
from hardwon.mandate.system.source import MOST_FILES, SourceTree, is_beside
from hardwon.project import codeowners
from hardwon.text.plain import counted

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from hardwon.mandate.system.facts import Fact, SystemKind

T = TypeVar("T")

MOST_FACTS_OF_A_FILE = 1000
MOST_LISTED = 2000
"""Entry points, routes, commands and owners that are kept, each."""

LANGUAGES = {
    "c": "C",
    "cc": "C++",
    "cjs": "JavaScript",
    "cpp": "C++",
    "cs": "C#",
    "ex": "Elixir",
    "go": "Go",
    "java": "Java",
    "js": "JavaScript",
    "jsx": "JavaScript",
    "kt": "Kotlin",
    "mjs": "JavaScript",
    "php": "PHP",
    "py": "Python",
    "rb": "Ruby",
    "rs": "Rust",
    "scala": "Scala",
    "swift": "Swift",
    "ts": "TypeScript",
    "tsx": "TypeScript",
}
"""By the last suffix of a file."""

SERVERS = {
    "Django": "Python",
    "Django REST framework": "Python",
    "Express": "Node",
    "FastAPI": "Python",
    "Flask": "Python",
}
"""Frameworks that answer requests, and the ecosystem whose routes count when one of them is there."""

FRONT_ENDS = frozenset({"Angular", "Next.js", "Nuxt", "React", "Svelte", "Vue"})
COMMAND_FRAMEWORKS = frozenset({"Typer", "click"})
DOORS_OF_COMMANDS = frozenset({"console script", "package program"})


READMES = frozenset({"readme.md", "readme.rst", "readme.txt", "readme"})
SHORTEST_OPENING, LONGEST_OPENING = 80, 400
_SAYS_LIBRARY = re.compile(
    r"\blibrary\b|\bframework\b|\bclient\b|\bpackage for\b|\btoolkit\b|\bimplementation\b|\bbindings?\b|\bSDK\b",
    re.IGNORECASE,
)
_SAYS_PROGRAM = re.compile(r"\bcommand[- ]line\b|\bCLI\b|\bterminal\b", re.IGNORECASE)
_UNDERLINE = re.compile(r"[=~^-]{3,}")
_LINK = re.compile(r"!?\[([^\]\[]{0,200})\]\([^()\s]{0,300}\)")
_DECORATION = re.compile(r"[#<>|!`~]|\[!\[|\[!|\.\. |[=\-*_~^]{3,}|\[[^\]]*\]:|:[a-z]+:|\$ ")


def look(root: Path) -> System:
    """What the system below the root is. Nothing of it is imported or run."""
    tree = SourceTree(root)
    unread: Counter[str] = Counter()
    files = [path for path in tree.files if not is_beside(path)]
    facts = [fact for path in files for fact in _facts(tree, path, unread)]
    system = _assembled(facts, files)
    owners, more = _kept(codeowners.read(root))
    named = min(_only(facts, NamedProject), key=lambda each: (each.file.count("/"), each.file), default=None)
    opening = _opening(tree)
    about = (named.description if named else "", opening)
    return replace(
        system,
        kinds=_with_library(system.kinds, facts, about),
        name=named.name if named and "/" not in named.file else root.resolve().name,
        description=named.description if named and "/" not in named.file else "",
        opening=opening,
        sources=tuple(files),
        languages=_languages(tree.files),
        owners=owners,
        unlisted={**system.unlisted, "owners": more},
        remarks=tuple(_remarks(tree, unread)),
    )


def _with_library(
    kinds: tuple[tuple[SystemKind, tuple[str, ...]], ...], facts: Sequence[Fact], about: Sequence[str]
) -> tuple[tuple[SystemKind, tuple[str, ...]], ...]:
    """The kinds; what calls itself a library, and is built to be imported, is one before it is a program."""
    named = {kind for kind, _ in kinds}
    says = next(filter(_SAYS_LIBRARY.search, about), "")
    is_program = "CLI" in named and _SAYS_PROGRAM.search(says)
    if named - {"CLI"} or not any(_only(facts, Distributed)) or not says or is_program:
        return kinds
    return (("library", _client(sorted({fact.name for fact in _only(facts, Framework)}))), *kinds)


def _client(frameworks: Iterable[str]) -> tuple[str, ...]:
    return tuple(name for name in frameworks if name == HTTP_CLIENT)


def _opening(tree: SourceTree) -> str:
    """The first lines of the README that say something: no headings, badges, markup or code."""
    name = next((path for path in tree.files if path.lower() in READMES), "")
    source = tree.read(name) if name else None
    written = source.text.splitlines() if source else []
    lines: list[str] = []
    for line, following in zip(written, [*written[1:], ""], strict=False):
        plain = line.strip()
        is_heading = plain.startswith("#") or bool(_UNDERLINE.fullmatch(following.strip()))
        long_enough = sum(map(len, lines)) >= (LONGEST_OPENING if plain else SHORTEST_OPENING)
        if lines and (is_heading or long_enough):
            break
        if plain and not is_heading and not _DECORATION.match(plain) and not line.startswith(("    ", "\t")):
            lines.append(plain)
    plain = _LINK.sub(r"\1", re.sub(r"[`*]+", "", " ".join(lines)))
    return " ".join(plain.split())[:LONGEST_OPENING]


def _facts(tree: SourceTree, path: str, unread: Counter[str]) -> list[Fact]:
    concerned = [each for each in RECOGNISERS if each.concerns(path.rpartition("/")[2])]
    source = tree.read(path) if concerned else None
    if source is None:
        return []
    found = [fact for each in concerned if each.hint.search(source.content) for fact in each.facts(source)]
    unread.update(source.unread_as)
    tree.left_out["crowded"] += len(found) > MOST_FACTS_OF_A_FILE
    return found[:MOST_FACTS_OF_A_FILE]


def _assembled(facts: Sequence[Fact], files: Iterable[str]) -> System:
    frameworks = sorted({fact.name for fact in _only(facts, Framework)})
    served = {SERVERS[name] for name in frameworks if name in SERVERS}
    prefixes = Prefixes(_only(facts, Prefix), _only(facts, Mount), files)
    found_routes = {route for route in _routes(facts, prefixes) if route.ecosystem in served}
    computed = sum(1 for _ in _only(facts, ComputedRoute)) if "Python" in served else 0
    routes, more_routes = _kept(sorted(found_routes, key=lambda each: (each.path, each.methods, each.file, each.line)))
    found_commands = set(_commands(facts, prefixes))
    commands, more_commands = _kept(sorted(found_commands, key=lambda each: (each.name, each.file, each.line)))
    found_doors = set(_only(facts, EntryPoint))
    doors, more_doors = _kept(sorted(found_doors, key=lambda each: (each.how, each.name, each.file, each.target)))
    return System(
        kinds=_kinds(facts, frameworks, answers=bool(routes or computed), called=bool(commands), doors=doors),
        entry_points=doors,
        routes=routes,
        commands=commands,
        computed_routes=computed,
        unlisted={"entry_points": more_doors, "routes": more_routes, "commands": more_commands},
    )


def _only(facts: Iterable[Fact], kind: type[T]) -> Iterator[T]:
    return (fact for fact in facts if isinstance(fact, kind))


def _kept(found: Sequence[T]) -> tuple[tuple[T, ...], int]:
    return tuple(found[:MOST_LISTED]), max(0, len(found) - MOST_LISTED)


def _routes(facts: Iterable[Fact], prefixes: Prefixes) -> Iterator[Route]:
    for route in _only(facts, Route):
        for parts in prefixes.of(route.file, route.owner):
            yield replace(route, path=_path([*parts, route.path]), owner="")


def _path(parts: Iterable[str]) -> str:
    return re.sub("/{2,}", "/", "/" + "".join(parts))


def _commands(facts: Iterable[Fact], prefixes: Prefixes) -> Iterator[SystemCommand]:
    for command in _only(facts, SystemCommand):
        for parts in prefixes.of(command.file, command.owner):
            yield replace(command, name=" ".join([*filter(None, parts), command.name]), owner="")


def _kinds(
    facts: Sequence[Fact], frameworks: list[str], *, answers: bool, called: bool, doors: Iterable[EntryPoint]
) -> tuple[tuple[SystemKind, tuple[str, ...]], ...]:
    servers = [name for name in frameworks if name in SERVERS] if answers else []
    pages = [name for name in frameworks if name in FRONT_ENDS]
    if "Django" in servers or any(_only(facts, Pages)):
        pages += [name for name in servers if name != "Django REST framework"]
    services = [name for name in servers if name not in pages]
    kinds: list[tuple[SystemKind, tuple[str, ...]]] = []
    if pages:
        kinds.append(("web app", tuple(sorted(pages))))
    if services:
        kinds.append(("web service", tuple(services)))
    if called or any(door.how in DOORS_OF_COMMANDS for door in doors):
        kinds.append(("CLI", tuple(name for name in frameworks if name in COMMAND_FRAMEWORKS)))
    if not kinds and any(_only(facts, Distributed)):
        kinds.append(("library", _client(frameworks)))
    return tuple(kinds)


def _languages(files: Iterable[str]) -> tuple[tuple[str, int], ...]:
    suffixes = Counter(path.rpartition("/")[2].rpartition(".")[2].lower() for path in files if "." in path)
    languages: Counter[str] = Counter()
    for suffix, count in suffixes.items():
        if suffix in LANGUAGES:
            languages[LANGUAGES[suffix]] += count
    return tuple(sorted(languages.items(), key=lambda each: (-each[1], each[0])))


def _remarks(tree: SourceTree, unread: Counter[str]) -> Iterator[str]:
    for language, count in sorted(unread.items()):
        yield f"{counted(count, 'file')} could not be read as {language}"
    reasons = {
        "unreadable": "could not be opened",
        "large": "too large to be source",
        "crowded": f"with more than {MOST_FACTS_OF_A_FILE} routes and commands, of which the first were taken",
        "beyond": "left unread: the project is larger than hardwon reads",
    }
    for reason, words in reasons.items():
        if tree.left_out[reason]:
            yield f"{counted(tree.left_out[reason], 'file')} {words}"
    if tree.left_out["folders"]:
        yield f"{counted(tree.left_out['folders'], 'folder')} could not be opened"
    if tree.left_out["tree"]:
        yield f"only the first {MOST_FILES} files were looked at"
