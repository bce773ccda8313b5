"""Whether an answer is what a scenario expects of it, and in which words. Pure but for the scanner's redaction."""

from __future__ import annotations

import html
import json
import re
from typing import TYPE_CHECKING, Any, Literal

from hardwon.guard.scanner import brief_line
from hardwon.runner import values_in
from hardwon.runner.values import NOTHING, at, document_of
from hardwon.scenarios.expected_slips import statuses
from hardwon.target.charset import text_of

if TYPE_CHECKING:
    from hardwon.runner.values import Values
    from hardwon.scenarios.scenario import Expected
    from hardwon.target.exchange import Answer

Judged = tuple[Literal["passed", "failed", "error"], str]

_TAG = re.compile(r"<[^<>]{0,2000}>")
_BAD = 500

LONGEST_SHOWN = 100


def judged(expected: Expected, answer: Answer, values: Values) -> Judged:
    """What an answer comes to. Where nothing is expected, only an error of the server can be told from anything."""
    if not expected.says_something:
        if answer.status is not None and answer.status >= _BAD:
            return "failed", f"answered {answer.status}"
        return "error", f"answered {answer.status}, and the scenario does not say what is expected: nothing was judged"
    if expected.status and answer.status not in expected.status:
        return "failed", f"answered {answer.status}, expected {statuses(expected.status)}"
    looks_inside = expected.text or expected.absent or expected.json
    if looks_inside and (answer.packed or answer.broken):
        why = "is packed" if answer.packed else f"did not come to its end: {answer.broken}"
        return "error", f"answered {answer.status}, and its body {why}: nothing was judged"
    return (
        _headers(expected, answer, values)
        or _texts(expected, answer, values)
        or _values(expected, answer, values)
        or ("passed", f"answered {answer.status}")
    )


def _headers(expected: Expected, answer: Answer, values: Values) -> Judged | None:
    for name, wanted in expected.headers:
        found = answer.header(name)
        if wanted is None and found is not None:
            return "failed", f"answered with the header {name}, which must not be there"
        if wanted is not None and (found is None or not _holds(name, found, values.filled(wanted))):
            if found is not None and values_in.is_pattern(wanted):
                return _pattern(answer, wanted)
            shown = "without" if found is None else f"with {_shown(found)} as"
            return "failed", f"answered {shown} the header {name}, expected {_shown(wanted)}"
    return None


def _holds(name: str, found: str, wanted: str) -> bool:
    """Whether a header holds a text. A type without a charset is as good as one with it."""
    held, asked = found.lower(), wanted.lower()
    if name.lower() == "content-type":
        held, asked = ("".join(each.split()) for each in (held, asked))
        asked = asked if ";" in held else asked.partition(";charset=")[0]
    return asked in held


def _texts(expected: Expected, answer: Answer, values: Values) -> Judged | None:
    if not expected.text and not expected.absent:
        return None
    raw = text_of(answer)
    visible = _visible(raw, answer.kind)
    return _missing(expected, answer, values, raw, visible) or _present(expected, answer, values, raw, visible)


def _missing(expected: Expected, answer: Answer, values: Values, raw: str, visible: str) -> Judged | None:
    for text in expected.text:
        wanted = values.filled(text)
        if wanted in raw or _is_seen(wanted, visible):
            continue
        if answer.cut:
            return "error", f"answered {answer.status} with more than is read: {_shown(wanted)} may be further on"
        if values_in.is_pattern(wanted):
            return _pattern(answer, wanted)
        return "failed", f"answered {answer.status}, without the text {_shown(wanted)}"
    return None


def _present(expected: Expected, answer: Answer, values: Values, raw: str, visible: str) -> Judged | None:
    for text in expected.absent:
        wanted = values.filled(text)
        # Markup that is escaped is harmless: it counts only as it stands.
        if wanted in raw or ("<" not in wanted and _is_seen(wanted, visible)):
            return "failed", f"answered {answer.status}, with the text {_shown(wanted)}, which must not be there"
        if answer.cut:
            return "error", f"answered {answer.status} with more than is read: {_shown(wanted)} may be further on"
        if values_in.is_pattern(wanted):
            return _pattern(answer, wanted)
    return None


def _pattern(answer: Answer, wanted: str) -> Judged:
    return "error", f"answered {answer.status}; {_shown(wanted)} may be a pattern, and only texts are judged"


def _values(expected: Expected, answer: Answer, values: Values) -> Judged | None:
    if not expected.json:
        return None
    document = document_of(answer)
    if document is NOTHING:
        if answer.cut:
            return "error", f"answered {answer.status} with more than is read: nothing was judged"
        return "failed", f"answered {answer.status} with what is not JSON"
    for path, wanted in expected.json:
        found, meant = at(document, path), values.filled_json(wanted)
        if found is NOTHING and meant is None:
            continue
        if found is NOTHING or not values_in.same(found, meant):
            if why := values_in.unclear(path, found, meant):
                return "error", f"answered {answer.status}; {why}"
            shown = "nothing" if found is NOTHING else _shown(found)
            return "failed", f"answered {answer.status} with {shown} as {path}, expected {_shown(meant)}"
    return None


def _visible(raw: str, kind: str) -> str:
    """The text as people read it: without tags and entities; of JSON its own characters."""
    if kind.endswith("json"):
        try:
            return _spaced(json.dumps(json.loads(raw), ensure_ascii=False))
        except (ValueError, RecursionError):
            return _spaced(raw)
    return _spaced(html.unescape(_TAG.sub(" ", raw))) if "html" in kind or "xml" in kind else _spaced(raw)


def _is_seen(wanted: str, visible: str) -> bool:
    return bool(wanted.strip()) and _spaced(wanted) in visible


def _spaced(text: str) -> str:
    return " ".join(text.split())


def _shown(value: Any) -> str:
    return repr(brief_line(value if isinstance(value, str) else json.dumps(value, ensure_ascii=False), LONGEST_SHOWN))
