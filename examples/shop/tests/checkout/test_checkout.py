import unittest

from shop import checkout
from shop.cart import Cart


def cart_with(**items: int) -> Cart:
    cart = Cart()
    for product, quantity in items.items():
        cart.add(product, quantity)
    return cart


class Amount(unittest.TestCase):
    def test_shipping_is_added(self) -> None:
        self.assertEqual(checkout.amount(cart_with(mug=1)), 1390)

    def test_free_shipping(self) -> None:
        self.assertEqual(checkout.amount(cart_with(shirt=2)), 5000)

    def test_voucher(self) -> None:
        self.assertEqual(checkout.amount(cart_with(shirt=1), "welcome10"), 2740)


class Order(unittest.TestCase):
    def test_empty_cart(self) -> None:
        with self.assertRaises(ValueError):
            checkout.order(Cart())

    def test_order_keeps_what_was_in_the_cart(self) -> None:
        cart = cart_with(poster=1)
        placed = checkout.order(cart)
        cart.remove("poster")
        self.assertEqual(placed["items"], {"poster": 1})
