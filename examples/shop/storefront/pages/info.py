"""Help and the rest: questions, extras, contact, stores, imprint; and the pages on which explorers come to grief."""

from __future__ import annotations

import time
from functools import cache
from typing import TYPE_CHECKING

from storefront.markup import field, form, link, links, page, text
from storefront.pages.goods import gift_cards
from storefront.web import Response, View, redirect

if TYPE_CHECKING:
    from storefront.web import Request


def overview(request: Request) -> Response:
    entries = (
        ("help/faq", "Questions"),
        ("help/shipping", "Shipping"),
        ("help/extras", "Extras"),
        ("help/returns", "Returns"),
        ("help/archive", "Archive of questions"),
        ("help/contact", "Contact"),
    )
    return Response(page(request, "Help", text("Questions, parcels, gift wrapping and more."), links(*entries)))


def faq(request: Request) -> Response:
    return Response(page(request, "Questions", text("Do you ship on Sundays? No."), links(("../help", "All of help"))))


def shipping(request: Request) -> Response:
    return Response(page(request, "Shipping", text("Shipping is 4.90 EUR, and free from 50 EUR.")))


def returns(request: Request) -> Response:
    return Response(page(request, "Returns", text("Within 30 days, no questions.")))


def extras(request: Request) -> Response:
    entries = [("extras/wrapping", "Gift wrapping"), ("extras/care", "Care of cotton")]
    if not request.moved:
        entries.append(("extras/gift-cards", "Gift cards"))
    return Response(page(request, "Extras", links(*entries)))


def extra(request: Request) -> Response:
    if request.rest == "gift-cards" and not request.moved:
        return gift_cards(request)
    said = {"wrapping": "Wrapped in paper, for 2 EUR.", "care": "Wash at 40 degrees."}.get(request.rest)
    if said is None:
        return Response(page(request, "Not found", text("There is no such page.")), 404)
    return Response(page(request, "Gift wrapping" if request.rest == "wrapping" else "Care of cotton", text(said)))


def contact(request: Request) -> Response:
    if request.form is not None:
        request.visit.notice = "Your message has reached us."
        return redirect("/help/contact")
    return Response(page(request, "Contact", form(request, "/help/contact", "Send", field("message", "Your message"))))


@cache
def _archive() -> str:
    return "".join(
        text(f"Question {number}: where is my order? It was late, and then it came.") for number in range(60_000)
    )


def archive(request: Request) -> Response:
    """More than four megabytes."""
    return Response(page(request, "Archive of questions", _archive()))


def events(request: Request) -> Response:
    """A calendar without an end, in both directions."""
    year, _, month = request.query.get("month", "2024-01").partition("-")
    if not (year.isdecimal() and month.isdecimal() and len(year) + len(month) < 9):
        return Response(page(request, "Not found", text("There is no such month.")), 404)
    count = int(year) * 12 + int(month) - 1
    near = [(f"/events?month={at // 12}-{at % 12 + 1:02}", word) for at, word in _around(count)]
    days = [(f"/events/day?date={year}-{month}-{day:02}", f"Day {day}") for day in range(1, 29)]
    return Response(page(request, f"Events {year}-{month}", links(*near), links(*days)))


def _around(month: int) -> list[tuple[int, str]]:
    return [(month - 1, "Month before"), (month + 1, "Next month")] if month else [(month + 1, "Next month")]


def day(request: Request) -> Response:
    return Response(page(request, "A day", text("Nothing is planned."), links(("/events", "Back to all events"))))


def stores(request: Request) -> Response:
    outside = links(("https://maps.example/vienna", "Vienna on the map"), ("//maps.example/bern", "Bern on the map"))
    return Response(page(request, "Stores", outside, link("stores/stock", "Stock in our stores")))


def stock(request: Request) -> Response:
    """Asks every store, and so takes its time."""
    time.sleep(request.slow)
    return Response(page(request, "Stock in our stores", text("Plenty of everything.")))


def imprint(request: Request) -> Response:
    return Response(
        page(
            request,
            "Imprint",
            text("The Shop, 1010 Vienna. Reports for staff are behind the login."),
            links(("/staff", "Staff")),
        )
    )


ROUTES: dict[str, View] = {
    "/help": overview,
    "/help/faq": faq,
    "/help/shipping": shipping,
    "/help/returns": returns,
    "/help/extras": extras,
    "/help/extras/*": extra,
    "/help/contact": contact,
    "/help/archive": archive,
    "/events": events,
    "/events/day": day,
    "/stores": stores,
    "/stores/stock": stock,
    "/imprint": imprint,
}
