"""Tests as their YAML files say: read, checked, variables put in. Nothing is run here.

Everything that is wrong names the file, the line and the key; keys of agent-qa that hardwon does not act on are
accepted and listed.
"""

from __future__ import annotations

import difflib
import re
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, ClassVar, get_args

from hardwon.project import suite_files
from hardwon.project.yaml_file import Ignored
from hardwon.runner.variables import NAME, NotAllowed, UnknownVariable, Variables, foreign_reference
from hardwon.scenarios.scenario import Priority
from hardwon.steps.kinds import kind_of
from hardwon.target.origin import Origin
from hardwon.text.plain import clean_name, one_line

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hardwon.project.yaml_file import KeyPath, YamlFile
    from hardwon.steps.step import Kind

OWN = ("test-id", "name", "target", "area", "priority", "context", "variables", "setup", "meta", "allow", "steps")
FOREIGN = ("use", "teardown", "platform", "hooks", "tags", "description", "capture")
"""Keys of agent-qa's tests that hardwon does not act on."""

META = ("timeout", "retries", "repeatable")
STEP = ("step", "kind", "timeout", "retries")
FOREIGN_STEP = ("screenshot", "cache", "use", "capture")
HOOK_KEYS = frozenset({"hook", "hooks", "runHook"})
"""What an entry of setup may name a hook of agent-qa by, instead of saying what to do."""

REMEDY = "A test has `steps`: texts, or {step, kind, timeout, retries}."

MOST_STEPS = 500
LONGEST_STEP = 10_000
MOST_RETRIES = 10
LONGEST_TIMEOUT = 24 * 3600.0
LONGEST_BARE = 3600.0
"""Seconds that a number without a unit may mean: above it is milliseconds, as in agent-qa, or 30000 would be hours."""

_DURATION = re.compile(r"([0-9]{1,9}(?:\.[0-9]{1,6})?)\s?(ms|s|m|h)")
_SECONDS = {"ms": 0.001, "s": 1.0, "m": 60.0, "h": 3600.0}
_HOOK = re.compile(r"[A-Za-z][A-Za-z0-9]*(?:[-_][A-Za-z0-9]+)+")
"""What agent-qa calls a hook by: one word with dashes or underscores, which nobody writes as a step."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StepSpec:
    """One step as the file says."""

    text: str
    """With its variables put in."""

    kind: Kind
    timeout: float | None = None
    """Seconds; None where the file names none."""

    retries: int = 0
    line: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Test:
    """One test as its file says."""

    __test__: ClassVar[bool] = False  # pytest must not take it for one of its own

    id: str
    name: str
    file: str
    steps: tuple[StepSpec, ...]
    setup: tuple[StepSpec, ...] = ()
    """Run before the steps, in every attempt."""

    target: str = ""
    area: str = ""
    """As the file says; "" leaves it to the rules."""

    priority: Priority = "medium"
    context: str = ""
    """What the agent is told beside the steps."""

    timeout: float | None = None
    """Seconds for one attempt."""

    retries: int = 0
    allow: tuple[str, ...] = ()
    """Addresses of other sites that its steps may lead to."""

    repeatable: bool = True
    """Whether it can be run again: without that, ablation is not possible."""

    is_scenario: bool = False
    """It was made up for one run, so it has no lasting identity."""

    variables: Mapping[str, str] = field(default_factory=dict, repr=False)
    secrets: frozenset[str] = field(default=frozenset(), repr=False)
    """Values in its texts that must not be written or shown."""

    asks_for: frozenset[str] = frozenset()
    """Names that its texts take from the environment."""

    refused: str = ""
    """Why it is not run, although its file is right; "" if it may be."""

    ignored: tuple[Ignored, ...] = ()


def test_in(file: YamlFile, given: Variables) -> Test:
    """The test that a file holds. Variables that are given win over those of the file."""
    return _Reader(file, given).test()


class _Reader:
    """Checks the content of one test file."""

    def __init__(self, file: YamlFile, given: Variables) -> None:
        self._file = file
        self._variables = given
        self._ignored: list[Ignored] = []
        self._secrets: set[str] = set()
        self._asks_for: set[str] = set()

    def test(self) -> Test:
        file, top = self._file, self._file.top
        self._ignored += file.keys(top, (), own=OWN, foreign=FOREIGN)
        own_id = suite_files.scope_name(file, top.get("test-id"), ("test-id",), tier="tests")
        own = {**self._own_variables(top.get("variables")), **self._variables.own}
        self._variables = replace(self._variables, own=own)
        timeout, retries, repeatable = self._meta(top.get("meta"))
        return Test(
            id=own_id,
            name=clean_name(file.words(top["name"], ("name",), longest=500)) if "name" in top else own_id,
            file=file.shown,
            steps=self._steps(top.get("steps"), ("steps",)),
            setup=self._setup(top.get("setup")),
            target=file.words(top["target"], ("target",), longest=200) if top.get("target") is not None else "",
            area=self._area(top.get("area")),
            priority=self._priority(top.get("priority", "medium")),
            context=self._context(top.get("context")),
            timeout=timeout,
            retries=retries,
            allow=self._allow(top.get("allow")),
            repeatable=repeatable,
            variables=own,
            secrets=self._variables.secrets | self._secrets,
            asks_for=frozenset(self._asks_for),
            refused=self._refusal(),
            ignored=tuple(self._ignored),
        )

    def _own_variables(self, value: Any) -> dict[str, str]:
        if value is None:
            return {}
        for name, inner in self._file.mapping(value, ("variables",)).items():
            place = ("variables", name)
            if not re.fullmatch(NAME, name):
                self._file.refuse(place, "is not a name for a variable", "Use letters, digits, dots, dashes and _.")
            if isinstance(inner, dict | list):
                self._file.refuse(place, "must be a text or a number")
        return self._file.as_written("variables")

    def _setup(self, value: Any) -> tuple[StepSpec, ...]:
        """What comes before the steps; of hooks it is only said that they are not run."""
        if value is None:
            return ()
        if isinstance(value, str):
            value = [value]
        if isinstance(value, list) and all(isinstance(each, str) and _HOOK.fullmatch(each.strip()) for each in value):
            self._ignore(("setup",), "hooks in setup (what they do must be steps)")
            return ()
        return self._steps(value, ("setup",))

    def _steps(self, value: Any, place: KeyPath) -> tuple[StepSpec, ...]:
        if not isinstance(value, list) or not value:
            self._file.refuse(place, f"{place[-1]} must be a non-empty list")
        if len(value) > MOST_STEPS:
            self._file.refuse(place, f"more than {MOST_STEPS} steps")
        found = (self._step(item, (*place, index)) for index, item in enumerate(value))
        return tuple(step for step in found if step)

    def _step(self, value: Any, place: KeyPath) -> StepSpec | None:
        if isinstance(value, str):
            value = {"step": value}
        given = self._file.mapping(value, place)
        if place[0] == "setup" and "step" not in given and given.keys() & HOOK_KEYS:
            self._ignore(place, "a hook of agent-qa in setup")
            return None
        if "step" not in given and len(given) == 1:
            hint = "A colon made it a key: put the whole step in quotes."
            self._file.refuse(place, "is not a step", hint)
        self._ignored += self._file.keys(given, place, own=STEP, foreign=FOREIGN_STEP)
        written = self._file.words(given.get("step"), (*place, "step"), longest=LONGEST_STEP)
        if place[0] == "setup" and _HOOK.fullmatch(written):
            self._ignore(place, "a hook of agent-qa in setup")
            return None
        if reference := foreign_reference(written):
            self._ignore(place, f"{reference} in a step")
        return StepSpec(
            text=self._filled(written, place),
            # Judged before variables are put in: no value may turn an assertion into an act.
            kind=self._kind(given["kind"], (*place, "kind")) if given.get("kind") is not None else kind_of(written),
            timeout=self._duration(given.get("timeout"), (*place, "timeout")),
            retries=self._retries(given.get("retries", 0), (*place, "retries")),
            line=self._file.line(place),
        )

    def _ignore(self, place: KeyPath, what: str) -> None:
        self._ignored.append(Ignored(file=self._file.shown, line=self._file.line(place), key=what))

    def _filled(self, text: str, place: KeyPath) -> str:
        self._asks_for |= self._variables.asked_in(text)
        try:
            self._secrets |= self._variables.secrets_in(text)
            if self._variables.length_filled(text) > LONGEST_STEP * 2:
                self._file.refuse(place, f"is longer than {LONGEST_STEP * 2} characters with its variables")
            return self._variables.filled(text)
        except NotAllowed:
            return text
        except UnknownVariable as error:
            name = str(error)
            close = difflib.get_close_matches(name, self._variables.own, n=1)
            hint = f"Did you mean {close[0]!r}?" if close else "Add it to `variables`, or give it with the run."
            self._file.refuse(place, f"unknown variable {name!r}", hint)

    def _refusal(self) -> str:
        """Which variables keep the test from being run, and how they are allowed."""
        names = sorted(self._asks_for - self._variables.allowed)
        if not names:
            return ""
        return (
            f"{self._file.shown} asks for {', '.join(names)} of your environment, which only you can allow: "
            f"{' '.join(f'--allow-env {name}' for name in names)}, HARDWON_ALLOW_ENV, or runs.allowEnv in your own "
            "configuration"
        )

    def _kind(self, value: Any, place: KeyPath) -> Kind:
        if value not in ("act", "assert"):
            self._file.refuse(place, f"is {_shown(value)}, but must be act or assert")
        kind: Kind = value
        return kind

    def _meta(self, value: Any) -> tuple[float | None, int, bool]:
        meta = self._file.mapping(value, ("meta",)) if value is not None else {}
        # Others keep owners, tickets and the like there; only what is nearly one of ours must be a slip.
        others = [key for key in meta if key not in META and not difflib.get_close_matches(key, META, n=1, cutoff=0.8)]
        self._ignored += self._file.keys(meta, ("meta",), own=META, foreign=others)
        repeatable = meta.get("repeatable", True)
        if not isinstance(repeatable, bool):
            self._file.refuse(("meta", "repeatable"), f"is {_shown(repeatable)}, but must be true or false")
        return (
            self._duration(meta.get("timeout"), ("meta", "timeout")),
            self._retries(meta.get("retries", 0), ("meta", "retries")),
            repeatable,
        )

    def _duration(self, value: Any, place: KeyPath) -> float | None:
        """Seconds: a number, or a text with a unit."""
        if value is None:
            return None
        match = _DURATION.fullmatch(value.strip()) if isinstance(value, str) else None
        bare = isinstance(value, int | float) and not isinstance(value, bool)
        seconds = float(match[1]) * _SECONDS[match[2]] if match else float(value) if bare else 0.0
        if bare and seconds > LONGEST_BARE:
            seconds /= 1000
        if not 0 < seconds <= LONGEST_TIMEOUT:
            hint = "Write 500ms, 15s, 2m or 1h; a number alone is seconds, and milliseconds above 3600."
            self._file.refuse(place, f"is {_shown(value)}, which is not a time limit", hint)
        return seconds

    def _retries(self, value: Any, place: KeyPath) -> int:
        if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= MOST_RETRIES:
            self._file.refuse(place, f"is {_shown(value)}, but must be an integer from 0 to {MOST_RETRIES}")
        return value

    def _area(self, value: Any) -> str:
        if value is None:
            return ""
        area = self._file.words(value, ("area",), longest=200)
        if clean_name(area) != area:
            self._file.refuse(("area",), "must be one line of visible text")
        return area

    def _allow(self, value: Any) -> tuple[str, ...]:
        """Other sites that the steps of the test may lead to."""
        if value is None:
            return ()
        if not isinstance(value, list) or not all(isinstance(each, str) and Origin.at(each) for each in value):
            self._file.refuse(("allow",), "must be a list of addresses", "Write allow: [https://pay.example].")
        return tuple(value)

    def _priority(self, value: Any) -> Priority:
        if value not in get_args(Priority):
            self._file.refuse(("priority",), f"is {_shown(value)}, but must be one of {', '.join(get_args(Priority))}")
        priority: Priority = value
        return priority

    def _context(self, value: Any) -> str:
        if value is None or value == "":
            return ""
        return self._filled(self._file.words(value, ("context",), longest=suite_files.LONGEST_CONTEXT), ("context",))


def _shown(value: Any) -> str:
    return one_line(repr(value), 60) if isinstance(value, str | int | float) else "something else"
