"""`hardwon push` and `hardwon pull` between real clones: nothing is lost, nothing is counted twice."""

from __future__ import annotations

import json
import signal
import stat
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import datetime, tzinfo
from typing import TYPE_CHECKING, Any

import pytest
from tests.surfaces.git_checkouts import copied, git_in

from hardwon.memory import Memory
from hardwon.project.branch_place import BranchPlace
from hardwon.project.plumbing import Plumbing, masked

if TYPE_CHECKING:
    from pathlib import Path

JOBS = 16
PUSH = """
import os, pathlib
pathlib.Path({!r}).write_text(str(os.getpid()))
from hardwon.cli.main import run
run(["push"])
"""
KILLED_AT = """
import os, signal, sys
from hardwon.cli.main import run
from hardwon.project.branch_place import BranchPlace
from hardwon.project.record_files import RecordFiles
{} = lambda *_: os.kill(os.getpid(), signal.SIGKILL)
run(sys.argv[1:])
"""


@dataclass(frozen=True)
class Clone:
    """A clone in which verdicts are recorded and pushed."""

    root: Path
    environment: dict[str, str]
    call: Any

    def git(self, *arguments: str, fails: bool = False) -> str:
        return git_in(self.root, self.environment, *arguments, fails=fails)

    def record(self, **verdicts: str) -> None:
        """Verdicts on areas: p for a pass, f for a failure."""
        for area, letters in verdicts.items():
            for letter in letters:
                Memory.open(self.root).record(area, passed=letter == "p")

    def push(self, *options: str, code: int = 0, env: dict[str, str] | None = None) -> Any:
        ended = self.call("push", "--json", *options, cwd=self.root, env=self.environment | (env or {}))
        assert ended.code == code, ended.stderr
        return json.loads(ended.stdout) if not code else ended

    def killed(self, moment: str, *command: str) -> None:
        """A call that gets SIGKILL where it would call that."""
        program = [sys.executable, "-c", KILLED_AT.format(moment), *command]
        ended = subprocess.run(program, cwd=self.root, env=self.environment, check=False, capture_output=True)
        assert ended.returncode == -signal.SIGKILL, ended.stderr

    def pull(self, *options: str) -> Any:
        ended = self.call("pull", "--json", *options, cwd=self.root, env=self.environment)
        assert ended.code == 0, ended.stderr
        return ended.document

    def note(self, *arguments: str) -> Any:
        ended = self.call("observations", *arguments, "--json", cwd=self.root)
        assert ended.code == 0, ended.stderr
        return ended.document

    @property
    def tests(self) -> dict[str, int]:
        return {name: area.test_count for name, area in Memory.open(self.root).areas.items()}

    @property
    def status(self) -> str:
        return self.git("status", "--porcelain")


@dataclass(frozen=True)
class Remote:
    """A bare repository, and what is in it."""

    path: Path
    environment: dict[str, str]
    call: Any

    def clone(self, name: str, *options: str) -> Clone:
        place = self.path.parent / name
        url = f"file://{self.path}"
        command = ["git", "clone", "-q", *options, url, str(place)]
        subprocess.run(command, env=self.environment, check=True, capture_output=True)
        return Clone(place, self.environment, self.call)

    def git(self, *arguments: str) -> str:
        done = subprocess.run(
            ["git", "--git-dir", str(self.path), *arguments],
            env=self.environment,
            capture_output=True,
            text=True,
            check=True,
        )
        return done.stdout.strip()

    def tests(self, branch: str = "main", file: str = ".hardwon/memory.json") -> dict[str, int]:
        areas = json.loads(self.git("show", f"{branch}:{file}"))["areas"]
        return {name: area["test_count"] for name, area in areas.items()}

    def hook(self, name: str, script: str) -> None:
        place = self.path / "hooks" / name
        place.parent.mkdir(exist_ok=True)
        place.write_text(f"#!/bin/sh\n{script}\n")
        place.chmod(0o755)


@pytest.fixture
def surroundings(environment: dict[str, str]) -> dict[str, str]:
    names = {"GIT_CONFIG_NOSYSTEM": "1", "GIT_AUTHOR_NAME": "A", "GIT_AUTHOR_EMAIL": "a@example.invalid"}
    return environment | names | {"GIT_COMMITTER_NAME": "A", "GIT_COMMITTER_EMAIL": "a@example.invalid"}


@pytest.fixture
def remote(tmp_path: Path, tmp_path_factory: Any, surroundings: dict[str, str], call: Any) -> Remote:
    """A remote whose branch main has some code, and memory of two passes of auth."""

    def make(path: Path) -> None:
        subprocess.run(["git", "init", "-q", "--bare", "-b", "main", str(path)], env=surroundings, check=True)
        first = Remote(path, surroundings, call).clone("first-of-all")
        (first.root / "hardwon.yaml").write_text("areas: []\n")
        (first.root / "code.py").write_text("print(1)\n")
        first.git("checkout", "-q", "-b", "main")
        first.record(auth="pp")
        first.git("add", "-A")
        first.git("commit", "-q", "-m", "first")
        first.git("push", "-q", "-u", "origin", "main")

    copied(tmp_path_factory.getbasetemp() / "remote.git", tmp_path / "remote.git", make)
    return Remote(tmp_path / "remote.git", surroundings, call)


def test_verdicts_reach_the_branch_as_a_commit_of_their_own(remote: Remote) -> None:
    clone = remote.clone("one")
    clone.record(auth="p", cart="f")
    done = clone.push()
    assert done["pushed"]
    assert done["files"] == [".hardwon/memory.json"]
    assert done["what"] == "auth, cart"
    assert remote.tests() == {"auth": 3, "cart": 1}
    assert remote.git("log", "-1", "--format=%s", "main") == "Memory: auth, cart [skip ci]"
    assert remote.git("diff", "--name-only", "main~1", "main") == ".hardwon/memory.json"
    assert clone.status == ""
    assert clone.git("rev-parse", "HEAD") == done["commit"] == clone.git("rev-parse", "origin/main")
    assert clone.git("for-each-ref", "refs/hardwon") == ""
    assert clone.call("doctor", cwd=clone.root).code == 0


def test_second_push_has_nothing_to_do(remote: Remote) -> None:
    clone = remote.clone("one")
    clone.record(auth="p")
    clone.push()
    again = clone.push()
    assert (again["pushed"], again["commit"], again["files"]) == (False, None, [])
    assert remote.tests() == {"auth": 3}


@pytest.mark.parametrize(("options", "detached"), [((), False), (("--depth=1",), True)])
def test_jobs_that_began_together_add_up(remote: Remote, options: tuple[str, ...], detached: bool) -> None:
    clones = [remote.clone(name, *options) for name in ("one", "two", "three")]
    for clone in clones:
        if detached:
            clone.git("checkout", "-q", "--detach")
        clone.record(auth="p", **{clone.root.name: "pf"})
    for clone in clones:
        assert clone.push(env={"CI_COMMIT_BRANCH": "main"})["pushed"]
    assert remote.tests() == {"auth": 5, "one": 2, "two": 2, "three": 2}
    # Each goes on from where it is, and what it has pushed is not counted again.
    for clone in clones:
        clone.record(auth="p")
        clone.push(env={"CI_COMMIT_BRANCH": "main"})
        assert not clone.push(env={"CI_COMMIT_BRANCH": "main"})["pushed"]
    assert remote.tests()["auth"] == 8
    assert clones[-1].tests == remote.tests()


def test_sixteen_jobs_at_once_lose_nothing(remote: Remote, surroundings: dict[str, str]) -> None:
    """Processes of their own, shallow and full clones, on a branch and detached, all at the same moment."""
    clones = [remote.clone(f"job{number}", *(["--depth=1"] if number % 2 else [])) for number in range(JOBS)]
    noted = clones[0].note("add", "--title", "Login", "--content", "The login opens late.", "--product", "shop")
    clones[0].push()
    for number, clone in enumerate(clones):
        clone.git("pull", "-q")
        if number % 4 > 1:
            clone.git("checkout", "-q", "--detach")
        clone.record(auth="p", **{f"area{number}": "p"})
        clone.note("confirm" if number < 6 else "deprecate", noted["id"]) if number < 8 else None

    def started(clone: Clone) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "hardwon", "push", "--json"],
            cwd=clone.root,
            env=surroundings | {"CI_COMMIT_BRANCH": "main"},
            capture_output=True,
            text=True,
            check=False,
        )

    with ThreadPoolExecutor(JOBS) as pool:
        ended = list(pool.map(started, clones))
    assert [each.returncode for each in ended] == [0] * JOBS, [each.stderr for each in ended]
    assert remote.tests() == {"auth": 2 + JOBS} | {f"area{number}": 1 for number in range(JOBS)}
    last = remote.clone("last")
    [found] = last.note("list")["observations"]
    assert (found["confirmed_count"], found["contradicted_count"], found["trust"]) == (6, 2, 0.6)
    assert last.call("doctor", cwd=last.root).code == 0


def test_other_work_is_left_alone(remote: Remote) -> None:
    """Staged, changed and untracked files stay as they are, and none of them is pushed."""
    clone = remote.clone("one")
    (clone.root / "staged.py").write_text("1\n")
    clone.git("add", "staged.py")
    (clone.root / "code.py").write_text("print(2)\n")
    (clone.root / "new.py").write_text("2\n")
    clone.record(auth="p")
    before = [line.strip() for line in clone.status.splitlines() if ".hardwon" not in line]
    done = clone.push()
    assert [line.strip() for line in clone.status.splitlines()] == before
    assert remote.git("diff", "--name-only", "main~1", "main") == ".hardwon/memory.json"
    assert clone.git("rev-parse", "HEAD") == done["commit"]


def test_code_that_others_pushed_is_not_brought_into_the_work_tree(remote: Remote) -> None:
    """What was tested stays what lies there; `git pull` brings the rest, and nothing is counted twice."""
    clone, other = remote.clone("one"), remote.clone("two")
    (other.root / "code.py").write_text("print(3)\n")
    other.git("commit", "-q", "-am", "code")
    other.git("push", "-q")
    clone.record(auth="p")
    done = clone.push()
    assert "git pull" in done["notes"][0]
    assert (clone.root / "code.py").read_text() == "print(1)\n"
    assert not clone.push()["pushed"]
    clone.git("pull", "-q")
    assert (clone.root / "code.py").read_text() == "print(3)\n"
    assert clone.status == ""
    assert clone.tests == remote.tests() == {"auth": 3}
    clone.record(auth="p")
    clone.push()
    assert remote.tests() == {"auth": 4}


def test_commits_that_are_not_on_the_remote_go_first(remote: Remote) -> None:
    clone = remote.clone("one")
    clone.git("commit", "-q", "--allow-empty", "-m", "mine")
    clone.record(auth="p")
    ended = clone.push(code=3)
    assert "main has commits that are not on origin" in ended.stderr
    assert "[not-pushed]" in ended.stderr
    clone.git("push", "-q")
    clone.push()
    assert remote.tests() == {"auth": 3}


def test_detached_head_without_a_variable_needs_a_branch(remote: Remote) -> None:
    clone = remote.clone("one")
    clone.git("checkout", "-q", "--detach")
    clone.record(auth="p")
    assert "--branch NAME" in clone.push(code=3).stderr
    assert clone.push("--branch", "main")["pushed"]


@pytest.mark.parametrize(
    "variables",
    [
        {"GITHUB_EVENT_NAME": "pull_request", "GITHUB_REF_NAME": "7/merge", "GITHUB_REF_TYPE": "branch"},
        {"CI_MERGE_REQUEST_IID": "7"},
        {"GITHUB_REF_TYPE": "tag", "GITHUB_REF_NAME": "v1"},
    ],
)
def test_jobs_of_pull_requests_and_tags_push_nothing(remote: Remote, variables: dict[str, str]) -> None:
    clone = remote.clone("one")
    clone.git("checkout", "-q", "--detach")
    clone.record(auth="p")
    done = clone.push(env=variables)
    assert not done["pushed"]
    assert "This job is for" in done["what"]
    assert remote.tests() == {"auth": 2}


def test_protected_branch_is_refused_at_once_and_another_one_is_offered(remote: Remote) -> None:
    remote.hook(
        "pre-receive",
        "while read old new ref; do [ $ref = refs/heads/main ] && echo GH006 try again >&2 && exit 1; done; exit 0",
    )
    clone = remote.clone("one")
    clone.record(auth="p")
    before = (clone.root / ".hardwon/memory.json").read_bytes()
    ended = clone.push(code=3)
    assert "pre-receive hook declined" in ended.stderr
    assert "--branch hardwon-memory" in ended.stderr
    assert (clone.root / ".hardwon/memory.json").read_bytes() == before
    assert clone.push("--branch", "hardwon-memory")["pushed"]
    assert remote.tests("hardwon-memory") == {"auth": 3}
    assert remote.tests() == {"auth": 2}


def test_deadline_ends_the_attempts_and_nothing_is_lost(remote: Remote) -> None:
    """A server on which somebody else holds the branch all the time."""
    clone = remote.clone("one")
    lock = remote.path / "refs/heads/main.lock"
    lock.touch()
    clone.record(auth="p")
    ended = clone.push("--deadline", "1.5", code=3)
    assert "within 1.5 s" in ended.stderr
    assert clone.tests == {"auth": 3}
    lock.unlink()
    clone.push()
    assert remote.tests() == {"auth": 3}


def test_remote_that_does_not_answer_is_given_up_at_the_deadline(remote: Remote, tmp_path: Path) -> None:
    silent = tmp_path / "silent"
    silent.write_text("#!/bin/sh\nexec sleep 600\n")
    silent.chmod(0o755)
    clone = remote.clone("one")
    clone.git("config", "remote.origin.uploadpack", str(silent))
    clone.record(auth="p")
    ended = clone.push("--deadline", "1", code=3)
    assert "within 1 s" in ended.stderr


def test_server_that_is_down_for_a_moment_is_asked_again_until_the_deadline(remote: Remote) -> None:
    clone = remote.clone("one")
    clone.record(auth="p")
    clone.git("remote", "set-url", "origin", "http://127.0.0.1:1/memory.git")
    said = clone.push("--deadline", "2", code=3).stderr
    assert "Not pushed to origin/main within 2 s" in said
    assert "connect" in said


def test_no_time_at_all_is_said_and_nothing_is_lost(remote: Remote) -> None:
    clone = remote.clone("one")
    clone.record(auth="p")
    assert "within 0 s" in clone.push("--deadline", "0", code=3).stderr
    assert (clone.tests, remote.tests()) == ({"auth": 3}, {"auth": 2})


def test_remote_that_is_not_there_is_said_at_once_without_its_password(remote: Remote) -> None:
    clone = remote.clone("one")
    clone.git("remote", "set-url", "origin", "https://bot:hunter2@localhost:1/none.git")
    clone.record(auth="p")
    ended = clone.push("--deadline", "1", code=3)
    assert "hunter2" not in ended.stderr
    assert "[not-pushed]" in ended.stderr
    assert masked("at 'https://bot:hun@ter2@host:1/x@y.git': no") == "at 'https://***@host:1/x@y.git': no"
    ended = clone.push("--deadline", "1", "--remote", "https://bot:hunter2@localhost:1/none.git", code=3)
    assert "hunter2" not in ended.stderr


@pytest.mark.parametrize("moment", ["before", "after"])
def test_push_that_was_killed_is_neither_lost_nor_counted_twice(
    remote: Remote, surroundings: dict[str, str], moment: str
) -> None:
    """kill -9 by the server's hook: before it takes the commit, and after it has."""
    clone = remote.clone("one")
    other = remote.clone("two")
    clone.record(auth="p")
    name = "pre-receive" if moment == "before" else "post-receive"
    remote.hook(name, 'kill -9 "$(cat "$GIT_DIR/pusher")"; exit 0')
    process = subprocess.Popen(
        [
            sys.executable,
            "-c",
            PUSH.format(str(remote.path / "pusher")),
        ],
        cwd=clone.root,
        env=surroundings,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    assert process.wait(60) == -signal.SIGKILL
    (remote.path / "hooks" / name).unlink()
    other.record(auth="p", cart="p")
    other.push()
    clone.record(auth="p")
    clone.push()
    assert remote.tests() == {"auth": 5, "cart": 1}
    assert clone.tests == remote.tests()
    assert not clone.push()["pushed"]
    assert clone.status == ""


@pytest.mark.parametrize("moment", ["RecordFiles.replace", "BranchPlace.take_along"])
def test_push_that_was_killed_when_others_had_pushed_counts_every_verdict_once(remote: Remote, moment: str) -> None:
    """Before the records of both are brought along, and after. Counts do not tell which of the two it was."""
    clone, other = remote.clone("one"), remote.clone("two")
    clone.record(auth="p", cart="p")
    clone.push()
    note = clone.note("add", "--product", "shop", "--title", "Cart: a badge", "--content", "The cart has a badge.")
    clone.push()
    other.git("pull", "-q")
    clone.record(auth="p")
    clone.note("confirm", note["id"])
    other.record(auth="p", cart="p")
    other.note("confirm", note["id"])
    other.push()
    clone.killed(moment, "push")
    clone.record(auth="p", cart="p")
    clone.note("confirm", note["id"])
    clone.push()
    assert remote.tests() == {"auth": 6, "cart": 3}
    assert clone.tests == remote.tests()
    assert clone.note("show", note["id"])["confirmed_count"] == 3
    assert not clone.push()["pushed"]
    assert clone.status == ""


class OneSecond(datetime):
    """A clock of which each second is the same: words of two clones leave the same bytes then."""

    @classmethod
    def now(cls, tz: tzinfo | None = None) -> OneSecond:
        return cls(2026, 1, 2, 3, 4, 5, tzinfo=tz)


@pytest.mark.parametrize("in_one_second", [False, True])
@pytest.mark.parametrize("moment", ["RecordFiles.replace", "BranchPlace.take_along"])
def test_push_of_observations_alone_that_was_killed_counts_every_word_once(
    remote: Remote, moment: str, monkeypatch: pytest.MonkeyPatch, *, in_one_second: bool
) -> None:
    """No area moved, so no mark tells whether the confirmations of others had been brought along."""
    if in_one_second:
        monkeypatch.setattr("hardwon.memory.datetime", OneSecond)
    clone, other = remote.clone("one"), remote.clone("two")
    note = clone.note("add", "--product", "shop", "--title", "Cart: a badge", "--content", "The cart has a badge.")
    clone.push()
    other.git("pull", "-q")
    clone.note("confirm", note["id"])
    other.note("confirm", note["id"])
    other.push()
    clone.killed(moment, "push")
    clone.note("confirm", note["id"])
    clone.push()
    assert clone.note("show", note["id"])["confirmed_count"] == 3
    assert not clone.push()["pushed"]


@pytest.mark.parametrize("killed", [("pull", "BranchPlace.keep"), ("push", "BranchPlace.keep")])
@pytest.mark.parametrize("has_learned", [False, True])
def test_records_of_others_that_were_brought_by_a_killed_call_are_not_taken_for_news(
    remote: Remote, killed: tuple[str, str], *, has_learned: bool
) -> None:
    """The work tree has them, and no note tells so yet: on a branch of its own all of them would count once more."""
    own = ("--branch", "hardwon-memory")
    clone, other = remote.clone("one"), remote.clone("two")
    note = clone.note("add", "--product", "shop", "--title", "Cart: a badge", "--content", "The cart has a badge.")
    clone.push(*own)
    other.pull(*own)
    for _ in range(2):
        other.record(auth="p", cart="p")
        other.note("confirm", note["id"])
        other.push(*own)
    if has_learned and killed[0] == "pull":
        clone.record(auth="p", cart="p")
        clone.note("confirm", note["id"])
    clone.killed(killed[1], killed[0], *own)
    if has_learned and killed[0] == "push":
        clone.record(auth="p", cart="p")
        clone.note("confirm", note["id"])
    other.record(auth="p")
    other.note("confirm", note["id"])
    other.push(*own)
    clone.push(*own)
    assert remote.tests("hardwon-memory") == {"auth": 5 + has_learned, "cart": 2 + has_learned}
    assert clone.note("show", note["id"])["confirmed_count"] == 3 + has_learned
    assert clone.tests == remote.tests("hardwon-memory")


@pytest.mark.parametrize("moment", ["RecordFiles.replace", "BranchPlace.take_along"])
def test_second_push_that_was_killed_while_it_only_brought_records_along_counts_nothing_twice(
    remote: Remote, moment: str
) -> None:
    """It had nothing to send, since the first one, killed too, had sent it; but others have pushed since."""
    clone, other = remote.clone("one"), remote.clone("two")
    note = clone.note("add", "--product", "shop", "--title", "Cart: a badge", "--content", "The cart has a badge.")
    clone.push()
    other.git("pull", "-q")
    clone.record(auth="p")
    clone.killed("RecordFiles.replace", "push")
    for _ in range(2):
        other.git("pull", "-q")
        other.record(auth="p", cart="p")
        other.note("confirm", note["id"])
        other.push()
        clone.killed(moment, "push")
    other.record(auth="p")
    other.push()
    clone.note("confirm", note["id"])
    clone.push()
    assert clone.tests == remote.tests() == {"auth": 6, "cart": 2}
    assert clone.note("show", note["id"])["confirmed_count"] == 3
    assert clone.status == ""


def test_words_of_one_second_on_one_tip_are_two_commits(remote: Remote, monkeypatch: pytest.MonkeyPatch) -> None:
    """Same bytes, same parent, same second, same committer, as jobs of a CI are: one commit for git, but two words."""
    monkeypatch.setattr("hardwon.memory.datetime", OneSecond)
    monkeypatch.setattr(Plumbing, "_who", lambda _: b"A <a@example.invalid> 1 +0000")
    clone, other = remote.clone("one"), remote.clone("two")
    note = clone.note("add", "--product", "shop", "--title", "Cart: a badge", "--content", "The cart has a badge.")
    clone.push()
    other.git("pull", "-q")
    clone.note("confirm", note["id"])
    other.note("confirm", note["id"])
    send = BranchPlace.send

    def overtaken(*arguments: Any) -> str:
        monkeypatch.setattr(BranchPlace, "send", send)
        other.push()
        return send(*arguments)

    monkeypatch.setattr(BranchPlace, "send", overtaken)
    assert clone.push()["attempts"] == 2
    assert clone.note("show", note["id"])["confirmed_count"] == 2


def test_push_that_was_killed_leaves_no_dirt_once_others_have_pushed(remote: Remote) -> None:
    """All of it is on the branch then, so the next push has nothing to send, but the work tree to bring along."""
    clone, other = remote.clone("one"), remote.clone("two")
    clone.record(auth="p")
    clone.killed("RecordFiles.replace", "push")
    other.git("pull", "-q")
    other.record(auth="p")
    other.push()
    assert not clone.push()["pushed"]
    assert clone.tests == remote.tests() == {"auth": 4}
    assert clone.status == ""


def test_push_that_goes_on_at_the_server_after_its_process_was_killed_counts_once(
    remote: Remote, surroundings: dict[str, str]
) -> None:
    """The next push makes another commit of the same verdicts, and only the first one is taken."""
    clone = remote.clone("one")
    clone.record(auth="p")
    wait = "for i in $(seq 600); do {} && break; sleep 0.05; done"
    first, second = wait.format('[ -e "$GIT_DIR/go" ]'), wait.format('[ "$(git rev-parse main)" != "$was" ]')
    remote.hook(
        "pre-receive",
        f"""if mkdir "$GIT_DIR/first"; then kill -9 "$(cat "$GIT_DIR/pusher")"; {first}
elif mkdir "$GIT_DIR/second"; then was="$(git rev-parse main)"; touch "$GIT_DIR/go"; {second}; fi""",
    )
    process = subprocess.Popen(
        [sys.executable, "-c", PUSH.format(str(remote.path / "pusher"))],
        cwd=clone.root,
        env=surroundings,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    assert process.wait(60) == -signal.SIGKILL
    clone.record(auth="p")
    clone.push()
    assert remote.tests() == {"auth": 4}
    assert clone.tests == remote.tests()


def test_verdicts_during_a_push_are_pushed_by_the_next_one(remote: Remote, surroundings: dict[str, str]) -> None:
    clone = remote.clone("one")
    clone.record(auth="p")
    remote.hook(
        "pre-receive",
        f"cd {clone.root} && unset GIT_DIR GIT_QUARANTINE_PATH && {sys.executable} -m hardwon record auth --fail >&2",
    )
    clone.push()
    (remote.path / "hooks/pre-receive").unlink()
    assert (remote.tests(), clone.tests) == ({"auth": 3}, {"auth": 4})
    clone.push()
    assert (remote.tests(), clone.tests) == ({"auth": 4}, {"auth": 4})
    assert clone.status == ""


def test_text_edited_on_both_sides_is_a_conflict_and_nothing_is_pushed(remote: Remote) -> None:
    one = remote.clone("one")
    noted = one.note("add", "--title", "Login", "--content", "The login opens late.", "--product", "shop")
    one.push()
    two = remote.clone("two")
    for clone, text in ((one, "at once"), (two, "never")):
        file = clone.root / noted["path"]
        file.write_text(file.read_text().replace("late", text))
    one.push()
    two.record(auth="p")
    ended = two.push(code=3)
    assert f"{noted['path']}: its text was edited on both sides" in ended.stderr
    assert "[merge-conflict]" in ended.stderr
    assert remote.tests() == {"auth": 2}


def test_observation_that_cannot_be_read_is_left_out_and_named(remote: Remote) -> None:
    clone = remote.clone("one")
    noted = clone.note("add", "--title", "Login", "--content", "The login opens late.", "--product", "shop")
    (clone.root / noted["path"]).write_text("---\ntitle: [\n")
    clone.record(auth="p")
    done = clone.push()
    assert done["files"] == [".hardwon/memory.json"]
    assert noted["path"] in done["notes"][0]
    assert (clone.root / noted["path"]).read_text() == "---\ntitle: [\n"


def test_damaged_record_is_not_pushed(remote: Remote) -> None:
    clone = remote.clone("one")
    (clone.root / ".hardwon/memory.json").write_text("<<<<<<< ours\n")
    assert "[damaged-record]" in clone.push(code=3).stderr
    assert remote.tests() == {"auth": 2}


def test_deleted_observations_and_a_reset_travel_too(remote: Remote) -> None:
    clone = remote.clone("one")
    noted = clone.note("add", "--title", "Login", "--content", "The login opens late.", "--product", "shop")
    clone.push()
    clone.note("delete", noted["id"], "--yes")
    clone.call("memory", "--reset", "--yes", cwd=clone.root)
    done = clone.push()
    assert done["files"] == [".hardwon/memory.json", noted["path"]]
    assert remote.git("ls-tree", "-r", "--name-only", "main").split() == [
        ".hardwon/.gitignore",
        "code.py",
        "hardwon.yaml",
    ]
    assert clone.status == ""


def test_branch_of_its_own_holds_the_records_alone(remote: Remote) -> None:
    """Restored at the beginning of a job, pushed at its end; main is never touched."""
    first = remote.clone("seed")
    first.git("rm", "-q", "-r", "--cached", ".hardwon")
    (first.root / ".gitignore").write_text(".hardwon/\n")
    first.git("add", ".gitignore")
    first.git("commit", "-q", "-m", "memory has a branch of its own")
    first.git("push", "-q")
    assert first.push("--branch", "hardwon-memory")["pushed"]
    assert remote.git("ls-tree", "-r", "--name-only", "hardwon-memory").split() == [
        ".hardwon/.gitignore",
        ".hardwon/memory.json",
    ]
    clones = [remote.clone(name, *options) for name, options in (("one", ()), ("two", ("--depth=1",)))]
    for clone in clones:
        assert clone.tests == {}
        assert clone.pull("--branch", "hardwon-memory")["files"] == [".hardwon/memory.json"]
        assert clone.tests == {"auth": 2}
        clone.record(auth="p")
    for clone in clones:
        assert clone.push("--branch", "hardwon-memory")["pushed"]
        assert not clone.push("--branch", "hardwon-memory")["pushed"]
    assert remote.tests("hardwon-memory") == {"auth": 4}
    late = remote.clone("late", "--depth=1")
    late.record(cart="p")
    late.pull()
    late.pull()
    assert late.tests == {"auth": 4, "cart": 1}
    late.git("commit", "-q", "--allow-empty", "-m", "HEAD moves, the records do not")
    late.push("--branch", "hardwon-memory")
    assert remote.tests("hardwon-memory") == {"auth": 4, "cart": 1}


def test_main_that_stops_keeping_the_records_counts_nothing_twice(remote: Remote) -> None:
    """Memory moves to a branch of its own first, and main forgets it afterwards."""
    own = ("--branch", "hardwon-memory")
    clone = remote.clone("seed")
    clone.push(*own)
    clone.git("rm", "-q", "-r", "--cached", ".hardwon")
    (clone.root / ".gitignore").write_text(".hardwon/\n")
    clone.git("add", ".gitignore")
    clone.git("commit", "-q", "-m", "memory has a branch of its own")
    clone.git("push", "-q")
    other = remote.clone("other")
    other.pull(*own)
    other.record(auth="p")
    other.push(*own)
    clone.record(auth="p")
    clone.pull(*own)
    assert clone.tests == {"auth": 4}
    clone.push(*own)
    assert remote.tests("hardwon-memory") == {"auth": 4}


def test_records_that_a_checkout_took_away_are_not_taken_for_removed(remote: Remote) -> None:
    own = ("--branch", "hardwon-memory")
    clone = remote.clone("seed")
    clone.push(*own)
    clone.git("checkout", "-q", "-b", "without")
    clone.git("rm", "-q", "-r", "-f", ".hardwon")
    clone.git("commit", "-q", "-m", "no memory here")
    clone.record(cart="p")
    clone.pull(*own)
    assert clone.tests == {"auth": 2, "cart": 1}


def test_what_a_pull_request_says_of_memory_gives_way_to_the_branch_of_its_own(remote: Remote) -> None:
    """A fork commits a memory in which all is proven, and a name with an escape; its job pulls before it gates."""
    own = ("--branch", "hardwon-memory")
    remote.clone("seed").push(*own)
    fork = remote.clone("fork")
    place = fork.root / ".hardwon/memory.json"
    told = json.loads(place.read_bytes())
    told["areas"]["auth"] |= {"confidence": 0.99, "test_count": 10**12, "pass_count": 10**12, "retired": True}
    told["areas"]["\x1b[31m"] = told["areas"]["auth"] | {"name": "\x1b[31m"}
    place.write_text(json.dumps(told | {"pushed_as": "mine"}))
    fork.git("add", "-f", ".hardwon/memory.json")
    fork.git("commit", "-q", "-m", "all is proven")
    assert "\x1b" not in fork.call("status", cwd=fork.root).stdout
    fork.pull(*own)
    assert fork.tests == {"auth": 2}
    assert not fork.push(env={"CI_MERGE_REQUEST_IID": "7"})["pushed"]


def test_branch_may_be_named_in_full(remote: Remote) -> None:
    clone = remote.clone("one")
    clone.record(auth="p")
    assert clone.push("--branch", "refs/heads/main")["branch"] == "main"
    assert remote.git("for-each-ref", "--format=%(refname)") == "refs/heads/main"


def test_pull_of_a_branch_that_is_not_there_yet_says_so(remote: Remote) -> None:
    clone = remote.clone("one")
    assert "no origin/hardwon-memory yet" in clone.pull()["what"]


def test_another_branch_with_code_is_refused(remote: Remote) -> None:
    clone = remote.clone("one")
    clone.git("checkout", "-q", "-b", "feature")
    clone.record(auth="p")
    assert "Check main out" in clone.push("--branch", "main", code=3).stderr


def test_adopted_folders_and_a_project_below_the_top(remote: Remote) -> None:
    clone = remote.clone("one")
    shop = clone.root / "shop"
    (shop / ".teststop").mkdir(parents=True)
    (shop / "agent-qa-memory").mkdir()
    (shop / ".teststop/memory.json").write_text('{"areas": {}, "version": 1}\n')
    (shop / "hardwon.yaml").write_text("areas: []\n")
    below = Clone(shop, clone.environment, clone.call)
    below.record(pay="pp")
    noted = below.note("add", "--title", "Pay", "--content", "The payment takes long.", "--product", "shop")
    done = below.push()
    assert "shop/.teststop/memory.json" in done["files"]
    assert f"shop/{noted['path']}" in done["files"]
    assert remote.tests(file="shop/.teststop/memory.json") == {"pay": 2}
    assert not [path for path in done["files"] if path.startswith(".hardwon")]
    below.record(pay="p")
    below.push()
    assert remote.tests(file="shop/.teststop/memory.json") == {"pay": 3}
    assert [line for line in clone.status.splitlines() if "hardwon.yaml" not in line] == []


def test_nothing_that_the_checkout_names_is_run(remote: Remote, tmp_path: Path) -> None:
    clone = remote.clone("one")
    trap = tmp_path / "trap"
    trap.write_text(f"#!/bin/sh\necho $0 $* >> {tmp_path}/sprung\nexec cat\n")
    trap.chmod(stat.S_IRWXU)
    for hook in ("pre-push", "post-merge", "reference-transaction", "post-index-change", "pre-commit"):
        (clone.root / ".git/hooks").mkdir(exist_ok=True)
        (clone.root / ".git/hooks" / hook).symlink_to(trap)
    clone.git("config", "core.fsmonitor", str(trap))
    clone.git("config", "filter.trap.clean", str(trap))
    clone.git("config", "filter.trap.smudge", str(trap))
    (clone.root / ".git/info/attributes").write_text("* filter=trap\n")
    (tmp_path / "sprung").unlink(missing_ok=True)
    clone.record(auth="p")
    clone.push()
    assert not (tmp_path / "sprung").exists(), (tmp_path / "sprung").read_text()
    assert remote.tests() == {"auth": 3}


def test_line_ends_that_git_puts_into_the_work_tree_are_not_learned(remote: Remote) -> None:
    clone = remote.clone("one")
    noted = clone.note("add", "--title", "Login", "--content", "The login opens late.", "--product", "shop")
    (clone.root / ".gitattributes").write_text("*.md text eol=crlf\n*.json text eol=crlf\n")
    clone.git("add", "-A")
    clone.git("commit", "-q", "-m", "line ends")
    clone.git("push", "-q")
    other = remote.clone("two")
    assert b"\r\n" in (other.root / noted["path"]).read_bytes()
    assert not other.push()["pushed"]
    clone.note("confirm", noted["id"])
    clone.record(auth="p")
    clone.push()
    other.note("confirm", noted["id"])
    other.record(auth="p")
    assert other.push()["pushed"]
    assert other.note("show", noted["id"])["confirmed_count"] == 2
    assert (remote.tests(), other.tests) == ({"auth": 4}, {"auth": 4})
    assert "\r" not in remote.git("show", f"main:{noted['path']}")
    assert (clone.status, other.status) == ("", "")


def test_names_that_are_not_plain_travel(remote: Remote) -> None:
    clone = remote.clone("one")
    noted = clone.note("add", "--title", "Pay", "--content", "The payment takes long.", "--product", 'Läden "店" 1')
    clone.record(Größe="p")
    done = clone.push()
    assert noted["path"] in done["files"]
    assert clone.status == ""
    other = remote.clone("two")
    assert (other.root / noted["path"]).read_bytes() == (clone.root / noted["path"]).read_bytes()
    other.note("delete", noted["id"], "--yes")
    assert other.push()["files"] == [noted["path"]]
    assert other.status == ""


def test_dry_run_says_what_would_be_pushed(remote: Remote) -> None:
    clone = remote.clone("one")
    clone.record(auth="p")
    head = clone.git("rev-parse", "HEAD")
    done = clone.push("--dry-run")
    assert (done["pushed"], done["files"]) == (False, [".hardwon/memory.json"])
    assert (remote.tests(), clone.git("rev-parse", "HEAD")) == ({"auth": 2}, head)
    assert clone.git("for-each-ref", "refs/hardwon") == ""


def test_project_without_any_record_has_nothing_to_push(remote: Remote, tmp_path: Path) -> None:
    clone = remote.clone("one")
    clone.git("rm", "-q", "-r", "-f", ".hardwon")
    clone.git("commit", "-q", "-m", "none")
    clone.git("push", "-q")
    assert "Nothing was recorded yet" in clone.push()["what"]
    assert not (clone.root / ".hardwon").exists()


def test_sparse_checkout_does_not_delete_what_it_leaves_out(remote: Remote) -> None:
    clone = remote.clone("one", "--sparse")
    assert not (clone.root / ".hardwon").exists()
    clone.note("add", "--title", "Login", "--content", "The login opens late.", "--product", "shop")
    clone.push()
    assert remote.tests() == {"auth": 2}


def test_records_taken_back_by_force_do_not_take_away_what_others_pushed(remote: Remote) -> None:
    clone, other = remote.clone("one"), remote.clone("two")
    clone.git("checkout", "-q", "--detach")
    clone.record(auth="pp")
    clone.push("--branch", "main")
    other.git("pull", "-q")
    other.record(auth="p")
    other.push()
    clone.git("checkout", "-q", "--", ".hardwon")
    clone.record(auth="p")
    clone.push("--branch", "main")
    assert remote.tests() == {"auth": 6}


@pytest.mark.parametrize("name", ["-x", "a b", "a..b"])
def test_odd_names_are_refused(remote: Remote, name: str) -> None:
    clone = remote.clone("one")
    clone.record(auth="p")
    assert "cannot be the name of a branch" in clone.push(f"--branch={name}", code=3).stderr
    clone.git("remote", "remove", "origin")
    assert "no remote 'origin'" in clone.push(code=3).stderr
