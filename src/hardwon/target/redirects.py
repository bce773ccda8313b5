"""Redirects: where an answer leads, and the way to its end, as long as that is on the origin."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hardwon.target.exchange import Request
from hardwon.target.origin import joined, path_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from hardwon.target.exchange import Answer
    from hardwon.target.origin import Origin

MOST_REDIRECTS = 10
TOO_MANY = f"more than {MOST_REDIRECTS} redirects"

_SAME_AGAIN = (307, 308)


@dataclass(frozen=True, slots=True, kw_only=True)
class End:
    """Where the redirects ended. An answer that still leads somewhere leads away from the origin, or is endless."""

    url: str
    answer: Answer
    seconds: float
    """Of all the requests on the way."""

    endless: bool
    """Whether it would have gone on."""


def followed(
    origin: Origin,
    url: str,
    request: Request,
    answer: Answer,
    ask: Callable[[Request], Answer],
    *,
    avoid: Callable[[str], bool] = lambda _: False,
) -> End:
    """The end of the redirects that begin with an answer, stay on the origin and lead to nothing that is avoided."""
    seconds = answer.seconds
    for _ in range(MOST_REDIRECTS):
        target = _next(origin, url, answer)
        if not target or avoid(target):
            return End(url=url, answer=answer, seconds=seconds, endless=False)
        url, request = target, _redirected(request, target, answer)
        answer = ask(request)
        seconds += answer.seconds
    return End(url=url, answer=answer, seconds=seconds, endless=bool(_next(origin, url, answer)))


def onwards(url: str, answer: Answer) -> str | None:
    """Where a redirect leads, without its fragment: "" if to what is no address; None for an answer that is none."""
    if not answer.is_redirect:
        return None
    try:
        return joined(url, answer.location).partition("#")[0]
    except ValueError:
        return ""


def _next(origin: Origin, url: str, answer: Answer) -> str:
    target = onwards(url, answer)
    return target if target and origin.holds(target) else ""


def _redirected(request: Request, target: str, answer: Answer) -> Request:
    """The request that a redirect asks for: the same again, or what it leads to without what was sent before."""
    path = path_of(target)
    if answer.status in _SAME_AGAIN or request.method in ("GET", "HEAD"):
        return Request(method=request.method, path=path, headers=request.headers, body=request.body)
    return Request(method="GET", path=path, headers=request.without("Content-Type"))
