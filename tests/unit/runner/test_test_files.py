"""Tests and suites as files say: what is read, and how each slip is named."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from hardwon.errors import UsageError
from hardwon.observations.observation import SuiteEntry
from hardwon.runner.files import SuiteSpec, ignored_summary, load, selected
from hardwon.runner.tests import StepSpec, Test

if TYPE_CHECKING:
    from pathlib import Path

FULL = """\
test-id: t_login
name: "Login: by password"
target: shop-web
area: auth
priority: critical
context: |
  The user {{user}} exists.
variables:
  user: ada
  zip: 01234
  price: 12.50
  no: no
setup:
  - Open the start page
  - step: Expect a cookie banner
    timeout: 500ms
meta:
  timeout: 2m
  retries: 2
  repeatable: false
steps:
  - Log in as {{user}} from ${zip}
  - step: The total of {{price}} is shown
  - step: Check the terms
    kind: act
    timeout: 15
    retries: 1
  - Verify {{no}} error
"""


def put(root: Path, name: str, text: str) -> Path:
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    return path


def one(root: Path, text: str, name: str = "tests/auth/login.yaml") -> Test:
    test = load(put(root, name, text), root)
    assert isinstance(test, Test)
    return test


def suite(root: Path, text: str, name: str = "suites/smoke.yaml") -> SuiteSpec:
    found = load(put(root, name, text), root)
    assert isinstance(found, SuiteSpec)
    return found


def test_everything_that_a_test_can_say(tmp_path: Path) -> None:
    test = one(tmp_path, FULL)
    assert (test.id, test.name, test.file) == ("t_login", "Login: by password", "tests/auth/login.yaml")
    assert (test.target, test.area, test.priority) == ("shop-web", "auth", "critical")
    assert test.context == "The user ada exists."
    assert (test.timeout, test.retries, test.repeatable) == (120.0, 2, False)
    assert test.setup == (
        StepSpec(text="Open the start page", kind="act", line=14),
        StepSpec(text="Expect a cookie banner", kind="assert", timeout=0.5, line=15),
    )
    assert test.steps == (
        StepSpec(text="Log in as ada from 01234", kind="act", line=22),
        StepSpec(text="The total of 12.50 is shown", kind="assert", line=23),
        StepSpec(text="Check the terms", kind="act", timeout=15.0, retries=1, line=24),
        StepSpec(text="Verify no error", kind="assert", line=28),
    )
    assert test.ignored == ()


def test_the_least_that_a_test_must_say(tmp_path: Path) -> None:
    test = one(tmp_path, "steps: [Open the page]")
    assert (test.id, test.name) == ("tests.auth.login", "tests.auth.login")
    assert (test.target, test.area, test.priority, test.repeatable) == ("", "", "medium", True)


def test_given_variables_win(tmp_path: Path) -> None:
    path = put(tmp_path, "t.yaml", "variables: {user: ada}\nsteps: ['As {{user}} at {{env:HOST}} with {{extra}}']")
    given = {"variables": {"user": "bob", "extra": "x"}, "environ": {"HOST": "host-1"}}
    test = load(path, tmp_path, **given, allowed=frozenset({"HOST"}))
    assert isinstance(test, Test)
    assert test.steps[0].text == "As bob at host-1 with x"
    assert test.secrets == {"host-1"}
    assert "host-1" not in repr(test).replace(test.steps[0].text, "")


def test_value_cannot_turn_an_assertion_into_an_act(tmp_path: Path) -> None:
    path = put(tmp_path, "t.yaml", "steps: ['{{what}} the page', 'Verify {{what}}']")
    test = load(path, tmp_path, variables={"what": "verify"})
    assert isinstance(test, Test)
    assert [step.kind for step in test.steps] == ["act", "assert"]


SLIPS = [
    ("step: [x]\n", "line 1, step: unknown key. Did you mean 'steps'?"),
    ("steps: [x]\npriorty: high\n", "line 2, priorty: unknown key. Did you mean 'priority'?"),
    ("steps: [x]\ntest_id: t\n", "line 2, test_id: unknown key. Did you mean 'test-id'?"),
    ("steps: [x]\nqqq: 1\n", "Known here: test-id"),
    ("name: x\n", "line 1, steps: steps must be a non-empty list"),
    ("steps: []\n", "steps must be a non-empty list"),
    ("steps: go\n", "steps must be a non-empty list"),
    ("- a\n", "line 1: must hold keys and values, not a list"),
    ("", "must hold keys and values, not nothing"),
    ("steps:\n  - a\n  - 42\n", "line 3, steps[1]: must hold keys and values, not a number"),
    ("steps:\n  - Verify: the cart\n", "line 2, steps[0]: is not a step. A colon made it a key"),
    ("steps:\n  - step: a\n    kind: look\n", "line 3, steps[0].kind: is 'look', but must be act or assert"),
    ("steps:\n  - step: a\n    timout: 3s\n", "line 3, steps[0].timout: unknown key. Did you mean 'timeout'?"),
    (
        "steps:\n  - step: a\n    timeout: 300000000\n",
        "line 3, steps[0].timeout: is 300000000, which is not a time limit",
    ),
    ("steps:\n  - step: a\n    timeout: 0\n", "not a time limit"),
    ("steps:\n  - step: a\n    timeout: soon\n", "not a time limit"),
    ("steps:\n  - step: a\n    timeout: 25h\n", "not a time limit"),
    ("steps:\n  - step: a\n    timeout: true\n", "not a time limit"),
    ("steps:\n  - step: a\n    retries: 11\n", "line 3, steps[0].retries: is 11, but must be an integer from 0 to 10"),
    ("steps:\n  - step: a\n    retries: 1.5\n", "steps[0].retries"),
    ("steps:\n  - step: ' '\n", "line 2, steps[0].step: must be text, not blanks only"),
    ("steps:\n  - {{name}} is shown\n", "A text that begins with a brace needs quotes"),
    ("steps:\n- a\n- As {{usr}}\nvariables: {user: x}\n", "line 3, steps[1]: unknown variable 'usr'. Did you mean"),
    ("steps: [x]\ncontext: '{{who}}'\n", "line 2, context: unknown variable 'who'. Add it to `variables`"),
    ("steps: [x]\nvariables: {a b: c}\n", "variables.a b: is not a name for a variable"),
    ("steps: [x]\nvariables:\n  a: [1]\n", "line 3, variables.a: must be a text or a number"),
    ("steps: [x]\nvariables: [a]\n", "line 2, variables: must hold keys and values"),
    ("steps: [x]\npriority: urgent\n", "line 2, priority: is 'urgent', but must be one of critical, high, medium, low"),
    ("steps: [x]\npriority: [high]\n", "priority: is something else"),
    ("steps: [x]\narea: 7\n", "line 2, area: must be text, not the number 7. Put it in quotes."),
    ('steps: [x]\narea: "a\\u202eb"\n', "line 2, area: must be one line of visible text"),
    ("steps: [x]\nmeta: {repeatable: maybe}\n", "meta.repeatable: is 'maybe', but must be true or false"),
    ("steps: [x]\nmeta: {repeatible: false}\n", "meta.repeatible: unknown key. Did you mean 'repeatable'?"),
    ("steps: [x]\ntest-id: ../b\n", "line 2, test-id: '..%2Fb' cannot be the name of a scope: it starts with a dot"),
    ("steps: [x]\ntest-id: ../x\n", "test-id"),
    ("steps: [x]\ntest-id: [x]\n", "test-id must be text"),
    ("steps: [x]\ntests: [y]\n", "line 2, tests: there are both steps and tests"),
    ("steps: [x]\nsteps: [y]\n", "line 2: the key 'steps' is given twice"),
    ("steps: [x\n", "Correct the YAML there."),
    ("steps: [a]\n---\nsteps: [b]\n", "line 2"),
    ("steps:\n" + "  - x\n" * 501, "more than 500 steps"),
    ("steps: ['" + "x" * 10_001 + "']\n", "is longer than 10000 characters"),
    ("steps: " + "[" * 60 + "]" * 60, "nested deeper"),
    ("a: &a [x,x,x,x,x,x,x,x,x]\n" + "".join(f"{chr(98 + i)}: &{chr(98 + i)} [{','.join('*' + chr(97 + i) for _ in range(9))}]\n" for i in range(6)), "more than 100000 values"),  # noqa: E501 - a bomb
]  # fmt: skip


@pytest.mark.parametrize(("text", "said"), SLIPS)
def test_each_slip_names_file_line_and_key(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(UsageError) as caught:
        one(tmp_path, text)
    message = str(caught.value)
    assert message.startswith("tests/auth/login.yaml, line ")
    assert said in message
    assert len(message) < 600


def test_keys_of_agent_qa_are_accepted_and_named_once(tmp_path: Path) -> None:
    text = """\
test-id: t_x
use: {browser: {name: chromium}}
teardown: [h_a-b-c-d-e]
platform: web
meta: {owner: team-a}
setup:
  - h_seed-web-workspace-calm-cedar
  - Open the page
steps:
  - step: Complete the checkout
    screenshot: true
  - step: Again
    screenshot: true
  - Upload ${file:receipt.pdf}
"""
    test = one(tmp_path, text)
    assert [step.text for step in test.setup] == ["Open the page"]
    assert test.steps[2].text == "Upload ${file:receipt.pdf}"
    assert ignored_summary(test.ignored) == [
        "use is not acted on (tests/auth/login.yaml, line 2)",
        "teardown is not acted on (tests/auth/login.yaml, line 3)",
        "platform is not acted on (tests/auth/login.yaml, line 4)",
        "meta.owner is not acted on (tests/auth/login.yaml, line 5)",
        "steps[].screenshot is not acted on (tests/auth/login.yaml, line 11, and 1 more place)",
        "file in a step is not acted on (tests/auth/login.yaml, line 14)",
        "a hook of agent-qa in setup is not acted on (tests/auth/login.yaml, line 7)",
    ]


def test_file_that_no_scope_can_be_derived_from_needs_an_id(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="Give it a test-id"):
        one(tmp_path, "steps: [x]", name="tests/a..b.yaml")
    assert one(tmp_path, "steps: [x]\ntest-id: ab", name="tests/a..b.yaml").id == "ab"


class TestSuites:
    def test_tests_in_order_with_target_and_context(self, tmp_path: Path) -> None:
        put(tmp_path, "tests/a.yaml", "test-id: t_a\ntarget: own\ncontext: Of a.\nsteps: [x]")
        put(tmp_path, "tests/b.yaml", "steps: [x]")
        text = (
            "suite-id: smoke\nname: Smoke\ntarget: shop\ncontext: Of all.\nsetup: [h_a-b-c-d]\n"
            "tests:\n  - {test: tests/a.yaml, id: t_a}\n  - tests/b.yaml\n"
        )
        found = suite(tmp_path, text)
        assert (found.id, found.suite.name, found.suite.target) == ("smoke", "Smoke", "shop")
        assert found.entries == (SuiteEntry("tests/a.yaml", "t_a"), SuiteEntry("tests/b.yaml", "tests.b"))
        assert [(test.id, test.target, test.context) for test in found.tests] == [
            ("t_a", "shop", "Of all.\n\nOf a."),
            ("tests.b", "shop", "Of all."),
        ]
        assert ignored_summary(found.ignored) == ["setup is not acted on (suites/smoke.yaml, line 5)"]

    @pytest.mark.parametrize(
        ("entry", "said"),
        [
            ("{test: tests/a.yaml, id: t_b}", "line 2, tests[0]: the id is 't_b', but tests/a.yaml says 't_a'"),
            ("tests/none.yaml", "line 2, tests[0]: there is no file tests/none.yaml"),
            ("../../a.yaml", "line 2, tests[0].test: '../../a.yaml' leaves the project"),
            ("tests/../../../a.yaml", "leaves the project"),
            ("/etc/passwd", "leaves the project"),
            ("'tests\\a.yaml'", "leaves the project"),
            ("out.yaml", "tests[0]: 'out.yaml' leads out of the project"),
            ("folder/x.yaml", "tests[0]: 'folder/x.yaml' leads out of the project"),
            ("loop.yaml", "tests[0]"),
            ("tests", "there is no file tests"),
            ("{test: tests/a.yaml, is: t_a}", "line 2, tests[0].is: unknown key. Known here: test, id."),
            ("{test: tests/a.yaml, id: [x]}", "tests[0].id: the id"),
            ("7", "each test must be a path or {test, id}"),
            ("broken.yaml", "broken.yaml, line 1, steps: steps must be a non-empty list"),
        ],
    )
    def test_slips(self, tmp_path: Path, entry: str, said: str) -> None:
        root = tmp_path / "project"
        put(root, "tests/a.yaml", "test-id: t_a\nsteps: [x]")
        put(root, "broken.yaml", "steps: []")
        put(tmp_path, "secret/x.yaml", "steps: [x]")
        (root / "out.yaml").symlink_to(tmp_path / "secret" / "x.yaml")
        (root / "folder").symlink_to(tmp_path / "secret")
        (root / "loop.yaml").symlink_to(root / "loop.yaml")
        with pytest.raises(UsageError) as caught:
            suite(root, f"tests:\n  - {entry}\n")
        assert said in str(caught.value)

    def test_link_inside_the_project_is_followed(self, tmp_path: Path) -> None:
        put(tmp_path, "tests/a.yaml", "steps: [x]")
        (tmp_path / "b.yaml").symlink_to("tests/a.yaml")
        assert suite(tmp_path, "tests: [b.yaml]").tests[0].id == "b"

    def test_unknown_keys(self, tmp_path: Path) -> None:
        with pytest.raises(UsageError, match=r"line 2, suiteid: unknown key. Did you mean 'suite-id'\?"):
            suite(tmp_path, "tests: [a]\nsuiteid: x\n")


def test_file_outside_of_the_project_is_refused(tmp_path: Path) -> None:
    root = tmp_path / "project"
    root.mkdir()
    path = put(tmp_path, "x.yaml", "steps: [x]")
    with pytest.raises(UsageError, match="is not in the project"):
        load(path, root)


def test_one_file_has_one_id_however_it_is_named(tmp_path: Path) -> None:
    root = tmp_path / "project"
    put(root, "tests/a.yaml", "steps: [x]")
    (tmp_path / "link").symlink_to(root)
    for path in (root / "tests" / ".." / "tests" / "a.yaml", tmp_path / "link" / "tests" / "a.yaml"):
        test = load(path, root)
        assert isinstance(test, Test)
        assert (test.id, test.file) == ("tests.a", "tests/a.yaml")


@pytest.mark.parametrize("content", [b"steps: [\xff]", b"x: " + b"y" * 1_000_001])
def test_binary_and_huge_files_are_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "t.yaml"
    path.write_bytes(content)
    with pytest.raises(UsageError, match=r"^t\.yaml is "):
        load(path, tmp_path)


def test_missing_file_and_folder(tmp_path: Path) -> None:
    for path in (tmp_path / "none.yaml", tmp_path):
        with pytest.raises(UsageError, match="cannot be read"):
            load(path, tmp_path)


def test_selected_files(tmp_path: Path) -> None:
    paths = [
        put(tmp_path, name, "steps: [x]") for name in ("tests/a.yaml", "tests/deep/b.yml", "tests/c.txt", "d.yaml")
    ]
    assert selected(["d.yaml", "tests", "tests/*.yaml"], tmp_path) == [paths[3], paths[0], paths[1]]
    assert selected(["**/*.yml"], tmp_path) == [paths[1]]
    for name in ("none.yaml", "*.none", "../*", "/etc/*", "nul\0"):
        with pytest.raises(UsageError, match="There is no test"):
            selected([name], tmp_path)
