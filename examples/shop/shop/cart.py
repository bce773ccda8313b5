"""What a customer wants to buy."""

from shop.catalog import price


class Cart:
    def __init__(self) -> None:
        self.items: dict[str, int] = {}

    def add(self, product: str, quantity: int = 1) -> None:
        if quantity < 1:
            raise ValueError("a quantity is at least 1")
        price(product)
        self.items[product] = self.items.get(product, 0) + quantity

    def remove(self, product: str) -> None:
        self.items.pop(product, None)

    def total(self) -> int:
        return sum(price(product) * quantity for product, quantity in self.items.items())
