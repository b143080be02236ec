"""Slugs are safe, short, unique and the same on every machine."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roofline_report.domain.profile import Kernel, LaunchConfiguration
from roofline_report.report.slugs import MOST_CHARACTERS, kernel_slugs, slugs_of
from tests.domain.naming.names import ODD_NAMES


def slug(text: str) -> str:
    return slugs_of([(text, text)])[text]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a100/2026-11-02", "a100--2026-11-02"),
        ("kernel_B", "kernel-b"),
        ("ns::f<int>", "ns-f-int"),
        ("Größe", "groe"),
        ("../../etc/passwd", "etc--passwd"),
        ("index", "index-1bc04b52"),
        ("README", "readme-60c62ab1"),
        ("日本", "k-cbc9cb0f"),
        ("</script>", "script"),
    ],
)
def test_a_slug_is_lower_case_ascii(text: str, expected: str) -> None:
    got = slug(text)
    if re.search(r"-[0-9a-f]{8}$", expected):
        assert re.fullmatch(re.escape(expected[:-8]) + "[0-9a-f]{8}", got)
    else:
        assert got == expected


def test_two_texts_with_one_slug_both_get_a_hash() -> None:
    slugs = slugs_of([("f<int>", "f<int>"), ("f(int)", "f(int)"), ("g", "g")])
    assert slugs["g"] == "g"
    assert slugs["f<int>"] != slugs["f(int)"]
    assert all(re.fullmatch("f-int-[0-9a-f]{8}", slugs[key]) for key in ("f<int>", "f(int)"))


def test_a_slug_does_not_depend_on_the_order_of_the_names() -> None:
    pairs = [("a b", "a b"), ("a-b", "a-b"), ("c", "c")]
    assert slugs_of(pairs) == slugs_of(reversed(pairs))


@given(st.lists(st.text(max_size=200), unique=True, max_size=20))
def test_every_slug_is_an_address_and_none_is_taken_twice(texts: list[str]) -> None:
    slugs = slugs_of((text, text) for text in texts)
    assert len(set(slugs.values())) == len(texts)
    for each in slugs.values():
        assert re.fullmatch(r"[a-z0-9]+(--?[a-z0-9]+)*", each)
        assert len(each) <= MOST_CHARACTERS
        assert each not in {"index", "readme"}


def kernels(*names: str) -> list[Kernel]:
    return [Kernel(name=name, launches=1, measurements={}) for name in names]


def kernel_slug(name: str) -> str:
    return kernel_slugs(kernels(name))[name]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("transposeNaive(float*, float*, int, int)", "transposenaive"),
        ("kernel_A", "kernel-a"),
        ("void lib::<unnamed>::gemm<(int)128, float>(T1 *)", "gemm-128-float"),
        ("void each<void copy<int>(int *)::[lambda(T1) (instance 1)]>(T1)", "each-copy-int-lambda"),
    ],
)
def test_a_kernel_has_a_readable_address(name: str, expected: str) -> None:
    assert kernel_slug(name) == expected


LONG = ", ".join(f"lib::type_number_{n}<float>" for n in range(20))


@pytest.mark.parametrize(
    "spellings",
    [
        ["axpy(float*)", "axpy(float *)"],
        ["void lib::blur<float, int=5, bool=1>(float*)", "void blur<float, 5, 1>(T1 *)"],
        [f"void lib::blur<{LONG}>(int)", f"void blur<{LONG}>(T1)"],
        [f"void lib::blur<{LONG}>(int)", f"void blur<{LONG.replace('lib::', '')}>(T1)"],
        ["index(float*)", "index(float *)"],
    ],
    ids=["blanks", "simplified", "long", "long-simplified", "reserved"],
)
def test_two_spellings_have_one_address_in_two_runs(spellings: list[str]) -> None:
    assert len({kernel_slug(name) for name in spellings}) == 1


def test_overloads_keep_one_address_however_they_are_printed() -> None:
    nvprof, nsight = (kernel_slugs(kernels(*names)) for names in (["f(int*)", "f(float*)"], ["f(int *)", "f(float *)"]))
    assert nvprof["f(int*)"] == nsight["f(int *)"] != nsight["f(float *)"] == nvprof["f(float*)"]
    assert all(re.fullmatch("f-[0-9a-f]{8}", each) for each in nvprof.values())


def test_an_instantiation_keeps_its_address_beside_others() -> None:
    names = ["void f<float>(T1)", "void f<double>(T1)", "g(int)"]
    assert kernel_slugs(kernels(*names))["void f<float>(T1)"] == kernel_slug("void f<float>(T1)") == "f-float"


def test_kernels_of_one_normal_form_have_two_addresses() -> None:
    names = ["_GLOBAL__N_1::f()", "_GLOBAL__N_2::f()"]
    assert len(set(kernel_slugs(kernels(*names)).values())) == 2


def test_configurations_of_one_kernel_have_addresses_of_their_own() -> None:
    configurations = [LaunchConfiguration(f"({n}, 1, 1)", "(64, 1, 1)") for n in (1, 2)]
    pair = [Kernel(name="f(int)", launches=1, measurements={}, configuration=each) for each in configurations]
    assert list(kernel_slugs(pair).values()) == ["f-1-1-1-x-64-1-1", "f-2-1-1-x-64-1-1"]


@given(st.lists(ODD_NAMES, unique=True, max_size=12))
def test_every_kernel_has_an_address_of_its_own(names: list[str]) -> None:
    slugs = kernel_slugs(kernels(*names))
    assert set(slugs) == set(names)
    assert len(set(slugs.values())) == len(names)
    assert all(
        re.fullmatch(r"[a-z0-9]+(--?[a-z0-9]+)*", each) and len(each) <= MOST_CHARACTERS for each in slugs.values()
    )
