"""Statements: prose that a page says itself, or says the opposite of. Pure.

    You are logged in           on a page that says "You are not logged in."      False
    There are no items          on a page that says so                            True
    The total is 50.00 EUR      beside "Total: 50.00 EUR"                          True
    Shipping is free            on a page that says "Shipping is free from 50 €"   None
    The stock is reduced        nowhere said                                       None

Prose is never looked for word by word: what the page does not say in these words cannot be told. What a clause says
besides may take the statement back in more ways than a list of words can hold, so only what is known to be harmless may
stand there.
"""

# ruff: noqa: SIM905, E501 - a list of words reads better as words, on one line

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from hardwon.agents.explorer import showing
from hardwon.agents.explorer.money import Amount, apart, read

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hardwon.agents.explorer.page import Page
    from hardwon.agents.explorer.showing import Truth

_LEAD = re.compile(
    r"^(?:(?:given|then|and|but|also|now|next|finally|please)\b[\s,:]*)*"
    r"(?:(?:i|we|you|one|users?|the (?:user|customer|visitor)|the page|the screen|it)\s+)?"
    r"(?:(?:should|must|can|will|do|does)\s+)*"
    r"(?:(?P<sees>verify|check|confirm|assert|ensure|expect|validate|make sure|see|sees|reads?|says?|shows?|displays?)\b\s*"
    r"(?:that\b|whether\b|if\b|:)?\s*)?",
    re.IGNORECASE,
)
_CLAUSES = re.compile(r"(?<=[.!?;])\s+|\s+[-–—|·]\s+")  # noqa: RUF001 - dashes as pages write them
_SHARED = re.compile(r"^(.{1,60}? (?:have|has)) (.{1,60}?),? and ((?:no|\d+) .{1,60})$", re.IGNORECASE)
"""Two statements that share their beginning: "You have 3 badges and no warnings"."""

_HAVE_NONE = re.compile(
    r"(?:you|we) (?:currently |still |do not |don't )?have ((?:no|any|0)(?: (?!(?:on|in|at|for|with|from|to|of|by|that|which|left|more|other)\b)[\w-]+){1,4})",
    re.IGNORECASE,
)
"""`You have no open invoices` says that there are none, where it says nothing else."""

_QUIET = frozenset({"the", "a", "an", "your", "my", "our", "this", "currently"})
_DENIALS = frozenset(
    "not no never none nothing without neither nor nowhere hardly barely rarely seldom kein nicht".split()
)
_STATE = frozenset("is are was were be been has have had can am not no".split())
"""What a statement has and a label does not: the opposite of "no open fees" is not the label "Open fees"."""

_CONTRACTED = {
    "cannot": "can not", "can't": "can not", "won't": "will not", "shan't": "shall not", "i'm": "i am",
    "there's": "there is", "it's": "it is", "that's": "that is",
}  # fmt: skip
_ENDINGS = (("n't", "not"), ("'re", "are"), ("'ve", "have"), ("'ll", "will"))
_SUPPORT = frozenset({"do", "does", "did"})
_GREETINGS = frozenset(
    "sorry oops hello hi note attention warning error success info notice great ok done hooray".split()
)
_SINCE = frozenset({"since", "again", "now", "already", "yet"})
_PLACES = frozenset({"in", "on", "here", "yet", "found", "available", "at", "to"})
_RESULTS = frozenset("results result matches match hits entries records items products books".split())
_SHOWN = re.compile(
    r"^(no .{1,60}?) (?:is|are|was|were) (?:shown|displayed|listed|found|visible|there|given)$", re.IGNORECASE
)
_IS = re.compile(
    r"^(?:the |your |my |our )?(.{1,60}?)(?: (?:is|are|should be|must be|equals|amounts to)(?: (?:at|on)(?= [^a-z]{0,20}\d))?|:) (.{1,80})$",
    re.IGNORECASE,
)
_LAST = re.compile(
    r"^(?:the |your |my |our )?((?:last|latest) .{1,60}?) (?:was|were)(?: (?:at|on))? (.{1,80})$", re.IGNORECASE
)
"""What was last is so still; what was the price may have been another one."""

_PAIR = re.compile(r"^(.{1,60}?)\s*:\s+(.{1,200})$")
_TITLE = re.compile(r"\s+[|·–—-]\s+")  # noqa: RUF001 - dashes as pages write them
_MOST_WORDS_OF_A_VALUE = 4
_OPPOSITES = ({"on", "off"}, {"yes", "no"}, {"enabled", "disabled"}, {"active", "inactive"}, {"open", "closed"})
"""Values of which a thing has the one or the other."""

_MOST_NAMES = 3
_LONGEST_CLAUSE = 2_000


@dataclass(frozen=True, slots=True)
class _Said:
    """A clause, or a statement: its words, and which of them are names."""

    words: tuple[str, ...]
    names: tuple[bool, ...]
    amounts: tuple[Amount, ...]
    is_asked: bool = False
    is_there: bool = False
    """Whether it says that there is something: a heading of these words says what would be listed, were there any."""


def judged(sentence: str, page: Page) -> Truth:
    """Whether the page says what a sentence without quotes says, or the opposite; None where it says neither."""
    plain = sentence.strip().rstrip(".!")
    if any(sign in plain for sign in '"“«`') or "?" in plain or len(plain) > showing.LONGEST_TEXT:
        return None
    rest, is_text = _without_lead(plain)
    page = _without_labels(page, [plain, rest])
    found = [_said(plain, page), _said(_SHOWN.sub(r"\1", rest), page, is_text=is_text)]
    pair = pair_of(plain)
    found.append(beside(page, *pair, is_quoted=False) if pair else None)
    verdicts = {each for each in found if each is not None}
    return verdicts.pop() if len(verdicts) == 1 else None


def _without_labels(page: Page, sentences: Sequence[str]) -> Page:
    """The page without the links that say the sentence, or its opposite: a label says what one can do or read."""
    ours = [_read(each) for each in sentences]
    labels = [
        thing.name
        for thing in page.things
        if thing.kind == "link" and any(_compared(each, _read(thing.name), True) is not None for each in ours)
    ]
    if not labels:
        return page
    told = (_cleared(line, labels) for line in page.told)
    lines = (_cleared(line, labels) for line in page.lines)
    return replace(page, told=tuple(each for each in told if each), lines=tuple(lines))


def _cleared(line: str, labels: Sequence[str]) -> str:
    for label in labels:
        line = line.replace(label, " ")
    return line.strip()


def pair_of(sentence: str) -> tuple[str, str] | None:
    """What a sentence says of what: "The total is 5" is a name and its value."""
    plain = sentence.strip().rstrip(".!")
    rest = _without_lead(plain)[0] or plain
    match = _LAST.match(rest) or _IS.match(rest) or _IS.match(plain)
    return (match.group(1), match.group(2)) if match else None


def _without_lead(plain: str) -> tuple[str, bool]:
    """A sentence without "I see that"; and whether it had something of that kind."""
    lead = _LEAD.match(plain)
    return (plain[lead.end() :], bool(lead["sees"])) if lead else (plain, False)


def beside(page: Page, name: str, value: str, *, is_quoted: bool = True) -> Truth:
    """Whether a value stands beside a name: as `Total: 5`, in a row, in a field, or as a term and its description."""
    values = list(dict.fromkeys(each.strip().rstrip(".") for each in values_of(page, name)))
    if not value.strip():
        return None
    if not values:
        return True if _follows(page, name, value) else None
    found = [_same_value(value, each, is_quoted=is_quoted) for each in values]
    return found[0] if len(set(found)) == 1 else None


def values_of(page: Page, name: str) -> Iterator[str]:
    """Everything that stands beside a name."""
    wanted = name_of(name)
    for line in page.told:
        for clause in _CLAUSES.split(line):
            pair = _PAIR.match(clause)
            if pair and name_of(pair.group(1)) == wanted and (line in page.pieces or not _PAIR.match(pair.group(2))):
                yield pair.group(2)
    yield from (value for own, value in page.pairs if not own.endswith(":") and name_of(own) == wanted)
    # "42 Bookings": some pages put the number above what it counts.
    yield from (own for own, value in page.pairs if read(own) is not None and name_of(value) == wanted)
    for thing in page.things:
        if thing.kind in ("term", "field") and thing.value and name_of(thing.name) == wanted:
            yield thing.value


def title_parts(title: str) -> list[str]:
    """What the parts of a title say: the page's name, and often that of the site."""
    return [part for part in _TITLE.split(title) if part]


def _follows(page: Page, name: str, value: str) -> bool:
    """Whether a name is a line of its own, the only one, and the next is just the value."""
    at = [number for number, line in enumerate(page.lines) if name_of(line) == name_of(name)]
    if len(at) != 1:
        return False
    before, after = page.lines[max(0, at[0] - 1) : at[0]], page.lines[at[0] + 1 : at[0] + 2]
    if any(_has_number(line) for line in before) and not _is_heading(page, name):
        # Some pages put the number above what it counts.
        return False
    return any(_same_value(value, line, is_quoted=False) is True for line in after)


def _has_number(line: str) -> bool:
    return any(char.isdigit() for char in line)


def _is_heading(page: Page, name: str) -> bool:
    return any(thing.kind == "heading" and name_of(thing.name) == name_of(name) for thing in page.things)


def _same_value(ours: str, theirs: str, *, is_quoted: bool) -> Truth:
    if showing.flat(ours).rstrip(".") == showing.flat(theirs).rstrip("."):
        return True
    one, two = read(ours), read(theirs)
    if one is not None and two is not None:
        return one.is_same(two)
    if is_quoted:
        return None if showing.stands(ours, theirs) is not False else False
    (own, amounts), (other, others) = apart(showing.flat(ours)), apart(showing.flat(theirs))
    if amounts and others and own == other:
        same = [first.is_same(second) for first, second in zip(amounts, others, strict=True)]
        return False if False in same else None if None in same else True
    return False if _are_names(ours, theirs) or {showing.flat(ours), showing.flat(theirs)} in _OPPOSITES else None


def _are_names(ours: str, theirs: str) -> bool:
    """Whether both are values that a page gives to a name, and have no word in common: `Paid` and `Overdue`."""
    both = [showing.words(each) for each in (ours, theirs)]
    is_short = all(0 < len(each) <= _MOST_WORDS_OF_A_VALUE for each in both)
    is_name = all(each[:1].isupper() for each in (ours, theirs)) and not any(map(_is_number, (*both[0], *both[1])))
    return is_short and is_name and set(both[0]).isdisjoint(both[1]) and _DENIALS.isdisjoint((*both[0], *both[1]))


def name_of(text: str) -> tuple[str, ...]:
    """The words of a name, but for those that only point to it: `Your profile` is the profile."""
    return tuple(word for word in showing.words(text) if word not in _QUIET)


def _said(sentence: str, page: Page, *, is_text: bool = False) -> Truth:
    """Whether a clause of the page says a sentence, or the same with a denial or another number."""
    ours = _read(sentence)
    if len(ours.words) < 2:  # noqa: PLR2004 - one word is a label
        return None
    verdicts = {verdict for clause in _clauses(page) if (verdict := _compared(ours, clause, is_text)) is not None}
    return verdicts.pop() if len(verdicts) == 1 else None


def _clauses(page: Page) -> Iterator[_Said]:
    for line in page.told:
        for clause in _CLAUSES.split(line):
            if len(clause) > _LONGEST_CLAUSE:
                continue
            yield _read(clause)
            if none := _HAVE_NONE.fullmatch(clause.rstrip(" .!")):
                yield _read(f"There are {none[1]}")
            if shared := _SHARED.match(clause.rstrip(" .!")):
                yield from (_read(f"{shared[1]} {part}") for part in (shared[2], shared[3]))


def _compared(ours: _Said, clause: _Said, is_text: bool) -> Truth:
    """What one clause of the page says about a statement: it may say more, but nothing that could take it back."""
    if clause.is_asked or not ours.words:
        return None
    at = _within(ours.words, clause.words)
    if at is not None:
        is_free = is_text and _STATE.isdisjoint(ours.words) and not _takes_back(clause.words[at + len(ours.words) :])
        is_alone = _is_harmless(ours, clause, at) or (at == 0 and is_free)
        is_alone = is_alone and (not ours.is_there or clause.is_there or _is_count(ours.words[0]))
        return True if is_alone and set(ours.amounts) <= set(clause.amounts) else None
    if _numbered(ours.words) == _numbered(clause.words)[: len(ours.words)] and _is_harmless(ours, clause, 0):
        return _by_number(ours, clause)
    return False if _is_opposite(ours, clause) else None


def _by_number(ours: _Said, clause: _Said) -> Truth:
    """What a clause says that differs in numbers at most. One that names something, as in `Order 12 is`, is not a count."""
    numbers = [at for at, word in enumerate(ours.words) if _is_count(word)]
    if any(set(ours.words[at + 1 : at + 2]) & _STATE and at > 0 for at in numbers):
        return None
    same = [_count(ours.words[at]) == _count(clause.words[at]) for at in numbers]
    return None if all(same) else False


def _is_opposite(ours: _Said, clause: _Said) -> bool:
    """Whether a clause says the same but for a denial, and nothing after it that could take it back."""
    mine, theirs = _without_denials(ours.words), _without_denials(clause.words)
    theirs = theirs[1:] if theirs[:1] and theirs[0] in _GREETINGS else theirs
    denied = [sum(word in _DENIALS for word in each.words) for each in (ours, clause)]
    is_stated = not _STATE.isdisjoint(mine) or (ours.is_there and clause.is_there)
    if theirs[: len(mine)] != mine or not is_stated or not _is_end(theirs[len(mine) :], clause):
        return False
    return denied[0] % 2 != denied[1] % 2


def _is_end(rest: Sequence[str], clause: _Said) -> bool:
    return not rest or all(clause.names[-len(rest) :]) or rest[0] in _SINCE


def _is_harmless(ours: _Said, clause: _Said, at: int) -> bool:
    """Whether what a clause says besides is known not to change the statement."""
    before, after = clause.words[:at], clause.words[at + len(ours.words) :]
    if not set(before) <= _GREETINGS:
        return False
    if not after or after[0] in _SINCE or after[0] == "and":
        return not _takes_back(after)
    names = clause.names[at + len(ours.words) :]
    if len(after) <= _MOST_NAMES and all(names) and not any(map(_is_number, after)):
        # "Thank you, Ada": whom it is said to.
        # "The owner is Ada King" is not that she is Ada.
        return ours.words[-1] not in _STATE and not ours.names[-1]
    counts = ours.words[0] == "no" or _is_number(ours.words[0])
    is_result = ours.words[-1] in _RESULTS and after[0] == "for"
    return counts and len(ours.words) > 1 and (after[0] in _PLACES or is_result) and not _takes_back(after[1:])


def _takes_back(rest: Sequence[str]) -> bool:
    return any(word in _DENIALS or word in _HEDGES for word in rest)


_HEDGES = frozenset(
    "if when unless until before once may might could would should can will please or but except only almost nearly "
    "partly soon later yesterday tomorrow try whether example eg was were had used from for".split()
)


def _read(text: str) -> _Said:
    """The words of a text that matter, with contractions written out."""
    words: list[tuple[str, bool]] = []
    for match in re.finditer(r"\d+(?:[.,]\d+)*|[^\W\d_]+(?:'[^\W\d_]+)?", showing.spaced(text)):
        word = match.group()
        words += [(each, word[:1].isupper()) for each in _written_out(word.casefold())]
    kept = [(word, is_name) for word, is_name in words if word not in _QUIET]
    kept = [
        each
        for at, each in enumerate(kept)
        if not (each[0] in _SUPPORT and kept[at + 1 : at + 2] and kept[at + 1][0] == "not")
    ]
    denied = any(word in _DENIALS for word, _ in kept)
    kept = [each for each in kept if not (denied and each[0] == "any")]
    is_there = [word for word, _ in kept[:2]] in (["there", "is"], ["there", "are"])
    kept = kept[2 * is_there :]
    _, amounts = apart(showing.spaced(text))
    asked = text.rstrip(" \"'”’»)").endswith("?")  # noqa: RUF001 - as pages write them
    return _Said(tuple(word for word, _ in kept), tuple(name for _, name in kept), tuple(amounts), asked, is_there)


def _written_out(word: str) -> list[str]:
    if word in _CONTRACTED:
        return _CONTRACTED[word].split()
    for ending, full in _ENDINGS:
        if word.endswith(ending) and len(word) > len(ending):
            return [word.removesuffix(ending), full]
    return ["have" if word == "has" else word]


def _without_denials(words: Sequence[str]) -> tuple[str, ...]:
    return tuple(word for word in words if word not in _DENIALS)


def _numbered(words: Sequence[str]) -> tuple[str, ...]:
    return tuple("#" if _is_count(word) else word.removesuffix("s") for word in words)


def _within(words: Sequence[str], clause: Sequence[str]) -> int | None:
    """Where words stand in a clause one after the other; None if they do not."""
    size = len(words)
    return next((at for at in range(len(clause) - size + 1) if tuple(clause[at : at + size]) == tuple(words)), None)


def _is_number(word: str) -> bool:
    return word[0].isdigit()


def _is_count(word: str) -> bool:
    return _is_number(word) or word == "no"


def _count(word: str) -> str:
    return "0" if word == "no" else re.sub(r"[.,]0+$", "", word)
