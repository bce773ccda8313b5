"""Observations: scopes that cannot leave their tier, and trust that moves by exact steps."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardwon.errors import UsageError
from hardwon.observations.observation import NEW_TRUST, Observation, Scope, confirmed, deprecated, rounded

AT = "2026-03-01T08:00:00Z"


def observation(trust: float = NEW_TRUST) -> Observation:
    return Observation(
        id="obs_a-b-c-d-e-f-g-h-i-j",
        scope=Scope("products", "shop"),
        title="t",
        content="c",
        trust=trust,
        created="2026-01-05T10:00:00Z",
        last_confirmed="2026-01-05T10:00:00Z",
        source_test="t",
    )


LOOK_ALIKES = ["\uff0e\uff0e", "a\uff0fb", "\u2025"]
INVISIBLE = ["shop\n", "a\u202eb", "a\u200bb", "\ud800", "shop\0"]


@pytest.mark.parametrize(
    "name",
    [
        "",
        " ",
        ".",
        "..",
        "../shop",
        "a/../b",
        "a/b",
        "a\\b",
        ".hidden",
        "a..b",
        "x" * 300,
        "shop ",
        *LOOK_ALIKES,
        *INVISIBLE,
    ],
)
def test_names_that_could_leave_their_tier_are_refused(name: str) -> None:
    with pytest.raises(UsageError, match="cannot be the name of a scope"):
        Scope("products", name)


@pytest.mark.parametrize("name", ["shop", "t_login", "Café", "日本", "a b", "v1.2", "%2e%2e%2f", "-rf"])
def test_ordinary_names_are_scopes(name: str) -> None:
    assert Scope("tests", name).name == name


def test_confirmation() -> None:
    after = confirmed(observation(), delta=0.05, at=AT)
    assert (after.trust, after.confirmed_count, after.last_confirmed) == (0.55, 1, AT)


def test_deprecation() -> None:
    after = deprecated(observation(), delta=0.1)
    assert (after.trust, after.contradicted_count) == (0.4, 1)
    assert after.last_confirmed == observation().last_confirmed


def test_five_contradictions_leave_nothing() -> None:
    current = observation()
    for _ in range(5):
        current = deprecated(current, delta=0.1)
    assert current.trust == 0.0


@pytest.mark.parametrize(
    ("trust", "kept"), [(0.0005, 0.001), (0.0004999, 0.0), (0.3335, 0.334), (1.2, 1.0), (-1.0, 0.0)]
)
def test_three_decimals_half_up(trust: float, kept: float) -> None:
    assert rounded(trust) == kept


@given(st.lists(st.booleans(), max_size=60), st.floats(0, 1), st.floats(0, 1))
def test_trust_stays_in_its_bounds_and_follows_the_evidence(steps: list[bool], up: float, down: float) -> None:
    current = observation()
    for right in steps:
        after = confirmed(current, delta=up, at=AT) if right else deprecated(current, delta=down)
        assert 0 <= after.trust <= 1
        assert after.trust >= current.trust if right else after.trust <= current.trust
        assert round(after.trust, 3) == after.trust
        current = after
    assert current.confirmed_count + current.contradicted_count == len(steps)


def test_a_release_holds_for_exactly_one_text() -> None:
    plain = observation()
    let_pass = replace(plain, released_by="ada: fine", released_digest=plain.digest)
    assert let_pass.is_released
    assert not replace(let_pass, content="other").is_released
    assert not replace(let_pass, released_by=None).is_released
