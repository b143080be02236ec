"""One label per kernel, by the table of thresholds; an independent brute-force oracle decides the same."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roofline_report.domain.hardware import Origin
from roofline_report.report.rooflines import Obstacle, Roof, RoofUse, Verdict, VerdictKind
from roofline_report.report.verdicts import judge


def use(roof: Roof, utilisation: float, origin: Origin = Origin.BOOST_CLOCK) -> RoofUse:
    return RoofUse(roof=roof, utilisation=utilisation, origin=origin)


def verdict(*uses: RoofUse) -> Verdict:
    return judge(uses, obstacles=[Obstacle.NO_CEILING])


@pytest.mark.parametrize(
    ("highest", "kind"),
    [
        (0.2907, VerdictKind.LATENCY),
        (0.5999, VerdictKind.LATENCY),
        (0.60, VerdictKind.NEAR),
        (0.7999, VerdictKind.NEAR),
        (0.80, VerdictKind.LIMITED),
        (1.00, VerdictKind.LIMITED),
        (1.15, VerdictKind.LIMITED),
        (1.1501, VerdictKind.DATA_WARNING),
    ],
)
def test_thresholds_of_the_highest_use(highest: float, kind: VerdictKind) -> None:
    assert verdict(use(Roof.L2, highest), use(Roof.ISSUE, 0.1)).kind is kind


@pytest.mark.parametrize(
    ("origin", "limit"),
    [
        (Origin.REPORT, 1.05),
        (Origin.ATTRIBUTES, 1.05),
        (Origin.REPORTED_CLOCK, 1.05),
        (Origin.RUN_FILE, 1.15),
        (Origin.DEVICE_FILE, 1.15),
        (Origin.MAXIMUM_CLOCK, 1.15),
        (Origin.BOOST_CLOCK, 1.15),
    ],
)
def test_how_far_a_roof_may_be_exceeded_depends_on_its_origin(origin: Origin, limit: float) -> None:
    assert verdict(use(Roof.DRAM, limit, origin)).kind is VerdictKind.LIMITED
    assert verdict(use(Roof.DRAM, limit + 1e-6, origin)).kind is VerdictKind.DATA_WARNING


def test_a_lower_use_over_its_own_limit_is_enough_for_a_data_warning() -> None:
    found = verdict(use(Roof.DRAM, 1.10), use(Roof.L2, 1.06, Origin.REPORT))
    assert found.kind is VerdictKind.DATA_WARNING
    assert [named.roof for named in found.named] == [Roof.L2]


def test_roofs_within_nine_tenths_of_the_highest_are_named_with_it() -> None:
    found = verdict(use(Roof.L1, 0.9), use(Roof.DRAM, 0.81), use(Roof.L2, 0.8099), use(Roof.ISSUE, 0.85))
    assert [named.roof for named in found.named] == [Roof.DRAM, Roof.L1, Roof.ISSUE]


def test_below_sixty_percent_the_nearest_alone_is_named() -> None:
    found = verdict(use(Roof.L2, 0.5), use(Roof.DRAM, 0.5))
    assert [named.roof for named in found.named] == [Roof.DRAM]


def test_without_a_roof_there_is_no_verdict_but_a_reason() -> None:
    found = verdict()
    assert (found.kind, found.obstacles, found.headroom) == (VerdictKind.NONE, (Obstacle.NO_CEILING,), None)


def test_a_measured_ceiling_may_not_take_part() -> None:
    with pytest.raises(ValueError, match="does not decide"):
        verdict(use(Roof.DRAM, 0.9, Origin.MEASURED))


def test_headroom_is_the_factor_to_the_nearest_roof() -> None:
    assert verdict(use(Roof.L2, 0.5), use(Roof.DRAM, 0.25)).headroom == 2.0


physical = st.sampled_from([origin for origin in Origin if origin is not Origin.MEASURED])
some_uses = st.lists(
    st.builds(use, st.sampled_from(list(Roof)), st.floats(min_value=0.001, max_value=1.4), physical),
    unique_by=lambda each: each.roof,
    max_size=7,
)


def oracle(uses: list[RoofUse]) -> tuple[str, set[Roof]]:
    """The decision table once more, as its rows are written, rule by rule."""
    if len(uses) == 0:
        return "none", set()
    beyond = set()
    for each in uses:
        if each.utilisation > (1.05 if each.origin in ("report", "attributes", "reported_clock") else 1.15):
            beyond.add(each.roof)
    if beyond:
        return "data_warning", beyond
    top = 0.0
    for each in uses:
        top = max(top, each.utilisation)
    close = {each.roof for each in uses if each.utilisation >= 0.9 * top}
    if top >= 0.8:
        return "limited", close
    if top >= 0.6:
        return "near", close
    at_top = [each.roof for each in uses if each.utilisation == top]
    order = ["dram", "l2", "shared", "l1", "l1_tag", "compute", "issue"]
    return "latency", {min(at_top, key=lambda roof: order.index(roof.value))}


@given(some_uses)
def test_the_label_equals_that_of_an_independent_oracle(uses: list[RoofUse]) -> None:
    found = verdict(*uses)
    assert (found.kind.value, {named.roof for named in found.named}) == oracle(uses)
