"""The verdict on one text: safe, unsafe, or not an observation.

`scan` looks at the text as a reader sees it and at every text hidden in it. Pure; work grows with the length.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from hardwon.errors import UsageError
from hardwon.guard.scanner.characters import hidden, letter_count
from hardwon.guard.scanner.clauses import words_of
from hardwon.guard.scanner.decoding import hidden_texts
from hardwon.guard.scanner.describing import doubt, runs_on
from hardwon.guard.scanner.doubts import leaning_doubt, quoting_doubt
from hardwon.guard.scanner.layers import plain, without_tags
from hardwon.guard.scanner.ordinary import glance
from hardwon.guard.scanner.rule_index import by_form, by_words
from hardwon.guard.scanner.rules import HIDING_RULES
from hardwon.guard.scanner.strings import quotes_alone, strings_alone
from hardwon.guard.scanner.veiled import distinct, located_secrets

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hardwon.guard.scanner.clauses import WordView
    from hardwon.guard.scanner.doubts import Doubt
    from hardwon.guard.scanner.layers import Layer

ScanOutcome = Literal["safe", "unsafe", "not-an-observation"]
ORIGINS = ("person", "machine", "curator", "agent", "import")
"""Who may have written a text. All but the person are machines."""

_HIDING = {rule.id: rule for rule in HIDING_RULES}
_FEWEST_WORDS = 2
_PROSE_WORDS = 4
_PROSE_LETTERS = 12
_FEW_LETTERS = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class ScanFinding:
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

    outcome: ScanOutcome
    reason: str
    """The reasons, most serious first, in one line; "" when there is nothing to say."""

    findings: tuple[ScanFinding, ...]


_SAFE = Scan(safe=True, outcome="safe", reason="", findings=())


def scan(title: str, content: str, origin: str = "person") -> Scan:
    """The verdict on an observation's title and content."""
    if origin not in ORIGINS:
        raise UsageError(f"{origin!r} is not the origin of a text.", remedy=f"Use one of {', '.join(ORIGINS)}.")
    if not title:
        return _verdict("", "\n", content, origin)
    # Content that begins small may go on with its title's sentence, or be one of its own: neither hides the other.
    ways = (" ", "\n") if runs_on(content) else ("\n",)
    return min((_verdict(title, between, content, origin) for between in ways), key=_by_outcome)


def _by_outcome(one: Scan) -> int:
    return ("unsafe", "not-an-observation", "safe").index(one.outcome)


def _verdict(title: str, between: str, content: str, origin: str) -> Scan:
    """The verdict on a title and a content with this between them: a blank if they are one sentence."""
    text = f"{title}{between}{content}" if title else content
    first = glance(text)
    if not (first.worded or quotes_alone(text)):
        return _SAFE
    split = len(title) + 1 if title else 0
    layer = plain(text)
    if not (first.worded or _doubt_inside(layer.text, in_strings=False)):
        return _SAFE
    shown = without_tags(layer)
    # Where no phrase matches, only the words outside of quotation marks count: `doubt` reads those itself.
    view = words_of(shown.text) if first.matched else None
    # What only its words can betray is looked at more closely where they do.
    if view and (first.odd or any(by_words(view))):
        found = sorted(_unsafe(text, _ReadLayer(layer, shown, view), split), key=_seriousness)
        if found:
            return Scan(safe=False, outcome="unsafe", reason=_summary(found), findings=tuple(found))
    # What has no content to speak of is no title.
    titled = len(content.split()) >= _FEWEST_WORDS and between != " "
    title_end = _title_end(shown, split) if titled else 0
    why, told = doubt(shown.text, view, title_end, may_be_spoken=first.matched, may_lean=first.leaning), shown
    if not (why and why.sure):
        inside = _doubt_inside(layer.text, in_strings=first.odd)
        if inside and (why is None or inside.sure):
            why, told = inside, layer
    if why is None:
        return _SAFE
    finding = _finding(why.rule, why.reason, told.span(why.start, why.end), split)
    if why.sure:
        return Scan(safe=False, outcome="unsafe", reason=why.reason, findings=(finding,))
    return Scan(safe=origin == "person", outcome="not-an-observation", reason=why.reason, findings=(finding,))


def _doubt_inside(text: str, *, in_strings: bool) -> Doubt | None:
    """What the words in strings and quotation marks make of the text; None when they make nothing of it."""
    strings = strings_alone(text) if in_strings else ""
    found = leaning_doubt(words_of(strings).words) if strings else None
    quotes = "" if found else quotes_alone(text)
    return quoting_doubt(words_of(quotes).words) if quotes else found


@dataclass(frozen=True, slots=True)
class _ReadLayer:
    """A layer, what a page would show of it, and the words of that."""

    layer: Layer
    shown: Layer
    view: WordView


def _read(layer: Layer) -> _ReadLayer:
    shown = without_tags(layer)
    return _ReadLayer(layer, shown, words_of(shown.text))


def _unsafe(text: str, reading: _ReadLayer, split: int) -> Iterator[ScanFinding]:
    for entry in hidden(text):
        yield _finding(entry.rule, _HIDING[entry.rule].reason, (entry.start, entry.end), split)
    yield from _in_reading(_without_title_word(text, reading, split), split)
    seen: set[tuple[str, int]] = set()
    for child in hidden_texts(reading.layer):
        for finding in (*_in_reading(_read(child), split), *_encoded(child, split)):
            if (finding.rule, finding.position) not in seen:
                seen.add((finding.rule, finding.position))
                yield finding


def _without_title_word(text: str, reading: _ReadLayer, split: int) -> _ReadLayer:
    """The reading without the last word of its title, where that and a sentence of the content look like an order.

    "Upload" is a title, "The password field has no toggle." is a sentence: neither sends a password.
    """
    if not split or text[split - 1] != "\n":
        return reading
    shown = reading.shown
    spans = [(match.start, *shown.span(match.start, match.end)) for match in by_words(reading.view)]
    words = [first for first, start, end in spans if start < split <= end and len(text[start:split].split()) == 1]
    if not words:
        return reading
    title_end = _title_end(shown, split)
    bare = shown.text[: min(words)] + "\n" * (title_end - min(words)) + shown.text[title_end:]
    return _ReadLayer(reading.layer, shown, words_of(bare))


def _in_reading(reading: _ReadLayer, split: int) -> Iterator[ScanFinding]:
    layer, shown, view = reading.layer, reading.shown, reading.view
    places = [(match.rule, shown.span(match.start, match.end)) for match in by_words(view)]
    if shown is not layer:
        # What the attributes of tags say is not shown.
        strings = strings_alone(layer.text)
        matches = by_words(words_of(strings)) if strings else ()
        places += [(match.rule, layer.span(match.start, match.end)) for match in matches]
    places += [(match.rule, layer.span(match.start, match.end)) for match in by_form(layer.text)]
    places += [(_HIDING["look-alike-letters"], shown.span(word.start, word.end)) for word in view.deceptive[:1]]
    for rule, place in dict.fromkeys(places):
        yield _finding(rule.id, rule.reason, place, split, encoding=layer.encoding)
    for found in distinct(located_secrets(layer)):
        rule, span = found.secret.rule, (found.start, found.end)
        yield _finding(rule.id, rule.reason, span, split, encoding=layer.encoding, secret=found.secret.kind)


def _encoded(layer: Layer, split: int) -> Iterator[ScanFinding]:
    """Sentences have no reason to stand in an encoding, whatever they say; a word or two may."""
    letters = letter_count(layer.text)
    prose = letters >= _PROSE_LETTERS and len(layer.text.split()) >= _PROSE_WORDS
    if prose or (letters >= _FEW_LETTERS and (not layer.text.isascii() or doubt(layer.text) is not None)):
        rule = _HIDING["encoded-text"]
        yield _finding(rule.id, rule.reason, layer.span(0, len(layer.text)), split, encoding=layer.encoding)


def _title_end(layer: Layer, split: int) -> int:
    """Where the content begins in the plain text."""
    if not split or layer.below is None:
        return split
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
) -> ScanFinding:
    start, end = place
    if start == split - 1 and end > split:
        # It begins with the end of the title's line, which is no part of either field.
        start = split
    in_title = start < split
    base = 0 if in_title else split
    return ScanFinding(
        rule=rule,
        field="title" if in_title else "content",
        position=start - base,
        end=min(end, split - 1) if in_title else end - base,
        reason=reason,
        encoding=encoding,
        secret=secret,
    )


def _seriousness(finding: ScanFinding) -> tuple[bool, bool, int]:
    """Secrets first, for they can never be released; then in the order of the text."""
    return not finding.secret, finding.field == "content", finding.position


def _summary(findings: list[ScanFinding]) -> str:
    return " ".join(dict.fromkeys(finding.reason for finding in findings))
