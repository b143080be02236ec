"""What quantities are called on pages, and what they count."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from roofline_report.domain.quantity import Quantity

if TYPE_CHECKING:
    from collections.abc import Mapping


class QuantityText(NamedTuple):
    """The words for one quantity.

    Attributes:
        title: What it is called where it stands alone.
        unit: What it is counted in, for one launch.
        meaning: What it is.
    """

    title: str
    unit: str
    meaning: str


_TENSOR: Final = "operations of the tensor units"
_SPARSE: Final = "the same with 2:4 sparsity, for which the peak is twice as high"
_MIX: Final = "thread instructions"

TEXTS: Final[Mapping[Quantity, QuantityText]] = {
    Quantity.DURATION: QuantityText("Time", "s", "time of a launch; a metric in a unit of time"),
    Quantity.WARP_INSTRUCTIONS: QuantityText(
        "Issued warp instructions", "warp instructions", "warp instructions that were issued"
    ),
    Quantity.THREAD_INSTRUCTIONS: QuantityText(
        "Thread instructions", "thread instructions", "instructions of active threads, predicated off or not"
    ),
    Quantity.PREDICATED_THREAD_INSTRUCTIONS: QuantityText(
        "Thread instructions predicated on", "thread instructions", "those that are not predicated off"
    ),
    Quantity.GLOBAL_SECTORS: QuantityText(
        "Global sectors (L1)", "sectors", "32-byte sectors of global loads and stores at L1"
    ),
    Quantity.LOCAL_SECTORS: QuantityText(
        "Local sectors (L1)", "sectors", "32-byte sectors of local loads and stores at L1"
    ),
    Quantity.GLOBAL_ATOMIC_SECTORS: QuantityText(
        "Global atomic sectors (L1)", "sectors", "32-byte sectors of global atomics and reductions at L1"
    ),
    Quantity.SHARED_WAVEFRONTS: QuantityText(
        "Shared wavefronts", "wavefronts", "wavefronts of shared loads and stores, up to 128 bytes each"
    ),
    Quantity.L1_TAG_BYTES: QuantityText(
        "L1 tag-stage bytes",
        "bytes",
        "bytes at the tag stage of L1: global, local and texture, no shared memory",
    ),
    Quantity.L1_RETURNED_BYTES: QuantityText(
        "L1 returned bytes", "bytes", "bytes that L1 returns to registers: loads, no stores"
    ),
    Quantity.L2_SECTORS: QuantityText("L2 sectors", "sectors", "32-byte sectors at L2, atomics and reductions once"),
    Quantity.L2_SECTORS_ATOMICS_TWICE: QuantityText(
        "L2 sectors, atomics twice", "sectors", "the same with atomics and reductions twice, as nvprof counts them"
    ),
    Quantity.L2_LOOKUP_BYTES: QuantityText(
        "L2 looked-up bytes", "bytes", "bytes that the slices of L2 look up, whoever asks"
    ),
    Quantity.L2_RETURNED_BYTES: QuantityText(
        "L2 returned bytes", "bytes", "bytes that L2 sends to the multiprocessors: reads, no writes"
    ),
    Quantity.DRAM_SECTORS: QuantityText("DRAM sectors", "sectors", "32-byte sectors of the device memory"),
    Quantity.FP64_FLOP: QuantityText("FP64 operations", "FLOP", "additions, multiplications, and FMA as two"),
    Quantity.FP32_FLOP: QuantityText("FP32 operations", "FLOP", "the same in FP32, packed ones of two as two"),
    Quantity.FP16_FLOP: QuantityText(
        "FP16 operations", "FLOP", "the same in FP16, two for each thread instruction: the instructions work on pairs"
    ),
    Quantity.FP16_FLOP_SCALAR: QuantityText(
        "FP16 operations, scalar", "FLOP", "the same in FP16, one for each thread instruction"
    ),
    Quantity.FP64_TENSOR_FLOP: QuantityText("FP64 tensor operations", "FLOP", f"{_TENSOR}, two for a multiply-add"),
    Quantity.TF32_TENSOR_FLOP: QuantityText("TF32 tensor operations", "FLOP", f"{_TENSOR} on TF32, dense"),
    Quantity.FP16_TENSOR_FLOP: QuantityText("FP16 tensor operations", "FLOP", f"{_TENSOR} on FP16, dense"),
    Quantity.FP16_ACCUMULATE_TENSOR_FLOP: QuantityText(
        "FP16 tensor operations, FP16 sums", "FLOP", f"{_TENSOR} on FP16 with sums in FP16, where these are faster"
    ),
    Quantity.BF16_TENSOR_FLOP: QuantityText("BF16 tensor operations", "FLOP", f"{_TENSOR} on BF16, dense"),
    Quantity.FP8_TENSOR_FLOP: QuantityText(
        "FP8 tensor operations", "FLOP", f"{_TENSOR} on FP8, dense; those on FP6 and FP4 at the same rate too"
    ),
    Quantity.FP4_TENSOR_FLOP: QuantityText("FP4 tensor operations", "FLOP", f"{_TENSOR} on FP4, dense"),
    Quantity.TF32_SPARSE_TENSOR_FLOP: QuantityText("TF32 tensor operations, sparse", "FLOP", _SPARSE),
    Quantity.FP16_SPARSE_TENSOR_FLOP: QuantityText("FP16 tensor operations, sparse", "FLOP", _SPARSE),
    Quantity.FP16_ACCUMULATE_SPARSE_TENSOR_FLOP: QuantityText(
        "FP16 tensor operations, FP16 sums, sparse", "FLOP", _SPARSE
    ),
    Quantity.BF16_SPARSE_TENSOR_FLOP: QuantityText("BF16 tensor operations, sparse", "FLOP", _SPARSE),
    Quantity.FP8_SPARSE_TENSOR_FLOP: QuantityText("FP8 tensor operations, sparse", "FLOP", _SPARSE),
    Quantity.FP4_SPARSE_TENSOR_FLOP: QuantityText("FP4 tensor operations, sparse", "FLOP", _SPARSE),
    Quantity.INT8_TENSOR_OPERATIONS: QuantityText(
        "INT8 tensor operations", "operations", f"{_TENSOR} on 8-bit integers; they count as no FLOP"
    ),
    Quantity.TENSOR_ACTIVITY: QuantityText(
        "Tensor activity", "any", "anything that is zero only where the tensor units did nothing"
    ),
    Quantity.SM_CYCLES: QuantityText("SM cycles", "cycles", "elapsed cycles of the multiprocessors"),
    Quantity.L1_CYCLES: QuantityText("L1 cycles", "cycles", "elapsed cycles of L1"),
    Quantity.L2_CYCLES: QuantityText("L2 cycles", "cycles", "elapsed cycles of L2"),
    Quantity.DRAM_CYCLES: QuantityText("Memory cycles", "cycles", "elapsed cycles of the device memory"),
    Quantity.GLOBAL_LOAD_SECTORS: QuantityText(
        "Global load sectors", "sectors", "32-byte sectors of global loads at L1"
    ),
    Quantity.GLOBAL_STORE_SECTORS: QuantityText(
        "Global store sectors", "sectors", "32-byte sectors of global stores at L1"
    ),
    Quantity.GLOBAL_LOAD_REQUESTS: QuantityText(
        "Global loads", "warp instructions", "warp instructions that load from global memory"
    ),
    Quantity.GLOBAL_STORE_REQUESTS: QuantityText(
        "Global stores", "warp instructions", "warp instructions that store to global memory"
    ),
    Quantity.SHARED_LOAD_WAVEFRONTS: QuantityText("Shared load wavefronts", "wavefronts", "wavefronts of shared loads"),
    Quantity.SHARED_STORE_WAVEFRONTS: QuantityText(
        "Shared store wavefronts", "wavefronts", "wavefronts of shared stores"
    ),
    Quantity.SHARED_LOAD_REQUESTS: QuantityText(
        "Shared loads", "warp instructions", "warp instructions that load from shared memory"
    ),
    Quantity.SHARED_STORE_REQUESTS: QuantityText(
        "Shared stores", "warp instructions", "warp instructions that store to shared memory"
    ),
    Quantity.SHARED_LOAD_CONFLICTS: QuantityText(
        "Shared load conflicts", "conflicts", "bank conflicts of shared loads"
    ),
    Quantity.SHARED_STORE_CONFLICTS: QuantityText(
        "Shared store conflicts", "conflicts", "bank conflicts of shared stores"
    ),
    Quantity.INTEGER_INSTRUCTIONS: QuantityText("Integer instructions", _MIX, "thread instructions on integers"),
    Quantity.FP64_INSTRUCTIONS: QuantityText("FP64 instructions", _MIX, "thread instructions of FP64"),
    Quantity.FP32_INSTRUCTIONS: QuantityText("FP32 instructions", _MIX, "thread instructions of FP32"),
    Quantity.FP16_INSTRUCTIONS: QuantityText("FP16 instructions", _MIX, "thread instructions of FP16"),
    Quantity.CONVERSION_INSTRUCTIONS: QuantityText(
        "Conversions", _MIX, "thread instructions that convert from one type to another"
    ),
    Quantity.CONTROL_INSTRUCTIONS: QuantityText("Control instructions", _MIX, "branches, calls and their like"),
    Quantity.MEMORY_INSTRUCTIONS: QuantityText("Loads and stores", _MIX, "loads and stores of any memory"),
    Quantity.COMMUNICATION_INSTRUCTIONS: QuantityText(
        "Communication", _MIX, "thread instructions that exchange values between threads"
    ),
    Quantity.OTHER_INSTRUCTIONS: QuantityText("Other instructions", _MIX, "all other thread instructions"),
    Quantity.LAUNCH_MULTIPROCESSORS: QuantityText(
        "Multiprocessors of the launch", "multiprocessors", "those that the launch could use"
    ),
}
