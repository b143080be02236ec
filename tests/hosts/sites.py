"""MkDocs projects in a temporary folder, built as a user builds them."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import yaml
from mkdocs.commands.build import build
from mkdocs.config import load_config

from tests.pipeline.folders import PROJECT, write

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path


@dataclass(frozen=True, slots=True, kw_only=True)
class BuiltSite:
    """A built site and what the build said."""

    root: Path
    folder: Path
    log: tuple[tuple[int, str], ...]

    def read(self, path: str) -> str:
        return (self.folder / path).read_text(encoding="utf-8")

    def has(self, path: str) -> bool:
        return (self.folder / path).is_file()

    @property
    def warnings(self) -> list[str]:
        return [message for level, message in self.log if level >= logging.WARNING]


class _Recorder(logging.Handler):
    def __init__(self) -> None:
        super().__init__(logging.INFO)
        self.records: list[tuple[int, str]] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.records.append((record.levelno, record.getMessage()))


def build_site(
    root: Path,
    files: Mapping[str, str | bytes],
    *,
    config: Mapping[str, object] | None = None,
    options: Mapping[str, object] | None = None,
) -> BuiltSite:
    """Write a project and build it; a plain theme and no search unless the config says otherwise."""
    settings: dict[str, object] = {
        "site_name": "A site",
        "site_url": "https://example.org/sub/",
        "theme": {"name": "mkdocs"},
        "plugins": [{"roofline-report": dict(options or {})}],
        **(config or {}),
    }
    write(root, {"docs/index.md": "# Home\n", **files, "mkdocs.yml": yaml.safe_dump(settings)})
    return _build(root, config_file=root / "mkdocs.yml", site_dir=root / "site")


def build_project(folder: Path, **overrides: Any) -> BuiltSite:
    """Build this project's own site into a folder."""
    return _build(PROJECT, config_file=PROJECT / "mkdocs.yml", site_dir=folder, **overrides)


def _build(root: Path, *, config_file: Path, site_dir: Path, **overrides: Any) -> BuiltSite:
    recorder = _Recorder()
    logger = logging.getLogger("mkdocs")
    logger.addHandler(recorder)
    level = logger.level
    logger.setLevel(logging.INFO)
    try:
        loaded = load_config(str(config_file), site_dir=str(site_dir), **overrides)
        loaded.plugins.on_startup(command="build", dirty=False)
        build(loaded)
    finally:
        logger.removeHandler(recorder)
        logger.setLevel(level)
    return BuiltSite(root=root, folder=site_dir, log=tuple(recorder.records))
