"""The table of rules in docs/security.md, made from the rules themselves.

    python -m hardwon.guard.scanner.rule_table

prints it; a test checks that the page has it word for word.
"""

from __future__ import annotations

from hardwon.guard.scanner import redacted
from hardwon.guard.scanner.rules import every_rule
from hardwon.text.plain import one_line


def table() -> str:
    """The rules as a markdown table."""
    rows = ["| rule | why | blocks, for example | lets pass, for example |", "|---|---|---|---|"]
    rows += [
        f"| `{rule.id}` | {rule.reason} | {_shown(rule.blocks[0])} | {_shown(rule.passes[0])} |"
        for rule in every_rule()
    ]
    return "\n".join(rows)


def _shown(example: str) -> str:
    """An example in one cell: hidden characters as escapes, secrets redacted, nothing that markdown would act on."""
    line = one_line(redacted(example).replace("\n", " ⏎ ")).replace("`", "'").replace("|", "\\|")
    return f"`{line}`"


if __name__ == "__main__":
    print(table())  # noqa: T201 - printing is what it is run for
