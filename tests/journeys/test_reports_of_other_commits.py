"""Reports of other commits than the one that lies here: they count, but prove nothing about the present files."""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING, Any

import pytest
from tests.journeys.conftest import NAMES

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.journeys.conftest import Hour

RULES = {
    "with paths": 'areas: [{area: auth, tests: ["tests/auth/**"], paths: ["src/**"]}]\n',
    "without paths": 'areas: [{area: auth, tests: ["tests/auth/**"]}]\n',
}
EASY = """services:
  confidence: {retirementThreshold: 0.1, stableThreshold: 0.1, volatileThreshold: 0.05, retirementTests: 1}
"""
INVENTED = "00000000a{:07d}"


def head(hour: Hour) -> str:
    asked = subprocess.run(["git", "rev-parse", "HEAD"], cwd=hour.root, check=True, capture_output=True, text=True)
    return asked.stdout.strip()


def of(hour: Hour, *commits: str, failing: str = "") -> str:
    """Ingest a report of each commit, together."""
    named = (f'<property name="git.commit" value="{each}"/>' if each else "" for each in commits)
    return hour.ingest(*(hour.report(NAMES, properties=each, failing=failing) for each in named))


def auth(hour: Hour) -> dict[str, Any]:
    [found] = [each for each in hour.hardwon("status")["areas"] if each["name"] == "auth"]
    return dict(found)


def is_retired(hour: Hour) -> bool:
    return bool(auth(hour)["status"] == "retired")


def skipped(hour: Hour) -> int:
    return int(hour.hardwon("select")["skipped"])


@pytest.fixture(params=RULES)
def begun(hour: Hour, request: pytest.FixtureRequest) -> Hour:
    """One pass retires an area; nothing has been recorded yet."""
    (hour.root / ".gitignore").write_text(".pytest_cache/\n__pycache__/\nreport-*.xml\n")
    (hour.root / "hardwon.yaml").write_text(EASY + RULES[request.param])
    hour.commit()
    return hour


def moved_on(hour: Hour) -> str:
    """The sources are broken in a newer commit; the older one's name."""
    older = head(hour)
    hour.edit()
    hour.commit()
    return older


def test_a_report_of_the_commit_that_lies_here_is_about_the_present(begun: Hour) -> None:
    assert of(begun, head(begun)) == ""
    assert is_retired(begun)
    assert skipped(begun) == 7


OTHERS: dict[str, Callable[[Hour], tuple[str, ...]]] = {
    "the commit before": lambda hour: (moved_on(hour),),
    "a commit that nobody knows": lambda _: (INVENTED.format(1),),
    "the present and the one before": lambda hour: (moved_on(hour), head(hour)),
    "none, and the one before": lambda hour: ("", moved_on(hour)),
}


@pytest.mark.parametrize("other", OTHERS)
def test_a_report_of_another_commit_counts_but_proves_nothing_here(begun: Hour, other: str) -> None:
    commits = OTHERS[other](begun)
    assert of(begun, *commits) == ""
    found = auth(begun)
    assert found["confidence"] == pytest.approx(0.19)
    assert found["status"] != "retired"
    assert "not yet on the present state" in found["proof"]
    assert "fingerprint" not in begun.suite.areas["auth"]
    assert skipped(begun) == 0
    assert begun.hardwon("doctor")["findings"] == []
    assert of(begun, head(begun)) == "", "what was told of the other is no part of a proof here"
    assert is_retired(begun)


def test_no_number_of_invented_commits_retires(begun: Hour) -> None:
    for number in range(16):
        assert of(begun, INVENTED.format(number)) == ""
    assert auth(begun)["confidence"] > 0.95
    assert not is_retired(begun)
    assert skipped(begun) == 0


def test_where_the_files_that_were_tested_lie_here_again_the_area_has_not_changed(begun: Hour) -> None:
    older = moved_on(begun)
    of(begun, older)
    begun.git("checkout", "-q", older, "--", "src")
    assert auth(begun)["confidence"] == pytest.approx(0.19)


def test_a_late_report_takes_nothing_from_what_is_proven_here(begun: Hour) -> None:
    older = moved_on(begun)
    of(begun, head(begun))
    before = begun.suite.areas["auth"].get("fingerprint")
    assert of(begun, older) == ""
    assert is_retired(begun)
    assert begun.suite.areas["auth"].get("fingerprint") == before
    assert skipped(begun) == 7
    begun.edit()
    assert skipped(begun) == 0, "what is compared is what passed here"


def test_a_late_failure_ends_retirement_and_reduction(begun: Hour) -> None:
    older = moved_on(begun)
    of(begun, head(begun))
    assert of(begun, older, failing="a") == ""
    assert not is_retired(begun)
    assert skipped(begun) == 0


def test_a_changed_area_stays_changed(hour: Hour) -> None:
    (hour.root / "hardwon.yaml").write_text(EASY + RULES["with paths"])
    hour.commit()
    older = head(hour)
    of(hour, older)
    hour.edit()
    hour.commit()
    assert auth(hour)["confidence"] == 0
    assert of(hour, INVENTED.format(1)) == ""
    assert auth(hour)["confidence"] == 0
    assert not is_retired(hour)


NEAR: dict[str, tuple[str, bool]] = {
    "README.md": ("with paths", True),
    "other.py": ("with paths", True),
    "src/new.py": ("with paths", False),
    "src/shop.py": ("with paths", False),
    "docs/page.md": ("without paths", True),
    "tool.py": ("without paths", False),
}


@pytest.mark.parametrize("name", NEAR)
def test_a_work_tree_that_differs_elsewhere_is_still_what_was_tested(hour: Hour, name: str) -> None:
    """By the area's own files; where those are not known, by every source."""
    rules, is_present = NEAR[name]
    (hour.root / "hardwon.yaml").write_text(EASY + RULES[rules])
    hour.commit()
    (hour.root / name).parent.mkdir(exist_ok=True)
    (hour.root / name).write_text("not committed\n")
    of(hour, head(hour))
    assert is_retired(hour) is is_present


def test_who_names_the_state_does_not_want_the_report_to_be_asked(begun: Hour) -> None:
    """As for a remote target, whose commits are not here."""
    report = begun.report(NAMES, properties=f'<property name="git.commit" value="{INVENTED.format(1)}"/>')
    assert begun.ingest(report, "--state", "build 7") == ""
    assert is_retired(begun)
