"""The one family of errors. Each carries its data; a host turns it into an error of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roofline_report.domain.build_log import log_lines

if TYPE_CHECKING:
    from collections.abc import Iterable

    from roofline_report.domain.problem import Problem


class RooflineReportError(Exception):
    """Base of every error that a caller of this package may meet."""


class ProblemsError(RooflineReportError):
    """Stop with every problem that was found, not with the first.

    Attributes:
        problems: What was found, in the order in which it is told.
    """

    heading = "roofline_report cannot go on"

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems: tuple[Problem, ...] = tuple(problems)
        super().__init__("\n  - ".join([f"{self.heading}:", *log_lines(self.problems)]))


class SettingsError(ProblemsError):
    """Settings that cannot be understood."""

    heading = "invalid roofline_report settings"


class PageConflictError(ProblemsError):
    """A generated page would stand where a page of the user's stands."""

    heading = "a generated page would replace a page of yours"


class ReportError(ProblemsError):
    """Problems in the data, where the settings ask that any problem fails the build."""

    heading = "the performance report has problems"


class UnknownNameError(ProblemsError):
    """What was asked for by its name is not there, or there are several of that name."""

    heading = "that name cannot be used"


class FigureError(ProblemsError):
    """A picture that cannot be made."""

    heading = "there is no picture"
