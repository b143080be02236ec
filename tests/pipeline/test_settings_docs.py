"""The settings page names every key with its default, and the run.yml of the data-folder page has every key.

Keys, defaults and words are taken from what the settings themselves say when they are given something wrong.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
import yaml

from roofline_report.configuration.document import load_text
from roofline_report.domain.errors import SettingsError
from roofline_report.pipeline.run_settings import RunSettings, read_run_settings
from roofline_report.pipeline.settings import Settings
from roofline_report.readers.registry import list_formats
from tests.pipeline.folders import PROJECT, settings_in

if TYPE_CHECKING:
    from pathlib import Path

    from roofline_report.domain.problem import Problem

WRONG = "no-such-word"
WITHOUT_DEFAULT = ("none", "required")
NESTED = ("limits", "kernels", "ceilings", "transactions", "metrics")
SITE, RUN = "Keys of the site", "Keys of a run"
# Keys whose attribute has another name than the key.
ATTRIBUTES = {"data_dir": "data_dirs", "file_size": "file_bytes", "transactions": "rules"}


def docs(name: str) -> str:
    return (PROJECT / "docs" / name).read_text(encoding="utf-8")


def rows_of(section: str) -> dict[str, list[str]]:
    """Return the cells of the table below a heading of settings.md, by key."""
    _, _, rest = docs("settings.md").partition(f"# {section}\n")
    body = re.split(r"^#", rest, maxsplit=1, flags=re.MULTILINE)[0]
    found = {}
    for line in body.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("| **"):
            found[cells[0].strip("*")] = cells[1:]
    return found


def known_keys(section: str) -> set[str]:
    """Return the keys that the settings know, from what they say of one that they do not."""
    nested: dict[str, object] = {key: {WRONG: 1} for key in NESTED}
    nested["ceilings"] = [{WRONG: 1}]
    options = {WRONG: 1} if section in (SITE, RUN) else {section: nested[section]}
    with pytest.raises(SettingsError) as caught:
        settings_in(PROJECT / "docs", **options)
    told = [problem for problem in caught.value.problems if problem.summary.startswith(f'"{WRONG}"')]
    assert len(told) == 1
    return words_in(told[0])


def words_in(problem: Problem) -> set[str]:
    return set((problem.expected or "").removeprefix("one of: ").split(", "))


def defaults_of(section: str) -> object:
    settings = Settings(root=PROJECT)
    return {
        SITE: settings,
        "limits": settings.limits,
        RUN: settings.runs.options,
        "kernels": settings.runs.options.kernels,
        "transactions": settings.runs.options.rules,
    }[section]


def test_every_key_is_on_the_page_and_no_other() -> None:
    assert set(rows_of(SITE)) | set(rows_of(RUN)) == known_keys(SITE)
    assert not set(rows_of(SITE)) & set(rows_of(RUN))


@pytest.mark.parametrize("section", NESTED)
def test_every_nested_key_is_on_the_page_and_no_other(section: str) -> None:
    assert set(rows_of(section)) == known_keys(section)


@pytest.mark.parametrize("section", [SITE, RUN, *NESTED])
def test_every_key_has_a_default_a_type_and_a_meaning(section: str) -> None:
    for key, cells in rows_of(section).items():
        assert len(cells) == 3, key
        assert all(cells), key


def test_settings_made_of_the_defaults_of_the_page_are_the_defaults(tmp_path: Path) -> None:
    options = written_defaults(SITE) | written_defaults(RUN)
    options |= {section: written_defaults(section) for section in ("limits", "kernels", "transactions")}
    assert len(options) > 10
    assert settings_in(tmp_path, **options) == Settings(root=tmp_path)


def written_defaults(section: str) -> dict[str, object]:
    return {key: yaml.safe_load(cells[0]) for key, cells in rows_of(section).items() if cells[0] not in WITHOUT_DEFAULT}


@pytest.mark.parametrize("section", [SITE, "limits", RUN, "kernels", "transactions"])
def test_a_key_without_a_written_default_has_none(section: str) -> None:
    values = defaults_of(section)
    for key, cells in rows_of(section).items():
        if key in NESTED or key in ("group_by", *written_defaults(section)):
            continue
        assert cells[0] == "none"
        assert not getattr(values, ATTRIBUTES.get(key, key)), key


def test_only_what_a_ceiling_must_have_is_called_required() -> None:
    with pytest.raises(SettingsError) as caught:
        settings_in(PROJECT / "docs", ceilings=[{}])
    missing = {problem.summary.split('"')[1] for problem in caught.value.problems}
    assert missing == {key for key, cells in rows_of("ceilings").items() if cells[0] == "required"}


@pytest.mark.parametrize(
    ("section", "key", "options"),
    [
        (SITE, "on_problem", {"on_problem": WRONG}),
        (SITE, "charts", {"charts": [WRONG]}),
        (RUN, "group_by", {"group_by": WRONG}),
        (RUN, "levels", {"levels": [WRONG]}),
        ("kernels", "markers", {"kernels": {"markers": {"*": WRONG}}}),
        ("ceilings", "roof", {"ceilings": [{"roof": WRONG, "value": "1 GB/s", "source": "s"}]}),
        ("ceilings", "origin", {"ceilings": [{"roof": "l2", "value": "1 GB/s", "source": "s", "origin": WRONG}]}),
        ("transactions", "l2_atomics", {"transactions": {"l2_atomics": WRONG}}),
    ],
)
def test_every_word_that_a_key_knows_is_named(section: str, key: str, options: dict[str, object]) -> None:
    with pytest.raises(SettingsError) as caught:
        settings_in(PROJECT / "docs", **options)
    (problem,) = caught.value.problems
    row = " ".join(rows_of(section)[key])
    assert words_in(problem) <= set(re.findall(r"[a-z0-9_]+", row))


def example_run_file() -> str:
    _, _, section = docs("data-folder.md").partition("\n## run.yml\n")
    return section.partition("```yaml\n")[2].partition("```")[0]


def test_the_example_of_a_run_file_has_every_key_and_none_that_is_wrong() -> None:
    problems: list[Problem] = []
    fields = load_text(example_run_file(), file="run.yml", problems=problems)
    assert fields is not None
    run = read_run_settings(fields, over=RunSettings(), given_in="run.yml")
    fields.finish()
    assert problems == []
    assert set(fields.keys) == set(rows_of(RUN))
    assert run.options.kernels.labels == (("stencil<*", "stencil"),)
    written = yaml.safe_load(example_run_file())
    for section in ("kernels", "transactions"):
        assert set(written[section]) == known_keys(section)
    assert set(written["ceilings"][0]) == known_keys("ceilings")


def test_the_data_folder_page_lists_every_format_that_is_read() -> None:
    for profiler, name in list_formats():
        assert f"| {profiler} | {name} |" in docs("data-folder.md")
