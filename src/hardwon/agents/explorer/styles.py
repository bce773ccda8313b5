"""Styles: which elements the stylesheets of a page hide, as far as that can be told without drawing it. Pure.

Only what decides whether text is seen is read of a sheet, and the cascade is kept: importance, specificity, order. What
holds only on some screens, or hides from the eye alone, leaves it open whether the text is seen.
"""

# ruff: noqa: SIM905 - a list of words reads better as words

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

MOST_RULES = 4_000
MOST_TRIES = 30_000
"""Selectors that are tried on the elements of one page: a hostile one must not take long. The rest is left open."""

LONGEST_SHEET = 1_000_000
LONGEST_SELECTOR = 400

Sight = Literal["seen", "unsure", "hidden"]

_READ = frozenset(
    "display visibility opacity font-size clip clip-path position left top right text-indent height width max-height "
    "max-width overflow color content-visibility transform".split()
)
_COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)", re.DOTALL)
_PIECE = re.compile(r"[{}]|[^{}]+")
_AT_REST = re.compile(
    r":{1,2}(?:hover|focus(?:-within|-visible)?|active|visited|target|before|after|placeholder|selection|marker|backdrop|"
    r"first-letter|first-line|-webkit-[\w-]+|-moz-[\w-]+|-ms-[\w-]+)\b"
)
"""What no element is while nobody touches the page, and what is not an element."""

_KEY = re.compile(r"([#.]?)(-?[A-Za-z_][\w-]*)")
_FAR = re.compile(r"^-\d{3,}(?:\.\d+)?(?:px|em|rem|%|vw|vh)$")
_NOTHING = re.compile(r"^0+(?:\.0+)?(?:px|em|rem|%|pt)?$")
_TINY = re.compile(r"^[01](?:\.\d+)?px$")
_CLIPPED = re.compile(r"^rect\(\s*(?:[01](?:px)?[\s,]*){4}\)$|^inset\(\s*(?:50|100)%|^circle\(\s*0")


@dataclass(frozen=True, slots=True)
class _Rule:
    selector: str
    weight: tuple[int, int, int, int]
    """Specificity, then the place in the sheets."""

    given: Mapping[str, tuple[str, bool]]
    """Values by property, each with whether it is important."""

    is_certain: bool
    """Whether it holds on every screen, and its selector is understood."""


@dataclass(slots=True)
class Styles:
    """The rules of all sheets of a page."""

    fits: Callable[[Any, str], bool | None]
    """Whether a selector means an element; None where it is not understood."""

    _by_key: dict[str, list[_Rule]] = field(default_factory=lambda: defaultdict(list))
    _count: int = 0
    _tries: int = 0

    @classmethod
    def of(cls, sheets: Iterable[str], fits: Callable[[Any, str], bool | None]) -> Styles:
        styles = cls(fits)
        for sheet in sheets:
            for selector, body, is_certain in _rules(sheet[:LONGEST_SHEET]):
                styles._add(selector, body, is_certain=is_certain)
        return styles

    def _add(self, selectors: str, body: str, *, is_certain: bool) -> None:
        given = {name: value for name, value in declared(body) if name in _READ}
        if not given:
            return
        for selector in _selectors(selectors):
            if self._count >= MOST_RULES:
                return
            self._count += 1
            weight = (*_specificity(selector), self._count)
            self._by_key[_key(selector)].append(_Rule(selector, weight, given, is_certain))

    def sight(self, node: Any, style: str = "") -> Sight:
        """Whether the text of an element is seen, by its own styles: what is around it is not looked at."""
        if self._tries > MOST_TRIES:
            return "unsure"
        inline = dict(declared(style))
        rules = list(self._matching(node)) if self._count else []
        if not rules and not inline:
            return "seen"
        certain = _sight(_cascaded([rule for rule, is_certain in rules if is_certain], inline))
        if all(is_certain for _, is_certain in rules):
            return certain
        return certain if _sight(_cascaded([rule for rule, _ in rules], inline)) == certain else "unsure"

    def _matching(self, node: Any) -> Iterator[tuple[_Rule, bool]]:
        """The rules for an element, each with whether that is certain."""
        given = node.attrs or {}
        keys = [f".{name}" for name in (given.get("class") or "").split()[:50]]
        keys += [f"#{given.get('id')}", node.name, "*"]
        for key in keys:
            for rule in self._by_key.get(key, ()):
                self._tries += 1
                if self._tries > MOST_TRIES:
                    return
                fits = self.fits(node, rule.selector)
                if fits is not False:
                    yield rule, fits is True and rule.is_certain


def declared(body: str) -> Iterator[tuple[str, tuple[str, bool]]]:
    """The declarations of a block: each property with its value, and whether it is important."""
    for part in body.split(";"):
        name, colon, value = part.partition(":")
        if colon:
            plain = " ".join(value.lower().split())
            bare = re.sub(r"\s*!\s*important$", "", plain)
            yield name.strip().lower(), (bare, bare != plain)


def _rules(sheet: str) -> Iterator[tuple[str, str, bool]]:
    """The blocks of a sheet: selectors, declarations, and whether they hold on every screen."""
    around: list[tuple[str, bool | None]] = []
    said = ""
    for piece in _PIECE.findall(_COMMENT.sub(" ", sheet)):
        if piece == "{":
            around.append((said.rpartition(";")[2].strip(), _holds(said)))
            said = ""
        elif piece == "}":
            if around:
                selector, _ = around.pop()
                holds = [each for _, each in around]
                if selector and not selector.startswith("@") and None not in holds:
                    yield selector, said, all(holds)
            said = ""
        else:
            said = piece


def _holds(condition: str) -> bool | None:
    """Whether what stands in a block holds: always, on some screens, or never on one (None)."""
    plain = " ".join(condition.rpartition(";")[2].lower().split())
    if not plain.startswith("@"):
        return True
    if plain.startswith("@media"):
        media = plain.removeprefix("@media").strip()
        if media in ("screen", "all", "", "only screen"):
            return True
        return None if re.fullmatch(r"(?:only )?(?:print|speech|aural)(?: and .*)?", media) else False
    return True if plain.startswith("@layer") else False if plain.startswith(("@supports", "@container")) else None


def _selectors(text: str) -> Iterator[str]:
    depth, start = 0, 0
    for at, char in enumerate([*text, ","]):
        depth += (char in "([") - (char in ")]")
        if char == "," and depth <= 0:
            selector = " ".join(text[start:at].split())
            if selector and len(selector) <= LONGEST_SELECTOR and not _AT_REST.search(selector):
                yield selector
            start = at + 1


def _key(selector: str) -> str:
    """By which name the elements of a selector can be found: an id before a class before a tag."""
    last = re.sub(r"\[[^\]]*\]|:[\w-]+(?:\([^)]*\))?", "", re.split(r"[\s>+~]+", selector)[-1])
    found = sorted(_KEY.findall(last), key=lambda each: "#.".find(each[0] or "!") % 3)
    return "".join(found[0]) if found else "*"


def _specificity(selector: str) -> tuple[int, int, int]:
    plain = re.sub(r":(?:not|is|where|has)\(|\)", " ", selector)
    ids, classes = plain.count("#"), len(re.findall(r"\.[\w-]|\[|(?<!:):[\w-]", plain))
    return ids, classes, len(re.findall(r"(?:^|[\s>+~(])[A-Za-z]", plain))


def _cascaded(rules: Iterable[_Rule], inline: Mapping[str, tuple[str, bool]]) -> dict[str, str]:
    best: dict[str, tuple[tuple[Any, ...], str]] = {}
    for rule in rules:
        for name, (value, is_important) in rule.given.items():
            rank = (is_important, False, rule.weight)
            best[name] = max(best.get(name, (rank, value)), (rank, value), key=lambda each: each[0])
    for name, (value, is_important) in inline.items():
        rank = (is_important, True, (0, 0, 0, 0))
        best[name] = max(best.get(name, (rank, value)), (rank, value), key=lambda each: each[0])
    return {name: value for name, (_, value) in best.items()}


def _sight(given: Mapping[str, str]) -> Sight:
    if given.get("display") == "none" or given.get("visibility") in ("hidden", "collapse"):
        return "hidden"
    if given.get("content-visibility") == "hidden":
        return "hidden"
    is_far = given.get("position") in ("absolute", "fixed") and any(
        _FAR.match(given.get(side, "")) for side in ("left", "top", "right")
    )
    is_shut = given.get("overflow") in ("hidden", "clip") and any(
        _NOTHING.match(given.get(side, "")) or _TINY.match(given.get(side, ""))
        for side in ("height", "width", "max-height", "max-width")
    )
    is_faint = any(_NOTHING.match(given.get(name, "")) for name in ("opacity", "font-size"))
    is_clipped = any(_CLIPPED.match(given.get(name, "")) for name in ("clip", "clip-path"))
    is_moved = bool(_FAR.match(given.get("text-indent", ""))) or given.get("transform") in ("scale(0)", "scale(0,0)")
    unsure = is_far or is_shut or is_faint or is_clipped or is_moved or given.get("color") == "transparent"
    return "unsure" if unsure else "seen"
