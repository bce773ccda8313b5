"""What shapes, cues and links weigh for cued secrets: learned from the tables of cases, printed and written down.

    python bench/cues.py [--data DIR] [--without PREFIX] [--write]

Only first halves of the tables of secrets and look-alikes are learned from, `cued_` as a whole, and harmless texts: of
the tables, and those in DIR/benign, if given. `--without fresh` leaves the tables of that prefix out: what is found of
them then is what a stranger may expect. Which word of a text is the secret is not said in the tables: the one that
other rules find, or else the one that weighs most so far.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import sys
from collections import Counter, defaultdict
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.scanner_cases import FOLDER, cases

from hardwon.guard.scanner import cued_secrets
from hardwon.guard.scanner.layers import plain
from hardwon.guard.scanner.secrets import by_rules

PREFIXES = ("", "later_", "further_", "met_", "fresh_", "voices_", "cued_")
WHOLE = "cued_"
"""What is learned from as a whole: of the others the second halves are held back."""
MEASURED_ONLY = ("unseen", "strangers", "consulted", "blind", "fresh_harmless")
"""Tables that nobody has read: nothing is learned from them, and none of their lines is printed."""
TABLE = Path(__file__).parents[1] / "src/hardwon/guard/scanner/tables/cue_weights.py"
FIRST_GUESS = {
    "shape:signed-number": 2.0,
    "shape:capital-number": 2.0,
    "shape:small-number": 1.5,
    "shape:signed": 2.0,
    "shape:joined-number": 1.5,
    "shape:mixed": 1.5,
    "shape:phrase": 1.0,
    "shape:word-known": -3.0,
    "is:direct:v": 1.0,
    "colon:direct:v": 1.0,
    "is:direct:n": 1.0,
    "last:v": 0.5,
}
"""Which word is the secret before anything was learned."""

ROUNDS, RATE, DECAY, LIKELY = 14, 0.25, 0.0004, 6.0
"""How often all is gone through, how far a step goes, how fast weights shrink, how many words a secret counts for."""

SCALE, OFTEN = 10, 5

Features = frozenset[str]
Bag = list[Features]


def values(text: str) -> list[cued_secrets.CuedValue]:
    return list(cued_secrets.cued_values(plain(text).text))


def bag_of(text: str) -> Bag:
    """The words of a text of which one is the secret."""
    folded = plain(text).text
    found = values(text)
    known = [(secret.start, secret.end) for secret in by_rules(folded)]
    sure = [value.features for value in found if any(value.start < end and start < value.end for start, end in known)]
    return sure or ([] if known else [value.features for value in found])


def harmless_texts(data: Path | None, without: str) -> list[str]:
    texts = [
        case.text
        for path in sorted(FOLDER.glob("*.txt"))
        if not path.stem.startswith((*MEASURED_ONLY, *([without] if without else [])))
        and (path.stem.startswith("taught_") or path.stem.endswith(("harmless", "lookalikes")))
        for case in cases(path.stem)
        if case.kind.startswith("harmless")
        or (path.stem.endswith("lookalikes") and (case.half == 0 or path.stem.startswith(WHOLE)))
        or path.stem.endswith("harmless")
    ]
    for path in sorted((data / "benign").glob("*.jsonl")) if data else ():
        texts += [json.loads(line)["text"] for line in path.read_text("utf-8").split("\n") if line.strip()]
    return texts


def harmless_values(texts: list[str]) -> Counter[Features]:
    """How often each combination of features is found in texts without a secret."""
    return Counter(value.features for text in texts for value in values(text))


def without_rare(harmless: Counter[Features], rare: set[str]) -> Counter[Features]:
    result: Counter[Features] = Counter()
    for features, count in harmless.items():
        result[features - rare] += count
    return result


def learned(bags: list[Bag], harmless: Counter[Features]) -> tuple[float, dict[str, float]]:
    """The weight of each feature, by going through all again and again."""
    seen = Counter(name for bag in bags for name in set().union(*bag)) + Counter(
        name for features in harmless for name in features
    )
    rare = {name for name, count in seen.items() if count < OFTEN and name.startswith(("prev:", "next:", "cue:"))}
    bags = [[features - rare for features in bag] for bag in bags]
    harmless = without_rare(harmless, rare)
    weights: dict[str, float] = defaultdict(float, FIRST_GUESS)
    squares: dict[str, float] = defaultdict(float)
    bias = -3.0
    picked = random.Random(7)
    rows: list[tuple[Bag, float, float]] = [(bag, 1.0, LIKELY) for bag in bags]
    rows += [([features], 0.0, min(6.0, 1 + math.log(count))) for features, count in harmless.items()]
    for turn in range(ROUNDS):
        picked.shuffle(rows)
        for bag, wanted, counts in rows:
            features = max(bag, key=lambda each: sum(weights[name] for name in each))
            total = bias + sum(weights[name] for name in features)
            slope = counts * (1 / (1 + math.exp(-max(-30.0, min(30.0, total)))) - wanted)
            if wanted and turn == 0:
                slope = min(slope, -0.5)
            bias -= RATE * 0.02 * slope
            for name in sorted(features):
                pull = slope + DECAY * weights[name] * len(rows) / 300
                squares[name] += pull * pull
                weights[name] -= RATE * pull / math.sqrt(1 + squares[name])
    return bias, {name: weight for name, weight in weights.items() if abs(weight) * SCALE >= 1}


def score(bias: float, weights: dict[str, float], found: list[Features]) -> float:
    return max((bias + sum(weights.get(name, 0.0) for name in each) for each in found), default=-99.0)


def written(bias: float, weights: dict[str, float], enough: float) -> str:
    by_weight: dict[int, list[str]] = defaultdict(list)
    for name, weight in weights.items():
        if rounded := round(weight * SCALE):
            by_weight[rounded].append(name)
    lines: list[str] = []
    for weight, names in sorted(by_weight.items()):
        line = f"{weight}:"
        for name in sorted(names):
            if len(line) + len(name) > 118:
                lines.append(line)
                line = f"{weight}:"
            line += f" {name}"
        lines.append(line)
    return (
        '"""Cue weights: what shapes, cues and links weigh, as `bench/cues.py` has learned it and written it down. '
        'Data only."""\n\n'
        "from __future__ import annotations\n\n"
        f"BIAS, ENOUGH = {round(bias * SCALE)}, {round(enough * SCALE)}\n"
        '"""What a value weighs before anything is known of it, and from which weight on it is a secret."""\n\n'
        'WEIGHTS = """\n' + "\n".join(lines) + '\n"""\n'
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path)
    parser.add_argument("--without", default="")
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--enough", type=float, default=0.6)
    chosen = parser.parse_args()
    prefixes = [prefix for prefix in PREFIXES if not chosen.without or not prefix.startswith(chosen.without)]
    prose = [
        case.text
        for prefix in prefixes
        for case in cases(f"{prefix}secrets")
        if (case.half == 0 or prefix == WHOLE) and case.kind in KINDS
    ]
    bags = [bag for bag in map(bag_of, prose) if bag]
    texts = harmless_texts(chosen.data, chosen.without)
    harmless = harmless_values(texts)
    print(
        f"{len(prose)} secrets, {len(bags)} with a value near a cue; "
        f"{len(harmless)} different harmless values of {len(texts)} texts"
    )
    bias, weights = learned(bags, harmless)
    print(f"bias {bias:.2f}, {len(weights)} weights")
    for prefix in PREFIXES:
        for half in (0, 1):
            figures = []
            for name in ("secrets", "lookalikes"):
                found = [
                    score(bias, weights, [value.features for value in values(case.text)])
                    for case in cases(f"{prefix}{name}")
                    if case.half == half and (name == "lookalikes" or case.kind in KINDS)
                ]
                figures.append(
                    " ".join(
                        f"{100 * sum(each > least for each in found) / max(1, len(found)):5.1f}" for least in LEASTS
                    )
                )
            print(f"{prefix or 'first':10} half {half}: found {figures[0]}  alarms {figures[1]}")
    every = [(score(bias, weights, [v.features for v in values(text)]), text) for text in texts]
    print("harmless texts above", [sum(each > least for each, _ in every) for least in LEASTS])
    for each, text in sorted(every, reverse=True)[:25]:
        print(f"   {each:.1f} {text[:140]!r}")
    if chosen.write:
        TABLE.write_text(written(bias, weights, chosen.enough), "utf-8")
    return 0


KINDS = ("prose", "unseen")
LEASTS = (-1.0, 0.0, 1.0, 2.0, 3.0, 4.0)


if __name__ == "__main__":
    raise SystemExit(main())
