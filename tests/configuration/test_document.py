from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from roofline_report.configuration.document import MAX_BYTES, load_file, load_text

if TYPE_CHECKING:
    from pathlib import Path

    from roofline_report.configuration.fields import Fields
    from roofline_report.domain.problem import Problem


def load(text: str) -> tuple[Fields | None, list[Problem]]:
    problems: list[Problem] = []
    return load_text(text, file="run.yml", problems=problems), problems


def loaded(text: str) -> Fields:
    fields, problems = load(text)
    assert problems == []
    assert fields is not None
    return fields


@pytest.mark.parametrize("text", ["", "\n\n", "# only a comment\n", "---\n", "~\n", "\ufeff"])
def test_an_empty_file_has_no_keys(text: str) -> None:
    assert loaded(text).keys == ()


def test_keys_keep_their_order_and_their_lines() -> None:
    fields = loaded("# first\ntitle: A\n\nkernels:\n  include: ['k*']\nbaseline: b\n")

    assert fields.keys == ("title", "kernels", "baseline")
    assert [fields.line(key) for key in fields.keys] == [2, 4, 6]
    kernels = fields.fields("kernels")
    assert kernels is not None
    assert kernels.line("include") == 5


@pytest.mark.parametrize(
    "written",
    ["2026-11-02", "1234567", "0123e45", "535.10", "0x1f", "1:30", "yes", "1_000", "=", "2026-11-02 10:00:00"],
)
def test_a_text_comes_as_it_was_written(written: str) -> None:
    assert loaded(f"commit: {written}\n").text("commit") == written


def test_a_key_that_stands_twice_is_a_problem_and_the_first_counts() -> None:
    fields, problems = load("title: one\ndate: x\ntitle: two\n")

    assert fields is not None
    assert fields.text("title") == "one"
    assert [(problem.place, problem.summary) for problem in problems] == [("run.yml:3", 'the key "title" stands twice')]
    assert "line 1" in (problems[0].remedy or "")


def test_a_nested_key_that_stands_twice_is_found_too() -> None:
    _, problems = load("kernels:\n  include: [a]\n  include: [b]\n")

    assert [problem.line for problem in problems] == [3]


def test_a_tab_is_named_with_its_line() -> None:
    fields, problems = load("kernels:\n\tinclude: a\n")

    assert fields is None
    assert [(problem.line, problem.found, problem.remedy) for problem in problems] == [
        (2, "a tab where a space belongs", "use spaces before keys and values")
    ]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("a: 1\nb: [1, 2\n", 3),
        ("a: b: c\n", 1),
        ("a: 1\nb: *nobody\n", 2),
        ("a: 1\n---\nb: 2\n", 2),
        ("a: 1\nb: \x07\n", 2),
        ("a: 'never closed\n", 2),
        ("a: 1\n  b: 2\n", 2),
    ],
)
def test_broken_yaml_is_one_problem_with_its_line(text: str, line: int) -> None:
    fields, problems = load(text)

    assert fields is None
    assert [problem.summary for problem in problems] == ["the file is not valid YAML"]
    assert problems[0].found
    assert problems[0].remedy
    # PyYAML counts the end of the text as a line of its own or not, by version.
    assert problems[0].line in (line, line - 1)


@pytest.mark.parametrize("text", ['a: "\\U99999999"\n', 'a: "\\UFFFFFFFF"\n', f"%YAML {'1' * 5000}.1\n---\na: 1\n"])
def test_what_pyyaml_does_not_catch_is_a_problem_too(text: str) -> None:
    fields, problems = load(text)

    assert fields is None
    assert len(problems) == 1


@pytest.mark.parametrize(
    ("text", "found"), [("- a\n- b\n", "a list"), ("just words\n", "a single value"), ("3\n", "a single value")]
)
def test_a_file_without_keys_is_a_problem(text: str, found: str) -> None:
    fields, problems = load(text)

    assert fields is None
    assert [(problem.line, problem.found) for problem in problems] == [(1, found)]


@pytest.mark.parametrize("key", ["7", "yes", "1.5", "~", "2026-11-02", "[a]", "{a: b}"])
def test_a_key_that_is_no_text_is_a_problem_and_left_out(key: str) -> None:
    fields, problems = load(f"title: T\n? {key}\n: x\n")

    assert fields is not None
    assert fields.keys == ("title",)
    assert [(problem.line, problem.remedy) for problem in problems] == [(2, "put the key in quotes")]


def test_a_quoted_number_is_a_key() -> None:
    assert loaded("'7': x\n").keys == ("7",)


@pytest.mark.parametrize("tag", ["!ENV", "!!python/object/apply:os.getcwd", "!!binary", "!!set", "!mine"])
def test_a_tag_runs_nothing_and_is_a_problem(tag: str) -> None:
    fields, problems = load(f"a: {tag} x\n")

    assert fields is not None
    assert [(problem.summary, problem.line) for problem in problems] == [("a YAML tag is not known here", 1)]
    assert fields.text("a") is None


def test_anchors_and_merge_keys_work_and_own_keys_win() -> None:
    fields = loaded("one: &one {a: 1, b: 2}\ntwo:\n  <<: [*one, {b: 9, c: 3}]\n  a: 5\n")

    two = fields.fields("two")
    assert two is not None
    assert two.number_pairs("none") == ()
    assert {key: two.integer(key) for key in two.keys} == {"a": 5, "b": 2, "c": 3}


def test_a_merge_of_something_else_is_a_problem() -> None:
    _, problems = load("a:\n  <<: words\n")

    assert [problem.line for problem in problems] == [2]


def test_aliases_that_multiply_are_refused() -> None:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 12)]

    fields, problems = load("\n".join(lines))

    assert fields is None
    assert [problem.summary for problem in problems] == ["the file holds too much"]


@pytest.mark.parametrize("text", ["a: &a [*a]\n", "a: &a {b: *a}\n", "a: " + "[" * 5000, "{a: " * 5000, "- " * 5000])
def test_endless_nesting_is_refused(text: str) -> None:
    fields, problems = load(text)

    assert fields is None
    assert len(problems) == 1


def test_a_large_text_is_refused_before_it_is_parsed() -> None:
    fields, problems = load("a: " + "x" * MAX_BYTES)

    assert fields is None
    assert [problem.summary for problem in problems] == ["the file is too large"]


def test_half_a_surrogate_pair_is_replaced() -> None:
    text = loaded('title: "a\\ud800b"\n').text("title")

    assert text is not None
    assert text.encode("utf-8")
    assert (text[0], text[-1]) == ("a", "b")


def test_a_file_is_read_and_named(tmp_path: Path) -> None:
    path = tmp_path / "x.yml"
    path.write_bytes("\ufefftitle: B\u00e4r\n".encode())
    problems: list[Problem] = []

    fields = load_file(path, file="data/x.yml", problems=problems)

    assert fields is not None
    assert fields.text("title") == "B\u00e4r"
    assert problems == []


@pytest.mark.parametrize(
    ("content", "summary", "line"),
    [
        (b"a: 1\nb: \xff\n", "the file is not UTF-8 text", 2),
        (b"a: " + b"x" * (MAX_BYTES + 5), "the file is too large", None),
        (b"a: " + b"\xc3\xa4" * MAX_BYTES, "the file is too large", None),
    ],
)
def test_a_file_that_is_no_text_or_too_large_is_a_problem(
    tmp_path: Path, content: bytes, summary: str, line: int | None
) -> None:
    path = tmp_path / "x.yml"
    path.write_bytes(content)
    problems: list[Problem] = []

    assert load_file(path, file="x.yml", problems=problems) is None
    assert [(problem.summary, problem.file, problem.line) for problem in problems] == [(summary, "x.yml", line)]


def test_a_file_that_is_not_there_is_a_problem(tmp_path: Path) -> None:
    problems: list[Problem] = []

    assert load_file(tmp_path / "none.yml", file="none.yml", problems=problems) is None
    assert [problem.found for problem in problems] == ["No such file or directory"]
    assert str(tmp_path) not in problems[0].in_one_line()


yaml_like = st.text(alphabet="ab1-: \n\t[]{}&*!'\"#|>%@,?~<=.\\uU0x\u00e9\u2028", max_size=60)


@settings(max_examples=400)
@given(text=yaml_like | st.text(max_size=60))
def test_no_text_raises_and_what_yields_nothing_says_why(text: str) -> None:
    fields, problems = load(text)

    assert fields is not None or problems
    assert all(problem.file == "run.yml" and problem.in_one_line().count("\n") == 0 for problem in problems)


# An independent oracle: what PyYAML itself makes of texts, for documents that JSON can write.
@given(
    mapping=st.dictionaries(
        st.from_regex(r"[a-z]{1,6}", fullmatch=True),
        st.text(min_size=1, max_size=20).filter(lambda text: text.strip() == text and text.isprintable()),
        max_size=6,
    )
)
def test_texts_agree_with_safe_load(mapping: dict[str, str]) -> None:
    written = json.dumps(mapping, ensure_ascii=False)
    escaped = json.dumps(mapping)

    for fields in (loaded(written), loaded(escaped)):
        assert {key: fields.text(key) for key in fields.keys} == yaml.safe_load(written) == mapping
