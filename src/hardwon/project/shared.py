"""Files that concern every area: what sets tests up, which versions of others' code are used, and how all is built."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hardwon.areas.rules import covers
from hardwon.project.layout import TEST_FOLDERS, name_of

if TYPE_CHECKING:
    from collections.abc import Iterable

SETTING_TESTS_UP = (
    "conftest.py",
    "jest.setup.*",
    "vitest.setup.*",
    "spec_helper.rb",
    "rails_helper.rb",
    "test_helper.rb",
)
SHARED_NAMES = (
    *SETTING_TESTS_UP,
    # versions of others' code
    "uv.lock",
    "poetry.lock",
    "pdm.lock",
    "pylock*.toml",
    "Pipfile",
    "Pipfile.lock",
    "*requirements*.txt",
    "constraints*.txt",
    "environment.yml",
    "package.json",
    "package-lock.json",
    "npm-shrinkwrap.json",
    "yarn.lock",
    "pnpm-lock.yaml",
    "bun.lock",
    "bun.lockb",
    "deno.lock",
    "go.mod",
    "go.sum",
    "Cargo.toml",
    "Cargo.lock",
    "Gemfile",
    "Gemfile.lock",
    "composer.json",
    "composer.lock",
    "mix.lock",
    "pom.xml",
    "build.gradle",
    "build.gradle.kts",
    "settings.gradle",
    "settings.gradle.kts",
    "gradle.lockfile",
    "gradle.properties",
    "libs.versions.toml",
    "build.sbt",
    # how all is set up and built
    "pyproject.toml",
    "setup.py",
    "setup.cfg",
    "pytest.ini",
    "tox.ini",
    "noxfile.py",
    "babel.config.*",
    "cypress.config.*",
    "jest.config.*",
    "karma.conf.*",
    "playwright.config.*",
    "tsconfig*.json",
    "vite.config.*",
    "vitest.config.*",
    "vitest.workspace.*",
    ".mocharc.*",
    ".env.example",
    ".env.test",
    "docker-compose*.yml",
    "docker-compose*.yaml",
    "compose.yml",
    "compose.yaml",
    "Dockerfile",
)

BESIDE = frozenset({"bench", "benchmarks", "demo", "doc", "docs", "example", "examples", "samples"})
"""Folders in the root whose own settings and versions no test depends on."""

MOST = 60


def shared_paths(files: Iterable[str]) -> tuple[str, ...]:
    """Globs for the files that concern every area: by name where one lies in the root only, else at any depth."""
    in_root: set[str] = set()
    deeper: set[str] = set()
    for path in files:
        top, slash, _ = path.partition("/")
        pattern = next((each for each in SHARED_NAMES if covers((each,), name_of(path))), None)
        is_data = pattern not in SETTING_TESTS_UP and not TEST_FOLDERS.isdisjoint(path.lower().split("/")[:-1])
        if pattern is not None and not is_data and not (slash and top in BESIDE):
            (deeper if slash else in_root).add(pattern)
    found = (f"**/{each}" if each in deeper else each for each in SHARED_NAMES if each in in_root | deeper)
    return tuple(found)[:MOST]
