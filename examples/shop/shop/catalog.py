"""What is for sale; prices in cents."""

PRODUCTS = {"mug": 900, "shirt": 2500, "poster": 1500}


def price(product: str) -> int:
    return PRODUCTS[product]


def search(words: str) -> list[str]:
    wanted = words.lower().split()
    return sorted(name for name in PRODUCTS if all(word in name for word in wanted))
