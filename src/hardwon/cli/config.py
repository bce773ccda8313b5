"""The command that shows every setting, its value, and where that came from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hardwon.cli.common import command, note, show_json, table, with_memory
from hardwon.project.config_files import unread
from hardwon.project.settings import SETTINGS
from hardwon.text.plain import counted

if TYPE_CHECKING:
    from hardwon.areas.rules import Rule
    from hardwon.memory import Memory
    from hardwon.project.settings import Scalar


@command("config", example="hardwon config --set minTrust=0.5")
@with_memory
def config(memory: Memory, as_json: bool) -> None:
    """Show every setting, its value, and where it came from.

    Each can be set in hardwon.yaml or [tool.hardwon] in pyproject.toml, in your own configuration file, by an
    environment variable, or by --set.
    """
    settings = memory.config
    if as_json:
        show_json(
            {
                "settings": [
                    {"key": setting.key, "value": settings.values[setting.key], "source": settings.sources[setting.key]}
                    for setting in SETTINGS
                ],
                "sharedPaths": list(settings.shared),
                "areas": [_rule(rule) for rule in settings.rules],
                "targets": {name: {"product": t.product, "url": t.url} for name, t in settings.targets.items()},
                "tests": list(settings.tests),
                "file": memory.project.shown(settings.file) if settings.file else None,
                "own_file": str(settings.own_file) if settings.own_file else None,
                "project": str(memory.project.root),
            }
        )
        return
    rows = [
        (
            setting.key,
            _shown(settings.values[setting.key]),
            settings.sources[setting.key],
            setting.allowed.replace("`", ""),
            setting.help,
        )
        for setting in SETTINGS
    ]
    file = memory.project.shown(settings.file) if settings.file else "none"
    if settings.adopted:
        file = f"{memory.project.shown(settings.adopted)}, another tool's: only its services.memory and targets"
    note(table(("setting", "value", "from", "allowed", "meaning"), rows))
    rules, targets = counted(len(settings.rules), "area rule"), counted(len(settings.targets), "target")
    if settings.shared:
        rules += f", {counted(len(settings.shared), 'shared path')}"
    own = settings.own_file or "none"
    note(f"\n{rules}, {targets}. Configuration file: {file}. Your own: {own}")
    for name in unread(memory.project, settings.adopted):
        note(f"{name} is another tool's and is not read: write what it says into hardwon.yaml.")


def _rule(rule: Rule) -> dict[str, Any]:
    return {
        "area": rule.area,
        "tests": list(rule.tests),
        "paths": list(rule.paths),
        "exclude": list(rule.exclude),
    }


def _shown(value: Scalar) -> str:
    if value is None:
        return "none"
    return str(value).lower() if isinstance(value, bool) else str(value)
