from __future__ import annotations

import pytest

from roofline_report.domain.profile import LaunchConfiguration
from roofline_report.readers.rows.printed_launch import (
    COPIES,
    UNIFIED_MEMORY,
    device_name,
    find_configuration,
    why_no_kernel,
)


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("[CUDA memcpy HtoD]", COPIES),
        ("[CUDA memset]", COPIES),
        ("[CUDA memcpy Host-to-Device]", COPIES),
        ("[Unified Memory CPU page faults]", UNIFIED_MEMORY),
        ("k(int)", None),
        ("void f<float [2]>(float (&) [2])", None),
    ],
)
def test_copies_are_no_kernels(name: str, reason: str | None) -> None:
    assert why_no_kernel(name) == reason


def test_a_device_is_named_without_its_number() -> None:
    assert device_name(" Tesla V100 (SXM2) (12) ") == "Tesla V100 (SXM2)"


def test_a_configuration_needs_three_sizes_of_grid_and_of_block() -> None:
    assert find_configuration(["4", "2", "1"], ["96", "1", "1"]) == LaunchConfiguration("(4, 2, 1)", "(96, 1, 1)")
    assert find_configuration(["4", None, "1"], ["96", "1", "1"]) is None
    assert find_configuration(["4", "2", "1"], ["96", "1"]) is None
    assert find_configuration(["0", "2", "1"], ["96", "1", "1"]) is None
