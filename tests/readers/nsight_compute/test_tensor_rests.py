"""Whichever tensor counters a file has, what they show is counted once: the rest of a sum beside some of its parts too.

The oracle here knows nothing of formulas: a kernel does some work of each kind, and a counter shows the sum over the
kinds that its name leaves open.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roofline_report.domain.conventions import Conventions
from roofline_report.domain.flop_roofline import FlopWork, flop_work
from roofline_report.domain.problem import Severity
from roofline_report.domain.quantity import FLOP_OF, SPARSE_FLOP_OF, Quantity
from roofline_report.readers.joining.assembly import assemble
from tests.readers.nsight_compute.measured import joined, kernel_of, launch, long_table, timed
from tests.readers.nsight_compute.tensor_chips import metric
from tests.readers.samples import LONG_HEADER, long_row, read, the_kernel

if TYPE_CHECKING:
    from roofline_report.domain.profile import Kernel

BF16, SPARSE_BF16 = Quantity.BF16_TENSOR_FLOP, Quantity.BF16_SPARSE_TENSOR_FLOP
FP8, SPARSE_FP8 = Quantity.FP8_TENSOR_FLOP, Quantity.FP8_SPARSE_TENSOR_FLOP
FP16, SPARSE_FP16 = Quantity.FP16_TENSOR_FLOP, Quantity.FP16_SPARSE_TENSOR_FLOP
ACCUMULATE, SPARSE_ACCUMULATE = Quantity.FP16_ACCUMULATE_TENSOR_FLOP, Quantity.FP16_ACCUMULATE_SPARSE_TENSOR_FLOP
TENSOR: Final = {*(each for each in FLOP_OF.values() if "tensor" in each), *SPARSE_FLOP_OF.values()}


class Kind(NamedTuple):
    """Work of one kind; in the name of a counter None is what it adds up."""

    op: str | None
    src: str
    dst: str | None
    sparsity: str | None

    @property
    def name(self) -> str:
        op = f"op_{self.op}_" if self.op else ""
        dst = f"_dst_{self.dst}" if self.dst else ""
        return f"{op}src_{self.src}{dst}" + (f"_sparsity_{self.sparsity}" if self.sparsity else "")

    def shows(self, kind: Kind) -> bool:
        return all(own in (None, other) for own, other in zip(self, kind, strict=True))


OPS: Final = {
    "8.0": ("hmma",),
    "8.6": ("hmma",),
    "8.9": ("hmma",),
    "9.0": ("hmma", "hgmma"),
    "10.0": ("hmma", "utchmma"),
    "12.0": ("hmma",),
}
SMALL: Final = {"8.9": ("fp8",), "9.0": ("fp8",), "10.3": ("fp8", "fp4"), "12.0": ("fp8", "fp4"), "10.0": ("fp4",)}
SMALL_OPS: Final = {"fp8": "utcqmma", "fp4": "utcomma"}
SUMS: Final = {"fp16": ("fp16", "fp32"), "fp8": ("fp16", "fp32")}


def kinds_of(chip: str, src: str) -> list[Kind]:
    """Return all kinds of work of a chip with one type of factors."""
    ops = (SMALL_OPS[src],) if src in SMALL_OPS else OPS[chip]
    return [Kind(*each) for each in itertools.product(ops, (src,), SUMS.get(src, ("fp32",)), ("off", "on"))]


def counters_of(chip: str, src: str) -> list[Kind]:
    """Return the counters of a chip: all that leave out none, some or all of what a kind of work is."""
    found = {
        Kind(op, kind.src, dst, sparsity)
        for kind in kinds_of(chip, src)
        for op, dst, sparsity in itertools.product((kind.op, None), (kind.dst, None), (kind.sparsity, None))
        if op is None or not chip.startswith("8.")
    }
    return sorted(found, key=lambda each: each.name)


@dataclass(frozen=True)
class Case:
    """A kernel on a chip, and the counters of one type of factors that were collected of it."""

    chip: str
    work: dict[Kind, int]
    collected: list[Kind]

    def shown(self, counter: Kind) -> int:
        return sum(done for kind, done in self.work.items() if counter.shows(kind))

    @property
    def values(self) -> dict[str, int]:
        return {counter.name: self.shown(counter) for counter in self.collected}

    def done(self, *, sparsity: str | None = None) -> int:
        return sum(done for kind, done in self.work.items() if sparsity in (None, kind.sparsity))

    @property
    def covered(self) -> int:
        """Return the work that any of the counters shows."""
        return sum(done for kind, done in self.work.items() if any(each.shows(kind) for each in self.collected))


CASES: Final = [
    *((chip, src) for chip in OPS for src in ("bf16", "tf32", "fp16", "fp16", "fp16")),
    *((chip, src) for chip, sources in SMALL.items() for src in sources),
]


@st.composite
def cases(draw: st.DrawFn) -> Case:
    """Draw a chip, what a kernel did on it, and some of the counters."""
    chip, src = draw(st.sampled_from(CASES))
    kinds = kinds_of(chip, src)
    work = {kind: draw(st.sampled_from((0, 1, 4**place))) for place, kind in enumerate(kinds)}
    collected = draw(st.lists(st.sampled_from(counters_of(chip, src)), unique=True))
    return Case(chip, work, collected)


def work_of(case: Case, *, capability: str) -> FlopWork:
    values: dict[str, float | str] = {metric(name): value for name, value in case.values.items()}
    values["smsp__inst_executed.sum"] = 1
    return flop_work(kernel_of(long_table(launch(values), capability=capability)), conventions=Conventions())


BOTH = pytest.mark.parametrize("is_known", [True, False], ids=["capability", "no capability"])


@BOTH
@given(case=cases())
def test_what_is_collected_counts_once_and_is_exact_where_nothing_is_marked(case: Case, *, is_known: bool) -> None:
    work = work_of(case, capability=case.chip if is_known else "")
    total = work.total or 0.0
    assert total <= case.done()
    assert work.is_lower_bound or total == case.covered
    assert total >= max(case.values.values(), default=0)


@BOTH
@given(case=cases())
def test_no_kind_has_more_than_was_done_of_it_and_of_what_it_may_hold(case: Case, *, is_known: bool) -> None:
    for part in work_of(case, capability=case.chip if is_known else "").parts:
        sparse = {part.sparse, *(kind.sparse for kind in part.may_be)}
        assert part.flop <= sum(case.done(sparsity="on" if each else "off") for each in sparse), part.kind


def counted(kernel: Kernel) -> dict[Quantity, float]:
    return {each: known.per_launch for each, known in kernel.measurements.items() if each in TENSOR}


def read_values(values: dict[str, float], capability: str) -> Kernel:
    named: dict[str, float | str] = {metric(name): value for name, value in values.items()}
    return kernel_of(long_table(launch(named), capability=capability))


SUM, DENSE = "src_bf16_dst_fp32", "src_bf16_dst_fp32_sparsity_off"
HMMA, HGMMA, UTCHMMA = (f"op_{op}_src_bf16_dst_fp32" for op in ("hmma", "hgmma", "utchmma"))


@pytest.mark.parametrize(
    ("values", "capability", "expected"),
    [
        ({SUM: 3e9, DENSE: 1e9}, "9.0", {BF16: 1e9, SPARSE_BF16: 2e9}),
        ({SUM: 4e9, DENSE: 0}, "9.0", {BF16: 0, SPARSE_BF16: 4e9}),
        ({SUM: 4e9, DENSE: 4e9}, "9.0", {BF16: 4e9, SPARSE_BF16: 0}),
        ({SUM: 3e9, DENSE: 1e9}, "", {BF16: 1e9, SPARSE_BF16: 2e9}),
        ({SUM: 9, f"{HMMA}_sparsity_off": 2, f"{HGMMA}_sparsity_off": 3}, "9.0", {BF16: 5, SPARSE_BF16: 4}),
        ({SUM: 9, f"{HMMA}_sparsity_off": 2, f"{UTCHMMA}_sparsity_off": 3}, "10.0", {BF16: 5, SPARSE_BF16: 4}),
        ({SUM: 9, f"{HMMA}_sparsity_off": 2}, "12.0", {BF16: 2, SPARSE_BF16: 7}),
        # The sum of one instruction, beside the dense ones of both.
        (
            {HMMA: 9, f"{HMMA}_sparsity_off": 2, f"{HGMMA}_sparsity_off": 3, f"{HGMMA}_sparsity_on": 5},
            "9.0",
            {BF16: 5, SPARSE_BF16: 12},
        ),
        ({"src_fp8": 9, "src_fp8_sparsity_off": 2}, "8.9", {FP8: 2, SPARSE_FP8: 7}),
    ],
)
def test_the_rest_of_a_sum_beside_its_dense_operations_is_sparse(
    values: dict[str, float], capability: str, expected: dict[Quantity, float]
) -> None:
    kernel = read_values(values, capability)
    assert counted(kernel) == expected
    assert not any(known.lower_bound or known.holds for known in kernel.measurements.values())


@pytest.mark.parametrize(
    ("values", "capability", "expected", "bound"),
    [
        # Short names are sums over both sparsities.
        ({"src_fp16_dst_fp32": 4}, "8.0", {FP16: 4}, {FP16}),
        ({"src_fp16_dst_fp32": 4, "src_fp16_dst_fp16": 3}, "8.0", {FP16: 7}, set()),
        ({"src_fp16_dst_fp32": 4, "src_fp16_dst_fp16": 3}, "8.6", {FP16: 4, ACCUMULATE: 3}, set()),
        ({"src_fp16_dst_fp32": 4, "src_fp16_dst_fp16": 3}, "", {FP16: 4, ACCUMULATE: 3}, set()),
        ({HMMA: 4, HGMMA: 3}, "9.0", {BF16: 7}, set()),
        ({HMMA: 4}, "9.0", {BF16: 4}, {BF16}),
        # What is not dense may be of two kinds: it counts as the slower one, and holds the other one.
        ({"src_fp16": 9, "src_fp16_sparsity_off": 2}, "8.6", {FP16: 9}, set()),
    ],
)
def test_a_name_that_says_less_is_a_sum(
    values: dict[str, float], capability: str, expected: dict[Quantity, float], bound: set[Quantity]
) -> None:
    kernel = read_values(values, capability)
    assert counted(kernel) == expected
    assert {each for each, known in kernel.measurements.items() if known.lower_bound} == bound


def test_what_a_lower_bound_lacks_is_said() -> None:
    kernel = read_values({"src_fp16_dst_fp32": 4}, "8.0")
    assert "operations with sums in FP16 are not among them, or not all" in kernel.measurements[FP16].notes


def test_what_was_taken_off_stands_in_the_terms() -> None:
    sparse = read_values({SUM: 9, DENSE: 2}, "9.0").measurements[SPARSE_BF16]
    assert [(term.metric, term.weight) for term in sparse.terms] == [(metric(SUM), 1.0), (metric(DENSE), -1.0)]
    assert any("the rest of a wider sum" in note for note in sparse.notes)


def test_a_sum_that_is_less_than_its_dense_operations_is_told_and_neither_is_used() -> None:
    text = long_table(launch({metric(SUM): 4, metric(DENSE): 5}), capability="9.0")
    profile = assemble([read(text)])
    kernel = the_kernel(profile)
    assert counted(kernel) == {}
    assert kernel.absences[BF16].was_collected
    (told,) = [each for each in profile.problems if "is less than its parts" in each.summary]
    assert told.severity is Severity.WARNING


def test_the_sum_of_other_launches_may_differ_a_little() -> None:
    dense = long_table(launch({metric(DENSE): 1000}), capability="9.0")
    for value, expected in ((1010, {BF16: 1000.0, SPARSE_BF16: 0.0}), (1500, {BF16: 1000.0, SPARSE_BF16: 500.0})):
        whole = long_table(launch({metric(SUM): value}), capability="9.0")
        assert counted(joined({"a.csv": dense, "b.csv": whole})) == expected


def test_a_sum_that_only_another_kernel_has_leaves_the_rest_unknown() -> None:
    values = {("k()", SUM): "9", ("k()", DENSE): "2", ("o()", DENSE): "3"}
    rows = (long_row(0, name, metric(each), "", value, capability="9.0") for (name, each), value in values.items())
    (kernel,) = (each for each in assemble([read(LONG_HEADER + "".join(rows))]).kernels if each.name == "o()")
    assert counted(kernel) == {BF16: 3.0}
    assert flop_work(kernel, conventions=Conventions()).is_lower_bound


def test_a_counter_in_a_unit_that_does_not_fit_leaves_the_rest_unknown() -> None:
    text = long_table(launch({metric(DENSE): 2}) | launch({metric(SUM): 9}, unit="byte"), capability="9.0")
    kernel = kernel_of(text)
    assert counted(kernel) == {BF16: 2.0}
    assert flop_work(kernel, conventions=Conventions()).is_lower_bound


def test_a_rate_of_a_sum_is_one_too() -> None:
    rates = {
        f"{metric(SUM)}.per_second": ("inst/second", "9000000"),
        f"{metric(DENSE)}.per_second": ("inst/second", "2000000"),
    }
    kernel = kernel_of(long_table(timed(1e-3) | rates, capability="9.0"))
    assert counted(kernel) == {BF16: pytest.approx(2000), SPARSE_BF16: pytest.approx(7000)}


@pytest.mark.parametrize(
    ("term", "expected"),
    [((DENSE, 1.0), {BF16: 2.0, SPARSE_BF16: 7.0}), ((SUM, 1.0), {BF16: 9.0}), ((DENSE, 3.0), {BF16: 6.0})],
)
def test_a_formula_of_the_user_stands(term: tuple[str, float], expected: dict[Quantity, float]) -> None:
    text = long_table(launch({metric(SUM): 9, metric(DENSE): 2}), capability="9.0")
    profile = assemble([read(text)], overrides={BF16: ((metric(term[0]), term[1]),)})
    assert counted(the_kernel(profile)) == expected
