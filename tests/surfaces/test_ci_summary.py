"""What a CI job shows of a run: a page, marks at the files that failed, one link."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from pathlib import Path

GITHUB = {
    "GITHUB_ACTIONS": "true",
    "GITHUB_RUN_ID": "77",
    "GITHUB_SERVER_URL": "https://github.com",
    "GITHUB_REPOSITORY": "o/r",
}
LINK = "https://github.com/o/r/actions/runs/77"


def report(project: Path, **tests: bool) -> None:
    cases = "".join(
        f'<testcase file="tests/{name[:4]}/test_it.py" name="{name}">{"" if passed else "<failure/>"}</testcase>'
        for name, passed in tests.items()
    )
    (project / "report.xml").write_text(f"<testsuite>{cases}</testsuite>")


def test_page_tells_what_failed_and_what_moved(call: Any, project: Path) -> None:
    report(project, auth_one=True, cart_one=False, cart_two=True)
    ended = call(
        "ingest", "report.xml", "--summary", "page.md", env={"CI_JOB_URL": "https://gitlab.example/o/r/-/jobs/7"}
    )
    assert ended.code == 0
    page = (project / "page.md").read_text()
    assert page.startswith("## Memory: 1 test failed, 2 areas moved\n")
    assert "cart_one (cart)" in page
    assert "| auth | passed | 1 | new → 19 % | |" in page.replace("|  |", "| |")
    assert "| cart | 1 of 2 failed | 2 |" in page
    assert "[report](https://gitlab.example/o/r/-/jobs/7)" in page
    assert "::error" not in ended.stderr


def test_what_does_not_count_is_told(call: Any, project: Path) -> None:
    report(project, auth_one=True)
    call("ingest", "report.xml", "--state", "build 1")
    (project / "again.xml").write_text((project / "report.xml").read_text() + "\n")
    call("ingest", "again.xml", "--state", "build 1", "--summary", "page.md")
    assert "### What does not count" in (project / "page.md").read_text()


def test_github_gets_the_page_and_marks(call: Any, project: Path, tmp_path: Path) -> None:
    report(project, auth_one=True, cart_one=False)
    summary = tmp_path / "step.md"
    summary.write_text("before\n")
    ended = call("ingest", "report.xml", "--json", env=GITHUB | {"GITHUB_STEP_SUMMARY": str(summary)})
    assert ended.document["verdicts"]
    assert "::error file=tests/cart/test_it.py,title=hardwon%3A cart::" in ended.stderr
    page = summary.read_text()
    assert page.startswith("before\n## Memory: 1 test failed")
    assert f"[report]({LINK})" in page


@pytest.mark.parametrize(
    "name", ["x%0A::set-env name=A::1", "x\n::stop-commands::y", "a|b ![](http://e/x.png) <img src=x>"]
)
def test_names_of_tests_cannot_speak_to_github(call: Any, project: Path, tmp_path: Path, name: str) -> None:
    quoted = name.replace("&", "&amp;").replace("<", "&lt;").replace("\n", "&#10;")
    (project / "report.xml").write_text(
        f'<testsuite><testcase file="tests/cart/t.py" name="{quoted}"><failure/></testcase></testsuite>'
    )
    summary = tmp_path / "step.md"
    ended = call("ingest", "report.xml", env=GITHUB | {"GITHUB_STEP_SUMMARY": str(summary)})
    lines = (ended.stdout + ended.stderr).splitlines()
    assert [
        line for line in lines if line.startswith("::") and not line.startswith("::error file=tests/cart/t.py")
    ] == []
    assert "%0A" not in ended.stderr.replace("%250A", "")
    page = summary.read_text()
    assert "![" not in page
    assert "<img" not in page


def test_link_that_could_do_more_is_left_out(call: Any, project: Path) -> None:
    report(project, auth_one=True)
    call("ingest", "report.xml", "--summary", "page.md", env={"CI_JOB_URL": "javascript:alert(1)"})
    assert "javascript" not in (project / "page.md").read_text()


def test_page_that_cannot_be_written_is_said_after_all_is_recorded(call: Any, project: Path) -> None:
    report(project, auth_one=True)
    ended = call("ingest", "report.xml", "--summary", ".hardwon/memory.json")
    assert ended.code == 3
    assert "is not a folder for reports" in ended.stderr
    assert call("status", "--json").document["areas"][0]["test_count"] == 1
