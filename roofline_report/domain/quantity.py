"""What the models need to know of a kernel, whatever a profiler calls it."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from roofline_report.domain.hardware import Clock, Operation, OperationKind


class Quantity(StrEnum):
    """A count of one launch, or seconds for its time."""

    DURATION = "duration"

    WARP_INSTRUCTIONS = "warp_instructions"
    THREAD_INSTRUCTIONS = "thread_instructions"
    PREDICATED_THREAD_INSTRUCTIONS = "predicated_thread_instructions"
    """Those of threads that are active and not predicated off."""

    GLOBAL_SECTORS = "global_sectors"
    LOCAL_SECTORS = "local_sectors"
    GLOBAL_ATOMIC_SECTORS = "global_atomic_sectors"
    SHARED_WAVEFRONTS = "shared_wavefronts"
    L1_TAG_BYTES = "l1_tag_bytes"
    """Global, local and texture, not shared: what the tag stage of L1 looks up."""
    L1_RETURNED_BYTES = "l1_returned_bytes"
    """What L1 writes back to registers: loads."""
    L2_SECTORS = "l2_sectors"
    L2_SECTORS_ATOMICS_TWICE = "l2_sectors_atomics_twice"
    L2_LOOKUP_BYTES = "l2_lookup_bytes"
    """What the slices of L2 look up, whoever asks."""
    L2_RETURNED_BYTES = "l2_returned_bytes"
    """What L2 sends to the multiprocessors: reads."""
    DRAM_SECTORS = "dram_sectors"

    FP64_FLOP = "fp64_flop"
    FP32_FLOP = "fp32_flop"
    FP16_FLOP = "fp16_flop"
    """Two operations for each thread instruction, as the packed instructions of FP16 do."""
    FP16_FLOP_SCALAR = "fp16_flop_scalar"
    """One operation for each thread instruction."""
    FP64_TENSOR_FLOP = "fp64_tensor_flop"
    TF32_TENSOR_FLOP = "tf32_tensor_flop"
    FP16_TENSOR_FLOP = "fp16_tensor_flop"
    FP16_ACCUMULATE_TENSOR_FLOP = "fp16_accumulate_tensor_flop"
    BF16_TENSOR_FLOP = "bf16_tensor_flop"
    FP8_TENSOR_FLOP = "fp8_tensor_flop"
    FP4_TENSOR_FLOP = "fp4_tensor_flop"
    TF32_SPARSE_TENSOR_FLOP = "tf32_sparse_tensor_flop"
    FP16_SPARSE_TENSOR_FLOP = "fp16_sparse_tensor_flop"
    FP16_ACCUMULATE_SPARSE_TENSOR_FLOP = "fp16_accumulate_sparse_tensor_flop"
    BF16_SPARSE_TENSOR_FLOP = "bf16_sparse_tensor_flop"
    FP8_SPARSE_TENSOR_FLOP = "fp8_sparse_tensor_flop"
    FP4_SPARSE_TENSOR_FLOP = "fp4_sparse_tensor_flop"
    INT8_TENSOR_OPERATIONS = "int8_tensor_operations"
    TENSOR_ACTIVITY = "tensor_activity"
    """Anything that is zero only where the tensor units did nothing."""

    SM_CYCLES = "sm_cycles"
    L1_CYCLES = "l1_cycles"
    L2_CYCLES = "l2_cycles"
    DRAM_CYCLES = "dram_cycles"

    GLOBAL_LOAD_SECTORS = "global_load_sectors"
    GLOBAL_STORE_SECTORS = "global_store_sectors"
    GLOBAL_LOAD_REQUESTS = "global_load_requests"
    GLOBAL_STORE_REQUESTS = "global_store_requests"
    SHARED_LOAD_WAVEFRONTS = "shared_load_wavefronts"
    SHARED_STORE_WAVEFRONTS = "shared_store_wavefronts"
    SHARED_LOAD_REQUESTS = "shared_load_requests"
    SHARED_STORE_REQUESTS = "shared_store_requests"
    SHARED_LOAD_CONFLICTS = "shared_load_conflicts"
    SHARED_STORE_CONFLICTS = "shared_store_conflicts"

    INTEGER_INSTRUCTIONS = "integer_instructions"
    FP64_INSTRUCTIONS = "fp64_instructions"
    FP32_INSTRUCTIONS = "fp32_instructions"
    FP16_INSTRUCTIONS = "fp16_instructions"
    CONVERSION_INSTRUCTIONS = "conversion_instructions"
    CONTROL_INSTRUCTIONS = "control_instructions"
    MEMORY_INSTRUCTIONS = "memory_instructions"
    COMMUNICATION_INSTRUCTIONS = "communication_instructions"
    OTHER_INSTRUCTIONS = "other_instructions"

    LAUNCH_MULTIPROCESSORS = "launch_multiprocessors"
    """Multiprocessors that the launch could use; fewer than the device has in a part of it (MIG, green contexts)."""


CYCLES_OF: Final = {
    Clock.SM: Quantity.SM_CYCLES,
    Clock.L1: Quantity.L1_CYCLES,
    Clock.L2: Quantity.L2_CYCLES,
    Clock.DRAM: Quantity.DRAM_CYCLES,
}

FLOP_OF: Final = {
    Operation.FP64: Quantity.FP64_FLOP,
    Operation.FP32: Quantity.FP32_FLOP,
    Operation.FP16: Quantity.FP16_FLOP,
    Operation.FP64_TENSOR: Quantity.FP64_TENSOR_FLOP,
    Operation.TF32_TENSOR: Quantity.TF32_TENSOR_FLOP,
    Operation.FP16_TENSOR: Quantity.FP16_TENSOR_FLOP,
    Operation.FP16_ACCUMULATE_TENSOR: Quantity.FP16_ACCUMULATE_TENSOR_FLOP,
    Operation.BF16_TENSOR: Quantity.BF16_TENSOR_FLOP,
    Operation.FP8_TENSOR: Quantity.FP8_TENSOR_FLOP,
    Operation.FP4_TENSOR: Quantity.FP4_TENSOR_FLOP,
}

SPARSE_FLOP_OF: Final = {
    Operation.TF32_TENSOR: Quantity.TF32_SPARSE_TENSOR_FLOP,
    Operation.FP16_TENSOR: Quantity.FP16_SPARSE_TENSOR_FLOP,
    Operation.FP16_ACCUMULATE_TENSOR: Quantity.FP16_ACCUMULATE_SPARSE_TENSOR_FLOP,
    Operation.BF16_TENSOR: Quantity.BF16_SPARSE_TENSOR_FLOP,
    Operation.FP8_TENSOR: Quantity.FP8_SPARSE_TENSOR_FLOP,
    Operation.FP4_TENSOR: Quantity.FP4_SPARSE_TENSOR_FLOP,
}
"""With 2:4 sparsity, which the hardware does at twice the dense rate."""

KIND_OF: Final = {
    **{quantity: OperationKind(operation) for operation, quantity in FLOP_OF.items()},
    **{quantity: OperationKind(operation, sparse=True) for operation, quantity in SPARSE_FLOP_OF.items()},
}
"""Every kind of floating-point operations that is told apart, by its quantity."""

INSTRUCTION_MIX: Final = (
    Quantity.FP64_INSTRUCTIONS,
    Quantity.FP32_INSTRUCTIONS,
    Quantity.FP16_INSTRUCTIONS,
    Quantity.INTEGER_INSTRUCTIONS,
    Quantity.CONVERSION_INSTRUCTIONS,
    Quantity.MEMORY_INSTRUCTIONS,
    Quantity.CONTROL_INSTRUCTIONS,
    Quantity.COMMUNICATION_INSTRUCTIONS,
    Quantity.OTHER_INSTRUCTIONS,
)
"""Thread instructions by class."""

PLACING: Final = frozenset(
    {
        Quantity.WARP_INSTRUCTIONS,
        Quantity.THREAD_INSTRUCTIONS,
        Quantity.GLOBAL_SECTORS,
        Quantity.LOCAL_SECTORS,
        Quantity.GLOBAL_ATOMIC_SECTORS,
        Quantity.SHARED_WAVEFRONTS,
        Quantity.L1_TAG_BYTES,
        Quantity.L1_RETURNED_BYTES,
        Quantity.L2_SECTORS,
        Quantity.L2_SECTORS_ATOMICS_TWICE,
        Quantity.L2_LOOKUP_BYTES,
        Quantity.L2_RETURNED_BYTES,
        Quantity.DRAM_SECTORS,
        Quantity.FP16_FLOP_SCALAR,
        *FLOP_OF.values(),
        *SPARSE_FLOP_OF.values(),
    }
)
"""Work and traffic: with a time, what gives a kernel its place on a roofline."""
