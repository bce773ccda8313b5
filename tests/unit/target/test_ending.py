"""What we started ends with us."""

from __future__ import annotations

import signal
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from tests.programs import alive, heeding, lives

if TYPE_CHECKING:
    from pathlib import Path

WAITS = """
import sys, threading
from pathlib import Path
from hardwon.target.ending import ending_programs
from hardwon.target.process import Bounds, started
def work():
    started((sys.executable, "-c", sys.argv[1]), "", Path.cwd(), Bounds(seconds=600, output=100))
if sys.argv[2] == "main":
    work()
with ending_programs():
    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
"""


@pytest.mark.parametrize("thread", ["main", "other"])
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_program_ends_with_whoever_waits_for_it(tmp_path: Path, thread: str, number: int) -> None:
    """As a run of the MCP server waits, too, in a thread of its own."""
    with alive(tmp_path / "life") as program:
        command = [sys.executable, "-c", WAITS, f"{lives(tmp_path / 'life')}; time.sleep(600)", thread]
        with heeding(number):
            process = subprocess.Popen(command)
        try:
            program.begun()
            process.send_signal(number)
            assert process.wait(60) == -number, "whoever told it sees that it ended of it"
        finally:
            process.kill()
            process.wait()
        assert program.has_ended()
