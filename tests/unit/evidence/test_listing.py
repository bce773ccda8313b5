"""Lists of tests: plain ones, and what pytest prints; one that cannot be whole is refused."""

from __future__ import annotations

import pytest

from hardwon.errors import UsageError
from hardwon.evidence.listing import listed

IDS = "tests/a.py::test_one\ntests/a.py::TestB::test_two[x y]\n"


def test_plain_list_is_one_name_on_each_line() -> None:
    assert listed(f"\ufeff{IDS}\n\r\ncom.shop.PayTest::refund\r\nt_login\nt_login\n") == [
        "tests/a.py::test_one",
        "tests/a.py::TestB::test_two[x y]",
        "com.shop.PayTest::refund",
        "t_login",
    ]
    assert listed("") == []


@pytest.mark.parametrize(
    "summary",
    [
        "2 tests collected in 0.75s",
        "2/11 tests collected (9 deselected) in 0.90s",
        "=================== 2 tests collected in 3.01s ====================",
        "2 tests collected in 75.20s (0:01:15)",
    ],
)
def test_summary_of_pytest_is_no_test(summary: str) -> None:
    warnings = "=== warnings summary ===\ntests/a.py::test_one\n  tests/a.py:3: DeprecationWarning: x::y\n\n"
    for between in ("", warnings):
        assert listed(f"{IDS}\n{between}{summary}\n") == IDS.splitlines()


def test_one_test_and_none() -> None:
    assert listed("a.py::t\n\n1 test collected in 0.01s\n") == ["a.py::t"]
    assert listed("\nno tests collected in 0.01s\n") == []
    assert listed("\nno tests collected (3 deselected) in 0.01s\n") == []


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (f"{IDS}\nERROR tests/b.py\n2 tests collected, 1 error in 1.07s\n", "2 tests collected, 1 error in 1.07s"),
        ("\nno tests collected, 2 errors in 0.58s\n", "could not collect everything"),
        (f"{IDS}\n3 tests collected in 0.75s\n", "names 2 tests, but pytest says that it collected 3"),
        ("<Dir tests>\n  <Module a.py>\n    <Function test_one>\n", "a tree or counts"),
        ("tests/a.py: 2\ntests/b.py: 1\n", "a tree or counts"),
    ],
)
def test_list_that_cannot_be_whole_is_refused(text: str, reason: str) -> None:
    with pytest.raises(UsageError, match=reason):
        listed(text)
