"""The figure of the charts as JSON."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

from roofline_report.renderers.charts.template import TEMPLATE_FILE, load_template, serialise_template


def run_python(script: str, **environment: str) -> str:
    result = subprocess.run(
        [sys.executable, "-c", script], env=os.environ | environment, capture_output=True, text=True, check=True
    )
    return result.stdout


def test_the_file_holds_what_the_installed_bokeh_makes_of_the_figure() -> None:
    assert TEMPLATE_FILE.read_text(encoding="utf-8") == serialise_template(), "run: make template"


def test_it_is_the_same_in_every_process() -> None:
    script = (
        "from bokeh.plotting import figure; figure(); "
        "from roofline_report.renderers.charts.template import serialise_template as s; print(s(), end='')"
    )
    here = serialise_template()
    for seed in ("1", "2"):
        assert run_python(script, PYTHONHASHSEED=seed) == here


def test_it_carries_the_version_of_the_library_that_reads_it() -> None:
    template = json.loads(load_template(bokeh_version="3.9.7"))
    assert template["version"] == template["doc"]["version"] == "3.9.7"


def test_charts_and_their_files_are_made_without_importing_bokeh() -> None:
    script = (
        "import sys; from tests.renderers.charts.plots import make_run; "
        "from roofline_report.renderers.charts.embed import Caption, figure_html; "
        "from roofline_report.renderers.charts.files import chart_assets; "
        "print(len(figure_html(make_run(), Caption(title='A.', sentences=()), figure_id='a')), len(chart_assets())); "
        "print('bokeh' in sys.modules)"
    )
    assert run_python(script).splitlines()[-1] == "False"


def test_an_object_of_the_template_stands_before_what_refers_to_it() -> None:
    seen: set[str] = set()

    def walk(value: Any) -> None:
        if isinstance(value, dict):
            if "type" not in value and set(value) == {"id"}:
                assert value["id"] in seen
                return
            if value.get("type") == "object":
                seen.add(value["id"])
            for part in value.values():
                walk(part)
        elif isinstance(value, list):
            for part in value:
                walk(part)

    walk(json.loads(load_template(bokeh_version="3.9.0"))["doc"]["roots"])
    assert len(seen) > 30


def test_tooltips_never_trust_a_text() -> None:
    template = load_template(bokeh_version="3.9.0")
    assert "@name" in template
    assert "{safe}" not in template
    assert "CustomJS" not in template
