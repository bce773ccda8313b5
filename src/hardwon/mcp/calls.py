"""One call of a tool: its arguments checked against its own schema, the tool found, its answer or its error."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any

from hardwon.errors import HardwonError, StorageError, UsageError
from hardwon.guard.scanner import brief_line
from hardwon.mcp.answer import bounded, in_tools, marked, packed
from hardwon.mcp.offer import ALIASES
from hardwon.text import schema

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from hardwon.mcp.served import Served
    from hardwon.mcp.tool_offer import ToolOffer
    from hardwon.mcp.workers import Going

SHOWN_FLAWS = 5
LONGEST_MESSAGE = 2_000


@dataclass(frozen=True, slots=True, kw_only=True)
class CallEnd:
    """What came of a call."""

    document: dict[str, Any]
    failed: bool = False

    @property
    def text(self) -> str:
        """What a model reads."""
        if self.failed:
            error = self.document["error"]
            return f"{error['message']} [{error['slug']}]"
        return packed(self.document)


def called(served: Served, tool: ToolOffer, arguments: Mapping[str, Any] | None, going: Going | None = None) -> CallEnd:
    """Call a tool; whatever goes wrong is an answer, too. One that takes long is told how it is `going`."""
    try:
        document = found(tool)(served, checked(tool, arguments), *([going] if going else []))
        pages_itself = "budget" in tool.takes["properties"]
        return CallEnd(document=document if pages_itself else bounded(document, served.budget))
    except HardwonError as error:
        return refused(error)
    except OSError as error:
        return refused(StorageError(f"{error.filename or 'The project'}: {error.strerror or error}."))
    except Exception as error:  # noqa: BLE001 - the boundary of a call: the server goes on, and the client is told
        return refused(HardwonError(f"An error that hardwon did not expect: {type(error).__name__}: {error}."))


def found(tool: ToolOffer) -> Callable[..., dict[str, Any]]:
    """The function of a tool, loaded when it is first called."""
    module, _, name = tool.home.partition(":")
    function: Callable[..., dict[str, Any]] = getattr(import_module(f"hardwon.mcp.{module}"), name)
    return function


def checked(tool: ToolOffer, arguments: Mapping[str, Any] | None) -> dict[str, Any]:
    """The arguments; UsageError with what is wrong with them. What is null is not given."""
    known = tool.takes["properties"]
    named = {name: value for name, value in (arguments or {}).items() if value is not None}
    given = {
        name if name in known or ALIASES.get(name) in named else ALIASES.get(name, name): value
        for name, value in named.items()
    }
    flaws = list(schema.flaws(given, _held_against(tool)))
    if flaws:
        more = f"; and {len(flaws) - SHOWN_FLAWS} more" if len(flaws) > SHOWN_FLAWS else ""
        raise UsageError(
            f"{tool.name} cannot be called so: {'; '.join(flaws[:SHOWN_FLAWS])}{more}.",
            remedy="Its schema says what it takes.",
        )
    return {name: _whole(value, known[name]) for name, value in given.items()}


def _held_against(tool: ToolOffer) -> dict[str, Any]:
    """The schema of a call, without that of the entries which the tool judges itself."""
    if not tool.judges:
        return tool.takes
    properties = tool.takes["properties"]
    unjudged = {key: value for key, value in properties[tool.judges].items() if key != "items"}
    return {**tool.takes, "properties": {**properties, tool.judges: unjudged}}


def _whole(value: Any, shape: Mapping[str, Any]) -> Any:
    """A number without a fraction as the integer that it is."""
    return int(value) if shape.get("type") == "integer" and isinstance(value, float) else value


def refused(error: HardwonError) -> CallEnd:
    """An error as a client is told."""
    message = brief_line(in_tools(str(error)), LONGEST_MESSAGE)
    told = {"slug": error.slug, "message": message, "remedy": brief_line(in_tools(error.remedy), LONGEST_MESSAGE)}
    return CallEnd(document=marked({"error": told}), failed=True)
