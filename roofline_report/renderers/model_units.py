"""The units of a model: what its axes, columns and sentences count in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from roofline_report.domain.flop_roofline import Model
from roofline_report.renderers import quantities
from roofline_report.report.names import terms_for
from roofline_report.report.roofs import rate_in

if TYPE_CHECKING:
    from roofline_report.domain.hardware import BandwidthCeiling, Device

MEGA: Final = 1e6
GIGA: Final = 1e9

_NAMES: Final = {
    Model.FLOP: "FLOP roofline",
    Model.INSTRUCTIONS: "Instruction roofline",
    Model.FP64: "FP64 roofline",
    Model.FP32: "FP32 roofline",
    Model.FP16: "FP16 roofline",
    Model.TENSOR: "Tensor roofline",
}


@dataclass(frozen=True, slots=True)
class ModelUnits:
    """What the numbers of one model are written in.

    Attributes:
        model: The model.
        device: The device, for the words of its maker; None where it is not known.
    """

    model: Model
    device: Device | None

    @property
    def title(self) -> str:
        """Return what a chart of the model is called."""
        return _NAMES[self.model]

    @property
    def _warp(self) -> str:
        return terms_for(self.device).warp

    @property
    def x_label(self) -> str:
        """Return the label of the axis of intensities."""
        if self.model.counts_flop:
            return f"Arithmetic intensity [{self._kind}{self.intensity_unit}]"
        return f"Instruction intensity [{self._warp} instructions / 32-byte transaction]"

    @property
    def y_label(self) -> str:
        """Return the label of the axis of performance."""
        if self.model.counts_flop:
            return f"Performance [{self._kind}{self.rate_unit}]"
        return f"Performance [{self._warp} GIPS]"

    @property
    def _kind(self) -> str:
        """Return the word before FLOP on the axes, with a blank; nothing where operations of all kinds count."""
        kind = {Model.FLOP: "", Model.TENSOR: terms_for(self.device).tensor}.get(self.model, self.model.value.upper())
        return kind and f"{kind} "

    @property
    def rate_unit(self) -> str:
        """Return the unit of a column of rates, of 10^9 per second."""
        return "GFLOP/s" if self.model.counts_flop else f"{self._warp} GIPS"

    @property
    def intensity_unit(self) -> str:
        """Return the unit of a column of intensities."""
        return "FLOP/byte" if self.model.counts_flop else "inst/transaction"

    @property
    def work_unit(self) -> str:
        """Return what the work of a launch is counted in."""
        return "FLOP" if self.model.counts_flop else f"{self._warp} instructions"

    @property
    def traffic_unit(self) -> str:
        """Return what traffic is counted in, for intensities."""
        return "bytes" if self.model.counts_flop else "transactions"

    def rate(self, per_s: float | None) -> str:
        """Return a rate: 19.8 warp GIPS, 8.2 TFLOP/s."""
        if self.model.counts_flop:
            return quantities.flop_rate(per_s)
        return quantities.instruction_rate(per_s, warp=self._warp)

    def intensity(self, value: float | None) -> str:
        """Return an intensity with its unit."""
        if self.model.counts_flop:
            return quantities.arithmetic_intensity(value)
        return quantities.instruction_intensity(value)

    def bandwidth(self, ceiling: BandwidthCeiling) -> str:
        """Return a bandwidth as the chart of the model has it: 35.4 GTXN/s, 1.13 TB/s."""
        rate = rate_in(self.model, ceiling)
        return quantities.bandwidth(rate) if self.model.counts_flop else quantities.transactions_rate(rate)
