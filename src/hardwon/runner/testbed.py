"""Where scenarios are carried out: the address and the program of a target, and whether the user has named them."""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hardwon.errors import UsageError
from hardwon.project.config import ANY_COMMAND
from hardwon.target.origin import Origin
from hardwon.text.plain import one_line

if TYPE_CHECKING:
    from collections.abc import Iterable

    from hardwon.project.config import Config, Target


@dataclass(frozen=True, slots=True, kw_only=True)
class Site:
    """A target as one run uses it."""

    name: str = ""
    """"" for an address that the user gave."""

    url: str = ""
    is_own: bool = False
    """Whether the user gave the address, not a file of the repository."""

    tool: str = ""
    """Target that the program is of."""

    command: tuple[str, ...] = ()
    may_start: bool = False
    """Whether the user lets it be started."""

    @property
    def origin(self) -> Origin | None:
        return Origin.of(self.url) if self.url else None

    @property
    def shown_command(self) -> str:
        return one_line(shlex.join(self.command), 100)


def site_of(config: Config, given: str = "", *, allowed: Iterable[str] = ()) -> Site:
    """The target that is given by name or address; without it the only one there is. UsageError if there is no such.

    `allowed` is what the user lets be started: names of targets, or commands.
    """
    if given and given not in config.targets:
        if "://" not in given:
            known = ", ".join(one_line(name, 40) for name in config.targets) or "none"
            remedy = f"Give an address like http://127.0.0.1:8000, or the name of a target (configured: {known})."
            raise UsageError(f"{one_line(given, 100)!r} is not the address or the name of a target.", remedy=remedy)
        Origin.of(given)
        tool = _only([each for each in config.targets.values() if each.command])
        return _with_tool(Site(url=given, is_own=True), tool, config, allowed)
    chosen = [config.targets[given]] if given else list(config.targets.values())
    place = _only([each for each in chosen if each.url])
    tool = _only([each for each in chosen if each.command])
    site = Site(name=place.name, url=place.url, is_own=config.is_own_target(place.name)) if place else Site(name=given)
    return _with_tool(site, tool, config, allowed)


def _only(targets: list[Target]) -> Target | None:
    return targets[0] if len(targets) == 1 else None


def _with_tool(site: Site, tool: Target | None, config: Config, allowed: Iterable[str]) -> Site:
    if tool is None:
        return site
    command = tuple(tool.command)
    return Site(
        name=site.name or ("" if site.url else tool.name),
        url=site.url,
        is_own=site.is_own,
        tool=tool.name,
        command=command,
        may_start=config.may_start(tool) or any(_allows(word, tool) for word in allowed),
    )


def _allows(word: str, tool: Target) -> bool:
    return word.strip().lower() in ANY_COMMAND or word in (tool.name, shlex.join(tool.command), " ".join(tool.command))
