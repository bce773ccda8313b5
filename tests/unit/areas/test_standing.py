"""Areas as they stand: by name, and by kind, which must say the same."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from hardwon.areas.area import Area, Scoring
from hardwon.areas.ledger import Areas
from hardwon.areas.standing import AreasNow

SCORING = Scoring()
FILES = st.sampled_from([None, "sha256:a", "sha256:b"])

AREAS = st.builds(
    Area,
    name=st.text(max_size=3),
    confidence=st.sampled_from([0.0, 0.19, 0.96, 1.0]),
    test_count=st.sampled_from([1, 2]),
    pass_count=st.sampled_from([1, 2]),
    fail_count=st.sampled_from([1, 2]),
    retired=st.booleans(),
    fingerprint=FILES,
    last_tested_at=st.sampled_from([None, "2026-01-02T03:04:05Z"]),
    extra=st.sampled_from([{}, {"owner": "x"}, {"owner": ["x"]}, {"pass": 1, "fail": 2}, {"fail": 1, "pass": 2}]),
)


def now(areas: list[Area], fingerprints: dict[str, str]) -> AreasNow:
    return AreasNow(Areas({}).changed({area.name: area for area in areas}), fingerprints, SCORING)


@given(st.lists(AREAS, max_size=12), st.dictionaries(st.text(max_size=3), FILES.filter(bool), max_size=4))
def test_area_of_its_kind_is_the_area_but_for_the_name(areas: list[Area], fingerprints: dict[str, str]) -> None:
    found = now(areas, fingerprints)
    kinds = found.kinds()
    assert list(kinds.of) == sorted(found) == list(found)
    for name, kind in kinds.of.items():
        assert replace(kinds.areas[kind], name=name) == found[name]
    assert sum(count for _, count in kinds.counted) == len(found)
    assert kinds.names(lambda area: area.retired) == [name for name, area in found.items() if area.retired]


def test_many_areas_have_few_kinds() -> None:
    areas = [Area(name=f"a{number}", confidence=number % 3 / 10) for number in range(300)]
    assert len(now(areas, {}).kinds().areas) == 3


def test_areas_whose_keys_stand_in_another_order_are_not_mixed_up() -> None:
    counts = {"name": "", "confidence": 0.5, "test_count": 3, "pass_count": 2, "fail_count": 1}
    turned = {"name": "", "confidence": 0.5, "test_count": 3, "fail_count": 2, "pass_count": 1}
    found = AreasNow(Areas({"a": counts, "b": turned}), {}, SCORING)
    kinds = found.kinds()
    assert [kinds.areas[kinds.of[name]].fail_count for name in "ab"] == [1, 2]
