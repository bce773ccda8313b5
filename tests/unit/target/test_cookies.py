"""Cookies: what a target sets comes back where it belongs, as long as it lasts, and nothing else does."""

from __future__ import annotations

import pytest

from hardwon.target.cookies import LONGEST_COOKIE, MOST_COOKIES, Cookies
from hardwon.target.exchange import Request

NOW = 1_800_000_000.0


def sent(lines: list[str], path: str = "/", *, given: str = "", host: str = "shop.example", at: str = "/") -> str:
    cookies = Cookies(host, clock=lambda: NOW)
    cookies.take(at, lines)
    headers = (("Cookie", given),) if given else ()
    return cookies.on(Request(method="GET", path=path, headers=headers)).header("Cookie")


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (["a=1; Path=/; HttpOnly; SameSite=Lax"], "a=1"),
        (["a=1", "b=2"], "a=1; b=2"),
        (["a=1", "a=2"], "a=2"),
        (['a="x=y"'], 'a="x=y"'),
        (["a="], "a="),
        (["only"], "only"),
        (["=", ""], ""),
        (["a=1; Secure"], "a=1"),
        (["a=\x00", "b=1\r\n c=2", "c=" + "x" * LONGEST_COOKIE], ""),
        (["a=1;\tPath=/"], "a=1"),
    ],
)
def test_what_is_set_comes_back(lines: list[str], expected: str) -> None:
    assert sent(lines) == expected


@pytest.mark.parametrize(
    ("end", "lasts"),
    [
        ("Max-Age=60", True),
        ("Max-Age=0", False),
        ("Max-Age=-1", False),
        ("Max-Age=" + "9" * 4000, True),
        ("Max-Age=soon", True),
        ("Expires=Wed, 21 Oct 2015 07:28:00 GMT", False),
        ("Expires=Wed, 21-Oct-2015 07:28:00 GMT", False),
        ("Expires=Wed, 21 Oct 2099 07:28:00 GMT", True),
        ("Expires=Thu, 01 Jan 1970 00:00:00 GMT; Max-Age=60", True),
        ("Expires=never", True),
        ("Expires=1 2 3 4 5 6", True),
    ],
)
def test_a_cookie_lasts_until_its_end(end: str, lasts: bool) -> None:
    assert sent([f"a=1; {end}"]) == ("a=1" if lasts else "")


def test_one_that_is_taken_back_is_gone() -> None:
    assert sent(["a=1; Path=/", "b=2", "a=; Path=/; Max-Age=0"]) == "b=2"


@pytest.mark.parametrize(
    ("line", "at", "path", "goes"),
    [
        ("a=1; Path=/shop", "/", "/shop", True),
        ("a=1; Path=/shop", "/", "/shop?q=/x", True),
        ("a=1; Path=/shop", "/", "/shop/cart", True),
        ("a=1; Path=/shop", "/", "/shopping", False),
        ("a=1; Path=/shop", "/", "/", False),
        ("a=1", "/account/login?next=/x/y", "/account/", True),
        ("a=1", "/account/login", "/", False),
        ("a=1", "/login", "/elsewhere/deep", True),
        ("a=1; Path=relative", "/login", "/x", True),
    ],
)
def test_a_cookie_goes_where_its_path_says(line: str, at: str, path: str, goes: bool) -> None:
    assert sent([line], path, at=at) == ("a=1" if goes else "")


def test_the_nearest_path_comes_first() -> None:
    assert sent(["a=far; Path=/", "a=near; Path=/x"], "/x/y") == "a=near; a=far"


@pytest.mark.parametrize(
    ("host", "domain", "taken"),
    [
        ("shop.example", "shop.example", True),
        ("shop.example", ".Example", True),
        ("localhost", "localhost", True),
        ("127.0.0.1", "127.0.0.1", True),
        ("127.0.0.1", "0.0.1", False),
        ("shop.example", "other.example", False),
        ("shop.example", "evilshop.example", False),
        ("shop.example", "my.shop.example", False),
    ],
)
def test_a_cookie_for_another_host_is_not_taken(host: str, domain: str, taken: bool) -> None:
    assert sent([f"a=1; Domain={domain}"], host=host) == ("a=1" if taken else "")


def test_what_a_request_has_already_gives_way_to_what_was_set_since() -> None:
    assert sent(["s=new"], given="a=1; s=old") == "a=1; s=new"
    assert sent(["s=; Max-Age=0"], given="a=1;s=old") == "a=1"
    assert sent(["s=; Max-Age=0"], given="s=old") == ""


def test_without_cookies_a_request_stays_as_it_is() -> None:
    assert sent([], given="a=1;odd;;b") == "a=1;odd;;b"


def test_so_many_cookies_are_kept_and_no_more() -> None:
    pairs = sent([f"c{number}=1" for number in range(MOST_COOKIES + 5)]).split("; ")
    assert (len(pairs), pairs[0]) == (MOST_COOKIES, "c5=1")


def test_values_are_in_no_repr() -> None:
    cookies = Cookies("shop.example")
    cookies.take("/", ["session=hunter2"])
    request = cookies.on(Request(method="GET", path="/"))
    assert "hunter2" in request.header("Cookie")
    assert "hunter2" not in repr(cookies) + repr(request)
