"""Area memory on real git branches: merges and rebases bring both sides together."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from tests.surfaces.git_checkouts import git_in

from hardwon.memory import Memory

if TYPE_CHECKING:
    from pathlib import Path

IDENTITY = {
    f"GIT_{who}_{what}": value
    for who in ("AUTHOR", "COMMITTER")
    for what, value in (("NAME", "Test"), ("EMAIL", "test@example.invalid"))
}


class Repository:
    """A checkout in which records are made and committed."""

    def __init__(self, root: Path, environment: dict[str, str]) -> None:
        self.root = root
        self.environment = environment | IDENTITY | {"GIT_CONFIG_NOSYSTEM": "1", "GIT_EDITOR": "true"}

    def git(self, *arguments: str, fails: bool = False) -> str:
        return git_in(self.root, self.environment, *arguments, fails=fails)

    def record(self, **verdicts: str) -> None:
        """Verdicts on areas, p for a pass and f for a failure, then a commit."""
        for area, letters in verdicts.items():
            for letter in letters:
                Memory.open(self.root).record(area, passed=letter == "p")
        self.commit(str(verdicts))

    def commit(self, message: str) -> None:
        self.git("add", "-A")
        self.git("commit", "-q", "-m", message)

    def counts(self, area: str) -> tuple[int, int, int]:
        found = Memory.open(self.root).areas[area]
        return found.test_count, found.pass_count, found.fail_count

    def confidence(self, area: str) -> float:
        return Memory.open(self.root).areas[area].confidence

    @property
    def unmerged(self) -> str:
        return self.git("diff", "--name-only", "--diff-filter=U")


@pytest.fixture
def repository(project: Path, environment: dict[str, str], call: Any) -> Repository:
    found = Repository(project, environment)
    found.git("init", "-q", "-b", "main", ".")
    assert call("init", "--git").code == 0
    found.record(auth="pp", cart="p")
    return found


def test_merge_adds_up_what_both_branches_recorded(repository: Repository) -> None:
    repository.git("checkout", "-q", "-b", "feature")
    repository.record(auth="ppp", search="p")
    repository.git("checkout", "-q", "main")
    repository.record(auth="f", cart="p")
    repository.git("merge", "-q", "--no-edit", "feature")
    assert repository.unmerged == ""
    assert repository.counts("auth") == (6, 5, 1)
    assert repository.confidence("auth") == pytest.approx(1 - 0.81**5 - 0.3)
    assert repository.counts("cart") == (2, 2, 0)
    assert repository.counts("search") == (1, 1, 0)


def test_six_clean_passes_on_two_branches_are_six_passes(repository: Repository) -> None:
    repository.git("checkout", "-q", "-b", "feature")
    repository.record(search="ppp")
    repository.git("checkout", "-q", "main")
    repository.record(search="ppp")
    repository.git("merge", "-q", "--no-edit", "feature")
    assert repository.confidence("search") == pytest.approx(0.7176, abs=5e-5)


def test_rebase_comes_to_the_same_as_a_merge(repository: Repository) -> None:
    repository.git("checkout", "-q", "-b", "feature")
    repository.record(search="ppp")
    repository.git("checkout", "-q", "main")
    repository.record(search="ppp")
    repository.git("checkout", "-q", "feature")
    repository.git("rebase", "-q", "main")
    assert repository.confidence("search") == pytest.approx(0.7176, abs=5e-5)


def test_weights_of_the_project_count_in_a_merge_also_below_the_top(repository: Repository, call: Any) -> None:
    shop = repository.root / "shop"
    shop.mkdir()
    (shop / "hardwon.yaml").write_text("services: {confidence: {passWeight: 0.5}}\n")
    assert call("init", "--git", cwd=shop).code == 0
    below = Repository(shop, repository.environment)
    below.record(pay="p")
    below.git("checkout", "-q", "-b", "feature")
    below.record(pay="p")
    below.git("checkout", "-q", "main")
    below.record(pay="p")
    below.git("merge", "-q", "--no-edit", "feature")
    assert below.confidence("pay") == 0.875


def test_three_branches_come_to_the_same_in_any_order(repository: Repository) -> None:
    for branch, verdicts in {"one": "pp", "two": "fp", "three": "ppp"}.items():
        repository.git("checkout", "-q", "-b", branch, "main")
        repository.record(auth=verdicts)
    found = set()
    for order in (("one", "two", "three"), ("three", "one", "two")):
        repository.git("checkout", "-q", "-b", "-".join(order), "main")
        for branch in order:
            repository.git("merge", "-q", "--no-edit", branch)
        found.add((repository.confidence("auth"), repository.counts("auth")))
    [(confidence, counts)] = found
    assert confidence == pytest.approx(1 - 0.81**8 - 0.3)
    assert counts == (9, 8, 1)


def test_configuration_that_cannot_be_read_is_a_conflict_and_ours_stays(repository: Repository) -> None:
    repository.git("checkout", "-q", "-b", "feature")
    repository.record(auth="p")
    repository.git("checkout", "-q", "main")
    repository.record(auth="p")
    (repository.root / "hardwon.yaml").write_text("services: [")
    before = (repository.root / ".hardwon/memory.json").read_bytes()
    repository.git("merge", "-q", "--no-edit", "feature", fails=True)
    assert repository.unmerged == ".hardwon/memory.json"
    assert (repository.root / ".hardwon/memory.json").read_bytes() == before


def test_same_record_on_both_branches_in_one_second_counts_twice(repository: Repository) -> None:
    """Git never asks the driver about files that are the same, so they must not be."""
    repository.git("checkout", "-q", "-b", "feature")
    repository.record(auth="p")
    repository.git("checkout", "-q", "main")
    repository.record(auth="p")
    repository.git("merge", "-q", "--no-edit", "feature")
    assert repository.counts("auth") == (4, 4, 0)


def test_rebase_replays_each_commit_onto_the_other_branch(repository: Repository) -> None:
    repository.git("checkout", "-q", "-b", "feature")
    repository.record(auth="p")
    repository.record(auth="pf")
    repository.git("checkout", "-q", "main")
    repository.record(auth="pppp")
    repository.git("checkout", "-q", "feature")
    repository.git("rebase", "-q", "main")
    assert repository.counts("auth") == (9, 8, 1)
    assert repository.git("rev-list", "--count", "main..feature") == "2"


def test_same_new_area_on_both_branches_counts_both_also_in_a_criss_cross(repository: Repository) -> None:
    repository.git("checkout", "-q", "-b", "feature")
    repository.record(wishlist="pp")
    repository.git("checkout", "-q", "main")
    repository.record(wishlist="f")
    repository.git("merge", "-q", "--no-edit", "feature")
    repository.git("checkout", "-q", "feature")
    repository.git("merge", "-q", "--no-edit", "main~1")
    assert repository.counts("wishlist") == (3, 2, 1)
    repository.record(wishlist="p", auth="p")
    repository.git("checkout", "-q", "main")
    repository.record(auth="p", wishlist="pp")
    repository.git("merge", "-q", "--no-edit", "feature")
    assert repository.counts("wishlist") == (6, 5, 1)
    assert repository.counts("auth") == (4, 4, 0)


def test_failure_on_one_branch_ends_a_retirement_and_the_history_keeps_both(repository: Repository, call: Any) -> None:
    repository.record(auth="p" * 14)
    assert Memory.open(repository.root).areas["auth"].retired
    repository.git("checkout", "-q", "-b", "feature")
    repository.record(auth="f")
    repository.git("checkout", "-q", "main")
    repository.record(auth="p", cart="p" * 14)
    repository.git("merge", "-q", "--no-edit", "feature")
    areas = Memory.open(repository.root).areas
    assert (areas["auth"].retired, areas["cart"].retired) == (False, True)
    history = json.loads((repository.root / ".hardwon/retired.json").read_text())["areas"]
    assert {entry["name"]: "unretired_at" in entry for entry in history} == {"auth": True, "cart": False}
    assert call("doctor").code == 0


def test_retirement_that_a_merge_ends_or_makes_is_named_by_doctor_and_put_right_by_the_next_record(
    repository: Repository, call: Any
) -> None:
    """Git merges the two files one by one, so retired.json cannot know what became of the area."""
    repository.git("checkout", "-q", "-b", "feature")
    repository.record(auth="p" * 14, cart="p" * 7)
    repository.git("checkout", "-q", "main")
    repository.record(auth="f", cart="p" * 7)
    repository.git("merge", "-q", "--no-edit", "feature")
    areas = Memory.open(repository.root).areas
    assert (areas["auth"].retired, areas["cart"].retired) == (False, True)
    findings = call("doctor", "--json")
    assert (findings.code, [each["path"] for each in findings.document["findings"]]) == (
        1,
        [".hardwon/retired.json"] * 2,
    )
    call("record", "cart", "--pass")
    assert call("doctor").code == 0


def test_driver_works_from_a_subfolder_and_for_a_project_below_the_top(repository: Repository, call: Any) -> None:
    shop = repository.root / "services" / "shop"
    shop.mkdir(parents=True)
    (shop / "hardwon.yaml").touch()
    assert call("init", "--git", cwd=shop).code == 0
    Memory.open(shop).record("pay", passed=True)
    repository.commit("shop")
    below = Repository(shop, repository.environment)
    below.git("checkout", "-q", "-b", "feature")
    below.record(pay="p")
    below.git("checkout", "-q", "main")
    below.record(pay="f")
    below.git("merge", "-q", "--no-edit", "feature")
    assert below.counts("pay") == (3, 2, 1)


def test_folder_named_like_the_program_is_not_taken_for_it(repository: Repository) -> None:
    (repository.root / "hardwon").mkdir()
    (repository.root / "hardwon/__init__.py").write_text("raise SystemExit(99)\n")
    repository.commit("trap")
    test_merge_adds_up_what_both_branches_recorded(repository)


def test_damaged_side_is_a_conflict_and_ours_stays(repository: Repository) -> None:
    repository.git("checkout", "-q", "-b", "feature")
    (repository.root / ".hardwon/memory.json").write_text("not json")
    repository.commit("damage")
    repository.git("checkout", "-q", "main")
    repository.record(auth="p")
    before = (repository.root / ".hardwon/memory.json").read_bytes()
    repository.git("merge", "-q", "--no-edit", "feature", fails=True)
    assert repository.unmerged == ".hardwon/memory.json"
    assert (repository.root / ".hardwon/memory.json").read_bytes() == before


def test_clone_without_the_driver_is_told_by_doctor(repository: Repository, call: Any, tmp_path: Path) -> None:
    clone = tmp_path / "clone"
    repository.git("clone", "-q", str(repository.root), str(clone))
    found = call("doctor", "--json", cwd=clone)
    assert found.code == 1
    assert [finding["path"] for finding in found.document["findings"]] == [".gitattributes"]
    assert call("init", "--git", cwd=clone).code == 0
    assert call("doctor", cwd=clone).code == 0


@pytest.fixture
def noted(repository: Repository, call: Any) -> tuple[Repository, Path]:
    """A repository with an observation, and its file."""
    added = call(
        *("observations", "add", "--title", "Login modal", "--content", "The login modal opens late."),
        *("--product", "shop", "--json"),
    ).document
    repository.commit("an observation")
    return repository, repository.root / added["path"]


def test_merge_adds_up_the_trust_that_both_branches_moved(noted: tuple[Repository, Path], call: Any) -> None:
    repository, file = noted
    repository.git("checkout", "-q", "-b", "feature")
    call("observations", "confirm", file.stem)
    repository.commit("confirmed")
    repository.git("checkout", "-q", "main")
    call("observations", "deprecate", file.stem)
    repository.commit("contradicted")
    repository.git("merge", "-q", "--no-edit", "feature")
    assert repository.unmerged == ""
    found = call("observations", "list", "--json").document["observations"][0]
    assert (found["trust"], found["confirmed_count"], found["contradicted_count"]) == (0.45, 1, 1)


def test_text_that_both_branches_edited_is_left_to_a_person(noted: tuple[Repository, Path]) -> None:
    repository, file = noted
    before = file.read_text()
    repository.git("checkout", "-q", "-b", "feature")
    file.write_text(before.replace("opens late", "never opens"))
    repository.commit("edited")
    repository.git("checkout", "-q", "main")
    file.write_text(before.replace("opens late", "opens at once"))
    repository.commit("edited too")
    repository.git("merge", "-q", "--no-edit", "feature", fails=True)
    assert file.name in repository.unmerged
    text = file.read_text()
    assert "<<<<<<< ours" in text
    assert "opens at once" in text
    assert "never opens" in text


def test_texts_edited_in_different_lines_are_merged_as_text(repository: Repository, call: Any) -> None:
    lines = "\n".join(f"Line {number} of what was seen." for number in range(9))
    added = call(
        *("observations", "add", "--title", "Login", "--content", lines, "--product", "shop", "--json")
    ).document
    file = repository.root / added["path"]
    repository.commit("an observation")
    repository.git("checkout", "-q", "-b", "feature")
    file.write_text(file.read_text().replace("Line 0", "Row 0"))
    repository.commit("edited")
    repository.git("checkout", "-q", "main")
    file.write_text(file.read_text().replace("Line 8", "Row 8"))
    repository.commit("edited too")
    repository.git("merge", "-q", "--no-edit", "feature")
    assert "Row 0" in file.read_text()
    assert "Row 8" in file.read_text()


def test_driver_tells_a_program_what_it_merged(call: Any, tmp_path: Path) -> None:
    files = [tmp_path / name for name in ("base", "ours", "theirs")]
    for file in files:
        file.write_text('{"areas": {}, "version": 1}')
    ended = call("merge-driver", *map(str, files), ".hardwon/memory.json", "--json")
    assert ended.document == {"path": ".hardwon/memory.json", "merged": True}
