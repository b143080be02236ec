"""The controls above a chart: there is nothing to choose from where there is little to see."""

from __future__ import annotations

import re

import pytest

from roofline_report.domain.flop_roofline import Model
from roofline_report.renderers.charts.controls import controls_html


@pytest.mark.parametrize(("models", "kernels"), [([Model.FLOP], 4), ([], 0), ([Model.INSTRUCTIONS], 0)])
def test_one_model_with_few_kernels_needs_no_controls(models: list[Model], kernels: int) -> None:
    assert controls_html(models, kernels=kernels) == ""


def test_more_than_four_kernels_can_be_filtered() -> None:
    html = controls_html([Model.FLOP], kernels=5)
    assert "roofline-find" in html
    assert "roofline-models" not in html
    shares = [float(value) for value in re.findall(r'<option value="([\d.]+)"', html)]
    assert shares == sorted(shares)
    assert shares[0] == 0


def test_several_models_are_offered_with_the_first_pressed() -> None:
    html = controls_html([Model.FLOP, Model.FP64], kernels=1)
    assert re.findall(r'aria-pressed="(\w+)"', html) == ["true", "false"]
    assert "roofline-find" not in html


def test_controls_are_hidden_until_a_script_works_them() -> None:
    assert controls_html([Model.FLOP, Model.FP64]).startswith('<div class="roofline-controls" hidden>')
