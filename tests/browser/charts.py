"""Pages with charts, and what tests ask of them in a browser."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roofline_report.renderers.charts.embed import Caption, figure_html

if TYPE_CHECKING:
    from pathlib import Path

    from roofline_report.renderers.charts.plot import RooflinePlot

LIGHT_L1 = (8, 104, 172)
DARK_L1 = (140, 208, 253)
TABLE = (
    '<div class="roofline-table"><table id="kernels" data-sortable><thead><tr>'
    '<th data-sort="text">Kernel</th><th data-sort="number">Time</th></tr></thead><tbody>'
    '<tr data-kernel="kernel_0" data-share="0.5"><th scope="row"><a href="#x">kernel_0</a></th>'
    '<td data-value="2e1">20.0 us</td></tr>'
    '<tr data-kernel="kernel_1"><th scope="row">kernel_10</th><td data-value="">n/a</td></tr>'
    '<tr data-kernel="kernel_2" data-share="0.125"><th scope="row">kernel_2</th><td title="100">0.1 ms</td></tr>'
    '<tr data-kernel="kernel_9" data-share="0.01"><th scope="row">kernel_9</th><td title="3">3.00 us</td></tr>'
    "</tbody></table></div>"
)
# How many pixels of the chart have exactly one colour.
COUNT = """((color) => {
  const find = (root) => [...root.querySelectorAll("*")].flatMap((node) =>
    node instanceof HTMLCanvasElement ? [node] : node.shadowRoot ? find(node.shadowRoot) : []);
  let count = 0;
  for (const canvas of find(document.querySelector(".roofline-chart"))) {
    if (!canvas.width || !canvas.height) continue;
    const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext("2d", { willReadFrequently: true });
    copy.drawImage(canvas, 0, 0);
    const pixels = copy.getImageData(0, 0, canvas.width, canvas.height).data;
    for (let i = 0; i < pixels.length; i += 4)
      if (pixels[i] === color[0] && pixels[i + 1] === color[1] && pixels[i + 2] === color[2] && pixels[i + 3] === 255)
        count += 1;
  }
  return count;
})"""
READY = '.roofline-chart[data-roofline-state="ready"]'
DOCUMENT = "() => [...RooflineReport.live.values()][0].chart.figure.model.document"
SELECTED = f"() => ({DOCUMENT})().get_model_by_name('roofline-dots').selected.indices"


def write_page(folder: Path, name: str, *parts: str, head: str = "", attributes: str = "") -> None:
    (folder / f"{name}.html").write_text(
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width"><link rel="icon" href="data:,">'
        f'<link rel="stylesheet" href="deep/assets/roofline.css">{head}</head><body {attributes}>{"".join(parts)}'
        '<script src="deep/assets/roofline.js"></script></body></html>',
        encoding="utf-8",
    )


def chart(plot: RooflinePlot, figure_id: str = "chart") -> str:
    return figure_html(plot, Caption(title="A run.", sentences=["All drawn."]), figure_id=figure_id, table_id="kernels")
