"""The account of a run, for people: what failed and why, what memory said and did, what changed. Pure.

The run's document goes in, plain lines come out; terminal, page, JUnit XML and CTRF show the same ones.
"""

from __future__ import annotations

from typing import Any

from hardwon.agents.calling import DEFAULT
from hardwon.text.plain import counted

_CHANGES = {"add": "added", "confirm": "confirmed", "deprecate": "deprecated", "delete": "deleted", "edit": "edited"}


def actions(document: dict[str, Any]) -> str:
    """What the sub-actions of a run's agent are."""
    return "page loads" if document.get("agent") == DEFAULT else "actions"


def failure(test: dict[str, Any], unit: str = "actions") -> list[str]:
    """Why a test did not pass: the step, what was expected and seen, then what ablation found. None if it passed."""
    if test["status"] not in ("failed", "error"):
        return []
    attempts = test.get("attempts") or []
    lines = _ended(attempts[0]) if attempts else []
    lines = lines or [f"Why: {test['reason'] or test['summary'] or 'it is not known'}"]
    given = [note["title"] for step in test["steps"] if step["status"] != "passed" for note in step.get("given", ())]
    lines += [f"Memory gave that step: {title}" for title in given]
    return [*lines, *tried(test, unit)]


def headline(test: dict[str, Any]) -> str:
    """Why a test did not pass, in one line; "" if it passed."""
    said = [line.partition(": ")[2] if line.startswith("Why: ") else line for line in failure(test)[:2]]
    return ": ".join(said)


def verb(test: dict[str, Any]) -> str:
    """What a test did of which there is more to tell."""
    return "did not pass" if test["status"] != "passed" else "passed without memory"


def _ended(attempt: dict[str, Any]) -> list[str]:
    """Where an attempt did not pass, and why."""
    place, text = attempt["failed_step"], attempt["text"]
    lines = [f"Step {place}: {text}"] if place else []
    lines += [f"Why: {attempt['reason']}"] if attempt["reason"] else []
    is_new = attempt["seen"] not in ("", attempt["reason"])
    return lines + ([f"Seen: {attempt['seen']}"] if is_new else [])


def tried(test: dict[str, Any], unit: str = "actions") -> list[str]:
    """What ablation found, and what both attempts came to. None if there was no second attempt."""
    attempts = test.get("attempts") or []
    if len(attempts) < 2:  # noqa: PLR2004 - with memory, and without
        return []
    lines = [f"Ablation: {test['summary']}"] if test["summary"] else []
    for attempt in attempts:
        way = "With memory" if attempt["with_memory"] else "Without memory"
        took = f"{counted(attempt['steps'], 'step')}, {attempt['sub_actions']} {unit}"
        why = " ".join(f"{line.rstrip('.')}." for line in _ended(attempt)) if attempt["status"] != "passed" else ""
        lines.append(f"{way}: {attempt['status']} ({took}){f'. {why}' if why else ''}")
    return lines


def given(document: dict[str, Any]) -> list[str]:
    """What memory said to which step, and what came of it."""
    return [
        f"{test['id']}, {step['text']}: {note['title']} ({_use(step, note['id'])})"
        for test in document["tests"]
        for step in test["steps"]
        for note in step.get("given", ())
    ]


def _use(step: dict[str, Any], observation: str) -> str:
    if observation in step["contradicted"]:
        return "found wrong"
    return "used" if observation in step["used"] else "not used"


def changes(document: dict[str, Any]) -> list[str]:
    """What changed in the observations, by their titles."""
    return [_change(delta) for delta in document["memory_log"]["deltas"]]


def _change(delta: dict[str, Any]) -> str:
    before, after = delta["before"], delta["after"]
    title = (after or before or {"title": delta["observation_id"]})["title"]
    trusts = [f"{state['trust']:g}" for state in (before, after) if state]
    moved = f" (trust {' → '.join(trusts)})" if trusts else ""
    what = _CHANGES.get(delta["action"], delta["action"])
    return f"{what}: {title}{moved}: {delta['reasoning'] or 'no reason given'}"
