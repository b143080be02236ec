"""From folders to pages: what a reader finds where the input is bad."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from roofline_report.domain.errors import ReportError
from roofline_report.domain.problem import Severity
from tests.pipeline.folders import events, metrics, nvprof_run, timing
from tests.pipeline.generated import everything, in_run, notes_of, page, paths, plain, site_of, warnings_of

if TYPE_CHECKING:
    from pathlib import Path


def test_without_a_data_folder_the_overview_says_what_to_put_where(tmp_path: Path) -> None:
    site = site_of(tmp_path, {})
    assert paths(site) == ["index.md"]
    assert "nothing to report yet" in page(site, "index.md").markdown
    assert len(warnings_of(site)) == 1
    assert warnings_of(site)[0].remedy is not None


def test_an_empty_data_folder_is_one_warning(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    site = site_of(tmp_path, {})
    assert paths(site) == ["index.md"]
    assert len(warnings_of(site)) == 1


def test_a_folder_without_a_recognised_file_is_no_run(tmp_path: Path) -> None:
    site = site_of(tmp_path, {"data/notes/readme.txt": "hello", "data/notes/own.csv": "a,b\n1,2\n"})
    assert paths(site) == ["index.md"]
    assert len(warnings_of(site)) == 1
    listed = [problem for problem in site.problems if problem.severity is Severity.INFO]
    assert any("readme.txt" in problem.in_one_line() for problem in listed)


def test_a_file_cut_in_the_middle_is_told_and_makes_no_wrong_number(tmp_path: Path) -> None:
    whole = metrics("k")
    cut = whole[: whole.index("dram_write_transactions") + 36]
    site = site_of(tmp_path, in_run({**nvprof_run("k"), "metrics.csv": cut}))
    told = [problem for problem in site.problems if problem.file == "data/demo/metrics.csv"]
    assert any(problem.line is not None for problem in told)
    kernel = page(site, "runs/demo/k.md")
    assert "DRAM sectors: not known" in plain(kernel.fragments["remarks"])
    assert "not measured" in kernel.fragments["levels"]
    assert 'data-level="l2"' in kernel.fragments["chart"]
    assert 'data-level="dram"' not in kernel.fragments["chart"]


def test_a_missing_timing_file_is_told_and_gives_no_rate(tmp_path: Path) -> None:
    site = site_of(tmp_path, in_run({"metrics.csv": metrics("k"), "events.csv": events("k")}))
    assert warnings_of(site) == []
    (told,) = [problem for problem in notes_of(site) if problem.summary.startswith("no duration")]
    # One list of commands for all that is missing: what the note is about, and what else the kernel lacks.
    assert told.remedy == (
        "collect with `nvprof --csv --log-file data/demo/more-times.csv --print-gpu-summary ./my_program` and "
        "`nvprof --csv --log-file data/demo/more-metrics.csv --metrics inst_executed,local_load_transactions,"
        "local_store_transactions,l2_atomic_transactions ./my_program`, which put the files beside the others"
    )
    assert "no duration" in page(site, "runs/demo/index.md").fragments["notes"]
    assert "No verdict: no time was measured" in plain(page(site, "runs/demo/k.md").markdown)


def test_a_missing_counter_file_is_told(tmp_path: Path) -> None:
    site = site_of(tmp_path, in_run({"timing.csv": timing("k")}))
    assert warnings_of(site) == []
    (told,) = [problem for problem in notes_of(site) if "a time but no counters" in problem.summary]
    assert told.remedy is not None
    commands = re.findall(
        r"`nvprof --csv --log-file data/demo/([a-z-]+[.]csv) --[a-z]+ (\S+) ./my_program`", told.remedy
    )
    assert dict(commands)["more-events.csv"] == "thread_inst_executed"
    assert dict(commands)["more-metrics.csv"].startswith("inst_executed,gld_transactions,")
    assert told.remedy.endswith("`, which put the files beside the others")
    assert "runs/demo/k.md" in paths(site)


def test_an_unknown_device_has_a_remedy_and_no_roof(tmp_path: Path) -> None:
    site = site_of(tmp_path, in_run(nvprof_run("k", device="Quadro Unheard Of (0)")))
    told = [problem for problem in notes_of(site) if problem.found == "Quadro Unheard Of"]
    assert len(told) == 1
    assert warnings_of(site) == []
    assert told[0].remedy is not None
    assert "No verdict: no ceiling is known" in plain(page(site, "runs/demo/k.md").markdown)
    assert "Ceilings" not in page(site, "runs/demo/index.md").fragments["provenance"]


def test_an_unknown_key_in_run_yml_is_told_with_line_and_nearest_word(tmp_path: Path) -> None:
    site = site_of(tmp_path, in_run({**nvprof_run("k"), "run.yml": "title: fine\ndevcie: x\n"}))
    told = warnings_of(site)
    assert [problem.place for problem in told] == ["data/demo/run.yml:2"]
    assert "device" in told[0].in_one_line()
    assert page(site, "runs/demo/index.md").title == "fine"
    assert "devcie" in page(site, "runs/demo/index.md").fragments["warnings"]


@pytest.mark.parametrize("text", ["title: [", "- a\n- b\n", "\tx: 1", "title: a\ntitle: b\n", "kernels: 3\n"])
def test_a_run_yml_that_cannot_be_understood_is_told_and_the_run_still_stands(tmp_path: Path, text: str) -> None:
    site = site_of(tmp_path, in_run({**nvprof_run("k"), "run.yml": text}))
    assert all(problem.file == "data/demo/run.yml" for problem in warnings_of(site))
    assert warnings_of(site)
    assert "runs/demo/k.md" in paths(site)


HOSTILE = 'evil<T>|`x`"y"</script><img src=x onerror=alert(1)>(int&)'


def test_a_hostile_kernel_name_is_text_everywhere(tmp_path: Path) -> None:
    site = site_of(tmp_path, in_run(nvprof_run(HOSTILE)))
    assert warnings_of(site) == []
    for each in site.pages:
        assert "<img" not in everything(each)
        assert "</script" not in everything(each)
        assert all(character.isascii() for character in each.path)


def test_a_baseline_that_is_no_run_is_told_with_the_nearest(tmp_path: Path) -> None:
    site = site_of(tmp_path, in_run({**nvprof_run("k"), "run.yml": "baseline: dmo\n"}))
    assert [problem.remedy for problem in warnings_of(site)] == ['did you mean "demo"?']


def test_one_run_id_in_two_data_folders_is_told(tmp_path: Path) -> None:
    files = in_run(nvprof_run("k"), "one/demo") | in_run(nvprof_run("k"), "two/demo")
    site = site_of(tmp_path, files, data_dir=["one", "two"])
    assert any("demo" in problem.in_one_line() for problem in warnings_of(site))


def test_problems_fail_the_build_where_the_settings_ask_for_it(tmp_path: Path) -> None:
    with pytest.raises(ReportError, match="devcie"):
        site_of(tmp_path, in_run({**nvprof_run("k"), "run.yml": "devcie: x\n"}), on_problem="fail")
