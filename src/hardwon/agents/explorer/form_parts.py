"""Form parts: the forms of a page and what belongs to which, while the page is read."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from hardwon.agents.explorer.controls import button_of, field_of, is_field
from hardwon.agents.explorer.naming import shown_name
from hardwon.agents.explorer.page import Form, Thing

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

    from hardwon.agents.explorer.controls import Control

MOST_FORMS = 200
MOST_FIELDS = 500

_SENDING = ("submit", "image")


@dataclass
class Forms:
    """Takes forms, controls and labels in their order."""

    controls: list[Control] = field(default_factory=list)
    _given: list[dict[str, str]] = field(default_factory=list)
    _open: int | None = None
    _labels: dict[str, str] = field(default_factory=dict)

    def begin(self, given: dict[str, str]) -> None:
        self._open = None
        if len(self._given) < MOST_FORMS:
            self._given.append(given)
            self._open = len(self._given) - 1

    def end(self) -> None:
        self._open = None

    def around(self, given: dict[str, str]) -> int | str | None:
        """The form that a control belongs to: the one it names by id, else the one around it by number."""
        return given.get("form", self._open)

    def add(self, control: Control) -> bool:
        """Whether the control is kept: of a hostile page, only so many are."""
        is_kept = len(self.controls) < MOST_FIELDS
        if is_kept:
            self.controls.append(control)
        return is_kept

    def label(self, text: str, target: str, first: int) -> None:
        """A label, for the control with an id, or for the first that stands in it."""
        if target:
            self._labels[target] = text
        else:
            for control in self.controls[first : first + 1]:
                control.label = control.label or text

    def name(self, texts: Mapping[str, Sequence[str]]) -> None:
        """Give each control what a visitor calls it, by labels and texts that stand elsewhere."""
        for control in self.controls:
            given = control.attributes
            labelled = " ".join("".join(texts.get(each, ())) for each in given.get("aria-labelledby", "").split()[:9])
            control.label = shown_name(labelled) or self._labels.get(given.get("id", ""), "") or control.label

    def complaints(self, texts: Mapping[str, Sequence[str]], seen: Collection[str]) -> Iterator[Thing]:
        """What is said to be wrong with a field, where that is seen."""
        for control in self.controls:
            given = control.attributes
            if given.get("aria-invalid", "false") in ("false", ""):
                continue
            for each in given.get("aria-errormessage", "").split()[:9]:
                if (said := shown_name("".join(texts.get(each, ())))) and said in seen:
                    yield Thing(kind="status", name=said, tone="error")

    def sends(self, control: Control) -> bool:
        """Whether a button sends a form of the page."""
        is_known = any(control.form in (at, given.get("id", at)) for at, given in enumerate(self._given))
        return control.kind in _SENDING and is_known

    def is_loose(self, control: Control) -> bool:
        """Whether it is a button that can be pressed, and does nothing without a script."""
        return control.is_button and not control.is_disabled and not self.sends(control)

    def made(self, joined: Callable[[str], str], here: str) -> tuple[Form, ...]:
        return tuple(self._made(number, given, joined, here) for number, given in enumerate(self._given))

    def _made(self, number: int, given: dict[str, str], joined: Callable[[str], str], here: str) -> Form:
        own = [control for control in self.controls if control.form in (number, given.get("id", number))]
        return Form(
            action=joined(given.get("action", "")) if given.get("action", "").strip() else here,
            method="post" if given.get("method", "").strip().lower() == "post" else "get",
            fields=tuple(field_of(control) for control in own if is_field(control)),
            unchecked="novalidate" in given,
            buttons=tuple(
                button_of(control, joined(control.attributes.get("formaction", "")))
                for control in own
                if control.kind in _SENDING and not control.is_disabled
            ),
        )
