"""What only the user can grant: a flag, the environment or the user's own file. A file of the repository cannot.

Whoever wrote a repository does not decide which folders outside of it are written to, where keys go, or which variables
and programs are used. A setting says by its `grant` what of it is such a decision.
"""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hardwon.errors import NotGranted
from hardwon.project import root as projects
from hardwon.project.config_files import place_of_user
from hardwon.text.plain import one_line

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from hardwon.project.settings import Scalar, Setting


@dataclass(frozen=True, slots=True, kw_only=True)
class GivenValue:
    """A value that somebody gave to a setting."""

    setting: Setting
    value: Scalar
    source: str
    """As `hardwon config` shows it."""

    spot: str = ""
    """Where exactly, for messages: the file and the line."""


def permitted(
    asked: Mapping[str, GivenValue], said: Mapping[str, GivenValue], root: Path, environ: Mapping[str, str]
) -> dict[str, GivenValue]:
    """What counts of a file of the repository; NotGranted if it asks for a grant, and the user has not said anything.

    Where the user has, that counts, and the file's wish does not.
    """
    counting = {}
    for key, given in asked.items():
        if not needs_grant(given, root):
            counting[key] = given
        elif key not in said:
            raise refused(given, environ)
    return counting


def needs_grant(given: GivenValue, root: Path) -> bool:
    """Whether a value from a file of the repository would grant something."""
    if given.setting.grant == "outside":
        return not projects.leads_inside(root, root / str(given.value))
    return given.setting.grant == "always"


def refused(given: GivenValue, environ: Mapping[str, str]) -> NotGranted:
    """The error for a wish of the repository, with the ways to grant it."""
    setting = given.setting
    value = "…" if setting.secret else one_line(str(given.value), 200)
    why = "leads out of the project" if setting.grant == "outside" else "is a grant"
    return NotGranted(
        f"{given.spot}: {setting.key} {value!r} {why}, and a file of the repository cannot grant that.",
        remedy=f"If you want it: {ways(setting, value, environ)}.",
    )


def ways(setting: Setting, value: str, environ: Mapping[str, str]) -> str:
    """How the user gives a value to a setting."""
    own = place_of_user(environ)
    in_own = f", or `{setting.key}` in {own}" if own else ""
    flag = f"`--set {setting.name}={shlex.quote(value)}` for one call"
    return f"{flag}, {setting.variable} in the environment{in_own}"
