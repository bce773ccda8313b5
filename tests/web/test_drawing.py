"""Where the parts of a plot stand: inside of it, and as large as what they stand for."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardwon.web import drawing
from hardwon.web.addresses import Addresses, FileAddresses, slug
from hardwon.web.drawing import MAP_HEIGHT, MAP_WIDTH, NAME, Dot

weights = st.lists(st.integers(1, 10_000), min_size=1, max_size=60)


@given(weights)
def test_tiles_fill_the_map_by_their_weights(given_weights: list[int]) -> None:
    tiles = drawing.treemap([float(each) for each in given_weights])
    assert sorted(tile.place for tile in tiles) == list(range(len(given_weights)))
    for tile in tiles:
        assert -0.2 <= tile.x <= tile.x + tile.width <= MAP_WIDTH + 0.3
        assert -0.2 <= tile.y <= tile.y + tile.height <= MAP_HEIGHT + 0.3
    whole = sum(tile.width * tile.height for tile in tiles)
    assert whole == pytest.approx(MAP_WIDTH * MAP_HEIGHT, rel=0.05)


@given(st.lists(st.floats(-1, 2), min_size=1, max_size=50))
def test_points_stay_inside_of_the_plot(values: list[float]) -> None:
    drawn = drawing.plot([Dot(value=value, label="x", before=(("changed", "y"),)) for value in values])
    assert drawn is not None
    for mark in drawn.marks:
        assert 0 <= mark.x <= drawn.width
        assert 0 <= mark.y <= drawn.height
    assert len(drawn.events) == len(values)


@given(st.lists(st.integers(0, 3), min_size=1, max_size=200))
def test_names_of_events_never_stand_on_each_other(counts: list[int]) -> None:
    drawn = drawing.plot([Dot(value=0.5, label="x", before=(("changed", "y"),) * count) for count in counts])
    assert drawn is not None
    assert len(drawn.events) == sum(counts)
    named = [(each.x - NAME if each.is_late else each.x, each.y) for each in drawn.events if each.is_named]
    for place, (x, y) in enumerate(named):
        assert all(abs(x - left) >= NAME - 0.2 for left, line in named[:place] if line == y)
    assert not counts[0] or drawn.events[0].is_named


def test_nothing_to_draw_is_no_plot() -> None:
    assert (drawing.plot([]), drawing.spark([]), drawing.treemap([])) == (None, None, [])


@given(st.text(min_size=1, max_size=300), st.text(min_size=1, max_size=300))
def test_two_names_never_share_a_file(one: str, other: str) -> None:
    assert (slug(one) == slug(other)) == (one == other)
    for name in (slug(one), slug(other)):
        assert "/" not in name
        assert not name.startswith((".", "page-"))
        assert len(name) < 100


def test_page_of_an_observation_is_called_as_its_id() -> None:
    longest = f"obs_{'-'.join(['shoulder'] * 10)}"
    assert slug(longest) == longest


@pytest.mark.parametrize("name", [".", "..", "a/../b", "/", "a//b", "%2f", "a?b#c", " ", "ü", "-"])
def test_an_address_of_an_area_survives_a_browser(name: str) -> None:
    address = Addresses().area(name)
    assert address.startswith("/areas/")
    assert "/../" not in f"{address.partition('?')[0]}/"
    assert FileAddresses("../").area(name).startswith("../areas/")
