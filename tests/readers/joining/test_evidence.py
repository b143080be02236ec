"""How much work it is to settle what is known of many kernels."""

from __future__ import annotations

from roofline_report.domain.profile import GroupBy, LaunchGroup, Statistic
from roofline_report.readers.joining.evidence import gather
from roofline_report.readers.reader import LaunchTable
from roofline_report.readers.reading import FileReading

LACKED = ("lacked", "lacked_too")


class Counted(dict[str, Statistic]):
    """Metrics of a launch group that count how often they are looked into."""

    looks = 0

    def __contains__(self, key: object) -> bool:
        Counted.looks += 1
        return super().__contains__(key)


def looks_for(kernels: int) -> int:
    Counted.looks = 0
    groups = tuple(
        LaunchGroup(
            kernel=f"k{number}", file="m.csv", launches=1, metrics=Counted(measured=Statistic.of([float(number)]))
        )
        for number in range(kernels)
    )
    table = LaunchTable(groups=groups, dimensions={}, named=frozenset({"measured", *LACKED}))
    found = gather(
        [FileReading(file="m.csv", tables=(table,))], group_by=GroupBy.NAME, needed=frozenset(LACKED), problems=[]
    )
    assert [set(each.without_value) for each in found] == [set(LACKED)] * kernels
    return Counted.looks


def test_the_work_grows_with_the_kernels_and_not_with_their_square() -> None:
    few = looks_for(10)
    assert 0 < looks_for(40) <= 4 * few
