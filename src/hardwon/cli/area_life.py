"""The life of areas: list, rename, merge, remove, explain, coverage."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from hardwon.areas import rules
from hardwon.areas.overview import area_row
from hardwon.areas.spellings import typed
from hardwon.areas.telling import earned, proof
from hardwon.cli.common import Command, Group, ask, fitting, short, show_json, tell, with_memory
from hardwon.evidence.area_life import AreaLife
from hardwon.evidence.area_names import meant, unknown
from hardwon.runner import named_tests
from hardwon.text.plain import counted, one_line

if TYPE_CHECKING:
    from hardwon.areas.area import Area
    from hardwon.areas.overview import Overview
    from hardwon.evidence.area_life import AreaDeed
    from hardwon.memory import Memory

dry_run = click.option("--dry-run", is_flag=True, help="Say what would be done, and change nothing.")


@click.group("areas", cls=Group, example="hardwon areas rename test_http http --dry-run")
def areas() -> None:
    """The life of areas: list, rename, merge, remove, explain, coverage."""


@areas.command("list", cls=Command, example="hardwon areas list --json")
@with_memory
def list_areas(memory: Memory, as_json: bool) -> None:
    """Show every area: what names it, and what mends it where nothing does."""
    overview = memory.overview()
    rows = _listed(overview, memory)
    if as_json:
        show_json({"areas": [row.document() for row in rows]})
    elif rows:
        cells = [(short(row.name), row.confidence, row.by, row.remedy) for row in rows]
        tell(fitting(("area", "confidence", "named by", "what to do"), cells, right=("confidence",)))
    else:
        tell("No areas yet. Record a run: hardwon ingest report.xml, or hardwon record AREA --pass.")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Row:
    """An area in the list."""

    name: str
    area: Area | None
    by: str
    remedy: str = ""

    @property
    def confidence(self) -> str:
        return earned(self.area.confidence) if self.area else "-"

    def document(self) -> dict[str, Any]:
        known = self.area
        return {
            "name": self.name,
            "confidence": known.confidence if known else None,
            "test_count": known.test_count if known else 0,
            "retired": known.retired if known else False,
            "named_by": self.by,
            "remedy": self.remedy or None,
        }


def _listed(overview: Overview, memory: Memory) -> list[_Row]:
    ruled = {rule.area for rule in memory.records.naming.rules}
    ghosts = {each.area: each for each in overview.unreached}
    rows = [_Row(name=name, area=None, by="a rule; no evidence yet") for name in overview.unknown]
    unnamed = set(overview.coverage.named.unnamed) if overview.coverage else set()
    for name, area in overview.areas.items():
        if name in ghosts:
            rows.append(_Row(name=name, area=area, by=f"nothing: {ghosts[name].why}", remedy=ghosts[name].command))
        elif name in overview.older:
            new = overview.older[name]
            rows.append(
                _Row(name=name, area=area, by="its tests", remedy=f"hardwon areas rename {typed(name)} {typed(new)}")
            )
        else:
            by = "a rule" if name in ruled else "records and reports" if name in unnamed else "its tests"
            rows.append(_Row(name=name, area=area, by=by))
    return sorted(rows, key=lambda row: row.name)


@areas.command("rename", cls=Command, example="hardwon areas rename test_http http --dry-run")
@click.argument("old")
@click.argument("new")
@dry_run
@with_memory
def rename(memory: Memory, old: str, new: str, dry_run: bool, as_json: bool) -> None:
    """Give an area another name, with all that it has proven. An area that has the name already is an error."""
    _tell(AreaLife(memory.recorder).rename_area(old, new, dry=dry_run), dry=dry_run, as_json=as_json)


@areas.command("merge", cls=Command, example="hardwon areas merge chekout checkout")
@click.argument("source", metavar="FROM")
@click.argument("into")
@dry_run
@with_memory
def merge(memory: Memory, source: str, into: str, dry_run: bool, as_json: bool) -> None:
    """Make one area part of another: counts are added, the lower confidence counts, retired only if both are."""
    _tell(AreaLife(memory.recorder).merge(source, into, dry=dry_run), dry=dry_run, as_json=as_json)


@areas.command("remove", cls=Command, example="hardwon areas remove legacy --yes")
@click.argument("name")
@click.option("--yes", is_flag=True, help="Do not ask.")
@dry_run
@with_memory
def remove(memory: Memory, name: str, yes: bool, dry_run: bool, as_json: bool) -> None:
    """Take an area out of the record, with all that it has proven; that it was retired stays as history."""
    life = AreaLife(memory.recorder)
    found = life.known(name)
    if not (yes or dry_run):
        ask(f"Forget the area {short(found)} and what it has proven?")
    _tell(life.remove(found, dry=dry_run), dry=dry_run, as_json=as_json)


def _tell(done: AreaDeed, *, dry: bool, as_json: bool) -> None:
    change = done.change
    if as_json:
        show_json({**change.document(), "dry_run": dry, "run_id": done.run or None, "rules": list(done.rules)})
    lines = [_sentence(done, dry=dry)]
    lines += [
        f"{where} still says {short(spelled)}: the next run brings it back. Change the rule."
        for where, spelled in zip(done.rules, done.spelled, strict=True)
    ]
    tell("\n".join(lines), as_json=as_json)


def _sentence(done: AreaDeed, *, dry: bool) -> str:
    change = done.change
    name, into = short(change.area), short(change.into)
    verb = "would be" if dry else "is"
    what = {
        "rename": f"{name} {verb} called {into} now",
        "merge": f"{name} {verb} part of {into} now",
        "remove": f"{name} {verb} removed",
    }[change.action]
    what = what.replace(" now", "") if dry else what
    after = change.after
    figures = f" ({earned(after.confidence)} confidence, {counted(after.test_count, 'run')})" if after else ""
    return f"{what}{figures}. {'Nothing was changed.' if dry else ''}".strip()


@areas.command("coverage", cls=Command, example="hardwon areas coverage --json")
@with_memory
def coverage(memory: Memory, as_json: bool) -> None:
    """Show which source files no area covers, and of which areas the files are not known.

    A change there may concern any area: until all of an area has passed once more, nothing of it is left out.
    """
    found = memory.coverage()
    if as_json:
        show_json(found.document())
        return
    covered = f"{found.sources - len(found.uncovered)} of {counted(found.sources, 'source file')}"
    parts = [f"{covered} in an area's `paths` or shared."]
    if found.uncovered:
        parts.append(
            "\n".join(["In no area's `paths`, and not shared:", *(f"  {one_line(path)}" for path in found.uncovered)])
        )
    if found.unknown:
        unknown = (f"  {short(area)}: {why}" for area, why in found.unknown.items())
        parts.append("\n".join(["Areas whose files are not known:", *unknown]))
    if found.unwatched:
        links = (f"  {one_line(path)}" for path in found.unwatched)
        parts.append("\n".join(["Not watched, for they lead to folders outside of the project:", *links]))
    tell(*parts)


@areas.command("explain", cls=Command, example="hardwon areas explain tests/auth/test_login.py::test_logs_in")
@click.argument("test", metavar="TEST|AREA")
@with_memory
def explain(memory: Memory, test: str, as_json: bool) -> None:
    """Show the area of a test and which rule decided, or what names an area and what it has proven.

    A test is a file, a dotted class name, or either with `::name`.
    """
    place, _, name = test.partition("::")
    overview = memory.overview()
    known = [*overview.areas, *overview.unknown]
    if not (rules.is_file(place) or name) and (area := meant(test, known)):
        _explain_area(memory, overview, area, as_json=as_json)
        return
    found = named_tests.placed(test, memory.records.naming, memory.project.root)
    if _is_only_a_word(memory, test) and not found.by_rule:
        raise unknown(test, known, "the record, nor in a rule")
    if as_json:
        show_json({"test": test, "area": found.area, "reason": found.reason})
    else:
        tell(f"{test}: area {found.area} ({found.reason})")


def _is_only_a_word(memory: Memory, name: str) -> bool:
    """Whether nothing makes it a test: neither a file or folder here, nor dots as in names of classes."""
    return not (set("./:\\") & set(name) or (memory.project.root / name).exists())


def _explain_area(memory: Memory, overview: Overview, name: str, *, as_json: bool) -> None:
    [row] = [each for each in _listed(overview, memory) if each.name == name]
    own = [rule for rule in memory.records.naming.rules if rule.area == name]
    patterns = {
        "tests": [each for rule in own for each in rule.tests],
        "paths": [each for rule in own for each in rule.paths],
    }
    if as_json:
        known = area_row(row.area, overview.scoring) if row.area else None
        show_json({**row.document(), "area": known, "rules": patterns})
        return
    lines = [f"{short(name)}: named by {row.by}"]
    lines += [f"  {key}: {', '.join(map(one_line, given))}" for key, given in patterns.items() if given]
    if row.area:
        lines.append(f"  {earned(row.area.confidence)} confidence: {row.area.changed or proof(row.area)}")
    if row.remedy:
        lines.append(f"  What to do: {row.remedy}")
    tell("\n".join(lines))
