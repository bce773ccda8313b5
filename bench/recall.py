"""What recall finds, when it keeps silent, and what it costs; beside plain BM25 and the exact phrase, in one run.

Through the product: observations are written as files, and every step asks `Memory.rank` or `Memory.recall`.
"""

from __future__ import annotations

import argparse
import json
import random
import shutil
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hardwon import Memory
from hardwon.likeness import sameness
from hardwon.likeness.words import words
from hardwon.observations.observation import Observation, Scope
from hardwon.recall.recall import FLOOR
from hardwon.store.observation_file import write

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

MEANING = 0.8
"""Weight of the embeddings beside the words."""

DEFAULT_DATA = Path("../shared/data")
PRODUCT = "bench"
FOREIGN = {"gitlab", "reddit", "map", "wikipedia"}
NAMES = ("ant", "bee", "cat", "dog", "elk", "fox", "gnu", "hen")
FLOORS = {"then": (0.340, 0.325), "feature": (0.745, 0.590), "paraphrase": (0.530, 0.490)}
AIMS = {"then": (0.38, 0.36), "feature": (0.77, 0.63), "paraphrase": (0.60, 0.55)}


@dataclass(frozen=True, slots=True)
class Task:
    """A corpus, and queries with what is relevant to them."""

    name: str
    texts: dict[str, str]
    queries: list[tuple[str, str, frozenset[str]]]


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def task(data: Path, name: str) -> Task:
    texts = {row["id"]: row["text"] for row in lines(data / f"retrieval/{name}_corpus.jsonl")}
    queries = []
    for row in lines(data / f"retrieval/{name}_queries.jsonl"):
        text = row["text"] if "text" in row else ". ".join([row["title"], *row["when"]])
        relevant = frozenset(row["relevant"]) - {row["qid"]}
        if relevant:
            queries.append((row["qid"], text, relevant))
    return Task(name, texts, queries)


def id_of(number: int) -> str:
    letters = "".join(chr(97 + number // 26**place % 26) for place in range(4))
    return f"obs_{'-'.join(NAMES)}-{letters[:2]}-{letters[2:]}"


def title_of(text: str) -> str:
    """The first sentence, as a person would title it."""
    return text.partition(". ")[0][:200]


def keep(folder: Path, texts: Iterable[str]) -> list[str]:
    """Write texts as the observations of a product; their ids."""
    scope = Scope("products", PRODUCT)
    place = folder / ".hardwon/observations/products" / PRODUCT
    place.mkdir(parents=True)
    ids = []
    for number, text in enumerate(texts):
        ids.append(id_of(number))
        observation = Observation(
            id=ids[-1],
            scope=scope,
            title=title_of(text),
            content=text,
            trust=0.5,
            created="2026-01-01T00:00:00Z",
            last_confirmed="2026-01-01T00:00:00Z",
            source_test="bench",
            origin="person",
        )
        (place / f"{ids[-1]}.md").write_bytes(write(observation))
    return ids


class Plain:
    """What FTS5 gives by itself: stemmed BM25, and the exact phrase."""

    def __init__(self, ids: list[str], texts: Iterable[str]) -> None:
        self.connection = sqlite3.connect(":memory:")
        self.connection.execute("CREATE VIRTUAL TABLE plain USING fts5(id UNINDEXED, text, tokenize='porter')")
        self.connection.executemany("INSERT INTO plain VALUES (?, ?)", zip(ids, texts, strict=True))

    def bm25(self, step: str) -> list[str]:
        return self._asked(" OR ".join(f'"{word.text}"' for word in words(step)))

    def phrase(self, step: str) -> list[str]:
        return self._asked('"' + " ".join(word.text for word in words(step)) + '"')

    def _asked(self, match: str) -> list[str]:
        if not match.strip('"'):
            return []
        query = "SELECT id FROM plain WHERE plain MATCH ? ORDER BY rank LIMIT 101"
        return [row[0] for row in self.connection.execute(query, (match,))]


def quality(found: Callable[[str], list[str]], queries: list[tuple[str, str, frozenset[str]]]) -> tuple[float, float]:
    """R@5 and MRR, the query's own observation left out."""
    recall = rank = 0.0
    for own, text, relevant in queries:
        ids = [each for each in found(text) if each != own]
        recall += len(relevant & set(ids[:5])) / len(relevant)
        rank += next((1 / place for place, each in enumerate(ids, 1) if each in relevant), 0.0)
    return recall / len(queries), rank / len(queries)


def measure_quality(data: Path, folder: Path) -> None:
    print("\nR@5 / MRR over all queries, one configuration")
    print(f"{'task':12}{'hardwon':>15}{'BM25, stemmed':>16}{'exact phrase':>16}{'floor':>15}{'aim':>15}  met")
    for name, floor in FLOORS.items():
        one = task(data, name)
        ids = keep(folder / name, one.texts.values())
        own = dict(zip(one.texts, ids, strict=True))
        queries = [
            (own.get(query, ""), text, frozenset(own[each] for each in found)) for query, text, found in one.queries
        ]
        plain = Plain(ids, one.texts.values())
        ours = quality(Ranked(Memory.open(folder / name)), queries)
        met = "aim" if _reaches(ours, AIMS[name]) else "floor" if _reaches(ours, floor) else "NO"
        figures = [ours, quality(plain.bm25, queries), quality(plain.phrase, queries), floor, AIMS[name]]
        print(f"{name:12}" + "".join(f"{f'{recall:.3f}/{rank:.3f}':>15} " for recall, rank in figures) + f" {met}")


@dataclass(frozen=True, slots=True)
class Ranked:
    """What the product ranks."""

    memory: Memory

    def __call__(self, step: str) -> list[str]:
        return [each for each, _ in self.memory.rank(step, product=PRODUCT, limit=100)]


@dataclass(frozen=True, slots=True)
class Recalled:
    """What the product recalls."""

    memory: Memory

    def __call__(self, step: str) -> list[str]:
        return [each.id for each in self.memory.recall(step, product=PRODUCT).observations]


def _reaches(figure: tuple[float, float], wanted: tuple[float, float]) -> bool:
    return all(round(have, 3) >= want for have, want in zip(figure, wanted, strict=True))


class Meaning:
    """Static embeddings out of the wheel of `wordllama`, loaded from its files: its own loader may ask the network."""

    def __init__(self) -> None:
        [folder] = find_spec("wordllama").submodule_search_locations  # type: ignore[union-attr,misc]  # asked before
        tokenizers, safetensors = import_module("tokenizers"), import_module("safetensors.numpy")
        self.numpy = import_module("numpy")
        self.tokens = tokenizers.Tokenizer.from_file(f"{folder}/tokenizers/l2_supercat_tokenizer_config.json")
        self.tokens.no_padding()
        self.tokens.no_truncation()
        [self.weights] = safetensors.load_file(f"{folder}/weights/l2_supercat_256.safetensors").values()

    def vector(self, text: str) -> Any:
        found = self.tokens.encode(text or " ", add_special_tokens=False).ids
        whole = self.weights[found].astype("float32").mean(axis=0)
        return whole / (self.numpy.linalg.norm(whole) + 1e-9)

    def reordered(self, ranked: list[tuple[str, float]], vectors: dict[str, Any], step: str) -> list[str]:
        """The first forty by the sum of both scores, each standardised."""
        ranked = ranked[:40]
        if len(ranked) < 2:
            return [each for each, _ in ranked]
        own = self.vector(step)
        both = [[score for _, score in ranked], [float(vectors[each] @ own) for each, _ in ranked]]
        standard = [
            [(value - statistics.mean(part)) / (statistics.pstdev(part) or 1.0) for value in part] for part in both
        ]
        order = sorted(range(len(ranked)), key=lambda at: (-standard[0][at] - MEANING * standard[1][at], at))
        return [ranked[at][0] for at in order]


def measure_meaning(data: Path, folder: Path) -> None:
    print("\nwhat static embeddings would add, as a second opinion on the first forty (not part of the product)")
    if find_spec("wordllama") is None:
        print("wordllama is not installed: not measured")
        return
    meaning = Meaning()
    for name in FLOORS:
        one = task(data, name)
        own = dict(zip(one.texts, map(id_of, range(len(one.texts))), strict=True))
        vectors = {own[key]: meaning.vector(text) for key, text in one.texts.items()}
        memory = Memory.open(folder / name)
        queries = [
            (own.get(query, ""), text, frozenset(own[each] for each in found)) for query, text, found in one.queries
        ]

        def found(step: str, memory: Memory = memory, vectors: dict[str, Any] = vectors) -> list[str]:
            return meaning.reordered(memory.rank(step, product=PRODUCT, limit=40), vectors, step)

        recall, rank = quality(found, queries)
        print(f"{name:12}{f'{recall:.3f}/{rank:.3f}':>15}")


def measure_silence(data: Path, folder: Path) -> None:
    print(f"\nsilence: steps of another domain that get anything (at most 5 %), own steps that hit (floor {FLOOR})")
    rows = lines(data / "benign/webarena_intents.jsonl")
    foreign = [row["text"] for row in rows if set(row["sites"]) <= FOREIGN]
    for name in FLOORS:
        one = task(data, name)
        recalled = Recalled(Memory.open(folder / name))
        own = dict(zip(one.texts, map(id_of, range(len(one.texts))), strict=True))
        spoken = sum(bool(recalled(step)) for step in foreign) / len(foreign)
        hits = given = right = 0
        for query, text, relevant in one.queries:
            found = set(recalled(text)) - {own.get(query)}
            good = found & {own[each] for each in relevant}
            hits, given, right = hits + bool(good), given + len(found), right + len(good)
        asked = len(one.queries)
        print(
            f"{name:12} {spoken:6.1%} of {len(foreign)} foreign steps; hit rate {hits / asked:.3f} at 3, "
            f"{given / asked:.2f} given per step, {right / max(1, given):.0%} of them relevant"
        )


def measure_pairs(data: Path) -> None:
    print("\npairs that must never be taken for duplicates")
    for name in ("contradiction_pairs", "different_subject_pairs"):
        pairs = lines(data / f"retrieval/{name}.jsonl")
        merged = sum(sameness.compare(row["a"], row["a"], row["b"], row["b"]).kind == "same" for row in pairs)
        print(f"{name:26} {merged} of {len(pairs)}")


SUBJECTS = ("invoice", "ticket", "account", "report", "message", "folder", "project", "payment", "booking", "contract")
ACTIONS = ("open", "delete", "rename", "export", "share", "archive", "filter", "approve", "reject", "upload", "print")
PLACES = ("dialog", "list", "menu", "page", "toolbar", "sidebar", "form", "table", "header", "wizard", "panel")
ENDINGS = ("after a delay", "without a message", "only for administrators", "in the second row", "once it is cleared")


def sentences(count: int) -> Iterator[str]:
    """Observations as runs make them, each with some rare words of its own."""
    made = random.Random(7)
    rare = ["".join(made.choice("bcdfglmnprstv") + made.choice("aeiou") for _ in range(3)) for _ in range(4000)]
    for number in range(count):
        subject, action, place = made.choice(SUBJECTS), made.choice(ACTIONS), made.choice(PLACES)
        yield (
            f"{action.capitalize()} {subject} in the {made.choice(rare)} {place}. The {place} shows the {subject} "
            f"{made.choice(rare)} {made.choice(ENDINGS)}, and the {made.choice(rare)} button of step {number % 97} "
            "moves."
        )


def steps(count: int) -> list[str]:
    made = random.Random(11)
    texts = list(sentences(count))
    return [" ".join(made.choice(texts).split()[: made.randint(4, 14)]) for _ in range(300)]


COLD = """
import resource, sys, time
from hardwon import Memory
memory = Memory.open(sys.argv[1])
memory.desk.recaller.index
start = time.perf_counter()
memory.desk.recaller.index.refresh()
seconds = time.perf_counter() - start
print(seconds, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


def in_a_process(code: str, folder: Path) -> tuple[float, float]:
    done = subprocess.run([sys.executable, "-c", code, str(folder)], capture_output=True, text=True, check=True)
    seconds, kilobytes = done.stdout.split()
    return float(seconds), float(kilobytes) / 1024


def timed(work: Callable[[str], object], asked: list[str]) -> tuple[float, float]:
    """Median and 95th percentile in milliseconds, of the quietest of three rounds."""
    return min((_round(work, asked) for _ in range(3)), key=lambda figures: figures[1])


def _round(work: Callable[[str], object], asked: list[str]) -> tuple[float, float]:
    taken = []
    for step in asked:
        start = time.perf_counter()
        work(step)
        taken.append((time.perf_counter() - start) * 1000)
    return statistics.median(taken), statistics.quantiles(taken, n=20)[18]


def measure_cost(sizes: list[int], folder: Path) -> None:
    print("\ncost by number of observations: seconds to open, milliseconds for a step, megabytes at the peak")
    columns = (
        "observations",
        "cold",
        "warm",
        "cold/warm",
        "1 changed",
        "p50",
        "p95",
        "bare p50",
        "bare p95",
        "ratio",
        "peak MB",
    )
    print("".join(f"{column:>13}" for column in columns))
    for size in sizes:
        place = folder / f"cost-{size}"
        ids = keep(place, sentences(size))
        (place / ".git").mkdir(exist_ok=True)
        time.sleep(2.1)  # so that no file counts as just written
        cold, peak = in_a_process(COLD, place)
        warm, _ = in_a_process(COLD, place)
        path = place / f".hardwon/observations/products/{PRODUCT}/{ids[0]}.md"
        path.write_bytes(path.read_bytes().replace(b"trust: 0.5", b"trust: 0.55"))
        changed, _ = in_a_process(COLD, place)
        asked = steps(size)
        p50, p95 = timed(Recalled(Memory.open(place)), asked)
        bare50, bare95 = timed(Plain(ids, sentences(size)).bm25, asked)
        opening = (f"{cold:.2f}", f"{warm:.3f}", f"{cold / warm:.0f}", f"{changed:.3f}")
        asking = (f"{p50:.2f}", f"{p95:.2f}", f"{bare50:.2f}", f"{bare95:.2f}", f"{p95 / bare95:.2f}")
        row = (f"{size}", *opening, *asking, f"{peak:.0f}")
        print("".join(f"{cell:>13}" for cell in row), flush=True)
        shutil.rmtree(place)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=DEFAULT_DATA, help="folder with retrieval/ and benign/")
    parser.add_argument("--quick", action="store_true", help="cost for 1,000 observations only")
    parser.add_argument("--large", action="store_true", help="cost for 100,000 observations, too")
    parser.add_argument("--no-cost", action="store_true", help="only what is found")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / ".git").mkdir()
        if not given.no_cost:
            sizes = [1_000] if given.quick else [1_000, 10_000]
            measure_cost(sizes + ([100_000] if given.large else []), folder)
        if not (given.data / "retrieval").is_dir():
            print(f"\nNo data in {given.data}: only the cost is measured. Give --data DIR.")
            return
        measure_quality(given.data, folder)
        measure_meaning(given.data, folder)
        measure_silence(given.data, folder)
        measure_pairs(given.data)


if __name__ == "__main__":
    main()
