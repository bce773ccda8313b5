"""What files of the repository ask a run for: hosts that it talks to, variables that it uses. Told before it begins."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hardwon.curation import endpoint
from hardwon.target.origin import Origin
from hardwon.text.plain import one_line

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hardwon.project.config import Config
    from hardwon.runner.plan import Plan


def told(plan: Plan, config: Config, url: str, *, curates: bool) -> list[str]:
    """A line for each, without any value. `url` is the address that the user gave."""
    return [*dict.fromkeys(_targets(plan, config, url)), *_variables(plan), *_model(config, curates=curates)]


def _targets(plan: Plan, config: Config, url: str) -> Iterator[str]:
    names = dict.fromkeys(test.target for test in plan.single_tests() if not test.refused)
    for name in names if not url else ():
        target = config.targets.get(name)
        if target and target.url and f"targets.{name}" not in config.granted:
            file = config.file.name if config.file else "The configuration"
            yield f"{file} has requests sent to {_host(target.url)} (target {one_line(name, 60)})."


def _host(url: str) -> str:
    origin = Origin.at(url)
    return str(origin) if origin else "no address"


def _variables(plan: Plan) -> Iterator[str]:
    asked: dict[str, str] = {}
    for test in plan.single_tests():
        for name in sorted(test.asks_for):
            asked.setdefault(name, test.file)
    for name, file in sorted(asked.items()):
        refused = "" if name in plan.allowed else f", which is not allowed (--allow-env {name} allows it)"
        yield f"{file} asks for the environment variable {name}{refused}."


def _model(config: Config, *, curates: bool) -> Iterator[str]:
    line = endpoint.asked_for(config) if curates else ""
    if line:
        yield line
