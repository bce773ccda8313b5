"""The rules: data only, one module per kind of text. What is listed here is in force.

Each rule is held to its word by its own examples (`blocks`, `passes`), and stands in the table of docs/security.md.
"""

from __future__ import annotations

from hardwon.guard.scanner.rules import (
    arabic,
    east_asian,
    english_roles,
    english_tasks,
    exfiltration,
    further,
    germanic,
    harm,
    hidden,
    hindi,
    jailbreak,
    markup,
    romance,
    secret_kinds,
    slavic,
)
from hardwon.guard.scanner.rules.rule import ENOUGH_WEIGHT, TextRule

MATCHED_RULES: tuple[TextRule, ...] = (
    *english_tasks.RULES,
    *english_roles.RULES,
    *harm.RULES,
    *jailbreak.RULES,
    *exfiltration.RULES,
    *markup.RULES,
    *germanic.RULES,
    *romance.RULES,
    *slavic.RULES,
    *east_asian.RULES,
    *hindi.RULES,
    *arabic.RULES,
    *further.RULES,
)
"""Rules that are matched by their phrases, cues or pattern. Of two at one place, the first is told first."""

HIDING_RULES: tuple[TextRule, ...] = hidden.RULES
"""Rules on characters and encodings; `characters.py` and `decoding.py` say where they are broken."""

SECRET_RULES: tuple[TextRule, ...] = secret_kinds.RULES
"""Rules on secrets; `secrets.py` says where they stand."""

EVERY_RULE: tuple[TextRule, ...] = (*MATCHED_RULES, *HIDING_RULES, *SECRET_RULES)
"""Every rule whose finding makes a text unsafe."""

__all__ = ["ENOUGH_WEIGHT", "EVERY_RULE", "HIDING_RULES", "MATCHED_RULES", "SECRET_RULES", "TextRule"]
