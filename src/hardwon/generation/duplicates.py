"""Scenarios that say what another has said: the same request, or the same doubt in nearly the same words. Pure."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from hardwon.likeness.stems import stem
from hardwon.likeness.stop_words import IN_SENTENCES
from hardwon.likeness.words import words

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

ALIKE = 0.75
"""Share of the words of two doubts that are in both, from which they are one."""

_TOLD = ("title", "expected_behavior")


class KnownScenarios:
    """The scenarios that there are."""

    def __init__(self, items: Iterable[Mapping[str, Any]]) -> None:
        self._known = [(str(item.get("id", "")), _call(item), _words(item)) for item in items]

    def same_as(self, item: Mapping[str, Any]) -> str:
        """The id of the one that says the same; "" if none does."""
        call, said = _call(item), _words(item)
        for own, other, told in self._known:
            if call == other and (call or _share(said, told) >= ALIKE):
                return own or "an earlier one"
        return ""

    def add(self, item: Mapping[str, Any]) -> None:
        self._known.append((str(item.get("id", "")), _call(item), _words(item)))


def _call(item: Mapping[str, Any]) -> str:
    """What is executed, as a text; "" where that is an agent's."""
    call = item.get("exec")
    return json.dumps(call, sort_keys=True, ensure_ascii=False) if call else ""


def _words(item: Mapping[str, Any]) -> frozenset[str]:
    steps = item.get("steps")
    texts = [str(item.get(key, "")) for key in _TOLD] + [str(each) for each in steps or () if isinstance(steps, list)]
    return frozenset(stem(word.text) for word in words(" ".join(texts)) if word.text not in IN_SENTENCES)


def _share(one: frozenset[str], two: frozenset[str]) -> float:
    return len(one & two) / len(one | two) if one | two else 0.0
