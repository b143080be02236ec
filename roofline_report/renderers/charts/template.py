"""The figure of the charts as JSON, the way Bokeh's browser library reads it.

To import Bokeh, build the figure and serialise it takes a second, and comes to the same every time. So it is done when
the figure is changed, with `make template`, and the outcome lies beside this file. A test holds it against what the
installed Bokeh makes, and `make test-versions` runs that test with the oldest and the newest one.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, cast

from roofline_report.renderers.charts import roofline

if TYPE_CHECKING:
    from roofline_report.renderers.charts.page_data import JsonValue

TEMPLATE_FILE = Path(__file__).with_name("roofline_template.json")


def load_template(*, bokeh_version: str) -> str:
    """Return the figure as JSON.

    Args:
        bokeh_version: The version of the browser library that reads it; it warns of any other.
    """
    item = json.loads(TEMPLATE_FILE.read_text(encoding="utf-8"))
    item["version"] = item["doc"]["version"] = bokeh_version
    # The order of keys is Bokeh's own: an object has to stand before the first reference to it.
    return json.dumps(item, separators=(",", ":"), allow_nan=False)


def serialise_template() -> str:
    """Return what the file has to hold: the same bytes in every process, and with every version of Bokeh."""
    from bokeh.embed import json_item

    item = cast("dict[str, JsonValue]", _renumber(cast("JsonValue", json_item(roofline.draw_template())), {}))
    item["version"] = cast("dict[str, JsonValue]", item["doc"])["version"] = None
    return json.dumps(item, indent=1, allow_nan=False) + "\n"


def write_template() -> None:
    """Write the file anew, after a change to the figure."""
    TEMPLATE_FILE.write_text(serialise_template(), encoding="utf-8")


def _renumber(value: JsonValue, numbers: dict[str, str]) -> JsonValue:
    """Return a copy in which ids count up in order of appearance: Bokeh counts over the whole process."""
    if isinstance(value, dict):
        copy: dict[str, JsonValue] = {}
        for key, part in value.items():
            if key in ("id", "root_id", "target_id") and isinstance(part, str):
                copy[key] = numbers.setdefault(part, f"r{len(numbers) + 1}")
            else:
                copy[key] = _renumber(part, numbers)
        return copy
    if isinstance(value, list):
        return [_renumber(part, numbers) for part in value]
    return value
