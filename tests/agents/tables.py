"""The two tables by which judgement is measured, read and carried out."""

from __future__ import annotations

import importlib
import sys
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zlib import crc32

import yaml
from tests.agents.sites import library, office
from tests.agents.sites.serving import serve

from hardwon.agents import Hint, PlainStep
from hardwon.agents.explorer import Explorer
from hardwon.agents.explorer.checking import judged
from hardwon.agents.explorer.parsing import parse

if TYPE_CHECKING:
    from collections.abc import Iterator

HERE = Path(__file__).parent
SHOP = HERE.parents[1] / "examples" / "shop"
NOTE = "obs_note"
SENTENCES = (
    "sentences.yaml",
    "prose.yaml",
    "hard.yaml",
    "sight.yaml",
    "answerable.yaml",
    "trades.yaml",
    "parts.yaml",
    "grids.yaml",
)
VERDICTS = {True: "true", False: "false", None: "undecidable"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One row of a table, and what the code made of it."""

    half: str
    place: str
    text: str
    right: str
    got: str

    @property
    def is_right(self) -> bool:
        return self.got == self.right


def judged_sentences(half: str = "") -> Iterator[Row]:
    """Every sentence on its page; of one half where one is named."""
    groups = [each for name in SENTENCES for each in yaml.safe_load((HERE / name).read_text("utf-8"))]
    for number, group in enumerate(groups):
        html = group.get("html") or (HERE / "pages" / f"{group['page']}.html").read_text("utf-8")
        page = parse(html, "http://site.example/")
        for right, own, text in group["sentences"]:
            if half in ("", own):
                got = VERDICTS[judged(text, page)]
                yield Row(half=own, place=group.get("page", str(number)), text=text, right=right, got=got)


def pages_and_sentences() -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """Every page, and what is known of each sentence about it."""
    for name in SENTENCES:
        for group in yaml.safe_load((HERE / name).read_text("utf-8")):
            html = group.get("html") or (HERE / "pages" / f"{group['page']}.html").read_text("utf-8")
            yield html, [(right, text) for right, _, text in group["sentences"]]


def judged_by_a_stranger(one_of: int = 1) -> Iterator[Row]:
    """What a stranger says about a ferry desk, and of the true ones what is said once the page was changed.

    With `one_of` a share of them, the same each time.
    """
    for group in yaml.safe_load((HERE / "ferry.yaml").read_text("utf-8")):
        html = (HERE / "pages" / f"{group['page']}.html").read_text("utf-8")
        page = parse(html, "http://site.example/")
        for right, text, *change in group["sentences"]:
            if crc32(text.encode()) % one_of:
                continue
            yield Row(half="", place=group["page"], text=text, right=right, got=VERDICTS[judged(text, page)])
            if change:
                old, new = change
                assert old in html, old
                got = VERDICTS[judged(text, parse(html.replace(old, new), "http://site.example/"))]
                place = f"{group['page']}, {old} changed to {new}"
                yield Row(half="", place=place, text=text, right="false", got=got)


def judged_notes(half: str = "") -> Iterator[Row]:
    """Every note, given alone to its step on its site."""
    for group in yaml.safe_load((HERE / "notes.yaml").read_text("utf-8")):
        for right, own, title, content in group["notes"]:
            if half in ("", own):
                hint = Hint(id=NOTE, title=title, content=content, trust=0.5)
                place = f"{group['site']}{' moved' if group.get('moved') else ''}: {group['step']}"
                yield Row(half=own, place=place, text=f"{title}: {content}", right=right, got=_judged(group, hint))


def _judged(group: dict[str, Any], hint: Hint) -> str:
    with site(group["site"], moved=group.get("moved", False)) as running:
        state: dict[str, Any] = {}
        for text in group.get("before", ()):
            assert Explorer()(PlainStep(text=text, url=running.url, state=state)).passed, text
        outcome = Explorer()(PlainStep(text=group["step"], url=running.url, state=state, observations=[hint]))
    assert NOTE not in outcome.used or NOTE not in outcome.contradicted
    return "used" if NOTE in outcome.used else "contradicted" if NOTE in outcome.contradicted else "neither"


@contextmanager
def site(name: str, *, moved: bool = False) -> Iterator[Any]:
    """One of the three sites, running."""
    if name == "shop":
        if str(SHOP) not in sys.path:
            sys.path.insert(0, str(SHOP))
        with importlib.import_module("storefront").serve(slow=0.0, moved=moved) as running:
            yield running
    else:
        with serve({"library": library, "office": office}[name].view, moved=moved) as running:
            yield running
