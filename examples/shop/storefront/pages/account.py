"""The customer's corner: orders, addresses, wish list, privacy."""

from __future__ import annotations

from typing import TYPE_CHECKING

from storefront.markup import links, money, page, text
from storefront.pages.settings import recovery
from storefront.web import Response, View, members_only

if TYPE_CHECKING:
    from storefront.web import Request


def overview(request: Request) -> Response:
    entries = (
        ("account/orders", "Orders"),
        ("account/addresses", "Addresses"),
        ("account/wishes", "Wish list"),
        ("account/privacy", "Privacy"),
    )
    return Response(page(request, "Account", links(*entries)))


def orders(request: Request) -> Response:
    placed = request.visit.account.orders if request.visit.account else []
    entries = [(f"orders/{each['number']}", f"Order {each['number']}") for each in placed]
    return Response(page(request, "Orders", links(*entries) if entries else text("No orders yet.")))


def one_order(request: Request) -> Response:
    placed = request.visit.account.orders if request.visit.account else []
    for each in placed:
        if str(each["number"]) == request.rest:
            return Response(page(request, f"Order {request.rest}", text(money(int(str(each["amount"]))))))
    return Response(page(request, "Not found", text("There is no such order.")), 404)


def addresses(request: Request) -> Response:
    return Response(page(request, "Addresses", text("No address is stored.")))


def wishes(request: Request) -> Response:
    return Response(page(request, "Wish list", text("Nothing wished for."), links(("/product/poster", "A poster"))))


def privacy(request: Request) -> Response:
    entries = [("privacy/export", "Export of your data")]
    if request.moved:
        entries.append(("privacy/recovery", "Account recovery"))
    return Response(page(request, "Privacy", links(*entries)))


def export(request: Request) -> Response:
    return Response(page(request, "Export of your data", text("It is prepared within a day.")))


def moved_recovery(request: Request) -> Response:
    if not request.moved:
        return Response(page(request, "Not found", text("There is no such page.")), 404)
    return recovery(request)


ROUTES: dict[str, View] = {
    "/account": members_only(overview),
    "/account/orders": members_only(orders),
    "/account/orders/*": members_only(one_order),
    "/account/addresses": members_only(addresses),
    "/account/wishes": members_only(wishes),
    "/account/privacy": members_only(privacy),
    "/account/privacy/export": members_only(export),
    "/account/privacy/recovery": members_only(moved_recovery),
}
