"""Each command loads what it shows, and no more: for whatever else it imports, everybody waits at every start."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from hardwon.memory import Memory

if TYPE_CHECKING:
    from pathlib import Path

HELP = "cli cli.main errors project project.root store store.reading text text.plain text.toml version"

STATUS = f"""
    {HELP} areas areas.area areas.beside areas.bound areas.expressions areas.gate areas.globs areas.halts areas.ledger
    areas.overview areas.proven_states areas.retirement areas.rules areas.spellings areas.standing areas.telling
    cli.areas cli.common
    cli.habits memory project.config project.config_files project.environment project.grants project.records
    project.settings store.areas store.atomic store.folders store.lock store.processes store.trees text.strict_json
    store.together text.times
"""

FILES = """
    areas.owners project.coverage project.digests project.fingerprint project.git_folder project.imports
    project.imports.texts project.layout project.naming_files project.sources project.test_files
"""
"""Which sources no area covers, and which areas no file names."""

RUNS = """
    areas.candidate evidence evidence.fields evidence.history evidence.redaction evidence.run_file evidence.runs
    evidence.secret_forms evidence.test_table runner runner.known_tests runner.unreached store.lines store.run_record
    store.runs
"""
"""Whether somebody recorded the areas that no file names."""

REDUCTION = """
    areas.content areas.roster areas.selection areas.trial areas.wide evidence.under_test project.concern project.git
    project.git_folder project.state runner.reduction store.protocol store.rosters
"""
"""Why nothing is left out of areas that have proven themselves."""

RECORD = f"""
    {STATUS} {REDUCTION} areas.covering areas.known areas.learning areas.owners areas.parameters areas.proof evidence
    evidence.area_names evidence.crediting evidence.edited evidence.elsewhere evidence.fields evidence.lacking
    evidence.node_ids evidence.outdated evidence.placing evidence.recording evidence.redaction evidence.reported
    evidence.results evidence.run_file evidence.runs evidence.secret_forms evidence.spooling evidence.test_table
    evidence.titles evidence.under_test project.digests project.fingerprint project.footing project.layout
    project.sources project.test_files store.lines store.run_record store.runs text.quoting
"""

SLOW = {"yaml", "regex", "asyncio", "http.client", "ssl", "sqlite3", "xml.etree", "importlib.metadata", "logging"}

CASES = {
    "help": (0, ["--help"], HELP),
    "status of nothing": (0, ["status"], STATUS),
    "status of a new area": (1, ["status"], STATUS + FILES + RUNS),
    "status of a proven area": (16, ["status"], STATUS + FILES + RUNS + REDUCTION),
    "record": (0, ["record", "auth", "--pass"], RECORD),
}

CODE = """
import sys
from hardwon.cli.main import run
try:
    run(sys.argv[1:])
finally:
    print(*sys.modules, file=sys.stderr)
"""


@pytest.mark.parametrize("case", CASES)
def test_command_loads_no_more_than_it_needs(project: Path, case: str) -> None:
    passes, arguments, modules = CASES[case]
    memory = Memory.open(project)
    for _ in range(passes):
        memory.record("auth", passed=True)
    loaded = _loaded(project, arguments)
    ours = {name.removeprefix("hardwon.") for name in loaded if name.startswith("hardwon.")}
    assert sorted(ours - set(modules.split())) == []
    assert sorted(SLOW & loaded) == []


def _loaded(folder: Path, arguments: list[str]) -> set[str]:
    environment = {key: value for key, value in os.environ.items() if not key.startswith(("HARDWON_", "COV"))}
    done = subprocess.run(
        [sys.executable, "-c", CODE, *arguments],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    return set(done.stderr.splitlines()[-1].split())
