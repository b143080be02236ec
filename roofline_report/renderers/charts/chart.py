"""What a chart of a run page is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from roofline_report.report.model import RunReport


class RunChart(Protocol):
    """A chart that shows all kernels of a run."""

    @property
    def name(self) -> str:
        """Return the name that the setting `charts` knows it by."""

    @property
    def heading(self) -> str:
        """Return the heading above it."""

    @property
    def needs_runtime(self) -> bool:
        """Tell whether a browser needs the chart library for it."""

    def draw(self, run: RunReport) -> str | None:
        """Return the chart as HTML, or None where the run has nothing to draw.

        Args:
            run: A run with at least one kernel.
        """
