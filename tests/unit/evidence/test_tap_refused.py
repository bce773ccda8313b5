"""TAP: what is not taken for it, what is too much, and any input at all."""

import time
import tracemalloc
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from hardwon.areas.spellings import Naming
from hardwon.errors import ReportError
from hardwon.evidence import formats, placing, reports, tap, tap_documents
from hardwon.evidence.results import Result


def read(text: str) -> list[Result]:
    """The results, as `reports.read` finds them."""
    content = text.encode()
    chunks = [content[at : at + reports.CHUNK] for at in range(0, len(content), reports.CHUNK)]
    return formats.contents_of(content[: reports.CHUNK], chunks, "report.tap").results


LOOK_ALIKES = {
    "go test": "ok  \tgithub.com/shop/auth\t0.004s\nFAIL\tgithub.com/shop/cart\t0.010s\n",
    "unittest": "test_a (x.T) ... ok\ntest_b (x.T) ... FAIL\n",
    "ansible": "ok: [web1]\nok: [web2]\n",
    "log of health checks": "ok 200 GET /health\nok 200 GET /ready\nnot ok 500 GET /cart\n",
    "a lone ok": "ok\n",
    "answers of a server": "ok 1\nok 2\nok 3\n",
    "a range": "1..5\n",
    "no tests and no reason": "1..0\n",
    "a range in prose": "1..5 are the first numbers\nok 1 - they are\n",
    "meson's log": "Log of Meson test suite run on 2026-01-01\n\n1..1\nok 1 - a\n",
    "prove without -v": "t/auth/login.t .. ok\nAll tests successful.\nFiles=1, Tests=3\nResult: PASS\n",
    "log of a build": "compiling a.c ..\nok\na.c ....\nok\nnot ok\n",
    "log of another build": "a.c ....\nok\nnot ok\n",
    "Markdown on TAP": "# TAP\n\n```tap\nTAP version 14\n1..1\nok 1 - a\n```\n",
    "Markdown that begins with prose": "TAP version 14 is out\n1..1\nok 1 - a\n",
    "log with stamps of time": "12:00:01 TAP version 13\n12:00:01 1..1\n12:00:02 ok 1 - a\n",
    "shell script": "#!/bin/sh\necho 1..1\necho ok\n",
    "comments alone": "# 1..1\n# ok 1 - a\n",
    "YAML": "# TAP\n---\nok: true\n",
    "CSV": "test,outcome\nok,1\n",
    "version and no more": "TAP version 13\n",
    "version of tomorrow": "TAP version 15\n1..1\nok 1 - a\n",
    "list of JSON": '["ok 1", "1..1"]\n',
    "capitals": "1..1\nOK 1 - a\n",
    "binary": "\x00\x01ok 1\n1..1\n",
}


@pytest.mark.parametrize("text", LOOK_ALIKES.values(), ids=LOOK_ALIKES)
def test_look_alike_is_refused(text: str) -> None:
    with pytest.raises(ReportError):
        read(text)


@pytest.mark.parametrize(
    "text", ["TAP version 13\n1..3\n", "# note\n1..1\nok 1 - a\n", "    1..1\n    ok 1\nok 1\n1..1\n"]
)
def test_plain_tap_is_not(text: str) -> None:
    assert read(text)


def test_error_has_its_place(tmp_path: Path) -> None:
    path = tmp_path / "report.tap"
    path.write_text("\nTAP version 99\n")
    with pytest.raises(ReportError, match=r"report\.tap, line 2: TAP version 99"):
        reports.read(str(path))
    path.write_text("TAP version 13\nok 1\n1..1000000000\n")
    with pytest.raises(ReportError, match=r"line 3: plans more than 500000 tests"):
        reports.read(str(path))


def test_number_of_tests_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tap, "MOST_TESTS", 10)
    monkeypatch.setattr(tap_documents, "MOST_TESTS", 10)
    with pytest.raises(ReportError, match="more than 10 tests"):
        read("1..0 # skip\n" + "ok\n" * 11)
    with pytest.raises(ReportError, match="more than 10 tests"):
        read("1..10\n" + "    1..10\nok\n" * 2)


@pytest.mark.parametrize(
    "piece", ["1..0\n", "TAP version 13\n1..0\n", "t/a.t .. \n", "t/a.t .. skipped: x\n", "# Subtest: s\n    1..0\n"]
)
def test_documents_without_tests_are_counted_as_they_come(monkeypatch: pytest.MonkeyPatch, piece: str) -> None:
    monkeypatch.setattr(tap, "MOST_TESTS", 10)
    with pytest.raises(ReportError, match="more than 10 tests"):
        read("1..0\n" + piece * 13)


def test_planned_tests_are_not_held_before_they_are_counted() -> None:
    """A hundred subtests that plan half a million each are refused at half a million."""
    tracemalloc.start()
    with pytest.raises(ReportError, match="more than 500000 tests"):
        read("1..1\n" + "        1..500000\n    ok\n" * 100 + "ok\n")
    assert tracemalloc.get_traced_memory()[1] < 300_000_000
    tracemalloc.stop()


@pytest.mark.parametrize(
    "line",
    [
        "x" * 1000,
        "#" * 1000,
        " #" * 500,
        "\\" * 1000,
        "ok " + " " * 1000,
        "ok 1 " + "# skip]" * 200,
        "." * 1000,
        "ok 1" * 250,
    ],
)
def test_long_lines_take_no_time(line: str) -> None:
    """Quadratic work would take minutes."""
    begun = time.process_time()
    read(f"1..1\nok 1 - a\n{line * 1000}\n" + f"{line * 20}\n" * 50)
    assert time.process_time() - begun < 5


def test_hostile_depth_is_foreign() -> None:
    [result] = read("1..1\n" + " " * 4000 + "ok 1 - deep\nok 1 - a\n")
    assert result.test == "a"


_PIECES = st.sampled_from(
    [
        "TAP version 13",
        "1..2",
        "1..0 # SKIP x",
        "ok 1 - a",
        "not ok 2 - b # TODO x",
        "not ok",
        "# Subtest: s",
        "ok 3 - s {",
        "{",
        "}",
        "\x1b[31mnot ok 4 - c",
        "failureType: 'cancelledByParent'",
        "# tests 2",
        "# TAP results for a.py",
        "---",
        "...",
        "location: 'a.js:1:1'",
        "failureType: 'hookFailed'",
        "duration_ms: 1e400",
        "Bail out!",
        "pragma +bail",
        "t/a.t .. ",
        "t/b.t .. skipped: x",
        "Dubious, test returned 1",
        "# (from function `setup' in x",
    ]
)
_INDENTS = st.sampled_from(["", "", "", "  ", "    ", "      ", "        ", "\t", " " * 400])
_LINES = st.builds(lambda indent, line: indent + line, _INDENTS, _PIECES | st.text(max_size=20))


@settings(max_examples=300, deadline=None)
@given(st.lists(_LINES, max_size=25).map(lambda lines: "\n".join(lines).encode("utf-8", "surrogatepass")) | st.binary())
@example(b"\xff\xfe1\x00.\x00")
@example(b"1..1\nok \xed\xa0\x80")
def test_any_input_gives_results_or_our_error(tmp_path_factory: pytest.TempPathFactory, content: bytes) -> None:
    path = tmp_path_factory.mktemp("tap", numbered=True) / "report.tap"
    path.write_bytes(content)
    try:
        report = reports.read(str(path))
    except ReportError:
        return
    for result in placing.placed(report.results, Naming(), tmp_path_factory.getbasetemp()):
        assert result.area
        assert result.outcome != "passed" or b"ok" in content.replace(b"\0", b"")


@settings(max_examples=200, deadline=None)
@given(
    st.lists(st.tuples(st.booleans(), st.text(st.characters(exclude_categories=["C", "Z"]), max_size=20)), min_size=1)
)
def test_escaped_descriptions_come_back(tests: list[tuple[bool, str]]) -> None:
    lines = [
        f"{'ok' if passed else 'not ok'} {number} - x{name.replace(chr(92), chr(92) * 2).replace('#', chr(92) + '#')}x"
        for number, (passed, name) in enumerate(tests, start=1)
    ]
    results = read(f"TAP version 14\n1..{len(tests)}\n" + "\n".join(lines))
    assert [result.outcome == "passed" for result in results] == [passed for passed, _ in tests]
    assert all(result.name.startswith(f"x{name}x") for result, (_, name) in zip(results, tests, strict=True))
