"""Which device a run was taken on, who says so, and its ceilings with those of the run over them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from roofline_report.devices.ceilings import blank_device, with_ceilings
from roofline_report.report.device_match import other_capabilities, other_makers
from roofline_report.report.model import DeviceOrigin, RunDevice

if TYPE_CHECKING:
    from collections.abc import Mapping

    from roofline_report.devices.catalogue import Catalogue
    from roofline_report.domain.hardware import Device
    from roofline_report.domain.profile import DeviceAttributes
    from roofline_report.report.options import RunOptions

_UNNAMED = "device of this run"


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportedDevice:
    """What the profiler files of a run state of its device, each text once.

    Attributes:
        names: Names of devices.
        capabilities: Compute capabilities.
        sm_counts: Numbers of multiprocessors.
        profilers: The profilers that wrote the files.
        attributes: All that is said of one device; None where nothing is, or something of several.
    """

    names: tuple[str, ...] = ()
    capabilities: tuple[str, ...] = ()
    sm_counts: tuple[int, ...] = ()
    profilers: tuple[str, ...] = ()
    attributes: DeviceAttributes | None = None


def resolve_device(
    catalogue: Catalogue,
    *,
    slugs: Mapping[str, str],
    options: RunOptions,
    reported: ReportedDevice,
    given_in: str,
) -> RunDevice:
    """Return the device of a run.

    The name comes from run.yml, else from the profiler, else from the settings of the site. Where several names are
    reported the first is taken; the reader has warned of it. The ceilings of a device file do not hold where the
    files contradict it: by another number of multiprocessors, as of a part of a divided GPU (MIG), by another compute
    capability, or by their profiler.

    Args:
        catalogue: All devices that are known.
        slugs: The address part of each of them, by its name.
        options: What run.yml says.
        reported: What the profiler files state.
        given_in: The run.yml, for a device that is made of its ceilings alone.
    """
    printed = next(iter(reported.names), None)
    name = options.device or printed or options.device_of_site
    listed = None if name is None else catalogue.find(name)
    other_sm_count = _other_sm_count(listed, reported)
    device = None if other_sm_count is not None or _is_other_device(listed, reported) else listed
    if options.ceilings:
        device = with_ceilings(device or blank_device(name or _UNNAMED, given_in=given_in), options.ceilings)
    known_capability = None if listed is None else listed.compute_capability
    return RunDevice(
        name=name,
        origin=_origin(options, printed=printed),
        device=device,
        compute_capability=next(iter(reported.capabilities), known_capability),
        listed=listed,
        attributes=reported.attributes,
        contradicted_by=_contradiction(catalogue, listed, printed=printed),
        other_sm_count=other_sm_count,
        slug=None if listed is None else slugs[listed.name],
        similar_names=() if listed is not None else _similar_names(catalogue, name, reported=reported),
    )


def _similar_names(catalogue: Catalogue, name: str | None, *, reported: ReportedDevice) -> tuple[str, ...]:
    """Return the names of known devices that it may be."""
    if name is not None:
        return catalogue.nearest(name)
    return tuple(device.name for device in catalogue.devices if (device.compute_capability,) == reported.capabilities)


def _origin(options: RunOptions, *, printed: str | None) -> DeviceOrigin:
    if options.device is not None:
        return DeviceOrigin.RUN_FILE
    if printed is not None:
        return DeviceOrigin.PROFILER
    return DeviceOrigin.UNKNOWN if options.device_of_site is None else DeviceOrigin.SETTINGS


def _other_sm_count(listed: Device | None, reported: ReportedDevice) -> int | None:
    """Return a reported number of multiprocessors that is not the one of the device file."""
    if listed is None or listed.multiprocessors is None:
        return None
    return next((count for count in reported.sm_counts if count != listed.multiprocessors), None)


def _is_other_device(listed: Device | None, reported: ReportedDevice) -> bool:
    """Tell whether the files cannot have been taken on the device of a device file."""
    if listed is None:
        return False
    return bool(other_capabilities(listed, reported.capabilities) or other_makers(listed, reported.profilers))


def _contradiction(catalogue: Catalogue, listed: Device | None, *, printed: str | None) -> str | None:
    """Return the name of another known device that the profiler printed; a name that is not known may be anything."""
    found = None if printed is None else catalogue.find(printed)
    return None if found is None or found == listed else printed
