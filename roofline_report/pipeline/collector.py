"""When Python looks for garbage."""

from __future__ import annotations

import gc
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def uncollected() -> Iterator[None]:
    """Let the garbage collector wait while much is made that lives until pages are written.

    It would look through all of that again and again, and find no cycles to speak of. Not for reading files, whose
    tables must go as soon as they are read.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()
