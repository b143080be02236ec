"""Sites with the sample run that has most kernels and most models, in the themes that people use."""

from __future__ import annotations

from roofline_report.renderers.charts.embed import Caption, figure_html
from tests.pipeline.folders import PROJECT
from tests.renderers.charts.plots import make_run

RUN = "performance/runs/a100-operators/"
MATERIAL = {"name": "material", "font": False, "features": ["navigation.instant", "navigation.tabs"]}
THEMES = {"mkdocs": {"name": "mkdocs"}, "readthedocs": {"name": "readthedocs"}, "material": MATERIAL}
FOLDING = ["pymdownx.tabbed", "pymdownx.details", "pymdownx.superfences"]


def sample_files() -> dict[str, str | bytes]:
    folder = PROJECT / "data" / "a100-operators"
    return {f"data/a100-operators/{path.name}": path.read_bytes() for path in folder.iterdir()}


def folded_page() -> str:
    """Return Markdown of a page with charts in content tabs and in folded notes of Material."""

    def chart(name: str) -> str:
        caption = Caption(title=f"{name}.", sentences=[], explains_itself=True)
        return figure_html(make_run(), caption, figure_id=name)

    tabs = [f'=== "Tab {name}"\n\n    {chart(name)}\n' for name in ("one", "two")]
    return "# Folded\n\n" + "\n".join([*tabs, f'??? note "Folded note"\n\n    {chart("three")}\n'])
