"""Notes that agent-qa left, in its own words, on the shop: what is true keeps or gains trust over five runs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import yaml
from tests.agents.tables import SHOP, site

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Cli

RUNS = 5
NOTES = {
    "Account recovery location": "Account recovery is reached from Settings, then Security. It is not in Account.",
    "Account recovery form": "The account recovery page asks for the recovery email and answers with a confirmation.",
    "Gift card balance check": "The gift cards page with the balance check sits in Extras, which is part of Help.",
    "Gift cards validity": "Gift cards are valid for three years.",
    "Newsletter setting": "The newsletter rhythm is chosen on the Notifications page under Settings.",
}
HELPFUL = ("Account recovery location", "Gift card balance check")
FRONTMATTER = """---
id: {id}
title: {title}
trust: 0.5
created: 2026-01-05T10:30:00Z
last_confirmed: 2026-01-05T10:30:00Z
confirmed_count: 0
contradicted_count: 0
source_test: t_recovery
---

{content}
"""
WORDS = "amber birch cedar delta ember"


@pytest.fixture
def adopted(project: Path) -> Path:
    """A project whose observations agent-qa wrote."""
    folder = project / "agent-qa-memory" / "products" / "shop"
    folder.mkdir(parents=True)
    for number, (title, content) in enumerate(NOTES.items()):
        own = f"obs_{'-'.join(WORDS.split()[number:] + WORDS.split()[:number])}-note"
        text = FRONTMATTER.format(id=own, title=title, content=content)
        (folder / f"{own}.md").write_text(text, "utf-8")
    return project


def test_true_notes_keep_or_gain_trust(adopted: Path, call: Cli) -> None:
    with site("shop") as shop:
        (adopted / "hardwon.yaml").write_text(f"targets:\n  shop: {{product: shop, url: '{shop.url}'}}\n", "utf-8")
        for name in ("recovery", "gift_cards", "newsletter"):
            test = yaml.safe_load((SHOP / "e2e" / f"{name}.yaml").read_text("utf-8"))
            (adopted / f"{name}.yaml").write_text(yaml.safe_dump(test), "utf-8")
        for _ in range(RUNS):
            ended = call("run", "recovery.yaml", "gift_cards.yaml", "newsletter.yaml", "--json")
            assert ended.code == 0, ended.stderr
    listed = call("observations", "list", "--json").document["observations"]
    trust = {each["title"]: each["trust"] for each in listed if each["title"] in NOTES}
    assert set(trust) == set(NOTES)
    assert min(trust.values()) >= 0.5
    assert all(trust[title] == 0.75 for title in HELPFUL), trust
