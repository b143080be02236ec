"""The settings of a site: raw values as written, checked once, then frozen."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, field, replace
from enum import StrEnum
from pathlib import PurePath
from typing import TYPE_CHECKING

from roofline_report.configuration.document import load_file
from roofline_report.configuration.fields import Fields
from roofline_report.domain.errors import SettingsError
from roofline_report.pipeline.run_settings import RunSettings, read_run_settings
from roofline_report.readers.limits import Limits
from roofline_report.renderers.charts.registry import CHART_NAMES

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from roofline_report.domain.problem import Problem

SETTINGS_FILE = "roofline.yml"
"""Stands beside the host's own settings file and holds for every host; the host's options override it."""

_ADDRESS = re.compile(r"[a-z0-9][a-z0-9_-]*(/[a-z0-9][a-z0-9_-]*)*")


class OnProblem(StrEnum):
    """What a problem in the data does to the build."""

    WARN = "warn"
    FAIL = "fail"


class DevicePages(StrEnum):
    """Which devices have a page."""

    USED = "used"
    """Those that a run was taken on, and those of `devices_dir`."""
    ALL = "all"
    """Every device that is known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Everything that may be set, checked and complete.

    Attributes:
        root: Folder of the settings file; every relative path starts here.
        enabled: Off: no pages and no cost.
        data_dirs: Data folders.
        devices_dir: Folder of the user's own device files.
        device_pages: Which devices have a page.
        section: Title of the section in the navigation.
        path: URL prefix of every generated page.
        nav_runs: So many of the newest runs stand in the navigation.
        table_rows: Most rows of a table on a page.
        charts: Which charts a run page shows, in order.
        history_limit: Most runs in a history chart.
        on_problem: Whether a problem in the data fails the build.
        limits: How large a file, and a field in it, may be.
        runs: What run.yml may say, as a default for every run.
    """

    root: Path
    enabled: bool = True
    data_dirs: tuple[str, ...] = ("data",)
    devices_dir: str | None = None
    device_pages: DevicePages = DevicePages.USED
    section: str = "Performance"
    path: str = "performance"
    nav_runs: int = 20
    table_rows: int = 500
    charts: tuple[str, ...] = CHART_NAMES
    history_limit: int = 50
    on_problem: OnProblem = OnProblem.WARN
    limits: Limits = field(default_factory=Limits)
    runs: RunSettings = field(default_factory=RunSettings)

    @classmethod
    def from_mapping(cls, options: Mapping[str, object], *, root: Path, shown_as: str) -> Settings:
        """Return the settings from roofline.yml in `root` and, over it, from a host's options.

        Args:
            options: The host's options, as it has read them.
            root: Folder of the settings file.
            shown_as: How messages name the host's settings file.

        Raises:
            SettingsError: A key is unknown or a value does not fit; all of them are told at once.
        """
        problems: list[Problem] = []
        settings = cls(root=root)
        beside = root / SETTINGS_FILE
        if beside.is_file():
            fields = load_file(beside, file=SETTINGS_FILE, problems=problems)
            settings = settings if fields is None else _read(fields, over=settings)
        given: dict[object, object] = {key: value for key, value in options.items()}  # noqa: C416 - a wider type of key
        settings = _read(Fields.of_mapping(given, file=shown_as, problems=problems), over=settings)
        if problems:
            raise SettingsError(problems)
        return settings

    def resolve(self, folder: str) -> Path:
        """Return a folder of the settings as a path."""
        return self.root / folder

    def shown(self, folder: str) -> str:
        """Return how messages and pages name a folder of the settings.

        Of one that lies elsewhere only its own name is shown: where it lies tells of the machine and its users.
        """
        path = PurePath(os.path.normpath(self.resolve(folder)))
        root = PurePath(os.path.normpath(self.root))
        return path.relative_to(root).as_posix() if path.is_relative_to(root) else path.name or "data"

    @property
    def fails_on_problems(self) -> bool:
        """Tell whether any problem fails the build."""
        return self.on_problem is OnProblem.FAIL

    def watched(self) -> tuple[Path, ...]:
        """Return the folders and files that pages are made from, those of them that exist."""
        names = (*self.data_dirs, *((self.devices_dir,) if self.devices_dir else ()), SETTINGS_FILE)
        return tuple(path for path in (self.resolve(name) for name in names) if _exists(path))


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except OSError:
        # A name that is too long, or a folder on the way that may not be entered; reading it tells so.
        return False


def _read(fields: Fields, *, over: Settings) -> Settings:
    """Return settings with the values of one source over those of another."""
    charts = fields.choices("charts", CHART_NAMES)
    fields.refuse_empty_list("data_dir")
    settings = replace(
        over,
        enabled=fields.boolean("enabled", default=over.enabled),
        data_dirs=fields.text_list("data_dir") or over.data_dirs,
        devices_dir=fields.text("devices_dir") or over.devices_dir,
        device_pages=fields.choice("device_pages", tuple(DevicePages), default=over.device_pages),
        section=fields.text("section", default=over.section),
        path=_address(fields) or over.path,
        nav_runs=fields.integer("nav_runs", minimum=0, default=over.nav_runs),
        table_rows=fields.integer("table_rows", minimum=1, default=over.table_rows),
        charts=over.charts if charts is None else charts,
        history_limit=fields.integer("history_limit", minimum=1, default=over.history_limit),
        on_problem=fields.choice("on_problem", tuple(OnProblem), default=over.on_problem),
        limits=_limits(fields, over=over.limits),
        runs=read_run_settings(fields, over=over.runs, given_in=fields.file or SETTINGS_FILE),
    )
    fields.finish()
    return settings


def _address(fields: Fields) -> str | None:
    text = fields.text("path")
    if text is None:
        return None
    address = text.strip("/")
    if _ADDRESS.fullmatch(address):
        return address
    fields.problem(
        "path", "is no address", expected='lower-case letters, digits, "-", "_" and "/", such as "reports/performance"'
    )
    return None


def _limits(fields: Fields, *, over: Limits) -> Limits:
    given = fields.fields("limits")
    if given is None:
        return over
    size = given.value_with_unit("file_size", ("byte",))
    return replace(
        over,
        file_bytes=over.file_bytes if size is None else int(size.si_value),
        field_characters=given.integer("field_characters", minimum=1000, default=over.field_characters),
    )
