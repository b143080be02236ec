"""Rates of which no count can be made are told wherever somebody looks: on the page of the kernel and by inspect."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from roofline_report.hosts.cli import main
from roofline_report.pipeline.generate import generate
from tests.pipeline.folders import settings_in, write
from tests.readers.nsight_compute.measured import Launch, launch, raw_page, summary, timed

if TYPE_CHECKING:
    from pathlib import Path

COUNTED = timed(1e-5) | launch({"smsp__inst_executed.sum": 1000, "smsp__thread_inst_executed.sum": 32000})
RATES: Launch = {
    f"smsp__sass_thread_inst_executed_op_{kind}_pred_on.sum.per_cycle_elapsed": ("inst/cycle", "1")
    for kind in ("fadd", "fmul", "ffma")
}
FOLDERS = {
    "in a file without a time": (raw_page(RATES), "no time or cycles that can be used beside them"),
    "as averages": (summary(timed(1e-5) | RATES, count=3), "rates were averaged over several launches"),
}


@pytest.mark.parametrize("how", FOLDERS)
def test_rates_of_which_nothing_is_made_are_told_on_the_page_and_by_inspect(how: str, tmp_path: Path) -> None:
    text, words = FOLDERS[how]
    root = write(tmp_path, {"data/demo/counts.csv": raw_page(COUNTED), "data/demo/flop.csv": text})
    site = generate(settings_in(root))
    (page,) = (page for page in site.pages if page.path.startswith("runs/demo/") and page.path.endswith("k.md"))
    printed = CliRunner().invoke(main, ["inspect", str(root / "data" / "demo")]).output
    for shown in (page.fragments["notices"], " ".join(printed.split())):
        assert words in shown
        assert "smsp__sass_thread_inst_executed_op_fadd_pred_on.sum.per_cycle_elapsed and 2 more" in shown
