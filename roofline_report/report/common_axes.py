"""The same axes for all runs of a site on one device, so that any two of them can be laid side by side."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, TypeAlias

from roofline_report.report.frame import union_of
from roofline_report.report.roofs import frame_without_dots

if TYPE_CHECKING:
    from collections.abc import Iterable

    from roofline_report.domain.flop_roofline import Model
    from roofline_report.report.model import RunModel, RunReport
    from roofline_report.report.rooflines import Frame

    _Key: TypeAlias = tuple[str, Model]


def with_common_axes(runs: Iterable[RunReport]) -> tuple[RunReport, ...]:
    """Return runs whose charts of a model have the axes that all of those on the same device need.

    What a run needs are its roofs: those of tensor units lie a decade above all others. A dot outside widens the axes
    of its own run alone. A run on a device that is not known keeps its own.
    """
    known = tuple(runs)
    needed: dict[_Key, list[Frame]] = {}
    for run in known:
        for each in run.models:
            if run.device.slug is not None:
                needed.setdefault((run.device.slug, each.model), []).append(frame_without_dots(each.roofs))
    common = {key: union_of(frames) for key, frames in needed.items()}
    return tuple(
        replace(run, models=tuple(_with_room(each, run, common=common) for each in run.models)) for run in known
    )


def _with_room(each: RunModel, run: RunReport, *, common: dict[_Key, Frame]) -> RunModel:
    frame = None if run.device.slug is None else common[run.device.slug, each.model]
    if frame is None:
        return each
    wider = replace(union_of([frame, each.roofs.frame]), widened=each.roofs.frame.widened)
    return each if wider == each.roofs.frame else replace(each, roofs=replace(each.roofs, frame=wider))
