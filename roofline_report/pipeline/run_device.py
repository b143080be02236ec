"""Which device a run was taken on, who says so, and its ceilings with those of the run over them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roofline_report.devices.ceilings import blank_device, with_ceilings
from roofline_report.report.model import DeviceOrigin, RunDevice

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roofline_report.devices.catalogue import Catalogue
    from roofline_report.report.options import RunOptions

_UNNAMED = "device of this run"


def resolve_device(
    catalogue: Catalogue,
    *,
    options: RunOptions,
    reported_names: Sequence[str],
    reported_capabilities: Sequence[str],
    given_in: str,
) -> RunDevice:
    """Return the device of a run.

    The name comes from run.yml, else from the profiler; run.yml is the maintainer's own word. Where several names are
    reported the first is taken; the reader has warned of it.

    Args:
        catalogue: All devices that are known.
        options: What run.yml says.
        reported_names: Names that the profiler files state.
        reported_capabilities: Compute capabilities that the profiler files state.
        given_in: The run.yml, for a device that is made of its ceilings alone.
    """
    name = options.device or next(iter(reported_names), None)
    listed = None if name is None else catalogue.find(name)
    device = listed
    if options.ceilings:
        device = with_ceilings(listed or blank_device(name or _UNNAMED, given_in=given_in), options.ceilings)
    known_capability = None if device is None else device.compute_capability
    return RunDevice(
        name=name,
        origin=_origin(name, options),
        device=device,
        compute_capability=next(iter(reported_capabilities), known_capability),
        is_listed=listed is not None,
        similar_names=() if name is None or listed is not None else catalogue.nearest(name),
    )


def _origin(name: str | None, options: RunOptions) -> DeviceOrigin:
    if options.device is not None:
        return DeviceOrigin.RUN_FILE
    return DeviceOrigin.UNKNOWN if name is None else DeviceOrigin.PROFILER
