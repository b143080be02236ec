"""Kernels, and how each profiler would print their names."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum, auto
from typing import TypeAlias

from hypothesis import strategies as st


class Dialect(Enum):
    """Who prints."""

    NVPROF = auto()
    NSIGHT = auto()
    GNU = auto()
    LLVM = auto()


ANONYMOUS = {
    Dialect.NVPROF: "_GLOBAL__N__12_abc_cu_0badcafe",
    Dialect.NSIGHT: "<unnamed>",
    Dialect.GNU: "(anonymous namespace)",
    Dialect.LLVM: "(anonymous namespace)",
}
SUFFIXES = {"int": "", "unsigned int": "u", "long": "l", "unsigned long": "ul", "unsigned long long": "ull"}


@dataclass(frozen=True)
class Constant:
    """A constant among template arguments."""

    kind: str
    value: int

    def text(self, dialect: Dialect) -> str:
        if dialect is Dialect.NVPROF:
            return f"{self.kind}={self.value}"
        if dialect is Dialect.NSIGHT or self.kind not in {*SUFFIXES, "bool"}:
            return f"({self.kind}){self.value}"
        return ("false", "true")[self.value] if self.kind == "bool" else f"{self.value}{SUFFIXES[self.kind]}"


@dataclass(frozen=True)
class Lambda:
    """A lambda in a function without parameters."""

    function: str
    number: int
    parameters: tuple[Type, ...]

    def text(self, dialect: Dialect) -> str:
        inside = ", ".join(each.text(dialect) for each in self.parameters)
        written = {
            Dialect.NSIGHT: f"[lambda({inside}) (instance {self.number})]",
            Dialect.LLVM: f"'lambda{'' if self.number == 1 else self.number - 2}'({inside})",
        }
        return f"{self.function}()::{written.get(dialect, f'{{lambda({inside})#{self.number}}}')}"


@dataclass(frozen=True)
class Type:
    """A type: a qualified name, maybe const, with pointers that may be const too."""

    scopes: tuple[str, ...]
    name: str
    arguments: tuple[Argument, ...]
    is_const: bool
    pointers: tuple[bool, ...]

    def text(self, dialect: Dialect) -> str:
        scopes = [ANONYMOUS[dialect] if scope == "" else scope for scope in self.scopes]
        name = "::".join([*scopes, self.name]) + listed(self.arguments, dialect)
        if dialect is Dialect.NSIGHT:
            stars = "".join("*const " if is_const else "*" for is_const in self.pointers)
            return f"{'const ' if self.is_const else ''}{name}{' ' if stars else ''}{stars}".rstrip()
        stars = "".join("* const" if is_const else "*" for is_const in self.pointers)
        gap = " " if dialect is Dialect.NVPROF and self.is_const and stars else ""
        return f"{name}{' const' if self.is_const else ''}{gap}{stars}"


Argument: TypeAlias = "Constant | Lambda | Type"


@dataclass(frozen=True)
class Named:
    """A kernel."""

    scopes: tuple[str, ...]
    name: str
    arguments: tuple[Argument, ...]
    parameters: tuple[Type, ...]

    def text(self, dialect: Dialect) -> str:
        scopes = [ANONYMOUS[dialect] if scope == "" else scope for scope in self.scopes]
        name = "::".join([*scopes, self.name]) + listed(self.arguments, dialect)
        inside = ", ".join(each.text(dialect) for each in self.parameters)
        nothing = "void" if dialect is Dialect.NVPROF else ""
        return f"{'void ' if self.arguments else ''}{name}({inside or nothing})"


def listed(arguments: tuple[Argument, ...], dialect: Dialect) -> str:
    if not arguments:
        return ""
    inside = ", ".join(each.text(dialect) for each in arguments)
    return f"<{inside}{' ' if dialect is Dialect.GNU and inside.endswith('>') else ''}>"


def simplified(kernel: Named) -> str:
    """Return a name as Nsight Compute simplifies it: no outer scopes, constants without a type."""
    return replace(
        kernel,
        scopes=kernel.scopes[-1:],
        arguments=tuple(_simplified(each) for each in kernel.arguments),
        parameters=tuple(_without_scopes(each) for each in kernel.parameters),
    ).text(Dialect.NSIGHT)


def _simplified(argument: Argument) -> Argument:
    if isinstance(argument, Constant):
        return Type(scopes=(), name=str(argument.value), arguments=(), is_const=False, pointers=())
    return argument if isinstance(argument, Lambda) else _without_scopes(argument)


def _without_scopes(each: Type) -> Type:
    return replace(each, scopes=(), arguments=tuple(_simplified(argument) for argument in each.arguments))


WORDS = st.sampled_from(["a", "b", "axpy", "Tile", "x1", "x2", "_y"])
SCOPES = st.lists(st.sampled_from(["lib", "a", ""]), max_size=2).map(tuple)
BUILTINS = st.sampled_from(["float", "int", "unsigned int", "unsigned long", "long long", "bool"])
CONSTANTS = st.builds(
    Constant, kind=st.sampled_from([*SUFFIXES, "short", "lib::mode"]), value=st.integers(0, 3)
) | st.builds(Constant, kind=st.just("bool"), value=st.integers(0, 1))
SIMPLE = st.builds(
    Type,
    scopes=st.just(()),
    name=BUILTINS,
    arguments=st.just(()),
    is_const=st.booleans(),
    pointers=st.lists(st.booleans(), max_size=2).map(tuple),
)


def _deeper(inner: st.SearchStrategy[Type]) -> st.SearchStrategy[Type]:
    arguments: st.SearchStrategy[Argument] = CONSTANTS | inner | _lambdas(inner)
    return st.builds(
        Type,
        scopes=SCOPES,
        name=WORDS,
        arguments=st.lists(arguments, max_size=2).map(tuple),
        is_const=st.booleans(),
        pointers=st.lists(st.booleans(), max_size=1).map(tuple),
    )


def _lambdas(inner: st.SearchStrategy[Type]) -> st.SearchStrategy[Lambda]:
    return st.builds(
        Lambda, function=WORDS, number=st.integers(1, 3), parameters=st.lists(inner, max_size=2).map(tuple)
    )


TYPES = st.recursive(SIMPLE, _deeper, max_leaves=4)
KERNELS = st.builds(
    Named,
    scopes=SCOPES,
    name=WORDS,
    arguments=st.lists(CONSTANTS | TYPES | _lambdas(SIMPLE), max_size=3).map(tuple),
    parameters=st.lists(TYPES, max_size=3).map(tuple),
)
