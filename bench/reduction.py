"""What reduction risks: half a year of real builds replayed, each time with only what a rule would have run.

    python bench/reduction.py [--data DIR] [--quick]

The data: results of dune-common's CI (125 tests, 221 builds, 0.55 % failed), and of six projects of Apache Commons. In
each build a rule chooses among the tests of that build, and only what it ran teaches it: `areas.proof` says which
verdict counts, each build being a state of its own, confidence moves by `areas.learn`, the choice is that of
`selection.choose`, with the history that `.hardwon/runs` would hold. The tests of dune have numbers, not names, so
an area is a block of ten neighbouring numbers; those of Commons are classes, an area is their package. Which files
changed is not known: no area ever counts as changed, which is reduction at its riskiest.

The baselines in the same run: everything, a random half, and "skip a test after k passes, at most m times in a row".

    run      share of the tests that were run
    caught   share of the failures (a test that failed in a build) that were run
    proven   the same for failures of tests that the rule was free to leave out: regressions in proven areas
    builds   share of the builds with a failure in which at least one was seen
    streaks  share of the failing streaks of a test that were seen before they ended
    delay    builds from the first failure of a streak until it was seen, for those that were: mean
    stays    builds of a test from the first failure of a streak until it ran next, as if it had stayed broken: mean and
             worst; one that never ran again counts up to the end of the data
"""

from __future__ import annotations

import argparse
import csv
from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from statistics import mean
from typing import Any, Protocol

from hardwon.areas.area import Area, Proving, Scoring, learn
from hardwon.areas.candidate import Candidate
from hardwon.areas.proof import weigh
from hardwon.areas.roster import Roster
from hardwon.areas.selection import Basis, choose
from hardwon.evidence.crediting import Circumstances, trials
from hardwon.evidence.results import Result, reason_to_ignore, verdicts
from hardwon.runner.reduction import LOOK_BACK, standing

FILE = Path("ci") / "dune_debian11_gcc10.csv"
SEEDS = 5
BLOCK = 10
DAY = 86_400.0
FREE = ("probe", "retired", "stable", "stable sample")

Build = Mapping[str, bool]
"""Each test of a build, and whether it failed."""

Maker = Callable[[int], "Reduction"]
"""Makes a rule that starts from nothing, with a seed."""


def builds_in(path: Path) -> list[Build]:
    found: dict[int, dict[str, bool]] = defaultdict(dict)
    with path.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file, delimiter=";"):
            build = found[int(row["Cycle"])]
            failed = row["Verdict"] == "1" if "Verdict" in row else int(row["Failures"]) > 0
            build[row["Name"]] = build.get(row["Name"], False) or failed
    return [found[cycle] for cycle in sorted(found)]


class Reduction(Protocol):
    """A rule: the tests that are run in a build. It must look at no outcome but those of tests that it ran."""

    def __call__(self, number: int, build: Build, /) -> set[str]: ...


@dataclass(slots=True)
class Tally:
    """What came of a rule over all builds."""

    tests: int = 0
    run: int = 0
    failures: int = 0
    caught: int = 0
    failing_builds: int = 0
    noticed: int = 0
    proven: int = 0
    """Failures of tests that the rule was free to leave out, and those of them that it ran."""

    proven_caught: int = 0
    streaks: int = 0
    delays: list[int] = field(default_factory=list)
    stays: list[int] = field(default_factory=list)

    def count(self, build: Build, ran: set[str], free: set[str]) -> None:
        failing = {test for test, failed in build.items() if failed}
        self.tests += len(build)
        self.run += len(ran)
        self.failures += len(failing)
        self.caught += len(failing & ran)
        self.failing_builds += bool(failing)
        self.noticed += bool(failing & ran)
        self.proven += len(failing & free)
        self.proven_caught += len(failing & free & ran)


class Streaks:
    """The failing streaks of tests, and when a rule saw them."""

    def __init__(self, tally: Tally) -> None:
        self._tally = tally
        self._unseen: dict[str, int] = {}
        """Streaks that go on unseen, by the build in which they began."""

        self._waiting: dict[str, int] = {}
        """Tests that have not run since a streak began, and in how many builds they could have."""

        self._failing: set[str] = set()

    def take(self, number: int, build: Build, ran: set[str]) -> None:
        for test, failed in build.items():
            if failed and test not in self._failing:
                self._tally.streaks += 1
                self._unseen[test] = number
                self._waiting.setdefault(test, 0)
            if not failed:
                self._unseen.pop(test, None)
            if test in ran and test in self._unseen:
                self._tally.delays.append(number - self._unseen.pop(test))
            if test in ran and test in self._waiting:
                self._tally.stays.append(self._waiting.pop(test))
            elif test in self._waiting:
                self._waiting[test] += 1
        self._failing -= set(build)
        self._failing |= {test for test, failed in build.items() if failed}

    def end(self) -> None:
        self._tally.stays.extend(self._waiting.values())


def replay(builds: list[Build], rule: Reduction) -> Tally:
    tally = Tally()
    streaks = Streaks(tally)
    for number, build in enumerate(builds):
        ran = rule(number, build)
        tally.count(build, ran, getattr(rule, "free", set()))
        streaks.take(number, build, ran)
    streaks.end()
    return tally


def everything(_number: int, build: Build) -> set[str]:
    return set(build)


def by_chance(share: float) -> Maker:
    def make(seed: int) -> Reduction:
        random = Random(seed)

        def rule(_number: int, build: Build) -> set[str]:
            return {test for test in build if random.random() < share}

        return rule

    return make


def after_passes(passes: int, skips: int) -> Reduction:
    """Skip a test after so many passes, at most so many times in a row."""
    streak: dict[str, int] = defaultdict(int)
    skipped: dict[str, int] = defaultdict(int)

    def rule(_number: int, build: Build) -> set[str]:
        ran = {test for test in build if streak[test] < passes or skipped[test] >= skips}
        for test, failed in build.items():
            if test not in ran:
                skipped[test] += 1
            else:
                skipped[test] = 0
                streak[test] = 0 if failed else streak[test] + 1
        return ran

    return rule


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """A way to reduce."""

    stable_share: float = 0.5
    probe_share: float = 0.1
    look_back: int = LOOK_BACK
    block: int = BLOCK
    scoring: Scoring = field(default_factory=Scoring)


class Reduced:
    """Our rule, with a memory that learns only from what was run."""

    def __init__(self, settings: Settings, seed: int) -> None:
        self._settings = settings
        self._seed = seed
        self._areas: dict[str, Area] = {}
        self._rosters: dict[str, Roster] = {}
        self._last: dict[str, tuple[int, bool]] = {}
        self.free: set[str] = set()
        """Tests that it could have left out in the build before."""

    def __call__(self, number: int, build: Build) -> set[str]:
        candidates = [Candidate(test=test, area=self._area(test)) for test in build]
        chosen = choose(candidates, self._basis(number))
        self.free = {choice.test for choice in chosen.choices if choice.cause in FREE}
        ran = {choice.test for choice in chosen.running}
        under = Circumstances(
            state=f"given:{number}", extent="whole", source="ci", left_out=chosen.left_out, probed=chosen.probed
        )
        self._learn(number, {test: build[test] for test in ran}, under)
        return ran

    def _area(self, test: str) -> str:
        return f"tests {int(test) // self._settings.block}" if test.isdigit() else test.rpartition("/")[0]

    def _basis(self, number: int) -> Basis:
        settings = self._settings
        return Basis(
            areas={name: standing(area, settings.scoring) for name, area in self._areas.items()},
            last={
                test: "failed" if failed else "passed"
                for test, (when, failed) in self._last.items()
                if number - when <= settings.look_back
            },
            runs=number,
            stable_share=settings.stable_share,
            probe_share=settings.probe_share,
            seed=f"{self._seed} {number}",
        )

    def _learn(self, number: int, ended: Build, under: Circumstances) -> None:
        self._last |= {test: (number, failed) for test, failed in ended.items()}
        results = [
            Result(test=test, name=test, outcome="failed" if failed else "passed", area=self._area(test))
            for test, failed in ended.items()
        ]
        if reason_to_ignore(results, 0.8):
            return
        at = "2026-01-05T10:00:00Z"  # each build has a state of its own, so the time does not matter
        brought = trials(results, under, {}, number * DAY)
        for verdict in verdicts(results, run=str(number)):
            known = self._areas.get(verdict.area) or Area(name=verdict.area)
            roster = self._rosters.get(verdict.area, Roster())
            weighed = weigh(known, roster, brought[verdict.area], Proving())
            self._rosters[verdict.area] = weighed.roster
            self._areas[verdict.area] = learn(
                known, verdict, scoring=self._settings.scoring, at=at, credit=weighed.credit
            )


def reduced(**changes: Any) -> Maker:
    settings = replace(Settings(), **changes)
    return lambda seed: Reduced(settings, seed)


def constant(rule: Callable[[], Reduction]) -> Maker:
    return lambda _seed: rule()


def part(whole: int, of: int) -> str:
    return f"{of / whole:7.0%}" if whole else f"{'-':>7}"


def line(shown: str, tallies: list[Tally]) -> str:
    total = {name: sum(getattr(tally, name) for tally in tallies) for name in COUNTED}
    delays = [delay for tally in tallies for delay in tally.delays]
    stays = [delay for tally in tallies for delay in tally.stays]
    return "  ".join(
        [
            f"{shown:42}",
            part(total["tests"], total["run"]),
            part(total["failures"], total["caught"]),
            part(total["proven"], total["proven_caught"]),
            part(total["failing_builds"], total["noticed"]),
            part(total["streaks"], len(delays)),
            f"{mean(delays) if delays else 0.0:7.1f}",
            f"{mean(stays):7.1f}",
            f"{max(stays):7d}",
        ]
    )


COUNTED = ("tests", "run", "failures", "caught", "proven", "proven_caught", "failing_builds", "noticed", "streaks")
COLUMNS = ("run", "caught", "proven", "builds", "streaks", "delay", "stays", "worst")


def show(title: str, projects: list[list[Build]], rules: Mapping[str, Maker], rounds: int) -> None:
    print(f"\n{title}\n\n" + "  ".join([f"{'':42}", *(f"{each:>7}" for each in COLUMNS)]))
    for shown, make in rules.items():
        print(line(shown, [replay(builds, make(seed)) for builds in projects for seed in range(rounds)]), flush=True)


RULES: dict[str, Maker] = {
    "everything": constant(lambda: everything),
    "random half": by_chance(0.5),
    "random 30 %": by_chance(0.3),
    "skip after 3 passes, 3 in a row (k3m3)": constant(lambda: after_passes(3, 3)),
    "skip after 10 passes, 5 in a row (k10m5)": constant(lambda: after_passes(10, 5)),
    "hardwon": reduced(),
    "hardwon without probes": reduced(probe_share=0.0),
    "hardwon without probes and look-back": reduced(probe_share=0.0, look_back=1000),
}
PROBES = {f"probeShare {share}": reduced(probe_share=share) for share in (0.1, 0.2, 0.3, 0.5)}
STABLE = {
    f"stableShare {stable}, probeShare {probes}": reduced(
        stable_share=stable, probe_share=probes, scoring=Scoring(stable_threshold=0.8)
    )
    for stable in (0.25, 0.5, 0.75)
    for probes in (0.1, 0.3)
}
BLOCKS = {
    f"areas of {block} numbers" if block < 1000 else "all tests in one area": reduced(block=block)
    for block in (1, 5, 10, 25, 1000)
}
LOOK_BACKS = {
    f"tests not seen for {runs} runs are new" if runs < 1000 else "tests stay known for ever": reduced(look_back=runs)
    for runs in (5, 10, 20, 30, 1000)
}
PATIENCE = {f"retirementTests {tests}": reduced(scoring=Scoring(retirement_tests=tests)) for tests in (15, 30, 60, 100)}


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--data", type=Path, default=Path(__file__).parents[2] / "shared" / "data")
    parser.add_argument("--quick", action="store_true", help="one seed")
    options = parser.parse_args()
    path = options.data / FILE
    if not path.is_file():
        print(f"No data: {path} is not there. Name the folder that holds ci/ with --data.")
        return
    builds = builds_in(path)
    rounds = 1 if options.quick else SEEDS
    print(f"{len(builds)} builds, {sum(map(len, builds))} tests in them, seeds: {rounds}")
    show("Rules", [builds], RULES, rounds)
    show("More probes", [builds], PROBES, rounds)
    show("Areas count as stable from 0.8 on (stableThreshold)", [builds], STABLE, rounds)
    show("Larger and smaller areas", [builds], BLOCKS, rounds)
    show("Looking back", [builds], LOOK_BACKS, rounds)
    show("Later retirement", [builds], PATIENCE, rounds)
    commons = [builds_in(other) for other in sorted(path.parent.glob("commons_*.csv"))]
    classes = [failed for builds in commons for build in builds for failed in build.values()]
    count = sum(map(len, commons))
    title = f"Commons: {len(commons)} projects, {count} builds, {len(classes)} classes in them, {sum(classes)} failed"
    show(title, commons, RULES, rounds)


if __name__ == "__main__":
    main()
