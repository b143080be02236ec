"""Whether the tensor units were active: any sign of it will do, and none that was lost counts as 0."""

from __future__ import annotations

import itertools

import pytest

from roofline_report.domain.conventions import Conventions
from roofline_report.domain.flop_roofline import flop_work
from roofline_report.domain.quantity import Quantity
from tests.readers.nsight_compute.measured import (
    OF_SEVERAL,
    SHAPES,
    Launch,
    kernel_of,
    launch,
    long_table,
    profile_of,
    raw_page,
)
from tests.readers.samples import LONG_HEADER, long_row, texts

ACTIVITY = Quantity.TENSOR_ACTIVITY
SIGNS = {
    "sm__inst_executed_pipe_tensor.sum": "inst",
    "smsp__inst_executed_pipe_tensor.sum": "inst",
    "sm__inst_executed_pipe_tensor.sum.pct_of_peak_sustained_active": "%",
    "sm__inst_executed_pipe_tensor_op_hmma.sum": "inst",
    "sm__inst_executed_pipe_tensor_op_gmma.sum": "inst",
    "sm__inst_executed_pipe_tensor_op_dmma.sum": "inst",
    "sm__inst_executed_pipe_tensor_subpipe_hmma.sum": "inst",
    "sm__inst_executed_pipe_tensor_subpipe_dmma.sum": "inst",
    "sm__pipe_tensor_cycles_active.avg.pct_of_peak_sustained_active": "%",
    "sm__pipe_tensor_cycles_active.avg.pct_of_peak_sustained_elapsed": "%",
    "sm__pipe_tensor_cycles_active.sum": "cycle",
}


DENYING = ("sm__inst_executed_pipe_tensor.sum", "smsp__inst_executed_pipe_tensor.sum")
CYCLES = "sm__pipe_tensor_cycles_active.sum"
OLDER, NEWER = ("7.0", "7.5", "8.0", "8.9"), ("9.0", "10.0", "10.3", "12.0", "")


def when_idle(*names: str) -> float | None:
    """Return the activity on 8.0 where all that was counted is 0."""
    return 0.0 if {*names}.intersection((*DENYING, CYCLES)) else None


def sign(name: str, value: float | str) -> Launch:
    return launch({name: value}, unit=SIGNS[name])


def is_hidden(each: Launch) -> bool:
    return flop_work(kernel_of(long_table(each, capability="9.0")), conventions=Conventions()).hidden_tensor


@pytest.mark.parametrize("name", SIGNS)
def test_any_sign_of_activity_will_do(name: str) -> None:
    assert [is_hidden(sign(name, value)) for value in (12, 0)] == [True, False]


@pytest.mark.parametrize("capability", [*OLDER, *NEWER])
@pytest.mark.parametrize("name", SIGNS)
def test_only_a_count_of_the_whole_unit_says_that_it_was_idle(name: str, capability: str) -> None:
    """One kind of instruction, or a percentage that may have been rounded to 0, says nothing of all the others."""
    denies = name == CYCLES or (name in DENYING and capability in OLDER)
    kernel = kernel_of(long_table(sign(name, 0), capability=capability))
    assert kernel.per_launch(ACTIVITY) == (0.0 if denies else None)
    others = {metric: cell for other in SIGNS if other != CYCLES for metric, cell in sign(other, 0).items()}
    everything = kernel_of(long_table(others, capability=capability)).per_launch(ACTIVITY)
    assert everything == (0.0 if capability in OLDER else None)


def test_a_kernel_of_asynchronous_instructions_is_not_idle_for_another_kind_at_zero() -> None:
    """A field note saw op_hmma at 0 on kernels of wgmma."""
    work = flop_work(
        kernel_of(long_table(sign("sm__inst_executed_pipe_tensor_op_hmma.sum", 0), capability="9.0")),
        conventions=Conventions(),
    )
    assert any(operation.operation.is_tensor for operation in work.uncollected)


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("name", SIGNS)
def test_a_sign_counts_whatever_the_others_say(name: str, shape: str) -> None:
    idle = {metric: cell for other in SIGNS for metric, cell in sign(other, 0).items()}
    assert kernel_of(SHAPES[shape](idle)).per_launch(ACTIVITY) == 0.0
    active = kernel_of(SHAPES[shape](idle | sign(name, 3)))
    assert (active.per_launch(ACTIVITY) or 0.0) > 0


@pytest.mark.parametrize("shape", OF_SEVERAL)
def test_a_kernel_that_was_active_in_one_of_its_launches_was_active(shape: str) -> None:
    name = "sm__inst_executed_pipe_tensor_op_gmma.sum"
    pipe = sign("sm__inst_executed_pipe_tensor.sum", 0)
    kernel = kernel_of(OF_SEVERAL[shape](pipe | sign(name, 0), pipe | sign(name, 8)))
    assert (kernel.per_launch(ACTIVITY) or 0.0) > 0


PAIRS = [(one, other) for one, other in itertools.product(SIGNS, SIGNS) if one != other]
SOME = PAIRS[::7]


def with_another_kernel(own: Launch, others: Launch) -> float | None:
    """Return the activity of a kernel beside one of which something else was collected too."""
    rows = [
        long_row(number, kernel, metric, unit, value)
        for number, (kernel, each) in enumerate((("k()", own), ("other()", others)))
        for metric, (unit, value) in each.items()
    ]
    kernels = {kernel.name: kernel for kernel in profile_of(LONG_HEADER + "".join(rows)).kernels}
    return kernels["k()"].per_launch(ACTIVITY)


@pytest.mark.parametrize(("known", "lost"), SOME)
def test_a_sign_that_was_lost_leaves_a_zero_unknown_and_activity_as_it_is(known: str, lost: str) -> None:
    assert with_another_kernel(sign(known, 0), sign(lost, 5)) is None
    assert with_another_kernel(sign(known, 4), sign(lost, 5)) == 4.0
    assert with_another_kernel(sign(known, 0), sign(known, 5)) == when_idle(known)


@pytest.mark.parametrize(("known", "lost"), SOME)
@pytest.mark.parametrize("value", ["n/a", "many"])
def test_a_sign_that_cannot_be_used_is_lost(known: str, lost: str, value: str) -> None:
    for own, expected in ((0, None), (4, 4.0)):
        first = sign(known, own) | sign(lost, 0)
        second = sign(known, own) | sign(lost, value)
        assert kernel_of(raw_page(first, second)).per_launch(ACTIVITY) == expected


def test_a_sign_in_a_unit_that_cannot_be_is_told_and_lost() -> None:
    name = "sm__inst_executed_pipe_tensor_op_gmma.sum"
    for own, expected in ((0, None), (4, 4.0)):
        each = sign("sm__inst_executed_pipe_tensor.sum", own) | {name: ("byte", "0")}
        profile = profile_of(long_table(each))
        assert profile.kernels[0].per_launch(ACTIVITY) == expected
        assert any(f"{name} has a unit that does not fit" in text for text in texts(profile.problems))


@pytest.mark.parametrize(("known", "absent"), SOME)
def test_a_sign_that_the_chip_does_not_have_is_not_lost(known: str, absent: str) -> None:
    each = sign(known, 0) | sign(absent, "n/a")
    assert kernel_of(raw_page(each, each)).per_launch(ACTIVITY) == when_idle(known)


def test_without_any_sign_activity_is_unknown() -> None:
    kernel = kernel_of(long_table(launch({"smsp__inst_executed.sum": 1})))
    assert kernel.per_launch(ACTIVITY) is None
    # One sign is enough to ask for.
    assert kernel.absences[ACTIVITY].metrics == ("sm__inst_executed_pipe_tensor.sum",)
