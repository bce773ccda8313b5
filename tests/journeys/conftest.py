"""A user's hour: a project in a real repository, its tests run by a real pytest, and what hardwon counts of them."""

from __future__ import annotations

import json
import subprocess
from typing import TYPE_CHECKING, Any

import pytest
from tests.plugin.conftest import AUTHOR, Suite

from hardwon.cli.main import run as hardwon

if TYPE_CHECKING:
    from collections.abc import Iterable

NAMES = tuple("abcdefgh")
LOGIN = "tests/auth/test_login.py"


class Hour:
    """What somebody does in an hour, and what comes of it for the area `auth`."""

    def __init__(self, suite: Suite, capsys: pytest.CaptureFixture[str]) -> None:
        self.suite = suite
        self.root = suite.root
        self._capsys = capsys
        self._edits = 0
        self.said = ""
        """What the last command printed."""

        self.tests(*NAMES)
        suite.write(tests__cart__test_cart="def test_cart(): pass\n", src__shop="price = 1\n")
        (self.root / ".gitignore").write_text(".pytest_cache/\n__pycache__/\n")

    def tests(self, *names: str, failing: Iterable[str] = ()) -> None:
        """Write the tests of `auth`."""
        body = "".join(f"def test_{name}(): assert {name not in failing}\n" for name in names)
        self.suite.write(tests__auth__test_login=body)

    def repository(self) -> Hour:
        """Make it a real repository, at a commit."""
        self.suite.commit()
        return self

    def git(self, *arguments: str) -> None:
        subprocess.run(["git", *AUTHOR, *arguments], cwd=self.root, check=True, capture_output=True)

    def commit(self, what: str = "-A") -> None:
        self.git("add", what)
        self.git("commit", "-qm", "a commit", "--allow-empty")

    def edit(self) -> None:
        """Change the sources."""
        self._edits += 1
        self.suite.write(src__shop=f"price = {self._edits}\n# edit {self._edits}\n")

    @property
    def count(self) -> int:
        """Verdicts that count for `auth`."""
        found: int = self.suite.areas.get("auth", {}).get("test_count", 0)
        return found

    @property
    def confidence(self) -> float:
        found: float = self.suite.areas.get("auth", {}).get("confidence", 0.0)
        return found

    def pytest(self, *arguments: str) -> str:
        """Why the run did not count for `auth`; empty if it did."""
        before = self.count
        result = self.suite.run(*arguments)
        self.said = str(result.stdout)
        return self._why(self._recorded(), before)

    def _recorded(self) -> list[dict[str, Any]]:
        verdicts: list[dict[str, Any]] = json.loads((self.suite.runs[-1] / "run.json").read_bytes())["verdicts"]
        return verdicts

    def _why(self, verdicts: list[dict[str, Any]], before: int) -> str:
        [verdict] = [each for each in verdicts if each["area"] == "auth"]
        assert verdict["credited"] is not bool(verdict["why"])
        assert self.count == before + verdict["credited"], "a verdict is counted if it is credited, and only then"
        return str(verdict["why"] or "")

    def hardwon(self, *arguments: str, code: int = 0) -> Any:
        """What a command says, as JSON."""
        self._capsys.readouterr()
        actual = hardwon([*arguments, "--json", "--project", str(self.root)])
        out, err = self._capsys.readouterr()
        assert actual == code, (out, err)
        return json.loads(out)

    def ingest(self, *arguments: str) -> str:
        """Why what was ingested did not count for `auth`; empty if it did."""
        before = self.count
        document = self.hardwon("ingest", *arguments)
        if not document["verdicts"]:
            assert self.count == before
            return str(document["ignored"])
        return self._why(document["verdicts"], before)

    def report(
        self,
        names: Iterable[str],
        *,
        suite: str = "unit",
        failing: Iterable[str] = (),
        skipping: Iterable[str] = (),
        properties: str = "",
    ) -> str:
        """A JUnit report of tests of `auth`, in a file of its own; its path."""
        cases = "".join(
            f'<testcase file="{LOGIN}" classname="auth" name="test_{name}">'
            f"{'<failure/>' if name in failing else '<skipped/>' if name in skipping else ''}</testcase>"
            for name in names
        )
        number = len(list(self.root.glob("report-*.xml")))
        path = self.root / f"report-{number}.xml"
        path.write_text(
            f'<testsuites><testsuite name="{suite}" timestamp="{number}"><properties>{properties}</properties>'
            f"{cases}</testsuite></testsuites>"
        )
        return str(path)


@pytest.fixture
def hour(pytester: pytest.Pytester, capsys: pytest.CaptureFixture[str]) -> Hour:
    """An hour in a real repository."""
    return Hour(Suite(pytester), capsys).repository()


@pytest.fixture
def plain_hour(pytester: pytest.Pytester, capsys: pytest.CaptureFixture[str]) -> Hour:
    """An hour without git."""
    return Hour(Suite(pytester), capsys)
