"""Small files of Nsight Compute in each shape, written by the rules of the formats, with the same launches."""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from tests.readers.samples import METRICS, SUMMARY_HEADER, summary_row

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

SCALE, SUM = "void scale<float, (int)2>(float *, int)", 'sum(char, operator""_x)'
TIME, SECTORS, INSTRUCTIONS = "gpu__time_duration.sum", "lts__t_sectors.sum", "smsp__inst_executed.sum"
BYTES, UNUSED = "dram__bytes_read.sum", "sm__warps_active.avg.pct_of_peak_sustained_active"
_UNITS = {TIME: "usecond", SECTORS: "sector", INSTRUCTIONS: "inst", BYTES: "Kbyte", UNUSED: "%"}
_RULES = ("Rule Name", "Rule Type", "Rule Description", "Estimated Speedup Type", "Estimated Speedup")
_ADVICE = ("SOLBottleneck", "OPT", 'This is "small", see (1, 2)', "global", "12.5")
_NVTX = ("thread Domain:Push/Pop_Range:PL_Type:PL_Value:CLR_Type:Color:Msg_Type:Msg", "Id:Domain:Start/Stop_Range")
_SOL = "GPU Speed Of Light Throughput"
_SWAPPED = str.maketrans({",": ".", ".": ","})


class _AllQuoted(csv.excel):
    quoting = csv.QUOTE_ALL


@dataclass(frozen=True, slots=True)
class Launch:
    """A launch, and its numbers as they are printed."""

    number: int
    kernel: str
    values: tuple[str, ...]
    process: int = 4711
    device: int = 0


LAUNCHES = (
    Launch(0, SCALE, ("26.45", "1,234", "9,007,199", "12.50", "61.5")),
    Launch(1, SUM, ("1,002.75", "517", "n/a", "0.08", "nan")),
    Launch(2, SCALE, ("31.05", "2,468", "9,007,201", "13.75", "62.25")),
    Launch(0, SUM, ("998.5", "519", "4,004", "(!) n/a", "7"), process=4712, device=1),
)
VALUES = {
    # In seconds: 26.45 + 31.05 and 1002.75 + 998.5, both in microseconds.
    (SCALE, TIME): (2, 57.50e-6),
    (SUM, TIME): (2, 2001.25e-6),
    (SCALE, SECTORS): (2, 3702.0),
    (SUM, SECTORS): (2, 1036.0),
    (SCALE, INSTRUCTIONS): (2, 18014400.0),
    (SUM, INSTRUCTIONS): (1, 4004.0),
    # In bytes: 12.50 + 13.75, and 0.08, in thousands of them.
    (SCALE, BYTES): (2, 26250.0),
    (SUM, BYTES): (1, 80.0),
}
"""Count and total of what is printed of `LAUNCHES`; of `UNUSED` there is more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Version:
    """How a version of Nsight Compute, with its options, prints a table.

    Attributes:
        is_of_2020: It has a time of day, and neither device nor launch configuration.
        nvtx: It has columns of ranges.
        rules: It has columns of rules, which their rows alone fill.
        comma: Its locale has a comma in front of decimals.
        quotes_all: Every cell is quoted, as it is until a spreadsheet saves the file again.
    """

    is_of_2020: bool = False
    nvtx: bool = False
    rules: bool = False
    comma: bool = False
    quotes_all: bool = True

    def line(self, cells: Iterable[object]) -> str:
        stream = io.StringIO()
        dialect = _AllQuoted if self.quotes_all else csv.excel
        csv.writer(stream, dialect, lineterminator="\n").writerow(list(cells))
        return stream.getvalue()

    def number(self, text: str) -> str:
        return text.translate(_SWAPPED) if self.comma and text[0].isdigit() else text

    @property
    def columns(self) -> tuple[str, ...]:
        start = ("ID", "Process ID", "Process Name", "Host Name", "Kernel Name")
        if self.is_of_2020:
            return (*start, "Kernel Time", "Context", "Stream")
        places = ("Context", "Stream", "Block Size", "Grid Size", "Device", "CC")
        return (*start, *(_NVTX if self.nvtx else ()), *places)

    def cells(self, launch: Launch) -> tuple[object, ...]:
        start = (launch.number, launch.process, "solver", "node7", launch.kernel)
        if self.is_of_2020:
            return (*start, "2020-Nov-11 12:01:02", 1, 7)
        ranges = ("<default domain>:step:none", "") if self.nvtx else ()
        return (*start, *ranges, 1, 7, "(96, 1, 1)", "(40, 1, 1)", launch.device, "8.6")

    def table(self, launches: Sequence[Launch] = LAUNCHES) -> str:
        """Return the long table."""
        rows = [self._header(("Section Name", "Metric Name", "Metric Unit", "Metric Value"))]
        for launch in launches:
            for (metric, unit), value in zip(_UNITS.items(), launch.values, strict=True):
                rows.append(self._row(launch, METRICS, metric, unit, self.number(value)))
        return "".join(rows)

    def details(self, launches: Sequence[Launch] = LAUNCHES) -> str:
        """Return the details page: labels in sections, one label twice, and advice."""
        rows = [self._header(("Section Name", "Metric Name", "Metric Unit", "Metric Value"))]
        for launch in launches:
            time, *_, share = launch.values
            rows.append(self._row(launch, _SOL, "Duration", "usecond", self.number(time)))
            rows.append(self._row(launch, _SOL, "Memory Throughput", "%", self.number(share)))
            rows.append(self._row(launch, "Memory Workload Analysis", "Memory Throughput", "Gbyte/second", "12"))
            if self.rules:
                rows.append(self.line((*self.cells(launch), _SOL, "", "", "", *_ADVICE)))
        return "".join(rows)

    def raw(self, launches: Sequence[Launch] = LAUNCHES) -> str:
        """Return the raw page."""
        start = self.columns
        attributes = {"device__attribute_display_name": "NVIDIA RTX A2000", "device__attribute_clock_rate": "1200000"}
        rows = [
            self.line((*start, *attributes, *_UNITS)),
            self.line(("",) * len((*start, *attributes)) + _unit_cells()),
        ]
        rows += (
            self.line((*self.cells(launch), *attributes.values(), *map(self.number, launch.values)))
            for launch in launches
        )
        return "".join(rows)

    def _header(self, columns: tuple[str, ...]) -> str:
        return self.line((*self.columns, *columns, *(_RULES if self.rules else ())))

    def _row(self, launch: Launch, *cells: str) -> str:
        # Rows of values have the columns of rules too, but for the last launch of a file, where the shape is ragged.
        more = ("",) * len(_RULES) if self.rules and launch.number else ()
        return self.line((*self.cells(launch), *cells, *more))


def _unit_cells() -> tuple[str, ...]:
    return tuple(_UNITS.values())


def summary() -> str:
    """Return a summary per kernel."""
    return "".join(
        (
            SUMMARY_HEADER,
            summary_row(SCALE, TIME, "usecond", ("26.45", "31.05", "28.75"), count="2"),
            summary_row(SCALE, SECTORS, "sector", ("1,234", "2,468", "1,851.00"), count="2"),
            summary_row(SUM, TIME, "ms", ("0.9", "1.1", "1.00"), count="2"),
            summary_row(SUM, INSTRUCTIONS, "inst", ("n/a", "n/a", "n/a"), count="2"),
        )
    )


BANNERS = (
    '==PROF== Connected to process 4711 (/opt/app/solver)\nstep 1, 2, 3\n==PROF== Profiling "scale" - 0: 0%....100%\n'
)
PLAIN = Version()
_VERSIONS = {
    "plain": PLAIN,
    "with rules": Version(rules=True),
    "with ranges": Version(nvtx=True),
    "of 2020": Version(is_of_2020=True),
    "saved by a spreadsheet": Version(quotes_all=False),
    "with decimal commas": Version(comma=True),
    "with decimal commas, saved by a spreadsheet": Version(comma=True, quotes_all=False),
}
TABLES = {f"long table, {name}": version.table() for name, version in _VERSIONS.items()}
RAW_PAGES = {f"raw page, {name}": version.raw() for name, version in _VERSIONS.items() if not version.rules}
SHAPES = {
    **TABLES,
    **RAW_PAGES,
    **{f"details page, {name}": version.details() for name, version in _VERSIONS.items()},
    "summary": summary(),
    "output around it": BANNERS + PLAIN.table() + "==PROF== Disconnected from process 4711\nresult = 1.5\n",
    "all in one": BANNERS + PLAIN.table() + BANNERS + replace(PLAIN, rules=True).details() + PLAIN.raw() + summary(),
}
