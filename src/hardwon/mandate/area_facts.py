"""What is known of each area that is to be tested: files, routes and commands, tests, what failed there. Pure."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from hardwon.areas.rules import belongs

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from hardwon.areas.rules import Rule
    from hardwon.mandate.system.facts import Route, System, SystemCommand


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """A test that failed, and what was said of it."""

    test: str
    message: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lately:
    """What the newest runs saw in one area."""

    tests: tuple[str, ...] = ()
    failures: tuple[Failure, ...] = ()
    flaky: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class AreaFacts:
    """What a tester should know of an area."""

    files: tuple[str, ...] = ()
    routes: tuple[Route, ...] = ()
    commands: tuple[SystemCommand, ...] = ()
    lately: Lately = field(default_factory=Lately)


def facts_of(
    names: Iterable[str], rules: Sequence[Rule], system: System, lately: Mapping[str, Lately]
) -> dict[str, AreaFacts]:
    """The facts of each area: by the `paths` of its rules, else by its name in a path or a command."""
    return {name: _facts(name, rules, system, lately.get(name, Lately())) for name in names}


def _facts(name: str, rules: Sequence[Rule], system: System, lately: Lately) -> AreaFacts:
    own = [rule for rule in rules if rule.area == name and rule.paths]

    def has(file: str, whole: str, parts: Sequence[str]) -> bool:
        return any(belongs(rule, file) for rule in own) or _named(name, whole, parts)

    return AreaFacts(
        files=tuple(file for file in system.sources if any(belongs(rule, file) for rule in own)) if own else (),
        routes=tuple(each for each in system.routes if has(each.file, each.path, each.path.split("/"))),
        commands=tuple(each for each in system.commands if has(each.file, each.name, each.name.split())),
        lately=lately,
    )


def _named(area: str, whole: str, parts: Sequence[str]) -> bool:
    wanted = _spelt(area)
    return any(wanted in (_spelt(part), _spelt(part.partition(".")[0])) for part in (whole, *parts))


def _spelt(text: str) -> str:
    return text.casefold().replace("_", "-")
