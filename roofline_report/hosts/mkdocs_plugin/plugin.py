"""The plugin: it translates between MkDocs and the pipeline, and does nothing else."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from mkdocs.config.base import Config, ValidationError
from mkdocs.exceptions import PluginError
from mkdocs.plugins import BasePlugin, CombinedEvent, event_priority, get_plugin_logger

from roofline_report.domain.build_log import log_lines
from roofline_report.domain.errors import ProblemsError, RooflineReportError
from roofline_report.domain.problem import Severity
from roofline_report.hosts.mkdocs_plugin.content import (
    add_search_words,
    fill_slots,
    hide_bare_sections,
    tidy_contents,
)
from roofline_report.hosts.mkdocs_plugin.files import add_assets, add_pages, find_published, with_scripts
from roofline_report.hosts.mkdocs_plugin.navigation import place_pages
from roofline_report.pipeline.reading_cache import ReadingCache
from roofline_report.pipeline.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from mkdocs.config.base import ConfigErrors, ConfigWarnings
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import File, Files
    from mkdocs.structure.nav import Navigation
    from mkdocs.structure.pages import Page as MkDocsPage
    from mkdocs.utils.templates import TemplateContext

    from roofline_report.domain.problem import Problem
    from roofline_report.pipeline.output import GeneratedSite

log = get_plugin_logger("roofline_report")


class PluginOptions(Config):
    """Empty on purpose: `Settings` declares and checks the options, the same ones for every host."""


class RooflineReportPlugin(BasePlugin[PluginOptions]):
    """Puts the generated performance section into an MkDocs site."""

    def __init__(self) -> None:
        self._cache = ReadingCache()
        self._settings: Settings | None = None
        self._site: GeneratedSite | None = None
        self._fragments: dict[str, Mapping[str, str]] = {}
        self._charted: set[str] = set()
        self._search_words: dict[str, str] = {}
        self._files: dict[str, File] = {}

    def load_config(
        self, options: dict[str, Any], config_file_path: str | None = None
    ) -> tuple[ConfigErrors, ConfigWarnings]:
        """Check the options where MkDocs checks those of every plugin, so that it reports them in its own way."""
        self.config = PluginOptions(config_file_path=config_file_path)
        file = Path(config_file_path) if config_file_path else Path("mkdocs.yml")
        try:
            self._settings = Settings.from_mapping(options, root=file.absolute().parent, shown_as=file.name)
        except ProblemsError as error:
            return [(problem.place or file.name, _invalid(problem)) for problem in error.problems], []
        return [], []

    def on_startup(self, *, command: str, dirty: bool) -> None:
        """Exist: MkDocs then keeps the plugin, and with it the files that it read, across the rebuilds of `serve`."""

    def on_config(self, config: MkDocsConfig) -> MkDocsConfig:
        """Let `serve` watch what the pages are made from. A folder that does not exist would stop it."""
        if self._settings is not None and self._settings.enabled:
            config.watch.extend(str(path) for path in self._settings.watched() if str(path) not in config.watch)
        return config

    def _add_pages(self, files: Files, *, config: MkDocsConfig) -> Files:
        """Generate the section and add its pages."""
        self._site, self._files, self._fragments, self._charted = None, {}, {}, set()
        if self._settings is None or not self._settings.enabled:
            return files
        # Where it is switched off, nobody waits for all that finds and draws to be imported.
        from roofline_report.pipeline.generate import generate

        try:
            site = generate(self._settings, cache=self._cache)
            self._files = add_pages(site, files=files, config=config)
        except RooflineReportError as error:
            raise PluginError(str(error)) from error
        published = find_published(self._cache.paths, files=files)
        if published is not None and self._settings.fails_on_problems:
            raise PluginError(published.in_one_line())
        _log([*site.problems, *((published,) if published else ())])
        self._site = site
        self._fragments = {self._files[page.path].src_uri: page.fragments for page in site.pages}
        self._charted = {self._files[page.path].src_uri for page in site.pages if page.has_chart}
        self._search_words = {self._files[page.path].src_uri: page.search_words for page in site.pages}
        return files

    # After plugins that rewrite scripts: Material's privacy plugin finds an address in BokehJS and changes the file.
    @event_priority(-200)
    def _add_assets(self, files: Files, *, config: MkDocsConfig) -> Files:
        """Add scripts and styles, and have every page load the loader."""
        if self._site is not None:
            try:
                add_assets(self._site, files=files, config=config)
            except RooflineReportError as error:
                raise PluginError(str(error)) from error
        return files

    on_files = CombinedEvent(_add_pages, _add_assets)

    # Before plugins that rearrange the navigation, so that they meet the section in it.
    @event_priority(50)
    def on_nav(self, nav: Navigation, *, config: MkDocsConfig, files: Files) -> Navigation:
        """Put the section into the navigation, and tell every other page its place."""
        if self._site is not None:
            pages = {path: file.page for path, file in self._files.items() if file.page is not None}
            place_pages(self._site, nav=nav, pages=pages)
        return nav

    def on_page_content(self, html: str, *, page: MkDocsPage, config: MkDocsConfig, files: Files) -> str:
        """Say what of a generated page is nothing to search for, and add what is."""
        if page.file.src_uri not in self._fragments:
            return html
        tidy_contents(page.toc)
        return add_search_words(hide_bare_sections(html), self._search_words[page.file.src_uri])

    # After the search plugins made their index: large tables in it are slow, and say nothing that a page does not.
    @event_priority(-100)
    def on_page_context(
        self, context: TemplateContext, *, page: MkDocsPage, config: MkDocsConfig, nav: Navigation
    ) -> TemplateContext:
        """Put charts and tables into a generated page."""
        fragments = self._fragments.get(page.file.src_uri)
        if fragments is not None:
            fill_slots(fragments, page=page, addresses=self._files)
        if self._site is not None and page.file.src_uri in self._charted:
            page.content = with_scripts(page.content or "", self._site, url=page.url)
        return context


def _invalid(problem: Problem) -> ValidationError:
    return ValidationError(problem.in_one_line())


def _log(problems: Sequence[Problem]) -> None:
    for problem, line in zip(problems, log_lines(problems), strict=True):
        # A warning makes a strict build fail; a note is no fault of anybody's.
        level = log.warning if problem.severity is Severity.WARNING else log.info
        level("%s", line)
