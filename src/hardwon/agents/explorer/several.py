"""Several: which links act on one of several things, told by where they stand and lead, in any language. Pure.

/termine/502/absagen, ?id=5&do=x       a word behind an id: something is done to what has the id
"Avlys" in each row, each its own      what can be done to any of them
/termine/502, "Details" in each row    the thing itself: only looked at
"""

# ruff: noqa: SIM905, E501 - a list of words reads better as words

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl, unquote, urlsplit

from hardwon.agents.explorer.deeds import SEARCHED, folded
from hardwon.agents.explorer.intents import all_words, words_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from hardwon.agents.explorer.page import Link, Page

_ID = re.compile(
    r"\d+|(?=[^\d]*\d)[0-9a-f]{8,}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|(?!v\d)[a-z]{1,5}[-_]?\d{2,}",
    re.IGNORECASE,
)
_YEAR = re.compile(r"(?:19|20)\d\d")
_WORD = re.compile(r"[^\W\d_]+(?:[-_.][^\W\d_]+){0,2}")
"""What can be the name of a deed; an address with more words is the title of something."""

_LOOKS = frozenset(
    "edit view show detail details info about history item items order orders comment comments review reviews photo photos "
    "image images gallery file files document documents invoice invoices member members people setting settings profile "
    "overview summary preview print new add more open read see learn versions version map contact contacts page pages html "
    "index php asp aspx jsp htm here full continue and "
    "bearbeiten andern aendern ansehen anzeigen anschauen mehr details oeffnen offnen lesen weiterlesen verlauf ubersicht "
    "voir afficher modifier editer lire suite plus detail consulter ouvrir la de "
    "ver mas detalles editar leer mostrar abrir dettagli modifica vedi leggi apri mostra detalhes mais ler "
    "bekijk bekijken bewerken meer lees wijzigen openen visa redigera mer las vis rediger mere laes "
    "szczegoly zobacz edytuj wiecej detail upravit zobrazit vice katso muokkaa lisaa".split()
)
"""What is looked at, or a form that can still be left, wherever it stands."""


def on_one_of_several(page: Page, home: Page | None) -> frozenset[str]:
    """The addresses of links of a page that may do something to one of several things."""
    behind = {
        link.url for link in page.links if _is_word_behind_id(link.url, home.url if home is not None else page.url)
    }
    return frozenset(behind | set(_repeated(page)))


def is_named(link: Link, goal: frozenset[str]) -> bool:
    """Whether the step says all that a link says."""
    own = words_of(link.text)
    return bool(own) and own <= goal


def _is_word_behind_id(url: str, home: str) -> bool:
    parts = urlsplit(url)
    path = _segments(parts.path)
    known = _segments(urlsplit(home).path)
    asked = [
        (name, value)
        for name, value in parse_qsl(parts.query, keep_blank_values=True)
        if name.casefold() not in SEARCHED
    ]
    in_path = [at for at, each in enumerate(path) if _is_id(each) and path[: at + 1] != known[: at + 1]]
    has_id = bool(in_path) or any(_is_id(value) for _, value in asked)
    words = [value or name for name, value in asked if not _is_id(value)]
    if in_path and in_path[-1] == len(path) - 2:
        words.append(path[-1])
    return has_id and any(_WORD.fullmatch(each) and not _is_look(each) for each in words)


def _segments(path: str) -> list[str]:
    return [unquote(each) for each in path.split("/") if each]


def _is_id(text: str) -> bool:
    return _ID.fullmatch(text) is not None and not _YEAR.fullmatch(text)


def _is_look(text: str) -> bool:
    return set(re.findall(r"[^\W\d_]+", folded(text))) <= _LOOKS


def _repeated(page: Page) -> Iterable[str]:
    """The addresses of links whose text stands in several rows, each time with another address."""
    rows: dict[str, dict[str, str]] = {}
    for link in page.links:
        text = folded(link.text)
        if text and not _is_look(text) and all_words(link.near) - all_words(link.text):
            rows.setdefault(text, {})[link.near] = link.url
    pages = {urlsplit(each).path.rstrip("/") for each in (page.url, *(link.url for link in page.links))}
    for text, found in rows.items():
        if len(set(found.values())) > 1:
            yield from (url for url in found.values() if not _is_thing(url, text, pages))


def _is_thing(url: str, text: str, pages: set[str]) -> bool:
    """Whether an address is that of a thing: `/orders/12`, below a page or named otherwise than what the link says."""
    parts = urlsplit(url)
    above, _, last = parts.path.rstrip("/").rpartition("/")
    if parts.query or not above:
        return False
    return above in pages or (_is_id(last) and words_of(text).isdisjoint(words_of(unquote(above).replace("/", " "))))
