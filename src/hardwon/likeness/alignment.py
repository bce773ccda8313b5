"""Alignment: one of two texts told as the other is, where each could have told it so. Pure.

    it has been saved             the order has been saved      what is reported, with the noun of the other
    the drop-down                 the dropdown                  two words, where the other has one
    the status is "open"          the status is open            what the other does not quote

Only what stands in both is touched: nothing is read into a text that the other does not say.
"""

from __future__ import annotations

import re

_REPORTED = re.compile(r"(?P<head>.{1,200}\bthat )it(?P<tail> (?:has|is|was|can|cannot|could|must|will)\b.{1,200})")
_QUOTED = re.compile(r"""["“«](?P<name>[^"”»\n\d]{1,40})["”»]""")
_WORD = re.compile(r"[a-z]+")
_PAIR = re.compile(r"\b(?P<one>[A-Za-z]{2,12})[ -](?P<two>[a-z]{2,12})\b")

SHORTEST_COMPOUND = 6
"""Letters from which a word may be two in another spelling."""


def aligned(content: str, other: str) -> str:
    """A content told as the other one is."""
    return _unquoted(_joined(_with_its_noun(content, other), other), other)


def _with_its_noun(content: str, other: str) -> str:
    """A content that reports "that it has been …", with the noun that the other has there instead of `it`."""
    told = _REPORTED.fullmatch(content)
    if told is None:
        return content
    head, tail = re.escape(told["head"]), re.escape(told["tail"])
    named = re.fullmatch(rf"{head}(?P<noun>(?:the|a|an|my|your)(?: [\w-]+){{1,3}}){tail}", other, re.IGNORECASE)
    return f"{told['head']}{named['noun']}{told['tail']}" if named else content


def _joined(content: str, other: str) -> str:
    """A content with in one word what the other writes so: the drop-down, the user name."""
    if '"' in content or "“" in content or "«" in content:
        return content
    spelt = {word for word in _WORD.findall(other.lower()) if len(word) >= SHORTEST_COMPOUND}
    if not spelt:
        return content

    def one_word(pair: re.Match[str]) -> str:
        joined = pair["one"] + pair["two"]
        return joined if joined.lower() in spelt else pair.group()

    return _PAIR.sub(one_word, content)


def _unquoted(content: str, other: str) -> str:
    """A content without the quotation marks around a name that the other has without any."""
    if '"' not in content and "“" not in content and "«" not in content:
        return content
    plain = " ".join(other.lower().split())
    own = _QUOTED.sub(" ", content).lower()

    def bare(quoted: re.Match[str]) -> str:
        name = quoted["name"]
        is_said_so = re.search(rf"(?<![\w\"“«]){re.escape(name.lower())}(?![\w\"”»])", plain)
        is_one = is_said_so and name.lower() not in own and name.lower() not in _among_quoted(plain)
        return name if is_one else quoted.group()

    return _QUOTED.sub(bare, content)


def _among_quoted(text: str) -> str:
    return "\n".join(quoted["name"] for quoted in _QUOTED.finditer(text))
