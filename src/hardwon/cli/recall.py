"""hardwon recall: what a step would be given, and why; why not the others."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from hardwon.cli.common import check_suite, command, note, show_json, switched_off, table, with_memory
from hardwon.errors import StorageError
from hardwon.text.plain import one_line

if TYPE_CHECKING:
    from hardwon.memory import Memory
    from hardwon.recall.recall import Recall, Rejected


@command("recall", example='hardwon recall "Open the login modal" --product shop')
@click.argument("step")
@click.option("--product", required=True, metavar="P", help="Product under test.")
@click.option("--test", metavar="T", help="Id of the test that the step belongs to.")
@click.option("--suite", metavar="FILE", help="Suite that the test is run in.")
@click.option("--position", type=click.IntRange(0), metavar="N", help="With --suite: the test's place, counted from 0.")
@click.option("--kind", type=click.Choice(["act", "assert"]), default="act", show_default=True, help="Kind of step.")
@click.option("--explain", is_flag=True, help="With --json: the rejected candidates, too.")
@with_memory
def recall(memory: Memory, step: str, as_json: bool, explain: bool, **where: Any) -> None:
    """Show which observations a step would be given, and why.

    Of each observation the parts of its score; of each rejected candidate the reason.
    """
    check_suite(where["suite"], where["position"])
    found = memory.recall(step, **where, explain=explain or not as_json)
    if found.error:
        raise StorageError(f"Nothing could be recalled: {found.error}", remedy="A step would run without memory.")
    if (product := where["product"]) in memory.tripped:
        note(f"{switched_off({product: memory.tripped[product]})}. A run gets nothing of this.", as_json=as_json)
    if found.silence:
        note(found.silence, as_json=as_json)
    for each in found.unread:
        note(f"Left out: {memory.project.shown(each.where)}: {each.reason}.", as_json=True)
    if as_json:
        show_json(found.document(explain=explain))
    elif not found.silence:
        _show(found)


def _show(found: Recall) -> None:
    if found.observations:
        rows = [(f"{each.score:.2f}", one_line(each.title, 60), each.why, each.id) for each in found.observations]
        note(table(("score", "title", "why", "id"), rows))
        note(f"\n{found.context}")
    else:
        note("Nothing fits this step: it would run without memory.")
    if found.rejected:
        rejected = [
            (
                "-" if each.score is None else f"{each.score:.2f}",
                each.reason,
                one_line(each.title, 60),
                each.why,
                each.id,
            )
            for each in sorted(found.rejected, key=_score_of, reverse=True)
        ]
        note("\nNot given:\n" + table(("score", "reason", "title", "why", "id"), rejected))


def _score_of(rejected: Rejected) -> float:
    return -1.0 if rejected.score is None else rejected.score
