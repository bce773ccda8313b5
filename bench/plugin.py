"""What the pytest plugin costs: start-up while it is off, and a real public suite with it on.

    python bench/plugin.py [--suite packaging] [--needs pretend,tomli_w] [--rounds 3] [--tests PATH…] [--sdist FILE]

The suite is one from the package index, as its source distribution ships it. It runs in turns without the plugin, with
the plugin installed but off, with it on for the first time, and with as many earlier runs as are read at the start; the
outcome of every test must be the same. Seconds vary with what else the machine does, so the calls of functions are
counted, too. Without a network and without --sdist only the start-up is measured.
"""

from __future__ import annotations

import argparse
import os
import pstats
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path
from statistics import median
from xml.etree import ElementTree as ET

from hardwon.evidence.runs import new_run_id
from hardwon.runner.reduction import LOOK_BACK

WAYS: dict[str, list[str]] = {"without": ["-p", "no:hardwon"], "installed, off": [], "on": ["--hardwon"]}
LATER = f"on, {LOOK_BACK} runs known"
BASE = [sys.executable, "-m", "pytest", "-q", "-p", "no:randomly", "-p", "no:cacheprovider"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--suite", default="packaging", help="a project whose source distribution has its tests")
    parser.add_argument("--needs", default="pretend,tomli_w", help="what its tests import besides")
    parser.add_argument("--tests", nargs="*", default=[], help="only these of its files")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--sdist", type=Path, help="its source distribution, where there is no network")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        startup(Path(folder), options.rounds * 4)
        install(options.needs, Path(folder) / "needs")
        root = unpacked(options.suite, options.sdist, Path(folder))
        if root is None:
            print(f"\n{options.suite}: its source distribution cannot be had here, so no suite was measured")
            return
        suite(root, options)


def timed(arguments: list[str], cwd: Path) -> float:
    """Seconds that a call took, on the processor: other work on the machine must not count."""
    before = os.times()
    environment = {name: value for name, value in os.environ.items() if not name.startswith("HARDWON_")}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # as for users: modules are compiled once, not at every start
    environment["PYTHONPATH"] = os.pathsep.join((str(cwd), str(cwd / "src"), str(cwd.parent.parent / "needs")))
    done = subprocess.run(arguments, cwd=cwd, env=environment, capture_output=True, text=True, check=False)
    after = os.times()
    if done.returncode not in (0, 1, 5):
        raise SystemExit(
            f"{' '.join(arguments)} ended with {done.returncode}:\n{done.stdout[-2000:]}{done.stderr[-2000:]}"
        )
    return after.children_user + after.children_system - before.children_user - before.children_system


def startup(folder: Path, rounds: int) -> None:
    empty = folder / "empty"
    (empty / ".git").mkdir(parents=True)
    seconds: dict[str, list[float]] = {way: [] for way in WAYS}
    for _ in range(rounds):
        for way, arguments in WAYS.items():
            seconds[way].append(timed([*BASE, *arguments], empty))
    print(f"start-up of pytest on an empty folder, median of {rounds}, processor time")
    show(seconds)


def install(needs: str, target: Path) -> None:
    command = [sys.executable, "-m", "pip", "install", "-q", "--target", str(target), *needs.split(",")]
    if needs:
        subprocess.run(command, capture_output=True, check=False)


def unpacked(name: str, given: Path | None, folder: Path) -> Path | None:
    """The folder of a source distribution; None if it cannot be had."""
    sdist = given or downloaded(name, folder)
    if sdist is None:
        return None
    with tarfile.open(sdist) as archive:
        archive.extractall(folder / "suite", filter="data")
    root = next((folder / "suite").iterdir())
    (root / ".git").mkdir()
    return root


def downloaded(name: str, folder: Path) -> Path | None:
    command = [
        sys.executable,
        "-m",
        "pip",
        "download",
        "-q",
        "--no-deps",
        "--no-binary",
        ":all:",
        "-d",
        str(folder),
        name,
    ]
    done = subprocess.run(command, capture_output=True, check=False)
    return next(iter(folder.glob("*.tar.gz")), None) if done.returncode == 0 else None


def suite(root: Path, options: argparse.Namespace) -> None:
    name, rounds = options.suite, options.rounds
    ways = {**WAYS, LATER: WAYS["on"]}
    seconds: dict[str, list[float]] = {way: [] for way in ways}
    wall: dict[str, list[float]] = {way: [] for way in ways}
    outcomes: dict[str, dict[str, str]] = {}
    for _ in range(rounds):
        for way, arguments in ways.items():
            remember(root, known=way == LATER)
            report = root / "report.xml"
            started = time.perf_counter()
            seconds[way].append(timed([*BASE, *arguments, f"--junit-xml={report}", *options.tests], root))
            wall[way].append(time.perf_counter() - started)
            outcomes[way] = read(report)
    print(f"\n{name}: {root.name}, {len(outcomes['without'])} tests, median of {rounds} turns, processor time")
    show(seconds)
    print(f"the same on the clock: {', '.join(f'{way} {median(each):.2f} s' for way, each in wall.items())}")
    same = all(each == outcomes["without"] for each in outcomes.values())
    print(f"outcome of every test the same: {'yes' if same else 'NO'}")
    if not same:
        raise SystemExit(1)
    show_calls({way: calls(root, [*arguments, *options.tests], known=way == LATER) for way, arguments in ways.items()})


def calls(root: Path, arguments: list[str], *, known: bool) -> int:
    """Calls of functions in one run of the suite: the same each time, whatever else the machine does."""
    remember(root, known=known)
    counted = root.parent / "calls"
    timed([sys.executable, "-m", "cProfile", "-o", str(counted), *BASE[1:], *arguments], root)
    found: int = pstats.Stats(str(counted)).total_calls  # type: ignore[attr-defined]  # the stubs do not know it
    return found


def show_calls(found: dict[str, int]) -> None:
    print("\ncalls of functions in one run")
    for way, count in found.items():
        print(f"  {way:20} {count:12,}   {count / found['without']:6.3f} x")


def remember(root: Path, *, known: bool) -> None:
    """Forget what was recorded; or keep as many copies of the last run as the start of another one reads."""
    state = root / ".hardwon"
    if not known:
        shutil.rmtree(state, ignore_errors=True)
        return
    (run,) = (each for each in (state / "runs").iterdir() if each.name[0].isdigit())
    now = datetime.now(UTC)
    for number in range(1, LOOK_BACK):
        shutil.copytree(run, state / "runs" / new_run_id(now - timedelta(minutes=number)))


def read(report: Path) -> dict[str, str]:
    """The outcome of each test in a report."""
    cases = ET.parse(report).getroot().iter("testcase")  # noqa: S314 - pytest has just written it
    return {
        f"{case.get('classname')}::{case.get('name')}": ",".join(
            child.tag for child in case if child.tag in ("failure", "error", "skipped")
        )
        for case in cases
    }


def show(seconds: dict[str, list[float]]) -> None:
    base = median(seconds["without"])
    # Each turn against its own baseline: what slows the machine down slows down all three.
    for way, each in seconds.items():
        ratio = median(one / other for one, other in zip(each, seconds["without"], strict=True))
        print(f"  {way:20} {median(each):8.3f} s   {ratio:6.3f} x")
    print(f"  (baseline {base:.3f} s)")


if __name__ == "__main__":
    main()
