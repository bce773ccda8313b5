"""A verdict that was counted keeps its evidence, whatever fails after it; what is damaged is left out, and named."""

from __future__ import annotations

import json
import zlib
from typing import TYPE_CHECKING, Any

import pytest

from hardwon import Memory
from hardwon.errors import RecordedInPart
from hardwon.evidence import test_table
from hardwon.evidence.results import Result
from hardwon.store import areas, reading

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Cli


def test_history_that_cannot_be_written_takes_nothing_back(
    project: Path, call: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    """memory.json counts the pass that retires the area; a second try would count it twice."""
    memory = Memory.open(project)
    for _ in range(14):
        memory.record("auth", passed=True)
    (project / ".hardwon" / "retired.json").mkdir()
    monkeypatch.setattr(areas, "_content", lambda path: None if path.is_dir() else reading.content(path))
    with pytest.raises(RecordedInPart, match=r"retired\.json.*counts"):
        memory.record("auth", passed=True)
    (project / ".hardwon" / "retired.json").rmdir()
    monkeypatch.undo()
    assert memory.areas["auth"].test_count == 15
    assert len(memory.runs.ids()) == 15
    memory.record("auth", passed=True)
    assert call("doctor", "--json").document["findings"] == []


@pytest.mark.parametrize(
    "change",
    [
        {"attempts": {"0": float("inf")}},
        {"duration": {"0": 1}},
        {"verdict": ["p"]},
        {"attempts": {"0": 10**400}},
    ],
)
def test_damaged_table_is_a_flaw_and_not_an_accident(project: Path, call: Cli, change: dict[str, Any]) -> None:
    memory = Memory.open(project)
    run = memory.recorder.learn_results(
        [Result(test="tests/a.py::t", name="t", outcome="passed", area="a")], kind="ingest"
    ).run
    path = project / ".hardwon" / "runs" / run / test_table.FILE
    table = json.loads(zlib.decompress(path.read_bytes(), wbits=31)) | change
    path.write_bytes(zlib.compress(json.dumps(table).encode(), wbits=31))
    for command in (("flaky",), ("select",), ("status",)):
        assert call(*command).code == 0
    ended = call("doctor", "--json")
    assert "did not expect" not in ended.stderr


@pytest.mark.parametrize(
    ("part", "value"), [("duration", 10**400), ("steps", {"0": 1}), ("attempts", [{"status": [], "failed_step": {}}])]
)
def test_run_json_with_odd_values_is_still_reported(project: Path, call: Cli, part: str, value: Any) -> None:
    memory = Memory.open(project)
    with memory.run(product="shop", test="t") as run, run.step("Open the page"):
        pass
    path = project / ".hardwon" / "runs" / run.id / "run.json"
    document = json.loads(path.read_text())
    document["test_results"][0][part] = value
    path.write_text(json.dumps(document))
    ended = call("report", run.id)
    assert (ended.code, "did not expect" in ended.stderr) == (0, False)
