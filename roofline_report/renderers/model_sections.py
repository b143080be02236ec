"""The same part of a page once for each model, of which the reader sees one at a time.

Without JavaScript all of them are there, one below the other, each with its title.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from roofline_report.renderers.escaping import html_text
from roofline_report.renderers.grammar import capitalised
from roofline_report.report.names import MODEL_NAMES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roofline_report.domain.flop_roofline import Model


def model_sections(sections: Sequence[tuple[Model, str]]) -> str:
    """Return the HTML of all models, the first of which is shown; that of one alone needs no frame."""
    if len(sections) == 1:
        return sections[0][1]
    return "\n".join(_section(model, html) for model, html in sections)


def _section(model: Model, html: str) -> str:
    return (
        f'<div class="roofline-model" data-roofline-model="{html_text(model.value)}">'
        f'<p class="roofline-model-title">{html_text(MODEL_NAMES[model])}</p>\n{html}</div>'
    )


def table_caption(caption: str, model: Model, *, of_several: bool) -> str:
    """Return the caption of a table, with its model where there are several: the switch is out of sight from there."""
    return f"{MODEL_NAMES[model]}: {caption}" if of_several else capitalised(caption)


def part_id(name: str, position: int) -> str:
    """Return the id of a part that each model has: the first keeps the plain one."""
    return name if position == 0 else f"{name}-{position + 1}"
