"""Languages: the grammar that makes rules of the words of an attack, language by language.

To add a language, add one entry to `tables/latin_languages.py` or `tables/other_languages.py`: lists of words as they
are spelled, alternatives joined by `|`, spaces inside one as `_`, `*` for any ending. Lists that stand close to each
other make an attack (`TOPICS`); what is missing makes no rule. A language with `open`, further verbs that begin an
order, lends all its verbs to `starters`; in others they also say what a product does ("marca el campo"), and orders are
told by their form (`tables/forms.py`).
"""

from __future__ import annotations

from hardwon.guard.scanner.rules.rule import TextRule, joined
from hardwon.guard.scanner.tables import latin_languages, other_languages
from hardwon.guard.scanner.tables.scripts import UNSPACED

TOPICS = (
    ("drop", "orders"),
    ("orders", "void"),
    ("hush", "user"),
    ("send", "secret"),
    ("show", "prompt"),
    ("mark", "pass"),
    ("mute", "fault"),
    ("your", "bounds", "lifted"),
    ("your", "lifted"),
    ("pretend", "free"),
    ("verbatim", "told"),
    ("testers", "judged"),
    ("hushed", "user"),
)
"""Which words make an attack together: drop your orders, orders are void, tell no user, report no fault and so on.

Where a language has `bounds`, `your` says whose they are; else it names them itself.
"""

_GAP, _UNSPACED_GAP = 4, 16
_AT_START = ("send", "show", "mark")
"""Verbs that are an order at the start of a clause alone."""

_WIDER = {"testers": 3}
"""Words after which a verb and its object may stand before the others: so much wider is the gap."""

_EITHER_WAY = ("pretend", "verbatim")
"""Words that stand before or behind the others."""

_VERB_LAST = ("tr", "hu", "fi")


def languages() -> dict[str, dict[str, str]]:
    """The word lists of each language, by topic, and its examples."""
    texts = (latin_languages.TEXT, other_languages.TEXT)
    blocks = [block for text in texts for block in ("\n" + joined(text)).split("\n# ")[1:]]
    return {
        name: dict(entry.split(": ", 1) for line in lines for entry in line.split(" / "))
        for name, *lines in (block.split("\n") for block in blocks)
    }


def _phrases(language: str, lists: dict[str, str]) -> tuple[str, ...]:
    """Each topic in the order in which the language has its words, or in both."""
    unspaced = UNSPACED.search("".join(lists.values())) is not None
    gap = _UNSPACED_GAP if unspaced else _GAP
    told = [topic for topic in TOPICS if _has(lists, topic)]
    first = [
        ("^ " if topic[0] in _AT_START and not unspaced else "")
        + f" ~{gap + _WIDER.get(topic[0], 0)} ".join(map(lists.__getitem__, topic))
        for topic in told
    ]
    either = [topic for topic in told if unspaced or language in _VERB_LAST or topic[0] in _EITHER_WAY]
    return (*first, *(f" ~{gap} ".join(map(lists.__getitem__, reversed(topic))) for topic in either))


def _has(lists: dict[str, str], topic: tuple[str, ...]) -> bool:
    """Whether a language has every list of a topic."""
    return all(name in lists for name in topic) and not (topic == ("your", "lifted") and "bounds" in lists)


def rules() -> tuple[TextRule, ...]:
    """One rule for each language."""
    return tuple(_rule(language, lists) for language, lists in languages().items())


def _rule(language: str, lists: dict[str, str]) -> TextRule:
    return TextRule(
        id=f"hijack.{language}",
        reason="It tells the reader to drop its instructions, hide something, hand a secret over or falsify a verdict.",
        phrases=_phrases(language, lists),
        blocks=(lists["blocks"],),
        passes=(lists["passes"],),
    )


def starters() -> frozenset[str]:
    """Every single word with which an order begins, as it is spelled."""
    verbs = ("drop", "hush", "send", "show", "mark", "open")
    complete = [lists for lists in languages().values() if "open" in lists]
    lists = [lists[verb].split("|") for lists in complete for verb in verbs if verb in lists]
    return frozenset(word for options in lists for word in options if "_" not in word and not word.endswith("*"))
