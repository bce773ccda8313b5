"""Learns what the words of a text weigh, and says what that finds in texts of authors who took no part in it.

    python bench/leaning.py [--data DIR] [--author NAME…] [--write]
    python bench/leaning.py --why TEXT

The weights come from the tables `taught_*` of `tests/scanner_cases`, a table for each author, and from the older tables
of attacks and harmless texts: two logistic regressions on the words of each text and on vectors of what these mean
(wordllama's, so that words weigh something that stand in no table). Each author is left out once: what is found of his
texts is printed, beside the alarms on his harmless ones and on the open sets, if they are there. All authors take ten
minutes; `--author s1` leaves out one alone, in two. `--write` writes the weights of all authors to
`src/hardwon/guard/scanner/tables/word_weights.py`. Needs `pip install -e '.[weights]'`.

`--why` learns nothing and needs nothing else: it says what the table has weighed in a text.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter, defaultdict
from dataclasses import dataclass
from functools import cache, partial
from importlib import import_module
from importlib.metadata import version
from importlib.util import find_spec
from itertools import islice, pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.published import published
from tests.scanner_cases import FOLDER, cases

from hardwon.guard.scanner.clauses import words_of
from hardwon.guard.scanner.describing import unquoted
from hardwon.guard.scanner.glossing import in_english
from hardwon.guard.scanner.layers import plain, without_tags
from hardwon.guard.scanner.leaning import in_sentences
from hardwon.guard.scanner.tables import word_weights

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from hardwon.guard.scanner.clauses import ScannedWord

TARGET = Path(__file__).parents[1] / "src/hardwon/guard/scanner/tables/word_weights.py"
OLDER = ("attacks", "later_attacks", "met_attacks", "harmless", "later_harmless", "met_harmless")
"""Tables from before those of authors, both halves. Of their other kinds nothing is learned."""

STEERS = ("statement",)
HIJACKS = ("human", "indirect", "embedded", "hijack", "language")
HARMLESS, ORDER = "harmless", "order"
"""Kinds of texts: for the first weight, for the second, against both, against the second."""

OPEN = ("sylius_steps", "sylius_titles", "sylius_release_notes", "sylius_descriptions")
"""Harmless texts of a product in the folder `--data`, from which nothing is learned."""

BROUGHT = ("django-allauth", "scikit-learn", "sphinx", "wagtail", "wordllama", "wtforms")

STEP = 0.05
"""What a weight of 1 is of a regression's."""

LIGHTEST = 4
"""Weights that are smaller are left out."""

FEWEST = 3
"""Texts in which a feature must stand for a weight of its own."""

MEANING = 0.09
"""How much the vectors count beside the features."""

MOST_TOLD = 10
"""Features that `--why` names for a weight, and against it."""


@dataclass(frozen=True)
class Text:
    """One text of a table."""

    kind: str
    author: str
    text: str


def features(sentence: Sequence[str]) -> set[str]:
    """What is weighed of a sentence: each word, each two that follow each other, each two with one between; once."""
    words = ["^", *sentence, "$"]
    pairs = [f"{one}_{two}" for one, two in pairwise(words)]
    apart = [f"{one}_*_{two}" for one, two in zip(words, words[2:], strict=False)]
    return {*sentence, *pairs, *apart}


def weighed_words(text: str) -> Sequence[ScannedWord]:
    return words_of(unquoted(without_tags(plain(text)).text)).words


@cache
def taken_off(text: str) -> int:
    """What a text in another language weighs less than its words in English."""
    sentences = [[word.text for word in weighed_words(text)]]
    return 0 if in_english(sentences) is sentences else word_weights.GLOSSED


@cache
def parts(text: str) -> list[list[str]]:
    """What is weighed of the whole, and, if it has several, of each sentence."""
    single = [*map(features, in_sentences(weighed_words(text)))]
    whole = set[str]().union(*single)
    return [sorted(whole), *(sorted(each) for each in single if len(single) > 1)]


def texts() -> list[Text]:
    """Every text that weights are learned from."""
    taught = sorted(path.stem for path in FOLDER.glob("taught_*.txt"))
    written = [
        Text(case.kind.partition("-")[0], table.removeprefix("taught_") if table in taught else "older", case.text)
        for table in (*OLDER, *taught)
        for case in cases(table)
    ]
    for one in written:
        if one.author != "older" and one.kind not in {*STEERS, *HIJACKS, HARMLESS, ORDER}:
            raise SystemExit(f"taught_{one.author}.txt: {one.kind!r} is not a kind: nothing would be learned from it.")
    return [*written, *(Text(HARMLESS, source, text) for source, told in published().items() for text in told)]


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
        """Plain small letters that have a vector of their own: mostly words of English, some of others, some stems."""
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
    biases: tuple[int, int]

    def weights(self, text: str) -> tuple[int, int]:
        """The worst of its parts."""
        found, less = parts(text), taken_off(text)
        steers = max(weight_of(one, self.steers) for one in found)
        hijacks = max(weight_of(one, self.hijacks) for one in found)
        return steers + self.biases[0] - less, hijacks + self.biases[1] - less


def weight_of(part: Iterable[str], table: dict[str, int]) -> int:
    return sum(table.get(feature, 0) for feature in part)


def learned(meanings: Meanings, every: list[Text]) -> Judge:
    harmless = [one for one in every if one.kind.endswith(HARMLESS)]  # older tables have kinds such as met_harmless
    orders = [one for one in every if one.kind == ORDER]
    steering = Regression(meanings, [one for one in every if one.kind in STEERS], harmless)
    hijacking = Regression(meanings, [one for one in every if one.kind in HIJACKS], [*harmless, *orders])
    biases = (round(float(steering.bias) / STEP), round(float(hijacking.bias) / STEP))
    return Judge(steering.table(), hijacking.table(), biases)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--author", action="append", help="leave out this one alone (again for more of them)")
    parser.add_argument("--write", action="store_true", help="write the table of weights")
    parser.add_argument("--why", metavar="TEXT", help="say what the table has weighed in a text, and nothing else")
    chosen = parser.parse_args()
    if chosen.why is not None:
        print("\n".join(reasons(chosen.why)))
        return 0
    if find_spec("wordllama") is None or find_spec("sklearn") is None:
        print("wordllama or scikit-learn is not installed: not measured. pip install -e '.[weights]'")
        return 3 if chosen.write else 0  # `make bench` goes on
    meanings, every = Meanings(), texts()
    authors = [*dict.fromkeys(one.author for one in every)]
    if unknown := {*(chosen.author or ())} - {*authors}:
        print(f"{', '.join(sorted(unknown))}: not an author; there are {', '.join(authors)}")
        return 3
    bounds = (word_weights.STEERS_FROM, word_weights.HIJACKS_FROM, word_weights.SURELY_FROM)
    print(f"{'texts of authors who took no part':42}{'texts':>7}{'leaning':>10}{'surely':>10}")
    for author in chosen.author or authors:
        leave_out(author, meanings, every, bounds)
    judge = learned(meanings, every)
    look_at_open_sets(judge, chosen.data / "benign", bounds)
    if chosen.write:
        TARGET.write_text(written(judge, bounds), "utf-8")
        print(f"written: {TARGET.name}, {len(judge.steers)} and {len(judge.hijacks)} weights")
    return 0


def leave_out(author: str, meanings: Meanings, every: list[Text], bounds: tuple[int, int, int]) -> None:
    """Prints what the others' weights find of an author's texts."""
    judge = learned(meanings, [one for one in every if one.author != author])
    found: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for one in every:
        if one.author == author:
            found[one.kind].append(judge.weights(one.text))
    for kind, weights in found.items():
        print(f"{author + ': ' + kind:42}{shares(weights, bounds)}")


def look_at_open_sets(judge: Judge, folder: Path, bounds: tuple[int, int, int]) -> None:
    for name in OPEN if folder.is_dir() else ():
        lines = (folder / f"{name}.jsonl").read_text("utf-8").split("\n")
        weights = [judge.weights(json.loads(line)["text"]) for line in lines if line]
        print(f"{name:42}{shares(weights, bounds)}")


def shares(weights: list[tuple[int, int]], bounds: tuple[int, int, int]) -> str:
    """How many texts weigh enough to lean, and how many surely."""
    steers, hijacks, surely = bounds
    leaning = sum(one >= steers or other >= hijacks for one, other in weights)
    sure = sum(other >= surely for _, other in weights)
    return f"{len(weights):7}{100 * leaning / len(weights):9.1f}%{100 * sure / len(weights):9.1f}%"


def reasons(text: str) -> Iterator[str]:
    """What the table has weighed in the sentence that weighs most, or in the whole, if that weighs more."""
    less = taken_off(text)
    for name, table, bias, bound in (
        ("steering", weights_in(word_weights.STEERS), word_weights.STEERS_BIAS, word_weights.STEERS_FROM),
        ("hijacking", weights_in(word_weights.HIJACKS), word_weights.HIJACKS_BIAS, word_weights.HIJACKS_FROM),
    ):
        part = max(parts(text), key=partial(weight_of, table=table))
        weighed = sorted((table[feature], feature) for feature in part if feature in table)
        total = bias - less + weight_of(part, table)
        yield f"{name}: {total}, leans from {bound} on; {bias - less} before the first word, then"
        yield f"  for:     {heaviest(one for one in reversed(weighed) if one[0] > 0)}"
        yield f"  against: {heaviest(one for one in weighed if one[0] < 0)}"


def heaviest(weighed: Iterable[tuple[int, str]]) -> str:
    return "  ".join(f"{weight:+} {feature}" for weight, feature in islice(weighed, MOST_TOLD))


def written(judge: Judge, bounds: tuple[int, int, int]) -> str:
    """The module with the weights, and the bounds as they were."""
    steers, hijacks, surely = bounds
    return (
        '"""Word weights: what words weigh, as `bench/leaning.py` has learned it and written it down. Data only."""\n\n'
        f"from __future__ import annotations\n\n"
        f'LEARNED_WITH = "{" ".join(f"{name}-{version(name)}" for name in BROUGHT)}, {len(texts())} texts"\n'
        '"""Other versions bring other texts, and so other weights."""\n\n'
        f"STEERS_BIAS, HIJACKS_BIAS = {judge.biases[0]}, {judge.biases[1]}\n"
        '"""What a text weighs before its first word."""\n\n'
        f"STEERS_FROM, HIJACKS_FROM, SURELY_FROM = {steers}, {hijacks}, {surely}\n"
        '"""From which weight on a text leans to steering, to hijacking, and surely to the latter."""\n\n'
        f"GLOSSED = {word_weights.GLOSSED}\n"
        '"""What is taken off the weights of a text that was read word by word: its order is lost."""\n\n'
        f'STEERS = r"""\n{lines(judge.steers)}\n"""\n\nHIJACKS = r"""\n{lines(judge.hijacks)}\n"""\n'
    )


def lines(weights: dict[str, int]) -> str:
    by_weight: dict[int, list[str]] = defaultdict(list)
    for feature in sorted(weights):
        by_weight[weights[feature]].append(feature)
    return "\n".join(f"{weight}: {' '.join(by_weight[weight])}" for weight in sorted(by_weight))


def weights_in(table: str) -> dict[str, int]:
    """The weights that `lines` has written."""
    rows = (line.partition(": ") for line in table.strip().split("\n"))
    return {feature: int(weight) for weight, _, features in rows for feature in features.split()}


if __name__ == "__main__":
    raise SystemExit(main())
