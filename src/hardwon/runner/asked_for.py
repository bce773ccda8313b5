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
    from hardwon.runner.tests import Test


def told(plan: Plan, config: Config, url: str, *, curates: bool) -> list[str]:
    """A line for each, without any value. `url` is the address that the user gave."""
    hosts = dict.fromkeys((*_targets(plan, config, url), *_site(plan, config), *_further(plan)))
    return [*hosts, *_variables(plan), *_model(config, curates=curates)]


def _site(plan: Plan, config: Config) -> Iterator[str]:
    """Where the scenarios go, and what they start."""
    site, file = plan.means.site, config.file.name if config.file else "The configuration"
    every = [each for _, found in plan.scenarios for each in found.scenarios]
    if site.url and site.name and not site.is_own and any(map(plan.means.needs_address, every)):
        yield f"{file} has requests sent to {_host(site.url)} (target {one_line(site.name, 60)})."
    if site.may_start and not all(map(plan.means.needs_address, every)):
        yield f"Scenarios call {site.shown_command!r} (target {one_line(site.tool, 60)}), each in a folder of its own."


def _targets(plan: Plan, config: Config, url: str) -> Iterator[str]:
    names = dict.fromkeys(test.target for test in plan.single_tests() if not test.refused)
    for name in names if not url else ():
        target = config.targets.get(name)
        file = config.file.name if config.file else "The configuration"
        if other := config.overruled.get(name):
            yield f"{file} has {_host(other.url)} for the target {one_line(name, 60)}; yours counts."
        if target and target.url and not config.is_own_target(name):
            yield f"{file} has requests sent to {_host(target.url)} (target {one_line(name, 60)})."


def _further(plan: Plan) -> Iterator[str]:
    for test in plan.single_tests():
        yield from (f"{test.file} lets its steps lead to {_host(each)}." for each in test.allow if not test.refused)


def _host(url: str) -> str:
    origin = Origin.at(url)
    return str(origin) if origin else "no address"


def _variables(plan: Plan) -> Iterator[str]:
    asked: dict[str, Test] = {}
    for test in plan.single_tests():
        for name in sorted(test.asks_for):
            asked.setdefault(name, test)
    for name, test in sorted(asked.items()):
        is_refused = name not in plan.allowed or (name in plan.standing and test.refused)
        where = " for this target" if name in plan.allowed else ""
        refused = f", which is not allowed{where} (--allow-env {name} allows it)" if is_refused else ""
        yield f"{test.file} asks for the environment variable {name}{refused}."


def _model(config: Config, *, curates: bool) -> Iterator[str]:
    line = endpoint.asked_for(config) if curates else ""
    if line:
        yield line
