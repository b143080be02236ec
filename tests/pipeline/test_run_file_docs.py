"""The run.yml that the data-folder page shows has every key, and nothing in it is wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING

import yaml

from roofline_report.configuration.document import load_text
from roofline_report.pipeline.run_settings import RunSettings, list_run_keys, read_run_settings
from tests.pipeline.folders import PROJECT

if TYPE_CHECKING:
    from roofline_report.domain.problem import Problem


def example_run_file() -> str:
    page = (PROJECT / "docs" / "data-folder.md").read_text(encoding="utf-8")
    _, _, section = page.partition("\n## run.yml\n")
    return section.partition("```yaml\n")[2].partition("```")[0]


def test_the_example_is_read_without_a_problem() -> None:
    problems: list[Problem] = []
    fields = load_text(example_run_file(), file="run.yml", problems=problems)
    assert fields is not None
    run = read_run_settings(fields, over=RunSettings(), given_in="run.yml")
    fields.finish()
    assert problems == []
    assert run.options.kernels.labels == (("stencil<*", "stencil"),)


def test_the_example_has_every_key() -> None:
    written = yaml.safe_load(example_run_file())
    keys = {key.name: {part.name for part in key.parts} for key in list_run_keys()}
    assert set(written) == set(keys)
    for section in ("kernels", "transactions", "flop"):
        assert set(written[section]) == keys[section]
    assert set(written["ceilings"][0]) == keys["ceilings"]
