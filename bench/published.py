"""Harmless texts that others have published, out of what is installed: what real programs say, in many languages.

Docstrings of Python's own library, descriptions of installed packages, and the messages of some programs in each
language that they were translated into. Nothing of it is kept in the project.
"""

from __future__ import annotations

import ast
import hashlib
import re
import sysconfig
from importlib.metadata import distributions
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

PROGRAMS = ("wagtail", "sphinx", "wtforms", "allauth")
DESCRIBED = (
    *("annotated-types", "charset-normalizer", "cloudpickle", "django-allauth", "django-filter", "djangorestframework"),
    *("fsspec", "h11", "idna", "joblib", "markdown-it-py", "mpmath", "narwhals", "numpy", "packaging", "pydantic"),
    *("regex", "requests", "rich", "scikit-learn", "sympy", "threadpoolctl", "tokenizers", "toml", "tqdm", "typer"),
    *("urllib3", "wagtail", "wordllama"),
)
"""Packages whose descriptions are taken: those that `[weights]` brings, so that the same is learned elsewhere."""

LANGUAGES = (
    *("ar", "cs", "da", "de", "el", "es", "fi", "fr", "he", "hi", "id", "id_ID", "it", "it_IT", "ja", "ko", "nb"),
    *("nb_NO", "nl", "pl", "pt", "pt_BR", "pt_PT", "ro", "ru", "sk", "sv", "sv_SE", "th", "tr", "tr_TR", "uk", "vi"),
    *("zh_CN", "zh_Hans", "zh_TW", "cs_CZ"),
)
MOST = {"library": 7000, "descriptions": 2000, "messages": 2500, "translations": 9000}
"""Texts that are taken of each source: those whose digests come first."""

_MESSAGE = re.compile(r'^(msgid|msgstr)(?:\[[0-9]\])? ((?:"[^\n]*"\s*)+)', re.MULTILINE)
_STRING = re.compile(r'"(?:[^"\\\n]|\\.)*"')
_PLACE = re.compile(r"%\(?\w*\)?[sdr]|\{\{? ?\w* ?\}?\}")
_ROLE = re.compile(r":[a-z:]{1,20}:`([^`<>]{1,200})(?:<[^`]{1,200})?`")


def published() -> dict[str, list[str]]:
    """The texts of each source."""
    messages = [*_messages()]
    sources = {
        "library": _docstrings(Path(sysconfig.get_path("stdlib"))),
        "descriptions": _descriptions(),
        "messages": (text for kind, text in messages if kind == "msgid"),
        "translations": (text for kind, text in messages if kind == "msgstr"),
    }
    return {source: _some(texts, MOST[source]) for source, texts in sources.items()}


def _some(texts: Iterable[str], most: int) -> list[str]:
    found = {text for text in texts if 12 <= len(text) <= 400 and len(text.split()) + 40 * (not text.isascii()) >= 4}
    return sorted(found, key=lambda text: hashlib.sha256(text.encode()).hexdigest())[:most]


def paragraphs(text: str) -> Iterator[str]:
    """The paragraphs of a text in reStructuredText or Markdown, without lists of code."""
    for block in re.split(r"\n\s*\n", text.replace("``", "`")):
        if not block.startswith(("    ", "\t", "..", ">>>", "|", "<", "!", "[", "#", "```")):
            yield " ".join(_ROLE.sub(r"`\1`", block).split()).strip("*- ")


def _docstrings(folder: Path) -> Iterator[str]:
    for path in sorted(folder.glob("*.py")) + sorted(folder.glob("[a-z]*/*.py")):
        if "test" in path.parts or "site-packages" in path.parts:
            continue
        try:
            tree = ast.parse(path.read_text("utf-8"))
        except (SyntaxError, UnicodeDecodeError):
            continue
        for node in ast.walk(tree):
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
                yield from paragraphs(ast.get_docstring(node) or "")


def _descriptions() -> Iterator[str]:
    for distribution in (found for found in distributions() if found.metadata["Name"].lower() in DESCRIBED):
        _, _, description = (distribution.read_text("METADATA") or "").partition("\n\n")
        yield from paragraphs(description)


def _messages() -> Iterator[tuple[str, str]]:
    for program in filter(find_spec, PROGRAMS):
        [folder] = find_spec(program).submodule_search_locations  # type: ignore[union-attr,misc]  # asked before
        for path in sorted(Path(folder).glob("**/*.po")):
            if not {*path.parts} & {*LANGUAGES}:
                continue
            for kind, strings in _MESSAGE.findall(path.read_text("utf-8")):
                text = "".join(ast.literal_eval(part) for part in _STRING.findall(strings))
                if "Project-Id-Version" not in text:
                    yield kind, _PLACE.sub("5", text)
