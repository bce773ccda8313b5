"""Decisions about a whole run, each given to the test of the run that it is about. Pure.

A confirmation or deprecation is about the test into which its observation was injected. An addition to the product may
come from any of them, so it needs a run in which every test passed; one to a test or a suite has to say which.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hardwon.curation.reach import Reach
from hardwon.curation.support import Support
from hardwon.guard.ablation import conclude
from hardwon.observations.deltas import DecisionError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hardwon.evidence.past_tests import PastTest
    from hardwon.observations.decisions import Decision

Shares = list[tuple[Reach, list["Decision"]]]


def shared_out(
    tests: Sequence[PastTest], decisions: Sequence[Decision], *, supported: bool
) -> tuple[Shares, list[DecisionError]]:
    """For each test its reach and its decisions, and an error for each decision that fits none."""
    may_add = all(test.status == "passed" for test in tests)
    shares: Shares = [(_reach(test, may_add=may_add, supported=supported), []) for test in tests]
    errors = []
    for decision in decisions:
        unclear = _unclear(tests, decision) if decision.action == "add" and may_add else ""
        if unclear:
            errors.append(DecisionError(index=decision.index, action=decision.action, reason=unclear))
        else:
            shares[_about(tests, decision)][1].append(decision)
    return shares, errors


def _reach(test: PastTest, *, may_add: bool, supported: bool) -> Reach:
    support = Support.of(conclude(*test.attempts).lessons_of) if supported else None
    return Reach(place=test.place, run=test.run, known=test.known, may_add=may_add, support=support)


def _unclear(tests: Sequence[PastTest], decision: Decision) -> str:
    """Why nobody can say where an addition belongs; empty if it is clear."""
    if len({test.place.product for test in tests}) > 1:
        return "the run was about several products; say with --product or --test which one it is about"
    in_suite = decision.scope == "suite" and any(test.place.suite for test in tests)
    if len(tests) > 1 and (decision.scope == "test" or in_suite):
        return "the run had several tests; say with --test which one it is about"
    return ""


def _about(tests: Sequence[PastTest], decision: Decision) -> int:
    """The test that was given the observation; the first one if none was, where it is refused."""
    return next((place for place, test in enumerate(tests) if decision.observation_id in test.known), 0)
