"""What areas cost: `status` and `record` by number of areas, and the fingerprint of a tree of 10,000 files.

    python bench/areas.py [--quick] [--files]

Time and peak memory of each command in a process of its own, beside the trivial baseline in the same run: a Python that
loads the same file with `json.load` and writes it again with `json.dump(indent=2)`, without checks, lock or fsync.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from itertools import pairwise
from pathlib import Path

SIZES = (10, 1_000, 100_000)
FILES = 10_000
ROUNDS = 5

MEASURED = """
import resource, subprocess, sys, time
before = time.perf_counter()
done = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
assert done.returncode in (0, 1), sys.argv  # 1: the gate is closed
print(time.perf_counter() - before, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
"""

LOAD = "import json; json.load(open('.hardwon/memory.json'))"
REWRITE = (
    "import json; data = json.load(open('.hardwon/memory.json')); "
    "json.dump(data, open('copy.json', 'w'), indent=2, sort_keys=True)"
)
PLAIN_DIGEST = """
import hashlib, os, sys
whole = hashlib.sha256()
for folder, folders, files in os.walk(sys.argv[1]):
    folders.sort()
    for name in sorted(files):
        with open(os.path.join(folder, name), "rb") as file:
            whole.update(hashlib.sha256(file.read()).digest())
"""
EASY = "services: {confidence: {retirementThreshold: 0.1, retirementTests: 1}}\nareas:"
COLD = """
import os, sys
from hardwon.cli.main import run
os.unlink(sys.argv[1])
run(["status", "--project", "."])
"""


def measure(arguments: list[str], folder: Path) -> tuple[float, float]:
    """Seconds and megabytes of one process."""
    done = subprocess.run(
        [sys.executable, "-c", MEASURED, sys.executable, *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
        check=True,
    )
    seconds, peak = done.stdout.split()
    return float(seconds), float(peak) / (1024 if sys.platform != "darwin" else 1024 * 1024)


def medians(commands: dict[str, list[str]], folder: Path, rounds: int) -> dict[str, tuple[float, float]]:
    found: dict[str, list[tuple[float, float]]] = {shown: [] for shown in commands}
    for _ in range(rounds):
        for shown, arguments in commands.items():
            found[shown].append(measure(arguments, folder))
    return {
        shown: (statistics.median(time for time, _ in runs), statistics.median(peak for _, peak in runs))
        for shown, runs in found.items()
    }


def write_areas(folder: Path, count: int) -> None:
    areas = {
        f"area {number:06d}": {
            "name": f"area {number:06d}",
            "confidence": round(number % 100 / 100, 10),
            "test_count": number % 40 + 2,
            "pass_count": number % 40,
            "fail_count": 2,
            "last_tested_at": "2026-01-02T03:04:05Z",
            "maturity_stage": "new",
            "retired": False,
        }
        for number in range(count)
    }
    record = {"areas": areas, "created_at": "2026-01-01T00:00:00Z", "updated_at": "2026-01-01T00:00:00Z", "version": 1}
    (folder / ".hardwon").mkdir(parents=True)
    (folder / ".hardwon" / "memory.json").write_text(json.dumps(record, indent=2, sort_keys=True) + "\n")


def show(title: str, measured: dict[str, tuple[float, float]], baselines: dict[str, str]) -> None:
    print(f"\n{title}\n\n{'':28}  {'ms':>8}  {'peak MB':>8}  beside the baseline")
    for shown, (seconds, peak) in measured.items():
        base = baselines.get(shown)
        beside = ""
        if base:
            beside = f"{seconds / measured[base][0]:.1f} x time, {peak / measured[base][1]:.1f} x memory of {base}"
        print(f"{shown:28}  {seconds * 1000:8.0f}  {peak:8.0f}  {beside}")


def bench_areas(root: Path, count: int, rounds: int) -> None:
    folder = root / f"areas-{count}"
    write_areas(folder, count)
    commands = {
        "json.load": ["-c", LOAD],
        "json.load + json.dump": ["-c", REWRITE],
        "hardwon status": ["-m", "hardwon", "status", "--project", "."],
        "hardwon status --threshold": ["-m", "hardwon", "status", "--threshold", "90", "--project", "."],
        "hardwon status --json": ["-m", "hardwon", "status", "--json", "--project", "."],
        "hardwon record": ["-m", "hardwon", "record", "area 000001", "--pass", "--project", "."],
    }
    baselines = {
        "hardwon status": "json.load",
        "hardwon status --threshold": "json.load",
        "hardwon status --json": "json.load + json.dump",
        "hardwon record": "json.load + json.dump",
    }
    show(f"{count:,} areas", medians(commands, folder, rounds), baselines)


PATTERNS = {
    "that begin with a folder": "src/package{0:03d}/**",
    "that begin with a wildcard": "**/package{0:03d}/*.py",
    "with a wildcard in the middle": "src/**/module{0:02d}*",
}


def bench_many_areas(root: Path, count: int, rounds: int) -> None:
    """As many areas as folders, each with its own pattern: what is compared must not grow with both."""
    for shown, pattern in PATTERNS.items():
        folder = root / shown.replace(" ", "-")
        write_tree(folder, count)
        numbers = range(max(1, count // 100))
        rules = "\n".join(f"- {{area: area{each}, paths: ['{pattern.format(each)}']}}" for each in numbers)
        (folder / "hardwon.yaml").write_text(f"areas:\n{rules}\n")
        measure(["-m", "hardwon", "record", "area0", "--pass", "--project", "."], folder)
        show_tree(f"{count:,} files in {len(numbers)} areas with patterns {shown}", folder, rounds)


def bench_fingerprint(root: Path, count: int, rounds: int) -> None:
    folder = root / "tree"
    write_tree(folder, count)
    rules = "\n".join(f"- {{area: area{each}, paths: ['src/package{each:02d}*/**']}}" for each in range(10))
    (folder / "hardwon.yaml").write_text(f"areas:\n{rules}\n- {{area: all, paths: [src]}}\n")
    measure(["-m", "hardwon", "record", "all", "--pass", "--project", "."], folder)
    show_tree(f"Fingerprint of {count:,} files of about 1.5 kB, each in two of eleven areas", folder, rounds)


def bench_edit(root: Path, count: int, rounds: int) -> None:
    """One source of 100 areas, all retired by a run of their tests, is another one: who reaches it by imports is read.

    Each source imports the one before it: half of a package reaches what changed.
    """
    folder = root / "edited"
    write_tree(folder, count)
    packages = sorted((folder / "src").iterdir())
    (folder / "tests").mkdir()
    for package in packages:
        for before, module in pairwise(sorted(package.iterdir())):
            module.write_text(f"from {package.name} import {before.stem}\n{module.read_text()}")
            os.utime(module, (1_600_000_000, 1_600_000_000))
        (folder / "tests" / f"test_{package.name}.py").write_text(f"from {package.name} import {module.stem}\n")
    rules = (
        f"- {{area: {each.name}, tests: [tests/test_{each.name}.py], paths: [src/{each.name}]}}" for each in packages
    )
    (folder / "hardwon.yaml").write_text("\n".join([EASY, *rules, ""]))
    cases = (f'<testcase file="tests/test_{each.name}.py" name="test"/>' for each in packages)
    (folder / "report.xml").write_text(f"<testsuite name='all'>{''.join(cases)}</testsuite>")
    measure(["-m", "hardwon", "ingest", "report.xml", "--project", "."], folder)
    edited = packages[0] / "module50.py"
    edited.write_text(f"{edited.read_text()}VALUE = 0\n")
    os.utime(edited, (1_600_000_001, 1_600_000_001))
    show_tree(f"{count:,} files in {len(packages)} retired areas, after an edit of one file", folder, rounds)


def write_tree(folder: Path, count: int) -> None:
    for number in range(count):
        file = folder / "src" / f"package{number // 100:03d}" / f"module{number % 100:02d}.py"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"VALUE = {number}\n" * 100)
        os.utime(file, (1_600_000_000, 1_600_000_000))


def show_tree(title: str, folder: Path, rounds: int) -> None:
    cache = folder / ".hardwon" / "cache" / "fingerprints.json"
    commands = {
        "os.walk + sha256": ["-c", PLAIN_DIGEST, "src"],
        "hardwon status, warm": ["-m", "hardwon", "status", "--project", "."],
        "hardwon status, cold": [
            "-c",
            COLD,
            str(cache),
        ],
    }
    baselines = dict.fromkeys(("hardwon status, warm", "hardwon status, cold"), "os.walk + sha256")
    show(title, medians(commands, folder, rounds), baselines)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--quick", action="store_true", help="one round, without the largest sizes")
    parser.add_argument("--files", action="store_true", help="only the trees of files")
    options = parser.parse_args()
    quick = options.quick
    rounds, share = (1, 100) if quick else (ROUNDS, 1)
    print(
        f"Areas, Python {sys.version.split()[0]}, median of {rounds} interleaved rounds ({time.strftime('%Y-%m-%d')})"
    )
    with tempfile.TemporaryDirectory() as name:
        for count in () if options.files else SIZES[:-1] if quick else SIZES:
            bench_areas(Path(name), count, rounds)
        bench_fingerprint(Path(name), FILES // share, rounds)
        bench_many_areas(Path(name), FILES // share, rounds)
        bench_edit(Path(name), FILES // share, rounds)


if __name__ == "__main__":
    main()
