"""Styles: which elements the stylesheets of a page hide. Pure.

The cascade is kept: importance, layers, specificity, order; variables, visibility and colours are inherited. What holds
only on some screens, or hides from the eye alone, leaves it open whether the text is seen.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from hardwon.agents.explorer.sheets import COLOURS, Sheets, StyleRule, inline
from hardwon.agents.explorer.sight import BLACK, Inherited, coloured, is_doubtful, resolved, word, words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from hardwon.agents.explorer.sheets import Declared, Sheet, Tokens
    from hardwon.agents.explorer.sight import Colour

MOST_TRIES = 150_000
"""Selectors that are tried on the elements of one page: a hostile one must not take long. The rest is left open."""

MOST_DOUBTS = 12
LONGEST_ADDED = 400
_REPLACED = frozenset(
    {"input", "img", "br", "hr", "select", "textarea", "iframe", "video", "audio", "object", "option"}
)
"""Elements that styles add no text to."""

_OWN_COLOURS: dict[str, tuple[Colour, Colour]] = {
    **dict.fromkeys(("button", "input", "select", "textarea"), (BLACK, (0.94, 0.94, 0.94))),
    "mark": (BLACK, (1.0, 1.0, 0.0)),
}
_LINK: Colour = (0.0, 0.0, 0.93)


@dataclass(frozen=True, slots=True)
class Look:
    """What styles do to an element and all that is in it."""

    hides: int = 0
    """1 where it is not seen; -1 where it is seen again, inside of what is only invisible."""

    dims: int = 0
    """1 where it is perhaps not seen; less where that ends, as with a colour that can be told again."""

    folds: bool = False
    """Whether it comes up only when asked for."""


START = Inherited({})
_SEEN = Look()


@dataclass(slots=True)
class Styles:
    """The rules of all sheets of a page."""

    fits: Callable[[Any, str], bool | None]
    """Whether a selector means an element; None where it is not understood."""

    is_whole: bool = True
    _by_key: dict[str, list[tuple[StyleRule, bool]]] = field(default_factory=lambda: defaultdict(list))
    """Each with whether it may matter: a rule that hides nothing is asked for only where another does."""

    _adding: dict[str, list[StyleRule]] = field(default_factory=lambda: defaultdict(list))
    """The rules that add text before or after what an element holds."""

    _fading: frozenset[str] = frozenset()
    """Animations that may leave something out of sight."""

    _tries: int = 0

    @classmethod
    def of(cls, sheets: Iterable[Sheet], fits: Callable[[Any, str], bool | None]) -> Styles:
        read = Sheets()
        for sheet in sheets:
            read.add(sheet)
        fading = frozenset(name for name, frames in read.moving.items() if any(map(_may_hide, frames)))
        styles = cls(fits, read.is_whole, _fading=fading)
        for rule in read.rules:
            if rule.part:
                styles._adding[rule.key].append(rule)
            else:
                styles._by_key[rule.key].append((rule, _matters(rule.given)))
        return styles

    def added(self, node: Any, part: str, variables: Mapping[str, Tokens]) -> tuple[str, bool]:
        """The text that styles put before or after what an element holds, and whether that is certain."""
        if not self._adding or node.name in _REPLACED:
            return "", True
        known = [rule for key in _keys(node) for rule in self._adding.get(key, ()) if rule.part == part]
        rules = [found for rule in known if (found := self._tried(node, rule)) is not None]
        certain = _generated([rule for rule, condition in rules if not condition], node, variables)
        if certain == _generated([rule for rule, _ in rules], node, variables):
            return certain[0], certain[1] and any(map(str.isalnum, certain[0]))
        each = (_generated([rule], node, variables)[0] for rule, _ in rules)
        return " | ".join(dict.fromkeys(filter(None, each))), False

    def look(self, node: Any, style: str, around: Inherited) -> tuple[Look, Inherited]:
        """What becomes of an element by its own styles, and what it hands down."""
        if self._tries > MOST_TRIES:
            return Look(dims=1), around
        given = node.attrs or {}
        own, ua = inline(style), _browser_says(node.name, given)
        matters = bool(own or ua) or node.name in _OWN_COLOURS or (node.name == "a" and "href" in given)
        rules = [] if not self._by_key else list(self._matching(node, matters=matters))
        if not matters and not rules:
            return _SEEN, around
        certain = [rule for rule, condition in rules if not condition]
        look, inherited = self._seen(certain, own, ua, node, around)
        doubted: dict[str, list[StyleRule]] = defaultdict(list)
        for rule, condition in rules:
            if condition and len(doubted) < MOST_DOUBTS:
                doubted[condition].append(rule)
        subsets = [*doubted.values(), [rule for more in doubted.values() for rule in more]] if doubted else []
        # Colours that hold only on some screens go with a ground that does: they are not looked at.
        plain = self._placed(certain, own, ua, around)[0]
        if any(self._placed([*certain, *more], own, ua, around)[0] != plain for more in subsets):
            # Neither is certain: what is inside is left open, too.
            left = replace(inherited, visible=around.visible, is_told=around.is_told)
            return Look(dims=1, folds=look.folds), left
        return look, inherited

    def _matching(self, node: Any, *, matters: bool) -> Iterator[tuple[StyleRule, str]]:
        """The rules for an element, each with what it depends on; none where none of them matters."""
        known = [each for key in _keys(node) for each in self._by_key.get(key, ())]
        found = [each for rule, does in known if does and (each := self._tried(node, rule)) is not None]
        if not found and not matters:
            return
        yield from found
        yield from (each for rule, does in known if not does and (each := self._tried(node, rule)) is not None)

    def _tried(self, node: Any, rule: StyleRule) -> tuple[StyleRule, str] | None:
        self._tries += 1
        fits = self.fits(node, rule.selector) if self._tries <= MOST_TRIES else None
        return None if fits is False else (rule, rule.condition if fits else f"{rule.condition} {rule.selector}")

    def _seen(
        self, rules: Iterable[StyleRule], own: Declared, ua: str, node: Any, around: Inherited
    ) -> tuple[Look, Inherited]:
        look, given, inherited = self._placed(rules, own, ua, around)
        colour, ground, is_told = self._colours(node, given, around)
        inherited = replace(inherited, colour=colour, ground=ground, is_told=is_told)
        return replace(look, dims=look.dims + around.is_told - is_told), inherited

    def _placed(
        self, rules: Iterable[StyleRule], own: Declared, ua: str, around: Inherited
    ) -> tuple[Look, dict[str, Tokens], Inherited]:
        """How an element looks but for its colours; the values that it has, and what it hands down."""
        cascaded = _cascaded(rules, own)
        named = {name: tokens for name, tokens in cascaded.items() if name.startswith("--")}
        variables = {**around.variables, **named} if named else around.variables
        given = {
            name: value
            for name, tokens in cascaded.items()
            if not name.startswith("--") and (value := resolved(tokens, variables)) is not None
        }
        shown = _display(cascaded, given, ua)
        is_gone = shown == "none" or word(given.get("content-visibility")) == "hidden"
        is_gone = is_gone or (ua == "until-found" and word(given.get("content-visibility")) in ("", "revert"))
        visible = {"visible": True, "initial": True, "hidden": False, "collapse": False}.get(
            word(given.get("visibility")), around.visible
        )
        doubted = is_doubtful(given) or not self._fading.isdisjoint(_animations(given))
        doubted = doubted or shown == "revert-layer" or "all" in given
        hides = 1 if is_gone and ua != "popover" else (around.visible - visible)
        # In what is gone nothing can become visible again.
        inherited = Inherited(variables, around.visible if is_gone else visible)
        return Look(hides, int(doubted), is_gone and ua == "popover"), given, inherited

    def _colours(self, node: Any, given: Mapping[str, Tokens], around: Inherited) -> tuple[Colour, Colour, bool]:
        own = _OWN_COLOURS.get(node.name)
        if own is not None:
            is_filled = "background" in given or "background-color" in given
            colour = around.colour if "color" in given else own[0]
            around = replace(around, colour=colour, ground=around.ground if is_filled else own[1])
        elif node.name == "a" and "href" in (node.attrs or {}):
            around = replace(around, colour=around.colour if "color" in given else _LINK)
        elif COLOURS.isdisjoint(given) and "-webkit-text-fill-color" not in given:
            return around.colour, around.ground, around.is_told
        return coloured(given, around)


def _keys(node: Any) -> list[str]:
    """The names by which the rules for an element are found."""
    given = node.attrs or {}
    names = dict.fromkeys((given.get("class") or "").split()[:50])
    return [*(f".{name}" for name in names), f"#{given.get('id')}", node.name, "*"]


def _generated(rules: Iterable[StyleRule], node: Any, variables: Mapping[str, Tokens]) -> tuple[str, bool]:
    """What `content` says for an element, as far as it is text; and whether it is seen for certain."""
    cascaded = _cascaded(rules, {})
    given = {name: value for name, tokens in cascaded.items() if (value := resolved(tokens, variables)) is not None}
    if word(given.get("display")) == "none" or word(given.get("visibility")) in ("hidden", "collapse"):
        return "", True
    said = ""
    for each in given.get("content", ()):
        if each == "/":
            break  # what follows is only read aloud
        if each.type == "string":
            said += each.value
        elif each.type == "function" and each.lower_name == "attr" and each.arguments:
            said += (node.attrs or {}).get(str(getattr(each.arguments[0], "value", "")).lower()) or ""
    plain = {name: value for name, value in given.items() if name != "content"}
    return said[:LONGEST_ADDED], not is_doubtful(plain) and COLOURS.isdisjoint(plain) and "position" not in plain


def _browser_says(tag: str, given: Mapping[str, str | None]) -> str:
    """Why a browser would not show an element if no sheet said otherwise; "" if it would."""
    if "hidden" in given:
        return "until-found" if (given["hidden"] or "").strip().lower() == "until-found" else "hidden"
    if tag == "dialog" and "open" not in given:
        return "dialog"
    return "popover" if "popover" in given else ""


def _display(cascaded: Mapping[str, Tokens], given: Mapping[str, Tokens], ua: str) -> str:
    usual = "none" if ua and ua != "until-found" else ""
    if "display" not in cascaded:
        return usual
    said = word(given.get("display"))
    return usual if said == "revert" else said


def _animations(given: Mapping[str, Tokens]) -> set[str]:
    return words(given.get("animation")) | words(given.get("animation-name"))


def _cascaded(rules: Iterable[StyleRule], own: Declared) -> dict[str, Tokens]:
    best: dict[str, tuple[tuple[Any, ...], Tokens]] = {}
    for rule in rules:
        for name, (value, is_important) in rule.given.items():
            rank = (is_important, False, -rule.layer if is_important else rule.layer, rule.weight)
            if name not in best or rank >= best[name][0]:
                best[name] = rank, value
    for name, (value, is_important) in own.items():
        rank = (is_important, True, 0, (0, 0, 0, 0))
        if name not in best or rank >= best[name][0]:
            best[name] = rank, value
    return {name: value for name, (_, value) in best.items()}


def _matters(given: Declared) -> bool:
    return _may_hide(given) or not COLOURS.isdisjoint(given) or any(name.startswith("--") for name in given)


def _may_hide(given: Declared) -> bool:
    """Whether a block could hide an element, alone or with what others give to it."""
    values = {name: tokens for name, (tokens, _) in given.items() if not name.startswith("--")}
    if any(token.type == "function" and token.lower_name == "var" for tokens in values.values() for token in tokens):
        return True
    if not values.keys() & {"display", "visibility", "content-visibility", "all", "animation", "animation-name"}:
        shut = {**values, "overflow": values.get("overflow", ())}
        return is_doubtful(shut) or _half(values)
    said = {word(values.get(name)) for name in ("display", "visibility", "content-visibility")}
    return (
        not said.isdisjoint({"none", "hidden", "collapse", "visible", "revert-layer"})
        or bool(values.keys() & {"all", "animation", "animation-name"})
        or is_doubtful(values)
        or _half(values)
    )


def _half(values: Mapping[str, Tokens]) -> bool:
    """Whether a block gives one of the two things that hide together: a place and where it is, a size and a cut."""
    return bool(values.keys() & {"position", "overflow", "overflow-x", "overflow-y"})
