"""Errors that are easily made in counting floating-point operations: each has a test that says it is not made."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from roofline_report.domain.flop_roofline import Model
from roofline_report.domain.quantity import Quantity
from tests.checklist.reports import (
    MICROSECOND,
    V100,
    counts,
    kernel_of,
    long_table,
    measurement,
    model,
    page_of,
    raw_page,
    uses,
    value,
)

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from roofline_report.report.model import KernelReport

SASS = "smsp__sass_thread_inst_executed_op_"
TENSOR = "sm__ops_path_tensor_"
PIPE = "sm__inst_executed_pipe_tensor.sum"


def sass(**values: float) -> dict[str, float]:
    return {f"{SASS}{name}_pred_on.sum": number for name, number in values.items()}


def kernel_with(
    root: Path, values: Mapping[str, float], *, capability: str = "7.0", run_file: str = ""
) -> KernelReport:
    return kernel_of(root, long_table(MICROSECOND | counts(values), capability=capability), run_file=run_file)


@pytest.mark.parametrize(("prefix", "quantity"), [("d", Quantity.FP64_FLOP), ("f", Quantity.FP32_FLOP)])
def test_a_multiply_add_is_two_operations(tmp_path: Path, prefix: str, quantity: Quantity) -> None:
    values = sass(**{f"{prefix}add": 1, f"{prefix}mul": 10, f"{prefix}fma": 100})
    assert value(kernel_with(tmp_path, values), quantity) == 211


def test_instructions_of_fp16_work_on_pairs_unless_a_run_says_otherwise(tmp_path: Path) -> None:
    values = sass(hadd=1, hmul=10, hfma=100)
    packed = kernel_with(tmp_path / "packed", values)
    scalar = kernel_with(tmp_path / "scalar", values, run_file="flop: {fp16: scalar}\n")
    assert [model(each, Model.FP16).work for each in (packed, scalar)] == [422, 211]


def test_512_operations_for_each_tensor_instruction_are_of_the_v100_alone(tmp_path: Path) -> None:
    v100 = kernel_with(tmp_path / "v100", {PIPE: 1000})
    assert value(v100, Quantity.FP16_TENSOR_FLOP) == 512000
    for capability in ("7.5", "8.0", "8.6", "9.0", "10.0"):
        other = kernel_with(tmp_path / capability, {PIPE: 1000} | sass(fadd=1, fmul=0, ffma=0), capability=capability)
        assert Quantity.FP16_TENSOR_FLOP not in other.kernel.measurements
        # Tensor units that were active did something, and what is unknown is not zero.
        assert other.flop.hidden_tensor
        assert model(other, Model.FLOP).lower_bound
        assert other.find_model(Model.TENSOR) is None


def test_tensor_operations_of_the_v100_are_a_lower_bound(tmp_path: Path) -> None:
    kernel = kernel_with(tmp_path / "report", {PIPE: 1000}, run_file=V100)
    assert measurement(kernel, Quantity.FP16_TENSOR_FLOP).lower_bound
    assert uses(model(kernel, Model.TENSOR))["compute"].lower_bound
    text = page_of(tmp_path / "page", long_table(MICROSECOND | counts({PIPE: 1000})), run_file=V100)
    assert "those with sums in FP16 do 1024" in text
    assert "or more" in text


def test_tensor_units_that_were_active_without_operations_are_unknown_and_not_zero(tmp_path: Path) -> None:
    values = {PIPE: 1000, f"{TENSOR}op_hmma_src_fp16_dst_fp32_sparsity_off.sum": 0} | sass(fadd=1, fmul=0, ffma=0)
    kernel = kernel_with(tmp_path, values, capability="9.0")
    assert kernel.flop.hidden_tensor
    assert model(kernel, Model.FLOP).lower_bound


@pytest.mark.parametrize("sparse", [0, 30])
def test_sums_of_tensor_operations_are_not_added_to_what_they_are_sums_of(tmp_path: Path, sparse: float) -> None:
    members = {
        f"{TENSOR}op_hgmma_src_bf16_dst_fp32_sparsity_off.sum": 60.0,
        f"{TENSOR}op_hmma_src_bf16_dst_fp32_sparsity_off.sum": 40.0,
        f"{TENSOR}op_hgmma_src_bf16_dst_fp32_sparsity_on.sum": sparse,
        f"{TENSOR}op_hmma_src_bf16_dst_fp32_sparsity_on.sum": 0.0,
    }
    sums = {
        f"{TENSOR}src_bf16_dst_fp32_sparsity_off.sum": 100.0,
        f"{TENSOR}src_bf16_dst_fp32_sparsity_on.sum": sparse,
        f"{TENSOR}src_bf16_dst_fp32.sum": 100 + sparse,
    }
    found = [
        model(kernel_with(tmp_path / str(at), values, capability="9.0"), Model.TENSOR).work
        for at, values in enumerate((members, sums, members | sums))
    ]
    assert found == [100 + sparse] * 3


def test_an_aggregate_holds_its_sparse_operations(tmp_path: Path) -> None:
    values = {f"{TENSOR}src_bf16_dst_fp32.sum": 130.0, f"{TENSOR}src_bf16_dst_fp32_sparsity_on.sum": 30.0}
    kernel = kernel_with(tmp_path, values, capability="9.0")
    assert model(kernel, Model.TENSOR).work == 130


@pytest.mark.parametrize("capability", ["10.0", "10.3"])
def test_packed_instructions_of_fp32_count_twice_and_fused_four_times(tmp_path: Path, capability: str) -> None:
    values = sass(fadd=1, fmul=10, ffma=100, fadd2=1000, fmul2=10000, ffma2=100000)
    # The rule of Nsight Compute leaves fmul2 undoubled and prints "2*fma2*4".
    expected = 1 + 10 + 200 + 2000 + 20000 + 400000
    assert value(kernel_with(tmp_path, values, capability=capability), Quantity.FP32_FLOP) == expected


def test_fp32_without_its_packed_instructions_is_a_lower_bound_on_blackwell_alone(tmp_path: Path) -> None:
    values = sass(fadd=1, fmul=10, ffma=100)
    blackwell = measurement(kernel_with(tmp_path / "b", values, capability="10.0"), Quantity.FP32_FLOP)
    hopper = measurement(kernel_with(tmp_path / "h", values, capability="9.0"), Quantity.FP32_FLOP)
    assert (blackwell.per_launch, blackwell.lower_bound) == (211, True)
    assert (hopper.per_launch, hopper.lower_bound, hopper.notes) == (211, False, ())
    assert "up to twice as many" in " ".join(blackwell.notes)


@pytest.mark.parametrize(
    ("suffix", "capability", "quantity", "values", "expected"),
    [
        ("ffma_pred_on_x2", "9.0", Quantity.FP32_FLOP, sass(fadd=0, fmul=0), 10_000),
        ("dfma_pred_on_x2", "9.0", Quantity.FP64_FLOP, sass(dadd=0, dmul=0), 10_000),
        ("hfma_pred_on_x4", "9.0", Quantity.FP16_FLOP, sass(hadd=0, hmul=0), 10_000),
        # Of an older version, which counts an FMA of a pair as two.
        ("hfma_pred_on_x2", "7.0", Quantity.FP16_FLOP, sass(hadd=0, hmul=0), 20_000),
        ("ffma2_pred_on_x4", "10.0", Quantity.FP32_FLOP, sass(fadd=0, fmul=0, ffma=0), 10_000),
        ("fadd2_pred_on_x2", "10.0", Quantity.FP32_FLOP, sass(fadd=0, fmul=0, ffma=0), 10_000),
    ],
)
def test_metrics_that_are_multiplied_already_are_not_multiplied_again(
    tmp_path: Path, suffix: str, capability: str, quantity: Quantity, values: Mapping[str, float], expected: float
) -> None:
    # A rate of 10 for each of 1000 cycles.
    derived = {f"derived__{SASS}{suffix}": 10.0, "smsp__cycles_elapsed.avg": 1000.0}
    text = raw_page(MICROSECOND | counts({**values, **derived}), capability=capability)
    assert value(kernel_of(tmp_path, text), quantity) == expected


@pytest.mark.parametrize(
    ("metric", "quantity", "expected"),
    [
        ("derived__lts__lts2xbar_bytes.sum", Quantity.L2_RETURNED_BYTES, 3200),
        ("lts__lts2xbar_cycles_active.sum", Quantity.L2_RETURNED_BYTES, 32 * 3200),
        ("derived__l1tex__lsu_writeback_bytes_mem_lgds.sum", Quantity.L1_RETURNED_BYTES, 3200),
        ("l1tex__lsu_writeback_active_mem_lgds.sum", Quantity.L1_RETURNED_BYTES, 128 * 3200),
    ],
)
def test_bytes_that_are_multiplied_already_are_not_multiplied_again(
    tmp_path: Path, metric: str, quantity: Quantity, expected: float
) -> None:
    unit = "byte" if metric.startswith("derived") else "cycle"
    text = long_table(MICROSECOND | counts({metric: 3200}, unit), capability="9.0")
    assert value(kernel_of(tmp_path, text), quantity) == expected
