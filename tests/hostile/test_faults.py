"""A machine that fails: disks that do not flush, no locks, evidence that cannot be kept, clocks that go back."""

from __future__ import annotations

import errno
import fcntl
import os
import stat
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any, NoReturn

import pytest

from hardwon.memory import Memory
from hardwon.project import config as configuration
from hardwon.project.root import Project
from hardwon.store import atomic
from hardwon.store.lock import locked

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Cli

ADD = ("observations", "add", "--product", "shop", "--title", "Login modal: opens late", "--content")
TEXT = "The login modal appears about two seconds after the page."
STEP = ("recall", "Open the login modal", "--product", "shop", "--json")
TEST = "test-id: t1\nsteps: [Open the login modal]\n"
AGENT = """
def agent(step):
    step.learned("Cart: empty after an order", "The cart is empty after an order of goods.")
    step.report(sub_actions=5)
    return True
"""


def snapshot(folder: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def added(call: Cli) -> str:
    ended = call(*ADD, TEXT, "--json")
    assert ended.code == 0, ended.stderr
    return str(ended.document["id"])


class TestUnflushedFolder:
    """The file *is* changed when flushing its folder fails: that is told as it is."""

    @pytest.fixture(params=[errno.EIO, errno.EINVAL], ids=["EIO", "EINVAL"])
    def _failing(self, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
        real = os.fsync

        def fsync(descriptor: int) -> None:
            if stat.S_ISDIR(os.fstat(descriptor).st_mode):
                raise OSError(request.param, os.strerror(request.param))
            real(descriptor)

        monkeypatch.setattr(os, "fsync", fsync)
        monkeypatch.setattr(atomic, "_doubted", [])

    @pytest.mark.usefixtures("_failing")
    def test_verdict_is_recorded_with_its_evidence(
        self, call: Cli, project: Path, caplog: pytest.LogCaptureFixture
    ) -> None:
        assert call("record", "auth", "--pass").code == 0
        assert "written, perhaps not durable" in caplog.text
        memory = Memory.of(Project(project))
        assert memory.areas["auth"].test_count == 1
        assert len(memory.runs.ids()) == 1
        assert call("doctor").code == 0

    @pytest.mark.usefixtures("_failing")
    def test_observations_change_with_their_log(self, call: Cli) -> None:
        own = added(call)
        assert call("observations", "confirm", own).code == 0
        assert call("observations", "delete", own, "--yes").code == 0
        actions = [entry["action"] for entry in call("log", "--json").document["entries"]]
        assert actions == ["add", "confirm", "delete"]
        assert call("memory", "--reset", "--yes").code == 0
        assert call("doctor").code == 0

    def test_it_reaches_standard_error_of_the_command(self, cli: Cli, project: Path) -> None:
        (project / "sitecustomize.py").write_text(
            "import os, stat\nreal = os.fsync\n"
            "def fsync(fd):\n    if stat.S_ISDIR(os.fstat(fd).st_mode): raise OSError(5, 'Input/output error')\n"
            "    real(fd)\nos.fsync = fsync\n"
        )
        ended = cli("record", "auth", "--pass", "--json", env={"PYTHONPATH": str(project)})
        assert (ended.code, ended.document["name"]) == (0, "auth")
        assert ended.stderr.count("written, perhaps not durable") == 1

    def test_file_that_cannot_be_flushed_is_not_changed(
        self, call: Cli, project: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        assert call("record", "auth", "--pass").code == 0
        before = (project / ".hardwon" / "memory.json").read_bytes()

        def fsync(_: int) -> NoReturn:
            raise OSError(errno.EIO, "Input/output error")

        monkeypatch.setattr(os, "fsync", fsync)
        assert call("record", "auth", "--pass").code == 3
        assert (project / ".hardwon" / "memory.json").read_bytes() == before


class TestWithoutLocks:
    """A file system without flock: writers refuse before anything is done, readers tell the truth."""

    @pytest.fixture(params=[errno.ENOLCK, errno.EOPNOTSUPP], ids=["ENOLCK", "EOPNOTSUPP"])
    def without(self, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, call: Cli) -> str:
        own = added(call)
        assert call("record", "auth", "--pass").code == 0

        def flock(*_: Any) -> NoReturn:
            raise OSError(request.param, os.strerror(request.param))

        monkeypatch.setattr(fcntl, "flock", flock)
        return own

    def test_writers_refuse_and_nothing_is_done(self, call: Cli, project: Path, without: str) -> None:
        (project / "t.yaml").write_text(TEST)
        (project / "ag.py").write_text("def agent(step):\n    open('ran', 'w').close()\n    return True\n")
        (project / "r.xml").write_text('<testsuite><testcase classname="tests.auth" name="a"/></testsuite>')
        before = snapshot(project)
        for command in (
            ("record", "auth", "--pass"),
            ("ingest", "r.xml"),
            (*ADD, "The login modal opens slowly on old phones."),
            ("observations", "confirm", without),
            ("observations", "delete", without, "--yes"),
            ("run", "t.yaml", "--agent", "ag:agent"),
        ):
            ended = call(*command)
            assert (ended.code, "file system with locks" in ended.stderr) == (3, True), (command, ended.stderr)
        # Python itself keeps the agent's module compiled, unless it is told not to.
        after = {name: raw for name, raw in snapshot(project).items() if "__pycache__" not in name}
        assert {name: raw for name, raw in after.items() if "/cache/" not in name} == {
            name: raw for name, raw in before.items() if "/cache/" not in name
        }

    @pytest.mark.usefixtures("without")
    def test_new_project_stays_as_it_is(self, call: Cli, tmp_path: Path) -> None:
        new = tmp_path / "new"
        (new / ".git").mkdir(parents=True)
        assert call("record", "auth", "--pass", cwd=new).code == 3
        assert [path.name for path in new.iterdir()] == [".git"]

    @pytest.mark.usefixtures("without")
    def test_readers_go_on(self, call: Cli) -> None:
        for command in ("status", "observations list", "doctor", "flaky", "log", "select", "breaker", "mandate"):
            assert call(*command.split()).code == 0, command

    def test_recall_serves_nothing_that_is_deleted_or_edited(self, call: Cli, project: Path, without: str) -> None:
        path = project / ".hardwon" / "observations" / "products" / "shop" / f"{without}.md"
        assert len(call(*STEP).document["observations"]) == 1
        path.write_text(path.read_text().replace("about two seconds", "about nine seconds"))
        assert "nine" in call(*STEP).document["observations"][0]["content"]
        path.unlink()
        assert call(*STEP).document == {"observations": [], "context": ""}


def test_where_only_what_is_open_for_writing_can_be_locked(
    call: Cli, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on a network file system: an exclusive lock on a folder, which cannot be open for writing, is refused."""
    real = fcntl.flock

    def flock(descriptor: int, how: int) -> None:
        if how & fcntl.LOCK_EX and fcntl.fcntl(descriptor, fcntl.F_GETFL) & os.O_ACCMODE == os.O_RDONLY:
            raise OSError(errno.EBADF, "Bad file descriptor")
        real(descriptor, how)

    monkeypatch.setattr(fcntl, "flock", flock)
    for _ in range(4):
        assert call("record", "auth", "--pass", "--set", "kept=2").code == 0
    added(call)
    assert len(call(*STEP).document["observations"]) == 1
    memory = Memory.of(Project(project))
    assert len([run for run in memory.runs.ids() if not run.endswith("h")]) == 2
    assert call("doctor").code == 0


def test_outcomes_that_are_held_for_too_long_do_not_end_the_run(call: Cli, project: Path) -> None:
    (project / "t.yaml").write_text(TEST)
    (project / "u.yaml").write_text(TEST.replace("t1", "t2"))
    (project / "learning_agent.py").write_text(AGENT)
    with locked(Project(project).outcomes / ".outcomes.lock", timeout=0):
        ended = call(
            "run", "t.yaml", "u.yaml", "--agent", "learning_agent:agent", "--json", "--set", "curatorLockTimeout=1000"
        )
    assert (ended.code, [test["status"] for test in ended.document["tests"]]) == (0, ["passed", "passed"]), ended.stderr
    errors = ended.document["memory_log"]["errors"]
    assert [error["action"] for error in errors] == ["count", "count"]
    assert "outcomes.lock is held" in errors[0]["reason"]
    assert ended.document["memory_log"]["added"] == 2


class TestClockThatWentBack:
    """It was a year ahead for some runs, and is right again."""

    @pytest.fixture
    def _ahead(self, project: Path) -> None:
        (project / "hardwon.yaml").write_text("runs: {kept: 5}\n")
        (project / "t.yaml").write_text(TEST)
        (project / "learning_agent.py").write_text(AGENT)
        known = Project(project)
        config = configuration.load(known, environ={})
        memory = Memory(known, config, clock=lambda: datetime.now(UTC) + timedelta(days=365))
        for _ in range(5):
            with memory.run(product="shop", test="t_old", area="old") as run, run.step("Open the old page"):
                pass
            memory.runs.keep_page(run.id, "# an old page\n")

    @pytest.mark.usefixtures("_ahead")
    def test_newest_run_is_shown_and_never_pruned(self, call: Cli, project: Path) -> None:
        for _ in range(7):
            ended = call("run", "t.yaml", "--agent", "learning_agent:agent", "--json")
            assert ended.code == 0, ended.stderr
            newest = ended.document["run_id"]
            kept = Memory.of(Project(project)).runs.ids()
            assert kept[-1] == newest
            assert newest in call("report").stdout
        assert len(kept) == 5
        assert all(run < "2099" and run[:8] <= datetime.now(UTC).strftime("%Y%m%d") for run in kept)
