"""Surfaces on the team's memory: tests that speak of no file run once more with the records on a real PostgreSQL."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest
from tests.surfaces.on_server import ON_SERVER

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.postgres.running import Databases

SETTINGS = ("HARDWON_PROVIDER", "HARDWON_DATABASE_URL")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if metafunc.function.__name__ in ON_SERVER.get(metafunc.definition.path.name, ()):
        metafunc.parametrize("_provider", ["local", "postgres"], indirect=True)


@pytest.fixture(autouse=True)
def _provider(
    _own_environment: None, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> Iterator[None]:
    """The records are files; or on a server, in a database of their own."""
    if getattr(request, "param", "local") == "local":
        yield
        return
    from hardwon.project import team  # noqa: PLC0415 - only where the extra is installed

    databases: Databases = request.getfixturevalue("databases")
    with databases.lent() as address:
        for name, value in zip(SETTINGS, ("postgres", address), strict=True):
            monkeypatch.setenv(name, value)
        yield
        team.close()


@pytest.fixture
def environment(environment: dict[str, str], _provider: None) -> dict[str, str]:
    """As for all tests, with the provider."""
    return environment | {name: os.environ[name] for name in SETTINGS if name in os.environ}
