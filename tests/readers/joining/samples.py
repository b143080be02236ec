"""Files and profiles that the tests of joining share."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roofline_report.domain.problem import Severity
from roofline_report.readers.joining.assembly import assemble
from tests.readers.samples import LONG_HEADER, long_row, read, texts

if TYPE_CHECKING:
    from roofline_report.domain.profile import Profile

TIME = "gpu__time_duration.sum"
THREADS = "smsp__thread_inst_executed.sum"
TOTAL = "lts__t_sectors.sum"
OPS = tuple(f"lts__t_sectors_op_{name}.sum" for name in ("read", "write", "atom", "red"))


def long(*rows: tuple[str, str, str], capability: str = "8.6", kernel: str = "k()") -> str:
    return LONG_HEADER + "".join(long_row(0, kernel, *row, capability=capability) for row in rows)


def sectors(values: dict[str, int]) -> list[tuple[str, str, str]]:
    return [(metric, "sector", f"{value:,}") for metric, value in values.items()]


def of(text: str, **options: str | None) -> Profile:
    return assemble([read(text)], compute_capability=options.get("capability"))


def warnings(profile: Profile) -> list[str]:
    return texts(problem for problem in profile.problems if problem.severity is Severity.WARNING)


def notes(profile: Profile) -> list[str]:
    return texts(problem for problem in profile.problems if problem.severity is Severity.NOTE)
