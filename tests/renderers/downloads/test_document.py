"""The JSON has the numbers of the CSV, and its schema is that of the fields."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

from roofline_report.domain.hardware import MemoryLevel
from roofline_report.renderers.downloads.run_fields import SCHEMA_VERSION
from roofline_report.renderers.downloads.schema import SCHEMA_FILE, load_schema, make_schema
from roofline_report.renderers.downloads.spreadsheet import safe_cell
from roofline_report.renderers.downloads.table import COLUMNS
from roofline_report.report.options import RunOptions
from tests.pipeline.folders import write
from tests.renderers.downloads.runs import all_runs, document_of, json_text, rows_of, sample_runs
from tests.renderers.pages.made_runs import SOLVE, run_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path


def cell_of(value: object) -> str:
    """Return what stands in the CSV for a value of the JSON."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    return safe_cell(value) if isinstance(value, str) else repr(value)


def rows_in(document: Mapping[str, Any]) -> Iterator[dict[str, str]]:
    """Yield the rows of the CSV, made from the document alone."""
    for kernel in document["kernels"]:
        for model in kernel["models"]:
            for level in model["levels"]:
                values = {**document, **kernel, **model, **level}
                yield {column: cell_of(values[column]) for column in COLUMNS}


def test_both_files_have_the_same_numbers() -> None:
    for run in all_runs().values():
        assert list(rows_in(document_of(run))) == rows_of(run)


def check(folder: Path, documents: Mapping[str, str]) -> subprocess.CompletedProcess[str]:
    write(folder, {SCHEMA_FILE: load_schema(), **documents})
    command = [sys.executable, "-m", "check_jsonschema", "--schemafile", str(folder / SCHEMA_FILE)]
    files = [str(folder / name) for name in documents]
    return subprocess.run([*command, *files], capture_output=True, text=True, check=False, timeout=120)


def test_every_document_is_what_the_schema_says(tmp_path: Path) -> None:
    documents = {f"{number}.json": json_text(run) for number, run in enumerate(all_runs().values())}
    result = check(tmp_path, documents)
    assert result.returncode == 0, result.stdout + result.stderr


def spoiled(**changes: object) -> str:
    return json.dumps({**document_of(sample_runs()["a100-kernels"]), **changes})


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"schema_version": 2}, "schema_version"),
        ({"gpu_time_s": -1.0}, "gpu_time_s"),
        ({"gpu_time_s": "1"}, "gpu_time_s"),
        ({"title": None}, "title"),
        ({"drawn_levels": ["l3"]}, "l3"),
        ({"device_origin": "nobody"}, "nobody"),
        ({"kernels": [{"kernel": "k"}]}, "label"),
    ],
)
def test_a_document_that_is_not_is_found(tmp_path: Path, change: dict[str, object], told: str) -> None:
    result = check(tmp_path, {"spoiled.json": spoiled(**change)})
    assert result.returncode == 1
    assert told in result.stdout


def test_the_schema_itself_is_valid(tmp_path: Path) -> None:
    write(tmp_path, {SCHEMA_FILE: load_schema()})
    command = [sys.executable, "-m", "check_jsonschema", "--check-metaschema", str(tmp_path / SCHEMA_FILE)]
    result = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert result.returncode == 0, result.stdout + result.stderr


def test_the_schema_that_is_shipped_is_that_of_the_fields() -> None:
    assert load_schema() == make_schema(), "make schema writes it"
    assert str(SCHEMA_VERSION) in SCHEMA_FILE


def names_in(schema: Mapping[str, Any], value: Any) -> None:
    """Check that a value has the keys of its schema, in their order, and no other."""
    if isinstance(value, dict):
        assert list(value) == list(schema["properties"]) == schema["required"]
        for name, part in value.items():
            names_in(schema["properties"][name], part)
    elif isinstance(value, list):
        for part in value:
            names_in(schema["items"], part)


def test_every_key_is_in_the_schema_and_always_there() -> None:
    for run in all_runs().values():
        names_in(json.loads(load_schema()), document_of(run))


def test_every_name_is_said_in_words() -> None:
    def properties(schema: dict[str, Any]) -> Iterator[dict[str, Any]]:
        for part in schema.get("properties", {}).values():
            yield part
            yield from properties(part.get("items", {}))

    found = list(properties(json.loads(load_schema())))
    assert len(found) > len(COLUMNS) + 20
    assert all(len(part["description"]) > 5 for part in found)


def test_the_text_is_ascii_with_a_line_for_each_kernel() -> None:
    for run in all_runs().values():
        text = json_text(run)
        assert text.isascii()
        assert text.endswith("]}\n")
        last = text.split('"kernels":[\n')[1].splitlines()
        assert len([line for line in last if line.startswith('{"kernel":')]) == len(run.kernels)


def test_facts_and_files_are_those_of_the_page() -> None:
    run = sample_runs()["a100-operators"]
    document = document_of(run)
    assert (document["run_id"], document["title"]) == (run.id, run.title)
    assert (document["device"], document["device_origin"]) == (run.device.name, run.device.origin.value)
    assert [file["sha256"] for file in document["files"]] == [file.sha256 for file in run.files]
    assert set(document["files"][0]) == {
        "file",
        "format",
        "size_bytes",
        "sha256",
        "profiler",
        "profiler_version",
        "programs",
    }
    assert [chart["model"] for chart in document["charts"]] == [each.model.value for each in run.models]


def test_ceilings_that_a_benchmark_reached_say_so() -> None:
    (chart,) = document_of(sample_runs()["a100-kernels"])["charts"]
    by_kind = {kind: [each for each in chart["ceilings"] if each["is_measured"] is kind] for kind in (True, False)}
    assert {each["origin"] for each in by_kind[True]} == {"measured"}
    assert {each["roof"] for each in by_kind[False]} == {"l1", "l2", "dram", "warp_instruction"}
    assert all(each["source"] for each in chart["ceilings"])
    assert {each["unit"] for each in chart["ceilings"]} == {"transactions/s", "warp instructions/s"}


def test_the_conventions_of_counting_are_said() -> None:
    document = document_of(run_of(SOLVE, options=RunOptions(levels=(MemoryLevel.L2,))))
    assert (document["shared_weight"], document["l2_atomics"], document["fp16"]) == (4.0, "once", "packed")
    assert document["drawn_levels"] == ["l2"]
