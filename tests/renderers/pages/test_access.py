"""What a kernel page says of memory access, of threads and of the mix of instructions."""

from __future__ import annotations

import dataclasses
import re
from typing import TYPE_CHECKING

import pytest

from roofline_report.domain.memory_access import Pattern, Space
from roofline_report.domain.quantity import Quantity
from roofline_report.renderers.pages.access import access_fragments, meaning
from tests.renderers.pages.made_runs import (
    SOLVE_FLOP,
    SOLVE_TRAFFIC,
    facts_in,
    kernel_of,
    kernel_page,
    made,
    meanings_in,
    measured,
    plain,
    run_of,
    tables_in,
    whole,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from roofline_report.domain.profile import Measurement

NONE = "\N{EN DASH}"
# In 10^6 of a launch of one millisecond, so in 10^9 a second as well.
GLOBAL = {
    Quantity.GLOBAL_LOAD_REQUESTS: 2.0,
    Quantity.GLOBAL_LOAD_SECTORS: 8.0,
    Quantity.GLOBAL_STORE_REQUESTS: 1.0,
    Quantity.GLOBAL_STORE_SECTORS: 32.0,
}
SHARED = {
    Quantity.SHARED_LOAD_REQUESTS: 3.0,
    Quantity.SHARED_LOAD_WAVEFRONTS: 3.0,
    Quantity.SHARED_STORE_REQUESTS: 1.0,
    Quantity.SHARED_STORE_WAVEFRONTS: 4.0,
    Quantity.SHARED_STORE_CONFLICTS: 3.0,
}


def fragments_of(rates: Mapping[Quantity, float], more: Mapping[Quantity, Measurement] | None = None) -> dict[str, str]:
    run = run_of(made("k", 1, SOLVE_TRAFFIC | SOLVE_FLOP | dict(rates), more=more))
    return access_fragments(kernel_of(run, "k"))


def pattern(space: Space, per_request: float, *, conflicts: float | None = None, decides: bool = True) -> Pattern:
    measurement = dataclasses.replace(measured(1.0), decides=decides)
    return Pattern(
        space=space,
        name="loads",
        requests=1000.0,
        transactions=1000.0 * per_request,
        conflicts=conflicts,
        measurements=(measurement,),
    )


SAME = "All threads of a warp access the same 32 bytes: one sector serves them all."
NEIGHBOURS = "Neighbouring threads access neighbouring addresses: of values of 4 bytes, 4 sectors are the least."
WIDE = "Ideal for values of 8 bytes, of which 8 sectors are the least; for 4 bytes it is twice what is needed."
OWN = "Each thread of a warp accesses a sector of its own: 32 bytes or more lie between neighbouring threads."


def apart(factor: str) -> str:
    return f"Addresses of a warp lie apart: {factor} the sectors that values of 4 bytes need."


@pytest.mark.parametrize(
    ("sectors", "told"),
    [
        (1.0, SAME),  # stride 0
        (1.05, SAME),
        (1.06, NEIGHBOURS),  # of a warp half of which reads 4 bytes each, or of 2 bytes
        (2.0, NEIGHBOURS),
        (4.0, NEIGHBOURS),  # stride 1 of 4 bytes
        (4.2, NEIGHBOURS),
        (4.21, WIDE),
        (8.0, WIDE),  # stride 1 of 8 bytes, stride 2 of 4
        (8.4, WIDE),
        (8.41, apart("2.1x")),
        (16.0, apart("4.0x")),  # stride 4 of 4 bytes
        (28.7, apart("7.2x")),
        (28.8, OWN),
        (32.0, OWN),  # stride 8 of 4 bytes
    ],
)
def test_sectors_for_each_instruction_of_global_memory_are_explained(sectors: float, told: str) -> None:
    assert meaning(pattern(Space.GLOBAL, sectors)) == told


FREE = "One wavefront for each instruction: there are no bank conflicts."
IMPOSSIBLE = (
    "More than one wavefront for each instruction. More bank conflicts than wavefronts were counted, which cannot be: "
    "the two counters are of different passes, so no share of them is told."
)
WIDER = "More than one wavefront for each instruction without bank conflicts: values of 8 or 16 bytes."
UNKNOWN = (
    "More than one wavefront for each instruction: bank conflicts, or values of 8 and 16 bytes, which take 2 and 4 "
    "without any. Bank conflicts were not counted."
)


@pytest.mark.parametrize(
    ("wavefronts", "conflicts", "told"),
    [
        (1.0, None, FREE),
        (1.0, 0.0, FREE),
        (1.05, 50.0, FREE),
        (2.0, 0.0, WIDER),
        (2.0, 19.9, WIDER),  # below 1 % of 2000
        (2.0, 20.0, "1.0 % of the wavefronts are there because of bank conflicts."),
        (4.0, 3000.0, "75.0 % of the wavefronts are there because of bank conflicts."),
        (32.0, 31000.0, "96.9 % of the wavefronts are there because of bank conflicts."),
        (4.0, 4003.0, "100 % of the wavefronts are there because of bank conflicts."),
        (4.0, 5000.0, IMPOSSIBLE),
        (2.0, None, UNKNOWN),
    ],
)
def test_wavefronts_for_each_instruction_of_shared_memory_are_explained(
    wavefronts: float, conflicts: float | None, told: str
) -> None:
    assert meaning(pattern(Space.SHARED, wavefronts, conflicts=conflicts)).replace("\N{NO-BREAK SPACE}", " ") == told


@pytest.mark.parametrize("space", list(Space))
def test_more_instructions_than_transactions_are_called_impossible(space: Space) -> None:
    told = "Fewer than one for each instruction is impossible: instructions of idle warps were counted."
    assert meaning(pattern(space, 0.9)) == told
    assert meaning(pattern(space, 0.9995)) != told  # counters of two passes differ by as much


@pytest.mark.parametrize("sectors", [0.5, 4.0, 32.0])
def test_a_count_that_is_of_no_sectors_says_nothing(sectors: float) -> None:
    told = "What this profiler counts here on such a device are no 32-byte sectors: it says nothing."
    assert meaning(pattern(Space.GLOBAL, sectors, decides=False)) == told


def scales(fragment: str) -> list[str]:
    return re.findall(r'<figure class="roofline-walls">.*?</figure>', fragment, re.DOTALL)


def marks(scale: str, kind: str) -> list[tuple[str, str]]:
    """Return where the marks of a scale stand, in percent of its width, and what stands beside them."""
    found = re.findall(rf'<g class="{kind}">(.*?)</g>', scale)
    return [
        (re.findall(r'c?x1?="([\d.]+)%"', each)[0], plain(re.sub("<title>.*?</title>", "", each))) for each in found
    ]


def test_walls_stand_on_a_logarithmic_scale_from_the_worst_to_the_best() -> None:
    of_global, of_shared = scales(fragments_of(GLOBAL | SHARED)["walls"])
    # log 32 of 8 and 4 are 3/5 and 2/5; there are 4 % of margin on both sides.
    assert marks(of_global, "roofline-wall") == [("96.00", "1"), ("59.20", "1/4"), ("40.80", "1/8"), ("4.00", "1/32")]
    assert marks(of_shared, "roofline-wall") == [("96.00", "1"), ("4.00", "1/32")]
    assert re.findall(r"<title>(.*?)</title>", of_global + of_shared) == [
        "all threads read one address (stride 0)",
        "neighbours, 4 bytes each (stride 1)",
        "neighbours, 8 bytes each (stride 1)",
        "32 bytes or more apart (stride 8 of 4 bytes, 4 of 8)",
        "no bank conflict",
        "32-way bank conflict",
    ]


def test_walls_are_told_in_words_that_need_no_pointer() -> None:
    of_global, of_shared = scales(fragments_of(GLOBAL | SHARED)["walls"])
    told = [
        plain(re.findall(r'<p class="roofline-wall-names">(.*?)</p>', scale)[0]) for scale in (of_global, of_shared)
    ]
    assert told == [
        (
            "1/32: 32 bytes or more apart (stride 8 of 4 bytes, 4 of 8) 1/8: neighbours, 8 bytes each (stride 1) "
            "1/4: neighbours, 4 bytes each (stride 1) 1: all threads read one address (stride 0)"
        ),
        "1/32: 32-way bank conflict 1: no bank conflict",
    ]


def test_loads_and_stores_stand_between_the_walls() -> None:
    of_global, of_shared = scales(fragments_of(GLOBAL | SHARED)["walls"])
    assert marks(of_global, "roofline-access") == [
        ("59.20", "loads: 4.00 sectors per instruction"),
        ("4.00", "stores: 32.0 sectors per instruction"),
    ]
    assert marks(of_shared, "roofline-access") == [
        ("96.00", "loads: 1.00 wavefronts per instruction"),
        ("59.20", "stores: 4.00 wavefronts per instruction"),
    ]
    # No text leaves the picture: it begins at its dot on the left, and ends there on the right.
    assert re.findall(r'y="(\d+)" text-anchor="(\w+)">[ls]', of_global) == [("62", "middle"), ("80", "start")]
    assert re.findall(r'y="(\d+)" text-anchor="(\w+)">[ls]', of_shared) == [("62", "end"), ("80", "middle")]


def test_what_a_scale_shows_is_told_to_a_screen_reader() -> None:
    (of_global,) = scales(fragments_of(GLOBAL)["walls"])
    title = "Global memory, from the worst access to the best: warp instructions per transaction"
    assert plain(re.findall(r"<figcaption>(.*?)</figcaption>", of_global)[0]) == title
    assert re.findall(r'role="img" aria-label="([^"]+)"', of_global)[0].replace("\N{NO-BREAK SPACE}", " ") == (
        f"{title}. loads: 4.00 sectors per instruction; stores: 32.0 sectors per instruction."
    )


def test_the_table_has_rates_and_the_point_of_loads_and_stores_together() -> None:
    table = tables_in(fragments_of(GLOBAL | SHARED)["walls"])["roofline-access"]
    assert table.columns == [
        "Access",
        "Instructions",
        "Rate warp GIPS",
        "Per instruction",
        "Intensity inst/transaction",
    ]
    assert table.rows == [
        ["Global loads", "2,000,000", "2.00", "4.00 sectors", "0.250"],
        ["Global stores", "1,000,000", "1.00", "32.0 sectors", "0.0312"],
        ["Shared loads", "3,000,000", "3.00", "1.00 wavefronts", "1.00"],
        ["Shared stores", "1,000,000", "1.00", "4.00 wavefronts", "0.250"],
        ["Global together", "3,000,000", "3.00", "13.3 sectors", "0.0750"],  # 3 / 40
        ["Shared together", "4,000,000", "4.00", "1.75 wavefronts", "0.571"],  # 4 / 7
    ]


def test_what_each_access_means_is_told_in_words_before_the_numbers() -> None:
    walls = fragments_of(GLOBAL | SHARED)["walls"]
    assert meanings_in(walls) == {
        "Global loads": NEIGHBOURS,
        "Global stores": OWN,
        "Shared loads": FREE,
        "Shared stores": "75.0 % of the wavefronts are there because of bank conflicts.",
    }
    assert walls.index("<dl") < walls.index("<table")


def test_what_says_nothing_is_neither_drawn_nor_summed() -> None:
    loads = dataclasses.replace(measured(16e6), decides=False)
    walls = fragments_of(GLOBAL, {Quantity.GLOBAL_LOAD_SECTORS: loads})["walls"]
    (scale,) = scales(walls)
    assert marks(scale, "roofline-access") == [("4.00", "stores: 32.0 sectors per instruction")]
    assert [row[0] for row in tables_in(walls)["roofline-access"].rows] == ["Global loads", "Global stores"]


def test_what_is_impossible_is_told_and_not_drawn() -> None:
    walls = fragments_of(
        {Quantity.SHARED_LOAD_REQUESTS: 3.0, Quantity.SHARED_LOAD_WAVEFRONTS: 2.0},
    )["walls"]
    assert scales(walls) == []
    assert len(tables_in(walls)["roofline-access"].rows) == 1
    assert meanings_in(walls) == {
        "Shared loads": "Fewer than one for each instruction is impossible: instructions of idle warps were counted."
    }


LANES = (
    "Active lanes 75.0 % of the 32 lanes of a warp take part in an instruction on average; 25.0 % of the issued "
    "work is done by nobody, because threads took different branches or left early."
)
PREDICATED = (
    "Predicated on 80.0 % of the instructions of active threads have an effect; 20.0 % are switched off by their "
    "predicate."
)
INT8 = "INT8 tensor operations 5,000,000 per launch; they are no floating-point operations, so in no sum."
# 24 of 32 lanes, of which 80 % have an effect.
THREADS = {Quantity.WARP_INSTRUCTIONS: 1.0, Quantity.THREAD_INSTRUCTIONS: 24.0}
ON = {Quantity.THREAD_INSTRUCTIONS: 24.0, Quantity.PREDICATED_THREAD_INSTRUCTIONS: 19.2}


@pytest.mark.parametrize(
    ("rates", "told"),
    [
        (THREADS, LANES),
        (ON, PREDICATED),
        ({Quantity.INT8_TENSOR_OPERATIONS: 5.0}, INT8),
        (THREADS | ON | {Quantity.INT8_TENSOR_OPERATIONS: 5.0}, f"{LANES} {PREDICATED} {INT8}"),
    ],
)
def test_idle_lanes_and_predication_are_told_where_they_were_measured(rates: dict[Quantity, float], told: str) -> None:
    assert plain(fragments_of({key: rate / 1000 for key, rate in rates.items()})["threads"]) == told.replace(
        "5,000,000", "5,000"
    )


@pytest.mark.parametrize(
    ("rates", "told"),
    [
        (
            {Quantity.WARP_INSTRUCTIONS: 1.0, Quantity.THREAD_INSTRUCTIONS: 33.0},
            (
                "Active lanes More thread instructions were counted than the 32 lanes of the issued warp instructions "
                "can do: the two counters are of different passes, so no share is told."
            ),
        ),
        (
            {Quantity.THREAD_INSTRUCTIONS: 24.0, Quantity.PREDICATED_THREAD_INSTRUCTIONS: 25.0},
            (
                "Predicated on More instructions with an effect were counted than instructions: the two counters are "
                "of different passes, so no share is told."
            ),
        ),
    ],
)
def test_no_share_is_above_all_of_it(rates: dict[Quantity, float], told: str) -> None:
    assert plain(fragments_of(rates)["threads"]) == told
    page = kernel_page(run_of(made("k", 1, SOLVE_TRAFFIC | SOLVE_FLOP | rates)), "k")
    assert "Active lanes" not in facts_in(page)


def test_a_rounding_above_all_of_it_is_all_of_it() -> None:
    rates = {Quantity.WARP_INSTRUCTIONS: 1.0, Quantity.THREAD_INSTRUCTIONS: 32.01}
    assert "100 % of the 32 lanes of a warp take part" in plain(fragments_of(rates)["threads"])
    page = kernel_page(run_of(made("k", 1, SOLVE_TRAFFIC | SOLVE_FLOP | rates)), "k")
    assert facts_in(page)["Active lanes"] == "100 %"


def test_the_mix_is_sorted_and_its_shares_add_up() -> None:
    mix = {
        Quantity.FP64_INSTRUCTIONS: 16.0,
        Quantity.INTEGER_INSTRUCTIONS: 40.0,
        Quantity.MEMORY_INSTRUCTIONS: 24.0,
        Quantity.FP16_INSTRUCTIONS: 0.0,
    }
    table = tables_in(fragments_of(mix)["threads"])["roofline-mix"]
    assert table.columns == ["Class", "Thread instructions", "Share % of those counted", "Rate warp GIPS"]
    # Of 80; a rate is that of thread instructions / 32.
    assert table.rows == [
        ["Integer instructions", "40,000,000", "50.0", "1.25"],
        ["Loads and stores", "24,000,000", "30.0", "0.750"],
        ["FP64 instructions", "16,000,000", "20.0", "0.500"],
        ["FP16 instructions", "0", "0", "0"],
    ]


@pytest.mark.parametrize(
    ("rates", "slots"),
    [
        ({}, set()),
        ({Quantity.GLOBAL_LOAD_REQUESTS: 2.0}, set()),
        ({Quantity.GLOBAL_LOAD_SECTORS: 2.0}, set()),
        ({Quantity.GLOBAL_LOAD_REQUESTS: 0.0, Quantity.GLOBAL_LOAD_SECTORS: 0.0}, set()),
        ({Quantity.FP64_INSTRUCTIONS: 0.0}, set()),
        ({Quantity.WARP_INSTRUCTIONS: 2.0}, set()),
        (GLOBAL, {"walls"}),
        (SHARED, {"walls"}),
        (THREADS, {"threads"}),
        ({Quantity.FP64_INSTRUCTIONS: 1.0}, {"threads"}),
        (GLOBAL | THREADS, {"walls", "threads"}),
    ],
)
def test_a_part_is_there_where_its_metrics_are(rates: dict[Quantity, float], slots: set[str]) -> None:
    run = run_of(made("k", 1, SOLVE_TRAFFIC | SOLVE_FLOP | rates))
    page = kernel_page(run, "k")
    assert {"walls", "threads"} & page.fragments.keys() == slots
    headings = set(re.findall(r"^## (.*)$", page.markdown, re.MULTILINE))
    assert ("Memory access" in headings) is ("walls" in slots)
    assert ("Threads and instructions" in headings) is ("threads" in slots)


@pytest.mark.parametrize(("rates", "space"), [(GLOBAL, "Global"), (SHARED, "Shared")])
def test_a_memory_that_was_not_measured_has_no_scale(rates: dict[Quantity, float], space: str) -> None:
    (scale,) = scales(fragments_of(rates)["walls"])
    assert plain(scale).startswith(f"{space} memory")


def test_no_markup_of_the_page_needs_a_lax_content_security_policy() -> None:
    page = kernel_page(run_of(made("k", 1, SOLVE_TRAFFIC | SOLVE_FLOP | GLOBAL | SHARED | THREADS | ON)), "k")
    assert {"walls", "threads"} <= page.fragments.keys()
    assert re.findall(r"<style|<script|<[^>]*\sstyle=|<[^>]*\son\w+=|javascript:", whole(page)) == []
