"""The downloads of a run."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roofline_report.renderers.addresses import csv_path, json_path
from roofline_report.renderers.download import Download
from roofline_report.renderers.downloads.document import json_bytes
from roofline_report.renderers.downloads.numbers import kernel_numbers
from roofline_report.renderers.downloads.table import csv_bytes

if TYPE_CHECKING:
    from roofline_report.report.model import RunReport


def run_downloads(run: RunReport) -> tuple[Download, ...]:
    """Return all numbers that the charts of a run and of its kernels draw, as CSV and as JSON."""
    kernels = tuple(kernel_numbers(run))
    return (
        Download(path=csv_path(run), content=csv_bytes(run, kernels)),
        Download(path=json_path(run), content=json_bytes(run, kernels)),
    )
