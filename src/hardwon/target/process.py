"""One process, started without a shell, within bounds of time and output; with it ends what it has started."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import suppress
from dataclasses import dataclass, field
from typing import IO, TYPE_CHECKING

from hardwon.target.ending import end, ending_with_us

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

_CANNOT_START = 126
_SAYS_SO = "hardwon: "
_GRACE = 2.0
_CHUNK = 65_536
_HEARD_EACH = 1.0

# Limits are set by a process of their own that then becomes the program: setting them in ours would bind us, too.
_BOUNDED = """
import os, resource, sys
seconds, memory, written = map(int, sys.argv[1:4])
limits = {"CPU": seconds, "DATA": memory, "FSIZE": written}
for name, value in {**{each: most for each, most in limits.items() if most}, **({"CORE": 0} if memory else {})}.items():
    try:
        resource.setrlimit(getattr(resource, "RLIMIT_" + name), (value, value))
    except (OSError, ValueError, AttributeError):
        pass
try:
    os.execv(sys.argv[4], sys.argv[4:])
except OSError as error:
    os.write(2, ("hardwon: " + str(error.strerror)).encode())
    os._exit(126)
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bounds:
    """What a process may take."""

    seconds: float
    output: int
    """Bytes on each stream."""

    memory: int = 0
    """Bytes; 0: as the system has it."""

    written: int = 0
    """Bytes of one file; 0: as the system has it."""

    environ: Mapping[str, str] = field(default_factory=lambda: os.environ, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended:
    """How a process ended, and what it wrote."""

    code: int | None
    stdout: str
    stderr: str
    seconds: float
    flaw: str = ""
    """Which bound it broke; "" if it ended by itself."""

    @property
    def shown(self) -> str:
        return self.stderr.strip() or self.stdout.strip()

    @property
    def not_started(self) -> str:
        """Why it could not be started at all; "" if it was."""
        says = self.code == _CANNOT_START and self.stderr.startswith(_SAYS_SO)
        return self.stderr.removeprefix(_SAYS_SO) if says else ""


def started(
    command: Sequence[str],
    stdin: str,
    folder: Path,
    bounds: Bounds,
    hear: Callable[[str], None] = lambda _: None,
) -> Ended:
    """Start a program with this on its standard input, and wait for its end, or for that of its bounds.

    `hear` is told now and then what it has written until then, and also where waiting is interrupted.
    """
    limits = (str(int(bounds.seconds) + 1 if bounds.memory else 0), str(bounds.memory), str(bounds.written))
    begun = time.monotonic()
    with tempfile.TemporaryFile() as given:
        given.write(stdin.encode("utf-8", "replace"))
        given.seek(0)
        process = subprocess.Popen(
            [sys.executable, "-I", "-S", "-c", _BOUNDED, *limits, *command],
            stdin=given,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=folder,
            env=dict(bounds.environ),
            start_new_session=True,
        )
    outputs = [_Output(process, stream, bounds.output) for stream in (process.stdout, process.stderr) if stream]
    flaw = ""
    try:
        with ending_with_us(process):
            while not _has_ended(process, bounds.seconds - (time.monotonic() - begun)):
                hear(outputs[0].so_far)
                if time.monotonic() - begun >= bounds.seconds:
                    flaw = f"did not end within {bounds.seconds:g} s"
                    break
    finally:
        hear(outputs[0].so_far)
    texts = [output.text() for output in outputs]
    if any(output.too_much for output in outputs):
        flaw = f"wrote more than {bounds.output} bytes"
    seconds = time.monotonic() - begun
    return Ended(code=process.returncode, stdout=texts[0], stderr=texts[1], seconds=seconds, flaw=flaw)


def _has_ended(process: subprocess.Popen[bytes], seconds: float) -> bool:
    try:
        process.wait(timeout=max(0.0, min(_HEARD_EACH, seconds)))
    except subprocess.TimeoutExpired:
        return False
    return True


class _Output:
    """What a program writes, read while it runs, up to the bound."""

    def __init__(self, process: subprocess.Popen[bytes], stream: IO[bytes], most: int) -> None:
        self.too_much = False
        self._data = bytearray()
        self._process, self._stream, self._most = process, stream, most
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def _read(self) -> None:
        with suppress(OSError, ValueError):  # closed by whoever stopped waiting
            while chunk := os.read(self._stream.fileno(), _CHUNK):
                self._data += chunk
                if len(self._data) > self._most:
                    self.too_much = True
                    end(self._process)
                    return

    @property
    def so_far(self) -> str:
        return bytes(self._data[: self._most]).decode("utf-8", "replace")

    def text(self) -> str:
        """What was written; a child that holds on to the stream is not waited for."""
        self._thread.join(_GRACE)
        if not self._thread.is_alive():
            self._stream.close()
        return self.so_far
