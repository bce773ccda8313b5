"""The store of observations: files in, files out, nothing lost, nothing outside."""

import os
from dataclasses import replace
from pathlib import Path

import pytest

from hardwon.errors import UsageError
from hardwon.evidence.changes import About, Changes
from hardwon.observations.deltas import MemoryLog
from hardwon.observations.observation import Observation, Scope
from hardwon.store import observation_file, reading
from hardwon.store.observations import ObservationStore
from hardwon.store.protocol import Stored
from hardwon.store.runs import RunStore

AT = "2026-03-01T08:00:00Z"
WORDS = ["ant", "bee", "cat", "dog", "elk", "fox", "gnu", "hen", "ibis"]


def observation(number: int = 0, scope: Scope | None = None, words: int = 10) -> Observation:
    tail = "".join(chr(ord("a") + int(digit)) for digit in str(number))
    return Observation(
        id="obs_" + "-".join([*WORDS[: words - 1], f"x{tail}"]),
        scope=scope or Scope("products", "shop"),
        title=f"Title {number}",
        content="Body.",
        trust=0.5,
        created="2026-01-05T10:00:00Z",
        last_confirmed="2026-01-05T10:00:00Z",
        source_test="t_login",
    )


@pytest.fixture
def store(tmp_path: Path) -> ObservationStore:
    return ObservationStore(tmp_path / "observations", lock_timeout=5)


def log_of(store: ObservationStore) -> About:
    return Changes(record=RunStore(store.root.parent), run="run").about(None)


def put(store: ObservationStore, *observations: Observation) -> None:
    with store.curating(log_of(store)) as curation:
        for each in observations:
            curation.add(each)


def test_what_is_added_is_found_and_listed_in_order(store: ObservationStore) -> None:
    put(store, observation(2), observation(1), observation(3, Scope("tests", "t_login")))
    assert [stored.observation.title for stored in store.listing().stored] == ["Title 1", "Title 2", "Title 3"]
    assert store.find(observation(2).id).observation == observation(2)
    assert (store.root / "tests" / "t_login").is_dir()


def test_an_empty_store_needs_no_folder(store: ObservationStore) -> None:
    assert store.listing().stored == ()
    assert not store.root.exists()


def test_confirm_and_deprecate_change_the_file(store: ObservationStore) -> None:
    put(store, observation())
    with store.curating(log_of(store)) as curation:
        up = curation.confirm(observation().id, by=0.05, at=AT, reasoning="seen")
        down = curation.deprecate(observation().id, by=0.1)
    assert (up.action, up.before and up.before.trust, up.after and up.after.trust) == ("confirm", 0.5, 0.55)
    assert (down.action, down.after and down.after.trust) == ("deprecate", 0.45)
    found = store.find(observation().id).observation
    assert (found.trust, found.confirmed_count, found.contradicted_count, found.last_confirmed) == (0.45, 1, 1, AT)


def test_at_zero_trust_the_file_is_deleted(store: ObservationStore) -> None:
    put(store, observation())
    with store.curating(log_of(store)) as curation:
        gone = curation.deprecate(observation().id, by=0.5)
    assert (gone.action, gone.after) == ("delete", None)
    assert store.listing().stored == ()
    log = MemoryLog(deltas=(gone,)).document()
    assert (log["deleted"], log["deprecated"], len(log["deltas"])) == (1, 1, 1)
    assert "faded" not in log["deltas"][0]


def test_deleting_by_hand_is_no_deprecation(store: ObservationStore) -> None:
    put(store, observation())
    with store.curating(log_of(store)) as curation:
        log = MemoryLog(deltas=(curation.delete(observation().id),)).document()
    assert (log["deleted"], log["deprecated"]) == (1, 0)


def test_legacy_ids_can_be_confirmed_too(store: ObservationStore) -> None:
    legacy = observation(words=6)
    put(store, legacy)
    with store.curating(log_of(store)) as curation:
        curation.confirm(legacy.id, by=0.05, at=AT)
    assert store.find(legacy.id).observation.trust == 0.55


def test_what_a_person_broke_is_listed_and_left_alone(store: ObservationStore) -> None:
    put(store, observation(1), observation(2))
    broken = Path(store.find(observation(1).id).where)
    broken.write_text("---\ntrust: [\n---\nx\n")
    listing = store.listing()
    assert [stored.observation.title for stored in listing.stored] == ["Title 2"]
    assert [(Path(each.where), "bad YAML" in each.reason) for each in listing.unreadable] == [(broken, True)]
    with pytest.raises(UsageError, match="left as it is"), store.curating(log_of(store)) as curation:
        curation.deprecate(observation(1).id, by=1.0)
    assert broken.read_text() == "---\ntrust: [\n---\nx\n"


def test_a_hand_edit_is_respected(store: ObservationStore) -> None:
    put(store, observation())
    path = Path(store.find(observation().id).where)
    path.write_bytes(path.read_bytes().replace(b"trust: 0.5", b"trust: 0.9   # ada").replace(b"Body.", b"Better body."))
    with store.curating(log_of(store)) as curation:
        curation.confirm(observation().id, by=0.05, at=AT)
    assert b"trust: 0.95   # ada" in path.read_bytes()
    assert b"Better body." in path.read_bytes()


def test_the_same_id_twice_is_ambiguous(store: ObservationStore) -> None:
    put(store, observation(1), observation(1, Scope("tests", "t")))
    with pytest.raises(UsageError, match=r"stands in .* and "):
        store.find(observation(1).id)


def test_an_id_that_is_none_is_refused(store: ObservationStore) -> None:
    for bad in ("../../etc/passwd", "obs_", "obs_a-b", "*"):
        with pytest.raises(UsageError, match="not the id"):
            store.find(bad)


def test_links_that_leave_the_tier_are_neither_read_nor_written(store: ObservationStore, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / f"{observation(1).id}.md").write_bytes(observation_file.write(observation(1)))
    (store.root / "products").mkdir(parents=True)
    (store.root / "products" / "linked").symlink_to(outside)
    put(store, observation(2))
    (store.root / "products" / "shop" / f"{observation(1).id}.md").symlink_to(outside / f"{observation(1).id}.md")
    listing = store.listing()
    assert [stored.observation.title for stored in listing.stored] == ["Title 2"]
    assert sorted("leaves" in each.reason for each in listing.unreadable) == [True, True]
    with pytest.raises(UsageError, match="leaves its tier"), store.curating(log_of(store)) as curation:
        curation.add(observation(3, Scope("products", "linked")))
    assert len(list(outside.iterdir())) == 1


@pytest.mark.parametrize("place", ["products/shop/../{}", "products/shop/../../{}", "products/shop/./{}", "{}"])
def test_a_place_is_never_outside_of_its_tier(store: ObservationStore, place: str) -> None:
    put(store, observation(1))
    name = f"{observation(1).id}.md"
    for folder in (store.root, store.root / "products", store.root / "products" / "shop"):
        (folder / name).write_bytes(observation_file.write(observation(1)))
    found = store.read(place.format(name), observation(1).scope)
    inside = (store.root / place.format(name)).resolve().is_relative_to(store.root / "products")
    assert isinstance(found, Stored) == inside


def test_links_inside_of_a_tier_lead_to_folders_but_not_to_files(store: ObservationStore) -> None:
    put(store, observation(1))
    (store.root / "products" / "other").symlink_to(store.root / "products" / "shop")
    (store.root / "products" / "shop" / f"{observation(2).id}.md").symlink_to(f"{observation(1).id}.md")
    listing = store.listing()
    assert [stored.place.split("/")[1] for stored in listing.stored] == ["other", "shop"]
    assert {each.reason for each in listing.unreadable} == {f"it cannot be read: {reading.LINK}"}


def test_a_folder_whose_name_is_no_scope_is_reported(store: ObservationStore) -> None:
    put(store, observation(1))
    os.rename(store.root / "products" / "shop", store.root / "products" / "sh\u202eop")  # noqa: PTH104 - a hostile name
    [found] = store.listing().unreadable
    assert "invisible character" in found.reason


def test_an_id_is_never_given_twice(store: ObservationStore) -> None:
    put(store, observation())
    with pytest.raises(UsageError, match="exists already"):
        put(store, replace(observation(), title="other"))
    assert store.find(observation().id).observation.title == "Title 0"
