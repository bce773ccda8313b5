"""Every parser of foreign text, as data: what it is given, what begins it, and which errors it may end in.

A harness is called with any bytes. It returns, or raises one of the errors that it `allows`; anything else is a crash.
Where it is cheap, it checks more: what is read, written and read again is the same; a verdict is the same twice.
"""

from __future__ import annotations

import io
import json
import shutil
import subprocess
import tempfile
from contextlib import chdir, redirect_stderr, redirect_stdout, suppress
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING
from unittest import mock

import click

from hardwon.agents.explorer import parsing
from hardwon.areas import ledger as ledgers
from hardwon.cli.main import hardwon
from hardwon.errors import DamagedRecord, HardwonError, LockTimeout, ReportError, UsageError
from hardwon.evidence import formats
from hardwon.guard.scanner import scan
from hardwon.observations.observation import Scope
from hardwon.project import codeowners, git
from hardwon.project.guess import guess
from hardwon.runner import files
from hardwon.scenarios import reading as scenarios
from hardwon.store import observation_file
from hardwon.store.lock import locked
from hardwon.store.observation_file import UnreadableObservation
from hardwon.target.charset import text_of
from hardwon.target.cookies import Cookies
from hardwon.target.exchange import Answer, Request
from hardwon.target.origin import Origin
from hardwon.target.redirects import onwards
from hardwon.text import times, yaml_strings
from hardwon.text.yaml_strings import YamlError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

TESTS = Path(__file__).parents[1]
GOLD = TESTS / "gold"
SHOP = TESTS.parent / "examples" / "shop"
OWN = Path(__file__).with_name("seeds")
CRASHERS = Path(__file__).with_name("crashers")
"""Inputs that once ended in a foreign error, by harness: each is tried again in every run."""

LARGEST_SEED = 20_000
MOST_SEEDS = 40


@dataclass(frozen=True, slots=True)
class Harness:
    """One parser."""

    name: str
    parse: Callable[[bytes], object]
    seeds: tuple[str, ...] = ()
    """Patterns below the tests' gold, the example, or our own seeds."""

    texts: tuple[str, ...] = ()
    """Seeds as they stand."""

    made: Callable[[], bytes] | None = None
    """Makes one more seed."""

    allows: tuple[type[Exception], ...] = (HardwonError,)

    slow: bool = False
    """It calls a whole command: fewer are tried every day."""

    def inputs(self) -> list[bytes]:
        """The seeds, smallest first, and what once crashed it."""
        roots = (GOLD, SHOP, OWN)
        found = {path for pattern in self.seeds for root in roots for path in root.glob(pattern) if path.is_file()}
        seeds = sorted((path.read_bytes() for path in sorted(found)), key=len)
        small = [seed for seed in seeds if len(seed) <= LARGEST_SEED][:MOST_SEEDS]
        crashers = [path.read_bytes() for path in sorted((CRASHERS / self.name).glob("*"))]
        made = [self.made()] if self.made else []
        return [*(text.encode() for text in self.texts), *made, *small, *crashers]

    def crash(self, data: bytes) -> Exception | None:
        """What a parser ended in that it may not end in; None if all is well."""
        try:
            self.parse(data)
        except self.allows:
            return None
        except Exception as error:  # noqa: BLE001 - that is what is looked for
            return error
        return None


def _text(data: bytes) -> str:
    return data.decode("utf-8", "surrogateescape")


def _observation(data: bytes) -> None:
    scope = Scope("products", "shop")
    found = _id_in(data)
    known = observation_file.read(data, id=found, scope=scope)
    try:
        written = observation_file.write(known)
    except UnreadableObservation:
        return
    assert observation_file.read(written, id=found, scope=scope) == known, "written and read again it is another"


def _id_in(data: bytes) -> str:
    line = next((line for line in data.splitlines() if line.startswith(b"id:")), b"id: obs_a-b-c-d-e-f")
    return line.removeprefix(b"id:").strip().strip(b"\"'").decode("utf-8", "replace")


def _memory(data: bytes) -> None:
    known = ledgers.read_ledger(data, None, "memory.json", "retired.json")
    text = ledgers.memory_text(known)
    again = ledgers.read_ledger(text, None, "memory.json", "retired.json")
    assert ledgers.memory_text(again) == text, "written and read again it is another"
    assert dict(again.areas) == dict(known.areas), "an area is another when it is read again"


def _retired(data: bytes) -> None:
    known = ledgers.read_ledger(None, data, "memory.json", "retired.json")
    text = ledgers.retired_text(known)
    again = ledgers.read_ledger(None, text, "memory.json", "retired.json")
    assert ledgers.retired_text(again) == text, "written and read again it is another"


def _merge(data: bytes) -> None:
    """Two sides that differ, each of them foreign, as git hands them over."""
    base, _, side = data.partition(b"\n\0\n")
    for name, content in {"base": base, "ours": base, "theirs": side}.items():
        (_project() / name).write_bytes(content)
    _calling(("merge-driver", "base", "ours", "theirs", ".hardwon/memory.json"))(_project())


def _report(data: bytes) -> None:
    whole = formats.contents_of(data[:4096], [data], "report")
    pieces = [data[place : place + 7] for place in range(0, len(data), 7)]
    assert formats.contents_of(data[:4096], pieces, "report") == whole, "in pieces it says something else"


def _scan(data: bytes) -> None:
    title, _, content = data.decode("utf-8", "replace").partition("\n")
    for origin in ("person", "machine"):
        first, second = (scan(title, content, origin=origin) for _ in range(2))
        assert first == second, "scanned again it is another verdict"
        assert first.safe or first.reason, "blocked without a reason"


def _page(data: bytes) -> None:
    page = parsing.parse(data.decode("utf-8", "replace"), "http://127.0.0.1/a/b?c")
    assert page == parsing.parse(data.decode("utf-8", "replace"), "http://127.0.0.1/a/b?c"), "read again it is another"


def _cookies(data: bytes) -> None:
    cookies = Cookies("shop.example", clock=lambda: 1_800_000_000.0)
    cookies.take("/a/b", data.decode("latin-1").split("\n"))
    cookies.on(Request(method="GET", path="/a/b/c", headers=(("Cookie", "own=1"),)))


def _redirect(data: bytes) -> None:
    location = data.decode("latin-1")
    target = onwards("http://shop.example/a", Answer(status=302, location=location))
    with suppress(UsageError):
        Origin.of("http://shop.example").holds(target or "")


def _charset(data: bytes) -> None:
    charset, _, body = data.partition(b"\n")
    text_of(Answer(status=200, kind="text/html", charset=charset.decode("latin-1"), body=body))


def _git(data: bytes) -> None:
    """Whatever git says, and whatever is asked of it."""
    answer = subprocess.CompletedProcess((), data[:1] == b"!", stdout=data, stderr=data)
    with mock.patch.object(subprocess, "run", return_value=answer):
        git.head(_project())
        git.is_dirty(_project())
        git.committed(_project(), "memory.json")
        with suppress(HardwonError):
            git.changed_files(_project(), "main")


def _lock(data: bytes) -> None:
    path = _project() / ".fuzz.lock"
    path.write_bytes(data)
    try:
        with locked(path, timeout=0):
            pass
    except LockTimeout:
        return
    finally:
        path.unlink(missing_ok=True)


def _time(data: bytes) -> None:
    known = times.moment(_text(data))
    assert times.moment(times.stamp(known)) == known.replace(microsecond=0), "written and read again it is another"


@cache
def _project() -> Path:
    """One folder for all inputs of a process, in memory where that is possible."""
    shared = Path("/dev/shm")  # noqa: S108 - only chosen as the place of a temporary folder
    folder = Path(tempfile.mkdtemp(prefix="hardwon-fuzz-", dir=shared if shared.is_dir() else None))
    (folder / "hardwon.yaml").write_text("{}\n")
    (folder / "e2e").mkdir()
    (folder / "e2e" / "other.yaml").write_text("steps: [Open the shop]\n")
    return folder


def _in_file(place: str, then: Callable[[Path], object], data: bytes) -> None:
    """The input as a file of a project, and whoever reads it. Nothing of one input is left for the next."""
    path = _project() / place
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    try:
        then(_project())
    finally:
        shutil.rmtree(_project() / ".hardwon", ignore_errors=True)
        path.unlink(missing_ok=True)
        (_project() / "hardwon.yaml").write_text("{}\n")


def _calling(*commands: Sequence[str]) -> Callable[[Path], None]:
    """Calls whole commands, without the boundary that turns every error into one of ours."""

    def call(project: Path) -> None:
        for arguments in commands:
            out = io.StringIO()
            with redirect_stdout(out), redirect_stderr(io.StringIO()), chdir(project):
                try:
                    hardwon.main([*arguments], prog_name="hardwon", standalone_mode=False)
                except (HardwonError, click.ClickException, click.Abort, click.exceptions.Exit):
                    continue
                except OSError as error:
                    if error.filename is None:
                        raise  # told as what stands in the way of a file only where it names one
                    continue
            if "--json" in arguments and out.getvalue():
                json.loads(out.getvalue())

    return call


RUN = "20261118T080545-298442-d97c"
RUN_FILE = GOLD / "runs" / "hardwon-3" / "runs" / RUN / "run.json"
HELD = "q-20261118T080545-298442-aaaaaaaaaaaa"


def _evidence(name: str, seeds: tuple[str, ...], *commands: Sequence[str], place: str = "") -> Harness:
    """A file of a run, read by every command that reads it."""
    where = place or f".hardwon/runs/{RUN}/{name}"

    def in_run(project: Path) -> None:
        """A run has its run.json, whatever the rest of it is."""
        if not place and name != "run.json":
            (project / where).with_name("run.json").write_bytes(RUN_FILE.read_bytes())
        calls(project)

    read = (("log", "--json"), ("report", RUN, "--json"), ("doctor", "--json"), ("mandate",), ("curate", RUN))
    calls = _calling(*(commands or read))
    return Harness(name, partial(_in_file, where, in_run), seeds, slow=True)


CALLS = (
    "record",
    "status",
    "recall",
    "observations",
    "mandate",
    "log",
    "config",
    "breaker",
    "areas",
    "report",
    "memory",
)
"""Commands that are called with any arguments: none of them starts a program or writes where it is told to."""


def _arguments(data: bytes) -> None:
    arguments = _text(data).replace("\0", "").split("\n")
    if arguments[0] in CALLS and not any(each.startswith("--project") for each in arguments):
        _in_file("unused", _calling(arguments), b"")


def _tests(data: bytes) -> None:
    _in_file("e2e/test.yaml", lambda root: files.load(root / "e2e/test.yaml", root), data)


def _owners(data: bytes) -> None:
    _in_file("CODEOWNERS", lambda root: guess(["src/a.py", "tests/auth/test_a.py"], codeowners.read(root)), data)


CACHE = ".hardwon/cache/recall.sqlite3"
RECALL = _calling(("recall", "Open the login", "--product", "shop", "--json"))
SEEN = "obs_realm-alone-edo-ubi-nast-naio-rax-kent-angel-veil"


def _recalled(project: Path) -> None:
    """Recall over an observation, with whatever is taken for its index."""
    path = project / ".hardwon" / "observations" / "products" / "shop" / f"{SEEN}.md"
    path.parent.mkdir(parents=True)
    path.write_bytes((OWN / "observations" / path.name).read_bytes())
    RECALL(project)


def _cache() -> bytes:
    """An index as recall makes it."""
    found: list[bytes] = []

    def keep(project: Path) -> None:
        _recalled(project)
        found.append((project / CACHE).read_bytes())

    _in_file("unused", keep, b"")
    return found[0]


HARNESSES = (
    Harness("observation", _observation, ("observations/**/*.md", "runs/**/*.md"), allows=(UnreadableObservation,)),
    Harness("memory", _memory, ("memory/**/memory.json", "runs/**/memory.json"), allows=(DamagedRecord,)),
    Harness("retired", _retired, ("memory/**/retired.json",), allows=(DamagedRecord,)),
    Harness("merge", _merge, ("memory/**/memory.json", "merge/*"), slow=True),
    Harness("yaml", lambda data: yaml_strings.read(_text(data)), ("**/*.yaml",), allows=(YamlError,)),
    Harness("tests", _tests, ("e2e/*.yaml", "tests/*.yaml")),
    Harness("scenarios", scenarios.parse, ("scenarios/*.json",)),
    Harness("report", _report, ("reports/**/*.xml", "reports/*.json", "reports/*.tap"), allows=(ReportError,)),
    Harness(
        "decisions",
        partial(_in_file, "d.json", _calling(("curate", "--product", "shop", "--decisions", "d.json", "--json"))),
        ("decisions/*.json",),
        slow=True,
    ),
    Harness("scanner", _scan, ("scanner/*", "observations/**/*.md"), allows=()),
    Harness("page", _page, ("pages/*.html",), allows=()),
    Harness("cookies", _cookies, ("cookies/*",), allows=()),
    Harness("redirect", _redirect, texts=("/a#b", "//[::1]:80/x", "http://shop.example:99999/", "?x=%zz"), allows=()),
    Harness(
        "charset", _charset, texts=("utf-8\n<p>ä", "gb2312\n<meta charset=big5>x", "\n<meta charset='x'>"), allows=()
    ),
    Harness("codeowners", _owners, texts=("# c\n*.py @a\n/src/ a@b.c @d/e\n[X] @y\n\\#a\\ b @c\n",)),
    Harness("git", _git, texts=("3a3a932\n", "?? a b\0R  a\0b\0", "!fatal: no", "filter.x.clean\0a\0")),
    Harness("lock", _lock, texts=('{"pid": 1, "timestamp": "2026-01-05T10:00:00Z"}', "1", "", '{"pid": 1e999}')),
    Harness("time", _time, texts=("2026-01-05T10:00:00Z", "2026-01-05T10:00:00.123+01:00"), allows=(ValueError,)),
    Harness("arguments", _arguments, ("arguments/*",), slow=True),
    Harness(
        "hardwon.yaml",
        partial(_in_file, "hardwon.yaml", _calling(("config", "--json"), ("status", "--json"))),
        ("hardwon.yaml", "configuration/*.yaml"),
        slow=True,
    ),
    Harness(
        "pyproject.toml",
        partial(_in_file, "pyproject.toml", _calling(("config", "--json", "--set", "minTrust=0.5"))),
        ("configuration/*.toml",),
        slow=True,
    ),
    _evidence("run.json", ("runs/**/run.json",)),
    _evidence("tests.json.gz", ("runs/**/tests.json.gz",)),
    _evidence("tests.jsonl", ("runs/**/tests.jsonl",)),
    _evidence("changes.jsonl", ("runs/**/changes.jsonl",)),
    _evidence("steps.jsonl", ("runs/**/steps.jsonl",)),
    _evidence("conclusions.jsonl", ("runs/**/conclusions.jsonl",)),
    _evidence(
        "outcomes",
        ("runs/**/*outcomes/*.jsonl",),
        ("breaker", "--json"),
        ("doctor", "--json"),
        place=".hardwon/runs/.outcomes/shop-8d9001d32c6a703d.jsonl",
    ),
    _evidence(
        "quarantine",
        ("quarantine/*.json",),
        ("quarantine", "list", "--json"),
        ("quarantine", "show", HELD),
        ("quarantine", "release", HELD, "--why", "fuzz"),
        place=f".hardwon/quarantine/{HELD}.json",
    ),
    Harness("recall.sqlite3", partial(_in_file, CACHE, _recalled), made=_cache, slow=True),
)

BY_NAME = {harness.name: harness for harness in HARNESSES}
