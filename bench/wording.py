"""Learns what the words of a text weigh, and says what that finds in texts of authors who took no part in it.

    python bench/wording.py [--data DIR] [--write]

The weights come from the tables `taught_*` of `tests/scanner_cases`, a table for each author, and from the older tables
of attacks and harmless texts: two logistic regressions on the words of each text and on vectors of what these mean
(wordllama's, so that words weigh something that stand in no table). Each author is left out once: what is found of his
texts is printed, beside the alarms on his harmless ones and on the open sets, if they are there. `--write` writes the
weights of all authors to `src/hardwon/guard/scanner/tables/wordings.py`. Needs `pip install -e '.[weights]'`.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.published import published
from tests.scanner_cases import FOLDER, cases

from hardwon.guard.scanner.clauses import words_of
from hardwon.guard.scanner.describing import unquoted
from hardwon.guard.scanner.layers import plain, without_tags
from hardwon.guard.scanner.tables import wordings
from hardwon.guard.scanner.wording import in_sentences

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

TARGET = Path(__file__).parents[1] / "src/hardwon/guard/scanner/tables/wordings.py"
OLDER = ("attacks", "later_attacks", "met_attacks", "harmless", "later_harmless", "met_harmless")
STEERS = ("statement",)
HIJACKS = ("human", "indirect", "embedded", "hijack", "language")
OPEN = ("sylius_steps", "sylius_titles", "sylius_release_notes", "sylius_descriptions")

STEP = 0.05
"""What a weight of 1 is of a regression's."""

LIGHTEST = 4
"""Weights that are smaller are left out."""

FEWEST = 3
"""Texts in which a feature must stand for a weight of its own."""

MEANING = 0.09
"""How much the vectors count beside the features."""


@dataclass(frozen=True)
class Text:
    """One text of a table."""

    kind: str
    author: str
    text: str


def features(sentence: Sequence[str]) -> list[str]:
    """What is weighed of a sentence: each word, each two that follow each other, each two with one between."""
    words = ["^", *sentence, "$"]
    pairs = [f"{one}_{two}" for one, two in pairwise(words)]
    apart = [f"{one}_*_{two}" for one, two in zip(words, words[2:], strict=False)]
    return [*sentence, *pairs, *apart]


@cache
def parts(text: str) -> list[list[str]]:
    """What is weighed of the whole, and, if it has several, of each sentence."""
    view = words_of(unquoted(without_tags(plain(text)).text))
    single = [*map(features, in_sentences(view.words))]
    whole = {feature for sentence in single for feature in sentence} if len(single) > 1 else single[0] if single else ()
    return [sorted(whole), *(each for each in single if len(single) > 1)]


def texts() -> list[Text]:
    """Every text that weights are learned from."""
    taught = sorted(path.stem for path in FOLDER.glob("taught_*.txt"))
    written = [
        Text(case.kind.partition("-")[0], table.removeprefix("taught_") if table in taught else "older", case.text)
        for table in (*OLDER, *taught)
        for case in cases(table)
    ]
    return [*written, *(Text("harmless", source, text) for source, told in published().items() for text in told)]


def is_word(feature: str) -> bool:
    return "_" not in feature


class Meanings:
    """Vectors of words out of the wheel of `wordllama`, loaded from its files: its own loader may ask the network."""

    def __init__(self) -> None:
        [folder] = find_spec("wordllama").submodule_search_locations  # type: ignore[union-attr,misc]  # asked before
        self.numpy = import_module("numpy")
        self.tokens = import_module("tokenizers").Tokenizer.from_file(
            f"{folder}/tokenizers/l2_supercat_tokenizer_config.json"
        )
        self.tokens.no_padding()
        [weights] = (
            import_module("safetensors.numpy").load_file(f"{folder}/weights/l2_supercat_256.safetensors").values()
        )
        self.weights = weights.astype("float32") * MEANING
        self.kept: dict[str, Any] = {}

    def of_word(self, word: str) -> Any:
        if word not in self.kept:
            self.kept[word] = self.weights[self.tokens.encode(word or " ", add_special_tokens=False).ids].mean(axis=0)
        return self.kept[word]

    def of_part(self, part: list[str]) -> Any:
        return self.numpy.sum([self.of_word(word) for word in filter(is_word, part)] or [self.of_word("")], axis=0)

    def words(self) -> list[str]:
        """The whole words of English that have a vector of their own."""
        beginnings = (token[1:] for token in self.tokens.get_vocab() if token.startswith("\u2581"))
        return sorted(
            word for word in beginnings if len(word) > 2 and word.isascii() and word.isalpha() and word.islower()
        )


class Regression:
    """What each feature of a part weighs, learned from texts that are for and texts that are against."""

    def __init__(self, meanings: Meanings, wanted: Iterable[Text], others: Iterable[Text]) -> None:
        self.meanings, self.numpy, self.sparse = meanings, meanings.numpy, import_module("scipy.sparse")
        whole = [parts(one.text)[0] for one in wanted]
        every = [part for one in others for part in parts(one.text)]
        known = Counter(feature for part in (*whole, *every) for feature in {*part})
        self.numbers = {
            feature: at for at, feature in enumerate(sorted(f for f, n in known.items() if n >= FEWEST and f.isascii()))
        }
        told = [1] * len(whole) + [0] * len(every)
        fitted = (
            import_module("sklearn.linear_model")
            .LogisticRegression(max_iter=1000)
            .fit(self.matrix([*whole, *every]), told)
        )
        [self.weights], [self.bias] = fitted.coef_, fitted.intercept_

    def matrix(self, every: list[list[str]]) -> Any:
        rows = [[self.numbers[f] for f in part if f in self.numbers] for part in every]
        ends = self.numpy.cumsum([0, *map(len, rows)])
        columns = self.numpy.array([at for row in rows for at in row], dtype="int32")
        ones = self.numpy.ones(len(columns), dtype="float32")
        counted = self.sparse.csr_matrix((ones, columns, ends), shape=(len(rows), len(self.numbers)))
        vectors = self.numpy.array([self.meanings.of_part(part) for part in every])
        return self.sparse.hstack([counted, self.sparse.csr_matrix(vectors)]).tocsr()

    def table(self) -> dict[str, int]:
        """The weights of all features in steps, those of words with what their meaning adds."""
        by_feature = dict(zip(self.numbers, self.weights, strict=False))
        meant = self.weights[len(self.numbers) :]
        for word in {*self.meanings.words(), *filter(is_word, self.numbers)}:
            by_feature[word] = by_feature.get(word, 0.0) + float(self.meanings.of_word(word) @ meant)
        steps = {feature: round(weight / STEP) for feature, weight in by_feature.items()}
        return {feature: weight for feature, weight in steps.items() if abs(weight) >= LIGHTEST}


@dataclass
class Judge:
    """Both tables, and what a text weighs by them."""

    steers: dict[str, int]
    hijacks: dict[str, int]
    biases: tuple[int, int] = (0, 0)

    def weights(self, text: str) -> tuple[int, int]:
        """The worst of its parts."""
        found = parts(text)
        steers = max(sum(self.steers.get(f, 0) for f in one) for one in found)
        hijacks = max(sum(self.hijacks.get(f, 0) for f in one) for one in found)
        return steers + self.biases[0], hijacks + self.biases[1]


def learned(meanings: Meanings, every: list[Text]) -> Judge:
    harmless = [one for one in every if one.kind.endswith("harmless")]
    orders = [one for one in every if one.kind == "order"]
    steering = Regression(meanings, [one for one in every if one.kind in STEERS], harmless)
    hijacking = Regression(meanings, [one for one in every if one.kind in HIJACKS], [*harmless, *orders])
    biases = (round(float(steering.bias) / STEP), round(float(hijacking.bias) / STEP))
    return Judge(steering.table(), hijacking.table(), biases)


@dataclass
class Found:
    """The weights of texts by their kind."""

    by_kind: dict[str, list[tuple[int, int]]] = field(default_factory=lambda: defaultdict(list))

    def shares(self, kind: str, bounds: tuple[int, int, int]) -> str:
        steers, hijacks, surely = bounds
        weights = self.by_kind[kind]
        leaning = sum(one >= steers or other >= hijacks for one, other in weights)
        sure = sum(other >= surely for _, other in weights)
        return f"{len(weights):7}{100 * leaning / len(weights):9.1f}%{100 * sure / len(weights):9.1f}%"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--write", action="store_true", help="write the table of weights")
    chosen = parser.parse_args()
    if find_spec("wordllama") is None or find_spec("sklearn") is None:
        print("wordllama or scikit-learn is not installed: pip install -e '.[weights]'")
        return 3
    meanings, every = Meanings(), texts()
    found = Found()
    bounds = (wordings.STEERS_FROM, wordings.HIJACKS_FROM, wordings.SURELY_FROM)
    print(f"{'texts of authors who took no part':42}{'texts':>7}{'leaning':>10}{'surely':>10}")
    for author in dict.fromkeys(one.author for one in every):
        own = [one for one in every if one.author == author]
        judge = learned(meanings, [one for one in every if one.author != author])
        for one in own:
            found.by_kind[f"{author}: {one.kind}"].append(judge.weights(one.text))
        for kind in dict.fromkeys(one.kind for one in own):
            print(f"{author + ': ' + kind:42}{found.shares(f'{author}: {kind}', bounds)}")
    judge = learned(meanings, every)
    for name in OPEN if (chosen.data / "benign").is_dir() else ():
        lines = (chosen.data / f"benign/{name}.jsonl").read_text("utf-8").split("\n")
        found.by_kind[name] = [judge.weights(json.loads(line)["text"]) for line in lines if line]
        print(f"{name:42}{found.shares(name, bounds)}")
    if chosen.write:
        TARGET.write_text(written(judge, bounds), "utf-8")
        print(f"written: {TARGET.name}, {len(judge.steers)} and {len(judge.hijacks)} weights")
    return 0


def written(judge: Judge, bounds: tuple[int, int, int]) -> str:
    """The module with the weights; a bound holds what a text weighs before its first word."""
    steers, hijacks, surely = bounds
    return (
        '"""Wordings: what words weigh, as `bench/wording.py` has learned it and written it down. Data only."""\n\n'
        f"from __future__ import annotations\n\n"
        f"STEERS_BIAS, HIJACKS_BIAS = {judge.biases[0]}, {judge.biases[1]}\n"
        '"""What a text weighs before its first word."""\n\n'
        f"STEERS_FROM, HIJACKS_FROM, SURELY_FROM = {steers}, {hijacks}, {surely}\n"
        '"""From which weight on a text leans to steering, to hijacking, and surely to the latter."""\n\n'
        f"GLOSSED = {wordings.GLOSSED}\n"
        '"""What is taken off the weights of a text that was read word by word: its order is lost."""\n\n'
        f'STEERS = r"""\n{lines(judge.steers)}\n"""\n\nHIJACKS = r"""\n{lines(judge.hijacks)}\n"""\n'
    )


def lines(weights: dict[str, int]) -> str:
    by_weight: dict[int, list[str]] = defaultdict(list)
    for feature in sorted(weights):
        by_weight[weights[feature]].append(feature)
    return "\n".join(f"{weight}: {' '.join(by_weight[weight])}" for weight in sorted(by_weight))


if __name__ == "__main__":
    raise SystemExit(main())
