"""What a run says, as one line that waits for the team's server, and its delivery: weighed as if it had just ended."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any

from hardwon.areas.area import Verdict
from hardwon.areas.content import Content
from hardwon.evidence import run_file, test_table
from hardwon.evidence.crediting import Circumstances, Elsewhere
from hardwon.evidence.reported import Reported
from hardwon.evidence.results import Result
from hardwon.evidence.run_file import Evidence, RunDetails
from hardwon.store.protocol import AlreadyDoneError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hardwon.evidence.recording import Recorder
    from hardwon.project.away import GoingStores

_COUNTS = ("tests", "failed", "flaky")
_LOGS = ".jsonl"


@dataclass(frozen=True, slots=True, kw_only=True)
class _ToldDetails(RunDetails):
    """What is said of a run, as it was written down."""

    told: Mapping[str, Any]

    def document(self) -> dict[str, Any]:
        return dict(self.told)


def row_of(
    evidence: Evidence,
    circumstances: Circumstances | None,
    reported: Reported,
    fingerprints: Mapping[str, str],
    moment: float,
) -> dict[str, Any]:
    """What a run says, whole: nothing of it depends on this machine."""
    return {
        "run": evidence.run,
        "kind": evidence.kind,
        "at": evidence.at,
        "commit": evidence.commit,
        "state": evidence.state,
        "verdicts": [each.document() for each in evidence.verdicts],
        "results": [asdict(each) for each in evidence.results],
        "details": evidence.details.document(),
        "live": evidence.live,
        "circumstances": _under(circumstances) if circumstances else None,
        "reported": {"digests": [*reported.digests], "runs": [*reported.runs], "again": reported.again},
        "fingerprints": dict(fingerprints),
        "moment": moment,
    }


def _under(circumstances: Circumstances) -> dict[str, Any]:
    content = circumstances.content
    return {
        "state": circumstances.state,
        "content": {"files": dict(content.files), "name": content.name} if content else None,
        "elsewhere": {"areas": [*circumstances.elsewhere.areas], "state": circumstances.elsewhere.state},
        "extent": circumstances.extent,
        "source": circumstances.source,
        "left_out": {area: [*tests] for area, tests in circumstances.left_out.items()},
        "probed": [*circumstances.probed],
        "again": circumstances.again,
        "edited": None if circumstances.edited is None else dict(circumstances.edited),
        "ended": circumstances.ended,
        "own": circumstances.own,
        "may_be_named": circumstances.may_be_named,
    }


def deliver(stores: GoingStores, recorder: Recorder) -> int:
    """Bring to the server what waits here, each run once; how many said something. ServerAway if it still is away.

    A line is taken away only after all: whoever is killed in between delivers again, and the server knows each run.
    """
    room = stores.room
    if room.is_empty:
        return 0
    with room.held():
        rows = room.rows()
        for row in rows:
            _learn(recorder, row)
        told = {row["run"] for row in rows}
        for run in stores.away.runs.ids():
            _bring(stores, run, skipped={run_file.FILE, test_table.FILE} if run in told else set())
        room.clear()
        return len(rows)


def _learn(recorder: Recorder, row: Mapping[str, Any]) -> None:
    under, reported = row["circumstances"], row["reported"]
    evidence = Evidence(
        run=row["run"],
        kind=row["kind"],
        at=row["at"],
        commit=row["commit"],
        state=row["state"],
        verdicts=[_verdict(each, row["run"]) for each in row["verdicts"]],
        results=[Result(**each) for each in row["results"]],
        details=_ToldDetails(told=row["details"]),
        live=row["live"],
    )
    try:
        recorder.learn(
            evidence,
            recorder.records.naming,
            _circumstances(under) if under else None,
            Reported(digests=frozenset(reported["digests"]), runs=frozenset(reported["runs"]), again=reported["again"]),
            at=row["moment"],
            current=row["fingerprints"],
        )
    except AlreadyDoneError:
        return  # it was counted, and only the answer was lost


def _verdict(told: Mapping[str, Any], run: str) -> Verdict:
    return Verdict(area=told["area"], passed=told["passed"], run=run, **{key: told[key] for key in _COUNTS})


def _circumstances(told: Mapping[str, Any]) -> Circumstances:
    content = told["content"]
    return replace(
        Circumstances(**told),
        content=Content(content["files"], content["name"]) if content else None,
        elsewhere=Elsewhere(**told["elsewhere"]),
    )


def _bring(stores: GoingStores, run: str, skipped: set[str]) -> None:
    """The evidence of a run: logs are added to, the rest is kept where it is not there yet."""
    team, away = stores.team.runs, stores.away.runs
    for part, content in away.parts(run).items():
        if part.endswith(_LOGS):
            team.add(run, part, content, once=f"{run}/{part}")
        elif part not in skipped:
            team.keep(run, {part: content})
