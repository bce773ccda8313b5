"""Slips of models, mended with a note: the scenario that was meant, as the schema has it. Pure.

Nothing that decides is made up: what is sent and what is expected stay as they were written. What cannot be mended is
left as it is, and the schema says what is wrong with it.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Any

from hardwon.scenarios import exec_slips, key_names, making, place_holders
from hardwon.text.plain import clean_name, one_line

LONGEST_ID = 100

_KEYS = key_names.meanings(key_names.OF_SCENARIO)
_LISTS = ("preconditions", "steps", "chaos_factors", "failure_modes")
_TEXTS = ("title", "user_perspective", "expected_behavior")
_BULLET = re.compile(r"^\s*(?:[-*\u2022]|\(?\d{1,2}[.):]|step \d{1,2}[.:])\s*", re.IGNORECASE)
_TOLD = ("action", "step", "description", "text", "do", "name", "given", "when", "condition", "expected", "result")
_NONE = ("", "none", "null", "n/a", "na", "-", "nothing")


class Slips:
    """One scenario while it is mended; `notes` has what was done."""

    def __init__(self, item: dict[str, Any], number: int) -> None:
        self.notes: list[str] = []
        self._number = number
        self.item = self._named(item)

    def mended(self) -> dict[str, Any]:
        """The scenario as the schema has it, as far as that is certain."""
        item = self.item
        for key in _LISTS:
            if key in item:
                item[key] = self._list(item[key])
        for key in _TEXTS:
            if key in item and not isinstance(item[key], str):
                item[key] = " ".join(self._list(item[key]))
        self._identity()
        self._defaults()
        self._priority()
        if isinstance(item.get("area"), list) and len(item["area"]) == 1:
            [item["area"]] = item["area"]
        if isinstance(item.get("area"), str):
            item["area"] = item["area"].strip()
        if "exec" in item:
            self._exec()
        return item

    def _named(self, item: dict[str, Any]) -> dict[str, Any]:
        """The item with the keys that are meant. A key that is right wins over one that only means the same."""
        found: dict[str, Any] = {}
        others: list[str] = []
        for key, value in sorted(item.items(), key=lambda pair: pair[0] not in key_names.OF_SCENARIO):
            meant = _KEYS.get(key_names.plain(key))
            if meant and (meant not in found or found[meant] in (None, "", [])):
                found[meant] = value
                if meant != key and key_names.plain(key) not in ("scenario_id", "confidence_area"):
                    self.notes.append(f"`{one_line(key, 40)}` was read as `{meant}`")
            elif key_names.plain(key) not in key_names.SILENT_IN_SCENARIO and not meant:
                others.append(one_line(key, 40))
        if others:
            self.notes.append(f"unknown keys were left out: {', '.join(others[:10])}")
        return {key: value for key, value in found.items() if value is not None}

    def _list(self, value: Any) -> list[Any]:
        if isinstance(value, str):
            lines = [line for line in value.splitlines() if line.strip()]
            bulleted = len(lines) > 1 and all(_BULLET.match(line) for line in lines)
            texts = [_BULLET.sub("", line) for line in lines] if bulleted else [value]
            return [] if value.strip().lower() in _NONE else [text.strip() for text in texts]
        if isinstance(value, dict):
            return [f"{key}: {_told(inner)}" for key, inner in value.items()]
        if isinstance(value, list):
            return [_told(each) for each in value if each is not None and _told(each).strip()]
        return [_told(value)]

    def _identity(self) -> None:
        item = self.item
        given, title = item.get("id"), item.get("title")
        if isinstance(given, int | float) and not isinstance(given, bool):
            given = f"scenario-{given:g}"
        text = given if isinstance(given, str) and given.strip() else title if isinstance(title, str) else ""
        if isinstance(given, str | None):
            item["id"] = slug(text) or f"scenario-{self._number}"
        if item.get("id") != given and not (isinstance(given, str) and slug(given) == given.lower()):
            self.notes.append(f"its id is {item.get('id')!r} here")
        if not isinstance(title, str) or not title.strip():
            item["title"] = clean_name(str(item["id"]).replace("-", " ")) or "scenario"
        elif len(title) > LONGEST_ID:
            item["title"] = one_line(title, 300)

    def _defaults(self) -> None:
        item = self.item
        item.setdefault("preconditions", [])
        item.setdefault("chaos_factors", [])
        if not item.get("user_perspective"):
            item["user_perspective"] = "A user of the system."
        if not item.get("failure_modes"):
            item["failure_modes"] = ["Anything else happens."]
        judged = item.get("exec") not in (None, {}, [], "", False)
        if not item.get("steps") and judged:
            item["steps"] = ["What `exec` says is carried out."]
            self.notes.append("`steps` is missing: `exec` says what is done")
        if not item.get("expected_behavior") and judged:
            item["expected_behavior"] = "What `exec` expects."
            self.notes.append("`expected_behavior` is missing: `exec` says what is expected")

    def _priority(self) -> None:
        item, given = self.item, self.item.get("priority")
        if given is None:
            item["priority"] = "medium"
            self.notes.append("`priority` is missing: medium")
        elif isinstance(given, str):
            meant = key_names.PRIORITIES.get(re.sub(r"[\s_-]+", " ", given.strip().lower()), given)
            if meant != given:
                self.notes.append(f"the priority {one_line(given, 20)!r} was read as {meant!r}")
            item["priority"] = meant

    def _exec(self) -> None:
        made, notes = exec_slips.mended(self.item["exec"])
        self.notes += notes
        if made:
            place_holders.mended(list(making.requests_in({"exec": made})), self.notes)
        if made is None:
            del self.item["exec"]
        else:
            self.item["exec"] = made


def slug(text: str) -> str:
    """A text as an id: lower case, words joined by hyphens; "" if nothing of it is left."""
    folded = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", folded).strip("-")[:LONGEST_ID].strip("-")


def _told(value: Any) -> str:
    """A step or condition as text, also where it is an object with its parts."""
    if isinstance(value, dict):
        told = [str(value[key]) for key in _TOLD if isinstance(value.get(key), str)]
        return ": ".join(told) or ", ".join(f"{key}: {inner}" for key, inner in value.items())
    if isinstance(value, list):
        return ", ".join(map(_told, value))
    return value if isinstance(value, str) else str(value)
