"""A checkout that somebody else wrote: looking at it and running its tests runs none of its code."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from hardwon.errors import GitError
from hardwon.project import git

if TYPE_CHECKING:
    from collections.abc import Callable

COMMANDS = [
    "run",
    "status",
    "doctor",
    "recall x --product p",
    "record a --pass",
    "mandate",
    "mandate --since HEAD",
    "log",
]
CONFIG = 'targets: {web: {product: shop, url: "http://127.0.0.1:9/"}}\ntests: [t.yaml]\n'
TEST = "test-id: t1\ntarget: web\nsteps: [Open the start page]\n"
AGENT = "def agent(step):\n    import helper\n    return helper.passed()\n"


@pytest.fixture
def installed(environment: dict[str, str]) -> Callable[..., subprocess.CompletedProcess[str]]:
    """The installed program: unlike `python -m`, it does not put the working directory on the import path by itself."""
    program = Path(sys.executable).with_name("hardwon")

    def call(command: str, cwd: Path) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [program, *command.split()],
            cwd=cwd,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
        )

    return call


def make(folder: Path, files: dict[str, str]) -> Path:
    for name, text in ({"hardwon.yaml": CONFIG, "t.yaml": TEST} | files).items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    return folder


def in_git(*arguments: str, cwd: Path) -> None:
    author = ("-c", "user.email=a@example.com", "-c", "user.name=a")
    subprocess.run(["git", *author, *arguments], cwd=cwd, check=True, capture_output=True)


def committed(folder: Path) -> Path:
    """A checkout with a commit of `a.txt`."""
    make(folder, {"a.txt": "one\n"})
    in_git("init", "-q", "-b", "main", ".", cwd=folder)
    in_git("add", "-A", cwd=folder)
    in_git("commit", "-qm", "x", cwd=folder)
    return folder


@pytest.mark.parametrize("command", COMMANDS)
def test_a_module_of_the_checkout_never_stands_in_for_pythons(
    installed: Callable[..., subprocess.CompletedProcess[str]], tmp_path: Path, command: str
) -> None:
    """bz2, lzma, tempfile: whatever a library imports, it does not come from the working directory."""
    trace = tmp_path / "ran"
    code = f"open({str(trace)!r}, 'a').write(__name__)\nraise ImportError(__name__)\n"
    names = ("bz2", "lzma", "tempfile", "shutil", "html", "uvloop", "ujson", "brotli", "sitecustomize")
    checkout = make(tmp_path / "checkout", {f"{name}.py": code for name in names})
    in_git("init", "-q", ".", cwd=checkout)
    installed(command, checkout)
    assert not trace.exists()


def test_an_agent_of_the_checkout_that_the_user_names_runs_and_hides_nothing(
    installed: Callable[..., subprocess.CompletedProcess[str]], tmp_path: Path
) -> None:
    """The agent's file is loaded by its path, and finds its siblings; Python's own modules stay Python's."""
    trace = tmp_path / "ran"
    files = {
        "mine/agent.py": AGENT,
        "helper.py": "import bz2\npassed = lambda: bool(bz2.compress)\n",
        "bz2.py": f"open({str(trace)!r}, 'a')",
    }
    checkout = make(tmp_path / "checkout", files)
    done = installed("run --agent mine.agent:agent", checkout)
    assert (done.returncode, trace.exists()) == (0, False), done.stderr


def test_a_folder_without_code_hides_no_installed_agent(
    installed: Callable[..., subprocess.CompletedProcess[str]], tmp_path: Path
) -> None:
    checkout = make(tmp_path / "checkout", {"wcmatch/readme.txt": ""})
    done = installed("run --agent wcmatch.glob:globmatch", checkout)
    assert "was not found" not in done.stderr


def test_an_agent_whose_module_fails_is_named_and_can_be_mended(
    installed: Callable[..., subprocess.CompletedProcess[str]], tmp_path: Path
) -> None:
    checkout = make(tmp_path / "checkout", {"agent.py": "1 / 0\n"})
    done = installed("run --agent agent:agent", checkout)
    assert (done.returncode, "ZeroDivisionError" in done.stderr) == (3, True)


@pytest.mark.parametrize("command", ["run", "record a --pass", "mandate --since HEAD", "doctor"])
def test_git_runs_nothing_that_the_repository_configures(
    installed: Callable[..., subprocess.CompletedProcess[str]], tmp_path: Path, command: str
) -> None:
    """A file system monitor, an external diff, a text converter, a hook for a written index: none is called."""
    trace = tmp_path / "ran"
    checkout = make(tmp_path / "checkout", {"a.txt": "one\n", ".gitattributes": "*.txt diff=odd\n"})
    in_git("init", "-q", ".", cwd=checkout)
    in_git("add", "-A", cwd=checkout)
    in_git("commit", "-qm", "x", cwd=checkout)
    program = tmp_path / "program"
    program.write_text(f"#!/bin/sh\necho ran >> {trace}\n")
    program.chmod(0o755)
    for key in ("core.fsmonitor", "diff.external", "diff.odd.command", "diff.odd.textconv", "core.pager"):
        in_git("config", key, str(program), cwd=checkout)
    hook = checkout / ".git" / "hooks" / "post-index-change"
    hook.parent.mkdir(exist_ok=True)
    program.rename(hook)
    program.symlink_to(hook)
    (checkout / "a.txt").write_text("two\n")
    installed(command, checkout)
    assert not trace.exists()


@pytest.mark.parametrize("kind", ["clean", "process"])
@pytest.mark.parametrize("command", ["run", "mandate --since HEAD", "doctor"])
def test_git_runs_no_filter_of_the_repository(
    installed: Callable[..., subprocess.CompletedProcess[str]], tmp_path: Path, command: str, kind: str
) -> None:
    """An archive brings its .git/config along, and .gitattributes says which files a filter is for."""
    trace = tmp_path / "ran"
    checkout = make(tmp_path / "checkout", {"a.txt": "one\n", ".gitattributes": "*.txt filter=odd\n"})
    in_git("init", "-q", ".", cwd=checkout)
    in_git("add", "-A", cwd=checkout)
    in_git("commit", "-qm", "x", cwd=checkout)
    in_git("config", f"filter.odd.{kind}", f"echo ran >> {trace}; cat", cwd=checkout)
    in_git("config", "filter.odd.required", "true", cwd=checkout)
    (checkout / "a.txt").write_text("two\n")
    installed(command, checkout)
    assert not trace.exists()
    assert "a.txt" in git.changed_files(checkout, "HEAD")


@pytest.mark.parametrize("command", ["run", "mandate --since HEAD"])
def test_git_fetches_nothing_for_a_partial_clone(
    installed: Callable[..., subprocess.CompletedProcess[str]], tmp_path: Path, command: str
) -> None:
    """Objects that are missing would be fetched, by a program that the repository names."""
    trace = tmp_path / "ran"
    checkout = make(tmp_path / "checkout", {"a.txt": "one\n"})
    in_git("init", "-q", ".", cwd=checkout)
    in_git("add", "-A", cwd=checkout)
    in_git("commit", "-qm", "x", cwd=checkout)
    for key, value in {
        "core.repositoryformatversion": "1",
        "extensions.partialClone": "origin",
        "remote.origin.url": f"ext::sh -c 'echo ran >> {trace}'",
        "remote.origin.promisor": "true",
        "protocol.ext.allow": "always",
    }.items():
        in_git("config", key, value, cwd=checkout)
    for path in (checkout / ".git" / "objects").glob("??/*"):
        kind = subprocess.run(
            ["git", "cat-file", "-t", path.parent.name + path.name], cwd=checkout, capture_output=True, check=True
        ).stdout
        if kind == b"blob\n":
            path.unlink()
    (checkout / "a.txt").write_text("two\n")
    installed(command, checkout)
    assert not trace.exists()


@pytest.mark.parametrize("command", ["run", "record a --pass", "mandate --since HEAD"])
def test_a_bare_repository_inside_of_a_checkout_is_not_asked(
    installed: Callable[..., subprocess.CompletedProcess[str]], tmp_path: Path, command: str
) -> None:
    """Files named HEAD, objects and refs come with any clone, and so does the configuration beside them."""
    trace = tmp_path / "ran"
    checkout = tmp_path / "checkout"
    monitor = f'[core]\nrepositoryformatversion = 0\nbare = false\nworktree = "."\nfsmonitor = "echo ran >> {trace}"\n'
    files = {"config": monitor, "HEAD": "ref: refs/heads/main\n", "objects/.keep": "", "refs/heads/.keep": ""}
    shop = make(checkout / "shop", files)
    in_git("init", "-q", ".", cwd=checkout)
    installed(command, shop)
    assert not trace.exists()


@pytest.mark.parametrize("form", ["plain", "dangling", "shared"])
def test_a_git_without_the_switch_is_not_asked_in_a_bare_repository(tmp_path: Path, form: str) -> None:
    """Git before 2.38 does not know `safe.bareRepository`, so the folder is looked at before git is called."""
    shop = make(
        tmp_path / "shop", {"commondir": "../x\n"} if form == "shared" else {"objects/.keep": "", "refs/.keep": ""}
    )
    if form == "dangling":
        (shop / "HEAD").symlink_to("refs/heads/main")
    else:
        (shop / "HEAD").write_text("")
    with pytest.raises(GitError, match="bare git repository"):
        git.ask(tmp_path / "shop", "status")


ODD_FILTERS = ["a=b", "=", "a.clean=x", "a b"]


@pytest.mark.parametrize("name", ODD_FILTERS)
def test_git_runs_no_filter_whatever_its_name(
    installed: Callable[..., subprocess.CompletedProcess[str]], tmp_path: Path, name: str
) -> None:
    """git takes what stands before `=` for the name of a setting: such a filter would not be switched off."""
    trace = tmp_path / "ran"
    checkout = make(tmp_path / "checkout", {"a.txt": "one\n"})
    in_git("init", "-q", ".", cwd=checkout)
    in_git("add", "-A", cwd=checkout)
    in_git("commit", "-qm", "x", cwd=checkout)
    (checkout / ".git" / "info" / "attributes").write_text(f'"*.txt" filter={name}\n*.txt filter={name}\n')
    config = checkout / ".git" / "config"
    config.write_text(f'{config.read_text()}[filter "{name}"]\n\tclean = "echo ran >> {trace}; cat"\n')
    (checkout / "a.txt").write_text("two\n")
    for command in ("run", "mandate --since HEAD", "doctor"):
        installed(command, checkout)
    assert not trace.exists()


INCLUDED = {
    "include": "[include]\n\tpath = ../more\n",
    "includeIf": '[includeIf "gitdir:**"]\n\tpath = ../more\n',
    "worktree": "[extensions]\n\tworktreeConfig = true\n",
}


@pytest.mark.parametrize("how", INCLUDED)
@pytest.mark.parametrize("command", ["run", "mandate --since HEAD"])
def test_git_runs_nothing_that_an_included_configuration_names(
    installed: Callable[..., subprocess.CompletedProcess[str]], tmp_path: Path, command: str, how: str
) -> None:
    trace = tmp_path / "ran"
    runs = f'"echo ran >> {trace}; cat"'
    more = f'[core]\n\tfsmonitor = {runs}\n\tsshCommand = {runs}\n[filter "odd"]\n\tclean = {runs}\n'
    more += f"[diff]\n\texternal = {runs}\n[gpg]\n\tprogram = {runs}\n[log]\n\tshowSignature = true\n"
    checkout = make(tmp_path / "checkout", {"a.txt": "one\n", "more": more, ".gitattributes": "*.txt filter=odd\n"})
    in_git("init", "-q", ".", cwd=checkout)
    in_git("add", "-A", cwd=checkout)
    in_git("commit", "-qm", "x", cwd=checkout)
    config = checkout / ".git" / "config"
    config.write_text(config.read_text() + INCLUDED[how])
    (checkout / ".git" / "config.worktree").write_text(more)
    (checkout / "a.txt").write_text("two\n")
    installed(command, checkout)
    assert not trace.exists()


def test_a_git_folder_that_a_file_names_is_asked_as_safely(
    installed: Callable[..., subprocess.CompletedProcess[str]], tmp_path: Path
) -> None:
    """An archive may bring `.git` as a file that leads to a folder of its own making."""
    trace = tmp_path / "ran"
    checkout = make(tmp_path / "checkout", {"a.txt": "one\n"})
    in_git("init", "-q", "--separate-git-dir", str(checkout / "inner"), ".", cwd=checkout)
    in_git("config", "core.fsmonitor", f"echo ran >> {trace}; false", cwd=checkout)
    for command in ("run", "mandate --since HEAD", "record a --pass"):
        installed(command, checkout)
    assert not trace.exists()


@pytest.mark.parametrize("name", ["HEAD", "config", "index"])
def test_a_pipe_in_place_of_a_file_of_gits_holds_nobody_up(
    installed: Callable[..., subprocess.CompletedProcess[str]], tmp_path: Path, name: str
) -> None:
    checkout = make(tmp_path / "checkout", {})
    in_git("init", "-q", ".", cwd=checkout)
    (checkout / ".git" / name).unlink(missing_ok=True)
    os.mkfifo(checkout / ".git" / name)
    with pytest.raises(GitError, match="cannot answer"):
        git.ask(checkout, "status")
    assert installed("record a --pass", checkout).returncode == 0


PIPES = ["include", "included again", "worktree", "git file", "info/exclude", "refs/heads/main"]


@pytest.mark.parametrize("where", PIPES)
def test_a_pipe_further_inside_holds_nobody_up_either(tmp_path: Path, where: str) -> None:
    checkout = committed(tmp_path / "checkout")
    inner, pipe = checkout / ".git", tmp_path / "pipe"
    os.mkfifo(pipe)
    config = (inner / "config").read_text()
    if where == "include":
        (inner / "config").write_text(f"{config}[Include]path={pipe}\n")
    elif where == "included again":
        (inner / "config").write_text(f'{config}[includeIf "gitdir:**"]\n\tpath = more\n')
        (inner / "more").write_text(f"[include]\n\tpath = {pipe}\n")
    elif where == "worktree":
        (inner / "config").write_text(f"{config}[extensions]\n\tworktreeConfig = true\n")
        (inner / "config.worktree").write_text("[include]\n\tpath = ../../pipe\n")
    elif where == "git file":
        inner = inner.rename(checkout / "inner")
        (checkout / ".git").write_text("gitdir: inner\n")
        pipe.replace(inner / "HEAD")
    else:
        pipe.replace(inner / where)
    with pytest.raises(GitError, match="cannot answer"):
        git.changed_files(checkout, "HEAD")


@pytest.mark.parametrize("key", ["diff.orderFile", "core.attributesFile", "core.excludesFile"])
@pytest.mark.parametrize("device", ["/dev/zero", "pipe"])
def test_no_file_that_never_ends_is_read_for_a_comparison(tmp_path: Path, key: str, device: str) -> None:
    checkout = committed(tmp_path / "checkout")
    os.mkfifo(tmp_path / "pipe")
    in_git("config", key, str(tmp_path / device), cwd=checkout)
    (checkout / "a.txt").write_text("two\n")
    assert git.changed_files(checkout, "HEAD") == ["a.txt"]


def test_a_list_of_ignored_files_counts_as_ever(tmp_path: Path) -> None:
    checkout = committed(tmp_path / "checkout")
    (tmp_path / "ignored").write_text("*.log\n")
    in_git("config", "core.excludesFile", str(tmp_path / "ignored"), cwd=checkout)
    for name in ("b.log", "b.txt"):
        (checkout / name).write_text("two\n")
    assert git.changed_files(checkout, "HEAD") == ["b.txt"]


def test_git_names_no_file_outside_of_the_checkout(tmp_path: Path) -> None:
    checkout = committed(tmp_path / "checkout")
    (tmp_path / "home" / "letters").mkdir(parents=True)
    (tmp_path / "home" / "letters" / "to-a-friend.txt").write_text("x")
    in_git("config", "core.worktree", str(tmp_path / "home"), cwd=checkout)
    (checkout / "b.txt").write_text("two\n")
    assert git.changed_files(checkout, "HEAD") == ["b.txt"]


@pytest.mark.parametrize("name", ["\u00e9".encode(), "\u00e9".encode("latin-1"), b"odd"])
def test_a_filter_is_not_run_whatever_its_name_and_the_locale(tmp_path: Path, name: bytes) -> None:
    """Arguments are encoded as the locale says: under another one than UTF-8 that would name another filter."""
    trace = tmp_path / "ran"
    checkout = committed(tmp_path / "checkout")
    (checkout / ".git" / "info").mkdir(exist_ok=True)
    (checkout / ".git" / "info" / "attributes").write_bytes(b"*.txt filter=" + name + b"\n")
    runs = f'"]\n\tclean = "echo ran >> {trace}; cat"\n'.encode()
    with (checkout / ".git" / "config").open("ab") as config:
        config.write(b'[filter "' + name + runs)
    (checkout / "a.txt").write_text("two\n")
    code = "import pathlib, sys; from hardwon.project import git; "
    code += "print(git.changed_files(pathlib.Path(sys.argv[1]), 'HEAD'))"
    for locale in (latin_locale(tmp_path), {"LC_ALL": "C.UTF-8"}):
        done = subprocess.run(
            [sys.executable, "-c", code, checkout], env=os.environ | locale, capture_output=True, text=True, check=False
        )
        assert (done.stdout, trace.exists()) == ("['a.txt']\n", False), done.stderr


def latin_locale(folder: Path) -> dict[str, str]:
    """The environment of somebody whose locale is ISO-8859-1."""
    made = folder / "locales" / "en_US.ISO-8859-1"
    made.parent.mkdir()
    command = ["localedef", "-i", "en_US", "-f", "ISO-8859-1", str(made)]
    if not shutil.which("localedef") or subprocess.run(command, check=False, capture_output=True).returncode:
        pytest.skip("no such locale can be made here")
    return {"LOCPATH": str(made.parent), "LC_ALL": made.name, "PYTHONUTF8": "0"}


def test_git_is_asked_about_the_project_also_from_a_hook_of_another_repository(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine, other = make(tmp_path / "mine", {}), make(tmp_path / "other", {})
    for folder, name in ((mine, "a"), (other, "b")):
        in_git("init", "-q", ".", cwd=folder)
        in_git("add", "-A", cwd=folder)
        in_git("commit", "-qm", name, cwd=folder)
    head = git.head(mine)
    monkeypatch.setenv("GIT_DIR", str(other / ".git"))
    monkeypatch.setenv("GIT_WORK_TREE", str(other))
    monkeypatch.setenv("GIT_INDEX_FILE", str(other / ".git" / "index"))
    assert git.head(mine) == head
    assert git.changed_files(mine, "HEAD") == []


PLUGIN = "[pytest11]\nevil = evil\n[pydantic]\nevil = evil\n[opentelemetry_context]\nevil = evil\n"


@pytest.mark.parametrize("command", ["run", "status", "doctor", "recall x --product p", "run --set curator=model"])
def test_what_looks_installed_in_the_checkout_is_not(
    installed: Callable[..., subprocess.CompletedProcess[str]], tmp_path: Path, command: str
) -> None:
    """Entry points of a *.dist-info, a .pth, and the files that Python loads when it starts."""
    trace = tmp_path / "ran"
    code = f"open({str(trace)!r}, 'a').write(__name__)\n"
    files = {
        "evil.py": code,
        "sitecustomize.py": code,
        "usercustomize.py": code,
        "hardwon/__init__.py": code,
        "pytest_hardwon.py": code,
        "evil.pth": f"import os; os.open({str(trace)!r}, os.O_CREAT)\n",
        "evil-1.0.dist-info/METADATA": "Metadata-Version: 2.1\nName: evil\nVersion: 1.0\n",
        "evil-1.0.dist-info/entry_points.txt": PLUGIN,
        "pyvenv.cfg": "home = .\n",
    }
    checkout = make(tmp_path / "checkout", files)
    in_git("init", "-q", ".", cwd=checkout)
    installed(command, checkout)
    assert not trace.exists()


def test_an_agent_whose_name_means_two_modules_is_not_guessed(
    installed: Callable[..., subprocess.CompletedProcess[str]], tmp_path: Path
) -> None:
    """The user may have meant the installed one: a file of that name in a checkout must not run instead."""
    trace = tmp_path / "ran"
    code = f"open({str(trace)!r}, 'a')\ndef agent(step): return True\n"
    checkout = make(tmp_path / "checkout", {"wcmatch/__init__.py": code, "wcmatch/glob.py": code})
    done = installed("run --agent wcmatch.glob:globmatch", checkout)
    assert (done.returncode, trace.exists()) == (3, False)
    assert "installed has the same name" in done.stderr
    named = installed("run --agent ./wcmatch/glob.py:agent", checkout)
    assert (named.returncode, trace.exists()) == (0, True), named.stderr


def test_an_agent_is_named_by_its_path(
    installed: Callable[..., subprocess.CompletedProcess[str]], tmp_path: Path
) -> None:
    helper = {"mine/helper.py": "passed = lambda: True\n"}
    checkout = make(tmp_path / "checkout", {"mine/agent.py": AGENT} | helper)
    assert installed("run --agent mine/agent.py:agent", checkout).returncode == 0
    for missing in ("mine/nothing.py:agent", "mine/agent.py:nothing", "./mine:agent", "mine/agent.py"):
        assert installed(f"run --agent {missing}", checkout).returncode == 3
