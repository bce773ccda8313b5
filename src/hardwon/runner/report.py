"""A run as other tools and people read it: Markdown, JUnit XML, CTRF. The run's document in, text out."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree as ET

from hardwon.evidence.fields import RUN
from hardwon.evidence.told import told_run
from hardwon.runner import account
from hardwon.text.cells import cell
from hardwon.text.plain import visible
from hardwon.text.times import moment

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hardwon.evidence.run_file import RunSummary
    from hardwon.evidence.runs import Runs

_CTRF = {"passed": "passed", "failed": "failed", "skipped": "skipped", "error": "other"}


def markdown(document: dict[str, Any]) -> str:
    """The run as a page: what failed and why, what memory said and did, what changed."""
    log, unit = document["memory_log"], account.actions(document)
    lines = [
        f"# Run {cell(document['run_id'])}: {cell(document['status'])}",
        "",
        f"| test | area | result | steps | {unit} | memory | |",
        "|---|---|---|---:|---:|---|---|",
    ]
    for test in document["tests"]:
        steps = test["steps"]
        uses = ", ".join(sorted({step["memory"] for step in steps} - {"none"})) or "-"
        loads = sum(step["sub_actions"] for step in steps)
        why = test["summary"] or account.headline(test)
        cells = (test["id"], test["area"], test["status"], len(steps), loads, uses, why)
        lines.append("| " + " | ".join(map(cell, cells)) + " |")
    for test in document["tests"]:
        if why := account.failure(test, unit) or account.tried(test, unit):
            lines += ["", f"## {cell(test['id'])} {account.verb(test)}", "", *(f"- {cell(line)}" for line in why)]
    uncounted = [f"{each['area']}: {each['why']}" for each in document.get("verdicts", ()) if not each["credited"]]
    lines += _section("What does not count", uncounted)
    for product, why in document["tripped"].items():
        lines += ["", f"Memory is switched off for {cell(product)}: {cell(why)}."]
    lines += _section("What memory said", account.given(document))
    counts = ", ".join(f"{log[what]} {what}" for what in ("added", "confirmed", "deprecated", "deleted"))
    lines += ["", "## What changed", "", f"Observations: {counts}."]
    lines += ["", *(f"- {cell(line)}" for line in account.changes(document))] if log["deltas"] else []
    lines += [f"- refused ({cell(error['action'])}): {cell(error['reason'])}" for error in log["errors"]]
    return "\n".join(lines) + "\n"


def _section(title: str, items: list[str]) -> list[str]:
    return ["", f"## {title}", "", *(f"- {cell(item)}" for item in items)] if items else []


def page_of(runs: Runs, run: str) -> str:
    """What people read about a past run: its page, or, as for a loop of somebody's own, one made of its evidence.

    Empty if it carried out no tests, or was killed; UnreadablePart if its evidence cannot be read.
    """
    return runs.page(run) or _from_evidence(runs.summary(run))


def _from_evidence(summary: RunSummary) -> str:
    told = told_run(summary)
    if not told:
        return ""
    at = f", at commit {cell(summary.commit)}" if summary.commit else ""
    lines = [
        markdown(told),
        f"Begun {cell(summary.time)}{at}; carried out by: {cell(summary.setup.agent or 'unknown')}.",
    ]
    for test in told["tests"]:
        lines += ["", f"Steps of {cell(test['id'])}:", ""]
        lines += [f"{number}. {_step(step)}" for number, step in enumerate(test["steps"], start=1)] or ["None."]
    return "\n".join(lines) + "\n"


def _step(step: dict[str, Any]) -> str:
    titles = ", ".join(note["title"] for note in step["given"]) or ", ".join(step["injected"])
    given = f": {titles}" if titles else ""
    return f"{cell(step['status'])}: {cell(step['text'])} (memory: {cell(step['memory'] + given)})"


def junit(document: dict[str, Any]) -> bytes:
    """The run as JUnit XML, one testcase per test, with its area as a property."""
    tests, unit = document["tests"], account.actions(document)
    count = {status: sum(test["status"] == status for test in tests) for status in _CTRF}
    suite = ET.Element(
        "testsuite",
        name="hardwon",
        tests=str(len(tests)),
        failures=str(count["failed"]),
        errors=str(count["error"]),
        skipped=str(count["skipped"]),
    )
    about = ET.SubElement(suite, "properties")
    ET.SubElement(about, "property", name=RUN, value=_xml(document["run_id"]))
    for test in tests:
        case = ET.SubElement(
            suite, "testcase", classname=_xml(test["file"]), name=_xml(test["id"]), time=f"{test['duration']:.3f}"
        )
        properties = ET.SubElement(case, "properties")
        ET.SubElement(properties, "property", name="area", value=_xml(test["area"]))
        if test["status"] == "failed":
            told = ET.SubElement(case, "failure", message=_xml(account.headline(test)))
            told.text = _lines(account.failure(test, unit))
        elif test["status"] == "error":
            # Said so that a reader of reports takes it for what it is: no verdict.
            told = ET.SubElement(case, "error", message=_xml(f"failed on setup with {account.headline(test)}"))
            told.text = _lines(account.failure(test, unit))
        elif tried := account.tried(test, unit):
            ET.SubElement(case, "system-out").text = _lines(tried)
        elif test["status"] == "skipped":
            ET.SubElement(case, "skipped")
    root = ET.Element("testsuites")
    root.append(suite)
    return bytes(ET.tostring(root, encoding="utf-8", xml_declaration=True)) + b"\n"


def _lines(lines: Sequence[str]) -> str:
    return "\n".join(map(_xml, lines))


def _xml(text: str) -> str:
    """A text that XML can hold: control characters as escapes."""
    return visible(text)


def _milliseconds(time: str) -> int:
    return round(moment(time).timestamp() * 1000)


def ctrf(document: dict[str, Any]) -> bytes:
    """The run as a CTRF report."""
    tests, unit = document["tests"], account.actions(document)
    summary = {
        name: sum(_CTRF[test["status"]] == name for test in tests) for name in ("passed", "failed", "skipped", "other")
    }
    results = {
        "tool": {"name": "hardwon"},
        "summary": {
            "tests": len(tests),
            "pending": 0,
            **summary,
            "start": _milliseconds(document["started"]),
            "stop": _milliseconds(document["finished"]),
        },
        "tests": [
            {
                "name": test["id"],
                "status": _CTRF[test["status"]],
                "duration": round(test["duration"] * 1000),
                "filePath": test["file"],
                "message": account.headline(test) or test["summary"],
                "labels": {"area": test["area"]},
                **({"trace": "\n".join(why)} if (why := account.failure(test, unit)) else {}),
                **({"stdout": tried} if not why and (tried := account.tried(test, unit)) else {}),
            }
            for test in tests
        ],
    }
    extra = {RUN: document["run_id"]}
    report = {"reportFormat": "CTRF", "specVersion": "0.0.0", "results": {**results, "extra": extra}, "extra": extra}
    return (json.dumps(report, indent=2) + "\n").encode()
