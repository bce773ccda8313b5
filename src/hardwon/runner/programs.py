"""The `exec` of a scenario carried out with the program of a target: no shell, and nothing else is ever started.

Each scenario has a fresh folder of its own, which is its home and its place for temporary files. Time, output, memory
and files are bounded, and the environment holds what a program needs, and what the user allowed by name.
"""

from __future__ import annotations

import os
import re
import secrets
import shutil
import tempfile
from dataclasses import dataclass, field, replace
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from hardwon.errors import UsageError
from hardwon.guard.scanner import brief_line
from hardwon.runner.outcome import Exchange, ScenarioResult
from hardwon.runner.values import CannotFillError, Values, asked_in, texts_in
from hardwon.runner.values_in import is_pattern
from hardwon.scenarios.place_holders import UNIQUE
from hardwon.target.process import Bounds, Ended, started
from hardwon.text.plain import one_line

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from hardwon.runner.judging import Judged
    from hardwon.runner.variables import Variables
    from hardwon.scenarios.scenario import CommandRun, CommandRuns

MOST_OUTPUT = 1_000_000
"""Bytes of standard output, and of standard error."""

MOST_MEMORY = 2_000_000_000
MOST_WRITTEN = 100_000_000
"""Bytes of one file."""

LONGEST_SEEN = 300
KEPT = ("PATH", "PYTHONPATH", "VIRTUAL_ENV", "NODE_PATH", "JAVA_HOME", "GOROOT", "LD_LIBRARY_PATH", "TZ", "SYSTEMROOT")
"""What a program needs of the environment to start."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Program:
    """The program of a target."""

    target: str
    command: tuple[str, ...]
    """As it is started: the program itself with its path, then the arguments that belong to it."""

    names: frozenset[str]
    """What a scenario may call it."""

    module: str = ""
    """The module of Python's that it is (`python -m NAME`); "" if it is none."""

    home: str = ""
    """The folder of the project that holds the module; "" if none does, and it must be installed."""

    @classmethod
    def of(cls, target: str, command: Sequence[str], root: Path, environ: Mapping[str, str]) -> Program:
        """The program that a target names; UsageError if it is not there."""
        first, *rest = command
        found = shutil.which(str(root / first) if "/" in first else first, path=environ.get("PATH", os.defpath))
        if found is None:
            raise UsageError(
                f"The program {one_line(first, 80)!r} of the target {one_line(target, 60)!r} is not there.",
                remedy="Install it, or correct `command` of the target.",
            )
        # It runs in another folder: files of the project that it names must be found from there.
        placed = [str(root / word) if not word.startswith("-") and (root / word).is_file() else word for word in rest]
        own = rest if _is_started_by(command) else command
        words = [word for word in own if not word.startswith("-")]
        names = {target, *words[-1:], *(Path(word).name for word in words), *(Path(word).stem for word in words[-1:])}
        module = next((after for word, after in pairwise(rest) if word == "-m"), "")
        return cls(
            target=target,
            command=(os.path.abspath(found), *placed),  # noqa: PTH100 - unlike Path.resolve it leaves links as they are: a virtual environment is one
            names=frozenset(names),
            module=module,
            home=_home_of(module, root),
        )

    def not_found(self, ended: Ended) -> str:
        """What Python says where the module is not there; "" if it was started."""
        said = ended.stderr.strip()
        missing = re.fullmatch(rf"\S+: (No module named '?{re.escape(self.module)}\b[^\n]*)", said)
        return missing[1] if self.module and ended.code == 1 and missing else ""

    def arguments(self, call: CommandRun, written: Sequence[str]) -> tuple[str, ...] | None:
        """The arguments of a call; None if it names another program. `written` is the command as configured."""
        words = (call.program, *call.args) if call.program else call.args
        if len(words) >= len(written) and all(map(_is_same, words, written)):
            return words[len(written) :]
        if not call.program:
            return call.args[1:] if call.args[:1] and call.args[0] in self.names else call.args
        return call.args if Path(call.program).name in self.names else None


def _home_of(module: str, root: Path) -> str:
    """Where in the project Python would find a module if it were started there; "" if nowhere."""
    if not module:
        return ""
    inside = Path(*module.split("."))
    for folder in (root, root / "src"):
        if (folder / inside / "__main__.py").is_file() or (folder / f"{inside}.py").is_file():
            return str(folder)
    return ""


def _is_started_by(command: Sequence[str]) -> bool:
    """Whether the first word only starts the program, as `python` does with a file or a module: alone it names none."""
    return any(word == "-m" or not word.startswith("-") for word in command[1:2])


def _is_same(said: str, written: str) -> bool:
    """Whether a word of a call is one of the configured command, with another folder or none."""
    return said == written or (not said.startswith("-") and Path(said).name == Path(written).name)


def asks_for(call: CommandRuns) -> frozenset[str]:
    """The environment variables that its calls name."""
    named = {name for each in call.all for name in each.env}
    return asked_in(text for each in call.all for text in texts_in([each.args, each.stdin, each.files])) | named


def outside(call: CommandRuns, program: Program, written: Sequence[str]) -> str:
    """The program that a scenario wants, and that is not the target's; "" if there is none."""
    found = (each.program for each in call.all if program.arguments(each, written) is None)
    return next(found, "")


def execute(
    own_id: str, call: CommandRuns, program: Program, written: Sequence[str], variables: Variables
) -> ScenarioResult:
    """Carry out the calls of a scenario for real, in a fresh folder."""
    with tempfile.TemporaryDirectory(prefix="hardwon-", ignore_cleanup_errors=True) as folder:
        values = Values(frozenset({UNIQUE}), variables, {UNIQUE: secrets.token_hex(4)})
        calls = _Calls(program, written, Path(os.path.realpath(folder)), values)
        outcome, reason = calls.carried_out(call)
    ended = calls.ended
    return ScenarioResult(
        id=own_id,
        status=outcome,
        reason=brief_line(reason, 400),
        seconds=round(sum(each.seconds for each in ended), 6),
        exchanges=tuple(Exchange(status=each.code, seconds=round(each.seconds, 6), error=each.flaw) for each in ended),
        seen=brief_line(ended[-1].shown, LONGEST_SEEN) if ended and outcome == "failed" else "",
        unreachable=calls.unreachable,
    )


@dataclass(slots=True)
class _Calls:
    program: Program
    written: Sequence[str]
    folder: Path
    values: Values
    ended: list[Ended] = field(default_factory=list)
    unreachable: bool = False

    def carried_out(self, call: CommandRuns) -> Judged:
        for each in call.setup:
            outcome, reason = self._one(each)
            if outcome == "failed" or (self.ended and self.ended[-1].code != 0 and not each.says_something):
                return "error", f"the set-up failed: {reason}"
        passed, undecided, last = False, "", ""
        for number, each in enumerate(call.runs, start=1):
            outcome, reason = self._one(each)
            last = reason if len(call.runs) == 1 else f"call {number} of {len(call.runs)}: {reason}"
            if outcome == "failed" or (outcome == "error" and each.says_something):
                return outcome, last
            passed |= outcome == "passed"
            undecided = undecided or (last if outcome == "error" else "")
        return ("passed", last) if passed else ("error", undecided)

    def _one(self, call: CommandRun) -> Judged:
        args = self.program.arguments(call, self.written)
        if args is None:
            return "error", f"{one_line(call.program, 60)!r} is not the program of the target, and was not started"
        try:
            filled = [self.values.filled(each) for each in args]
            stdin = self.values.filled(call.stdin)
            wanted = self._filled(call)
            self._give(call)
        except (CannotFillError, OSError, ValueError) as error:
            return "error", f"it was not started: {brief_line(str(error), 200)}"
        named = brief_line(f"{self.program.target} {' '.join(args)}", 120)
        limits = Bounds(
            seconds=call.timeout,
            output=MOST_OUTPUT,
            memory=MOST_MEMORY,
            written=MOST_WRITTEN,
            environ=self._environment(call),
        )
        ended = started((*self.program.command, *filled), stdin, self.folder, limits)
        self.ended.append(ended)
        if ended.not_started:
            self.unreachable = True
            return "error", f"{named} could not be started: {ended.not_started}"
        if missing := self.program.not_found(ended):
            self.unreachable = True
            return "error", f"{named} could not be started: {missing} (not in the project, its src, or installed)"
        if ended.flaw:
            return "failed", f"{named} {ended.flaw}"
        return self._judged(wanted, ended, named)

    def _filled(self, call: CommandRun) -> CommandRun:
        """The call with the values in what it expects."""
        texts = {key: tuple(map(self.values.filled, getattr(call, key))) for key in ("stdout", "stderr", "absent")}
        files = ((self.values.filled(name), text) for name, text in call.files_after)
        after = tuple((name, text if text is None else self.values.filled(text)) for name, text in files)
        return replace(call, **texts, files_after=after)  # type: ignore[arg-type]  # the keys are those of texts

    def _give(self, call: CommandRun) -> None:
        for name, text in call.files:
            path = self._inside(self.values.filled(name))
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(self.values.filled(text).encode("utf-8", "surrogatepass"))

    def _inside(self, name: str) -> Path:
        """A file of the folder, wherever links in it lead."""
        path = Path(os.path.realpath(self.folder / name))
        if not path.is_relative_to(self.folder):
            raise ValueError(f"{one_line(name, 80)!r} leads out of the folder")
        return path

    def _environment(self, call: CommandRun) -> dict[str, str]:
        variables = self.values.variables
        environ = variables.environ
        kept = {name: environ[name] for name in KEPT if name in environ}
        granted = {name: environ[name] for name in call.env if name in variables.allowed and name in environ}
        if self.program.home:
            kept["PYTHONPATH"] = os.pathsep.join(filter(None, [self.program.home, kept.get("PYTHONPATH")]))
        home = str(self.folder)
        return {**kept, "HOME": home, "TMPDIR": home, "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8", **granted}

    def _judged(self, call: CommandRun, ended: Ended, named: str) -> Judged:
        told = f"{named} ended with {ended.code}"
        if not call.says_something:
            return "error", f"{told}, and the scenario does not say what is expected: nothing was judged"
        if call.exit and ended.code not in call.exit:
            return "failed", f"{told}, expected {' or '.join(map(str, call.exit))}"
        return self._texts(call, ended, told) or self._files(call, told) or ("passed", told)

    @staticmethod
    def _texts(call: CommandRun, ended: Ended, told: str) -> Judged | None:
        for where, text, wanted in (("output", ended.stdout, call.stdout), ("error", ended.stderr, call.stderr)):
            for each in wanted:
                if each.strip("\n") not in text:
                    shown = f"{told}, without {brief_line(each, 80)!r} on standard {where}"
                    return _pattern(told, each) if is_pattern(each) else ("failed", shown)
        for each in call.absent:
            if each in ended.stdout or each in ended.stderr:
                return "failed", f"{told}, with {brief_line(each, 80)!r}, which must not be there"
            if is_pattern(each):
                return _pattern(told, each)
        return None

    def _files(self, call: CommandRun, told: str) -> Judged | None:
        for name, wanted in call.files_after:
            try:
                path = self._inside(name)
                content = path.read_bytes()[:MOST_OUTPUT].decode("utf-8", "replace") if path.is_file() else None
            except (OSError, ValueError) as error:
                return "error", f"{told}, and {one_line(name, 60)!r} cannot be read: {brief_line(str(error), 100)}"
            if wanted is None and content is not None:
                return "failed", f"{told}, and the file {one_line(name, 60)!r} is there, which must not be"
            if wanted is not None and content is None:
                return "failed", f"{told}, without the file {one_line(name, 60)!r}"
            if wanted and content is not None and wanted.strip("\n") not in content:
                if is_pattern(wanted):
                    return _pattern(told, wanted)
                return "failed", f"{told}, and the file {one_line(name, 60)!r} is without {brief_line(wanted, 80)!r}"
        return None


def _pattern(told: str, wanted: str) -> Judged:
    return "error", f"{told}; {brief_line(wanted, 80)!r} may be a pattern, and only texts are judged"
