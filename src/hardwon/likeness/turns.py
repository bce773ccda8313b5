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


_OPENING = (
    "after|although|as long as|as soon as|at|because|before|by|during|for|if|in|on|once|to|unless|until|upon|when|"
    "whenever|while|with|within|without"
)
_FRONTED = re.compile(
    rf"(?P<clause>(?:{_OPENING})\b[^,]{{1,120}}), (?P<main>[^,]{{3,200}}?)(?P<end>\W*)", re.IGNORECASE
)
_UNBROKEN = re.compile(r"""["“”«»`\n;:!?]""")


def fronted_last(text: str) -> str:
    """A sentence with the clause that opens it at its end: "After saving, it closes" is "it closes After saving"."""
    parts = None if _UNBROKEN.search(text) else _FRONTED.fullmatch(text)
    return f"{parts['main']} {parts['clause']}{parts['end']}" if parts else text


_STATE = (
    "disabled|enabled|hidden|visible|invisible|active|inactive|locked|unlocked|empty|closed|open|checked|unchecked|"
    "available|unavailable|unchanged|selected"
)


def _switched(match: re.Match[str]) -> str:
    return f"{'enable' if match['side'].lower() == 'on' else 'disable'}{'d' if match['end'] != 's' else 's'}"


_TURNS = tuple(
    (
        tuple(cues.split("|")),
        re.compile(spelt if spelt.startswith("(?<=[a-z])") else rf"\b{spelt}", re.IGNORECASE),
        plain,
    )
    for cues, spelt, plain in (
        ("longer", r"no longer\b", "not"),
        ("no one", r"no one\b(?! of)", "nobody"),
        ("body", r"(?P<some>every|some|any)body\b", r"\g<some>one"),
        ("away|delay", r"(?:right|straight) away\b|without (?:any )?delay\b", "immediately"),
        ("same time", r"at the same time\b", "simultaneously"),
        ("order to|as to", r"in order to\b|so as to\b", "to"),
        ("till", r"till\b", "until"),
        ("whilst", r"whilst\b", "while"),
        ("prior", r"prior to\b", "before"),
        (
            "in case|provided",
            r"in case(?= (?:the|an?|it|they|you|I|no)\b)|provided(?: that)?(?= (?:the|an?|it|they|you|I)\b)",
            "if",
        ),
        (
            "option|possibility|ability",
            r"(?:has|have|is given|are given) the (?:option|possibility|ability) (?:to|of)\b",
            "can",
        ),
        ("capable", r"(?:is|are) capable of\b", "can"),
        (" up", r"(?:shows|pops|comes) up\b", "appears"),
        ("away", r"go(?:es)? away\b", "disappears"),
        ("fill", r"(?P<fill>fill(?:s|ed|ing)?) (?:in|out)\b", r"\g<fill>"),
        (
            "left|right",
            r"(?P<end>top|bottom|upper|lower)[ -](?P<side>left|right)(?:-hand)?(?: corner| side)?\b",
            r"\g<end> \g<side>",
        ),
        ("side", r"(?P<side>left|right)(?:-hand)? side\b", r"\g<side>"),
        ("as soon|whenever", r"as soon as\b|whenever\b", "when"),
        ("as long", r"as long as\b", "while"),
        (
            "once",
            r"once(?= (?:the|it|they|you|I|all|its|my|your|their|an?)\b(?! (?:minute|hour|day|week|month|year)))",
            "when",
        ),
        ("once", r"once (?=[a-z]+ed\b|sent\b|made\b|done\b)", "when "),
        ("yed", r"gr[ae]yed[ -]out\b", "disabled"),
        ("stay|remain|become", rf"(?:stays?|remains?|becomes?) (?={_STATE})", "is "),
        ("inactive", r"(?<=button )(?P<is>is|are) inactive\b", r"\g<is> disabled"),
        ("upper", r"upper (?=(?:left|right|corner|edge|half)\b)", "top "),
        ("lower", r"lower (?=(?:left|right|corner|edge|half)\b)", "bottom "),
        ("insensitive", r"is case[ -]insensitive\b", "ignores case"),
        ("once|single time", r"(?:only|just|exactly) once\b|a single time\b", "1 times"),
        ("once", r"once(?=\W*$)", "1 times"),
        ("twice", r"twice\b", "2 times"),
        (
            "format",
            r"(?P<as>is|are|as) (?:in|of) (?:the |an? )?(?P<name>[A-Z]{3,5}) format\b",
            r"\g<as> a \g<name> file",
        ),
        ("have", r"(?:must|has to|have to|needs? to) have\b", "needs"),
        ("need", r"(?<!not )needs? to (?=[a-z])", "must "),
        ("before", r"(?P<is>needed|required|necessary) before (?=[a-z]+ing\b)", r"\g<is> for "),
        ("not", r"(?:do|does|did) not (?:have|need) to\b", "need not"),
        ("more|longer", r"(?<=not\b)(.{1,80}?),? any ?(?:more|longer)\b(?! \w+ly\b| than\b)", r"\1"),
        ("sel|own", r"(?:all )?by (?:it|them)sel(?:f|ves)\b|on its own\b|(?<=[a-z]s )itself\b", "automatically"),
        ("view|brows", r"(can|may|to|will|should|be|am|I|you|we) (?:view|brows)(?:e|ing)?\b", r"\1 see"),
        ("hover", r"(hover(?:s|ed|ing)?) (?:over|on)\b", r"\1"),
        (
            "user|visitor",
            r"(?:(?:the|a) user|the visitor) (?=(?:should|can|must) (?:(?:also|now|still) )?(?:see\b|be notified))",
            "I ",
        ),
        ("notification", r"(?:see|get|receive)(?:s|d)? an? notification\b", "is notified"),
        (
            "get|receive",
            rf"(?P<who>{_SOMEBODY}) (?:gets?|receives?) (?P<what>{_LETTER})\b",
            r"\g<what> is sent to \g<who>",
        ),
        ("mailed", r"e-?mailed\b", "sent by email"),
        (
            "free|charge|cost",
            r"(?:for )?free of charge\b|(?<=is )for free\b|(?:at no (?:cost|charge)|without charge)\b",
            "free",
        ),
        (
            "switch|turn",
            r"(?:switch|turn)(?P<end>s|e?d|ing)? (?P<side>on|off)\b(?=\W*$| (?:by|at|in|for|when|if|while|until)\b)",
            _switched,
        ),
        ("not open", r"(?P<is>is|are) not open\b(?! to)", r"\g<is> closed"),
        ("'|\u2019", r"(?<=[a-z])['\u2019](?:re|ve|ll|m)\b", ""),
        ("giv", r"giv(?:en|es?|ing) back\b", "returned"),
        ("ordered|arranged", r"(?P<is>is|are|be) (?:ordered|arranged) by\b", r"\g<is> sorted by"),
        (
            "sit|lies|placed",
            r"(?:sits?|lies|(?:is|are|be) (?:placed|positioned)) (?=(?:above|below|under|next|in|on|at)\b)",
            "is ",
        ),
        ("find", r"you (?:will |can )?find\b", "there is"),
        ("should be", r"I should be (?:redirected|taken|forwarded|brought|sent)(?: back)? to\b", "I should be on"),
        ("upon", r"upon\b", "when"),
        (
            "exceed|than",
            rf"(?:must|may|can|should) ?not (?:exceed|be (?:more|longer|larger|bigger|greater|higher) than){_AMOUNT}",
            "is at most",
        ),
        (
            "more than",
            rf"(?:(?:can|may|must) ?not|it is (?:not possible|impossible) to) (?P<do>[a-z]+) more than{_AMOUNT}",
            r"can \g<do> at most",
        ),
        ("than", rf"(?:larger|bigger|greater|longer|higher|more) than{_AMOUNT}", "over"),
        ("than", rf"(?:smaller|shorter|lower|less|fewer) than{_AMOUNT}", "under"),
        ("no more than|up to|maxim", rf"(?:no more than|up to|a maximum of|maximally){_AMOUNT}", "at most"),
        ("less than|minim", rf"(?:no less than|not less than|a minimum of|minimally){_AMOUNT}", "at least"),
    )
)
"""Each with its cues, one of which is in all that it fits: without one the turn need not be tried, which costs more."""

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
    cased = text.casefold()
    for cues, spelt, plain in _TURNS:
        for cue in cues:
            if cue in cased:
                text = spelt.sub(plain, text)
                cased = text.casefold()
                break
    return _IRREGULAR.sub(lambda form: _BASES[form.group().lower()], text)
