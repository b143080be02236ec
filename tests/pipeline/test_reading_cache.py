from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from roofline_report.pipeline.generate import generate
from roofline_report.pipeline.reading_cache import ReadingCache
from roofline_report.readers.discovery import DataFile
from roofline_report.readers.limits import Limits
from tests.pipeline.folders import nvprof_run, settings_in, timing, write

if TYPE_CHECKING:
    import pytest


def file_in(root: Path) -> DataFile:
    write(root, {"timing.csv": timing("alpha(int)")})
    return DataFile(path=root / "timing.csv", shown_as="data/timing.csv")


def test_a_file_is_read_again_only_when_it_changed(tmp_path: Path) -> None:
    file, cache = file_in(tmp_path), ReadingCache()
    first = cache.read(file, limits=Limits())
    assert cache.read(file, limits=Limits()) is first
    os.utime(file.path, ns=(1, 1))
    again = cache.read(file, limits=Limits())
    assert again is not first
    assert again == first
    assert cache.paths == (file.path,)


def test_only_the_latest_reading_of_a_file_is_kept(tmp_path: Path) -> None:
    file, cache = file_in(tmp_path), ReadingCache()
    os.utime(file.path, ns=(1, 1))
    first = cache.read(file, limits=Limits())
    os.utime(file.path, ns=(2, 2))
    cache.read(file, limits=Limits())
    os.utime(file.path, ns=(1, 1))
    assert cache.read(file, limits=Limits()) is not first
    assert cache.paths == (file.path,)


def test_a_file_is_read_again_under_other_limits(tmp_path: Path) -> None:
    file, cache = file_in(tmp_path), ReadingCache()
    assert cache.read(file, limits=Limits()).groups
    assert not cache.read(file, limits=Limits(file_bytes=10)).groups


def test_a_file_that_goes_away_between_finding_and_reading_is_a_problem(tmp_path: Path) -> None:
    file, cache = file_in(tmp_path), ReadingCache()
    file.path.unlink()
    reading = cache.read(file, limits=Limits())
    assert reading.groups == ()
    assert [problem.file for problem in reading.problems] == ["data/timing.csv"]
    assert cache.paths == ()


def test_a_second_build_with_nothing_changed_opens_no_profiler_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = {f"data/demo/{name}": text for name, text in nvprof_run("k(int)").items()}
    settings = settings_in(write(tmp_path, {**files, "data/demo/notes.txt": "notes\n", "data/other/log.csv": "a,b\n"}))
    opened: list[str] = []
    original = Path.open

    def watched(path: Path, *arguments: Any, **more: Any) -> object:
        opened.extend([path.name] if path.is_relative_to(tmp_path) else [])
        return original(path, *arguments, **more)

    monkeypatch.setattr(Path, "open", watched)
    cache = ReadingCache()
    first = generate(settings, cache=cache)
    assert {*opened} >= {"timing.csv", "metrics.csv", "events.csv", "notes.txt", "log.csv"}
    opened.clear()
    assert generate(settings, cache=cache).pages == first.pages
    assert opened == []
    monkeypatch.undo()
    (tmp_path / "data" / "demo" / "events.csv").write_text("changed\n", encoding="utf-8")
    monkeypatch.setattr(Path, "open", watched)
    generate(settings, cache=cache)
    assert {*opened} == {"events.csv"}
