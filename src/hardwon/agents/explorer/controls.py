"""Controls: fields, boxes and buttons while a page is read, and what becomes of each. Pure."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from hardwon.agents.explorer.naming import shown_name
from hardwon.agents.explorer.page import MASK, Button, Field, Option, Thing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

LONGEST_VALUE = 20_000

_BUTTONS = frozenset({"submit", "image", "button", "reset"})
RULES = ("required", "readonly", "minlength", "maxlength", "min", "max", "pattern", "step")
"""What a browser holds a field to before it sends its form."""


@dataclass
class Control:
    """A field or button while it is read."""

    attributes: dict[str, str]
    kind: str
    form: int | str | None
    """The form around it by number, or the one it names by id."""

    label: str = ""
    beside: str = ""
    group: str = ""
    on: bool = False
    at: int = 0
    """Which element of the document it is, by number."""

    place: Callable[[], str] = str
    """Says, once the page is read, what row or item is around it and what heading above it."""

    row: int = 0
    """The row or item that it stands in, by number; 0 for none."""

    is_dim: bool = False
    """Whether it is perhaps not seen. A box that is only transparent itself was drawn anew beside it."""

    text: list[str] = field(default_factory=list)
    options: list[dict[str, Any]] = field(default_factory=list)

    @property
    def is_button(self) -> bool:
        return self.kind in _BUTTONS

    @property
    def is_disabled(self) -> bool:
        return "disabled" in self.attributes or self.attributes.get("aria-disabled") == "true"

    @property
    def called(self) -> str:
        """What a visitor would call it."""
        if self.is_button:
            return self.label or ("Reset" if self.kind == "reset" else "Submit" if self.kind != "button" else "")
        given = self.attributes
        words = (self.label, *(given.get(name, "") for name in ("aria-label", "placeholder", "title")))
        said = next((shown_name(word) for word in words if word.strip()), "")
        return said or self.beside or shown_name(given.get("name", ""))


def is_field(control: Control) -> bool:
    """Whether it can be filled in. Without a name it sends nothing, as in a browser."""
    return not control.is_button and "disabled" not in control.attributes


def field_of(control: Control) -> Field:
    given = control.attributes
    chosen = _chosen(control)
    value = (chosen[0].value if chosen else "") if control.kind == "select" else given.get("value", "")
    return Field(
        name=given.get("name", ""),
        kind=control.kind,
        label=control.called,
        value="on" if control.kind in ("checkbox", "radio") and "value" not in given else value,
        on=control.on,
        options=tuple(_option(each) for each in control.options),
        group=control.group,
        chosen=tuple(each.value for each in chosen),
        multiple="multiple" in given and control.kind == "select",
        rules=tuple((name, given[name]) for name in RULES if name in given),
        at=control.at,
    )


def button_of(control: Control, action: str) -> Button:
    given = control.attributes
    method = given.get("formmethod", "").strip().lower()
    return Button(
        text=control.called,
        name=given.get("name", ""),
        value=given.get("value", ""),
        action=action if given.get("formaction", "").strip() else "",
        method="post" if method == "post" else "get" if method == "get" else "",
        unchecked="formnovalidate" in given,
        near=control.place(),
    )


def thing_of(control: Control) -> Iterator[Thing]:
    """The control as sentences speak of it, and after a select its options."""
    given, name = control.attributes, control.called
    is_switch = control.kind in ("checkbox", "radio")
    chosen = _chosen(control)
    value = ", ".join(each.text for each in chosen) if control.kind == "select" else given.get("value", "")
    yield Thing(
        kind="button" if control.is_button else control.kind if is_switch else "field",  # type: ignore[arg-type]  # either of two
        name=name,
        value="" if control.is_button or is_switch else _shown_value(control.kind, value),
        on=control.on,
        is_unset=bool(chosen) and not any(each.value for each in chosen),
        disabled=control.is_disabled,
        required="required" in given or given.get("aria-required") == "true",
        readonly="readonly" in given or given.get("aria-readonly") == "true",
        invalid=given.get("aria-invalid", "false") not in ("false", ""),
        group=control.group,
        at=control.at,
        place=control.row,
        is_dim=control.is_dim,
        chosen=_is_chosen(given) if control.is_button else None,
        is_switch=given.get("role") == "switch",
    )
    for each in control.options:
        option = _option(each)
        yield Thing(
            kind="option",
            name=option.text,
            on=option in chosen,
            disabled="disabled" in each,
            group=name,
            at=control.at,
            is_dim=control.is_dim,
        )


def _is_chosen(given: dict[str, str]) -> bool | None:
    """Whether a tab is the one that is shown, or a button stays pressed; None where it is nothing of the kind."""
    said = given.get("aria-selected") or given.get("aria-pressed") or ("false" if given.get("role") == "tab" else "")
    return said == "true" if said in ("true", "false") else None


def as_filled(thing: Thing, each: Field, sent: Sequence[str]) -> Thing:
    """A control as it stands on the page once its field was filled in and sends these values."""
    if thing.kind in ("checkbox", "radio"):
        return replace(thing, on=bool(sent))
    chosen = [option.text for option in each.options if option.value in sent]
    if thing.kind == "option":
        return replace(thing, on=thing.name in chosen)
    value = ", ".join(chosen) if each.kind == "select" else "".join(sent)
    is_unset = each.kind == "select" and not any(sent)
    return replace(thing, value=_shown_value(each.kind, value), is_unset=is_unset, is_typed=each.kind != "select")


def _shown_value(kind: str, value: str) -> str:
    """What is seen of the value of a field."""
    return MASK * len(value) if kind == "password" else "" if kind == "file" else value


def _option(given: dict[str, Any]) -> Option:
    text = shown_name(given["text"])
    return Option(text=text, value=given.get("value", text), disabled="disabled" in given)


def _chosen(control: Control) -> tuple[Option, ...]:
    """The options that a select sends when nobody touches it: of most selects one, of a multiple one any number."""
    options = control.options
    marked = [_option(each) for each in options if "selected" in each]
    if "multiple" in control.attributes:
        return tuple(marked)
    first = [_option(each) for each in options if "disabled" not in each][:1] or [_option(each) for each in options[:1]]
    return tuple(marked[-1:] or first)
