"""The settings of a site: raw values as written, checked once, then frozen."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, field, replace
from enum import StrEnum
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Final

from roofline_report.configuration.keys import Key
from roofline_report.domain.errors import SettingsError
from roofline_report.readers.discovery import DataFolder
from roofline_report.readers.limits import Limits

if TYPE_CHECKING:
    from collections.abc import Mapping

    from roofline_report.configuration.fields import Fields
    from roofline_report.configuration.keys import AskedKey
    from roofline_report.domain.problem import Problem
    from roofline_report.pipeline.run_settings import RunSettings

SETTINGS_FILE = "roofline.yml"
"""Stands beside the host's own settings file and holds for every host; the host's options override it."""

_ENABLED: Final = Key("enabled", "`false`: no pages and no cost")
_DATA_DIR: Final = Key("data_dir", "the data folder, or several")
_DEVICES_DIR: Final = Key("devices_dir", "a folder with device files of your own")
_DEVICE_PAGES: Final = Key(
    "device_pages", "`used`: the devices that a run was taken on, and your own, have a page; `all`: every known one has"
)
_SECTION: Final = Key("section", "title of the section in the navigation")
_PATH: Final = Key("path", "address of the section: lower-case letters, digits, `-`, `_` and `/`")
_NAV_RUNS: Final = Key(
    "nav_runs", "so many of the newest runs stand in the navigation; the others are reached from the overview"
)
_TABLE_ROWS: Final = Key(
    "table_rows", "most rows of a table of kernels or runs; the downloads of a run have all of its kernels"
)
_CHARTS: Final = Key("charts", "which charts a run page shows, and in which order")
_HISTORY_LIMIT: Final = Key(
    "history_limit", "most runs in a history chart; it is checked, but there is no such chart yet"
)
_ON_PROBLEM: Final = Key(
    "on_problem", "`warn`: a problem in the data is a warning; `fail`: it fails the build, as `--strict` does"
)
_LIMITS: Final = Key("limits", "how large files and fields may be")
_FILE_SIZE: Final = Key("file_size", "a larger file is skipped with a warning")
_FIELD_CHARACTERS: Final = Key(
    "field_characters", "a row with a longer field, such as the name of a kernel, is left out with a warning"
)

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

    An attribute is the value of the key of that name; what it means stands at the key.

    Attributes:
        root: Folder of the settings file; every relative path starts here.
        data_dirs: The value of `data_dir`.
        charts: The value of `charts`; None where all are shown.
        runs: What run.yml may say, as a default for every run; None where nothing is said.
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
    charts: tuple[str, ...] | None = None
    history_limit: int = 50
    on_problem: OnProblem = OnProblem.WARN
    limits: Limits = field(default_factory=Limits)
    runs: RunSettings | None = None

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
        if not options and not beside.is_file():
            return settings
        # Most sites set nothing, and need not import what reads settings.
        from roofline_report.configuration.document import load_file
        from roofline_report.configuration.fields import Fields

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

    def data_folders(self) -> tuple[DataFolder, ...]:
        """Return where runs are looked for, in order."""
        return tuple(DataFolder(path=self.resolve(name), shown_as=self.shown(name)) for name in self.data_dirs)

    @property
    def fails_on_problems(self) -> bool:
        """Tell whether any problem fails the build."""
        return self.on_problem is OnProblem.FAIL

    def watched(self) -> tuple[Path, ...]:
        """Return the folders and files that pages are made from, those of them that exist."""
        names = (*self.data_dirs, *((self.devices_dir,) if self.devices_dir else ()), SETTINGS_FILE)
        return tuple(path for path in (self.resolve(name) for name in names) if _exists(path))


def list_site_keys() -> tuple[AskedKey, ...]:
    """Return every key of the site, for the documentation: all that may be set but what a run.yml may say too."""
    from roofline_report.configuration.reference import list_keys
    from roofline_report.pipeline.run_settings import list_run_keys

    of_runs = {key.name for key in list_run_keys()}
    everything = list_keys(lambda fields: _read(fields, over=Settings(root=Path())))
    return tuple(key for key in everything if key.name not in of_runs)


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except OSError:
        # A name that is too long, or a folder on the way that may not be entered; reading it tells so.
        return False


def _read(fields: Fields, *, over: Settings) -> Settings:
    """Return settings with the values of one source over those of another."""
    from roofline_report.pipeline.run_settings import RunSettings, read_run_settings
    from roofline_report.renderers.charts.registry import CHART_NAMES

    charts = fields.choices(_CHARTS, CHART_NAMES, default=over.charts or CHART_NAMES)
    runs = read_run_settings(fields, over=over.runs or RunSettings(), given_in=fields.file or SETTINGS_FILE)
    settings = replace(
        over,
        enabled=fields.boolean(_ENABLED, default=over.enabled),
        data_dirs=fields.text_list(_DATA_DIR, default=over.data_dirs),
        devices_dir=fields.text(_DEVICES_DIR) or over.devices_dir,
        device_pages=fields.choice(_DEVICE_PAGES, tuple(DevicePages), default=over.device_pages),
        section=fields.text(_SECTION, default=over.section),
        path=_address(fields, default=over.path),
        nav_runs=fields.integer(_NAV_RUNS, minimum=0, default=over.nav_runs),
        table_rows=fields.integer(_TABLE_ROWS, minimum=1, default=over.table_rows),
        charts=None if charts == CHART_NAMES else charts,
        history_limit=fields.integer(_HISTORY_LIMIT, minimum=1, default=over.history_limit),
        on_problem=fields.choice(_ON_PROBLEM, tuple(OnProblem), default=over.on_problem),
        limits=_limits(fields, over=over.limits),
        runs=None if runs == RunSettings() else runs,
    )
    fields.refuse_empty_list(_DATA_DIR)
    fields.finish()
    return settings


def _address(fields: Fields, *, default: str) -> str:
    address = fields.text(_PATH, default=default).strip("/")
    if _ADDRESS.fullmatch(address):
        return address
    fields.problem(
        _PATH, "is no address", expected='lower-case letters, digits, "-", "_" and "/", such as "reports/performance"'
    )
    return default


def _limits(fields: Fields, *, over: Limits) -> Limits:
    given = fields.fields(_LIMITS)
    if given is None:
        return over
    return replace(
        over,
        file_bytes=given.byte_count(_FILE_SIZE, default=over.file_bytes),
        field_characters=given.integer(_FIELD_CHARACTERS, minimum=1000, default=over.field_characters),
    )
