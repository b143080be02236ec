"""The page of a run whose capture failed: what went wrong, then what is missing for it, where the chart would be."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from roofline_report.domain.problem import Severity
from roofline_report.pipeline.generate import generate
from roofline_report.renderers.page import slot_markup
from tests.pipeline.folders import nvprof_run, settings_in, write
from tests.readers.samples import LONG_HEADER, long_row

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from roofline_report.pipeline.output import GeneratedSite
    from roofline_report.renderers.page import Page

TIME, THREADS = "gpu__time_duration.sum", "smsp__thread_inst_executed.sum"
MESSAGE = "==ERROR== LaunchFailed\n"


def capture(*rows: tuple[str, str, str], message: str = "") -> str:
    return message + LONG_HEADER + "".join(long_row(0, "brew(int)", *row) for row in rows)


def site_of(root: Path, files: Mapping[str, str]) -> GeneratedSite:
    return generate(settings_in(write(root, {f"data/kettle/{name}": text for name, text in files.items()})))


def page_of(site: GeneratedSite) -> Page:
    return next(page for page in site.pages if page.path == "runs/kettle/index.md")


def summaries(site: GeneratedSite, severity: Severity) -> list[str]:
    return [problem.summary for problem in site.problems if problem.severity is severity]


def test_the_message_of_the_profiler_is_told_before_what_follows_from_it(tmp_path: Path) -> None:
    site = site_of(tmp_path, {"a.csv": capture((TIME, "", "n/a"), (THREADS, "", "n/a"), message=MESSAGE)})
    cause, effect = summaries(site, Severity.WARNING)
    assert cause == "the profiler could not measure a kernel"
    assert effect.startswith("nothing to place on a roofline")
    html = page_of(site).fragments["warnings"]
    assert html.index(cause) < html.index("nothing to place")


def test_a_failed_file_is_told_before_what_other_files_lack(tmp_path: Path) -> None:
    failed = "==ERROR== ERR_NVGPUCTRPERM - no permission\n"
    site = site_of(tmp_path, {"z.csv": failed, "a.csv": capture((TIME, "", "n/a"))})
    first, *others = summaries(site, Severity.WARNING)
    assert "not allowed to read the counters" in first
    assert any("nothing to place" in other for other in others)


@pytest.mark.parametrize(
    ("values", "message", "told"),
    [
        (("n/a",), "", "was measured in no launch"),
        (("n/a",), MESSAGE, None),
        (("n/a", "640"), "", "was not measured in every launch"),
        (("n/a", "640"), MESSAGE, None),
    ],
)
def test_a_metric_without_value_is_noted_where_no_failure_explains_it(
    tmp_path: Path, values: tuple[str, ...], message: str, told: str | None
) -> None:
    rows = [long_row(number, "brew(int)", THREADS, "inst", value) for number, value in enumerate(values)]
    site = site_of(tmp_path, {"a.csv": message + LONG_HEADER + "".join(rows)})
    found = [text for text in summaries(site, Severity.NOTE) if "measured in" in text]
    assert len(found) == (told is not None)
    assert told is None or found[0] == f"{THREADS} {told}, so it is not used"
    assert (told is None) is bool(message)


def test_what_is_missing_is_told_where_the_chart_would_be(tmp_path: Path) -> None:
    markdown = page_of(site_of(tmp_path, {"a.csv": capture((TIME, "nsecond", "4096"))})).markdown
    assert "## About this run" not in markdown
    assert markdown.index(slot_markup("facts")) < markdown.index(slot_markup("notes")) < markdown.index("## Kernels")


def test_beside_a_chart_notes_stand_below_the_tables(tmp_path: Path) -> None:
    markdown = page_of(site_of(tmp_path, nvprof_run("brew(int)", device="Quadro Unheard Of (0)"))).markdown
    assert markdown.index("## Kernels") < markdown.index("## About this run") < markdown.index(slot_markup("notes"))
