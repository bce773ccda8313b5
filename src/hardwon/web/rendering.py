"""Rendering: sheets into HTML. All that comes from records is escaped, and what would hide or steer is written out."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

from hardwon.areas.telling import earned, percent
from hardwon.listening.door import UNAUTHORISED
from hardwon.text.plain import counted, one_line, visible
from hardwon.text.times import moment
from hardwon.version import VERSION
from hardwon.web.drawing import decile

if TYPE_CHECKING:
    from collections.abc import Callable

    from hardwon.web.visit import PageSheet, Visit

NAVIGATION = (
    ("", "Overview"),
    ("areas", "Areas"),
    ("observations", "Observations"),
    ("quarantine", "Quarantine"),
    ("runs", "Runs"),
    ("recall", "Recall"),
    ("mandate", "Mandate"),
    ("breaker", "Breaker"),
    ("settings", "Settings"),
    ("doctor", "Doctor"),
)
"""The navigation: address and name."""

CODE = Markup("<code>{}</code>")
LEAST_SHOWN, A_SECOND = 0.001, 0.9995
"""Seconds below which a duration is only said to be short."""


def shown(value: Any) -> Any:
    """A value as it may be put on a page: text with everything hidden in it written as an escape."""
    if not isinstance(value, str) or isinstance(value, Markup) or value.isprintable():
        return visible(value) if type(value) is str else value
    return "\n".join(visible(line) for line in value.replace("\t", "    ").split("\n"))


def when(text: str | None, *, short: bool = False) -> Markup:
    """A time for people: in UTC, and in the reader's zone where there is a script."""
    try:
        at = moment(text or "")
    except ValueError:
        return Markup("<span>{}</span>").format(shown(one_line(text or "", 40)) or "\u2013")
    told = at.strftime("%Y-%m-%d %H:%M") if at.year > 1 else ""
    if not told:
        return Markup("<span>\u2013</span>")
    kind = "day" if short else "minute"
    return Markup('<time datetime="{}" data-show="{}">{}</time>').format(
        text, kind, told[:10] if short else f"{told} UTC"
    )


def at(text: str, kind: str) -> str:
    """A time in a drawing, in UTC: `day`, or `minute` of it."""
    try:
        found = moment(text)
    except ValueError:
        return ""
    return found.strftime("%Y-%m-%d" if kind == "day" else "%Y-%m-%d %H:%M UTC")


def number(value: int) -> str:
    """A number as people read it: 10,000."""
    return f"{value:,}"


def many(value: int, noun: str) -> str:
    """So many of something, as people read it: 10,000 observations."""
    return f"{value:,}{counted(value, noun).removeprefix(str(value))}"


def lasting(seconds: float | None) -> str:
    """How long something took, as people read it."""
    if seconds is None:
        return "\u2013"
    if seconds < LEAST_SHOWN:
        return "< 1 ms"
    return f"{seconds * 1000:.0f} ms" if seconds < A_SECOND else f"{seconds:.2f} s"


def prose(text: str) -> Markup:
    """A sentence of ours in which what stands between backticks is code."""
    parts = [escape(shown(part)) for part in text.split("`")]
    if len(parts) % 2 == 0:
        return Markup("`").join(parts)
    return Markup("").join(CODE.format(part) if place % 2 else part for place, part in enumerate(parts))


@lru_cache(maxsize=4)
def environment(withhold: Callable[[str], str] | None = None) -> Environment:
    """The templates; `withhold` may replace texts that nobody shall read where the pages go."""

    def may_stand(value: Any) -> Any:
        return withhold(value) if withhold is not None and type(value) is str else value

    def finished(value: Any) -> Any:
        return shown(may_stand(value))

    found = Environment(
        loader=PackageLoader("hardwon.web"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=finished,
        auto_reload=False,
    )
    found.filters |= {"when": when, "at": at, "lasting": lasting, "number": number}
    found.filters |= {"prose": lambda text: prose(may_stand(text))}
    found.filters |= {"earned": earned, "percent": percent, "line": one_line, "decile": decile}
    found.globals |= {"counted": many, "version": VERSION, "pages": NAVIGATION}
    return found


def rendered(sheet: PageSheet, visit: Visit, *, withhold: Callable[[str], str] | None = None) -> str:
    """The page as HTML."""
    root, is_let_in = visit.memory.project.root, sheet.status != UNAUTHORISED
    template = environment(withhold).get_template(f"{sheet.template}.html")
    return template.render(
        {
            "page_title": sheet.title,
            "at": sheet.at,
            "visit": visit,
            "link": visit.link,
            "live": visit.link.is_live,
            # Whoever has not been let in is not told what this is about.
            "project": (root.name or str(root)) if is_let_in else "",
            "away": visit.memory.away if is_let_in else "",
            **sheet.values,
        }
    )
