"""What is for sale: home, catalogue, categories, products, search."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shop.catalog import PRODUCTS, price, search

from storefront.markup import field, form, links, money, page, text
from storefront.web import Response, View

if TYPE_CHECKING:
    from storefront.web import Request

CATEGORIES = {"kitchen": ["mug"], "clothing": ["shirt"], "art": ["poster"]}
DETAILS = {
    "mug": "Holds 0.3 litres and survives the dishwasher.",
    "shirt": "Cotton, cut straight.",
    "poster": "Printed on heavy paper, 50 by 70 cm.",
}


def home(request: Request) -> Response:
    featured = links(*((f"/product/{name}", name.capitalize()) for name in sorted(PRODUCTS)))
    return Response(page(request, "Welcome", text("Good things, few of them."), featured))


def catalogue(request: Request) -> Response:
    entries = [(f"catalogue/{name}", name.capitalize()) for name in CATEGORIES]
    if request.moved:
        entries.append(("catalogue/gifts", "Gifts"))
    return Response(page(request, "Catalogue", links(*entries)))


def category(request: Request) -> Response:
    if request.moved and request.rest == "gifts":
        return Response(page(request, "Gifts", links(("gift-cards", "Gift cards"), ("/product/mug", "Mug"))))
    if request.moved and request.rest == "gift-cards":
        return gift_cards(request)
    if request.rest not in CATEGORIES:
        return Response(page(request, "Not found", text("There is no such category.")), 404)
    entries = [(f"../product/{name}", name.capitalize()) for name in CATEGORIES[request.rest]]
    return Response(page(request, request.rest.capitalize(), links(*entries, ("../catalogue", "All categories"))))


def product(request: Request) -> Response:
    name = request.rest
    if name not in PRODUCTS:
        return Response(page(request, "Not found", text("There is no such product.")), 404)
    basket = form(
        request,
        "/cart/add",
        "Add to cart",
        f'<input type="hidden" name="product" value="{name}">',
        field("quantity", "Quantity", kind="number", value="1"),
    )
    others = links(*((other, f"Also nice: {other}") for other in sorted(PRODUCTS) if other != name))
    return Response(page(request, name.capitalize(), text(DETAILS[name]), text(money(price(name))), basket, others))


def found(request: Request) -> Response:
    asked = request.query.get("q", "")
    box = f'<form action="/search">{field("q", "Search the shop", kind="search")}<button>Find</button></form>'
    if not asked:
        return Response(page(request, "Search", box))
    names = search(asked)
    said = text(f"{len(names)} found for {asked}")
    return Response(page(request, "Search", box, said, links(*((f"/product/{name}", name) for name in names))))


def gift_cards(request: Request) -> Response:
    """What is left on a gift card. Where this page stands depends on whether things have moved."""
    balance = form(request, request.path, "Check balance", field("card", "Gift card number"))
    if request.form is None:
        return Response(page(request, "Gift cards", text("Gift cards are valid for three years."), balance))
    number = request.form.get("card", "").replace(" ", "")
    said = "25.00 EUR are left on this card." if number == "4000123412341234" else "There is no such card."
    return Response(page(request, "Gift cards", text(said), balance))


ROUTES: dict[str, View] = {
    "/": home,
    "/catalogue": catalogue,
    "/catalogue/*": category,
    "/product/*": product,
    "/search": found,
}
