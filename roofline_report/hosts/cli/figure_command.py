"""`roofline-report figure RUN -o FILE`: a picture for a paper or a slide."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypedDict, Unpack

import click

from roofline_report.domain.flop_roofline import Model
from roofline_report.domain.hardware import MemoryLevel
from roofline_report.hosts.cli.printing import find_width, is_terminal, print_lines
from roofline_report.hosts.cli.settings_files import read_site_settings

if TYPE_CHECKING:
    from roofline_report.domain.errors import ProblemsError
    from roofline_report.pipeline.figure import FigureFormat, FigureWish, Look, MadeFigure

_STANDARD_OUTPUT: Final = "-"
_MILLIMETRE: Final = "mm"
_MM: Final = {_MILLIMETRE: 1.0, "cm": 10.0, "in": 25.4, "pt": 25.4 / 72}
_NUMBER: Final = r"\d{1,6}(?:\.\d{1,6})?"
_UNIT: Final = "|".join(_MM)
_SIZE: Final = re.compile(
    rf"(?P<width>{_NUMBER})\s?(?P<width_unit>{_UNIT})?(?:\s?x\s?(?P<height>{_NUMBER})\s?(?P<height_unit>{_UNIT})?)?"
)


class _Refusal(click.ClickException):
    """Something that was asked for and is not there: exit code 2, as for an option that is none."""

    exit_code = 2


class _Options(TypedDict):
    """What was asked for, by the names of the options."""

    output: str | None
    kernel: str | None
    model: str | None
    levels: str | None
    title: str | None
    no_title: bool
    labels: int
    size: str
    font: str | None
    dpi: int
    dark: bool
    transparent: bool
    config: Path | None


@click.command("figure", short_help="Draw the roofline of a run or of a kernel, for a paper or a slide.")
@click.argument("run")
@click.option("-o", "--output", metavar="FILE", help="The file to write; it ends in .svg, .pdf or .png.")
@click.option("-k", "--kernel", metavar="NAME", help="One kernel, level by level: its label, full name or a pattern.")
@click.option(
    "--model",
    type=click.Choice([model.value for model in Model]),
    metavar="MODEL",
    help=f"One of {', '.join(Model)}; by default the one that the page starts with.",
)
@click.option("--levels", metavar="LEVELS", help="The memory levels, such as l1,dram; by default those of the page.")
@click.option("--title", metavar="TEXT", help="The title; by default that of the run, or the label of the kernel.")
@click.option("--no-title", is_flag=True, help="No title, for a picture whose caption says it.")
@click.option(
    "--labels",
    type=click.IntRange(0, 100),
    default=5,
    show_default=True,
    metavar="N",
    help="Write the names of the N kernels with most GPU time beside their dots.",
)
@click.option(
    "--size",
    default="single",
    show_default=True,
    metavar="SIZE",
    help="single (89 mm wide), double (183 mm), or a size such as 120mm, 120x80mm or 3.5x2.6in.",
)
@click.option("--font", metavar="FAMILY", help="The family of the letters, as it is installed.")
@click.option("--dpi", type=int, default=300, show_default=True, metavar="N", help="Pixels per inch of a PNG.")
@click.option("--dark", is_flag=True, help="In the colours of dark pages.")
@click.option("--transparent", is_flag=True, help="Without a background.")
@click.option(
    "--config",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="FILE",
    help="The mkdocs.yml or roofline.yml of the runs; by default the one in the current folder.",
)
def figure_command(run: str, **options: Unpack[_Options]) -> None:
    """Draw the roofline of RUN: the id of a run, as its page shows it, or the path of its folder.

    The title, the device and its ceilings, and the labels, colours and markers of kernels are those of its run.yml.

    Without -o the picture goes to standard output, as an SVG. A file that is there already is overwritten. What is
    wrong with the run, what the picture does not show, and a caption for it go to standard error.

    The exit code is 0 if the picture was made, 1 if it cannot be made or written, and 2 if RUN or an option is wrong.
    """
    wish = _wish(run, options)
    made = _make(wish, config=options["config"])
    _write(made.content, options["output"])
    print_lines(made.account, as_errors=True)


def _wish(run: str, options: _Options) -> FigureWish:
    """Return what was asked for, with every option checked.

    Raises:
        click.UsageError: An option has a value that it cannot have.
    """
    from roofline_report.pipeline.figure import FigureWish

    if options["no_title"] and options["title"] is not None:
        raise click.UsageError("--title and --no-title exclude each other")
    form = _form(options["output"], run=run)
    return FigureWish(
        run=run,
        kernel=options["kernel"],
        model=None if options["model"] is None else Model(options["model"]),
        levels=_levels(options["levels"]),
        title=options["title"],
        is_titled=not options["no_title"],
        look=_look(options, form=form),
        form=form,
    )


def _form(output: str | None, *, run: str) -> FigureFormat:
    """Return the format that a file is to have: that of its ending, and SVG on standard output."""
    from roofline_report.pipeline.figure import FigureFormat

    if output is None and is_terminal():
        example = Path(run).name or "roofline"
        raise click.UsageError(f"name a file to write, such as -o {example}.svg; -o - prints the SVG")
    if output is None or output == _STANDARD_OUTPUT:
        return FigureFormat.SVG
    ending = Path(output).suffix.lower().removeprefix(".")
    if ending not in tuple(FigureFormat):
        known = ", ".join(f".{form.value}" for form in FigureFormat)
        found = f"{output} ends in .{ending}" if ending else f"{output} has no ending"
        raise click.BadParameter(f"{found}; a picture ends in one of {known}", param_hint="--output")
    return FigureFormat(ending)


def _look(options: _Options, *, form: FigureFormat) -> Look:
    from roofline_report.pipeline.figure import DPI, MOST_PIXELS, FigureFormat, Look

    width, height = _size(options["size"])
    look = Look(
        width_mm=width,
        height_mm=height,
        dpi=options["dpi"],
        dark=options["dark"],
        transparent=options["transparent"],
        labels=options["labels"],
    )
    least, most = DPI
    if not least <= look.dpi <= most:
        raise click.BadParameter(f"{look.dpi} is not between {least} and {most}", param_hint="--dpi")
    if form is FigureFormat.PNG and look.pixels > MOST_PIXELS:
        found = f"{width:g} x {height:g} mm at {look.dpi} dpi are {look.pixels / 1e6:,.0f} million pixels"
        raise click.BadParameter(f"{found}; {MOST_PIXELS / 1e6:,.0f} are the most", param_hint="--dpi")
    return look if options["font"] is None else replace(look, font=options["font"])


def _size(text: str) -> tuple[float, float]:
    """Return width and height in millimetres."""
    from roofline_report.pipeline.figure import COLUMNS_MM, LARGEST_MM, SMALLEST_MM, usual_height_mm

    words = text.strip().lower()
    found = _SIZE.fullmatch(words)
    if words in COLUMNS_MM:
        width, height = COLUMNS_MM[words], usual_height_mm(COLUMNS_MM[words])
    elif found is None:
        expected = f"{', '.join(COLUMNS_MM)}, or a width and maybe a height with a unit, such as 120mm or 3.5x2.6in"
        raise click.BadParameter(f'"{text}" is no size; one of: {expected}', param_hint="--size")
    else:
        last = found["height_unit"] or found["width_unit"] or _MILLIMETRE
        width = float(found["width"]) * _MM[found["width_unit"] or last]
        height = usual_height_mm(width) if found["height"] is None else float(found["height"]) * _MM[last]
    if not (SMALLEST_MM[0] <= width <= LARGEST_MM and SMALLEST_MM[1] <= height <= LARGEST_MM):
        bounds = f"from {SMALLEST_MM[0]:g} x {SMALLEST_MM[1]:g} to {LARGEST_MM:g} x {LARGEST_MM:g} mm"
        raise click.BadParameter(f"{width:g} x {height:g} mm is out of bounds: {bounds}", param_hint="--size")
    return width, height


def _levels(text: str | None) -> tuple[MemoryLevel, ...]:
    """Return memory levels from the core outwards; none where none are given."""
    if text is None:
        return ()
    words = [word.strip().lower() for word in text.split(",")]
    for word in words:
        if word not in tuple(MemoryLevel):
            known = ", ".join(MemoryLevel)
            raise click.BadParameter(f'"{word}" is no memory level; each is one of: {known}', param_hint="--levels")
    return tuple(level for level in MemoryLevel if level in words)


def _make(wish: FigureWish, *, config: Path | None) -> MadeFigure:
    from roofline_report.domain.errors import FigureError, ReportError, UnknownNameError
    from roofline_report.pipeline.figure import make_figure

    try:
        return make_figure(wish, settings=read_site_settings(config), width=find_width(as_errors=True))
    except UnknownNameError as error:
        raise _Refusal(_text(error)) from error
    except (FigureError, ReportError) as error:
        raise click.ClickException(_text(error)) from error


def _text(error: ProblemsError) -> str:
    return error.problems[0].in_one_line() if len(error.problems) == 1 else str(error)


def _write(content: bytes, output: str | None) -> None:
    if output is None or output == _STANDARD_OUTPUT:
        click.echo(content, nl=False)
        return
    try:
        Path(output).write_bytes(content)
    except OSError as error:
        raise click.ClickException(f"{output} cannot be written: {error.strerror or type(error).__name__}") from error
