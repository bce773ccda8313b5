"""What reading reports costs, beside the plain way of reading them.

Time and peak memory of a report with much captured output and of one with many tests: hardwon's reader, the standard
library's xml.etree (what most tools use), and a bare expat pass, each in a process of its own.
And what a year of reports costs (`ingest --history`), beside parsing the same files with xml.etree and nothing else.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from datetime import UTC, datetime, timedelta
from pathlib import Path

READERS = {
    "bare expat": """
from xml.parsers import expat
parser = expat.ParserCreate(); parser.StartElementHandler = lambda tag, attributes: None
parser.ParseFile(open(path, "rb"))""",
    "xml.etree": """
import xml.etree.ElementTree as tree
cases = [(case.attrib, [child.tag for child in case]) for case in tree.parse(path).getroot().iter("testcase")]""",
    "hardwon": """
from hardwon.evidence import reports
results = reports.read(path).results""",
}
MEASURE = """
import resource, sys, time
path = sys.argv[1]
start = time.perf_counter()
{code}
print(time.perf_counter() - start, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


ALL_FILES = """
import pathlib
import xml.etree.ElementTree as tree
for path in pathlib.Path(path).rglob("*.xml"):
    cases = [(case.attrib, [child.tag for child in case]) for case in tree.parse(path).getroot().iter("testcase")]"""
HISTORY = """
import contextlib, io, pathlib, tempfile
from hardwon.cli.main import run
with tempfile.TemporaryDirectory() as project, contextlib.redirect_stdout(io.StringIO()):
    pathlib.Path(project, "hardwon.yaml").write_text("")
    assert run(["ingest", "--history", path, "--project", project]) == 0"""


def write_year(folder: Path, runs: int, tests: int) -> None:
    """Runs four hours apart, each on a commit of its own, 20 areas, now and then a failure."""
    began = datetime(2026, 1, 1, tzinfo=UTC)
    for run in range(runs):
        cases = "".join(
            f'<testcase classname="tests.area{test % 20}.test_{test % 100}" name="test_{test}" time="{run % 7}.{test}">'
            f"{'<failure/>' if run % 50 == test == 7 else ''}</testcase>\n"
            for test in range(tests)
        )
        commit = f'<properties><property name="git.commit" value="{run + 1:040x}"/></properties>'
        at = (began + timedelta(hours=4 * run)).isoformat()
        path = folder / f"run-{1000 + run}" / "junit.xml"
        path.parent.mkdir(parents=True)
        path.write_text(
            f'<testsuites><testsuite name="pytest" timestamp="{at}">{commit}{cases}</testsuite></testsuites>'
        )


def write(path: Path, tests: int, output_lines: int) -> None:
    output = f"<system-out>{('x' * 120 + chr(10)) * output_lines}</system-out>" if output_lines else ""
    with path.open("w") as file:
        file.write('<testsuites><testsuite name="pytest">')
        for number in range(tests):
            file.write(f'<testcase classname="tests.a.test_x" name="test_{number}" time="0.1">{output}</testcase>\n')
        file.write("</testsuite></testsuites>")


def measure(code: str, path: Path) -> tuple[float, float]:
    command = [sys.executable, "-c", MEASURE.format(code=code), str(path)]
    seconds, kilobytes = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    return float(seconds), float(kilobytes) / 1024


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a tenth of the sizes")
    share = 10 if parser.parse_args().quick else 1
    with tempfile.TemporaryDirectory() as folder:
        for name, tests, lines in (("much output", 4000 // share, 1000), ("many tests", 200_000 // share, 0)):
            path = Path(folder) / "report.xml"
            write(path, tests, lines)
            print(f"\n{name}: {tests} tests, {path.stat().st_size / 1e6:.0f} MB")
            print(f"{'reader':12} {'seconds':>8} {'ratio':>6} {'peak MB':>8}")
            baseline = 0.0
            for reader, code in READERS.items():
                seconds, megabytes = measure(code, path)
                baseline = baseline or seconds
                print(f"{reader:12} {seconds:8.2f} {seconds / baseline:6.1f} {megabytes:8.0f}")
    with tempfile.TemporaryDirectory() as folder:
        runs = 2000 // share
        write_year(Path(folder), runs, 5000)
        print(f"\na year: {runs} runs of 5000 tests")
        print(f"{'way':12} {'seconds':>8} {'ratio':>6} {'peak MB':>8}")
        baseline = 0.0
        for way, code in {"xml.etree": ALL_FILES, "--history": HISTORY}.items():
            seconds, megabytes = measure(code, Path(folder))
            baseline = baseline or seconds
            print(f"{way:12} {seconds:8.2f} {seconds / baseline:6.1f} {megabytes:8.0f}")


if __name__ == "__main__":
    main()
