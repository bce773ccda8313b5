"""The files that configure: the project's, which anybody may have written, and the user's own."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hardwon.errors import SettingError
from hardwon.project import root as projects
from hardwon.project.settings import BY_KEY, camel
from hardwon.store import reading
from hardwon.text import toml
from hardwon.text.plain import one_line

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from hardwon.project.root import Project

LARGEST_FILE = 1_000_000
AGENT_QA = "agent-qa.config.yaml"
TESTSTOP = ".teststop/config.yaml"


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfigFile:
    """What a configuration file holds, unchecked."""

    path: Path
    shown: str
    """As messages and `hardwon config` name it."""

    data: Any
    line_of: Callable[[tuple[str | int, ...]], int | None]
    """The line of each value, where the format tells."""

    is_adopted: bool = False
    """It is another tool's: it configures what it shares with us, and nothing keeps a file of ours from being made."""


def of_project(project: Project) -> ConfigFile | None:
    """hardwon.yaml or pyproject.toml in the root; SettingError if it leads out, or both configure."""
    own, shared = project.root / projects.CONFIG, project.root / "pyproject.toml"
    in_shared = projects.has_table(shared)
    if own.exists() and in_shared:
        raise SettingError(
            "Both hardwon.yaml and [tool.hardwon] in pyproject.toml configure this project.",
            remedy="Keep one of them and remove the other.",
        )
    path = shared if in_shared else own
    if not in_shared and not own.exists():
        return _of_agent_qa(project)
    if not projects.leads_inside(project.root, path):
        raise SettingError(
            f"{path.name} is a link that leads out of the project.",
            remedy="Put the file itself into the project; what is yours alone belongs into your own configuration.",
        )
    return _toml(path) if in_shared else _yaml(path, path.name)


def _of_agent_qa(project: Project) -> ConfigFile | None:
    """What agent-qa's own file says that means something here, too: `services.memory`, and where targets are."""
    path = project.root / AGENT_QA
    if not path.is_file() or not projects.leads_inside(project.root, path):
        return None
    file = _yaml(path, path.name)
    memory = _inner(_inner(file.data, "services"), "memory")
    known = {key: value for key, value in memory.items() if f"services.memory.{camel(str(key))}" in BY_KEY}
    data: dict[str, Any] = {"services": {"memory": known}} if known else {}
    if targets := {
        name: given
        for name, target in _inner(file.data, "targets").items()
        if isinstance(name, str) and (given := _target(target))
    }:
        data["targets"] = targets
    return replace(file, data=data, is_adopted=True) if data else None


def _inner(value: Any, key: str) -> dict[Any, Any]:
    inner = value.get(key) if isinstance(value, dict) else None
    return inner if isinstance(inner, dict) else {}


def _target(value: Any) -> dict[str, str]:
    """Product and address of a target of agent-qa; empty where it names no address."""
    given = value if isinstance(value, dict) else {"url": value}
    texts = {key: text for key in ("product", "url") if isinstance(text := given.get(key), str) and text.strip()}
    return texts if "url" in texts else {}


def unread(project: Project, adopted: Path | None) -> list[str]:
    """Settings of other tools that lie here and are not read."""
    return [
        name for name in (AGENT_QA, TESTSTOP) if (project.root / name) != adopted and (project.root / name).is_file()
    ]


def of_user(environ: Mapping[str, str]) -> ConfigFile | None:
    """The user's own file, if there is one."""
    path = place_of_user(environ)
    try:
        found = path is not None and path.stat()
    except OSError:
        return None  # not there, or in a folder that is closed to us: then it is not this user's
    return _yaml(path, str(path)) if path is not None and found else None


def place_of_user(environ: Mapping[str, str]) -> Path | None:
    """Where the user's own file is looked for; None where the environment tells neither of its folders."""
    given = Path(environ.get("XDG_CONFIG_HOME", ""))
    # A relative path would be looked for in whatever folder hardwon is called in: a clone could bring its own.
    if given.is_absolute():
        return given / "hardwon" / "config.yaml"
    home = Path(environ.get("HOME", ""))
    return home / ".config" / "hardwon" / "config.yaml" if home.is_absolute() else None


def _toml(path: Path) -> ConfigFile:
    try:
        data = toml.read(reading.content(path, projects.LARGEST_PYPROJECT, follow=True).decode())["tool"]["hardwon"]
    except UnicodeDecodeError as error:
        raise SettingError(f"{path.name} is not UTF-8 (byte {error.start}).", remedy="Save it as UTF-8.") from error
    except ValueError as error:
        raise SettingError(f"{path.name}: {one_line(str(error))}.", remedy="Correct the TOML there.") from error
    return ConfigFile(path=path, shown=path.name, data=data, line_of=lambda _: None)


def _yaml(path: Path, shown: str) -> ConfigFile:
    from hardwon.text import yaml_strings  # noqa: PLC0415 - only where there is a file to read

    try:
        document = yaml_strings.read(reading.content(path, LARGEST_FILE, follow=True).decode("utf-8-sig"))
    except yaml_strings.YamlError as error:
        raise SettingError(f"{shown}, line {error.line}: {error}.", remedy="Correct the YAML there.") from error
    except UnicodeDecodeError as error:
        raise SettingError(f"{shown} is not UTF-8 (byte {error.start}).", remedy="Save it as UTF-8.") from error
    except reading.TooLarge as error:
        raise SettingError(f"{shown} is {error.strerror}.", remedy="Shorten it.") from error
    except OSError as error:
        raise SettingError(f"{shown} cannot be read: {error.strerror}.") from error
    return ConfigFile(path=path, shown=shown, data=document.value, line_of=document.line)
