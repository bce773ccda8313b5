"""Outcomes on disk: across runs, bounded, never confused by names or broken lines."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardwon.doctor import examine
from hardwon.errors import StorageError, UsageError
from hardwon.project.root import Project
from hardwon.store import outcomes as stored
from hardwon.store.outcomes import Outcomes

if TYPE_CHECKING:
    from pathlib import Path

    from hardwon.guard.breaker import CircuitBreaker

AT = "2026-01-02T03:04:05Z"


def keep(store: Outcomes, product: str, *ends: str) -> CircuitBreaker:
    """Record ends such as `m+` and `b-`."""
    for end in ends:
        breaker = store.record(
            product, with_memory=end[0] == "m", passed=end[1] == "+", run="20260102T030405-000000-ab12", test="t", at=AT
        )
    return breaker


@pytest.fixture
def store(tmp_path: Path) -> Outcomes:
    return Outcomes(folder=tmp_path / "runs" / ".outcomes")


def test_asking_creates_nothing(store: Outcomes) -> None:
    assert store.products() == []
    assert store.standing("shop").outcomes == 0
    assert not store.breaker("shop").tripped
    assert not store.folder.exists()


def test_outcomes_of_earlier_runs_count(store: Outcomes) -> None:
    keep(store, "shop", "b+", "b+", "b+", "m-", "m-")
    again = Outcomes(folder=store.folder)
    assert not again.breaker("shop").tripped
    assert keep(again, "shop", "m-").tripped
    assert again.breaker("shop").reason == "3 of 3 attempts with memory failed, 0 of 3 without"


def test_products_do_not_mix(store: Outcomes) -> None:
    keep(store, "shop", "m-", "m-", "m-")
    keep(store, "Shop", "b+", "b+", "b+")
    keep(store, "shop ", "b+")
    assert store.products() == ["Shop", "shop", "shop "]
    assert store.breaker("shop").summary == "3 of 3 attempts with memory failed, 0 of 0 without"


def test_window_moves_and_the_file_stays_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stored, "FEWEST_KEPT", 30)
    store = Outcomes(folder=tmp_path, window=20)
    keep(store, "shop", *["m-"] * 100)
    breaker = keep(store, "shop", *["b+"] * 15)
    assert (breaker.memory.runs, breaker.baseline.runs) == (5, 15)
    assert store.path_of("shop").read_bytes().count(b"\n") <= 60


def test_shortening_keeps_the_whole_window(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whenever it happens, the newest outcomes are the same as without it; also beside broken lines."""
    monkeypatch.setattr(stored, "FEWEST_KEPT", 1)
    short = Outcomes(folder=tmp_path / "short", window=7)
    for number in range(60):
        end = "mb"[number % 3 > 0] + "+-"[number % 5 == 0]
        breaker = keep(short, "shop", end)
        with short.path_of("shop").open("ab") as file:
            file.write(b"\xff{half a li\n" if number % 4 == 0 else b"")
        assert breaker.memory.runs + breaker.baseline.runs == min(7, number + 1)


def test_larger_window_finds_older_outcomes(store: Outcomes) -> None:
    keep(store, "shop", *["m-"] * 50)
    assert Outcomes(folder=store.folder, window=40).breaker("shop").memory.runs == 40


def test_half_a_line_of_a_killed_writer_is_passed_over(store: Outcomes) -> None:
    keep(store, "shop", "b+", "m-")
    with store.path_of("shop").open("ab") as file:
        file.write(b'{"product": "shop", "with_mem')
    assert store.standing("shop").broken == 1
    assert keep(store, "shop", "m-").memory.failures == 2
    standing = store.standing("shop")
    assert (standing.outcomes, standing.broken) == (3, 1)


@pytest.mark.parametrize(
    "line",
    [
        b"null",
        b"[]",
        b"\x00\x01",
        b"[" * 100_000,
        b'{"product": "shop"}',
        b'{"product": "shop", "with_memory": 1, "passed": true}',
        b'{"product": "shop", "with_memory": true, "passed": "no"}',
        b'{"product": "other", "with_memory": true, "passed": false}',
        b'{"product": "shop", "reset": 1}',
    ],
)
def test_nonsense_lines_count_for_nothing(store: Outcomes, line: bytes) -> None:
    keep(store, "shop", "b+")
    path = store.path_of("shop")
    path.write_bytes(line + b"\n" + path.read_bytes() + line + b"\n")
    standing = store.standing("shop")
    assert (standing.outcomes, standing.broken) == (1, 2)
    assert store.products() == ["shop"] or b"other" in line


def test_reset_forgets_but_keeps_the_lines(store: Outcomes) -> None:
    keep(store, "shop", "b+", "b+", "b+", "m-", "m-", "m-")
    keep(store, "admin", "b+")
    assert store.reset("shop", at=AT) == 6
    assert store.standing("shop").outcomes == 0
    assert store.standing("admin").outcomes == 1
    assert len(store.path_of("shop").read_bytes().splitlines()) == 7
    assert keep(store, "shop", "m-").memory.runs == 1


@pytest.mark.parametrize("name", ["", "   ", "x" * 1001])
def test_unusable_products_are_refused(store: Outcomes, name: str) -> None:
    with pytest.raises(UsageError, match="name of a product"):
        keep(store, name, "m+")


@given(name=st.text(st.characters(), min_size=1, max_size=300).filter(str.strip))
def test_any_name_has_a_file_of_its_own_in_the_folder(tmp_path_factory: pytest.TempPathFactory, name: str) -> None:
    store = Outcomes(folder=tmp_path_factory.mktemp("outcomes"))
    keep(store, name, "m-")
    assert store.products() == [name]
    assert store.breaker(name).memory.failures == 1
    [path] = store.folder.glob("*.jsonl")
    assert path.parent == store.folder
    assert path.name.isascii()
    assert len(path.name) < 100


@pytest.mark.parametrize("name", ["../../etc/passwd", "/abs", "a/b", "nul\0", "x\ud800", ".."])
def test_hostile_names_stay_in_the_folder(store: Outcomes, name: str) -> None:
    keep(store, name, "m-")
    assert [path.parent for path in store.paths()] == [store.folder]
    assert store.products() == [name]


def test_link_is_never_written_through(store: Outcomes, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.write_text("mine")
    store.folder.mkdir(parents=True)
    store.path_of("shop").symlink_to(elsewhere)
    with pytest.raises(StorageError):
        keep(store, "shop", "m+")
    assert elsewhere.read_text() == "mine"


def test_what_is_kept_of_an_attempt(store: Outcomes) -> None:
    store.record("shop", with_memory=True, passed=False, run="r", test="evil\x1b[2J" + "x" * 5000, at=AT)
    row = json.loads(store.path_of("shop").read_bytes())
    assert (row["product"], row["with_memory"], row["passed"], row["run"], row["time"]) == (
        "shop",
        True,
        False,
        "r",
        AT,
    )
    assert "\x1b" not in row["test"]
    assert len(row["test"]) <= 200


def test_doctor_names_broken_lines(project: Path) -> None:
    store = Outcomes(folder=project / ".hardwon" / "runs" / ".outcomes")
    keep(store, "shop", "m+")
    assert [finding for finding in examine(Project(project)).findings if "outcomes" in finding.path] == []
    with store.path_of("shop").open("ab") as file:
        file.write(b"{half\n")
    [finding] = [finding for finding in examine(Project(project)).findings if "outcomes" in finding.path]
    assert finding.reason.startswith("line 2: ")
