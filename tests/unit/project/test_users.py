"""Users: who reaches a changed source is found without reading all files, and nobody is forgotten."""

from __future__ import annotations

from pathlib import Path

import pytest

from hardwon.project import ties
from hardwon.project.imports.python_facts import Facts, facts_of
from hardwon.project.layout import project_files
from hardwon.project.users import Users

HERE = Path(__file__).resolve().parents[3]
INIT = {"src/shop/__init__.py": "", "src/shop/sub/__init__.py": ""}
LONG = "#" * 3000
"""What makes a source too long to be one that only hands names on."""

PATHS = {
    "by its name": {"src/cart.py": "import shop.sub.rates\n"},
    "in a source that is long": {"src/cart.py": f"from shop.sub import rates\n{LONG}\n"},
    "as a neighbour": {"src/shop/sub/cart.py": "from .rates import rate\n"},
    "from two dots": {"src/shop/cart.py": "from .sub.rates import rate\n"},
    "handed on by the package": {
        "src/shop/sub/__init__.py": "from .rates import rate\n",
        "src/cart.py": "import shop.sub\nshop.sub.rate()\n",
    },
    "handed on under another name": {
        "src/shop/sub/__init__.py": "from .rates import rate as price\n",
        "src/cart.py": "from shop.sub import price\n",
    },
    "from nothing but dots": {
        "src/shop/sub/__init__.py": "from .rates import rate\n",
        "src/shop/sub/cart.py": "from . import rate\n",
    },
    "by a star of a star": {
        "src/shop/sub/__init__.py": "from .rates import *\n",
        "src/shop/__init__.py": "from .sub import *\n",
        "src/cart.py": "from shop import rate\n",
    },
    "through a package that has another name there": {
        "src/shop/__init__.py": "from . import sub as parts\n",
        "src/cart.py": "from shop import parts\nparts.rates.rate()\n",
    },
    "through a short source": {
        "src/compat.py": "from shop.sub import rates as prices\n",
        "src/cart.py": "from compat import prices\nprices.rate()\n",
    },
    "as a text": {"src/cart.py": "from importlib import import_module\nimport_module('shop.sub.rates')\n"},
    "by a test": {"tests/test_cart.py": "from shop.sub import rates\n"},
    "by the name of the test": {"tests/test_rates.py": ""},
    "by a helper of the test": {
        "tests/__init__.py": "",
        "tests/helper.py": "from shop.sub.rates import rate\n\n\ndef paid():\n    return rate()\n",
        "tests/test_cart.py": "from tests.helper import paid\n\n\ndef test_cart():\n    paid()\n",
    },
    "by a fixture": {
        "tests/conftest.py": "import pytest, shop.sub.rates\n\n@pytest.fixture\ndef paid(): shop.sub.rates.rate()\n",
        "tests/more/test_cart.py": "def test_cart(paid): pass\n",
    },
    "by what the conftest imports": {
        "tests/conftest.py": "from shop.sub.rates import rate\n",
        "tests/test_cart.py": "from conftest import rate\n",
    },
}  # fmt: skip


def by_reading_everything(root: Path, path: str) -> set[str]:
    """The same by the ties of all files."""
    known = ties.read(root, project_files(root))
    reached, waiting = {path}, [path]
    while waiting:
        used = waiting.pop()
        new = {each for each, uses in known.uses.items() if used in uses} - reached
        reached |= new
        waiting.extend(new)
    return reached | {test for test, sources in known.of_tests.items() if not reached.isdisjoint(sources)}


def write(root: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)


def by_users(users: Users, path: str) -> set[str]:
    return users.of(path, lambda source: [source], lambda test: test)


@pytest.mark.parametrize("way", PATHS)
def test_who_reaches_a_source_is_found(tmp_path: Path, way: str) -> None:
    rates = "src/shop/sub/rates.py"
    files = INIT | {rates: "def rate():\n    return 1\n", "src/other.py": "", "tests/test_all.py": "import other\n"}
    for name, text in (files | PATHS[way]).items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    found = by_users(Users(tmp_path), rates)
    assert found == by_reading_everything(tmp_path, rates)
    assert any("cart" in path or "test_rates" in path for path in found)
    assert not found & {"src/other.py", "tests/test_all.py"}


def test_whoever_imports_a_part_of_a_package_reaches_its_init(tmp_path: Path) -> None:
    files = INIT | {
        "src/shop/sub/rates.py": "def rate(): return 1\n",
        "src/shop/cart.py": "from .sub.rates import rate\n",
        "src/shop/other.py": "",
        "tests/test_cart.py": "from shop import cart\n",
        "tests/test_one.py": "from shop.sub import rates\n",
        "tests/test_other.py": "from shop.other import x\n",
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    users = Users(tmp_path)
    found = by_users(users, "src/shop/sub/__init__.py")
    assert {"src/shop/cart.py", "tests/test_cart.py", "tests/test_one.py"} < found
    assert not found & {"src/shop/other.py", "tests/test_other.py"}
    assert {each for each in files if each.startswith("tests/")} < by_users(users, "src/shop/__init__.py")


COMMON = {"tests/test_common.py": "class Common:\n    pass\n", "tests/test_other.py": "def test_common(): pass\n"}
OF_TESTS = {
    "by its whole name": {"tests/__init__.py": "", "tests/test_cart.py": "from tests.test_common import Common\n"},
    "as a neighbour": {"tests/__init__.py": "", "tests/test_cart.py": "from . import test_common\n"},
    "from a folder that is no package": {"tests/test_cart.py": "import test_common\n"},
    "from below": {"tests/__init__.py": "", "tests/deep/test_cart.py": "from tests.test_common import (\nCommon)\n"},
    "by way of a helper": {
        "tests/__init__.py": "",
        "tests/helper.py": "from tests.test_common import Common\n",
        "tests/deep/test_cart.py": "def test_cart():\n    from tests.helper import Common\n",
    },
    "as a text": {"tests/__init__.py": "", "tests/test_cart.py": "pytest_plugins = ['tests.test_common']\n"},
}  # fmt: skip


@pytest.mark.parametrize("way", OF_TESTS)
def test_who_imports_a_test_is_found(tmp_path: Path, way: str) -> None:
    """Its base classes, fixtures and helpers are part of what those tests do. A function of its name is no import."""
    for name, text in (COMMON | OF_TESTS[way]).items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    found = Users(tmp_path).of_test("tests/test_common.py")
    assert [each for each in found if "cart" in each]
    assert "tests/test_other.py" not in found


@pytest.mark.parametrize(
    ("test", "user", "text"),
    [
        ("web/common.test.ts", "web/cart.test.ts", "import { prices } from './common.test';\n"),
        (
            "src/test/java/shop/CommonTest.java",
            "src/test/java/shop/cart/CartTest.java",
            "package shop.cart;\nimport shop.CommonTest;\nclass CartTest extends CommonTest {}\n",
        ),
    ],
)
def test_who_imports_a_test_is_found_in_other_languages(tmp_path: Path, test: str, user: str, text: str) -> None:
    for name, content in {test: "", user: text}.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(content)
    assert Users(tmp_path).of_test(test) == {user}


def test_nobody_is_forgotten_in_a_project_of_many_files() -> None:
    """This one: for sources of each kind, what reading all files finds."""
    users = Users(HERE)
    for path in ("src/hardwon/text/plain.py", "src/hardwon/areas/globs.py", "src/hardwon/__init__.py"):
        assert by_users(users, path) >= by_reading_everything(HERE, path)


def test_only_what_may_import_a_source_is_parsed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a large project, parsing takes nearly all of the time."""
    for number in range(20):
        folder = tmp_path / "src" / f"part{number}"
        folder.mkdir(parents=True)
        (folder / "__init__.py").write_text("")
        (folder / "core.py").write_text("def core(): pass\n")
        (folder / "user.py").write_text("from .core import core\n")
    parsed = []

    def counted(content: bytes) -> Facts:
        parsed.append(content)
        return facts_of(content)

    monkeypatch.setattr("hardwon.project.imports.python.facts_of", counted)
    assert by_users(Users(tmp_path), "src/part7/core.py") == {"src/part7/core.py", "src/part7/user.py"}
    assert len(parsed) == 2


LOADER = {
    "shop/rates/__init__.py": "import importlib\ndef load(name): return importlib.import_module('shop.rates.' + name)\n"
}
BY_NAME = {
    "a script by its path": ("shop/tool.py", {"tests/test_cart.py": "run(TOP / 'shop' / 'tool.py')\n"}),
    "what a script imports": (
        "shop/rates.py",
        {"shop/tool.py": "import shop.rates\n", "tests/test_cart.py": "run('shop/tool.py')\n"},
    ),
    "a module that is run": ("shop/tool.py", {"tests/test_cart.py": "run(['python', '-m', 'tool'])\n"}),
    "a package that is run": ("shop/__main__.py", {"tests/test_cart.py": "run(['python', '-m', 'shop'])\n"}),
    "a plugin": ("shop/rates/gold.py", LOADER | {"tests/test_cart.py": "price('gold')\n"}),
    "a plugin that an entry point loads": (
        "shop/gold.py",
        {"shop/cart.py": "found = entry_points(group='shop')\n", "tests/test_cart.py": "price('gold')\n"},
    ),
    "a plugin of a plugin": (
        "shop/rates/gold.py",
        LOADER | {"shop/rates/metal.py": "load('gold')\n", "tests/test_cart.py": "price('metal')\n"},
    ),
    "a plugin in JavaScript": (
        "lib/gold.js",
        {"lib/load.js": "module.exports = (name) => require('./' + name)\n", "test/cart.test.js": "load('gold')\n"},
    ),
    "a package that looks through itself": (
        "shop/rates/gold.py",
        {
            "shop/rates/__init__.py": "import pkgutil\nfound = [*pkgutil.iter_modules(__path__)]\n",
            "tests/test_cart.py": "import shop.rates\n",
        },
    ),
    "a package that another looks through": (
        "shop/rates/gold.py",
        {
            "shop/rates/__init__.py": "",
            "shop/cart.py": "import pkgutil, shop.rates\nfound = [*pkgutil.walk_packages(shop.rates.__path__)]\n",
            "tests/test_cart.py": "import shop.cart\n",
        },
    ),
    "data beside sources": (
        "shop/mail/templates/hello.txt",
        {"shop/mail/render.py": "", "tests/test_cart.py": "import shop.mail.render\n"},
    ),
    "data that a source opens": (
        "native/rates.sql",
        {"shop/cart.py": "open('native/rates.sql')\n", "tests/test_cart.py": "import shop.cart\n"},
    ),
    "data that a helper opens": (
        "native/rates.sql",
        {"tests/helper.py": "open('rates.sql')\n", "tests/test_cart.py": "from tests.helper import rates\n"},
    ),
}  # fmt: skip


@pytest.mark.parametrize("way", BY_NAME)
def test_who_runs_reads_or_loads_a_file_by_its_name_is_found(tmp_path: Path, way: str) -> None:
    path, files = BY_NAME[way]
    write(tmp_path, {"shop/__init__.py": "", path: "", **files})
    users = Users(tmp_path)
    by_imports = users.of(path, lambda _: (), lambda test: test)
    assert any("cart.py" in each or "cart.test.js" in each for each in by_imports | users.naming(path))


NOT_BY_NAME = {
    "a word where nothing is loaded by name": ("shop/gold.py", {"tests/test_cart.py": "price('gold')\n"}),
    "a word outside of quotes": ("shop/rates/gold.py", LOADER | {"tests/test_cart.py": "gold = 1\n"}),
    "a part of a word": ("shop/rates/gold.py", LOADER | {"tests/test_cart.py": "price('marigold')\n"}),
    "an import whose name is spelled out": (
        "shop/gold.py",
        {"shop/cart.py": "import_module('shop.silver')\n", "tests/test_cart.py": "price('gold')\n"},
    ),
    "a file of another name": ("shop/tool.py", {"tests/test_cart.py": "run('shop/fool.py')\n"}),
    "another package that is looked through": (
        "shop/rates/gold.py",
        {
            "shop/cart.py": "import pkgutil, shop.mail\nfound = [*pkgutil.iter_modules(shop.mail.__path__)]\n",
            "tests/test_cart.py": "import shop.cart\n",
        },
    ),
}  # fmt: skip


@pytest.mark.parametrize("way", NOT_BY_NAME)
def test_who_only_has_a_word_in_common_with_a_file_is_not(tmp_path: Path, way: str) -> None:
    path, files = NOT_BY_NAME[way]
    write(tmp_path, {path: "", **files})
    users = Users(tmp_path)
    assert users.of(path, lambda _: (), lambda test: test) | users.naming(path) == set()
