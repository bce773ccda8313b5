"""The plan of a run: tests, suites and scenarios, gathered and checked before anything runs, then carried out."""

from __future__ import annotations

import os
import shlex
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from hardwon.errors import NotGranted, UsageError
from hardwon.project.root import leads_inside
from hardwon.runner import files
from hardwon.runner.files import SuiteSpec
from hardwon.runner.loop import place_of
from hardwon.runner.means import Means
from hardwon.runner.testbed import Site
from hardwon.runner.variables import Variables
from hardwon.scenarios import reading
from hardwon.text.plain import one_line

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from hardwon.project.config import Config
    from hardwon.project.records import Records
    from hardwon.runner.loop import Loop
    from hardwon.runner.tests import Test
    from hardwon.scenarios.scenario import HandedIn


SCENARIOS = (".json", ".jsonl", ".ndjson", ".md", ".txt")
"""Endings of files of scenarios: an answer may be kept as it came."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What a run is given."""

    tests: Sequence[Test | SuiteSpec]
    scenarios: Sequence[tuple[str, HandedIn]] = ()
    """Each file of scenarios, as it was named, with what it holds."""

    means: Means = field(default_factory=Means)
    """What scenarios are carried out with."""

    allowed: frozenset[str] = frozenset()
    """Environment variables that its tests may use."""

    standing: frozenset[str] = frozenset()
    """Those that were allowed once and for all: they go only to targets that the user has named."""

    @property
    def ignored(self) -> list[str]:
        """What of the files hardwon does not act on, for people."""
        return files.ignored_summary([each for item in self.tests for each in item.ignored])

    @property
    def notes(self) -> list[str]:
        """What was mended in the scenarios, and which were refused, for people."""
        found = [document for _, document in self.scenarios]
        refused = [f"{each.id} was refused: {each.why}." for document in found for each in document.refused]
        return [*(f"{note}." for document in found for note in document.notes), *refused]

    def check(self, records: Records, url: str) -> None:
        """Refuse what has no target, and two things with one id, before anything is run."""
        _check_ids("test", ((test.id, test.file) for test in self.single_tests()))
        _check_ids("suite", ((each.id, each.suite.file) for each in self.tests if isinstance(each, SuiteSpec)))
        for test in self.single_tests():
            place_of(test, records, url)
        scenarios = [each for _, found in self.scenarios for each in found.scenarios]
        if scenarios and not self.means.site.url and all(map(self.means.needs_address, scenarios)):
            raise UsageError(
                "Scenarios need a target.", remedy="Give --target URL or NAME; without it nothing is executed."
            )
        self.means.check()

    def single_tests(self) -> Iterator[Test]:
        """Every test, also those of suites."""
        for item in self.tests:
            if isinstance(item, SuiteSpec):
                yield from item.tests
            else:
                yield item

    def carry_out(self, loop: Loop) -> None:
        """Run everything, one after the other."""
        for item in self.tests:
            if isinstance(item, SuiteSpec):
                loop.run_suite(item)
            else:
                loop.run_test(item)
        for file, found in self.scenarios:
            loop.run_scenarios(found, self.means, file)


def _check_ids(what: str, found: Iterable[tuple[str, str]]) -> None:
    """Memory and evidence are kept by id: two files with one id would be mixed."""
    homes: dict[str, str] = {}
    for name, file in found:
        other = homes.setdefault(name, file)
        if other != file:
            raise UsageError(
                f"The {what} id {one_line(name, 80)!r} stands in {one_line(other, 80)} and in {one_line(file, 80)}.",
                remedy=f"Give each its own `{what}-id`: memory is kept by it.",
            )


def gathered(
    names: Sequence[str],
    records: Records,
    *,
    base: Path,
    variables: Mapping[str, str],
    environ: Mapping[str, str],
    allowed: frozenset[str] = frozenset(),
    by_user: bool = True,
    url: str = "",
    standing: frozenset[str] = frozenset(),
    site: Site | None = None,
) -> Plan:
    """What the names mean: files and folders of tests below `base`, and files of scenarios.

    `by_user` tells whether the user gave the names: scenarios outside of the project are a grant. `url` is the address
    that the user gave.
    """
    root, site = records.project.root, site or Site()
    spread = [each for name in names if name.endswith(SCENARIOS) for each in _matching(name, root, base)]
    paths = {name: _scenario_file(name, root, base=base, by_user=by_user) for name in spread}
    known = records.naming.exact if paths else ()
    found = [(name, reading.read(path, areas=known, target=site.origin)) for name, path in paths.items()]
    others = [name for name in names if not name.endswith(SCENARIOS)]
    tests = files.gathered(others, root, base=base, variables=variables, environ=environ, allowed=allowed)
    careful = [_careful(each, records.config, url, standing) for each in tests]
    means = Means(site=site, root=root, variables=Variables(environ=environ, allowed=allowed), standing=standing)
    return Plan(tests=careful, scenarios=found, allowed=allowed, standing=standing, means=means)


def _matching(name: str, root: Path, base: Path) -> list[str]:
    """The files of scenarios that a name stands for: itself, or what fits a glob."""
    if not files.is_glob(name) or (base / name).exists():
        return [name]
    return [path.relative_to(base).as_posix() for path in files.selected([name], root, base=base)]


def _careful(item: Test | SuiteSpec, config: Config, url: str, standing: frozenset[str]) -> Test | SuiteSpec:
    """The item, where tests that would take a standing variable to a site which the user has not named are refused."""
    if isinstance(item, SuiteSpec):
        return replace(item, tests=tuple(_kept_in(test, config, url, standing) for test in item.tests))
    return _kept_in(item, config, url, standing)


def _kept_in(test: Test, config: Config, url: str, standing: frozenset[str]) -> Test:
    names = sorted(test.asks_for & standing)
    is_own = bool(url) or config.is_own_target(test.target)
    if test.refused or not names or (is_own and not test.allow):
        return test
    where = "the sites that it allows itself" if is_own else "a target that only the repository names"
    flags = " ".join(f"--allow-env {name}" for name in names)
    why = f"{test.file} would take {', '.join(names)} to {where}"
    remedy = f"{flags} allows it for one call" + ("" if is_own else ", and so does --target URL")
    return replace(test, refused=f"{why}, and your own configuration allows that for your targets only: {remedy}")


def _scenario_file(name: str, root: Path, *, base: Path, by_user: bool) -> Path:
    path = base / name
    if leads_inside(root, path):
        return path
    shown = one_line(name, 200)
    if not by_user:
        raise NotGranted(
            f"`tests` of the configuration names {shown!r}, which leads out of the project, and a file of the"
            " repository cannot grant that.",
            remedy=f"If you want it: `hardwon run {shlex.quote(one_line(os.path.realpath(path), 400))}`.",
        )
    if Path(os.path.abspath(path)).is_relative_to(root):  # noqa: PTH100 - unlike Path.resolve it leaves links as they are
        raise UsageError(f"{shown!r} is a link that leads out of the project.", remedy="Name the file itself.")
    return path
