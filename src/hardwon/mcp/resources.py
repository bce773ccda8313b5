"""Resources: areas, observations and reports of runs, each under an address of its own."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, unquote

from hardwon.areas.overview import area_row
from hardwon.errors import UsageError
from hardwon.guard.passing import is_unsafe
from hardwon.mcp.answer import NOTICE, marked, packed, safe_page
from hardwon.mcp.looking import is_of, observations, status
from hardwon.observations.observation import Scope
from hardwon.runner.report import page_of
from hardwon.store.run_record import RUN_ID
from hardwon.text.plain import one_line

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping

    from hardwon.mcp.served import Served

SCHEME = "hardwon://"
ON_A_PAGE = 200
JSON, MARKDOWN = "application/json", "text/markdown"


@dataclass(frozen=True, slots=True, kw_only=True)
class ResourceKind:
    """A kind of resource: which there are, what each says, and what tells one state of it from another."""

    name: str
    """As it stands in addresses: `hardwon://NAME/…`."""

    one: str
    key: str
    """What one of them is called, and what its address names."""

    about: str
    heading: str
    names: Callable[[Served], Iterable[str]]
    text: Callable[[Served, str], str]
    looks: Callable[[Served, Collection[str]], Mapping[str, Any]]
    """How each of some looks now, contents unread; what is not there looks like None."""

    media: str = JSON
    whole: str = ""
    """What the address without a name is about: `text` and `looks` are asked for "" then; "" if there is none."""

    @property
    def template(self) -> str:
        return f"{SCHEME}{self.name}/{{{self.key}}}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Listed:
    """A resource in a list."""

    uri: str
    name: str
    kind: str
    media: str = JSON


@dataclass(frozen=True, slots=True, kw_only=True)
class ResourceText:
    """A resource as it is read."""

    text: str
    media: str = JSON


def address(kind: str, name: str) -> str:
    """The address of an area, an observation or a run."""
    return f"{SCHEME}{kind}/{quote(name, safe='')}"


def named(uri: str) -> tuple[str, str]:
    """What an address is of: the kind, and the name; "" for all of them. UsageError if it is none of ours."""
    kind, _, name = uri.removeprefix(SCHEME).partition("/")
    if not uri.startswith(SCHEME) or kind not in KINDS or not (name or KINDS[kind].whole):
        raise UsageError(f"There is no resource {one_line(uri)!r}.", remedy="The list of resources names them all.")
    return kind, unquote(name, errors="replace")


def listed(served: Served, cursor: str | None) -> tuple[list[Listed], str | None]:
    """Some of the resources, and where the next ones begin."""
    found: list[Listed] = []
    for each in _all(served):
        if (cursor and each.uri <= cursor) or is_unsafe(each.name):
            continue  # an address says what the name says
        if len(found) == ON_A_PAGE:
            return found, found[-1].uri
        found.append(each)
    return found, None


def _all(served: Served) -> Iterator[Listed]:
    """Every resource, in the order of the addresses."""
    for kind in KINDS.values():
        if kind.whole:
            yield Listed(uri=SCHEME + kind.name, name=kind.name, kind=kind.whole, media=kind.media)
        for uri, name in sorted((address(kind.name, name), name) for name in kind.names(served)):
            yield Listed(uri=uri, name=one_line(name), kind=kind.heading, media=kind.media)


def read(served: Served, uri: str) -> ResourceText:
    """A resource; UsageError if there is none of that address."""
    kind, name = named(uri)
    return ResourceText(text=KINDS[kind].text(served, name), media=KINDS[kind].media)


def _areas(served: Served, name: str) -> str:
    return packed(_area(served, name) if name else status(served, {}))


def _area(served: Served, name: str) -> dict[str, Any]:
    overview = served.memory.overview()
    if name not in overview.areas:
        raise UsageError(f"There is no area {one_line(name)!r}.", remedy="`status` lists them.")
    return marked({"area": area_row(overview.areas[name], overview.scoring)})


def _report(served: Served, run: str) -> str:
    runs = served.memory.runs
    if not RUN_ID.fullmatch(run) or not runs.has(run):
        raise UsageError(f"There is no run {one_line(run)!r} here: {runs.keeping}.")
    with runs.reading():
        page = page_of(runs, run)
        if page:
            return f"> {NOTICE}\n\n{safe_page(page)}"
        summary = runs.summary(run)
    verdicts = [each.document() for each in summary.verdicts]
    told = {"run_id": run, "time": summary.time, "verdicts": verdicts, "ignored": summary.ignored}
    state = "It is under way, or was killed." if summary.is_unfinished else "It carried out no tests."
    if summary.ignored:
        state = f"It taught nothing: {one_line(summary.ignored, 200)}."
    return f"> {NOTICE}\n\n# Run {run}\n\n{state}\n\n```json\n{packed(marked(told))}\n```\n"


def _looks_of_areas(served: Served, names: Collection[str]) -> dict[str, Any]:
    areas = served.memory.areas
    looks: dict[str, Any] = {name: repr(areas.get(name)) for name in names if name}
    if "" in names:
        looks[""] = json.dumps(sorted((name, repr(area)) for name, area in areas.items()))
    return looks


def _observation_ids(served: Served) -> dict[str, Any]:
    """The ids of the observations that this server is about, and how the file of each looks."""
    seen = served.memory.observations.revisions().of
    return {
        place.rpartition("/")[2].removesuffix(".md"): look
        for place, look in seen.items()
        if isinstance(look.scope, Scope) and is_of(look.scope, served.product)
    }


def _looks_of_runs(served: Served, names: Collection[str]) -> dict[str, Any]:
    return {name: served.memory.runs.written(name) if RUN_ID.fullmatch(name) else None for name in names}


_KINDS = (
    ResourceKind(
        name="areas",
        one="area",
        key="name",
        about="How far one area has proven itself.",
        heading="Area",
        names=lambda served: served.memory.store.read().areas,
        text=_areas,
        looks=_looks_of_areas,
        whole="All areas, and what each has proven.",
    ),
    ResourceKind(
        name="observations",
        one="observation",
        key="id",
        about="What runs have learned, with its history.",
        heading="Observation",
        names=_observation_ids,
        text=lambda served, name: packed(observations(served, {"id": name})),
        looks=lambda served, _: _observation_ids(served),
    ),
    ResourceKind(
        name="runs",
        one="run",
        key="run_id",
        about="The report of a run.",
        heading="Report of a run",
        names=lambda served: served.memory.runs.ids(),
        text=_report,
        looks=_looks_of_runs,
        media=MARKDOWN,
    ),
)
KINDS = {kind.name: kind for kind in sorted(_KINDS, key=lambda kind: kind.name)}
"""Every kind, in the order of the addresses: that is how lists are paged."""
