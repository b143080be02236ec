"""The colours of the style sheet, for what is drawn outside of a browser. They are stated there alone."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

_SHEET: Final = "colors.css"
# The blocks of the light and of the dark scheme, in this order, and their properties.
_SCHEME = re.compile(r"\{([^{}]*--roofline-l1:[^{}]*)\}")
_PROPERTY = re.compile(r"--roofline-([a-z0-9-]+):([^;]+);")
_COLOR = re.compile(r"#[0-9a-f]{6}(?:[0-9a-f]{2})?\b")


@dataclass(frozen=True, slots=True, kw_only=True)
class Scheme:
    """The colours of light or of dark pages.

    Attributes:
        colors: "#rrggbb", or "#rrggbbaa" where something shines through, by the name of the custom property.
    """

    colors: Mapping[str, str]

    def color(self, name: str) -> str:
        """Return a colour by its name: that of a level ("l1", "compute"), or "text", "muted", "background".

        Raises:
            KeyError: The style sheet has no such colour.
        """
        return self.colors[name]


@lru_cache(maxsize=2)
def read_scheme(*, dark: bool) -> Scheme:
    """Return the colours of one scheme; of a colour that a theme may choose, the one that holds without a theme."""
    text = (files("roofline_report.renderers") / "assets" / _SHEET).read_text(encoding="utf-8")
    block = _SCHEME.findall(text)[1 if dark else 0]
    found = ((name, _COLOR.findall(value)) for name, value in _PROPERTY.findall(block))
    return Scheme(colors={name: colors[-1] for name, colors in found if colors})
