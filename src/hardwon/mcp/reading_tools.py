"""The tools that only read, as they are offered."""

from __future__ import annotations

from hardwon.mandate.adversary import DEPTHS
from hardwon.mcp import shapes
from hardwon.mcp.shapes import (
    COUNT,
    NEXT,
    OBJECT,
    OBJECTS,
    PAGE,
    PLACE,
    RUN,
    STEP,
    TEXT,
    TEXTS,
    YES_NO,
    flag,
    given,
    number,
    said,
    taken,
    text,
    whole,
)
from hardwon.mcp.tool_offer import ToolOffer

READS = (
    ToolOffer(
        name="what_to_test",
        home="looking:what_to_test",
        title="What to test",
        about=(
            "Ask this before you test anything. It gives the mandate: which areas of the system are unproven and need "
            "most of your effort, which have proven themselves and need little, and how to think about them. With "
            "`since` (a git commit, branch or tag) the areas that the change touches come first."
        ),
        takes=taken(
            depth=shapes.choice("How far to go.", *DEPTHS),
            since=text("Git commit, branch or tag that the change is compared with.", 500),
            probe=whole("Retired areas to bring back for one scenario each.", 0, 1_000),
            schema=flag("True: also the form of scenarios, for a file that `run` takes."),
            limit=PAGE["limit"],
            budget=PAGE["budget"],
        ),
        gives=given(
            ("depth", "scenarios", "text", "focus", "unknown", "between", "stable", "probed", "more", "truncated"),
            depth=TEXT,
            scenarios=COUNT,
            text=TEXT,
            focus=OBJECTS,
            unknown=OBJECTS,
            between=OBJECTS,
            stable=OBJECTS,
            probed=OBJECTS,
            since={"type": ["object", "null"]},
            more=OBJECT,
            truncated=YES_NO,
        ),
        repeats=True,
    ),
    ToolOffer(
        name="status",
        home="looking:status",
        title="How far each area has proven itself",
        about=(
            "Ask this to see how far the areas of the system have proven themselves: confidence, stage, what is "
            "volatile, retired or changed, and what that rests on. `threshold` asks whether the mean is high enough."
        ),
        takes=taken(
            area=text("Only this area."),
            only=shapes.choice("Only areas that are so.", "active", "volatile", "stable", "retired", "changed"),
            threshold=number("Mean confidence in percent that is asked for.", 0, 100),
            each=number("Confidence in percent that is asked of every area.", 0, 100),
            **PAGE,
        ),
        gives=given(
            ("areas", "unknown", "mean_confidence", "total", "next_cursor", "source", "tripped"),
            areas=OBJECTS,
            unknown=TEXTS,
            unknown_total=COUNT,
            mean_confidence={"type": ["number", "null"]},
            gate={"type": ["object", "null"]},
            total=COUNT,
            next_cursor=NEXT,
            source=TEXT,
            tripped=OBJECT,
        ),
        repeats=True,
    ),
    ToolOffer(
        name="recall",
        home="looking:recall",
        title="What is known about a step",
        about=(
            "Ask this before you carry out each step of a test: it gives what earlier runs learned that fits this very "
            "step, as a <memory-context> block of hypotheses. In a test that you opened with `start_test`, give its "
            "`run_id`: then product, test and suite are known, and what you were given is kept as evidence. With "
            "`explain` it also says what was not given, and why."
        ),
        takes=taken(
            "step",
            step=STEP,
            **PLACE,
            kind=shapes.KIND,
            run_id=RUN,
            explain=flag("Also what was not given, and why."),
        ),
        gives=given(
            ("observations", "context"),
            observations=OBJECTS,
            context=TEXT,
            silence=TEXT,
            rejected=OBJECTS,
            unread=OBJECTS,
            run_id=TEXT,
        ),
        keeps=True,
    ),
    ToolOffer(
        name="observations",
        home="looking:observations",
        title="Search what runs have learned",
        about=(
            "Search the observations that runs have learned about the product, or show one with its history (`id`). "
            "For a step of a test use `recall` instead: it gives only what fits."
        ),
        takes=taken(
            id=text("One observation, with its history."),
            text=said("Only with this text in title or content.", 1_000),
            tier=shapes.choice("Only of this tier.", "products", "suites", "tests"),
            scope=text("Only of this product, suite or test.", 1_000),
            min_trust=number("Only with at least this trust.", 0, 1),
            max_trust=number("Only with at most this trust.", 0, 1),
            origin=shapes.ORIGIN,
            **PAGE,
        ),
        gives=given(
            ("observations", "total", "next_cursor"),
            observations=OBJECTS,
            history=OBJECTS,
            total=COUNT,
            next_cursor=NEXT,
            unreadable=OBJECTS,
        ),
        repeats=True,
    ),
    ToolOffer(
        name="explain",
        home="explaining:explain",
        title="Why",
        about=(
            "Ask why: with `step` and `product`, why an observation is given to the step or not; with `observation`, "
            "how its trust came about; with `area`, why an area is retired, volatile or starts again; with `test`, "
            "which area the test belongs to and why a reduced run would leave it out."
        ),
        takes=taken(
            step=STEP,
            **PLACE,
            kind=shapes.KIND,
            observation=text("Id of an observation."),
            area=text("Name of an area."),
            limit=PAGE["limit"],
        ),
        gives=given(("about", "why"), about=TEXT, why=TEXTS, details=OBJECT),
        repeats=True,
    ),
)
