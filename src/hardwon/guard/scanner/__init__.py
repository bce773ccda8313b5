"""The scanner: nothing unsafe on disk, nothing unsafe to an agent.

One text goes through it like this:

1. `characters` reports what no reader sees; `layers` folds the rest to plain letters and resolves escapes, each place
   with the way back to the original.
2. `decoding`, with `ciphers`, finds the texts hidden in it (base64, Morse, rot13, …), two encodings deep. Each goes on
   like the first.
3. `clauses`, with `spelling`, makes words of it; `rule_index` tries the `rules` on them, whose `phrases` are a small
   language of their own; `veiled`, with `secrets`, looks for secrets in each view of it (`named_values` judges what
   stands beside a name; `keys`, `given_secrets`, `random_tokens`, `said_secrets`, `opening_numbers` and
   `personal_numbers` are for those that no table names, `cued_secrets`, with `value_shapes`, weighs all other words).
4. Nothing found: `describing`, with `imperatives` and `change_lines`, asks whether it is an observation at all, and
   `leaning`, with `glossing` for other languages, what its words say together, and those in its `strings`; `doubts`
   are the answers.
5. `verdict` sums up. `masking` goes the same way for secrets alone.

`rules/` and `tables/` are data, the other modules what is done with it. No I/O; work grows with the length of a text.
"""

from __future__ import annotations

from hardwon.guard.scanner.masking import (
    MARGIN,
    brief,
    brief_line,
    redacted,
    redacted_name,
    redacted_observation,
)
from hardwon.guard.scanner.rules import every_reason
from hardwon.guard.scanner.verdict import ORIGINS, Scan, ScanFinding, ScanOutcome, scan

__all__ = [
    "MARGIN",
    "ORIGINS",
    "Scan",
    "ScanFinding",
    "ScanOutcome",
    "brief",
    "brief_line",
    "every_reason",
    "redacted",
    "redacted_name",
    "redacted_observation",
    "scan",
]
