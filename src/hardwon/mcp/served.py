"""What the server works with: the memory of one project, the product that it is about, and what was begun."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from hardwon.errors import UsageError
from hardwon.listening.project_memory import ServedProject
from hardwon.mcp.answer import DEFAULT_BUDGET
from hardwon.project.root import leads_inside
from hardwon.text.plain import one_line

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path
    from typing import Any

    from hardwon.steps.place import Place


@dataclass(slots=True, kw_only=True)
class Served(ServedProject):
    """One project as the server serves it."""

    product: str | None = None
    """The one product that the server is about; None if a call names it."""

    state: str | None = None
    """Names the build that is tested, by whoever starts the server: a client that could would make proofs up."""

    one_client: bool = False
    """Only one client speaks to the server, so what it does not say can be told from what it did before."""

    budget: int = DEFAULT_BUDGET
    """Characters that an answer may take, unless the call says otherwise."""

    agent: str = "MCP"
    """Who carries out tests, as evidence names it."""

    opened: dict[str, Place] = field(default_factory=dict)
    """Tests that the one client began and has not finished, by run, and where each stands."""

    def product_of(self, arguments: Mapping[str, Any]) -> str:
        """The product that a call is about; UsageError if none is named, or another than the server's."""
        asked = arguments.get("product")
        if self.product is not None:
            if asked not in (None, self.product):
                raise UsageError(
                    f"This server is about the product {one_line(self.product, 60)!r} alone.",
                    remedy="Leave `product` out.",
                )
            return self.product
        if asked is None:
            raise UsageError("No product is named.", remedy="Give `product`, as memory names it.")
        return str(asked)

    def place_of(self, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """Where a step or test stands, as `Memory` takes it. The file of a suite must lie in the project."""
        return {
            "product": self.product_of(arguments),
            "test": arguments.get("test"),
            "suite": self.inside(arguments["suite"]) if "suite" in arguments else None,
            "position": arguments.get("position"),
        }

    def inside(self, name: str) -> Path:
        """The file of that name below the project; UsageError if it leads out of it."""
        root = self.project.root
        if "\0" in name or not leads_inside(root, root / name):
            raise UsageError(f"{one_line(name)!r} is not in the project.", remedy="Name a file below its root.")
        return root / name
