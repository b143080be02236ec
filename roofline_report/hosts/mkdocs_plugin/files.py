"""Generated pages and assets as files of MkDocs; none is ever written to the docs folder."""

from __future__ import annotations

import html
from pathlib import Path
from typing import TYPE_CHECKING, Any

import yaml
from mkdocs.structure.files import File, InclusionLevel
from mkdocs.utils import get_relative_url

from roofline_report.domain.errors import PageConflictError
from roofline_report.domain.problem import Problem

if TYPE_CHECKING:
    from collections.abc import Iterable

    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files

    from roofline_report.pipeline.output import GeneratedSite, Page

ASSET_FOLDER = "assets/roofline"

# The one in C, where PyYAML has it, takes an eighth of the time.
_DUMPER = getattr(yaml, "CSafeDumper", yaml.SafeDumper)


def add_pages(site: GeneratedSite, *, files: Files, config: MkDocsConfig) -> dict[str, File]:
    """Add every page and download of a site, and return their files by path.

    Pages are left out of MkDocs' own navigation, whose cost grows with the square of its pages: `navigation` places
    them. Downloads are in the site whatever `exclude_docs` says of such files: pages link to them.

    Raises:
        PageConflictError: A page or a file of the user's stands at the address of a generated one.
    """
    pages = {
        page.path: File.generated(
            config,
            f"{site.prefix}/{page.path}",
            content=_front_matter(page) + page.markdown,
            inclusion=InclusionLevel.NOT_IN_NAV,
        )
        for page in site.pages
    }
    downloads = {
        download.path: File.generated(
            config,
            f"{site.prefix}/{download.path}",
            content=download.content,
            inclusion=InclusionLevel.NOT_IN_NAV,
        )
        for download in site.downloads
    }
    generated = pages | downloads
    _refuse_conflicts(
        generated.values(),
        files=files,
        remedy="move it, or give the report another address with the setting `path`",
    )
    for file in generated.values():
        files.append(file)
    return generated


def add_assets(site: GeneratedSite, *, files: Files, config: MkDocsConfig) -> None:
    """Add scripts and styles, those of every page to the configuration too.

    Raises:
        PageConflictError: A file of the user's stands at the address of one of them.
    """
    assets = [_asset_file(asset.path, asset.content, config=config) for asset in site.assets]
    # A second instance of the plugin finds the files of the first, which are the same.
    others = [file for file in files if file.generated_by is None]
    _refuse_conflicts(assets, files=others, remedy="rename your file, or move it into another folder")
    for file in assets:
        if files.get_file_from_path(file.src_uri) is None:
            files.append(file)
    _add_new(config.extra_javascript, [f"{ASSET_FOLDER}/{path}" for path in site.scripts])
    _add_new(config.extra_css, [f"{ASSET_FOLDER}/{path}" for path in site.styles])


def with_scripts(html: str, site: GeneratedSite, *, url: str) -> str:
    """Return the content of a page with charts, such that they are drawn as soon as the browser can.

    Their scripts are fetched with the page, and not after it. The loader runs where the content ends: at the end of the
    page, where the theme puts it, the theme's own scripts would come first, and what the browser does after them.

    Args:
        html: The content.
        site: The site.
        url: The address of the page, relative to that of the site.
    """

    def address(path: str) -> str:
        return get_relative_url(f"{ASSET_FOLDER}/{path}", url)

    early = (
        f'<link rel="preload" as="script" href="{address(path)}" data-roofline-early>' for path in site.chart_scripts
    )
    loader = (f'<script src="{address(path)}"></script>' for path in site.scripts)
    return "".join((*early, html, *loader))


def find_published(read: Iterable[Path], *, files: Files) -> Problem | None:
    """Return a problem where MkDocs copies files of a profiler into the site, with all that they say of a machine.

    Args:
        read: The files that the report was made from.
        files: The files of the site.
    """
    sources = {path.resolve() for path in read}
    if not sources:
        return None  # to resolve the path of every file takes its time
    published = [
        file.src_uri
        for file in files
        if not file.inclusion.is_excluded() and file.abs_src_path and Path(file.abs_src_path).resolve() in sources
    ]
    if not published:
        return None
    return Problem(
        summary="the data folder lies in the folder of the documentation, so its files are published as they are",
        found=f"{published[0]} and {len(published) - 1} more" if len(published) > 1 else published[0],
        expected="files that readers cannot download: they may name the host, its users and folders",
        remedy="move the data folder, or list it under exclude_docs in mkdocs.yml",
    )


def _asset_file(path: str, content: bytes | Path, *, config: MkDocsConfig) -> File:
    uri = f"{ASSET_FOLDER}/{path}"
    if isinstance(content, Path):
        return File.generated(config, uri, abs_src_path=str(content))
    return File.generated(config, uri, content=content)


def _add_new(listed: list[Any], paths: list[str]) -> None:
    listed.extend(path for path in paths if path not in listed)


def _refuse_conflicts(generated: Iterable[File], *, files: Iterable[File], remedy: str) -> None:
    own = {file.dest_uri: file for file in files if not file.inclusion.is_excluded()}
    problems = [
        Problem(
            summary=_conflict(file),
            file=own[file.dest_uri].src_uri,
            found=file.src_uri,
            remedy=remedy,
        )
        for file in generated
        if file.dest_uri in own
    ]
    if problems:
        raise PageConflictError(problems)


def _conflict(generated: File) -> str:
    if generated.is_documentation_page():
        return "a page of yours stands where a page of the performance report goes"
    return "a file of yours stands where a file of the performance report goes"


def _front_matter(page: Page) -> str:
    meta = {"title": _title(page.title), "description": _escaped(page.description)}
    return f"---\n{yaml.dump(meta, Dumper=_DUMPER, allow_unicode=True, width=10**6)}---\n\n"


def _title(text: str) -> str:
    """Return a title for themes that print it as HTML, and for those that strip its tags and print what is left.

    Material does the second in `<title>`, where nothing but an end tag could break out.
    """
    return _escaped(text.replace("</", "\N{SINGLE LEFT-POINTING ANGLE QUOTATION MARK}/"))


def _escaped(text: str) -> str:
    """Return a text for HTML, without braces: plugins that take pages for templates read the front matter too."""
    return html.escape(text).replace("{", "&#123;").replace("}", "&#125;")
