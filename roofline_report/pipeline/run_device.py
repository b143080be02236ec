"""Which device a run was taken on, who says so, and its ceilings with those of the run over them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from roofline_report.devices.ceilings import blank_device, with_ceilings
from roofline_report.report.model import DeviceOrigin, RunDevice

if TYPE_CHECKING:
    from collections.abc import Mapping

    from roofline_report.devices.catalogue import Catalogue
    from roofline_report.report.options import RunOptions

_UNNAMED = "device of this run"


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportedDevice:
    """What the profiler files of a run state of its device, each text once.

    Attributes:
        names: Names of devices.
        capabilities: Compute capabilities.
    """

    names: tuple[str, ...] = ()
    capabilities: tuple[str, ...] = ()


def resolve_device(
    catalogue: Catalogue,
    *,
    slugs: Mapping[str, str],
    options: RunOptions,
    reported: ReportedDevice,
    given_in: str,
) -> RunDevice:
    """Return the device of a run.

    The name comes from run.yml, else from the profiler; run.yml is the maintainer's own word. Where several names are
    reported the first is taken; the reader has warned of it.

    Args:
        catalogue: All devices that are known.
        slugs: The address part of each of them, by its name.
        options: What run.yml says.
        reported: What the profiler files state.
        given_in: The run.yml, for a device that is made of its ceilings alone.
    """
    name = options.device or next(iter(reported.names), None)
    listed = None if name is None else catalogue.find(name)
    device = listed
    if options.ceilings:
        device = with_ceilings(listed or blank_device(name or _UNNAMED, given_in=given_in), options.ceilings)
    known_capability = None if device is None else device.compute_capability
    return RunDevice(
        name=name,
        origin=_origin(name, options),
        device=device,
        compute_capability=next(iter(reported.capabilities), known_capability),
        is_listed=listed is not None,
        slug=None if listed is None else slugs[listed.name],
        similar_names=() if name is None or listed is not None else catalogue.nearest(name),
    )


def _origin(name: str | None, options: RunOptions) -> DeviceOrigin:
    if options.device is not None:
        return DeviceOrigin.RUN_FILE
    return DeviceOrigin.UNKNOWN if name is None else DeviceOrigin.PROFILER
