"""What the report says of devices: one entry for each that was run on, or for all that are known."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roofline_report.devices.catalogue import is_packaged
from roofline_report.domain.flop_roofline import Model
from roofline_report.report.model import DeviceReport
from roofline_report.report.roofs import roofs_of_device
from roofline_report.report.slugs import slugs_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from roofline_report.domain.hardware import Device
    from roofline_report.report.model import RunReport


def device_slugs(devices: Iterable[Device]) -> dict[str, str]:
    """Return the address part of every device by its name.

    They are made over all devices that are known, so that the address of one does not change with the runs of a site.
    """
    return slugs_of((device.name, device.name) for device in devices)


def build_devices(
    devices: Sequence[Device], *, slugs: Mapping[str, str], runs: Sequence[RunReport], everyone: bool
) -> tuple[DeviceReport, ...]:
    """Return the reports of devices, those with runs first, in the order in which the runs come.

    Args:
        devices: All devices that are known.
        slugs: What `device_slugs` gives for them.
        runs: The runs of the site.
        everyone: Report on devices of the package that were not run on too; on the maintainer's own it always does.
    """
    reports = [_report(device, slug=slugs[device.name], runs=runs) for device in devices]
    used = sorted((report for report in reports if report.runs), key=lambda report: runs.index(report.runs[0]))
    others = (report for report in reports if not report.runs and (everyone or _is_own(report.device)))
    return (*used, *others)


def _report(device: Device, *, slug: str, runs: Sequence[RunReport]) -> DeviceReport:
    return DeviceReport(
        slug=slug,
        device=device,
        roofs=roofs_of_device(device, Model.INSTRUCTIONS),
        flop_roofs=roofs_of_device(device, Model.FLOP) if _has_flop_peaks(device) else None,
        runs=tuple(run for run in runs if run.device.slug == slug),
    )


def _has_flop_peaks(device: Device) -> bool:
    operations = Model.FLOP.operations
    return any(ceiling.operation in operations for ceiling in device.compute_ceilings)


def _is_own(device: Device) -> bool:
    return not is_packaged(device.given_in)
