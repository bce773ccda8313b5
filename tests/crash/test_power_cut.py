"""A power cut at any moment leaves the old record or the new one, and takes nothing away that the user was told of."""

from __future__ import annotations

import os
import random
import re
import shutil
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from tests.powercut import disk, trying
from tests.powercut.commands import COMMANDS
from tests.powercut.disk import Flushed, Held, Named, Said, Trace

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.powercut.commands import Command

MOST = 60
OPENED = 5
"""Small enough for every day; `bench/powercut.py` tries more."""

CAREFUL = ("record, the second", "observations confirm", "observations add, the first")


@pytest.fixture(scope="module")
def careful(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Trace]:
    """What some commands do, to be done worse."""
    wanted = {command.name: command for command in COMMANDS if command.name in CAREFUL}
    return {name: trying.recorded(wanted[name], tmp_path_factory.mktemp("careful") / "recorded") for name in CAREFUL}


@pytest.fixture(autouse=True)
def _no_git(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The folders are not in git, and asking it takes longer than all the rest."""
    monkeypatch.setenv("PATH", str(tmp_path / "nothing"))


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.name)
def test_every_state_of_the_disk_is_the_old_record_or_the_new_one(command: Command, tmp_path: Path) -> None:
    trace = trying.recorded(command, tmp_path / "recorded")
    done = trying.tried(trace, tmp_path / "cut", at_exit=command.at_exit, most=MOST, opened=OPENED)
    assert list(done.problems.values()) == []
    assert done.states > 2


def _is_file(trace: Trace, step: disk.Step) -> bool:
    return isinstance(step, Flushed) and step.thing not in trace.folders


def without_flush_of_files(trace: Trace) -> list[disk.Step]:
    return [step for step in trace.steps if not _is_file(trace, step)]


def without_flush_of_folders(trace: Trace) -> list[disk.Step]:
    return [step for step in trace.steps if not isinstance(step, Flushed) or _is_file(trace, step)]


def rename_before_data(trace: Trace) -> list[disk.Step]:
    """Each flush of a file only after the rename and the flush of the folder that follow it."""
    steps = list(trace.steps)
    for index in range(len(steps) - 2):
        if _is_file(trace, steps[index]) and isinstance(steps[index + 1], Named):
            steps[index : index + 3] = [*steps[index + 1 : index + 3], steps[index]]
    return steps


def said_too_early(trace: Trace) -> list[disk.Step]:
    """Success is told before the last flush."""
    last = max(index for index, step in enumerate(trace.steps) if isinstance(step, Flushed))
    steps = [step for step in trace.steps if not isinstance(step, Said)]
    return [*steps[:last], Said(), *steps[last:]]


def written_in_place(trace: Trace) -> list[disk.Step]:
    """A record is overwritten where it lies instead of being replaced."""
    steps: list[disk.Step] = []
    entries, contents = dict(trace.entries), dict(trace.contents)
    for step in trace.steps:
        if isinstance(step, Held):
            contents[step.thing] = step.content
        if isinstance(step, Named):
            target, thing = step.leads[0]
            old = entries.get(target)
            if len(step.leads) > 1 and old is not None and thing is not None:
                steps += [Held(old, contents[thing]), Flushed(old)]
                continue
            entries |= {entry: found for entry, found in step.leads if found is not None}
        steps.append(step)
    return steps


@pytest.mark.parametrize(
    ("fault", "told"),
    [
        (without_flush_of_files, "neither the old nor the new"),
        (without_flush_of_folders, "though the user was told"),
        (rename_before_data, "neither the old nor the new"),
        (said_too_early, "though the user was told"),
        (written_in_place, "neither the old nor the new"),
    ],
    ids=lambda given: getattr(given, "__name__", ""),
)
@pytest.mark.parametrize("name", CAREFUL[:2])
def test_a_careless_writer_is_found(
    name: str, fault: Callable[[Trace], list[disk.Step]], told: str, careful: dict[str, Trace], tmp_path: Path
) -> None:
    trace = careful[name]
    careless = replace(trace, steps=fault(trace))
    done = trying.tried(careless, tmp_path / "cut", at_exit=False, most=MOST, opened=1)
    assert any(told in problem for problem in done.problems.values()), done.problems


def test_a_folder_whose_own_entry_was_never_flushed_is_found(careful: dict[str, Trace], tmp_path: Path) -> None:
    trace = careful["observations add, the first"]
    state = next(thing for (_, name), thing in _named(trace).items() if name == ".hardwon")
    careless = replace(trace, steps=[step for step in trace.steps if step != Flushed(state)])
    done = trying.tried(careless, tmp_path / "cut", at_exit=False, most=MOST, opened=1)
    assert any("though the user was told" in problem for problem in done.problems.values()), done.problems


def _named(trace: Trace) -> dict[disk.Entry, int]:
    steps = (step for step in trace.steps if isinstance(step, Named))
    return {entry: thing for step in steps for entry, thing in step.leads if thing is not None}


OLD, NEW = b"old", b"new!"
TORN = {b"", b"ne", b"\0\0\0\0"}


@pytest.mark.parametrize(
    ("steps", "left"),
    [
        ([Held(1, NEW)], {OLD, NEW, *TORN}),
        ([Held(1, NEW), Flushed(1)], {NEW}),
        ([Held(1, OLD + NEW)], {OLD, b"oldne", b"old\0\0\0\0", OLD + NEW}),
        ([Held(1, NEW), Held(1, b"third"), Flushed(1)], {b"third"}),
        ([Named((((0, "a"), None),))], {OLD, None}),
        ([Named((((0, "a"), None),)), Flushed(0)], {None}),
        ([Named((((0, "b"), 2),)), Held(2, NEW), Flushed(2)], {OLD}),
        ([Held(2, NEW), Named((((0, "a"), 2),)), Flushed(0)], {NEW, *TORN}),
        ([Held(2, NEW), Flushed(2), Named((((0, "a"), 2),))], {OLD, NEW}),
        ([Held(2, NEW), Flushed(2), Named((((0, "a"), 2),)), Flushed(0)], {NEW}),
    ],
)
def test_what_the_disk_may_hold(steps: list[disk.Step], left: set[bytes | None]) -> None:
    """At the end of some steps on a file `a` that held `old`."""
    trace = Trace(before={}, after={}, code=0, steps=steps, contents={1: OLD}, entries={(0, "a"): 1})
    *_, last = disk.cuts(trace)
    assert {tree.get("a") for tree in disk.states(last, 1000, random.Random(0))} == left


def test_what_lies_in_a_lost_folder_is_lost() -> None:
    steps: list[disk.Step] = [Named((((0, "f"), 1),)), Named((((1, "a"), 2),)), Held(2, NEW), Flushed(2), Flushed(1)]
    trace = Trace(before={}, after={}, code=0, steps=steps, folders={0, 1})
    *_, last = disk.cuts(trace)
    found = [*disk.states(last, 1000, random.Random(0))]
    assert sorted(found, key=len) == [{}, {"f": None, "f/a": NEW}]


SCRIPT = """
import os, pathlib, shutil, sqlite3
os.mkdir("folder")
pathlib.Path("folder/a").write_text("one")
with open("folder/a", "a") as file:
    file.write(" two")
    file.flush()
    os.fsync(file.fileno())
os.replace("folder/a", "b")
try:
    os.unlink("missing")
except FileNotFoundError:
    pass
os.link("b", "c")
shutil.rmtree("folder")
base = sqlite3.connect("cache/base.db")
base.execute("create table t (x)")
base.commit()
base.close()
"""


@pytest.fixture
def script(tmp_path: Path) -> Path:
    """A folder with a module that does all kinds of things to it."""
    folder = tmp_path / "project"
    (folder / "cache").mkdir(parents=True)
    (folder / "careful.py").write_text(SCRIPT)
    (tmp_path / "said").touch()
    return folder


def recorder(script: Path, *, before: tuple[str, ...] = ()) -> list[disk.Call]:
    log = script.parent / "log"
    command = [
        *before,
        sys.executable,
        str(trying.RECORDER),
        str(log),
        str(script),
        str(script.parent / "said"),
        "careful",
    ]
    subprocess.run(command, cwd=script, check=True, timeout=60)
    return trying.calls(log)


def test_the_recorder_sees_every_call_and_every_write(script: Path) -> None:
    calls = recorder(script)
    assert [(name, paths) for name, paths, *_ in calls] == [
        ("begin", ()),
        ("mkdir", ("folder",)),
        ("flush", ()),
        ("replace", ("folder/a", "b")),
        ("link", ("b", "c")),
        ("rmdir", ("folder",)),
        ("exit", ()),
    ]
    trace = disk.traced(calls)
    assert (trace.after["b"], trace.after["c"], "folder" in trace.after) == (b"one two", b"one two", False)
    held = {step.content for step in trace.steps if isinstance(step, Held)}
    assert any(content.startswith(b"SQLite format 3") for content in held), "written without Python's knowing"
    *_, last = disk.cuts(trace)
    assert trace.after in [*disk.states(last, 10_000, random.Random(0))]


SEEN = re.compile(r"(?P<call>fsync|fdatasync|rename\w*|link\w*|mkdir\w*|rmdir|unlink\w*)\((?P<given>.*)\)\s+= 0$")
KINDS = {
    "fsync": "flush",
    "fdatasync": "flush",
    "rename": "replace",
    "link": "link",
    "mkdir": "mkdir",
    "rmdir": "rmdir",
}


@pytest.mark.skipif(not shutil.which("strace"), reason="strace is not installed")
def test_the_kernel_sees_the_same_calls(script: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the recorder keeps is what really reaches the kernel, sqlite's own calls aside."""
    monkeypatch.setenv("PATH", os.defpath)
    log = script.parent / "strace"
    wanted = "trace=/^(fsync|fdatasync|rename|link|mkdir|rmdir|unlink)"
    try:
        calls = recorder(script, before=("strace", "-f", "-y", "-qq", "-e", wanted, "-o", str(log)))
    except subprocess.CalledProcessError:
        pytest.skip("strace may not trace here")
    seen = (SEEN.search(line) for line in log.read_text().splitlines())
    ours = [each for each in seen if each and "cache" not in each["given"]]
    kernel = Counter(
        "rmdir" if "AT_REMOVEDIR" in each["given"] else next(k for n, k in KINDS.items() if each["call"].startswith(n))
        for each in ours
    )
    assert kernel == Counter(name for name, *_ in calls if name not in ("begin", "exit"))
