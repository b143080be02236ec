"""Settings that come as Python values, as MkDocs gives them: without lines, and of any type."""

from __future__ import annotations

import datetime as dt
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roofline_report.configuration.fields import Fields
from roofline_report.domain.profile import GroupBy

if TYPE_CHECKING:
    from collections.abc import Callable


def plain(mapping: dict[Any, Any]) -> Fields:
    return Fields.of_mapping(mapping, file="mkdocs.yml", problems=[])


def test_plain_python_values_are_read_without_lines() -> None:
    fields = plain(
        {
            "enabled": True,
            "nav_runs": 20,
            "weight": 0.5,
            "data_dir": ["a", "b"],
            "section": "Performance",
            "path": PurePosixPath("perf"),
            "date": dt.date(2026, 11, 2),
            "devices_dir": None,
            "kernels": {"labels": {"k": "K"}},
        }
    )

    assert fields.boolean("enabled") is True
    assert fields.integer("nav_runs") == 20
    assert fields.number("weight") == 0.5
    assert fields.text_list("data_dir") == ("a", "b")
    assert fields.text("section") == "Performance"
    assert fields.text("path") == "perf"
    assert fields.text("date") == "2026-11-02"
    assert fields.text("devices_dir") is None
    kernels = fields.fields("kernels")
    assert kernels is not None
    assert kernels.text_pairs("labels") == (("k", "K"),)
    fields.finish()
    assert fields.problems == []


def test_problems_of_plain_values_have_a_file_and_no_line() -> None:
    fields = plain({"nav_runs": "20", "onproblem": "warn"})

    assert fields.integer("nav_runs", default=20) == 20
    fields.text("on_problem")
    fields.finish()

    assert [(problem.file, problem.line, problem.remedy) for problem in fields.problems] == [
        ("mkdocs.yml", None, None),
        ("mkdocs.yml", None, 'did you mean "on_problem"?'),
    ]


def test_plain_keys_that_are_no_text_are_a_problem() -> None:
    fields = plain({7: "x", "title": "T", None: 1})

    assert fields.keys == ("title",)
    assert [problem.found for problem in fields.problems] == ["7", "null"]


def test_plain_values_that_hold_themselves_are_a_problem() -> None:
    endless: dict[str, Any] = {}
    endless["again"] = endless

    fields = plain(endless)

    assert fields.keys == ()
    assert [problem.summary for problem in fields.problems] == ["the settings hold too much"]


@pytest.mark.parametrize(
    "value", [b"bytes", {1, 2}, object(), float("nan"), float("inf"), pytest.param(10**5000, id="huge"), 1j]
)
def test_plain_values_of_odd_types_are_a_problem_and_no_number(value: object) -> None:
    fields = plain({"key": value})

    assert fields.number("key") is None
    assert len(fields.problems) == 1


READERS: tuple[Callable[[Fields, str], object], ...] = (
    lambda fields, key: fields.text(key),
    lambda fields, key: fields.number(key, minimum=0),
    lambda fields, key: fields.integer(key),
    lambda fields, key: fields.boolean(key),
    lambda fields, key: fields.choice(key, tuple(GroupBy)),
    lambda fields, key: fields.choices(key, tuple(GroupBy)),
    lambda fields, key: fields.text_list(key),
    lambda fields, key: fields.fields(key),
    lambda fields, key: fields.text_pairs(key),
    lambda fields, key: fields.word_pairs(key, tuple(GroupBy)),
    lambda fields, key: fields.weights(key),
    lambda fields, key: fields.value_with_unit(key, ("hz", "1")),
)
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20) | st.binary(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5) | st.integers(), inner, max_size=3),
    max_leaves=8,
)


@given(value=values, read=st.sampled_from(READERS))
def test_no_value_raises_and_none_is_lost_without_a_problem(
    value: object, read: Callable[[Fields, str], object]
) -> None:
    fields = plain({"key": value})

    found = read(fields, "key")
    fields.finish()

    assert value is None or found is not None or fields.problems
    assert value is not None or found in (None, ())
