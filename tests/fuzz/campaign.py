"""Fuzzes every parser with atheris, led by coverage, for some minutes in all: what `make fuzz` calls.

    python tests/fuzz/campaign.py --minutes 5 [HARNESS…]

Each harness runs in a process of its own. A crash does not end it: the first input of each kind of crash is kept in
tests/fuzz/crashers/, to be tried by `make test` from then on. Exits 1 when there was one.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
import traceback
from hashlib import sha256
from pathlib import Path

ROOT = Path(__file__).parents[2]
LONGEST_INPUT = 20_000
MOST_SECONDS = 20
"""For one input: more is a hang."""

DONE = re.compile(r"Done (\d+) runs|#(\d+)\s+\w+")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=5)
    parser.add_argument("--alone", metavar="HARNESS", help=argparse.SUPPRESS)
    parser.add_argument("harnesses", nargs="*", help="all without")
    asked = parser.parse_args()
    sys.path.insert(0, str(ROOT))
    if asked.alone:
        return _fuzz(asked.alone, seconds=round(asked.minutes * 60))
    return _all(asked.harnesses, asked.minutes)


def _all(wanted: list[str], minutes: float) -> int:
    from tests.fuzz.harnesses import CRASHERS, HARNESSES  # noqa: PLC0415 - the path is set only now

    chosen = [harness.name for harness in HARNESSES if not wanted or harness.name in wanted]
    before = set(CRASHERS.glob("*/*"))
    total, failed = 0, []
    for name in chosen:
        command = [sys.executable, __file__, "--alone", name, "--minutes", str(minutes / len(chosen))]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, errors="replace", check=False)
        runs = max((int(first or second) for first, second in DONE.findall(done.stderr)), default=0)
        total += runs
        print(f"{name:20}{runs:10,} inputs  exit {done.returncode}", flush=True)  # noqa: T201 - a program's output
        if done.returncode:
            failed.append(name)
            print(done.stderr[-3000:])  # noqa: T201 - as above
    found = sorted(set(CRASHERS.glob("*/*")) - before)
    print(f"{'all':20}{total:10,} inputs, {len(found)} new crashes")  # noqa: T201 - as above
    for path in found:
        print(f"  {path.relative_to(ROOT)}")  # noqa: T201 - as above
    return 1 if found or failed else 0


def _fuzz(name: str, *, seconds: int) -> int:
    import atheris  # noqa: PLC0415 - an extra, for this alone

    with atheris.instrument_imports(include=["hardwon"]):
        from tests.fuzz.harnesses import BY_NAME  # noqa: PLC0415 - as it is instrumented
    os.environ["PATH"] = "/nonexistent"  # asking git takes longer than all the rest
    harness = BY_NAME[name]
    kinds: set[str] = set()

    def one(data: bytes) -> None:
        crash = harness.crash(data)
        kind = "" if crash is None else _kind(crash)
        if crash is not None and kind not in kinds:
            kinds.add(kind)
            _keep(name, data, crash)

    with tempfile.TemporaryDirectory() as corpus:
        for number, seed in enumerate(harness.inputs()):
            Path(corpus, str(number)).write_bytes(seed)
        options = [f"-max_total_time={max(1, seconds)}", f"-max_len={LONGEST_INPUT}", f"-timeout={MOST_SECONDS}"]
        atheris.Setup([sys.argv[0], *options, f"-artifact_prefix={corpus}/", "-seed=1", corpus], one)
        atheris.Fuzz()
    return 0


def _kind(crash: Exception) -> str:
    """The error, and the last line of ours that it came through."""
    ours = [frame for frame in traceback.extract_tb(crash.__traceback__) if "/hardwon/" in frame.filename]
    return f"{type(crash).__name__} {ours[-1].filename}:{ours[-1].lineno}" if ours else repr(crash)


def _keep(name: str, data: bytes, crash: Exception) -> None:
    folder = Path(__file__).with_name("crashers") / name
    folder.mkdir(parents=True, exist_ok=True)
    (folder / sha256(data).hexdigest()[:12]).write_bytes(data)
    sys.stderr.write(f"CRASH {_kind(crash)}: {crash}\n")


if __name__ == "__main__":
    sys.exit(main())
