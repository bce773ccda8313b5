"""Garbage: none is collected while values are made for every test at once.

Python looks for garbage after so many new values. In a large suite that is a look at everything that pytest holds, a
tenth of a second or more, and finds nothing: what is made here stays until the run is over.
"""

from __future__ import annotations

import gc
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def left_alone() -> Iterator[None]:
    """Collect no garbage meanwhile, and afterwards as before."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
