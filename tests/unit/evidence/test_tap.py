"""TAP: what its lines mean, and which names tests get."""

import pytest

from hardwon.evidence import formats
from hardwon.evidence.results import Result


def read(text: str | bytes, *, chunk: int = 1 << 16) -> list[Result]:
    """The results, as `reports.read` finds them."""
    content = text.encode() if isinstance(text, str) else text
    chunks = [content[at : at + chunk] for at in range(0, len(content), chunk)]
    return formats.contents_of(content[: 1 << 16], chunks, "report.tap").results


def told(text: str) -> dict[str, str]:
    results = read(text)
    assert len({result.test for result in results}) == len(results)
    return {result.test: result.outcome for result in results}


# the line of a test: its name, its outcome
LINES = {
    "ok": ("test 1 (no description)", "passed"),
    "not ok": ("test 1 (no description)", "failed"),
    "ok 1": ("test 1 (no description)", "passed"),
    "ok 1 -": ("test 1 (no description)", "passed"),
    "ok 1 - opens": ("opens", "passed"),
    "ok 1 opens": ("opens", "passed"),
    "ok - opens": ("opens", "passed"),
    "ok opens": ("opens", "passed"),
    "not ok 1 - opens": ("opens", "failed"),
    "ok 1 - - 3 is negative": ("- 3 is negative", "passed"),
    "ok 1 2nd try": ("2nd try", "passed"),
    "ok 1 - opens # SKIP no network": ("opens", "skipped"),
    "ok 1 # skip": ("test 1 (no description)", "skipped"),
    "ok 1 - # SKIP no network": ("test 1 (no description)", "skipped"),
    "not ok 1 - opens # SKIP no network": ("opens", "skipped"),
    "ok 1 - opens # Skipped: no network": ("opens", "skipped"),
    "ok 1 - # SkIp case does not matter": ("test 1 (no description)", "skipped"),
    "ok 1 - #skip": ("#skip", "passed"),
    "not ok 1 - opens # TODO soon": ("opens", "skipped"),
    "not ok 1 - opens # todo": ("opens", "skipped"),
    "ok 1 - opens # TODO soon": ("opens", "skipped"),
    "not ok 1 # TODO & SKIP not built": ("test 1 (no description)", "skipped"),
    r"not ok 1 - opens \# TODO soon": ("opens # TODO soon", "failed"),
    r"not ok 1 - opens \\# TODO soon": (r"opens \# TODO soon", "failed"),
    r"not ok 1 - opens \\ # TODO soon": ("opens \\", "skipped"),
    r"not ok 1 - opens \\\# TODO soon": (r"opens \# TODO soon", "failed"),
    r"ok 1 - a \\ and \n": (r"a \ and \n", "passed"),
    "not ok 1 - see page.html#skip": ("see page.html#skip", "failed"),
    "not ok 1 - price # 5": ("price # 5", "failed"),
    "ok 1 price # 5 # skip no rates": ("price # 5", "skipped"),
    "not ok 1 users[a # SKIP]": ("users[a # SKIP]", "failed"),
    "not ok 1 - handles # todoist": ("handles # todoist", "failed"),
    "not ok 1 - handles # TODOist": ("handles # TODOist", "failed"),
    "not ok 1 - throws # skipping stones": ("throws # skipping stones", "failed"),
    "not ok 1 click on #todo-list adds an item": ("click on #todo-list adds an item", "failed"),
    "not ok 1 click on #todo adds an item": ("click on #todo adds an item", "failed"),
    "not ok 1 the # skip-nav link": ("the # skip-nav link", "failed"),
    "not ok 1 - opens # TODO: soon": ("opens", "skipped"),
    "not ok 1 - opens # TODO& SKIP": ("opens", "skipped"),
    "\x1b[31mnot ok\x1b[0m 1 - opens": ("opens", "failed"),
    "\x1b[1;32mok 1\x1b[m - \x1b[2mopens\x1b[22m": ("opens", "passed"),
    "\ufeffok 1 - opens": ("opens", "passed"),
    "ok 1 - parses {": ("parses", "passed"),
    "ok 1 - parses{": ("parses{", "passed"),
    "ok 1 - opens # time=3.075ms": ("opens", "passed"),
    "ok 1 opens in 13ms": ("opens", "passed"),
    "ok 1 opens in 13ms # skip": ("opens", "skipped"),
    "ok 1 tests/auth/test_a.py::TestX.test_y[a.b]": ("tests/auth/test_a.py::TestX::test_y[a.b]", "passed"),
    "not ok 1 setUpClass (auth.LoginTest)": ("setUpClass (auth.LoginTest)", "error"),
    'not ok 1 cart "before all" hook for "adds"': ('cart "before all" hook for "adds"', "error"),
    'not ok 1 "before each" hook: seed in "{root}"': ('"before each" hook: seed in "{root}"', "error"),
    'not ok 1 the "after each" hook fires once': ('the "after each" hook fires once', "failed"),
    'not ok 1 runs the "after each" hook': ('runs the "after each" hook', "failed"),
    "not ok 1 setUpClass (x) is called once": ("setUpClass (x) is called once", "failed"),
    "not ok 1 classMethod": ("classMethod", "failed"),
}


@pytest.mark.parametrize("line", LINES)
def test_line(line: str) -> None:
    name, outcome = LINES[line]
    assert told(f"1..1\n{line}\n") == {name: outcome}


def test_durations() -> None:
    results = read(
        "1..4\nok 1 - a # time=1500ms\nok 2 b in 13ms\nok 3 - c # time=2s\nok 4\n  ---\n  duration_ms: 7\n  ...\n"
    )
    assert [result.duration for result in results] == [1.5, 0.013, 2.0, 0.007]


@pytest.mark.parametrize(
    "text",
    ["1..2\nok 1 - a\nok 2 - b\n", "ok 1 - a\nok 2 - b\n1..2", "TAP version 14\r\n1..2\r\nok 2 - b\r\nok 1 - a\r\n"],
)
def test_plan_before_or_after(text: str) -> None:
    assert told(text) == {"a": "passed", "b": "passed"}


def test_planned_test_that_was_not_seen_could_not_run() -> None:
    assert told("1..4\nok 1 - a\nok 3 - c\n") == {
        "a": "passed",
        "c": "passed",
        "test 2 (planned, not seen)": "error",
        "test 4 (planned, not seen)": "error",
    }


def test_number_that_comes_twice_hides_no_result() -> None:
    """Both are tests, with their own names; a test prints such a line, or node miscounts."""
    assert told("1..3\nok 1 - a\nok 2 - b\nnot ok 1 - c\nok 3 - d\n") == dict.fromkeys("abd", "passed") | {
        "c": "failed"
    }
    assert told("1..3\nok 1 - a\nok 1 - b\nok 3 - c\n") == dict.fromkeys("abc", "passed")


def test_description_that_comes_twice_is_another_test_not_a_retry() -> None:
    """Assertions have such names; the failed one must not become a flaky pass."""
    assert told("1..2\nnot ok 1 - same\nok 2 - same\n") == {"same": "failed", "same (2)": "passed"}


def test_number_is_not_part_of_a_name() -> None:
    assert told("1..2\nok 1 - a\nok 2 - b\n").keys() == told("1..2\nok 1 - b\nok 2 - a\n").keys()


@pytest.mark.parametrize("plan", ["1..0 # SKIP no bank", "1..0 # no bank", "TAP version 13\n1..0"])
def test_nothing_planned_is_skipped(plan: str) -> None:
    assert told(plan) == {"every test": "skipped"}


def test_run_that_was_given_up_proves_nothing_by_what_passed_before() -> None:
    assert told("1..3\nok 1 - a\nnot ok 2 - b\nBail out! no database\n") == {
        "a": "error",
        "b": "failed",
        "test 3 (planned, not seen)": "error",
        "Bail out!": "error",
    }
    assert told("1..1\n    ok 1 - inner\n    bail out!\nBail out!\n") == {
        "inner": "error",
        "test 1 (planned, not seen)": "error",
        "Bail out!": "error",
    }


def test_run_without_a_plan_may_have_been_cut_off() -> None:
    assert told("TAP version 13\nok 1 - a\n") == {"a": "passed", "tests without a plan": "error"}


SUBTESTS = {
    "by indentation": "    ok 1 - starts\n    not ok 2 - ends\n    1..2\nnot ok 1 - session\n1..1\n",
    "by comment": "# Subtest: session\n    1..2\n    ok 1 - starts\n    not ok 2 - ends\nnot ok 1 - session\n1..1\n",
    "named by the comment": "# Subtest: session\n    1..2\n    ok 1 - starts\n    not ok 2 - ends\nnot ok 1\n1..1\n",
    "as old Perl": "    # Subtest: x\n    1..2\n    ok 1 - starts\n    not ok 2 - ends\nnot ok 1 - session\n1..1\n",
}


@pytest.mark.parametrize("text", SUBTESTS.values(), ids=SUBTESTS)
def test_subtests_are_the_tests(text: str) -> None:
    """The line that stands for them says nothing more."""
    assert told(text) == {"session > starts": "passed", "session > ends": "failed"}


def test_subtests_nest() -> None:
    text = "        ok 1 - a\n        1..1\n    ok 1 - inner\n    1..1\nok 1 - outer\n1..1\n"
    assert told(text) == {"outer > inner > a": "passed"}


def test_group_that_fails_by_itself_is_a_failure_of_its_own() -> None:
    assert told("1..1\n    1..1\n    ok 1 - a\nnot ok 1 - group\n") == {"group > a": "passed", "group": "failed"}
    inner = "    1..1\n    not ok 1 - a\n      ---\n      failureType: 'cancelledByParent'\n      ...\n"
    outer = "not ok 1 - group\n  ---\n  failureType: 'testCodeFailure'\n  ...\n"
    assert told(f"1..1\n{inner}{outer}") == {"group > a": "failed", "group": "failed"}


def test_planned_subtest_that_was_not_seen_does_not_explain_a_failure() -> None:
    """What could not run is no verdict: without the line `not ok`, the area would pass."""
    assert told("# Subtest: pay\n    1..3\n    ok 1 - a\n    ok 2 - b\nnot ok 1 - pay\n1..1\n") == {
        "pay > a": "passed",
        "pay > b": "passed",
        "pay > test 3 (planned, not seen)": "error",
        "pay": "failed",
    }


_INNER = "    ok 1 - starts\n    not ok 2 - ends\n    1..2\n"
BRACED = {
    "on the line": "not ok 1 - session {\n" + _INNER + "}\nok 2 - z\n1..2\n",
    "after a time": "not ok 1 - session # time=5ms {\n" + _INNER + "}\n\nok 2 - z\n1..2\n",
    "after a block": "not ok 1 - session\n  ---\n  at: x\n  ...\n{\n" + _INNER + "}\nok 2 - z\n1..2\n",
    "never closed": "not ok 1 - session {\n" + _INNER + "ok 2 - z\n1..2\n",
}


@pytest.mark.parametrize("text", BRACED.values(), ids=BRACED)
def test_subtests_in_braces_follow_their_test(text: str) -> None:
    assert told(text) == {"session > starts": "passed", "session > ends": "failed", "z": "passed"}


def test_braces_nest() -> None:
    text = "ok 1 - a {\n    ok 1 - b {\n        ok 1 - c\n        1..1\n    }\n    ok 2 - d\n    1..2\n}\n1..1\n"
    assert told(text) == {"a > b > c": "passed", "a > d": "passed"}


def test_braces_that_a_test_prints_are_foreign() -> None:
    text = "1..2\nok 1 - a # SKIP\nprinted:\n{\n    not ok 1 - inner\n}\nok 2 - b\n"
    assert told(text) == {"a": "skipped", "b > inner": "failed"}
    assert told("1..1\n    1..1\n    not ok 1 - a\n}\nnot ok 1 - s\n") == {"s > a": "failed"}
    tape = "TAP version 13\n# login\nok 1 same\n{\n  a: 1\n}\n# cart\nok 2 same\n1..2\n# tests 2\n"
    assert told(tape) == {"login > same": "passed", "cart > same": "passed"}


def test_failure_below_a_todo_does_not_count() -> None:
    assert told("1..1\n    1..2\n    not ok 1 - a\n    ok 2 - b\nnot ok 1 - group # TODO soon\n") == {
        "group > a": "skipped",
        "group > b": "passed",
    }


def test_failure_below_a_passed_group_counts() -> None:
    assert told("1..1\n    1..1\n    not ok 1 - a\nok 1 - group\n") == {"group > a": "failed"}


def test_empty_subtest_proves_nothing() -> None:
    assert told("1..1\n# Subtest: empty\n    1..0\nok 1 - empty\n") == {"empty": "skipped"}


def test_subtest_that_nothing_stands_for_is_kept() -> None:
    assert told("TAP version 14\n1..2\nok 1 - a\n# Subtest: cut\n    ok 1 - off\n") == {
        "a": "passed",
        "cut > off": "passed",
        "test 2 (planned, not seen)": "error",
    }


def test_yaml_block_is_not_read_as_tap() -> None:
    text = "1..2\nnot ok 1 - a\n  ---\n  error: |-\n    ok 7 - printed\n\n    Bail out!\n  ...\nok 2 - b\n"
    assert told(text) == {"a": "failed", "b": "passed"}


def test_yaml_block_that_is_not_closed_swallows_no_test() -> None:
    assert told("1..2\nnot ok 1 - a\n  ---\n  error: x\nok 2 - b\n") == {"a": "failed", "b": "passed"}


@pytest.mark.parametrize(
    ("kind", "outcome"),
    [("hookFailed", "error"), ("cancelledByParent", "failed"), ("testTimeoutFailure", "failed")],
)
def test_kind_of_failure_of_node(kind: str, outcome: str) -> None:
    """A test that never ends is cancelled, too: it has failed."""
    assert told(f"1..1\nnot ok 1 - a\n  ---\n  failureType: '{kind}'\n  ...\n") == {"a": outcome}


@pytest.mark.parametrize(("duration", "outcome"), [("0", "error"), ("0.3", "failed")])
def test_test_of_node_that_a_failed_hook_kept_from_starting_could_not_run(duration: str, outcome: str) -> None:
    inner = (
        f"not ok 1 - a\n      ---\n      duration_ms: {duration}\n      failureType: 'cancelledByParent'\n      ...\n"
    )
    outer = "not ok 1 - group\n  ---\n  failureType: 'hookFailed'\n  ...\n"
    assert told(f"1..1\n    1..1\n    {inner}{outer}") == {"group > a": outcome}


def test_first_kind_of_failure_is_that_of_the_runner() -> None:
    fields = "  failureType: 'testCodeFailure'\n  error: |-\n  failureType: 'hookFailed'\n"
    assert told(f"1..1\nnot ok 1 - a\n  ---\n{fields}  ...\n") == {"a": "failed"}


@pytest.mark.parametrize("hook", ["setup", "teardown", "setup_file"])
def test_failure_in_a_hook_of_bats_could_not_run(hook: str) -> None:
    trace = (
        f"(from function `helper' in test file a.bats, line 1,\n#  from function `{hook}' in test file a.bats, line 5)"
    )
    assert told(f"1..1\nnot ok 1 a\n# {trace}\n") == {"a": "error"}
    assert told(f"1..1\nnot ok 1 a\n# the test printed this\n# {trace}\n") == {"a": "failed"}


def test_place_is_used_only_where_every_test_has_one() -> None:
    """node tells the place of failures alone: a test must not change its name or its area by failing."""
    place = "  ---\n  location: '/ci/tests/auth/a.test.js:4:1'\n  ...\n"
    some = read(f"1..2\nok 1 - a\nnot ok 2 - b\n{place}")
    every = read(f"1..2\nok 1 - a\n{place}not ok 2 - b\n{place}")
    assert [result.file for result in some] == ["", ""]
    assert [result.file for result in every] == ["/ci/tests/auth/a.test.js"] * 2
    assert [result.test for result in every] == [result.test for result in some] == ["a", "b"]
    assert read(f"1..1\nnot ok 1 - b\n{place}")[0].file == ""


@pytest.mark.parametrize(
    ("text", "file", "test"),
    [
        (
            "1..1\n    1..1\n    ok 1 - a\nok 1 - tests/auth/b.test.js\n",
            "tests/auth/b.test.js",
            "tests/auth/b.test.js::a",
        ),
        ("1..1\nnot ok 1 - tests/auth/b.test.js\n", "tests/auth/b.test.js", "tests/auth/b.test.js::"),
        ("t/auth/b.t .. \n1..1\nok 1 - a\n", "t/auth/b.t", "t/auth/b.t::a"),
        ("[07:03:37] t/auth/b.t .. \n1..1\nok 1\n", "t/auth/b.t", "t/auth/b.t::test 1 (no description)"),
        ("1..1\n# TAP results for tests/auth/b.js\nok 1 a\n", "tests/auth/b.js", "tests/auth/b.js::a"),
        ("1..1\nok 1 - reads config.py\n", "", "reads config.py"),
    ],
)
def test_file_that_the_report_names(text: str, file: str, test: str) -> None:
    [result] = read(text)
    assert (result.file, result.test) == (file, test)


DUBIOUS = "Dubious, test returned 255 (wstat 65280, 0xff00)\n"


@pytest.mark.parametrize(
    ("text", "outcomes"),
    [
        ("1..1\nok 1 - a\n", {"a": "passed", "exit status": "failed"}),
        ("1..2\nok 1 - a\n", {"a": "passed", "test 2 (planned, not seen)": "error", "exit status": "failed"}),
        ("1..2\nnot ok 1 - a\n", {"a": "failed", "test 2 (planned, not seen)": "error"}),
        ("ok 1 - a\n", {"a": "passed", "tests without a plan": "error", "exit status": "failed"}),
        ("1..1\n", {"test 1 (planned, not seen)": "error"}),
        ("", {"tests without a plan": "error"}),
        ("1..2\nok 1 - a\nBail out!\n", {"a": "error", "test 2 (planned, not seen)": "error", "Bail out!": "error"}),
    ],
)
def test_a_program_that_dies_proves_nothing_of_its_area(text: str, outcomes: dict[str, str]) -> None:
    """In the middle of its tests it has failed in one of them; before them, or when it gives up, it could not run."""
    healthy = "t/b.t .. \n1..1\nok 1 - b\nok\n"
    expected = {f"t/a.t::{name}": outcome for name, outcome in outcomes.items()}
    assert told(f"t/a.t .. \n{text}{DUBIOUS}{healthy}") == expected | {"t/b.t::b": "passed"}


def test_headings_of_tape_are_part_of_the_name() -> None:
    body = "# login\nok 1 should be equal\n# cart\nnot ok 2 should be equal\n\n1..2\n# tests 2\n# pass  1\n"
    assert told(f"TAP version 13\n{body}") == {"login > should be equal": "passed", "cart > should be equal": "failed"}


def test_comments_of_others_are_not() -> None:
    assert told("1..2\n# a note at 12:03\nok 1 - a\nnot ok 2 - b\n# at line 3\n") == {"a": "passed", "b": "failed"}


def test_warning_of_node_is_not_a_heading() -> None:
    """Tests without subtests, and a comment that counts them, look like those of tape."""
    warning = '# Error: Test "a" at a.test.js:2:23 generated asynchronous activity after the test ended.\n'
    text = f"TAP version 13\n# Subtest: a\nok 1 - a\n{warning}# Subtest: b\nnot ok 2 - b\n1..2\n# tests 2\n"
    assert told(text) == {"a": "passed", "b": "failed"}


def test_documents_one_after_the_other() -> None:
    first, second = "1..1\nok 1 - a\n", "ok 1 - b\nok 2 - c\n1..2\n"
    everything = dict.fromkeys("abc", "passed")
    for text in (first + "1..2\nok 1 - b\nok 2 - c\n", second + first, f"{first}TAP version 13\n{second}"):
        assert told(text) == everything


def test_foreign_lines_are_left_out() -> None:
    before = "> shop@1.0.0 test\n> node --test\n\nTAP version 14\npragma +strict\nConnecting …\n1..1\n"
    assert told(f"{before}  ok 9 odd\n\tok 8\nokay\nok: [host]\nnotok 1\nnot okay\nok 1 - a\nDone in 1.2s.\n") == {
        "a": "passed"
    }


@pytest.mark.parametrize("odd", [b"  ", b"\t", b"     ", b"\xef\xbb\xbf", b" \xef\xbb\xbf", b"\xff", b"\0", b" " * 204])
def test_failure_behind_an_odd_start_of_line_is_counted(odd: bytes) -> None:
    """Lost, it would be a planned test that was not seen, and the area would pass."""
    results = read(b"TAP version 13\n1..2\nok 1 - a\n" + odd + b"not ok 2 - b\n")
    assert [(result.test, result.outcome) for result in results] == [("a", "passed"), ("b", "failed")]


def test_failure_with_an_odd_indentation_belongs_to_the_open_subtest() -> None:
    text = "1..1\n# Subtest: s\n    1..2\n    ok 1 - a\n      not ok 2 - b\nok 1 - s\n"
    assert told(text) == {"s > a": "passed", "s > b": "failed"}


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
@pytest.mark.parametrize("chunk", [1, 7, 1 << 16])
def test_encodings_and_ends_of_lines(encoding: str, chunk: int) -> None:
    content = "\r\nTAP version 13\r\n1..2\r\nok 1 - grüßt\r\nnot ok 2 - 🎉\r\n".encode(encoding)
    if chunk == 1 and encoding == "utf-16":
        chunk = 2  # the mark of the order of bytes comes whole: a chunk is as large as the first read
    assert [(result.test, result.outcome) for result in read(content, chunk=chunk)] == [
        ("grüßt", "passed"),
        ("🎉", "failed"),
    ]


def test_invalid_bytes_do_not_hide_a_result() -> None:
    assert [result.outcome for result in read(b"1..2\nnot ok 1 - \xff\xfe\nok 2 - \x00\n")] == ["failed", "passed"]
