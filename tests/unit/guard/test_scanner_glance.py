"""What a glance lets pass has no secret that a closer look would find."""

from __future__ import annotations

import pytest
from tests.scanner_cases import FOLDER, cases

from hardwon.guard.scanner import masking, redacted, scan, verdict
from hardwon.guard.scanner.ordinary import Glance, looks_harmless
from hardwon.guard.scanner.rules import SECRET_RULES

TABLES = sorted(path.stem for path in FOLDER.glob("*.txt") if path.stem.endswith(("secrets", "lookalikes")))
SECRETS = {rule.id for rule in SECRET_RULES}
SEEN_AT_A_GLANCE = (
    "The door takes Anker-Platz.",
    "VPN: kim, 5093",
    "garage: blue-heron-9",
    "The secret is tr%olley",
    "The PIN is abc12.",
    "The login is abc12",
    "wi-fi: kim77+ab",
    'The page calls login("bob", "tiger77")',
    "telnet to the switch, login manager, password friend",
)


@pytest.mark.parametrize("text", SEEN_AT_A_GLANCE)
def test_a_secret_is_not_harmless_at_a_glance(text: str) -> None:
    assert not looks_harmless(text)
    assert redacted(text) != text


def told(text: str) -> tuple[str, list[str]]:
    """A text as it is shown, and which rules for secrets refuse it."""
    return redacted(text), [found.rule for found in scan("", text, "machine").findings if found.rule in SECRETS]


def test_a_glance_hides_no_secret_of_any_table(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = [case.text for table in TABLES for case in cases(table)]
    passed = [text for text in texts if looks_harmless(text)]
    quick = [*map(told, passed)]
    monkeypatch.setattr(masking, "looks_harmless", lambda _: False)
    monkeypatch.setattr(verdict, "glance", lambda _: Glance(odd=True, worded=True, matched=True, leaning=True))
    thorough = [*map(told, passed)]
    assert [text for text, one, other in zip(passed, quick, thorough, strict=True) if one != other] == []
