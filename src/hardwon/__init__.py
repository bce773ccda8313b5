"""hardwon: a memory that AI testers and test suites can trust.

The public names load on first use: importing this package does no work and reads no file.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from hardwon import version

if TYPE_CHECKING:
    from hardwon.areas.area import Area, Verdict
    from hardwon.areas.candidate import Candidate
    from hardwon.errors import HardwonError
    from hardwon.guard.breaker import CircuitBreaker
    from hardwon.guard.scanner import scan
    from hardwon.memory import Memory
    from hardwon.steps.step import CannotRun, Hint, Outcome, PlainStep, Step

__version__ = version.VERSION

_HOME = {
    "Area": "hardwon.areas.area",
    "Candidate": "hardwon.areas.candidate",
    "CannotRun": "hardwon.steps.step",
    "CircuitBreaker": "hardwon.guard.breaker",
    "HardwonError": "hardwon.errors",
    "Hint": "hardwon.steps.step",
    "Memory": "hardwon.memory",
    "Outcome": "hardwon.steps.step",
    "PlainStep": "hardwon.steps.step",
    "Step": "hardwon.steps.step",
    "Verdict": "hardwon.areas.area",
    "scan": "hardwon.guard.scanner",
}

__all__ = [
    "Area",
    "Candidate",
    "CannotRun",
    "CircuitBreaker",
    "HardwonError",
    "Hint",
    "Memory",
    "Outcome",
    "PlainStep",
    "Step",
    "Verdict",
    "__version__",
    "scan",
]


def __getattr__(name: str) -> object:
    if name not in _HOME:
        raise AttributeError(f"module 'hardwon' has no attribute {name!r}")
    return getattr(import_module(_HOME[name]), name)
