"""Turns of phrase: what some say in several words, or with another verb, in the words of others. Pure.

    gets a notification that …     is notified that …
    sits above, is placed above    is above
    is switched off                is disabled

A turn may only replace words by words that say the same wherever it fits: it knows nothing of the sentence around it.
"""

from __future__ import annotations

import re

from hardwon.likeness.amounts import COUNTS

_CONTRACTED = re.compile("(?:\\b(?P<can>ca)|\\b(?P<will>wo))?n['\u2019]t\\b", re.IGNORECASE)

_AMOUNT = rf"(?=\s*[$€£]?(?:\d|(?:{'|'.join(COUNTS)})\b))"
_SOMEBODY = r"(?:the|an?|every|each|all) [a-z]+|(?<=, )[a-z]+s|\A[A-Z][a-z]+s"
_LETTER = r"(?:an? |the )(?:[a-z]+ )?(?:e-?mail|mail|message|letter|reminder|receipt|invitation)"


def _switched(match: re.Match[str]) -> str:
    return f"{'enable' if match['side'].lower() == 'on' else 'disable'}{'d' if match['end'] != 's' else 's'}"


_TURNS = tuple(
    (re.compile(spelt if spelt.startswith("(?<=[a-z])") else rf"\b{spelt}", re.IGNORECASE), plain)
    for spelt, plain in (
        (r"no longer\b", "not"),
        (r"(?:do|does|did) not (?:have|need) to\b", "need not"),
        (r"(?<=not\b)(.{1,80}?),? any ?(?:more|longer)\b(?! \w+ly\b| than\b)", r"\1"),
        (r"(?:all )?by (?:it|them)sel(?:f|ves)\b|on its own\b|(?<=[a-z]s )itself\b", "automatically"),
        (r"(can|may|to|will|should|be|am|I|you|we) (?:view|brows)(?:e|ing)?\b", r"\1 see"),
        (r"(hover(?:s|ed|ing)?) (?:over|on)\b", r"\1"),
        (r"(?:(?:the|a) user|the visitor) (?=(?:should|can|must) (?:(?:also|now|still) )?(?:see\b|be notified))", "I "),
        (r"(?:see|get|receive)(?:s|d)? an? notification\b", "is notified"),
        (rf"(?P<who>{_SOMEBODY}) (?:gets?|receives?) (?P<what>{_LETTER})\b", r"\g<what> is sent to \g<who>"),
        (r"e-?mailed\b", "sent by email"),
        (r"(?:for )?free of charge\b|(?<=is )for free\b|(?:at no (?:cost|charge)|without charge)\b", "free"),
        (
            r"(?:switch|turn)(?P<end>s|e?d|ing)? (?P<side>on|off)\b(?=\W*$| (?:by|at|in|for|when|if|while|until)\b)",
            _switched,
        ),
        (r"(?P<is>is|are) not open\b(?! to)", r"\g<is> closed"),
        (r"(?<=[a-z])['\u2019](?:re|ve|ll|m)\b", ""),
        (r"giv(?:en|es?|ing) back\b", "returned"),
        (r"(?P<is>is|are|be) (?:ordered|arranged) by\b", r"\g<is> sorted by"),
        (
            r"(?:sits?|lies|(?:is|are|be) (?:placed|positioned)) (?=(?:above|below|under|next|in|on|at)\b)",
            "is ",
        ),
        (r"you (?:will |can )?find\b", "there is"),
        (r"I should be (?:redirected|taken|forwarded|brought|sent)(?: back)? to\b", "I should be on"),
        (r"upon\b", "when"),
        (rf"(?:larger|bigger|greater|longer|higher|more) than{_AMOUNT}", "over"),
        (rf"(?:smaller|shorter|lower|less|fewer) than{_AMOUNT}", "under"),
        (rf"(?:no more than|up to|a maximum of|maximally){_AMOUNT}", "at most"),
        (rf"(?:no less than|not less than|a minimum of|minimally){_AMOUNT}", "at least"),
    )
)
_BASES = {
    "built": "build",
    "every": "each",
    "given": "give",
    "held": "hold",
    "lost": "lose",
    "sent": "send",
    "sold": "sell",
    "spent": "spend",
    "taken": "take",
    "vanish": "disappear",
    "vanished": "disappeared",
    "vanishes": "disappears",
    "written": "write",
}
"""What one stem cannot bring together."""

_IRREGULAR = re.compile(rf"\b(?:{'|'.join(_BASES)})\b", re.IGNORECASE)


def turned(text: str) -> str:
    """A text outside quotation marks, with its turns of phrase in the plainest words."""
    text = _CONTRACTED.sub(lambda short: " can not" if short["can"] else " will not" if short["will"] else " not", text)
    for spelt, plain in _TURNS:
        text = spelt.sub(plain, text)
    return _IRREGULAR.sub(lambda form: _BASES[form.group().lower()], text)
