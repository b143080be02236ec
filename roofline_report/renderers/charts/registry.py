"""The charts that a run page can show, by the names that the setting `charts` knows them by."""

from __future__ import annotations

CHART_NAMES = ("roofline",)
