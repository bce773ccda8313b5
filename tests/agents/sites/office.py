"""The office of a town, in the page style of older administrations: tables for layout, icon links with ARIA labels,
definition lists, a <base>, a page that refreshes to another one, buttons outside of forms.

When it has moved, the parking permit is under Traffic, and the dog tax is paid at the desk.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.agents.sites.serving import Answered

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.agents.sites.serving import Asked

MENU = (
    ("residents", "Residents"),
    ("traffic", "Traffic"),
    ("waste", "Waste"),
    ("town-hall", "Town hall"),
    ("forms", "Forms A to Z"),
)


def page(title: str, content: str) -> Answered:
    cells = "".join(
        f'<td><a href="{path}" aria-label="{name}"><img src="i/{path}.png" alt=""></a></td>' for path, name in MENU
    )
    return Answered(
        f"<html><head><title>Town of Aldbrook | {title}</title><base href='/en/'>"
        "<meta http-equiv=content-type content='text/html; charset=utf-8'></head>"
        f"<body><table role=presentation><tr role=navigation aria-label='Main menu'>{cells}</tr>"
        f"<tr><td colspan={len(MENU)}><div role=main><div role=heading aria-level=1>{title}</div>"
        f"{content}</div></td></tr>"
        "<tr><td><a href='imprint'>Imprint</a> <a href='#top'>Up</a></td></tr></table>"
        "<template><a href='ghost'>Ghost permit</a></template><div hidden><a href='hidden'>Hidden permit</a></div>"
        "<noscript><p>This site also works without scripts.</p></noscript></body></html>"
    )


def linked(*entries: tuple[str, str]) -> str:
    return "<table>" + "".join(f"<tr><th>{name}<td><a href={path}>{name}</a>" for path, name in entries) + "</table>"


def simple(title: str, content: str) -> Callable[[Asked], Answered]:
    return lambda _: page(title, content)


def residents(asked: Asked) -> Answered:
    entries = [("residents/moving", "Moving house"), ("residents/permits", "Permits"), ("residents/dogs", "Dogs")]
    return page("Residents", linked(*entries))


def permits(asked: Asked) -> Answered:
    entries = [("residents/permits/market", "Market stall permit"), ("residents/permits/fire", "Bonfire permit")]
    if not asked.moved:
        entries.append(("residents/permits/parking", "Parking permit"))
    return page("Permits", "<p>What needs a stamp." + linked(*entries))


def parking(asked: Asked) -> Answered:
    if asked.path.startswith("/en/residents") is asked.moved:
        return missing(asked)
    return page(
        "Parking permit",
        "<dl><dt>Fee<dd>30.00 EUR<dt>Valid for<dd>12 months</dl>"
        "<form method=post><span id=plate>Number plate</span><input name=plate aria-labelledby=plate>"
        "<button aria-label='Send application'>&#9993;</button></form>",
    )


def dogs(asked: Asked) -> Answered:
    tax = "" if asked.moved else linked(("residents/dogs/tax", "Dog tax"))
    return page("Dogs", f"<p>On the lead, please.{tax}" + linked(("residents/dogs/meadow", "Dog meadow")))


def dog_tax(asked: Asked) -> Answered:
    return missing(asked) if asked.moved else page("Dog tax", "<dl><dt>First dog<dd>60.00 EUR</dl>")


def traffic(asked: Asked) -> Answered:
    entries = [("traffic/works", "Road works"), ("traffic/buses", "Buses")]
    if asked.moved:
        entries.append(("traffic/parking", "Parking"))
    return page("Traffic", linked(*entries))


def traffic_parking(asked: Asked) -> Answered:
    return page("Parking", linked(("traffic/parking/permit", "Parking permit"))) if asked.moved else missing(asked)


def old_dates(_: Asked) -> Answered:
    return Answered("<title>Moved</title><meta http-equiv=refresh content='0; url=/en/waste/calendar'>One moment")


def town_hall(asked: Asked) -> Answered:
    desk = (("town-hall/desk", "Service desk"),)
    return page("Town hall", linked(("town-hall/mayor", "Mayor"), ("town-hall/council", "Council"), *desk))


def missing(_: Asked) -> Answered:
    return Answered(page("Not found", "<p>There is no such page.").html, status=404)


ROUTES: dict[str, Callable[[Asked], Answered]] = {
    "/": simple("Welcome", "<p>Aldbrook, by the river.</p>" + linked(("news", "News of the town"))),
    "/en/news": simple("News of the town", "<p>The bridge is open again."),
    "/en/residents": residents,
    "/en/residents/moving": simple("Moving house", "<p>Within 14 days."),
    "/en/residents/permits": permits,
    "/en/residents/permits/market": simple("Market stall permit", "<p>On Thursdays."),
    "/en/residents/permits/fire": simple("Bonfire permit", "<p>Not in summer."),
    "/en/residents/permits/parking": parking,
    "/en/residents/dogs": dogs,
    "/en/residents/dogs/tax": dog_tax,
    "/en/residents/dogs/meadow": simple("Dog meadow", "<p>By the river."),
    "/en/traffic": traffic,
    "/en/traffic/works": simple("Road works", "<p>Mill Lane is closed."),
    "/en/traffic/buses": simple("Buses", "<p>Every 20 minutes."),
    "/en/traffic/parking": traffic_parking,
    "/en/traffic/parking/permit": parking,
    "/en/waste": simple("Waste", linked(("waste/dates", "Collection dates"), ("waste/bulky", "Bulky waste"))),
    "/en/waste/dates": old_dates,
    "/en/waste/calendar": simple("Collection dates", "<table><tr><th>Paper<td>Monday<tr><th>Glass<td>Friday</table>"),
    "/en/waste/bulky": simple("Bulky waste", "<p>Twice a year."),
    "/en/town-hall": town_hall,
    "/en/town-hall/mayor": simple("Mayor", "<p>Ada Brook."),
    "/en/town-hall/council": simple("Council", "<p>Minutes of the council." + linked(("town-hall/minutes", "Minutes"))),
    "/en/town-hall/minutes": simple("Minutes", "<p>Of 3 March."),
    "/en/town-hall/desk": simple("Service desk", "<p>Room 2."),
    "/en/forms": simple("Forms A to Z", linked(("residents/dogs/meadow", "Dog meadow"))),
    "/en/imprint": simple("Imprint", "<p>Town of Aldbrook."),
}


def view(asked: Asked) -> Answered:
    """The page at an address."""
    return ROUTES.get(asked.path, missing)(asked)
