"""How memory grows: many runs on a shop whose features move, then on one that stands still.

Tests of three steps each look for features. An agent follows what memory gives it, the most trusted first; where that
leads nowhere it says so, or is misled and fails, and the test is tried without memory. What it had to search for it
learns: in one of several wordings, now and then wrongly. The product decides what becomes of that: recall, the rules
curator, ablation and `apply`, on real files, with a clock of its own. Beside it two trivial memories with the same
recall and the same agent: one that appends everything, and one in which the last word under a title wins.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Protocol

from id_agent import generate_deterministic

from hardwon import Memory
from hardwon.curation import apply as applying
from hardwon.curation import by_rules, guarded
from hardwon.curation.reach import Reach
from hardwon.evidence.journal import Journal
from hardwon.guard import ablation
from hardwon.observations.decisions import Decision
from hardwon.observations.observation import Scope
from hardwon.runner.attempt import Attempt
from hardwon.runner.recalling import FromMemory, Without
from hardwon.steps.place import Place
from hardwon.store.observation_file import write
from hardwon.store.runs_in_memory import RunsInMemory

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hardwon.runner.attempt import StepRun
    from hardwon.runner.recalling import Recalling

PRODUCT = "shop"
RUNS = 1000
STILL = 0.2
"""Share of the runs at the end in which nothing moves any more."""

TESTS = 12
TESTS_PER_RUN = 2
MOVES = 0.15
"""Chance that a run finds one feature moved."""

OTHER_WORDS = 0.25
"""Chance that a lesson is not told in the explorer's words."""

ODD_WORDS = 0.0
"""Chance that it is told in words from which nobody could make out that it says where something is; see --odd."""

WRONG = 0.05
"""Chance that what was searched for is learned with a wrong place."""

MISLED = 0.25
"""Chance that a wrong memory makes a step fail; else the agent notices."""

REPEATED = 0.1
"""Chance that the agent tells once more what it was given and used."""

UNLUCKY = 0.02
"""Chance that a test fails for a reason that has nothing to do with memory."""

STALE = 50
EVERY = 100
START = datetime(2020, 1, 1, tzinfo=UTC)

FEATURES = re.split(
    r",\s+",
    """gift cards, account recovery, newsletter settings, low stock report, voucher field, order history,
    return form, wish list, delivery address, payment methods, size guide, store locator, product reviews, price alerts,
    invoice archive, loyalty points, language choice, cookie preferences, contact form, shipping costs, staff schedule,
    supplier catalogue, tax rates, discount rules, refund queue, password change, two-factor setup, profile picture,
    saved searches, parcel tracking, stock transfer, sales dashboard, customer export, audit trail, banner editor,
    press kit""",
)
MENU = {
    "Account": ("Security", "Profile", "Activity", "Privacy"),
    "Settings": ("General", "Notifications", "Appearance", "Integrations"),
    "Help": ("Guides", "Contact", "Policies"),
    "Orders": ("Open", "Completed", "Cancelled"),
    "Staff": ("Warehouse", "Marketing", "Finance", "Personnel"),
    "Catalogue": ("Seasonal", "Clearance", "Brands"),
}
PLACES = [(menu, page) for menu, pages in MENU.items() for page in pages]


class Fact(NamedTuple):
    """Where a feature is."""

    feature: str
    place: tuple[str, str]


class Wording(NamedTuple):
    title: str
    content: str


def wordings(fact: Fact) -> list[Wording]:
    """How agents say where something is; the explorer's own way first, the odd one last."""
    name, (menu, page) = fact.feature, fact.place
    return [
        Wording(
            f"{name.capitalize()}: reached from {menu} → {page}",
            f'The page "{name}" is linked on the page "{page}", which is reached from {menu} → {page}.',
        ),
        Wording(f"{name.capitalize()}: location", f"The {name} page is located under {menu} → {page}."),
        Wording(f"Where the {name} can be found", f"You can find the {name} in {menu}, on the page {page}."),
        Wording(f"{name.capitalize()}", f"The link to the {name} is on the {page} page of the {menu} menu."),
        Wording(f"About the {name}", f"Whoever passes {menu} comes across the {name} once {page} is in sight."),
    ]


MEANING = {
    wording: Fact(feature, place)
    for feature in FEATURES
    for place in PLACES
    for wording in wordings(Fact(feature, place))
}


@dataclass(slots=True)
class Shop:
    """The product as it is now."""

    chance: random.Random
    places: dict[str, tuple[str, str]] = field(default_factory=dict)
    moved: dict[str, int] = field(default_factory=dict)
    """Run in which each feature was moved last."""

    def __post_init__(self) -> None:
        self.places = {feature: self.chance.choice(PLACES) for feature in FEATURES}

    def move(self, run: int) -> None:
        feature = self.chance.choice(FEATURES)
        self.places[feature] = self.chance.choice([place for place in PLACES if place != self.places[feature]])
        self.moved[feature] = run

    def has(self, fact: Fact) -> bool:
        return self.places[fact.feature] == fact.place


class Noted(NamedTuple):
    """An observation that is there, and since which run."""

    wording: Wording
    since: int


class Keeper(Protocol):
    """A memory of some kind."""

    name: str

    def recalling(self, test: str) -> Recalling: ...

    def conclude(self, run: int, test: str, first: Attempt, second: Attempt | None) -> None: ...

    def noted(self) -> list[Noted]: ...


class Unwritten(Journal):
    """Nobody reads the evidence of these runs."""

    def __init__(self) -> None:
        super().__init__(RunsInMemory(), "")

    def step(self, *_: object) -> None:
        pass


def at(run: int) -> datetime:
    return START + timedelta(hours=run)


def settle(path: Path, run: int) -> None:
    """Give a file the time of its run: one that seems to be seconds old is read again in every step."""
    os.utime(path, (at(run).timestamp(), at(run).timestamp()))


@dataclass(slots=True)
class Hardwon:
    """The product."""

    memory: Memory
    name: str = "hardwon"

    def recalling(self, test: str) -> Recalling:
        return FromMemory(self.memory.desk.recaller, Place(product=PRODUCT, test=test))

    def conclude(self, run: int, test: str, first: Attempt, second: Attempt | None) -> None:
        conclusion = ablation.conclude(first.seen(), second.seen() if second else None)
        decisions = [
            Decision(index=0, action="deprecate", observation_id=each, reasoning=conclusion.reasoning)
            for each in conclusion.deprecate
        ]
        if conclusion.lessons_of is not None:
            decisions += by_rules.propose(conclusion.lessons_of.steps)
        reach = Reach(
            place=Place(product=PRODUCT, test=test),
            run=f"run-{run}",
            known=first.seen().digests,
            may_add=conclusion.status == "passed",
            settled=conclusion.deprecate,
            concludes=True,
        )
        changes = self.memory.runs.changes_of(f"run-{run}", hide=lambda row: row)
        log = applying.apply(self.memory.desk, decisions, reach, changes, now=at(run))
        if log.errors:
            raise RuntimeError(log.errors)
        for each in log.deltas:
            if each.after is not None:
                settle(Path(self.memory.observations.where_of(Scope("products", each.scope), each.observation_id)), run)

    def noted(self) -> list[Noted]:
        stored = [each.observation for each in self.memory.observations.listing().stored]
        return [Noted(Wording(each.title, each.content), int((each.source_run or "-0")[4:])) for each in stored]


@dataclass(slots=True)
class Trivial:
    """Keeps every lesson as it comes, under its number or, if titles decide, under its title. Trust never moves."""

    memory: Memory
    name: str
    by_title: bool
    kept: dict[str, Noted] = field(default_factory=dict)

    def recalling(self, test: str) -> Recalling:
        return FromMemory(self.memory.desk.recaller, Place(product=PRODUCT, test=test))

    def conclude(self, run: int, test: str, first: Attempt, second: Attempt | None) -> None:
        passed = ablation.conclude(first.seen(), second.seen() if second else None).lessons_of
        for lesson in (each for step in passed.steps for each in step.lessons) if passed else ():
            key = lesson.title if self.by_title else str(len(self.kept))
            self.kept[key] = Noted(Wording(lesson.title, lesson.content), run)
            proposal = guarded.Proposal(
                scope=Scope("products", PRODUCT),
                title=lesson.title,
                content=lesson.content,
                source_test=test,
                origin="import",
            )
            observation = guarded.new_observation(
                proposal, at(run), id=generate_deterministic(key, words=10, prefix="obs")
            )
            path = Path(self.memory.observations.where_of(observation.scope, observation.id))
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(write(observation))
            settle(path, run)

    def noted(self) -> list[Noted]:
        return list(self.kept.values())


@dataclass(slots=True)
class Agent:
    """Looks for features, with what memory says and without."""

    chance: random.Random
    shop: Shop
    odd: float
    counts: Counter[str] = field(default_factory=Counter)

    def look_for(self, feature: str, step: StepRun) -> None:
        """One step; an exception fails it."""
        wrong: list[str] = []
        self.counts["injected"] += len(step.observations)
        hints = sorted(step.observations, key=lambda hint: -hint.trust)
        for hint in hints:
            fact = MEANING[Wording(hint.title, hint.content)]
            if fact.feature != feature:
                continue
            if self.shop.has(fact):
                self.counts["helped"] += 1
                step.report(sub_actions=2 + 2 * len(wrong), used=[hint.id], contradicted=wrong)
                if self.chance.random() < REPEATED:
                    self.tell(fact, step)
                return
            if self.chance.random() < MISLED:
                self.counts["misled"] += 1
                raise LookupError(f"{feature} is not where memory says")
            wrong.append(hint.id)
        self.counts["searched"] += 1
        step.report(sub_actions=6 + 2 * len(wrong), contradicted=wrong)
        place = self.shop.places[feature] if self.chance.random() >= WRONG else self.chance.choice(PLACES)
        self.tell(Fact(feature, place), step)

    def fail(self) -> None:
        raise AssertionError("the product is broken here")

    def tell(self, fact: Fact, step: StepRun) -> None:
        own, *others, odd = wordings(fact)
        luck = self.chance.random()
        step.learned(*(odd if luck < self.odd else self.chance.choice(others) if luck < OTHER_WORDS else own))


@dataclass(slots=True)
class Simulation:
    """One memory through all runs. The same seed gives every memory the same shop and the same luck with it."""

    keeper: Keeper
    runs: int
    seed: int
    odd: float = ODD_WORDS

    def rows(self) -> Iterator[Row]:
        """What there is after every hundred runs."""
        fate = random.Random(self.seed)
        shop = Shop(random.Random(self.seed + 1))
        agent = Agent(random.Random(self.seed + 2), shop, self.odd)
        tests = {f"t_{number}": fate.sample(FEATURES, 3) for number in range(TESTS)}
        for run in range(1, self.runs + 1):
            if run <= self.runs * (1 - STILL) and fate.random() < MOVES:
                shop.move(run)
            for test in fate.sample(sorted(tests), TESTS_PER_RUN):
                self.run_test(run, test, tests[test], agent, unlucky=fate.random() < UNLUCKY)
            if run % EVERY == 0 or run == self.runs:
                yield row(run, self.keeper.noted(), shop, agent.counts)
                agent.counts.clear()

    def run_test(self, run: int, test: str, features: Sequence[str], agent: Agent, *, unlucky: bool) -> None:
        first = attempt(test, self.keeper.recalling(test), features, agent, unlucky=unlucky)
        second = None
        if ablation.is_wanted(first.seen(), enabled=True, repeatable=True):
            without = Without("off", "to find out whether memory caused the failure")
            second = attempt(test, without, features, agent, unlucky=unlucky)
        self.keeper.conclude(run, test, first, second)


def attempt(test: str, recalling: Recalling, features: Sequence[str], agent: Agent, *, unlucky: bool) -> Attempt:
    tried = Attempt(test=test, recalling=recalling, journal=Unwritten())
    try:
        for feature in features:
            with tried.step(f"Open the {feature}") as step:
                agent.look_for(feature, step)
        if unlucky:
            with tried.step("Check the result", "assert"):
                agent.fail()
    except (LookupError, AssertionError):
        pass  # the attempt has it
    return tried


class Row(NamedTuple):
    """The state of a memory after some runs."""

    run: int
    size: int
    true: int
    duplicates: int
    stale: int
    counts: dict[str, int]

    def shown(self, name: str) -> str:
        injected = self.counts.get("injected", 0)
        shares = (self.true, self.duplicates, self.stale)
        return (
            f"{name:22}{self.run:>6}{self.size:>14}"
            + "".join(f"{part / max(1, self.size):>12.1%}" for part in shares)
            + f"{self.counts.get('helped', 0) / max(1, injected):>17.1%}"
            + f"{self.counts.get('searched', 0):>10}{self.counts.get('misled', 0):>8}"
        )


def row(run: int, noted: list[Noted], shop: Shop, counts: Counter[str]) -> Row:
    facts = [(MEANING[each.wording], each.since) for each in noted]
    true = Counter(fact for fact, _ in facts if shop.has(fact))
    # False since it was written, or since its feature moved.
    false_for = [run - max(since, shop.moved.get(fact.feature, 0)) for fact, since in facts if not shop.has(fact)]
    return Row(
        run=run,
        size=len(noted),
        true=true.total(),
        duplicates=true.total() - len(true),
        stale=sum(age >= STALE for age in false_for),
        counts=dict(counts),
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=RUNS)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--odd", type=float, default=ODD_WORDS, help="share of lessons in words that nobody recognises")
    parser.add_argument("--only", action="store_true", help="without the trivial memories")
    options = parser.parse_args()
    print(
        f"{'memory':22}{'runs':>6}{'observations':>14}{'true':>12}{'duplicates':>12}{'stale':>12}"
        f"{'injected helped':>17}{'searched':>10}{'misled':>8}"
    )
    for number in range(1 if options.only else 3):
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / ".git").mkdir()
            memory = Memory.open(folder)
            keeper: Keeper = (
                Hardwon(memory)
                if number == 0
                else Trivial(memory, "append everything", by_title=False)
                if number == 1
                else Trivial(memory, "last write per title", by_title=True)
            )
            started = time.monotonic()
            rows = []
            for each in Simulation(keeper, options.runs, options.seed, options.odd).rows():
                rows.append(each)
                print(each.shown(keeper.name), flush=True)
            still = [each for each in rows if each.run >= options.runs * (1 - STILL)]
            growth = still[-1].size - still[0].size
            print(f"{keeper.name}: {growth:+} since the product stands still; {time.monotonic() - started:.0f} s\n")


if __name__ == "__main__":
    main()
