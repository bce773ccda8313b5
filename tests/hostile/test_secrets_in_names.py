"""Names are often made from what a test is given: a secret in one is masked before it is kept, the same each time."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest
from tests.hostile.test_half_secrets import HALF, KEY, PADS, SCENARIO, TOKEN, everything, tiles

from hardwon.evidence.redaction import name_kept
from hardwon.guard.scanner import redacted, redacted_name

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Cli

MASKED = "ghp_…[redacted: GitHub, 40 characters]"
CASE = '<testcase classname="tests.test_a" name="{name}" time="0.1">{inside}</testcase>'
AREA = '<properties><property name="area" value="{area}"/></properties>'
PARAMETRISED = f"""
import pytest

@pytest.mark.parametrize("key", [{TOKEN!r}])
def test_opens(key):
    pass
"""


def junit(project: Path, name: str, area: str = "") -> str:
    case = CASE.format(name=name, inside=AREA.format(area=area) if area else "")
    (project / "r.xml").write_text(f'<testsuite name="s">{case}</testsuite>')
    return "r.xml"


def tap(project: Path, name: str) -> str:
    (project / "r.tap").write_text(f"TAP version 13\n1..1\nok 1 - {name}\n")
    return "r.tap"


def ctrf(project: Path, name: str, area: str = "") -> str:
    test = {"name": name, "status": "passed", "duration": 1, "suite": name, "filePath": f"tests/{name}.js"}
    summary = {"tests": 1, "passed": 1, "failed": 0, "pending": 0, "skipped": 0, "other": 0, "start": 0, "stop": 1}
    results = {"tool": {"name": "x"}, "summary": summary, "tests": [test | {"tags": [f"area:{area}"] if area else []}]}
    (project / "r.json").write_text(json.dumps({"results": results}))
    return "r.json"


class TestReports:
    @pytest.mark.parametrize("pad", PADS)
    @pytest.mark.parametrize("length", [41, 400, 3000, 16_000])
    @pytest.mark.parametrize("report", [junit, tap, ctrf])
    def test_no_name_of_a_test_keeps_a_secret_or_half_of_one(
        self, call: Cli, project: Path, report: object, length: int, pad: int
    ) -> None:
        assert callable(report)
        done = call("ingest", report(project, tiles(TOKEN, pad, length)))
        assert done.code == 0, done.stderr
        kept = everything(project / ".hardwon")
        assert "redacted: GitHub" in kept
        assert HALF.findall(done.stdout + done.stderr + kept) == []

    @pytest.mark.parametrize("pad", [*PADS, 150, 180])
    @pytest.mark.parametrize("length", [41, 3000])
    @pytest.mark.parametrize("report", [junit, ctrf])
    def test_no_name_of_an_area_keeps_a_secret_or_half_of_one(
        self, call: Cli, project: Path, report: object, length: int, pad: int
    ) -> None:
        assert callable(report)
        done = call("ingest", report(project, "opens", tiles(TOKEN, pad, length)))
        assert done.code == 0, done.stderr
        memory = (project / ".hardwon" / "memory.json").read_text()
        assert HALF.findall(done.stdout + done.stderr + memory + everything(project / ".hardwon")) == []
        assert len(call("status", "--json").document["areas"]) == 1


class TestAreas:
    def test_a_person_is_refused(self, call: Cli, project: Path) -> None:
        done = call("record", TOKEN, "--pass")
        assert (done.code, done.stdout) == (3, "")
        assert f"{MASKED!r} cannot be an area: there is a secret in its name" in done.stderr
        assert not (project / ".hardwon" / "memory.json").exists()

    def test_a_refused_name_is_shown_without_its_secret(self, call: Cli) -> None:
        done = call("record", f"x\n{TOKEN} " + "yz" * 150, "--pass")
        assert (done.code, HALF.findall(done.stderr)) == (3, [])

    def test_of_a_scenario(self, call: Cli, project: Path) -> None:
        (project / "s.json").write_text(json.dumps([SCENARIO | {"area": TOKEN, "id": TOKEN, "title": TOKEN}]))
        (project / "naming.py").write_text("def act(step):\n    step.report(sub_actions=1)\n")
        call("run", "s.json", "--agent", "naming:act", "--target", "http://127.0.0.1:9")
        assert HALF.findall(everything(project / ".hardwon")) == []

    def test_of_a_test(self, call: Cli, project: Path) -> None:
        (project / "t.yaml").write_text(json.dumps({"test-id": "t", "area": TOKEN, "steps": ["Open the page"]}))
        (project / "named.py").write_text("def act(step):\n    step.report(sub_actions=1)\n")
        done = call("run", "t.yaml", "--agent", "named:act")
        assert done.code == 0, done.stderr
        assert HALF.findall(done.stdout + done.stderr + everything(project / ".hardwon")) == []
        [area] = call("status", "--json").document["areas"]
        assert area["name"] == MASKED


class TestPytest:
    def run(self, pytester: pytest.Pytester, *more: str) -> str:
        plain = ("--hardwon", "-p", "no:cacheprovider", "-p", "no:randomly")
        return "\n".join(pytester.runpytest_subprocess(*plain, *more).outlines)

    def test_parameters_are_kept_without_secrets_and_known_again(self, pytester: pytest.Pytester, call: Cli) -> None:
        pytester.makepyfile(test_a=PARAMETRISED)
        pytester.mkdir(".hardwon")
        self.run(pytester)
        kept = everything(pytester.path / ".hardwon")
        assert HALF.findall(kept) == []
        name = f"test_a.py::test_opens[{TOKEN}]"
        (pytester.path / "tests.list").write_text(f"{name}\n")
        chosen = call("select", "--tests", "tests.list", "--json", cwd=pytester.path).document
        [test] = chosen["tests"]
        assert test["test"] == f"test_a.py::test_opens[{MASKED}]"
        assert test["cause"] != "new"
        for given in ((), ("--tests", "tests.list")):
            listed = call("select", *given, "--format", "pytest", cwd=pytester.path)
            assert listed.stdout == "test_a.py::test_opens\n", listed.stderr
        assert "No result of it is known" not in self.run(pytester, "--hardwon-reduce")

    def test_an_area_that_a_mark_names(self, pytester: pytest.Pytester) -> None:
        pytester.makepyfile(f"import pytest\n@pytest.mark.area({TOKEN!r})\ndef test_a():\n    pass\n")
        pytester.mkdir(".hardwon")
        self.run(pytester)
        kept = everything(pytester.path / ".hardwon")
        assert "redacted: GitHub" in kept
        assert HALF.findall(kept) == []


@pytest.mark.parametrize(
    "name",
    [
        "tests/a.py::test_opens[de-1]",
        "tests/a.py::test_auth_token_is_refreshed_when_it_ends[key-1]",
        "tests/a.py::test_passwords[123e4567-e89b-12d3-a456-426614174000]",
        "com.example.CheckoutServiceIntegrationTest.totalsAreRounded",
        "opens a page at https://shop.example/cart",
    ],
)
def test_ordinary_names_stay_as_they_are(name: str) -> None:
    assert redacted_name(name) == name


@pytest.mark.parametrize(
    "secret",
    [
        TOKEN,
        KEY,
        "password=Tr0ub4dor&3xyz",
        "api_key = 9fQ2kLmZ8wRt5Yv1Bc7Hs4Pd",
        "postgres://app:Zu8kq2Lm@db.internal/shop",
        "AKIA" + "QX7LW2RTYV5BCZJM",
    ],
)
def test_what_is_masked_elsewhere_is_masked_in_names_once_and_for_all(secret: str) -> None:
    name = f"tests/a.py::test_opens[{secret}]"
    masked = redacted_name(name)
    assert masked == redacted(name) != name
    assert redacted_name(masked) == masked
    assert re.search(r"redacted: ", masked)


@pytest.mark.parametrize("secret", [TOKEN, KEY, "AKIA" + "QX7LW2RTYV5BCZJM"])
def test_an_area_called_like_a_secret_is_not_taken_for_an_ordinary_word(secret: str) -> None:
    assert name_kept(secret) == redacted(secret) != secret
    assert name_kept("order-history") == "order-history"
    assert name_kept("order-history", 5) == "order"
