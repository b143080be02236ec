from __future__ import annotations

import pytest

from roofline_report.readers.text.program_name import base_name, find_program


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("/srv/anna/bin/sim", "sim"),
        ("C:\\Users\\anna b\\sim.exe", "sim.exe"),
        ("sim", "sim"),
        ("", None),
        ("/a/", None),
    ],
)
def test_only_the_last_part_of_a_path_is_kept(path: str, name: str | None) -> None:
    assert base_name(path) == name


@pytest.mark.parametrize(
    ("banner", "name"),
    [
        ("==PROF== Connected to process 7 (/opt/my tools/sim)", "sim"),
        ("==PROF== Connected to Process 7 (C:\\x y\\sim.exe)", "sim.exe"),
        ("==PROF== Disconnected from process 7", None),
        ("==12== NVPROF is profiling process 12, command: ./sim -n 4 ../in/a.dat", "sim"),
        ("==12== NVPROF is profiling process 12, command: /usr/bin/sim --out=/scratch/x", "sim"),
        # The folder of "anna b" would pass "anna" for the program.
        ("==12== NVPROF is profiling process 12, command: /srv/anna b/sim -n 4", None),
        ("==12== Profiling result:", None),
    ],
)
def test_a_banner_names_a_program_without_its_folders(banner: str, name: str | None) -> None:
    assert find_program(banner) == name
