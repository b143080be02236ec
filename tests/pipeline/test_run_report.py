"""What a run.yml may get wrong, and what is said of it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from roofline_report.domain.problem import Problem, Severity
from roofline_report.pipeline.generate import generate
from tests.pipeline.folders import PROJECT, metrics, nvprof_run, settings_in, timing, write

if TYPE_CHECKING:
    from pathlib import Path

    from roofline_report.pipeline.output import GeneratedSite

NAMES = ("alpha(int)", "beta(int)")


def site_of(root: Path, run_file: str = "", *, names: tuple[str, ...] = NAMES, **more: str) -> GeneratedSite:
    run = {f"data/demo/{name}": content for name, content in nvprof_run(*names).items()}
    changed = {f"data/demo/{name}.csv": content for name, content in more.items()}
    return generate(settings_in(write(root, {**run, **changed, "data/demo/run.yml": run_file})))


def warnings(site: GeneratedSite) -> list[Problem]:
    return [problem for problem in site.problems if problem.severity is Severity.WARNING]


def the_warning(site: GeneratedSite) -> Problem:
    (problem,) = warnings(site)
    return problem


@pytest.mark.parametrize("kernels", ["{exclude: ['*']}", "{include: [alpha*], exclude: [alpha*]}"])
def test_patterns_that_leave_no_kernel_are_told(tmp_path: Path, kernels: str) -> None:
    assert "leave no kernel" in the_warning(site_of(tmp_path, f"kernels: {kernels}\n")).summary


def test_a_run_is_not_its_own_baseline(tmp_path: Path) -> None:
    problem = the_warning(site_of(tmp_path, "baseline: demo\n"))
    assert (problem.file, problem.found) == ("data/demo/run.yml", "demo")
    assert "its own baseline" in problem.summary


@pytest.mark.parametrize("date", ["02.11.2026", "11/02/2026", "2 Nov 2026", "2026-13-01", "2026-1-5", "yesterday"])
def test_a_date_that_cannot_be_put_in_order_is_told_with_its_line(tmp_path: Path, date: str) -> None:
    problem = the_warning(site_of(tmp_path, f"title: x\ndate: {date}\n"))
    assert (problem.place, problem.found) == ("data/demo/run.yml:2", date)


@pytest.mark.parametrize("date", ["2026", "2026-11", "2026-11-02", "2026-11-02 10:30:00", "2026-11-02T10:30:00Z"])
def test_a_date_may_be_as_exact_as_it_is_known(tmp_path: Path, date: str) -> None:
    site = site_of(tmp_path, f"date: {date}\n")
    assert warnings(site) == []
    assert date in site.pages[0].fragments["cards"]


def test_grouping_by_configurations_that_no_file_has_is_told(tmp_path: Path) -> None:
    problem = the_warning(site_of(tmp_path, "group_by: launch_configuration\n"))
    assert "by name alone" in problem.summary
    assert problem.found == "2 of 2 kernels without a launch configuration: alpha(int), beta(int)"


def test_an_unknown_device_names_those_that_are_spelled_alike(tmp_path: Path) -> None:
    problem = the_warning(site_of(tmp_path, "device: Tesla V100S PCIE 32GB\n"))
    assert problem.remedy is not None
    assert '"Tesla V100S-PCIE-32GB"' in problem.remedy
    strange = the_warning(site_of(tmp_path, "device: zzz\n"))
    assert strange.remedy is not None
    assert "if it is one of" not in strange.remedy


def test_patterns_for_every_run_need_not_match_in_each(tmp_path: Path) -> None:
    run = {f"data/demo/{name}": content for name, content in nvprof_run(*NAMES).items()}
    files = {**run, "roofline.yml": "kernels: {labels: {'gamma*': G}}\n"}
    assert warnings(generate(settings_in(write(tmp_path, files)))) == []
    (tmp_path / "data/demo/run.yml").write_text("kernels: {labels: {'delta*': D}}\n", encoding="utf-8")
    assert the_warning(generate(settings_in(tmp_path))).found == "delta*"


def test_metrics_for_every_run_need_not_be_in_each(tmp_path: Path) -> None:
    run = {f"data/demo/{name}": content for name, content in nvprof_run(*NAMES).items()}
    site = "metrics: {l2_sectors: lts__t_sectors.sum, dram_sectors: dram__sectors.sum}\n"
    settings = settings_in(write(tmp_path, {**run, "roofline.yml": site}))
    assert warnings(generate(settings)) == []
    # The run states one of the two itself.
    (tmp_path / "data/demo/run.yml").write_text("metrics: {l2_sectors: lts__t_bytes.sum}\n", encoding="utf-8")
    assert "lts__t_bytes.sum, which no file of this run has" in the_warning(generate(settings)).summary


@pytest.mark.parametrize("baseline", ["first", "gone"])
def test_only_a_baseline_of_a_run_itself_is_checked(tmp_path: Path, baseline: str) -> None:
    files = {f"data/{run}/{name}": text for run in ("first", "then") for name, text in nvprof_run(*NAMES).items()}
    settings = settings_in(write(tmp_path, {**files, "roofline.yml": f"baseline: {baseline}\n"}))
    assert warnings(generate(settings)) == []
    (tmp_path / "data/then/run.yml").write_text("baseline: first-one\n", encoding="utf-8")
    problem = the_warning(generate(settings))
    assert (problem.file, problem.found) == ("data/then/run.yml", "first-one")


def test_one_label_for_several_kernels_is_numbered(tmp_path: Path) -> None:
    site = site_of(tmp_path, "kernels: {labels: {'*': same}}\n")
    assert [page.title for page in site.pages if page.parent == "runs/demo/index.md"] == [
        "same #1 in demo",
        "same #2 in demo",
    ]


def test_many_kernels_with_one_fault_do_not_fill_the_log(tmp_path: Path) -> None:
    names = tuple(f"k{number}(int)" for number in range(30))
    told = warnings(site_of(tmp_path, names=names, timing=timing(*names, calls=20)))
    assert [(problem.file, "(30 kernels)" in problem.summary) for problem in told] == [("data/demo/events.csv", True)]
    assert told[0].found is not None
    assert "data/demo/metrics.csv" in told[0].found


def test_many_kernels_above_one_roof_are_one_fault(tmp_path: Path) -> None:
    names = tuple(f"k{number}(int)" for number in range(30))
    slow = "ceilings:\n  - {roof: dram, value: 1 MB/s, source: s}\n"
    problem = the_warning(site_of(tmp_path, slow, names=names))
    # 48,000 bytes in 10 us are 4.8 GB/s, 4800 times the 1 MB/s.
    assert problem.summary.startswith("30 kernels, k0, k1, k10 and 27 more, are above the HBM2 roof")
    assert problem.found == "up to 4.8e+03 times the roof"
    few = the_warning(site_of(tmp_path / "few", slow, names=("k(int)",)))
    assert few.kernel == "k(int)"


@pytest.mark.parametrize("unit", ["1e308 B/s", "1e-320 B/s", "1e200 GB/s"])
def test_a_ceiling_beyond_everything_is_told_and_not_drawn(tmp_path: Path, unit: str) -> None:
    problem = the_warning(site_of(tmp_path, f"ceilings:\n  - {{roof: dram, value: {unit}, source: s}}\n"))
    assert problem.line == 2


@pytest.mark.parametrize("value", ["1e-29", "1e29"])
def test_numbers_at_the_edge_of_what_is_read_give_pages(tmp_path: Path, value: str) -> None:
    run_file = (
        f"ceilings:\n  - {{roof: dram, value: {value} B/s, source: s}}\n"
        f"  - {{roof: warp_instruction, value: {value} IPS, source: s}}\ntransactions: {{shared_weight: {value}}}\n"
    )
    counted = metrics(*NAMES).replace("4000,4000,4000", f"{value},{value},{value}")
    site = site_of(tmp_path, run_file, metrics=counted, timing=timing(*NAMES).replace("100.0,10,", f"{value},10,"))
    text = "".join(part for page in site.pages for part in (page.markdown, *page.fragments.values()))
    for word in (">inf", ">nan", "inf ", "nan "):
        assert word not in text


def test_every_warning_of_a_run_says_where_it_is(tmp_path: Path) -> None:
    files = {f"data/demo/{name}": text for name, text in nvprof_run("k").items()}
    site = generate(settings_in(write(tmp_path, {**files, "data/demo/run.yml": "device: Quadro Unheard Of\n"})))
    places = [problem.place for problem in site.problems if problem.severity is Severity.WARNING]
    assert places == ["data/demo"]


def test_the_device_that_a_profiler_printed_counts_before_that_of_the_site(tmp_path: Path) -> None:
    files = {f"data/demo/{name}": text for name, text in nvprof_run("k").items()}
    site = generate(settings_in(write(tmp_path, files), device="NVIDIA A100-SXM4-40GB"))
    run = next(page for page in site.pages if page.path == "runs/demo/index.md")
    assert "Tesla V100S-PCIE-32GB (as the profiler printed it)" in run.fragments["provenance"]
    assert warnings(site) == []


def test_the_device_of_the_site_counts_where_no_file_names_one(tmp_path: Path) -> None:
    source = PROJECT / "data" / "a100-kernels"
    files = {f"data/demo/{path.name}": path.read_bytes() for path in source.glob("*.csv")}
    site = generate(settings_in(write(tmp_path, files), device="NVIDIA A100-SXM4-40GB"))
    run = next(page for page in site.pages if page.path == "runs/demo/index.md")
    assert "NVIDIA A100-SXM4-40GB (as stated in the settings of the site)" in run.fragments["provenance"]


@pytest.mark.parametrize("stated", ["NVIDIA A100-SXM4-40GB", "A card of mine"])
def test_a_run_that_names_another_device_than_its_files_is_told(tmp_path: Path, stated: str) -> None:
    ceiling = "{roof: dram, value: 900 GB/s, source: s}"
    problems = warnings(site_of(tmp_path, f"device: {stated}\nceilings: [{ceiling}]\n"))
    told = [problem for problem in problems if "name another device than the run.yml" in problem.summary]
    assert [problem.found for problem in told] == ['"Tesla V100S-PCIE-32GB" in the files']


@pytest.mark.parametrize(("origin", "severity"), [("measured", Severity.WARNING), ("theoretical", Severity.NOTE)])
def test_a_misspelt_device_is_told_although_the_run_has_ceilings(
    tmp_path: Path, origin: str, severity: Severity
) -> None:
    ceiling = f"{{roof: dram, value: 900 GB/s, origin: {origin}, source: ours}}"
    # The name that the profiler printed would be a contradiction, which is told instead.
    run = nvprof_run(*NAMES, device="A card of ours (0)")
    run_file = f"device: Tesla V100S-PCIE-32G\nceilings: [{ceiling}]\n"
    site = site_of(tmp_path, run_file, metrics=run["metrics.csv"], events=run["events.csv"])
    told = [problem for problem in site.problems if problem.found == "Tesla V100S-PCIE-32G"]
    assert [(problem.severity, "Tesla V100S-PCIE-32GB" in (problem.remedy or "")) for problem in told] == [
        (severity, True)
    ]


def test_an_empty_list_takes_back_what_the_site_says(tmp_path: Path) -> None:
    run = {f"data/demo/{name}": content for name, content in nvprof_run(*NAMES).items()}
    write(tmp_path, {**run, "data/demo/run.yml": "kernels: {include: []}\n"})
    site = generate(settings_in(tmp_path, kernels={"include": ["alpha*"]}))
    kernels = [page.path for page in site.pages if page.parent == "runs/demo/index.md"]
    assert kernels == ["runs/demo/alpha.md", "runs/demo/beta.md"]


@pytest.mark.parametrize("ending", ["row", "boundary"])
def test_an_optional_metric_that_was_lost_is_not_a_zero(tmp_path: Path, ending: str) -> None:
    source = PROJECT / "data" / "a100-kernels"
    files = {f"data/a100/{path.name}": path.read_bytes() for path in source.iterdir()}
    lines = files["data/a100/traffic.csv"].splitlines(keepends=True)
    last = next(n for n, line in enumerate(lines) if b'"kernel_B"' in line and b"op_red" in line)
    rest = lines[last][:150] if ending == "row" else b""
    files["data/a100/traffic.csv"] = b"".join(lines[:last]) + rest
    site = generate(settings_in(write(tmp_path, files)))
    page = next(page for page in site.pages if page.path == "runs/a100/kernel-b.md")
    assert "Intensity at L2" not in page.fragments["arithmetic"]
    assert "Traffic at L1 and L2 is not known" in page.markdown
    assert "another roof may be nearer" in page.markdown
    # One warning for all that the kernel lacks, whatever it would have been used for.
    (lost,) = [problem for problem in warnings(site) if "other kernels" in problem.summary]
    assert "lts__t_sectors_op_red.sum" in (lost.found or "")
    whole = next(page for page in site.pages if page.path == "runs/a100/kernel-a.md")
    assert "Intensity at L2" in whole.fragments["arithmetic"]


def test_half_of_local_traffic_is_not_a_zero(tmp_path: Path) -> None:
    half = metrics(*NAMES) + '"Tesla V100S-PCIE-32GB (0)","alpha(int)",10,"local_load_transactions","w",9,9,9\n'
    site = site_of(tmp_path, metrics=half)
    pages = {page.path: page.fragments["arithmetic"] for page in site.pages if "arithmetic" in page.fragments}
    (row,) = re.findall(r"Intensity at L1</th>.*?</tr>", pages["runs/demo/alpha.md"])
    assert ">≤" in row


@pytest.mark.parametrize(("levels", "told"), [("[l1, l2, dram]", True), ("[l1, shared]", False)])
def test_the_chart_of_a_kernel_says_where_shared_memory_is(tmp_path: Path, levels: str, *, told: bool) -> None:
    site = site_of(tmp_path, f"levels: {levels}\n")
    page = next(page for page in site.pages if page.path == "runs/demo/alpha.md")
    assert ("Shared memory has no dot of its own" in page.fragments["chart"]) is told


@pytest.mark.parametrize(
    ("run_file", "unused", "used"),
    [
        ("flop: {fp16: scalar}\nmetrics: {fp16_flop: flop_count_hp}\n", "fp16_flop", "fp16_flop_scalar"),
        ("metrics: {fp16_flop_scalar: flop_count_hp}\n", "fp16_flop_scalar", "fp16_flop"),
        ("metrics: {l2_sectors_atomics_twice: flop_count_hp}\n", "l2_sectors_atomics_twice", "l2_sectors"),
    ],
)
def test_a_formula_that_the_conventions_do_not_use_is_told(
    tmp_path: Path, run_file: str, unused: str, used: str
) -> None:
    found = [each for each in site_of(tmp_path, run_file).problems if "which is not used" in each.summary]
    (told,) = found
    assert (told.severity, told.summary) == (
        Severity.NOTE,
        f"the setting metrics has a formula for {unused}, which is not used",
    )
    assert told.remedy is not None
    assert f"give the formula for {used}" in told.remedy


@pytest.mark.parametrize(
    "metrics", ["{fp16_flop_scalar: flop_count_hp}", "{fp16_flop_scalar: flop_count_hp, fp16_flop: flop_count_hp}"]
)
def test_a_formula_that_is_used_or_stands_beside_one_is_no_problem(tmp_path: Path, metrics: str) -> None:
    site = site_of(tmp_path, f"flop: {{fp16: scalar}}\nmetrics: {metrics}\n")
    assert not any("which is not used" in each.summary for each in site.problems)
