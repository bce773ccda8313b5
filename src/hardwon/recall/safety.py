"""Safety: why an observation must not reach an agent, as the scanner sees it now. It may be older than the rules."""

from __future__ import annotations

import hashlib
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from hardwon.guard.passing import may_be_used, origin_of

if TYPE_CHECKING:
    from hardwon.observations.observation import Observation

_SCANNER = "hardwon.guard"


def reason_to_keep_out(observation: Observation) -> str:
    """Why the observation is unsafe; "" if it is not, or if a person let just this text pass. No secret ever passes."""
    from hardwon.guard.scanner import scan  # noqa: PLC0415 - its rules are only needed where a text is new

    verdict = scan(observation.title, observation.content, origin=origin_of(observation))
    return "" if may_be_used(observation, verdict) else verdict.reason or "the scanner found it unsafe"


def rules() -> str:
    """What tells one version of the scanner from another, so that no verdict outlives the rules it was made by."""
    spec = find_spec(_SCANNER)
    digest = hashlib.sha256()
    for folder in (spec.submodule_search_locations or ()) if spec else ():
        for path in sorted(Path(folder).rglob("*.py")):
            status = path.stat()
            digest.update(f"{path}\0{status.st_size}\0{status.st_mtime_ns}\n".encode("utf-8", "surrogateescape"))
    return digest.hexdigest()
