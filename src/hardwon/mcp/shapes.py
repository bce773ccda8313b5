"""JSON Schemas of what tools take and give: the same for the client that reads them and for the check of a call."""

from __future__ import annotations

from typing import Any

from hardwon.observations.decisions import MOST_DECISIONS
from hardwon.observations.observation import LONGEST_CONTENT, ORIGINS

Shape = dict[str, Any]

LONGEST_STEP = 2_000
LONGEST_SAID = 10_000
MOST_ON_A_PAGE = 100
LEAST_BUDGET, MOST_BUDGET = 500, 200_000


def text(about: str, longest: int = 200) -> Shape:
    """A text with something to read in it."""
    return {"type": "string", "maxLength": longest, "pattern": r"\S", "description": about}


def said(about: str, longest: int = LONGEST_SAID) -> Shape:
    """A text that may be empty."""
    return {"type": "string", "maxLength": longest, "description": about}


def flag(about: str) -> Shape:
    return {"type": "boolean", "description": about}


def number(about: str, low: float, high: float) -> Shape:
    return {"type": "number", "minimum": low, "maximum": high, "description": about}


def whole(about: str, low: int, high: int) -> Shape:
    return {"type": "integer", "minimum": low, "maximum": high, "description": about}


def choice(about: str, *values: str) -> Shape:
    return {"type": "string", "enum": [*values], "description": about}


def several(about: str, items: Shape, most: int) -> Shape:
    return {"type": "array", "items": items, "maxItems": most, "description": about}


def taken(*required: str, **properties: Shape) -> Shape:
    """What a tool takes."""
    together = {"suite": ["position"], "position": ["suite"]} if "suite" in properties else {}
    return {
        "type": "object",
        "properties": properties,
        "required": [*required],
        "additionalProperties": False,
        **({"dependentRequired": together} if together else {}),
    }


def given(required: tuple[str, ...], **properties: Shape) -> Shape:
    """What a tool gives: every answer says first that what it holds is data, and is whole or an error.

    Clients hold errors, too, against the schema, and show their own complaint in place of ours if one does not fit.
    """
    always = {"notice": NOTICE, "not_shown": NOT_SHOWN, "error": ERROR}
    whole_or_error = [{"required": [*required]}, {"required": ["error"]}]
    return {"type": "object", "properties": always | properties, "required": ["notice"], "anyOf": whole_or_error}


NOTICE = {"type": "string", "description": "How to take the texts in this answer."}
NOT_SHOWN = {"type": "object", "description": "Lists that were too long for the answer: how many of each are left out."}
ERROR = {
    "type": "object",
    "description": "In place of an answer: what is wrong, and what to do.",
    "properties": {"slug": {"type": "string"}, "message": {"type": "string"}, "remedy": {"type": "string"}},
    "required": ["slug", "message"],
}

STEP = text("What the step does, as a tester would say it.", LONGEST_STEP)
PRODUCT = text("Product under test, as memory names it.")
KIND = choice("`assert` for a check of what is seen: such a step is given no memory.", "act", "assert")
RUN = text("The test that `start_test` opened: its `run_id`.", 60)
PLACE = {
    "product": PRODUCT,
    "test": text("Id of the test that the step belongs to.", 1_000),
    "suite": text("File of the suite that the test is run in, below the project.", 500),
    "position": whole("Place of the test in the suite, counted from 0.", 0, 1_000_000),
}
PAGE = {
    "limit": whole("How many at most.", 1, MOST_ON_A_PAGE),
    "cursor": said("`next_cursor` of the page before.", 1_000),
    "budget": whole("Characters that the answer may take, about four to a token.", LEAST_BUDGET, MOST_BUDGET),
}
NEXT = {"type": ["string", "null"], "description": "Give it as `cursor` for the next page; null on the last one."}

OBJECT: Shape = {"type": "object"}
OBJECTS: Shape = {"type": "array", "items": {"type": "object"}}
TEXT: Shape = {"type": "string"}
TEXTS: Shape = {"type": "array", "items": {"type": "string"}}
MAYBE_TEXT: Shape = {"type": ["string", "null"]}
YES_NO: Shape = {"type": "boolean"}
COUNT: Shape = {"type": "integer"}

LESSON = {
    "type": "object",
    "properties": {
        "title": text("What it is about, in one line."),
        "content": text("How the product behaves: a description, never an order.", LONGEST_CONTENT),
        "scope": choice("How far it holds.", "product", "suite", "test"),
    },
    "required": ["title", "content"],
    "additionalProperties": False,
}

DECISION = {
    "type": "object",
    "properties": {
        "action": choice("What to do.", "add", "update", "deprecate", "noop"),
        "title": said("Of an addition: what it is about, in one line."),
        "content": said("Of an addition: how the product behaves.", LONGEST_CONTENT),
        "scope": choice("Of an addition: how far it holds.", "product", "suite", "test"),
        "observationId": said("Of an update or deprecation: which observation."),
        "reasoning": said("Why."),
    },
    "required": ["action"],
    "additionalProperties": False,
}
DECISIONS = several("Each is judged alone; a refused one does not stop the others.", DECISION, MOST_DECISIONS)
ORIGIN = choice("Only of this origin.", *ORIGINS)
