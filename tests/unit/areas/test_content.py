"""Listings: what changed since an area last passed is the difference of the two listings, however many came between."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from hardwon.areas.content import GONE, Digested, Listings, content_of

listings = st.dictionaries(st.sampled_from(["a", "b", "c/d", "ü"]), st.sampled_from("123"), max_size=4)


def difference(now: Digested, then: Digested) -> dict[str, str]:
    return {path: then.get(path, GONE) for path in {*now, *then} if now.get(path) != then.get(path)}


@given(st.lists(st.tuples(listings, st.booleans()), max_size=8), listings)
def test_what_changed_is_the_difference(many: list[tuple[Digested, bool]], now: Digested) -> None:
    known = Listings()
    kept: dict[str, Digested] = {}
    for files, is_forgotten in many:
        content = content_of(files)
        if is_forgotten and kept:
            kept.pop(next(iter(kept)))
        kept[content.name] = files
        known = known.joined_by(content, set(kept))
    for name, then in kept.items():
        assert known.changed_since(name, now) == difference(now, then)
        assert known.changed_since(name, then) == {}
    assert known.others.keys() <= kept.keys(), "nothing is kept that nobody asks for"


def test_a_listing_that_is_not_known_says_nothing() -> None:
    known = Listings().joined_by(content_of({"a": "1"}), {"x"})
    assert known.changed_since("", {}) is None
    assert known.changed_since("another", {}) is None
