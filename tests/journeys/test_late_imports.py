"""A project goes on after its areas were written down: `cart` comes to use what belongs to `rates`.

`auth`, `cart` and `rates` each have a source of their own, and tests for it. All have retired; then `rates` changes.
"""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.journeys.conftest import Hour

AREAS = ("auth", "cart", "rates")
CONFIG = "services: {confidence: {retirementThreshold: 0.1, retirementTests: 1}}\nareas:\n" + "".join(
    f'  - {{area: {area}, tests: ["tests/test_{area}.py", "web/{area}.test.js"], paths: ["src/{area}.py", '
    f'"web/{area}.js"]}}\n'
    for area in AREAS
)
RATES, SCRIPT = "src/rates.py", "web/rates.js"

LATER = {
    "its source imports it": ({"src/cart.py": "from rates import rate\n"}, RATES),
    "one function of its source does": ({"src/cart.py": "def total():\n    import rates\n"}, RATES),
    "its test imports it": ({"tests/test_cart.py": "from rates import rate\ndef test_cart(): pass\n"}, RATES),
    "a helper of its test": (
        {
            "tests/test_cart.py": "from tests.helper import paid\ndef test_cart(): assert paid\n",
            "tests/helper.py": "import rates\npaid = rates.rate()\n",
            "tests/__init__.py": "",
        },
        RATES,
    ),
    "a fixture of its test": (
        {
            "tests/test_cart.py": "def test_cart(rate): pass\n",
            "tests/conftest.py": "import rates, pytest\n@pytest.fixture\ndef rate(): return rates.rate()\n",
        },
        RATES,
    ),
    "through a source of nobody": ({"src/cart.py": "import taxes\n", "src/taxes.py": "import rates\n"}, RATES),
    "a script": ({"web/cart.js": "import {rate} from './rates.js'\n"}, SCRIPT),
}


def prepared(hour: Hour, later: dict[str, str]) -> None:
    """All areas have retired, after `cart` came to use `rates`."""
    root = hour.root
    shutil.rmtree(root / "tests")
    (root / "src" / "shop.py").unlink()
    for area in AREAS:
        written(root, {f"src/{area}.py": "def rate(): return 1\n", f"web/{area}.js": "export const rate = 1\n"})
        written(root, {f"tests/test_{area}.py": f"import {area}\ndef test_{area}(): pass\n"})
        written(root, {f"web/{area}.test.js": f"import './{area}.js'\ntest('{area}', () => {{}})\n"})
    written(root, {"hardwon.yaml": CONFIG, ".gitignore": ".pytest_cache/\n__pycache__/\nreport-*.xml\n"})
    written(root, later)
    hour.commit()
    passed(hour)
    assert halted(hour) == {}


def passed(hour: Hour) -> None:
    cases = "".join(
        f'<testcase file="tests/test_{area}.py" classname="{area}" name="test_{area}"/>'
        f'<testcase file="web/{area}.test.js" classname="web" name="{area}"/>'
        for area in AREAS
    )
    path = Path(hour.report(()))
    path.write_text(path.read_text().replace("</testsuite>", f"{cases}</testsuite>"))
    hour.hardwon("ingest", str(path))


def written(root: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        (root / name).parent.mkdir(exist_ok=True)
        (root / name).write_text(text)


def halted(hour: Hour) -> dict[str, tuple[str, str]]:
    return {each["area"]: (each["file"], each["why"]) for each in hour.hardwon("select")["halted"]}


@pytest.mark.parametrize("how", LATER)
def test_who_uses_what_changed_runs(hour: Hour, how: str) -> None:
    """Whatever the configuration says, which is older; until it has passed once on that."""
    later, file = LATER[how]
    prepared(hour, later)
    (hour.root / file).write_text("broken = True\n")
    assert halted(hour) == {"cart": (file, "its tests reach it by imports")}
    passed(hour)
    assert halted(hour) == {}


BY_NAME = {
    "a plugin": (
        {"src/cart.py": "def rate(of): return __import__(of)\n", "tests/test_cart.py": "def test_cart(): 'rates'\n"},
        RATES,
    ),
    "a script": ({"tests/test_cart.py": "def test_cart(): run('src/rates.py')\n"}, RATES),
    "a script that a fixture runs": (
        {"tests/conftest.py": "RUN = ['python', 'src/rates.py']\n", "tests/test_cart.py": "def test_cart(): pass\n"},
        RATES,
    ),
    "a plugin in JavaScript": (
        {"web/cart.js": "export const rate = (of) => import(`./${of}.js`)\n", "web/cart.test.js": "rate('rates')\n"},
        SCRIPT,
    ),
}


@pytest.mark.parametrize("how", BY_NAME)
def test_who_runs_or_loads_what_changed_by_its_name_runs(hour: Hour, how: str) -> None:
    """A fault in a plugin or a script was missed in silence where only tests of another area use it."""
    later, file = BY_NAME[how]
    prepared(hour, later)
    (hour.root / file).write_text("broken = True\n")
    assert halted(hour)["cart"] == (file, "its tests may run, read or load it by its name")
    passed(hour)
    assert halted(hour) == {}


def test_who_used_what_is_gone_runs(hour: Hour) -> None:
    """The import still stands there, and so it is broken."""
    prepared(hour, {"src/cart.py": "from rates import rate\n"})
    (hour.root / RATES).unlink()
    (hour.root / "tests" / "test_rates.py").unlink()
    assert halted(hour) == {"cart": (RATES, "its tests reach it by imports")}


def test_who_does_not_use_what_changed_stays_retired(hour: Hour) -> None:
    prepared(hour, {"src/cart.py": "# from rates import rate\n"})
    (hour.root / RATES).write_text("broken = True\n")
    assert halted(hour) == {}
