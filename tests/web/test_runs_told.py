"""What the page of a run says of memory: why a step was given this, and why not that."""

from __future__ import annotations

import re
from html import unescape
from typing import TYPE_CHECKING

from tests.web.conftest import ids, served_here

from hardwon.curation import by_hand
from hardwon.curation.guarded import Proposal
from hardwon.memory import Memory
from hardwon.observations.observation import Scope

if TYPE_CHECKING:
    from pathlib import Path

KNOWN = {
    "Login modal: opens late": "The login modal appears about two seconds after the page.",
    "Login help: in the footer": "A link to help stands in the footer.",
    "Cart: has a counter": "The counter of the cart is in the header.",
}


def test_a_step_was_given_this_and_not_that(tmp_path: Path) -> None:
    project = tmp_path / "told"
    (project / ".git").mkdir(parents=True)
    memory = Memory.open(project)
    for title, content in KNOWN.items():
        by_hand.add(
            memory.desk,
            Proposal(scope=Scope("products", "shop"), title=title, content=content, source_test="t", origin="person"),
        )
    with memory.run(product="shop", test="t_login", area="auth") as run:
        with run.step("Open the login modal") as step:
            step.report(sub_actions=2)
        with run.step("See the login modal", kind="assert") as step:
            step.report()
    known = ids(project)
    with served_here(project) as found:
        page = unescape(found.get(f"/runs/{run.id}").text)
    before, _, after = page.partition("Not given (")
    assert re.search(rf"{known['Login modal: opens late']}.*?relevance \d\.\d\d \(words", before, re.DOTALL)
    assert re.search(rf"{known['Login help: in the footer']}.*?chip k-calm\">floor<", after, re.DOTALL)
    assert "memory: none (An assertion gets no memory" in page
