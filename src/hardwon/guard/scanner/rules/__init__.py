"""The rules: data only. One module per kind; `ALL` has every rule that is matched by words or by form."""

from __future__ import annotations

from hardwon.guard.scanner.rules import (
    eastern,
    english,
    exfiltration,
    germanic,
    harm,
    hidden,
    jailbreak,
    markup,
    romance,
    slavic,
)
from hardwon.guard.scanner.rules.rule import ENOUGH, Rule

ALL: tuple[Rule, ...] = (
    *english.RULES,
    *harm.RULES,
    *jailbreak.RULES,
    *exfiltration.RULES,
    *markup.RULES,
    *germanic.RULES,
    *romance.RULES,
    *slavic.RULES,
    *eastern.RULES,
)

HIDDEN: tuple[Rule, ...] = hidden.RULES
"""Rules on characters and encodings; what they look for is in `characters.py` and `decoding.py`."""

__all__ = ["ALL", "ENOUGH", "HIDDEN", "Rule"]
