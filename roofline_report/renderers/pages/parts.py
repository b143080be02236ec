"""Parts that several pages have: verdicts, facts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from roofline_report.renderers import bounds, quantities, words
from roofline_report.renderers.addresses import device_path
from roofline_report.renderers.cells import Cell
from roofline_report.renderers.escaping import markdown_text
from roofline_report.renderers.templating import finished, render_html

if TYPE_CHECKING:
    from collections.abc import Sequence

    from markupsafe import Markup

    from roofline_report.report.model import RunDevice, RunReport
    from roofline_report.report.rooflines import Verdict

_NO_BREAK_SPACE = "\N{NO-BREAK SPACE}"

_SHORT_LABEL = 24


@dataclass(frozen=True, slots=True, kw_only=True)
class PageOptions:
    """What the settings say of the pages.

    Attributes:
        section: Title of the overview and of the section in the navigation.
        table_rows: Most rows of a table.
        charts: Which charts a run page shows, in order.
    """

    section: str
    table_rows: int
    charts: tuple[str, ...]


def verdict_block(verdict: Verdict, sentence: str) -> Markup:
    """Return a verdict as an HTML block; it stands in the Markdown, so that search finds it.

    The sentence names kernels, and a plugin may take a page for a template of its own before Markdown sees it: no
    brace is left in it.
    """
    kind = verdict.kind.value.replace("_", "-")
    return finished(render_html("verdict", kind=kind, sentence=finished(markdown_text(sentence))))


def fold_html(title: str, html: str) -> str:
    """Return a part of a page folded up.

    Args:
        title: What is in it, and how much: what a reader decides by whether to open it.
        html: The part.
    """
    return render_html("fold", title=title, body=finished(html))


def verdict_cell(verdict: Verdict, device: RunDevice) -> Cell:
    """Return the label of a verdict in two lines: what it is, and what it is about."""
    head, about = words.verdict_lines(verdict, device)
    return Cell(text=head, detail=about, nowrap=len(head) <= _SHORT_LABEL)


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """What identifies a run, a kernel or a device at a glance.

    Attributes:
        name: What it is.
        text: Its value, formatted.
        link: Path of a generated page that tells more of it.
    """

    name: str
    text: str
    link: str | None = None


def facts_html(facts: Sequence[Fact]) -> str:
    """Return names and values in a row; a unit stands smaller beside its number."""
    return render_html("facts", facts=[(fact, *_number_and_unit(fact.text)) for fact in facts])


def _number_and_unit(text: str) -> tuple[str, str]:
    """Return a quantity in two parts: number with its sign of a bound, and unit; a % is no unit."""
    bound = next((sign for sign in bounds.SIGNS if text.startswith(sign)), "")
    number, _, unit = text.removeprefix(bound).partition(_NO_BREAK_SPACE)
    return (text, "") if text.endswith("%") else (f"{bound}{number}", unit.replace(_NO_BREAK_SPACE, " "))


def run_facts(run: RunReport) -> list[Fact]:
    """Return what identifies a run: device, time, date."""
    link = None if run.device.slug is None else device_path(run.device.slug)
    unnamed = "several named" if run.device.several_names else "not named"
    facts = [
        Fact(name="Device", text=run.device.name or unnamed, link=link),
        Fact(name="Kernels", text=quantities.count(len(run.kernels))),
        Fact(name="GPU time", text=quantities.time(run.gpu_time_s)),
    ]
    if run.options.date is not None:
        facts.append(Fact(name="Date", text=run.options.date))
    return facts
