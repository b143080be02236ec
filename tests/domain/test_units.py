"""Every spelling that profilers and datasheets print, against factors written by hand."""

from __future__ import annotations

import pytest

from roofline_report.domain.units import Unit, find_unit

SPELLINGS = [
    ("s", "s", 1.0),
    ("second", "s", 1.0),
    ("ms", "s", 1e-3),
    ("msecond", "s", 1e-3),
    ("us", "s", 1e-6),
    ("\N{MICRO SIGN}s", "s", 1e-6),
    ("usecond", "s", 1e-6),
    ("ns", "s", 1e-9),
    ("nsecond", "s", 1e-9),
    ("hz", "hz", 1.0),
    ("Ghz", "hz", 1e9),
    ("MHz", "hz", 1e6),
    ("1/ns", "hz", 1e9),
    ("cycle/nsecond", "hz", 1e9),
    ("cycle/second", "hz", 1.0),
    ("byte", "byte", 1.0),
    ("bytes", "byte", 1.0),
    ("Kbyte", "byte", 1000.0),
    ("Mbyte", "byte", 1e6),
    ("Gbyte", "byte", 1e9),
    ("Tbyte", "byte", 1e12),
    ("byte/s", "byte/s", 1.0),
    ("byte/second", "byte/s", 1.0),
    ("Gbyte/s", "byte/s", 1e9),
    ("Tbyte/s", "byte/s", 1e12),
    ("GB/s", "byte/s", 1e9),
    ("Kbyte/cycle", "byte/cycle", 1000.0),
    ("B/clk", "byte/cycle", 1.0),
    ("inst", "inst", 1.0),
    ("wavefront GIPS", "inst/s", 1e9),
    ("Kinst", "inst", 1000.0),
    ("Minst", "inst", 1e6),
    ("inst/cycle", "inst/cycle", 1.0),
    ("warp GIPS", "inst/s", 1e9),
    ("GIPS", "inst/s", 1e9),
    ("sector", "sector", 1.0),
    ("GTXN/s", "transaction/s", 1e9),
    ("TFLOP/s", "FLOP/s", 1e12),
    ("GFLOPS", "FLOP/s", 1e9),
    ("register/thread", "register/thread", 1.0),
    ("Kbyte/block", "byte/block", 1000.0),
    ("%", "%", 1.0),
    ("", "1", 1.0),
]


@pytest.mark.parametrize(("text", "dimension", "factor"), SPELLINGS)
def test_every_printed_spelling_has_its_dimension_and_factor(text: str, dimension: str, factor: float) -> None:
    unit = find_unit(text)
    assert unit is not None
    assert unit.dimension == dimension
    assert unit.factor == pytest.approx(factor, rel=1e-12)


@pytest.mark.parametrize("text", ["KiB", "Gbit/s", "parsec", "byte/", "/s", "xbyte", "GG", "Ms2"])
def test_what_no_profiler_prints_is_no_unit(text: str) -> None:
    assert find_unit(text) is None


def test_surrounding_blanks_do_not_matter() -> None:
    assert find_unit("  Gbyte/s ") == Unit("byte/s", 1e9)
