"""Habits from other tools: words that are not hardwon's, each answered with what does it here."""

from __future__ import annotations

COMMANDS = {
    "cache": "`hardwon memory` shows memory.json, `hardwon memory --reset` starts the areas again.",
    "check": "`hardwon doctor` re-reads every record; `hardwon status --threshold N` is the gate.",
    "ci": "`hardwon push` brings memory to the branch, docs/ci.md has the recipes.",
    "clean-memory": "`hardwon observations list` shows what is known, `hardwon observations delete ID` takes one out; "
    "the areas start again with `hardwon memory --reset`.",
    "dashboard": "`hardwon export FOLDER` writes pages, `hardwon serve` shows them.",
    "memory-clean": "`hardwon observations delete ID` takes one out; `hardwon memory --reset` starts the areas again.",
    "explain": "`hardwon areas explain TEST` or `AREA` tells why a test is in an area.",
    "gate": "`hardwon status --threshold N` is the gate.",
    "help": "`hardwon --help` lists the commands, `hardwon COMMAND --help` tells of one.",
    "history": "`hardwon log` tells what changed, `hardwon ingest --history PATH` reads past runs.",
    "list": "`hardwon status` lists the areas, `hardwon observations list` what is known.",
    "merge": "`hardwon areas merge FROM INTO` makes one area of two; git calls `hardwon merge-driver`.",
    "remove": "`hardwon areas remove NAME` takes an area out, `hardwon observations delete ID` an observation.",
    "rename": "`hardwon areas rename OLD NEW` gives an area another name.",
    "reset": "`hardwon memory --reset` starts the areas again.",
    "show": "`hardwon status` shows the areas, `hardwon mandate` the mandate.",
    "test": "`hardwon run` carries out tests.",
    "ui": "`hardwon serve` shows the memory in a browser.",
    "update": "`hardwon record` or `hardwon ingest` record what was tested; pip brings another version of hardwon.",
    "validate": "`hardwon doctor` re-reads every record, `hardwon config` checks the settings.",
    "watch": "`hardwon run` runs once; `hardwon serve` shows what is recorded.",
}
"""Commands of other tools that have another name here."""

ARGUMENTS = {
    "memory: Got unexpected extra argument (reset)": "`hardwon memory --reset` starts the areas again.",
    "memory: Got unexpected extra argument (clean)": "`hardwon memory --reset` starts the areas again.",
}
"""Words after a command that are options here, as click refuses them."""

OPTIONS = {
    "-V": "`hardwon --version` shows the version.",
    "--lf": "`hardwon select` chooses tests; pytest's own `--lf` runs what failed last.",
    "--coverage": "`hardwon areas coverage` shows which source files no area covers.",
    "--watch": "`hardwon run` runs once.",
    "--fix": "`hardwon doctor` changes nothing; each finding says what mends it.",
    "--output": "`--json` prints one JSON document; `> FILE` writes it.",
    "-o": "`--json` prints one JSON document; `> FILE` writes it.",
    "--format": "`--json` prints one JSON document.",
    "--quiet": "`> /dev/null` shows nothing; the exit code says how it ended.",
    "-q": "`> /dev/null` shows nothing; the exit code says how it ended.",
    "--verbose": "`hardwon report` and `hardwon log` tell all that is known of a run.",
    "--config": "hardwon.yaml in the project's root is read; `--set NAME=VALUE` overrides a setting, `hardwon config` "
    "lists them.",
    "--path": "`--project DIR` names the project.",
    "--dir": "`--project DIR` names the project.",
    "--no-color": "NO_COLOR=1 is honoured, and there is no colour where nobody looks on.",
}
"""Options of other tools."""

VARIABLES = "TESTSTOP_"
"""What the variables of teststop begin with."""


def variable_told(name: str) -> str:
    """That a variable of another tool has no effect, and what has."""
    return f"{name} is teststop's and has no effect here; `hardwon config` lists the settings and their variables."
