"""What the server offers: its tools as data, each with where it lives. Nothing of the tools is loaded for it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from hardwon.mandate.adversary import DEPTHS
from hardwon.mcp import shapes
from hardwon.mcp.shapes import (
    COUNT,
    MAYBE_TEXT,
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
    several,
    taken,
    text,
    whole,
)

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolOffer:
    """A tool as a client sees it, and where it lives."""

    name: str
    home: str
    """`module:function` in this package."""

    title: str
    about: str
    """When to use it: this is what a model reads."""

    takes: dict[str, Any]
    gives: dict[str, Any]
    writes: bool = False
    repeats: bool = False
    """Calling it twice does no more than calling it once."""

    keeps: bool = False
    """It reads, but in a test that was begun what it gave is kept as evidence."""

    destroys: bool = False
    """It can end in the deletion of something."""

    judges: str = ""
    """An argument whose entries the tool judges itself, one by one: a bad one does not stop the others."""

    def without(self, argument: str) -> ToolOffer:
        """The same where an argument has no meaning."""
        properties = {name: shape for name, shape in self.takes["properties"].items() if name != argument}
        return replace(self, takes={**self.takes, "properties": properties}, keeps=False)

    def about_one_product(self, product: str) -> ToolOffer:
        """The same where the server is about one product: it need not be named."""
        properties = self.takes["properties"]
        if "product" not in properties:
            return self
        fixed = {**properties["product"], "enum": [product], "default": product}
        required = [key for key in self.takes["required"] if key != "product"]
        takes = {**self.takes, "properties": {**properties, "product": fixed}, "required": required}
        return replace(self, takes=takes)


_READS = (
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

_WRITES = (
    ToolOffer(
        name="record",
        home="proposing:record",
        title="Record a verdict on an area",
        about=(
            "Record one verdict on an area after you have tested it without `start_test`. It is a machine's word: it "
            "counts once for a state of the project within the window, and the answer says whether it counted."
        ),
        takes=taken(
            "area",
            "passed",
            area=text("Name of the area, as `status` gives it."),
            passed=flag("Whether the area works."),
        ),
        gives=given(("area", "credited", "why"), area=OBJECT, credited=YES_NO, why=TEXT, run_id=TEXT),
        writes=True,
    ),
    ToolOffer(
        name="start_test",
        home="trying:start_test",
        title="Begin a test of your own",
        about=(
            "Begin a test that you carry out yourself. Then, for each step: `recall` with its `run_id` before, "
            "`report_step` after; at the end `finish_test`. What you saw becomes evidence, lessons are judged by the "
            "curator, and the area gets a verdict. After a failure, `ablation_of` opens the same test once more "
            "without memory, to find out whether memory caused it."
        ),
        takes=taken(
            **{**PLACE, "test": text("Id of the test: the same each time it is run.", 1_000)},
            area=text("Area that the test speaks for; without it there is no verdict."),
            url=text("Address of the system under test.", 2_000),
            ablation_of=text("`run_id` of a failed test: the same once more, without memory.", 60),
        ),
        gives=given(("run_id", "test", "memory", "next"), run_id=TEXT, test=TEXT, memory=TEXT, next=TEXT),
        writes=True,
    ),
    ToolOffer(
        name="report_step",
        home="trying:report_step",
        title="Report a step",
        about=(
            "Report one step of a test that you began: whether it passed, what you saw, how many actions it took, "
            "which of the given observations helped (`used`) or were wrong (`contradicted`), and what you learned "
            "about how the product behaves. With `next_step` the answer brings what is known about the next one."
        ),
        takes=taken(
            "run_id",
            "step",
            run_id=RUN,
            step=STEP,
            kind=shapes.KIND,
            passed=flag("Whether the step passed."),
            cannot_run=said("Why the step could not be carried out at all: then it says nothing about the product."),
            reason=said("Why it failed."),
            observation=said("What you saw, in a sentence."),
            sub_actions=whole("How many actions the step took: page loads, clicks, calls.", 0, 1_000_000),
            used=several("Ids of given observations that helped.", text("Id."), 100),
            contradicted=several("Ids of given observations that proved wrong.", text("Id."), 100),
            learned=several("What you learned.", shapes.LESSON, 50),
            next_step=STEP,
        ),
        gives=given(
            ("run_id", "step", "status", "steps"),
            run_id=TEXT,
            step=COUNT,
            status=TEXT,
            steps=COUNT,
            refused=TEXT,
            not_given=TEXTS,
            left_out=OBJECTS,
            next=OBJECT,
        ),
        writes=True,
    ),
    ToolOffer(
        name="finish_test",
        home="trying:finish_test",
        title="Finish a test",
        about=(
            "Finish a test that you began. The verdict goes to its area, lessons to the curator. If it failed and "
            "memory was in it, the answer asks you to run it once more without memory."
        ),
        takes=taken(
            "run_id",
            run_id=RUN,
            failure=said("What failed outside of the steps."),
            cannot_run=said("Why the test could not be run to its end: then it says nothing about the product."),
            repeatable=flag("False if the test cannot be run again as it was."),
        ),
        gives=given(
            ("run_id", "status", "verdicts", "memory_log"),
            run_id=TEXT,
            status=TEXT,
            summary=TEXT,
            verdicts=OBJECTS,
            memory_log=OBJECT,
            left_out=OBJECTS,
            breaker=MAYBE_TEXT,
            ablation={"type": ["object", "null"]},
            next=TEXT,
        ),
        writes=True,
    ),
    ToolOffer(
        name="propose",
        home="proposing:propose",
        title="Propose changes of what is remembered",
        about=(
            "Propose to add, confirm (`update`) or deprecate observations. Each decision is judged by the curator: "
            "new text is scanned, orders are refused, what says the same is not added twice. Describe how the product "
            "behaves; never write an order. With `run_id` the decisions are about that run."
        ),
        takes=taken(
            "decisions",
            decisions=shapes.DECISIONS,
            **PLACE,
            run_id=text("Run that the decisions are about.", 60),
        ),
        gives=given(
            ("added", "confirmed", "deprecated", "deleted", "deltas", "errors"),
            added=COUNT,
            confirmed=COUNT,
            deprecated=COUNT,
            deleted=COUNT,
            deltas=OBJECTS,
            errors=OBJECTS,
            uncounted=OBJECTS,
        ),
        writes=True,
        destroys=True,
        judges="decisions",
    ),
    ToolOffer(
        name="run",
        home="running:run",
        title="Run tests with the built-in agent",
        about=(
            "Run test files, suites or scenarios of the project with hardwon's own agent, memory in every step. It "
            "takes a while: progress is announced, and it can be cancelled. Without `names` what the project "
            "configures is run."
        ),
        takes=taken(
            names=several("Files, folders or patterns below the project.", text("Name.", 500), 200),
            target=text("Name of a configured target; scenarios need one."),
            keep_going=flag("Go on with a suite after a failure."),
            memory=flag("False: give no memory to any step."),
        ),
        gives=given(
            ("run_id", "status", "tests", "exit_code", "verdicts", "memory_log"),
            run_id=TEXT,
            status=TEXT,
            tests=OBJECTS,
            exit_code=COUNT,
            verdicts=OBJECTS,
            memory_log=OBJECT,
            ignored=MAYBE_TEXT,
            remarks=TEXTS,
        ),
        writes=True,
    ),
)

ALIASES = {
    "run": "run_id",
    "lessons": "learned",
    "pass": "passed",
    "query": "text",
    "files": "names",
    "tests": "names",
}
"""What models write instead of a name that a tool knows."""


def offered(*, read_only: bool, product: str | None = None) -> Sequence[ToolOffer]:
    """The tools of a server, those that read first."""
    found = [each.without("run_id") for each in _READS] if read_only else [*_READS, *_WRITES]
    return [each.about_one_product(product) for each in found] if product else found
