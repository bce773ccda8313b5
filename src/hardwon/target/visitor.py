"""A visitor of a target: asks for one thing after the other, and brings the cookies that were set before."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from hardwon.target.cookies import Cookies
from hardwon.target.exchange import Limits, ask, everything

if TYPE_CHECKING:
    from collections.abc import Callable

    from hardwon.target.exchange import Answer, Request
    from hardwon.target.origin import Origin


@dataclass(slots=True)
class Visitor:
    """One visit."""

    origin: Origin
    limits: Limits = field(default_factory=Limits)
    takes: Callable[[Answer], bool] = everything
    cookies: Cookies = field(init=False)

    def __post_init__(self) -> None:
        self.cookies = Cookies(self.origin.host)

    def ask(self, request: Request) -> Answer:
        """The answer to a request, whose cookies are kept."""
        answer = ask(self.origin, self.cookies.on(request), self.limits, takes=self.takes)
        self.cookies.take(request.path, answer.cookies)
        return answer
