"""A hook that mends what the theme of this site leaves out for readers with a screen reader."""

from __future__ import annotations

from typing import Final

_SEARCH: Final = 'data-md-component="search" role="dialog"'


def on_post_page(output: str, **_: object) -> str:
    """Give the dialog of the search a name."""
    return output.replace(_SEARCH, f'{_SEARCH} aria-label="Search"', 1)
