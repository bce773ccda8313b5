"""What sameness takes for the same, for a contradiction, and for something else; beside the overlap of words.

Texts are held against each other as observations, titled with their scenario where the data has one, else with
themselves. Half of each set, by a hash of its texts, is for looking at while working on sameness; the other half is
only counted, and its figures stand apart. Then the pairs of many products that are in tests/unit/likeness/pairs.txt,
each with its right answer; what is held out there says a column.
"""

from __future__ import annotations

import argparse
import hashlib
import itertools
import json
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from hardwon.likeness import sameness
from hardwon.likeness.stems import stem
from hardwon.likeness.words import words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

DEFAULT_DATA = Path("../shared/data")
NEAR = 0.8
"""Share of words in common from which the trivial method takes two texts for the same."""

ONE_TITLE = "Checkout as a guest"
TABLE = Path(__file__).parents[1] / "tests/unit/likeness/pairs.txt"


class Pair(NamedTuple):
    """Two observations."""

    title: str
    content: str
    other_title: str
    other_content: str

    @property
    def is_held_out(self) -> bool:
        return hashlib.sha256(f"{self.content}|{self.other_content}".encode()).digest()[0] % 2 == 1


class Demand(NamedTuple):
    """A set of pairs, and what must be said of it."""

    name: str
    pairs: list[Pair]
    says: str
    holds: Callable[[Counter[str], int], bool]


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def untitled(path: Path) -> list[Pair]:
    return [Pair(row["a"], row["a"], row["b"], row["b"]) for row in lines(path)]


def under_one_title(path: Path) -> list[Pair]:
    """The hardest case: nothing but its amount tells one subject from the other. No demand can be made of it."""
    return [Pair(ONE_TITLE, row["a"], ONE_TITLE, row["b"]) for row in lines(path)]


def titled(rows: Iterable[dict[str, Any]]) -> list[Pair]:
    return [Pair(row["scenario"], row["old"], row["scenario"], row["new"]) for row in rows]


def siblings(data: Path) -> list[Pair]:
    texts = {row["id"]: row["text"] for row in lines(data / "retrieval/then_corpus.jsonl")}
    return [
        Pair(row["title"], texts[one], row["title"], texts[two])
        for row in lines(data / "retrieval/then_queries.jsonl")
        for one, two in itertools.combinations(row["relevant"], 2)
    ]


def demands(data: Path) -> list[Demand]:
    retrieval, staleness = data / "retrieval", data / "staleness"
    superseded = lines(staleness / "superseded.jsonl")
    return [
        Demand(
            "contradiction_pairs",
            untitled(retrieval / "contradiction_pairs.jsonl"),
            "merged 0",
            lambda kinds, _: kinds["same"] == 0,
        ),
        Demand(
            "different_subject_pairs",
            untitled(retrieval / "different_subject_pairs.jsonl"),
            "merged 0, contradiction <= 1 %",
            lambda kinds, count: kinds["same"] == 0 and kinds["contradiction"] <= 0.01 * count,
        ),
        Demand(
            "reworded",
            titled(lines(staleness / "reworded.jsonl")),
            "same >= 60 %, contradiction <= 5 %",
            lambda kinds, count: kinds["same"] >= 0.6 * count and kinds["contradiction"] <= 0.05 * count,
        ),
        Demand(
            "superseded, strict",
            titled(row for row in superseded if row["strict"]),
            "contradiction >= 80 %",
            lambda kinds, count: kinds["contradiction"] >= 0.8 * count,
        ),
        Demand(
            "siblings",
            siblings(data),
            "contradiction <= 15 %",
            lambda kinds, count: kinds["contradiction"] <= 0.15 * count,
        ),
        Demand(
            "different, one title",
            under_one_title(retrieval / "different_subject_pairs.jsonl"),
            "",
            lambda *_: True,
        ),
        Demand("superseded, others", titled(row for row in superseded if not row["strict"]), "", lambda *_: True),
        Demand("edited_unclear", titled(lines(staleness / "edited_unclear.jsonl")), "", lambda *_: True),
        Demand("paraphrase_strict_pairs", untitled(retrieval / "paraphrase_strict_pairs.jsonl"), "", lambda *_: True),
    ]


def trivial(pair: Pair) -> str:
    one = {stem(word.text) for word in words(pair.content)}
    two = {stem(word.text) for word in words(pair.other_content)}
    return "same" if len(one & two) >= NEAR * len(one | two) else "other"


def counted(pairs: list[Pair]) -> tuple[Counter[str], int]:
    return Counter(sameness.compare(*pair).kind for pair in pairs), len(pairs)


def shares(kinds: Counter[str], count: int) -> str:
    return f"{kinds['same'] / count:>9.1%}{kinds['contradiction'] / count:>10.1%}"


def measure_table() -> None:
    """How many answers are right for each kind of pair, and how many are wrong in the way that loses a fact."""
    rows = [line.split(" | ") for line in TABLE.read_text("utf-8").splitlines() if line and not line.startswith("#")]
    told: dict[tuple[str, str], Counter[str]] = {}
    for half, answer, kind, title, content, other_title, other_content in rows:
        said = sameness.compare(title, content, title if other_title == "=" else other_title, other_content).kind
        counts = told.setdefault((kind, half), Counter())
        counts["right" if said == answer else said] += 1
    print(f"\n{'pairs of many products':24}{'half':>6}{'count':>7}{'right':>7}{'merged':>8}{'contrad.':>10}  (wrongly)")
    for (kind, half), counts in told.items():
        figures = f"{counts['right']:>7}{counts['same']:>8}{counts['contradiction']:>10}"
        print(f"{kind:24}{half:>6}{counts.total():>7}{figures}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=DEFAULT_DATA, help="folder with retrieval/ and staleness/")
    data = parser.parse_args().data
    if (data / "staleness").is_dir():
        measure_data(data)
    else:
        print(f"No data in {data}: only the table is measured. Give --data DIR.")
    measure_table()


def measure_data(data: Path) -> None:
    print(f"{'':33}{'all':>28}{'':13}{'held out':>16}")
    print(
        f"{'pairs':26}{'count':>7}{'same':>9}{'contrad.':>10}{'other':>9}{'overlap same':>14}"
        f"{'count':>7}{'same':>9}{'contrad.':>10}  demanded, of all and of those held out"
    )
    for name, pairs, says, holds in demands(data):
        kinds, count = counted(pairs)
        held, held_count = counted([pair for pair in pairs if pair.is_held_out])
        near = sum(trivial(pair) == "same" for pair in pairs)
        met = "met" if holds(kinds, count) and holds(held, held_count) else "NOT MET"
        print(
            f"{name:26}{count:>7}{shares(kinds, count)}{kinds['other'] / count:>9.1%}{near / count:>14.1%}"
            f"{held_count:>7}{shares(held, held_count)}  {f'{says}: {met}' if says else '-'}"
        )


if __name__ == "__main__":
    main()
