"""Drawings: where the parts of a plot stand. Pure; the templates make SVG of it, and put a table behind each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

SPARK_WIDTH, SPARK_HEIGHT = 96, 22
PLOT_WIDTH, PLOT_HEIGHT = 720, 220
LEFT, RIGHT, TOP, BOTTOM = 44, 12, 14, 26
GUTTER = 88
"""Room on the right of a plot for the names of its levels."""

NAME = 52.0
"""Room for the name of an event."""

NAME_LINES = 4
MAP_WIDTH, MAP_HEIGHT = 720, 300
LINE = 14
LEAST_SIDE = 0.5
DECILES = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class Spark:
    """A line in a cell of a table."""

    points: str
    x: float
    y: float
    """Where it ends."""


def spark(values: Sequence[float]) -> Spark | None:
    """The line of some shares; None if there are none."""
    if not values:
        return None
    wide, high = SPARK_WIDTH - 6, SPARK_HEIGHT - 6
    step = wide / max(1, len(values) - 1)
    places = [(3 + step * index, 3 + high * (1 - _share(value))) for index, value in enumerate(values)]
    if len(places) == 1:
        places = [(3.0, places[0][1]), (3.0 + wide, places[0][1])]
    return Spark(points=_joined(places), x=round(places[-1][0], 1), y=round(places[-1][1], 1))


@dataclass(frozen=True, slots=True, kw_only=True)
class PlotPoint:
    """A point of a plot, and what is told of it."""

    x: float
    y: float
    value: float
    kind: str
    label: str
    href: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlotEvent:
    """Something that happened between two points."""

    x: float
    y: float
    """Where its name stands: where no other does."""

    kind: str
    label: str
    is_late: bool = False
    """Whether its name stands before it, because there is no room behind it."""

    is_named: bool = True
    """Whether there is room for its name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Dot:
    """What a plot is made of: a share, what it stands for, and what happened right before it."""

    value: float
    label: str
    kind: str = "plain"
    href: str = ""
    before: tuple[tuple[str, str], ...] = ()
    """Events: a kind and a label each."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plot:
    """Shares over time."""

    points: str
    area: str
    marks: tuple[PlotPoint, ...]
    events: tuple[PlotEvent, ...]
    levels: tuple[tuple[float, str], ...]
    """Lines across it: where, and what they are."""

    width: int = PLOT_WIDTH
    height: int = PLOT_HEIGHT
    left: int = LEFT
    right: int = PLOT_WIDTH - RIGHT
    bottom: int = PLOT_HEIGHT - BOTTOM


def plot(dots: Sequence[Dot], levels: Sequence[tuple[float, str]] = ()) -> Plot | None:
    """The plot of some shares, oldest first; None if there are none."""
    if not dots:
        return None
    right = PLOT_WIDTH - (GUTTER if levels else RIGHT)
    inner = right - LEFT
    step = inner / max(1, len(dots) - 1)
    xs = [LEFT + (step * index if len(dots) > 1 else inner / 2) for index in range(len(dots))]
    marks = tuple(
        PlotPoint(x=round(x, 1), y=_height(dot.value), value=dot.value, kind=dot.kind, label=dot.label, href=dot.href)
        for x, dot in zip(xs, dots, strict=True)
    )
    happened = [
        (x - (step / 2 if index else 0), kind, label)
        for index, (x, dot) in enumerate(zip(xs, dots, strict=True))
        for kind, label in dot.before
    ]
    line = [(mark.x, mark.y) for mark in marks]
    floor = float(PLOT_HEIGHT - BOTTOM)
    return Plot(
        points=_joined(line),
        area=_joined([(line[0][0], floor), *line, (line[-1][0], floor)]),
        marks=marks,
        events=_events(happened, right),
        levels=tuple((_height(value), label) for value, label in levels),
        right=right,
    )


def _events(happened: Sequence[tuple[float, str, str]], right: float) -> tuple[PlotEvent, ...]:
    """Events with their names in as few lines as they need; where all lines are full, one has no name of its own."""
    taken = [-NAME] * NAME_LINES
    found = []
    for x, kind, label in happened:
        is_late = x + NAME > right
        start = x - NAME if is_late else x
        free = next((place for place, end in enumerate(taken) if end <= start), None)
        if free is not None:
            taken[free] = start + NAME
        found.append(
            PlotEvent(
                x=round(x, 1),
                y=PLOT_HEIGHT - BOTTOM - 6 - LINE * (free or 0),
                kind=kind,
                label=label,
                is_late=is_late,
                is_named=free is not None,
            )
        )
    return tuple(found)


def _height(value: float) -> float:
    return round(TOP + (PLOT_HEIGHT - TOP - BOTTOM) * (1 - _share(value)), 1)


def _share(value: float) -> float:
    return min(1.0, max(0.0, value))


def _joined(places: Sequence[tuple[float, float]]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in places)


@dataclass(frozen=True, slots=True, kw_only=True)
class Tile:
    """A rectangle of a treemap."""

    x: float
    y: float
    width: float
    height: float
    place: int
    """Which of the weights it stands for."""


def treemap(weights: Sequence[float], width: float = MAP_WIDTH, height: float = MAP_HEIGHT) -> list[Tile]:
    """Rectangles as large as the weights, as square as can be; largest first. Weights must be above zero."""
    order = sorted(range(len(weights)), key=lambda place: -weights[place])
    total = sum(weights)
    if not total:
        return []
    scale = width * height / total
    left = [(place, weights[place] * scale) for place in order]
    found: list[Tile] = []
    x = y = 0.0
    while left:
        side = min(width, height)
        row = _row(left, side)
        left = left[len(row) :]
        thick = sum(size for _, size in row) / side if side > LEAST_SIDE else 0.0
        is_column = width >= height
        along = y if is_column else x
        for place, size in row:
            length = size / thick if thick else 0.0
            spot = (x, along, thick, length) if is_column else (along, y, length, thick)
            found.append(Tile(**dict(zip(("x", "y", "width", "height"), map(_tidy, spot), strict=True)), place=place))
            along += length
        if is_column:
            x, width = x + thick, width - thick
        else:
            y, height = y + thick, height - thick
    return found


def _tidy(value: float) -> float:
    return round(max(0.0, value), 1)


def _row(left: Sequence[tuple[int, float]], side: float) -> list[tuple[int, float]]:
    """As many of the next ones as make the worst of them as square as can be."""
    row = [left[0]]
    total = left[0][1]
    for each in left[1:]:
        sizes = [size for _, size in row]
        if _worst([*sizes, each[1]], total + each[1], side) > _worst(sizes, total, side):
            break
        row.append(each)
        total += each[1]
    return row


def _worst(sizes: Sequence[float], total: float, side: float) -> float:
    square = total * total
    return max(side * side * max(sizes) / square, square / (side * side * max(min(sizes), 1e-9)))


def decile(share: float) -> int:
    """A share as one of eleven classes of colour: 0 to 10."""
    return int(_share(share) * DECILES)
