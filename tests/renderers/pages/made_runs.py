"""A device of round numbers and kernels on it, so that all that a page shows can be worked out by hand."""

from __future__ import annotations

import dataclasses
import html
import json
import re
from typing import TYPE_CHECKING, Any, Final

from roofline_report.domain.hardware import BandwidthCeiling, ComputeCeiling, Device, MemoryLevel, Operation, Origin
from roofline_report.domain.profile import Kernel, MeasuredTerm, Measurement, Profile, Statistic
from roofline_report.domain.quantity import Quantity
from roofline_report.renderers.charts.registry import CHART_NAMES
from roofline_report.renderers.pages.kernel import render_kernel
from roofline_report.renderers.pages.parts import PageOptions
from roofline_report.renderers.pages.run import render_run
from roofline_report.report.build import build_run
from roofline_report.report.model import DeviceOrigin, RunDevice
from roofline_report.report.options import RunOptions
from roofline_report.report.surroundings import find_surroundings
from tests.hosts.page_reading import ReadTable, read_tables

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from roofline_report.domain.profile import DeviceAttributes
    from roofline_report.renderers.page import Page
    from roofline_report.report.model import KernelReport, RunReport

_GB_PER_S: Final = {MemoryLevel.L1: 10_000, MemoryLevel.SHARED: 10_000, MemoryLevel.L2: 4_000, MemoryLevel.DRAM: 1_000}
_G_PER_S: Final = {
    Operation.WARP_INSTRUCTION: 400,
    Operation.FP64: 5_000,
    Operation.FP32: 10_000,
    Operation.FP16: 40_000,
    Operation.FP16_TENSOR: 100_000,
}


def ceiling(
    roof: MemoryLevel | Operation, g_per_s: float, *, origin: Origin = Origin.BOOST_CLOCK
) -> BandwidthCeiling | ComputeCeiling:
    if isinstance(roof, MemoryLevel):
        return BandwidthCeiling(
            level=roof, bytes_per_s=g_per_s * 1e9, origin=origin, source="a sheet", given_in="round.yaml"
        )
    return ComputeCeiling(
        operation=roof, operations_per_s=g_per_s * 1e9, origin=origin, source="a sheet", given_in="round.yaml"
    )


ROUND: Final = Device(
    name="Round GPU",
    vendor="NVIDIA",
    architecture="Round",
    given_in="round.yaml",
    compute_capability="8.0",
    level_names={MemoryLevel.DRAM: "HBM9"},
    bandwidth_ceilings=tuple(
        each for level, rate in _GB_PER_S.items() if isinstance(each := ceiling(level, rate), BandwidthCeiling)
    ),
    compute_ceilings=tuple(
        each for operation, rate in _G_PER_S.items() if isinstance(each := ceiling(operation, rate), ComputeCeiling)
    ),
)

OF_VECTORS: Final = dataclasses.replace(ROUND, compute_capability="5.2")
"""One that can do FP64 and FP32 alone, so that nothing of a kernel is left to be counted."""


def traffic(*, l1: float, l2: float, dram: float) -> dict[Quantity, float]:
    """Return sectors of 32 bytes, in 10^9 a second, of traffic in GB/s."""
    return {
        Quantity.GLOBAL_SECTORS: l1 / 32,
        Quantity.SHARED_WAVEFRONTS: 0.0,
        Quantity.L2_SECTORS: l2 / 32,
        Quantity.DRAM_SECTORS: dram / 32,
    }


def instructions(*, threads: float, issued: float) -> dict[Quantity, float]:
    """Return thread instructions, given as warp instructions, and issued ones, in 10^9 a second."""
    return {Quantity.THREAD_INSTRUCTIONS: 32 * threads, Quantity.WARP_INSTRUCTIONS: issued}


def flop(*, fp64: float, fp32: float) -> dict[Quantity, float]:
    return {Quantity.FP64_FLOP: fp64, Quantity.FP32_FLOP: fp32}


def measured(value: float, *, metric: str = "a_metric") -> Measurement:
    term = MeasuredTerm(metric=metric, weight=1.0, statistic=Statistic.of([value]), file="a.csv")
    return Measurement(per_launch=value, terms=(term,), source="a test")


def made(
    name: str,
    milliseconds: float,
    g_per_s: Mapping[Quantity, float],
    *,
    more: Mapping[Quantity, Measurement] | None = None,
) -> Kernel:
    """Return a kernel of one launch with so many 10^9 of everything in a second."""
    seconds = milliseconds / 1e3
    known = {quantity: measured(rate * 1e9 * seconds, metric=quantity.value) for quantity, rate in g_per_s.items()}
    known[Quantity.DURATION] = measured(seconds, metric="duration")
    return Kernel(name=name, launches=1, measurements=known | dict(more or {}))


SOLVE_TRAFFIC: Final = traffic(l1=2_000, l2=1_000, dram=500)
SOLVE_FLOP: Final = flop(fp64=1_000, fp32=1_000)
SOLVE_INSTRUCTIONS: Final = instructions(threads=64, issued=80)
SOLVE: Final = made("solve", 6, SOLVE_TRAFFIC | SOLVE_FLOP | SOLVE_INSTRUCTIONS)
"""FLOP/byte: 1 at L1, 2 at L2, 4 at HBM9. Uses: 20, 25 and 50 %, of its mix 2000 x (1/5000 + 1/10000) / 2 = 30 %."""
COPY: Final = made(
    "copy", 3, traffic(l1=900, l2=900, dram=850) | flop(fp64=0, fp32=0) | instructions(threads=10, issued=10)
)
"""It does no floating-point operation, and uses 85 % of HBM9."""
OLD: Final = made("old", 1, traffic(l1=400, l2=200, dram=100) | instructions(threads=20, issued=25))
"""Its operations were not counted."""
PARTLY: Final = made(
    "partly", 6, SOLVE_TRAFFIC | SOLVE_FLOP | SOLVE_INSTRUCTIONS, more={Quantity.TENSOR_ACTIVITY: measured(1e6)}
)
"""Its tensor units did something that was not counted."""


def run_of(
    *kernels: Kernel,
    on: Device = ROUND,
    options: RunOptions | None = None,
    attributes: DeviceAttributes | None = None,
) -> RunReport:
    device = RunDevice(
        name=on.name,
        origin=DeviceOrigin.RUN_FILE,
        device=on,
        compute_capability=on.compute_capability,
        listed=on,
        attributes=attributes,
    )
    return build_run(
        Profile(kernels=kernels),
        run_id="made",
        slug="made",
        device=device,
        options=options or RunOptions(title="A made run"),
    )


MANY: Final = run_of(SOLVE, COPY, OLD, on=OF_VECTORS)
"""All kernels have instructions, one has operations: instructions come first."""


def run_page(run: RunReport) -> Page:
    return render_run(run, PageOptions(section="Performance", table_rows=500, charts=CHART_NAMES), in_navigation=False)


def kernel_of(run: RunReport, name: str) -> KernelReport:
    return next(kernel for kernel in run.kernels if kernel.kernel.name == name)


def kernel_page(run: RunReport, name: str = "solve", *, others: Sequence[RunReport] = ()) -> Page:
    """Return the page of a kernel in a site with other runs, which are older."""
    kernel = kernel_of(run, name)
    around = next(find_surroundings([run, *others]))
    return render_kernel(run, kernel, around=around[run.kernels.index(kernel)])


def whole(page: Page) -> str:
    """Return all that a page holds."""
    return "\n".join((page.markdown, *page.fragments.values()))


def plain(markup: str) -> str:
    """Return the text of markup, with plain blanks."""
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", markup)).split())


def models_in(fragment: str) -> list[str]:
    return re.findall(r'<div class="roofline-model" data-roofline-model="([^"]+)"', fragment)


def charts_in(fragment: str) -> list[dict[str, Any]]:
    """Return the data of the charts of a fragment, with the texts that a reader meets together put together."""
    charts = [json.loads(html.unescape(text)) for text in re.findall(r"data-roofline='([^']*)'", fragment)]
    for chart in charts:
        roofs, points = chart["roofs"], chart["points"]
        roofs["label"] = [f"{name} {value}" for name, value in zip(roofs["name"], roofs["value"], strict=True)]
        points |= {key: [chart["kernels"][key][at] for at in points["kernel"]] for key in ("achieved", "limiter")}
        if "row" in chart["kernels"]:
            points["row"] = [chart["kernels"]["row"][at] for at in points["kernel"]]
    return charts


def captions_in(fragment: str) -> list[str]:
    return [plain(caption) for caption in re.findall(r"<figcaption>(.*?)</figcaption>", fragment, re.DOTALL)]


def facts_in(page: Page) -> dict[str, str]:
    found = re.findall(r"<dt>(.*?)</dt><dd>(.*?)</dd>", page.fragments["facts"])
    return {plain(name): plain(text) for name, text in found}


def meanings_in(walls: str) -> dict[str, str]:
    """Return what is said of each access of memory."""
    return {plain(name): plain(text) for name, text in re.findall(r"<dt>(.*?)</dt><dd>(.*?)</dd>", walls)}


def tables_in(fragment: str) -> dict[str, ReadTable]:
    """Return the tables of a fragment, their cells with plain blanks."""
    tables = read_tables(fragment)
    for table in tables.values():
        table.rows = [[" ".join(cell.split()) for cell in row] for row in table.rows]
    return tables
