"""What a client wants run, looked at before anything is read: each refusal says how to ask so that it works."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hardwon.errors import NotGranted, UsageError
from hardwon.runner.loop import place_of
from hardwon.runner.plan import SCENARIOS
from hardwon.runner.testbed import site_of
from hardwon.text.plain import first_of, one_line

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hardwon.mcp.served import Served
    from hardwon.project.config import Config
    from hardwon.runner.plan import Plan

MOST_LISTED = 10
_TESTS = (".yaml", ".yml")
_WILD = "*?["


def check_names(served: Served, arguments: Mapping[str, Any]) -> None:
    """UsageError if a name cannot be something to run, or if scenarios have no target."""
    names = arguments.get("names") or ()
    for name in names:
        try:
            path = served.inside(name)
        except UsageError as error:
            if not name.endswith(SCENARIOS):
                raise
            raise NotGranted(error.args[0], remedy=error.remedy) from error  # as where a person names such a file
        if path.is_file() and not name.endswith((*SCENARIOS, *_TESTS)):
            raise UsageError(
                f"{one_line(name)!r} is not a test of hardwon's: those are YAML files, and files of scenarios.",
                remedy="Run it with its own runner; `pytest --hardwon` lets its results count. What you carry out "
                "yourself goes through `start_test`.",
            )
        if not path.exists() and not any(sign in name for sign in _WILD):
            raise UsageError(
                f"There is no file or folder {one_line(name)!r} in the project.",
                remedy="Give `names` as paths below the project's root, or leave it out to run what is configured.",
            )
    only = site_of(served.memory.config)
    has_target = "target" in arguments or only.url or only.command
    if not has_target and any(name.endswith(SCENARIOS) for name in names):
        raise UsageError("Scenarios need a target.", remedy=targets_told(served.memory.config))


def targets_told(config: Config) -> str:
    """Which targets there are to name; where there is none, how one comes about."""
    known = [one_line(name, 40) for name, target in config.targets.items() if target.url]
    if known:
        return f"Give `target`: {first_of(known, MOST_LISTED)}."
    return (
        "None is configured, and a client cannot give an address. Ask a person to add one to hardwon.yaml: "
        "`targets: {local: {product: shop, url: 'http://127.0.0.1:8000'}}`."
    )


def check_product(served: Served, plan: Plan, arguments: Mapping[str, Any]) -> None:
    """UsageError if the server is about one product, and a test is about another."""
    if served.product is None:
        return
    records = served.memory.records
    products = {test.file: place_of(test, records).product for test in plan.single_tests()}
    target = records.config.targets.get(arguments.get("target", ""))
    if target and target.product:
        products[f"the target {arguments['target']}"] = target.product
    for what, product in products.items():
        if product != served.product:
            raise UsageError(
                f"This server is about the product {one_line(served.product, 60)!r} alone, and {one_line(what)} is "
                f"about {one_line(product, 60)!r}.",
                remedy="Leave it out.",
            )
