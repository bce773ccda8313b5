"""The corner for those who work here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shop.catalog import PRODUCTS

from storefront.markup import links, page, text
from storefront.web import Response, View, members_only

if TYPE_CHECKING:
    from storefront.web import Request


def staff_only(view: View) -> View:
    """The view, for members who are staff."""

    def guarded(request: Request) -> Response:
        if not request.visit.is_staff:
            return Response(page(request, "Refused", text("This corner is for staff.")), 403)
        return view(request)

    return members_only(guarded)


def overview(request: Request) -> Response:
    return Response(page(request, "Staff", links(("staff/people", "Customers"), ("staff/reports", "Reports"))))


def people(request: Request) -> Response:
    return Response(page(request, "Customers", *(text(account.email) for account in request.state.accounts.values())))


def reports(request: Request) -> Response:
    return Response(page(request, "Reports", links(("reports/sales", "Sales"), ("reports/shelves", "Low stock"))))


def sales(request: Request) -> Response:
    return Response(page(request, "Sales", text(f"{request.state.orders} orders so far.")))


def low_stock(request: Request) -> Response:
    return Response(page(request, "Low stock", *(text(f"{name}: 3 left") for name in sorted(PRODUCTS))))


ROUTES: dict[str, View] = {
    "/staff": staff_only(overview),
    "/staff/people": staff_only(people),
    "/staff/reports": staff_only(reports),
    "/staff/reports/sales": staff_only(sales),
    "/staff/reports/shelves": staff_only(low_stock),
}
