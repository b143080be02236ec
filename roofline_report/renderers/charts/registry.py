"""The charts of a run page. A new one is a module beside this one and a line here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roofline_report.renderers.charts.run_roofline import RunRoofline
from roofline_report.renderers.charts.time_share import TimeShare

if TYPE_CHECKING:
    from roofline_report.renderers.charts.chart import RunChart

RUN_CHARTS: Final[tuple[RunChart, ...]] = (RunRoofline(), TimeShare())
CHART_NAMES: Final = tuple(chart.name for chart in RUN_CHARTS)
"""What the setting `charts` may name; all of them in this order where it is not set."""
