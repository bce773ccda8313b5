"""runs/.outcomes/: how attempts at tests ended, with and without memory. What the circuit breaker rests on.

One file per product, one line per attempt, only ever appended to, under a lock; of a file that has grown long the last
lines are kept. A writer that is killed leaves at most one broken line, which is passed over and counted. It is local
evidence: where it is missing nothing is known, and nothing is guessed.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any

from hardwon.errors import StorageError, UsageError
from hardwon.guard.breaker import CircuitBreaker
from hardwon.store import atomic, lines, reading
from hardwon.store.lock import locked
from hardwon.store.protocol import BreakerStanding
from hardwon.text.plain import one_line

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

LONGEST_PRODUCT = 1000
MOST_READ = 64_000_000
"""Bytes at the end of a file that are looked at."""

FEWEST_KEPT = 1000
"""Outcomes that stay when a file is shortened, so that a larger window finds some."""

MOST_NAMED = 5
"""Broken lines of one file that are named one by one."""

_LOCK = ".outcomes.lock"


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcomes:
    """The outcomes in one folder, and the rule by which they are judged."""

    folder: Path
    window: int = 20
    baseline: int = 3
    threshold: float = 0.15
    lock_timeout: float = 120.0

    def record(self, product: str, *, with_memory: bool, passed: bool, run: str, test: str, at: str) -> CircuitBreaker:
        """Keep the outcome of one attempt; the breaker as it stands then, attempts of other processes included."""
        line = {
            "product": checked_product(product),
            "with_memory": with_memory,
            "passed": passed,
            "run": one_line(run),
            "test": one_line(test),
            "time": at,
        }
        with locked(self.folder / _LOCK, timeout=self.lock_timeout):
            content = self._append(product, line)
            return self._standing(product, content).breaker

    def reset(self, product: str, *, at: str) -> int:
        """Let the product start without outcomes; how many there were. The lines stay as history."""
        with locked(self.folder / _LOCK, timeout=self.lock_timeout):
            known = self._standing(product, _read(self.path_of(product))).outcomes
            self._append(product, {"product": checked_product(product), "reset": True, "time": at})
            return known

    def standing(self, product: str) -> BreakerStanding:
        """What is known of a product; nothing is written or created by asking."""
        return self._standing(product, _read(self.path_of(product)))

    def breaker(self, product: str) -> CircuitBreaker:
        """The breaker of a product as its outcomes leave it."""
        return self.standing(product).breaker

    def products(self) -> list[str]:
        """Every product of which a line can be read, sorted by name. `doctor` names what cannot be read."""
        found = {name for path in self.paths() if (name := _product_told(path)) and self.path_of(name) == path}
        return sorted(found)

    def paths(self) -> list[Path]:
        """The files, sorted by name."""
        return sorted(self.folder.glob("*.jsonl")) if self.folder.is_dir() else []

    def flaws(self) -> Iterator[tuple[str, str]]:
        """What cannot be read, each with its place: `doctor` names it."""
        for path in self.paths():
            try:
                for number in islice(_broken_lines(path), MOST_NAMED):
                    yield str(path), f"line {number}: is not the outcome of an attempt; the breaker passes over it"
            except OSError as error:
                yield str(path), f"cannot be read: {error.strerror}"

    def path_of(self, product: str) -> Path:
        """The file of a product: a name that any file system takes, whatever the product is called."""
        digest = hashlib.sha256(product.encode("utf-8", "surrogatepass")).hexdigest()[:16]
        readable = re.sub(r"[^a-z0-9]+", "-", product.lower()[:40]).strip("-")
        return self.folder / f"{readable or 'product'}-{digest}.jsonl"

    def _append(self, product: str, line: dict[str, Any]) -> bytes:
        """Add a line under the lock; what the file then holds."""
        path = self.path_of(product)
        before = _read(path)
        # A killed writer may have left half a line: ours must not become part of it.
        added = (b"\n" if before and not before.endswith(b"\n") else b"") + json.dumps(line).encode() + b"\n"
        try:
            with os.fdopen(lines.opened(path), "ab") as file:
                file.write(added)
                file.flush()
                os.fsync(file.fileno())
            if not before:
                atomic.sync_folder(path.parent)
        except OSError as error:
            raise StorageError(
                f"Could not write {path}: {error.strerror or error}.",
                remedy="The outcome was not kept. Check space, permissions and the path, then try again.",
            ) from error
        return self._shortened(path, before + added)

    def _shortened(self, path: Path, content: bytes) -> bytes:
        kept = max(FEWEST_KEPT, self.window)
        if content.count(b"\n") <= 2 * kept:
            return content
        rest = b"".join(line + b"\n" for line in [line for line in content.splitlines() if _row(line)][-kept:])
        atomic.write(path, rest)
        return rest

    def _standing(self, product: str, content: bytes) -> BreakerStanding:
        """Judge the newest lines: as many as the window holds, and none before a reset."""
        newest: list[dict[str, Any]] = []
        broken = 0
        for line in reversed(content.splitlines()):
            row = _row(line)
            if row is None or row["product"] != product:
                broken += bool(line.strip())
            elif row.get("reset") is True or len(newest) == self.window:
                break
            else:
                newest.append(row)
        breaker = CircuitBreaker(self.window, self.baseline, self.threshold)
        for row in reversed(newest):
            breaker.record(with_memory=row["with_memory"], passed=row["passed"])
        return BreakerStanding(product=product, breaker=breaker, broken=broken, where=self.path_of(product).name)


def _broken_lines(path: Path) -> Iterator[int]:
    """The numbers of the lines of a file that are no outcome; OSError if it cannot be read."""
    for number, line in enumerate(reading.content(path).splitlines(), start=1):
        if line.strip() and _row(line) is None:
            yield number


def checked_product(product: str) -> str:
    """The name of a product; UsageError if it cannot be one."""
    if not product.strip() or len(product) > LONGEST_PRODUCT:
        raise UsageError(
            f"{one_line(product, 80)!r} cannot be the name of a product.",
            remedy=f"A name is not empty and has at most {LONGEST_PRODUCT} characters.",
        )
    return product


def _read(path: Path) -> bytes:
    """The file, or the end of it where it is absurdly long; nothing where there is none."""
    try:
        with reading.opened(path) as file:
            file.seek(max(0, os.fstat(file.fileno()).st_size - MOST_READ))
            return file.read()
    except FileNotFoundError:
        return b""
    except OSError as error:
        raise StorageError(
            f"Could not read {path}: {error.strerror or error}.",
            remedy="It is local evidence: delete it if it is of no use, and the breaker starts without history.",
        ) from error


def _row(line: bytes) -> dict[str, Any] | None:
    """The outcome or reset that a line holds; None if it holds neither."""
    try:
        row = json.loads(line)
    except (ValueError, RecursionError):
        return None
    if not isinstance(row, dict) or not isinstance(row.get("product"), str):
        return None
    is_outcome = isinstance(row.get("with_memory"), bool) and isinstance(row.get("passed"), bool)
    return row if is_outcome or row.get("reset") is True else None


def _product_told(path: Path) -> str:
    try:
        content = _read(path)
    except StorageError:
        return ""
    rows = (_row(line) for line in reversed(content.splitlines()))
    return next((str(row["product"]) for row in rows if row), "")
