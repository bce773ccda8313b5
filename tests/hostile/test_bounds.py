"""Small things that would grow: many links to one folder, a variable put in a thousand times, a packed table.

None of these tests measures time: each shows the bound itself, in the words that a person gets.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from hardwon.areas.rules import Rule
from hardwon.errors import StorageError
from hardwon.project import fingerprint
from hardwon.runner.variables import Variables

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Cli

COUNTING = """
import sys
opened = []
sys.addaudithook(lambda event, given: opened.append(str(given[0])) if event == "open" else None)
from pathlib import Path
from hardwon.areas.rules import Rule
from hardwon.project.fingerprint import fingerprints
print(fingerprints(Path.cwd(), [Rule(area="cart", paths=("src/**",))]))
print(sum(place.endswith(".bin") for place in opened))
"""


class TestLinksToFolders:
    @pytest.fixture
    def linked(self, tmp_path: Path) -> Path:
        """Three files, and twenty links to their folder."""
        for folder in ("big", "src"):
            (tmp_path / folder).mkdir()
        for number in range(3):
            (tmp_path / "big" / f"{number}.bin").write_bytes(b"\0" * 10 + bytes([number]))
        for number in range(20):
            (tmp_path / "src" / f"l{number}").symlink_to("../big")
        return tmp_path

    def test_each_file_is_read_once_however_many_paths_lead_to_it(self, linked: Path) -> None:
        done = subprocess.run(
            [sys.executable, "-c", COUNTING], cwd=linked, capture_output=True, text=True, check=True, env=os.environ
        )
        digests, opened = done.stdout.splitlines()
        assert "sha256:" in digests
        assert opened == "3"

    def test_every_path_counts_although_its_file_is_read_once(self, linked: Path) -> None:
        rules = [Rule(area="cart", paths=("src/**",))]
        before = fingerprint.fingerprints(linked, rules)
        (linked / "src" / "l7").unlink()
        assert fingerprint.fingerprints(linked, rules) != before

    def test_more_files_than_anyone_links_are_refused(self, linked: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        rules = [Rule(area="cart", paths=("src/**",))]
        monkeypatch.setattr(fingerprint, "MOST_BEHIND_LINKS", 60)
        assert fingerprint.fingerprints(linked, rules)
        monkeypatch.setattr(fingerprint, "MOST_BEHIND_LINKS", 59)
        with pytest.raises(StorageError, match="More than 59 files behind links to folders are part of areas"):
            fingerprint.fingerprints(linked, rules)


class TestVariables:
    @pytest.mark.parametrize("text", ["", "a", "{{a}}", "{{a}} and ${b}", r"\{{a}} {{ a }}", "{{a}}" * 50, "{{c}"])
    def test_the_length_is_known_before_the_text_is_made(self, text: str) -> None:
        variables = Variables(own={"a": "x" * 30, "b": ""})
        assert variables.length_filled(text) == len(variables.filled(text))

    def test_a_long_value_named_often_is_refused(self, call: Cli, project: Path) -> None:
        """The text would have 1.8 GB."""
        test = {"test-id": "t", "variables": {"a": "x" * 900_000}, "steps": ["{{a}}" * 1990]}
        (project / "t.yaml").write_text(json.dumps(test))
        program = "import resource, sys; resource.setrlimit(resource.RLIMIT_AS, (10**9, 10**9))\n"
        program += "from hardwon.cli.main import main; sys.argv = ['hardwon', 'run', 't.yaml']; main()"
        done = subprocess.run([sys.executable, "-c", program], cwd=project, capture_output=True, text=True, check=False)
        assert done.returncode == 3, done.stderr
        assert "is longer than 20000 characters with its variables" in done.stderr
        assert len(done.stderr) < 2000
        assert call("run", "t.yaml").code == 3
