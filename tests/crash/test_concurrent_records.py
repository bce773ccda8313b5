"""Sixteen processes at once: every single verdict is in the counts."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Cli

PROCESSES = 16
RECORDS = 100
AREAS = 8

WRITER = """
import sys
from hardwon import Memory
number, records, areas = map(int, sys.argv[1:])
memory = Memory.open(".")
sys.stdin.readline()
for each in range(records):
    memory.record(f"area {(number + each) % areas}", passed=(number + each // areas) % 4 != 0)
"""


def expected() -> dict[str, tuple[int, int]]:
    """Tests and failures of each area."""
    counts = {f"area {number}": [0, 0] for number in range(AREAS)}
    for number in range(PROCESSES):
        for each in range(RECORDS):
            area = counts[f"area {(number + each) % AREAS}"]
            area[0] += 1
            area[1] += (number + each // AREAS) % 4 == 0
    return {name: (tests, failures) for name, (tests, failures) in counts.items()}


def test_no_verdict_is_lost(project: Path, environment: dict[str, str]) -> None:
    writers = [
        subprocess.Popen(
            [sys.executable, "-c", WRITER, str(number), str(RECORDS), str(AREAS)],
            cwd=project,
            env=environment,
            stdin=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        for number in range(PROCESSES)
    ]
    for writer in writers:
        assert writer.stdin
        writer.stdin.write(b"go\n")
        writer.stdin.flush()
    for writer in writers:
        assert writer.communicate()[1] == b""
        assert writer.returncode == 0
    areas = json.loads((project / ".hardwon" / "memory.json").read_bytes())["areas"]
    assert {name: (area["test_count"], area["fail_count"]) for name, area in areas.items()} == expected()
    assert all(area["pass_count"] == area["test_count"] - area["fail_count"] for area in areas.values())
    left = sorted(path.name for path in (project / ".hardwon").iterdir())
    assert [name for name in left if name.endswith((".tmp", ".lock")) and name != ".runs.lock"] == []  # that one stays


def test_history_agrees_with_the_record(project: Path, environment: dict[str, str]) -> None:
    """Retirements come and go in several processes; in the end each retired area has one open entry."""
    code = WRITER.replace("passed=(number + each // areas) % 4 != 0", "passed=number != 0 or each % 20 != 19")
    writers = [
        subprocess.Popen(
            [sys.executable, "-c", code, str(number), "40", "2"], cwd=project, env=environment, stdin=subprocess.DEVNULL
        )
        for number in range(4)
    ]
    assert [writer.wait() for writer in writers] == [0] * 4
    areas = json.loads((project / ".hardwon" / "memory.json").read_bytes())["areas"]
    entries = json.loads((project / ".hardwon" / "retired.json").read_bytes())["areas"]
    still_open = [entry["name"] for entry in entries if "unretired_at" not in entry]
    assert sorted(still_open) == sorted(name for name, area in areas.items() if area["retired"])


def test_commands_and_programs_share_the_record(project: Path, cli: Cli, environment: dict[str, str]) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", WRITER, "1", "30", "1"], cwd=project, env=environment, stdin=subprocess.PIPE
    ) as writer:
        assert writer.stdin
        writer.stdin.write(b"go\n")
        writer.stdin.flush()
        codes = [cli("record", "area 0", "--pass").code for _ in range(10)]
    assert codes == [0] * 10
    assert cli("status", "--json").document["areas"][0]["test_count"] == 40
