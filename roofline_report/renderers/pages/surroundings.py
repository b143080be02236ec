"""What a kernel stands beside: its neighbours in the run, and the same kernel in other runs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from roofline_report.renderers import bounds, quantities
from roofline_report.renderers.addresses import kernel_path
from roofline_report.renderers.cells import Cell, Column, Row, Table, number_cell
from roofline_report.renderers.grammar import counted
from roofline_report.renderers.model_units import ModelUnits
from roofline_report.renderers.pages.parts import verdict_cell
from roofline_report.renderers.tables import table_html
from roofline_report.renderers.templating import finished, render_html
from roofline_report.renderers.words import verdict_label
from roofline_report.report.surroundings import Difference, Sighting

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roofline_report.domain.flop_roofline import Model
    from roofline_report.domain.profile import Kernel
    from roofline_report.report.model import KernelReport, RunReport
    from roofline_report.report.surroundings import Surroundings

_ALIKE: Final = 1.05
"""Times that differ by less than this factor are told as alike: launches of one run differ by as much."""
_CONDITIONS: Final = {
    True: "on the same device and at the same clocks",
    False: "on the same device; at which clocks is not known",
}
_WHY_NOT: Final = {
    Difference.UNKNOWN_DEVICE: "device not known",
    Difference.DEVICE: "another device",
    Difference.CLOCKS: "clocks may differ",
    Difference.LAUNCHES: "launched otherwise",
    Difference.DOUBT: "a run with warnings",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class _Neighbour:
    """A kernel next to that of the page, as text.

    Attributes:
        way: On which side of it.
        path: The path of its page.
        label: What it is called.
        told: Its share of the time, and its verdict.
    """

    way: str
    path: str
    label: str
    told: str


@dataclass(frozen=True, slots=True, kw_only=True)
class _Told:
    """What tells the rows of some runs apart.

    Attributes:
        launches: The launch configurations.
        devices: The devices.
        dates: The dates; without any nobody knows which run is the newest.
    """

    launches: bool
    devices: bool
    dates: bool

    @classmethod
    def of(cls, sightings: Sequence[tuple[RunReport, KernelReport]]) -> _Told:
        """Return what is not the same for some kernels."""
        return cls(
            launches=len({_launched(kernel.kernel) for _, kernel in sightings}) > 1,
            devices=len({run.device.name for run, _ in sightings}) > 1,
            dates=any(run.options.date is not None for run, _ in sightings),
        )

    @property
    def order(self) -> str:
        """Return in which order the other runs come, behind a comma."""
        order = ["those that were launched alike first"] if self.launches else []
        return "".join(f", {each}" for each in [*order, *(["newest first"] if self.dates else [])])


def surroundings_fragments(run: RunReport, kernel: KernelReport, *, around: Surroundings) -> dict[str, str]:
    """Return what fills the slots "neighbours" and "sightings"; nothing where a kernel stands alone."""
    fragments = {}
    beside = [("More GPU time", around.before), ("Less GPU time", around.after)]
    neighbours = [_neighbour(way, each, run=run) for way, each in beside if each is not None]
    if neighbours:
        kernels = counted(around.timed, "kernel")
        fragments["neighbours"] = render_html(
            "neighbours", rank=f"Number {around.rank} of {kernels} by GPU time.", neighbours=neighbours
        )
    if around.sightings:
        fragments["sightings"] = _sightings_html(run, kernel, around=around)
    return fragments


def _neighbour(way: str, kernel: KernelReport, *, run: RunReport) -> _Neighbour:
    share = f"{quantities.percent(kernel.time_share)} of GPU time"
    return _Neighbour(
        way=way,
        path=kernel_path(run, kernel),
        label=kernel.label,
        told=f"{share}; {verdict_label(kernel.verdict, run.device)}",
    )


def _sightings_html(run: RunReport, kernel: KernelReport, *, around: Surroundings) -> str:
    """Return the table of the runs that a kernel is in, and above it how its time compares with the newest of them."""
    compared = next((each for each in around.sightings if each.times_as_long is not None), None)
    table = finished(table_html(_table(run, kernel, around=around)))
    if compared is None or compared.times_as_long is None:
        return render_html("sightings", head=None, table=table)
    times = " against ".join(quantities.time(each.kernel.duration_s) for each in (kernel, compared.kernel))
    return render_html(
        "sightings",
        head=f"Here a launch {_compared(compared.times_as_long)}",
        run=compared.run.title,
        path=kernel_path(compared.run, compared.kernel),
        tail=f": {times}, {_CONDITIONS[compared.at_known_clocks]}.",
        table=table,
    )


def _compared(times_as_long: float) -> str:
    """Return how fast a launch is here, where one in another run takes so many times as long."""
    return "takes about as long as in" if _is_alike(times_as_long) else f"is {_speed(times_as_long)} than in"


def _is_alike(times_as_long: float) -> bool:
    return max(times_as_long, 1 / times_as_long) < _ALIKE


def _speed(times_as_long: float) -> str:
    """Return how fast a kernel is here, where a launch elsewhere takes so many times as long."""
    if times_as_long > 1:
        return f"{quantities.factor(times_as_long)} faster"
    return f"{quantities.factor(1 / times_as_long)} slower"


def _table(run: RunReport, kernel: KernelReport, *, around: Surroundings) -> Table:
    told = _Told.of([(run, kernel), *((each.run, each.kernel) for each in around.sightings)])
    others = len(around.sightings) + around.unseen
    how_many = f"{len(around.sightings)} of {counted(others, 'other')}" if around.unseen else "others"
    return Table(
        id="roofline-sightings",
        caption=f"This run, and {how_many} with this kernel{told.order}",
        columns=(
            Column(title="Run"),
            # A phone shows the first two or three.
            Column(title="Time", unit="per launch", numeric=True),
            Column(title="Use", unit="of nearest roof", numeric=True),
            Column(title="Limit"),
            Column(title="Achieved", numeric=True),
            *([Column(title="Launched with", unit="grid x block")] if told.launches else []),
            *([Column(title="Device")] if told.devices else []),
        ),
        rows=(
            _row(Sighting(run=run, kernel=kernel), told=told, model=kernel.leading, time_detail="here"),
            *(
                _row(each, told=told, model=kernel.leading, time_detail=_against_here(each), is_linked=True)
                for each in around.sightings
            ),
        ),
        sortable=False,
    )


def _row(sighting: Sighting, *, told: _Told, model: Model, time_detail: str | None, is_linked: bool = False) -> Row:
    run, kernel = sighting.run, sighting.kernel
    report = kernel.find_model(model) or kernel.lead
    nearest = report.verdict.nearest
    use = None if nearest is None else nearest.utilisation
    duration = kernel.kernel.duration_s
    rate = ModelUnits(report.model, run.device.device).rate(report.rate_per_s)
    return Row(
        cells=(
            Cell(
                text=run.title,
                detail=run.options.date,
                link=kernel_path(run, kernel) if is_linked else None,
            ),
            number_cell(duration, quantities.time(duration), detail=time_detail),
            number_cell(use, f"{bounds.use_sign(nearest)}{quantities.percent(use)}"),
            verdict_cell(report.verdict, run.device),
            number_cell(report.rate_per_s, f"{bounds.work_sign(report)}{rate}"),
            *([Cell(text=_launched(kernel.kernel), nowrap=True)] if told.launches else []),
            *([Cell(text=run.device.name or "not known")] if told.devices else []),
        )
    )


def _against_here(there: Sighting) -> str | None:
    """Return how the time of a launch compares with that of the page, or why it must not be compared."""
    if there.differences:
        return _WHY_NOT[there.differences[0]]
    factor = there.times_as_long
    if factor is None:
        return None
    return "about the same" if _is_alike(factor) else _speed(1 / factor)


def _launched(kernel: Kernel) -> str:
    """Return the launch configuration of a kernel, or how many it has."""
    found = kernel.configuration or (kernel.configurations[0].configuration if kernel.configurations else None)
    if kernel.configuration is None and len(kernel.configurations) > 1:
        return counted(len(kernel.configurations), "configuration")
    return quantities.UNKNOWN if found is None else f"{found.grid} x {found.block}"
