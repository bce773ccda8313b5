"""What can be known of a system from its files.

Pure values. A recogniser gives facts about one file; put together they are the System. Every text in them comes from
the project and is handed on as it stands: whoever shows it, quotes it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hardwon.project.codeowners import Ownership

SystemKind = Literal["web app", "web service", "CLI", "library"]

Ecosystem = Literal["Python", "Node"]


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryPoint:
    """A door into the system."""

    how: str
    """What kind of door, in our words: console script, npm script, …"""

    name: str
    target: str
    file: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Route:
    """A path that the system answers."""

    path: str
    methods: tuple[str, ...] = ()
    """Empty where any method reaches it."""

    file: str
    line: int

    owner: str = ""
    """Variable that the route hangs on in its file, through which prefixes reach it."""

    ecosystem: Ecosystem = "Python"


@dataclass(frozen=True, slots=True, kw_only=True)
class SystemCommand:
    """Something that the system does when it is called by this name."""

    name: str
    file: str
    line: int
    owner: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reference:
    """A variable of a module, as another file names it."""

    module: str
    """Path of the module without suffix."""

    name: str
    """Empty for whatever the module hands out."""

    exact: bool
    """Whether the path starts at the root of the project; if not, at some folder that imports start from."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Prefix:
    """What an owner puts before everything that hangs on it."""

    file: str
    owner: str
    text: str

    only_mounted: bool = False
    """Whether it counts only below something else: the name of a command group is not typed when the group is the
    program itself."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mount:
    """One owner hung below another, perhaps of another file."""

    file: str
    owner: str
    child: Reference
    prefix: str = ""

    replaces: bool = False
    """Whether the prefix takes the place of the child's own."""


@dataclass(frozen=True, slots=True)
class Framework:
    """A framework that the file uses, or a manifest depends on."""

    name: str


@dataclass(frozen=True, slots=True)
class Pages:
    """The file renders pages for people."""


@dataclass(frozen=True, slots=True)
class Distributed:
    """The project is built to be imported by others."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedProject:
    """What a manifest calls the project."""

    name: str
    description: str = ""
    file: str


@dataclass(frozen=True, slots=True)
class ComputedRoute:
    """A route whose path only running the program would tell."""


Fact = (
    EntryPoint | Route | SystemCommand | Prefix | Mount | Framework | Pages | Distributed | ComputedRoute | NamedProject
)
"""What a recogniser may find."""


@dataclass(frozen=True, slots=True, kw_only=True)
class System:
    """What the system is, as far as its files tell."""

    name: str = ""
    """As its manifest has it, else the folder's."""

    description: str = ""
    opening: str = ""
    """First lines of its README."""

    sources: tuple[str, ...] = ()
    """Its files, without tests and what else is about it rather than of it."""

    languages: tuple[tuple[str, int], ...] = ()
    """Each with its number of files, most first."""

    kinds: tuple[tuple[SystemKind, tuple[str, ...]], ...] = ()
    """Each with the frameworks that say so."""

    entry_points: tuple[EntryPoint, ...] = ()
    routes: tuple[Route, ...] = ()
    commands: tuple[SystemCommand, ...] = ()
    owners: tuple[Ownership, ...] = ()

    computed_routes: int = 0

    unlisted: Mapping[str, int] = field(default_factory=dict)
    """How many entry points, routes, commands and owners were found beyond the most that are kept."""

    remarks: tuple[str, ...] = ()
    """What was not read, and why."""
