"""What a measurement was made on."""

from __future__ import annotations

import os
import platform
from importlib.metadata import version
from pathlib import Path

_PACKAGES = ("mkdocs", "mkdocs-material", "Markdown", "Jinja2", "pandas", "bokeh", "PyYAML")


def describe_machine() -> str:
    """Return processor, cores, system, Python and package versions as Markdown, without a name or a folder."""
    packages = ", ".join(f"{name} {version(name)}" for name in _PACKAGES)
    return "\n".join(
        [
            f"- Processor: {_processor()}, {os.cpu_count()} cores",
            f"- System: {platform.system()} {platform.machine()}, Python {platform.python_version()}",
            f"- Packages: {packages}",
        ]
    )


def _processor() -> str:
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.is_file():
        for line in cpuinfo.read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or "not known"
