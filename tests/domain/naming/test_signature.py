"""A name is taken apart as a compiler would, or left whole."""

from __future__ import annotations

import pytest
from hypothesis import given

from roofline_report.domain.naming.signature import parse_signature
from roofline_report.domain.naming.tokens import write
from tests.domain.naming.names import ODD_NAMES


def taken_apart(name: str) -> tuple[list[str], str, list[str] | None, list[str] | None]:
    signature = parse_signature(name)
    arguments = signature.last.arguments
    return (
        [scope.name for scope in signature.scopes],
        signature.last.name,
        None if arguments is None else list(map(write, arguments)),
        None if signature.parameters is None else list(map(write, signature.parameters)),
    )


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("smooth", ([], "smooth", None, None)),
        ("smooth()", ([], "smooth", None, [])),
        ("void a::b<c>::smooth<int, 3>(float *)", (["a", "b"], "smooth", ["int", "3"], ["float*"])),
        ("unnamed>::smooth(int)", (["(anonymous namespace)"], "smooth", None, ["int"])),
        ("smooth(void (*)(int), int)", ([], "smooth", None, ["void(*)(int)", "int"])),
        ("std::enable_if<is<int>::value, void>::type smooth<int>(int)", ([], "smooth", ["int"], ["int"])),
        ("decltype(g(fp)) smooth<float>(float)", ([], "smooth", ["float"], ["float"])),
        ("A::operator()(int) const", (["A"], "operator()", None, ["int"])),
        ("operator<(int)", ([], "operator<", None, ["int"])),
        ("ns::operator-><int>(int)", (["ns"], "operator->", ["int"], ["int"])),
        ("A::operator unsigned long() const", (["A"], "operator unsigned long", None, [])),
        (
            "run(int)::{lambda(float)#1}::operator()(float) const",
            (["run", "{lambda(float)#1}"], "operator()", None, ["float"]),
        ),
        ("py::__main__::add[abi:v1,cw51](Array<float, 1>)", (["py", "__main__"], "add", None, ["Array<float,1>"])),
        ("::f(int)", ([], "f", None, ["int"])),
        ("at::reduce<512, 1>", (["at"], "reduce", ["512", "1"], None)),
    ],
)
def test_a_name_is_taken_apart(name: str, expected: tuple[list[str], str, list[str] | None, list[str] | None]) -> None:
    assert taken_apart(name) == expected


@pytest.mark.parametrize("name", ["a<b", "x(", "f)", "", "{", "a; b", "()"])
def test_what_is_no_name_of_c_stays_whole(name: str) -> None:
    assert taken_apart(name) == ([], name, None, None)


@given(ODD_NAMES)
def test_any_text_is_taken_apart_somehow(name: str) -> None:
    signature = parse_signature(name)
    assert signature.last.name or not name.strip()
