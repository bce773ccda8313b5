"""A .gitignore that looks as if it kept evidence out of git: it is completed unless git itself reads it so."""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Cli

LOCAL = ("runs/x", "cache/x", "local/x", "quarantine/x")
FILES = (".areas.lock", "observations/products/.x.lock", "observations/.hardwon-1.tmp")
OURS = ".*.lock\n.hardwon-*.tmp\n"
FOLDERS = "runs/\ncache/\nlocal/\nquarantine/\n"

GUARDING = {
    "as we write it": FOLDERS + OURS,
    "lines of another system": (FOLDERS + OURS).replace("\n", "\r\n"),
    "blanks behind": (FOLDERS + OURS).replace("\n", "  \n"),
    "no slashes": FOLDERS.replace("/", "") + OURS,
    "from the folder itself": "".join(f"/{line}\n" for line in FOLDERS.split()) + OURS,
    "everything": "*\n",
    "no last line feed": (FOLDERS + OURS).rstrip("\n"),
}
NOT_GUARDING = {
    "a blank before": "".join(f" {line}\n" for line in (FOLDERS + OURS).split()),
    "a tab behind": (FOLDERS + OURS).replace("\n", "\t\n"),
    "form feeds in a comment": "# local" + "".join(f"\f{line}" for line in (FOLDERS + OURS).split()) + "\f\n",
    "carriage returns in a comment": "# local\r" + (FOLDERS + OURS).replace("\n", "\r"),
    "other ends of lines": "# local\u2028" + (FOLDERS + OURS).replace("\n", "\u2028"),
    "folders alone": "*/\n",
    "folders with the names of our files": FOLDERS + ".*.lock/\n.hardwon-*.tmp/\n",
    "our files in one folder alone": FOLDERS + "/.*.lock\n/.hardwon-*.tmp\n",
    "let in again": FOLDERS + OURS + "!runs/\n",
    "let in again behind other ends": FOLDERS + OURS + "!runs/\x0b\n!runs\n",
}


@pytest.fixture
def cloned(project: Path) -> Path:
    subprocess.run(["git", "init", "-q", str(project)], check=True)
    (project / ".hardwon").mkdir()
    return project


def kept_out(project: Path) -> bool:
    """Whether git keeps all out that must not get into it."""
    asked = [f".hardwon/{name}" for name in (*LOCAL, *FILES)]
    answer = subprocess.run(["git", "check-ignore", *asked], cwd=project, capture_output=True, text=True, check=False)
    return answer.stdout.split() == asked


@pytest.mark.parametrize("text", GUARDING.values(), ids=GUARDING)
def test_what_git_takes_for_complete_stays_as_it_is(cloned: Path, call: Cli, text: str) -> None:
    ignoring = cloned / ".hardwon" / ".gitignore"
    ignoring.write_bytes(text.encode())
    assert kept_out(cloned)
    assert call("record", "login", "--pass").code == 0
    assert ignoring.read_bytes() == text.encode()


@pytest.mark.parametrize("text", NOT_GUARDING.values(), ids=NOT_GUARDING)
def test_what_git_reads_otherwise_is_named_and_completed(cloned: Path, call: Cli, text: str) -> None:
    ignoring = cloned / ".hardwon" / ".gitignore"
    ignoring.write_bytes(text.encode())
    assert not kept_out(cloned)
    assert ".gitignore: does not keep" in call("doctor").stdout
    assert call("record", "login", "--pass").code == 0
    assert kept_out(cloned)
    assert ignoring.read_bytes().startswith(text.encode())
