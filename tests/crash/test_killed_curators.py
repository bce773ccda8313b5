"""Eight curators at once on one memory, half of them killed: nothing confirmed is lost, nothing is torn."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import hardwon
from hardwon.curation import by_hand, guarded
from hardwon.observations import Scope

if TYPE_CHECKING:
    from pathlib import Path

CURATOR = """
import sys
import hardwon
from hardwon.curation import by_hand
memory = hardwon.Memory.open(sys.argv[1])
for number in range(int(sys.argv[3])):
    by_hand.confirm(memory, sys.argv[2])
    print(number, flush=True)
"""
TIMES = 40


def test_confirmations_of_killed_and_living_curators_are_all_there(project: Path) -> None:
    memory = hardwon.Memory.open(project)
    proposal = guarded.Proposal(
        scope=Scope("products", "shop"),
        title="Cart: shows a total",
        content="The cart shows a total.",
        source_test="t",
        origin="person",
    )
    added, _ = by_hand.add(memory, proposal)
    command = [sys.executable, "-c", CURATOR, str(project), added.observation_id, str(TIMES)]
    curators = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(8)]
    while memory.observations.find(added.observation_id).observation.confirmed_count < TIMES:
        time.sleep(0.01)
    victims = random.sample(curators, 4)
    for victim in victims:
        victim.kill()
    said = [len(curator.communicate()[0].splitlines()) for curator in curators]
    survivors = [curator for curator in curators if curator not in victims]
    assert [curator.returncode for curator in survivors] == [0] * 4

    listing = memory.observations.listing()
    [stored] = listing.stored
    assert listing.unreadable == ()
    # A killed curator may have confirmed once more than it could say.
    assert sum(said) <= stored.observation.confirmed_count <= sum(said) + len(victims)
    assert stored.observation.trust == 1.0
    assert not list(memory.observations.root.glob(".curator.lock"))
