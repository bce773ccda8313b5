import unittest

from shop.cart import Cart


class Quantities(unittest.TestCase):
    def test_total(self) -> None:
        cart = Cart()
        cart.add("mug", 2)
        cart.add("mug")
        self.assertEqual(cart.total(), 2700)

    def test_remove(self) -> None:
        cart = Cart()
        cart.add("shirt")
        cart.remove("shirt")
        cart.remove("shirt")
        self.assertEqual(cart.total(), 0)

    def test_no_negative_quantity(self) -> None:
        with self.assertRaises(ValueError):
            Cart().add("mug", -1)

    def test_unknown_product(self) -> None:
        with self.assertRaises(KeyError):
            Cart().add("sofa")
