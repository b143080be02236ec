from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

import pytest

from roofline_report.configuration.document import load_text

if TYPE_CHECKING:
    from collections.abc import Callable

    from roofline_report.configuration.fields import Fields
    from roofline_report.domain.problem import Problem


class Basis(StrEnum):
    ONCE = "once"
    TWICE = "twice"


def fields_of(text: str) -> Fields:
    problems: list[Problem] = []
    fields = load_text(text, file="run.yml", problems=problems)
    assert fields is not None
    assert problems == []
    return fields


def test_typed_values_are_read() -> None:
    fields = fields_of(
        "title: My run\nweight: 4\nrows: 500\nenabled: off\natomics: twice\nlevels: [l1, dram]\n"
        "one: alone\nlabels: {'k_*': K, k2: 'two words'}\nweights: {m: 2, n: 0.5}\n"
    )

    assert fields.text("title") == "My run"
    assert fields.number("weight") == 4.0
    assert fields.integer("rows") == 500
    assert fields.boolean("enabled") is False
    assert fields.choice("atomics", tuple(Basis)) is Basis.TWICE
    assert fields.text_list("levels") == ("l1", "dram")
    assert fields.text_list("one") == ("alone",)
    assert fields.text_pairs("labels") == (("k_*", "K"), ("k2", "two words"))
    assert fields.number_pairs("weights") == (("m", 2.0), ("n", 0.5))
    fields.finish()
    assert fields.problems == []


@pytest.mark.parametrize("text", ["other: 1\n", "key:\nother: 1\n", "key: null\nother: 1\n"])
def test_an_absent_key_is_none_or_the_default(text: str) -> None:
    fields = fields_of(text)

    assert fields.text("key") is None
    assert fields.text("key", default="t") == "t"
    assert fields.number("key") is None
    assert fields.number("key", default=4.0) == 4.0
    assert fields.integer("key", default=20) == 20
    assert fields.boolean("key") is None
    assert fields.boolean("key", default=True) is True
    assert fields.choice("key", tuple(Basis)) is None
    assert fields.choice("key", tuple(Basis), default=Basis.ONCE) is Basis.ONCE
    assert fields.choices("key", tuple(Basis)) is None
    assert fields.text_list("key") is None
    assert fields.fields("key") is None
    assert fields.items("key") == ()
    assert fields.text_pairs("key") == ()
    assert fields.value_with_unit("key", ("byte/s",)) is None
    assert not fields.has("key")
    assert fields.problems == []


def test_a_default_does_not_hide_a_zero() -> None:
    fields = fields_of("nav_runs: 0\nweight: 0.0\nenabled: false\n")

    assert fields.integer("nav_runs", default=20) == 0
    assert fields.number("weight", default=4.0) == 0.0
    assert fields.boolean("enabled", default=True) is False


@pytest.mark.parametrize(
    ("value", "read"),
    [
        ("[a]", lambda fields: fields.text("key")),
        ("{a: b}", lambda fields: fields.text("key")),
        ("'  '", lambda fields: fields.text("key")),
        ("many", lambda fields: fields.number("key")),
        ("'4'", lambda fields: fields.number("key")),
        (".nan", lambda fields: fields.number("key")),
        (".inf", lambda fields: fields.number("key")),
        ("1e999", lambda fields: fields.number("key")),
        ("0x10", lambda fields: fields.number("key")),
        ("1:30", lambda fields: fields.number("key")),
        ("true", lambda fields: fields.number("key")),
        ("0", lambda fields: fields.number("key", above=0)),
        ("-1", lambda fields: fields.number("key", minimum=0)),
        ("1.5", lambda fields: fields.integer("key")),
        ("1e3", lambda fields: fields.integer("key")),
        ("9" * 30, lambda fields: fields.integer("key")),
        ("0", lambda fields: fields.integer("key", minimum=1)),
        ("1", lambda fields: fields.boolean("key")),
        ("'true'", lambda fields: fields.boolean("key")),
        ("thrice", lambda fields: fields.choice("key", tuple(Basis))),
        ("[once]", lambda fields: fields.choice("key", tuple(Basis))),
        ("{a: b}", lambda fields: fields.text_list("key")),
        ("words", lambda fields: fields.fields("key")),
        ("[a]", lambda fields: fields.fields("key")),
        ("1134", lambda fields: fields.value_with_unit("key", ("byte/s",))),
        ("[1 GB/s]", lambda fields: fields.value_with_unit("key", ("byte/s",))),
        ("yes", lambda fields: fields.value_with_unit("key", ("byte/s",))),
    ],
)
def test_a_value_that_does_not_fit_is_one_problem_at_its_line(value: str, read: Callable[[Fields], object]) -> None:
    fields = fields_of(f"# a comment\nkey: {value}\n")

    assert read(fields) is None
    assert [(problem.file, problem.line) for problem in fields.problems] == [("run.yml", 2)]
    assert fields.problems[0].summary.startswith('"key" ')
    assert fields.problems[0].found
    assert fields.problems[0].expected


def test_a_wrong_value_gives_the_default_and_a_problem() -> None:
    fields = fields_of("rows: many\nweight: -1\n")

    assert fields.integer("rows", default=500) == 500
    assert fields.number("weight", above=0, default=4.0) == 4.0
    assert [problem.line for problem in fields.problems] == [1, 2]
    assert fields.problems[1].expected == "a number above 0"


@pytest.mark.parametrize("text", ["1e31", "-1e99", "1e-31"])
def test_what_nothing_can_be_is_no_number(text: str) -> None:
    fields = fields_of(f"weight: {text}\n")

    assert fields.number("weight", default=4.0) == 4.0
    assert [problem.found for problem in fields.problems] == [text]
    assert fields.problems[0].remedy


def test_exponents_without_a_dot_are_numbers() -> None:
    assert fields_of("a: 1e9\n").number("a") == 1e9


def test_an_unknown_key_names_the_nearest_known_one() -> None:
    fields = fields_of("tittle: x\nweird: y\nTITLE: z\n")
    fields.text("title")
    fields.text("baseline")

    fields.finish()

    assert [(problem.line, problem.remedy) for problem in fields.problems] == [
        (1, 'did you mean "title"?'),
        (2, None),
        (3, 'did you mean "title"?'),
    ]
    assert {problem.expected for problem in fields.problems} == {"one of: title, baseline"}


def test_finish_covers_nested_mappings_once() -> None:
    fields = fields_of("kernels:\n  includ: [a]\nceilings:\n  - roof: l1\n    valeu: 3\n")
    kernels = fields.fields("kernels")
    assert kernels is not None
    kernels.text_list("include")
    for item in fields.items("ceilings"):
        item.text("roof")
        item.text("value")
        item.finish()

    fields.finish()
    fields.finish()

    assert sorted((problem.line, problem.summary) for problem in fields.problems) == [
        (2, '"includ" in "kernels" is not a key that is known here'),
        (5, '"valeu" in entry 1 of "ceilings" is not a key that is known here'),
    ]


def test_asking_twice_for_a_nested_mapping_gives_the_same_view() -> None:
    fields = fields_of("a: {b: 1}\nc: [{d: 1}]\n")

    assert fields.fields("a") is fields.fields("a")
    assert fields.items("c") == fields.items("c")


def test_many_unknown_keys_are_counted_rather_than_listed() -> None:
    fields = fields_of("".join(f"key{number}: x\n" for number in range(5000)))

    fields.finish()

    assert len(fields.problems) == 21
    assert fields.problems[-1].summary == "4980 more keys are not known here"


def test_a_word_of_a_list_is_checked_and_named_once() -> None:
    fields = fields_of("levels: [once, twise, once]\n")

    assert fields.choices("levels", tuple(Basis)) == (Basis.ONCE,)
    assert [(problem.found, problem.remedy) for problem in fields.problems] == [("twise", 'did you mean "twice"?')]


def test_an_item_that_is_no_text_is_named_with_its_line() -> None:
    fields = fields_of("include:\n  - a\n  - {b: c}\n  -\n  - d\n")

    assert fields.text_list("include") == ("a", "d")
    assert [problem.line for problem in fields.problems] == [3, 4]


def test_an_entry_that_is_no_mapping_is_named_and_the_rest_is_read() -> None:
    fields = fields_of("ceilings:\n  - words\n  - {roof: l1}\n")

    assert [item.text("roof") for item in fields.items("ceilings")] == ["l1"]
    assert [(problem.line, problem.found) for problem in fields.problems] == [(2, "words")]


def test_a_wrong_item_keeps_its_number_in_later_messages() -> None:
    fields = fields_of("ceilings:\n  - words\n  - {roof: [l1]}\n")
    for item in fields.items("ceilings"):
        item.text("roof")

    assert fields.problems[-1].summary.startswith('"roof" in entry 2 of "ceilings"')


def test_a_list_of_entries_must_be_a_list() -> None:
    fields = fields_of("ceilings: {roof: l1}\n")

    assert fields.items("ceilings") == ()
    assert [problem.found for problem in fields.problems] == ["a mapping"]


def test_pairs_leave_out_what_does_not_fit() -> None:
    fields = fields_of("labels:\n  a: A\n  b: [B]\nweights:\n  m: two\n  n: 3\n")

    assert fields.text_pairs("labels") == (("a", "A"),)
    assert fields.number_pairs("weights") == (("n", 3.0),)
    assert [problem.line for problem in fields.problems] == [3, 5]


def test_words_by_pattern_leave_out_what_is_not_known() -> None:
    fields = fields_of("markers:\n  a: once\n  b: thrice\n")

    assert fields.word_pairs("markers", tuple(Basis)) == (("a", Basis.ONCE),)
    assert fields.word_pairs("absent", tuple(Basis)) == ()
    assert [(problem.line, problem.found) for problem in fields.problems] == [(3, "thrice")]


def test_weights_are_a_text_a_list_or_a_mapping() -> None:
    fields = fields_of("one: a\nsome: [a, b]\nweighted: {a: 0.5, b: 2}\n")

    assert fields.weights("one") == (("a", 1.0),)
    assert fields.weights("some") == (("a", 1.0), ("b", 1.0))
    assert fields.weights("weighted") == (("a", 0.5), ("b", 2.0))
    assert fields.weights("absent") == ()
    assert fields.problems == []


def test_a_size_is_read_in_bytes() -> None:
    fields = fields_of("size: 2 MB\nwrong: 2 GB/s\n")

    assert fields.byte_count("size", default=7) == 2_000_000
    assert fields.byte_count("absent", default=7) == 7
    assert fields.byte_count("wrong", default=7) == 7
    assert [problem.line for problem in fields.problems] == [2]


def test_an_absent_list_is_its_default() -> None:
    fields = fields_of("empty: []\nwrong: {a: b}\n")

    assert fields.text_list("absent", default=("a",)) == ("a",)
    assert fields.choices("absent", tuple(Basis), default=(Basis.ONCE,)) == (Basis.ONCE,)
    assert fields.text_list("empty", default=("a",)) == ()
    assert fields.text_list("wrong", default=("a",)) == ("a",)


def test_a_caller_adds_a_problem_of_its_own_at_the_line() -> None:
    fields = fields_of("a: 1\nbaseline: nowhere\n")

    fields.problem("baseline", "names a run that does not exist", expected="a run id", remedy="look at the overview")

    assert fields.problems[0].in_one_line() == (
        'run.yml:2: "baseline" names a run that does not exist; found: nowhere; expected: a run id; '
        "remedy: look at the overview"
    )


def test_a_missing_key_is_reported_at_its_mapping() -> None:
    fields = fields_of("a:\n  b: 1\n").fields("a")
    assert fields is not None

    assert not fields.require("source", expected="where the number stands")
    assert fields.problems[0].in_one_line() == (
        'run.yml:2: "source" in "a" is missing; remedy: add source: where the number stands'
    )


def test_a_minimum_itself_is_allowed() -> None:
    fields = fields_of("rows: 1\nshare: 0\n")

    assert fields.integer("rows", minimum=1) == 1
    assert fields.number("share", minimum=0) == 0.0
