"""Paying: discount, shipping, and the order."""

from shop.cart import Cart

FREE_SHIPPING_FROM = 5000
SHIPPING = 490
VOUCHERS = {"WELCOME10": 10}


def amount(cart: Cart, voucher: str = "") -> int:
    goods = cart.total() * (100 - VOUCHERS.get(voucher.strip().upper(), 0)) // 100
    return goods if goods >= FREE_SHIPPING_FROM else goods + SHIPPING


def order(cart: Cart, voucher: str = "") -> dict[str, object]:
    if not cart.items:
        raise ValueError("an empty cart cannot be ordered")
    return {"items": dict(cart.items), "amount": amount(cart, voucher)}
