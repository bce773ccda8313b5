"""Sight: whether text is seen with the values that its element has, as far as that can be told without drawing. Pure.

What is hidden for certain is hidden; what is moved, clipped, faint or of the colour of its ground is left open.
"""

# ruff: noqa: SIM905, PLR2004 - a list of words reads better as words; the numbers are those of CSS

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tinycss2 import color4

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from hardwon.agents.explorer.sheets import Tokens

MOST_VARIABLES = 20
_PIXELS = {
    "px": 1.0, "em": 16.0, "rem": 16.0, "pt": 1.3, "pc": 16.0, "in": 96.0, "cm": 38.0, "mm": 3.8, "ch": 8.0, "ex": 8.0,
    **dict.fromkeys(("vw", "vh", "vmin", "vmax", "dvh", "svh", "lvh", "dvw"), 10.0),
}  # fmt: skip
_FAR = 500.0
_OUT = 100.0
_TIGHT = 8.0
_FAINT = 0.1
_TINY = 2.0
_LEAST_CONTRAST = 1.15
_SIZES = "height width max-height max-width block-size inline-size max-block-size max-inline-size".split()
_SIDES = "left top right bottom inset inset-inline inset-inline-start inset-inline-end inset-block".split()
_MARGINS = "margin margin-left margin-right margin-top margin-bottom margin-inline-start".split()
_MASKS = ("clip", "clip-path", "mask", "mask-image", "-webkit-mask", "-webkit-mask-image")
_WIDE = frozenset("initial unset inherit revert revert-layer".split())

Colour = tuple[float, float, float] | None
"""Red, green and blue from 0 to 1; None where it is not known."""

WHITE: Colour = (1.0, 1.0, 1.0)
BLACK: Colour = (0.0, 0.0, 0.0)


@dataclass(frozen=True, slots=True)
class Inherited:
    """What an element has from those around it."""

    variables: Mapping[str, Tokens]
    visible: bool = True
    colour: Colour = BLACK
    ground: Colour = WHITE
    """What it stands on."""

    is_told: bool = True
    """Whether its text can be told from what it stands on."""


def resolved(tokens: Tokens, variables: Mapping[str, Tokens], depth: int = 0) -> Tokens | None:
    """A value with its variables put in; None where one has no value, so that the declaration counts for nothing."""
    made: list[Any] = []
    for token in tokens:
        if token.type != "function":
            made.append(token)
        elif token.lower_name != "var":
            inner = resolved(tuple(token.arguments), variables, depth + 1)
            if inner is None:
                return None
            made.append(_with(token, inner))
        else:
            value = _variable(token, variables, depth)
            if value is None:
                return None
            made += value
    return tuple(made)


def _variable(token: Any, variables: Mapping[str, Tokens], depth: int) -> Tokens | None:
    arguments = [each for each in token.arguments if each.type not in ("whitespace", "comment")]
    if not arguments or arguments[0].type != "ident" or depth > MOST_VARIABLES:
        return None
    known = variables.get(arguments[0].value)
    if known is not None and (value := resolved(known, variables, depth + 1)) is not None:
        return value
    return resolved(tuple(arguments[2:]), variables, depth + 1) if len(arguments) > 1 else None


def _with(token: Any, arguments: Tokens) -> Any:
    return type(token)(token.source_line, token.source_column, token.name, list(arguments))


def word(tokens: Tokens | None) -> str:
    """The first word of a value; "" if it has none."""
    return next((str(token.lower_value) for token in tokens or () if token.type == "ident"), "")


def words(tokens: Tokens | None) -> set[str]:
    return {str(token.lower_value) for token in tokens or () if token.type == "ident"}


def is_doubtful(given: Mapping[str, Tokens]) -> bool:
    """Whether text may be out of sight, though it is on the page."""
    return (
        _is_faint(given)
        or any(words(given.get(name)).isdisjoint({"none", "auto", *_WIDE}) for name in _MASKS if given.get(name))
        or _is_away(given)
        or _is_shut(given)
        or _is_turned(given)
        or (
            word(given.get("position")) not in ("", "static")
            and any(each < 0 for each in _lengths(given.get("z-index")))
        )
    )


def _is_faint(given: Mapping[str, Tokens]) -> bool:
    if "opacity" in given and not _is_more(given["opacity"], _FAINT):
        return True
    for token in given.get("filter", ()):
        name = token.lower_name if token.type == "function" else ""
        if name == "blur" or (
            name in ("opacity", "contrast", "brightness") and not _is_more(tuple(token.arguments), _FAINT, 1.0)
        ):
            return True
    sized = [
        each for each in given.get("font-size", ()) if each.type in ("number", "dimension", "percentage", "function")
    ]
    sized += [each for each in given.get("font", ()) if each.type in ("dimension", "percentage", "function")][:1]
    sized += [each for each in given.get("font", ()) if each.type == "number" and each.value == 0]
    sized += given.get("zoom", ())
    return any(_is_nothing(each, _TINY if each.type == "dimension" else 0.0) for each in sized)


def _is_more(tokens: Tokens, least: float, default: float = 0.0) -> bool:
    """Whether a share is more than so much; a word (`inherit`) counts as the whole."""
    value = next((each for each in tokens if each.type in ("number", "percentage", "function")), None)
    if value is None:
        return bool(words(tokens)) or default > least
    return value.type != "function" and bool(value.value / (100 if value.type == "percentage" else 1) > least)


def _is_nothing(token: Any, most: float = _TINY) -> bool:
    """Whether a length is nothing, or so little that nothing is seen in it; what is to be calculated may be."""
    if token.type == "function":
        return any(_is_nothing(each) for each in token.arguments if each.type != "number" or each.value == 0)
    length = next(iter(_lengths((token,))), None)
    return length is not None and length <= most


def _is_away(given: Mapping[str, Tokens]) -> bool:
    placed = word(given.get("position"))
    sides = [each for name in _SIDES for each in _lengths(given.get(name))] if placed not in ("", "static") else []
    margins = [each for name in _MARGINS for each in _lengths(given.get(name))]
    moved = [each for name in ("text-indent", "letter-spacing") for each in _lengths(given.get(name))]
    return (
        any(each <= (-_FAR if placed == "relative" else -_OUT) or each > 2 * _FAR for each in sides)
        or any(each <= -2 * _OUT or each > 4 * _FAR for each in margins)
        or any(abs(each) >= _FAR for each in moved)
        or any(each <= -_TIGHT for each in _lengths(given.get("letter-spacing")))
    )


def _is_shut(given: Mapping[str, Tokens]) -> bool:
    cut = words(given.get("overflow")) | words(given.get("overflow-x")) | words(given.get("overflow-y"))
    if cut.isdisjoint({"hidden", "clip", "scroll", "auto"}):
        return False
    return any(
        _is_nothing(token)
        for name in (*_SIZES, "line-height")
        for token in given.get(name, ())
        if token.type != "number" or token.value == 0
    )


def _is_turned(given: Mapping[str, Tokens]) -> bool:
    for token in (*given.get("transform", ()), *given.get("translate", ())):
        name, inner = (
            (token.lower_name, tuple(token.arguments)) if token.type == "function" else ("translate", (token,))
        )
        found = list(_lengths(inner))
        if name.startswith("scale") and any(abs(each) < 0.05 for each in found):
            return True
        if name.startswith("translate") and any(abs(each) > _FAR for each in found if abs(each) != 500.0):
            return True
        if name.startswith(("rotatex", "rotatey", "rotate3d", "matrix", "perspective", "skew")):
            return True
    return any(abs(each) < 0.05 for each in _lengths(given.get("scale"))) or any(
        token.type == "ident" and token.lower_value in ("x", "y") for token in given.get("rotate", ())
    )


def _lengths(tokens: Tokens | None) -> Iterator[float]:
    """Every length and number in a value, in something like pixels; 100 % are taken for a thousand."""
    ahead = list(tokens or ())
    while ahead:
        token = ahead.pop(0)
        if token.type == "dimension":
            yield token.value * _PIXELS.get(token.lower_unit, 1.0)
        elif token.type == "percentage":
            yield token.value * 10.0
        elif token.type == "number":
            yield token.value
        elif token.type == "function":
            ahead = [*token.arguments, *ahead]
        elif token.type == "() block":
            ahead = [*token.content, *ahead]


def coloured(given: Mapping[str, Tokens], around: Inherited) -> tuple[Colour, Colour, bool]:
    """The colour of the text and of what it stands on, and whether the text can be told from it."""
    colour, is_clear = around.colour, False
    for name in ("color", "-webkit-text-fill-color"):
        for token in given.get(name, ())[:1]:
            if token.type == "ident" and token.lower_value in (*_WIDE, "currentcolor"):
                continue
            found = _colour(token)
            colour, is_clear = (found[0], found[1] == 0) if found is not None else (None, False)
    ground = _ground(given, around.ground)
    is_told = not is_clear and (colour is None or ground is None or _contrast(colour, ground) >= _LEAST_CONTRAST)
    return colour, ground, is_told


def _ground(given: Mapping[str, Tokens], around: Colour) -> Colour:
    ground = around
    if "dark" in words(given.get("color-scheme")):
        return None
    for name in ("background", "background-color"):
        if name not in given:
            continue
        found = [each for token in given[name] if (each := _colour(token)) is not None]
        if found:
            ground = found[0][0] if found[0][1] == 1 else ground if found[0][1] == 0 else None
        elif any(token.type == "function" for token in given[name]):
            ground = None
    drawn = (*given.get("background-image", ()), *given.get("background", ()))
    is_drawn = any(
        token.type == "url"
        or (
            token.type == "function"
            and ("gradient" in token.lower_name or token.lower_name in ("url", "image-set", "cross-fade"))
        )
        for token in drawn
    )
    return None if is_drawn else ground


def _colour(token: Any) -> tuple[Colour, float] | None:
    try:
        found = color4.parse_color(token)
    except (ValueError, TypeError, AttributeError, ZeroDivisionError, OverflowError):
        return None
    if found is None or isinstance(found, str):
        return None
    try:
        red, green, blue = (min(1.0, max(0.0, float(each or 0))) for each in found.to("srgb").coordinates)
    except (ValueError, TypeError, NotImplementedError):
        return None
    return (red, green, blue), float(found.alpha)


def _contrast(one: tuple[float, float, float], other: tuple[float, float, float]) -> float:
    light, dark = sorted((_light(one), _light(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _light(colour: tuple[float, float, float]) -> float:
    linear = [each / 12.92 if each <= 0.04045 else ((each + 0.055) / 1.055) ** 2.4 for each in colour]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
