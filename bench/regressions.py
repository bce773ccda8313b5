"""What reduced runs miss: real suites are broken after their areas have retired, and three reduced runs are made.

    python bench/regressions.py [--only NAME] [--cache DIR] [--seed N] [--each] [--kind KIND]

Eight suites, as their authors publish them. For each: `hardwon init` writes the areas, the whole suite runs once, its
report is ingested; fourteen passes of each area by `Memory.record` and this one make fifteen: they retire. Then one
fault at a time, each in a commit of its own:

    own      a function of a source that an area has among its `paths` raises
    shared   the same in a source that `sharedPaths` name, or of no area (in any, if there is none)
    test     a test raises
    conftest a fixture of the conftest raises
    lock     a dependency: its lock file changes, and each test fails in turn with what was installed

and three runs of `pytest --hardwon-reduce`, each from the same memory, at another commit (which draws other probes). A
run that is green although the whole suite is red has missed the fault in silence. Faults that the whole suite does not
see either are replaced by others. Beside it stands the share of the tests that the reduced runs chose, and that of a
run after a change of the README: what reduction saves where nothing that matters has changed.

The suites and a virtual environment for them are kept in the cache folder, `.venv/suites` if none is named. pytest runs
on pluggy: some faults there stop it altogether, which is not silent.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tarfile
import tempfile
import time
import venv
import xml.etree.ElementTree as ET
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from hardwon.areas.owners import Owners
from hardwon.areas.rules import covers
from hardwon.memory import Memory
from hardwon.project.sources import source_files

HERE = Path(__file__).resolve().parent.parent
PATIENCE = 300
RUNS = 3
PYTEST = "pytest>=8.2,<9"
"""What the suites were written for."""

MOST_TRIES = 8
KINDS = ("own", "own", "shared", "shared", "test", "conftest", "lock")
AUTHOR = ["-c", "user.name=bench", "-c", "user.email=bench@example.org"]
LOCKS = ("uv.lock", "poetry.lock", "requirements.txt", "requirements/tests.txt", "requirements-dev.txt")
RAISES = 'raise RuntimeError("seeded fault")'
FIXTURE = f"\n\nimport pytest as _pytest\n\n\n@_pytest.fixture(autouse=True)\ndef _seeded():\n    {RAISES}\n"


@dataclass(frozen=True)
class Suite:
    """A published suite."""

    name: str
    version: str
    needs: tuple[str, ...] = ()
    options: tuple[str, ...] = ()


NO_SERVER = ("--ignore=tests/test_serving.py",)
"""It starts servers, and waits for them as long as they like."""

SUITES = (
    Suite("pluggy", "1.7.0"),
    Suite("click", "8.5.1"),
    Suite("attrs", "26.1.0", ("hypothesis", "cloudpickle", "pympler")),
    Suite("jinja2", "3.1.6", ("markupsafe", "trio")),
    Suite(
        "werkzeug",
        "3.1.9",
        ("markupsafe", "watchdog", "pytest-timeout", "cryptography", "ephemeral-port-reserve"),
        NO_SERVER,
    ),
    Suite("packaging", "26.3", ("pretend", "hypothesis", "tomli_w"), ("--ignore=tests/property",)),
    Suite("httpx", "0.28.1", ("anyio", "trio", "uvicorn", "trustme", "chardet", "brotli", "zstandard", "cryptography")),
    Suite("flask", "3.1.3", ("werkzeug", "jinja2", "itsdangerous", "blinker", "asgiref", "python-dotenv")),
)


@dataclass
class Found:
    """What came of one suite."""

    tests: int = 0
    areas: int = 0
    retired: int = 0
    quiet: float = 0.0
    """Share of the tests that run where only README.md changed."""

    faults: dict[str, int] = field(default_factory=dict)
    runs: int = 0
    missed: list[str] = field(default_factory=list)
    shares: list[float] = field(default_factory=list)
    told: list[str] = field(default_factory=list)
    """A line for each fault: what it was, and what the reduced runs made of it."""


def call(
    arguments: list[str], folder: Path, environment: dict[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    # A session of its own: what the tests of a suite start, and leave behind, ends with them.
    process = subprocess.Popen(
        arguments,
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        errors="replace",
        start_new_session=True,
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1", **(environment or {})},
    )
    try:
        out, err = process.communicate(timeout=PATIENCE)
        code = process.returncode
    except subprocess.TimeoutExpired:
        out, err, code = "", "too slow", 124
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    return subprocess.CompletedProcess(arguments, code, out, err)


def checked(arguments: list[str], folder: Path) -> str:
    done = call(arguments, folder)
    if done.returncode:
        sys.exit(f"{' '.join(arguments)}\n{done.stdout[-3000:]}\n{done.stderr[-3000:]}")
    return done.stdout


class Ground:
    """One suite in a repository of its own."""

    def __init__(self, suite: Suite, cache: Path, work: Path, python: Path) -> None:
        self.suite = suite
        self.python = str(python)
        self.root = self._unpacked(cache, work)
        self.saved = work / f"{suite.name}.memory"
        self.broken: set[str] = set()
        self._commits = 0

    def _unpacked(self, cache: Path, work: Path) -> Path:
        archive = next(iter(cache.glob(f"{self.suite.name}-{self.suite.version}*.tar.gz")), None)
        if archive is None:
            pip = [self.python, "-m", "pip", "download", "-q", "--no-deps", "--no-binary", ":all:", "-d", str(cache)]
            checked([*pip, f"{self.suite.name}=={self.suite.version}"], cache)
            archive = next(iter(cache.glob(f"{self.suite.name}-{self.suite.version}*.tar.gz")))
        with tarfile.open(archive) as tar:
            tar.extractall(work, filter="data")
        return next(each for each in work.iterdir() if each.name.lower().startswith(f"{self.suite.name}-"))

    def git(self, *arguments: str) -> str:
        return checked(["git", *AUTHOR, *arguments], self.root)

    def commit(self) -> None:
        self._commits += 1
        self.git("add", "-A")
        self.git("commit", "-q", "--allow-empty", "-m", f"commit {self._commits}")

    def hardwon(self, *arguments: str) -> str:
        return checked([sys.executable, "-m", "hardwon", *arguments, "--project", "."], self.root)

    def pytest(self, *options: str, report: str = "") -> subprocess.CompletedProcess[str]:
        """A run of the suite with the sources of the tree."""
        paths = f"{self.root / 'src'}{os.pathsep}{self.root}"
        told = [f"--junitxml={report}"] if report else []
        skip = [f"--deselect={test}" for test in sorted(self.broken)]
        command = [self.python, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-W", "ignore", *told]
        return call([*command, *skip, *self.suite.options, *options], self.root, {"PYTHONPATH": paths})

    def prepare(self) -> Found:
        """A repository with areas that have retired."""
        root = self.root
        if not any((root / lock).is_file() for lock in LOCKS):
            (root / "uv.lock").write_text("version = 1\n")
        self.git("init", "-q")
        (root / ".gitignore").write_text("__pycache__/\n.pytest_cache/\nreport.xml\n.hypothesis/\n")
        self.hardwon("init")
        self.commit()
        report = root / "report.xml"
        for _ in range(3):
            done = self.pytest(report="report.xml")
            if not report.exists():
                sys.exit(
                    f"{self.suite.name}: no report within {PATIENCE} s\n{done.stdout[-3000:]}{done.stderr[-3000:]}"
                )
            failing = _failing(report)
            if not failing:
                break
            self.broken |= failing
        else:
            sys.exit(f"{self.suite.name}: cannot be made green\n{done.stdout[-3000:]}")
        self.hardwon("ingest", "report.xml")
        names = [area["name"] for area in json.loads(self.hardwon("status", "--json"))["areas"]]
        shutil.rmtree(root / ".hardwon")
        memory = Memory.open(root)
        for name in names:
            for _ in range(14):
                memory.record(name, passed=True)
        self.hardwon("ingest", "report.xml")
        self.commit()
        shutil.copytree(root / ".hardwon", self.saved)
        areas = Memory.open(root).areas
        return Found(areas=len(areas), retired=sum(area.retired for area in areas.values()))

    def reduced(self) -> tuple[bool, float]:
        """Whether a reduced run is green, and which share of the tests it chose."""
        shutil.rmtree(self.root / ".hardwon")
        shutil.copytree(self.saved, self.root / ".hardwon")
        self.commit()
        done = self.pytest("--hardwon-reduce", "-x")
        told = re.search(r"left out (\d+) of (\d+) tests", done.stdout)
        left_out, whole = (int(each) for each in told.groups()) if told else (0, 1)
        return done.returncode == 0, 1 - left_out / whole

    def is_red(self) -> bool:
        return self.pytest("-x").returncode != 0


def _failing(report: Path) -> set[str]:
    """Node ids, as --deselect takes them, of what failed."""
    failing = set()
    for case in ET.parse(report).iter("testcase"):  # noqa: S314 - pytest wrote it a moment ago
        if case.find("failure") is not None or case.find("error") is not None:
            parts = (case.get("classname") or "").split(".")
            stem = next(
                (n for n in range(len(parts), 0, -1) if (report.parent / f"{'/'.join(parts[:n])}.py").is_file()), 0
            )
            file = f"{'/'.join(parts[:stem])}.py"
            failing.add("::".join([file, *parts[stem:], (case.get("name") or "").partition("[")[0]]))
    return failing


def functions(source: str, *, tests: bool) -> list[tuple[int, int]]:
    """Where the body of each function begins: line and column."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test") == tests:
            first = node.body[0]
            has_text = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)
            body = node.body[1:] if has_text else node.body
            # A definition begins with its first decorator, not with `def`: a line in between is a syntax error.
            line = (
                min([body[0].lineno, *(each.lineno for each in getattr(body[0], "decorator_list", ()))]) if body else 0
            )
            if line > node.lineno and not node.decorator_list:
                found.append((line, body[0].col_offset))
    return found


def break_function(file: Path, chance: random.Random, *, tests: bool = False) -> None:
    text = file.read_text("utf-8")
    line, column = chance.choice(functions(text, tests=tests))
    lines = text.splitlines(keepends=True)
    lines.insert(line - 1, " " * column + RAISES + "\n")
    file.write_text("".join(lines), "utf-8")


class Faults:
    """Seeded faults in one suite."""

    def __init__(self, ground: Ground, seed: int) -> None:
        self._root = ground.root
        self._chance = random.Random(f"{seed} {ground.suite.name}")
        config = Memory.open(self._root).config
        owners = Owners(config.rules)
        sources = [path for path in source_files(self._root) if path.endswith(".py") and self._has(path, tests=False)]
        self._own = [path for path in sources if owners.areas_of(path)]
        # A source may be among the `paths` of areas and shared: what is shared concerns all, and is drawn here, too.
        others = [path for path in sources if covers(config.shared, path) or not owners.areas_of(path)]
        self._other = others or self._own
        folders = [each for each in ("tests", "testing") if (self._root / each).is_dir()]
        found = (each for folder in folders for each in sorted((self._root / folder).rglob("test_*.py")))
        named = (str(each.relative_to(self._root)) for each in found)
        self._tests = [path for path in named if self._has(path, tests=True)]
        self._folder = folders[0]

    def _has(self, path: str, *, tests: bool) -> bool:
        """Whether there is a function to break."""
        return bool(functions((self._root / path).read_text("utf-8"), tests=tests))

    def seed(self, kind: str) -> str:
        """Break something; what it was."""
        if kind == "conftest":
            file = self._root / self._folder / "conftest.py"
            file.write_text((file.read_text() if file.exists() else "") + FIXTURE)
        elif kind == "lock":
            file = next(self._root / each for each in LOCKS if (self._root / each).is_file())
            file.write_text(file.read_text() + "# another version\n")
        else:
            pool = self._own if kind == "own" else self._other if kind == "shared" else self._tests
            file = self._root / self._chance.choice(pool)
            break_function(file, self._chance, tests=kind == "test")
        return str(file.relative_to(self._root))


def measure(ground: Ground, seed: int, kinds: list[str]) -> Found:
    found = ground.prepare()
    clean = ground.git("rev-parse", "HEAD").strip()
    readme = next(iter(sorted(ground.root.glob("README*"))), ground.root / "README.md")
    readme.write_text((readme.read_text() if readme.exists() else "") + "\nOne more line.\n")
    is_green, found.quiet = ground.reduced()
    assert is_green, f"{ground.suite.name}: a change of {readme.name} must not break it"
    ground.git("reset", "-q", "--hard", clean)
    faults = Faults(ground, seed)
    for kind in kinds:
        for _ in range(MOST_TRIES):
            what = faults.seed(kind)
            outcomes: list[tuple[bool, float]] = []
            while len(outcomes) < RUNS:
                is_green, share = ground.reduced()
                # Where all tests run, the next run would be the same.
                outcomes += [(is_green, share)] * (RUNS if share == 1 else 1)
            # The lock file alone breaks nothing: what it stands for may break any test, so none may be left out.
            seen = [share == 1 if kind == "lock" else not is_green for is_green, share in outcomes]
            is_fault = kind == "lock" or any(seen) or ground.is_red()
            ground.git("reset", "-q", "--hard", clean)
            if is_fault:
                found.faults[kind] = found.faults.get(kind, 0) + 1
                found.runs += RUNS
                found.missed += [f"{kind}: {what}"] * seen.count(False)
                found.shares += [share for _, share in outcomes]
                ran = ", ".join(f"{share:.0%}" for _, share in outcomes)
                found.told.append(f"{kind:8} {what}: seen by {seen.count(True)} of {RUNS} runs, of {ran} of the tests")
                break
        else:
            found.told.append(f"{kind:8} {what} and {MOST_TRIES - 1} more: no test of the whole suite fails")
    return found


def environment(cache: Path, suites: list[Suite]) -> Path:
    """A Python with hardwon, pytest and what the suites need."""
    folder = cache / "regressions"
    python = folder / "bin" / "python"
    if not python.exists():
        venv.create(folder, with_pip=True)
    wanted = [PYTEST, str(HERE), *(f"{each.name}=={each.version}" for each in suites if each.name != "pluggy")]
    mark = folder / f"installed-{'-'.join(each.name for each in suites)}"
    if not mark.exists():
        needs = sorted({need for each in suites for need in each.needs})
        checked([str(python), "-m", "pip", "install", "-q", "--disable-pip-version-check", *wanted, *needs], HERE)
        mark.touch()
    checked([str(python), "-m", "pip", "install", "-q", "--no-deps", "--force-reinstall", str(HERE)], HERE)
    return python


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--only", action="append", choices=[each.name for each in SUITES], help="one suite; repeatable")
    parser.add_argument("--cache", type=Path, default=HERE / ".venv" / "suites")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--each", action="store_true", help="a line for each fault")
    parser.add_argument("--kind", action="append", choices=sorted({*KINDS}), help="only such faults; repeatable")
    options = parser.parse_args()
    suites = [each for each in SUITES if not options.only or each.name in options.only]
    options.cache.mkdir(parents=True, exist_ok=True)
    python = environment(options.cache.resolve(), suites)
    today = time.strftime("%Y-%m-%d")
    print(f"Regressions, Python {sys.version.split()[0]}, {RUNS} reduced runs for each fault ({today})\n")
    print("suite       areas  retired  faults  runs  missed  tests run  README only")
    missed = []
    for suite in suites:
        with tempfile.TemporaryDirectory() as name:
            ground = Ground(suite, options.cache.resolve(), Path(name), python)
            found = measure(ground, options.seed, [each for each in KINDS if each in (options.kind or KINDS)])
        missed += [f"{suite.name}, {each}" for each in found.missed]
        share = sum(found.shares) / len(found.shares)
        print(
            f"{suite.name:10}  {found.areas:5}  {found.retired:7}  {sum(found.faults.values()):6}  {found.runs:4}  "
            f"{len(found.missed):6}  {share:9.0%}  {found.quiet:.0%}",
            flush=True,
        )
        for told in found.told if options.each else ():
            print(f"    {told}", flush=True)
    print(f"\nFaults missed in silence: {len(missed)}; aim 0: {'MISSED' if missed else 'reached'}")
    for each in missed:
        print(f"  {each}")


if __name__ == "__main__":
    main()
