"""One record file of which three versions are known, merged by what it means: git's merge driver and `push` use it.

Bytes in, bytes out; None stands for a file that is not there. What cannot be read is not merged, and that is said.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from hardwon.areas.learning import with_areas
from hardwon.areas.ledger import Ledger, memory_text, read_ledger, retired_text
from hardwon.areas.merge import merged
from hardwon.errors import DamagedRecord, MergeConflict, UsageError
from hardwon.observations.deltas import snapshot
from hardwon.observations.reconciling import is_same_text, outlives_deletion, reconciled, unmoved
from hardwon.store import observation_file
from hardwon.store.observation_file import UnreadableObservation
from hardwon.store.observation_folders import place_parts
from hardwon.text.plain import one_line

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hardwon.areas.area import Scoring
    from hardwon.observations.deltas import Standing
    from hardwon.observations.observation import Observation

MEMORY, RETIRED, BESIDE, ENDING = "memory.json", "retired.json", "beside.json", ".md"
MARK = "pushed_as"
"""Key of ours: what the last push called the records. Counts alone do not tell whether others were made from them."""

_COUNTS = ("test_count", "pass_count", "fail_count")


class Versions(NamedTuple):
    """Three versions of one file; None where a side does not have it."""

    base: bytes | None
    ours: bytes | None
    theirs: bytes | None


def merged_file(path: str, versions: Versions, scoring: Scoring) -> bytes | None:
    """The file that holds what both sides learned since the base; MergeConflict where a person has to decide."""
    base, ours, theirs = versions
    if base in (ours, theirs):
        return theirs if base == ours else ours
    name = path.rpartition("/")[2]
    if name in (MEMORY, RETIRED, BESIDE):
        return merged_areas(path, versions, scoring, retired=name == RETIRED)
    # Two runs that contradict the same observation leave the same bytes, and are two.
    if name.endswith(ENDING) and (base is not None or ours != theirs):
        return merged_observation(path, versions)
    # A .gitignore, or a file that this version does not know: whoever came first decides.
    return ours if theirs is None else theirs


def merged_areas(path: str, versions: Versions, scoring: Scoring, *, retired: bool) -> bytes | None:
    """memory.json, or retired.json; DamagedRecord if a version cannot be read, or the merge could not be."""
    sides = [
        _ledger(content, f"{path} ({side})", retired=retired)
        for side, content in zip(Versions._fields, versions, strict=True)
    ]
    try:
        result = merged(*sides, scoring=scoring)
        content = retired_text(result) if retired else memory_text(result)
    except RecursionError:
        raise DamagedRecord(
            "A key of another tool is nested too deeply to be merged.", remedy="Merge by hand."
        ) from None
    if None in versions[1:] and not (result.retirements if retired else result.areas):
        return None
    # What cannot be read again must not be written: sums can grow out of bounds.
    _ledger(content, f"{path} (merged)", retired=retired)
    return content


def history_of(path: str, memory: bytes, retired: bytes | None) -> bytes | None:
    """retired.json in line with a merged memory.json: two sides may have earned a retirement together, or ended one."""
    ledger = read_ledger(memory, retired, path, f"{path} ({RETIRED})")
    after = with_areas(ledger, {}, ledger.updated_at or "")
    return retired if after.retirements == ledger.retirements or not ledger.updated_at else retired_text(after)


def _ledger(content: bytes | None, shown: str, *, retired: bool) -> Ledger:
    if content is None:
        return Ledger()
    return read_ledger(None, content, shown, shown) if retired else read_ledger(content, None, shown, shown)


class _Version(NamedTuple):
    """One version of an observation's file."""

    raw: bytes
    observation: Observation

    text: bytes
    """The file without what runs move: every other byte counts as text."""


def merged_observation(path: str, versions: Versions, *, may_go: bool = True) -> bytes | None:
    """An observation that both sides changed: trust and counts are added up; a text is that of the side that edited it.

    Without trust it goes, if it may. MergeConflict if both edited the text, or a version is no observation.
    """
    base, ours, theirs = (_version(path, content) for content in versions)
    if ours is None or theirs is None:
        return _kept(base, ours or theirs)
    if ours.text != theirs.text:
        if base is None or base.text not in (ours.text, theirs.text):
            raise MergeConflict(f"{path}: its text was edited on both sides.", remedy="Decide which text is right.")
        return theirs.raw if ours.text == base.text else ours.raw
    before = base.observation if base and is_same_text(base.observation, ours.observation) else None
    if before is None and ours.raw == theirs.raw:
        return ours.raw
    after = reconciled(before, ours.observation, theirs.observation)
    return observation_file.changed(ours.raw, ours.observation, after) if after.trust > 0 or not may_go else None


def standing_of(path: str, content: bytes | None) -> Standing | None:
    """Trust and counts of an observation; None if that is none."""
    try:
        version = _version(path, content)
    except MergeConflict:
        return None
    known = snapshot(version.observation) if version else None
    return known.standing if known else None


def is_observation(path: str, content: bytes) -> bool:
    """Whether a file of that name and content is an observation."""
    try:
        return _version(path, content) is not None
    except MergeConflict:
        return False


def _kept(base: _Version | None, present: _Version | None) -> bytes | None:
    """What is left of an observation that one side deleted and the other changed."""
    if present is None or (base and not outlives_deletion(base.observation, present.observation)):
        return None
    return present.raw


def _version(path: str, content: bytes | None) -> _Version | None:
    if content is None:
        return None
    try:
        scope, name = place_parts("/".join(path.split("/")[-3:]))
        found = observation_file.read(content, id=name, scope=scope)
        return _Version(content, found, observation_file.changed(content, found, unmoved(found)))
    except (UnreadableObservation, UsageError) as error:
        raise MergeConflict(
            f"{path} was changed on both sides, and a version of it cannot be read: {one_line(str(error))}.",
            remedy="Correct the file, or take it from one side.",
        ) from error


def check_file(path: str, content: bytes) -> None:
    """DamagedRecord or MergeConflict if a record file cannot be read: it is not handed on."""
    name = path.rpartition("/")[2]
    if name in (MEMORY, RETIRED):
        _ledger(content, path, retired=name == RETIRED)
    elif name.endswith(ENDING):
        _version(path, content)


def goes_on(path: str, earlier: bytes, later: bytes, *, areas_may_go: bool = False) -> bool:
    """Whether a version of a file was made from another one: it is the same, or its areas count at least as much."""
    if earlier == later or path.rpartition("/")[2] != MEMORY:
        return earlier == later
    try:
        before, after = (_ledger(content, path, retired=False).areas.raw for content in (earlier, later))
    except DamagedRecord:
        return False
    if not areas_may_go and not before.keys() <= after.keys():
        return False
    return all(before[name][key] <= after[name][key] for name in before.keys() & after.keys() for key in _COUNTS)


def mark_of(files: Mapping[str, bytes]) -> object:
    """The mark of the last push that records go on from; None where they have none."""
    place = _marked_file(files)
    return None if place is None else _ledger(files[place], place, retired=False).extra.get(MARK)


def with_mark(files: dict[str, bytes], mark: object) -> dict[str, bytes]:
    """The same records with another mark, or with none."""
    place = _marked_file(files)
    if place is None:
        return files
    ledger = _ledger(files[place], place, retired=False)
    if ledger.extra.get(MARK) == mark:
        return files
    others = {key: value for key, value in ledger.extra.items() if key != MARK}
    marked = replace(ledger, extra=others if mark is None else {**others, MARK: mark})
    return files | {place: memory_text(marked)}


def is_elsewhere(path: str, files: Mapping[str, bytes]) -> bool:
    """Whether a file holds areas, and their mark is in another one."""
    return path.rpartition("/")[2] == MEMORY and _marked_file(files) != path


def _marked_file(files: Mapping[str, bytes]) -> str | None:
    """The file of the areas that no other tool writes."""
    named = sorted(path for path in files if path.rpartition("/")[2] in (BESIDE, MEMORY))
    return next((path for path in named if path.endswith(BESIDE)), next(iter(named), None))


def moved_areas(path: str, earlier: bytes | None, later: bytes | None) -> set[str]:
    """The areas that are not the same in two versions of memory.json; of other files none."""
    if path.rpartition("/")[2] != MEMORY:
        return set()
    before, after = (_ledger(content, path, retired=False).areas.raw for content in (earlier, later))
    return {name for name in {*before, *after} if before.get(name) != after.get(name)}
