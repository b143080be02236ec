"""Which names are joined, which stay apart, and what is told of both."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roofline_report.domain.naming.normal_form import normal_form
from roofline_report.domain.problem import Severity
from roofline_report.readers.joining.demangling import clean_name
from roofline_report.readers.joining.kernel_names import NameTable, ResolvedNames, resolve_names
from tests.domain.naming.dialects import KERNELS, Dialect, Named, simplified
from tests.domain.naming.names import ODD_NAMES


def resolve(*tables: list[str]) -> ResolvedNames:
    return resolve_names([NameTable(file=f"{n}.csv", names=frozenset(names)) for n, names in enumerate(tables)])


def kernels(resolved: ResolvedNames) -> set[str]:
    return set(resolved.shown.values())


@pytest.mark.parametrize(
    ("tables", "shown"),
    [
        ([["axpy(float*)"], ["axpy(float *)"]], "axpy(float *)"),
        ([["_Z4axpyPf"], ["axpy(float *)"]], "axpy(float *)"),
        ([["_Z4axpyPf"]], "axpy(float*)"),
        ([["axpy(float*) [clone .kd]"], ["axpy(float*)"]], "axpy(float*)"),
        ([["unnamed>::axpy(int)"], ["<unnamed>::axpy(int)"]], "<unnamed>::axpy(int)"),
    ],
)
def test_spellings_of_one_name_join_without_a_word(tables: list[list[str]], shown: str) -> None:
    resolved = resolve(*tables)
    assert kernels(resolved) == {shown}
    assert resolved.problems == ()
    assert resolve(*reversed(tables)).shown == resolved.shown


@pytest.mark.parametrize(
    ("less", "more"),
    [
        # Nsight Compute cuts the outer namespaces, and the "<" of the innermost with them.
        ("unnamed>::axpy(float *)", "lib::demo::<unnamed>::axpy(float *)"),
        # ... and the types of constants.
        ("void axpy<4, 1>(T1)", "void axpy<(unsigned int)4, (bool)1>(T1)"),
        # It leaves the parameters of a template as they are declared; nvprof does not.
        ("void axpy<float, (int)4>(T1 *, int)", "void axpy<float, int=4>(float*, int)"),
        ("void axpy<float>(int, T1...)", "void lib::axpy<float>(int, float, float)"),
        ("void axpy<op<int>>(int)", "void axpy<lib::op<int>>(int)"),
        (
            "void run<copy<int>(T1)::[lambda(T1) (instance 1)]>(T1)",
            "void run<void copy<int>(int)::{lambda(int)#1}>(int)",
        ),
        ("axpy", "lib::axpy(float*)"),
        ("axpy", "void lib::axpy<float>(float*)"),
        ("axpy<float>", "void lib::axpy<float>(float*)"),
    ],
)
def test_a_name_that_says_less_joins_and_a_note_names_both(less: str, more: str) -> None:
    resolved = resolve([less], [more])
    assert kernels(resolved) == {more}
    (note,) = resolved.problems
    assert note.severity is Severity.NOTE
    assert note.kernel == more
    assert note.file == "0.csv"
    assert f"{less} in 0.csv" in str(note.found)
    assert f"{more} in 1.csv" in str(note.found)


@pytest.mark.parametrize(
    "tables",
    [
        [["a::axpy(int)"], ["b::axpy(int)"]],
        [["axpy(int)"], ["axpy(float)"]],
        [["axpy(int)"], ["axpy(int, int)"]],
        [["axpy<a::x>(T1)"], ["axpy<b::x>(T1)"]],
        [["axpy<(short)4>(T1)"], ["axpy<(unsigned int)4>(T1)"]],
        [["axpy<4>(T1)"], ["axpy<4, 4>(T1)"]],
        [["axpy<x*>(T1)"], ["axpy<x&>(T1)"]],
        [["axpy<x<int>>(T1)"], ["axpy<x>(T1)"]],
        [["run<{lambda()#1}>(T1)"], ["run<{lambda()#2}>(T1)"]],
        # Beside a signature, a name without one is that of an extern "C" kernel.
        [["axpy", "other(int)"], ["lib::axpy(int)"]],
        [["axpy"], ["axpy_2"]],
    ],
)
def test_what_contradicts_stays_apart_without_a_word(tables: list[list[str]]) -> None:
    resolved = resolve(*tables)
    assert len(kernels(resolved)) == len({name for table in tables for name in table})
    assert resolved.problems == ()


@pytest.mark.parametrize(
    ("tables", "named"),
    [
        ([["axpy"], ["axpy(int)", "axpy(float)"]], ["axpy in 0.csv", "axpy(int) in 1.csv", "axpy(float) in 1.csv"]),
        ([["void axpy<1>(T1)"], ["void axpy<(bool)1>(T1)", "void axpy<(short)1>(T1)"]], ["void axpy<1>(T1) in 0.csv"]),
        ([["unnamed>::f()"], ["a::<unnamed>::f()", "b::<unnamed>::f()"]], ["unnamed>::f() in 0.csv"]),
        # One file tells them apart, so they are two, whatever another file calls them.
        ([["_GLOBAL__N_1::f()", "_GLOBAL__N_2::f()"], ["<unnamed>::f()"]], ["_GLOBAL__N_2::f() in 0.csv"]),
    ],
)
def test_a_name_that_fits_several_kernels_joins_none_and_that_is_told(
    tables: list[list[str]], named: list[str]
) -> None:
    resolved = resolve(*tables)
    assert len(kernels(resolved)) == 3
    (warning,) = resolved.problems
    assert warning.severity is Severity.WARNING
    assert "--rename-kernels off" in str(warning.remedy)
    for each in named:
        assert each in str(warning.found)


def test_kernels_that_one_table_tells_apart_join_with_the_same_names_elsewhere() -> None:
    names = ["_GLOBAL__N_1::f()", "_GLOBAL__N_2::f()"]
    resolved = resolve(names, names)
    assert resolved.shown == {name: name for name in names}
    assert resolved.problems == ()


def test_two_that_differ_in_a_suffix_alone_are_shown_as_printed() -> None:
    assert kernels(resolve(["f(int)", "f(int) [clone .kd]"])) == {"f(int)", "f(int) [clone .kd]"}


def test_three_files_of_three_kinds_join_to_one() -> None:
    names = ["axpy", "void axpy<(int)4>(T1)", "void lib::axpy<int=4>(int)"]
    resolved = resolve(*([name] for name in names))
    assert kernels(resolved) == {names[2]}


def test_an_ambiguous_base_name_does_not_part_whole_names() -> None:
    resolved = resolve(["f"], ["void f<1>(T1)", "void f<2>(T1)"], ["void a::f<1>(T1)", "void a::f<2>(T1)"])
    assert kernels(resolved) == {"f", "void a::f<1>(T1)", "void a::f<2>(T1)"}


def test_many_that_join_are_one_note_and_many_that_do_not_are_one_warning() -> None:
    short = [f"k{n}" for n in range(20)]
    (note,) = resolve(short, [f"k{n}(int)" for n in range(20)]).problems
    assert "20 kernels" in note.summary
    assert note.kernel is None
    overloaded = [f"k{n}({kind})" for n in range(20) for kind in ("int", "float")]
    (warning,) = resolve(short, overloaded).problems
    assert "19 more" in warning.summary


def test_a_long_name_is_shortened_in_a_problem() -> None:
    long = "x" * 5000
    (note,) = resolve([long], [f"{long}(int)"]).problems
    assert len(str(note.found)) < 400


TABLES = st.lists(st.lists(ODD_NAMES, max_size=4), max_size=4)


@given(TABLES)
def test_no_two_names_of_one_table_become_one(tables: list[list[str]]) -> None:
    resolved = resolve(*tables)
    for table in tables:
        assert len({resolved.shown[name] for name in table}) == len(set(table))


@given(TABLES)
def test_what_joins_beyond_its_spelling_is_always_noted(tables: list[list[str]]) -> None:
    resolved = resolve(*tables)
    forms: dict[str, set[str]] = {}
    for printed, shown in resolved.shown.items():
        forms.setdefault(shown, set()).add(normal_form(clean_name(printed)))
    noted = {problem.kernel for problem in resolved.problems if problem.severity is Severity.NOTE}
    assert {shown for shown, found in forms.items() if len(found) > 1} <= noted or None in noted


@given(TABLES)
def test_every_kernel_is_shown_under_a_name_and_the_order_of_files_means_nothing(tables: list[list[str]]) -> None:
    resolved = resolve(*tables)
    assert all(shown or not printed.strip() for printed, shown in resolved.shown.items())
    assert resolve(*reversed(tables)).shown == resolved.shown


@given(st.lists(KERNELS, unique=True, max_size=5))
def test_what_two_profilers_print_of_some_kernels_joins_to_these_kernels(some: list[Named]) -> None:
    nvprof, nsight = ([kernel.text(dialect) for kernel in some] for dialect in (Dialect.NVPROF, Dialect.NSIGHT))
    resolved = resolve(nvprof, nsight)
    assert [resolved.shown[name] for name in nvprof] == [resolved.shown[name] for name in nsight]
    assert len(kernels(resolved)) == len(some)
    assert resolved.problems == ()


@given(st.lists(KERNELS, unique=True, min_size=1, max_size=5), st.data())
def test_a_simplified_name_joins_its_own_kernel_or_none(some: list[Named], data: st.DataObject) -> None:
    names = {simplified(kernel): kernel.text(Dialect.NVPROF) for kernel in data.draw(st.lists(st.sampled_from(some)))}
    resolved = resolve([kernel.text(Dialect.NVPROF) for kernel in some], list(names))
    for short, whole in names.items():
        assert resolved.shown[short] in {resolved.shown[whole], short}


@given(KERNELS)
def test_the_only_kernel_joins_its_simplified_name(kernel: Named) -> None:
    assert len(kernels(resolve([kernel.text(Dialect.NVPROF)], [simplified(kernel)]))) == 1


def test_thousands_of_kernels_are_told_apart_in_seconds() -> None:
    nvprof = [f"void lib::gemm<float, int={n}>(float*, int)" for n in range(2000)]
    nsight = [f"void gemm<float, {n}>(T1 *, int)" for n in range(2000)]
    start = time.process_time()
    resolved = resolve(nvprof, nsight, [f"other{n}(int)" for n in range(500)])
    assert len(kernels(resolved)) == 2500
    assert time.process_time() - start < 10
