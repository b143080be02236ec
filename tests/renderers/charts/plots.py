"""Small plots for the tests of charts. Numbers are invented."""

from __future__ import annotations

from dataclasses import fields

from roofline_report.renderers.charts.plot import PlotCeiling, PlotFrame, PlotKernel, PlotPoint, RooflinePlot

FRAME = PlotFrame(x_min=0.01, x_max=1000, y_min=0.1, y_max=1000)
HOSTILE = (
    '</script><img src=x onerror="window.pwned=1">',
    "it's 'quoted' &amp; &#39; \"twice\"",
    "a<b>(int&, T&&) | `x` @name{safe} $index",
    "\u202eright to left\u202c \x00\x1b[31m \U0001f680",
    "n" * 10_000,
)


_KERNEL_FIELDS = frozenset(each.name for each in fields(PlotKernel))


def make_kernel(**changes: object) -> PlotKernel:
    values: dict[str, object] = {
        "slug": "saxpy",
        "label": "saxpy",
        "full_name": "void saxpy<float>(int, float, float const*, float*)",
        "time_share": 0.25,
        "achieved": "20.0 warp GIPS",
        "limiter": "latency or occupancy",
        "launches": "12",
        "time": "31.5 us a launch",
    }
    if "label" in changes and "slug" not in changes:
        changes["slug"] = str(changes["label"])
    return PlotKernel(**(values | changes))  # type: ignore[arg-type]


def make_point(**changes: object) -> PlotPoint:
    """Return a point; what is a kernel's goes to its kernel."""
    of_kernel = {name: value for name, value in changes.items() if name in _KERNEL_FIELDS}
    values: dict[str, object] = {
        "kernel": make_kernel(**of_kernel),
        "x": 2.0,
        "y": 20.0,
        "level": "l1",
        "level_name": "L1",
        "intensity": "2.00 warp instructions/transaction",
        "attainable": "400 warp GIPS",
        "share_of_roof": "5.0 %",
    }
    return PlotPoint(**(values | {name: value for name, value in changes.items() if name not in of_kernel}))  # type: ignore[arg-type]


def make_ceiling(**changes: object) -> PlotCeiling:
    values: dict[str, object] = {
        "level": "l1",
        "key": "l1",
        "name": "L1",
        "value": "200 GTXN/s",
        "measured": False,
        "hover": "theoretical: an invented datasheet",
        "x_start": 0.01,
        "y_start": 2.0,
        "x_end": 2.0,
        "y_end": 400.0,
    }
    return PlotCeiling(**(values | changes))  # type: ignore[arg-type]


CEILINGS = (
    make_ceiling(),
    make_ceiling(key="hbm2", level="dram", name="HBM2", value="20 GTXN/s", x_start=0.01, y_start=0.2, x_end=20.0),
    make_ceiling(
        key="hbm2-measured",
        level="dram",
        name="HBM2",
        value="15 GTXN/s",
        measured=True,
        hover="measured",
        x_start=0.01,
        y_start=0.15,
        x_end=400 / 15,
    ),
    make_ceiling(
        key="issue", level="compute", name="issue", value="400 warp GIPS", x_start=2.0, y_start=400.0, x_end=1000.0
    ),
)


def make_plot(
    *points: PlotPoint,
    ceilings: tuple[PlotCeiling, ...] = CEILINGS,
    connect: bool = False,
    levels: tuple[tuple[str, str], ...] = (("l1", "L1"), ("dram", "HBM2")),
) -> RooflinePlot:
    return RooflinePlot(
        x_label="Instruction intensity [warp instructions / 32-byte transaction]",
        y_label="Performance [warp GIPS]",
        frame=FRAME,
        ceilings=ceilings,
        points=points,
        ridge_x=20.0 if ceilings else None,
        levels=levels,
        connect=connect,
    )


def make_run(kernels: int = 3) -> RooflinePlot:
    """Return kernels at two levels each, all at places of their own."""
    points = []
    for row in range(kernels):
        for level, name, factor in (("l1", "L1", 1.0), ("dram", "HBM2", 8.0)):
            points.append(
                make_point(
                    x=0.4 * 2.2**row * factor,
                    y=3.0 * 2.0**row,
                    level=level,
                    level_name=name,
                    time_share=0.5**row / 2,
                    label=f"kernel_{row}",
                    full_name=f"void kernel_{row}<double>(double*)",
                )
            )
    return make_plot(*points)
