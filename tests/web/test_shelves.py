"""What lists keep between requests: a change is seen, and looking for one does not become the work."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from hardwon.curation import by_hand
from hardwon.curation.guarded import Proposal
from hardwon.memory import Memory
from hardwon.observations.observation import Scope
from hardwon.web import shelves
from hardwon.web.shelves import EVERY, LEISURE, ObservationShelf

if TYPE_CHECKING:
    import pytest

    from hardwon.store.protocol import ObservationRecord, Revisions


def test_an_edit_in_place_of_a_large_memory_is_seen_in_the_next_look(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The next look comes after two seconds, or after twenty times what the last one took."""
    now = [1_000.0]
    takes = [0.0]
    monkeypatch.setattr(shelves, "SMALL", 0)
    monkeypatch.setattr(shelves, "monotonic", lambda: now[0])
    memory = Memory.open(project)
    store = memory.observations
    proposal = Proposal(
        scope=Scope("products", "shop"), title="Cart", content="It counts.", source_test="t", origin="person"
    )
    by_hand.add(memory.desk, proposal)
    path = Path(store.listing().stored[0].where)
    shelf = ObservationShelf()
    look = type(store).revisions

    def slowly(record: ObservationRecord) -> Revisions:
        now[0] += takes[0]
        return look(record)

    def titles() -> list[str]:
        return [line.title for line in shelf.lines(store)[0]]

    monkeypatch.setattr(type(store), "revisions", slowly)
    monkeypatch.setattr(type(store), "is_same_since", lambda *_: True)  # as of an edit in place, some time ago
    assert titles() == ["Cart"]
    path.write_text(path.read_text().replace("Cart", "Cart 1"))
    for number, (takes[0], wait) in enumerate(((0.01, EVERY), (3.0, EVERY), (0.01, LEISURE * 3.0)), start=1):
        now[0] += wait - 0.5
        assert titles() == ["Cart" if number == 1 else f"Cart {number - 1}"]
        now[0] += 1
        assert titles() == [f"Cart {number}"]
        path.write_text(path.read_text().replace(f"Cart {number}", f"Cart {number + 1}"))
