"""Which device a run was taken on, who says so, and its ceilings with those of the run over them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from roofline_report.devices.catalogue import whole_name
from roofline_report.devices.ceilings import blank_device, with_ceilings
from roofline_report.report.device_match import other_capabilities, other_makers
from roofline_report.report.model import DeviceOrigin, RunDevice

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from roofline_report.devices.catalogue import Catalogue
    from roofline_report.domain.hardware import Device
    from roofline_report.domain.profile import DeviceAttributes
    from roofline_report.report.options import RunOptions

_UNNAMED = "device of this run"


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportedDevice:
    """What the profiler files of a run state of its device, each text once and sorted.

    Attributes:
        names: Names of devices.
        capabilities: Compute capabilities.
        sm_counts: Numbers of multiprocessors.
        profilers: The profilers that wrote the files.
        attributes: All that is said of one device; None where nothing is, or what belongs to several.
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

    The name comes from run.yml, else from the profiler, else from the settings of the site. Where the profiler names
    several devices none of them is taken; the reader has warned of it. The ceilings of a device file do not hold for a
    part of the device (MIG), or where the files contradict it: by another SM count or capability, or by their profiler.

    Args:
        catalogue: All devices that are known.
        slugs: The address part of each of them, by its name.
        options: What run.yml says.
        reported: What the profiler files state.
        given_in: The run.yml, for a device that is made of its ceilings alone.
    """
    printed = _printed(catalogue, reported)
    several = () if printed is not None else reported.names
    name = options.device or printed or (None if several else options.device_of_site)
    listed = None if name is None else catalogue.find_whole(name)
    whole = listed or (None if printed is None else catalogue.find_whole(printed))
    part_name = _part_name(name, *reported.names)
    other_sm_count = _other_sm_count(whole, reported)
    is_other = part_name is not None or other_sm_count is not None or _is_other_device(listed, reported)
    return RunDevice(
        name=name,
        origin=_origin(options, name=name, printed=printed),
        device=_with_own_ceilings(None if is_other else listed, name=name, options=options, given_in=given_in),
        compute_capability=_capability(listed, reported),
        listed=listed,
        attributes=None if several or len(reported.capabilities) > 1 else reported.attributes,
        contradicted_by=_contradiction(catalogue, listed, names=reported.names),
        several_names=several if name is None else (),
        part_name=part_name,
        whole=whole,
        other_sm_count=other_sm_count,
        slug=None if listed is None else slugs[listed.name],
        similar_names=() if listed is not None else _similar_names(catalogue, name, reported=reported),
    )


def _with_own_ceilings(device: Device | None, *, name: str | None, options: RunOptions, given_in: str) -> Device | None:
    """Return a device with the ceilings of run.yml over its own; one of these alone where it is not known."""
    if not options.ceilings:
        return device
    return with_ceilings(device or blank_device(name or _UNNAMED, given_in=given_in), options.ceilings)


def _printed(catalogue: Catalogue, reported: ReportedDevice) -> str | None:
    """Return the name that the profiler files print, or the first of those of one known device; None of several."""
    first = next(iter(reported.names), None)
    if first is None or len(reported.names) == 1:
        return first
    found = catalogue.find(first)
    is_one = found is not None and all(catalogue.find(name) == found for name in reported.names)
    return first if is_one else None


def _part_name(*names: str | None) -> str | None:
    """Return the first name that says that it is a part of a device."""
    return next((name for name in names if name is not None and whole_name(name) is not None), None)


def _capability(listed: Device | None, reported: ReportedDevice) -> str | None:
    """Return the compute capability that counts are formed for; where several are reported none is known."""
    if reported.capabilities:
        return reported.capabilities[0] if len(reported.capabilities) == 1 else None
    return None if listed is None else listed.compute_capability


def _similar_names(catalogue: Catalogue, name: str | None, *, reported: ReportedDevice) -> tuple[str, ...]:
    """Return the names of known devices that it may be."""
    if name is not None:
        return catalogue.nearest(whole_name(name) or name)
    return tuple(device.name for device in catalogue.devices if (device.compute_capability,) == reported.capabilities)


def _origin(options: RunOptions, *, name: str | None, printed: str | None) -> DeviceOrigin:
    if options.device is not None:
        return DeviceOrigin.RUN_FILE
    if printed is not None:
        return DeviceOrigin.PROFILER
    return DeviceOrigin.UNKNOWN if name is None else DeviceOrigin.SETTINGS


def _other_sm_count(known: Device | None, reported: ReportedDevice) -> int | None:
    """Return a reported number of multiprocessors that is not the one of the device file."""
    if known is None or known.multiprocessors is None:
        return None
    return next((count for count in reported.sm_counts if count != known.multiprocessors), None)


def _is_other_device(listed: Device | None, reported: ReportedDevice) -> bool:
    """Tell whether the files cannot have been taken on the device of a device file."""
    if listed is None:
        return False
    return bool(other_capabilities(listed, reported.capabilities) or other_makers(listed, reported.profilers))


def _contradiction(catalogue: Catalogue, listed: Device | None, *, names: Iterable[str]) -> str | None:
    """Return the name of another known device that the profiler printed; a name that is not known may be anything."""
    known = {name: device for name in names if (device := catalogue.find_whole(name)) is not None}
    is_printed = listed is not None and any(device == listed for device in known.values())
    return None if is_printed else next(iter(known), None)
