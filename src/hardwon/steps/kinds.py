"""Whether a step acts or asserts, judged from its words where its author does not say. Pure.

Memory must not touch an assertion, and an assertion must not press anything, so in doubt about a statement it is one;
but what begins as an order to do something is an act. What the judge of assertions understands is one in any case.
"""

# ruff: noqa: E501 - a list of words reads best on one line

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hardwon.steps.assertions import understood
from hardwon.steps.quotes import quoted_again, without_quotes

if TYPE_CHECKING:
    from hardwon.steps.step import Kind

LONGEST = 2_000
"""Of a longer step only the beginning tells whether it is a statement."""

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
_KIND = r"(?: (?:button|link|field|box|checkbox|page|option|heading|message|tab|menu))?"
_ACTS = re.compile(
    r"^(?:open|go|visit|navigate|click|press|tap|follow|fill|enter|type|choose|select|pick|submit|log|sign|add|remove|"
    r"delete|upload|download|drag|drop|scroll|hover|wait|search|set|change|switch|save|create|close|reload|refresh|"
    rf"back|return|start|run|send|use|try|tick|untick|toggle|focus|clear|copy|paste)\b(?!{_KIND} (?:is|are|was|were|isn't|aren't)\b)",
    re.IGNORECASE,
)
_ORDERS = re.compile(
    r"^(?:(?:i|we|you|users?) )?(?:show|display|list|read|find|view|look|check|confirm|put|write|push|hit|input|insert|browse|head|uncheck|deselect|"
    r"buy|pay|include|present|mention|say|contain)\b(?! (?:is|are|was|were|isn't|aren't)\b)",
    re.IGNORECASE,
)
"""What begins so may be an order, though the judge would also take it for what is shown."""

_IS = re.compile(
    r"^(?P<of>.{1,300}?)(?: (?:is|are|am|was|were|has|isn't|aren't|wasn't|weren't|hasn't|haven't|doesn't|don't|does not|do not|cannot|can't|can not)"
    r"|(?<=\bi) have|(?<=\bwe) have|(?<=\byou) have|(?<=\bthey) have)\b",
    re.IGNORECASE | re.DOTALL,
)
_BESIDE_IT = re.compile(
    r"\b(?:that|which|who|whose|whom|what|where|when|whenever|while|if|whether|until|till|unless|because|as|once|after|before|since|so|how|why|whatever|whoever)\b",
    re.IGNORECASE,
)
"""What makes another clause of the one behind it: "Buy the mug that is blue" says what to do."""

_SAYS = re.compile(
    r"\b(?:is|are|am|was|were|be|has|have|shows?|displays?|contains?|says?|reads|lists|includes?|appears?|occurs?|comes?|stands?|exists?|"
    r"costs?|offers?|sees?|answers?|responds?|returns?|holds|equals|land|lands|end up|mentions?|presents?|can|cannot|can't|zeigt|ist|sind|wird)\b",
    re.IGNORECASE,
)
_NAMES = re.compile(
    r"(?<![\w@.-])(?:[A-Z][\w'’-]*(?:(?: &)? [A-Z0-9][\w'’-]*)*|[\w.+-]+@[\w.-]+\w|[$€£]? ?\d[\d.,]*\d(?: ?[$€£]| [A-Z]{3}\b)?)"  # noqa: RUF001 - as people write them
)


def kind_of(text: str) -> Kind:
    """The kind of a step: what it says to look for is an assertion, all else an act."""
    return "assert" if is_assertion(text) else "act"


def is_assertion(text: str) -> bool:
    """Whether a sentence says what is to be seen, and nothing that is to be done."""
    plain = _LEAD.sub("", text.strip())
    if _ACTS.match(plain):
        return False
    if any(each.search(plain) for each in (_ASSERTS, _CHECKS, _STATES, _OUGHT)):
        return True
    marked, quoted = without_quotes(" ".join(plain[:LONGEST].split()))
    return not _ORDERS.match(marked) and (_is_statement(marked) or _is_understood(marked, quoted))


def _is_statement(marked: str) -> bool:
    """Whether the main clause says how something is."""
    said = _IS.match(marked)
    return said is not None and not _BESIDE_IT.search(said["of"])


def _is_understood(marked: str, quoted: list[str]) -> bool:
    """Whether the judge understands a sentence that has a verb: as it is, or with its names in quotes."""
    if not _SAYS.search(marked):
        return False
    named = _NAMES.sub(lambda name: f'"{name.group()}"', marked)
    return any(understood(quoted_again(each, quoted)) is not None for each in dict.fromkeys((marked, named)))
