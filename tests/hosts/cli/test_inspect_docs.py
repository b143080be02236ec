"""The page about inspecting shows what is printed, and explains every key and every word of it."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from roofline_report.renderers.inspection.files import STATUSES
from roofline_report.report.gaps import Need
from roofline_report.report.inspection import Outcome
from tests.hosts.cli import cases
from tests.hosts.cli.cases import CASES, OF_THE_PAGE, inspect

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

PAGE = cases.PAGE.read_text(encoding="utf-8")
KEYS = dict(re.findall(r"^\| `([\w.\[\]]+)` \| (.+) \|$", PAGE.partition("\n## JSON\n")[2], re.MULTILINE))


def keys_of(value: object, path: str = "") -> Iterator[str]:
    """Yield the path of every key that has no keys below it; the reasons of rows that were left out are data."""
    if isinstance(value, dict) and not path.endswith(".dropped"):
        for key, item in value.items():
            yield from keys_of(item, f"{path}.{key}" if path else str(key))
    elif isinstance(value, list) and any(isinstance(item, dict) for item in value):
        for item in value:
            yield from keys_of(item, f"{path}[]")
    else:
        yield path


def test_the_output_is_that_of_the_files_that_the_reader_has(tmp_path: Path) -> None:
    result = inspect(OF_THE_PAGE, tmp_path)
    assert result.exit_code == 0
    assert f"\n```text\n{result.stdout}```\n" in PAGE


def test_every_key_of_the_json_is_explained_and_no_other(tmp_path: Path) -> None:
    found: set[str] = set()
    for name, case in CASES.items():
        found.update(keys_of(json.loads(inspect(case, tmp_path / name, "--json").stdout)))
    # An empty list tells nothing of what would be in it; other files have the keys of those of a run.
    found = {key.replace("other_files[]", "runs[].files[]") for key in found}
    explained = set(KEYS) - {"other_files[]"}
    assert explained <= found
    assert all(
        key in explained or any(each.startswith(f"{key}[]") for each in explained) for key in found - {"other_files"}
    )


def test_every_word_that_a_value_may_be_is_explained() -> None:
    for status, words in STATUSES.items():
        assert f"| {words} | `{status}` |" in PAGE
    assert all(f"`{outcome}`" in KEYS["outcome"] for outcome in Outcome)
    assert all(f"`{need}`" in KEYS["runs[].missing[].need"] for need in Need)
