"""Words of a text: in one case, split, and what some write as two words as one.

Pure, and the only reading of words that there is: recall, sameness, curation and the explorer see the same ones.
"""

from __future__ import annotations

import re
import unicodedata
from typing import NamedTuple

LONGEST_WORD = 40
"""What is longer is not a word that anybody repeats: a token, a digest, a line of base64."""

_RUN = re.compile(r"[^\W_]+")
_TOKEN = re.compile(rf"""(["“”«»])|{_RUN.pattern}""")
_UNSPACED = re.compile(r"[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\u0e00-\u0e7f]+")
"""Scripts that do not part words by blanks: read as overlapping pairs of letters."""

_SPELLINGS = {
    "login": "(?:log|sign)~[ -]?(?:in|on)",
    "logout": "(?:log|sign)~[ -]?(?:out|off)",
    "signup": "sign~[ -]?up",
    "checkout": "check~[ -]?out",
    "email": "e-mails?",
    "home_page": "home-?page",
}
"""What some write as two words and others as one; `~` where the ending of a verb may stand."""


def _any_spelling(endings: str) -> re.Pattern[str]:
    spellings = (f"(?P<{word}>{pattern.replace('~', endings)})" for word, pattern in _SPELLINGS.items())
    return re.compile(rf"\b(?:{'|'.join(spellings)})\b")


_AS_NAMED = _any_spelling("")
_IN_ANY_FORM = _any_spelling("(?:s|g?ed|g?ing)?")

_HINTS = ("log", "sign", "check", "e-mail", "home")
"""Of which a text has one wherever there is a spelling to change: quicker to look for."""

SPELT_ALSO = {
    "login": ("log", "sign"),
    "logout": ("log", "sign"),
    "signup": ("sign",),
    "checkout": ("check",),
    "email": ("e-mail",),
}
"""How the other spellings of these words begin: for who looks for a word in a text without splitting it."""


class Word(NamedTuple):
    """A word where it stands."""

    text: str
    quoted: bool
    """Inside quotation marks: a value that the next test will replace, more often than a name."""


def words(text: str, *, in_any_form: bool = True) -> list[Word]:
    """The words of a text in order, in lower case; `logged in` is `login` in any form, and two words as a name."""
    found: list[Word] = []
    quoted = False
    for match in _TOKEN.finditer(_spelt(text, _IN_ANY_FORM if in_any_form else _AS_NAMED)):
        if match.group(1):
            quoted = not quoted
        elif match.group().isascii():
            found.append(Word(match.group()[:LONGEST_WORD], quoted))
        else:
            found += [Word(part[:LONGEST_WORD], quoted) for part in _parts(match.group())]
    return found


def texts_of_words(text: str) -> list[str]:
    """The texts of the words alone, in any form, in a third of the time."""
    spelt = _spelt(text, _IN_ANY_FORM)
    if spelt.isascii():
        return [run[:LONGEST_WORD] for run in _RUN.findall(spelt)]
    return [word.text for word in words(text)]


def _spelt(text: str, spellings: re.Pattern[str]) -> str:
    """A text in one case and one spelling."""
    text = in_one_case(text)
    return spellings.sub(_as_one, text) if any(map(text.__contains__, _HINTS)) else text


def in_one_case(text: str) -> str:
    """A text in lower case, and its letters as Unicode writes them most plainly."""
    return text.lower() if text.isascii() else unicodedata.normalize("NFKC", text).casefold()


def _as_one(spelt: re.Match[str]) -> str:
    return str(spelt.lastgroup).replace("_", " ")


def _parts(word: str) -> list[str]:
    parts: list[str] = []
    at = 0
    for run in _UNSPACED.finditer(word):
        parts += [word[at : run.start()]] if run.start() > at else []
        letters = run.group()
        parts += [letters[index : index + 2] for index in range(max(1, len(letters) - 1))]
        at = run.end()
    return parts + ([word[at:]] if at < len(word) else [])
