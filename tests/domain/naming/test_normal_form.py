"""Two spellings of one kernel have one normal form; two kernels never do."""

from __future__ import annotations

import re
import time
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roofline_report.domain.naming.normal_form import normal_form
from tests.domain.naming.dialects import KERNELS, Dialect, Named
from tests.domain.naming.names import ODD_NAMES, WORST_NAMES

# What nvprof, Nsight and a demangler (LLVM or GNU) print for one kernel.
ONE_KERNEL = [
    ["axpy(float*, float const *, int)", "axpy(float *, const float *, int)", "axpy(float*, float const*, int)"],
    [
        "void blur<float, int=5, bool=1>(float*)",
        "void blur<float, (int)5, (bool)1>(float *)",
        "void blur<float, 5, true>(float*)",
    ],
    [
        "f<unsigned int=7, unsigned long=8, long=9, short=1>()",
        "f<(unsigned int)7, (unsigned long)8, (long)9, (short)1>()",
        "f<7u, 8ul, 9l, (short)1>()",
    ],
    ["f<int=-3>()", "f<(int)-3>()", "f<-3>()"],
    ["f<long=-3>()", "f<(long)-3>()", "f<-3l>()"],
    ["f<mode::fast=2>()", "f<(mode::fast)2>()"],
    ["f<pair<int, vec<int>>>()", "f<pair<int, vec<int> > >()"],
    ["step(void)", "step()"],
    [
        "unnamed>::tile<32>(float *)",
        "<unnamed>::tile<(int)32>(float *)",
        "(anonymous namespace)::tile<32>(float*)",
        "_GLOBAL__N__41_tmpxft_000012ab_00000000_7_tile_cpp1_ii_0badcafe::tile<int=32>(float*)",
        "{anonymous}::tile<32>(float*)",
    ],
    ["void unnamed>::g()", "void <unnamed>::g()"],
    ["pack<unnamed>::Op<2>, int>(int)", "pack<<unnamed>::Op<(int)2>, int>(int)"],
    [
        "run<main::[lambda(const int *) (instance 2)]>()",
        "run<main::{lambda(int const*)#2}>()",
        "run<main::'lambda0'(int const*)>()",
    ],
    ["run<main::[unnamed type (instance 1)]>()", "run<main::{unnamed type#1}>()", "run<main::'unnamed'>()"],
    ["A::operator ()(int) const", "A::operator()(int) const"],
    ["f(const volatile T<const int> &)", "f(T<int const> const volatile&)", "f(volatile const T<int const> &)"],
    ["f(const a::b<int>::c *const *)", "f(a::b<int>::c const* const*)"],
    ["f(void (*)(const char *), int)", "f(void (*)(char const*), int)"],
]


@pytest.mark.parametrize("spellings", ONE_KERNEL, ids=lambda spellings: spellings[0])
def test_spellings_of_one_kernel_have_one_normal_form(spellings: list[str]) -> None:
    assert len({normal_form(name) for name in spellings}) == 1


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("f<3>()", "f<3u>()"),
        ("f<(int)3>()", "f<(short)3>()"),
        ("f<1>()", "f<true>()"),
        ("f<3>()", "f<-3>()"),
        ("f<12>()", "f<1, 2>()"),
        ("f(float*)", "f(float const*)"),
        ("f(float const*)", "f(float* const)"),
        ("f(float*)", "f(float&)"),
        ("f(unsigned int)", "f(unsigned, int)"),
        ("f(unsigned long)", "f(unsigned long long)"),
        ("f(int)", "f"),
        ("f()", "f"),
        ("a::f(int)", "b::f(int)"),
        ("(anonymous namespace)::f(int)", "f(int)"),
        ("f<a<b>, c>()", "f<a<b, c>>()"),
        ("run<main::{lambda(int)#1}>()", "run<main::{lambda(int)#2}>()"),
        ("run<main::'lambda'(int)>()", "run<main::'lambda0'(int)>()"),
        ("A::operator<(int)", "A::operator<<(int)"),
        ("F(int)", "f(int)"),
        ("x_1", "x_2"),
        ("f<(int)X>()", "f<X>()"),
    ],
)
def test_two_kernels_have_two_normal_forms(one: str, other: str) -> None:
    assert normal_form(one) != normal_form(other)


@given(ODD_NAMES)
def test_the_normal_form_of_a_normal_form_is_itself(name: str) -> None:
    assert normal_form(normal_form(name)) == normal_form(name)


@given(ODD_NAMES)
def test_blanks_at_both_ends_and_around_signs_mean_nothing(name: str) -> None:
    assert normal_form(f"  {name} ") == normal_form(name)
    assert normal_form(name.replace(",", " , ").replace("*", " * ")) == normal_form(name)


@given(KERNELS)
def test_all_profilers_print_one_normal_form(kernel: Named) -> None:
    assert len({normal_form(kernel.text(dialect)) for dialect in Dialect}) == 1


@given(KERNELS, KERNELS)
def test_two_kernels_never_have_one_normal_form(one: Named, other: Named) -> None:
    assert (normal_form(one.text(Dialect.NVPROF)) == normal_form(other.text(Dialect.NSIGHT))) == (one == other)


@given(KERNELS, st.data())
def test_a_change_in_one_place_changes_the_normal_form(kernel: Named, data: st.DataObject) -> None:
    field = data.draw(st.sampled_from(["scopes", "name", "arguments", "parameters"]))
    changed = replace(kernel, **{field: getattr(data.draw(KERNELS), field)})
    forms = {normal_form(each.text(dialect)) for each in (kernel, changed) for dialect in Dialect}
    assert len(forms) == (1 if changed == kernel else 2)


@given(ODD_NAMES)
def test_no_letter_of_a_plain_word_is_lost(name: str) -> None:
    kept = re.sub(r"\s", "", normal_form(name))
    assert kept.count("f") >= name.replace("false", "").count("f") - name.count("_GLOBAL__N_1f")


@pytest.mark.parametrize("name", WORST_NAMES, ids=lambda name: f"{name[:12]!r}")
def test_the_work_grows_with_the_length_and_not_with_its_square(name: str) -> None:
    start = time.process_time()
    normal_form(name)
    assert time.process_time() - start < 2.0
