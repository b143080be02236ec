"""The settings that hold for a command: those of roofline.yml, and those of a site in mkdocs.yml over them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

if TYPE_CHECKING:
    from collections.abc import Iterator

    import yaml

    from roofline_report.pipeline.settings import Settings

_PLUGIN: Final = "roofline-report"
_SITE_FILES: Final = ("mkdocs.yml", "mkdocs.yaml")
_SETTINGS_FILE: Final = "roofline.yml"


class SettingsFileError(click.ClickException):
    """A settings file that cannot be understood."""

    exit_code = 2


def read_settings() -> Settings:
    """Return the settings of a roofline.yml in the current folder.

    Raises:
        SettingsFileError: It cannot be understood.
    """
    return _settings({}, root=Path(), shown_as="the command line")


def read_site_settings(file: Path | None) -> Settings:
    """Return the settings of a site: those of its plugin, over those of the roofline.yml beside its file.

    Args:
        file: The mkdocs.yml, or a roofline.yml; None for what is in the current folder.

    Raises:
        SettingsFileError: One of them cannot be understood.
    """
    if file is None:
        file = next((path for name in _SITE_FILES if (path := Path(name)).is_file()), Path(_SETTINGS_FILE))
    options = {} if file.name == _SETTINGS_FILE else _plugin_options(file)
    return _settings(options, root=file.parent, shown_as=file.name)


def _settings(options: dict[str, object], *, root: Path, shown_as: str) -> Settings:
    from roofline_report.domain.errors import SettingsError
    from roofline_report.pipeline.settings import Settings

    try:
        return Settings.from_mapping(options, root=root, shown_as=shown_as)
    except SettingsError as error:
        raise SettingsFileError(str(error)) from error


def _plugin_options(file: Path) -> dict[str, object]:
    """Return the options of the plugin in a mkdocs.yml, as MkDocs reads them; none where it has no such plugin."""
    from mkdocs.exceptions import ConfigurationError
    from mkdocs.utils.yaml import get_yaml_loader, yaml_load

    try:
        with file.open("rb") as stream:
            config = yaml_load(stream, get_yaml_loader(_loader()))
    except OSError as error:
        raise SettingsFileError(f"{file.name} cannot be read: {error.strerror or type(error).__name__}") from error
    except (ConfigurationError, ValueError) as error:
        raise SettingsFileError(f"{file.name} cannot be understood: {error}") from error
    plugins = config.get("plugins") if isinstance(config, dict) else None
    options = next((options for name, options in _entries(plugins) if name == _PLUGIN), None)
    return {str(key): value for key, value in options.items()} if isinstance(options, dict) else {}


def _entries(plugins: object) -> Iterator[tuple[object, object]]:
    """Yield the name and the options of each plugin: a list of names and of mappings, or a mapping of them all."""
    for entry in [plugins] if isinstance(plugins, dict) else plugins if isinstance(plugins, list) else []:
        yield from entry.items() if isinstance(entry, dict) else [(entry, None)]


def _loader() -> type[yaml.SafeLoader]:
    """Return a loader that runs nothing: other plugins name functions, which are none of ours."""
    import yaml

    class Loader(yaml.SafeLoader):
        """Take what it does not know for nothing."""

    Loader.add_multi_constructor("", lambda loader, suffix, node: None)  # noqa: ARG005 - as PyYAML calls it
    return Loader
