from __future__ import annotations

from dataclasses import replace

import pytest

from roofline_report.report.places import place_of
from tests.report.test_build import ncu_file


@pytest.mark.parametrize(
    ("names", "folder"),
    [
        (("data/mill/a.csv", "data/mill/b.csv"), "data/mill"),
        (("data/mill/a.csv", "elsewhere/b.csv"), None),
        (("a.csv",), None),
        ((), None),
    ],
)
def test_the_folder_is_that_of_all_files(names: tuple[str, ...], folder: str | None) -> None:
    place = place_of([replace(ncu_file(), file=name) for name in names])
    assert place.folder == folder
    assert place.files == tuple(name.rpartition("/")[2] for name in names)
