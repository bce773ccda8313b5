"""JUnit XML: the meaning of its elements, and what is refused."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardwon.areas.spellings import Naming
from hardwon.errors import HardwonError, ReportError
from hardwon.evidence import junit, placing, reports
from hardwon.evidence.results import Result


def read(text: str | bytes) -> list[Result]:
    content = text.encode() if isinstance(text, str) else text
    return junit.JUnitReader("report.xml").read([content])


def cases(*bodies: str, suite: str = "s") -> list[Result]:
    return read(f'<testsuites><testsuite name="{suite}">{"".join(bodies)}</testsuite></testsuites>')


def test_failed_then_passed_in_one_suite_is_flaky() -> None:
    failed, passed = '<testcase name="a" time="1"><failure/></testcase>', '<testcase name="a" time="2"/>'
    [result] = cases(failed, passed)
    assert (result.outcome, result.flaky, result.attempts, result.duration) == ("passed", True, 2, 3.0)


def test_passed_then_failed_is_a_failure() -> None:
    [result] = cases('<testcase name="a"/>', '<testcase name="a"><failure/></testcase>')
    assert (result.outcome, result.flaky) == ("failed", False)


def test_same_name_in_another_suite_is_another_test() -> None:
    """A browser that passes does not make up for one that fails."""
    results = read(
        '<testsuites><testsuite name="chromium"><testcase name="a"><failure/></testcase></testsuite>'
        '<testsuite name="firefox"><testcase name="a"/></testsuite></testsuites>'
    )
    assert [result.outcome for result in results] == ["failed", "passed"]


def test_failure_with_teardown_error_after_it_stays_a_failure() -> None:
    [result] = cases(
        '<testcase name="a"><failure message="x"/></testcase>',
        '<testcase name="a"><error message="failed on teardown with x"/></testcase>',
    )
    assert result.outcome == "failed"


@pytest.mark.parametrize("element", ["flakyFailure", "flakyError"])
def test_surefire_flaky_elements_mean_a_flaky_pass(element: str) -> None:
    [result] = cases(f'<testcase name="a"><{element}/></testcase>')
    assert (result.outcome, result.flaky, result.attempts) == ("passed", True, 2)


@pytest.mark.parametrize("element", ["rerunFailure", "rerunError"])
def test_surefire_rerun_elements_belong_to_a_failure(element: str) -> None:
    [result] = cases(f'<testcase name="a"><failure/><{element}/><{element}/></testcase>')
    assert (result.outcome, result.flaky, result.attempts) == ("failed", False, 3)


def test_error_is_a_failure_unless_the_report_places_it_outside_the_test() -> None:
    plain, setup = cases(
        '<testcase name="a"><error message="boom"/></testcase>',
        '<testcase name="b"><error message="failed on setup with boom"/></testcase>',
    )
    assert (plain.outcome, setup.outcome) == ("failed", "error")


def test_message_that_only_mentions_setup_is_a_failure() -> None:
    """Only where a runner puts the words does it say something about setup."""
    [result] = cases('<testcase name="a"><failure message="expected no: failed on setup with"/></testcase>')
    assert result.outcome == "failed"


@pytest.mark.parametrize(
    "case",
    [
        '<testcase name="t"><failure message="Setup failed: cart is empty"/></testcase>',
        '<testcase name="t"><failure message="collection failure"/></testcase>',
        '<testcase name="t"><failure message="failed on setup with x"/></testcase>',
        '<testcase classname="s" name="s"><failure/></testcase>',
        '<testcase name=""><failure/></testcase>',
        '<testcase name="TestMain"><failure/></testcase>',
    ],
)
def test_a_failure_stays_one_whatever_its_words(case: str) -> None:
    [result] = cases(case)
    assert result.outcome == "failed"


@pytest.mark.parametrize(
    ("name", "file"), [("test_app", "test_app.py"), ("tests.my feature.test_x", "tests/my feature/test_x.py")]
)
def test_pytest_file_in_the_root_or_with_a_blank(name: str, file: str) -> None:
    [result] = cases(f'<testcase classname="{name}" name="t"/>', suite="pytest")
    assert result.file == file


def test_skip_beside_a_failure_is_a_skip() -> None:
    [result] = cases('<testcase name="todo"><skipped/><failure/></testcase>')
    assert result.outcome == "skipped"


@pytest.mark.parametrize(
    "body",
    [
        '<properties><property name="area" value="checkout"/></properties>',
        '<properties><property name="area">checkout</property></properties>',
        '<properties><property name="tag" value="smoke, area:checkout"/></properties>',
    ],
)
def test_area_in_a_property_of_the_test(body: str) -> None:
    [result] = cases(f'<testcase name="a">{body}</testcase>')
    assert result.said == "checkout"


def test_area_of_a_suite_holds_for_all_below_also_when_written_last() -> None:
    results = read(
        '<testsuite name="outer"><testsuite name="inner"><testcase name="a"/>'
        '<testcase name="b"><properties><property name="area" value="own"/></properties></testcase></testsuite>'
        '<properties><property name="area" value="outer area"/></properties></testsuite>'
    )
    assert [result.said for result in results] == ["outer area", "own"]


def test_pytest_name_gives_the_file_that_xunit2_leaves_out() -> None:
    [result] = cases('<testcase classname="tests.auth.test_login.TestA.TestB" name="t[x.y]"/>', suite="pytest")
    assert (result.file, result.test) == ("tests/auth/test_login.py", "tests/auth/test_login.py::TestA::TestB::t[x.y]")


def test_testcase_outside_of_any_suite_counts() -> None:
    [result] = read('<testsuites><testcase name="a" classname="x"/></testsuites>')
    assert result.outcome == "passed"


@pytest.mark.parametrize("time", ["", "soon", "NaN", "inf", "-1", "1e400", "9.3e-05", "1,234.5"])
def test_odd_durations_are_left_out_or_understood(time: str) -> None:
    [result] = cases(f'<testcase name="a" time="{time}"/>')
    assert result.duration in (None, 9.3e-05, 1234.5)


BOMB = """<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">
<!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;">]><testsuites><testsuite><testcase name="&c;"/></testsuite></testsuites>"""


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (BOMB, "document type"),
        ('<!DOCTYPE x SYSTEM "file:///etc/passwd"><testsuites/>', "document type"),
        ("<testsuites><testsuite>", "no element found"),
        ('<testsuites><testsuite><testcase name="a"></testsuite></testsuites>', "mismatched tag"),
        ("<coverage/>", "starts with <coverage>"),
        ("<testsuites>&undefined;</testsuites>", "undefined entity"),
        (b"<testsuites>\xff\xfe</testsuites>", "not well-formed"),
    ],
)
def test_what_cannot_be_trusted_is_refused_with_its_reason(text: str | bytes, reason: str) -> None:
    with pytest.raises(ReportError, match=reason):
        read(text)


def test_deep_nesting_is_no_problem() -> None:
    assert read("<testsuite>" * 50_000 + "</testsuite>" * 50_000) == []


def test_element_that_would_have_to_be_held_whole_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(junit, "LARGEST_ELEMENT", 1000)
    with pytest.raises(ReportError, match="one element is larger"):
        junit.JUnitReader("r").read([b'<testsuites name="', b"a" * 2000, b'"/>'])


def test_too_many_tests_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(junit, "MOST_TESTS", 2)
    with pytest.raises(ReportError, match="more than 2 tests"):
        cases(*['<testcase name="a"/>'] * 3)


_ELEMENTS = st.sampled_from(
    """<testsuites> </testsuites> <testsuite\tname="pytest">
    </testsuite> <testcase\tname="&#233;"\ttime="x"> </testcase>
    <failure\tmessage=''/> <error/> <skipped/> <property\tname="area"> </property> &amp; <flakyFailure/> <!---->
    <testcase\tclassname="a.b.C"\tname=""/> <![CDATA[x]]> <!DOCTYPE\ta> <?x?>""".replace("\t", "\x00").split()
).map(lambda part: part.replace("\x00", " "))


@settings(max_examples=300)
@given(st.one_of(st.binary(max_size=300), st.lists(_ELEMENTS, max_size=20).map(lambda parts: "".join(parts).encode())))
def test_arbitrary_bytes_give_results_or_our_error(tmp_path_factory: pytest.TempPathFactory, content: bytes) -> None:
    path = tmp_path_factory.mktemp("fuzz", numbered=True) / "report"
    path.write_bytes(content)
    try:
        report = reports.read(str(path))
    except HardwonError:
        return
    placing.placed(report.results, Naming(), Path("/nowhere"))


@pytest.mark.parametrize("encoding", ["WTF-8", "x-unheard-of"])
def test_unknown_encoding_is_named(encoding: str) -> None:
    with pytest.raises(ReportError, match="encoding"):
        read(f'<?xml version="1.0" encoding="{encoding}"?><testsuite/>'.encode())
