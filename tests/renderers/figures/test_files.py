"""Pictures as files: the same bytes on every machine, with their letters, and with nothing of who made them."""

from __future__ import annotations

import hashlib
import os
import re
import subprocess
import sys
import warnings
from pathlib import Path
from tempfile import gettempdir
from typing import TYPE_CHECKING

import matplotlib as mpl
import pytest
from PIL import ImageChops

from roofline_report.renderers.colors import read_scheme
from roofline_report.renderers.figures.drawing import draw_figure
from roofline_report.renderers.figures.files import render_figure
from roofline_report.renderers.figures.look import FigureFormat, Heading
from tests.pipeline.folders import PROJECT
from tests.renderers.charts.plots import HOSTILE, make_plot, make_point, make_run
from tests.renderers.figures.reading import Picture, draw, make_look, open_png, pdf_parts, pixels_of, rgb

if TYPE_CHECKING:
    from roofline_report.renderers.charts.plot import RooflinePlot
    from roofline_report.renderers.figures.drawing import DrawnFigure
    from roofline_report.renderers.figures.look import Look

# Where these tests run: nothing of it may be in a file.
FOLDERS = tuple(re.escape(str(place)).encode() for place in (Path.home(), Path.cwd(), gettempdir()))
HEADING = Heading(title="A run", addition="A device")
FORMATS = tuple(form.value for form in FigureFormat)

_DRAW = """
import hashlib
from roofline_report.renderers.figures.look import Heading
from tests.renderers.charts.plots import make_run
from tests.renderers.figures.reading import draw
for form in ("svg", "pdf", "png"):
    print(hashlib.sha256(draw(make_run(4), form=form, heading=Heading(title="A run", addition="A device"))).hexdigest())
"""


def digests(**environment: str) -> list[str]:
    result = subprocess.run(
        [sys.executable, "-c", _DRAW],
        cwd=PROJECT,
        env={**os.environ, "PYTHONPATH": str(PROJECT), **environment},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert result.returncode == 0, result.stderr
    return result.stdout.split()


def test_the_same_plot_gives_the_same_bytes_in_every_process(tmp_path: Path) -> None:
    (tmp_path / "matplotlibrc").write_text(
        "font.size: 30\naxes.facecolor: red\nsavefig.bbox: tight\ntext.usetex: True\n"
    )
    here = [hashlib.sha256(draw(make_run(4), form=form, heading=HEADING)).hexdigest() for form in FORMATS]
    one = digests(PYTHONHASHSEED="1", TZ="Pacific/Auckland", USER="anna", HOSTNAME="node7")
    other = digests(
        PYTHONHASHSEED="2", TZ="America/Lima", SOURCE_DATE_EPOCH="86400", MATPLOTLIBRC=str(tmp_path), MPLBACKEND="svg"
    )
    assert here == [one[0], one[1], one[2]] == other


@pytest.mark.parametrize("form", FORMATS)
def test_no_file_says_when_or_by_whom_it_was_made(form: str) -> None:
    content = pdf_parts(draw(make_run(1), form=form, heading=HEADING))
    for word in (b"Date", rb"20\d\d-\d\d-\d\d", b"matplotlib", b"Matplotlib", *FOLDERS):
        if form == "svg":
            # Groups of an SVG are called after what draws them; its types of documents have addresses with dates.
            content = re.sub(rb'id="matplotlib\.axis_\d"|http://www\.w3\.org/[\w/.-]*', b"", content)
        assert not re.search(word, content), word


def test_the_title_is_told_to_programs() -> None:
    assert "<dc:title>A run</dc:title>" in Picture(draw(make_run(1), heading=HEADING)).text
    assert b"/Title (A run)" in draw(make_run(1), form="pdf", heading=HEADING)
    assert open_png(draw(make_run(1), form="png", heading=HEADING)).info["Title"] == "A run"


def test_an_svg_holds_its_letters_as_outlines() -> None:
    text = Picture(draw(make_run(1), heading=HEADING)).text
    assert "<text" not in text
    assert "font-family" not in text


def test_a_pdf_has_its_fonts_in_it_as_truetype() -> None:
    parts = pdf_parts(draw(make_run(1), form="pdf", heading=HEADING))
    assert b"/FontFile2" in parts
    assert b"/Type3" not in parts
    names = set(re.findall(rb"/FontName /([A-Z]{6}\+)?([\w-]+)", parts))
    assert {name for _, name in names} == {b"DejaVuSans", b"DejaVuSans-Bold"}


def test_the_words_of_a_pdf_are_letters_that_can_be_found() -> None:
    parts = pdf_parts(draw(make_run(1), form="pdf", heading=HEADING))
    assert b"/ToUnicode" in parts
    shown = re.findall(rb"BT(.*?)ET", parts, re.DOTALL)
    assert len(shown) > 20


@pytest.mark.parametrize(("width", "height"), [(89.0, 69.0), (183.0, 102.0), (88.9, 60.0)])
def test_a_picture_has_the_size_that_was_asked_for(width: float, height: float) -> None:
    look = make_look(width, height_mm=height, dpi=200)
    drawn = Picture(draw(make_run(1), look))
    assert (drawn.width, drawn.height) == pytest.approx((width / 25.4 * 72, height / 25.4 * 72), abs=1e-3)
    box = re.search(rb"/MediaBox \[ 0 0 ([\d.]+) ([\d.]+) \]", draw(make_run(1), look, form="pdf"))
    assert box is not None
    assert [float(each) for each in box.groups()] == pytest.approx([drawn.width, drawn.height], abs=1e-3)
    image = open_png(draw(make_run(1), look, form="png"))
    assert image.size == (int(width / 25.4 * 200), int(height / 25.4 * 200))
    assert image.info["dpi"] == pytest.approx((200, 200), abs=0.1)


@pytest.mark.parametrize("dark", [False, True])
def test_a_picture_has_a_background_unless_it_is_transparent(dark: bool) -> None:  # noqa: FBT001
    background = rgb(read_scheme(dark=dark).color("background"))
    opaque = open_png(draw(make_run(1), make_look(dark=dark), form="png")).convert("RGBA")
    assert opaque.getpixel((1, 1)) == (*background, 255)
    clear = open_png(draw(make_run(1), make_look(dark=dark, transparent=True), form="png")).convert("RGBA")
    pixel = clear.getpixel((1, 1))
    assert isinstance(pixel, tuple)
    assert pixel[3] == 0
    svg = Picture(draw(make_run(1), make_look(dark=dark, transparent=True))).text
    assert read_scheme(dark=dark).color("background") not in svg


def test_more_pixels_show_the_same() -> None:
    small, large = (open_png(draw(make_run(2), make_look(dpi=dpi), form="png")).convert("RGB") for dpi in (100, 300))
    counts = ImageChops.difference(small, large.resize(small.size)).convert("L").histogram()
    assert sum(counts[110:]) < 0.02 * small.width * small.height


def test_nothing_of_matplotlib_is_changed_for_others() -> None:
    with mpl.rc_context({"font.size": 13.0}):
        before = dict(mpl.rcParams)
        draw(make_run(1), make_look(font="DejaVu Serif"), form="pdf", heading=HEADING)
        assert dict(mpl.rcParams) == before


def test_no_window_is_needed() -> None:
    code = f"{_DRAW}\nimport sys\nprint('pyplot' if 'matplotlib.pyplot' in sys.modules else 'none')"
    environment = {key: value for key, value in os.environ.items() if key not in ("DISPLAY", "WAYLAND_DISPLAY")}
    result = subprocess.run(
        [sys.executable, "-c", code],
        cwd=PROJECT,
        env={**environment, "PYTHONPATH": str(PROJECT), "MPLBACKEND": "tkagg"},
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    assert result.stdout.split()[-1] == "none"


def test_the_letters_are_of_the_family_that_was_asked_for() -> None:
    parts = pdf_parts(draw(make_run(1), make_look(font="DejaVu Serif"), form="pdf", heading=HEADING))
    assert b"DejaVuSerif" in parts
    assert b"DejaVuSans" not in parts


# Names from files of profilers. The first are formulas to matplotlib unless it is told not to look.
NAMES = (
    *HOSTILE,
    "$\\frac{1}{2}$",
    "a_$x^2$_b",
    "unbalanced $ and \\$ and \\nosuch{",
    "kernel<$T_1$, \\alpha>::run",
    "--> <!-- comment --> ]]> <![CDATA[",
    "\u202eright to left: \u0634\u0628\u0643\u0629 \u05e9\u05dc\u05d5\u05dd",
    "two\nlines\tand\ra tab\x00\x1b[31m",
    "\ufffe\uffff\U0001fffe\ufdd0 no characters",
    "\ud800 half of one",
    "\u0378 not there yet",
    "e\u0301\u0302\u0303 combining \u200b\u200d",
    "%s %(x)s {0} {{ y }} #{z}",
    " ",
)


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("name", NAMES, ids=range(len(NAMES)))
def test_a_name_is_drawn_as_it_is_whatever_it_holds(name: str, form: str) -> None:
    plot = make_plot(make_point(label=name, color="red"), make_point(label="plain", slug="p", x=30.0))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        rendered = render_figure(
            plot, make_look(183.0), form=FigureFormat(form), heading=Heading(title=name, addition=name)
        )
    assert all(word.isprintable() for word in rendered.remarks)
    if form == "svg":
        words = Picture(rendered.content).words
        assert "plain" in words
    if form == "png":
        assert open_png(rendered.content).width > 0
        assert rgb("#ff0000") in pixels_of(rendered.content)


@pytest.mark.parametrize("name", ["a_$x^2$_b", "$\\alpha$ $ \\beta", "<b>&amp;</b> $y$"])
def test_no_part_of_a_name_is_a_formula_or_markup(name: str) -> None:
    heading = Heading(title=name)
    drawn = Picture(draw(make_plot(make_point(label=name)), make_look(183.0), heading=heading))
    shown = name.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    # The title and the name at the dot, in upright letters: those of a formula would be slanted.
    assert drawn.words.count(shown) == 2
    assert "Oblique" not in drawn.text
    assert drawn.root.findtext("{http://www.w3.org/2000/svg}title") == name


def test_letters_that_no_font_has_are_told() -> None:
    plot = make_plot(make_point(label="卷积 kernel"))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        rendered = render_figure(plot, make_look(), form=FigureFormat.PDF, heading=None)
    (remark,) = rendered.remarks
    assert "no letter for 卷 (U+5377) and 积 (U+79EF)" in remark
    assert "--font" in remark


def test_what_a_picture_does_not_show_is_told() -> None:
    plot = make_plot(
        make_point(label="zero", x=0.0),
        make_point(color="nosuchcolour", label="one"),
        make_point(color="nosuchcolour", label="two", x=9.0),
    )
    remarks = render_figure(plot, make_look(183.0), form=FigureFormat.SVG, heading=None).remarks
    assert remarks[0].startswith("1 dot is not drawn")
    assert remarks[-1].startswith("nosuchcolour is no known colour")
    assert render_figure(make_run(2), make_look(183.0), form=FigureFormat.SVG, heading=None).remarks == ()


def test_warnings_of_others_are_not_swallowed(monkeypatch: pytest.MonkeyPatch) -> None:
    def draw_and_warn(plot: RooflinePlot, look: Look, *, heading: Heading | None) -> DrawnFigure:
        warnings.warn("something else", UserWarning, stacklevel=2)
        return draw_figure(plot, look, heading=heading)

    monkeypatch.setattr("roofline_report.renderers.figures.files.draw_figure", draw_and_warn)
    with pytest.warns(UserWarning, match="something else"):
        draw(make_run(1))
