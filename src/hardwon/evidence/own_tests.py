"""A test that an agent carries out itself, call by call: what its evidence must tell so that any process can go on.

run.json has its head (`own_test`), words.jsonl what was said between the calls, steps.jsonl the steps that are over.

    {"at": …, "rests_on": {"name": …, "files": {…}}}                 what its area rested on when it began
    {"at": …, "begun": {"text": …, "memory": …, "hints": […], …}}    a step has asked for memory, and was given this
    {"at": …, "reported": "…"}                                       the step of that text is over
    {"at": …, "ended": true, "by": 4711, "awaits": true}             over, by which process; to be tried without
    {"at": …, "settled": "…"}                                        it does not wait any more, and why
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from hardwon.evidence.choice import StepChoice, choice_in
from hardwon.steps.step import Hint
from hardwon.store.run_record import Flaw

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hardwon.steps.place import Place
    from hardwon.steps.step import Kind, MemoryUse
    from hardwon.store.run_record import RunRecord

WORDS = "words.jsonl"
PATIENCE = timedelta(minutes=30)
"""Time without a word after which a test is given up."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnTest:
    """What was said when the test began."""

    place: Place
    area: str
    key: str
    """Of its attempt."""

    ablation_of: str = ""
    """The run whose test this is once more, without memory; "" if it is the first attempt."""

    content: str = ""
    """Name of the project's files when it began; "" if they are not known."""

    def document(self) -> dict[str, Any]:
        place = {**self.place.document(), "url": self.place.url}
        return {
            "test": self.place.test,
            "place": place,
            "area": self.area,
            "key": self.key,
            "ablation_of": self.ablation_of,
            "content": self.content,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class BegunStep:
    """A step that was given memory, or was told why not, and is not over."""

    text: str
    kind: Kind
    memory: MemoryUse
    context: str = ""
    hints: tuple[Hint, ...] = ()
    scores: Mapping[str, float] = field(default_factory=dict)
    digests: Mapping[str, str] = field(default_factory=dict)
    reason: str = ""
    choice: StepChoice = field(default_factory=StepChoice)

    def document(self) -> dict[str, Any]:
        return asdict(self)


@dataclass(frozen=True, slots=True, kw_only=True)
class RestsOn:
    """What the area of a test rested on when it began."""

    name: str
    files: Mapping[str, str] = field(default_factory=dict)
    """Each with its digest; empty where there are too many to keep."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnWord:
    """Something that was said in the test, and when."""

    at: str
    rests_on: RestsOn | None = None
    begun: BegunStep | None = None
    reported: str | None = None
    ended: bool = False
    by: int = 0
    """The process that ended it; 0 if that is not told."""

    awaits: bool = False
    """It failed with memory in it, and should be tried without."""

    settled: str = ""

    def document(self) -> dict[str, Any]:
        begun: dict[str, Any] = {"begun": self.begun.document()} if self.begun else {}
        if self.rests_on:
            begun["rests_on"] = asdict(self.rests_on)
        reported = {} if self.reported is None else {"reported": self.reported}
        said = {"ended": self.ended, "by": self.by, "awaits": self.awaits, "settled": self.settled}
        return {"at": self.at, **begun, **reported, **{key: value for key, value in said.items() if value}}


def words_in(record: RunRecord, run: str) -> list[OwnWord]:
    """What was said in a test, in order. A line that cannot be read, as one that was cut off by a kill, is left out."""
    rows = (row for _, row in record.rows(run, WORDS) if not isinstance(row, Flaw))
    return [word for row in rows if (word := _word(row))]


def _word(row: Mapping[str, Any]) -> OwnWord | None:
    try:
        begun, reported = row.get("begun"), row.get("reported")
        return OwnWord(
            at=str(row["at"]),
            rests_on=_rests_on(row.get("rests_on")),
            begun=_begun(begun) if begun else None,
            reported=None if reported is None else str(reported),
            ended=row.get("ended") is True,
            by=int(row.get("by") or 0),
            awaits=row.get("awaits") is True,
            settled=str(row.get("settled") or ""),
        )
    except (ValueError, TypeError, KeyError, AttributeError):
        return None


def _rests_on(row: Mapping[str, Any] | None) -> RestsOn | None:
    files = {str(path): str(digest) for path, digest in row["files"].items()} if row else {}
    return RestsOn(name=str(row["name"]), files=files) if row else None


def _begun(row: Mapping[str, Any]) -> BegunStep:
    hints = tuple(
        Hint(id=each["id"], title=each["title"], content=each["content"], trust=each["trust"]) for each in row["hints"]
    )
    return BegunStep(
        text=row["text"],
        kind=row["kind"],
        memory=row["memory"],
        context=row["context"],
        hints=hints,
        scores=dict(row["scores"]),
        digests=dict(row["digests"]),
        reason=row["reason"],
        choice=choice_in(row),
    )
