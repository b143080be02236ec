"""What a run could show besides, in a sentence. It is no gap: nobody has to collect it."""

from __future__ import annotations

from typing import Final

NO_OPERATIONS: Final = (
    "Floating-point operations were not collected, so there is no FLOP roofline; the command that gives one, and the "
    'walls of memory access, stands under "Collect files of your own" in the documentation of roofline_report'
)
