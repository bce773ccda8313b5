"""A mistyped variable is warned about, wherever it has no effect."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    import pytest
    from tests.conftest import Cli


def test_mistyped_variable_is_warned_about_beside_the_output(
    project: Path, call: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HARDWON_MODEL_KEYS", "x")
    ended = call("status", "--json")
    assert ended.document["areas"] == []
    assert "HARDWON_MODEL_KEYS is not a setting and has no effect; did you mean HARDWON_MODEL_KEY?" in ended.stderr


def test_known_variable_is_not(project: Path, call: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HARDWON_MODEL_KEY", "x")
    assert "HARDWON" not in call("status").stderr
