"""Installing the plugin: each process registers the parts that it needs."""

from __future__ import annotations

import os
from functools import partial
from typing import TYPE_CHECKING

import pytest

from hardwon.areas.selection import Basis
from hardwon.errors import HardwonError, UsageError
from hardwon.memory import Memory
from hardwon.plugin.choosing import Choosing
from hardwon.plugin.collecting import Collecting
from hardwon.plugin.controller import WORKER_KEY, Controller
from hardwon.plugin.marks import Marks
from hardwon.plugin.names import Names
from hardwon.plugin.narrowing import Deselection

if TYPE_CHECKING:
    from hardwon.areas.candidate import Candidate


def install(config: pytest.Config) -> None:
    """Register the parts that this process needs: a worker of xdist, or the process that keeps the record."""
    try:
        _install(config)
    except HardwonError as error:
        raise pytest.UsageError(f"hardwon ({error.slug}): {error}") from error


def _install(config: pytest.Config) -> None:
    memory = _memory(config)
    names = Names(config.rootpath, memory.project.root, memory.records.naming)
    told = getattr(config, "workerinput", {}).get(WORKER_KEY)
    if told is None:
        _refuse_what_workers_cannot(config)
        controller = Controller(config, memory, names)
        config.pluginmanager.register(controller, "hardwon-controller")
        run, basis, tell = controller.run, controller.basis, controller.hear
    else:
        run, basis, tell = told["run"], Basis.from_document(told["basis"]), partial(_tell_controller, config)
    deselection = Deselection()
    config.pluginmanager.register(deselection, "hardwon-deselection")
    config.pluginmanager.register(Marks(names), "hardwon-marks")
    prepare_steps = partial(_prepare_steps, config, memory, run, names)
    choosing = Choosing(config, names, basis, lambda candidates: tell(candidates, narrowed=deselection.seen))
    collecting = Collecting(config, choosing, prepare_steps)
    config.pluginmanager.register(collecting, "hardwon-collecting")


def _prepare_steps(config: pytest.Config, memory: Memory, run: str, names: Names) -> None:
    """Most suites have no test with steps: they need not wait for what such tests need."""
    from hardwon.plugin.agentic import Agentic  # noqa: PLC0415 - it loads the whole runner

    config.pluginmanager.register(Agentic(config, memory, run, names), "hardwon-agentic")


def _tell_controller(config: pytest.Config, candidates: list[Candidate], *, narrowed: bool) -> None:
    # A worker hands this over when it is done.
    told = [[each.test, each.area, each.unskippable, each.file] for each in candidates]
    config.workeroutput[WORKER_KEY] = {"collected": told, "narrowed": narrowed}  # type: ignore[attr-defined]


def _refuse_what_workers_cannot(config: pytest.Config) -> None:
    if config.getoption("hardwon_escalate") and config.getoption("dist", "no") != "no":
        raise UsageError(
            "--hardwon-escalate does not work with xdist, which hands out the tests before one can fail.",
            remedy="Leave one of them out. After a failure the area is active again, and the next run has all of it.",
        )


def _memory(config: pytest.Config) -> Memory:
    return Memory.open(None if os.environ.get("HARDWON_PROJECT") else config.rootpath)
