"""Settings are checked once; what is wrong is told all at once, with the nearest valid word."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from roofline_report.domain.conventions import AtomicsCount
from roofline_report.domain.errors import SettingsError
from roofline_report.domain.hardware import MemoryLevel
from roofline_report.pipeline.settings import OnProblem
from tests.pipeline.folders import settings_in, write

if TYPE_CHECKING:
    from pathlib import Path


def problems_of(root: Path, **options: object) -> str:
    with pytest.raises(SettingsError) as caught:
        settings_in(root, **options)
    return str(caught.value)


def test_nothing_has_to_be_set(tmp_path: Path) -> None:
    settings = settings_in(tmp_path)
    assert (settings.enabled, settings.data_dirs, settings.devices_dir) == (True, ("data",), None)
    assert (settings.section, settings.path) == ("Performance", "performance")
    assert (settings.nav_runs, settings.table_rows, settings.history_limit) == (20, 500, 50)
    assert settings.on_problem is OnProblem.WARN


def test_options_override_the_settings_file_key_by_key(tmp_path: Path) -> None:
    write(tmp_path, {"roofline.yml": "section: Rooflines\nnav_runs: 3\ntransactions: {shared_weight: 1}\n"})
    settings = settings_in(tmp_path, nav_runs=5, transactions={"l2_atomics": "twice"})
    assert (settings.section, settings.nav_runs) == ("Rooflines", 5)
    assert settings.runs is not None
    conventions = settings.runs.options.conventions
    assert (conventions.shared_weight, conventions.l2_atomics) == (1, AtomicsCount.TWICE)


def test_keys_of_run_yml_are_defaults_for_every_run(tmp_path: Path) -> None:
    settings = settings_in(tmp_path, levels=["l2", "dram"], device="Tesla T4")
    assert settings.runs is not None
    assert settings.runs.options.levels == (MemoryLevel.L2, MemoryLevel.DRAM)
    assert settings.runs.options.device == "Tesla T4"


def test_data_dir_may_be_a_list(tmp_path: Path) -> None:
    assert settings_in(tmp_path, data_dir=["a", "b"]).data_dirs == ("a", "b")


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"secton": "x"}, ["secton", 'did you mean "section"?', "mkdocs.yml"]),
        ({"nav_runs": "many"}, ["nav_runs", "many", "number"]),
        ({"nav_runs": -1}, ["nav_runs", "-1"]),
        ({"table_rows": 0}, ["table_rows", "0"]),
        ({"enabled": "perhaps"}, ["enabled", "perhaps"]),
        ({"on_problem": "fial"}, ["on_problem", "fial", "fail"]),
        ({"charts": ["rofline"]}, ["charts", "rofline", "roofline"]),
        ({"levels": ["l3"]}, ["levels", "l3", "l1"]),
        ({"data_dir": []}, ["data_dir", "empty list"]),
        ({"levels": []}, ["levels", "empty list"]),
        ({"path": "../up"}, ["path", "../up"]),
        ({"path": "Über"}, ["path", "Über"]),
        ({"transactions": {"shared_weigth": 4}}, ["shared_weigth", "shared_weight"]),
        ({"transactions": {"shared_weight": 0}}, ["shared_weight", "0"]),
        ({"kernels": {"colors": {"k*": "url(x)"}}}, ["k*", "url(x)", "colour"]),
        ({"kernels": {"markers": {"k*": "circel"}}}, ["circel", "circle"]),
        ({"ceilings": [{"roof": "dram", "value": "900 GB", "source": "s"}]}, ["ceilings", "900 GB"]),
        ({"metrics": {"dram_sector": "x"}}, ["dram_sector", "dram_sectors"]),
        ({"limits": {"file_size": "10"}}, ["file_size", "10"]),
    ],
)
def test_what_is_wrong_is_told_with_what_would_be_right(
    tmp_path: Path, options: dict[str, object], words: list[str]
) -> None:
    message = problems_of(tmp_path, **options)
    for word in words:
        assert word in message


def test_every_problem_is_told_and_those_of_the_file_with_their_line(tmp_path: Path) -> None:
    write(tmp_path, {"roofline.yml": "section: x\nnav_run: 3\n"})
    message = problems_of(tmp_path, tabel_rows=5)
    assert "roofline.yml:2" in message
    assert "nav_run" in message
    assert "tabel_rows" in message


def test_only_what_exists_is_watched(tmp_path: Path) -> None:
    assert settings_in(tmp_path).watched() == ()
    write(tmp_path, {"data/a/x.csv": "", "roofline.yml": "devices_dir: devices\n", "devices/d.yaml": ""})
    watched = [path.relative_to(tmp_path).as_posix() for path in settings_in(tmp_path).watched()]
    assert watched == ["data", "devices", "roofline.yml"]


def test_metrics_may_be_a_name_a_list_or_weights(tmp_path: Path) -> None:
    runs = settings_in(
        tmp_path,
        metrics={"duration": "my_time", "dram_sectors": ["a", "b"], "l2_sectors": {"c": 1, "d": 0.5}},
    ).runs
    assert runs is not None
    assert {quantity.value: terms for quantity, terms in runs.metrics.items()} == {
        "duration": (("my_time", 1.0),),
        "dram_sectors": (("a", 1.0), ("b", 1.0)),
        "l2_sectors": (("c", 1.0), ("d", 0.5)),
    }
