"""Two thousand kernels on devices of every kind are judged as an independent oracle judges them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import pairwise
from random import Random
from typing import TYPE_CHECKING

import pytest

from tests.report.random_runs import draw_launch, draw_machine, draw_rules, run_of
from tests.report.verdict_oracle import Oracle

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roofline_report.report.rooflines import Verdict
    from tests.report.verdict_oracle import Judgement

RUNS, KERNELS_OF_A_RUN = 250, 8


@dataclass(frozen=True, kw_only=True)
class Case:
    """A kernel in one model: what the oracle says, and what the report says."""

    name: str
    expected: Judgement
    found: Verdict | None


def cases_of(seed: int) -> Iterator[Case]:
    random = Random(seed)  # noqa: S311 - the same kernels each time
    machine, rules = draw_machine(random), draw_rules(random)
    launches = [draw_launch(random, machine, rules) for _ in range(KERNELS_OF_A_RUN)]
    run = run_of(machine, launches, rules)
    reports = {each.kernel.name: each for each in run.kernels}
    for at, launch in enumerate(launches):
        judged = Oracle(machine, launch, rules).judge()
        found = {model.model.value: model.verdict for model in reports[f"kernel_{at}"].models}
        assert list(found) == sorted(judged, key=list(found).index), f"models of kernel {at} of run {seed}"
        for model, expected in judged.items():
            name = f"run {seed}, kernel {at}, {model}: {machine}, {launch}, {rules}"
            yield Case(name=name, expected=expected, found=found[model])


@pytest.fixture(scope="module")
def cases() -> list[Case]:
    return [case for seed in range(RUNS) for case in cases_of(seed)]


def told(verdict: Verdict) -> tuple[str, tuple[str, ...]]:
    return verdict.kind.value, tuple(use.roof.value for use in verdict.named)


def test_every_label_and_the_roofs_in_it_equal_those_of_the_oracle(cases: list[Case]) -> None:
    for case in cases:
        assert case.found is not None
        assert told(case.found) == (case.expected.label, case.expected.named), case.name


def test_every_use_of_a_roof_and_the_headroom_equal_those_of_the_oracle(cases: list[Case]) -> None:
    for case in cases:
        assert case.found is not None
        uses = [(use.roof.value, use.lower_bound) for use in case.found.uses]
        assert uses == [(roof, at_least) for roof, _, at_least in case.expected.uses], case.name
        shares = [use.utilisation for use in case.found.uses]
        assert shares == pytest.approx([share for _, share, _ in case.expected.uses], rel=1e-9), case.name
        assert (case.found.headroom is None) is (case.expected.headroom is None), case.name
        assert (case.found.headroom or 0) == pytest.approx(case.expected.headroom or 0, rel=1e-9), case.name


def test_the_kernels_reach_every_label_every_roof_and_ties(cases: list[Case]) -> None:
    labels = Counter(case.expected.label for case in cases)
    assert set(labels) == {"none", "data_warning", "limited", "near", "latency"}
    assert min(labels.values()) >= 50, labels
    roofs = Counter(roof for case in cases for roof in case.expected.named)
    assert set(roofs) == {"dram", "l2", "shared", "l1", "l1_tag", "compute", "issue"}
    assert min(roofs.values()) >= 20, roofs
    ties = [case for case in cases if is_tie(case.expected)]
    assert {case.expected.label for case in ties} == {"data_warning", "limited", "near", "latency"}
    assert sum(len(case.expected.named) > 1 for case in cases) >= 100


def is_tie(judgement: Judgement) -> bool:
    """Tell whether the highest two uses are equal."""
    return any(one[1] == other[1] for one, other in pairwise(judgement.uses[:2]))
