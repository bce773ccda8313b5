import unittest

from shop import catalog


class Search(unittest.TestCase):
    def test_by_word(self) -> None:
        self.assertEqual(catalog.search("MUG"), ["mug"])

    def test_nothing_found(self) -> None:
        self.assertEqual(catalog.search("sofa"), [])

    def test_everything(self) -> None:
        self.assertEqual(catalog.search(""), ["mug", "poster", "shirt"])
