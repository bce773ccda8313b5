"""The plugin in other surroundings: the oldest pytest that it declares, and a public suite."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tarfile
from pathlib import Path
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import pytest

if TYPE_CHECKING:
    from tests.plugin.conftest import Suite

HERE = Path(__file__).resolve().parent
CHECKOUT = HERE.parents[1]
OLDEST = CHECKOUT / ".venv" / "oldest-pytest" / "bin" / "python"
SUITES = CHECKOUT / ".venv" / "suites"
OF_REDUCTION = (
    "test_what_must_run_runs",
    "test_workers_choose_as_one_process_does",
    "test_a_failing_probe_brings_its_area_back_if_asked",
)


@pytest.mark.skipif(not OLDEST.exists(), reason="`make test` installs the oldest pytest that the plugin declares")
def test_all_of_it_works_with_the_oldest_pytest(tmp_path: Path) -> None:
    """The tests of the plugin once more, in an environment with that pytest.

    Which tests are chosen, and what becomes of a disk that is full, does not depend on pytest: of those, the ones that
    hand tests over to it or take them from it.
    """
    declared = re.search(r'"pytest>=([0-9.]+)"', (CHECKOUT / "pyproject.toml").read_text())
    assert declared is not None
    passed_over = (Path(__file__).name, "test_plugin_reduction.py", "test_plugin_unkept.py")
    files = [str(path) for path in sorted(HERE.glob("test_*.py")) if path.name not in passed_over]
    files += [f"{HERE / 'test_plugin_reduction.py'}::{name}" for name in OF_REDUCTION]
    (tmp_path / "pytest.ini").write_text("[pytest]\nfilterwarnings = error\n")
    where = ["-c", str(tmp_path / "pytest.ini"), "--rootdir", str(CHECKOUT), "--basetemp", str(tmp_path / "inner")]
    how = ["-q", "-n", "2", "-p", "pytester", "-p", "no:cacheprovider", "--import-mode=importlib"]
    done = subprocess.run(
        [str(OLDEST), "-m", "pytest", *how, *where, *files],
        cwd=CHECKOUT,
        env={name: value for name, value in os.environ.items() if not name.startswith(("PYTEST_", "COVERAGE_"))},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-5000:] + done.stderr[-2000:]
    version = subprocess.check_output([OLDEST, "-m", "pytest", "--version"], text=True, stderr=subprocess.STDOUT)
    assert declared[1] in version


@pytest.mark.skipif(not (SUITES / ".fetched").exists(), reason="`make test` fetches the public suite")
def test_a_public_suite_has_the_same_outcome_with_and_without(suite: Suite) -> None:
    archive = next(SUITES.glob("toolz-*.tar.gz"))
    with tarfile.open(archive) as packed:
        packed.extractall(suite.root, filter="data")
    root = next(each for each in suite.root.iterdir() if each.name.startswith("toolz-"))
    (suite.root / ".git").rename(root / ".git")
    (suite.root / "pytest.ini").unlink()

    def outcomes(*arguments: str) -> dict[str, str]:
        report = suite.root / "report.xml"
        subprocess.run(
            [sys.executable, "-m", "pytest", "-q", "-p", "no:randomly", f"--junit-xml={report}", *arguments],
            cwd=root,
            env={**os.environ, "PYTHONPATH": str(root)},
            check=True,
            capture_output=True,
        )
        cases = ET.parse(report).getroot().iter("testcase")  # noqa: S314 - pytest has just written it
        return {f"{case.get('classname')}::{case.get('name')}": "".join(child.tag for child in case) for case in cases}

    without = outcomes("-p", "no:hardwon")
    assert len(without) > 150
    assert outcomes("--hardwon") == without
    assert outcomes("--hardwon", "-n", "2") == without
    assert len(list((root / ".hardwon" / "runs").glob("2*"))) == 2
