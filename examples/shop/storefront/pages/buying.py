"""From the cart to the order: cart, address, payment, confirmation. The voucher field is on the cart, or has moved."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shop.checkout import VOUCHERS, amount, order

from storefront.markup import choice, field, form, link, links, money, page, radio, text
from storefront.web import Response, View, redirect

if TYPE_CHECKING:
    from storefront.web import Request

STEPS = (("/checkout/address", "Address"), ("/checkout/payment", "Payment"))


def cart(request: Request) -> Response:
    visit = request.visit
    if not visit.cart.items:
        return Response(page(request, "Your cart", text("The cart is empty."), link("catalogue", "Go shopping")))
    rows = [
        form(request, "/cart/remove", f"Remove {name}", f"{count} × {name}", _hidden("product", name))  # noqa: RUF001 - a times sign, as shops write it
        for name, count in sorted(visit.cart.items.items())
    ]
    voucher = "" if request.moved else _voucher_form(request)
    hint = "Vouchers are redeemed with the payment." if request.moved else ""
    total = text(f"Total with shipping: {money(amount(visit.cart, visit.voucher))}")
    return Response(page(request, "Your cart", *rows, total, text(hint), voucher, link("checkout/address", "Checkout")))


def add(request: Request) -> Response:
    form_ = request.form or {}
    try:
        request.visit.cart.add(form_.get("product", ""), int(form_.get("quantity", "1")))
    except (KeyError, ValueError):
        request.visit.notice = "That cannot be put into the cart."
    else:
        request.visit.notice = f"Added to your cart: {form_['product']}."
    return redirect("/cart")


def remove(request: Request) -> Response:
    request.visit.cart.remove((request.form or {}).get("product", ""))
    return redirect("/cart")


def voucher(request: Request) -> Response:
    code = (request.form or {}).get("voucher", "").strip().upper()
    known = code in VOUCHERS
    request.visit.voucher = code if known else ""
    request.visit.notice = f"Voucher {code}: {VOUCHERS[code]} % off." if known else "There is no such voucher."
    return redirect("/checkout/payment" if request.moved else "/cart")


def address(request: Request) -> Response:
    if not request.visit.cart.items:
        return redirect("/cart")
    if request.form is not None:
        request.visit.address = {name: request.form.get(name, "").strip() for name in ("name", "street", "city")}
        if all(request.visit.address.values()):
            return redirect("payment")
        request.visit.notice = "Name, street and city are needed."
    hint = "Vouchers come next, with the payment." if request.moved else ""
    fields = (
        field("name", "Full name"),
        field("street", "Street and number"),
        field("city", "City"),
        choice("country", "Country", ("Austria", "Germany", "Switzerland"), "Austria"),
    )
    return Response(
        page(request, "Address", links(*STEPS), text(hint), form(request, "/checkout/address", "Continue", *fields))
    )


def payment(request: Request) -> Response:
    visit = request.visit
    if not visit.cart.items:
        return redirect("/cart")
    if request.form is not None and (problem := _unpaid(request)):
        visit.notice = problem
    elif request.form is not None:
        return _ordered(request)
    fields = (
        radio("method", "Payment method", (("invoice", "Invoice"), ("card", "Credit card"))),
        '<p><label><input type="checkbox" name="terms" value="yes"> I accept the terms</label></p>',
    )
    total = text(f"To pay: {money(amount(visit.cart, visit.voucher))}")
    pay = form(request, "/checkout/payment", "Place order", *fields)
    return Response(
        page(request, "Payment", links(*STEPS), total, _voucher_form(request) if request.moved else "", pay)
    )


def confirmation(request: Request) -> Response:
    return Response(page(request, "Thank you for your order", text("A confirmation is on its way."), link("/", "Home")))


def _unpaid(request: Request) -> str:
    form_ = request.form or {}
    if not request.visit.address or not all(request.visit.address.values()):
        return "An address is needed first."
    return "" if form_.get("method") and form_.get("terms") else "Choose how to pay, and accept the terms."


def _ordered(request: Request) -> Response:
    visit = request.visit
    with request.state.lock:
        request.state.orders += 1
        placed = {"number": request.state.orders, **order(visit.cart, visit.voucher)}
    if visit.account:
        visit.account.orders.append(placed)
    visit.cart = type(visit.cart)()
    visit.notice = f"Order {placed['number']}: {money(int(str(placed['amount'])))}."
    return redirect("/checkout/confirmation")


def _voucher_form(request: Request) -> str:
    return form(request, "/cart/voucher", "Redeem", field("voucher", "Voucher code"))


def _hidden(name: str, value: str) -> str:
    return f'<input type="hidden" name="{name}" value="{value}">'


ROUTES: dict[str, View] = {
    "/cart": cart,
    "/cart/add": add,
    "/cart/remove": remove,
    "/cart/voucher": voucher,
    "/checkout/address": address,
    "/checkout/payment": payment,
    "/checkout/confirmation": confirmation,
}
