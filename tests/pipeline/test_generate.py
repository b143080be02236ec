"""From folders to pages: what a reader finds."""

from __future__ import annotations

import csv
import hashlib
import html
import json
import re
from typing import TYPE_CHECKING

from roofline_report.devices.catalogue import load_packaged
from roofline_report.pipeline.generate import generate
from roofline_report.renderers.charts.files import LOADER, PAGE_SCRIPT, STYLE
from roofline_report.renderers.charts.registry import CHART_NAMES
from tests.pipeline.folders import PROJECT, nvprof_run, settings_in, timing, write
from tests.pipeline.generated import everything, in_run, page, paths, site_of, text_of, warnings_of

if TYPE_CHECKING:
    from pathlib import Path


def test_a_run_gives_an_overview_a_run_page_and_a_page_per_kernel(tmp_path: Path) -> None:
    site = site_of(tmp_path, in_run(nvprof_run("alpha(int)", "beta(int)")))
    assert paths(site) == [
        "index.md",
        "runs/demo/index.md",
        "runs/demo/alpha.md",
        "runs/demo/beta.md",
        "devices/index.md",
        "devices/tesla-v100s-pcie-32gb.md",
        "reading.md",
    ]
    assert warnings_of(site) == []
    run = page(site, "runs/demo/index.md")
    assert set(run.fragments) == {
        "facts",
        "warnings",
        "notes",
        "provenance",
        "kernels",
        *(f"chart-{name}" for name in CHART_NAMES),
    }
    assert len(CHART_NAMES) >= 2
    assert all(f'data-roofline-slot="{name}"' in run.markdown for name in run.fragments if run.fragments[name])


def test_only_the_newest_runs_stand_in_the_navigation(tmp_path: Path) -> None:
    files: dict[str, str] = {}
    for day in (1, 3, 2):
        files |= in_run({**nvprof_run("k"), "run.yml": f"date: 2026-01-0{day}\n"}, f"data/r{day}")
    site = site_of(tmp_path, files, nav_runs=2)
    assert [each.path for each in site.pages if each.in_navigation] == [
        "index.md",
        "runs/r3/index.md",
        "runs/r2/index.md",
        "devices/index.md",
        "devices/tesla-v100s-pcie-32gb.md",
        "reading.md",
    ]


def test_devices_have_a_page_where_a_run_was_taken_on_them(tmp_path: Path) -> None:
    site = site_of(tmp_path, in_run(nvprof_run("k")))
    assert [path for path in paths(site) if path.startswith("devices/")] == [
        "devices/index.md",
        "devices/tesla-v100s-pcie-32gb.md",
    ]
    assert "roofline-page:devices/tesla-v100s-pcie-32gb.md" in page(site, "runs/demo/index.md").fragments["facts"]
    assert "(../../devices/tesla-v100s-pcie-32gb.md)" in page(site, "runs/demo/k.md").markdown
    assert "runs/demo/index.md" in page(site, "devices/tesla-v100s-pcie-32gb.md").fragments["runs"]


def test_all_devices_have_a_page_where_the_settings_say_so(tmp_path: Path) -> None:
    site = site_of(tmp_path, in_run(nvprof_run("k")), device_pages="all")
    devices = [each for each in site.pages if each.path.startswith("devices/") and each.path != "devices/index.md"]
    assert len(devices) == len(load_packaged().devices)
    assert [each.path for each in devices if each.in_navigation] == ["devices/tesla-v100s-pcie-32gb.md"]


def test_a_run_on_a_device_that_is_not_known_has_a_lesson_and_no_device_page(tmp_path: Path) -> None:
    site = site_of(tmp_path, in_run(nvprof_run("k", device="Unheard-of 9000 (0)")))
    assert [path for path in paths(site) if "devices" in path] == []
    assert "reading.md" in paths(site)
    assert "devices/" not in page(site, "runs/demo/k.md").markdown


def test_the_ceilings_of_a_run_are_not_those_of_its_device_s_page(tmp_path: Path) -> None:
    own = "ceilings: [{roof: dram, value: 777 GB/s, source: mine}]\n"
    site = site_of(tmp_path, in_run({**nvprof_run("k"), "run.yml": own}))
    assert "777.0" in page(site, "runs/demo/index.md").fragments["provenance"]
    assert "777" not in everything(page(site, "devices/tesla-v100s-pcie-32gb.md"))


def test_a_section_with_the_name_of_another_page_of_ours_keeps_it_alone(tmp_path: Path) -> None:
    site = site_of(tmp_path, in_run(nvprof_run("k")), section="Devices")
    titles = {each.path: each.title for each in site.pages}
    assert (titles["index.md"], titles["devices/index.md"]) == ("Devices", "Devices (devices)")


def test_titles_are_unique(tmp_path: Path) -> None:
    files = in_run(nvprof_run("k"), "data/a") | in_run(nvprof_run("k"), "data/b")
    titles = [each.title for each in site_of(tmp_path, files).pages]
    assert len(set(titles)) == len(titles)


def test_input_files_are_never_written_to(tmp_path: Path) -> None:
    write(tmp_path, in_run({**nvprof_run("k"), "run.yml": "title: t\n"}))
    before = {path: hashlib.sha256(path.read_bytes()).hexdigest() for path in tmp_path.rglob("*") if path.is_file()}
    times = {path: path.stat().st_mtime_ns for path in before}
    generate(settings_in(tmp_path))
    after = {path: hashlib.sha256(path.read_bytes()).hexdigest() for path in tmp_path.rglob("*") if path.is_file()}
    assert after == before
    assert {path: path.stat().st_mtime_ns for path in after} == times


def test_the_same_input_gives_the_same_output(tmp_path: Path) -> None:
    settings = settings_in(write(tmp_path, in_run(nvprof_run("alpha", "beta"))))
    assert generate(settings) == generate(settings)


def test_own_device_files_and_ceilings_stand_over_the_packaged_ones(tmp_path: Path) -> None:
    own = (
        "name: Tesla V100S-PCIE-32GB\nvendor: NVIDIA\narchitecture: Volta\nceilings:\n"
        "  - {roof: dram, value: 500 GB/s, source: our own sheet}\n"
        "  - {roof: warp_instruction, value: 400 warp GIPS, source: our own sheet}\n"
    )
    run = "ceilings:\n  - {roof: dram, value: 250 GB/s, source: our run}\n"
    files = in_run(nvprof_run("k")) | {"devices/mine.yaml": own}
    first = site_of(tmp_path, files, devices_dir="devices")
    assert "500.0\N{NO-BREAK SPACE}GB/s" in page(first, "runs/demo/index.md").fragments["provenance"]
    second = site_of(tmp_path, files | in_run({"run.yml": run}), devices_dir="devices")
    provenance = page(second, "runs/demo/index.md").fragments["provenance"]
    assert "250.0\N{NO-BREAK SPACE}GB/s" in provenance
    assert "500.0\N{NO-BREAK SPACE}GB/s" not in provenance
    assert "400.0\N{NO-BREAK SPACE}warp" in provenance


def test_more_runs_on_a_device_than_table_rows_are_counted_below_the_table(tmp_path: Path) -> None:
    files = {path: text for run in "abc" for path, text in in_run(nvprof_run("k"), f"data/{run}").items()}
    device = page(site_of(tmp_path, files, table_rows=2), "devices/tesla-v100s-pcie-32gb.md")
    assert device.fragments["runs"].count("<tr") == 1 + 2
    assert "1 more are among those of [the overview](../index.md)" in device.markdown
    assert "more are among" not in page(site_of(tmp_path, files), device.path).markdown


def test_no_two_pages_have_one_title_and_those_of_ours_keep_theirs(tmp_path: Path) -> None:
    titles = {"a": "Devices", "b": "How to read a roofline", "c": "Performance", "d": "Same", "e": "Same"}
    files = {path: text for run in titles for path, text in in_run(nvprof_run("k"), f"data/{run}").items()}
    run_files = {f"data/{run}/run.yml": f"title: {title}\n" for run, title in titles.items()}
    site = site_of(tmp_path, {**files, **run_files})
    assert len({each.title for each in site.pages}) == len(site.pages)
    assert [page(site, path).title for path in ("index.md", "devices/index.md")] == ["Performance", "Devices"]
    assert page(site, "runs/d/index.md").title == "Same (runs/d)"


def test_more_kernels_than_table_rows_are_counted_below_the_table(tmp_path: Path) -> None:
    site = site_of(tmp_path, in_run(nvprof_run(*(f"k{n}" for n in range(5)))), table_rows=2)
    run = page(site, "runs/demo/index.md")
    assert run.fragments["kernels"].count("<tr data-kernel=") == 2
    note = run.fragments["kernels"].rpartition("<p>")[2]
    assert "3 more are in the download" in note
    assert 'href="roofline-page:runs/demo/demo.csv" download>CSV' in note
    assert len({row["kernel"] for row in csv.DictReader(text_of(site, "runs/demo/demo.csv").splitlines())}) == 5
    one = site_of(tmp_path, {}, table_rows=4)
    assert "1 more is in the download" in page(one, run.path).fragments["kernels"]
    all_of_them = site_of(tmp_path, {}, table_rows=5)
    assert "more" not in page(all_of_them, run.path).fragments["kernels"]


def test_every_run_has_its_numbers_beside_its_page(tmp_path: Path) -> None:
    files = in_run(nvprof_run("k"), "data/one") | in_run(nvprof_run("k"), "data/deep/two")
    site = site_of(tmp_path, files)
    assert [download.path for download in site.downloads] == [
        "runs/deep--two/deep--two.csv",
        "runs/deep--two/deep--two.json",
        "runs/one/one.csv",
        "runs/one/one.json",
    ]
    for name in ("runs/one/index.md", "runs/one/k.md"):
        for kind in ("csv", "json"):
            assert f'href="roofline-page:runs/one/one.{kind}" download>' in everything(page(site, name))
    assert site_of(tmp_path / "empty", {}).downloads == ()


def test_a_run_without_a_usable_kernel_has_files_and_no_link_to_them(tmp_path: Path) -> None:
    run_file = "kernels: {exclude: ['*']}\n"
    site = site_of(tmp_path, in_run({**nvprof_run("k"), "run.yml": run_file}))
    assert json.loads(text_of(site, "runs/demo/demo.json"))["kernels"] == []
    assert ".csv" not in everything(page(site, "runs/demo/index.md")).partition("roofline-files")[0]


def test_the_charts_of_a_run_page_are_those_that_were_asked_for(tmp_path: Path) -> None:
    files = in_run(nvprof_run("k"))
    both = page(site_of(tmp_path, files, charts=["time_share", "roofline"]), "runs/demo/index.md")
    assert both.markdown.index("## Where the time went") < both.markdown.index("## Roofline")
    bars = page(site_of(tmp_path, files, charts=["time_share"]), "runs/demo/index.md")
    assert "chart-roofline" not in bars.fragments
    assert not bars.has_chart
    none = page(site_of(tmp_path, files, charts=[]), "runs/demo/index.md")
    assert [name for name in none.fragments if name.startswith("chart")] == []


def test_colours_and_markers_of_run_yml_reach_chart_and_table(tmp_path: Path) -> None:
    run = "kernels:\n  colors: {alpha*: '#aa3377'}\n  markers: {alpha*: star}\n  labels: {beta*: the other}\n"
    site = site_of(tmp_path, in_run({**nvprof_run("alpha(int)", "beta(int)"), "run.yml": run}))
    fragments = page(site, "runs/demo/index.md").fragments
    data = json.loads(html.unescape(re.findall(r"data-roofline='([^']*)'", fragments["chart-roofline"])[0]))
    assert data["kernels"]["name"] == ["alpha", "the other"]
    assert data["kernels"]["color"] == ["#aa3377", None]
    assert data["kernels"]["marker"] == ["star", None]
    assert 'fill="#aa3377"' in fragments["kernels"]


def test_only_a_site_with_a_chart_holds_the_chart_library(tmp_path: Path) -> None:
    without = [asset.path for asset in site_of(tmp_path, {}).assets]
    assert without == [LOADER, PAGE_SCRIPT, STYLE]
    with_chart = [asset.path for asset in site_of(tmp_path, in_run(nvprof_run("k"))).assets]
    assert any(path.startswith("bokeh-") for path in with_chart)


def test_private_words_of_a_profiler_file_reach_no_page(tmp_path: Path) -> None:
    banner = "==77== NVPROF is profiling process 77, command: /srv/jane/secret/app --token=abc\n"
    site = site_of(tmp_path, in_run({**nvprof_run("k"), "timing.csv": banner + timing("k")}))
    text = "".join(everything(each) for each in site.pages)
    text += "".join(download.content.decode() for download in site.downloads)
    assert "timing.csv" in text_of(site, "runs/demo/demo.json")
    for private in ("jane", "secret", "token"):
        assert private not in text


def test_the_project_s_own_data_has_no_problem() -> None:
    assert warnings_of(generate(settings_in(PROJECT))) == []


def test_no_name_reaches_markdown_as_a_template(tmp_path: Path) -> None:
    name = "{{ 7 * 7 }}{% set x = 1 %}{# c #}(int)"
    site = site_of(tmp_path, in_run(nvprof_run(name)))
    for each in site.pages:
        assert "{" not in each.markdown
        assert "}" not in each.markdown


def test_every_run_is_reached_from_the_overview_by_a_card_a_row_or_a_link(tmp_path: Path) -> None:
    files: dict[str, str] = {}
    for number in range(9):
        files |= in_run({**nvprof_run("k"), "run.yml": f"date: 2026-01-0{number + 1}\n"}, f"data/r{number}")
    overview = page(site_of(tmp_path, files, table_rows=1), "index.md")
    cards, rows = (
        re.findall(r'"roofline-page:runs/(r\d)/index.md"', overview.fragments[name]) for name in ("cards", "runs")
    )
    links = re.findall(r"\(runs/(r\d)/index.md\)", overview.markdown)
    assert [*dict.fromkeys(cards), *rows, *links] == [f"r{number}" for number in range(8, -1, -1)]
    assert (len(set(cards)), len(rows), len(links)) == (6, 1, 2)


def test_a_kernel_is_found_in_another_run_however_its_profiler_spells_it(tmp_path: Path) -> None:
    here, there = "void scale<float, int=4>(float*, float const *)", "void scale<float, 4>(float *, const float *)"
    files = in_run(nvprof_run(here, "other(int)"), "data/here") | in_run(nvprof_run(there), "data/there")
    site = site_of(tmp_path, files)
    (ours,) = [each for each in site.pages if each.path.startswith("runs/here/scale")]
    (theirs,) = [each for each in site.pages if each.path.startswith("runs/there/scale")]
    assert f'href="roofline-page:{theirs.path}"' in ours.fragments["sightings"]
    assert f'href="roofline-page:{ours.path}"' in theirs.fragments["sightings"]
    assert "sightings" not in page(site, "runs/here/other.md").fragments
