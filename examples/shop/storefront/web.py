"""Requests, responses, and which page answers to which address."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from storefront.state import State, Visit


@dataclass
class Request:
    path: str
    query: dict[str, str]
    form: dict[str, str] | None
    """What was posted; None when nothing was."""

    visit: Visit
    state: State
    moved: bool
    slow: float
    """Seconds that the slow page takes."""

    rest: str = ""
    """What the `*` of the route stands for."""


@dataclass
class Response:
    body: str = ""
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)


View = Callable[[Request], Response]


def redirect(address: str) -> Response:
    """See there: what every post answers with, so that a reload posts nothing again."""
    return Response(status=303, headers={"Location": address})


def members_only(view: View) -> View:
    """The view, behind the login."""

    def guarded(request: Request) -> Response:
        if request.visit.account is None:
            request.visit.notice = "Log in to see that page."
            return redirect("/login")
        return view(request)

    return guarded


def route(routes: dict[str, View], path: str) -> tuple[View, str] | None:
    """The view for a path, and what its `*` stands for."""
    if path in routes:
        return routes[path], ""
    folder, _, last = path.rpartition("/")
    return (routes[f"{folder}/*"], last) if last and f"{folder}/*" in routes else None
