"""The tests that there are, as a list of names says it: one on each line, or what `pytest --collect-only -q` prints.

A list from which a test is missing would leave that test out unseen. So what pytest could not collect, and a list that
does not hold as many tests as pytest says, is refused.
"""

from __future__ import annotations

import re

from hardwon.errors import UsageError
from hardwon.text.plain import one_line

_COLLECTED = re.compile(
    r"=*\s*(?:no|(?P<count>[0-9]+)(?:/[0-9]+)?) tests? collected(?P<more>.*?) in [0-9.]+s.*", re.MULTILINE
)
_TREE = re.compile(r"\s*<[A-Z]\w+ .*>")
_COUNT = re.compile(r".+: [0-9]+")

COLLECT = "`pytest --collect-only -q`"


def listed(text: str) -> list[str]:
    """The names in a list, each once, in order; UsageError if it cannot be all of them."""
    lines = [line.rstrip("\r") for line in text.removeprefix("\ufeff").split("\n")]
    found = list(dict.fromkeys(line for line in lines if line.strip()))
    summary = next((match for line in reversed(lines) if (match := _COLLECTED.fullmatch(line))), None)
    if any(_TREE.fullmatch(line) for line in found) or (found and all(_COUNT.fullmatch(line) for line in found)):
        raise UsageError(
            "The list of tests has no names of tests: pytest printed a tree or counts.",
            remedy=f"Give what {COLLECT} prints; with -v or -q in `addopts`, one more or one less -q.",
        )
    return found if summary is None else _collected(lines, summary)


def _collected(lines: list[str], summary: re.Match[str]) -> list[str]:
    """The names that pytest printed above its summary."""
    if "error" in summary["more"]:
        raise UsageError(
            f"pytest could not collect everything: {one_line(summary[0].strip('= '))}.",
            remedy="A choice among the rest would hide that. Run pytest and mend it first.",
        )
    count = int(summary["count"] or 0)
    before = lines[: lines.index("")] if "" in lines else lines
    found = list(dict.fromkeys(line for line in before if "::" in line))
    if len(found) != count:
        raise UsageError(
            f"The list names {len(found)} tests, but pytest says that it collected {count}.",
            remedy=f"Give what {COLLECT} prints, as it is.",
        )
    return found
