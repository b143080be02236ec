"""The plugin in real MkDocs builds: addresses, navigation, conflicts, strictness."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from mkdocs.config import load_config

from tests.hosts.sites import BuiltSite, build_site
from tests.pipeline.folders import nvprof_run, write

RUN = {f"data/demo/{name}": content for name, content in nvprof_run("alpha(int)", "beta(int)").items()}
PLAIN = "site_name: s\ntheme: mkdocs\nplugins: [roofline-report]\n"
BAD_RUN = {**RUN, "data/demo/run.yml": "devcie: x\n"}


def run_mkdocs(root: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "mkdocs", *arguments], cwd=root, capture_output=True, text=True, check=False, timeout=120
    )


def hrefs(html: str) -> list[str]:
    return re.findall(r'href="([^"]*)"', html)


def test_pages_stand_at_their_addresses(tmp_path: Path) -> None:
    site = build_site(tmp_path, RUN)
    for path in ("", "runs/demo/", "runs/demo/alpha/", "runs/demo/beta/"):
        assert site.has(f"performance/{path}index.html"), path
    assert not list((tmp_path / "docs").rglob("*performance*"))


def test_pages_stand_at_their_addresses_without_directory_urls(tmp_path: Path) -> None:
    site = build_site(tmp_path, RUN, config={"use_directory_urls": False})
    run = site.read("performance/runs/demo/index.html")
    assert "alpha.html" in hrefs(run)
    assert site.has("performance/runs/demo/alpha.html")


def test_no_link_and_no_slot_is_left_for_a_reader_to_see(tmp_path: Path) -> None:
    site = build_site(tmp_path, RUN)
    for page in site.folder.rglob("performance/**/*.html"):
        text = page.read_text(encoding="utf-8")
        assert "roofline-page:" not in text
        assert "roofline-slot" not in text


def test_every_link_of_a_generated_page_leads_somewhere(tmp_path: Path) -> None:
    site = build_site(tmp_path, RUN)
    checked = 0
    for page in site.folder.rglob("performance/**/*.html"):
        for href in hrefs(page.read_text(encoding="utf-8")):
            if re.match(r"[a-z]+:|#|//", href):
                continue
            target = (page.parent / href.partition("#")[0]).resolve()
            assert (target / "index.html").is_file() or target.is_file(), (page, href)
            checked += 1
    assert checked > 20


def test_the_section_is_appended_to_a_navigation_that_does_not_name_it(tmp_path: Path) -> None:
    site = build_site(tmp_path, {**RUN, "docs/own.md": "# Own\n"}, config={"nav": [{"Start": "index.md"}, "own.md"]})
    home = site.read("index.html")
    assert home.index(">Start<") < home.index(">Own<") < home.index("Performance")
    assert "performance/runs/demo/" in hrefs(home)
    assert "performance/runs/demo/alpha/" not in hrefs(home)


def test_runs_stand_in_the_section_and_devices_in_a_part_of_it(tmp_path: Path) -> None:
    site = build_site(tmp_path, RUN)
    home = site.read("index.html")
    parts = ('performance/"', 'runs/demo/"', "Devices", 'devices/"', 'reading/"')
    order = [home.index(part) for part in parts]
    assert order == sorted(order)


def test_every_run_stands_in_the_navigation_of_a_theme_that_folds_indexes(tmp_path: Path) -> None:
    files = {path.replace("/demo/", f"/{name}/"): text for name in ("one", "two") for path, text in RUN.items()}
    theme = {"name": "material", "font": False, "features": ["navigation.indexes", "navigation.path"]}
    site = build_site(tmp_path, files, config={"theme": theme})
    sidebar = site.read("performance/index.html").partition("md-sidebar--primary")[2].partition("md-content")[0]
    assert {"one", "two"} <= set(re.sub(r"<[^>]+>", " ", sidebar).split())
    assert ">one</a>" in "".join(site.read("performance/runs/one/alpha/index.html").partition("md-path")[2].split())


def test_a_page_below_one_that_opens_its_section_is_not_below_it_twice(tmp_path: Path) -> None:
    site = build_site(tmp_path, RUN, options={"device_pages": "all"}, config={"theme": {"name": "readthedocs"}})
    device = site.read("performance/devices/tesla-v100-sxm2-16gb/index.html")
    trail = re.findall(r'breadcrumb-item">(?:<a[^>]*>)?([^<]+)<', device)
    assert trail == ["Performance", "Devices"]


def test_the_section_is_appended_to_an_automatic_navigation(tmp_path: Path) -> None:
    site = build_site(tmp_path, {**RUN, "docs/zebra.md": "# Zebra\n"}, options={"section": "Rooflines"})
    home = site.read("index.html")
    assert home.index(">Zebra<") < home.index("Rooflines")


def test_a_navigation_that_names_a_generated_page_is_left_as_it_is(tmp_path: Path) -> None:
    nav = [{"Speed": "performance/index.md"}, {"Home": "index.md"}]
    site = build_site(tmp_path, RUN, config={"nav": nav})
    home = site.read("index.html")
    assert ">Speed<" in home
    assert "performance/runs/demo/" not in hrefs(home)
    assert site.warnings == []


def test_kernel_pages_have_a_previous_and_a_next_page_and_no_edit_button(tmp_path: Path) -> None:
    site = build_site(tmp_path, RUN, config={"repo_url": "https://example.org/r", "edit_uri": "edit/main/docs/"})
    alpha = site.read("performance/runs/demo/alpha/index.html")
    assert 'rel="next"' in alpha
    assert "edit/main" not in alpha
    assert "edit/main" in site.read("index.html")


@pytest.mark.parametrize("own", ["docs/performance/index.md", "docs/performance.md", "docs/performance/README.md"])
def test_a_page_of_the_user_s_is_never_replaced(tmp_path: Path, own: str) -> None:
    write(tmp_path, {"docs/index.md": "", **RUN, own: "# Mine\n", "mkdocs.yml": PLAIN})
    result = run_mkdocs(tmp_path, "build")
    assert result.returncode == 1
    assert "Traceback" not in result.stderr
    for word in (own.removeprefix("docs/"), "performance/index.md", "`path`"):
        assert word in result.stderr


def test_another_path_makes_room_for_the_user_s_page(tmp_path: Path) -> None:
    site = build_site(tmp_path, {**RUN, "docs/performance.md": "# Mine\n"}, options={"path": "reports/gpu"})
    assert site.has("reports/gpu/runs/demo/index.html")
    assert "Mine" in site.read("performance/index.html")


def test_wrong_options_stop_the_build_with_one_message(tmp_path: Path) -> None:
    write(tmp_path, {"docs/index.md": "", "mkdocs.yml": "site_name: s\nplugins: [{roofline-report: {secton: x}}]\n"})
    result = run_mkdocs(tmp_path, "build")
    assert result.returncode == 1
    assert 'did you mean "section"?' in result.stderr
    assert "Traceback" not in result.stderr


def test_a_problem_fails_a_strict_build_and_no_other(tmp_path: Path) -> None:
    plain = build_site(tmp_path, BAD_RUN)
    assert [warning for warning in plain.warnings if "data/demo/run.yml:1" in warning]
    assert run_mkdocs(tmp_path, "build").returncode == 0
    strict = run_mkdocs(tmp_path, "build", "--strict")
    assert strict.returncode == 1
    assert "Traceback" not in strict.stderr


def test_a_site_without_data_builds_and_a_clean_one_is_strict(tmp_path: Path) -> None:
    assert build_site(tmp_path, {}).has("performance/index.html")
    build_site(tmp_path, RUN)
    assert run_mkdocs(tmp_path, "build", "--strict").returncode == 0


@pytest.mark.parametrize("where", ["plugin", "file"])
def test_switched_off_there_is_nothing(tmp_path: Path, where: str) -> None:
    if where == "plugin":
        site = build_site(tmp_path, RUN, options={"enabled": False})
    else:
        site = build_site(tmp_path, {**RUN, "roofline.yml": "enabled: false\n"})
    assert not site.has("performance/index.html")
    assert not (site.folder / "assets").exists()
    assert "roofline" not in site.read("index.html")


def test_a_page_without_a_chart_loads_nothing_but_the_loader_and_the_style(tmp_path: Path) -> None:
    home = build_site(tmp_path, RUN).read("index.html")
    loaded = re.findall(r'(?:src|href)="([^"]*assets/roofline/[^"]*)"', home)
    assert sorted(loaded) == ["assets/roofline/roofline.css", "assets/roofline/roofline.js"]


@pytest.mark.parametrize("urls", ["directories", "files"])
def test_a_page_with_a_chart_announces_what_its_loader_fetches(tmp_path: Path, urls: str) -> None:
    site = build_site(tmp_path, RUN, config={"use_directory_urls": urls == "directories"})
    loader = site.read("assets/roofline/roofline.js")
    charted = 0
    for page in sorted(site.folder.rglob("*.html")):
        html = page.read_text(encoding="utf-8")
        announced = re.findall(r'<link rel="preload" as="script" href="([^"]*)" data-roofline-early>', html)
        assert bool(announced) == ('class="roofline-chart"' in html), page
        assert all((page.parent / path).is_file() for path in announced), page
        names = {Path(path).name for path in announced}
        assert all(f'"{name}"' in loader for name in names), "a browser would fetch what is never run"
        assert len(names) in {0, 3}
        loaders = [match.start() for match in re.finditer(r'<script src="[^"]*/roofline\.js">', html)]
        assert len(loaders) == (2 if names else 1), "the first draws before the theme's own scripts run"
        assert loaders[0] > html.rfind('class="roofline-chart"')
        charted += bool(names)
    assert charted > 2


def test_serve_watches_what_exists_and_nothing_else(tmp_path: Path) -> None:
    build_site(tmp_path, {})
    config = load_config(str(tmp_path / "mkdocs.yml"))
    config = config.plugins.on_config(config)
    assert not [path for path in config.watch if path.endswith("data")]
    write(tmp_path, RUN)
    config = load_config(str(tmp_path / "mkdocs.yml"))
    config = config.plugins.on_config(config)
    assert [path for path in config.watch if path.endswith("data")] == [str(tmp_path / "data")]


def everything(site: BuiltSite) -> str:
    return "".join(path.read_text(encoding="utf-8") for path in site.folder.rglob("performance/**/*.html"))


@pytest.mark.parametrize("theme", ["mkdocs", "readthedocs", "material"])
def test_a_hostile_kernel_name_breaks_no_theme(tmp_path: Path, theme: str) -> None:
    name = 'evil<T>|`x`"y"</title></script><img src=x onerror=alert(1)>(int&)'
    files = {f"data/demo/{file}": content for file, content in nvprof_run(name).items()}
    site = build_site(tmp_path, files, config={"theme": {"name": theme}, "plugins": ["search", "roofline-report"]})
    text = everything(site)
    assert "<img src=x" not in text
    assert "</title></script>" not in text
    assert "evil&lt;T&gt;" in text or "evil&#60;T&#62;" in text
    # MkDocs keeps plain text in its index, and its script escapes what it shows; Material keeps HTML.
    assert theme != "material" or "<img" not in site.read("search/search_index.json")


def test_sections_without_text_are_no_results_of_a_search(tmp_path: Path) -> None:
    run = {**RUN, "data/demo/run.yml": "title: A run\n"}
    config = {"theme": {"name": "material"}, "plugins": ["material/search", "roofline-report"]}
    site = build_site(tmp_path, {**run, "docs/index.md": "# Home\n\n## Metrics\n\nof ours\n"}, config=config)
    entries = json.loads(site.read("search/search_index.json"))["docs"]
    ours = [entry for entry in entries if entry["location"].startswith("performance/")]
    assert ours
    assert all(entry["text"] for entry in ours)
    assert [entry["location"] for entry in entries if entry["title"] == "Metrics"] == ["#metrics"]
    assert {"alpha", "beta", "A run"} <= {entry["title"] for entry in ours}
    # It is the search alone that passes over them.
    assert '<h2 data-search-exclude id="metrics">' in site.read("performance/runs/demo/alpha/index.html")


def test_charts_and_tables_are_not_in_the_search_index(tmp_path: Path) -> None:
    site = build_site(tmp_path, RUN, config={"plugins": ["search", "roofline-report"]})
    index = site.read("search/search_index.json")
    assert "alpha" in index
    assert "data-roofline" not in index
    # The words of the picture neither, though they are text of the page.
    assert ">Performance [warp GIPS]</text>" in site.read("performance/runs/demo/alpha/index.html")
    assert "[warp GIPS]" not in index
    assert "l2_read_transactions" not in index


def test_a_long_title_breaks_between_its_parts_and_is_found_whole(tmp_path: Path) -> None:
    name = "cross_entropy_forward_large(int)"
    files = {f"data/demo/{file}": content for file, content in nvprof_run(name).items()}
    site = build_site(tmp_path, files, config={"plugins": ["search", "roofline-report"]})
    slug = "cross-entropy-forward-large"
    (title,) = re.findall(r"<h1[^>]*>([^\n]*)</h1>", site.read(f"performance/runs/demo/{slug}/index.html"))
    assert title.startswith("cross_<wbr>entropy_<wbr>forward_<wbr>large")
    titles = {entry["title"] for entry in json.loads(site.read("search/search_index.json"))["docs"]}
    assert "cross_entropy_forward_large" in titles
