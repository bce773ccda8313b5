"""Statements: prose that a page says itself, or says the opposite of. Pure.

    You are logged in           on a page that says "You are not logged in."      False
    There are no items          on a page that says so                            True
    The total is 50.00 EUR      beside "Total: 50.00 EUR"                          True
    The stock is reduced        nowhere said                                       None

Prose is never looked for word by word: what the page does not say in these words cannot be told.
"""

# ruff: noqa: SIM905 - a list of words reads better as words

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hardwon.agents.explorer import showing

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hardwon.agents.explorer.page import Page
    from hardwon.agents.explorer.showing import Truth

_LEAD = re.compile(
    r"^(?:(?:given|then|and|but|also|now|next|finally|please)\b[\s,:]*)*"
    r"(?:(?:i|we|you|one|users?|the (?:user|customer|visitor)|the page|the screen|it)\s+)?"
    r"(?:(?:should|must|can|will|do|does)\s+)*"
    r"(?:(?:verify|check|confirm|assert|ensure|expect|validate|make sure|see|sees|reads?|says?|shows?|displays?)\b\s*"
    r"(?:that\b|whether\b|if\b|:)?\s*)?",
    re.IGNORECASE,
)
_CLAUSES = re.compile(r"(?<=[.!?;])\s+|\s+[-–—|·]\s+")  # noqa: RUF001 - dashes as pages write them
_QUIET = frozenset({"the", "a", "an", "your", "my", "our", "this"})
_DENIALS = frozenset(
    {"not", "no", "never", "none", "nothing", "cannot", "without", "n't", "neither", "nor", "kein", "nicht"}
)
_HEDGES = frozenset(
    "if when unless until before once may might could would should can will please or but except only almost nearly "
    "partly soon later yesterday tomorrow try whether example eg was were had used".split()
)
_VERBS_OF_STATE = frozenset("is are was were be been has have had do does did".split())
"""What a statement has and a label does not: the opposite of "no open fees" is not the label "Open fees"."""

_IS = re.compile(
    r"^(?:the |your |my |our )?(.{1,60}?)(?: (?:is|are|should be|must be|equals|amounts to)|:) (.{1,80})$",
    re.IGNORECASE,
)
_PAIR = re.compile(r"^(.{1,60}?)\s*:\s+(.{1,200})$")
_TITLE = re.compile(r"\s+[|·–—-]\s+")  # noqa: RUF001 - dashes as pages write them


def judged(sentence: str, page: Page) -> Truth:
    """Whether the page says what a sentence without quotes says, or the opposite; None where it says neither."""
    plain = sentence.strip().rstrip(".!")
    if any(sign in plain for sign in '"“«`') or "?" in plain or len(plain) > showing.LONGEST_TEXT:
        return None
    candidates = list(dict.fromkeys((_words(plain), _words(_LEAD.sub("", plain)))))
    found = [verdict for words in candidates if len(words) > 1 and (verdict := _said(words, page)) is not None]
    if found:
        return found[0]
    pair = _IS.match(_LEAD.sub("", plain) or plain) or _IS.match(plain)
    return beside(page, pair.group(1), pair.group(2), is_quoted=False) if pair else None


def beside(page: Page, name: str, value: str, *, is_quoted: bool = True) -> Truth:
    """Whether a value stands beside a name: as `Total: 5`, in a row, or as a term and its description."""
    values = list(dict.fromkeys(showing.flat(each).rstrip(".") for each in _values(page, name)))
    if len(values) != 1 or not value.strip():
        return None
    if values[0] == showing.flat(value).rstrip("."):
        return True
    if is_quoted:
        return None if showing.stands(value, values[0]) is not False else False
    ours, theirs = showing.words(value), showing.words(values[0])
    is_same_but_numbers = [each for each in ours if not _is_number(each)] == [
        each for each in theirs if not _is_number(each)
    ]
    differs = [_amount(each) for each in ours if _is_number(each)] != [
        _amount(each) for each in theirs if _is_number(each)
    ]
    has_number = any(map(_is_number, ours)) and any(map(_is_number, theirs))
    return False if has_number and is_same_but_numbers and differs else None


def title_parts(title: str) -> list[str]:
    """What the parts of a title say: the page's name, and often that of the site."""
    return [part for part in _TITLE.split(title) if part]


def _values(page: Page, name: str) -> Iterator[str]:
    wanted = _name(name)
    for line in page.lines:
        for clause in _CLAUSES.split(line):
            pair = _PAIR.match(clause)
            if pair and _name(pair.group(1)) == wanted:
                yield pair.group(2)
    yield from (thing.value for thing in page.things if thing.kind == "term" and _name(thing.name) == wanted)


def _name(text: str) -> tuple[str, ...]:
    return tuple(word for word in showing.words(text) if word not in _QUIET)


def _said(words: Sequence[str], page: Page) -> Truth:
    """Whether a clause of the page says these words, or the same with a denial or another number."""
    clauses = [_words(clause) for line in page.lines for clause in _CLAUSES.split(line)]
    verdicts = {verdict for clause in clauses if (verdict := _compared(words, clause)) is not None}
    return verdicts.pop() if len(verdicts) == 1 else None


def _compared(words: Sequence[str], clause: Sequence[str]) -> Truth:
    """What one clause of the page says about a statement: it may say more, but nothing that takes it back."""
    at = _within(words, clause)
    if at is not None:
        rest = [*clause[:at], *clause[at + len(words) :]]
        return True if not _takes_back(rest) and not (at and _is_part(words)) else None
    if _without_denials(words) != tuple(words) or _without_denials(clause) != tuple(clause):
        return False if _is_opposite(words, clause) else None
    numbers = [_amount(each) for each in words if _is_number(each)]
    if numbers and _unnumbered(words) == _unnumbered(clause):
        return None if numbers == [_amount(each) for each in clause if _is_number(each)] else False
    return None


def _is_opposite(words: Sequence[str], clause: Sequence[str]) -> bool:
    """Whether a clause says the same but for a denial, and nothing after it that takes it back."""
    ours, theirs = _without_denials(words), _without_denials(clause)
    if _within(ours, theirs) != 0 or _VERBS_OF_STATE.isdisjoint(ours) or _takes_back(theirs[len(ours) :]):
        return False
    return (len(words) - len(ours)) % 2 != (len(clause) - len(theirs)) % 2


def _is_part(words: Sequence[str]) -> bool:
    """Whether words are too few to be a statement of their own inside a longer one."""
    return len(words) < 3 or _is_number(words[0])  # noqa: PLR2004 - subject, verb, object


def _takes_back(rest: Sequence[str]) -> bool:
    return any(word in _DENIALS or word in _HEDGES or word.endswith("n't") for word in rest)


def _words(text: str) -> tuple[str, ...]:
    found = [word for word in showing.words(text) if word not in _QUIET]
    return tuple(found[2:] if found[:2] in (["there", "is"], ["there", "are"]) else found)


def _without_denials(words: Sequence[str]) -> tuple[str, ...]:
    return tuple(word.removesuffix("n't") for word in words if word not in _DENIALS)


def _unnumbered(words: Sequence[str]) -> tuple[str, ...]:
    return tuple("#" if _is_number(word) else word.removesuffix("s") for word in words)


def _within(words: Sequence[str], clause: Sequence[str]) -> int | None:
    """Where words stand in a clause one after the other; None if they do not."""
    size = len(words)
    return (
        next((at for at in range(len(clause) - size + 1) if tuple(clause[at : at + size]) == tuple(words)), None)
        if size
        else None
    )


def _is_number(word: str) -> bool:
    return word[0].isdigit()


def _amount(word: str) -> str:
    return re.sub(r"[.,]0+$", "", word)
