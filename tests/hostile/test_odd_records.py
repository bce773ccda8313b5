"""One odd file name, one folder that cannot be read, one malformed file: the rest goes on without it, and says so."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any

import pytest

from hardwon.memory import Memory
from hardwon.project.root import Project
from hardwon.store.quarantine import Quarantine

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.conftest import Cli

STEP = ("recall", "Open the login modal", "--product", "shop")
ADD = ("observations", "add", "--product", "shop", "--title", "Login modal: opens late", "--content")
TEXT = "The login modal appears about two seconds after the page."


@pytest.fixture
def tiers(call: Cli, project: Path) -> Path:
    """A memory with one good observation."""
    assert call(*ADD, TEXT).code == 0
    return project / ".hardwon" / "observations"


def written(path: bytes) -> None:
    os.makedirs(os.path.dirname(path), exist_ok=True)  # noqa: PTH103, PTH120 - names that are not text
    with open(path, "wb") as file:  # noqa: PTH123 - as above
        file.write(b"x")


ODD_NAMES: dict[str, bytes] = {
    "file that is not UTF-8": b"products/shop/obs_\xff\xfe.md",
    "file of another product": b"products/other/obs_\xff.md",
    "scope that is not UTF-8": b"products/\xff\xfe/obs_a.md",
    "scope with a bad name": b"products/..x/obs_a.md",
    "file with a line break": b"products/shop/obs_a\nb.md",
    "file with an escape": b"products/shop/obs_\x1b[31m.md",
}


@pytest.mark.parametrize("name", ODD_NAMES.values(), ids=ODD_NAMES)
def test_odd_name_is_left_out_and_named(call: Cli, tiers: Path, name: bytes) -> None:
    written(os.fsencode(tiers) + b"/" + name)
    found = call(*STEP, "--json")
    assert (found.code, len(found.document["observations"])) == (0, 1), found.stderr
    listed = call("observations", "list", "--json").document
    assert (len(listed["observations"]), len(listed["unreadable"])) == (1, 1)
    assert call("observations", "list").code == 0
    assert len(call("doctor", "--json").document["findings"]) == 1
    assert call(*ADD[:4], "--title", "Cart: empty", "--content", "The cart is empty after an order.").code == 0


def test_recall_says_what_it_could_not_look_at(call: Cli, tiers: Path) -> None:
    written(os.fsencode(tiers) + b"/products/shop/obs_\xff.md")
    found = call(*STEP, "--json")
    assert [each["reason"] for each in found.document["unread"]] == ["its name is not UTF-8, so it is not used"]
    assert "Left out: .hardwon/observations/products/shop/obs_" in found.stderr


@pytest.mark.parametrize("closed", ["products/other", "suites", "tests/t_login"])
def test_folder_that_cannot_be_read_is_left_out_and_named(
    call: Cli, tiers: Path, closed: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As it is for a user who may not read it; root may read everything."""
    (tiers / closed).mkdir(parents=True)
    real: Callable[..., Any] = os.scandir

    def scandir(place: Any = ".") -> Any:
        if os.fspath(place) == str(tiers / closed):
            raise PermissionError(13, "Permission denied", str(place))
        return real(place)

    monkeypatch.setattr(os, "scandir", scandir)
    found = call(*STEP, "--json")
    assert (found.code, len(found.document["observations"])) == (0, 1), found.stderr
    assert [each["path"] for each in found.document["unread"]] == [str(tiers / closed)]
    listed = call("observations", "list", "--json").document
    assert [(each["path"], each["reason"]) for each in listed["unreadable"]] == [
        (f".hardwon/observations/{closed}", "it cannot be read: Permission denied")
    ]
    assert call("doctor").code == 1


HELD = {
    "id": "q-20260105T100000-000000-aaaaaaaaaaaa",
    "time": "2026-01-05T10:00:00Z",
    "outcome": "unsafe",
    "reason": "It tells the reader to drop the instructions it has.",
    "findings": [{"rule": "override.en", "reason": "r"}],
    "origin": "curator",
    "tier": "products",
    "scope": "shop",
    "title": "T",
    "content": "c",
    "source_test": "t",
}
MALFORMED: dict[str, Any] = {
    "not an object": [],
    "null": None,
    "no title": {key: value for key, value in HELD.items() if key != "title"},
    "findings that are a text": HELD | {"findings": "x"},
    "findings that are numbers": HELD | {"findings": [1, 2]},
    "findings that are null": HELD | {"findings": None},
    "number as title": HELD | {"title": 5},
    "list as reason": HELD | {"reason": ["x"]},
    "text as position": HELD | {"position": "x"},
    "snapshot of numbers": HELD | {"suite_snapshot": [{"test": 1}]},
    "text as has_secret": HELD | {"has_secret": "no"},
}


@pytest.mark.parametrize("document", MALFORMED.values(), ids=MALFORMED)
def test_malformed_text_in_quarantine_is_named(call: Cli, project: Path, document: Any) -> None:
    folder = project / ".hardwon" / "quarantine"
    folder.mkdir(parents=True)
    (folder / f"{HELD['id']}.json").write_text(json.dumps(HELD))
    bad = "q-20260105T100000-000000-bbbbbbbbbbbb"
    (folder / f"{bad}.json").write_text(json.dumps(document))
    listed = call("quarantine", "list", "--json")
    assert (listed.code, [each["id"] for each in listed.document["held"]]) == (0, [HELD["id"]])
    assert bad in listed.stderr
    for command in (("show", bad), ("release", bad, "--why", "x")):
        ended = call("quarantine", *command)
        assert (ended.code, "did not expect" in ended.stderr) == (3, False), ended.stderr
    assert [each["path"] for each in call("doctor", "--json").document["findings"]][:1] == [
        f".hardwon/quarantine/{bad}.json"
    ]
    assert call("quarantine", "drop", bad).code == 0


def test_finding_without_its_rule_can_be_shown(call: Cli, project: Path) -> None:
    folder = project / ".hardwon" / "quarantine"
    folder.mkdir(parents=True)
    (folder / f"{HELD['id']}.json").write_text(json.dumps(HELD | {"findings": [{}]}))
    assert call("quarantine", "show", str(HELD["id"])).code == 0


@pytest.mark.parametrize("held", ["q-../../x", "../x", "q-\0", "x", "", "q-"])
def test_id_that_names_another_file_is_unknown(call: Cli, project: Path, held: str) -> None:
    (project / ".hardwon" / "quarantine").mkdir(parents=True)
    (project / "x.json").write_text(json.dumps(HELD))
    for command in ("show", "drop"):
        assert call("quarantine", command, "--", held).code == 3
    assert (project / "x.json").exists()


def test_listing_quarantine_looks_at_the_folder_once(project: Path, monkeypatch: pytest.MonkeyPatch, call: Cli) -> None:
    """It was quadratic: each text was looked for among all of them."""
    folder = project / ".hardwon" / "quarantine"
    folder.mkdir(parents=True)
    for number in range(30):
        (folder / f"q-20260105T100000-000000-{number:012x}.json").write_text(json.dumps(HELD))
    looks = []
    real = Quarantine.ids

    def ids(quarantine: Quarantine) -> list[str]:
        looks.append(quarantine)
        return real(quarantine)

    monkeypatch.setattr(Quarantine, "ids", ids)
    assert len(call("quarantine", "list", "--json").document["held"]) == 30
    assert len(looks) == 1


def test_odd_outcomes_do_not_hide_those_of_other_products(project: Path, call: Cli) -> None:
    outcomes = Memory.of(Project(project)).outcomes
    outcomes.record("shop", with_memory=True, passed=True, run="r", test="t", at="2026-01-05T10:00:00Z")
    folder = project / ".hardwon" / "runs" / ".outcomes"
    (folder / "bad.jsonl").symlink_to("/dev/zero")
    written(os.fsencode(folder) + b"/\xff.jsonl")
    assert list(call("breaker", "--json").document) == ["shop"]
    assert call("status").code == 0
    assert "bad.jsonl" in call("doctor").stdout
