"""Whether pictures can be drawn here, and in which letters."""

from __future__ import annotations

from roofline_report.domain.problem import Problem


def find_obstacle() -> Problem | None:
    """Return why there is no picture on this machine; None where there may be one."""
    try:
        import matplotlib as mpl  # noqa: F401 - whether it can be
    except ModuleNotFoundError:
        return Problem(
            summary="pictures are drawn with matplotlib, which is not installed",
            remedy='pip install "roofline-report[figure]"',
        )
    except ImportError as error:
        return Problem(
            summary="pictures are drawn with matplotlib, which cannot be used",
            found=str(error),
            remedy='pip install --force-reinstall "roofline-report[figure]"',
        )
    return None


def list_fonts() -> tuple[str, ...]:
    """Return the families of letters that are installed, sorted."""
    from matplotlib.font_manager import get_font_names

    return tuple(sorted(get_font_names()))
