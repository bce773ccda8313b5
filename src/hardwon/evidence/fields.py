"""Fields that reports of all formats have, read with suspicion."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from hardwon.evidence.redaction import name_kept

if TYPE_CHECKING:
    from hardwon.evidence.results import Result

LONGEST = 1000
"""Characters that are kept of a name; more is noise."""

MOST_TESTS = 500_000
"""Tests in one report; each is held in memory."""

LONGEST_DURATION = 1e9
"""Seconds, thirty years: no test takes longer."""

_FIRST_MOMENT, _LAST_MOMENT = 946_684_800.0, 4_102_444_800.0
"""The years from 2000 to 2099: nothing that is read here is older."""

OUTSIDE_NAME = re.compile(
    r'.{0,300}"(?:before|after) (?:each|all)" hook'  # mocha
    r"|\s*Test execution failure: could be caused by test hooks"  # jest-junit
    r"|(?:setUp|tearDown)(?:Class|Module) \("  # unittest
    r"|(?:classMethod|initializationError)$"  # Gradle, JUnit 4
)
"""Names that runners give to a hook instead of a test."""

HOOK_FAILED = "hookFailed"
"""Kind of a failure that node's test runner places outside of the test."""

CANCELLED = "cancelledByParent"
"""Its kind of a failure for a test that a failed hook kept from starting; but also for one that never ends."""


def text(value: Any) -> str:
    """A text of a report; whatever is no text counts as none."""
    return cut(value) if isinstance(value, str) else ""


def cut(name: str) -> str:
    """What is kept of a name. A cut must not go through a secret: half of one would not be recognised later."""
    return name if len(name) <= LONGEST else name_kept(name, LONGEST)


def seconds(value: Any) -> float | None:
    """A duration as a report gives it; None where it makes no sense."""
    try:
        found = float(str(value).replace(",", ""))
    except ValueError:
        return None
    return found if 0 <= found < LONGEST_DURATION else None


def moment_of(value: Any) -> float | None:
    """A moment as reports write it, in seconds since 1970: ISO 8601, in UTC where it names no zone, or milliseconds.

    None where it makes no sense: some builds write the beginning of time, so that they can be repeated.
    """
    try:
        if isinstance(value, str):
            found = _read_moment(value.strip())
            at = (found if found.tzinfo else found.replace(tzinfo=UTC)).timestamp()
        elif type(value) in (int, float):
            at = value / 1000
        else:
            return None
    except (ValueError, OverflowError):
        return None
    return at if _FIRST_MOMENT < at < _LAST_MOMENT else None


def _read_moment(value: str) -> datetime:
    if value.endswith(" GMT"):  # Mocha writes its moments as HTTP does
        return datetime.strptime(f"{value[:-4]} +0000", "%a, %d %b %Y %H:%M:%S %z")
    return datetime.fromisoformat(value)


def area_named(key: str, value: str) -> str:
    """The area that a property names: `area` = NAME, or a list of tags with `area:NAME`."""
    if key.lower() == "area":
        return value
    return tagged_area(value.split(",")) if key.lower() in ("tag", "tags") else ""


def tagged_area(tags: Any) -> str:
    """The NAME of the first tag `area:NAME` or `@area:NAME`; "" if there is none."""
    for tag in tags if isinstance(tags, list) else ():
        kind, _, name = text(tag).strip().removeprefix("@").partition(":")
        if kind.lower() == "area" and name.strip():
            return name.strip()
    return ""


def annotated_area(holder: Any) -> str:
    """The area in a list of `annotations`, as Playwright has them."""
    annotations = holder.get("annotations") if isinstance(holder, dict) else None
    for annotation in annotations if isinstance(annotations, list) else ():
        if isinstance(annotation, dict) and text(annotation.get("type")).lower() == "area":
            return text(annotation.get("description"))
    return ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Contents:
    """What one report holds."""

    results: list[Result]
    commit: str = ""
    """The commit that it says it is about."""

    run: str = ""
    """The run of hardwon's that it is of."""

    began: float | None = None
    """When its tests began, in seconds since 1970; None if it does not say."""


Shared = dict[tuple[Any, ...], "tuple[tuple[str, str, str], Result]"]
"""Tests that just passed, as a report before had them, by all that it said of them but how long they took. Whoever
reads thousands of reports and asks for no durations is spared half of the work."""

RUN = "hardwon_run"
"""Under this name a report tells of which run of hardwon's it is."""

_COMMIT_NAMES = frozenset(
    {"commit", "commithash", "commitid", "commitsha", "cicommitsha", "gitcommit", "gitcommithash", "gitcommitid"}
    | {"gitcommitsha", "githubsha", "gitrevision", "gitsha", "revision", "sha", "vcsrevision"}
)
_COMMIT = re.compile(r"[0-9a-fA-F]{7,64}")
_STAMP = re.compile(r"[-_. ]?[0-9]{8,}$")


def commit_named(name: str, value: str) -> str:
    """The commit that a property of a report names; empty if it is about something else."""
    plain = re.sub(r"[^a-z]", "", name.lower())
    return value.strip() if plain in _COMMIT_NAMES and _COMMIT.fullmatch(value.strip()) else ""


def source_named(*names: str) -> str:
    """What a source of tests is called: the first name that says anything, without the time that some runners add."""
    return next((plain for name in names if (plain := _STAMP.sub("", text(name).strip()))), "")
