import unittest

from shop import auth


class Login(unittest.TestCase):
    def setUp(self) -> None:
        auth.register("Ada", "analytical")

    def test_right_password(self) -> None:
        self.assertTrue(auth.log_in("ada ", "analytical"))

    def test_wrong_password(self) -> None:
        self.assertFalse(auth.log_in("ada", "difference"))

    def test_unknown_user(self) -> None:
        self.assertFalse(auth.log_in("nobody", ""))

    def test_short_password(self) -> None:
        with self.assertRaises(ValueError):
            auth.register("bob", "short")
