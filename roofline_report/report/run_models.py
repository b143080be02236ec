"""Which models the kernels of a run have a place in, and the roofs of each."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from roofline_report.domain.flop_roofline import Model
from roofline_report.report.model import RunModel
from roofline_report.report.roofs import roofs_of_run

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roofline_report.report.model import KernelReport, RunDevice
    from roofline_report.report.options import RunOptions

_EQUAL_SHARES = 1e-9


def run_models(kernels: Sequence[KernelReport], *, device: RunDevice, options: RunOptions) -> tuple[RunModel, ...]:
    """Return the models of a run, the one in which kernels with most GPU time have a place first.

    Where no kernel has a place in any, it is the one that most would have if they had a time.
    """
    drawn = {model: [kernel for kernel in kernels if _is_drawn(kernel, model, options=options)] for model in Model}
    present = [model for model in Model if drawn[model]]
    if not present:
        counted = any(kernel.find_model(Model.FLOP) is not None for kernel in kernels)
        present = [Model.FLOP if counted else Model.INSTRUCTIONS]
    shares = {model: _share(drawn[model]) for model in present}
    most = max(shares.values())
    leading = next(model for model in present if shares[model] >= most - _EQUAL_SHARES)
    return tuple(
        RunModel(
            model=model,
            roofs=roofs_of_run(model, kernels=kernels, device=device, options=options),
            time_share=shares[model] if drawn[model] else None,
        )
        for model in (leading, *(model for model in present if model is not leading))
    )


def _is_drawn(kernel: KernelReport, model: Model, *, options: RunOptions) -> bool:
    report = kernel.find_model(model)
    return report is not None and report.is_drawn(options.levels)


def _share(kernels: Sequence[KernelReport]) -> float:
    return math.fsum(kernel.time_share or 0.0 for kernel in kernels)
