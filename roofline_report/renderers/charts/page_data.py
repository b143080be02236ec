"""The data that a page carries for a chart: a small JSON object in an attribute."""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

JsonValue: TypeAlias = "bool | int | float | str | Sequence[JsonValue] | Mapping[str, JsonValue] | None"

_DIGITS = 6
"""Significant digits: on an axis of ten decades and 2,000 pixels the sixth digit moves a dot by 0.0001 pixels."""


def round_for_drawing(value: float) -> int | float:
    """Return a number with six significant digits, as an int where it is whole.

    Raises:
        ValueError: The number is not finite: it has no place on an axis and JSON has no word for it.
    """
    if not math.isfinite(value):
        msg = f"a chart cannot draw {value}"
        raise ValueError(msg)
    rounded = float(f"{value:.{_DIGITS}g}")
    return int(rounded) if rounded.is_integer() and abs(rounded) < 1e15 else rounded


def round_all(values: Iterable[float]) -> list[int | float]:
    """Return all numbers as `round_for_drawing` does."""
    return [round_for_drawing(value) for value in values]


def clip_text(text: str, *, limit: int) -> str:
    """Return a text of at most `limit` characters, with an ellipsis where something was left out."""
    return text if len(text) <= limit else f"{text[: limit - 1]}\N{HORIZONTAL ELLIPSIS}"


def without_middle(name: str, *, limit: int) -> str:
    """Return a name of at most `limit` characters, without its middle: kernels of a kind differ at their ends."""
    head = (limit - 1) // 2
    return name if len(name) <= limit else f"{name[:head]}\N{HORIZONTAL ELLIPSIS}{name[head + 1 - limit :]}"


def to_attribute(data: JsonValue) -> str:
    """Return JSON that may stand between single quotes as the value of an HTML attribute.

    Raises:
        ValueError: A number is not finite.
    """
    text = json.dumps(data, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
    # A lone surrogate cannot be written as UTF-8; a name that holds one is shown with a replacement character.
    text = text.encode("utf-8", "replace").decode("utf-8")
    return text.replace("&", "&amp;").replace("'", "&#39;").replace("<", "&lt;").replace(">", "&gt;")
