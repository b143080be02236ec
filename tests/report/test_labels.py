"""Labels are short, unique and what a reader says."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roofline_report.report.labels import MOST_CHARACTERS, labels_of


@pytest.mark.parametrize(
    ("name", "label"),
    [
        ("transposeNaive(float*, float*, int, int)", "transposeNaive"),
        ("kernel_A", "kernel_A"),
        ("void scale<float, 4>(float*, int)", "scale"),
        ("void (anonymous namespace)::sum<int>(int const*)", "sum"),
        ("ns::outer<a::b>::inner(std::pair<int, int> (*)(float))", "ns::outer::inner"),
        ("unnamed>::saxpyKernel(float, const float *)", "saxpyKernel"),
        ("void unnamed>::tiled<32>(float*)", "tiled"),
        ("void Functor<int>::operator()(int) const", "Functor<int>::operator()"),
        ("a<b", "a<b"),
        ("()", "()"),
    ],
)
def test_a_label_drops_what_only_the_compiler_says(name: str, label: str) -> None:
    assert labels_of([name]) == {name: label}


def test_template_arguments_stay_where_they_tell_two_kernels_apart() -> None:
    labels = labels_of(["void f<float>(int)", "void f<double>(int)", "void g<float>(int)"])
    assert labels == {
        "void f<float>(int)": "f<float>",
        "void f<double>(int)": "f<double>",
        "void g<float>(int)": "g",
    }


def test_overloads_keep_their_parameters() -> None:
    assert labels_of(["f(int)", "f(float)"]) == {"f(int)": "f(int)", "f(float)": "f(float)"}


def test_a_long_label_is_cut_and_stays_unique() -> None:
    names = ["x" * 500 + "(int)", "x" * 501 + "(int)"]
    labels = labels_of(names)
    assert len(set(labels.values())) == 2
    assert all(len(label) <= MOST_CHARACTERS + 4 for label in labels.values())


pieces = st.sampled_from(["f", "g", "void ", "<int>", "<", ">", "(", ")", "(int)", "::", "operator", " ", "ü", "|"])


@given(st.lists(st.lists(pieces, min_size=1, max_size=8).map("".join), max_size=12))
def test_labels_are_never_alike_and_never_empty(names: list[str]) -> None:
    labels = labels_of(names)
    assert set(labels) == set(names)
    assert len(set(labels.values())) == len(set(names))
    assert all(label.strip() or not name.strip() for name, label in labels.items())
