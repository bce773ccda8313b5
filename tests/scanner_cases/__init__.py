"""Cases for the scanner, written before its rules: what it must find, by kind, and what it must let pass.

Each line falls into one of two halves, by its hash: rules are tuned on the first and checked on the second. The tables
whose names begin with `later_`, `further_`, `fresh_` or `voices_` came after the rules of the others: what they found
missing was mended by their first halves. Of those that begin with `met_` no half is held back: they were missed, and
were mended since.

Of those that begin with `unseen_`, `strangers_`, `consulted_` or `blind_` both halves are held back, and of
`fresh_attacks` and `fresh_harmless`: no rule was tuned on a line of theirs and nobody has read one; only the bounds
from which weights count were chosen with shares of the attacks and harmless ones in view.

From those that begin with `cued_`, and the first halves of the other secrets and look-alikes, `bench/cues.py` learns
what shapes and cues weigh. From those that begin with `taught_`, one for each author, `bench/leaning.py` learns what
words weigh: `h` wrote attempts to take over, `i` texts that carry one, `s` statements that steer, `m` both of these
about products under test, `l` in other languages, `c` lines of change logs beside orders, `b`, `d`, `g`, `n` and `o`
harmless texts. It learns from both halves of the older tables of attacks and harmless texts, too, but of none that
nobody has read: these alone say what weights find in texts unknown.
"""

from __future__ import annotations

import hashlib
import random
import re
import string
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).parent

_ALPHABETS = {
    "a": string.ascii_letters + string.digits,
    "b": string.ascii_letters + string.digits + "+/",
    "d": string.digits,
    "h": "0123456789abcdef",
    "H": "0123456789ABCDEF",
    "l": string.ascii_lowercase,
    "m": string.ascii_lowercase + string.digits,
    "U": string.ascii_uppercase + "234567",
    "w": string.ascii_letters + string.digits + "_-",
}
_RANDOM_PART = re.compile(r"\{([abdhHlmUw])([0-9]+)\}")
_ESCAPED = re.compile(r"\\(n|u[0-9a-f]{4})")
_SHORTEST_PASSWORD = 8


@dataclass(frozen=True)
class Case:
    """One text, of which kind it is, and which half it belongs to."""

    kind: str
    text: str
    half: int


def cases(name: str) -> list[Case]:
    """The cases of a table: `secrets`, `lookalikes`, `attacks`, `harmless`, or one with a prefix: `later_secrets`."""
    lines = (FOLDER / f"{name}.txt").read_text("utf-8").split("\n")
    return [_case(name, line) for line in lines if line and not line.startswith("# ")]


def _case(name: str, line: str) -> Case:
    kind, tab, text = line.partition("\t")
    text = text if tab else line
    text = _composed(text) if name.endswith(("secrets", "lookalikes")) else text
    text = _ESCAPED.sub(lambda match: "\n" if match[1] == "n" else chr(int(match[1][1:], 16)), text)
    return Case(kind if tab else name, text, hashlib.sha256(line.encode()).digest()[0] % 2)


def _composed(text: str) -> str:
    """A text with its random parts filled in, the same each time. No secret stands in the table as it is."""
    picked = random.Random(text)

    def part(match: re.Match[str]) -> str:
        alphabet, size = match[1], int(match[2])
        while True:
            value = "".join(picked.choice(_ALPHABETS[alphabet]) for _ in range(size))
            letters = sum(char.isalpha() for char in value)
            if alphabet not in "am" or size < _SHORTEST_PASSWORD or 0 < letters < size:
                return value

    return _RANDOM_PART.sub(part, text).replace("¦", "")
