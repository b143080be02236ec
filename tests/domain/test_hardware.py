from __future__ import annotations

import pytest

from roofline_report.domain.hardware import Clock, CycleRate, MemoryLevel, Origin


@pytest.mark.parametrize(
    ("sources", "told"),
    [
        (("a sheet", "another one"), "a sheet; another one"),
        (("a sheet", "a sheet"), "a sheet"),
        # The page is told, and the sheet that it is of not once more.
        (("a sheet, p. 35", "a sheet"), "a sheet, p. 35"),
        (("a sheet", "a sheet, p. 35"), "a sheet, p. 35"),
        (("a sheet", "a sheet of others"), "a sheet; a sheet of others"),
    ],
)
def test_a_ceiling_names_each_of_its_sources_once(sources: tuple[str, ...], told: str) -> None:
    rate = CycleRate(
        roof=MemoryLevel.L2, per_cycle=64, clock=Clock.L2, arithmetic="64 B/clk", sources=sources, given_in="a.yaml"
    )
    ceiling = rate.at(2e9, origin=Origin.BOOST_CLOCK, printed="2 GHz", sources=sources, notes=())
    assert ceiling.source == f"64 B/clk x 2 GHz; {told}"
