"""What a disk may hold after a power cut: a model of what POSIX promises, and ext4, XFS and APFS keep.

    what was asked for             is on the disk
    ---------------------------    --------------------------------------------------------------------------------
    data of a file                 at the latest when that file was flushed; until then any version since the last
                                   flush, a part of it, or zeros in its place
    an entry of a folder           at the latest when that folder was flushed; until then it may be there or not,
    (create, link, unlink, mkdir)  each by itself, in any order
    a rename                       as one: the new name and the end of the old one; when the new name's folder was
                                   flushed; perhaps before the data of the file that it names
    flush of a file                says nothing of its entry; flush of a folder nothing of the entry above it

ext4 with its defaults keeps more than that. What holds here holds there, too.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import combinations, pairwise, product
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import random
    from collections.abc import Iterable, Iterator, Sequence

    from tests.powercut.recorder import Node

Call = tuple[str, tuple[str, ...], int, bool, "dict[str, Node]"]
"""What the recorder keeps: the call, its paths, its value, whether anything was said before, and the tree before it."""

Tree = dict[str, bytes | None]
"""A folder: what each file in it holds, by its path; None for a folder."""

Entry = tuple[int, str]
"""A place for a name: the folder, and the name in it."""

SECTOR = 512
ROOT = 0


@dataclass(frozen=True, slots=True)
class Named:
    """A change of entries: what each of them leads to afterwards, None where it leads nowhere."""

    leads: tuple[tuple[Entry, int | None], ...]


@dataclass(frozen=True, slots=True)
class Held:
    """A file has another content."""

    thing: int
    content: bytes


@dataclass(frozen=True, slots=True)
class Flushed:
    """A file or folder is on the disk as it is."""

    thing: int


@dataclass(frozen=True, slots=True)
class Said:
    """The user was told something."""


Step = Named | Held | Flushed | Said


@dataclass(slots=True)
class Trace:
    """What one command did, as steps on things that have numbers; folders have no content of their own."""

    before: Tree
    after: Tree
    code: int
    steps: list[Step] = field(default_factory=list)
    folders: set[int] = field(default_factory=lambda: {ROOT})
    contents: dict[int, bytes] = field(default_factory=dict)
    """Of the files that were there at the beginning."""

    entries: dict[Entry, int] = field(default_factory=dict)
    """As they were at the beginning."""


def traced(calls: Sequence[Call]) -> Trace:
    """The steps of a command from what the recorder kept."""
    trace = Trace(before=_plain(calls[0][4]), after=_plain(calls[-1][4]), code=calls[-1][2])
    reader = _Reader(trace, calls[0][4])
    for call in calls[1:]:
        reader.take(call)
    return trace


def _plain(tree: dict[str, Node]) -> Tree:
    return {path: None if kind == "folder" else content for path, (_, kind, content) in tree.items() if path}


class _Reader:
    """Turns calls and trees into steps. A thing is an inode as long as some name leads to it."""

    def __init__(self, trace: Trace, tree: dict[str, Node]) -> None:
        self._trace = trace
        self._numbers: dict[int, int] = {tree[""][0]: ROOT}
        self._next = 1
        self._entries: dict[Entry, int] = {}
        self._contents: dict[int, bytes] = {}
        self._has_said = False
        self._look(tree)
        trace.steps.clear()
        trace.entries, trace.contents = dict(self._entries), dict(self._contents)

    def take(self, call: Call) -> None:
        name, paths, value, said, tree = call
        self._look(tree)
        if said and not self._has_said:
            self._has_said = True
            self._trace.steps.append(Said())
        if name == "flush" and value in self._numbers:
            self._trace.steps.append(Flushed(self._numbers[value]))
        elif name in ("rename", "replace"):
            source, target = (self._entry(path) for path in paths)
            self._name((target, self._entries[source]), (source, None))
        elif name in ("unlink", "remove", "rmdir"):
            self._name((self._entry(paths[0]), None))
        elif name == "link":
            self._name((self._entry(paths[1]), self._entries[self._entry(paths[0])]))
        # What mkdir and symlink made is seen in the next tree, as what open made is.

    def _look(self, tree: dict[str, Node]) -> None:
        """Steps for all that is otherwise than known, in an order in which it can have come about."""
        for path in sorted(tree, key=lambda each: each.count("/")):
            if not path:
                continue
            inode, kind, content = tree[path]
            entry = self._entry(path)
            thing = self._numbers.get(inode)
            if thing is None:
                thing = self._numbers[inode] = self._next
                self._next += 1
                if kind == "folder":
                    self._trace.folders.add(thing)
            if self._entries.get(entry) != thing:
                self._name((entry, thing))
            if kind != "folder" and self._contents.get(thing, b"") != content:
                self._contents[thing] = content
                self._trace.steps.append(Held(thing, content))
        there = {self._entry(path) for path in tree if path}
        for gone in [entry for entry in self._entries if entry not in there]:
            self._name((gone, None))

    def _name(self, *leads: tuple[Entry, int | None]) -> None:
        self._trace.steps.append(Named(leads))
        for entry, thing in leads:
            self._entries.pop(entry, None)
            if thing is not None:
                self._entries[entry] = thing
        named = {ROOT, *self._entries.values()}
        self._numbers = {inode: thing for inode, thing in self._numbers.items() if thing in named}

    def _entry(self, path: str) -> Entry:
        above, _, name = path.rpartition("/")
        folder = ROOT if not above else self._entries[self._entry(above)]
        return folder, name


@dataclass(frozen=True, slots=True)
class Cut:
    """The power is cut: what is surely on the disk, and what perhaps is."""

    after: int
    """Steps that had been taken."""

    said: bool
    over: bool
    """Whether the command had ended."""

    entries: dict[Entry, int]
    named: tuple[Named, ...]
    """Changes of entries that may be on the disk or not."""

    versions: dict[int, tuple[bytes, ...]]
    """What each file may hold, the newest last."""

    folders: set[int]

    @property
    def states(self) -> int:
        """How many combinations there are."""
        number = int(2 ** len(self.named))
        for versions in self.versions.values():
            number *= len(versions)
        return number


def cuts(trace: Trace) -> Iterator[Cut]:
    """A power cut after each step, and one when the command is over."""
    entries = dict(trace.entries)
    named: list[Named] = []
    contents: dict[int, list[bytes]] = {thing: [content] for thing, content in trace.contents.items()}
    said = False
    for number, step in enumerate((None, *trace.steps)):
        if isinstance(step, Named):
            named.append(step)
        elif isinstance(step, Held):
            contents.setdefault(step.thing, [b""]).append(step.content)
        elif isinstance(step, Said):
            said = True
        elif isinstance(step, Flushed):
            named = _flushed(step.thing, entries, named)
            contents.update({step.thing: contents[step.thing][-1:]} if step.thing in contents else {})
        versions = {thing: _versions(known) for thing, known in contents.items()}
        over = number == len(trace.steps)
        yield Cut(number, said, over, dict(entries), tuple(named), versions, trace.folders)


def _flushed(folder: int, entries: dict[Entry, int], named: Iterable[Named]) -> list[Named]:
    """Carry out for good what a flush of a folder keeps; what is left open."""
    left = []
    for each in named:
        if each.leads[0][0][0] == folder:
            carry_out(entries, each)
        else:
            left.append(each)
    return left


def carry_out(entries: dict[Entry, int], named: Named) -> None:
    """Change the entries as they are named."""
    for entry, thing in named.leads:
        entries.pop(entry, None)
        if thing is not None:
            entries[entry] = thing


def _versions(known: Sequence[bytes]) -> tuple[bytes, ...]:
    """What a file may hold: one of its versions since it was flushed, a part of one, or zeros."""
    found = dict.fromkeys(known[:-1])
    for old, new in pairwise(known):
        kept = len(old) if new.startswith(old) else 0
        half = kept + (len(new) - kept) // 2
        sector = kept - kept % SECTOR + SECTOR
        found |= dict.fromkeys((new[:kept], new[:half], new[:sector], new[:kept] + bytes(len(new) - kept)))
    found.pop(known[-1], None)
    return (*found, known[-1])


def states(cut: Cut, most: int, chance: random.Random) -> Iterator[Tree]:
    """The trees that a cut may leave: all of them where they are at most so many, else the telling ones and samples."""
    things = [thing for thing, versions in cut.versions.items() if len(versions) > 1]
    for kept, chosen in _choices(cut, things, most, chance):
        entries = dict(cut.entries)
        for each, is_kept in zip(cut.named, kept, strict=True):
            if is_kept:
                carry_out(entries, each)
        contents = {thing: versions[0] for thing, versions in cut.versions.items()}
        contents |= dict(zip(things, chosen, strict=True))
        yield tree_of(entries, contents, cut.folders)


def _choices(
    cut: Cut, things: Sequence[int], most: int, chance: random.Random
) -> Iterator[tuple[Sequence[bool], Sequence[bytes]]]:
    number = len(cut.named)
    if cut.states <= most:
        yield from product(product((False, True), repeat=number), product(*(cut.versions[each] for each in things)))
        return
    newest = [cut.versions[each] for each in things]
    every, none = [True] * number, [False] * number
    full, old = [each[-1] for each in newest], [each[0] for each in newest]
    for length in range(number + 1):  # as if the disk kept the order
        yield every[:length] + none[length:], full
        yield every[:length] + none[length:], old
    for lost in (*combinations(range(number), 1), *combinations(range(number), 2)):
        yield [index not in lost for index in range(number)], full
        yield [index in lost for index in range(number)], full
    for index, versions in enumerate(newest):
        for version in versions:
            yield every, [*full[:index], version, *full[index + 1 :]]
    for _ in range(most):
        yield [chance.random() < 0.7 for _ in range(number)], [chance.choice(each) for each in newest]


def tree_of(entries: dict[Entry, int], contents: dict[int, bytes], folders: set[int]) -> Tree:
    """What can be reached from the top: what lies in a folder that is lost is lost with it."""
    inside: dict[int, list[tuple[str, int]]] = {}
    for (folder, name), thing in entries.items():
        inside.setdefault(folder, []).append((name, thing))
    tree: Tree = {}
    waiting = [("", ROOT)]
    while waiting:
        above, folder = waiting.pop()
        for name, thing in inside.get(folder, ()):
            path = f"{above}{name}"
            if thing in folders:
                tree[path] = None
                waiting.append((f"{path}/", thing))
            else:
                tree[path] = contents.get(thing, b"")
    return tree
