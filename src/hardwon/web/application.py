"""The application: addresses to pages, forms to deeds, errors to pages that say what to do."""

from __future__ import annotations

import asyncio
import traceback
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from importlib import resources
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.parse import parse_qsl, quote, urlencode

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import Route

from hardwon.curation.by_hand import ChangedMeanwhile
from hardwon.curation.guarded import BlockedText
from hardwon.errors import HardwonError, LockTimeout, ServerAway, UsageError
from hardwon.project.root import wants_traceback
from hardwon.recall.database import IndexBusy
from hardwon.text.times import moment, stamp
from hardwon.web import acting
from hardwon.web.acting import OBSERVATION_DEEDS, QUARANTINE_DEEDS
from hardwon.web.pages import VIEWS
from hardwon.web.rendering import rendered
from hardwon.web.shelves import Shelves
from hardwon.web.streaming import told_changes
from hardwon.web.views import area_views, observation_views, run_views
from hardwon.web.views.observation_views import Unsaved
from hardwon.web.views.overview_views import problem
from hardwon.web.visit import Visit

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Mapping

    from starlette.requests import Request

    from hardwon.listening.project_memory import ServedProject
    from hardwon.memory import Memory
    from hardwon.web.checkup import Checkup
    from hardwon.web.sessions import Sessions
    from hardwon.web.visit import PageSheet

READERS = 4
MOST_STREAMS = 32
LARGEST_FORM = 200_000
A_SITTING = 1_800.0
"""Seconds without a look after which a reader comes back to what is new since then."""

A_YEAR = 31_536_000
HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    # Not `no-referrer`: with it a browser sends `Origin: null` with our own forms.
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}
FILES = {
    "style.css": "text/css; charset=utf-8",
    "script.js": "text/javascript; charset=utf-8",
    "icon.svg": "image/svg+xml",
}
SEARCHING = ("/observations", "/recall")
NOT_FOUND, CONFLICT, REFUSED, TOO_LARGE, FAILED, UNAVAILABLE = 404, 409, 403, 413, 500, 503
BUSY = (IndexBusy, LockTimeout, ServerAway)
"""What may well work in a moment."""


T = TypeVar("T")


@dataclass(slots=True, kw_only=True)
class Dashboard:
    """The dashboard of one project while it is served."""

    served: ServedProject
    sessions: Sessions
    checkup: Checkup
    shelves: Shelves = field(default_factory=Shelves)
    stopping: asyncio.Event = field(default_factory=asyncio.Event)
    _readers: ThreadPoolExecutor = field(default_factory=lambda: ThreadPoolExecutor(READERS, "pages"))
    _writer: ThreadPoolExecutor = field(default_factory=lambda: ThreadPoolExecutor(1, "writes"))
    _streams: int = 0
    _warming: Future[None] | None = None

    def application(self) -> Starlette:
        """It as ASGI."""
        routes = [Route(f"/{name}", partial(self._page, view=view), methods=["GET"]) for name, view in VIEWS.items()]
        routes += [
            Route("/areas/{name:path}", self._area, methods=["GET"]),
            Route("/observations/{name}", partial(self._one, view=observation_views.observation), methods=["GET"]),
            Route("/observations/{name}/{deed}", partial(self._deed, deeds=OBSERVATION_DEEDS), methods=["POST"]),
            Route("/quarantine/{name}/{deed}", partial(self._deed, deeds=QUARANTINE_DEEDS), methods=["POST"]),
            Route("/runs/{name}", partial(self._one, view=run_views.run), methods=["GET"]),
            Route("/runs/{name}/screenshots/{picture}", self._screenshot, methods=["GET"]),
            Route("/runs/{name}/events", self._events, methods=["GET"]),
            Route("/breaker/reset", self._reset_breaker, methods=["POST"]),
            Route("/enter", self._enter, methods=["GET", "POST"]),
            Route("/static/{name}", self._file, methods=["GET"]),
        ]
        handlers: Any = {HTTPException: self._on_http, Exception: self._on_failure}
        return Starlette(routes=routes, exception_handlers=handlers, lifespan=self._lifespan)

    @asynccontextmanager
    async def _lifespan(self, _app: Starlette) -> AsyncIterator[None]:
        self._warming = self.checkup.after = self._readers.submit(self._warm)
        try:
            yield
        finally:
            self.stopping.set()
            for pool in (self._readers, self._writer):
                pool.shutdown(cancel_futures=True)

    def _warm(self) -> None:
        """Read what lists need before anybody asks."""
        memory = self.served.memory
        self.shelves.runs.lines(memory.runs)
        self.shelves.observations.lines(memory.observations)
        memory.desk.recaller.index.refresh()

    async def _read(self, work: Callable[[], T]) -> T:
        return await asyncio.wrap_future(self._readers.submit(work))

    async def _write(self, work: Callable[[], T]) -> T:
        # What has begun to be written is written to its end, whether the reader still waits or not.
        return await asyncio.shield(asyncio.wrap_future(self._writer.submit(work)))

    # Who is it

    def _session(self, request: Request) -> str:
        value = request.cookies.get(self.sessions.cookie, "")
        return value if self.sessions.is_ours(value) else ""

    def _may_read(self, request: Request) -> bool:
        return (
            not self.sessions.token or bool(self._session(request)) or self.sessions.brings_token(dict(request.scope))
        )

    async def _enter(self, request: Request) -> Response:
        """Take the token, from a form or from the address that was printed, and let the reader in."""
        if request.method == "POST":
            given = (await _form(request)).get("token", "")
        else:
            given = request.query_params.get("token", "")
        if self.sessions.token and not self.sessions.may_enter(given):
            return await self._ask_for_token(request, wrong=bool(given))
        answer = RedirectResponse("/", status_code=303, headers=HEADERS)
        self._let_in(answer, self.sessions.opened())
        return answer

    def _let_in(self, answer: Response, session: str) -> None:
        answer.set_cookie(self.sessions.cookie, session, httponly=True, samesite="strict", path="/")

    async def _ask_for_token(self, request: Request, *, wrong: bool = False) -> Response:
        text = "That is not the token. " if wrong else ""
        sheet = problem("A token is needed", text, status=401)
        return await self._answer(request, lambda _: sheet, bare=True)

    # Pages

    async def _page(self, request: Request, *, view: Callable[[Visit], PageSheet]) -> Response:
        if not self._may_read(request):
            return await self._ask_for_token(request)
        return await self._answer(request, view)

    async def _one(self, request: Request, *, view: Callable[[Visit, str], PageSheet]) -> Response:
        return await self._page(request, view=lambda visit: view(visit, request.path_params["name"]))

    async def _area(self, request: Request) -> Response:
        path = request.path_params["name"]
        name = request.query_params.get("name", path) if path == "-" else path
        return await self._page(request, view=lambda visit: area_views.area(visit, name))

    async def _answer(self, request: Request, view: Callable[[Visit], PageSheet], *, bare: bool = False) -> Response:
        session = self._session(request)
        opened = "" if session or bare else self.sessions.opened()
        looked, last = self._looks(request)
        query = dict(request.query_params)
        told, seal = query.pop("told", ""), query.pop("seal", "")

        def made() -> tuple[int, str]:
            memory = self.served.memory
            visit = Visit(
                memory=memory,
                shelves=self.shelves,
                checkup=self.checkup,
                query=query,
                csrf=self.sessions.csrf(session or opened),
                may_write=not self.served.read_only and not bare,
                told=told if self.sessions.is_sealed(session, told, seal) else "",
                looked=looked,
            )
            try:
                sheet = view(visit)
            except HardwonError as error:
                sheet = _refusal(error, request.url.path)
            return sheet.status, rendered(sheet, visit)

        if self._warming and request.url.path.startswith(SEARCHING):
            # While the index of a large memory is made, others would wait for it in vain, and keep a reader each.
            await asyncio.wait([asyncio.wrap_future(self._warming)])
        status, page = await self._read(made)
        answer = HTMLResponse(page, status_code=status, headers=HEADERS)
        if opened and not self.sessions.token:
            self._let_in(answer, opened)
        if request.url.path == "/" and status == 200 and not bare:  # noqa: PLR2004 - HTTP's fine
            answer.set_cookie(
                self.sessions.looked_cookie, f"{looked}|{last}", httponly=True, samesite="strict", max_age=A_YEAR
            )
        return answer

    def _looks(self, request: Request) -> tuple[str, str]:
        """When the reader was last here in an earlier sitting, and the present look."""
        now = stamp(self.checkup.clock())
        before, _, last = request.cookies.get(self.sessions.looked_cookie, "")[:80].partition("|")
        try:
            gap = (moment(now) - moment(last)).total_seconds()
            if gap > A_SITTING:
                before = last
            if before:
                moment(before)
        except ValueError:
            return "", now
        return before, now

    # Deeds

    async def _deed(
        self, request: Request, *, deeds: Mapping[str, Callable[[Memory, str, Mapping[str, str]], str]]
    ) -> Response:
        deed = deeds.get(request.path_params["deed"])
        if deed is None:
            raise HTTPException(NOT_FOUND)
        name = request.path_params["name"]
        where = f"/observations/{quote(name, safe='')}" if deeds is OBSERVATION_DEEDS else "/quarantine"
        if deed is acting.delete:
            where = "/observations"
        return await self._done(request, lambda memory, form: deed(memory, name, form), where=where, about=name)

    async def _reset_breaker(self, request: Request) -> Response:
        return await self._done(
            request,
            lambda memory, form: acting.reset_breaker(memory, form.get("product", ""), form),
            where="/breaker",
        )

    async def _done(
        self, request: Request, work: Callable[[Memory, Mapping[str, str]], str], *, where: str, about: str = ""
    ) -> Response:
        if not self._may_read(request):
            return await self._ask_for_token(request)
        if self.served.read_only:
            return await self._refuse(request, "This dashboard is read-only: it was started with --read-only.", REFUSED)
        form = await _form(request)
        if not self.sessions.is_form_of(self._session(request), form.get("csrf", "")):
            text = "The form is not of this session: the page is old, or comes from elsewhere. Nothing was changed. "
            return await self._refuse(request, text + "Open the page again, and decide there.", REFUSED)
        try:
            told = await self._write(lambda: work(self.served.memory, form))
        except HardwonError as error:
            return await self._not_done(request, error, form, about)
        gone = where.startswith("/observations/") and told.endswith("it is deleted.")
        seal = self.sessions.sealed(self._session(request), told)
        address = f"{'/observations' if gone else where}?{urlencode({'told': told, 'seal': seal})}"
        return RedirectResponse(address, status_code=303, headers=HEADERS)

    async def _not_done(self, request: Request, error: HardwonError, form: Mapping[str, str], about: str) -> Response:
        if "content" not in form:
            return await self._refuse(request, str(error), _status(error))
        draft = Unsaved(
            title=form.get("title", ""),
            content=form["content"],
            refused="" if isinstance(error, ChangedMeanwhile) else str(error),
            status=_status(error),
        )
        view = partial(observation_views.observation, observation_id=about, draft=draft)
        return await self._answer(request, view)

    async def _refuse(self, request: Request, text: str, status: int) -> Response:
        return await self._answer(request, lambda _: problem("Nothing was changed", text, status=status))

    # The rest

    async def _events(self, request: Request) -> Response:
        if not self._may_read(request):
            return PlainTextResponse("A token is needed.\n", status_code=401, headers=HEADERS)
        if self._streams >= MOST_STREAMS:
            return PlainTextResponse("Too many pages are watching.\n", status_code=UNAVAILABLE, headers=HEADERS)
        run = request.path_params["name"]
        self._streams += 1

        async def events() -> AsyncIterator[str]:
            try:
                async for event in told_changes(run, self.served, self._read, self.stopping):
                    yield event
            finally:
                self._streams -= 1

        return StreamingResponse(events(), media_type="text/event-stream", headers=HEADERS)

    async def _screenshot(self, request: Request) -> Response:
        if not self._may_read(request):
            return await self._ask_for_token(request)
        run, name = request.path_params["name"], request.path_params["picture"]
        found = await self._read(lambda: run_views.screenshot(self.served.memory, run, name))
        if found is None:
            raise HTTPException(NOT_FOUND)
        return Response(found[0], media_type=found[1], headers=HEADERS)

    async def _file(self, request: Request) -> Response:
        name = request.path_params["name"]
        if name not in FILES:
            raise HTTPException(NOT_FOUND)
        return Response(static_file(name), media_type=FILES[name], headers={**HEADERS, "Cache-Control": "max-age=60"})

    async def _on_http(self, request: Request, error: HTTPException) -> Response:
        if not self._may_read(request):
            return await self._ask_for_token(request)
        told = "There is nothing at this address." if error.status_code == NOT_FOUND else str(error.detail)
        return await self._answer(
            request, lambda _: problem("Not here", told, status=error.status_code), bare=error.status_code != NOT_FOUND
        )

    async def _on_failure(self, request: Request, error: Exception) -> Response:
        if wants_traceback():
            traceback.print_exception(error)
        text = f"An error that hardwon did not expect: {type(error).__name__}. Records are never half-written."
        if not self._may_read(request):
            return PlainTextResponse(f"{text}\n", status_code=FAILED, headers=HEADERS)
        more = " The other pages may still work; HARDWON_DEBUG=1 makes `hardwon serve` print where it happened."
        sheet = problem("That did not work", text + more, status=FAILED)
        try:
            return await self._answer(request, lambda _: sheet)
        except Exception:  # noqa: BLE001 - told already: what a page needs is what failed, so it is told without one
            return PlainTextResponse(f"{text}\n", status_code=FAILED, headers=HEADERS)


def static_file(name: str) -> bytes:
    """A file that pages refer to."""
    return (resources.files("hardwon.web") / "static" / name).read_bytes()


async def _form(request: Request) -> dict[str, str]:
    """The fields of a form; each once, and not more than a form of ours can have."""
    content = b""
    try:
        async for part in request.stream():
            content += part
            if len(content) > LARGEST_FORM:
                raise HTTPException(TOO_LARGE, "That is too much for a form.")
    except ClientDisconnect:
        return {}
    if not request.headers.get("content-type", "").startswith("application/x-www-form-urlencoded"):
        return {}
    try:
        fields = parse_qsl(content.decode(), keep_blank_values=True, max_num_fields=20)
    except ValueError:
        return {}
    return {name: value.replace("\r\n", "\n") for name, value in fields}  # browsers send every line's end like that


def _refusal(error: HardwonError, path: str) -> PageSheet:
    status, at = _status(error), path.split("/")[1]
    title = "Not here" if status == NOT_FOUND else "That did not work"
    return problem(title, error, status=status, at=at if at in VIEWS and path != f"/{at}" else "")


def _status(error: HardwonError) -> int:
    if isinstance(error, ChangedMeanwhile):
        return CONFLICT
    if isinstance(error, BUSY):
        return UNAVAILABLE
    if isinstance(error, BlockedText):
        return 422
    if isinstance(error, UsageError):
        return NOT_FOUND if str(error).startswith("There is no") else 400
    return FAILED
