"""Reasons: what a finding says to a person, where several rules say the same, and where no rule of unsafe text speaks.

One line each, word for word as in docs/security.md.
"""

from __future__ import annotations

OVERRIDE = "It tells the reader to drop the instructions it has."
ROLE = "It gives the reader another role or name."
REVEAL = "It asks for the reader's instructions or hidden text."
CONCEAL = "It tells the reader to hide something from people."
SECRETS = "It orders a secret or data to be passed on."

DOUBTS = {
    "order": "It gives an order instead of saying what the product does.",
    "question": "It asks a question instead of saying what the product does.",
    "address": "It speaks to its reader instead of saying what the product does.",
    "steering": "It says how tests and agents are to act or judge instead of what the product does.",
    "wording": "Its words are those of texts that steer or take over a reader rather than of notes on a product.",
    "script": "It is a scene to be continued instead of saying what the product does.",
}
"""Why a text is not an observation, by the name that its finding has in place of a rule."""
