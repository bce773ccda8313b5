"""The evidence of a run, written as it happens: a killed run keeps what it saw.

steps.jsonl gets a line for each step when it ends, conclusions.jsonl one for each test that is over, from every process
that takes part in the run. Secrets are redacted in everything that is written. No other module knows their keys.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from hardwon.errors import UsageError
from hardwon.evidence import pictures
from hardwon.evidence.choice import StepChoice, choice_in
from hardwon.evidence.fields import seconds, text
from hardwon.evidence.own_tests import WORDS, OwnTest, OwnWord
from hardwon.evidence.redaction import clean
from hardwon.evidence.secret_forms import forms
from hardwon.evidence.told import ToldTest, told_test
from hardwon.observations.suites import suite_in
from hardwon.steps.place import Place
from hardwon.steps.seen import Lesson, Seen
from hardwon.store.run_record import Flaw
from hardwon.text.plain import one_line

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from hardwon.evidence.told import ToldStep
    from hardwon.steps.step import Status
    from hardwon.store.run_record import RunRecord

STEPS = "steps.jsonl"
CONCLUSIONS = "conclusions.jsonl"

UNUSABLE = (ValueError, TypeError, KeyError, AttributeError, OverflowError, UsageError)
"""What reading a line raises that was not written here, or is damaged."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StepRow:
    """A step of an attempt, with everything that a curator may want to know of it later."""

    test: str
    attempt: int
    index: int
    key: str
    """Tells the attempt from those of other processes."""

    told: ToldStep
    seen: Seen
    context: str
    """The block that it was given."""

    scores: Mapping[str, float]
    digests: Mapping[str, str]
    memory_reason: str
    refused: str
    duration: float
    choice: StepChoice = field(default_factory=StepChoice)
    screenshots: tuple[bytes, ...] = field(default=(), repr=False)
    """Pictures, which stand beside the row: it names them."""

    no_screenshot: str = ""

    def document(self) -> dict[str, Any]:
        seen = self.seen
        return {
            "test": self.test,
            "attempt": self.attempt,
            "index": self.index,
            **self.told.document(),
            "scores": self.scores,
            "digests": self.digests,
            "context": self.context,
            "told": seen.told,
            "memory_reason": self.memory_reason,
            **self.choice.document(),
            "used": list(seen.used),
            "contradicted": list(seen.contradicted),
            **({"overstepped": dict(seen.overstepped)} if seen.overstepped else {}),
            "learned": [{"title": each.title, "content": each.content, "scope": each.scope} for each in seen.lessons],
            "refused": self.refused,
            "observation": seen.observation,
            "reason": seen.reason,
            "retries": seen.retries,
            "duration": self.duration,
            "key": self.key,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class ExecRow:
    """A scenario whose requests were made for real, as one step."""

    test: str
    text: str
    result: Mapping[str, Any]

    def document(self) -> dict[str, Any]:
        return {"test": self.test, "attempt": 1, "index": 0, "text": self.text, "kind": "exec", **self.result}


@dataclass(frozen=True, slots=True, kw_only=True)
class AttemptEnd:
    """What an attempt came to, and how many steps of it were carried out."""

    key: str
    status: Status
    steps: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TestEnd:
    """A test that is over: what it came to, where it stood, and its attempts."""

    __test__ = False
    """It is not a test of pytest's."""

    test: ToldTest
    place: Place
    attempts: tuple[AttemptEnd, ...]

    def document(self) -> dict[str, Any]:
        told = [each.document() for each in self.test.attempts] or [{}] * len(self.attempts)
        ends = ({"key": each.key, "status": each.status, "steps": each.steps} for each in self.attempts)
        attempts = [said | end for said, end in zip(told, ends, strict=True)]
        return {**self.test.document(), "place": self.place.document(), "attempts": attempts}


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptStep:
    """A step as it is read back."""

    index: int
    seen: Seen
    digests: Mapping[str, str]
    duration: float = 0.0
    context: str = ""
    scores: Mapping[str, float] = field(default_factory=dict)
    memory_reason: str = ""
    refused: str = ""
    choice: StepChoice = field(default_factory=StepChoice)
    screenshots: tuple[str, ...] = ()
    no_screenshot: str = ""


class Journal:
    """What one run keeps while it runs. Safe to use from several threads and processes."""

    def __init__(self, record: RunRecord, run: str) -> None:
        self._record = record
        self._run = run
        self._secrets: set[str] = set()
        self._picturing = threading.Lock()

    def hide(self, secrets: Iterable[str]) -> None:
        """Values that must appear nowhere, whatever they look like: passwords that tests are given."""
        self._secrets.update(form for secret in secrets if secret.strip() for form in forms(secret))

    def clean(self, value: Any) -> Any:
        """A value as it may be written and shown."""
        return clean(value, tuple(sorted(self._secrets, key=len, reverse=True)))

    def step(self, row: StepRow | ExecRow) -> None:
        """Keep what is known of a step."""
        if isinstance(row, StepRow) and (row.screenshots or row.no_screenshot):
            with self._picturing:  # or two would both be the last one that there is room for
                self._append_step(row.document() | self._pictured(row))
        else:
            self._append_step(row.document())

    def _append_step(self, document: Mapping[str, Any]) -> None:
        self._record.append(self._run, STEPS, [self.clean(document)])

    def _pictured(self, row: StepRow) -> dict[str, Any]:
        """Keep the pictures of a step, as many as there is room for, and say which."""
        room = max(0, pictures.MOST - pictures.count(self._record, self._run, STEPS))
        names = pictures.keep(self._record, self._run, row.screenshots[:room])
        why = pictures.TOO_MANY if len(row.screenshots) > room else row.no_screenshot
        return ({"screenshots": names} if names else {}) | ({"no_screenshot": why} if why else {})

    def word(self, row: OwnWord) -> None:
        """Keep what an agent said in a test that it carries out itself."""
        self._record.append(self._run, WORDS, [self.clean(row.document())])

    def test(self, writer: str, row: TestEnd) -> None:
        """Keep what a test came to."""
        self._record.append(self._run, CONCLUSIONS, [self.clean(row.document()) | {"writer": writer}])

    def tests_of_others(self, writer: str) -> list[TestEnd]:
        """What processes other than this one have kept about their tests. `doctor` names what cannot be read."""
        rows = (row for _, row in self._record.rows(self._run, CONCLUSIONS) if not isinstance(row, Flaw))
        found = (_test_end("", 0, row) for row in rows if row.get("writer") != writer)
        return [each for each in found if not isinstance(each, Flaw)]


def own_test_in(head: Mapping[str, Any]) -> OwnTest | None:
    """The test that the head in a run.json is of; None if it cannot be used."""
    try:
        place = replace(place_in(head["test"], head["place"]), url=str(head["place"].get("url") or ""))
        return OwnTest(
            place=place,
            area=str(head["area"]),
            key=str(head["key"]),
            ablation_of=str(head.get("ablation_of") or ""),
            content=str(head.get("content") or ""),
        )
    except UNUSABLE:
        return None


def has_tests(record: RunRecord, run: str) -> bool:
    """Whether the evidence of a run tells of tests that were over."""
    return record.has(run, CONCLUSIONS)


def tests_in(record: RunRecord, run: str) -> Iterator[TestEnd | Flaw]:
    """The tests of a run that were over, in their order; a Flaw for each line that tells of none."""
    where = record.where_of(run, CONCLUSIONS)
    for number, (_, row) in enumerate(record.rows(run, CONCLUSIONS), start=1):
        yield row if isinstance(row, Flaw) else _test_end(where, number, row)


def steps_in(record: RunRecord, run: str) -> dict[str, list[KeptStep | Flaw]]:
    """The steps of a run by the key of their attempt, in their order. A line that cannot be read is left out."""
    found: dict[str, list[KeptStep | Flaw]] = {}
    where = record.where_of(run, STEPS)
    for number, (_, row) in enumerate(record.rows(run, STEPS), start=1):
        if not isinstance(row, Flaw):
            found.setdefault(str(row.get("key")), []).append(_step(where, number, row))
    return found


def _test_end(where: str, number: int, row: dict[str, Any]) -> TestEnd | Flaw:
    try:
        return TestEnd(
            test=told_test({**row, "id": row["id"], "status": row["status"]}),
            place=place_in(row["id"], row["place"]),
            attempts=tuple(
                AttemptEnd(key=str(each["key"]), status=each["status"], steps=each["steps"]) for each in row["attempts"]
            ),
        )
    except UNUSABLE as error:
        return Flaw(where, number, _reason(error))


def place_in(test: str, place: Mapping[str, Any]) -> Place:
    """The place that evidence keeps; an error of `UNUSABLE` if it keeps none."""
    suite = place["suite"]
    return Place(product=place["product"], test=test, suite=suite and suite_in(suite), position=place["position"])


def _step(where: str, number: int, row: dict[str, Any]) -> KeptStep | Flaw:
    try:
        return KeptStep(
            index=int(row["index"]),
            seen=_seen(row),
            digests=dict(row["digests"].items()),
            duration=seconds(row.get("duration")) or 0.0,
            context=text(row.get("context")),
            scores={str(each): float(score) for each, score in (row.get("scores") or {}).items()},
            memory_reason=text(row.get("memory_reason")),
            refused=text(row.get("refused")),
            choice=choice_in(row),
            screenshots=pictures.names_in(row),
            no_screenshot=text(row.get("no_screenshot")),
        )
    except UNUSABLE as error:
        return Flaw(where, number, _reason(error))


def _seen(row: dict[str, Any]) -> Seen:
    return Seen(
        text=row["text"],
        kind=row["kind"],
        status=row["status"],
        sub_actions=row["sub_actions"],
        retries=row["retries"],
        observation=row["observation"],
        reason=row["reason"],
        memory=row["memory"],
        injected=_texts(row["injected"]),
        # Runs from before this was kept: then every lesson may be news.
        told={str(each): str(text) for each, text in row.get("told", {}).items()},
        used=_texts(row["used"]),
        contradicted=_texts(row["contradicted"]),
        overstepped={str(each): str(what) for each, what in row.get("overstepped", {}).items()},
        lessons=tuple(
            Lesson(title=each["title"], content=each["content"], scope=each["scope"]) for each in row["learned"]
        ),
    )


def _texts(values: Iterable[Any]) -> tuple[str, ...]:
    return tuple(str(value) for value in values)


def _reason(error: Exception) -> str:
    return one_line(f"{error} is missing" if isinstance(error, KeyError) else str(error))
