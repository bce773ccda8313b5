"""Learns what the words of a text weigh, and says what that finds in texts of authors who took no part in it.

    python bench/leaning.py [--data DIR] [--author NAME…] [--write]
    python bench/leaning.py --why TEXT

The weights come from the tables `taught_*` of `tests/scanner_cases`, a table for each author, from the older tables of
attacks and harmless texts, and from what others have published (`bench/published.py`): three logistic regressions on
the words of each text and on vectors of what these mean (wordllama's, so that words weigh something that stand in no
table). The third tells lines of change logs from orders. Each author is left out once: what is found of his texts is
printed, beside the alarms on his harmless ones and on the open sets, if they are there. All authors take half an hour;
`--author s1` leaves out one alone, in a minute. `--write` writes the weights of all authors to
`src/hardwon/guard/scanner/tables/word_weights.py`. Needs `pip install -e '.[weights]'` and
`pip install --no-deps -r bench/published.txt`.

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
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.meanings import Meanings, is_word
from bench.published import CHANGED, published
from tests.scanner_cases import FOLDER, cases

from hardwon.guard.scanner.change_lines import features
from hardwon.guard.scanner.clauses import words_of
from hardwon.guard.scanner.describing import unquoted
from hardwon.guard.scanner.glossing import in_english
from hardwon.guard.scanner.layers import plain, without_tags
from hardwon.guard.scanner.leaning import in_sentences
from hardwon.guard.scanner.strings import quotes_alone, strings_alone
from hardwon.guard.scanner.tables import word_weights

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from hardwon.guard.scanner.clauses import ScannedWord

TARGET = Path(__file__).parents[1] / "src/hardwon/guard/scanner/tables/word_weights.py"
OLDER = ("attacks", "later_attacks", "met_attacks", "harmless", "later_harmless", "met_harmless")
"""Tables from before those of authors, both halves. Of their other kinds nothing is learned."""

STEERS = ("statement",)
HIJACKS = ("human", "indirect", "embedded", "hijack", "language")
HARMLESS, ORDER, CHANGE = "harmless", "order", "change"
"""Kinds of texts: for the first weight, for the second, against both, against the second, for the third."""

ORDERS = (ORDER, "goal")
"""What is no line of a change log, though it may sound like one."""

OPEN = ("sylius_steps", "sylius_titles", "sylius_release_notes", "sylius_descriptions")
"""Harmless texts of a product in the folder `--data`, from which nothing is learned."""

BROUGHT = (
    *("botocore", "django-allauth", "homeassistant", "pretix", "scikit-learn", "sphinx", "wagtail"),
    *("wordllama", "wtforms", *CHANGED),
)

NEEDED = ("wordllama", "sklearn", "scipy", "wagtail", "sphinx", "botocore", "homeassistant", "pretix", "zodb")
"""Some of what is installed where all of it is."""

STEP = 0.05
"""What a weight of 1 is of a regression's."""

HEAVIEST_AGAINST, HEAVIEST = -20, 60
"""No single word hides an attack, and none is one: beyond these, weights count no more."""

LIGHTEST = 3
"""Weights that are smaller are left out."""

MET = 3
"""How often the texts of older tables count: most of them were judged wrongly once, and mended."""

FEWEST = 3
"""Texts in which a feature must stand for a weight of its own."""

STRENGTH = 1.0
"""How far a regression follows its texts instead of small weights."""

MOST_TOLD = 10
"""Features that `--why` names for a weight, and against it."""


@dataclass(frozen=True)
class Text:
    """One text of a table."""

    kind: str
    author: str
    text: str


def weighed_words(text: str) -> Sequence[ScannedWord]:
    return words_of(unquoted(without_tags(plain(text)).text)).words


def words_in_strings(text: str) -> Sequence[ScannedWord]:
    return words_of(strings_alone(plain(text).text)).words


@cache
def taken_off(text: str) -> int:
    """What a text in another language weighs less than its words in English."""
    sentences = [[word.text for word in weighed_words(text)]]
    return 0 if in_english(sentences) is sentences else word_weights.GLOSSED


@cache
def parts(text: str) -> list[list[str]]:
    """What is weighed of the whole, and, if it has several, of each sentence; the same of what stands in strings."""
    return [*_parts(weighed_words(text)), *(_parts(inside) if (inside := words_in_strings(text)) else ())]


def quoted_parts(text: str) -> list[list[str]]:
    """What is weighed of what a text quotes: all of it and each sentence."""
    return [*_parts(quoted)] if (quoted := words_of(quotes_alone(plain(text).text)).words) else []


def _parts(words: Sequence[ScannedWord]) -> Iterator[list[str]]:
    single = [*map(features, in_sentences(words))]
    yield sorted(set[str]().union(*single))
    yield from (sorted(each) for each in single if len(single) > 1)


def texts() -> list[Text]:
    """Every text that weights are learned from."""
    taught = sorted(path.stem for path in FOLDER.glob("taught_*.txt"))
    written = [
        Text(case.kind.partition("-")[0], table.removeprefix("taught_") if table in taught else "older", case.text)
        for table in (*OLDER, *taught)
        for case in cases(table)
    ]
    for one in written:
        if one.author != "older" and one.kind not in {*STEERS, *HIJACKS, HARMLESS, CHANGE, *ORDERS}:
            raise SystemExit(f"taught_{one.author}.txt: {one.kind!r} is not a kind: nothing would be learned from it.")
    of_others = (
        Text(CHANGE if source == "changes" else HARMLESS, source, text)
        for source, told in published().items()
        for text in told
    )
    return [*written, *of_others]


class Regression:
    """What each feature of a part weighs, learned from texts that are for and texts that are against."""

    def __init__(self, meanings: Meanings, whole: list[list[str]], every: list[list[str]]) -> None:
        self.meanings, self.numpy, self.sparse = meanings, meanings.numpy, import_module("scipy.sparse")
        known = Counter(feature for part in (*whole, *every) for feature in {*part})
        self.numbers = {
            feature: at for at, feature in enumerate(sorted(f for f, n in known.items() if n >= FEWEST and f.isascii()))
        }
        told = [1] * len(whole) + [0] * len(every)
        fitted = (
            import_module("sklearn.linear_model")
            .LogisticRegression(C=STRENGTH, max_iter=1000)
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
        rounded = {feature: round(weight / STEP) for feature, weight in by_feature.items()}
        steps = {feature: max(HEAVIEST_AGAINST, min(HEAVIEST, weight)) for feature, weight in rounded.items()}
        return {feature: weight for feature, weight in steps.items() if abs(weight) >= LIGHTEST}


@dataclass
class Judge:
    """The tables, and what a text weighs by them."""

    steers: dict[str, int]
    hijacks: dict[str, int]
    changes: dict[str, int]
    biases: tuple[int, int, int]

    def weights(self, text: str) -> tuple[int, int]:
        """The worst of its parts."""
        found, less = parts(text), taken_off(text)
        steers = max(weight_of(one, self.steers) for one in found)
        hijacks = max(weight_of(one, self.hijacks) for one in found)
        return steers + self.biases[0] - less, hijacks + self.biases[1] - less

    def tells_a_change(self, text: str) -> bool:
        """Whether its first sentence is a line of a change log."""
        first = (parts(text)[1:] or parts(text))[0]
        return weight_of(first, self.changes) + self.biases[2] >= word_weights.CHANGES_FROM


def weight_of(part: Iterable[str], table: dict[str, int]) -> int:
    return sum(table.get(feature, 0) for feature in part)


def learned(meanings: Meanings, texts: list[Text]) -> Judge:
    every = [one for one in texts for _ in range(MET if one.author == "older" else 1)]
    # Older tables have kinds such as met_harmless.
    harmless = [one for one in every if one.kind.endswith((HARMLESS, CHANGE))]
    orders = [one for one in every if one.kind in ORDERS and one.author != "older"]
    steering = Regression(meanings, wholes(every, STEERS), parts_of(harmless))
    honest = [*parts_of([*harmless, *orders]), *(part for one in harmless for part in quoted_parts(one.text))]
    hijacking = Regression(meanings, wholes(every, HIJACKS), honest)
    changing = Regression(
        meanings,
        sentences_of(one for one in every if one.kind == CHANGE),
        sentences_of(one for one in every if one.kind in ORDERS),
    )
    biases = [round(float(one.bias) / STEP) for one in (steering, hijacking, changing)]
    return Judge(steering.table(), hijacking.table(), changing.table(), (biases[0], biases[1], biases[2]))


def wholes(every: Iterable[Text], kinds: Iterable[str]) -> list[list[str]]:
    return [sorted({*chain.from_iterable(parts(one.text))}) for one in every if one.kind in kinds]


def parts_of(every: Iterable[Text]) -> list[list[str]]:
    return [part for one in every for part in parts(one.text)]


def sentences_of(every: Iterable[Text]) -> list[list[str]]:
    return [part for one in every for part in (parts(one.text)[1:] or parts(one.text))]


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
    if missing := [name for name in NEEDED if find_spec(name) is None]:
        print(f"{', '.join(missing)}: not installed, so nothing is measured. The docstring says what to install.")
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
        TARGET.write_text(written(judge, bounds, len(every)), "utf-8")
        print(f"written: {TARGET.name}, {len(judge.steers)}, {len(judge.hijacks)} and {len(judge.changes)} weights")
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
    for kind in (CHANGE, "goal", ORDER):
        told = [one.text for one in every if one.author == author and one.kind == kind]
        if told:
            share = 100 * sum(map(judge.tells_a_change, told)) / len(told)
            print(f"{author + ': ' + kind + ' taken for a change':42}{len(told):7}{share:9.1f}%")


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


def written(judge: Judge, bounds: tuple[int, int, int], many: int) -> str:
    """The module with the weights, and the bounds as they were."""
    steers, hijacks, surely = bounds
    return (
        '"""Word weights: what words weigh, as `bench/leaning.py` has learned it and written it down. Data only."""\n\n'
        f"from __future__ import annotations\n\n"
        f'LEARNED_WITH = "{" ".join(f"{name}-{version(name)}" for name in BROUGHT)}, {many} texts"\n'
        '"""Other versions bring other texts, and so other weights."""\n\n'
        f"STEERS_BIAS, HIJACKS_BIAS, CHANGES_BIAS = {', '.join(map(str, judge.biases))}\n"
        '"""What a text weighs before its first word."""\n\n'
        f"STEERS_FROM, HIJACKS_FROM, SURELY_FROM = {steers}, {hijacks}, {surely}\n"
        '"""From which weight on a text leans to steering, to hijacking, and surely to the latter."""\n\n'
        f"QUOTED_FROM = {word_weights.QUOTED_FROM}\n"
        '"""From which weight for hijacking on a sentence leans that stands in quotation marks."""\n\n'
        f"CHANGES_FROM = {word_weights.CHANGES_FROM}\n"
        '"""From which weight on a sentence that begins like an order is a line of a change log."""\n\n'
        f"GLOSSED = {word_weights.GLOSSED}\n"
        '"""What is taken off the weights of a text that was read word by word: its order is lost."""\n\n'
        f'STEERS = r"""\n{lines(judge.steers)}\n"""\n\nHIJACKS = r"""\n{lines(judge.hijacks)}\n"""\n\n'
        f'CHANGES = r"""\n{lines(judge.changes)}\n"""\n'
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
