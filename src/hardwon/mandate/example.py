"""One worked example for this very system: a scenario with an `exec` on one of its routes or commands. Pure."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from hardwon.guard.passing import is_unsafe
from hardwon.text.quoting import quoted

if TYPE_CHECKING:
    from hardwon.mandate.parts import Mandate
    from hardwon.mandate.system.facts import Route

_WRITES = ("POST", "PUT", "PATCH")
_TELLING = re.compile(r"login|sign|register|create|add|order|checkout|cart|new", re.IGNORECASE)
_PLAIN_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9 _-]{0,59}")
"""Of areas: what an example shows is plain."""

_REFUSALS = (200, 302, 303, 400, 401, 403, 422)
"""How sound systems refuse a form: shown again, sent back to it, or with a status of their own."""

_OF_JSON = frozenset({"FastAPI", "NestJS", "Litestar"})
"""Frameworks that take JSON: a form would be refused for being one."""

_PLAIN = re.compile(r"/[A-Za-z0-9_./-]*")


def worked(mandate: Mandate) -> str:
    """The example as JSON on few lines; it only names what was read from the project and is plain."""
    listed = [name for names in mandate.names.values() for name in names]
    area = next(filter(_may_be_shown, listed), "")
    if mandate.is_web:
        made = _over_http(mandate, area)
    elif mandate.is_program:
        made = _of_program(area)
    else:
        made = _in_words(area)
    return _lines(made)


def _may_be_shown(name: str) -> bool:
    """Whether the example may hold the name of an area."""
    return _PLAIN_NAME.fullmatch(name) is not None and not _is_order(name)


def _is_order(name: str) -> bool:
    """Whether it reads like an instruction: the example is ours, and not marked as read from the project."""
    return is_unsafe(re.sub(r"[/._-]+", " ", name))


def _over_http(mandate: Mandate, area: str) -> dict[str, Any]:
    route = _chosen(mandate)
    path = route.path if route else "/"
    owners = [name for name, facts in mandate.facts.items() if route in facts.routes and _may_be_shown(name)]
    own = next((name for name in owners if name.lower() in path.lower()), owners[0] if owners else area)
    if route is None or not set(_WRITES) & set(route.methods):
        return _scenario(
            own,
            title="An address that nobody has been given is asked for",
            steps=["Open an address with a number that is far too large"],
            expected="It is not found, and the page says so without showing how the system is made",
            exec={
                "mode": "http",
                "method": "GET",
                "path": f"{path.rstrip('/')}/99999999999",
                "expected_status": [400, 404],
                "absent_text": ["Traceback"],
            },
        )
    method = next(method for method in _WRITES if method in route.methods)
    sent = {"method": method, "path": path, "expected_status": [*_REFUSALS]}
    if _is_api(mandate):
        return _of_api(own, sent)
    pages = {each.path for each in mandate.system.routes if "GET" in each.methods}
    shown = next((page for page in (path, "/") if page in pages), "")
    return _scenario(
        own,
        title=f"Nothing is filled in at {path}, and the form is sent twice",
        steps=["Open the form", "Send it with blanks only", "Send it again"],
        expected="Both times it is refused with a message, and nothing is made",
        exec={
            "mode": "http",
            **({"setup": [{"method": "GET", "path": shown}]} if shown else {}),
            "requests": [
                {**sent, "form": {"name": "  "}, "absent_text": ["Traceback"]},
                {**sent, "form": {}, "absent_text": ["Traceback"]},
            ],
        },
    )


def _of_api(area: str, sent: dict[str, Any]) -> dict[str, Any]:
    refused = {**sent, "expected_status": [400, 401, 403, 422]}
    return _scenario(
        area,
        title=f"Nothing is filled in at {sent['path']}, and it is sent twice",
        steps=["Send an object with nothing in it", "Send blanks and a number below nothing"],
        expected="Both times it is refused with a message, and nothing is made",
        exec={
            "mode": "http",
            "requests": [
                {**refused, "body": {}, "absent_text": ["Traceback"]},
                {**refused, "body": {"name": "  ", "quantity": -1}, "absent_text": ["Traceback"]},
            ],
        },
    )


def _is_api(mandate: Mandate) -> bool:
    """Whether it takes JSON rather than forms, as far as its frameworks tell."""
    return any(_OF_JSON.intersection(names) for kind, names in mandate.system.kinds if kind == "web service")


def _of_program(area: str) -> dict[str, Any]:
    return _scenario(
        area,
        title="A file is named that is not there",
        steps=["Call it with the name of a file that does not exist"],
        expected="It says which file is missing, on standard error, and fails",
        exec={
            "mode": "cli",
            "args": ["no such file.txt"],
            "expected_exit": [1, 2],
            "absent_text": ["Traceback"],
            "expected_files": {"no such file.txt": None},
        },
    )


def _in_words(area: str) -> dict[str, Any]:
    return _scenario(
        area,
        title="It is closed twice",
        steps=["Open it, use it once, close it", "Close it again"],
        expected="The second close does nothing, and raises nothing",
    )


def _scenario(area: str, *, title: str, steps: list[str], expected: str, **call: Any) -> dict[str, Any]:
    return {
        "id": "-".join(re.findall(r"[a-z0-9]+", title.partition(",")[0].lower())),
        "title": title,
        "user_perspective": "Someone in a hurry, who did not look at what was filled in",
        "preconditions": [],
        "steps": steps,
        "chaos_factors": [],
        "expected_behavior": expected,
        "failure_modes": ["It fails with an error that only its makers understand"],
        "priority": "medium",
        "area": area or "a-part-of-it",
        **call,
    }


def _chosen(mandate: Mandate) -> Route | None:
    """A route that can be copied as it stands: one that takes something, and says what, first."""
    plain = [route for route in mandate.system.routes if _PLAIN.fullmatch(route.path) and len(route.path) <= 60]  # noqa: PLR2004 - an example is short
    ranked = sorted(
        plain,
        key=lambda route: (not set(_WRITES) & set(route.methods), not _TELLING.search(route.path), route.path),
    )
    return next((route for route in ranked if not _is_order(route.path)), None)


def _lines(made: dict[str, Any]) -> str:
    """Few keys to a line. The name of an area is data: it stands as everywhere in the text."""
    told = {key: json.dumps(value, ensure_ascii=False) for key, value in made.items()} | {"area": quoted(made["area"])}
    return "{" + ",\n ".join(f'"{key}": {value}' for key, value in told.items()) + "}"
