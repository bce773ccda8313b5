"""Small things that would grow: many links to one folder, a variable put in a thousand times, a packed table.

None of these tests measures time: each shows the bound itself, in the words that a person gets.
"""

from __future__ import annotations

import gzip
import json
import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from hardwon.areas.rules import Rule
from hardwon.errors import StorageError
from hardwon.evidence import test_table
from hardwon.evidence.results import Result
from hardwon.memory import Memory
from hardwon.project import fingerprint
from hardwon.project.root import Project
from hardwon.runner.variables import Variables
from hardwon.store import areas

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


class TestObservations:
    LONG = "The cart page shows a line for each product. " * 22_000

    def test_one_that_nobody_reads_is_named_and_given_to_no_step(self, call: Cli, project: Path) -> None:
        title = ("--product", "shop", "--title", "Cart: lines")
        added = call("observations", "add", *title, "--content", "The cart page shows lines.", "--json")
        [path] = (project / ".hardwon" / "observations").rglob("obs_*.md")
        assert added.code == 0
        path.write_text(path.read_text() + self.LONG[:20_000])
        assert call("recall", "Open the cart page", "--product", "shop", "--json").document["observations"] == []
        listed = call("observations", "list", "--json").document
        assert (len(listed["observations"]), len(listed["unreadable"])) == (0, 1)
        [finding] = call("doctor", "--json").document["findings"]
        assert "longer than 20000 characters" in finding["reason"]

    def test_none_is_written_that_would_not_be_read(self, call: Cli, project: Path) -> None:
        content = ("--content", self.LONG[:20_001].strip() + "x")
        done = call("observations", "add", "--product", "shop", "--title", "Cart: lines", *content)
        assert (done.code, "longer than 20000 characters" in done.stderr) == (3, True), done.stderr
        assert list(project.rglob("obs_*.md")) == []


class TestRecords:
    RUN = "20260105T103000-000000-ab12"

    def refused(self, call: Cli, project: Path, document: bytes) -> str:
        folder = project / ".hardwon" / "runs" / self.RUN
        folder.mkdir(parents=True)
        (folder / "run.json").write_text('{"verdicts": []}')
        (folder / "tests.json.gz").write_bytes(gzip.compress(document, 1))
        done = call("flaky")
        assert done.code == 0
        return done.stderr

    def test_a_small_file_that_unpacks_to_a_large_table_is_left_out(self, call: Cli, project: Path) -> None:
        said = self.refused(call, project, b'{"name": [' + b'"",' * 14_000_000 + b'""]}')
        assert "tests.json.gz: is not a table of tests: it holds more than 40000000 bytes; left out" in said

    def test_a_table_of_more_tests_than_anyone_has_is_left_out(self, call: Cli, project: Path) -> None:
        names, ones = b'"",' * 1_000_000 + b'""', b"0," * 1_000_000 + b"0"
        document = b'{"name": [%b], "group": [%b], "duration": [%b], "verdict": ""}' % (names, ones, ones)
        assert "it holds more than 1000000 tests; left out" in self.refused(call, project, document)

    def test_no_table_is_written_that_would_not_be_read(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(test_table, "MOST_TESTS", 2)
        results = [Result(test=f"t{number}", name=f"t{number}", outcome="passed") for number in range(3)]
        assert test_table.packed(results[:2])
        with pytest.raises(StorageError, match="The 3 tests of this run take"):
            test_table.packed(results)

    @pytest.mark.parametrize("name", ["memory.json", "retired.json"])
    def test_a_record_of_areas_that_nobody_has_is_refused(self, call: Cli, project: Path, name: str) -> None:
        assert call("record", "cart", "--pass").code == 0
        with (project / ".hardwon" / name).open("ab") as file:
            file.truncate(32_000_001)  # sparse: it takes no room
        done = call("status")
        assert (done.code, f"{name} cannot be read: larger than 32000000 bytes" in done.stderr) == (3, True)

    def test_no_record_of_areas_is_written_that_would_not_be_read(
        self, call: Cli, project: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        assert call("record", "cart", "--pass").code == 0
        memory = project / ".hardwon" / "memory.json"
        before = memory.read_bytes()
        monkeypatch.setattr(areas, "LARGEST", len(before) + 10)
        with pytest.raises(StorageError, match=r"memory\.json would be larger than"):
            Memory.of(Project(project)).record("basket", passed=True)
        assert memory.read_bytes() == before


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
