"""What additions cost beside many observations: the product, beside comparing each with everything; in one run.

Observations are those of a shop, as the explorer words them. With --data, also what the preselection keeps: every pair
of real texts that sameness relates must be among the candidates.
"""

from __future__ import annotations

import argparse
import itertools
import json
import random
import statistics
import tempfile
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from hardwon import Memory
from hardwon.curation import apply as applying
from hardwon.curation import guarded
from hardwon.curation.reach import Reach
from hardwon.likeness import claims, sameness
from hardwon.observations.decisions import Decision
from hardwon.observations.observation import Observation, Scope
from hardwon.steps.place import Place
from hardwon.store.observation_file import write

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from hardwon.evidence.changes import Changes

DEFAULT_DATA = Path("../shared/data")
SIZES = (1_000, 10_000)
ROUNDS = 5
ADDITIONS = 3
SHOP = Scope("products", "shop")
REACH = Reach(place=Place(product="shop"))
PLACES = ("Account", "Orders", "Catalogue", "Settings", "Reports", "Team", "Billing", "Shipping", "Returns", "Help")
THINGS = (
    "invoice",
    "voucher",
    "address",
    "refund",
    "wishlist",
    "review",
    "parcel",
    "receipt",
    "password",
    "newsletter",
)
WAYS = ("list", "form", "summary", "archive", "preview", "filter", "export", "history", "search", "overview")


def fact(chance: random.Random, number: int) -> tuple[str, str]:
    """A title and a content, as the explorer words what it has found."""
    thing = f"{chance.choice(THINGS)} {chance.choice(WAYS)}"
    page, way = chance.choice(PLACES), " → ".join(chance.sample(PLACES, 2))
    title = f"{thing.capitalize()} {number}: reached from {way}"
    return title, f'The page "{thing} {number}" is linked on the page "{page}", which is reached from {way}.'


def filled(folder: Path, count: int) -> Memory:
    """A memory of so many observations."""
    chance = random.Random(count)
    place = folder / ".hardwon/observations/products/shop"
    place.mkdir(parents=True)
    at = "2026-01-01T00:00:00Z"
    for number in range(count):
        title, content = fact(chance, number)
        letters = "".join(chr(97 + int(digit)) for digit in f"{number:06}")
        observation = Observation(
            id="obs_" + "-".join(["ant"] * 9 + [letters]),
            scope=SHOP,
            title=title,
            content=content,
            trust=0.5,
            created=at,
            last_confirmed=at,
            source_test="t",
            origin="curator",
        )
        (place / f"{observation.id}.md").write_bytes(write(observation))
    return Memory.open(folder)


def additions(chance: random.Random) -> list[Decision]:
    facts = [fact(chance, chance.randint(10**6, 10**9)) for _ in range(ADDITIONS)]
    return [Decision(index=index, action="add", title=each[0], content=each[1]) for index, each in enumerate(facts)]


def added(memory: Memory, decisions: Sequence[Decision]) -> None:
    log = applying.apply(memory.desk, decisions, REACH, changes_of(memory), now=datetime.now(UTC))
    if len(log.deltas) != ADDITIONS or log.errors:
        raise RuntimeError(log)


def changes_of(memory: Memory) -> Changes:
    """The log of changes, in a run of its own."""
    return memory.runs.changes_of("bench")


def added_naively(memory: Memory, decisions: Sequence[Decision]) -> None:
    """Every file of the scope parsed, every addition compared with all."""
    with memory.observations.curating(changes_of(memory).about(None)) as curation:
        existing = memory.observations.of_scopes([SHOP])
        for each in decisions:
            for stored in existing:
                sameness.compare(each.title, each.content, stored.observation.title, stored.observation.content)
            proposal = guarded.Proposal(
                scope=SHOP, title=each.title, content=each.content, source_test="t", origin="curator"
            )
            guarded.add(curation, memory.quarantine, proposal, id=memory.new_id, now=datetime.now(UTC))


def seconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def forget_claims() -> None:
    """Each curation of a real run starts without the texts that an earlier process took apart."""
    claims.claim.cache_clear()


def speed(count: int) -> None:
    chance = random.Random(5)
    with tempfile.TemporaryDirectory() as folder:
        memory = filled(Path(folder), count)
        added(memory, additions(chance))  # imports, and the folder's pages in memory, for both alike
        own, naive, parsed = [], [], []
        for _ in range(ROUNDS):
            forget_claims()
            decisions = additions(chance)
            own.append(seconds(lambda given=decisions: added(memory, given)))  # type: ignore[misc]  # a default binds it
            forget_claims()
            decisions = additions(chance)
            naive.append(seconds(lambda given=decisions: added_naively(memory, given)))  # type: ignore[misc]  # as above
            parsed.append(seconds(lambda: memory.observations.of_scopes([SHOP])))
    fast, slow, parse = map(statistics.median, (own, naive, parsed))
    print(
        f"{count:>12,}{ADDITIONS / fast:>14.1f}{ADDITIONS / slow:>14.1f}{slow / fast:>9.1f}{parse / slow:>22.0%}"
        f"{fast * 1000:>18.0f}"
    )


def preselected(data: Path) -> None:
    """Of real pairs that sameness relates, how many are candidates; of all pairs, how many have to be compared."""
    paths = sorted((data / "retrieval").glob("*_pairs.jsonl"))
    pairs = [(row["a"], row["b"]) for path in paths for row in lines(path)]
    pairs += [(row["old"], row["new"]) for path in (data / "staleness").glob("*.jsonl") for row in lines(path)]
    related = [pair for pair in pairs if sameness.compare("T", pair[0], "T", pair[1]).kind != "other"]
    kept = sum(claims.traces("T", one).may_be_in(claims.folded(two)) for one, two in related)
    print(f"\nof {len(related)} real pairs that sameness relates, {kept} are preselected")
    texts = sorted({row["text"] for row in lines(data / "retrieval/then_corpus.jsonl")})
    folded = [claims.folded(text) for text in texts]
    near = [(one, two) for one in texts[::24] for two, text in zip(texts, folded, strict=True) if is_near(one, text)]
    of_all = itertools.product(texts[::24], texts)
    wanted = [pair for pair in of_all if sameness.compare("T", pair[0], "T", pair[1]).kind != "other"]
    missed = len(set(wanted) - set(near))
    print(
        f"of {len(texts[::24]) * len(texts):,} pairs of outcomes of one product, {len(near):,} are preselected "
        f"({len(near) / len(texts[::24]) / len(texts):.2%}); "
        f"sameness relates {len(wanted):,}, of which {missed} are missed"
    )


def is_near(one: str, folded: str) -> bool:
    return claims.traces("T", one).may_be_in(folded)


def lines(path: Path) -> list[dict[str, str]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=DEFAULT_DATA, help="folder with retrieval/ and staleness/")
    data = parser.parse_args().data
    print(
        f"{'observations':>12}{'adds/s':>14}{'naive adds/s':>14}{'ratio':>9}"
        f"{'naive spent parsing':>22}{'ms under lock':>18}"
    )
    for count in SIZES:
        speed(count)
    if (data / "staleness").is_dir():
        preselected(data)
    else:
        print(f"\nNo data in {data}: what the preselection keeps was not measured. Give --data DIR.")


if __name__ == "__main__":
    main()
