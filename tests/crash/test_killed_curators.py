"""Eight curators at once on one memory, half of them killed: nothing is lost, done twice, torn, or unexplained."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import hardwon
from hardwon import doctor
from hardwon.curation import by_hand, guarded
from hardwon.evidence.log import entries
from hardwon.observations.observation import Scope
from hardwon.project.root import Project
from hardwon.runner.session import Session

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hardwon.memory import Memory

DIES = """
import os, signal, sys
left = int(sys.argv[2])  # flushes to the disk until it is killed, in the middle of a write; 0 for never
flush = os.fsync
def fsync(descriptor):
    global left
    left -= 1
    if left == 0 and descriptor % 2:
        os.kill(os.getpid(), signal.SIGKILL)
    flush(descriptor)
    if left == 0:
        os.kill(os.getpid(), signal.SIGKILL)
os.fsync = fsync
import hardwon
from hardwon.curation import apply, by_hand
from hardwon.curation.reach import Reach
from hardwon.observations import decisions
from hardwon.steps.place import Place
memory = hardwon.Memory.open(sys.argv[1])
"""
BY_HAND = """
for number in range(25):
    by_hand.confirm(memory.desk, sys.argv[3])
    print(number, flush=True)
"""
CURATOR = """
me, wanted, doomed = sys.argv[3], sys.argv[4].split(), sys.argv[5].split()
for number in range(6):
    fact = f"The {me} page number {number} shows a list of {me} and {number} rows."
    document = {"decisions": [
        {"action": "add", "title": f"Page {me} {number}: rows", "content": fact},
        *({"action": "update", "observationId": each} for each in wanted),
        *({"action": "deprecate", "observationId": each} for each in doomed[number : number + 2]),
    ]}
    known = {each.observation.id: each.observation.digest for each in memory.observations.listing().stored}
    reach = Reach(place=Place(product="shop"), known=known)
    now = memory.clock()
    with memory.recorder.changing(kind="curate", origin="curator", now=now) as changes:
        log = apply.apply(memory.desk, decisions.read(document)[0], reach, changes, now=now)
    print(log.document()["confirmed"], flush=True)
"""
JOINS = """
from hardwon.runner.session import Session
me, session = sys.argv[5], Session(desk=memory.desk, id=sys.argv[3], joined=True)
for number in range(6):
    document = {"decisions": [
        *({"action": "update", "observationId": each} for each in sys.argv[4].split()),
        {"action": "add", "title": f"Page {me} {number}: rows", "content": f"The {me} page {number} shows {me} rows."},
    ]}
    known = {each.observation.id: each.observation.digest for each in memory.observations.listing().stored}
    reach = Reach(place=Place(product="shop", test=f"t{number}"), run=session.id, known=known)
    apply.apply(memory.desk, decisions.read(document)[0], reach, session.changes, now=memory.clock())
"""


@pytest.fixture
def memory(project: Path) -> Memory:
    (project / "hardwon.yaml").write_text("runs: {kept: 5000}\nservices: {memory: {trustContradictDelta: 0.2}}\n")
    return hardwon.Memory.open(project)


def remember(memory: Memory, title: str) -> str:
    proposal = guarded.Proposal(
        scope=Scope("products", "shop"),
        title=title,
        content=f"It says: {title}.",
        source_test="t",
        origin="person",
    )
    return by_hand.add(memory.desk, proposal)[0].observation_id


def run_all(memory: Memory, script: str, *arguments: Sequence[str], latest: int = 50) -> list[int]:
    """Start eight curators, half of which die in some write; how many lines each said until its end."""
    deaths = [random.randrange(3, latest) for _ in range(4)] + [0] * 4
    curators = [
        subprocess.Popen(
            [sys.executable, "-c", DIES + script, str(memory.project.root), str(death), *given],
            stdout=subprocess.PIPE,
            text=True,
        )
        for death, given in zip(deaths, arguments, strict=True)
    ]
    said = [len(curator.communicate()[0].splitlines()) for curator in curators]
    codes = [curator.returncode for curator in curators]
    assert codes == [-signal.SIGKILL] * 4 + [0] * 4, deaths
    return said


def check_records(memory: Memory) -> None:
    """Whole files that the log explains, and no trace of a lost change."""
    remember(memory, "Footer: shows a year")  # whoever was killed last holds nothing up
    listing = memory.observations.listing()
    assert listing.unreadable == ()
    assert not list(Path(memory.observations.where).glob(".curator.lock"))
    told = Counter((entry["observation_id"], entry["action"]) for entry in log_of(memory))
    for each in (stored.observation for stored in listing.stored):
        counted = (each.confirmed_count, each.contradicted_count)
        assert counted == (told[each.id, "confirm"], told[each.id, "deprecate"]), each
        assert (told[each.id, "add"], told[each.id, "delete"]) == (1, 0)
    found = doctor.examine(Project(memory.project.root), environ={})
    assert found.notes == ()
    by_design = ("the run was killed", "is left over from a writer that was killed")
    assert [each for each in found.findings if not any(text in each.reason for text in by_design)] == []


def log_of(memory: Memory) -> list[dict[str, Any]]:
    return list(entries(memory.runs, memory.observations.standing))


def test_confirmations_of_killed_and_living_curators_are_all_there(memory: Memory) -> None:
    known = remember(memory, "Cart: shows a total")
    said = run_all(memory, BY_HAND, *[(known,)] * 8)
    stored = memory.observations.find(known)
    # A killed curator may have confirmed once more than it could say.
    assert sum(said) <= stored.observation.confirmed_count <= sum(said) + 4
    assert said[4:] == [25] * 4
    check_records(memory)


def test_curations_of_killed_and_living_curators_are_all_there(memory: Memory) -> None:
    wanted = [remember(memory, title) for title in ("Cart: shows a total", "Login: opens late")]
    doomed = [remember(memory, f"Banner {letter}: blinks") for letter in "abcdefg"]
    run_all(memory, CURATOR, *[(f"c{number}", " ".join(wanted), " ".join(doomed)) for number in range(8)])
    check_records(memory)
    made = log_of(memory)
    deleted = Counter(entry["observation_id"] for entry in made if entry["action"] == "delete")
    # Four living curators deprecate each of them, and three times is enough: they are gone, each once.
    assert deleted == Counter(doomed)
    assert all(memory.observations.find(each).observation.confirmed_count >= 4 * 6 for each in wanted)
    assert sum(entry["action"] == "add" and entry["origin"] == "curator" for entry in made) >= 4 * 6


def test_processes_that_share_a_run_confirm_once_though_some_are_killed(memory: Memory) -> None:
    wanted = [remember(memory, title) for title in ("Cart: shows a total", "Login: opens late")]
    session = Session(desk=memory.desk)
    run_all(memory, JOINS, *[(session.id, " ".join(wanted), f"c{number}") for number in range(8)], latest=18)
    session.finish()
    assert [memory.observations.find(each).observation.confirmed_count for each in wanted] == [1, 1]
    log = memory.runs.summary(session.id).document["memory_log"]
    confirmed = Counter(delta["observation_id"] for delta in log["deltas"] if delta["action"] == "confirm")
    assert set(confirmed.values()) == {1}
    assert set(wanted) <= set(confirmed)
    check_records(memory)
