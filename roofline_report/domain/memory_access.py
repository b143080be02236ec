"""How a kernel accesses memory and what its threads do: walls, predication, the mix of instructions.

The walls are those of N. Ding, S. Williams, PMBS 2019, doi 10.1109/PMBS49563.2019.00007, as coded by the authors
(github.com/nanding0701/Instruction_roofline_scripts).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from roofline_report.domain.hardware import WARP_LANES
from roofline_report.domain.quantity import INSTRUCTION_MIX, Quantity

if TYPE_CHECKING:
    from collections.abc import Iterable

    from roofline_report.domain.profile import Kernel, Measurement


class Space(StrEnum):
    """A kind of memory with walls of its own."""

    GLOBAL = "global"
    SHARED = "shared"


@dataclass(frozen=True, slots=True, kw_only=True)
class Wall:
    """An intensity that one way of accessing memory comes to, in warp instructions per transaction.

    Attributes:
        name: The way, in words.
        per_request: Sectors or wavefronts that one warp instruction takes; its inverse is the intensity.
    """

    name: str
    per_request: float

    @property
    def intensity(self) -> float:
        """Return warp instructions per transaction."""
        return 1 / self.per_request


WALLS: Final = {
    Space.GLOBAL: (
        Wall(name="all threads read one address (stride 0)", per_request=1),
        Wall(name="neighbours, 4 bytes each (stride 1)", per_request=4),
        Wall(name="neighbours, 8 bytes each (stride 1)", per_request=8),
        Wall(name="32 bytes or more apart (stride 8 of 4 bytes, 4 of 8)", per_request=32),
    ),
    Space.SHARED: (
        Wall(name="no bank conflict", per_request=1),
        Wall(name="32-way bank conflict", per_request=32),
    ),
}
"""From the best to the worst."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pattern:
    """Warp instructions of one launch that access one memory, and what they take.

    Attributes:
        space: The memory.
        name: "loads", "stores", or both of them.
        requests: Warp instructions.
        transactions: 32-byte sectors of global memory, wavefronts of shared memory.
        conflicts: Bank conflicts, where they were counted.
        measurements: What it was made from.
    """

    space: Space
    name: str
    requests: float
    transactions: float
    measurements: tuple[Measurement, ...]
    conflicts: float | None = None

    @property
    def per_request(self) -> float:
        """Return transactions for each warp instruction."""
        return self.transactions / self.requests

    @property
    def intensity(self) -> float:
        """Return warp instructions per transaction, the place between the walls."""
        return self.requests / self.transactions

    @property
    def is_possible(self) -> bool:
        """Tell whether a warp instruction takes at least one transaction, as it must."""
        return self.transactions >= self.requests * (1 - _ROUNDING)

    @property
    def decides(self) -> bool:
        """Tell whether anything may be concluded from it."""
        return all(measurement.decides for measurement in self.measurements)


_ROUNDING: Final = 1e-3


@dataclass(frozen=True, slots=True, kw_only=True)
class Access:
    """How a kernel accesses memory and what its threads do, per launch; whatever was not measured is left out.

    Attributes:
        patterns: Accesses of global and of shared memory, loads and stores apart.
        lane_efficiency: Share of the 32 lanes that were active, 0 to 1.
        predicated_share: Share of the instructions of active threads that were not predicated off, 0 to 1.
        mix: Thread instructions by class.
        tensor_integer_operations: Operations of the tensor units on 8-bit integers.
    """

    patterns: tuple[Pattern, ...] = ()
    lane_efficiency: float | None = None
    predicated_share: float | None = None
    mix: tuple[tuple[Quantity, float], ...] = ()
    tensor_integer_operations: float | None = None


_PATTERNS: Final = (
    (Space.GLOBAL, "loads", Quantity.GLOBAL_LOAD_REQUESTS, Quantity.GLOBAL_LOAD_SECTORS, None),
    (Space.GLOBAL, "stores", Quantity.GLOBAL_STORE_REQUESTS, Quantity.GLOBAL_STORE_SECTORS, None),
    (
        Space.SHARED,
        "loads",
        Quantity.SHARED_LOAD_REQUESTS,
        Quantity.SHARED_LOAD_WAVEFRONTS,
        Quantity.SHARED_LOAD_CONFLICTS,
    ),
    (
        Space.SHARED,
        "stores",
        Quantity.SHARED_STORE_REQUESTS,
        Quantity.SHARED_STORE_WAVEFRONTS,
        Quantity.SHARED_STORE_CONFLICTS,
    ),
)


def memory_access(kernel: Kernel) -> Access:
    """Return how a kernel accesses memory and what its threads do."""
    threads = kernel.per_launch(Quantity.THREAD_INSTRUCTIONS)
    warps = kernel.per_launch(Quantity.WARP_INSTRUCTIONS)
    predicated = kernel.per_launch(Quantity.PREDICATED_THREAD_INSTRUCTIONS)
    return Access(
        patterns=tuple(_patterns(kernel)),
        lane_efficiency=threads / WARP_LANES / warps if threads is not None and warps else None,
        predicated_share=predicated / threads if predicated is not None and threads else None,
        mix=tuple(
            (quantity, count) for quantity in INSTRUCTION_MIX if (count := kernel.per_launch(quantity)) is not None
        ),
        tensor_integer_operations=kernel.per_launch(Quantity.INT8_TENSOR_OPERATIONS),
    )


def _patterns(kernel: Kernel) -> Iterable[Pattern]:
    for space, name, requests, transactions, conflicts in _PATTERNS:
        known = [kernel.measurements.get(quantity) for quantity in (requests, transactions)]
        measured = tuple(each for each in known if each is not None)
        if len(measured) == 2 and all(each.per_launch > 0 for each in measured):
            yield Pattern(
                space=space,
                name=name,
                requests=measured[0].per_launch,
                transactions=measured[1].per_launch,
                conflicts=None if conflicts is None else kernel.per_launch(conflicts),
                measurements=measured,
            )


def wall_point(patterns: Iterable[Pattern]) -> float | None:
    """Return warp instructions per transaction of loads and stores together, or None where there are none."""
    known = tuple(patterns)
    transactions = sum(pattern.transactions for pattern in known)
    return sum(pattern.requests for pattern in known) / transactions if transactions > 0 else None
