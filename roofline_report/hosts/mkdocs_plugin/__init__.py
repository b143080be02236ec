"""The MkDocs plugin."""

from roofline_report.hosts.mkdocs_plugin.plugin import RooflineReportPlugin

__all__ = ["RooflineReportPlugin"]
