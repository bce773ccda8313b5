"""Files of agent-qa are read as there, or a sentence says what to do."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from hardwon.observations.observation import scope_of_test
from hardwon.project import suite_files
from hardwon.runner.files import load
from hardwon.runner.tests import Test

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Cli

AT = ("--suite", "suites/s.yaml", "--position", "0", "--json")
NOTE = ("--title", "Cart: opens late", "--content", "The cart opens after two seconds.")
SUITE = "name: Checkout flow\ntests:\n  - ../tests/a.yaml\n"


def write(project: Path, **files: str) -> None:
    for name, text in files.items():
        path = project / f"{name.replace('__', '/')}.yaml"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def test_of(project: Path, text: str) -> Test:
    write(project, a=text)
    found = load(project / "a.yaml", project)
    assert isinstance(found, Test)
    return found


test_of.__test__ = False  # type: ignore[attr-defined]  # a helper


@pytest.fixture
def suite(project: Path) -> Path:
    (project / "agent-qa-memory").mkdir()
    write(project, tests__a="steps: [open the cart]\n", suites__s=SUITE)
    return project


def test_a_suite_without_an_id_keeps_its_memory_under_its_name(call: Cli, suite: Path) -> None:
    added = call("observations", "add", *NOTE, *AT).document
    assert added["path"].startswith("agent-qa-memory/suites/Checkout flow/")
    found = call(
        "recall", "open the cart", "--product", "shop", "--suite", "suites/s.yaml", "--position", "0", "--json"
    )
    assert [each["id"] for each in found.document["observations"]] == [added["id"]]
    assert call("doctor").code == 0, "nothing advises to delete it"


RECALL = ("recall", "open the cart", "--product", "shop", "--suite", "suites/s.yaml", "--position", "0", "--json")
ENTRY = "{test: ../tests/a.yaml, id: t_cart}"


def test_an_entry_without_an_id_has_that_of_its_test(call: Cli, suite: Path) -> None:
    """So a snapshot is the same whether the suite repeats the id or not."""
    write(
        suite, tests__a="test-id: t_cart\nsteps: [open the cart]\n", suites__s=SUITE.replace("../tests/a.yaml", ENTRY)
    )
    added = call("observations", "add", *NOTE, *AT).document
    write(suite, suites__s=SUITE)
    assert suite_files.read(suite / "suites/s.yaml", suite).entries[0].id == "t_cart"
    assert [each["id"] for each in call(*RECALL).document["observations"]] == [added["id"]]
    write(suite, tests__a="test-id: t_other\nsteps: [open the cart]\n")
    assert call(*RECALL).document["observations"] == []


def test_a_snapshot_by_the_path_of_the_test_goes_on_until_the_suite_says_an_id(call: Cli, suite: Path) -> None:
    added = call("observations", "add", *NOTE, *AT).document
    text = (suite / added["path"]).read_text().replace("id: suites.tests.a", "id: tests.a")
    (suite / added["path"]).write_text(text)
    write(suite, tests__a="test-id: t_cart\nsteps: [open the cart]\n")
    assert [each["id"] for each in call(*RECALL).document["observations"]] == [added["id"]]
    write(suite, suites__s=SUITE.replace("../tests/a.yaml", ENTRY))
    assert call(*RECALL).document["observations"] == []


def test_an_entry_whose_test_cannot_be_read_is_for_the_run_to_refuse(call: Cli, suite: Path) -> None:
    write(suite, tests__a="steps: [")
    assert suite_files.read(suite / "suites/s.yaml", suite).entries[0].id == "tests.a"
    assert "tests/a.yaml, line 2" in call("run", "suites/s.yaml").stderr


def test_a_folder_under_the_older_default_name_goes_on(suite: Path) -> None:
    (suite / "agent-qa-memory/suites/suites.s").mkdir(parents=True)
    assert suite_files.read(suite / "suites/s.yaml", suite).id == "suites.s"
    (suite / "agent-qa-memory/suites/Checkout flow").mkdir()
    assert suite_files.read(suite / "suites/s.yaml", suite).id == "Checkout flow"


@pytest.mark.parametrize("path", ["../../a.yaml", "../../../etc/a.yaml", "/a.yaml"])
def test_a_test_that_leaves_the_project_is_still_refused(call: Cli, suite: Path, path: str) -> None:
    write(suite, suites__s=f"name: x\ntests: [{path}]\n")
    ended = call("run", "suites/s.yaml")
    assert (ended.code, "leaves the project" in ended.stderr) == (3, True)


@pytest.mark.parametrize(
    "setup", ["h_log-in-as-admin", "seed-database", "[seed-database, log_in]", "[h_open-shop-as-guest]"]
)
def test_hooks_in_setup_are_not_run_as_steps(project: Path, setup: str) -> None:
    found = test_of(project, f"setup: {setup}\nsteps: [open]\n")
    assert found.setup == ()
    assert "hooks in setup" in found.ignored[0].key


@pytest.mark.parametrize("setup", ["[{hook: seed-database}]", "[{hook: reset, with: {rows: 3}}, Log in as Ann]"])
def test_hooks_that_setup_names_by_a_key_are_not_run_and_that_is_said(project: Path, setup: str) -> None:
    found = test_of(project, f"setup: {setup}\nsteps: [open]\n")
    assert [step.text for step in found.setup] == ["Log in as Ann"] * ("Ann" in setup)
    assert "a hook of agent-qa in setup" in found.ignored[0].key


def test_steps_in_setup_stay_steps(project: Path) -> None:
    assert [step.text for step in test_of(project, "setup: [Log in as Ann]\nsteps: [open]\n").setup] == [
        "Log in as Ann"
    ]


@pytest.mark.parametrize(("given", "seconds"), [("30000", 30.0), ("5000", 5.0), ("15", 15.0), ("3600", 3600.0)])
def test_large_numbers_are_milliseconds(project: Path, given: str, seconds: float) -> None:
    assert test_of(project, f"meta: {{timeout: {given}}}\nsteps: [open]\n").timeout == seconds


def test_capture_is_read_and_said(project: Path) -> None:
    found = test_of(project, "steps:\n  - {step: read the number, capture: order}\n")
    assert [each.key for each in found.ignored] == ["steps[0].capture"]


def test_several_documents_in_a_file_are_told_apart_in_a_sentence(call: Cli, project: Path) -> None:
    write(project, two="steps: [a]\n---\nsteps: [b]\n")
    assert "one file holds one: put each into a file of its own" in call("run", "two.yaml").stderr


def test_a_readme_in_a_scope_folder_is_not_damage(call: Cli, suite: Path) -> None:
    folder = suite / "agent-qa-memory/products/shop"
    folder.mkdir(parents=True)
    (folder / "README.md").write_text("What we know of the shop.")
    assert call("doctor").code == 0
    assert call("observations", "list", "--json").document["unreadable"] == []


@pytest.mark.parametrize(
    ("test", "folder"),
    [
        ("t_login", "t_login"),
        ("50%", "50%"),
        ("tests/a.py::test_b[x]", "tests%2Fa.py::test_b[x]"),
        ("tests/a.py::test_b[50%/x]", "tests%2Fa.py::test_b[50%25%2Fx]"),
        ("a\\\\b", "a%5C%5Cb"),
    ],
)
def test_ids_with_separators_are_kept_percent_encoded(test: str, folder: str) -> None:
    assert scope_of_test(test).name == folder


def test_long_ids_end_in_a_digest_and_stay_apart() -> None:
    one, other = (scope_of_test(f"tests/{'x' * 300}{end}").name for end in "ab")
    assert one != other
    assert len(one.encode()) == len(other.encode()) == 200


def test_an_id_of_pytest_may_stand_in_a_test_file(project: Path) -> None:
    assert (
        test_of(project, "test-id: 'tests/a.py::test_b[usd/eur]'\nsteps: [open]\n").id == "tests/a.py::test_b[usd/eur]"
    )


def test_an_id_of_pytest_is_a_scope_in_the_commands(call: Cli, project: Path) -> None:
    test = "tests/a/test_x.py::test_b[a/b-1]"
    added = call("observations", "add", *NOTE, "--test", test, "--json").document
    assert (project / added["path"]).is_file()
    found = call("recall", "open the cart", "--product", "shop", "--test", test, "--json").document
    assert [each["id"] for each in found["observations"]] == [added["id"]]
    assert call("observations", "add", *NOTE, "--test", "../../x").code == 3
