"""The pytest plugin: a suite gets a memory by switching it on.

Off, it costs its options and nothing else: hardwon itself is imported only when it is on, or when a test asks for the
fixture.
"""

from __future__ import annotations

import gc
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hardwon.plugin.agentic import PytestRun

_IMPLY = ("hardwon_reduce", "hardwon_explain", "hardwon_escalate", "hardwon_summary")
"""Options that make no sense while it is off, so they switch it on."""


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("hardwon", "hardwon: a memory of what each area has proven")
    on = group.addoption
    on("--hardwon", action="store_true", default=None, help="Record verdicts and history of this run, and show them.")
    on("--no-hardwon", dest="hardwon", action="store_false", help="Switch it off where the ini file switches it on.")
    on(
        "--hardwon-reduce",
        action="store_true",
        help="Leave out tests of retired areas and sample stable ones; probes and everything unproven still run.",
    )
    on("--hardwon-explain", action="store_true", help="Give the reason for each test that is, or would be, left out.")
    on(
        "--hardwon-escalate",
        action="store_true",
        help="With --hardwon-reduce: a probe that fails brings the rest of its area back in the same run.",
    )
    on("--hardwon-state", metavar="TEXT", help="What is tested: names the build of a remote target.")
    on("--hardwon-summary", metavar="FILE", help="Write what failed, moved and was left out as a page: Markdown.")
    on("--hardwon-product", metavar="NAME", help="The product that steps of the `hardwon` fixture are about.")
    parser.addini("hardwon", "Switch hardwon on for every run.", type="bool", default=False)
    parser.addini("hardwon_product", "The product that steps of the `hardwon` fixture are about.", default="")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "area(name): the area that this test is evidence for (hardwon)")
    config.addinivalue_line("markers", "unskippable: never left out by --hardwon-reduce (hardwon)")
    config.addinivalue_line("markers", "unrepeatable: not run again without memory when it failed with it (hardwon)")
    if is_on(config):
        _install(config)


def _install(config: pytest.Config) -> None:
    # What is loaded stays: Python would look for garbage in it several times, a third of what loading costs.
    was_on = gc.isenabled()
    gc.disable()
    try:
        from hardwon.plugin.installing import install  # noqa: PLC0415 - the plugin costs nothing while it is off

        install(config)
    finally:
        if was_on:
            gc.enable()


def is_on(config: pytest.Config) -> bool:
    """Whether the command line or the ini file switches hardwon on; the command line wins."""
    said = config.getoption("hardwon")
    if said is None:
        return any(config.getoption(each) for each in _IMPLY) or bool(config.getini("hardwon"))
    return bool(said)


@pytest.fixture
def hardwon(request: pytest.FixtureRequest) -> Iterator[PytestRun]:
    """The run of this test: `with hardwon.step("Open the login modal") as step: …`; off, steps get no memory."""
    from hardwon.plugin.agentic import run_of  # noqa: PLC0415 - it loads the whole runner

    yield from run_of(request)
