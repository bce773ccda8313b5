"""Both tools on one file: what teststop writes is replayed byte by byte from tests/gold/teststop."""

from __future__ import annotations

import json
import os
import shutil
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from tests.conftest import Cli

GOLD = Path(__file__).parents[1] / "gold" / "teststop"
OWN = {"fingerprint", "tests", "proven_state", "reports", "counted_runs", "last_run"}
REPORT = '<testsuite name="s"><testcase file="tests/auth/test_a.py" classname="c" name="test_a"/></testsuite>'


def replay(project: Path, name: str) -> Path:
    """What the tool does: truncate, then write."""
    path = project / ".teststop" / "memory.json"
    path.parent.mkdir(exist_ok=True)
    path.write_bytes((GOLD / name).read_bytes())
    return path


def kept(project: Path, place: str = ".hardwon/beside.json") -> dict[str, Any]:
    found: dict[str, Any] = json.loads((project / place).read_bytes())
    return found


@pytest.fixture
def shared(project: Path) -> Path:
    """A project that teststop has worked in, with files to watch."""
    replay(project, "1-first-run.json")
    (project / "src").mkdir()
    (project / "src/auth.py").write_text("1")
    (project / "hardwon.yaml").write_text("areas: [{area: auth, tests: ['tests/auth/**'], paths: ['src/**']}]\n")
    return project


def figures(call: Cli, area: str = "auth") -> dict[str, Any]:
    return next(each for each in call("status", "--json").document["areas"] if each["name"] == area)


def test_its_file_gets_only_its_keys_and_ours_lie_beside(call: Cli, shared: Path) -> None:
    (shared / "report.xml").write_text(REPORT)
    assert call("ingest", "report.xml").code == 0
    theirs = kept(shared, ".teststop/memory.json")
    assert set(theirs) == {"areas", "created_at", "updated_at", "version"}
    assert {len(area) for area in theirs["areas"].values()} == {8}
    ours = kept(shared)
    assert set(ours) >= {"reports", "last_run"}
    assert ours["areas"]["auth"]["fingerprint"].startswith("sha256:")
    assert ours["areas"]["auth"]["tests"] == 1


def test_ours_outlast_its_next_write(call: Cli, shared: Path) -> None:
    """The report still counts once, and a change of files is still seen, after it dropped every key of ours."""
    (shared / "report.xml").write_text(REPORT)
    call("ingest", "report.xml")
    replay(shared, "2-next-run.json")
    assert figures(call)["test_count"] == 5
    assert call("ingest", "report.xml", "--json").document["repeated"]
    assert call("doctor").code == 0, "it continued from what we wrote"
    (shared / "src/auth.py").write_text("2")
    assert (figures(call)["confidence"], bool(figures(call)["changed"])) == (0, True)


def test_what_its_write_wiped_is_named_and_not_put_back(call: Cli, shared: Path) -> None:
    call("record", "auth", "--pass")
    replay(shared, "3-over-ours.json")
    before = (shared / ".teststop/memory.json").read_bytes()
    ended = call("doctor", "--json")
    [finding] = ended.document["findings"]
    assert (ended.code, finding["path"]) == (1, ".teststop/memory.json")
    assert finding["reason"].startswith("areas.auth: counts 4 passed and 0 failed as before, but")
    assert (shared / ".teststop/memory.json").read_bytes() == before
    call("record", "checkout", "--pass")
    assert figures(call)["test_count"] == 4


def test_an_area_that_it_dropped_is_named(call: Cli, shared: Path) -> None:
    call("record", "search", "--pass")
    replay(shared, "2-next-run.json")
    reasons = [each["reason"] for each in call("doctor", "--json").document["findings"]]
    assert any(reason.startswith("areas.search: is not there") for reason in reasons)


def test_keys_that_an_earlier_version_put_into_its_file_are_read_and_move(call: Cli, shared: Path) -> None:
    path = shared / ".teststop/memory.json"
    old = json.loads(path.read_bytes())
    old["areas"]["auth"] |= {"fingerprint": "sha256:old", "tests": 7}
    old |= {"reports": {"sha256:x": "run"}, "last_run": "run", "team": "ours"}
    path.write_text(json.dumps(old))
    assert figures(call)["changed"], "the fingerprint counts"
    call("record", "checkout", "--pass")
    assert not OWN & {*kept(shared, str(path)), *kept(shared, str(path))["areas"]["auth"]}
    assert kept(shared, str(path))["team"] == "ours"
    assert kept(shared)["areas"]["auth"]["tests"] == 7
    assert kept(shared)["reports"] == {"sha256:x": "run"}


def test_a_file_that_is_being_truncated_is_read_again(call: Cli, shared: Path) -> None:
    path = shared / ".teststop/memory.json"
    whole = path.read_bytes()
    reading = shared / "reading"
    os.mkfifo(reading)
    path.write_bytes(b"")

    def finish() -> None:
        reading.read_bytes()  # until the other side has opened it: hardwon is about to be called
        path.write_bytes(whole)

    writer = threading.Thread(target=finish)
    writer.start()
    reading.write_bytes(b"go")
    assert figures(call)["test_count"] == 3
    writer.join()


def test_a_file_that_stays_damaged_is_an_error_and_stays(call: Cli, shared: Path) -> None:
    path = shared / ".teststop/memory.json"
    path.write_bytes(b'{"areas": {')
    ended = call("record", "auth", "--pass")
    assert (ended.code, ".teststop/memory.json" in ended.stderr) == (3, True)
    assert path.read_bytes() == b'{"areas": {'


def test_a_damaged_file_beside_is_named(call: Cli, shared: Path) -> None:
    call("record", "auth", "--pass")
    (shared / ".hardwon/beside.json").write_text("{")
    assert ".hardwon/beside.json" in call("status").stderr
    [finding] = [each for each in call("doctor", "--json").document["findings"] if "beside" in each["path"]]
    assert finding["reason"].startswith("line 1")


def test_after_a_reset_the_record_stays_where_it_was(call: Cli, shared: Path) -> None:
    call("record", "auth", "--pass")
    deleted = call("memory", "--reset", "--yes", "--json").document["deleted"]
    assert sorted(deleted) == [".hardwon/beside.json", ".teststop/memory.json"]
    call("record", "auth", "--pass")
    assert (shared / ".teststop/memory.json").exists()
    assert not (shared / ".hardwon/memory.json").exists()
    assert call("status", "--json").document["source"] == ".teststop/memory.json"


def test_two_memories_are_said(call: Cli, project: Path) -> None:
    call("record", "auth", "--pass")
    replay(project, "1-first-run.json")
    assert "Two area memories: .teststop/memory.json is there, too, and is not read." in call("status").stdout
    assert call("status", "--json").document["unused"] == ".teststop/memory.json"
    assert call("doctor").code == 1


def test_names_that_an_ai_made_up_and_times_of_other_zones(call: Cli, shared: Path) -> None:
    status = call("status").stdout
    assert "R&D <beta>\\x09flow" in status
    assert "2026-03-02 08:15" in status
    replay(shared, "3-over-ours.json")
    assert "2026-03-03 07:59" in call("status").stdout
    assert call("record", "R&D <beta>\tflow ", "--pass").code == 0
    assert call("areas", "rename", "R&D <beta>\\x09flow ", "research").code == 0
    assert kept(shared, ".teststop/memory.json")["areas"]["research"]["test_count"] == 2


def test_branches_meet_with_what_lies_beside(call: Cli, shared: Path, tmp_path: Path) -> None:
    """The merge driver knows beside.json: what both branches counted is counted in it, too."""
    call("record", "auth", "--pass")
    base, ours, theirs = (tmp_path / name for name in ("base", "ours", "theirs"))
    shutil.copy(shared / ".hardwon/beside.json", base)
    call("record", "auth", "--pass")
    shutil.copy(shared / ".hardwon/beside.json", ours)
    shutil.copy(shared / ".hardwon/beside.json", theirs)
    document = json.loads(theirs.read_bytes())
    document["areas"]["auth"] |= {"test_count": 6, "pass_count": 6, "last_tested_at": "2030-01-01T00:00:00Z"}
    theirs.write_text(json.dumps(document))
    ended = call("merge-driver", str(base), str(ours), str(theirs), ".hardwon/beside.json", "--json")
    assert ended.document["merged"] is True
    assert json.loads(ours.read_bytes())["areas"]["auth"]["test_count"] == 7
    call("init", "--git")


def test_what_was_wiped_stays_known_until_somebody_says_it_again(call: Cli, shared: Path) -> None:
    """The next verdict of ours makes both files agree again, whichever area it is about."""
    call("record", "auth", "--pass")
    call("record", "checkout", "--pass")
    replay(shared, "1-first-run.json")
    call("record", "search", "--pass")
    (shared / "report.xml").write_text(REPORT)
    call("ingest", "report.xml")
    reasons = [each["reason"] for each in call("doctor", "--json").document["findings"]]
    assert [reason.partition(".")[2].partition(". ")[0] for reason in reasons] == [
        "auth: another tool wrote over 1 run of it",
        "checkout: another tool wrote over 1 run of it",
    ]
    assert set(kept(shared, ".teststop/memory.json")) == {"areas", "created_at", "updated_at", "version"}
    call("record", "auth", "--pass")
    call("areas", "rename", "checkout", "basket")
    [left] = call("doctor", "--json").document["findings"]
    assert "basket: another tool wrote over 1 run" in left["reason"]
    call("areas", "remove", "basket", "--yes")
    assert call("doctor").code == 0
