"""`roofline-report figure`: what is drawn, what is told, and what is refused."""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from roofline_report.domain.flop_roofline import Model
from roofline_report.hosts.cli import main
from tests.hosts.cli.cases import HOSTILE, launch
from tests.hosts.cli.figure_runs import SITE, drawn, figure
from tests.pipeline.folders import DEVICE, events, metrics, nvprof_run, timing, write
from tests.readers.samples import LONG_HEADER, long_row
from tests.renderers.figures.reading import Picture, open_png

if TYPE_CHECKING:
    from pathlib import Path


def test_it_draws_a_run_with_what_its_run_file_says(tmp_path: Path) -> None:
    picture = drawn(tmp_path, "a/first", "--size", "double")
    assert {"Three kernels", "plain copy", "L1", "HBM2"} <= set(picture.words)
    assert len(picture.shapes("dots")) == 9
    assert "#dc143c" in picture.text
    assert any("Instruction roofline, Tesla V100S" in word for word in picture.words)


def test_it_draws_a_kernel_level_by_level(tmp_path: Path) -> None:
    picture = drawn(tmp_path, "a/first", "--kernel", "sweep", "--size", "double")
    assert "sweep" in picture.words
    assert len(picture.shapes("dots")) == 3
    assert any(re.search(r"\dx to L2$", word) for word in picture.words)
    assert "gap" in picture.ids


@pytest.mark.parametrize("name", ["svg", "SVG", "pdf", "png"])
def test_the_ending_says_the_format(name: str, tmp_path: Path) -> None:
    assert figure(tmp_path, "a/first", "-o", f"out.{name}").exit_code == 0
    start = {"svg": b"<?xml", "pdf": b"%PDF-", "png": b"\x89PNG"}[name.lower()]
    assert (tmp_path / f"out.{name}").read_bytes().startswith(start)


@pytest.mark.parametrize(
    ("output", "told"),
    [
        ("out.eps", "ends in .eps; a picture ends in one of .svg, .pdf, .png"),
        ("out.jpeg", "ends in .jpeg"),
        ("out", "has no ending"),
        ("folder.svg/", "cannot be written"),
        ("none/out.svg", "cannot be written: No such file or directory"),
        ("out.", "no ending"),
        (".svg", "no ending"),
    ],
)
def test_a_file_that_cannot_be_is_refused(output: str, told: str, tmp_path: Path) -> None:
    (tmp_path / "folder.svg").mkdir()
    result = figure(tmp_path, "a/first", "-o", output)
    assert told in result.stderr
    assert result.exit_code == (1 if "written" in told else 2)


def test_a_file_that_is_there_is_overwritten(tmp_path: Path) -> None:
    write(tmp_path, {"out.svg": "x" * 10_000_000})
    drawn(tmp_path, "a/first")


def test_a_picture_that_cannot_be_made_leaves_the_file_as_it_is(tmp_path: Path) -> None:
    write(tmp_path, {"out.svg": "mine"})
    assert figure(tmp_path, "a/first", "-k", "nosuch", "-o", "out.svg").exit_code == 2
    assert (tmp_path / "out.svg").read_text() == "mine"


@pytest.mark.parametrize("output", [[], ["-o", "-"]])
def test_without_a_file_the_svg_goes_to_standard_output(output: list[str], tmp_path: Path) -> None:
    result = figure(tmp_path, "a/first", *output)
    assert result.exit_code == 0
    assert Picture(result.stdout_bytes).shapes("dots")
    assert "Caption" in result.stderr


def test_a_terminal_is_not_flooded_with_an_svg(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    command = sys.modules["roofline_report.hosts.cli.figure_command"]
    monkeypatch.setattr(command, "is_terminal", lambda: True)
    result = figure(tmp_path, "a/first")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "-o first.svg" in result.stderr
    assert figure(tmp_path, "a/first", "-o", "-").exit_code == 0


def test_title_options(tmp_path: Path) -> None:
    assert "A $title$ of mine" in drawn(tmp_path, "a/first", "--title", "A $title$ of mine").words
    assert "Three kernels" not in drawn(tmp_path, "a/first", "--title", "A title of mine").words
    untitled = drawn(tmp_path, "a/first", "--no-title")
    assert not {"Three kernels", "A title of mine"} & set(untitled.words)
    assert not any("Instruction roofline" in word for word in untitled.words)
    both = figure(tmp_path, "a/first", "--title", "x", "--no-title", "-o", "x.svg")
    assert (both.exit_code, "exclude each other" in both.stderr) == (2, True)


def test_labels_option(tmp_path: Path) -> None:
    for count in (0, 1, 3):
        words = drawn(tmp_path, "a/first", "--labels", str(count), "--size", "double").words
        # The one with a colour of its own is in the legend too.
        assert sum(word in ("scale", "sweep") for word in words) == max(0, count - 1)
    assert figure(tmp_path, "a/first", "--labels", "-1", "-o", "x.svg").exit_code == 2


def test_levels_option(tmp_path: Path) -> None:
    picture = drawn(tmp_path, "a/first", "--levels", "dram")
    assert len(picture.shapes("dots")) == 3
    assert "roof-l1" not in picture.ids
    assert len(drawn(tmp_path, "a/first", "--levels", "DRAM, l1").shapes("dots")) == 6
    assert len(drawn(tmp_path, "a/first", "--levels", "l1,shared,l2,dram", "-k", "sweep").shapes("dots")) == 4
    assert len(drawn(tmp_path, "a/first", "--levels", "l2", "-k", "sweep").shapes("dots")) == 1
    for wrong in ("l3", "", "l1,,l2"):
        result = figure(tmp_path, "a/first", "--levels", wrong, "-o", "x.svg")
        assert (result.exit_code, "each is one of: l1, shared, l2, dram" in result.stderr) == (2, True)


@pytest.mark.parametrize(
    ("size", "millimetres"),
    [
        ("single", (89.0, 69.42)),
        ("DOUBLE", (183.0, 102.48)),
        ("120mm", (120.0, 67.2)),
        ("120", (120.0, 67.2)),
        ("12cm", (120.0, 67.2)),
        ("100x60mm", (100.0, 60.0)),
        ("100 x 60 mm", (100.0, 60.0)),
        ("100mm x 6cm", (100.0, 60.0)),
        ("3.5x2.6in", (88.9, 66.04)),
        ("252x180pt", (88.9, 63.5)),
    ],
)
def test_size_option(size: str, millimetres: tuple[float, float], tmp_path: Path) -> None:
    picture = drawn(tmp_path, "a/first", "--size", size)
    found = (picture.width * 25.4 / 72, picture.height * 25.4 / 72)
    assert found == pytest.approx(millimetres, abs=1e-3)


@pytest.mark.parametrize(
    "size", ["", "x", "10mm", "89x10mm", "2000mm", "89px", "-5mm", "1e9mm", "nan", "89x60x30", "٣"]
)
def test_sizes_that_cannot_be_are_refused(size: str, tmp_path: Path) -> None:
    result = figure(tmp_path, "a/first", "--size", size, "-o", "x.svg")
    assert result.exit_code == 2
    assert "--size" in result.stderr


def test_dpi_option(tmp_path: Path) -> None:
    assert figure(tmp_path, "a/first", "--dpi", "100", "-o", "x.png").exit_code == 0
    image = open_png((tmp_path / "x.png").read_bytes())
    assert image.size == (350, 273)
    assert image.info["dpi"] == pytest.approx((100, 100), abs=0.1)
    for wrong in (["--dpi", "10"], ["--dpi", "5000"], ["--dpi", "1200", "--size", "1000x1000mm"]):
        result = figure(tmp_path, "a/first", *wrong, "-o", "x.png")
        assert (result.exit_code, "--dpi" in result.stderr) == (2, True)
    # It says nothing of outlines.
    assert figure(tmp_path, "a/first", "--dpi", "1200", "--size", "1000mm", "-o", "x.svg").exit_code == 0


def test_font_option(tmp_path: Path) -> None:
    assert figure(tmp_path, "a/first", "--font", "DejaVu Serif", "-o", "x.pdf").exit_code == 0
    assert b"DejaVuSerif" in (tmp_path / "x.pdf").read_bytes()
    result = figure(tmp_path, "a/first", "--font", "DejaVu Serrif", "-o", "x.pdf")
    assert (result.exit_code, 'did you mean "DejaVu Serif"?' in result.stderr) == (2, True)


def test_dark_and_transparent_options(tmp_path: Path) -> None:
    def corner(*options: str) -> object:
        assert figure(tmp_path, "a/first", *options, "-o", "x.png").exit_code == 0
        return open_png((tmp_path / "x.png").read_bytes()).convert("RGBA").getpixel((2, 2))

    assert corner() == (255, 255, 255, 255)
    assert corner("--dark") == (0x1B, 0x1E, 0x25, 255)
    clear = corner("--dark", "--transparent")
    assert isinstance(clear, tuple)
    assert clear[3] == 0


def _with_flop() -> dict[str, str | bytes]:
    flop = "".join(
        long_row(0, "stencil(float *, int)", f"smsp__sass_thread_inst_executed_op_{name}_pred_on.sum", "inst", value)
        for name, value in (("fadd", "0"), ("fmul", "0"), ("ffma", "3,200,000"), ("dadd", "0"), ("dmul", "0"),
                            ("dfma", "100,000"), ("hadd", "0"), ("hmul", "0"), ("hfma", "0"))
    )  # fmt: skip
    return {
        "data/r/m.csv": LONG_HEADER + launch(0, "stencil(float *, int)") + launch(1, "copy(int)") + flop,
        "data/r/run.yml": "device: NVIDIA A100-SXM4-40GB\nclocks: not locked\n",
    }


def test_model_option(tmp_path: Path) -> None:
    files = _with_flop()
    labels = {
        "flop": "Performance [GFLOP/s]",
        "instructions": "Performance [warp GIPS]",
        "fp64": "Performance [FP64 GFLOP/s]",
        "fp32": "Performance [FP32 GFLOP/s]",
    }
    for model, label in labels.items():
        for kernel in ([], ["-k", "stencil"]):
            assert label in drawn(tmp_path, "r", "--model", model, *kernel, files=files).words
    for kernel in ([], ["-k", "stencil"]):
        result = figure(tmp_path, "r", "--model", "tensor", *kernel, "-o", "x.svg", files=files)
        assert (result.exit_code, "has no work in the model tensor" in result.stderr) == (2, True)
        assert "one of: " in result.stderr
    assert figure(tmp_path, "r", "--model", "none", "-o", "x.svg", files=files).exit_code == 2


def test_every_model_may_be_asked_for() -> None:
    text = CliRunner().invoke(main, ["figure", "--help"], terminal_width=200).stdout
    assert f"One of {', '.join(Model)};" in text


def test_a_kernel_starts_with_the_model_that_its_page_starts_with(tmp_path: Path) -> None:
    files = _with_flop()
    # The model of the run in which all kernels have a place; that of operations where the other one is left out.
    assert "Performance [warp GIPS]" in drawn(tmp_path, "r", "-k", "stencil", files=files).words
    alone = {**files, "data/r/run.yml": "kernels: {include: ['stencil*']}\n"}
    assert "Performance [GFLOP/s]" in drawn(tmp_path, "r", "-k", "stencil", files=alone).words


def test_a_model_of_a_run_without_one_of_its_kernels_says_so(tmp_path: Path) -> None:
    result = figure(tmp_path, "r", "--model", "flop", "-o", "x.svg", files=_with_flop())
    assert result.exit_code == 0
    assert "1 kernel is not drawn, for want of time, counted operations or traffic" in " ".join(result.stderr.split())


def test_problems_of_a_run_are_told_and_do_not_stop_the_picture(tmp_path: Path) -> None:
    files = {**SITE, "data/a/first/run.yml": "devcie: x\n"}
    result = figure(tmp_path, "a/first", "-o", "x.svg", files=files)
    assert result.exit_code == 0
    assert 'Problem in data/a/first/run.yml, line 1: "devcie" is not a key that is known' in result.stderr
    assert "To do" in result.stderr
    assert (tmp_path / "x.svg").exists()


def test_problems_stop_it_where_the_settings_say_so(tmp_path: Path) -> None:
    files = {**SITE, "data/a/first/run.yml": "devcie: x\n", "roofline.yml": "on_problem: fail\n"}
    result = figure(tmp_path, "a/first", "-o", "x.svg", files=files)
    assert result.exit_code == 1
    assert "devcie" in result.stderr
    assert not (tmp_path / "x.svg").exists()


def test_problems_of_other_kernels_are_none_of_a_picture_of_one(tmp_path: Path) -> None:
    far_too_much = metrics("scale(int)").split("\n", 1)[1].replace(",4000", ",400000000")
    files = {
        "data/r/timing.csv": timing("copy(int)", "scale(int)"),
        "data/r/metrics.csv": metrics("copy(int)") + far_too_much,
        "data/r/events.csv": events("copy(int)", "scale(int)"),
        "data/r/run.yml": "kernels: {colors: {'nosuch*': red}}\n",
    }
    told = {
        kernel: figure(tmp_path, "r", *(["-k", kernel] if kernel else []), "-o", "x.svg", files=files).stderr
        for kernel in ("", "copy", "scale")
    }
    assert all("nosuch*" in text for text in told.values())
    above = "scale is above the L1 roof"
    assert {kernel: above in text for kernel, text in told.items()} == {"": True, "copy": False, "scale": True}


@pytest.mark.parametrize("kernel", [[], ["-k", "copy"]])
def test_what_cannot_be_drawn_is_told_and_nothing_is_written(kernel: list[str], tmp_path: Path) -> None:
    files = {"data/r/metrics.csv": metrics("copy(int)"), "data/r/events.csv": events("copy(int)")}
    result = figure(tmp_path, "r", *kernel, "-o", "x.svg", files=files)
    assert result.exit_code == 1
    assert "place on the axes" in result.stderr
    assert "want of time" in result.stderr
    assert not (tmp_path / "x.svg").exists()


def test_a_run_without_kernels_has_no_picture(tmp_path: Path) -> None:
    files = {**SITE, "data/a/first/run.yml": "kernels: {exclude: ['*']}\n"}
    assert figure(tmp_path, "a/first", "-o", "x.svg", files=files).exit_code == 1
    assert figure(tmp_path, "a/first", "-k", "copy", "-o", "x.svg", files=files).exit_code == 2


def test_a_run_without_a_device_is_drawn_without_roofs(tmp_path: Path) -> None:
    files = {f"data/r/{name}": text for name, text in nvprof_run("copy(int)", device="Nobody's (0)").items()}
    picture = drawn(tmp_path, "r", files=files)
    assert picture.shapes("dots")
    assert not [name for name in picture.ids if name.startswith("roof-")]


def test_the_caption_says_what_a_reader_has_to_know(tmp_path: Path) -> None:
    text = " ".join(figure(tmp_path, "a/first", "-o", "x.svg").stderr.split())
    assert (
        "Caption Instruction roofline: Three kernels. The area of a dot is its kernel's share of the GPU time." in text
    )
    assert "A transaction is 32 bytes." in text
    text = " ".join(figure(tmp_path, "a/first", "-k", "sweep", "-o", "x.svg").stderr.split())
    assert "Caption Instruction roofline of sweep, level by level." in text


def test_hostile_names_neither_break_nor_colour_anything(tmp_path: Path) -> None:
    names = (HOSTILE, "</script><b>$x^2$", "k" * 10_000)
    files = {f"data/r/{name}": text for name, text in nvprof_run(*names).items()}
    run_file = 'title: "</title>$\\\\alpha$ \\u202e"\n'
    result = figure(tmp_path, "r", "-o", "x.svg", "--size", "double", files={**files, "data/r/run.yml": run_file})
    assert result.exit_code == 0
    assert result.stderr.replace("\n", "").isprintable()
    assert Picture((tmp_path / "x.svg").read_bytes()).shapes("dots")


def test_neither_users_nor_folders_are_told(tmp_path: Path) -> None:
    root = tmp_path / "home" / "anna" / "project"
    files = {f"results/{name}": text for name, text in nvprof_run("k()").items()}
    write(root, files)
    for path in (str(root / "results"), "results"):
        for kind in ("svg", "pdf", "png"):
            result = figure(root, path, "-o", f"x.{kind}", files={})
            assert result.exit_code == 0
            assert "anna" not in result.output
            assert b"anna" not in (root / f"x.{kind}").read_bytes()


def test_the_same_folder_gives_the_same_bytes_wherever_it_lies(tmp_path: Path) -> None:
    found = []
    for place in ("one", "another/place"):
        root = tmp_path / place
        result = figure(root, "a/first", "-o", "x.pdf", files=SITE)
        found.append(((root / "x.pdf").read_bytes(), result.stderr))
    assert found[0] == found[1]


def test_the_device_is_named_once(tmp_path: Path) -> None:
    words = drawn(tmp_path, "a/first", "--size", "double").words
    assert sum(DEVICE.removesuffix(" (0)") in word for word in words) == 1
