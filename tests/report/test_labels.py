"""Labels are short, unique and what a reader says."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roofline_report.report.labels import MOST_CHARACTERS, address_text, labels_of
from tests.domain.naming.names import ODD_NAMES, WORST_NAMES


@pytest.mark.parametrize(
    ("name", "label"),
    [
        ("transposeNaive(float*, float*, int, int)", "transposeNaive"),
        ("kernel_A", "kernel_A"),
        ("void scale<float, 4>(float*, int)", "scale"),
        ("ns::outer<a::b>::inner(std::pair<int, int> (*)(float))", "inner"),
        # Anonymous namespaces, as each profiler has them.
        ("void (anonymous namespace)::sum<int>(int const*)", "sum"),
        ("void lib::<unnamed>::sum<int>(const int *)", "sum"),
        ("unnamed>::saxpyKernel(float, const float *)", "saxpyKernel"),
        ("void unnamed>::tiled<32>(float*)", "tiled"),
        ("_GLOBAL__N__41_tmpxft_000012ab_00000000_7_x_cpp1_ii_0badcafe::tiled(float*)", "tiled"),
        # Return types that are templates.
        ("std::enable_if<is_it<int>::value, void>::type pick<int>(int)", "pick"),
        ("decltype(g(fp)) pick<float>(float)", "pick"),
        ("lib::result<int, 4> const& pick(float)", "pick"),
        # Operators and lambdas have no name of their own.
        ("void Functor<int>::operator()(int) const", "Functor::operator()"),
        ("lib::operator<<(int)", "lib::operator<<"),
        ("A::operator int() const", "A::operator int"),
        ("sweep(int)::{lambda(float)#1}::operator()(float) const", "sweep lambda"),
        ("sweep(int)::'lambda'(float)::operator()(float) const", "sweep lambda"),
        # Python, Julia, Triton.
        ("py::__main__::add[abi:v1,cw51](Array<float, 1, C>)", "add"),
        ("set_flux__FILE_src_core_flux_jl_L120", "set_flux"),
        ("triton_poi_fused_add_mul_3", "triton_poi_fused_add_mul_3"),
        # Wrappers run something that has a name.
        ("void lib::Kernel2<lib_80_gemm_64x64_nn>(T1::Params)", "Kernel2<lib_80_gemm_64x64_nn>"),
        (
            "void cuda_parallel_launch_local_memory<K::ParallelFor<fill(int)::[lambda(int) (instance 1)], K::P>, 8u>()",
            "cuda_parallel_launch_local_memory<fill lambda>",
        ),
        # Not C++.
        ("a<b", "a<b"),
        ("()", "()"),
        ("two  words;", "two words;"),
        ("", "(no name)"),
        # Mangled names that were too hostile to demangle.
        ("_ZN3lib9transposeINS_1xES0_", "transpose"),
        ("_Z9transposeXX", "transpose"),
        ("_Zbad", "_Zbad"),
    ],
)
def test_a_label_drops_what_only_the_compiler_says(name: str, label: str) -> None:
    assert labels_of([name]) == {name: label}


@pytest.mark.parametrize(
    "labelled",
    [
        {"void f<float>(int)": "f<float>", "void f<double>(int)": "f<double>", "void g<float>(int)": "g"},
        {"void gemm<(int)128, (int)64>(T1)": "gemm<128, 64>", "void gemm<(int)64, (int)64>(T1)": "gemm<64, 64>"},
        # A long list keeps what differs.
        {
            "void gemv<float, float, int=128, int=16, bool=0, lib::TensorParameters<float>>(int)": "gemv<128>",
            "void gemv<float, float, int=256, int=16, bool=0, lib::TensorParameters<float>>(int)": "gemv<256>",
        },
        # ... also where it differs inside.
        {
            "void map<4, lib::Unary<float, lib::internal::Scale<float>>, lib::array<char *, 3>>(int)": (
                "map<Unary<float, Scale>>"
            ),
            "void map<4, lib::Unary<float, lib::internal::Shift<float>>, lib::array<char *, 3>>(int)": (
                "map<Unary<float, Shift>>"
            ),
            "void map<4, lib::Constant<float>, lib::array<char *, 3>>(int)": "map<4, Constant, array>",
        },
        {
            "void each<void copy<int>(int *)::[lambda(T1) (instance 1)]>(T1)": "each<copy lambda>",
            "void each<void fill<int>(int)::[lambda(T1) (instance 1)]>(T1)": "each<fill lambda>",
        },
        {
            "void each<copy()::{lambda()#1}::operator()() const::{lambda(int)#2}>(int)": "each<copy lambda 1.2>",
            "void each<copy()::{lambda()#1}::operator()() const::{lambda(float)#3}>(int)": "each<copy lambda 1.3>",
        },
        # Extended lambdas of CUDA are wrapped and tagged by the compiler.
        {
            "void run<__nv_dl_wrapper_t<__nv_dl_tag<void (*)(), &(void lib::step<int>()), 2u>, int*> >(int)": (
                "run<step lambda 2>"
            ),
            "void run<__nv_dl_wrapper_t<__nv_dl_tag<void (*)(), &(void lib::step<int>()), 3u>, int*> >(int)": (
                "run<step lambda 3>"
            ),
            "void run<__nv_hdl_wrapper_t<false, true, __nv_dl_tag<void (*)(int), &lib::Add<int>::operator(), 1u>>>()": (
                "run<Add lambda>"
            ),
            "void run<__nv_dl_wrapper_t<lib::other>>()": "run<__nv_dl_wrapper_t>",
        },
        {
            "_ZN3lib9transposeINS_1xE": "_ZN3lib9transposeINS_1xE",
            "_ZN3lib9transposeINS_1yE": "_ZN3lib9transposeINS_1yE",
        },
        {"f<float*>()": "f<float*>", "f<const float *>()": "f<float const*>"},
        {"a::f(int)": "a::f", "b::f(int)": "b::f", "f": "f"},
        {"f(int)": "f(int)", "f(const a::b *)": "f(b const*)"},
        {"a::f<1>()": "a::f", "b::f<1>()": "b::f"},
        {
            "sweep()::{lambda()#1}::operator()()": "sweep lambda 1",
            "sweep()::{lambda()#2}::operator()()": "sweep lambda 2",
        },
        {"set__FILE_src_a_jl_L7": "set L7", "set__FILE_src_a_jl_L12": "set L12", "get__FILE_src_a_jl_L7": "get"},
        {"f<3>()": "f<3>()", "f<3u>()": "f<3u>()"},
        {"": "(no name) #1", " ": "(no name) #2"},
    ],
)
def test_kernels_of_one_name_are_told_apart_by_what_differs(labelled: dict[str, str]) -> None:
    assert labels_of(labelled) == labelled


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("axpy(float*)", "axpy(float *)"),
        ("void blur<float, int=5, bool=1>(float*)", "void blur<float, (int)5, (bool)1>(float *)"),
        ("void unnamed>::blur<5, 1>(T1)", "void lib::<unnamed>::blur<(int)5, (bool)1>(T1)"),
        ("run<main::[lambda(int) (instance 2)]>()", "run<main::'lambda0'(int)>()"),
    ],
)
def test_two_spellings_have_one_label_and_one_address(one: str, other: str) -> None:
    assert list(labels_of([one]).values()) == list(labels_of([other]).values())
    assert address_text(one) == address_text(other)


def test_a_label_does_not_depend_on_the_order_of_the_names() -> None:
    names = ["void f<a<x>, 1>()", "void f<a<y>, 1>()", "g", "void f<b, 1>()", "f(int)"]
    assert labels_of(names) == labels_of(reversed(names))


def test_long_names_that_begin_alike_keep_the_part_by_which_they_differ() -> None:
    names = [f"lib_{'gemm_' * 20}tile{size}x64_warp1_kernel" for size in (64, 128)]
    labels = labels_of(names)
    assert [label.split("_")[-3] for label in labels.values()] == ["tile128x64", "tile64x64"]
    assert all(len(label) <= MOST_CHARACTERS for label in labels.values())


def test_overloads_keep_their_parameters() -> None:
    assert labels_of(["f(int)", "f(float)"]) == {"f(int)": "f(int)", "f(float)": "f(float)"}


def test_a_long_label_is_cut_and_stays_unique() -> None:
    names = ["x" * 500 + "(int)", "x" * 501 + "(int)"]
    labels = labels_of(names)
    assert len(set(labels.values())) == 2
    assert all(len(label) <= MOST_CHARACTERS + 4 for label in labels.values())


@given(st.lists(ODD_NAMES, max_size=12))
def test_labels_are_never_alike_never_empty_and_never_long(names: list[str]) -> None:
    labels = labels_of(names)
    assert set(labels) == set(names)
    assert len(set(labels.values())) == len(set(names))
    assert all(label.strip() for label in labels.values())
    assert all(len(label) <= MOST_CHARACTERS + 4 for label in labels.values())


@given(st.integers(0, 200), st.integers(0, 200), st.text("abc_<>, ", max_size=90))
def test_long_labels_stay_unique(first: int, second: int, end: str) -> None:
    names = {f"{'x' * first}{end}", f"{'x' * second}{end}", f"{'x' * first}{end}1", f"{'x' * second}_{end}"}
    labels = labels_of(names)
    assert len(set(labels.values())) == len(names)
    assert all(len(label) <= MOST_CHARACTERS + 4 for label in labels.values())


@pytest.mark.parametrize("name", WORST_NAMES, ids=lambda name: f"{name[:12]!r}")
def test_the_work_grows_with_the_length_and_not_with_its_square(name: str) -> None:
    start = time.process_time()
    labels_of([name, f"{name}1", f"f{name}"])
    assert time.process_time() - start < 5.0


def test_thousands_of_labels_are_made_in_seconds() -> None:
    names = [f"void lib::gemm<float, lib::Tile<{n}, {n % 7}>, lib::Layout<lib::Row>>(T1 *, int)" for n in range(3000)]
    start = time.process_time()
    assert len(set(labels_of(names).values())) == 3000
    assert time.process_time() - start < 10.0
