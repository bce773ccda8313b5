"""Sentences and pages changed in ways whose answer is known: what was true never is any more, or never is false.

    The row "Parking" shows "Valid"    true, so never true:  The row "Parking" never shows "Valid"
    There are 3 gates                  true, so never true:  There are more than 3 gates
                                             so never false: There are at least 3 gates
    Gate A2 is open                    false, so never true: Only gate A2 is open

Nothing is left to chance: the same tables give the same mutations.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

_IS = re.compile(r"\b(?P<be>is|are|was|were|am|has|have|can)(?= )")
_SHOWS = re.compile(r"^(?P<who>.*?\b)(?P<verb>shows|contains|displays|says|reads|sees?|see)(?= )", re.IGNORECASE)
DENIED = re.compile(
    r"\b(?:not|no|never|neither|nor|none|nobody|nothing|without|cannot|only|empty|blank|missing|gone|absent|hidden|or|"
    r"keine?|nicht|out|off|unless)\b|n't\b",
    re.IGNORECASE,
)
_BOUND = re.compile(
    r"\b(?:at (?:least|most)|more than|less than|fewer than|over|under|exactly|just|up to|from|least|most)\b",
    re.IGNORECASE,
)
_JOINED = re.compile(r"\band\b|,|;|\bbut\b|\beither\b|\bor\b|\bwhile\b", re.IGNORECASE)
_NUMBER = re.compile(r"\d+(?:[.,:]\d+)*")
_WORDS = {"one": "seven", "two": "seven", "three": "seven", "once": "thrice", "twice": "thrice"}
_COUNTED = re.compile(
    r"^(?:There are|I see|The page shows|You have|The (?:list|table) (?:has|contains)) "
    r"(?P<n>\d+|two|three) (?!of\b)[a-z]+"
)
_MONTHS = ("January", "March", "May", "June", "July", "August")
_MONEY = {"€": "£", "$": "€", "£": "$", "EUR": "USD", "USD": "CHF", "GBP": "USD"}
_QUOTED = re.compile(r"\"[^\"]+\"")
_TWO = re.compile(
    r"(?P<one>\"[^\"]+\")(?P<between> (?:is |are |comes? |appears? |is listed )?(?:before|above|after|below) )"
    r"(?P<two>\"[^\"]+\")$"
)
_LEADS = ("Verify that {}", "Then I should see that {}", "Check that {}", "I see that {}", "{}.", "  {}  ")
_DENIALS = (
    "not",
    "no longer",
    "not yet",
    "never",
    "hardly",
    "almost",
    "nearly",
    "rarely",
    "anything but",
    "supposedly",
)
_BEFORE = (
    "Nobody sees that {}", "It is not true that {}", "It is false that {}", "There is no sign that {}",
    "I do not see that {}", "Verify that it is not the case that {}", "Neither I nor you see that {}",
)  # fmt: skip
_TENSES = (
    "would be",
    "used to be",
    "is said to be",
    "might be",
    "will soon be",
    "has never been",
    "should not be",
    "is about to be",
    "could have been",
    "is to be",
)
_AFTER = (
    " unless I log in", " if I pay", " in the row Zorb", " under Zorb", " in the Zorb list", " for Zorb",
    " on every page", " only in Zorb", " in the section Zorb", " yesterday", " next week", " no more",
    " once Zorb has paid", " and Zorb is shown", ' and "Zorb"', " on the Zorb page", " by mail", " until tomorrow",
    " except Zorb", " of Zorb", " in the mail", " in green", " four times", " after a reload", " in the table Zorb",
    " in the database", " Zorb",
)  # fmt: skip
_OTHER = (
    "The other",
    "The old",
    "The second",
    "No",
    "Zorb's",
    "The Zorb",
    "Half of the",
    "My friend's",
    "Neither",
    "Hardly any",
    "The former",
    "None of the",
    "Anything but the",
    "The previous",
    "The hidden",
    "Almost the",
)
_OF_ONE = re.compile(
    r"^(?:The (?:row|first|second|last|item|entry|card|field|dropdown|status|state) |In the (?:row|item) |Every row |"
    r"\"[^\"]+\" (?:is|has|shows|contains) )"
)
"""What is said of one thing: the heading of the page does not stand in it."""

_HEADING = re.compile(r"<h1[^>]*>([^<>\"]+)</h1>", re.IGNORECASE)
_KEPT = ("still", "now", "already", "currently")


@dataclass(frozen=True, slots=True)
class Mutation:
    """A changed sentence, and what must not be said of it."""

    text: str
    never: str
    """`true` or `false`; "verdict" where none may be given."""

    how: str


def mutations(right: str, text: str, html: str) -> Iterator[Mutation]:
    """What becomes of a sentence whose answer on a page is known."""
    made = (
        *_alike(right, text),
        *(_of_true(text, html) if right == "true" else _of_false(text) if right == "false" else ()),
    )
    seen = {text}
    for each in made:
        if each.text not in seen:
            seen.add(each.text)
            yield each


def _alike(right: str, text: str) -> Iterator[Mutation]:
    """The same in other words."""
    never = {"true": "false", "false": "true"}.get(right, "verdict")
    low = _lowered(text)
    for lead in _LEADS:
        if not re.match(r"(?:verify|check|then|and|i |expect|confirm)", text, re.IGNORECASE) or lead.startswith(
            ("{", " ")
        ):
            yield Mutation(lead.format(low if lead[0].isalpha() else text), never, "lead")
    is_plain = not DENIED.search(text)
    if is_plain and (found := _IS.search(_unquoted(text))):
        for word in _KEPT if right == "false" else ():
            yield Mutation(_inserted(text, found.end(), word), never, word)


def _of_true(text: str, html: str) -> Iterator[Mutation]:
    if DENIED.search(text) or "?" in text:
        return
    plain = _unquoted(text)
    low = _lowered(text)
    yield from (Mutation(lead.format(low), "true", "denied lead") for lead in _BEFORE)
    yield from (Mutation(f"{text.rstrip('.')}{tail}", "true", "tail") for tail in _AFTER)
    if text.startswith("The "):
        yield from (Mutation(f"{other} {text[4:]}", "true", "another") for other in _OTHER)
    elif re.match(r"[A-Z][a-z]+ \d+ is|[A-Z][a-z]+ (?:is|are) (?!on|in)", text):
        yield from (
            Mutation(f"{other} {text}", "true", "another")
            for other in ("Old", "Zorb", "No", "Half of", "Not", "Zorb's")
        )
    if found := _IS.search(plain):
        yield from (Mutation(_inserted(text, found.end(), word), "true", word) for word in _DENIALS)
        for tense in _TENSES:
            yield Mutation(text[: found.start("be")] + tense + text[found.end("be") :], "true", "tense")
    elif found := _SHOWS.match(plain):
        for word in ("never", "does not", "hardly", "no longer", "only almost"):
            yield Mutation(f"{text[: found.start('verb')]}{word} {text[found.start('verb') :]}", "true", word)
    yield from _and_the_heading(text, html)
    if not _BOUND.search(text):
        yield from _counted(text)
        yield from _numbered(text, html)
        yield from _of_another_kind(text, html)
        yield from _named(text, html)


def _and_the_heading(text: str, html: str) -> Iterator[Mutation]:
    """Something else is said of the same thing, which stands elsewhere on the page."""
    heading = _HEADING.search(html)
    if heading and _OF_ONE.match(text) and text.endswith('"') and html.count(heading[1].strip()) == 1:
        yield Mutation(f'{text} and "{heading[1].strip()}"', "true", "another thing")
        if text.startswith('"'):
            yield Mutation(f'"{heading[1].strip()}" and {text}', "true", "another thing")


def _counted(text: str) -> Iterator[Mutation]:
    """A number has a bound: some still hold."""
    if found := _COUNTED.match(text):
        n = found["n"]
        for word, never in (
            ("more than", "true"), ("fewer than", "true"), ("less than", "true"), ("at least", "false"),
            ("at most", "false"), ("exactly", "false"), ("almost", "true"), ("no", "true"), ("over", "true"),
            ("nearly", "true"), ("all but", "true"), ("not", "true"), ("up to", "false"), ("no more than", "false"),
            ("not more than", "false"), ("no fewer than", "false"), ("not even", "true"),
        ):  # fmt: skip
            yield Mutation(text[: found.start("n")] + f"{word} {n}" + text[found.end("n") :], never, word)


def _numbered(text: str, html: str) -> Iterator[Mutation]:
    """A number is another, which the page does not have."""
    for match in _NUMBER.finditer(text):
        for other in _others(match.group()):
            if other not in html:
                yield Mutation(text[: match.start()] + other + text[match.end() :], "true", "number")
    for match in re.finditer(r"\b(?:one|two|three|once|twice)\b", _unquoted(text)):
        yield Mutation(text[: match.start()] + _WORDS[match.group()] + text[match.end() :], "true", "number")


def _of_another_kind(text: str, html: str) -> Iterator[Mutation]:
    """A currency, month or unit is another, which the page does not have."""
    for old, new in _MONEY.items():
        if old in text and new not in html:
            yield Mutation(text.replace(old, new), "true", "currency")
    for at, month in enumerate(_MONTHS):
        other = _MONTHS[(at + 1) % len(_MONTHS)]
        if re.search(rf"\d+\.? {month}|{month} \d", text) and other not in html:
            yield Mutation(text.replace(month, other), "true", "date")
    if re.search(r"\d%|\d °C", text):
        yield Mutation(text.replace("%", " EUR").replace("°C", "kg"), "true", "unit")


def _named(text: str, html: str) -> Iterator[Mutation]:
    """A name is another, which the page does not have, or two have changed their places."""
    for match in _QUOTED.finditer(text):
        inner = match.group()[1:-1]
        for other in (
            f"Zorb {inner}",
            f"{inner} Zorb",
            "Zorb",
            f"{inner}zorb",
            f"not {inner}",
            f"No {inner}",
            f"Un{inner}",
        ):
            if other.casefold() not in html.casefold():
                yield Mutation(f'{text[: match.start()]}"{other}"{text[match.end() :]}', "true", "name")
    for match in re.finditer(r"(?<=[a-z] )[A-Z][a-z]+\b", _unquoted(text)):
        for other in ("Zorb", f"Zorb {match.group()}", f"{match.group()} Zorb", f"{match.group()}zorb"):
            yield Mutation(text[: match.start()] + other + text[match.end() :], "true", "name")
    if found := _TWO.search(text):
        swapped = f"{text[: found.start()]}{found['two']}{found['between']}{found['one']}"
        yield Mutation(swapped, "true", "swap")


def _of_false(text: str) -> Iterator[Mutation]:
    if DENIED.search(text) or _JOINED.search(text) or "?" in text:
        return
    plain = _unquoted(text)
    if text[:1].isupper() and not re.match(r"(?:See|I|You|Verify|Check|Expect|Then|There|In|And|No)\b", text):
        yield Mutation(f"Only {_lowered(text)}", "true", "only")
    yield Mutation(f"It is true that {_lowered(text)}", "true", "true that")
    if (found := _IS.search(plain)) and found["be"] in ("is", "are", "am") and not _BOUND.search(text):
        yield Mutation(_inserted(text, found.end(), "not"), "false", "not")
        yield Mutation(_inserted(text, found.end(), "never"), "false", "never")
        yield Mutation(_inserted(text, found.end(), "always"), "true", "always")
        yield Mutation(_inserted(text, found.end(), "also"), "true", "also")


def _others(number: str) -> Iterator[str]:
    last = int(number[-1])
    yield number[:-1] + str((last + 1) % 10)
    yield number + "7"
    yield "4" + number


def _inserted(text: str, at: int, word: str) -> str:
    return f"{text[:at]} {word}{text[at:]}"


def _lowered(text: str) -> str:
    first = text.split(" ", 1)[0]
    is_word = first in ("The", "There", "A", "An", "This", "You", "Your", "No", "All", "Two", "One", "In", "Neither")
    return text[:1].lower() + text[1:] if is_word else text


def _unquoted(text: str) -> str:
    """The text with every quoted part blanked out, at the same places."""
    return _QUOTED.sub(lambda match: '"' + "_" * (len(match.group()) - 2) + '"', text)
