"""`hardwon breaker`: what it rests on, in the same sentence for people and programs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hardwon.store.outcomes import Outcomes

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Cli

REASON = "4 of 6 attempts with memory failed, 0 of 5 without"


def harm(project: Path, product: str = "shop", folder: str = ".outcomes") -> None:
    store = Outcomes(folder=project / ".hardwon" / "runs" / folder)
    for end in [*["b+"] * 5, *["m-"] * 4, *["m+"] * 2]:
        store.record(product, with_memory=end[0] == "m", passed=end[1] == "+", run="r", test="t", at="")


def test_without_evidence_it_says_so(call: Cli, project: Path) -> None:
    ended = call("breaker")
    assert ended.code == 0
    assert "No outcomes are known here" in ended.stdout
    ended = call("breaker", "--json")
    assert ended.document == {}
    assert "No outcomes are known here" in ended.stderr
    assert not (project / ".hardwon").exists()


def test_tripped_product(call: Cli, project: Path) -> None:
    harm(project)
    ended = call("breaker", "--json")
    assert ended.code == 0
    assert ended.document == {
        "shop": {
            "tripped": True,
            "reason": REASON,
            "memory": {"runs": 6, "failures": 4},
            "baseline": {"runs": 5, "failures": 0},
            "window": 20,
            "threshold": 0.15,
            "enabled": True,
        }
    }
    shown = call("breaker").stdout
    assert "TRIPPED" in shown
    assert REASON in shown


def test_what_an_earlier_release_kept_still_counts(call: Cli, project: Path) -> None:
    """The folder was called `outcomes`; where there is one, it stays in use."""
    harm(project, folder="outcomes")
    assert call("breaker", "--json").document["shop"]["tripped"] is True
    call("breaker", "--reset")
    assert call("breaker", "--json").document["shop"]["tripped"] is False
    assert not (project / ".hardwon" / "runs" / ".outcomes").exists()


def test_one_product_of_several(call: Cli, project: Path) -> None:
    harm(project)
    harm(project, "admin")
    assert list(call("breaker", "--json").document) == ["admin", "shop"]
    assert list(call("breaker", "--product", "shop", "--json").document) == ["shop"]
    assert call("breaker", "--product", "nobody", "--json").document == {}


def test_reset_of_one_product(call: Cli, project: Path) -> None:
    harm(project)
    harm(project, "admin")
    ended = call("breaker", "--reset", "--product", "shop", "--json")
    assert ended.document["shop"]["tripped"] is False
    assert ended.document["shop"]["memory"] == {"runs": 0, "failures": 0}
    assert "11 outcomes no longer count" in ended.stderr
    assert call("breaker", "--json").document["admin"]["tripped"] is True


def test_settings_rule(call: Cli, project: Path) -> None:
    harm(project)
    assert call("breaker", "--json", "--set", "circuitBreakerThreshold=0.7").document["shop"]["tripped"] is False
    off = call("breaker", "--json", env={"HARDWON_CIRCUIT_BREAKER_ENABLED": "false"})
    assert off.document["shop"]["tripped"] is False
    assert "circuitBreakerEnabled is false" in off.stderr


def test_rule_that_can_never_trip_is_named(call: Cli, project: Path) -> None:
    harm(project)
    shown = call("breaker", "--set", "circuitBreakerBaselineSize=11").stdout
    assert "It can never trip" in shown


def test_hostile_product_cannot_act_on_the_terminal(call: Cli, project: Path) -> None:
    harm(project, "evil\x1b[31m\n../shop")
    shown = call("breaker").stdout
    assert "\x1b" not in shown
    assert "evil\\x1b[31m\\x0a../shop" in shown


def test_broken_line_is_named(call: Cli, project: Path) -> None:
    harm(project)
    [path] = (project / ".hardwon" / "runs" / ".outcomes").glob("*.jsonl")
    with path.open("ab") as file:
        file.write(b'{"product": "sh')
    shown = call("breaker").stdout
    assert "1 lines of" in shown
    assert REASON in shown


def test_status_and_recall_say_that_memory_is_switched_off(call: Cli, project: Path) -> None:
    """Every surface shows it: who asks what a step would be given must know that it is given nothing."""
    harm(project)
    assert call("status", "--json").document["tripped"] == {"shop": REASON}
    recall = ("recall", "Open the cart", "--product", "shop")
    for told in (call("status").stdout, call(*recall).stdout, call(*recall, "--json").stderr):
        assert f"Memory is switched off for shop: {REASON}" in told
    assert "switched off" not in call("recall", "Open the cart", "--product", "bank").stdout
    assert "switched off" not in call("status", "--set", "circuitBreakerEnabled=false").stdout
