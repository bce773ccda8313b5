"""The demo: some weeks in the life of the bundled shop, with its real tests, in seconds.

Every figure comes from the commands that a user would call, run as processes on a copy of the example. Only a look at
the areas needs no process of its own.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hardwon.areas.telling import earned
from hardwon.demo import site
from hardwon.errors import GitError, HardwonError
from hardwon.memory import Memory
from hardwon.project import config as configuration
from hardwon.project import git
from hardwon.project.root import Project

if TYPE_CHECKING:
    from collections.abc import Callable

MARKS = " ▁▂▃▄▅▆▇█"
MOST_RUNS = 30
AREAS = ("auth", "cart", "catalog", "checkout")

NEW_TEST = """

class Registration(unittest.TestCase):
    def test_nobody_without_a_name(self) -> None:
        with self.assertRaises(ValueError):
            auth.register("   ", "long enough")
"""


class DemoError(HardwonError):
    """A command of the demo did not do what it must."""

    slug = "demo"


@dataclass(slots=True)
class Shop:
    """A copy of the example, and what its areas looked like after each run."""

    folder: Path

    days: int = 0
    history: dict[str, list[float]] = field(default_factory=lambda: {area: [] for area in AREAS})

    def run_tests(self) -> dict[str, Any]:
        """Run the shop's tests and ingest their report; what `ingest` said."""
        report = self.folder / "report.json"
        state = self._work()
        _call([str(self.folder / "run_tests.py"), str(report)], allowed=(0, 1))
        said: dict[str, Any] = self.hardwon("ingest", str(report), *state)
        for row in self.status()["areas"]:
            if row["name"] in self.history:
                self.history[row["name"]].append(row["confidence"])
        return said

    def _work(self) -> list[str]:
        """A day's work: runs on the same files would be one proof. Without git, the day is what tells them apart."""
        self.days += 1
        with (self.folder / "NEWS.md").open("a", encoding="utf-8") as file:
            file.write(f"- Day {self.days}: something was done.\n")
        return [] if self._commit() else ["--state", f"day {self.days}"]

    def _commit(self) -> bool:
        """Whether the shop, as it is now, is a commit: not where there is no git."""
        settings = ("user.name=demo", "user.email=demo@example.org", "commit.gpgSign=false")
        try:
            for command in (["init", "--quiet"], ["add", "--all"], ["commit", "--quiet", "-m", f"Day {self.days}"]):
                git.ask(self.folder, *command, settings=settings)
        except GitError:
            return False
        return True

    def status(self) -> dict[str, Any]:
        """What `hardwon status --json` says, without a process for each look."""
        project = Project(self.folder)
        return Memory(project, configuration.load(project, environ=_environment())).overview().document()

    def hardwon(self, *arguments: str, allowed: tuple[int, ...] = (0,)) -> Any:
        """What a command of hardwon says, as JSON."""
        command = ["-m", "hardwon", *arguments, "--project", str(self.folder), "--json"]
        return json.loads(_call(command, allowed, cwd=self.folder))

    def failing(self, *arguments: str) -> str:
        """What a command of hardwon says when it refuses."""
        command = ["-m", "hardwon", *arguments, "--project", str(self.folder)]
        return _call(command, (1, 3), cwd=self.folder, errors=True)

    def edit(self, file: str, old: str, new: str) -> None:
        path = self.folder / file
        text = path.read_text("utf-8")
        if old not in text:
            raise DemoError(f"{file} of the example does not hold {old!r}.", remedy="Install hardwon again.")
        path.write_text(text.replace(old, new), "utf-8")

    def chart(self) -> str:
        """One line per area: a mark per run, then its confidence and status."""
        lines = []
        for row in self.status()["areas"]:
            marks = "".join(MARKS[round(value * (len(MARKS) - 1))] for value in self.history[row["name"]])
            lines.append(f"  {row['name']:10} {marks:20} {earned(row['confidence']):>6}  {row['status']:9} {_why(row)}")
        return "\n".join(lines)

    def mandate(self) -> str:
        """The gist of the mandate: what an AI tester is told about each area."""
        parts = self.hardwon("mandate")
        lines = [
            f"  {heading:22} {', '.join(area['name'] for area in parts[key]) or '-'}"
            for key, heading in (
                ("focus", "focus here, unproven:"),
                ("unknown", "unknown:"),
                ("between", "in between:"),
                ("stable", "proven, reduce:"),
            )
        ]
        return "\n".join([*lines, f"  {'scenarios to write:':22} {parts['scenarios']}"])


def example() -> Path:
    """The bundled shop: beside the package in a checkout, inside it when installed."""
    package = Path(__file__).parents[1]
    for folder in (package / "examples" / "shop", package.parents[1] / "examples" / "shop"):
        if (folder / "run_tests.py").is_file():
            return folder
    raise DemoError("The bundled example is missing.", remedy="Install hardwon again.")


def live(folder: Path, say: Callable[[str], None]) -> dict[str, Any]:
    """Tell the story; the figures at its end."""
    shutil.copytree(example(), folder, ignore=shutil.ignore_patterns("__pycache__", ".hardwon"), dirs_exist_ok=True)
    shop = Shop(folder)
    tests = _first_runs(shop, say)
    _change(shop, say)
    _retirement(shop, say)
    _back(shop, say)
    learned = site.learn(shop, say)
    status = shop.status()
    return {
        "tests": tests,
        "runs": len(shop.history["auth"]),
        "areas": status["areas"],
        "project": str(folder),
        **learned,
    }


def _first_runs(shop: Shop, say: Callable[[str], None]) -> int:
    said = shop.run_tests()
    tests: int = sum(verdict["tests"] for verdict in said["verdicts"])
    say(f"1. The shop has {tests} tests in {len(said['verdicts'])} areas. One run is one proof for each area:\n")
    say(shop.chart())
    for _ in range(7):
        shop.run_tests()
    say("\n2. Seven more days with some work and a clean run each: confidence grows, and the mandate follows it.\n")
    say(shop.chart())
    say("\n   What an AI tester is told now (hardwon mandate):\n")
    say(shop.mandate())
    return tests


def _change(shop: Shop, say: Callable[[str], None]) -> None:
    shop.edit("shop/catalog.py", '"mug": 900', '"mug": 950')
    say("\n3. Somebody changes the price of a mug in shop/catalog.py. Nothing has run yet, but its proof is void:\n")
    say(shop.chart())
    failed = [verdict for verdict in shop.run_tests()["verdicts"] if not verdict["passed"]]
    names = " and ".join(verdict["area"] for verdict in failed)
    say(f"\n   The next run: {names} fail, because they relied on the old price.\n")
    say(shop.chart())
    say("\n   The mandate turns to them:\n")
    say(shop.mandate())


def _retirement(shop: Shop, say: Callable[[str], None]) -> None:
    shop.edit("shop/catalog.py", '"mug": 950', '"mug": 900')
    runs = 0
    while _row(shop, "auth")["status"] != "retired" and runs < MOST_RUNS:
        shop.run_tests()
        runs += 1
    row = _row(shop, "auth")
    say(f"\n4. The price is put back. After {runs} more runs auth has earned its retirement ({row['proof']}):\n")
    say(shop.chart())
    say("\n   Retired areas are left out of the mandate:\n")
    say(shop.mandate())


def _back(shop: Shop, say: Callable[[str], None]) -> None:
    with (shop.folder / "tests/auth/test_login.py").open("a", encoding="utf-8") as file:
        file.write(NEW_TEST)
    shop.run_tests()
    say("\n5. A new test finds a real bug: anyone can register without a name. auth is back at once:\n")
    say(shop.chart())


def _row(shop: Shop, name: str) -> dict[str, Any]:
    row: dict[str, Any] = next(row for row in shop.status()["areas"] if row["name"] == name)
    return row


def _why(row: dict[str, Any]) -> str:
    return str(row["changed"] or row["proof"])


def _environment() -> dict[str, str]:
    """Ours without settings of hardwon: the demo tells the same story to everybody."""
    return {name: value for name, value in os.environ.items() if not name.startswith("HARDWON_")}


def _call(
    arguments: list[str], allowed: tuple[int, ...] = (0,), *, cwd: Path | None = None, errors: bool = False
) -> str:
    done = subprocess.run(
        [sys.executable, *arguments], capture_output=True, text=True, check=False, env=_environment(), cwd=cwd
    )
    if done.returncode not in allowed:
        raise DemoError(f"{' '.join(arguments[:3])} ended with {done.returncode}: {done.stderr.strip()}")
    return (done.stderr if errors else done.stdout).strip()
