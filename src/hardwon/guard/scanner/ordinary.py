"""Ordinary text: told apart at a glance, so that rules are tried only where they can find something.

One pass over the words of a text. What is known of a word (whether a rule hangs on it, whether it is a disguise, a name
of secrets, the beginning of an order) is worked out once and kept, so most texts cost a few look-ups in a dictionary.
It never says "ordinary" where the rules would find something: whatever is odd in the least goes the long way. Pure.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache, reduce
from itertools import accumulate, starmap
from operator import add, or_
from typing import NamedTuple

from hardwon.guard.scanner.characters import folded
from hardwon.guard.scanner.ciphers import is_pig_latin, may_be_cipher
from hardwon.guard.scanner.cued_secrets import cued_secrets
from hardwon.guard.scanner.describing import is_adverb, unquoted
from hardwon.guard.scanner.given_secrets import given_secrets
from hardwon.guard.scanner.imperatives import begins_order, enders, starters
from hardwon.guard.scanner.layers import plain
from hardwon.guard.scanner.leaning import leans
from hardwon.guard.scanner.opening_numbers import may_open, opening_numbers
from hardwon.guard.scanner.prefilter import matching, numbers, possible
from hardwon.guard.scanner.rule_index import by_form
from hardwon.guard.scanner.rules import ENOUGH_WEIGHT, weighted_phrases
from hardwon.guard.scanner.said_secrets import said_secrets
from hardwon.guard.scanner.secrets import secrets_in
from hardwon.guard.scanner.spelling import corrected, segmented, without_digits
from hardwon.guard.scanner.tables import Expression, english, orders, secret_marks, words
from hardwon.guard.scanner.tables.letters import SPELLING_ALPHABET
from hardwon.guard.scanner.tables.signs import QUOTATION_MARKS
from hardwon.guard.scanner.tables.vocabulary import KEY_WORDS, KNOWN_WORDS
from hardwon.guard.scanner.value_shapes import may_cue, may_name_word

_SUSPECT, _NAMED, _ASKS, _SINGLE, _RADIO, _OPENER, _ORDER, _LOCKED, _PLURAL, _CUED, _NAMING = (
    1 << bit for bit in range(11)
)

_ENDS, _QUOTES, _BETWEEN, _ODD = "\n", "\v", " ", "\0"


def _shape_of(char: str) -> str:
    """What a sign of an ordinary sentence does: it ends it, quotes, or stands between words. All others are odd."""
    if char in "!?;:\n":
        return _ENDS
    if char in "\"'":
        return _QUOTES
    return _BETWEEN if char in "\t $%(),.+-" else char if char.isalnum() else _ODD


_SHAPES = "".join(map(_shape_of, map(chr, range(128))))
"""Signs that code, markup, escapes and addresses are made of are odd: ordinary sentences do without."""

_STOPS = (". ", ".\t", '."', ".'", ".)")
_DASH = Expression(r"-{2}|[ \t\n]-[ \t\n]")
"""What ends a sentence besides signs that always do, in texts that are not odd: as `SENTENCE_END` has it."""

_JOINT = Expression(
    r"[-.:'!$%\";](?:(?<=-) ?[-.]|(?<=\.)(?: ?-| \.|\.(?!\.?(?:\s|$))|[A-Za-z])|(?<=\s-)\w|(?<=[a-z]:)[A-Za-z0-9]|"
    r"(?<=')[a-z]{3}|(?<=!)[A-Za-z0-9]|(?<=\$)(?![0-9])|(?<=[A-Za-z]\$)|(?<=%)[0-9a-fA-F]{2}|(?<=\")\s{0,3}:|"
    r"(?<=;)\s{0,3}(?i:drop|delete|truncate))"
)
"""Signs that ordinary sentences have, where those do not have them."""

_BACKWARDS = Expression(r"(?:^|\n|[.!?] )[\w']{1,40}[.!](?= [a-z])")
"""A word that is a sentence, and goes on small: the words of that may stand in reverse."""

_GOES_ON_SMALL = Expression(r"[.!] [a-z]")
_CAPITAL_INSIDE = Expression(r"[A-Z](?<=[a-z0-9].)")
_DIGITS = Expression(r"[0-9](?:(?:[ -]?[0-9]){8}|[0-9]{1,2}(?:[ ,]{1,2}[0-9]{2,3}){6})")

_FOLDED = {
    **dict.fromkeys((0x2018, 0x2019, 0x201A), "'"),
    **dict.fromkeys((0x201C, 0x201D, 0x201E), '"'),
    **dict.fromkeys((0x2013, 0x2014), "-"),
    0x2026: ".",
}
_CLAUSE = Expression(r"(?:[,()]|\b(?:first|next|finally|afterwards|immediately|ok|okay|do))[^a-z0-9]{1,3}([a-z]{1,64})")
_APPENDED = Expression(r" (?<=[a-z0-9,)] ) {0,2}([A-Z][a-z]{1,14}) (?:the|a|an|your|my|me|all|this)\b")
_MEASURE = Expression(r"[0-9]{1,6}(?:st|nd|rd|th|px|ms|s|x|h|d|k|gb|mb|kb|am|pm|m|g|kg|cm|mm)?|[a-z]{1,3}[0-9]{1,3}")

_MARKS = words(
    """
    invoke rm nc ncat netcat env tar git gem truncate uv
    pip npm yarn eval fetch bash curl wget iwr powershell iex base64 printenv scp rsync docker chmod certutil crontab
    urlopen openssl mshta rclone hook hooks webhook social pnpm poetry cargo javascript vbscript sha256
    """
)
"""Words of commands and code."""

_NAME_PARTS = words(
    """
    cookie cookies key keys passe khau sandi clave sid sig iban ssn pesel cpf bsn nhs nir nino dni nie aadhaar aadhar
    insurance rut cuit cuil tfn pps hetu cpr ahv svnr passport maiden answer
    personnummer seed mnemonic ledger trezor metamask recovery wallet backup rescue scratch emergency
    """
)
"""Names of secrets that are not recognised by themselves, and parts of such."""

_VALUE = Expression(
    r"[0-9]\s{0,3}[0-9]\s{0,3}[0-9]|[0-9][^\s0-9]\S|[^\s0-9][0-9]|[!$%+?]\S{0,40}[!$%+?]"
    r"|(?<![a-z])[a-z]{3,64}[ ,\n]{1,2}(?:(?:[0-9]{1,2}[.)] )?[a-z]{3,8}[ ,\n]{1,2}){10}|[A-Z]{3}[a-rt-z](?![a-z])"
    r"|[bcdfghjklmnpqrstvwxz]{5}"
    r"|[\"'\u201c\u201e](?:[a-z]{3,12}[ -]){3}|(?i:answer|maiden name)\b.{0,60}\s[\"']?[A-Z][a-z]{3}"
)
"""What every value has that a name of secrets makes one, in a text without long words: a lone "30" is none."""

_LIKE_VALUE = Expression(r"[0-9]\S|\S[0-9]|[0-9] [0-9]|[!#$%&*+=@^~_\"'\u201c\u201d\u201e\u00ab]|\S[-.]\w")
"""What every value has that a cue makes one, but for a word that stands for one behind the name of one."""

_OPENING = words("enter verify confirm sign log get wi wifi wlan ssid hotspot network answer answers")
"""Words that make a number one that opens something, or a key of it, besides those that have a hint in them."""

_LABEL = Expression(r"([a-z0-9]{1,64})[^a-z0-9:]{0,7}:")
"""The word before a colon."""

_TURNS = words(
    """
    assistant human ai chatgpt gpt gpt4 chatbot llm claude model system user developer admin administrator thought
    action observation input output script
    """
)
"""Words that are a turn of a conversation before a colon."""

_HEADERS = words("system admin administrator root developer sudo assistant")
_HEADED = words("override announcement alert notice instruction instructions directive command prompt message cement")
"""Words that are the header of a prompt together."""

_RADIO_WORDS = frozenset(word.replace("?", "").replace("-", "") for word in SPELLING_ALPHABET) | {"juliet"}
_LETTER_ROW = Expression(r"(?<![A-Za-z0-9])[A-Za-z0-9](?:[^A-Za-z0-9]{1,8}[A-Za-z0-9]){4}(?![A-Za-z0-9])")
_FEW_LETTERS = 5
_LONGEST_WORD = 14
_KEPT = 50_000


class _Memo(dict[str, int]):
    """What is known of each word, as flags."""

    def __missing__(self, word: str) -> int:
        if len(self) >= _KEPT:
            self.clear()
        value = self[word] = _known(word)
        return value


_memo = _Memo()


class Glance(NamedTuple):
    """What one look at a text says."""

    odd: bool
    """Whether it has signs, names of secrets or disguises: everything must be tried on it."""

    worded: bool
    """Whether its words may give an order or match a phrase: those must be tried on it."""

    matched: bool
    """Whether they may match a phrase."""

    leaning: bool
    """Whether they may lean to steering or hijacking by what they weigh."""


_ODD_TEXT = Glance(odd=True, worded=True, matched=True, leaning=True)


def glance(text: str) -> Glance:
    """What must be tried on a text."""
    lower = _plain(text)
    shape = _shape(lower)
    if _is_odd(text, shape):
        return _ODD_TEXT
    found = shape.split()
    flags = _flags(found)
    if not _is_harmless(text, found, flags):
        return _ODD_TEXT
    told = _shape(_plain(unquoted(text))) if _is_quoting(text) else shape
    if flags & _PLURAL:
        shape, told = _apart(shape), _apart(told)
        found = shape.split()
    joined = KNOWN_WORDS.intersection(map(add, found, found[1:]))
    possibly = possible([*found, *joined])
    can = numbers(possibly) if joined else matching(possibly, found)
    matched = _may_match(can)
    leaning = leans(_sentences(told))
    # A sentence may go on behind its quotation: "Revert '…' the next day".
    starts = {*_starts(shape, found), *(_starts(told, told.split()) if told != shape else ())}
    worded = matched or leaning or not _is_statement(text, lower, starts, flags)
    return Glance(odd=False, worded=worded, matched=matched, leaning=leaning)


def _flags(found: list[str]) -> int:
    """What is known of any of these words."""
    return reduce(or_, map(_memo.__getitem__, found), 0)


def looks_harmless(text: str) -> bool:
    """Whether a text has no secret and no disguise; its words were not compared with the rules."""
    shape = _shape(_plain(text))
    if _is_odd(text, shape):
        return False
    found = shape.split()
    return _is_harmless(text, found, _flags(found))


def _shape(lower: str) -> str:
    """The words of a text with their sentences' ends, quotation marks and blanks, each as one sign."""
    if not lower.isascii():
        return _ODD
    if "-" in lower:
        lower = _DASH.sub(_ENDS, lower)
    for stop in _STOPS:
        lower = lower.replace(stop, _ENDS)
    return lower.translate(_SHAPES)


def _apart(shape: str) -> str:
    """The same with the s of long plurals apart, as the closer look reads them."""
    for word in set(shape.split()):
        if _memo[word] & _PLURAL:
            shape = re.sub(rf"\b{word}\b", f"{word[:-1]} s", shape)
    return shape


def _sentences(shape: str) -> list[list[str]]:
    """The words of each sentence."""
    return [words for words in map(str.split, shape.split(_ENDS)) if words]


def _is_odd(text: str, shape: str) -> bool:
    """Whether a text has signs, or letters without a gap, that sentences do not have."""
    if _ODD in shape:
        return True
    if max(map(len, text.split()), default=0) >= secret_marks.SHORTEST_TOKEN:
        return True
    return bool(_JOINT.search(text) or _CAPITAL_INSIDE.search(text) or _DIGITS.search(text))


def _may_match(can: list[int]) -> bool:
    """Whether one of these phrases speaks to a reader, or those of rules weigh enough together."""
    phrases = weighted_phrases()
    weights = [phrases[number][1] if number < len(phrases) else ENOUGH_WEIGHT for number in can]
    return sum(weights) >= ENOUGH_WEIGHT


def _plain(text: str) -> str:
    return text.lower() if text.isascii() else _without_accents(text).lower()


def _without_accents(text: str) -> str:
    return text if text.isascii() else text.translate(_fold())


@cache
def _fold() -> dict[int, str]:
    from_accents = {code: folded(chr(code)) for code in range(0xC0, 0x180)}
    return {**from_accents, **_FOLDED}


def _is_harmless(text: str, found: list[str], flags: int) -> bool:
    """Whether no word is the name of a secret, a command, or a disguise of another; two that are, as one, neither."""
    if flags & _SUSPECT:
        return False
    pairs = [*map(add, found, found[1:])]
    if not KEY_WORDS.isdisjoint(pairs) or not KEY_WORDS.isdisjoint(map(add, pairs, found[2:])):
        return False
    distinct = set(found)
    if _has_value(text, flags):
        return False
    if (_is_turn(text, distinct) or _is_headed(found, distinct)) and _may_be_prompt(text):
        return False
    if flags & (_SINGLE | _RADIO) and _are_spelled(text, found, flags):
        return False
    backwards = _GOES_ON_SMALL.search(text) and _BACKWARDS.search(text)
    return not backwards and not may_be_cipher(distinct) and not is_pig_latin(found)


def _has_value(text: str, flags: int) -> bool:
    """Whether a text has a value beside the name of a secret, or beside the word for what a number opens."""
    bare = _without_accents(text)
    if flags & _NAMED and _VALUE.search(text) is not None:
        return bool(secrets_in(bare))
    cued = flags & _CUED and (flags & _NAMING or _LIKE_VALUE.search(bare))
    if ((flags & _NAMED or "ogin(" in bare) and any(given_secrets(bare))) or (cued and any(cued_secrets(bare))):
        return True
    if not (flags & _LOCKED and _VALUE.search(text)):
        return False
    return any(opening_numbers(bare)) or any(said_secrets(bare))


def _is_quoting(text: str) -> bool:
    return any(map(text.__contains__, QUOTATION_MARKS))


def _may_be_prompt(text: str) -> bool:
    """Whether a closer look may find a prompt here; beside quotation marks it reads other words."""
    return _is_quoting(text) or any(by_form(plain(text).text))


def _is_turn(text: str, distinct: set[str]) -> bool:
    """Whether a word before a colon may begin a turn of a conversation."""
    if ":" not in text or _TURNS.isdisjoint(distinct):
        return False
    return not _TURNS.isdisjoint(_LABEL.findall(text.lower()))


def _is_headed(found: list[str], distinct: set[str]) -> bool:
    """Whether two words that head a prompt follow each other, a torn second one included."""
    if _HEADERS.isdisjoint(distinct) or _HEADED.isdisjoint(distinct):
        return False
    threes = zip(found, found[1:], [*found[2:], ""], strict=False)
    return any(one in _HEADERS and (two in _HEADED or three in _HEADED) for one, two, three in threes)


def _are_spelled(text: str, found: list[str], flags: int) -> bool:
    """Whether letters stand by themselves in a row, or words that stand for letters."""
    if flags & _RADIO and sum(1 for word in found if _memo[word] & _RADIO) > _FEW_LETTERS:
        return True
    singles = [*map(len, found)].count(1) if text.isascii() else _FEW_LETTERS
    return singles >= _FEW_LETTERS and _LETTER_ROW.search(text) is not None


def _is_statement(text: str, lower: str, starts: set[tuple[str, str]], flags: int) -> bool:
    """Whether no word of a text can make it an order, a question or a word to its reader."""
    if "?" in text or text.rstrip().endswith(":"):
        return False
    if flags & _ASKS:
        return False
    if any(starmap(_may_order, starts)):
        return False
    if flags & _ORDER and flags & _OPENER:
        return False
    if flags & _ORDER and any(first in english.CONDITIONS for first, _ in starts):
        return not any(_memo[word] & _ORDER for word in _CLAUSE.findall(lower))
    appended = (match[1].lower() for match in _APPENDED.finditer(text))
    return not any(word in english.ORDER_VERBS and word not in english.NOUNS_TOO for word in appended)


def _starts(shape: str, found: list[str]) -> list[tuple[str, str]]:
    """The first word of each sentence, and of what follows a quotation mark, each with the next word."""
    sizes = map(len, map(str.split, shape.replace(_QUOTES, _ENDS).split(_ENDS)))
    places = {*accumulate(sizes, initial=0)}
    following = [*found[1:], "", ""]
    return [(found[at], following[at]) for at in places if at < len(found)]


@lru_cache(maxsize=16384)
def _may_order(first: str, second: str) -> bool:
    """Whether a sentence or a clause that begins with these words may be an order or a question."""
    if _memo[first] & (_ORDER | _OPENER) or first in orders.ASKING_WORDS or is_adverb(first):
        return first not in english.CONDITIONS
    return second != "" and begins_order(first, second)


def _known(word: str) -> int:
    flags = _SUSPECT if _is_suspect(word) else _PLURAL if len(_parts(word)) > 1 else 0
    flags |= (_CUED if may_cue(word) else 0) | (_NAMING if may_name_word(word) else 0)
    named = any(map(word.__contains__, secret_marks.NAME_HINTS)) and secret_marks.NAMES.search(word)
    if named or word in _NAME_PARTS:
        flags |= _NAMED
    if len(word) == 1:
        flags |= _SINGLE
    if not word[0].isdigit() and (word in _OPENING or may_open(f"{word} ")):
        flags |= _LOCKED
    if word in _RADIO_WORDS:
        flags |= _RADIO
    if word in orders.POLITE or word in enders():
        flags |= _ASKS
    if word in orders.ORDER_OPENERS or word in english.INSISTING:
        flags |= _OPENER
    if word in english.ORDER_VERBS or word in starters():
        flags |= _ORDER
    return flags


def _is_suspect(word: str) -> bool:
    if word in _MARKS:
        return True
    if not word.isalpha() and not _MEASURE.fullmatch(word):
        return True
    if corrected(word) != "" or without_digits(word) != word:
        return True
    parts = _parts(word)
    return len(parts) > 1 and not _is_plural(word, parts)


def _parts(word: str) -> list[str]:
    """The words that a long one is joined of; itself when it is one word."""
    return segmented(word) if len(word) >= _LONGEST_WORD else [word]


def _is_plural(word: str, parts: list[str]) -> bool:
    """Whether it is joined of a harmless word and its s: "administrators"."""
    return parts == [word[:-1], "s"] and _memo[parts[0]] & (_SUSPECT | _ASKS | _OPENER | _ORDER) == 0
