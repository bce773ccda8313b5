"""A JavaScript and a Go project: `init` ties areas to sources, real reports prove them, and a change brings tests back.

The reports are those of real runners in tests/gold/reports; "mended" is such a report without failures.
"""

from __future__ import annotations

import subprocess
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.plugin.conftest import AUTHOR

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tests.conftest import Cli

GOLD = Path(__file__).parent.parent / "gold" / "reports"
QUICK = "services: {confidence: {retirementThreshold: 0.1, retirementTests: 1}}\nreduction: {probeShare: 0}\n"

JAVASCRIPT = {
    "package.json": '{"name": "shop", "devDependencies": {"vitest": "4"}}\n',
    "package-lock.json": "{}\n",
    "src/auth/login.js": "export const login = () => true\n",
    "src/checkout/pay.js": "export const pay = () => true\n",
    "src/search/find.js": "export const find = () => true\n",
    "src/logger.js": "export const log = () => {}\n",
    "tests/auth/login.test.js": "import { login } from '../../src/auth/login.js'\n",
    "tests/checkout/cart.test.js": "import { pay } from '../../src/checkout/pay.js'\n",
    "tests/search/flaky.test.js": "import { find } from '../../src/search/find.js'\n",
    "README.md": "# Shop\n",
}
GO = {
    "go.mod": "module example.com/shop\n\ngo 1.19\n",
    "go.sum": "",
    "auth/auth.go": "package auth\n\nfunc Login() bool { return true }\n",
    "auth/auth_test.go": 'package auth\n\nimport "testing"\n\nfunc TestLogin(t *testing.T) {}\n',
    "checkout/cart.go": "package checkout\n\nfunc Total() int { return 1 }\n",
    "checkout/cart_test.go": 'package checkout\n\nimport "testing"\n\nfunc TestCart(t *testing.T) {}\n',
    "money/money.go": "package money\n\nfunc Cent() int { return 1 }\n",
    "README.md": "# Shop\n",
}


def mended(report: str, to: Path) -> None:
    tree = ET.parse(GOLD / report)  # noqa: S314 - a file of ours
    for case in tree.iter("testcase"):
        for failure in case.findall("failure"):
            case.remove(failure)
    tree.write(to)


class Shop:
    """A project of another language, in a real repository."""

    def __init__(self, root: Path, call: Cli, files: Mapping[str, str]) -> None:
        self.root = root
        self._call = call
        (root / ".git").rmdir()
        for name, text in files.items():
            self.write(name, text)
        subprocess.run(["git", "init", "-q"], cwd=root, check=True)
        assert call("init").code == 0
        config = root / "hardwon.yaml"
        config.write_text(QUICK + config.read_text())
        self.commit()

    def write(self, name: str, text: str) -> None:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def commit(self) -> None:
        for command in (["add", "-A"], [*AUTHOR, "commit", "-qm", "a commit"]):
            subprocess.run(["git", *command], cwd=self.root, check=True)

    def ingest(self, report: Path) -> dict[str, bool]:
        """The verdict on each area."""
        ended = self._call("ingest", str(report), "--json")
        assert ended.code == 0
        return {each["area"]: each["passed"] for each in ended.document["verdicts"]}

    def running(self) -> dict[str, Any]:
        """Of which areas a reduced run leaves nothing out, each with the causes."""
        chosen = self._call("select", "--json").document["tests"]
        # Tests that are always skipped have never shown anything: they are new for ever.
        tests = [test for test in chosen if test["cause"] != "new"]
        left_out = {test["area"] for test in tests if not test["run"]}
        areas = {test["area"] for test in tests} - left_out
        return {area: {test["cause"] for test in tests if test["area"] == area} for area in areas}

    def files(self) -> list[str]:
        return self._call("select", "--format", "files").stdout.splitlines()


def test_a_javascript_project(project: Path, call: Cli, tmp_path: Path) -> None:
    shop = Shop(project, call, JAVASCRIPT)
    report = tmp_path / "vitest.xml"
    assert shop.ingest(GOLD / "vitest-junit.xml")["auth"] is False
    shop.write("src/auth/login.js", "export const login = () => 1\n")
    mended("vitest-junit.xml", report)
    verdicts = shop.ingest(report)
    assert set(verdicts.values()) == {True}
    assert {"auth", "checkout"} <= verdicts.keys()
    shop.write("README.md", "# Shop, mended\n")
    assert shop.running() == {}, "all that is known has passed, and the README concerns nobody"

    shop.write("src/auth/login.js", "export const login = () => false\n")
    assert shop.running() == {"auth": {"changed area"}}
    assert "tests/auth/login.test.js" in shop.files()
    assert "tests/search/flaky.test.js" not in shop.files()
    shop.ingest(_again(report))
    shop.write("package-lock.json", '{"vitest": 5}\n')
    assert shop.running().keys() == verdicts.keys()
    assert {cause for causes in shop.running().values() for cause in causes} == {"changed file"}
    shop.ingest(_again(report))
    shop.write("src/logger.js", "export const log = console.log\n")
    assert shop.running().keys() == verdicts.keys(), "no test imports it, so it may concern any area"
    assert call("areas", "coverage", "--json").document["uncovered"] == ["src/logger.js"]
    shop.ingest(_again(report))
    assert shop.running() == {}


def test_a_go_project(project: Path, call: Cli, tmp_path: Path) -> None:
    shop = Shop(project, call, GO)
    report = tmp_path / "gotestsum.xml"
    assert shop.ingest(GOLD / "gotestsum.xml") == {"auth": False, "checkout": False}
    shop.write("auth/auth.go", "package auth\n\nfunc Login() bool { return 1 == 1 }\n")
    mended("gotestsum.xml", report)
    assert shop.ingest(report) == {"auth": True, "checkout": True}
    shop.commit()
    assert shop.running() == {}

    shop.write("auth/auth.go", "package auth\n\nfunc Login() bool { return false }\n")
    assert shop.running() == {"auth": {"changed area"}}
    shop.ingest(_again(report))
    assert shop.running() == {}
    shop.write("checkout/cart_test.go", 'package checkout\n\nimport "testing"\n\nfunc TestOther(t *testing.T) {}\n')
    assert "checkout" in shop.running(), "a test that was just edited runs"
    shop.ingest(_again(report))
    for name, text in (("go.sum", "x v1\n"), ("money/money.go", "package money\n\nfunc Cent() int { return 2 }\n")):
        shop.write(name, text)
        assert shop.running() == {"auth": {"changed file"}, "checkout": {"changed file"}}, name
        shop.ingest(_again(report))
        assert shop.running() == {}


def _again(report: Path) -> Path:
    """The same results once more, as another run of the runner writes them."""
    tree = ET.parse(report)  # noqa: S314 - as above
    tree.getroot().set("time", str(float(tree.getroot().get("time") or 0) + 1))
    tree.write(report)
    return report
