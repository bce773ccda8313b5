"""Cued secrets: values that the words around them make one, by what all of it weighs together. Pure.

A table of frames finds what somebody has thought of. Here each word that may be a value counts for what it looks like,
for the cue near it (a password, the way in, what opens, a lock, an answer), for what stands between the two and around
them. `bench/cues.py` learns the weights and says what they find; `value_shapes` says what a word looks like.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from hardwon.guard.scanner.random_tokens import is_issue
from hardwon.guard.scanner.tables import Expression, cue_weights, cues
from hardwon.guard.scanner.tables import secret_marks as marks
from hardwon.guard.scanner.value_shapes import (
    LIKE_ANY,
    LINKS_OF_WORDS,
    MADE,
    WORDS,
    FirstLook,
    cued_pieces,
    first_look,
    kinds,
    link_behind,
    looks,
    shape_of,
    trimmed,
)

if TYPE_CHECKING:
    import re
    from collections.abc import Iterator

_LINE = Expression(r"[^\n]{8,8000}")
_MASK = Expression(r"\[redacted: [^\]\n]{1,80}\]")
"""What was masked says "password", too."""

_IDENTIFIER = Expression(
    r"_?[a-z]\w{0,30}(?:\.\w{1,40}){1,5}|_?[a-z0-9]{1,30}(?:_[a-z0-9]{1,30}){1,6}|[a-z]{2,5}-?[0-9]{1,3}"
)
"""Names in a line of code, of methods and of encodings."""

_STOP = Expression(r"[.!?;]\s")
_FIRST_WORD, _LAST_WORD = Expression(r"[^\W_]{1,40}"), Expression(r"[^\W_]{1,40}(?=[\s-]?$)")
_AROUND, _LINKED, _BEFORE, _USER = 90, 16, 24, 44
_MOST_CUES, _MOST_VALUES, _MOST_NEAR = 8, 30, 3
_FEW, _SOME = 2, 6
_OPENED, _CLOSED, _TRIMMED = "\"'`\u201c\u201d\u201e«(* ", "\"'`\u201d»)", "\"'`,.:;()[]"
_QUOTES, _ENDS = frozenset("\"'`\u201c\u201e«"), frozenset(".!?;")
_INSIDE = frozenset("/:|\\=+,")
_BESIDE_USER = Expression(r"(?:^|[\s\"'`(])[\w.@*-]{1,40}[\"'`]?\s?[/:|=+,]$|[:=,]\s?$")
"""A value may stand behind a sign only where a user stands before that, and no address or path."""


class CuedValue(NamedTuple):
    """A word that may be a value, and what speaks for it and against it."""

    start: int
    end: int
    features: frozenset[str]


class _Cue(NamedTuple):
    """A cue, and where it stands."""

    kind: str
    start: int
    end: int


class _Place(NamedTuple):
    """A word that may be a value: where, what it looks like, and how what stands before leads to it."""

    start: int
    end: int
    shape: str
    link: str

    @property
    def group(self) -> str:
        return "n" if self.shape.startswith("n-") else "v"


@dataclass(frozen=True)
class _Line:
    """A line with cues in it."""

    text: str
    start: int
    end: int
    cues: list[_Cue]

    look: FirstLook

    @cached_property
    def about(self) -> list[str]:
        """What holds for every value in it."""
        result = [f"has:{kind}" for kind in sorted({cue.kind for cue in self.cues})]
        if self.look.code:
            result.append("code")
        if self.look.rule:
            result.append("rule")
        if "?" in self.text[self.end - 2 : self.end]:
            result.append("question")
        return result


def cued_secrets(text: str) -> Iterator[tuple[int, int]]:
    """Where the values stand that weigh enough."""
    weights = _weights()
    done = -1
    for value in cued_values(text):
        enough = cue_weights.BIAS + sum(weights.get(name, 0) for name in value.features) >= cue_weights.ENOUGH
        if value.start >= done and enough:
            done = value.end
            yield value.start, value.end


@cache
def _weights() -> dict[str, int]:
    rows = (line.split(": ", 1) for line in cue_weights.WEIGHTS.strip().split("\n"))
    return {name: int(weight) for weight, names in rows for name in names.split()}


def cued_values(text: str) -> Iterator[CuedValue]:
    """Every word near a cue that may be a value, with each cue that may be meant."""
    if "[redacted: " in text:
        text = _MASK.sub(lambda mask: "." * len(mask[0]), text)
    look = first_look(text)
    if look is None:
        return
    found = [*_cues(text)]
    starts = [cue.start for cue in found]
    for match in _LINE.finditer(text):
        start, end = match.span()
        near = found[bisect_left(starts, start) : bisect_left(starts, end)][:_MOST_CUES]
        if not near:
            continue
        line = _Line(text, start, end, near, look)
        for candidate in islice(cues.CANDIDATE.finditer(text, start, end), _MOST_VALUES):
            value = candidate["value"]
            if value is None or looks[value] & LIKE_ANY:
                yield from _judged(line, candidate)


def _cues(text: str) -> Iterator[_Cue]:
    """The cues in a text, in their order."""
    done = 0
    for piece_start, piece_end in cued_pieces(text):
        for word in cues.CUE_WORD.finditer(text, piece_start, piece_end):
            start, end = word.span()
            lower = word[0].lower()
            if start < done:
                continue
            found = _phrase(text, start) if lower in cues.PHRASE_STARTS else None
            if found is None and kinds[lower]:
                found = _Cue(kinds[lower], start, end)
            if found is not None:
                done = found.end
                yield found


def _phrase(text: str, start: int) -> _Cue | None:
    for kind, form in cues.PHRASES.items():
        if (match := form.match(text, start)) is not None:
            return _Cue(kind, start, match.end())
    return None


def _judged(line: _Line, candidate: re.Match[str]) -> Iterator[CuedValue]:
    text = line.text
    start, end = trimmed(candidate)
    shape = shape_of(candidate, start, end)
    behind = text[max(line.start, start - _USER) : start]
    if not shape or (behind[-1:] in _INSIDE and behind and not _BESIDE_USER.search(behind)):
        return
    if line.look.code and (text[end : end + 1] in {"(", "["} or _IDENTIFIER.fullmatch(text, start, end)):
        return
    place = _Place(start, end, shape, link_behind(behind[-_LINKED:].rstrip(_OPENED)))
    near = _near(line, place)
    if near and not is_issue(text, start, end):
        own = [f"shape:{shape}", *line.about, *_around(line, place)]
        for cue in near:
            yield CuedValue(start, end, frozenset((*own, *_bound(text, cue, place))))


def _near(line: _Line, place: _Place) -> list[_Cue]:
    """The cues that may be meant."""
    start, end, shape, link = place
    near = [cue for cue in line.cues if (cue.start >= end or start >= cue.end) and abs(cue.start - start) <= _AROUND]
    if shape in WORDS and link not in LINKS_OF_WORDS and not any(0 < start - cue.end <= _FEW for cue in near):
        return []
    found = near if shape in MADE else [cue for cue in near if cue.kind != "hint"]
    return sorted(found, key=lambda cue: max(start - cue.end, cue.start - end))[:_MOST_NEAR]


def _around(line: _Line, place: _Place) -> Iterator[str]:
    """What stands before and behind a value."""
    text, group, shape = line.text, place.group, place.shape
    if "code" in line.about:
        yield f"code:{shape}"
    before = text[max(line.start, place.start - _BEFORE) : place.start].lower().split()
    word = before[-1] if before else ""
    if word.strip("(\"'`#") in cues.OTHER_BEFORE:
        yield f"other:{group}"
    if word:
        yield f"prev:{word.strip(_TRIMMED)}:{group}"
    if text[place.start - 1 : place.start] == "#":
        yield "numbered"
    if group == "n" and cues.COUNTED.match(text, place.end):
        yield "counted"
    if not text[line.start : place.start].strip(" \"'`-*>("):
        yield f"first:{shape}"
    if place.start and text[place.start - 1] in _QUOTES:
        yield f"quoted:{shape}"
        yield f"quote:{text[place.start - 1]}"
    yield from _behind(text[place.end : line.end].strip(_CLOSED), place)


def _behind(rest: str, place: _Place) -> Iterator[str]:
    if all(char in _ENDS or char.isspace() for char in rest):
        yield f"last:{place.group}"
        yield f"last:{place.shape}"
        return
    yield f"next:{rest.split(maxsplit=1)[0].lower().strip(_TRIMMED)}:{place.group}"
    if rest[0] in ",;.(":
        yield f"comma:{place.group}"


def _bound(text: str, cue: _Cue, place: _Place) -> Iterator[str]:
    """How a value is bound to a cue."""
    start, end, shape, link = place
    kind, group = cue.kind, place.group
    yield f"{kind}:{shape}"
    if cue.end <= start:
        between = text[cue.end : start].rstrip(_OPENED)
        link = link or ("other" if between.strip() else "beside")
        if marks.PROPERTY.match(text, cue.end):
            yield f"property:{group}"
    else:
        between = text[end : cue.start].lstrip(_CLOSED)
        link = "before-as" if cues.AS_NAME.match(between) else "before"
    if _STOP.search(between):
        yield f"across:{kind}:{group}"
    yield f"cue:{text[cue.start : cue.end].lower().replace(' ', '-')}:{group}"
    if _is_other(text, cue, between):
        yield f"cue-other:{group}"
        yield f"cue-other:{kind}"
    gap = len(between.split())
    near = "direct" if gap < _FEW else "near" if gap < _SOME else "far"
    yield f"{link}:{group}"
    yield f"{link}:{near}:{group}"
    yield f"{kind}:{link}:{group}"
    yield f"{link}:{shape}"
    yield f"{near}:{shape}"


def _is_other(text: str, cue: _Cue, between: str) -> bool:
    """Whether another word makes something else of a cue: "area code", "Kod produktu"."""
    before = _LAST_WORD.search(text, max(0, cue.start - _LINKED), cue.start)
    after = _FIRST_WORD.match(between.strip())
    return any(match is not None and match[0].lower() in cues.OTHER_BEFORE for match in (before, after))
