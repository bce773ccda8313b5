"""Neighbours: what an addition could repeat or contradict is found without comparing it with everything."""

from __future__ import annotations

import os
import random
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from hardwon.curation.neighbours import Neighbours
from hardwon.likeness.claims import claim, folded, traces
from hardwon.likeness.sameness import compare
from hardwon.likeness.stems import stem
from hardwon.observations.observation import Observation, Scope
from hardwon.store.observation_file import write
from hardwon.store.observations import ObservationStore

SHOP = Scope("products", "shop")
ALIKE = [
    ("shop", "store", "shops", "STORE"),
    ("log in", "login", "signs in", "signed-in", "logged in"),
    ("log out", "sign off", "logout"),
    ("check out", "checkout"),
    ("sign up", "signup"),
    ("e-mail", "email", "mail"),
    ("shows", "displayed", "hides", "appears", "hidden"),
    ("enabled", "disable", "Enables"),
    ("carries", "carry", "carried", "carrying"),
    ("using", "use", "used", "uses"),
    ("typing", "types", "typed"),
    ("2", "two", "3", "three", '"2"', "`3`"),
    ("$5.00", '"$7.00"', "$5.00."),
    ("doesn't", "does not", "don't", "DON\u2019T"),
    ('"I don\'t know"', "“I do not know”"),
    ("needn't", "need not"),
    ("page 2", "page 3", "page two"),
    ("the", "a", "should", ""),
    ("Größe", "GRÖSSE", "größe"),
    ("ﬁeld", "field", "\uff46\uff49\uff45\uff4c\uff44"),
    ("商品一覧", "商品一覧が"),
    ("№5", "5㎏", "cafe\u0301", "café"),
    ("user's", "users", "user"),
    ("cart", "basket"),
]
WORDINGS = st.lists(st.sampled_from(ALIKE), min_size=1, max_size=6).flatmap(
    lambda groups: st.tuples(*(st.tuples(*(st.sampled_from(group) for group in groups)).map(" ".join) for _ in "ab"))
)


def is_missed(one: str, two: str) -> bool:
    related = compare("The shop", one, "The shop", two).kind != "other" or compare(one, one, two, two).kind != "other"
    return related and not traces("The shop", one).may_be_in(folded(f"---\ntitle: x\n---\n{two}\n"))


@given(WORDINGS)
def test_no_wording_of_the_same_and_no_contradiction_is_missed(texts: tuple[str, str]) -> None:
    assert not is_missed(*texts)


@given(st.text(), st.text())
def test_nothing_is_missed_in_any_text(one: str, two: str) -> None:
    assert not is_missed(one, two)
    assert not is_missed(one, one)
    assert not is_missed(f"{one} {two}", one)


SUBJECTS = ("gift cards", "log in form", "E-mail settings", "Größe", "carried parcels")
PLACES = (("Account", "Privacy"), ("Help", "Guides"), ("Konto", "Größe"))
PLACED = st.builds(
    lambda subject, place, form: [part.format(subject, *place) for part in form],
    st.sampled_from(SUBJECTS),
    st.sampled_from(PLACES),
    st.sampled_from(
        [
            ("{0}: reached from {1} → {2}", 'The page "{0}" is linked on the page "{2}", reached from {1} → {2}.'),
            ("Where the {0} can be found", "You can find the {0} in {1}, on the page {2}."),
            ("{0}", "The link to the {0} is on the {2} page of the {1} menu."),
        ]
    ),
)


@given(PLACED, PLACED)
def test_nobody_who_says_where_the_same_thing_is_is_missed(one: list[str], two: list[str]) -> None:
    if compare(one[0], one[1], two[0], two[1]).kind != "other":
        assert traces(one[0], one[1]).may_be_in(folded(two[1]))


@given(st.text(alphabet="abcdeginlorstyz", min_size=1, max_size=12))
def test_every_word_holds_the_traces_of_its_stem(word: str) -> None:
    assert traces("T", word).may_be_in(folded(word))
    assert traces("T", f"{stem(word)} tomato potato").may_be_in(folded(f"{word} tomato potato"))


def test_random_wordings_are_related_often_enough_to_prove_something() -> None:
    """Half of all words at random: the pairs that compare() relates are many, and so are those that are left out."""
    chance = random.Random(7)
    related = left_out = 0
    for _ in range(5_000):
        groups = chance.choices(ALIKE, k=chance.randint(1, 4))
        one, two = (" ".join(map(chance.choice, groups)) for _ in "ab")
        other = " ".join(map(chance.choice, chance.choices(ALIKE, k=5)))
        related += compare("T", one, "T", two).kind != "other"
        left_out += not traces("T", one).may_be_in(folded(other))
        assert not is_missed(one, two)
        assert not is_missed(one, other)
    assert related > 500
    assert left_out > 500


def stored(root: Path, number: int, content: str, title: str = "Where it is") -> Path:
    name = "obs_" + "-".join(["ant"] * 9 + ["".join(chr(97 + int(digit)) for digit in f"{number:05}")])
    at = "2026-01-01T00:00:00Z"
    observation = Observation(
        id=name, scope=SHOP, title=title, content=content, trust=0.5, created=at, last_confirmed=at, source_test="t"
    )
    path = root / "products" / "shop" / f"{name}.md"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(write(observation))
    return path


def test_neighbours_are_those_that_comparing_with_everything_finds(tmp_path: Path) -> None:
    chance = random.Random(3)

    def sentence() -> str:
        return "It " + " ".join(map(chance.choice, chance.choices(ALIKE, k=chance.randint(1, 4))))

    for number in range(300):
        stored(tmp_path, number, sentence())
    store = ObservationStore(tmp_path)
    everything = store.listing().stored
    neighbours = Neighbours(store, [SHOP])
    found = 0
    for content in (sentence() for _ in range(100)):
        wanted = {
            Path(each.where)
            for each in everything
            if compare("Where it is", content, each.observation.title, each.observation.content).kind != "other"
        }
        near = {Path(each.where) for each in neighbours.of("Where it is", content)}
        assert wanted <= near
        found += len(wanted)
    assert found > 50


def test_who_changes_an_observation_says_so_and_it_is_seen_again(tmp_path: Path) -> None:
    path = stored(tmp_path, 1, "The cart is empty")
    neighbours = Neighbours(ObservationStore(tmp_path), [SHOP])
    assert [Path(each.where) for each in neighbours.of("Where it is", "The cart is empty")] == [path]
    stored(tmp_path, 1, "Vouchers lie below the total")
    neighbours.changed(SHOP, path.stem)
    assert not neighbours.of("Where it is", "The cart is empty")
    assert [Path(each.where) for each in neighbours.of("Where it is", "Vouchers lie below the total")] == [path]
    path.unlink()
    neighbours.changed(SHOP, path.stem)
    assert not neighbours.of("Where it is", "Vouchers lie below the total")


def test_what_is_no_plain_file_is_left_to_the_store(tmp_path: Path) -> None:
    """A link that leaves its tier, a pipe and a broken file are no neighbours, and keep nobody waiting."""
    path = stored(tmp_path / "own", 1, "The cart is empty")
    outside = stored(tmp_path / "outside", 2, "The cart is empty")
    folder = path.parent
    (folder / outside.name).symlink_to(outside)
    os.mkfifo(folder / "obs_pipe.md")
    (folder / "obs_broken.md").write_bytes(b"\xff cart empty")
    (folder / "obs_nowhere.md").symlink_to(tmp_path / "nowhere")
    assert [
        Path(each.where)
        for each in Neighbours(ObservationStore(tmp_path / "own"), [SHOP]).of("Where it is", "The cart is empty")
    ] == [path]


def test_a_text_without_words_is_held_against_everything(tmp_path: Path) -> None:
    path = stored(tmp_path, 1, "42")
    assert not claim("43").core
    assert [Path(each.where) for each in Neighbours(ObservationStore(tmp_path), [SHOP]).of("Where it is", "43")] == [
        path
    ]
