"""Requests of scenarios: one at a time, tried again where that may be, or many at the same moment."""

from __future__ import annotations

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import TYPE_CHECKING

from hardwon.guard.scanner import MARGIN, brief_line
from hardwon.target.charset import text_of
from hardwon.target.exchange import Answer, Limits, Line, Request
from hardwon.target.origin import Origin, encoded
from hardwon.target.redirects import TOO_MANY
from hardwon.target.redirects import followed as to_the_end
from hardwon.version import VERSION

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from hardwon.target.visitor import Visitor

__all__ = ["EXCERPT", "Origin", "ask", "ask_at_once", "composed", "excerpt", "followed"]

EXCERPT = 300
"""Characters of an answer that the evidence shows."""

_USUAL = {"User-Agent": f"hardwon/{VERSION}", "Accept": "*/*"}
_KEPT = 4 * (2 * EXCERPT + MARGIN + 1)
"""Bytes of a body that hold the excerpt and the secret in which it may end, whatever its charset."""


def composed(
    origin: Origin, method: str, path: str, headers: tuple[tuple[str, str], ...] = (), body: bytes | None = None
) -> Request:
    """A request for a path below that of the target."""
    given = {name.lower() for name, _ in headers}
    usual = ((name, value) for name, value in _USUAL.items() if name.lower() not in given)
    return Request(method=method, path=origin.base + encoded(path), headers=(*usual, *headers), body=body)


def ask(visitor: Visitor, request: Request, *, tries: int = 1) -> Answer:
    """Send one request; again, up to so many tries, where there was no answer."""
    return _tried(lambda: visitor.ask(request), tries)


def followed(visitor: Visitor, request: Request, answer: Answer, *, tries: int = 1) -> Answer:
    """The answer at the end of the redirects that stay on the origin, with the cookies that were set on the way."""
    origin = visitor.origin
    visitor.cookies.take(request.path, answer.cookies)
    url = f"{origin}{request.path}"
    end = to_the_end(origin, url, request, answer, lambda again: _tried(lambda: visitor.ask(again), tries))
    return Answer(seconds=end.seconds, error=TOO_MANY) if end.endless else replace(end.answer, seconds=end.seconds)


def ask_at_once(origin: Origin, request: Request, *, count: int, timeout: float, tries: int = 1) -> list[Answer]:
    """Send the same request so many times at the same moment: all are connected before the first one is sent.

    Where not all could connect, none is sent: a race of fewer would prove something else.
    """
    barrier = threading.Barrier(count)
    missing: list[Answer] = []

    def one() -> Answer:
        line = Line(origin, Limits(seconds=timeout))
        failed = _unconnected(line, tries)
        if failed:
            missing.append(failed)
        try:
            barrier.wait(timeout * tries + 30)
        except threading.BrokenBarrierError:
            return Answer(error="not all requests could be made ready", connected=False)
        if failed or missing:
            line.close()
            return failed or Answer(error="not sent, because others could not connect", connected=False)
        return _short(line.ask(request))

    with ThreadPoolExecutor(max_workers=count) as pool:
        try:
            waiting = [pool.submit(one) for _ in range(count)]
        except RuntimeError:
            barrier.abort()
            return [Answer(error=f"this machine cannot send {count} requests at once", connected=False)]
        return [each.result() for each in waiting]


def excerpt(answer: Answer) -> str:
    """The beginning of its text, without secrets; "" where it is none."""
    readable = answer.kind.startswith("text/") or answer.kind.endswith(("json", "xml"))
    return brief_line(text_of(_short(answer)), EXCERPT) if readable and not answer.packed else ""


def pauses(tries: int) -> Iterator[float]:
    """Seconds to wait before each try: none before the first, then more and more."""
    yield from (0.0 if number == 0 else min(2.0, 0.05 * 2**number) for number in range(tries))


def _tried(ask_once: Callable[[], Answer], tries: int) -> Answer:
    answer = Answer()
    for pause in pauses(tries):
        time.sleep(pause)
        answer = ask_once()
        if answer.status is not None:
            break
    return answer


def _unconnected(line: Line, tries: int) -> Answer | None:
    """None when connected; else what went wrong at the last try."""
    started = time.monotonic()
    failed: Answer | None = None
    for pause in pauses(tries):
        time.sleep(pause)
        failed = line.connect()
        if failed is None:
            return None
    return replace(failed, seconds=time.monotonic() - started) if failed else None


def _short(answer: Answer) -> Answer:
    """The answer with no more of its body than the evidence shows: there may be a hundred of them."""
    return replace(answer, body=answer.body[:_KEPT])
