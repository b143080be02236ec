from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roofline_report.devices.catalogue import Catalogue, load_packaged
from roofline_report.domain.hardware import MemoryLevel

if TYPE_CHECKING:
    from pathlib import Path

    from roofline_report.domain.hardware import Device

PACKAGED = load_packaged()


def own_file(*names: str, dram: str = "700 GB/s") -> str:
    name, *others = names
    return (
        f"name: {name}\nreported_names: [{', '.join(others)}]\n"
        f"ceilings:\n  - {{roof: dram, value: {dram}, source: my letter}}\n"
    )


def dram_of(device: Device | None) -> float:
    assert device is not None
    return next(
        ceiling.bytes_per_s
        for ceiling in device.bandwidth_ceilings
        if ceiling.level is MemoryLevel.DRAM and ceiling.origin.is_physical
    )


@pytest.mark.parametrize(
    ("reported", "name"),
    [
        ("Tesla V100S-PCIE-32GB", "Tesla V100S-PCIE-32GB"),
        ("Tesla V100S-PCIE-32GB (0)", "Tesla V100S-PCIE-32GB"),
        ("Tesla V100S-PCIE-32GB (12)", "Tesla V100S-PCIE-32GB"),
        ("  tesla v100s-pcie-32gb\n", "Tesla V100S-PCIE-32GB"),
        ("Tesla V100-SXM2-16GB", "Tesla V100-SXM2-16GB"),
        ("Tesla V100-SXM2-32GB (3)", "Tesla V100-SXM2-16GB"),
        ("Tesla V100-PCIE-16GB", "Tesla V100-PCIE-16GB"),
        ("Tesla V100-PCIE-32GB", "Tesla V100-PCIE-16GB"),
        ("NVIDIA A100-SXM4-40GB", "NVIDIA A100-SXM4-40GB"),
        ("A100-SXM4-40GB", "NVIDIA A100-SXM4-40GB"),
        ("NVIDIA A100-SXM4-80GB", "NVIDIA A100-SXM4-80GB"),
        ("NVIDIA A100-PCIE-40GB", "NVIDIA A100-PCIE-40GB"),
        ("A100-PCIE-40GB (0)", "NVIDIA A100-PCIE-40GB"),
        ("NVIDIA A100 80GB PCIe", "NVIDIA A100 80GB PCIe"),
        ("NVIDIA H100 PCIe", "NVIDIA H100 PCIe"),
        ("NVIDIA H100 80GB HBM3", "NVIDIA H100 80GB HBM3"),
        ("NVIDIA H200 (0)", "NVIDIA H200"),
        ("NVIDIA GH200 480GB", "NVIDIA GH200 480GB"),
        ("NVIDIA GH200 120GB", "NVIDIA GH200 480GB"),
        ("NVIDIA GH200 144G HBM3e", "NVIDIA GH200 144G HBM3e"),
        ("GeForce RTX 3090", "NVIDIA GeForce RTX 3090"),
        ("RTX A6000", "NVIDIA RTX A6000"),
        ("NVIDIA L4", "NVIDIA L4"),
        ("NVIDIA L40S", "NVIDIA L40S"),
        ("AMD Instinct MI250", "AMD Instinct MI250"),
        ("AMD Instinct MI250X", "AMD Instinct MI250X"),
        ("Arcturus GL-XL [Instinct MI100]", "AMD Instinct MI100"),
        ("Device 738c", "AMD Instinct MI100"),
        ("AMD Instinct MI300X", "AMD Instinct MI300X"),
    ],
)
def test_a_device_is_found_by_each_whole_name(reported: str, name: str) -> None:
    device = PACKAGED.find(reported)

    assert device is not None
    assert device.name == name


@pytest.mark.parametrize(
    "reported",
    [
        "",
        "(0)",
        "A100",
        "NVIDIA A100",
        "A100-SXM-64GB",
        "NVIDIA A100-SXM-64GB",
        "NVIDIA A100-SXM4-80GB MIG 1g.10gb",
        "NVIDIA A100-SXM4",
        "V100",
        "Tesla V100",
        "Tesla V100S",
        "V100S-PCIE-32GB",
        "NVIDIA Tesla V100S-PCIE-32GB",
        "Tesla V100S-PCIE-32GB (0) x",
        "Tesla V100S-PCIE-32GB (a)",
        "NVIDIA NVIDIA A100-SXM4-80GB",
        # Other products: fewer units, lower clocks, less memory.
        "NVIDIA H100",
        "NVIDIA H100 NVL",
        "NVIDIA H200 NVL",
        "NVIDIA GH200",
        "NVIDIA L40",
        "NVIDIA A10G",
        "NVIDIA GB300",
        "NVIDIA T4",
        "NVIDIA GeForce RTX 4090 Laptop GPU",
        "RTX 4090",
        "NVIDIA B200 MIG 1g.23gb",
        # A virtual function need not be the whole device.
        "AMD Instinct MI300X VF",
        "AMD Instinct MI300",
        "MI250X",
        "gfx90a",
        # Remarks of tables, not names.
        "H100 SXM5",
        "MI300X",
    ],
)
def test_a_part_of_a_name_finds_nothing(reported: str) -> None:
    assert PACKAGED.find(reported) is None


def test_the_nearest_names_are_told() -> None:
    assert PACKAGED.nearest("Tesla V100S-PCIE-32G (0)")[0] == "Tesla V100S-PCIE-32GB"
    assert len(PACKAGED.nearest("NVIDIA A100")) == 3
    assert all("A100" in name for name in PACKAGED.nearest("NVIDIA A100"))
    assert PACKAGED.nearest("AMD Instinct MI300X VF")[0] == "AMD Instinct MI300X"
    assert PACKAGED.nearest("NVIDIA H200 NVL")[0] == "NVIDIA H200"
    assert PACKAGED.nearest("NVIDIA L4 0")[0] == "NVIDIA L4"
    assert set(PACKAGED.nearest("GH200")) == {"NVIDIA GH200 480GB", "NVIDIA GH200 120GB", "NVIDIA GH200 144G HBM3e"}
    assert PACKAGED.nearest("(0)") == ()
    assert PACKAGED.nearest("something else entirely") == ()


@pytest.mark.parametrize(
    ("name", "nearest"),
    [
        ("NVIDIA GeForce GTX 1050 Ti", []),
        ("NVIDIA GeForce RTX 3080", []),
        ("Tesla P100-PCIE-16GB", []),
        ("NVIDIA A100 SXM4 80GB", ["NVIDIA A100-SXM4-80GB"]),
        ("tesla v100s pcie 32gb", ["Tesla V100S-PCIE-32GB", "Tesla V100-PCIE-32GB"]),
    ],
)
def test_a_card_with_another_number_is_not_near(name: str, nearest: list[str]) -> None:
    assert list(PACKAGED.nearest(name))[: len(nearest) or None] == nearest


def test_an_empty_catalogue_finds_nothing() -> None:
    assert Catalogue().find("Tesla V100S-PCIE-32GB") is None
    assert Catalogue().nearest("Tesla V100S-PCIE-32GB") == ()


@given(name=st.text(max_size=300))
def test_any_text_can_be_looked_up(name: str) -> None:
    known = {spelling for device in PACKAGED.devices for spelling in (device.name, *device.reported_names)}

    assert PACKAGED.find(name) is None or any(spelling.casefold() in name.casefold() for spelling in known)
    assert set(PACKAGED.nearest(name)) <= known


def test_own_files_add_devices(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text(own_file("Example 1", "Sample Example 1"))
    (tmp_path / "b.yml").write_text(own_file("Example 2", dram="20 GTXN/s"))

    catalogue, problems = PACKAGED.with_folder(tmp_path, shown_as="devices")

    assert problems == ()
    assert dram_of(catalogue.find("Sample Example 1 (0)")) == 700e9
    assert dram_of(catalogue.find("Example 2")) == 640e9
    assert len(catalogue.devices) == len(PACKAGED.devices) + 2
    assert [device.given_in for device in catalogue.devices[:2]] == ["devices/a.yaml", "devices/b.yml"]


def test_an_own_file_wins_over_a_packaged_one_of_that_name(tmp_path: Path) -> None:
    (tmp_path / "v.yaml").write_text(own_file("tesla v100s-pcie-32gb"))

    catalogue, problems = PACKAGED.with_folder(tmp_path, shown_as="devices")

    assert problems == ()
    assert dram_of(catalogue.find("Tesla V100S-PCIE-32GB")) == 700e9
    assert len(catalogue.devices) == len(PACKAGED.devices)


@pytest.mark.parametrize("claimed", ["Tesla V100-SXM2-16GB", "Tesla V100-SXM2-32GB"])
def test_an_own_file_takes_one_name_and_leaves_the_others(tmp_path: Path, claimed: str) -> None:
    (tmp_path / "v.yaml").write_text(own_file("My V100", claimed))

    catalogue, _ = PACKAGED.with_folder(tmp_path, shown_as="devices")

    (other,) = {"Tesla V100-SXM2-16GB", "Tesla V100-SXM2-32GB"} - {claimed}
    assert dram_of(catalogue.find(claimed)) == 700e9
    left = catalogue.find(other)
    assert left is not None
    assert (left.name, left.reported_names) == (other, ())
    assert dram_of(left) == dram_of(PACKAGED.find(other))


def test_two_own_files_with_one_name_are_a_problem(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text(own_file("Example 1", "Shared Name"))
    (tmp_path / "b.yaml").write_text(own_file("Example 2", "shared name", dram="1 GB/s"))

    catalogue, problems = PACKAGED.with_folder(tmp_path, shown_as="devices")

    assert [(problem.file, problem.found) for problem in problems] == [("devices/b.yaml", "shared name")]
    assert "devices/a.yaml" in (problems[0].remedy or "")
    assert dram_of(catalogue.find("Shared Name")) == 700e9
    assert dram_of(catalogue.find("Example 2")) == 1e9


def test_a_bad_file_is_a_problem_and_the_rest_still_loads(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text("name: [\n")
    (tmp_path / "b.yaml").write_bytes(b"\xff\xfe")
    (tmp_path / "c.yaml").write_text(own_file("Example 3"))
    (tmp_path / "d.yaml").write_text("name: No numbers\n")

    catalogue, problems = PACKAGED.with_folder(tmp_path, shown_as="own/devices")

    assert [problem.file for problem in problems] == ["own/devices/a.yaml", "own/devices/b.yaml", "own/devices/d.yaml"]
    assert catalogue.find("Example 3") is not None
    assert catalogue.find("No numbers") is None
    assert catalogue.find("NVIDIA A100-SXM4-80GB") == PACKAGED.find("NVIDIA A100-SXM4-80GB")


def test_other_files_of_the_folder_are_left_alone(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text(own_file("Example 1"))
    (tmp_path / "README.md").write_text("name: [")
    (tmp_path / ".hidden.yaml").write_text("name: [")
    (tmp_path / "_draft.yaml").write_text("name: [")
    (tmp_path / "folder.yaml").mkdir()

    catalogue, problems = Catalogue().with_folder(tmp_path, shown_as="devices")

    assert problems == ()
    assert [device.name for device in catalogue.devices] == ["Example 1"]


def test_a_link_out_of_the_folder_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "outside.yaml").write_text(own_file("Outside"))
    folder = tmp_path / "devices"
    folder.mkdir()
    (folder / "inside.yaml").write_text(own_file("Inside"))
    (folder / "link.yaml").symlink_to(tmp_path / "outside.yaml")
    (folder / "within.yaml").symlink_to(folder / "nothing.yaml")

    catalogue, problems = Catalogue().with_folder(folder, shown_as="devices")

    assert [device.name for device in catalogue.devices] == ["Inside"]
    assert [problem.file for problem in problems] == ["devices/link.yaml", "devices/within.yaml"]


def test_links_in_circles_are_told_and_pipes_left_alone(tmp_path: Path) -> None:
    (tmp_path / "circle.yaml").symlink_to(tmp_path / "circle.yaml")
    (tmp_path / "inside.yaml").write_text(own_file("Inside"))
    os.mkfifo(tmp_path / "pipe.yaml")

    catalogue, problems = Catalogue().with_folder(tmp_path, shown_as="devices")

    assert [device.name for device in catalogue.devices] == ["Inside"]
    assert [problem.file for problem in problems] == ["devices/circle.yaml"]


def test_a_folder_that_is_a_link_in_a_circle_is_one_problem(tmp_path: Path) -> None:
    (tmp_path / "circle").symlink_to(tmp_path / "circle")

    _, problems = Catalogue().with_folder(tmp_path / "circle", shown_as="circle")

    assert [problem.summary for problem in problems] == ["the folder of device files cannot be read"]


@pytest.mark.parametrize("kind", ["missing", "a file", "empty"])
def test_a_folder_without_device_files_is_one_problem(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "devices"
    if kind == "a file":
        path.write_text("x")
    elif kind == "empty":
        path.mkdir()

    catalogue, problems = PACKAGED.with_folder(path, shown_as="devices")

    assert catalogue == PACKAGED
    assert [problem.file for problem in problems] == ["devices"]
    assert str(tmp_path) not in problems[0].in_one_line()
    assert "a folder with device files" in (problems[0].expected or "")


def test_reading_a_folder_twice_gives_the_same(tmp_path: Path) -> None:
    for number in (3, 1, 2):
        (tmp_path / f"{number}.yaml").write_text(own_file(f"Example {number}", "Shared"))

    first = PACKAGED.with_folder(tmp_path, shown_as="devices")

    assert first == PACKAGED.with_folder(tmp_path, shown_as="devices")
    assert [device.name for device in first[0].devices[:3]] == ["Example 1", "Example 2", "Example 3"]
