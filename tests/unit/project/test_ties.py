"""Which sources a test is tied to: what it imports, in each language, and what it is named after."""

from __future__ import annotations

import gc
import os
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardwon.project import beginning, ties
from hardwon.project.farther import FarReach
from hardwon.project.imports import texts
from hardwon.project.imports.python_facts import facts_of, imports_of
from hardwon.project.imports.script_text import script_of
from hardwon.project.layout import project_files
from hardwon.project.shared import shared_paths
from hardwon.project.test_files import area_name, is_test

if TYPE_CHECKING:
    from pathlib import Path

SHOP = {
    "src/shop/__init__.py": (
        "from .cart import Cart as Cart, total\nfrom ._client import *\nfrom . import tax\n"
        "open_shop = Cart\ndef here(): ..."
    ),
    "src/shop/cart.py": "class Cart: ...\ndef total(): ...",
    "src/shop/tax.py": "RATE = 1",
    "src/shop/_client.py": "class Client: ...",
    "src/shop/utils.py": "def slug(): ...",
    "src/shop/types/__init__.py": "from shop.types.money import Money",
    "src/shop/types/money.py": "class Money: ...",
    "src/shop/plugins/mail.py": "def send(): ...",
    "src/shop/compat.py": "from shop.cart import *",
    "tests/conftest.py": (
        "import pytest\nfrom shop import Client\nfrom shop.utils import slug\n"
        "@pytest.fixture\ndef client(): return Client()\n"
        "@pytest.fixture\ndef logged_in(client): return client\n"
        "@pytest.fixture(autouse=True)\ndef clean(): slug()\n"
    ),
    "tests/helpers.py": (
        "from shop.tax import RATE\nfrom shop import cart\ndef rate(): return RATE\ndef other(): return cart.total()"
    ),
}
CART, TAX, CLIENT, UTILS = "src/shop/cart.py", "src/shop/tax.py", "src/shop/_client.py", "src/shop/utils.py"
MONEY, MAIL, INIT = "src/shop/types/money.py", "src/shop/plugins/mail.py", "src/shop/__init__.py"

PYTHON = [
    ("from shop.cart import Cart", {CART}),
    ("import shop.cart", {CART}),
    ("import shop.cart as c\nc.total()", {CART}),
    ("from shop import cart", {CART}),
    ("from shop import Cart", {CART}),
    ("from shop import (\n    Cart,\n    tax as t,\n)", {CART, TAX}),
    ("import shop\ndef test_x(): assert shop.total() == 1", {CART}),
    ("import shop as s\ndef test_x(): s.tax.RATE", {TAX}),
    ("from shop import Client", {CLIENT}),
    ("from shop import *\ndef test_x(): Client()", {CLIENT}),
    ("from shop import open_shop", {CART, INIT}),
    ("from shop import here", {INIT}),
    ("import shop", {INIT}),
    ("from shop.types import Money", {MONEY}),
    ("def test_x():\n    from shop.types.money import Money", {MONEY}),
    ("import pytest\nmail = pytest.importorskip('shop.plugins.mail')", {MAIL}),
    ("from importlib import import_module\nm = import_module('shop')\nm.total()", {CART}),
    ("from unittest import mock\ndef test_x():\n    with mock.patch('shop.tax.RATE'): ...", {TAX}),
    ("def test_x(monkeypatch): monkeypatch.setattr('shop.plugins.mail.send', None)", {MAIL}),
    ("def test_x(client): ...", {CLIENT}),
    ("def test_x(logged_in): ...", {CLIENT}),
    ("import pytest\n@pytest.mark.usefixtures('logged_in')\ndef test_x(): ...", {CLIENT}),
    ("class TestX:\n    def test_x(self, client): ...", {CLIENT}),
    ("from helpers import rate", {TAX}),
    ("from tests.helpers import other", {CART}),
    ("from . import helpers\ndef test_x(): helpers.rate()", {TAX}),
    ("from .helpers import *\ndef test_x(): rate()", {TAX}),
    ("from shop.compat import total", {CART, "src/shop/compat.py"}),
    ("try:\n    from shop.utils import slug\nexcept ImportError:\n    slug = None", {UTILS}),
    ("if TYPE_CHECKING:\n    from shop.cart import Cart", {CART}),
    ("async def test_x():\n    from shop import tax", {TAX}),
    ("import json, os\nfrom collections import abc", set()),
    ("import shopping\nfrom shoppe import cart", set()),
    ("print('see shop.example.com')", set()),
    ("# from shop import Cart", set()),
    ("'''from shop import Cart'''", set()),
    ("from ....outside import x", set()),
    ("from shop.nothing import x", {INIT}),
]


def written(root: Path, files: dict[str, str]) -> list[str]:
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_bytes(text.encode("utf-8", "surrogateescape"))
    return project_files(root)


def tied(root: Path, files: dict[str, str], test: str) -> set[str]:
    return set(ties.read(root, written(root, files)).of_tests[test])


@pytest.mark.parametrize(("text", "sources"), PYTHON)
def test_python_test_is_tied_to_what_it_imports(tmp_path: Path, text: str, sources: set[str]) -> None:
    assert tied(tmp_path, SHOP | {"tests/test_it.py": text}, "tests/test_it.py") == sources


@pytest.mark.parametrize(
    ("test", "sources"),
    [
        ("tests/test_client.py", {CLIENT}),
        ("tests/unit/test_utils.py", {UTILS}),
        ("tests/utils_test.py", {UTILS}),
        ("tests/test_types/test_other.py", {MONEY, "src/shop/types/__init__.py"}),
        ("tests/types/test_other.py", {MONEY, "src/shop/types/__init__.py"}),
        ("tests/plugins/test_mail.py", {MAIL}),
        ("testing/test_cart.py", {CART}),
        ("tests/test_shop.py", set()),  # the system itself: an area of everything would never rest
        ("tests/test_nothing.py", set()),
    ],
)
def test_test_is_tied_to_what_it_is_named_after(tmp_path: Path, test: str, sources: set[str]) -> None:
    assert tied(tmp_path, SHOP | {test: ""}, test) == sources


def test_package_in_the_root_and_tests_inside_of_it(tmp_path: Path) -> None:
    files = {
        "shop/__init__.py": "",
        "shop/cart.py": "",
        "shop/tests/__init__.py": "",
        "shop/tests/test_it.py": "from ..cart import x",
    }
    assert tied(tmp_path, files, "shop/tests/test_it.py") == {"shop/cart.py"}


def test_module_in_the_root_is_tied(tmp_path: Path) -> None:
    assert tied(tmp_path, {"six.py": "", "test_six.py": "import six"}, "test_six.py") == {"six.py"}


def test_nearest_of_several_packages_of_one_name_is_meant(tmp_path: Path) -> None:
    files = {f"{part}/src/shop/{name}": "" for part in ("a", "b") for name in ("__init__.py", "cart.py")}
    files |= {f"{part}/tests/test_x.py": "from shop import cart" for part in ("a", "b")}
    assert tied(tmp_path, files, "b/tests/test_x.py") == {"b/src/shop/cart.py"}


SCRIPTS = [
    ("import { a } from '../src/a'", {"src/a.ts"}),
    ("import a, { b } from '../src/a.js'", {"src/a.ts"}),
    ("const a = require('../src/a')", {"src/a.ts"}),
    ("const x = await import('../src/a')", {"src/a.ts"}),
    ("jest.mock('../src/a')", {"src/a.ts"}),
    ("import '../src/a'", {"src/a.ts"}),
    ("import { b } from '../src'", {"src/b/index.ts"}),
    ("import * as all from '../src'\nall.a()", {"src/a.ts"}),
    ("import { deep } from '../src'", {"src/deep.tsx"}),
    ("import { own } from '../src'", {"src/index.ts"}),
    ("import { b } from '@acme/shop'", {"src/b/index.ts"}),
    ("import { b } from '@acme/shop/b'", {"src/b/index.ts"}),
    ("import { b } from '@/b'", {"src/b/index.ts"}),
    ("import { x } from './support/x'", {"src/a.ts"}),
    ("import fs from 'fs'\nimport react from 'react'", set()),
    ("// import { a } from '../src/a'\n/* require('../src/a') */", set()),
    ("const s = \"// not a comment\"; import { a } from '../src/a'", {"src/a.ts"}),
    ("import x from '../../../outside'", set()),
    ("import data from '../src/data.json'", set()),
]
SITE = {
    "package.json": '{"name": "@acme/shop", "main": "dist/index.js"}',
    "tsconfig.json": '{"compilerOptions": {"paths": {"@/*": ["./src/*"]}} /* aliases */}',
    "src/index.ts": (
        "export { a } from './a'\nexport * from './b'\nexport { default as deep } from './deep'\nexport const own = 1"
    ),
    "src/a.ts": "export const a = 1",
    "src/b/index.ts": "export function b() {}",
    "src/deep.tsx": "export default function deep() {}",
    "tests/support/x.ts": "export { a as x } from '../../src/a'",
}


@pytest.mark.parametrize(("text", "sources"), SCRIPTS)
def test_script_test_is_tied_to_what_it_imports(tmp_path: Path, text: str, sources: set[str]) -> None:
    assert tied(tmp_path, SITE | {"tests/it.test.ts": text}, "tests/it.test.ts") == sources


@pytest.mark.parametrize(
    ("path", "area"),
    [
        ("tests/test_client.py", "client"),
        ("tests/client_test.py", "client"),
        ("tests/client/test_auth.py", "client"),
        ("tests/test_types/test_Choice.py", "test_types"),
        ("tests/unit/test_client.py", "client"),
        ("testing/test_hooks.py", "hooks"),
        ("src/auth/login.test.ts", "auth"),
        ("e2e/login.spec.ts", "login"),
        ("src/cart/__tests__/total.ts", "cart"),
        ("internal/auth/auth_test.go", "auth"),
        ("internal/x_test.go", "internal"),
        ("x_test.go", "acme"),
        ("src/test/java/org/acme/app/FooTest.java", "app"),
    ],
)
def test_area_of_a_test_is_named_as_by_default(path: str, area: str) -> None:
    assert is_test(path)
    assert area_name(path, {"": "example.com/acme"}) == area


@pytest.mark.parametrize(
    "path",
    [
        *("tests/conftest.py", "tests/helpers.py", "tests/data/x.json", "test/support/x.js", "test/fixtures/a.js"),
        *("src/jinja2/tests.py", "src/flask/testing.py", "examples/a/tests/test_a.py", "tests/global.d.ts"),
        *("src/auth/login.ts", "src/test/java/a/Utils.java"),
    ],
)
def test_it_is_not_a_test(path: str) -> None:
    assert not is_test(path)


BAD = {
    "nothing": b"\0\0\0",
    "not Python": b"def (:\n",
    "deep": b"x = " + b"(" * 5000 + b")" * 5000,
    "bad encoding": b"# -*- coding: nonsense -*-\nimport shop",
    "bytes": b"import shop\n\xff\xfe",
    "surrogates": "x = '\ud800'".encode("utf-8", "surrogatepass"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_file_costs_its_own_ties_and_is_named(tmp_path: Path, name: str) -> None:
    written(tmp_path, SHOP | {"tests/test_good.py": "from shop import Cart"})
    (tmp_path / "tests/test_bad.py").write_bytes(BAD[name])
    found = ties.read(tmp_path, project_files(tmp_path))
    assert found.of_tests["tests/test_good.py"] == {CART}
    assert list(found.unread) == ["tests/test_bad.py"]


def test_huge_file_and_a_pipe_are_not_read(tmp_path: Path) -> None:
    written(tmp_path, {"src/a.py": "", "tests/test_a.py": "import a\n" + "#" * texts.LARGEST_FILE})
    os.mkfifo(tmp_path / "tests/test_pipe.py")
    found = ties.read(tmp_path, project_files(tmp_path))
    assert set(found.unread) == {"tests/test_a.py", "tests/test_pipe.py"}
    assert found.of_tests["tests/test_a.py"] == {"src/a.py"}  # by its name


def test_reading_ends_at_a_bound(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(texts, "MOST_BYTES", 100)
    files = written(tmp_path, {f"tests/test_{n}.py": "import os\n" * 20 for n in range(4)})
    assert len(ties.read(tmp_path, files).unread) == 3


def test_a_chain_of_helpers_has_no_depth_that_ends_it(tmp_path: Path) -> None:
    chain = "\n".join(f"def f{n}(): f{n + 1}()" for n in range(5000)) + "\nfrom shop import tax\ndef f5000(): tax.RATE"
    files = SHOP | {"tests/chain.py": chain, "tests/test_it.py": "from .chain import f0"}
    assert tied(tmp_path, files, "tests/test_it.py") == {TAX}


def test_modules_that_hand_each_other_on_end(tmp_path: Path) -> None:
    files = {
        f"src/p/{name}.py": f"from .{other} import x\nfrom .{other} import *"
        for name, other in (("a", "b"), ("b", "a"))
    }
    files |= {
        "src/p/__init__.py": "from . import *\nfrom .a import *",
        "tests/test_it.py": "from p import x, y\nimport p\np.z",
    }
    assert ties.read(tmp_path, written(tmp_path, files)).unread == {}


def test_garbage_is_collected_again_afterwards(tmp_path: Path) -> None:
    ties.read(tmp_path, [])
    assert gc.isenabled()


@settings(max_examples=200)
@given(
    st.text()
    | st.lists(
        st.sampled_from(
            [
                "import ",
                "from ",
                "'./a'",
                "{",
                "}",
                "*",
                " as ",
                "export ",
                "require(",
                ")",
                "\n",
                "a",
                ",",
                "`",
                "\\",
                "//",
                "/*",
            ]
        )
    ).map("".join)
)
def test_any_text_can_be_looked_at_as_a_script(text: str) -> None:
    script_of(text)


@settings(max_examples=200)
@given(
    st.lists(
        st.sampled_from(["import ", "from ", ".", "a", "*", "(", ")", ",", "\n", "#", "\\", " as ", "def f():\n "])
    ).map("".join)
)
def test_lines_tell_the_imports_that_the_parser_finds(text: str) -> None:
    """For sources the lines are asked, which is quicker; what they say must be what Python would say."""
    try:
        parsed = facts_of(text.encode())
    except ValueError:
        imports_of(text.encode())
        return
    if "\\" not in text:
        assert set(parsed.imported) <= set(imports_of(text.encode()).imported)


def test_source_that_others_reach_is_told_from_one_that_only_its_own_areas_use() -> None:
    uses = {"app.py": ["core.py"], "core.py": ["db.py", "app.py"], "leaf.py": ["core.py"], "db.py": []}
    areas_of = {"app.py": ["app"], "core.py": ["app", "leaf"], "db.py": ["db"], "leaf.py": ["leaf"]}
    assert FarReach(uses, areas_of).from_elsewhere() == ["app.py", "db.py"]


def test_what_concerns_every_area_is_found_by_name() -> None:
    files = "conftest.py tests/api/conftest.py uv.lock pyproject.toml requirements.txt requirements-dev.txt "
    files += "web/package-lock.json tests/data/poetry.lock docs/requirements.txt src/app.py tsconfig.base.json "
    files += "docker-compose.yml .env.example"
    assert shared_paths(files.split()) == (
        "**/conftest.py",
        "uv.lock",
        "*requirements*.txt",
        "**/package-lock.json",
        "pyproject.toml",
        "tsconfig*.json",
        ".env.example",
        "docker-compose*.yml",
    )


def test_beginning_starts_from_the_areas_that_are_known(tmp_path: Path) -> None:
    written(
        tmp_path, SHOP | {"tests/test_cart.py": "from shop import tax", "tests/test_new.py": "from shop import Client"}
    )
    rules = {rule.area: rule for rule in beginning.of(tmp_path, ["Cart", "plugins", "checkout"]).guess.rules}
    assert set(rules) == {"Cart", "plugins", "checkout", "new"}
    assert rules["Cart"].paths == (CART, TAX)
    assert rules["Cart"].tests == ("tests/test_cart.py",)
    assert rules["plugins"].paths == ("src/shop/plugins/**",)
    assert rules["checkout"].paths == ()


def test_known_area_under_its_older_name_keeps_its_tests(tmp_path: Path) -> None:
    written(tmp_path, SHOP | {"tests/test_cart.py": "from shop import Cart"})
    assert [rule.area for rule in beginning.of(tmp_path, ["test_cart"]).guess.rules] == ["test_cart"]


def test_tests_in_yaml_name_areas_and_targets(tmp_path: Path) -> None:
    test = "name: Buy\narea: cart\ntarget: local\nsteps:\n  - Open the page\n"
    written(tmp_path, SHOP | {"qa/buy.yaml": test, "qa/bad.yaml": "steps: [\narea: x", "ci.yml": "jobs: {steps: 1}"})
    begun = beginning.of(tmp_path)
    assert [(rule.area, rule.paths) for rule in begun.guess.rules] == [("cart", (CART,))]
    assert 'targets:\n  "local": {}' in begun.text


DOCUMENTS = ("README.md", "LICENSE", "NOTES.txt", "docs/api.md", "docs/guide/index.md", "docs/logo.svg", "mkdocs.yml")

NAMING = [
    ('open("README.md")', "README.md"),
    ("Path(__file__).parents[1].joinpath('README.md').read_text()", "README.md"),
    ('readme = ROOT / "README.md"', "README.md"),
    ('DOCS = "../docs/api.md"', "docs/api.md"),
    (r'DOCS = "..\\docs\\api.md"', "docs/api.md"),
    ('open(f"{ROOT}/docs/guide/index.md")', "docs/guide/index.md"),
    ('ROOT / "docs" / "api.md"', "docs/api.md"),
    ('ROOT / "docs" / "guide" / "index.md"', "docs/guide/index.md"),
    ('(ROOT / "docs").rglob("*.md")', "docs/api.md docs/guide/index.md"),
    ('ROOT.glob("docs/**/*.md")', "docs/api.md docs/guide/index.md"),
    ('glob("docs/*.svg")', "docs/logo.svg"),
    ('open("LICENSE"), open("mkdocs.yml")', "LICENSE mkdocs.yml"),
    ("# see README.md and docs/api.md", ""),
    ('open("api.md")', ""),
    ('tmp_path.glob("*.md")', ""),
    ('"README"', ""),
    ('open("MYREADME.md"), open("other/README.md")', ""),
    ('tmp_path / "docs"', ""),
]


def documents_of(root: Path, test: str, text: str) -> str:
    for path in DOCUMENTS:
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text("x")
    (root / test).parent.mkdir(parents=True, exist_ok=True)
    (root / test).write_text(text)
    return " ".join(beginning.of(root).guess.documents)


@pytest.mark.parametrize(("text", "named"), NAMING)
def test_documents_that_a_test_names_are_shared(tmp_path: Path, text: str, named: str) -> None:
    """A test may execute the examples of a README: then a change of it is not without effect."""
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "test_docs.py").write_text("def test_it(): ...")
    assert documents_of(tmp_path, "tests/helpers.py", text) == named


def test_documents_are_found_in_other_languages_and_written_down(tmp_path: Path) -> None:
    assert documents_of(tmp_path, "test/docs.test.js", "test('x', () => readFileSync(`./README.md`))") == "README.md"
    text = beginning.of(tmp_path).text
    assert '  # Documents that tests name. Take one out if no test reads it.\n  - "README.md"\n' in text


def test_a_source_does_not_make_documents_shared(tmp_path: Path) -> None:
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "test_docs.py").write_text("def test_it(): ...")
    assert documents_of(tmp_path, "src/shop/docs.py", 'open("README.md")') == ""


def test_what_a_package_imports_by_a_star_is_shared(tmp_path: Path) -> None:
    """Whoever imports the package runs it, whatever name is asked for; a source of every area need not be."""
    files = {
        "slug/__init__.py": "".join(f"from .{each} import *\n" for each in ("special", "core", "inner")),
        "slug/special.py": "PRE = []",
        "slug/core.py": "def slug(): ...",
        "slug/inner/__init__.py": "from .deep import *",
        "slug/inner/deep.py": "def deep(): ...",
        "tests/test_special.py": "from slug.special import PRE\nfrom slug.core import slug",
        "tests/test_release.py": "from slug import slug",
    }
    for path, text in files.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text)
    found = beginning.of(tmp_path).guess
    assert found.hubs == ("slug/__init__.py", "slug/inner/__init__.py", "slug/inner/deep.py", "slug/special.py")


@pytest.mark.parametrize(
    ("known", "more", "data"),
    [
        # the package is an area of its own, as its doctests make it: its data is not its own matter
        ("shop", {}, "shop/*.txt shop/rules/*.json"),
        # a part with data that another part works with through its sources
        (
            "",
            {"shop/mail/words.py": "", "shop/mail/words.csv": "", "tests/mail/test_it.py": "import shop.mail.words"},
            "",
        ),
        (
            "",
            {
                "shop/mail/words.py": "",
                "shop/mail/words.csv": "",
                "shop/mail/README.md": "",
                "shop/core.py": "from shop.mail import words",
                "tests/mail/test_it.py": "import shop.mail.words",
            },
            "shop/mail/*.csv",
        ),
    ],
)
def test_data_of_a_package_is_not_the_matter_of_one_area(
    tmp_path: Path, known: str, more: dict[str, str], data: str
) -> None:
    files = {
        "shop/__init__.py": "",
        "shop/core.py": "def rate(): ...",
        "shop/rates.txt": "a 1",
        "shop/rules/vat.json": "{}",
        "shop/logo.png": "",
        "shop/README.md": "",
        "tests/test_core.py": "from shop.core import rate",
        "tests/data/rates.txt": "",
        **more,
    }
    for path, text in files.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text)
    begun = beginning.of(tmp_path, [known] if known else [])
    assert " ".join(begun.guess.data) == data
    assert all(f'"{pattern}"' in begun.text for pattern in begun.guess.data)
