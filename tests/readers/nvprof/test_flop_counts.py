"""Floating-point operations and memory accesses by nvprof's metrics and events."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from roofline_report.domain.conventions import Conventions, HalfCount
from roofline_report.domain.flop_roofline import Model, flop_work
from roofline_report.domain.memory_access import memory_access, wall_point
from roofline_report.domain.quantity import Quantity
from roofline_report.readers.joining.assembly import assemble
from tests.readers.samples import NVPROF_EVENTS, NVPROF_METRICS, NVPROF_TIMES, nvprof_row, read, the_kernel

if TYPE_CHECKING:
    from roofline_report.domain.profile import Kernel

KERNEL = "axpy(float*, int)"
TIMES = NVPROF_TIMES + f'"GPU activities",100.0,0.090000,9,10.0,9.0,12.0,"{KERNEL}"\n'


def metrics(**counts: object) -> str:
    return NVPROF_METRICS + "".join(nvprof_row(KERNEL, name, 0, count, count) for name, count in counts.items())


def events(**counts: int) -> str:
    rows = (nvprof_row(KERNEL, name, 0, count, count, 9 * count, events=True) for name, count in counts.items())
    return NVPROF_EVENTS + "".join(rows)


def kernel_of(*texts: str, capability: str | None = "7.0") -> Kernel:
    readings = [read(text, name=f"run/{number}.csv") for number, text in enumerate(texts)]
    return the_kernel(assemble(readings, compute_capability=capability))


WHOLE = {"flop_count_dp": 34, "flop_count_sp": 720, "flop_count_hp": 27}
PARTS = {
    "flop_count_dp_add": 5,
    "flop_count_dp_mul": 7,
    "flop_count_dp_fma": 11,
    "flop_count_sp_add": 100,
    "flop_count_sp_mul": 20,
    "flop_count_sp_fma": 300,
    "flop_count_hp_add": 3,
    "flop_count_hp_mul": 4,
    "flop_count_hp_fma": 10,
}
FLOP = {
    Quantity.FP64_FLOP: 34.0,  # 5 + 7 + 2 x 11
    Quantity.FP32_FLOP: 720.0,  # 100 + 20 + 2 x 300
    Quantity.FP16_FLOP: 54.0,  # twice the 27 of flop_count_hp
    Quantity.FP16_FLOP_SCALAR: 27.0,  # 3 + 4 + 2 x 10
}


@pytest.mark.parametrize("counts", [WHOLE, PARTS, {**WHOLE, **PARTS}], ids=["whole", "parts", "both"])
def test_operations_are_counted_by_precision_and_an_fma_is_two(counts: dict[str, int]) -> None:
    kernel = kernel_of(metrics(**counts))
    assert {quantity: kernel.per_launch(quantity) for quantity in FLOP} == FLOP
    packed = flop_work(kernel, conventions=Conventions())
    scalar = flop_work(kernel, conventions=Conventions(fp16=HalfCount.SCALAR))
    assert (packed.total, scalar.total) == (808.0, 781.0)
    assert (packed.of(Model.FP16).total, scalar.of(Model.FP16).total) == (54.0, 27.0)


@pytest.mark.parametrize("missing", PARTS)
def test_operations_of_which_a_part_is_missing_are_unknown(missing: str) -> None:
    kernel = kernel_of(metrics(**{name: count for name, count in PARTS.items() if name != missing}))
    known = {Quantity.FP64_FLOP: "_dp_", Quantity.FP32_FLOP: "_sp_", Quantity.FP16_FLOP: "_hp_"}
    assert {quantity for quantity in known if quantity not in kernel.measurements} == {
        quantity for quantity, part in known.items() if part in missing
    }


def test_special_functions_are_a_part_of_no_sum() -> None:
    kernel = kernel_of(metrics(**WHOLE, flop_count_sp_special=1000))
    assert kernel.per_launch(Quantity.FP32_FLOP) == 720.0


def test_operations_and_times_of_two_files_make_a_rate() -> None:
    kernel = kernel_of(metrics(**WHOLE), TIMES)
    work, seconds = flop_work(kernel, conventions=Conventions()).total, kernel.duration_s
    assert work is not None
    assert seconds is not None
    assert kernel.launches == 9
    assert seconds == pytest.approx(10e-6)
    assert work / seconds == pytest.approx(80.8e6)


WALLS = {
    "inst_executed_global_loads": 100,
    "inst_executed_global_stores": 50,
    "gld_transactions": 400,
    "gst_transactions": 1600,
    "inst_executed_shared_loads": 64,
    "inst_executed_shared_stores": 32,
    "shared_load_transactions": 64,
    "shared_store_transactions": 1024,
}


def test_accesses_stand_between_the_walls() -> None:
    access = memory_access(kernel_of(metrics(**WALLS), events(shared_ld_bank_conflict=0, shared_st_bank_conflict=992)))
    found = {(each.space.value, each.name): (each.per_request, each.conflicts) for each in access.patterns}
    assert found == {
        ("global", "loads"): (4.0, None),
        ("global", "stores"): (32.0, None),
        ("shared", "loads"): (1.0, 0.0),
        ("shared", "stores"): (32.0, 992.0),
    }
    assert all(each.is_possible and each.decides for each in access.patterns)
    # 150 instructions of 2,000 sectors.
    assert wall_point(access.patterns[:2]) == 0.075


def test_requests_stand_in_for_instructions_of_global_memory() -> None:
    counts = {"global_load_requests": 100, "gld_transactions": 800}
    (loads,) = memory_access(kernel_of(metrics(**counts))).patterns
    assert loads.per_request == 8.0


@pytest.mark.parametrize(("capability", "decides"), [("6.1", False), ("7.0", True), (None, False)])
def test_nothing_is_concluded_from_global_loads_before_volta(capability: str | None, *, decides: bool) -> None:
    loads, stores, *_ = memory_access(kernel_of(metrics(**WALLS), capability=capability)).patterns
    assert (loads.decides, stores.decides) == (decides, True)


def test_active_and_predicated_threads_come_from_events_and_the_mix_from_metrics() -> None:
    mix = {
        "inst_fp_64": 1,
        "inst_fp_32": 2,
        "inst_fp_16": 3,
        "inst_integer": 4,
        "inst_bit_convert": 5,
        "inst_compute_ld_st": 6,
        "inst_control": 7,
        "inst_inter_thread_communication": 8,
        "inst_misc": 9,
    }
    threads = {"thread_inst_executed": 3200, "not_predicated_off_thread_inst_executed": 2400}
    access = memory_access(kernel_of(metrics(inst_executed=125, **mix), events(**threads)))
    assert access.lane_efficiency == pytest.approx(0.8)  # 3,200 / 32 / 125
    assert access.predicated_share == pytest.approx(0.75)  # 2,400 / 3,200
    assert [count for _, count in access.mix] == [1, 2, 3, 4, 5, 6, 7, 8, 9]
