"""What a project is called where several share one memory."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hardwon.errors import GitError, SettingError
from hardwon.project import git
from hardwon.text.plain import one_line

if TYPE_CHECKING:
    from pathlib import Path

    from hardwon.project.config import Config

LONGEST = 200
_ORIGIN = re.compile(r"(?:[a-z][a-z0-9+.-]*://[^/]*/|[^/@:]*@?[^/:]+:(?!/))?(.*)", re.IGNORECASE)
"""An address with a scheme, or git's own short form of host:path, and the path in it."""

_KEY = "services.memory.project"


def name_of(root: Path, config: Config) -> str:
    """What the configuration says, else the path of git's origin, else the folder's name."""
    given = config.values[_KEY]
    name = str(given).strip() if given else _origin(root) or root.resolve().name
    if not name or len(name) > LONGEST or one_line(name, LONGEST) != name:
        raise SettingError(
            f"{one_line(name, 80)!r} cannot be what the project is called on the server.",
            remedy=f"Set {_KEY}: one line of at most {LONGEST} characters.",
        )
    return name


def _origin(root: Path) -> str:
    """The path of git's origin, without who asks there and the .git at its end; "" if there is none."""
    try:
        address = git.ask(root, "config", "--get", "remote.origin.url").strip()
    except GitError:
        return ""
    return path_in(address)


def path_in(address: str) -> str:
    """The path in the address of a remote."""
    found = _ORIGIN.fullmatch(address.strip())
    return (found[1] if found else "").strip("/").removesuffix(".git").strip("/")
