"""Generated pages and assets as files of MkDocs; none is ever written to the docs folder."""

from __future__ import annotations

import html
from pathlib import Path
from typing import TYPE_CHECKING

import yaml
from mkdocs.structure.files import File, InclusionLevel

from roofline_report.domain.errors import PageConflictError
from roofline_report.domain.problem import Problem

if TYPE_CHECKING:
    from collections.abc import Iterable

    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files

    from roofline_report.pipeline.output import GeneratedSite, Page

ASSET_FOLDER = "assets/roofline"


def add_pages(site: GeneratedSite, *, files: Files, config: MkDocsConfig) -> dict[str, File]:
    """Add every page of a site, and return their files by path.

    They are left out of MkDocs' own navigation, whose cost grows with the square of its pages: `navigation` places
    them.

    Raises:
        PageConflictError: A page of the user's stands at the address of a generated one.
    """
    generated = {
        page.path: File.generated(
            config,
            f"{site.prefix}/{page.path}",
            content=_front_matter(page) + page.markdown,
            inclusion=InclusionLevel.NOT_IN_NAV,
        )
        for page in site.pages
    }
    _refuse_conflicts(generated.values(), files=files)
    for file in generated.values():
        files.append(file)
    return generated


def add_assets(site: GeneratedSite, *, files: Files, config: MkDocsConfig) -> None:
    """Add scripts and styles, those of every page to the configuration too."""
    for asset in site.assets:
        uri = f"{ASSET_FOLDER}/{asset.path}"
        if isinstance(asset.content, Path):
            files.append(File.generated(config, uri, abs_src_path=str(asset.content)))
        else:
            files.append(File.generated(config, uri, content=asset.content))
    config.extra_javascript.extend(f"{ASSET_FOLDER}/{path}" for path in site.scripts)
    config.extra_css.extend(f"{ASSET_FOLDER}/{path}" for path in site.styles)


def _refuse_conflicts(generated: Iterable[File], *, files: Files) -> None:
    own = {file.dest_uri: file for file in files if not file.inclusion.is_excluded()}
    problems = [
        Problem(
            summary="a page of yours stands where a page of the performance report goes",
            file=own[file.dest_uri].src_uri,
            found=file.src_uri,
            remedy="move your page, or give the report another address with the setting `path`",
        )
        for file in generated
        if file.dest_uri in own
    ]
    if problems:
        raise PageConflictError(problems)


def _front_matter(page: Page) -> str:
    meta = {"title": _title(page.title), "description": html.escape(page.description)}
    return f"---\n{yaml.safe_dump(meta, allow_unicode=True, width=10**6)}---\n\n"


def _title(text: str) -> str:
    """Return a title for themes that print it as HTML, and for those that strip its tags and print what is left.

    Material does the second in `<title>`, where nothing but an end tag could break out.
    """
    return html.escape(text.replace("</", "\N{SINGLE LEFT-POINTING ANGLE QUOTATION MARK}/"))
