"""How a kernel accesses memory and what its threads do: walls, predication, the mix of instructions.

Each part is there where its metrics are, with a sentence that says what it means.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from roofline_report.domain.hardware import WARP_LANES
from roofline_report.domain.memory_access import WALLS, Space, wall_point
from roofline_report.domain.quantity_texts import TEXTS
from roofline_report.renderers import quantities
from roofline_report.renderers.cells import Cell, Column, Row, Table, number_cell
from roofline_report.renderers.tables import table_html
from roofline_report.renderers.templating import render_html

if TYPE_CHECKING:
    from roofline_report.domain.memory_access import Access, Pattern
    from roofline_report.report.model import KernelReport

_TITLES: Final = {Space.GLOBAL: "Global", Space.SHARED: "Shared"}
_UNITS: Final = {Space.GLOBAL: "sectors", Space.SHARED: "wavefronts"}
# Up to here neighbouring threads access neighbouring addresses: 4 sectors of 4-byte values, 8 of 8-byte values.
_COALESCED: Final = 4.0
_COALESCED_WIDE: Final = 8.0
_WORST: Final = float(WARP_LANES)
_TOLERANCE: Final = 1.05
# Counters of different passes differ a little; a share that is further above one is none.
_WHOLE: Final = 1.001
_MARGIN: Final = 4.0
_FIRST_TEXT: Final = 62
_TEXT_HEIGHT: Final = 18


def access_fragments(kernel: KernelReport) -> dict[str, str]:
    """Return what fills the slots "walls" and "threads" of a kernel page; none where nothing was measured."""
    access = kernel.access
    fragments = {}
    if access.patterns:
        parts = [_scale_html(access, space) for space in Space]
        meanings = [(_name(pattern), meaning(pattern)) for pattern in access.patterns]
        told = render_html("listing", entries=meanings)
        fragments["walls"] = "\n".join([*filter(None, parts), told, table_html(_pattern_table(kernel))])
    threads = [part for part in (_threads_html(access), _mix_html(kernel)) if part]
    if threads:
        fragments["threads"] = "\n".join(threads)
    return fragments


def _telling(access: Access, space: Space) -> list[Pattern]:
    """Return the accesses of a memory from which anything follows."""
    return [each for each in access.patterns if each.space is space and each.is_possible and each.decides]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Mark:
    """A wall or a dot on the scale.

    Attributes:
        place: Where it stands, in percent of the width.
        text: What stands beside it.
        name: What it is, for a wall.
        y: How far down its text stands.
        anchor: Which end of its text stands there, so that it does not leave the picture.
    """

    place: str
    text: str
    name: str = ""
    y: int = 0
    anchor: str = "middle"


def _scale_html(access: Access, space: Space) -> str:
    """Return the walls of a memory as a scale, with the loads and the stores of the kernel between them."""
    patterns = _telling(access, space)
    if not patterns:
        return ""
    title = f"{_TITLES[space]} memory, from the worst access to the best: warp instructions per transaction"
    points = [_point(pattern, _FIRST_TEXT + position * _TEXT_HEIGHT) for position, pattern in enumerate(patterns)]
    return render_html(
        "walls",
        title=title,
        label=f"{title}. {'; '.join(point.text for point in points)}.",
        height=points[-1].y + 8,
        walls=[
            _Mark(place=f"{_place(wall.per_request):.2f}", text=_fraction(wall.per_request), name=wall.name)
            for wall in WALLS[space]
        ],
        points=points,
    )


def _point(pattern: Pattern, y: int) -> _Mark:
    place = _place(pattern.per_request)
    return _Mark(
        place=f"{place:.2f}",
        text=f"{pattern.name}: {quantities.number(pattern.per_request)} {_UNITS[pattern.space]} per instruction",
        y=y,
        anchor="start" if place < 30 else "end" if place > 70 else "middle",
    )


def _place(per_request: float) -> float:
    """Return where a number of transactions per instruction stands between the worst wall and the best, in percent."""
    share = 1 - math.log(min(max(per_request, 1.0), _WORST)) / math.log(_WORST)
    return _MARGIN + share * (100 - 2 * _MARGIN)


def _fraction(per_request: float) -> str:
    return "1" if per_request == 1 else f"1/{per_request:g}"


def _pattern_table(kernel: KernelReport) -> Table:
    access, seconds = kernel.access, kernel.kernel.duration_s
    return Table(
        id="roofline-access",
        caption="Accesses of memory by warp instruction, per launch",
        columns=(
            Column(title="Access"),
            Column(title="Instructions", numeric=True),
            Column(title="Rate", unit="warp GIPS", numeric=True),
            Column(title="Per instruction", numeric=True),
            Column(title="Intensity", unit="inst/transaction", numeric=True),
        ),
        rows=(
            *(_pattern_row(pattern, seconds) for pattern in access.patterns),
            *(_total_row(patterns, seconds) for space in Space if len(patterns := _telling(access, space)) > 1),
        ),
        sortable=False,
    )


def _name(pattern: Pattern) -> str:
    return f"{_TITLES[pattern.space]} {pattern.name}"


def _pattern_row(pattern: Pattern, seconds: float | None) -> Row:
    rate = pattern.requests / seconds / 1e9 if seconds else None
    return Row(
        cells=(
            Cell(text=_name(pattern), nowrap=True),
            number_cell(pattern.requests, quantities.count(pattern.requests)),
            number_cell(rate, quantities.number(rate)),
            number_cell(pattern.per_request, f"{quantities.number(pattern.per_request)} {_UNITS[pattern.space]}"),
            number_cell(pattern.intensity, quantities.number(pattern.intensity)),
        )
    )


def _total_row(patterns: list[Pattern], seconds: float | None) -> Row:
    """Return loads and stores together: the point that the paper draws against the walls."""
    space = patterns[0].space
    requests = sum(pattern.requests for pattern in patterns)
    rate = requests / seconds / 1e9 if seconds else None
    together = wall_point(patterns)
    per_request = None if together is None else 1 / together
    return Row(
        cells=(
            Cell(text=f"{_TITLES[space]} together", nowrap=True),
            number_cell(requests, quantities.count(requests)),
            number_cell(rate, quantities.number(rate)),
            number_cell(per_request, f"{quantities.number(per_request)} {_UNITS[space]}"),
            number_cell(together, quantities.number(together)),
        )
    )


def meaning(pattern: Pattern) -> str:
    """Return one sentence that says what a number of transactions for each instruction means."""
    if not pattern.decides:
        return "What this profiler counts here on such a device are no 32-byte sectors: it says nothing."
    if not pattern.is_possible:
        return "Fewer than one for each instruction is impossible: instructions of idle warps were counted."
    return _global_meaning(pattern) if pattern.space is Space.GLOBAL else _shared_meaning(pattern)


def _global_meaning(pattern: Pattern) -> str:
    sectors = pattern.per_request
    if sectors <= _TOLERANCE:
        return "All threads of a warp access the same 32 bytes: one sector serves them all."
    if sectors <= _COALESCED * _TOLERANCE:
        return "Neighbouring threads access neighbouring addresses: of values of 4 bytes, 4 sectors are the least."
    if sectors <= _COALESCED_WIDE * _TOLERANCE:
        return "Ideal for values of 8 bytes, of which 8 sectors are the least; for 4 bytes it is twice what is needed."
    if sectors < 0.9 * _WORST:
        factor = quantities.factor(sectors / _COALESCED)
        return f"Addresses of a warp lie apart: {factor} the sectors that values of 4 bytes need."
    return "Each thread of a warp accesses a sector of its own: 32 bytes or more lie between neighbouring threads."


def _shared_meaning(pattern: Pattern) -> str:
    if pattern.per_request <= _TOLERANCE:
        return "One wavefront for each instruction: there are no bank conflicts."
    if pattern.conflicts is None:
        return (
            "More than one wavefront for each instruction: bank conflicts, or values of 8 and 16 bytes, which take 2 "
            "and 4 without any. Bank conflicts were not counted."
        )
    share = pattern.conflicts / pattern.transactions
    if share > _WHOLE:
        return (
            "More than one wavefront for each instruction. More bank conflicts than wavefronts were counted, which "
            "cannot be: the two counters are of different passes, so no share of them is told."
        )
    if share < 0.01:
        return "More than one wavefront for each instruction without bank conflicts: values of 8 or 16 bytes."
    return f"{quantities.percent(min(share, 1.0))} of the wavefronts are there because of bank conflicts."


def is_share(value: float | None) -> bool:
    """Tell whether a share is known that can be one: two counters of different passes need not fit together."""
    return value is not None and value <= _WHOLE


def _lanes_text(efficiency: float) -> str:
    if not is_share(efficiency):
        return (
            f"More thread instructions were counted than the {WARP_LANES} lanes of the issued warp instructions can "
            "do: the two counters are of different passes, so no share is told."
        )
    share = min(efficiency, 1.0)
    return (
        f"{quantities.percent(share)} of the {WARP_LANES} lanes of a warp take part in an instruction on average; "
        f"{quantities.percent(1 - share)} of the issued work is done by nobody, because threads took different "
        "branches or left early."
    )


def _predication_text(on: float) -> str:
    if not is_share(on):
        return (
            "More instructions with an effect were counted than instructions: the two counters are of different "
            "passes, so no share is told."
        )
    share = min(on, 1.0)
    return (
        f"{quantities.percent(share)} of the instructions of active threads have an effect; "
        f"{quantities.percent(1 - share)} are switched off by their predicate."
    )


def _threads_html(access: Access) -> str:
    entries = []
    if access.lane_efficiency is not None:
        entries.append(("Active lanes", _lanes_text(access.lane_efficiency)))
    if access.predicated_share is not None:
        entries.append(("Predicated on", _predication_text(access.predicated_share)))
    if access.tensor_integer_operations:
        operations = quantities.count(access.tensor_integer_operations)
        entries.append(
            ("INT8 tensor operations", f"{operations} per launch; they are no floating-point operations, so in no sum.")
        )
    return render_html("listing", entries=entries) if entries else ""


def _mix_html(kernel: KernelReport) -> str:
    access, seconds = kernel.access, kernel.kernel.duration_s
    total = sum(count for _, count in access.mix)
    if not total:
        return ""
    ordered = sorted(access.mix, key=lambda item: -item[1])
    rows = [
        Row(
            cells=(
                Cell(text=TEXTS[quantity].title, nowrap=True),
                number_cell(count, quantities.count(count)),
                number_cell(count / total, quantities.percent(count / total), share=count / total),
                _rate_cell(count, seconds),
            )
        )
        for quantity, count in ordered
    ]
    table = Table(
        id="roofline-mix",
        caption="Mix of the thread instructions that have an effect, per launch",
        columns=(
            Column(title="Class"),
            Column(title="Thread instructions", numeric=True),
            Column(title="Share", unit="of those counted", numeric=True),
            Column(title="Rate", unit="warp GIPS", numeric=True),
        ),
        rows=tuple(rows),
        sortable=False,
    )
    return table_html(table)


def _rate_cell(count: float, seconds: float | None) -> Cell:
    """Return thread instructions / 32 per second, as the paper draws each class."""
    rate = count / WARP_LANES / seconds / 1e9 if seconds else None
    return number_cell(rate, quantities.number(rate))
