"""Files that list their launches, one launch at a time: FLOP, traffic and time of each of them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from roofline_report.readers.joining.assembly import assemble
from roofline_report.readers.limits import Limits
from roofline_report.readers.reading import read_content
from tests.corpus.comparison import Differences, compare_roofline
from tests.corpus.test_corpus import FILES

if TYPE_CHECKING:
    from roofline_report.domain.profile import Kernel
    from tests.corpus.expectations import ExpectedFile

_NUMBER = re.compile(rb'"?(?P<number>\d+)"?,')
LISTED = {
    f"{key}, launch {launch.number}": (file, launch)
    for key, file in FILES.items()
    if file.is_of_nvidia and all((each.number or "").isdigit() for kernel in file.kernels for each in kernel.each)
    for kernel in file.kernels
    for launch in kernel.each
}


def alone(file: ExpectedFile, number: str) -> Kernel:
    """Return what is read of one launch of a file, the rows of all others left out."""
    others = {
        each.number.encode()
        for kernel in file.kernels
        for each in kernel.each
        if each.number is not None and each.number != number
    }
    lines = file.path.read_bytes().splitlines(keepends=True)
    kept = [line for line in lines if (match := _NUMBER.match(line)) is None or match["number"] not in others]
    reading = read_content(b"".join(kept), shown_as=file.name, limits=Limits())
    (kernel,) = assemble([reading]).kernels
    return kernel


@pytest.mark.parametrize("key", LISTED)
def test_the_numbers_of_a_single_launch_are_right(key: str) -> None:
    file, launch = LISTED[key]
    kernel = alone(file, str(launch.number))
    differences = Differences()
    compare_roofline(kernel, launch.numbers, differences, what=key)
    if launch.duration_s is not None:
        differences.hold("duration", key, kernel.duration_s, launch.duration_s)
    assert differences.found == {}
