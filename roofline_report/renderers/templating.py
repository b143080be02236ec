"""The two Jinja environments: one whose expressions are Markdown text, one whose expressions are HTML text.

Whatever a template prints is escaped for its language unless it is marked as finished; nobody can forget to escape.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from roofline_report.domain.collecting import is_how_to_collect
from roofline_report.renderers.escaping import html_breakable, html_prose, html_sentence, html_text, markdown_text
from roofline_report.renderers.page import PAGE_SCHEME, slot_markup

if TYPE_CHECKING:
    from collections.abc import Callable

    from jinja2 import Template


def render_markdown(template: str, **values: object) -> str:
    """Return a Markdown page from "templates/<template>.md.jinja"."""
    return _markdown(template).render(**values).strip() + "\n"


def render_html(template: str, **values: object) -> str:
    """Return an HTML fragment from "templates/<template>.html.jinja"."""
    return _html(template).render(**values).strip()


def finished(markup: str) -> Markup:
    """Mark a text as already being in the language of its template."""
    return Markup(markup)  # noqa: S704 - the callers pass what our own templates and escapers made


def page_link(path: str) -> str:
    """Return the address of another generated page or of a download, for a host to complete."""
    return f"{PAGE_SCHEME}{path}"


@cache
def _markdown(template: str) -> Template:
    return _environment(markdown_text).get_template(f"{template}.md.jinja")


@cache
def _html(template: str) -> Template:
    return _environment(html_text).get_template(f"{template}.html.jinja")


@cache
def _environment(escape: Callable[[str], str]) -> Environment:
    def finalize(value: object) -> object:
        if isinstance(value, Markup):
            return value
        if isinstance(value, str | int | float):
            return escape(str(value))
        msg = f"a template printed {value!r}, which is no text"
        raise TypeError(msg)

    environment = Environment(
        loader=PackageLoader("roofline_report.renderers"),
        finalize=finalize,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        auto_reload=False,  # else it asks the file system for every page whether a template has changed
        autoescape=False,  # noqa: S701 - `finalize` escapes every expression, for Markdown as well as for HTML
    )
    environment.globals["slot"] = lambda name: finished(slot_markup(name))
    environment.tests["how_to_collect"] = is_how_to_collect
    environment.filters["prose"] = lambda text: finished(html_prose(text))
    environment.filters["breakable"] = lambda text: finished(html_breakable(text))
    environment.filters["sentence"] = lambda text: finished(html_sentence(text))
    environment.globals["address"] = finished
    environment.globals["page_link"] = lambda path: finished(page_link(path))
    return environment
