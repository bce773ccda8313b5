"""Scenarios as models write them: what is certain is mended, the rest refused by name, and the others are taken."""

from __future__ import annotations

from typing import Any

import pytest
from tests.unit.scenarios.as_models_write import FIRST, SECOND, Row

from hardwon.scenarios.reading import parse
from hardwon.scenarios.scenario import CommandRuns, HttpCalls, Scenario
from hardwon.target.origin import Origin

AREAS = ("auth", "cart", "checkout", "gift-cards")
HERE = Origin.of("http://127.0.0.1:8000")


@pytest.mark.parametrize("row", [*FIRST, *SECOND], ids=lambda row: row.name)
def test_what_is_taken(row: Row) -> None:
    found = parse(row.text.encode(), "ai.json", areas=AREAS, target=HERE)
    refused = {each.id: each.why for each in found.refused}
    assert tuple(each.id for each in found.scenarios) == row.taken, refused
    assert refused.keys() == row.refused.keys()
    assert all(part in refused[own] for own, part in row.refused.items()), refused
    facts = facts_of(found.scenarios[0])
    assert {key: facts.get(key) for key in row.facts} == row.facts
    assert row.noted in " ".join(found.notes)


def facts_of(scenario: Scenario) -> dict[str, Any]:
    told: dict[str, Any] = {key: getattr(scenario, key) for key in ("area", "priority", "steps", "title")}
    call = scenario.exec
    if isinstance(call, HttpCalls):
        request = call.requests[0]
        told |= {key: getattr(request, key) for key in ("method", "path", "winners", "concurrency", "form", "timeout")}
        told |= {"status": request.expected.status, "text": request.expected.text, "headers": dict(request.headers)}
        told["paths"] = tuple(each.path for each in call.requests)
        told["capture"] = next(((each.name, each.source, each.where) for each in request.captures), None)
    elif isinstance(call, CommandRuns):
        told |= {key: getattr(call.runs[0], key) for key in ("program", "args", "exit", "stdout")}
    else:
        told["exec"] = None
    return told
