"""A test that could run, in the area where it lies. Pure."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A test that could run."""

    test: str
    """Its name, as history has it: for pytest its node id."""

    area: str
    unskippable: bool = False
    file: str = ""
    """Where it lies, as far as that is known: a test that was just edited runs."""
