"""Sheets: the rules of stylesheets that decide whether text is seen, with what the cascade needs to rank them. Pure.

A selector that rests on what a visitor does (`:hover`), or on a part that is not an element (`::marker`), is left out,
but for `::before` and `::after`, which add text; one that is not understood stays, and is never certain.
"""

# ruff: noqa: SIM905, E501, S105 - a list of words reads better as words; a token here is a part of CSS

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import tinycss2

MOST_RULES = 20_000
MOST_SELECTORS = 60
"""That one selector may stand for, with `:is()` and nesting written out."""

LONGEST_SHEET = 1_000_000
LONGEST_SELECTOR = 400
DEEPEST = 12
"""Blocks inside one another."""

UNLAYERED = 1_000_000

Tokens = tuple[Any, ...]
Declared = Mapping[str, tuple[Tokens, bool]]
"""Values by property, each with whether it is important."""

READ = frozenset(
    "display visibility opacity font-size font line-height clip clip-path mask mask-image -webkit-mask -webkit-mask-image "
    "position left top right bottom inset inset-inline inset-inline-start inset-inline-end inset-block margin margin-left "
    "margin-right margin-top margin-bottom margin-inline-start text-indent letter-spacing height width max-height max-width "
    "block-size inline-size max-block-size max-inline-size overflow overflow-x overflow-y color background background-color "
    "background-image content-visibility transform scale translate rotate zoom filter z-index animation animation-name "
    "color-scheme -webkit-text-fill-color all content".split()
)
COLOURS = frozenset("color background background-color background-image color-scheme".split())
_AT_REST = frozenset("hover focus focus-within focus-visible active visited target".split())
_PARTS = frozenset("first-line first-letter".split())
GENERATED = ("before", "after")
_EITHER = frozenset({"is", "where", "matches", "-webkit-any"})
_PLAIN = re.compile(r"-?[A-Za-z_][\w-]*")
_DISPLAYS = frozenset(
    "none block inline inline-block flex inline-flex grid inline-grid table inline-table table-row table-cell "
    "table-row-group table-header-group table-footer-group table-column table-column-group table-caption list-item "
    "contents flow flow-root run-in ruby ruby-base ruby-text math -webkit-box -webkit-flex -ms-flexbox -webkit-inline-box "
    "inherit initial unset revert revert-layer".split()
)
_VALID = {"display": _DISPLAYS, "visibility": frozenset("visible hidden collapse inherit initial unset revert revert-layer".split())}  # fmt: skip


@dataclass(frozen=True, slots=True)
class StyleRule:
    """One selector and what it gives to the elements that it means."""

    selector: str
    key: str
    """By which name its elements can be found: `#id`, `.class`, a tag, or `*`."""

    weight: tuple[int, int, int, int]
    """Specificity, then the place in the sheets."""

    layer: int
    given: Declared
    condition: str
    """What must be so for it to hold; "" where it holds on every screen."""

    part: str = ""
    """`before` or `after` where it adds text to the elements; "" where it is about them."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """The text of a stylesheet, and whether it holds on every screen."""

    text: str
    is_certain: bool = True


@dataclass(frozen=True, slots=True)
class _Around:
    """The blocks around a rule."""

    parents: tuple[str, ...] = ()
    condition: str = ""
    layer: str = ""
    depth: int = 0


@dataclass(slots=True)
class Sheets:
    """Takes sheets in their order."""

    rules: list[StyleRule] = field(default_factory=list)
    is_whole: bool = True
    """Whether everything was read."""

    moving: dict[str, list[Declared]] = field(default_factory=dict)
    """What animations give, by their names."""

    _layers: dict[str, int] = field(default_factory=dict)

    def add(self, sheet: Sheet) -> None:
        self.is_whole = self.is_whole and len(sheet.text) <= LONGEST_SHEET
        parsed = tinycss2.parse_stylesheet(sheet.text[:LONGEST_SHEET], skip_comments=True, skip_whitespace=True)
        self._add(parsed, _Around(condition="" if sheet.is_certain else "of the sheet"))

    def _add(self, nodes: list[Any], around: _Around) -> None:
        # An explicit stack: blocks of a hostile sheet may be nested without end. What comes first is added first.
        ahead = [(node, around) for node in reversed(nodes)]
        while ahead and len(self.rules) < MOST_RULES:
            node, around = ahead.pop()
            if around.depth > DEEPEST:
                self.is_whole = False
                continue
            if node.type == "qualified-rule":
                inner = self._rule(node, around)
            elif node.type == "at-rule":
                inner = self._at_rule(node, around)
            else:
                continue
            ahead += reversed(inner)
        self.is_whole = self.is_whole and not ahead

    def _rule(self, node: Any, around: _Around) -> list[tuple[Any, _Around]]:
        selectors = tuple(_nested(node.prelude, around.parents))
        body = tinycss2.parse_blocks_contents(node.content, skip_comments=True, skip_whitespace=True)
        self._give(body, selectors, around)
        parents = tuple(text for text, _, _ in selectors)
        inside = _Around(parents, around.condition, around.layer, around.depth + 1)
        return [(each, inside) for each in body if each.type != "declaration"]

    def _give(self, body: list[Any], selectors: tuple[tuple[str, str, str], ...], around: _Around) -> None:
        given = declared(body)
        if not given:
            return
        layer = self._layers.setdefault(around.layer, len(self._layers)) if around.layer else UNLAYERED
        own = {name: value for name, value in given.items() if name != "content"}
        for text, key, ranked in selectors:
            weight = (*_specificity(ranked), len(self.rules))
            selector, _, part = text.partition("::")
            if part or own:
                all_of_it = given if part else own
                self.rules.append(StyleRule(selector or "*", key, weight, layer, all_of_it, around.condition, part))

    def _at_rule(self, node: Any, around: _Around) -> list[tuple[Any, _Around]]:
        name, said = node.lower_at_keyword, " ".join(tinycss2.serialize(node.prelude).lower().split())
        if name == "layer" and node.content is None:
            for each in said.split(","):
                self._layers.setdefault(f"{around.layer}.{each.strip()}", len(self._layers))
        if node.content is None:
            return []
        if name.endswith("keyframes"):
            self._moves(said, node)
            return []
        holds = media_holds(said) if name == "media" else name == "layer"
        if holds is None or name in ("font-face", "page", "property", "starting-style", "counter-style"):
            return []
        layer = f"{around.layer}.{said or id(node)}" if name == "layer" else around.layer
        body = tinycss2.parse_blocks_contents(node.content, skip_comments=True, skip_whitespace=True)
        condition = around.condition if holds else f"{around.condition} @{name} {said}"
        inside = _Around(around.parents, condition, layer, around.depth + 1)
        if around.parents:
            self._give(body, tuple(_written(around.parents)), inside)
        return [(each, inside) for each in body]

    def _moves(self, name: str, node: Any) -> None:
        frames = tinycss2.parse_rule_list(node.content, skip_comments=True, skip_whitespace=True)
        given = [
            declared(tinycss2.parse_blocks_contents(each.content)) for each in frames if each.type == "qualified-rule"
        ]
        self.moving.setdefault(name.strip("\"'"), []).extend(given)


def declared(body: list[Any]) -> dict[str, tuple[Tokens, bool]]:
    """The declarations of a block that matter: the last of each, but for those that are important."""
    given: dict[str, tuple[Tokens, bool]] = {}
    for each in body:
        if each.type != "declaration":
            continue
        name = each.name if each.name.startswith("--") else each.lower_name
        tokens = tuple(token for token in each.value if token.type not in ("whitespace", "comment"))
        is_read = name.startswith("--") or name in READ
        known = given.get(name)
        if is_read and is_valid(name, tokens) and (known is None or each.important or not known[1]):
            given[name] = tokens, each.important
    return given


def inline(style: str) -> dict[str, tuple[Tokens, bool]]:
    """The declarations of a `style` attribute."""
    return declared(tinycss2.parse_blocks_contents(style, skip_comments=True)) if style else {}


def is_valid(name: str, tokens: Tokens) -> bool:
    """Whether a browser takes a value, as far as that is known here."""
    known = _VALID.get(name)
    if known is None or any(token.type == "function" for token in tokens):
        return True
    return bool(tokens) and all(token.type == "ident" and token.lower_value in known for token in tokens)


def imports(text: str) -> Iterator[tuple[str, bool]]:
    """The addresses of the sheets that a sheet begins with, each with whether it holds on every screen."""
    for node in tinycss2.parse_stylesheet(text[:LONGEST_SHEET], skip_comments=True, skip_whitespace=True):
        if node.type != "at-rule" or node.lower_at_keyword not in ("import", "charset", "layer") or node.content:
            return
        tokens = [token for token in node.prelude if token.type != "whitespace"]
        address = _address(tokens[0]) if tokens and node.lower_at_keyword == "import" else ""
        holds = media_holds(tinycss2.serialize(tokens[1:]).lower().strip())
        if address and holds is not None:
            yield address, holds


def _address(token: Any) -> str:
    if token.type == "function" and token.lower_name == "url":
        return next((str(each.value) for each in token.arguments if each.type == "string"), "")
    return str(token.value) if token.type in ("string", "url") else ""


def media_holds(media: str) -> bool | None:
    """Whether a media query holds: on every screen (True), on some (False), on none (None)."""
    found = [_query_holds(" ".join(each.split())) for each in media.lower().split(",")]
    return True if True in found else False if False in found else None


def _query_holds(query: str) -> bool | None:
    if query in ("screen", "all", "", "only screen", "not print", "only all"):
        return True
    if re.fullmatch(
        r"(?:only )?(?:print|speech|aural|tty|tv|projection|handheld|braille)(?: and .*)?|not all|not screen", query
    ):
        return None
    return False


def _nested(prelude: list[Any], parents: tuple[str, ...]) -> Iterator[tuple[str, str, str]]:
    """The selectors of a rule, with the rules around it written out."""
    own = [part for part in tinycss2.serialize(prelude).split("\0") if part]
    if parents and own:
        own = [
            text.replace("&", parent) if "&" in text else f"{parent} {text}"
            for each in _parts(prelude)
            for text in [tinycss2.serialize(each).strip()]
            for parent in parents[:MOST_SELECTORS]
        ]
    yield from _written(own)


def _written(texts: Any) -> Iterator[tuple[str, str, str]]:
    """Each selector as it can be tried: its text, the name of what it means, and what its rank is counted from."""
    count = 0
    for text in texts:
        for part in _parts(tinycss2.parse_component_value_list(text, skip_comments=True)):
            for written, ranked in _expanded(part):
                count += 1
                plain = " ".join(written.split())
                if count <= MOST_SELECTORS and plain and len(plain) <= LONGEST_SELECTOR:
                    yield plain, _key(plain.partition("::")[0]), ranked


def _parts(tokens: list[Any]) -> Iterator[list[Any]]:
    """A list of selectors, each alone."""
    part: list[Any] = []
    for token in tokens:
        if token == ",":
            yield part
            part = []
        else:
            part.append(token)
    yield part


def _expanded(tokens: list[Any]) -> list[tuple[str, str]]:
    """A selector in plain letters, one for each way to read its `:is()`; nothing where no element at rest is meant."""
    made = [("", "")]
    at = 0
    while at < len(tokens):
        token, after = tokens[at], tokens[at + 1] if at + 1 < len(tokens) else None
        at += 1
        if token == ":" and after is not None:
            if after == ":":
                at += 1
                after = tokens[at] if at < len(tokens) else None
                if after is None or after.type != "ident" or after.lower_value not in GENERATED:
                    return []
            name = (
                (after.lower_value if after.type == "ident" else after.lower_name)
                if after.type in ("ident", "function")
                else ""
            )
            if name in _AT_REST or name in _PARTS:
                return []
            at += 1
            if name in GENERATED:
                return [(f"{one}::{name}", f"{rank} x") for one, rank in made] if at == len(tokens) else []
            texts = _pseudo(name, after, made)
        elif token == "." and after is not None and after.type == "ident":
            at += 1
            texts = [(_class(after.value),) * 2]
        elif token.type == "hash":
            texts = [(f"#{token.value}" if _PLAIN.fullmatch(token.value) else f'[id="{_quoted(token.value)}"]', "#x")]
        elif token.type == "ident":
            texts = [(token.value,) * 2]
        else:
            texts = [(tinycss2.serialize([token]),) * 2]
        made = [(one + text, rank + more) for one, rank in made for text, more in texts][:MOST_SELECTORS]
    return made


def _pseudo(name: str, after: Any, before: list[tuple[str, str]]) -> list[tuple[str, str]]:
    plain = f":{tinycss2.serialize([after])}"
    if name in ("link", "any-link"):
        return [("[href]", ":x")]
    if name not in _EITHER or after.type != "function":
        return [(plain, plain)]
    found = [_expanded([token for token in part if token.type != "whitespace"]) for part in _parts(after.arguments)]
    is_compound = all(
        not any(token.type == "whitespace" for token in _stripped(part)) and ">" not in part
        for part in _parts(after.arguments)
    )
    texts = [each for part in found for each in part]
    begins = before[0][0][-1:] in ("", " ", ">", "+", "~")
    if not is_compound or not (begins or all(text[:1] in ".#[:" for text, _ in texts)):
        return [(plain, plain)]
    return [(text, "" if name == "where" else rank) for text, rank in texts]


def _stripped(part: list[Any]) -> list[Any]:
    kept = list(part)
    while kept and kept[0].type == "whitespace":
        kept.pop(0)
    while kept and kept[-1].type == "whitespace":
        kept.pop()
    return kept


def _class(name: str) -> str:
    return f".{name}" if _PLAIN.fullmatch(name) else f'[class~="{_quoted(name)}"]'


def _quoted(text: str) -> str:
    return text.replace("\\", "").replace('"', "")


_KEY = re.compile(r"([#.]?)(-?[A-Za-z_][\w-]*)")
_NAMED = re.compile(r'\[(class~|id)="([^"]+)"\]')


def _key(selector: str) -> str:
    """By which name the elements of a selector can be found: an id before a class before a tag."""
    last = re.split(r"[\s>+~]+(?![^\[(]*[\])])", selector)[-1]
    if odd := _NAMED.search(last):
        return f"{'#' if odd[1] == 'id' else '.'}{odd[2]}"
    plain = re.sub(r"\[[^\]]*\]|:[\w-]+(?:\([^)]*\))?", "", last)
    found = sorted(_KEY.findall(plain), key=lambda each: "#.".find(each[0] or "!") % 3)
    return "".join(found[0]) if found and ")" not in plain else "*"


def _specificity(selector: str) -> tuple[int, int, int]:
    plain = re.sub(r":(?:not|is|has)\(|\)", " ", selector)
    ids, classes = plain.count("#"), len(re.findall(r"\.[\w-]|\[|(?<!:):[\w-]", plain))
    return ids, classes, len(re.findall(r"(?:^|[\s>+~(])[A-Za-z]", plain))
