"""Variables in texts."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardwon.runner.variables import NotAllowed, UnknownVariable, Variables, foreign_reference

KNOWN = Variables(
    own={"user": "ada", "empty": "", "loop": "{{user}}", "api_token": "t0k3n-value"},
    environ={"HOST": "h1", "TOKEN": "t1"},
    allowed=frozenset({"HOST", "HOME"}),
)


@pytest.mark.parametrize(
    ("text", "filled"),
    [
        ("as {{user}}", "as ada"),
        ("as {{ user }}", "as ada"),
        ("as ${user}!", "as ada!"),
        ("{{user}}{{user}}${user}", "adaadaada"),
        ("[{{empty}}]", "[]"),
        ("{{env:HOST}}", "h1"),
        ("{{env:user}}", "ada"),
        ("{{loop}}", "{{user}}"),
        (r"\{{user}} and \${user}", "{{user}} and ${user}"),
        ("{ {user} } and {user} and $user", "{ {user} } and {user} and $user"),
        ("{{ 1 + 1 }} costs $5", "{{ 1 + 1 }} costs $5"),
    ],
)
def test_put_in(text: str, filled: str) -> None:
    assert KNOWN.filled(text) == filled


@pytest.mark.parametrize("text", ["{{nobody}}", "${nobody}", "{{HOST}}", "${HOST}", "{{env:HOME}}"])
def test_unknown_ones_are_named(text: str) -> None:
    """The environment is asked only where the text says so."""
    with pytest.raises(UnknownVariable, match=r"nobody|HOST|HOME"):
        KNOWN.filled(text)


@pytest.mark.parametrize("text", ["{{env:TOKEN}}", "{{ env:TOKEN }} at {{env:HOST}}", "{{env:NOT_THERE}}"])
def test_ones_of_the_environment_that_nobody_allowed_are_named(text: str) -> None:
    """Also where they are not there: whether they are is nobody's business."""
    with pytest.raises(NotAllowed, match=r"TOKEN|NOT_THERE"):
        KNOWN.filled(text)


def test_what_is_asked_for() -> None:
    text = r"{{env:TOKEN}} {{env:HOST}} {{env:user}} {{TOKEN}} ${HOST} \{{env:KEPT}}"
    assert KNOWN.asked_in(text) == {"TOKEN", "HOST"}


def test_secrets_are_what_comes_from_the_environment_or_is_called_so() -> None:
    own = {"user": "ada-lovelace", "api_token": "t0k3n", "pass": "abc"}
    variables = Variables(own=own, environ={"HOST": "host-1"}, allowed=frozenset({"HOST"}))
    text = r"{{user}} {{api_token}} {{env:HOST}} {{pass}} \{{env:NONE}}"
    assert variables.secrets_in(text) == {"t0k3n", "host-1"}, "three letters are too few to be told from chance"
    assert "host-1" not in repr(variables)


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ('Run {{runHook:"h_seed"}} first', "runHook"),
        ("${hooks:Prepare Payment}", "hooks"),
        ("Upload ${file:receipt.pdf}", "file"),
        ("{{user}} ${user}", ""),
    ],
)
def test_references_of_another_tool(text: str, what: str) -> None:
    assert foreign_reference(text) == what


@given(text=st.text(), value=st.text())
def test_never_reads_a_value_again(text: str, value: str) -> None:
    """Whatever a value holds, it stands in the result as it is."""
    assert Variables(own={"x": value}).filled("<{{x}}>") == f"<{value}>"
    if "{{" not in text and "${" not in text:
        assert Variables().filled(text) == text
