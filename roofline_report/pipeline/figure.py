"""A picture of a run or of one of its kernels, as the bytes of a file: read as a build reads, and drawn for paper."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NoReturn

from roofline_report.configuration.wording import nearest, one_of, shorten
from roofline_report.domain.errors import FigureError, UnknownNameError
from roofline_report.domain.problem import Problem
from roofline_report.pipeline.generate import fail_on
from roofline_report.pipeline.reading_cache import ReadingCache
from roofline_report.pipeline.run_report import RunReporter
from roofline_report.pipeline.selection import find_kernel, find_run
from roofline_report.pipeline.site_report import load_catalogue
from roofline_report.renderers.charts.captions import kernel_caption, run_caption
from roofline_report.renderers.charts.kernel_levels import with_shared
from roofline_report.renderers.charts.roofline_plot import kernel_plot, run_plot
from roofline_report.renderers.figures.account import account_lines
from roofline_report.renderers.figures.files import render_figure
from roofline_report.renderers.figures.fonts import find_obstacle, list_fonts
from roofline_report.renderers.figures.look import (
    COLUMNS_MM,
    DPI,
    LARGEST_MM,
    MOST_PIXELS,
    SMALLEST_MM,
    FigureFormat,
    Heading,
    Look,
    usual_height_mm,
)
from roofline_report.renderers.model_units import ModelUnits
from roofline_report.report.roofs import roofs_of_kernel, roofs_of_run
from roofline_report.report.run_models import run_models

if TYPE_CHECKING:
    from roofline_report.domain.flop_roofline import Model
    from roofline_report.domain.hardware import MemoryLevel
    from roofline_report.pipeline.settings import Settings
    from roofline_report.renderers.charts.embed import Caption
    from roofline_report.renderers.charts.plot import RooflinePlot
    from roofline_report.renderers.inspection.layout import Line
    from roofline_report.report.model import KernelReport, RunReport

__all__ = [
    "COLUMNS_MM",
    "DPI",
    "LARGEST_MM",
    "MOST_PIXELS",
    "SMALLEST_MM",
    "FigureFormat",
    "FigureWish",
    "Look",
    "MadeFigure",
    "make_figure",
    "usual_height_mm",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class FigureWish:
    """What somebody wants a picture of, and how it should look.

    Attributes:
        run: The id of a run, or the path of its folder.
        kernel: What one of its kernels is called; None for all of them.
        model: The model; None for the one that its page starts with.
        levels: The memory levels; none for those that its page shows.
        title: What stands above it; None for the title of the run, or the label of the kernel.
        is_titled: Whether anything stands above it.
        look: How it looks.
        form: The format of its file.
    """

    run: str
    kernel: str | None = None
    model: Model | None = None
    levels: tuple[MemoryLevel, ...] = ()
    title: str | None = None
    is_titled: bool = True
    look: Look
    form: FigureFormat


@dataclass(frozen=True, slots=True, kw_only=True)
class MadeFigure:
    """A picture, and what is to be told of it.

    Attributes:
        content: The bytes of its file.
        account: Problems of its run, what it does not show, and what its caption has to say, as lines.
    """

    content: bytes
    account: tuple[Line, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """What is drawn.

    Attributes:
        plot: What the picture shows, at least one dot among it.
        caption: What stands below it.
        heading: What stands above it, unless somebody wants another title.
    """

    plot: RooflinePlot
    caption: Caption
    heading: Heading


def make_figure(wish: FigureWish, *, settings: Settings, width: int) -> MadeFigure:
    """Return a picture.

    Args:
        wish: What it shows and how.
        settings: Where the data folders are, and what holds for every run.
        width: The most characters of a line of the account.

    Raises:
        UnknownNameError: There is no such run, kernel, model or font, or there are several.
        FigureError: It cannot be drawn: nothing has a place on the axes, or matplotlib is not installed.
        ReportError: There are problems, and the settings say that they fail a build.
    """
    _check_letters(wish.look.font)
    found = find_run(wish.run, settings=settings)
    catalogue, device_problems = load_catalogue(settings)
    reporter = RunReporter.of(found.siblings, catalogue=catalogue, settings=settings, cache=ReadingCache())
    run = replace(reporter, has_all_runs=found.is_of_site).report(found.folder)
    kernel = None if wish.kernel is None else find_kernel(wish.kernel, run)
    subject = subject_of(run, kernel, wish=wish)
    problems = [*found.problems, *device_problems, *(each for each in run.problems if _concerns(each, kernel))]
    if settings.fails_on_problems:
        fail_on(problems)
    heading = subject.heading if wish.title is None else replace(subject.heading, title=wish.title)
    rendered = render_figure(subject.plot, wish.look, form=wish.form, heading=heading if wish.is_titled else None)
    account = account_lines(run, problems, caption=subject.caption, remarks=rendered.remarks, width=width)
    return MadeFigure(content=rendered.content, account=account)


def _check_letters(font: str) -> None:
    obstacle = find_obstacle()
    if obstacle is not None:
        raise FigureError([obstacle])
    fonts = list_fonts()
    if font not in fonts:
        problem = Problem(
            summary=f'the font "{shorten(font)}" is not installed',
            expected=f"one of the {len(fonts)} families that are",
            remedy=nearest(font, fonts) or "install it, or leave --font away",
        )
        raise UnknownNameError([problem])


def _with_levels(run: RunReport, levels: tuple[MemoryLevel, ...]) -> RunReport:
    """Return a run with charts of these levels; of its own where none are given."""
    if not levels:
        return run
    options = replace(run.options, levels=levels)
    models = run_models(run.kernels, device=run.device, options=options)
    return replace(run, levels=levels, options=options, models=models)


def _concerns(problem: Problem, kernel: KernelReport | None) -> bool:
    """Tell whether a problem of a run is one of a picture: that of one kernel has nothing of the others."""
    return kernel is None or problem.kernel in (None, kernel.kernel.name, kernel.key)


def subject_of(run: RunReport, kernel: KernelReport | None, *, wish: FigureWish) -> Subject:
    """Return what is drawn of a run, or of one of its kernels.

    Raises:
        UnknownNameError: It has no work in the model that is asked for.
        FigureError: Nothing has a place on the axes.
    """
    run = _with_levels(run, wish.levels)
    subject = _of_run(run, wish) if kernel is None else _of_kernel(run, kernel, wish=wish)
    if subject.plot.drawn_points:
        return subject
    problem = Problem(
        summary=f"{_name(run, kernel)} has {'a' if kernel is None else 'no'} place on the axes",
        found=" ".join(subject.caption.sentences) or "no kernel",
        remedy="`roofline-report inspect` with the folder of the run says what was not collected",
    )
    raise FigureError([problem])


def _of_run(run: RunReport, wish: FigureWish) -> Subject:
    model = run.lead
    if wish.model is not None:
        known = {each.model: each for each in run.models}
        model = known.get(wish.model) or _refuse_model(wish.model, list(known), of="run")
    return Subject(
        plot=run_plot(run, model.roofs),
        caption=run_caption(run, model),
        heading=Heading(title=run.title, addition=_addition(run, model.model)),
    )


def _of_kernel(run: RunReport, kernel: KernelReport, *, wish: FigureWish) -> Subject:
    model = wish.model or kernel.leading
    report = kernel.find_model(model) or _refuse_model(model, [each.model for each in kernel.models], of="kernel")
    shown = run if wish.levels else with_shared(run, report)
    of_run = roofs_of_run(model, kernels=run.kernels, device=run.device, options=run.options)
    roofs = roofs_of_kernel(of_run, kernel, device=shown.device, options=shown.options)
    return Subject(
        plot=kernel_plot(shown, kernel, roofs=roofs),
        caption=kernel_caption(shown, kernel, model=model),
        heading=Heading(title=kernel.label, addition=f"{run.title}; {_addition(run, model)}"),
    )


def _refuse_model(model: Model, known: list[Model], *, of: str) -> NoReturn:
    problem = Problem(
        summary=f"the {of} has no work in the model {model.value}",
        expected=one_of([each.value for each in known]),
        remedy="choose one of these, or leave --model away",
    )
    raise UnknownNameError([problem])


def _addition(run: RunReport, model: Model) -> str:
    title = ModelUnits(model, run.device.device).title
    return title if run.device.name is None else f"{title}, {run.device.name}"


def _name(run: RunReport, kernel: KernelReport | None) -> str:
    return f"no kernel of the run {run.id}" if kernel is None else f"the kernel {kernel.label}"
