"""What the pages say of areas: what moved, which tests fail now, how long they take, on as many pages as needed."""

from __future__ import annotations

import json
import re
from html import unescape
from html.parser import HTMLParser
from typing import TYPE_CHECKING

import pytest
from tests.web.conftest import Served, hardwon, served_here

from hardwon.web.addresses import Addresses
from hardwon.web.rendering import lasting, prose
from hardwon.web.views.area_views import MAP_TESTS

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

ODD = "../shop/<b>?#"
TESTS = MAP_TESTS + 5
DAYS = 17
CHANGED = (6, 12)
"""Days on which the files of an area were others than before."""


def report(day: int) -> str:
    """One area with many tests, one that fails from time to time, one that never did."""
    slow = "".join(
        f'<testcase classname="many" file="tests/many/test_it.py" name="test_{number:03}" '
        f'time="{2.0 if number == 61 else 0.01}"/>'
        for number in range(TESTS)
    )
    inner = {5: '<failure message="no"/>', DAYS: '<failure message="no"/>'}.get(day, "")
    fails = f'<testcase classname="odd" file="tests/odd/test_it.py" name="test_odd" time="0.2">{inner}</testcase>'
    once = '<failure message="no"/>' if day == 3 else ""
    return (
        f'<testsuite name="s" timestamp="2026-02-{day:02}T10:00:00">{slow}{fails}'
        f'<testcase classname="odd" file="tests/odd/test_it.py" name="test_mended">{once}</testcase>'
        '<testcase classname="twice" file="tests/twice/test_it.py" name="test_twice"/>'
        '<testcase classname="calm" file="tests/calm/test_it.py" name="test_calm"/></testsuite>'
    )


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    project = tmp_path_factory.mktemp("areas") / "told"
    (project / ".git").mkdir(parents=True)
    (project / "src").mkdir()
    (project / "src/calm.py").write_text("a = 1\n")
    rules = [
        {"area": ODD, "tests": ["tests/odd/**"]},
        {"area": "calm", "tests": ["tests/calm/**"], "paths": ["src/calm.py"]},
        {"area": "twice", "tests": ["tests/twice/**"], "paths": ["src/twice.py"]},
        {"area": "nothing", "tests": ["tests/nothing/**"]},
    ]
    (project / "hardwon.yaml").write_text(json.dumps({"areas": rules}))
    for day in range(1, DAYS + 1):
        (project / "report.xml").write_text(report(day))
        (project / "src/twice.py").write_text(f"a = {sum(day >= changed for changed in CHANGED)}\n")
        hardwon(project, "ingest", "report.xml", "--state", f"day {day}")
    (project / "src/calm.py").write_text("a = 2\n")
    with served_here(project) as found:
        yield found


class Tables(HTMLParser):
    """The rows of all tables, as texts."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: list[str] = []
        self._is_in_row = False

    def handle_starttag(self, tag: str, _attributes: list[tuple[str, str | None]]) -> None:
        if tag == "tr":
            self._is_in_row = True
            self.rows.append("")

    def handle_endtag(self, tag: str) -> None:
        self._is_in_row = self._is_in_row and tag != "tr"

    def handle_data(self, data: str) -> None:
        if self._is_in_row:
            self.rows[-1] = f"{self.rows[-1]} {data}".strip()


def rows(page: str) -> list[str]:
    parser = Tables()
    parser.feed(page)
    return parser.rows


def moved(page: str) -> list[str]:
    return rows(page.partition("Areas that moved")[2].partition("</table>")[0])[1:]


def test_what_got_worse_is_told_first(here: Served) -> None:
    told = moved(here.get("/").text)
    names = [row.split()[0] for row in told]
    assert set(names[:2]) == {"calm", ODD}
    assert names[2] == "many"
    assert "retired" in told[2]
    assert [("started again" in row, "failed when last tested" in row) for row in sorted(told[:2])] == [
        (False, True),
        (True, False),
    ]


def test_the_trend_ends_where_the_mean_is(here: Served) -> None:
    page = here.get("/").text
    mean = re.search(r'Mean confidence</span><span class="figure-value">([\d.]+ %)', page)
    assert mean
    latest = rows(page.partition("Trend as a table")[2].partition("</table>")[0])[1]
    assert latest.endswith(mean[1])


def test_what_failed_last_needs_a_person_before_what_is_only_new(here: Served) -> None:
    needs = re.findall(r'class="need n-(\w+)"><a href="[^"]*">([^<]*)', here.get("/").text)
    assert needs[0] == ("urgent", "1 area failed when last tested")
    assert [kind for kind, _ in needs] == sorted((kind for kind, _ in needs), reverse=True)


def test_a_change_since_the_last_verdict_is_in_the_plot_and_in_its_table(here: Served) -> None:
    page = here.get("/areas/calm").text
    plot, _, table = page.partition('<svg class="plot"')[2].partition("</svg>")
    assert 'class="event e-changed"' in plot
    assert plot.count('class="mark') == DAYS + 1
    told = rows(table.partition("Verdicts as a table")[2].partition("</table>")[0])[1:]
    assert len(told) == DAYS + 1
    assert told[0].startswith("now changed")
    assert " 0 %" in told[0]


def test_each_change_that_a_run_found_is_in_the_plot_and_in_its_table(here: Served) -> None:
    """Not only the last one."""
    page = here.get("/areas/twice").text
    plot, _, table = page.partition('<svg class="plot"')[2].partition("</svg>")
    assert plot.count('class="event e-changed"') == len(CHANGED)
    assert plot.count(">changed</text>") == len(CHANGED)
    told = rows(table.partition("Verdicts as a table")[2].partition("</table>")[0])[1:]
    assert [DAYS - place for place, row in enumerate(told) if "changed" in row] == sorted(CHANGED, reverse=True)
    assert all(" 19 %" in told[DAYS - day] for day in CHANGED)


def test_a_test_fails_or_has_failed(here: Served) -> None:
    told = rows(here.get(Addresses().area(ODD)).text)
    assert any(row.startswith("test_odd failing") for row in told)
    assert any(row.startswith(f"test_mended failed in 1 of {DAYS}") for row in told)


def test_slow_tests_come_before_the_rest_and_are_darker(here: Served) -> None:
    page = here.get("/areas/many").text
    tests = page.partition("Its tests")[2]
    found = [row for row in rows(tests) if row.startswith("test_")]
    assert found[0].startswith("test_061 slow 2.00 s")
    assert not any("slow" in row for row in found[1:])
    assert tests.count("o-passed h3") == DAYS + 1, "its cells, and the legend"
    assert "tests/many/test_it.py::" in unescape(tests.partition("<table")[0]), "said once for all"


@pytest.mark.parametrize("name", ["many", ODD])
def test_all_tests_are_somewhere(here: Served, name: str) -> None:
    page = here.get(Addresses().area(name)).text
    further = re.search(r'rel="next" href="([^"]+)"', page)
    pages = [page, here.get(unescape(further[1])).text] if further else [page]
    assert len(pages) == (2 if name == "many" else 1)
    found = {row.split()[0] for page in pages for row in rows(page) if row.startswith("test_")}
    assert len(found) == (TESTS if name == "many" else 2)


def test_a_copy_has_all_tests_too(here: Served, tmp_path: Path) -> None:
    hardwon(here.project, "export", str(tmp_path / "copy"))
    first, second = tmp_path / "copy/areas/many.html", tmp_path / "copy/areas/many/page-2.html"
    assert "many/page-2.html" in first.read_text("utf-8")
    found = {row.split()[0] for page in (first, second) for row in rows(page.read_text("utf-8"))}
    assert len([name for name in found if name.startswith("test_")]) == TESTS


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("`list --stale` names it", "<code>list --stale</code> names it"),
        ("<b>`<i>`</b>", "&lt;b&gt;<code>&lt;i&gt;</code>&lt;/b&gt;"),
        ("one ` alone", "one ` alone"),
    ],
)
def test_code_in_a_sentence(text: str, shown: str) -> None:
    assert prose(text) == shown


@pytest.mark.parametrize(
    ("seconds", "told"), [(None, "\u2013"), (0.0002, "< 1 ms"), (0.012, "12 ms"), (1.5, "1.50 s"), (0.9999, "1.00 s")]
)
def test_durations_are_read_as_people_say_them(seconds: float | None, told: str) -> None:
    assert lasting(seconds) == told
