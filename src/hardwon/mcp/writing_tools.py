"""The tools that change something, as they are offered: a server that only reads has none of them."""

from __future__ import annotations

from hardwon.mcp import shapes
from hardwon.mcp.shapes import (
    COUNT,
    MAYBE_TEXT,
    OBJECT,
    OBJECTS,
    PLACE,
    RUN,
    STEP,
    TEXT,
    TEXTS,
    YES_NO,
    flag,
    given,
    said,
    several,
    taken,
    text,
    whole,
)
from hardwon.mcp.tool_offer import ToolOffer

WRITES = (
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
