"""How right the explorer's judgement is: what it says about memory, and what it says about pages.

The tables are in `tests/agents/`. Half of each was held back while the code was written; its figures stand apart.
`--tuned` leaves the other half alone, `--show` prints the rows that are not right.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.agents.tables import judged_by_a_stranger, judged_notes, judged_sentences

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.agents.tables import Row


def share(part: int, whole: int) -> str:
    return f"{part} of {whole} ({part / whole:.0%})" if whole else "none"


def show_notes(rows: Sequence[Row]) -> int:
    confirmed = sum(row.got == "used" != row.right for row in rows)
    deprecated = sum(row.got == "contradicted" != row.right for row in rows)
    missed = sum(row.got == "neither" != row.right for row in rows)
    said = sum(row.right != "neither" for row in rows)
    print(f"  wrong confirmations {confirmed}, wrong deprecations {deprecated}, unnoticed {share(missed, said)}")
    return confirmed + deprecated


def show_sentences(rows: Sequence[Row]) -> int:
    false = sum(row.got not in (row.right, "undecidable") for row in rows)
    decidable = [row for row in rows if row.right != "undecidable"]
    left_open = sum(row.got == "undecidable" for row in decidable)
    undecided = sum(row.got == "undecidable" for row in rows)
    print(f"  false verdicts {false}, undecided {share(undecided, len(rows))}, ", end="")
    print(f"of those that have an answer {share(left_open, len(decidable))}")
    return false


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tuned", action="store_true", help="only the half that may be looked at")
    parser.add_argument("--show", action="store_true", help="the rows that are not right")
    asked = parser.parse_args()
    wrong = 0
    for name, table, show in (("notes", judged_notes, show_notes), ("sentences", judged_sentences, show_sentences)):
        for half in ("tuned",) if asked.tuned else ("tuned", "held"):
            rows = list(table(half))
            print(f"{name}, {half} half: {len(rows)}")
            wrong += show(rows)
            for row in rows if asked.show else ():
                if not row.is_right:
                    print(f"    {row.right} -> {row.got}: {row.place}: {row.text}")
    rows = list(judged_by_a_stranger())
    print(f"a stranger's sentences, also on changed pages: {len(rows)}")
    wrong += show_sentences(rows)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
