"""Memory changes how long a search takes, and never what it says: an exhausted budget is no verdict with it, either."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from tests.agents.sites.serving import Answered, serve

from hardwon.agents import CannotRun, Hint, PlainStep
from hardwon.agents.explorer import Explorer

if TYPE_CHECKING:
    from tests.agents.sites.serving import Asked

WRONG = Hint(id="obs_wrong", title="Warranty", content="Warranty is reached from Wing 1 → Room 1a.", trust=0.6)
WINGS = [f"Wing {number}" for number in range(1, 60)]


def large(asked: Asked) -> Answered:
    """A house with many wings: the warranty is behind one of the first doors only if nothing leads elsewhere."""
    words = asked.path.strip("/").split("-")
    if asked.path == "/":
        links = "".join(f"<a href=/wing-{number}>{name}</a>" for number, name in enumerate(WINGS, 1))
        return Answered(f"<h1>House</h1>{links}")
    if words[0] == "wing":
        rooms = "".join(
            f"<a href=/{asked.path.strip('/')}-room-{each}>Room {words[1]}{each}</a>" for each in "abcdefgh"
        )
        return Answered(f"<h1>Wing {words[1]}</h1>{rooms}")
    return Answered(f"<h1>{' '.join(words)}</h1><p>Empty")


def searched(hints: list[Hint]) -> tuple[str, PlainStep]:
    with serve(large) as site:
        step = PlainStep(text="Open the Warranty page", url=site.url, observations=hints)
        with pytest.raises(CannotRun) as refused:
            Explorer()(step)
    return str(refused.value), step


def test_an_exhausted_budget_is_no_verdict_with_memory_as_without() -> None:
    without, _ = searched([])
    with_memory, _ = searched([WRONG])
    assert "may load no more" in without
    assert "may load no more" in with_memory


def test_what_a_search_without_a_verdict_shows_about_memory_is_kept() -> None:
    _, step = searched([WRONG])
    said: Any = step.reports[-1]
    assert list(said["contradicted"]) == ["obs_wrong"]
    assert not said.get("used")


def test_what_would_have_been_found_without_memory_is_found_with_it() -> None:
    """Memory that drew the search astray cost page loads, not the verdict."""

    rooms = ("attic", "barn", "cellar", "den", "exit", "zoo")
    pages = {
        "/": "<h1>House</h1>" + "".join(f"<a href=/{each}>{each.title()}</a>" for each in rooms),
        **{f"/{each}": f"<h1>{each.title()}</h1>" for each in rooms},
        "/exit": "<h1>Exit</h1><a href=/w>Warranty</a>",
        "/zoo": "<h1>Zoo</h1><a href=/owls>Owls</a><a href=/apes>Apes</a>",
        "/owls": "<h1>Owls</h1>",
        "/apes": "<h1>Apes</h1>",
        "/w": "<h1>Warranty</h1>",
    }
    wrong = Hint(id="obs_wrong", title="Warranty", content="Warranty is reached from Zoo → Owls.", trust=0.6)
    with serve(lambda asked: Answered(pages[asked.path])) as site:
        alone = Explorer(budget=6)(PlainStep(text="Open the Warranty page", url=site.url))
        step = PlainStep(text="Open the Warranty page", url=site.url, observations=[wrong])
        with_memory = Explorer(budget=6)(step)
    assert alone.passed
    assert with_memory.passed
    assert with_memory.contradicted == ["obs_wrong"]
