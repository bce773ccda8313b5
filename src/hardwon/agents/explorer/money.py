"""Money: numbers and money as people write them, and whether two are the same. Pure.

$1,005.00   1.005,00 $   1005 USD     one amount
12,50 €     €12.50                    one amount
1,005                                 a thousand and five, or one and a bit: the language of the page may tell
"""

# ruff: noqa: SIM905 - a list of words reads better as words

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal

_SIGNS = {"€": "EUR", "$": "USD", "£": "GBP", "¥": "JPY", "zł": "PLN", "kč": "CZK", "fr.": "CHF"}
_CODES = "EUR|USD|GBP|JPY|CHF|PLN|CZK|SEK|NOK|DKK|CAD|AUD|INR"
_UNIT = rf"[€$£¥%]|zł|kč|(?:{_CODES}|euros?|dollars?)\b"
AMOUNT = re.compile(
    rf"(?P<sign>(?<![\w.,])[-\u2212+]\s?)?(?:(?P<before>(?:{_UNIT})\s?)(?P<inner>[-\u2212]\s?)?)?"
    rf"(?P<number>\d+(?:[.,'\u00a0\u202f ](?=\d{{3}}(?!\d))\d{{3}})*(?:[.,]\d+)?)(?P<after>\s?(?:{_UNIT}))?",
    re.IGNORECASE,
)
_WORDS = {"euro": "EUR", "euros": "EUR", "dollar": "USD", "dollars": "USD"}
_MINUS = re.compile("[-\u2212]")
_THOUSANDS = 3
_POINTED = {
    **dict.fromkeys(("en", "ja", "zh", "ko", "he", "th"), "."),
    **dict.fromkeys(
        "de fr es it nl pt pl cs sk da sv nb nn no fi ru uk tr el hu ro hr sl bg sr lt lv et is id vi".split(), ","
    ),
}
"""By language, what stands before the cents."""

_OTHERWISE = frozenset(
    "de-ch de-li it-ch fr-ch es-mx es-us es-pr es-gt es-hn es-ni es-pa es-pe es-sv es-do en-za".split()
)
"""Where it is not as elsewhere in that language."""


@dataclass(frozen=True, slots=True)
class Amount:
    """What a number may mean: one value, or two where its point can be read in two ways."""

    values: frozenset[Decimal]
    unit: str

    def is_same(self, other: Amount) -> bool | None:
        """Whether both are one amount; None where it cannot be told."""
        if self.unit != other.unit:
            # "5" and "5 EUR" may be one, or not.
            return None if not (self.unit and other.unit) and self.values & other.values else False
        if self.values == other.values and len(self.values) == 1:
            return True
        return None if self.values & other.values else False

    def is_near(self, other: Amount) -> bool:
        """Whether both may be one, but for a sign: a dash may be a minus, or only a dash."""
        units = {self.unit, other.unit} - {""}
        return len(units) < 2 and bool({abs(each) for each in self.values} & {abs(each) for each in other.values})  # noqa: PLR2004 - two units


def amount_of(match: re.Match[str], lang: str = "") -> Amount:
    """The amount that was found, read as the language of its page has it; in two ways where none is known."""
    unit = (match["before"] or match["after"] or "").strip().lower()
    known = _SIGNS.get(unit, _WORDS.get(unit, unit.upper()))
    signs = {-1 if _MINUS.search(f"{match['sign']}{match['inner']}") else 1}
    if match.string[match.start() - 1 : match.start()] == "(" and match.string[match.end() : match.end() + 1] == ")":
        # Accountants write what is owed in brackets, others what is only mentioned.
        signs = {-1, 1}
    return Amount(frozenset(sign * each for each in _read(match["number"], lang) for sign in signs), known)


def read(text: str, lang: str = "") -> Amount | None:
    """The amount that a text is; None for any other text."""
    match = AMOUNT.fullmatch(text.strip())
    return amount_of(match, lang) if match else None


def apart(text: str, lang: str = "") -> tuple[list[str], list[Amount]]:
    """A text as its words, with a mark for each amount; and the amounts."""
    found = [amount_of(match, lang) for match in AMOUNT.finditer(text)]
    rest = AMOUNT.sub(" \x00 ", text)
    return re.findall(r"\x00|[^\W_]+(?:'[^\W_]+)?", rest), found


def _read(number: str, lang: str) -> set[Decimal]:
    plain = re.sub(r"[\s'\u00a0\u202f]", "", number)
    marks = [char for char in plain if char in ".,"]
    if not marks:
        return {Decimal(plain)}
    last = plain.rfind(marks[-1])
    whole = re.sub(r"[.,]", "", plain)
    as_point = Decimal(re.sub(r"[.,]", "", plain[:last]) + "." + plain[last + 1 :])
    if len(set(marks)) > 1:
        return {as_point}
    if len(marks) > 1:
        return {Decimal(whole)}
    if len(plain) - last - 1 != _THOUSANDS or plain[0] == "0":
        return {as_point}
    point = _POINTED.get(lang.partition("-")[0]) if lang not in _OTHERWISE else None
    return {as_point, Decimal(whole)} if point is None else {as_point} if marks[0] == point else {Decimal(whole)}
