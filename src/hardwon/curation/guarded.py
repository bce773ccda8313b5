"""The guard before every add: scanned, then written; or blocked, and held in quarantine."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING

from id_agent import generate_deterministic

from hardwon.errors import HardwonError
from hardwon.guard.passing import held_for_good, may_be_used
from hardwon.guard.scanner import redacted, redacted_observation, scan
from hardwon.observations.observation import NEW_TRUST, Observation
from hardwon.store.protocol import Held
from hardwon.store.quarantine import new_id
from hardwon.text.plain import well_formed
from hardwon.text.times import stamp

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

    from hardwon.guard.scanner import Scan
    from hardwon.observations.deltas import Delta
    from hardwon.observations.observation import Scope, SuiteEntry, WrittenBy
    from hardwon.store.protocol import Curating, QuarantineRecord


class BlockedText(HardwonError):  # noqa: N818 - it names the situation, which is what the reader needs
    """The scanner did not let a text pass."""

    slug = "blocked-text"
    exit_code = 1

    def __init__(self, verdict: Scan, remedy: str) -> None:
        super().__init__(f"Blocked ({verdict.outcome}): {verdict.reason}", remedy=remedy)
        self.scan = verdict


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """What somebody wants to be remembered."""

    scope: Scope
    title: str
    content: str
    source_test: str
    origin: WrittenBy
    """Set by whoever calls, never taken from the text."""

    source_run: str | None = None
    position: int | None = None
    suite_snapshot: tuple[SuiteEntry, ...] = ()


def tidy(text: str) -> str:
    """A text as files hold it: line feeds, no blanks at its ends, nothing that UTF-8 cannot hold."""
    return well_formed(text).replace("\r\n", "\n").replace("\r", "\n").strip()


def add(
    curation: Curating,
    quarantine: QuarantineRecord,
    proposal: Proposal,
    *,
    id: Callable[[], str],  # noqa: A002 - it gives the id
    now: datetime,
    reasoning: str = "",
    rehearses: bool = False,
) -> tuple[Delta, Scan]:
    """Write a new observation if the scanner lets it pass; BlockedText, with the text in quarantine, if not."""
    verdict = scan(proposal.title, proposal.content, origin=proposal.origin)
    if not verdict.safe:
        held = quarantine.hold(_held(proposal, verdict, now))
        if rehearses:
            raise BlockedText(verdict, "It would be held in quarantine, for a person to decide.")
        raise BlockedText(
            verdict, f"It is kept as {held}; a person may look at it with `hardwon quarantine show {held}`."
        )
    return curation.add(new_observation(proposal, now, id=id()), reasoning), verdict


def check(observation: Observation, *, origin: str) -> None:
    """BlockedText if the text of an observation on disk may not be confirmed."""
    verdict = scan(observation.title, observation.content, origin=origin)
    if not may_be_used(observation, verdict):
        raise BlockedText(verdict, "Correct the file, or delete it; nothing was changed.")


def check_text(
    observation: Observation, title: str, content: str, quarantine: QuarantineRecord, *, now: datetime
) -> None:
    """BlockedText, with the text in quarantine, if a person may not give it to an observation."""
    verdict = scan(title, content, origin="person")
    if not verdict.safe:
        proposal = Proposal(
            scope=observation.scope,
            title=title,
            content=content,
            source_test=observation.source_test,
            origin="person",
            position=observation.position,
            suite_snapshot=observation.suite_snapshot,
        )
        held = quarantine.hold(_held(proposal, verdict, now))
        raise BlockedText(verdict, f"The observation stays as it is; the new text is kept as {held}.")


def reason_to_hold(held: Held) -> str:
    """Why a text in quarantine is never released; "" if a person may let it pass."""
    return "it holds a secret" if held.has_secret else held_for_good(scan(held.title, held.content).findings)


def new_observation(proposal: Proposal, now: datetime, *, id: str) -> Observation:  # noqa: A002 - it is called id
    """The observation that a proposal becomes: middling trust, nothing counted yet."""
    at = stamp(now)
    return Observation(
        id=id,
        scope=proposal.scope,
        title=proposal.title,
        content=proposal.content,
        trust=NEW_TRUST,
        created=at,
        last_confirmed=at,
        source_test=proposal.source_test,
        position=proposal.position,
        suite_snapshot=proposal.suite_snapshot,
        origin=proposal.origin,
        source_run=proposal.source_run,
    )


def released(
    held: Held, scope: Scope, entries: tuple[SuiteEntry, ...], *, by: str, why: str, now: datetime
) -> Observation:
    """The observation that a person lets pass, with who and why in it."""
    proposal = Proposal(
        scope=scope,
        title=held.title,
        content=held.content,
        source_test=held.source_test,
        origin=held.origin,  # type: ignore[arg-type]  # written by us from an WrittenBy
        source_run=held.run,
        position=held.position,
        suite_snapshot=entries,
    )
    # The same text is released once, whoever tries again after a kill.
    observation = new_observation(proposal, now, id=generate_deterministic(held.id, words=10, prefix="obs"))
    return replace(observation, released_by=f"{by}: {why}", released_digest=observation.digest)


def _held(proposal: Proposal, verdict: Scan, now: datetime) -> Held:
    title, content = redacted_observation(proposal.title, proposal.content)
    return Held(
        id=new_id(now, f"{proposal.scope}\0{title}\0{content}"),
        time=stamp(now),
        outcome=verdict.outcome,
        reason=verdict.reason,
        findings=[asdict(finding) for finding in verdict.findings],
        origin=proposal.origin,
        run=proposal.source_run,
        tier=proposal.scope.tier,
        scope=proposal.scope.name,
        title=title,
        content=content,
        source_test=redacted(proposal.source_test),
        position=proposal.position,
        suite_snapshot=[{"test": entry.test, "id": entry.id} for entry in proposal.suite_snapshot],
        has_secret=(title, content) != (proposal.title, proposal.content)
        or any(finding.secret for finding in verdict.findings),
    )
