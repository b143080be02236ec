"""The shapes of dots: as wide as Bokeh draws them, around their place."""

from __future__ import annotations

import pytest

from roofline_report.pipeline.run_settings import MARKERS
from roofline_report.renderers.charts.boxes import Dot
from roofline_report.renderers.charts.pictures.ink import number
from roofline_report.renderers.charts.pictures.marks import mark_svg
from roofline_report.renderers.charts.roofline import MARKERS as LEVEL_MARKERS
from tests.renderers.charts.pictures.reading import centre_of, points_of, read

# Half the width and half the height in units of half the size, as BokehJS draws its markers.
EXTENTS = {
    "square": (1, 1),
    "triangle": (1, 0.866),
    "inverted_triangle": (1, 0.866),
    "diamond": (0.667, 1),
    "hex": (1, 0.866),
    "star": (0.951, 0.905),
    "plus": (1, 1),
    "cross": (1, 1),
    "x": (1, 1),
}


@pytest.mark.parametrize("marker", [*MARKERS, *LEVEL_MARKERS.values()])
def test_every_marker_that_run_yml_may_name_is_drawn_around_its_place(marker: str) -> None:
    shape = read(mark_svg(marker, Dot(100, 50, 10), attributes=' class="c"')).svg
    assert shape.get("class") == "c"
    assert centre_of(shape) == pytest.approx((100, 50), abs=0.05)
    if marker == "circle":
        assert shape.get("r") == "10"
        return
    across, upright = zip(*points_of(shape), strict=True)
    extent = (max(across) - min(across)) / 20, (max(upright) - min(upright)) / 20
    assert extent == pytest.approx(EXTENTS[marker], abs=0.01)


def test_a_marker_that_is_not_known_is_a_circle() -> None:
    assert mark_svg("dodecagon", Dot(1, 2, 3), attributes="").startswith("<circle")


def test_shapes_differ() -> None:
    assert len({mark_svg(marker, Dot(100, 50, 10), attributes="") for marker in MARKERS}) == len(MARKERS)


@pytest.mark.parametrize(("value", "text"), [(1.0, "1"), (-0.04, "0"), (12.349, "12.3"), (-7.25, "-7.2"), (0.96, "1")])
def test_lengths_are_short(value: float, text: str) -> None:
    assert number(value) == text
