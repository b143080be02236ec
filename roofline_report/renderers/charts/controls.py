"""What a reader chooses with above a chart: the model, and which kernels are shown.

It is there from the start, so that nothing moves when the scripts come, and hidden until they do.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roofline_report.renderers.templating import render_html
from roofline_report.report.names import MODEL_NAMES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roofline_report.domain.flop_roofline import Model

_LEAST_SHARES: Final = ("0.1", "0.5", "1", "2", "5", "10", "20")
"""Shares of the GPU time, in percent, below which kernels can be hidden."""
_AT_A_GLANCE: Final = 4
"""So many kernels need no filter."""


def controls_html(models: Sequence[Model], *, kernels: int = 0) -> str:
    """Return the controls, or nothing where there is nothing to choose.

    Args:
        models: The models that the page has a chart or a table of, the one that is shown first.
        kernels: How many kernels the reader may choose from.
    """
    has_filters = kernels > _AT_A_GLANCE
    if len(models) < 2 and not has_filters:
        return ""
    return render_html(
        "controls",
        models=[(model.value, MODEL_NAMES[model]) for model in models] if len(models) > 1 else [],
        has_filters=has_filters,
        shares=_LEAST_SHARES,
    )
