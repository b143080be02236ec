"""Generated sites, and what tests ask of them."""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING

from roofline_report.domain.problem import Problem, Severity
from roofline_report.pipeline.generate import generate
from tests.pipeline.folders import settings_in, write

if TYPE_CHECKING:
    from pathlib import Path

    from roofline_report.pipeline.output import GeneratedSite, Page


def in_run(files: dict[str, str], run: str = "data/demo") -> dict[str, str]:
    return {f"{run}/{name}": content for name, content in files.items()}


def site_of(root: Path, files: dict[str, str], **options: object) -> GeneratedSite:
    return generate(settings_in(write(root, files), **options))


def warnings_of(site: GeneratedSite) -> list[Problem]:
    return [problem for problem in site.problems if problem.severity is Severity.WARNING]


def notes_of(site: GeneratedSite) -> list[Problem]:
    return [problem for problem in site.problems if problem.severity is Severity.NOTE]


def page(site: GeneratedSite, path: str) -> Page:
    return next(each for each in site.pages if each.path == path)


def everything(each: Page) -> str:
    return each.markdown + "".join(each.fragments.values())


def text_of(site: GeneratedSite, path: str) -> str:
    return next(each.content for each in site.downloads if each.path == path).decode()


def paths(site: GeneratedSite) -> list[str]:
    return [each.path for each in site.pages]


def plain(markdown: str) -> str:
    return html.unescape(re.sub("<[^>]*>", "", markdown)).replace("\N{NO-BREAK SPACE}", " ")
