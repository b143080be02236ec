"""Where pages and downloads stand below the section's own address, and the ids of what stands on them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from roofline_report.report.model import KernelReport, RunReport

OVERVIEW_PATH = "index.md"
READING_PATH = "reading.md"
VERDICT_HELP = f"{READING_PATH}#what-to-make-of-a-verdict"
DEVICES_PATH = "devices/index.md"
KERNEL_TABLE_ID = "roofline-kernels"
LEVEL_TABLE_ID = "roofline-levels"


def device_path(slug: str) -> str:
    """Return the path of a device's page."""
    return f"devices/{slug}.md"


def run_path(run: RunReport) -> str:
    """Return the path of a run's page."""
    return f"runs/{run.slug}/index.md"


def csv_path(run: RunReport) -> str:
    """Return the path of a run's numbers as CSV; the name tells it from those of other runs once it is saved."""
    return f"runs/{run.slug}/{run.slug}.csv"


def json_path(run: RunReport) -> str:
    """Return the path of a run's numbers as JSON."""
    return f"runs/{run.slug}/{run.slug}.json"


def download_paths(run: RunReport) -> tuple[tuple[str, str], ...]:
    """Return what the downloads of a run are called, and their paths."""
    return (("CSV", csv_path(run)), ("JSON", json_path(run)))


def kernel_path(run: RunReport, kernel: KernelReport) -> str:
    """Return the path of a kernel's page."""
    return f"runs/{run.slug}/{kernel.slug}.md"
