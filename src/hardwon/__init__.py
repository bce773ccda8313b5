"""hardwon: a memory that AI testers and test suites can trust.

The public names load on first use: importing this package does no work and reads no file.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hardwon.agents import CannotRun, Outcome
    from hardwon.areas.area import Area, Verdict
    from hardwon.areas.selection import Candidate
    from hardwon.errors import HardwonError
    from hardwon.guard.breaker import CircuitBreaker
    from hardwon.guard.scanner import scan
    from hardwon.memory import Memory

__version__ = "0.1.0"

_HOME = {
    "Area": "hardwon.areas.area",
    "Candidate": "hardwon.areas.selection",
    "CannotRun": "hardwon.agents",
    "CircuitBreaker": "hardwon.guard.breaker",
    "HardwonError": "hardwon.errors",
    "Memory": "hardwon.memory",
    "Outcome": "hardwon.agents",
    "Verdict": "hardwon.areas.area",
    "scan": "hardwon.guard.scanner",
}

__all__ = [
    "Area",
    "Candidate",
    "CannotRun",
    "CircuitBreaker",
    "HardwonError",
    "Memory",
    "Outcome",
    "Verdict",
    "__version__",
    "scan",
]


def __getattr__(name: str) -> object:
    if name not in _HOME:
        raise AttributeError(f"module 'hardwon' has no attribute {name!r}")
    from importlib import import_module  # noqa: PLC0415 - only when a public name is first used

    return getattr(import_module(_HOME[name]), name)
