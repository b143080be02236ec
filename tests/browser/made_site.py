"""A site of made-up runs, in the themes, for tests that look at every kind of page.

Its numbers are invented. Its names are long, odd or hostile, as profilers and C++ compilers write them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from benchmarks.profiles import write_run
from tests.hosts.sites import BuiltSite, build_site
from tests.pipeline.folders import nvprof_run, timing

if TYPE_CHECKING:
    from pathlib import Path

MATERIAL = {
    "name": "material",
    "font": False,
    "palette": [
        {"media": "(prefers-color-scheme: light)", "scheme": "default"},
        {"media": "(prefers-color-scheme: dark)", "scheme": "slate"},
    ],
}
THEMES: dict[str, dict[str, object]] = {
    "material": MATERIAL,
    # Bootstrap's dark mode: this theme follows what the reader's system says. Both would load a library from elsewhere
    # to colour code, and a page is not complete as long as that is waited for.
    "mkdocs": {"name": "mkdocs", "color_mode": "auto", "highlightjs": False},
    "readthedocs": {"name": "readthedocs", "highlightjs": False},
}
TABLE_ROWS = 25
MANY_KERNELS = 32
LONG_TEMPLATE = (
    "void at::native::vectorized_elementwise_kernel<4, at::native::BinaryFunctor<float, float, float, "
    "at::native::binary_internal::MulFunctor<float> >, at::detail::Array<char*, 3> >"
    "(int, at::native::BinaryFunctor<float, float, float, at::native::binary_internal::MulFunctor<float> >, "
    "at::detail::Array<char*, 3>)"
)
SIBLING = LONG_TEMPLATE.replace("MulFunctor", "DivFunctor")
NAMES = (
    LONG_TEMPLATE,
    SIBLING,
    'gemm</script><img src=x onerror="window.pwned=1">(int&, T&&)',
    "transpose_{{ config }}_*bold*_`code`(float*, int)",
    "\u202eright_to_left\u202c(int)",
    "endless_" + "n" * 9_980 + "(int)",
)
HOME = """# Home

A page that somebody wrote by hand, with a link to [the report](performance/index.md) and `code`.

## A table

| Kernel | Time |
|---|---:|
| one | 1.0 us |

## Code

```python
print("hello")
```
"""


def made_files(folder: Path) -> dict[str, str | bytes]:
    """Return the data of three runs on one device, and of one on another that lacks much.

    Args:
        folder: A folder to make files of a profiler in.
    """
    files: dict[str, str | bytes] = {"docs/index.md": HOME}
    for run, kernels in (("few", 2), ("many", MANY_KERNELS)):
        write_run(folder / run, kernels=kernels)
        files |= {f"data/{run}/{path.name}": path.read_bytes() for path in (folder / run).iterdir()}
        files[f"data/{run}/run.yml"] = f"title: A run of {run}\ndevice: NVIDIA A100-SXM4-40GB\ndate: 2026-11-02\n"
    files |= {f"data/names/{name}": content for name, content in nvprof_run(*NAMES).items()}
    # The tables of metrics and of events are not there, and one kernel is named that was never timed.
    files["data/warned/timing.csv"] = timing("lonely(int)", "other(int)")
    files["data/warned/run.yml"] = "title: A run that lacks much\ndevice: No Such Device\n"
    return files


def build_made_site(root: Path, theme: str, *, site_url: str = "https://example.org/sub/") -> BuiltSite:
    """Build the site of made-up runs in a theme, with search."""
    return build_site(
        root,
        made_files(root / "profiles"),
        config={
            "theme": THEMES[theme],
            "site_url": site_url,
            "plugins": ["search", {"roofline-report": {"table_rows": TABLE_ROWS}}],
            "markdown_extensions": ["pymdownx.superfences"] if theme == "material" else [],
        },
    )


def build_empty_site(root: Path, theme: str) -> BuiltSite:
    """Build a site whose data folder is not there yet."""
    return build_site(root, {}, config={"theme": THEMES[theme], "plugins": ["search", "roofline-report"]})
