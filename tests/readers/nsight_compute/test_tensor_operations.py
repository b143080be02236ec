"""Operations of the tensor units, chip by chip: what is added up, what is kept apart, and what stays unknown."""

from __future__ import annotations

import pytest

from roofline_report.domain.capability import possible_kinds
from roofline_report.domain.conventions import Conventions
from roofline_report.domain.flop_roofline import FlopWork, Model, flop_work
from roofline_report.domain.hardware import Operation
from roofline_report.domain.quantity import Quantity
from tests.readers.nsight_compute.measured import OF_SEVERAL, SHAPES, kernel_of, launch, long_table, summary, timed
from tests.readers.nsight_compute.tensor_chips import metric

FP64, TF32, BF16 = Quantity.FP64_TENSOR_FLOP, Quantity.TF32_TENSOR_FLOP, Quantity.BF16_TENSOR_FLOP
FP16, ACCUMULATE = Quantity.FP16_TENSOR_FLOP, Quantity.FP16_ACCUMULATE_TENSOR_FLOP
FP8, FP4, INT8 = Quantity.FP8_TENSOR_FLOP, Quantity.FP4_TENSOR_FLOP, Quantity.INT8_TENSOR_OPERATIONS
SPARSE_TF32, SPARSE_BF16 = Quantity.TF32_SPARSE_TENSOR_FLOP, Quantity.BF16_SPARSE_TENSOR_FLOP
SPARSE_FP16, SPARSE_ACCUMULATE = Quantity.FP16_SPARSE_TENSOR_FLOP, Quantity.FP16_ACCUMULATE_SPARSE_TENSOR_FLOP
SPARSE_FP8, SPARSE_FP4 = Quantity.FP8_SPARSE_TENSOR_FLOP, Quantity.FP4_SPARSE_TENSOR_FLOP
TENSOR = (
    *(FP64, TF32, BF16, FP16, ACCUMULATE, FP8, FP4, INT8),
    *(SPARSE_TF32, SPARSE_BF16, SPARSE_FP16, SPARSE_ACCUMULATE, SPARSE_FP8, SPARSE_FP4),
)
PIPE = "sm__inst_executed_pipe_tensor.sum"


def text_of(values: dict[str, int], capability: str, *, pipe: int | None = None) -> str:
    named: dict[str, float | str] = {metric(name): value for name, value in values.items()}
    named["smsp__inst_executed.sum"] = 1
    if pipe is not None:
        named[PIPE] = pipe
    return long_table(launch(named), capability=capability)


def counted(values: dict[str, int], capability: str) -> dict[Quantity, float]:
    """Return the tensor operations that are known."""
    kernel = kernel_of(text_of(values, capability))
    return {quantity: known for quantity in TENSOR if (known := kernel.per_launch(quantity)) is not None}


AMPERE = {
    "src_bf16_dst_fp32_sparsity_off": 1,
    "src_bf16_dst_fp32_sparsity_on": 2,
    "src_fp16_dst_fp16_sparsity_off": 4,
    "src_fp16_dst_fp16_sparsity_on": 8,
    "src_fp16_dst_fp32_sparsity_off": 16,
    "src_fp16_dst_fp32_sparsity_on": 32,
    "src_tf32_dst_fp32_sparsity_off": 64,
    "src_tf32_dst_fp32_sparsity_on": 128,
    "src_int8_sparsity_off": 256,
    "src_int8_sparsity_on": 512,
    "src_fp64": 1024,
}
OF_AMPERE = {
    FP64: 1024.0,
    TF32: 64.0,
    BF16: 1.0,
    INT8: 768.0,  # 256 + 512
    SPARSE_TF32: 128.0,
    SPARSE_BF16: 2.0,
}


def test_on_a_data_centre_card_half_is_one_kind_whatever_it_is_added_up_in() -> None:
    assert counted(AMPERE, "8.0") == OF_AMPERE | {FP16: 20.0, SPARSE_FP16: 40.0}  # 16 + 4, 32 + 8


@pytest.mark.parametrize("capability", ["8.6", "8.7", "8.9", ""])
def test_on_other_cards_sums_in_half_are_apart_because_they_are_faster(capability: str) -> None:
    apart = {FP16: 16.0, ACCUMULATE: 4.0, SPARSE_FP16: 32.0, SPARSE_ACCUMULATE: 8.0}
    assert counted(AMPERE, capability) == OF_AMPERE | apart


def test_on_turing_half_is_the_sum_of_both() -> None:
    values = {"src_fp16_bf16_tf32_dst_fp32": 5, "src_fp16_dst_fp16": 7, "src_int8": 11, "src_int4": 13, "src_int1": 17}
    assert counted(values, "7.5") == {FP16: 12.0, INT8: 11.0}


@pytest.mark.parametrize("kind", ["fp32", "fp16"])
@pytest.mark.parametrize("sparsity", ["off", "on"])
def test_one_way_of_adding_up_alone_is_a_lower_bound_on_a_data_centre_card(kind: str, sparsity: str) -> None:
    kernel = kernel_of(text_of({f"src_fp16_dst_{kind}_sparsity_{sparsity}": 9}, "8.0"))
    measurement = kernel.measurements[FP16 if sparsity == "off" else SPARSE_FP16]
    assert (measurement.per_launch, measurement.lower_bound) == (9.0, True)
    other = "FP16" if kind == "fp32" else "FP32"
    assert measurement.notes == (f"operations with sums in {other} were not collected",)


ADA = {"src_fp8_sparsity_off": 3, "src_fp8_sparsity_on": 4}


@pytest.mark.parametrize("capability", ["8.9", "9.0", ""])
def test_operations_of_fp8_have_sparse_ones_apart(capability: str) -> None:
    assert counted(ADA, capability) == {FP8: 3.0, SPARSE_FP8: 4.0}


HOPPER = {
    "op_hgmma_src_bf16_dst_fp32_sparsity_off": 1,
    "op_hgmma_src_bf16_dst_fp32_sparsity_on": 2,
    "op_hmma_src_bf16_dst_fp32_sparsity_off": 4,
    "op_hmma_src_bf16_dst_fp32_sparsity_on": 8,
    "op_hgmma_src_fp16_sparsity_off": 16,
    "op_hgmma_src_fp16_sparsity_on": 32,
    "op_hmma_src_fp16_dst_fp16_sparsity_off": 64,
    "op_hmma_src_fp16_dst_fp16_sparsity_on": 128,
    "op_hmma_src_fp16_dst_fp32_sparsity_off": 256,
    "op_hmma_src_fp16_dst_fp32_sparsity_on": 512,
    "op_hgmma_src_tf32_dst_fp32_sparsity_off": 1024,
    "op_hgmma_src_tf32_dst_fp32_sparsity_on": 2048,
    "op_hmma_src_tf32_dst_fp32_sparsity_off": 4096,
    "op_hmma_src_tf32_dst_fp32_sparsity_on": 8192,
    "op_igmma_src_int8_sparsity_off": 3,
    "op_igmma_src_int8_sparsity_on": 9,
    "op_imma_src_int8_sparsity_off": 27,
    "op_imma_src_int8_sparsity_on": 81,
    "src_fp64": 5,
}
SUMS_OF_HOPPER = {"src_bf16_dst_fp32": 15, "src_fp16": 1008, "src_tf32_dst_fp32": 15360, "src_int8": 120}
OF_HOPPER = {
    FP64: 5.0,
    BF16: 5.0,  # 1 + 4
    SPARSE_BF16: 10.0,  # 2 + 8
    FP16: 336.0,  # 16 + 64 + 256
    SPARSE_FP16: 672.0,  # 32 + 128 + 512
    TF32: 5120.0,  # 1024 + 4096
    SPARSE_TF32: 10240.0,  # 2048 + 8192
    INT8: 120.0,  # 3 + 9 + 27 + 81
}


@pytest.mark.parametrize("sums", [{}, SUMS_OF_HOPPER], ids=["members", "members and sums"])
def test_members_that_are_all_there_come_before_their_sum(sums: dict[str, int]) -> None:
    assert counted(HOPPER | sums, "9.0") == OF_HOPPER


def test_a_sum_alone_has_sparse_operations_in_it() -> None:
    assert counted(SUMS_OF_HOPPER, "9.0") == {BF16: 15.0, FP16: 1008.0, TF32: 15360.0, INT8: 120.0}


def test_a_sum_comes_before_some_of_its_members() -> None:
    some = {name: value for name, value in HOPPER.items() if "hgmma" not in name}
    assert counted(some | SUMS_OF_HOPPER, "9.0") == {FP64: 5.0, BF16: 15.0, FP16: 1008.0, TF32: 15360.0, INT8: 120.0}


SOME_OF_HOPPER = {
    "op_hmma": {BF16: 4.0, FP16: 320.0, TF32: 4096.0, SPARSE_BF16: 8.0, SPARSE_FP16: 640.0, SPARSE_TF32: 8192.0},
    "op_hgmma": {BF16: 1.0, FP16: 16.0, TF32: 1024.0, SPARSE_BF16: 2.0, SPARSE_FP16: 32.0, SPARSE_TF32: 2048.0},
}


@pytest.mark.parametrize("capability", ["9.0", ""])
@pytest.mark.parametrize("kept", SOME_OF_HOPPER)
def test_some_members_alone_are_a_lower_bound_that_says_what_it_lacks(kept: str, capability: str) -> None:
    some = {name: value for name, value in HOPPER.items() if name.startswith(kept)}
    kernel = kernel_of(text_of(some, capability))
    for quantity, flop in SOME_OF_HOPPER[kept].items():
        measurement = kernel.measurements[quantity]
        assert (measurement.per_launch, measurement.lower_bound) == (flop, True)
        lacking = "op_hgmma" if kept == "op_hmma" else "op_hmma"
        assert f"{lacking} operations were not collected" in measurement.notes
    assert flop_work(kernel, conventions=Conventions()).of(Model.TENSOR).is_lower_bound


BLACKWELL = {
    **{f"op_hmma_src_{kind}_sparsity_off": 1 for kind in ("bf16_dst_fp32", "fp16_dst_fp16", "fp16_dst_fp32")},
    **{f"op_utchmma_src_{kind}_sparsity_off": 10 for kind in ("bf16_dst_fp32", "fp16_dst_fp16", "fp16_dst_fp32")},
    **{f"op_{op}_src_bf16_dst_fp32_sparsity_on": 5 for op in ("hmma", "utchmma")},
    "op_utcomma_src_fp4_dst_fp32_sparsity_off": 100,
    "op_utcomma_src_fp4_dst_fp32_sparsity_on": 200,
    "op_imma_src_int8_sparsity_off": 3,
    "op_imma_src_int8_sparsity_on": 4,
}
OF_BLACKWELL = {BF16: 11.0, SPARSE_BF16: 10.0, FP16: 22.0, FP4: 100.0, SPARSE_FP4: 200.0}


def test_on_blackwell_small_types_that_share_a_counter_are_told_as_such() -> None:
    shared = {f"op_utcqmma_src_fp4_fp6_fp8_dst_{kind}_sparsity_off": 1000 for kind in ("fp16", "fp32")}
    kernel = kernel_of(text_of(BLACKWELL | shared, "10.0"))
    assert kernel.per_launch(FP8) == 2000.0
    assert kernel.measurements[FP8].notes == ("operations of FP4 and FP6 that run at the rate of FP8 are among them",)
    assert counted(BLACKWELL | shared, "10.0") == OF_BLACKWELL | {FP8: 2000.0}


def test_a_sum_of_small_types_says_all_that_is_in_it() -> None:
    sums = {f"src_fp4_fp6_fp8_dst_{kind}": 1000 for kind in ("fp16", "fp32")}
    kernel = kernel_of(text_of(sums, "10.0"))
    assert kernel.per_launch(FP8) == 2000.0
    assert ["FP4 and FP6" in note or "2:4 sparsity" in note for note in kernel.measurements[FP8].notes] == [True, True]


@pytest.mark.parametrize(("sparsity", "quantity"), [("off", BF16), ("on", SPARSE_BF16)])
def test_a_lower_bound_on_blackwell_says_what_it_lacks(sparsity: str, quantity: Quantity) -> None:
    kernel = kernel_of(text_of({f"op_hmma_src_bf16_dst_fp32_sparsity_{sparsity}": 1}, "10.0"))
    measurement = kernel.measurements[quantity]
    assert (measurement.lower_bound, measurement.notes) == (True, ("op_utchmma operations were not collected",))


def test_on_blackwell_ultra_fp8_has_counters_of_its_own_and_fp6_runs_at_its_rate() -> None:
    own = {f"op_utcqmma_src_fp8_dst_{kind}_sparsity_{on}": 7 for kind in ("fp16", "fp32") for on in ("off", "on")}
    others = {f"op_utcqmma_src_fp4_fp6_dst_{kind}_sparsity_off": 9 for kind in ("fp16", "fp32")}
    # Its integers have one kind of instruction alone.
    assert counted(BLACKWELL | own | others, "10.3") == OF_BLACKWELL | {FP8: 32.0, SPARSE_FP8: 14.0, INT8: 7.0}


CONSUMER = {
    **{f"op_hmma_src_bf16_dst_fp32_sparsity_{on}": value for on, value in (("off", 1), ("on", 2))},
    **{f"op_hmma_src_fp16_dst_fp16_sparsity_{on}": value for on, value in (("off", 4), ("on", 8))},
    **{f"op_hmma_src_fp16_dst_fp32_sparsity_{on}": value for on, value in (("off", 16), ("on", 32))},
    **{f"src_fp8_dst_{kind}_sparsity_{on}": 5 for kind in ("fp16", "fp32") for on in ("off", "on")},
    **{f"src_fp4_fp6_dst_{kind}_sparsity_{on}": 20 for kind in ("fp16", "fp32") for on in ("off", "on")},
    **{f"src_fp4_dst_fp32_sparsity_{on}": value for on, value in (("off", 64), ("on", 128))},
    **{f"op_imma_src_int8_sparsity_{on}": 3 for on in ("off", "on")},
}


def test_on_a_consumer_blackwell_there_is_one_instruction_and_sums_in_half_are_apart() -> None:
    expected = {
        BF16: 1.0,
        SPARSE_BF16: 2.0,
        FP16: 16.0,
        SPARSE_FP16: 32.0,
        ACCUMULATE: 4.0,
        SPARSE_ACCUMULATE: 8.0,
        FP8: 50.0,
        SPARSE_FP8: 50.0,
        FP4: 64.0,
        SPARSE_FP4: 128.0,
        INT8: 6.0,
    }
    kernel = kernel_of(text_of(CONSUMER, "12.0"))
    assert counted(CONSUMER, "12.0") == expected
    assert not any(kernel.measurements[quantity].lower_bound for quantity in expected)
    sums = {"src_bf16_dst_fp32": 3, "src_fp16_dst_fp16": 12, "src_fp16_dst_fp32": 48, "src_fp4_dst_fp32": 192}
    assert counted(CONSUMER | sums, "12.0") == expected
    assert counted(sums, "12.0") == {BF16: 3.0, FP16: 48.0, ACCUMULATE: 12.0, FP4: 192.0}


def test_sums_of_both_ways_of_adding_up_are_one_kind_on_blackwell() -> None:
    assert counted({"src_fp16_dst_fp16": 12, "src_fp16_dst_fp32": 48}, "10.0") == {FP16: 60.0}


def test_without_a_compute_capability_a_sum_is_not_added_to_members_that_are_in_it() -> None:
    members = {f"op_{op}_src_fp16_dst_{kind}_sparsity_on": 8 for op in ("hmma", "utchmma") for kind in ("fp16", "fp32")}
    assert counted(members | {"src_fp16_dst_fp16": 16}, "") == {SPARSE_FP16: 32.0}


def test_types_are_told_apart_to_the_letter() -> None:
    # FP4 of this counter runs at the rate of FP8, so that none of it is FP4.
    values = {"src_fp4_fp6_dst_fp32": 9, "op_utcqmma_src_fp4_fp6_dst_fp32_sparsity_off": 9}
    assert counted(values, "10.3") == {FP8: 9.0}
    assert kernel_of(text_of(values, "10.3")).measurements[FP8].lower_bound


@pytest.mark.parametrize("unit", ["sm", "smsp"])
@pytest.mark.parametrize("shape", SHAPES)
def test_on_volta_an_instruction_is_512_operations_at_least(shape: str, unit: str) -> None:
    text = SHAPES[shape](launch({f"{unit}__inst_executed_pipe_tensor.sum": 16}), capability="7.0")
    kernel = kernel_of(text)
    measurement = kernel.measurements[FP16]
    # A product of 16 x 16 x 16 is 2 x 4,096 operations and takes 16 instructions.
    assert (measurement.per_launch, measurement.lower_bound) == (8192.0, True)
    assert "sums in FP16 do 1024" in measurement.notes[0]
    assert flop_work(kernel, conventions=Conventions()).of(Model.TENSOR).is_lower_bound


@pytest.mark.parametrize("unit", ["sm", "smsp"])
def test_no_instructions_on_volta_are_exactly_no_operations(unit: str) -> None:
    kernel = kernel_of(long_table(launch({f"{unit}__inst_executed_pipe_tensor.sum": 0}), capability="7.0"))
    measurement = kernel.measurements[FP16]
    assert (measurement.per_launch, measurement.lower_bound, measurement.notes) == (0.0, False, ())


@pytest.mark.parametrize("capability", ["7.2", "7.5", "8.0", "8.6", "8.9", "9.0", "10.0", "12.0", ""])
def test_beyond_the_v100_instructions_say_nothing_of_operations(capability: str) -> None:
    kernel = kernel_of(text_of({}, capability, pipe=16))
    assert FP16 not in kernel.measurements
    work = flop_work(kernel, conventions=Conventions())
    assert (work.parts, work.lost, work.hidden_tensor) == ((), (), True)


def work_of(values: dict[str, int], *, pipe: int | None, capability: str = "9.0") -> FlopWork:
    kernel = kernel_of(text_of(values, capability, pipe=pipe))
    return flop_work(kernel, conventions=Conventions(), possible=possible_kinds(capability))


ZEROS = dict.fromkeys(HOPPER, 0)


def test_operations_of_zero_beside_an_active_pipe_are_unknown() -> None:
    work = work_of(ZEROS, pipe=7)
    assert work.hidden_tensor
    assert work.is_lower_bound
    assert work.of(Model.TENSOR).hidden_tensor
    assert not work.of(Model.FP64).hidden_tensor


@pytest.mark.parametrize("pipe", [0, None])
def test_operations_of_zero_beside_a_pipe_that_did_nothing_are_zero(pipe: int | None) -> None:
    work = work_of(ZEROS, pipe=pipe).of(Model.TENSOR)
    assert (work.hidden_tensor, work.counted_none, work.total) == (False, True, 0.0)
    # Of these nothing was collected.
    assert {kind.operation for kind in work.uncollected} == {Operation.FP8_TENSOR}


def test_operations_that_were_counted_explain_an_active_pipe() -> None:
    assert not work_of(HOPPER, pipe=7).hidden_tensor
    assert not work_of(ZEROS | {"op_hgmma_src_fp16_sparsity_on": 4}, pipe=7).hidden_tensor


@pytest.mark.parametrize("name", ["op_igmma_src_int8_sparsity_off", "op_imma_src_int8_sparsity_on"])
def test_integer_operations_explain_an_active_pipe_where_all_others_are_zero(name: str) -> None:
    assert not work_of(ZEROS | {name: 4}, pipe=7).hidden_tensor


def test_integer_operations_do_not_explain_an_active_pipe_where_others_were_not_counted() -> None:
    assert work_of({"src_int8": 4}, pipe=7).hidden_tensor


@pytest.mark.parametrize("shape", OF_SEVERAL)
def test_operations_are_made_of_rates_launch_by_launch(shape: str) -> None:
    rate = f"{metric('src_fp64')}.per_cycle_elapsed"
    clock = "sm__cycles_elapsed.avg.per_second"
    first = timed(1e-6) | {rate: ("", "2"), clock: ("Ghz", "1")}
    second = timed(2e-6) | {rate: ("", "5"), clock: ("Ghz", "1.5")}
    # 2 x 1,000 cycles and 5 x 3,000 of them.
    kernel = kernel_of(OF_SEVERAL[shape](first, second))
    assert kernel.per_launch(FP64) == pytest.approx(8500.0, rel=1e-12)
    assert any(note.startswith("made of rates") for note in kernel.measurements[FP64].notes)


def test_operations_of_a_summary_are_those_of_the_mean_launch() -> None:
    averages = launch({metric("src_fp64"): "1234.5"}, unit="")
    assert kernel_of(summary(averages, count=4)).per_launch(FP64) == 1234.5


OFF, ON = metric("src_bf16_dst_fp32_sparsity_off"), metric("src_bf16_dst_fp32_sparsity_on")


def peaks_of(values: dict[str, float | str], capability: str) -> dict[Quantity, float | None]:
    measurements = kernel_of(long_table(launch(values, unit=""), capability=capability)).measurements
    return {quantity: measurements[quantity].terms[0].peak_per_cycle for quantity in TENSOR if quantity in measurements}


def test_the_peak_of_dense_and_of_sparse_operations_is_that_of_their_own_counter() -> None:
    values: dict[str, float | str] = {
        OFF: 10,
        f"{OFF}.peak_sustained": "221184",
        ON: 4,
        f"{ON}.peak_sustained": "442368",
    }
    assert peaks_of(values, "8.0") == {BF16: 221184.0, SPARSE_BF16: 442368.0}


@pytest.mark.parametrize(
    ("name", "quantity"),
    [("src_bf16_dst_fp32", BF16), ("src_fp16", FP16), ("src_tf32_dst_fp32", TF32), ("src_fp8", FP8)],
)
def test_the_peak_of_a_sum_with_sparse_operations_is_not_that_of_dense_ones(name: str, quantity: Quantity) -> None:
    """A sum over both has the peak of sparse operations, twice the dense one, so that nothing is held against it."""
    values: dict[str, float | str] = {metric(name): 10, f"{metric(name)}.peak_sustained": "2048"}
    assert peaks_of(values, "9.0") == {quantity: None}


def test_the_peak_of_operations_without_sparsity_is_their_own() -> None:
    values: dict[str, float | str] = {metric("src_fp64"): 10, f"{metric('src_fp64')}.peak_sustained": "2048"}
    assert peaks_of(values, "9.0") == {FP64: 2048.0}
