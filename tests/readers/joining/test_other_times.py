from __future__ import annotations

from roofline_report.domain.problem import Severity
from roofline_report.readers.joining.assembly import assemble
from tests.readers.nsight_systems.samples import SUMMARY_HEADER
from tests.readers.samples import LONG_HEADER, long_row, read, the_kernel

SYSTEMS = read(f'{SUMMARY_HEADER}100.0,6000,2,3000.0,3000.0,2500,3500,707.1,"k(int)"\n', name="r/systems.csv")
COMPUTE = read(
    LONG_HEADER + "".join(long_row(launch, "k(int)", "gpu__time_duration.sum", "us", "5.5") for launch in range(2)),
    name="r/compute.csv",
)


def test_a_time_that_is_not_used_is_told() -> None:
    profile = assemble([SYSTEMS, COMPUTE])
    assert the_kernel(profile).launches == 2
    (problem,) = [problem for problem in profile.problems if "timed the kernel too" in problem.summary]
    assert (problem.file, problem.severity) == ("r/systems.csv", Severity.NOTE)
    assert problem.summary.startswith("the times of Nsight Systems are not used where Nsight Compute")
    assert problem.found == "two times of 1 kernel"


def test_one_time_is_nothing_to_tell() -> None:
    for reading in (SYSTEMS, COMPUTE):
        assert not [problem for problem in assemble([reading]).problems if "timed" in problem.summary]
