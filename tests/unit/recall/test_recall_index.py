"""The index: a cache that follows the files, comes back by itself, and never changes a record."""

from __future__ import annotations

import hashlib
import json
import os
import sqlite3
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from hardwon.evidence.changes import Changes
from hardwon.memory import Memory
from hardwon.observations.observation import Observation, Scope
from hardwon.recall import database
from hardwon.recall.index import Index
from hardwon.store.observations import ObservationStore
from hardwon.store.runs import RunStore

if TYPE_CHECKING:
    from pathlib import Path

    from tests.unit.recall.conftest import Remember

SHOP = Scope("products", "shop")
OLD = (1_700_000_000, 1_700_000_000)


class Asked:
    """A judge that finds nothing, and counts how often it was asked."""

    def __init__(self, unsafe: str = "no such word") -> None:
        self.texts: list[str] = []
        self.unsafe = unsafe

    def __call__(self, observation: Observation) -> str:
        self.texts.append(observation.content)
        return "it is forbidden" if self.unsafe in observation.content else ""


@pytest.fixture
def judge() -> Asked:
    return Asked("forbidden")


@pytest.fixture
def index(project: Path, judge: Asked) -> Index:
    return made(project, judge)


def made(project: Path, judge: Asked, rules: str = "1") -> Index:
    store = ObservationStore(project / ".hardwon/observations")
    return Index(store, project / ".hardwon/cache/recall.sqlite3", judge=judge, rules=rules)


def titles(index: Index, step: str = "wizard") -> list[str]:
    return sorted(each.title for each in index.candidates(step, [SHOP]))


def digests(folder: Path) -> dict[str, str]:
    return {str(path): hashlib.sha256(path.read_bytes()).hexdigest() for path in folder.rglob("*.md")}


def test_a_new_a_changed_and_a_deleted_file_are_seen_at_once(index: Index, remember: Remember) -> None:
    one = remember("a", "Wizard one", "The wizard has three pages.")
    assert titles(index) == ["Wizard one"]
    remember("b", "Wizard two", "The wizard can be left.")
    assert titles(index) == ["Wizard one", "Wizard two"]
    one.write_bytes(one.read_bytes().replace(b"Wizard one", b"Wizard uno"))
    assert titles(index) == ["Wizard two", "Wizard uno"]
    one.unlink()
    assert titles(index) == ["Wizard two"]


def test_an_edit_of_the_same_size_within_the_same_tick_is_seen(index: Index, remember: Remember) -> None:
    path = remember("a", "Wizard one", "The wizard has three pages.")
    os.utime(path, ns=(path.stat().st_atime_ns, path.stat().st_mtime_ns))
    assert titles(index) == ["Wizard one"]
    times = path.stat()
    path.write_bytes(path.read_bytes().replace(b"Wizard one", b"Wizard uno"))
    os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))
    assert titles(index) == ["Wizard uno"]


def test_what_did_not_change_is_not_judged_again(project: Path, judge: Asked, remember: Remember) -> None:
    os.utime(remember("a", "Wizard one", "The wizard has three pages."), OLD)
    first = made(project, judge)
    assert titles(first) == ["Wizard one"]
    first.close()
    assert titles(made(project, judge)) == ["Wizard one"]
    assert len(judge.texts) == 1


def test_a_change_of_trust_is_read_but_not_judged_again(index: Index, judge: Asked, remember: Remember) -> None:
    path = remember("a", "Wizard one", "The wizard has three pages.")
    assert [each.trust for each in index.candidates("wizard", [SHOP])] == [0.5]
    path.write_bytes(path.read_bytes().replace(b"trust: 0.5", b"trust: 0.55"))
    assert [each.trust for each in index.candidates("wizard", [SHOP])] == [0.55]
    assert len(judge.texts) == 1


def test_other_rules_judge_everything_again(project: Path, judge: Asked, remember: Remember) -> None:
    remember("a", "Wizard one", "The wizard has three pages.")
    first = made(project, judge)
    assert titles(first) == ["Wizard one"]
    first.close()
    strict = Asked("three")
    again = made(project, strict, rules="2")
    assert titles(again) == []
    assert [each.kind for each in again.kept_out()] == ["unsafe"]


def test_unsafe_and_unreadable_files_are_kept_out_and_listed(index: Index, remember: Remember) -> None:
    remember("a", "Wizard one", "The wizard has three pages.")
    remember("b", "Wizard two", "A forbidden wizard.")
    broken = remember("c", "Wizard three", "The wizard closes.")
    broken.write_text("no frontmatter, but a wizard")
    assert titles(index) == ["Wizard one"]
    assert [(each.kind, each.scope) for each in index.kept_out()] == [("unsafe", SHOP), ("unreadable", SHOP)]
    assert index.kept_out()[0].reason == "it is forbidden"
    assert "frontmatter" in index.kept_out()[1].reason


def test_a_file_that_becomes_unsafe_is_gone_from_the_search(index: Index, remember: Remember) -> None:
    path = remember("a", "Wizard one", "The wizard has three pages.")
    assert titles(index) == ["Wizard one"]
    path.write_bytes(path.read_bytes().replace(b"has three pages", b"is forbidden"))
    assert titles(index) == []
    path.write_bytes(path.read_bytes().replace(b"is forbidden", b"has three pages"))
    assert titles(index) == ["Wizard one"]
    assert index.kept_out() == []


def test_no_record_is_changed(project: Path, index: Index, remember: Remember) -> None:
    remember("a", "Wizard one", "The wizard has three pages.")
    remember("b", "Wizard two", "A forbidden wizard.").write_text("broken")
    before = digests(project)
    titles(index)
    index.refresh()
    assert digests(project) == before


def test_other_scopes_are_not_searched(index: Index, remember: Remember) -> None:
    remember("a", "Wizard one", "The wizard has three pages.")
    remember("b", "Wizard two", "The wizard has four pages.", scope=Scope("products", "bank"))
    remember("c", "Wizard three", "The wizard has five pages.", scope=Scope("tests", "shop"))
    assert titles(index) == ["Wizard one"]
    assert [each.title for each in index.candidates("wizard", [Scope("tests", "shop")])] == ["Wizard three"]


def wreck_with_garbage(path: Path) -> None:
    path.write_bytes(b"this is no database" * 1000)


def wreck_by_cutting(path: Path) -> None:
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def wreck_by_age(path: Path) -> None:
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE meta SET value = '0' || value WHERE key = 'made_for'")
        connection.execute("DROP TABLE documents")
    connection.close()


def wreck_by_removal(path: Path) -> None:
    database.discard(path)


@pytest.mark.parametrize("wreck", [wreck_with_garbage, wreck_by_cutting, wreck_by_age, wreck_by_removal])
def test_it_comes_back_by_itself(project: Path, judge: Asked, remember: Remember, wreck: object) -> None:
    for name in ("a", "b", "c"):
        remember(name, f"Wizard {name}", "The wizard has three pages. " * 40)
    first = made(project, judge)
    assert len(titles(first)) == 3
    first.close()
    assert callable(wreck)
    wreck(project / ".hardwon/cache/recall.sqlite3")
    assert titles(made(project, judge)) == ["Wizard a", "Wizard b", "Wizard c"]


def test_damage_under_an_open_index_is_mended(project: Path, index: Index, remember: Remember) -> None:
    remember("a", "Wizard one", "The wizard has three pages.")
    assert titles(index) == ["Wizard one"]
    with sqlite3.connect(project / ".hardwon/cache/recall.sqlite3") as connection:
        connection.execute("DROP TABLE documents")
    connection.close()
    assert titles(index) == ["Wizard one"]


def test_a_database_that_came_with_a_checkout_is_not_trusted(project: Path, judge: Asked, remember: Remember) -> None:
    """Copied, it is another file: what it says about the records may be made up."""
    os.utime(remember("a", "Wizard one", "The wizard has three pages."), OLD)
    first = made(project, judge)
    titles(first)
    first.close()
    path = project / ".hardwon/cache/recall.sqlite3"
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE documents SET content = 'made up'")
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
    (project / "copy").write_bytes(path.read_bytes())
    database.discard(path)
    (project / "copy").rename(path)
    [found] = made(project, judge).candidates("wizard", [SHOP])
    assert found.content == "The wizard has three pages."


def test_a_link_in_place_of_the_database_is_replaced(project: Path, judge: Asked, remember: Remember) -> None:
    remember("a", "Wizard one", "The wizard has three pages.")
    precious = project / "precious.txt"
    precious.write_text("precious")
    (project / ".hardwon/cache").mkdir()
    (project / ".hardwon/cache/recall.sqlite3").symlink_to(precious)
    assert titles(made(project, judge)) == ["Wizard one"]
    assert precious.read_text() == "precious"


def test_without_a_folder_to_write_to_it_works_in_memory(project: Path, judge: Asked, remember: Remember) -> None:
    remember("a", "Wizard one", "The wizard has three pages.")
    (project / ".hardwon/cache").write_text("a file where the folder should be")
    assert titles(made(project, judge)) == ["Wizard one"]


def test_while_a_curation_is_under_way_the_state_before_it_holds(
    index: Index, remember: Remember, project: Path
) -> None:
    one = remember("a", "Wizard one", "The wizard has three pages.")
    assert titles(index) == ["Wizard one"]
    log = Changes(record=RunStore(project / ".hardwon/runs"), run="r").about(None)
    with ObservationStore(project / ".hardwon/observations").curating(log):
        one.unlink()
        remember("b", "Wizard two", "The wizard has four pages.")
        assert titles(index) == ["Wizard one"]
    assert titles(index) == ["Wizard two"]


WRITER = """
import sys
from hardwon.evidence.changes import Changes
from hardwon.store.observations import ObservationStore
from hardwon.store.runs import RunStore
from pathlib import Path
log = Changes(record=RunStore(Path(sys.argv[1]).parent / "runs"), run="r").about(None)
store = ObservationStore(Path(sys.argv[1]))
ids = [each.observation.id for each in store.listing().stored]
for _ in range(int(sys.argv[2])):
    with store.curating(log) as curation:
        for each in ids:
            curation.confirm(each, by=0.05, at="2026-02-01T00:00:00Z")
"""
READER = """
import json, sys
from hardwon.memory import Memory
memory = Memory.open(sys.argv[1])
states = []
while True:
    ranked = memory.rank("Open the wizard", product="shop", limit=500)
    if not states:
        print("ready", flush=True)
    state = (len(ranked), len({score for _, score in ranked}), ranked[0][1])
    if not states or states[-1] != state:
        states.append(state)
    if state[2] == float(sys.argv[2]):
        break
print(json.dumps(states), flush=True)
"""


def test_a_process_that_asks_while_another_curates_sees_only_whole_states(
    project: Path, remember: Remember, environment: dict[str, str]
) -> None:
    """1,000 changes in ten curations of a hundred: every answer is the state before one of them or after it."""
    letters = [f"{one}{two}" for one in "abcdefghij" for two in "abcdefghij"]
    root = project / ".hardwon/observations"
    final = _score_at(project, remember, letters, trust=0.8)
    for name in letters:
        remember(name, "Wizard", "The wizard opens.", trust=0.3)
    reader = subprocess.Popen(
        [sys.executable, "-c", READER, str(project), str(final)], env=environment, stdout=subprocess.PIPE, text=True
    )
    try:
        assert reader.stdout is not None
        assert reader.stdout.readline() == "ready\n"
        writer = [sys.executable, "-c", WRITER, str(root), "10"]
        subprocess.run(writer, env=environment, check=True, timeout=300)
        states = json.loads(reader.communicate(timeout=120)[0])
    finally:
        reader.kill()
        reader.wait()
    assert all(state[:2] == [100, 1] for state in states)
    assert len(states) > 1


def _score_at(project: Path, remember: Remember, names: list[str], *, trust: float) -> float:
    """The score that the last state will have."""
    for name in names:
        remember(name, "Wizard", "The wizard opens.", trust=trust)
    memory = Memory.open(project)
    [(_, score)] = memory.rank("Open the wizard", product="shop", limit=1)
    memory.desk.recaller.index.close()
    return score
