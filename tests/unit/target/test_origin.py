"""Where a target is, and what is on it: told apart from all that only looks like it."""

from __future__ import annotations

import pytest

from hardwon.errors import UsageError
from hardwon.target.origin import Origin, encoded, path_of


@pytest.mark.parametrize(
    ("url", "shown", "base"),
    [
        ("http://127.0.0.1:8000", "http://127.0.0.1:8000", ""),
        ("http://Shop.Example/", "http://shop.example:80", ""),
        ("https://shop.example/app/", "https://shop.example:443", "/app"),
        ("http://[::1]:81/ä", "http://[::1]:81", "/%C3%A4"),
        ("http://bücher.example", "http://xn--bcher-kva.example:80", ""),
    ],
)
def test_the_address_of_a_target(url: str, shown: str, base: str) -> None:
    assert (str(Origin.of(url)), Origin.of(url).base) == (shown, base)


@pytest.mark.parametrize(
    "url",
    [
        "",
        "shop.example",
        "ftp://shop.example",
        "file:///etc/passwd",
        "http://",
        "http://x:99999",
        "http://x:port",
        "http://x/?q=1",
        "http://x/#f",
        "http://user:hunter2@x/",
        "http://user:hunter2@x:99999/",
        "http://user:hunter2@x/?q=1",
        "http://user:hunter2/3@x/",
        "http://a b/",
        "http://x\r\nHost: evil/",
        "http://[bad",
        "http://" + "a" * 300,
    ],
)
def test_what_names_no_target(url: str) -> None:
    with pytest.raises(UsageError) as caught:
        Origin.of(url)
    assert "hunter2" not in str(caught.value)


def test_other_origins_are_told_apart() -> None:
    origin = Origin.of("http://shop.example:8000")
    assert origin.holds("http://SHOP.example:8000/x?y=1#z")
    for url in (
        "http://shop.example/",
        "https://shop.example:8000/",
        "http://shop.example.evil:8000/",
        "http://shop.example:8000@evil/",
        "http://evil@shop.example:8000/",
        "javascript:alert(1)",
    ):
        assert not origin.holds(url)


def test_names_of_one_host_are_one_origin() -> None:
    """The explorer used to compare them as they were written."""
    assert Origin.of("http://bücher.example").holds("http://xn--bcher-kva.example/x")
    assert Origin.of("http://[::1]:81").holds("http://[0:0:0:0:0:0:0:1]:81/")


@pytest.mark.parametrize(
    ("url", "path"),
    [
        ("http://x", "/"),
        ("http://x?a=ä#f", "/?a=%C3%A4"),
        ("http://x/a b\r\nHost: y", "/a%20bHost:%20y"),
        ("http://x//evil/", "//evil/"),
        ("http://x/\ud800", "/%ED%A0%80"),
    ],
)
def test_the_path_of_an_address_as_it_is_sent(url: str, path: str) -> None:
    assert path_of(url) == path


def test_encoding_leaves_what_is_encoded() -> None:
    assert encoded("/a%20b/ü?x=[1]&y=<z>") == "/a%20b/%C3%BC?x=[1]&y=%3Cz%3E"


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("HTTP://Shop.Example/a", ("http", "shop.example", 80)),
        ("https://shop.example:8443", ("https", "shop.example", 8443)),
        ("http://user:secret@shop.example/", None),
        ("http://shop.example:99999/", None),
        ("http://[::1/", None),
        ("javascript:alert(1)", None),
        ("", None),
    ],
)
def test_an_origin_is_scheme_host_and_port(url: str, expected: object) -> None:
    origin = Origin.at(url)
    assert (origin and (origin.scheme, origin.host, origin.port)) == expected
