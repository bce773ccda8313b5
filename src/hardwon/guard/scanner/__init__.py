"""The scanner: nothing unsafe on disk, nothing unsafe to an agent.

`scan` gives a verdict on the title and content of an observation: safe, unsafe, or not an observation. It looks at
the text as a reader sees it and at every text hidden in it, two encodings deep. No I/O; work grows with the length.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from hardwon.errors import UsageError
from hardwon.guard.scanner.characters import hidden
from hardwon.guard.scanner.clauses import words_of
from hardwon.guard.scanner.decoding import hidden_texts
from hardwon.guard.scanner.describing import doubt
from hardwon.guard.scanner.layers import LEVELS, plain, without_tags
from hardwon.guard.scanner.rule_index import by_form, by_words
from hardwon.guard.scanner.rules import HIDDEN
from hardwon.guard.scanner.veiled import distinct, places_in

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hardwon.guard.scanner.clauses import Words
    from hardwon.guard.scanner.layers import Layer

Outcome = Literal["safe", "unsafe", "not-an-observation"]
ORIGINS = ("person", "machine", "curator", "agent", "import")
"""Who may have written a text. All but the person are machines."""

_HIDDEN = {rule.id: rule for rule in HIDDEN}
_PROSE_WORDS = 4
_PROSE_LETTERS = 12
_FEW_LETTERS = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One thing that the scanner found, and where it stands in the original text."""

    rule: str
    field: Literal["title", "content"]
    position: int
    """Place of its first character in that field."""

    end: int
    reason: str
    encoding: str = ""
    """How it was hidden: the encodings, outermost first; "" when it stands in the open."""

    secret: str = ""
    """What kind of secret it is; "" when it is none. The secret itself is never repeated."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scan:
    """The verdict on one text."""

    safe: bool
    """Whether it may be stored and injected. A person's order is safe: it is only warned about."""

    outcome: Outcome
    reason: str
    """The reasons, most serious first, in one line; "" when there is nothing to say."""

    findings: tuple[Finding, ...]


def scan(title: str, content: str, origin: str = "person") -> Scan:
    """The verdict on an observation's title and content."""
    if origin not in ORIGINS:
        raise UsageError(f"{origin!r} is no origin of a text.", remedy=f"Use one of {', '.join(ORIGINS)}.")
    text = f"{title}\n{content}" if title else content
    split = len(title) + 1 if title else 0
    reading = _read(plain(text))
    found = sorted(_unsafe(text, reading, split), key=_seriousness)
    if found:
        return Scan(safe=False, outcome="unsafe", reason=_summary(found), findings=tuple(found))
    why = doubt(reading.shown.text, reading.view, _title_end(reading.shown, split) if content.strip() else 0)
    if why is None:
        return Scan(safe=True, outcome="safe", reason="", findings=())
    finding = _finding(why.rule, why.reason, reading.shown.span(why.start, why.end), split)
    return Scan(safe=origin == "person", outcome="not-an-observation", reason=why.reason, findings=(finding,))


def redacted(text: str) -> str:
    """The text with every secret replaced: a few characters stay, with kind and length, so that its source is found."""
    return _masked(text, 0, _secret_parts(text))


def redacted_observation(title: str, content: str) -> tuple[str, str]:
    """Title and content with every secret masked that `scan` finds in them; its keyword may stand in the other one."""
    if not title:
        return "", redacted(content)
    split = len(title) + 1
    parts = _secret_parts(f"{title}\n{content}")
    return (
        _masked(title, 0, [*parts, *_secret_parts(title)]),
        _masked(
            content,
            split,
            [*parts, *((start + split, end + split, kind) for start, end, kind in _secret_parts(content))],
        ),
    )


def _secret_parts(text: str) -> list[tuple[int, int, str]]:
    """Start, end and kind of every secret, in the text itself and in what is hidden in it."""
    layer = plain(text)
    parts = [(place.start, place.end, place.secret.kind) for place in places_in(layer)]
    for child in _descendants(layer):
        parts += [(place.start, place.end, f"{place.secret.kind} in {child.encoding}") for place in places_in(child)]
    return parts


def _masked(text: str, base: int, parts: list[tuple[int, int, str]]) -> str:
    """A text that begins at `base` of the scanned one, with these parts of that masked; where they overlap, as one."""
    inside = [(max(0, start - base), min(len(text), end - base), kind) for start, end, kind in parts]
    pieces: list[str] = []
    done = 0
    for start, end, kind in _united(sorted(part for part in inside if part[0] < part[1])):
        pieces += (text[done:start], _mask(text[start:end], kind))
        done = end
    return "".join([*pieces, text[done:]])


def _united(parts: list[tuple[int, int, str]]) -> Iterator[tuple[int, int, str]]:
    """Sorted parts, those that overlap or touch joined to one, of the kind of the first."""
    current: tuple[int, int, str] | None = None
    for start, end, kind in parts:
        if current is not None and start <= current[1]:
            current = (current[0], max(current[1], end), current[2])
            continue
        if current is not None:
            yield current
        current = (start, end, kind)
    if current is not None:
        yield current


def _mask(secret: str, kind: str) -> str:
    shown = secret[: min(4, len(secret) // 4)]
    return f"{shown}…[redacted: {kind}, {len(secret)} characters]"


@dataclass(frozen=True, slots=True)
class _Reading:
    """A layer, what a page would show of it, and the words of that."""

    layer: Layer
    shown: Layer
    view: Words


def _read(layer: Layer) -> _Reading:
    shown = without_tags(layer)
    return _Reading(layer, shown, words_of(shown.text))


def _unsafe(text: str, reading: _Reading, split: int) -> Iterator[Finding]:
    for entry in hidden(text):
        yield _finding(entry.rule, _HIDDEN[entry.rule].reason, (entry.start, entry.end), split)
    yield from _in_reading(reading, split)
    seen: set[tuple[str, int]] = set()
    for child in _descendants(reading.layer):
        for finding in (*_in_reading(_read(child), split), *_encoded(child, split)):
            if (finding.rule, finding.position) not in seen:
                seen.add((finding.rule, finding.position))
                yield finding


def _descendants(layer: Layer) -> Iterator[Layer]:
    for child in hidden_texts(layer):
        yield child
        if child.depth < LEVELS:
            yield from _descendants(child)


def _in_reading(reading: _Reading, split: int) -> Iterator[Finding]:
    layer, shown, view = reading.layer, reading.shown, reading.view
    places = [(match.rule, shown.span(match.start, match.end)) for match in by_words(view)]
    places += [(match.rule, layer.span(match.start, match.end)) for match in by_form(layer.text)]
    places += [(_HIDDEN["look-alike-letters"], shown.span(word.start, word.end)) for word in view.deceptive[:1]]
    for rule, place in places:
        yield _finding(rule.id, rule.reason, place, split, encoding=layer.encoding)
    for found in distinct(places_in(layer)):
        rule, span = found.secret.rule, (found.start, found.end)
        yield _finding(rule.id, rule.reason, span, split, encoding=layer.encoding, secret=found.secret.kind)


def _encoded(layer: Layer, split: int) -> Iterator[Finding]:
    """Sentences have no reason to stand in an encoding, whatever they say; a word or two may."""
    letters = sum(char.isalpha() for char in layer.text)
    prose = letters >= _PROSE_LETTERS and len(layer.text.split()) >= _PROSE_WORDS
    if prose or (letters >= _FEW_LETTERS and (not layer.text.isascii() or doubt(layer.text) is not None)):
        rule = _HIDDEN["encoded-text"]
        yield _finding(rule.id, rule.reason, layer.span(0, len(layer.text)), split, encoding=layer.encoding)


def _title_end(layer: Layer, split: int) -> int:
    """Where the content begins in the plain text."""
    if not split:
        return 0
    # Folding and decoding make text shorter or longer: the end is found by halving, since places never go back.
    low, high = 0, len(layer.text)
    while low < high:
        middle = (low + high) // 2
        if layer.span(middle, middle + 1)[0] < split:
            low = middle + 1
        else:
            high = middle
    return low


def _finding(
    rule: str, reason: str, place: tuple[int, int], split: int, *, encoding: str = "", secret: str = ""
) -> Finding:
    start, end = place
    in_title = start < split
    base = 0 if in_title else split
    return Finding(
        rule=rule,
        field="title" if in_title else "content",
        position=start - base,
        end=min(end, split - 1) if in_title else end - base,
        reason=reason,
        encoding=encoding,
        secret=secret,
    )


def _seriousness(finding: Finding) -> tuple[bool, bool, int]:
    """Secrets first, for they can never be released; then in the order of the text."""
    return not finding.secret, finding.field == "content", finding.position


def _summary(findings: list[Finding]) -> str:
    return " ".join(dict.fromkeys(finding.reason for finding in findings))
