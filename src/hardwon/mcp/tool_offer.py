"""A tool as it is offered: data, and where it lives."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolOffer:
    """A tool as a client sees it, and where it lives."""

    name: str
    home: str
    """`module:function` in this package."""

    title: str
    about: str
    """When to use it: this is what a model reads."""

    takes: dict[str, Any]
    gives: dict[str, Any]
    writes: bool = False
    repeats: bool = False
    """Calling it twice does no more than calling it once."""

    keeps: bool = False
    """It reads, but in a test that was begun what it gave is kept as evidence."""

    destroys: bool = False
    """It can end in the deletion of something."""

    judges: str = ""
    """An argument whose entries the tool judges itself, one by one: a bad one does not stop the others."""

    def without(self, argument: str) -> ToolOffer:
        """The same where an argument has no meaning."""
        properties = {name: shape for name, shape in self.takes["properties"].items() if name != argument}
        return replace(self, takes={**self.takes, "properties": properties}, keeps=False)

    def about_one_product(self, product: str) -> ToolOffer:
        """The same where the server is about one product: it need not be named."""
        properties = self.takes["properties"]
        if "product" not in properties:
            return self
        fixed = {**properties["product"], "enum": [product], "default": product}
        required = [key for key in self.takes["required"] if key != "product"]
        takes = {**self.takes, "properties": {**properties, "product": fixed}, "required": required}
        return replace(self, takes=takes)
