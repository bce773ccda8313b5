"""Every setting once: name, default, bounds, help.

Validation, `hardwon config`, `--help` and docs/configuration.md read this table; there is no second list.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, cast

from hardwon.errors import SettingError
from hardwon.text.plain import one_line

if TYPE_CHECKING:
    from collections.abc import Iterable

Scalar = bool | int | float | str | None
Grant = Literal["none", "outside", "always"]

HIDDEN = "set, and not shown"
"""Stands for the value of a secret."""

LARGEST = 10**18
"""What an integer without an upper bound may be at most: more is a slip, and does not fit where it goes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """One scalar setting and what it may be."""

    key: str
    """Dotted path in hardwon.yaml, the last part in camelCase."""

    default: Scalar
    help: str
    kind: type
    low: float | None = None
    high: float | None = None
    choices: tuple[str, ...] = ()

    refused: tuple[tuple[str, str], ...] = ()
    """Choices that are known by name but cannot be had, each with its reason."""

    listed: bool = False
    """It is a list of names: in a file also written as one, elsewhere with commas between them."""

    grant: Grant = "none"
    """What of it only the user can set, not a file of the repository: nothing, a path out of the project, any value."""

    secret: bool = False
    """Its value is never shown and never kept."""

    own_variable: str = ""
    """Its environment variable, where the one that its name gives means something else."""

    @property
    def name(self) -> str:
        return self.key.rpartition(".")[2]

    @property
    def variable(self) -> str:
        """Environment variable that overrides it."""
        return self.own_variable or "HARDWON_" + snake(self.name).upper()

    @property
    def allowed(self) -> str:
        """What it may be, for error messages, help and docs."""
        if self.choices:
            return " or ".join(f"`{choice}`" for choice in self.choices)
        if self.kind is bool:
            return "true or false"
        if self.listed:
            return "names with commas between them"
        if self.kind is str:
            return "non-empty text" if self.default is not None else "text"
        what = "an integer" if self.kind is int else "a number"
        if self.high is None:
            return what if self.low is None else f"{what} >= {self.low:g}"
        return f"{what} from {self.low} to {self.high}"

    def check(self, value: Any, where: str) -> Scalar:
        """The value if it is allowed; SettingError naming key, value and what is allowed if not."""
        if value is None and self.default is None:
            return None
        if self.listed and isinstance(value, list) and all(isinstance(each, str) for each in value):
            value = ",".join(value)
        if self.kind is float and type(value) is int and abs(value) < LARGEST:
            value = float(value)
        if type(value) is not self.kind or not self._within(value):
            raise SettingError(
                f"{where}: {self.key} is {HIDDEN if self.secret else _shown(value)}, but must be {self.allowed}.",
                remedy=f"The default is {_shown(self.default)}.",
            )
        for name, reason in self.refused:
            if name == value:
                raise SettingError(f"{where}: {self.key} is {name!r}: {reason}")
        return cast("Scalar", value)

    def _within(self, value: Any) -> bool:
        if self.kind is str:
            known = (*self.choices, *(name for name, _ in self.refused))
            return value in known if self.choices else bool(value.strip())
        if self.kind is bool:
            return True
        high = LARGEST if self.high is None else self.high
        return (self.low is None or value >= self.low) and bool(value <= high)

    def parse(self, text: str, where: str) -> Scalar:
        """The value that a flag or an environment variable gives as text."""
        value: Any = text
        lowered = text.strip().lower()
        if self.kind is bool and lowered in {"true", "false", "1", "0", "yes", "no", "on", "off"}:
            value = lowered in {"true", "1", "yes", "on"}
        elif self.kind in (int, float) and re.fullmatch(r"[-+]?[0-9.]{1,20}(?:[eE][-+]?[0-9]{1,3})?", lowered):
            try:
                value = self.kind(lowered)
            except ValueError:
                value = text
        elif self.default is None and not lowered:
            value = None
        return self.check(value, where)


def _setting(key: str, default: Scalar, text: str, /, **bounds: Any) -> Setting:
    kind = bounds.pop("kind", str if default is None else type(default))
    return Setting(key=key, default=default, help=text, kind=kind, **bounds)


_MEMORY = "services.memory."
_CONFIDENCE = "services.confidence."

SETTINGS: tuple[Setting, ...] = (
    _setting(_MEMORY + "enabled", True, "Recall and curate observations; off, areas still move."),
    _setting(
        _MEMORY + "provider",
        "local",
        "Where memory is kept: in files, or on the team's server.",
        choices=("local", "postgres"),
    ),
    _setting(
        _MEMORY + "databaseUrl",
        None,
        "Address of the team's server, as libpq takes it; only you can name it, and it is never shown.",
        grant="always",
        secret=True,
    ),
    _setting(
        _MEMORY + "project",
        None,
        "What the project is called on the server; none: the path of git's origin, else the folder's name.",
        own_variable="HARDWON_MEMORY_PROJECT",
    ),
    _setting(
        _MEMORY + "refresh", 30.0, "Seconds within which a process does not ask the server again.", low=0, high=3600
    ),
    _setting(
        _MEMORY + "dir",
        ".hardwon/observations",
        "Folder of the observations, relative to the configuration file; outside of the project only you can name it.",
        grant="outside",
    ),
    _setting(_MEMORY + "minTrust", 0.3, "Trust that an observation needs to be recalled.", low=0, high=1),
    _setting(_MEMORY + "maxInjections", 3, "Most observations given to one step.", low=0),
    _setting(_MEMORY + "curatorEnabled", True, "Let runs add, confirm, deprecate and clean up observations."),
    _setting(_MEMORY + "curatorLockTimeout", 120_000, "Milliseconds to wait for a lock.", low=1000),
    _setting(_MEMORY + "trustConfirmDelta", 0.05, "Trust that a confirmation adds.", low=0, high=1),
    _setting(_MEMORY + "trustContradictDelta", 0.10, "Trust that a contradiction takes.", low=0, high=1),
    _setting(_MEMORY + "ablationEnabled", True, "Run a test that failed with memory once more without it."),
    _setting(_MEMORY + "circuitBreakerEnabled", True, "Stop memory where it does harm."),
    _setting(_MEMORY + "circuitBreakerWindowSize", 20, "Outcomes that the breaker looks at.", low=5),
    _setting(_MEMORY + "circuitBreakerBaselineSize", 3, "Outcomes of each kind it needs first.", low=2),
    _setting(
        _MEMORY + "circuitBreakerThreshold",
        0.15,
        "Difference of failure rates above which it trips.",
        low=0,
        high=1,
    ),
    _setting(_MEMORY + "injectIntoAssertions", False, "Give memory to assertions too."),
    _setting(
        _MEMORY + "staleAfterRuns",
        0,
        "Runs that neither recall nor confirm an observation after which `list --stale` names it; 0: off.",
        low=0,
    ),
    _setting(_MEMORY + "maxContextCharacters", 4000, "Longest memory block for one step.", low=200),
    _setting(_MEMORY + "curator", "rules", "Who proposes decisions.", choices=("rules", "model")),
    _setting(_MEMORY + "model", None, "Model of the model curator, as provider:name."),
    _setting(_MEMORY + "modelUrl", None, "Address of an OpenAI-compatible server."),
    _setting(_MEMORY + "modelTokenBudget", 8000, "Most tokens in a curator prompt, as estimated.", low=1),
    _setting(_MEMORY + "modelTimeout", 120_000, "Milliseconds that a model has to answer.", low=1000, high=3_600_000),
    _setting(_CONFIDENCE + "passWeight", 0.19, "Share of the way to 1 that a pass goes.", low=0, high=1),
    _setting(_CONFIDENCE + "failPenalty", 0.30, "Confidence that a failure takes.", low=0, high=1),
    _setting(_CONFIDENCE + "retirementThreshold", 0.95, "Confidence that an area needs to retire.", low=0, high=1),
    _setting(_CONFIDENCE + "retirementTests", 15, "Tests since its last change that it needs to retire.", low=1),
    _setting(_CONFIDENCE + "volatileThreshold", 0.75, "Below it an area is volatile: focus here.", low=0, high=1),
    _setting(_CONFIDENCE + "stableThreshold", 0.95, "From it an area is stable: reduce here.", low=0, high=1),
    _setting(
        _CONFIDENCE + "repeatWindow",
        3600,
        "Seconds within which runs on the same state are added up and are one proof; 0: each run by itself.",
        low=0,
    ),
    _setting(_CONFIDENCE + "breadth", 0.9, "Share of an area's known tests that a proof needs.", low=0, high=1),
    _setting(_CONFIDENCE + "probeRetired", 0, "Retired areas that a mandate brings back, one scenario each.", low=0),
    _setting(
        _CONFIDENCE + "record",
        "commit",
        "Where verdicts go: `commit`: memory.json; `local`: a log of this machine; `auto`: the log, but for CI.",
        choices=("commit", "local", "auto"),
    ),
    _setting("runs.kept", 200, "Runs whose evidence is kept in .hardwon/runs.", low=1),
    _setting("runs.keptMegabytes", 200, "Megabytes that they take at most; the newest run always stays.", low=1),
    _setting(
        "runs.allowEnv",
        None,
        "Environment variables that tests may use as {{env:NAME}}; only you can name them.",
        listed=True,
        grant="always",
    ),
    _setting(
        "runs.allowCommand",
        None,
        "Programs of targets that scenarios may call: names of targets, or commands; only you can allow them.",
        listed=True,
        grant="always",
    ),
    _setting(
        "runs.infrastructureThreshold",
        0.8,
        "Share of tests that failed or could not run from which a run teaches nothing.",
        low=0,
        high=1,
    ),
    _setting("reduction.stableShare", 0.5, "Share of a stable area's tests that a reduced run keeps.", low=0, high=1),
    _setting("reduction.probeShare", 0.1, "Share of skipped tests that run all the same.", low=0, high=1),
)

BY_KEY = {setting.key: setting for setting in SETTINGS}
BY_NAME = {setting.name: setting for setting in SETTINGS}


def snake(name: str) -> str:
    return re.sub(r"(?<=[a-z0-9])([A-Z])", r"_\1", name).lower()


def camel(name: str) -> str:
    return re.sub(r"_([a-z0-9])", lambda match: match.group(1).upper(), name)


def named(name: str, where: str) -> Setting:
    """The setting of that dotted key or bare name, camelCase or snake_case."""
    key = ".".join(camel(part) for part in name.split("."))
    found = BY_KEY.get(key) or BY_NAME.get(key)
    if found is None:
        raise unknown(name, (*BY_KEY, *BY_NAME), where)
    return found


FAR_MISS = 0.6
"""How much alike a key must be to one that exists, from 0 to 1, to be taken for it."""


def unknown(key: str, known: Iterable[str], where: str) -> SettingError:
    """The error for a key that does not exist, with the one that was probably meant."""
    known = list(known)
    by_lowered = {name.lower(): name for name in known}
    close = nearest(camel(key).lower(), by_lowered, FAR_MISS)
    remedy = f"Did you mean {by_lowered[close]!r}?" if close else f"Known here: {one_line(', '.join(known), 600)}."
    return SettingError(f"{where}: unknown key {one_line(key)!r}.", remedy=remedy)


def nearest(name: str, known: Iterable[str], likeness: float) -> str:
    """The known name that was probably meant; empty if none is that much alike."""
    import difflib  # noqa: PLC0415 - only for those who mistyped

    return next(iter(difflib.get_close_matches(name, [*known], n=1, cutoff=likeness)), "")


def _shown(value: Any) -> str:
    if value is None:
        return "none"
    if isinstance(value, bool):
        return str(value).lower()
    return one_line(repr(value), 80) if isinstance(value, (int, float, str)) else f"a {type(value).__name__}"
