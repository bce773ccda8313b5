"""CTRF and Playwright JSON: meaning, hostile shapes, and what tells them apart."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardwon.areas.rules import Rule
from hardwon.areas.spellings import Naming
from hardwon.errors import HardwonError, ReportError
from hardwon.evidence import formats, placing, reports
from hardwon.evidence.ctrf import read_ctrf
from hardwon.evidence.playwright import read_playwright
from hardwon.evidence.results import Result


def ctrf(**test: Any) -> Result:
    [result] = read_ctrf({"results": {"tests": [{"name": "a", "status": "passed", "duration": 5, **test}]}}).results
    return result


def playwright(status: str, *results: str, tags: tuple[str, ...] = (), **test: Any) -> Result:
    spec = {
        "title": "pays",
        "file": "shop/cart.spec.ts",
        "tags": list(tags),
        "tests": [{"status": status, "results": [{"status": each, "duration": 500} for each in results], **test}],
    }
    suites = [
        {"title": "shop/cart.spec.ts", "file": "shop/cart.spec.ts", "suites": [{"title": "cart", "specs": [spec]}]}
    ]
    [result] = read_playwright({"config": {"rootDir": "/ci/e2e"}, "suites": suites, "errors": []}).results
    return result


@pytest.mark.parametrize(
    ("status", "raw", "outcome"),
    [
        ("passed", None, "passed"),
        ("failed", "call_failed", "failed"),
        ("failed", "setup_failed", "error"),
        ("failed", "teardown_failed", "error"),
        ("skipped", None, "skipped"),
        ("pending", None, "skipped"),
        ("other", "todo", "skipped"),
        ("other", None, "error"),
        ("nonsense", None, "error"),
        (None, None, "error"),
    ],
)
def test_ctrf_status(status: str | None, raw: str | None, outcome: str) -> None:
    assert ctrf(status=status, rawStatus=raw).outcome == outcome


def test_ctrf_flakiness_follows_the_attempts_before_the_writers_word() -> None:
    assert ctrf(flaky=True).flaky
    assert ctrf(retries=2).flaky
    assert ctrf(flaky=True, retryAttempts=[{"status": "failed"}]).flaky
    assert not ctrf(flaky=True, retryAttempts=[{"status": "passed"}]).flaky
    assert not ctrf(status="failed", flaky=True).flaky


@pytest.mark.parametrize(
    "place",
    [
        {"tags": ["@smoke", "@area:cart"]},
        {"labels": {"area": "cart"}},
        {"extra": {"area": "cart"}},
        {"extra": {"annotations": [{"type": "area", "description": "cart"}]}},
    ],
)
def test_ctrf_area(place: dict[str, Any]) -> None:
    assert ctrf(**place).said == "cart"


def test_ctrf_duration_is_in_milliseconds() -> None:
    assert ctrf(duration=1500).duration == 1.5


@pytest.mark.parametrize(
    ("status", "attempts", "outcome", "flaky"),
    [
        ("expected", ["passed"], "passed", False),
        ("flaky", ["failed", "passed"], "passed", True),
        ("unexpected", ["timedOut", "failed"], "failed", False),
        ("unexpected", ["interrupted"], "error", False),
        ("skipped", ["skipped"], "skipped", False),
        ("new-status", [], "error", False),
    ],
)
def test_playwright_status(status: str, attempts: list[str], outcome: str, flaky: bool) -> None:
    result = playwright(status, *attempts)
    assert (result.outcome, result.flaky) == (outcome, flaky)
    assert result.file == "/ci/e2e/shop/cart.spec.ts"
    assert result.name == "cart > pays"


def test_playwright_annotation_counts_more_than_the_tag() -> None:
    annotations = [{"type": "area", "description": "payment"}]
    assert playwright("expected", "passed", tags=("area:cart",)).said == "cart"
    assert playwright("expected", "passed", tags=("area:cart",), annotations=annotations).said == "payment"


def test_playwright_projects_are_tests_of_their_own() -> None:
    assert playwright("expected", "passed", projectName="firefox").test.startswith("[firefox] ")


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "is empty"),
        (b"  \n", "is empty"),
        (b"\x00\x01\x02binary", "is not a report that hardwon reads"),
        (b"{", "line 1"),
        (b'{"results": {"tests": [', "line 1"),
        (b'{"results": []}', "neither CTRF nor Playwright"),
        (b'{"a": ' * 100_000, "nested too deeply"),
        (b'{"a": ' + b"9" * 5000 + b"}", "cannot be read as JSON"),
        (b'{"a": "\xff"}', "cannot be read as JSON"),
    ],
)
def test_unreadable_report_names_the_reason(tmp_path: Path, content: bytes, reason: str) -> None:
    path = tmp_path / "report.json"
    path.write_bytes(content)
    with pytest.raises(ReportError, match=reason):
        reports.read(str(path))


def test_json_over_the_limit_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(formats, "LARGEST_JSON", 1000)
    path = tmp_path / "report.json"
    path.write_text(json.dumps({"results": {"tests": ["x" * 2000]}}))
    with pytest.raises(ReportError, match="is larger than"):
        reports.read(str(path))


_KEYS = st.sampled_from(
    [
        "results",
        "tests",
        "suites",
        "specs",
        "config",
        "errors",
        "name",
        "status",
        "title",
        "file",
        "tags",
        "location",
        "annotations",
        "type",
        "description",
        "extra",
        "labels",
        "retries",
        "retryAttempts",
        "duration",
        "suite",
        "x",
    ]
)
_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(_KEYS, inner, max_size=5),
    max_leaves=25,
)


@settings(max_examples=400)
@given(st.dictionaries(_KEYS, _VALUES, max_size=6))
def test_any_json_gives_results_or_our_error(
    tmp_path_factory: pytest.TempPathFactory, document: dict[str, Any]
) -> None:
    path = tmp_path_factory.mktemp("json", numbered=True) / "report.json"
    path.write_text(json.dumps(document))
    try:
        report = reports.read(str(path))
    except HardwonError:
        return
    for result in placing.placed(report.results, Naming(), tmp_path_factory.getbasetemp()):
        assert result.area


def test_path_of_another_machine_becomes_the_projects_own(tmp_path: Path) -> None:
    (tmp_path / "tests" / "auth").mkdir(parents=True)
    (tmp_path / "tests" / "auth" / "test_login.py").touch()
    assert placing.relative("/ci/build/tests/auth/test_login.py", tmp_path) == "tests/auth/test_login.py"
    assert placing.relative(r"C:\ci\tests\auth\test_login.py", tmp_path) == "tests/auth/test_login.py"
    assert placing.relative("./tests/auth/test_login.py", tmp_path) == "tests/auth/test_login.py"
    assert placing.relative("../../etc/passwd", tmp_path) == "etc/passwd"
    assert placing.relative("", tmp_path) == ""


def test_path_of_another_machine_is_known_by_a_rule(tmp_path: Path) -> None:
    rules = (Rule(area="login", tests=("tests/auth/**",)),)
    assert placing.relative("/ci/app/tests/auth/login.spec.ts", tmp_path, rules) == "tests/auth/login.spec.ts"
