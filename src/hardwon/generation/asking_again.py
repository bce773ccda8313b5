"""Ask for scenarios, read the answer, tell what was wrong with it, and ask again: at most twice.

What an author writes is hostile: it is read as any file of scenarios is, its prose passes the scanner, and nothing is
executed here. Every answer is kept as it comes, so an interrupt loses nothing that was said.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any

from hardwon.generation.duplicates import KnownScenarios
from hardwon.guard.scanner import brief_line, scan
from hardwon.scenarios import reading
from hardwon.scenarios.reading import ScenarioError
from hardwon.scenarios.scenario import HandedIn, Refused
from hardwon.text.plain import counted, one_line

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from hardwon.generation.authors import Author, Written
    from hardwon.scenarios.scenario import Scenario
    from hardwon.target.origin import Origin

MOST_AGAIN = 2
"""How often an author is told of flaws and asked again."""

SHOWN_FLAWS = 20
GROWN = 1.1
"""How much longer an answer must be to be kept once more while it comes."""

LONGEST_KEPT = 200_000
"""Characters of an answer that the evidence keeps."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Generated:
    """What came of asking."""

    found: HandedIn
    asked: int
    flaws: tuple[str, ...] = ()
    """Why the author gave no answer, each time that it did not."""

    dropped: Mapping[str, str] = field(default_factory=dict)
    """Scenarios that repeat another, with that one."""

    token_usage: Mapping[str, int] | None = None
    cost: float | None = None


@dataclass(slots=True, kw_only=True)
class Commission:
    """One mandate on its way to an author."""

    author: Author
    mandate: str
    areas: Iterable[str] = ()
    target: Origin | None = None
    earlier: Iterable[Mapping[str, Any]] = ()
    """Scenarios of before: what repeats one is dropped."""

    keep: Callable[[Mapping[str, Any]], None] = lambda _: None
    """Told of every answer, before anything is made of it."""

    watch: Callable[[str], None] = lambda _: None
    clean: Callable[[Any], Any] = lambda value: value
    """Takes secrets out of what leaves the machine."""

    repeats: bool = False
    """Whether scenarios of before are taken where nothing new is written."""

    _repeated: dict[str, tuple[Scenario, Mapping[str, Any]]] = field(default_factory=dict)
    _taken: dict[str, tuple[Scenario, Mapping[str, Any]]] = field(default_factory=dict)
    _refused: dict[str, Refused] = field(default_factory=dict)
    _dropped: dict[str, str] = field(default_factory=dict)
    _notes: dict[str, None] = field(default_factory=dict)
    _flaws: list[str] = field(default_factory=list)
    _so_far: dict[int, int] = field(default_factory=dict)
    """How much of each answer was kept before it ended."""

    def carried_out(self) -> Generated:
        """Ask, and again while something is wrong."""
        prompt, asked = self.clean(self.mandate), 0
        usage: dict[str, int] = {}
        costs: list[float] = []
        known = KnownScenarios(self.earlier)
        while True:
            asked += 1
            self.watch(f"asking {self.author.shown} ({asked} of at most {MOST_AGAIN + 1}): {len(prompt)} characters")
            written = self.author.write(prompt, partial(self._heard, asked))
            self.keep({"asked": asked, "answer": written.text[:LONGEST_KEPT], "flaw": written.flaw})
            for key, tokens in (written.token_usage or {}).items():
                usage[key] = usage.get(key, 0) + tokens
            costs += [written.cost] if written.cost is not None else []
            wrong = self._read(written, known)
            if not wrong or asked > MOST_AGAIN or written.stopped or (written.flaw and not written.text):
                break
            prompt = f"{self.clean(self.mandate)}\n\n{_told_again(wrong, sorted(self._taken))}"
        if self.repeats and not self._taken:
            self._taken, self._dropped = self._repeated, {}
        return Generated(
            found=HandedIn(
                scenarios=tuple(scenario for scenario, _ in self._taken.values()),
                items=tuple(item for _, item in self._taken.values()),
                refused=tuple(self._refused.values()),
                notes=tuple(self._notes),
            ),
            asked=asked,
            flaws=tuple(self._flaws),
            dropped=self._dropped,
            token_usage=usage or None,
            cost=sum(costs) if costs else None,
        )

    def _heard(self, asked: int, text: str) -> None:
        """Keep what there is of an answer, whenever it has grown by a good part: it may be cut off at any moment."""
        kept = text[:LONGEST_KEPT]
        if len(kept) > self._so_far.get(asked, 0) * GROWN:
            self.keep({"asked": asked, "so_far": kept})
            self._so_far[asked] = len(kept)  # only now: an interrupt may come while it is written

    def _read(self, written: Written, known: KnownScenarios) -> list[str]:
        """Take what can be taken; what is wrong with the rest, for the author."""
        wrong = [brief_line(written.flaw, 300)] if written.flaw else []
        self._flaws += wrong
        if not written.text.strip():
            return wrong or self._noted("the answer is empty")
        try:
            found = reading.parts(
                written.text.encode("utf-8", "replace"), "the answer", areas=self.areas, target=self.target
            )
        except ScenarioError as error:
            return [*wrong, *self._noted(*error.flaws)]
        self._notes |= dict.fromkeys(found.notes)
        if found.cut:
            wrong.append("the answer breaks off: write fewer words, and hand in what is missing")
        self._refused = {each.id: each for each in found.refused}
        for scenario, item in zip(found.scenarios, found.items, strict=True):
            self._take(scenario, item, known)
        return [*wrong, *(f"{each.id}: {each.why}" for each in self._refused.values())]

    def _noted(self, *flaws: str) -> list[str]:
        self._flaws += flaws
        return list(flaws)

    def _take(self, scenario: Scenario, item: Mapping[str, Any], known: KnownScenarios) -> None:
        own = scenario.id
        if why := _unsafe(scenario):
            self._refused[own] = Refused(id=own, why=why, title=scenario.title)
        elif other := known.same_as(item) or known.same_as(self.clean(item)):  # those of before are without secrets
            if own not in self._taken:
                self._dropped[own] = other
                self._repeated[own] = (scenario, item)
        else:
            free = next(name for name in (own, *(f"{own[:90]}-{n}" for n in range(2, 9999))) if name not in self._taken)
            known.add(item)
            self._taken[free] = (scenario, {**item, "id": free})
            self._refused.pop(own, None)


def _unsafe(scenario: Scenario) -> str:
    """What is wrong with its prose, which an agent is given; "" if nothing is."""
    told = (*scenario.preconditions, *scenario.steps, *scenario.chaos_factors, *scenario.failure_modes)
    verdict = scan(scenario.title, "\n".join((scenario.user_perspective, *told, scenario.expected_behavior)))
    return "" if verdict.safe else f"its text is not safe: {one_line(verdict.reason, 200)}"


def _told_again(wrong: list[str], taken: list[str]) -> str:
    lines = [
        "## Your last answer",
        "",
        f"{counted(len(wrong), 'flaw')}:",
        *(f"- {each}" for each in wrong[:SHOWN_FLAWS]),
    ]
    if len(wrong) > SHOWN_FLAWS:
        lines.append(f"- and {len(wrong) - SHOWN_FLAWS} more")
    if taken:
        lines += ["", f"Taken already, do not hand in again: {', '.join(taken)}."]
    return "\n".join(
        [*lines, "", "Hand in the others again, corrected: one JSON array, in the form above, nothing else."]
    )
