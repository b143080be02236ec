"""Which device the files of a run were taken on, whatever they are called, and what holds for a part of one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from roofline_report.domain.hardware import MemoryLevel
from roofline_report.domain.problem import Severity
from roofline_report.report.model import DeviceOrigin
from tests.checklist.reports import Cells, instructions, level, long_table, raw_page, run_of, told, uses, warnings

if TYPE_CHECKING:
    from pathlib import Path

    from roofline_report.report.model import RunReport

A100, A100_80 = "NVIDIA A100-SXM4-40GB", "NVIDIA A100-SXM4-80GB"
PART = f"{A100} MIG 1g.5gb"
ATTRIBUTE = "device__attribute_"
TIME: Cells = {"gpu__time_duration.sum": ("us", "10.00")}
COUNTS: Cells = {
    **TIME,
    "smsp__inst_executed.sum": ("inst", "100,000"),
    "dram__bytes.sum": ("byte", "13,000,000"),
}
WHOLE: Cells = {
    f"{ATTRIBUTE}global_memory_bus_width": ("", "5,120"),
    f"{ATTRIBUTE}max_mem_frequency_khz": ("", "1,215,000"),
    f"{ATTRIBUTE}max_gpu_frequency_khz": ("", "1,000,000"),
}


def named(name: str, *, sm_count: int | None = None) -> Cells:
    counted = {} if sm_count is None else {f"{ATTRIBUTE}multiprocessor_count": ("", f"{sm_count}")}
    return {f"{ATTRIBUTE}display_name": ("", name), **counted}


def without_capability(text: str) -> str:
    return text.replace('"CC"', '"Priority"')


def dram_use(run: RunReport) -> float | None:
    use = uses(instructions(run.kernels[0])).get("dram")
    return None if use is None else use.utilisation


@pytest.mark.parametrize("run_file", ["", f'device: "{PART}"\n'])
def test_a_part_of_a_known_device_has_no_ceiling_of_the_whole(tmp_path: Path, run_file: str) -> None:
    text = raw_page(COUNTS | WHOLE | named(PART, sm_count=14), capability="8.0")
    run = run_of(tmp_path, {"a.csv": text}, run_file=run_file)
    assert (run.device.name, run.device.device, run.device.compute_capability) == (PART, None, "8.0")
    assert run.device.listed is not None
    assert run.device.listed.name == A100
    assert (dram_use(run), level(run.kernels[0], MemoryLevel.DRAM).ceiling) == (None, None)
    # 14 SM x 4 x 1 GHz are of the part.
    assert uses(instructions(run.kernels[0]))["issue"].utilisation == pytest.approx(1e10 / 56e9)
    assert warnings(run) == ""
    assert "ran on a part of a GPU (MIG), so the ceilings of the whole are not used" in told(run)
    assert PART in told(run)


@pytest.mark.parametrize("sm_count", [None, 14, 108])
def test_a_run_that_names_the_whole_of_a_part_is_told(tmp_path: Path, sm_count: int | None) -> None:
    text = raw_page(COUNTS | WHOLE | named(PART, sm_count=sm_count), capability="8.0")
    run = run_of(tmp_path, {"a.csv": text}, run_file=f"device: {A100}\n")
    assert (run.device.device, dram_use(run)) == (None, None)
    assert "ran on a part of a GPU (MIG)" in warnings(run)
    assert "name another device than the run.yml" not in warnings(run)


def test_a_part_of_an_unknown_device_has_no_bus_of_the_whole(tmp_path: Path) -> None:
    whole = run_of(tmp_path / "whole", {"a.csv": raw_page(COUNTS | WHOLE | named("Card 9"), capability="8.0")})
    part = run_of(tmp_path / "part", {"a.csv": raw_page(COUNTS | WHOLE | named("Card 9 MIG 1g.5gb"), capability="8.0")})
    # 2 x 5120 bit / 8 x 1215 MHz are 1555.2 GB/s.
    assert dram_use(whole) == pytest.approx(1300 / 1555.2)
    assert dram_use(part) is None


def test_a_word_that_merely_contains_the_three_letters_is_no_part(tmp_path: Path) -> None:
    run = run_of(tmp_path, {"a.csv": raw_page(COUNTS | WHOLE | named("Migration Card"), capability="8.0")})
    assert dram_use(run) == pytest.approx(1300 / 1555.2)


def test_a_part_is_seen_although_the_run_names_an_unknown_device(tmp_path: Path) -> None:
    text = raw_page(COUNTS | WHOLE | named(A100, sm_count=14), capability="8.0")
    run = run_of(tmp_path, {"a.csv": text}, run_file="device: Foo\n")
    assert (run.device.other_sm_count, dram_use(run)) == (14, None)
    assert f"14 multiprocessors in the files; expected: as many as {A100} has" in warnings(run)


@pytest.mark.parametrize("stated", ["Foo", "NVIDIA H200"])
def test_a_printed_name_that_the_run_contradicts_is_offered(tmp_path: Path, stated: str) -> None:
    run = run_of(tmp_path, {"a.csv": raw_page(COUNTS | named(A100), capability="8.0")}, run_file=f"device: {stated}\n")
    said = warnings(run)
    assert f'name another device than the run.yml; found: "{A100}" in the files; expected: "{stated}"' in said
    assert f'write `device: "{A100}"` into the run\'s run.yml' in said
    assert "the ceilings are those of the latter" not in said


@pytest.mark.parametrize("more", [{f"{ATTRIBUTE}multiprocessor_count": ("", "108")}, named("Card 9"), {}])
def test_attributes_of_several_files_are_joined_where_they_agree(tmp_path: Path, more: Cells) -> None:
    first = raw_page(COUNTS | WHOLE | named("Card 9", sm_count=108), capability="8.0")
    second = raw_page(TIME | {"lts__t_sectors.sum": ("sector", "1,000")} | more, capability="8.0")
    run = run_of(tmp_path, {"a.csv": first, "b.csv": second})
    assert dram_use(run) == pytest.approx(1300 / 1555.2)
    # 10 G/s of 108 SM x 4 x 1 GHz.
    assert uses(instructions(run.kernels[0]))["issue"].utilisation == pytest.approx(10 / 432)


@pytest.mark.parametrize("more", [named("Card 9", sm_count=14), named("Card 8"), {}])
def test_attributes_of_several_devices_are_those_of_none(tmp_path: Path, more: Cells) -> None:
    first = raw_page(COUNTS | WHOLE | named("Card 9", sm_count=108), capability="8.0")
    second = raw_page(TIME | {"lts__t_sectors.sum": ("sector", "1,000")} | more, capability="8.0" if more else "8.6")
    run = run_of(tmp_path, {"a.csv": first, "b.csv": second})
    assert (run.device.attributes, dram_use(run)) == (None, None)


def test_a_capability_among_the_attributes_counts_where_no_column_says_one(tmp_path: Path) -> None:
    seven: Cells = {
        f"{ATTRIBUTE}compute_capability_{part}": ("", each) for part, each in (("major", "7"), ("minor", "0"))
    }
    text = without_capability(raw_page(COUNTS | seven))
    run = run_of(tmp_path / "a", {"a.csv": text}, run_file=f"device: {A100}\n")
    assert (run.device.compute_capability, run.device.device) == ("7.0", None)
    assert f"found: compute capability 7.0 in the files; expected: 8.0 of {A100}" in warnings(run)
    by_column = run_of(tmp_path / "b", {"a.csv": raw_page(COUNTS | seven, capability="8.0")})
    assert by_column.device.compute_capability == "8.0"


@pytest.mark.parametrize("printed", ["8.00", "08.0", "8.0 "])
def test_a_capability_is_a_number_however_it_is_written(tmp_path: Path, printed: str) -> None:
    run = run_of(tmp_path, {"a.csv": long_table(COUNTS, capability=printed)}, run_file=f"device: {A100}\n")
    assert (run.device.compute_capability, run.device.device is not None, warnings(run)) == ("8.0", True, "")


@pytest.mark.parametrize("names", [("a.csv", "b.csv"), ("c.csv", "b.csv")])
def test_of_several_capabilities_none_is_known(tmp_path: Path, names: tuple[str, str]) -> None:
    sectors: Cells = {"lts__t_sectors.sum": ("sector", "100"), "lts__t_sectors_srcunit_tex.sum": ("sector", "50")}
    files = {
        name: long_table(COUNTS | sectors, capability=each) for name, each in zip(names, ("8.0", "8.6"), strict=True)
    }
    run = run_of(tmp_path, files)
    assert run.device.compute_capability is None
    # The sectors of the multiprocessors, which is what holds on every chip.
    traffic = level(run.kernels[0], MemoryLevel.L2).traffic
    assert traffic is not None
    assert traffic.physical_bytes == 50 * 32
    assert "the files name several compute capabilities; found: 8.0, 8.6" in warnings(run)


@pytest.mark.parametrize("names", [("a.csv", "b.csv"), ("c.csv", "b.csv")])
def test_of_several_devices_none_is_taken_unless_the_run_says_which(tmp_path: Path, names: tuple[str, str]) -> None:
    devices = (A100, A100_80)
    files = {
        name: raw_page(COUNTS | named(device), capability="8.0", kernel=f"k{at}(int)")
        for at, (name, device) in enumerate(zip(names, devices, strict=True))
    }
    run = run_of(tmp_path / "none", files, device="NVIDIA H200")
    assert (run.device.name, run.device.origin, run.device.device) == (None, DeviceOrigin.UNKNOWN, None)
    assert run.device.several_names == devices
    assert "the files name several devices" in warnings(run)
    assert "none of the several devices that the files name is taken" in told(run, severity=Severity.NOTE)
    assert run.kernels[0].verdict.uses == ()
    run = run_of(tmp_path / "one", files, run_file=f"device: {A100_80}\n")
    assert run.device.device is not None
    assert (run.device.device.name, run.device.contradicted_by) == (A100_80, None)


def test_launches_on_fewer_multiprocessors_are_told_by_the_fewest(tmp_path: Path) -> None:
    # Two launches with 108 and 14 multiprocessors; none had their mean of 61.
    first = long_table(COUNTS | {"launch__sm_count": ("SM", "108")}, capability="8.0")
    second = long_table(COUNTS | {"launch__sm_count": ("SM", "14")}, capability="8.0")
    rows = second.splitlines(keepends=True)[1:]
    text = first + "".join('"1"' + row.removeprefix('"0"') for row in rows)
    run = run_of(tmp_path, {"a.csv": text}, run_file=f"device: {A100}\n")
    assert run.kernels[0].kernel.launches == 2
    assert "found: 14 of 108" in told(run)
