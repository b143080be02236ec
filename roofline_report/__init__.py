"""Roofline report pages for documentation sites, made from the files that GPU profilers wrote.

    from pathlib import Path
    from roofline_report import Settings, generate

    site = generate(Settings.from_mapping({"data_dir": "data"}, root=Path("."), shown_as="settings"))

`generate` returns values, pages and assets; a host puts them into its site.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from roofline_report.domain.errors import (
        PageConflictError,
        ProblemsError,
        ReportError,
        RooflineReportError,
        SettingsError,
    )
    from roofline_report.domain.problem import Problem, Severity
    from roofline_report.pipeline.generate import generate
    from roofline_report.pipeline.output import GeneratedSite
    from roofline_report.pipeline.settings import Settings

__all__ = [
    "GeneratedSite",
    "PageConflictError",
    "Problem",
    "ProblemsError",
    "ReportError",
    "RooflineReportError",
    "Settings",
    "SettingsError",
    "Severity",
    "generate",
]

_HOMES = {
    "GeneratedSite": "pipeline.output",
    "PageConflictError": "domain.errors",
    "Problem": "domain.problem",
    "ProblemsError": "domain.errors",
    "ReportError": "domain.errors",
    "RooflineReportError": "domain.errors",
    "Settings": "pipeline.settings",
    "SettingsError": "domain.errors",
    "Severity": "domain.problem",
    "generate": "pipeline.generate",
}


def __getattr__(name: str) -> object:
    # Importing pandas and Bokeh costs over a second: nobody pays it for looking at the version or at --help.
    if name not in _HOMES:
        msg = f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(msg)
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return __all__
