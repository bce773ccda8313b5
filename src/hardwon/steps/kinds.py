"""Whether a step acts or asserts, judged from its words where its author does not say. Pure.

Memory must not touch an assertion, so in doubt about a statement it is one; but what begins as an order to do something
is an act.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hardwon.steps.step import Kind

_LEAD = re.compile(r"^(?:(?:and|then|now|next|finally|also|please|as a result|afterwards)\b[\s,:]*)+", re.IGNORECASE)

_LOOK = r"(?:see|sees|expect|expects|verify|verifies|assert|asserts|ensure|ensures|observe|validate|validates)"
_ASSERTS = re.compile(
    rf"^(?:(?:i|you|we|they|the (?:user|customer|visitor|page))\s+)?"
    rf"(?:(?:can|cannot|can't|should|must|do|does|will|still|no longer|not|don't|doesn't|never)\s+){{0,3}}"
    rf"(?:{_LOOK}\b(?!\s+more\b)|make sure\b|double-check\b)",
    re.IGNORECASE,
)
_CLAIM = r"(?:is|are|was|were|isn't|aren't|has|have|shows?|appears?|contains?|displays?|reads|equals|matches|exists)"
_CHECKS = re.compile(
    rf"^(?:check|confirm)\s+(?:that|whether|if|for|there|it|no)\b|^(?:check|confirm)\b.{{1,300}}?\s{_CLAIM}\b",
    re.IGNORECASE | re.DOTALL,
)
_STATES = re.compile(
    rf"^(?:the|an?|no|there|it|its|this|all|each|every|both|only|my|your|nothing)\b.{{0,300}}?\s?\b{_CLAIM}\b",
    re.IGNORECASE | re.DOTALL,
)
_OUGHT = re.compile(r"\bshould(?:n't)?\b|\bmust (?:not )?(?:be|see|show|have|appear|contain|read)\b", re.IGNORECASE)
_ACTS = re.compile(
    r"^(?:open|go|visit|navigate|click|press|tap|follow|fill|enter|type|choose|select|pick|submit|log|sign|add|remove|"
    r"delete|upload|download|drag|drop|scroll|hover|wait|search|set|change|switch|save|create|close|reload|refresh|"
    r"back|return|start|run|send|use|try|tick|untick|toggle|focus|clear|copy|paste)\b",
    re.IGNORECASE,
)


def kind_of(text: str) -> Kind:
    """The kind of a step: what it says to look for is an assertion, all else an act."""
    plain = _LEAD.sub("", text.strip())
    if _ACTS.match(plain):
        return "act"
    return "assert" if any(each.search(plain) for each in (_ASSERTS, _CHECKS, _STATES, _OUGHT)) else "act"
