"""What is known of a kernel, what of it was lost, and how much work it is to settle that for many kernels."""

from __future__ import annotations

from roofline_report.domain.profile import GroupBy, LaunchGroup, Statistic
from roofline_report.readers.joining.assembly import assemble
from roofline_report.readers.joining.evidence import gather
from roofline_report.readers.reader import LaunchTable
from roofline_report.readers.reading import FileReading
from tests.readers.joining.samples import THREADS, TIME
from tests.readers.samples import LONG_HEADER, long_row, read

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


def test_a_metric_that_is_not_a_number_in_one_launch_was_not_cut_off() -> None:
    rows = [(0, "k()", "10"), (1, "k()", "n/a"), (2, "o()", "10")]
    text = LONG_HEADER + "".join(long_row(number, name, TIME, "us", value) for number, name, value in rows)
    summaries = [problem.summary for problem in assemble([read(text)]).problems]
    assert f"{TIME} was not measured in every launch, so it is not used" in summaries
    assert not any("missing for this one" in summary for summary in summaries)


def test_a_metric_that_lacks_the_row_of_a_launch_was_cut_off() -> None:
    rows = [(0, "k()", TIME, "10"), (0, "k()", THREADS, "1"), (1, "k()", THREADS, "1"), (2, "o()", TIME, "10")]
    text = LONG_HEADER + "".join(
        long_row(number, name, metric, "us" if metric == TIME else "inst", value)
        for number, name, metric, value in rows
    )
    assert any("missing for this one" in problem.summary for problem in assemble([read(text)]).problems)
