"""Documentation projects in a folder, and what building one costs."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import time
from dataclasses import dataclass
from statistics import median
from typing import TYPE_CHECKING

import yaml

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

_TIME_LIMIT_S = 900


@dataclass(frozen=True, slots=True, kw_only=True)
class Cost:
    """What one process took.

    Attributes:
        cpu_s: Processor time of the process, user and system.
        wall_s: Time on the clock.
    """

    cpu_s: float
    wall_s: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """What two projects took, each time one after the other."""

    pairs: tuple[tuple[Cost, Cost], ...]

    @property
    def ratio(self) -> float:
        """Return the median of the ratios of processor time."""
        return median(ours.cpu_s / theirs.cpu_s for ours, theirs in self.pairs)

    @property
    def cpu_s(self) -> float:
        """Return the median processor time of the first project."""
        return median(ours.cpu_s for ours, _ in self.pairs)

    def in_words(self) -> str:
        """Return what the ratio was made of."""
        theirs = median(theirs.cpu_s for _, theirs in self.pairs)
        on_clock = median(ours.wall_s / theirs.wall_s for ours, theirs in self.pairs)
        return f"{len(self.pairs)} pairs, {self.cpu_s:.2f} s : {theirs:.2f} s; on the clock {on_clock:.3f}x"


def write_project(root: Path, pages: Mapping[str, str], *, plugin: bool) -> Path:
    """Write a project in the theme Material, with search, and return its folder.

    Args:
        root: The folder; data, if any, are put into `data` by the caller.
        pages: Markdown by path in the docs folder.
        plugin: Whether the project uses this package.
    """
    settings = {
        "site_name": "Benchmark",
        "site_url": "https://example.org/",
        "theme": {"name": "material", "font": False},
        "plugins": ["search", *(["roofline-report"] if plugin else [])],
        "nav": [{"Home": "index.md"}],
        # A page in the navigation costs every other page; generated pages do not stand there either.
        "not_in_nav": "*\n",
    }
    for path, text in {
        "docs/index.md": "# Home\n\nWelcome.\n",
        **{f"docs/{at}": it for at, it in pages.items()},
    }.items():
        target = root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")
    (root / "mkdocs.yml").write_text(yaml.safe_dump(settings), encoding="utf-8")
    return root


def plain_pages(count: int) -> dict[str, str]:
    """Return small pages as somebody writes them, by path."""
    return {f"guide/page-{number}.md": _plain_page(number, count) for number in range(count)}


def _plain_page(number: int, count: int) -> str:
    section = (
        "## Section {0}\n\nSome *words* about `thing_{0}`, with [a link](page-{1}.md).\n\n- one\n- two\n\n"
        "```python\nprint({0})\n```\n"
    )
    parts = [section.format(part, (number + 1) % count) for part in range(5)]
    return "\n".join([f"# Page {number}\n", *parts])


def build(project: Path) -> Cost:
    """Run `mkdocs build` in a process of its own and return what it took.

    Raises:
        subprocess.CalledProcessError: The build failed.
    """
    environment = {**os.environ, "SOURCE_DATE_EPOCH": "0", "NO_MKDOCS_2_WARNING": "1"}
    before, start = _children_cpu_s(), time.perf_counter()
    subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--quiet"],
        cwd=project,
        env=environment,
        check=True,
        timeout=_TIME_LIMIT_S,
    )
    return Cost(cpu_s=_children_cpu_s() - before, wall_s=time.perf_counter() - start)


def compare(ours: Path, theirs: Path, *, rounds: int) -> Comparison:
    """Build two projects in turn: two builds one after the other meet the same other work on the machine."""
    for project in (ours, theirs):
        build(project)  # compiles modules and fills the caches of the file system
    return Comparison(pairs=tuple((build(ours), build(theirs)) for _ in range(rounds)))


def _children_cpu_s() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime
