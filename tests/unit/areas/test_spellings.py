"""Which area a name means, among those that a project has."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardwon.areas.rules import Rule, spelling
from hardwon.areas.spellings import Naming, is_slip, respelled

KNOWN = ("auth", "user_profile", "Check-Out", "test_http", "pay ments", " blank ")
RULES = (Rule(area="User-Profile", tests=("**/profile/**",)), Rule(area="search", tests=("**/search/**",)))
NAMING = Naming.of(RULES, KNOWN)


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("auth", "auth"),
        ("AUTH", "auth"),
        ("user-profile", "user_profile"),
        ("UserProfile", "user_profile"),
        ("User-Profile", "user_profile"),
        ("checkout", "Check-Out"),
        ("check_out", "Check-Out"),
        ("Search", "search"),
        ("blank", " blank "),
        ("payments", "payments"),
        ("auth2", "auth2"),
        ("author", "author"),
    ],
)
def test_case_hyphens_and_underscores_do_not_make_another_area(said: str, meant: str) -> None:
    assert NAMING.called(said) == meant


def test_two_spellings_that_a_record_has_from_before_stay_two() -> None:
    naming = Naming.of((), ("Auth", "auth"))
    assert [naming.called(name) for name in ("auth", "Auth", "AUTH")] == ["auth", "Auth", "Auth"]


def test_rules_go_by_the_names_of_the_record() -> None:
    assert [rule.area for rule in respelled(RULES, KNOWN)] == ["user_profile", "search"]
    assert [rule.area for rule in respelled(RULES, ())] == ["User-Profile", "search"]


@pytest.mark.parametrize(
    ("file", "area"),
    [
        ("tests/test_http.py", "test_http"),
        ("tests/test_url.py", "url"),
        ("test_auth.py", "auth"),
        ("tests/profile/test_x.py", "user_profile"),
        ("tests/AUTH/test_x.py", "auth"),
        ("src/cart.spec.ts", "cart"),
        ("src/cart.test.tsx", "cart"),
        ("pkg/cart_test.go", "pkg"),
        ("cart_test.go", "cart"),
        ("tests/test_.py", "test_"),
    ],
)
def test_a_known_area_goes_on_under_its_older_default_name(file: str, area: str) -> None:
    assert NAMING.place(name="t", file=file).area == area


def test_the_new_default_name_wins_once_an_area_has_it() -> None:
    naming = Naming.of((), ("test_http", "http"))
    assert naming.place(name="t", file="tests/test_http.py").area == "http"


def test_new_names_of_one_run_that_are_spelt_alike_are_one_area() -> None:
    assert Naming().settled(["Basket", "basket", "bas-ket", "auth"]) == {
        "Basket": "Basket",
        "basket": "Basket",
        "bas-ket": "Basket",
        "auth": "auth",
    }


@pytest.mark.parametrize(
    ("one", "other", "slip"),
    [
        ("checkout", "chekout", True),
        ("checkout", "checkuot", True),
        ("checkout", "checkouts", True),
        ("checkout", "checkoot", True),
        ("login", "logn", True),
        ("checkout", "check out", False),
        ("cart", "card", False),
        ("api", "app", False),
        ("module1", "module2", False),
        ("orders1", "orders", False),
        ("checkout", "checkin", False),
        ("checkout", "checkout", False),
        ("invoice", "voice", False),
    ],
)
def test_one_letter_of_five_or_more_is_a_slip_and_a_figure_is_not(one: str, other: str, slip: bool) -> None:
    assert is_slip(one, other) is is_slip(other, one) is slip


def test_near_names_are_looked_for_among_areas_of_the_record_and_of_rules() -> None:
    assert NAMING.near("serch") == "search"
    assert NAMING.near("Check_Ot") == "Check-Out"
    assert NAMING.near("checkout") == "", "it is that area"


@given(st.text(max_size=20))
def test_any_name_means_one_area_for_good(name: str) -> None:
    meant = NAMING.called(name)
    assert NAMING.called(meant) == meant
    assert meant == name or spelling(meant) == spelling(name)
