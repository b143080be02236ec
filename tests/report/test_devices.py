"""Which devices the report tells of, and what it says of them."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

import pytest

from roofline_report.devices.catalogue import Catalogue, load_packaged
from roofline_report.domain.flop_roofline import Model
from roofline_report.domain.hardware import ComputeCeiling, Device, MemoryLevel, Operation, Origin
from roofline_report.domain.profile import Profile
from roofline_report.report.build import build_run
from roofline_report.report.devices import build_devices, device_slugs
from roofline_report.report.model import DeviceOrigin, RunDevice
from roofline_report.report.options import RunOptions
from roofline_report.report.roofs import roofs_of_device
from tests.domain.kernels import TRANSPOSE, kernel

if TYPE_CHECKING:
    from roofline_report.report.model import DeviceReport, RunReport

ISSUE = Operation.WARP_INSTRUCTION
V100S, A100 = "Tesla V100S-PCIE-32GB", "NVIDIA A100-SXM4-40GB"
PACKAGED = load_packaged()
OWN = Device(name="Mine", vendor="v", architecture="a", given_in="devices/mine.yaml")


def run_on(name: str, *, catalogue: Catalogue = PACKAGED) -> RunReport:
    device = catalogue.find(name)
    assert device is not None
    return build_run(
        Profile(kernels=(kernel(quantities=TRANSPOSE),)),
        run_id=name,
        slug="run",
        device=RunDevice(
            name=name,
            origin=DeviceOrigin.PROFILER,
            device=device,
            listed=device,
            slug=device_slugs(catalogue.devices)[device.name],
        ),
        options=RunOptions(),
    )


def reports(*runs: RunReport, everyone: bool = False, own: tuple[Device, ...] = ()) -> tuple[DeviceReport, ...]:
    devices = (*own, *PACKAGED.devices)
    return build_devices(devices, slugs=device_slugs(devices), runs=runs, everyone=everyone)


def test_devices_with_runs_come_in_the_order_of_the_runs_and_no_others() -> None:
    newest, older, oldest = run_on(A100), run_on(V100S), run_on(A100)
    found = reports(newest, older, oldest)
    assert [report.device.name for report in found] == [A100, V100S]
    assert [report.runs for report in found] == [(newest, oldest), (older,)]


def test_without_a_run_there_is_no_device_unless_all_are_wanted() -> None:
    assert reports() == ()
    assert {report.device.name for report in reports(everyone=True)} == {device.name for device in PACKAGED.devices}
    first = reports(run_on(V100S), everyone=True)[0]
    assert first.device.name == V100S


def test_the_maintainer_s_own_devices_are_told_of_without_a_run() -> None:
    assert [report.device for report in reports(own=(OWN,))] == [OWN]


def test_the_axes_of_a_device_are_those_of_its_runs() -> None:
    run = run_on(V100S)
    (report,) = reports(run)
    assert report.roofs.frame == run.lead.roofs.frame


def test_a_device_shows_every_level_shared_memory_too() -> None:
    (report,) = reports(run_on(A100))
    assert {ceiling.level for ceiling in report.roofs.bandwidths} == set(MemoryLevel)


def test_addresses_of_devices_are_unique_and_do_not_depend_on_runs() -> None:
    slugs = device_slugs(PACKAGED.devices)
    assert len(set(slugs.values())) == len(PACKAGED.devices)
    assert slugs[V100S] == "tesla-v100s-pcie-32gb"


@pytest.mark.parametrize(
    ("ceilings", "highest"),
    [
        ([(Origin.MEASURED, 5000e9)], 1e13),
        ([(Origin.BOOST_CLOCK, 90e9), (Origin.MEASURED, 200e9)], 1e12),
        ([(Origin.BOOST_CLOCK, 800e9), (Origin.MEASURED, 200e9)], 1e12),
        ([(Origin.BOOST_CLOCK, 600e9), (Origin.MEASURED, 900e9)], 1e13),
    ],
)
def test_the_axes_hold_every_flat_roof_that_is_drawn(ceilings: list[tuple[Origin, float]], highest: float) -> None:
    peaks = tuple(
        ComputeCeiling(operation=ISSUE, operations_per_s=rate, origin=origin, source="s", given_in="f")
        for origin, rate in ceilings
    )
    roofs = roofs_of_device(dataclasses.replace(OWN, compute_ceilings=peaks), Model.INSTRUCTIONS)
    assert roofs.frame.y_max == highest
    assert not roofs.frame.widened
