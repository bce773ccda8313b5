"""Concern: which areas a changed file may concern. A table of files, as they lie in projects of all kinds."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from hardwon.areas.content import GONE
from hardwon.areas.rules import Rule
from hardwon.areas.spellings import Naming
from hardwon.project.concern import Concerns
from hardwon.project.users import Users

if TYPE_CHECKING:
    from pathlib import Path

RULES = (
    Rule(
        area="auth",
        tests=("tests/auth/**",),
        paths=("src/shop/auth/**", "web/auth/**"),
        exclude=("src/shop/auth/generated/**", "**/*.snap"),
    ),
    Rule(area="cart", tests=("tests/cart/test_*.py", "re:^web/cart"), paths=("src/shop/cart.py",)),
    Rule(area="unheard", tests=("tests/vendored",), paths=("src/shop/unheard.py",)),
)
AREAS = {"auth": True, "cart": True, "legacy": False, "tools": True}
"""Whether the files of each are known; of `unheard` no run has spoken."""

TESTS = {
    "tests/auth/test_login.py": {"auth"},
    "tests/auth/deep/test_token.py": {"auth"},
    "tests/cart/test_cart.py": {"cart"},
    "tests/legacy/test_old.py": {"legacy"},
    "tests/both/test_both.py": {"auth", "legacy"},
    "src/shop/doctested.py": {"tools"},
    "docs/tutorial.rst": {"tools"},
    "web/cart/total.test.ts": {"cart"},
}
FILES = [
    "src/shop/__init__.py",
    "src/shop/auth/login.py",
    "src/shop/cart.py",
    "packages/mail/index.js",
    "tools/build.py",
    *TESTS,
]
EVERY = "auth cart legacy tools"
NONE = ""
NEW = True

CASES = [
    # what the project shares
    ("uv.lock", EVERY),
    ("src/shop/base.py", EVERY),
    ("README.shared.md", EVERY),
    ("conftest.py", EVERY),
    ("tests/conftest.py", "auth cart legacy"),
    ("tests/auth/conftest.py", "auth"),
    ("tests/both/conftest.py", "auth legacy"),
    ("tests/nobody/conftest.py", NONE),
    # tests
    ("tests/auth/test_login.py", "auth"),
    ("tests/auth/test_by_name.py", "auth"),
    ("tests/auth/helper.py", EVERY),
    ("tests/auth/data/users.json", EVERY),
    ("tests/vendored/valid/array.json", EVERY),
    ("tests/both/test_both.py", "auth legacy"),
    ("tests/cart/test_cart.py", "cart"),
    ("tests/cart/helper.py", EVERY),
    ("tests/legacy/test_old.py", "legacy"),
    ("tests/legacy/test_renamed.py", EVERY),
    ("tests/helpers.py", EVERY),
    ("tests/__init__.py", EVERY),
    ("tests/golden/page.txt", EVERY),
    ("tests/golden/page.png", EVERY),
    ("tests/README.md", NONE),
    ("web/cart/total.test.ts", "cart"),
    ("spec/support/env.rb", EVERY),
    ("testing/benchmark.py", EVERY),
    # sources with an area
    ("src/shop/auth/login.py", "legacy"),
    ("src/shop/auth/mails/hello.txt", "legacy"),
    ("src/shop/cart.py", "legacy"),
    ("web/auth/form.tsx", "legacy"),
    ("src/shop/auth/generated/schema.py", NONE),
    ("web/auth/form.snap", NONE),
    # sources without one, or with one of which no run has spoken
    ("src/shop/unheard.py", EVERY),
    ("src/shop/prices.py", EVERY),
    ("src/shop/generated/schema.py", EVERY),
    ("setup.py", EVERY),
    ("app.go", EVERY),
    ("scripts/migrate.sh", EVERY),
    ("tools/build.py", EVERY),
    ("vendor/lib", EVERY),
    ("src/shop/test_client.py", EVERY),
    ("src/shop/doctested.py", EVERY),
    # what is neither, and may matter
    ("pyproject.toml", EVERY),
    ("package.json", EVERY),
    ("package-lock.json", EVERY),
    ("requirements.txt", EVERY),
    ("requirements/dev.txt", EVERY),
    ("requirements-dev.txt", EVERY),
    ("constraints.txt", EVERY),
    ("CMakeLists.txt", EVERY),
    ("Makefile", EVERY),
    ("Dockerfile", EVERY),
    ("go.sum", EVERY),
    ("tox.ini", EVERY),
    (".env", EVERY),
    ("migrations/0001_init.sql", EVERY),
    ("src/shop/templates/mail.html", EVERY),
    ("src/shop/prompt.md", EVERY),
    ("src/main/resources/words.txt", EVERY),
    ("packages/mail/hello.txt", EVERY),
    # documents, pictures, editors, services
    ("README.md", NONE),
    ("readme.rst", NONE),
    ("packages/mail/README.md", NONE),
    ("packages/mail/docs/use.md", NONE),
    ("CHANGELOG.md", NONE),
    ("CHANGES.rst", NONE),
    ("LICENSE", NONE),
    ("LICENSE.txt", NONE),
    ("notes/todo.md", NONE),
    ("NOTES.txt", NONE),
    ("docs/index.rst", NONE),
    ("docs/conf.py", NONE),
    ("doc/images/logo.svg", NONE),
    ("src/shop/static/logo.png", NONE),
    (".github/workflows/ci.yml", NONE),
    (".gitlab-ci.yml", NONE),
    (".gitignore", NONE),
    (".editorconfig", NONE),
    (".pre-commit-config.yaml", NONE),
    ("hardwon.yaml", NONE),
    ("src/shop/cart.py~", NONE),
    ("src/shop/cart.py.orig", NONE),
    ("debug.log", NONE),
    ("newsfragments/12.feature", NONE),
    ("docs/tutorial.rst", "tools"),
    # sources among documents: tests may import them, unless no test is in their language
    ("docs/example.py", EVERY),
    ("docs/src/snippets/cart.ts", EVERY),
    ("doc/_ext/roles.py", NONE),
    ("docs/theme/search.rb", NONE),
    ("docs/example.json", NONE),
    # names that only look like those
    ("src/shop/readme.py", EVERY),
    ("src/shop/security.py", EVERY),
    ("src/shop/docs/generate.py", EVERY),
    ("changes.json", EVERY),
]


@pytest.fixture(scope="module")
def concerns() -> Concerns:
    shared = ("**/conftest.py", "uv.lock", "src/shop/base.py", "README.shared.md")
    return Concerns(
        naming=Naming.of(RULES, AREAS),
        shared=shared,
        areas=AREAS,
        files=dict.fromkeys(FILES, "1"),
        tests_of=lambda: TESTS,
    )


@pytest.mark.parametrize(("path", "areas"), CASES)
def test_a_changed_file_concerns(concerns: Concerns, path: str, areas: str) -> None:
    assert " ".join(sorted(concerns.halts({path: "before"}))) == areas


@pytest.mark.parametrize(
    ("path", "areas"),
    [
        ("tests/auth/test_new.py", "auth"),
        ("tests/legacy/test_new.py", "legacy"),
        ("tests/invoices/test_new.py", NONE),
        ("src/shop/prices.py", EVERY),
        ("src/shop/auth/new.py", "legacy"),
        ("tests/new_helper.py", EVERY),
        ("web/new/page.test.ts", NONE),
    ],
)
def test_a_new_file_concerns(concerns: Concerns, path: str, areas: str) -> None:
    """A new test can only concern its own area; a new source any."""
    assert " ".join(sorted(concerns.halts({path: GONE}))) == areas


def test_what_says_most_is_named_first(concerns: Concerns) -> None:
    changed = dict.fromkeys(("a.go", "src/shop/cart.py", "tests/legacy/test_old.py", "uv.lock"), "1")
    halts = concerns.halts(changed)
    assert (halts["legacy"].file, halts["legacy"].more) == ("tests/legacy/test_old.py", 3)
    assert (halts["cart"].file, halts["cart"].more) == ("uv.lock", 1)
    assert halts["cart"].told("cart") == (
        "uv.lock and 1 more file changed since the last run that covered cart (sharedPaths name it)"
    )


def test_history_is_read_only_where_a_file_may_hold_tests() -> None:
    asked: list[int] = []

    def tests() -> dict[str, set[str]]:
        asked.append(1)
        return {}

    concerns = Concerns(naming=Naming.of(RULES, AREAS), shared=("uv.lock",), areas=AREAS, files={}, tests_of=tests)
    assert set(concerns.halts({"uv.lock": "1"})) == set(AREAS)
    assert not asked


def test_a_changed_test_concerns_the_areas_whose_tests_import_it(tmp_path: Path) -> None:
    """A reduced run was green although a base class that they have from it was broken."""
    texts = {
        "tests/__init__.py": "",
        "tests/auth/test_login.py": "class Common: pass\n",
        "tests/cart/test_cart.py": "from tests.auth.test_login import Common\n",
        "tests/legacy/test_old.py": "",
        "tests/both/conftest.py": "from tests.cart.test_cart import Common\n",
    }
    for name, text in texts.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    concerns = Concerns(
        naming=Naming.of(RULES, {**AREAS, "both": True}),
        shared=(),
        areas={**AREAS, "both": True},
        files=dict.fromkeys(texts, "1"),
        users_of=lambda gone: Users(tmp_path, gone),
        tests_of=lambda: {**TESTS, "tests/both/test_both.py": {"both"}},
    )
    assert " ".join(sorted(concerns.halts({"tests/auth/test_login.py": "before"}))) == "auth both cart"
    assert " ".join(sorted(concerns.halts({"tests/legacy/test_old.py": "before"}))) == "legacy"


def test_a_link_out_of_the_project_concerns_every_area() -> None:
    """No rule watches what is behind it, so that no area starts again."""
    files = {
        "src/shop/auth/linked.py": "0123456789abcdefl+fedcba9876543210",
        "src/shop/auth/inner.py": "0123456789abcdefl",
    }
    concerns = Concerns(naming=Naming.of(RULES, AREAS), shared=(), areas=AREAS, files=files)
    assert " ".join(sorted(concerns.halts({"src/shop/auth/linked.py": "before"}))) == EVERY
    assert " ".join(sorted(concerns.halts({"src/shop/auth/inner.py": "before"}))) == "legacy"


NESTED = (
    Rule(area="shop", paths=("shop/**",), exclude=("**/vendor/**",)),
    Rule(area="money", paths=("shop/money/**",)),
    Rule(area="rates", paths=("shop/money/rates.py", "shop/money/table.csv")),
    Rule(area="core", paths=("shop/core.py",)),
    Rule(area="mail", paths=("shop/mail*.py",)),
    Rule(area="web", paths=("web/**",)),
    Rule(area="forms", paths=("web/forms/**",)),
    Rule(area="left", paths=("side/left*", "side/both.py")),
    Rule(area="right", paths=("side/right*", "side/both.py")),
    Rule(area="quiet", paths=("**/*.py",)),
)
NESTED_FILES = [
    *("shop/__init__.py", "shop/core.py", "shop/mail.py", "shop/mail_html.py", "shop/rates.txt", "shop/vendor/lib.py"),
    *("shop/money/__init__.py", "shop/money/rates.py", "shop/money/table.csv", "shop/money/signs.csv"),
    *("web/page.js", "web/page.css", "web/forms/form.js", "web/forms/form.css"),
    *("side/left.js", "side/left.json", "side/right.js", "side/right.json", "side/both.py"),
]


@pytest.mark.parametrize(
    ("path", "areas"),
    [
        # data that only the widest pattern covers: whoever has a file there may read it
        ("shop/rates.txt", "core mail money rates"),
        ("shop/new.json", "core mail money rates"),
        ("shop/money/signs.csv", "rates"),
        ("web/page.css", "forms"),
        # and its sources may be imported there
        ("shop/__init__.py", "core mail money rates"),
        ("web/page.js", "forms"),
        ("web/gone.js", "forms"),
        # a pattern that covers nothing of others decides
        ("web/forms/form.css", NONE),
        ("shop/mail_text.py", NONE),
        ("shop/money/table.csv", NONE),
        ("shop/core.py", NONE),
        ("side/left.json", NONE),
        ("side/left.js", NONE),
        ("side/both.py", NONE),
        ("shop/vendor/lib.py", NONE),
    ],
)
def test_a_file_that_only_a_wide_pattern_covers_concerns_all_that_it_covers(path: str, areas: str) -> None:
    """Beside the areas that have it, which start again. Of `quiet` no run has spoken."""
    known = dict.fromkeys(("shop", "money", "rates", "core", "mail", "web", "forms", "left", "right"), True)
    concerns = Concerns(naming=Naming.of(NESTED, known), shared=(), areas=known, files=dict.fromkeys(NESTED_FILES, "1"))
    assert " ".join(sorted(concerns.halts({path: "before"}))) == areas
