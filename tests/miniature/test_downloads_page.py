"""The page of the downloads is made from their fields, and what it shows works on the files of this site."""

from __future__ import annotations

import contextlib
import io
import json
import re
from typing import TYPE_CHECKING, Any

import pytest

from roofline_report.renderers.addresses import csv_path, json_path
from roofline_report.renderers.downloads.kernel_fields import CASE_FIELDS, DOT_FIELDS, KERNEL_FIELDS
from roofline_report.renderers.downloads.run_fields import (
    CEILING_FIELDS,
    CHART_FIELDS,
    FILE_FIELDS,
    RUN_FIELDS,
    SCHEMA_VERSION,
)
from roofline_report.renderers.downloads.schema import SCHEMA_FILE, load_schema
from roofline_report.renderers.downloads.table import COLUMNS
from tests.hosts.page_reading import read_tables_below
from tests.pipeline.folders import PROJECT
from tests.renderers.pages.made_runs import MANY

if TYPE_CHECKING:
    from collections.abc import Iterable

    from roofline_report.renderers.downloads.field import Field
    from tests.hosts.sites import BuiltSite

PAGE = (PROJECT / "docs" / "downloads.md").read_text(encoding="utf-8")
RUN = "performance/runs/v100s-transpose/v100s-transpose"

SECTIONS: dict[str, Iterable[Field[Any]]] = {
    "the-run": RUN_FIELDS,
    "a-kernel": KERNEL_FIELDS,
    "a-kernel-in-one-model": CASE_FIELDS,
    "a-kernel-in-one-model-at-one-level": DOT_FIELDS,
    "files": FILE_FIELDS,
    "charts": CHART_FIELDS,
    "ceilings": CEILING_FIELDS,
}


@pytest.mark.parametrize("section", SECTIONS)
def test_every_name_is_explained_with_its_unit_and_when_it_is_empty(own_site: BuiltSite, section: str) -> None:
    table = read_tables_below(own_site.read("downloads/index.html"))[section]
    fields = list(SECTIONS[section])
    assert [cells[0] for cells in table.rows] == [field.name for field in fields]
    for (_, meaning, empty), field in zip(table.rows, fields, strict=True):
        assert field.meaning in meaning
        assert empty == (field.empty or "never")
        assert field.unit in (None, "1") or f"in {field.unit}" in meaning
        assert all(word in meaning for word in field.words)


def test_every_column_is_in_one_of_the_tables() -> None:
    names = [field.name for section in list(SECTIONS)[:4] for field in SECTIONS[section]]
    assert set(COLUMNS) <= set(names)
    assert {"schema_version", "run_id", "device"} == set(COLUMNS[:3])


def examples(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)


def test_the_examples_run_on_a_file_of_this_site(own_site: BuiltSite, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir((own_site.folder / RUN).parent)
    said = []
    for example in examples("python"):
        with contextlib.redirect_stdout(io.StringIO()) as output:
            exec(compile(example, "docs/downloads.md", "exec"), {})  # noqa: S102 - it is ours
        said.append(output.getvalue().splitlines())
    by_hand, by_pandas = said
    assert [line.split()[:2] for line in by_hand] == [["transposeNaive", level] for level in ("L1", "L2", "HBM2")]
    assert all(float(number) > 0 for line in by_hand for number in line.split()[2:])
    assert float(by_pandas[0]) < 1e-9


def skeleton(value: Any) -> Any:
    """Return the keys of a value, and those of the first part of a list."""
    if isinstance(value, dict):
        return {name: skeleton(part) for name, part in value.items()}
    return [skeleton(value[0])] if isinstance(value, list) and value else None


def is_within(part: Any, whole: Any) -> bool:
    if isinstance(part, dict):
        return isinstance(whole, dict) and all(is_within(each, whole.get(name)) for name, each in part.items())
    return not isinstance(part, list) or (isinstance(whole, list) and is_within(part[0], whole[0]))


def test_the_outline_of_the_json_is_that_of_a_file(own_site: BuiltSite) -> None:
    (outline,) = examples("json")
    assert is_within(skeleton(json.loads(outline)), skeleton(json.loads(own_site.read(f"{RUN}.json"))))
    assert not is_within({"kernels": [{"nothing": {"more": None}}]}, skeleton(json.loads(own_site.read(f"{RUN}.json"))))


def test_the_schema_is_served_and_linked(own_site: BuiltSite) -> None:
    assert own_site.read(f"downloads/{SCHEMA_FILE}") == load_schema()
    assert f'href="{SCHEMA_FILE}"' in own_site.read("downloads/index.html")


def test_the_version_and_the_addresses_are_those_of_the_code() -> None:
    assert f"`schema_version`, which is {SCHEMA_VERSION}." in PAGE
    for path in (csv_path(MANY), json_path(MANY)):
        assert f"`performance/{path.replace('made', '<run>')}`" in PAGE
