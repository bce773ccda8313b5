"""Resources: areas, observations and reports of runs, each under an address of its own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, unquote

from hardwon.areas.overview import area_row
from hardwon.errors import UsageError
from hardwon.mcp.answer import NOTICE, is_unsafe, marked, packed, safe_page
from hardwon.mcp.looking import observations, status
from hardwon.runner.report import page_of
from hardwon.store.run_record import RUN_ID
from hardwon.text.plain import one_line

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hardwon.mcp.served import Served

SCHEME = "hardwon://"
AREAS = f"{SCHEME}areas"
ON_A_PAGE = 200
JSON, MARKDOWN = "application/json", "text/markdown"

TEMPLATES = (
    (f"{AREAS}/{{name}}", "area", "How far one area has proven itself.", JSON),
    (f"{SCHEME}observations/{{id}}", "observation", "What runs have learned, with its history.", JSON),
    (f"{SCHEME}runs/{{run_id}}", "run", "The report of a run.", MARKDOWN),
)


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
    if not uri.startswith(SCHEME) or (kind != "areas" and not name) or kind not in ("areas", "observations", "runs"):
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
    memory = served.memory
    yield Listed(uri=AREAS, name="areas", kind="All areas, and what each has proven.")
    named_areas = sorted((address("areas", name), name) for name in memory.store.read().areas)
    for uri, name in named_areas:
        yield Listed(uri=uri, name=one_line(name), kind="Area")
    for found in sorted(each.rpartition("/")[2].removesuffix(".md") for each in memory.observations.revisions().of):
        yield Listed(uri=address("observations", found), name=one_line(found), kind="Observation")
    for run in sorted(memory.runs.ids()):
        yield Listed(uri=address("runs", run), name=run, kind="Report of a run", media=MARKDOWN)


def read(served: Served, uri: str) -> ResourceText:
    """A resource; UsageError if there is none of that address."""
    kind, name = named(uri)
    if kind == "areas":
        return ResourceText(text=packed(_area(served, name) if name else status(served, {})))
    if kind == "observations":
        return ResourceText(text=packed(observations(served, {"id": name})))
    return ResourceText(text=_report(served, name), media=MARKDOWN)


def _area(served: Served, name: str) -> dict[str, Any]:
    overview = served.memory.overview()
    if name not in overview.areas:
        raise UsageError(f"There is no area {one_line(name)!r}.", remedy="`status` lists them.")
    return marked({"area": area_row(overview.areas[name], overview.scoring)})


def _report(served: Served, run: str) -> str:
    runs = served.memory.runs
    if not RUN_ID.fullmatch(run) or not runs.has(run):
        raise UsageError(f"There is no run {one_line(run)!r} here.", remedy="`.hardwon/runs` keeps the newest runs.")
    with runs.reading():
        page = page_of(runs, run)
        if page:
            return f"> {NOTICE}\n\n{safe_page(page)}"
        summary = runs.summary(run)
    verdicts = [each.document() for each in summary.verdicts]
    told = {"run_id": run, "time": summary.time, "verdicts": verdicts, "ignored": summary.ignored}
    state = "It is under way, or was killed." if summary.is_unfinished else "It carried out no tests."
    return f"> {NOTICE}\n\n# Run {run}\n\n{state}\n\n```json\n{packed(marked(told))}\n```\n"
