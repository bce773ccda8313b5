"""Record files of which both sides changed something: what the merge holds."""

from __future__ import annotations

import json
from typing import Any

import pytest

from hardwon.areas.area import Scoring
from hardwon.errors import DamagedRecord, MergeConflict
from hardwon.store.merging import Versions, merged_file

NAME = "obs_a-b-c-d-e-f-g-h-i-j"
PATH = f".hardwon/observations/products/shop/{NAME}.md"


def note(
    *,
    trust: str = "0.5",
    confirmed: int = 0,
    contradicted: int = 0,
    at: str = "10",
    text: str = "Opens late.",
    more: str = "",
) -> bytes:
    return (
        f"---\nid: {NAME}\ntitle: Login modal\ntrust: {trust}\ncreated: 2030-01-01T00:00:00Z\n"
        f"last_confirmed: 2030-01-01T{at}:00:00Z\nconfirmed_count: {confirmed}\n"
        f"contradicted_count: {contradicted}\nsource_test: t_login\n{more}---\n{text}\n"
    ).encode()


BASE = note(trust="0.6", confirmed=2, contradicted=1)

OBSERVATIONS = {
    "confirmed on both": (
        BASE,
        note(trust="0.65", confirmed=3, contradicted=1, at="12"),
        note(trust="0.7", confirmed=4, contradicted=1, at="11"),
        note(trust="0.75", confirmed=5, contradicted=1, at="12"),
    ),
    "confirmed here, contradicted there": (
        BASE,
        note(trust="0.65", confirmed=3, contradicted=1, at="12"),
        note(trust="0.5", confirmed=2, contradicted=2),
        note(trust="0.55", confirmed=3, contradicted=2, at="12"),
    ),
    "trust ends at 1": (
        note(trust="0.95"),
        note(trust="1.0", confirmed=1),
        note(trust="1.0", confirmed=1),
        note(trust="1.0", confirmed=2),
    ),
    "contradicted on both until nothing is left": (
        note(trust="0.2"),
        note(trust="0.1", contradicted=1),
        note(trust="0.1", contradicted=1),
        None,
    ),
    "edited there, confirmed here": (
        BASE,
        note(trust="0.65"),
        note(text="Opens at once."),
        note(text="Opens at once."),
    ),
    "edited here, confirmed there": (
        BASE,
        note(text="Opens at once."),
        note(trust="0.65"),
        note(text="Opens at once."),
    ),
    "a key of another tool counts as text": (
        BASE,
        note(trust="0.65", confirmed=3, contradicted=1),
        note(trust="0.6", confirmed=2, contradicted=1, more="tag: slow\n"),
        note(trust="0.6", confirmed=2, contradicted=1, more="tag: slow\n"),
    ),
    "deleted here, confirmed there": (BASE, None, note(trust="0.65"), note(trust="0.65")),
    "deleted there, edited here": (BASE, note(text="Opens at once."), None, note(text="Opens at once.")),
    "deleted here, contradicted there": (BASE, None, note(trust="0.5"), None),
    "deleted here, untouched there": (BASE, None, BASE, None),
    "deleted on both": (BASE, None, None, None),
    "contradicted alike on both": (
        note(trust="0.5"),
        note(trust="0.4", contradicted=1),
        note(trust="0.4", contradicted=1),
        note(trust="0.3", contradicted=2),
    ),
    "edited alike on both": (BASE, note(text="Never."), note(text="Never."), note(text="Never.")),
    "added on both, every byte the same": (None, note(trust="0.55"), note(trust="0.55"), note(trust="0.55")),
    "added on both with the same text": (
        None,
        note(trust="0.55", confirmed=1),
        note(trust="0.6", confirmed=2),
        note(trust="0.65", confirmed=3),
    ),
    "trust written by hand with more digits": (
        note(trust="0.600"),
        note(trust="0.65", confirmed=1),
        note(trust="0.65", confirmed=1),
        note(trust="0.7", confirmed=2),
    ),
    "damaged there, untouched here": (BASE, BASE, b"---\nid: [\n", b"---\nid: [\n"),
}


@pytest.mark.parametrize("case", OBSERVATIONS)
def test_observation_that_both_sides_changed(case: str) -> None:
    base, ours, theirs, expected = OBSERVATIONS[case]
    assert merged_file(PATH, Versions(base, ours, theirs), Scoring()) == expected


@pytest.mark.parametrize("case", OBSERVATIONS)
def test_observation_is_the_same_whichever_side_is_ours(case: str) -> None:
    base, ours, theirs, expected = OBSERVATIONS[case]
    assert merged_file(PATH, Versions(base, theirs, ours), Scoring()) == expected


def test_line_ends_and_comments_of_our_file_stay() -> None:
    base = note(more="# why\n").replace(b"\n", b"\r\n")
    ours = note(trust="0.55", confirmed=1, more="# why\n").replace(b"\n", b"\r\n")
    theirs = note(trust="0.4", contradicted=1, more="# why\n").replace(b"\n", b"\r\n")
    expected = note(trust="0.45", confirmed=1, contradicted=1, more="# why\n").replace(b"\n", b"\r\n")
    assert merged_file(PATH, Versions(base, ours, theirs), Scoring()) == expected


@pytest.mark.parametrize(
    ("path", "base", "ours", "theirs"),
    [
        (PATH, BASE, note(text="Opens at once."), note(text="Never opens.")),
        (PATH, None, note(text="Opens at once."), note(text="Never opens.")),
        (PATH, BASE, note(trust="0.65"), b"no frontmatter"),
        ("observations/elsewhere.md", BASE, note(trust="0.65"), note(trust="0.55")),
    ],
)
def test_what_only_a_person_can_decide_is_named(path: str, base: bytes | None, ours: bytes, theirs: bytes) -> None:
    with pytest.raises(MergeConflict, match=path.rpartition("/")[2]):
        merged_file(path, Versions(base, ours, theirs), Scoring())


def memory(**counts: tuple[int, int]) -> bytes:
    areas: dict[str, Any] = {
        name: {"confidence": 0.5, "test_count": passes + fails, "pass_count": passes, "fail_count": fails}
        for name, (passes, fails) in counts.items()
    }
    return json.dumps({"areas": areas, "version": 1}).encode()


def counts(content: bytes | None) -> dict[str, tuple[int, int]]:
    areas = json.loads(content or b'{"areas": {}}')["areas"]
    return {name: (area["pass_count"], area["fail_count"]) for name, area in areas.items()}


@pytest.mark.parametrize(
    ("base", "ours", "theirs", "expected"),
    [
        (memory(auth=(2, 0)), memory(auth=(3, 0)), memory(auth=(2, 1)), {"auth": (3, 1)}),
        (None, memory(auth=(3, 0)), memory(cart=(1, 0)), {"auth": (3, 0), "cart": (1, 0)}),
        (memory(auth=(2, 0), cart=(1, 0)), None, memory(auth=(3, 0), cart=(1, 0)), {"auth": (3, 0)}),
        (memory(auth=(2, 0)), None, memory(auth=(2, 0)), {}),
    ],
)
def test_areas_add_up_also_where_a_file_is_gone(
    base: bytes | None, ours: bytes | None, theirs: bytes, expected: dict[str, tuple[int, int]]
) -> None:
    assert counts(merged_file(".hardwon/memory.json", Versions(base, ours, theirs), Scoring())) == expected


def test_damaged_areas_are_named_with_their_side() -> None:
    with pytest.raises(DamagedRecord, match=r"memory.json \(theirs\)"):
        merged_file(".hardwon/memory.json", Versions(None, memory(), b"{"), Scoring())


@pytest.mark.parametrize(("theirs", "expected"), [(b"runs/\n", b"runs/\n"), (None, b"cache/\n")])
def test_gitignore_is_never_a_conflict(theirs: bytes | None, expected: bytes) -> None:
    assert merged_file(".hardwon/.gitignore", Versions(b"#\n", b"cache/\n", theirs), Scoring()) == expected
